package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"minne/cli"
	"minne/model"
	"minne/tools"
)

// TestMain makes the test binary stand in for minne in the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"minne": func() { os.Exit(run(stage(world()), os.Args[1:])) }})
}

// TestScripts runs the transcripts: what is typed, and what comes of it.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("LANG", "C.UTF-8")
			e.Setenv("TERM", "xterm-256color")
			return os.Mkdir(filepath.Join(e.WorkDir, "home"), 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":       exits,
			"hostile":     hostile,
			"mode":        mode,
			"pipe":        pipe,
			"triggerfish": triggerfish,
		},
	})
}

// stage replaces what the scripts decide: the time (CLOCK), which streams are
// terminals (TERMINAL), how wide they are (COLUMNS), and a terminal program that
// only tells what it was given.
func stage(env cli.Env) cli.Env {
	env.Version = "v1.2.3"
	if at, err := time.Parse(time.RFC3339, os.Getenv("CLOCK")); err == nil {
		env.Now = func() time.Time { return at }
	}
	are := strings.Fields(os.Getenv("TERMINAL"))
	env.Terminal = func(s cli.Stream) bool {
		return slices.Contains(are, map[cli.Stream]string{cli.Stdin: "stdin", cli.Stdout: "stdout", cli.Stderr: "stderr"}[s])
	}
	env.Width = func() int { n, _ := strconv.Atoi(os.Getenv("COLUMNS")); return n }
	env.TUI = tell
	return env
}

// tell is the terminal program of the scripts.
func tell(ctx context.Context, s cli.TUISpec) error {
	session, err := s.Service.Begin(tools.Start{Channel: model.ChannelTUI, Taint: s.Taint, Clearance: s.Clearance})
	if err != nil {
		return err
	}
	n, err := session.Count(ctx)
	if err != nil {
		return err
	}
	info, err := os.Stat(filepath.Dir(s.Path))
	if err != nil {
		return err
	}
	fmt.Printf("agent %s\npath %s in %v\n%v up to %v\n%d memories\nbanner %q\n", s.Agent, s.Path, info.Mode().Perm(), s.Taint, s.Clearance, n, s.Banner)
	switch os.Getenv("TUI") {
	case "fails":
		return errors.New("the terminal program failed")
	case "panics":
		panic("the terminal program panicked")
	case "waits":
		fmt.Println("waiting")
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

// exits runs a program that must end with an exit code: exits CODE PROGRAM ARG…
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, got := args[0], 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var ended *exec.ExitError
		if !errors.As(err, &ended) {
			ts.Fatalf("%v", err)
		}
		got = ended.ExitCode()
	}
	if fmt.Sprint(got) != want {
		ts.Fatalf("exit code %d, want %s", got, want)
	}
}

// hostile puts what was printed last into a variable: a script cannot hold such
// characters.
func hostile(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], ts.ReadFile("stdout"))
}

// mode checks the permissions of files: mode 0600 FILE…
func mode(ts *testscript.TestScript, _ bool, args []string) {
	for _, path := range args[1:] {
		info, err := os.Stat(ts.MkAbs(path))
		ts.Check(err)
		if got := fmt.Sprintf("%04o", info.Mode().Perm()); got != args[0] {
			ts.Fatalf("%s has mode %s, want %s", path, got, args[0])
		}
	}
}

// pipe runs a program into a pipe whose reader is gone: pipe PROGRAM ARG…
func pipe(ts *testscript.TestScript, _ bool, args []string) {
	r, w, err := os.Pipe()
	ts.Check(err)
	ts.Check(r.Close())
	defer w.Close()
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	var said strings.Builder
	cmd := exec.Command(path, args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), w, &said
	for _, name := range []string{"HOME", "PATH", "CLOCK", "LANG"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	if err := cmd.Run(); err != nil || said.Len() > 0 {
		ts.Fatalf("%v, and on standard error %q", err, said.String())
	}
}
