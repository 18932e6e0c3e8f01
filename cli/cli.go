// Package cli is minne's command line: it reads what a person typed, asks
// package tools, and prints the answer.
//
// It decides no access and has no flag for a record's level: what is saved has
// the level of the session (SPEC P3). Whatever it prints is safe to print, except
// where it says that it hands out the exact bytes.
package cli

import (
	"context"
	"io"
	"time"

	"minne/model"
	"minne/tools"
)

// Env is the world that the commands run in: main fills it, and tests fill it
// otherwise. All fields but Width and Hint are needed.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(name string) string
	// Terminal says whether a stream is a terminal.
	Terminal func(Stream) bool
	// Width returns the columns of the terminal that standard output is; nil
	// or 0 where that is not known.
	Width func() int
	Now   func() time.Time
	// Open opens an agent's memories. The closer closes them.
	Open func(context.Context, OpenSpec) (*tools.Service, io.Closer, error)
	// Hint returns what to do about an error of the storage; empty: nothing is
	// known.
	Hint func(error) string
	// TUI runs the terminal program until the person leaves it.
	TUI     func(context.Context, TUISpec) error
	Version string
	Windows bool // a terminal needs no TERM there
}

// Stream is one of a program's three streams.
type Stream int

// The streams.
const (
	Stdin Stream = iota
	Stdout
	Stderr
)

// OpenSpec says which memories are opened, and how.
type OpenSpec struct {
	Path  string
	Agent string
	Now   func() time.Time // nil: the clock
	// MustExist: a database that is not there is an error and is not made.
	MustExist bool
}

// TUISpec says what the terminal program begins with.
type TUISpec struct {
	Service   *tools.Service
	Path      string
	Agent     string
	Taint     model.Level
	Clearance model.Level
	// Theme is one of Themes.
	Theme string
	// UTF8 says that the locale's characters are UTF-8.
	UTF8 bool
	// Banner is a line that stays on the screen; empty: none.
	Banner string
}

// Run does what args ask for, args being the command line without the program's
// name, and returns the exit code: 0 done, 1 failed, 2 wrong use, 3 partly done,
// 4 not found, 5 refused by policy.
func Run(ctx context.Context, env Env, args []string) int {
	a := newApp(env, args)
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	return a.end(ctx, err)
}
