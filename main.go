// Command minne browses, searches and edits the classified memory that LLM agents
// share. This file only wires the packages together: it is the one place that
// knows the storage, the command line and the terminal program.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"minne/cli"
	"minne/model"
	"minne/store"
	"minne/tools"
	"minne/ui"
)

func main() { os.Exit(run(world(), os.Args[1:])) }

// world is what the commands find in a real run.
func world() cli.Env {
	streams := map[cli.Stream]*os.File{cli.Stdin: os.Stdin, cli.Stdout: os.Stdout, cli.Stderr: os.Stderr}
	return cli.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv:   os.Getenv,
		Terminal: func(s cli.Stream) bool { return term.IsTerminal(streams[s].Fd()) },
		Width: func() int {
			w, _, err := term.GetSize(os.Stdout.Fd())
			if err != nil {
				return 0
			}
			return w
		},
		Now:     time.Now,
		Open:    open,
		Hint:    hint,
		TUI:     browse,
		Version: version(),
		Windows: runtime.GOOS == "windows",
	}
}

// run gives the commands a context that ends with the signals that end a program,
// so that whatever they have begun is left in order. The exit code is then that
// of the signal.
func run(env cli.Env, args []string) int {
	cobra.MousetrapHelpText = "" // minne may be opened from a folder window
	// With somebody listening for it, a closed pipe is an error of the write and
	// does not kill the program.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)

	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		select {
		case s := <-ends:
			cancel(signalled{s})
		case <-ctx.Done():
		}
	}()
	code := cli.Run(ctx, env, args)
	var by signalled
	if errors.As(context.Cause(ctx), &by) {
		if n, ok := by.Signal.(syscall.Signal); ok {
			return 128 + int(n)
		}
	}
	return code
}

// signalled is why a program ends before it is done.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return s.String() }

func open(ctx context.Context, o cli.OpenSpec) (*tools.Service, io.Closer, error) {
	db, err := store.Open(ctx, o.Path, store.Options{Agent: o.Agent, Now: o.Now, MustExist: o.MustExist})
	if err != nil {
		return nil, nil, err
	}
	return tools.New(db, tools.Options{Now: o.Now}), db, nil
}

// browse runs the terminal program.
func browse(ctx context.Context, s cli.TUISpec) error {
	return ui.Run(ctx, ui.Options{
		Begin: func(taint model.Level) (ui.Session, error) {
			session, err := s.Service.Begin(tools.Start{Channel: model.ChannelTUI, Taint: taint, Clearance: s.Clearance})
			if err != nil {
				return nil, err
			}
			return session, nil
		},
		Taint:    s.Taint,
		Changes:  s.Service.Changes,
		Agent:    s.Agent,
		Banner:   s.Banner,
		Drafts:   s.Path + ".drafts",
		ReadOnly: s.Service.Info().ReadOnly,
		UTF8:     s.UTF8,
		Theme:    s.Theme,
		Now:      time.Now,
	})
}

// hint returns what the storage says can be done about an error.
func hint(err error) string {
	var file *store.FileError
	if errors.As(err, &file) {
		return file.Hint
	}
	return ""
}

// version is what the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
