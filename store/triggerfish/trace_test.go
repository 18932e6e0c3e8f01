package triggerfish_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"minne/store/triggerfish"
)

var (
	first  = noted("main-session", "PUBLIC", "first", "written before the log").row()
	second = noted("main-session", "PUBLIC", "second", "still in the log").row()
)

// logged makes a database whose second row is only in the write-ahead log, as a
// crash leaves it, with the files that have the given endings.
func logged(t *testing.T, path string, endings ...string) {
	t.Helper()
	from := filepath.Join(t.TempDir(), "from.db")
	build(t, from, first)
	db := open(t, from, "WAL")
	insert(t, db, second)
	for _, end := range append(endings, "") {
		b, err := os.ReadFile(from + end)
		if err != nil {
			t.Fatal(err)
		}
		write(t, path+end, b)
	}
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestReadLeavesNoTrace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		make func(t *testing.T, path string)
		want int
	}{
		{"closed", func(t *testing.T, path string) { build(t, path, first, second) }, 2},
		{"log and index", func(t *testing.T, path string) { logged(t, path, "-wal", "-shm") }, 2},
		{"log without index", func(t *testing.T, path string) { logged(t, path, "-wal") }, 2},
		{"no log", func(t *testing.T, path string) { logged(t, path) }, 1},
		{"index without log", func(t *testing.T, path string) { logged(t, path, "-shm") }, 1},
		{"empty log", func(t *testing.T, path string) {
			build(t, path, first)
			write(t, path+"-wal", nil)
		}, 1},
		{"empty log and index", func(t *testing.T, path string) {
			build(t, path, first)
			write(t, path+"-wal", nil)
			write(t, path+"-shm", make([]byte, 32768))
		}, 1},
		{"log and empty index", func(t *testing.T, path string) {
			logged(t, path, "-wal")
			write(t, path+"-shm", nil)
		}, 2},
		{"useless log", func(t *testing.T, path string) {
			build(t, path, first)
			write(t, path+"-wal", make([]byte, 5000))
		}, 1},
		{"useless log and index", func(t *testing.T, path string) {
			build(t, path, first)
			write(t, path+"-wal", make([]byte, 5000))
			write(t, path+"-shm", make([]byte, 32768))
		}, 1},
		{"rollback journal", func(t *testing.T, path string) {
			db := open(t, path, "DELETE")
			fill(t, db, first, second)
		}, 2},
		{"kept rollback journal", func(t *testing.T, path string) {
			db := open(t, path, "PERSIST")
			fill(t, db, first, second)
		}, 2},
		{"rollback journal, empty log", func(t *testing.T, path string) {
			db := open(t, path, "DELETE")
			fill(t, db, first)
			write(t, path+"-wal", nil)
		}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "triggerfish.db")
			c.make(t, path)
			before := folder(t, path)
			f, err := triggerfish.Read(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(f.Records); got != c.want {
				t.Errorf("got %d memories, want %d", got, c.want)
			}
			untouched(t, path, before)
		})
	}
}

// Another process is needed: within one, SQLite shares what it knows.
func TestReadWhileTriggerfishRuns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "triggerfish.db")
	build(t, path, first)
	running := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRunning$")
	running.Env = append(os.Environ(), "RUNNING="+path)
	in, err := running.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := running.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	before := folder(t, path)
	f, err := triggerfish.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(f.Records); got != 2 {
		t.Errorf("got %d memories, want 2", got)
	}
	untouched(t, path, before)
	in.Close()
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Error(err)
	}
	if err := running.Wait(); err != nil {
		t.Errorf("the other process was disturbed: %v", err)
	}
}

// TestRunning is the other process: it has the database open, with a change in
// the log, until its input ends.
func TestRunning(t *testing.T) {
	path := os.Getenv("RUNNING")
	if path == "" {
		t.Skip("only for TestReadWhileTriggerfishRuns")
	}
	db := open(t, path, "WAL")
	insert(t, db, second)
	fmt.Println("ready")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		t.Fatal(err)
	}
	insert(t, db, noted("main-session", "PUBLIC", "third", "written afterwards").row())
}

func TestReadStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := triggerfish.Read(ctx, made(t, first)); err == nil {
		t.Error("it was read although nobody waits")
	}
}

func TestChangeUnderAReadWithoutLocksIsNoticed(t *testing.T) {
	t.Parallel()
	path := made(t, first)
	if err := triggerfish.Settled(path, func() {}); err != nil {
		t.Errorf("nothing happened, and yet: %v", err)
	}
	err := triggerfish.Settled(path, func() { insert(t, open(t, path, "WAL"), second) })
	if err == nil {
		t.Error("a change was not noticed")
	}
}
