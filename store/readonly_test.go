package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// left makes a database with one memory, and another that is only in its journal, as a
// killed process leaves it, with the files of the given endings.
func left(t *testing.T, path string, endings ...string) {
	t.Helper()
	from := filepath.Join(t.TempDir(), "from.db")
	makeDatabase(t, from)
	for _, key := range []model.Key{"first", "second"} {
		s, err := store.Open(t.Context(), from, store.Options{})
		must(t, err)
		save(t, s, admit(t, model.Public), model.Draft{Key: key, Content: "x"})
		if key == "second" {
			for _, end := range append(endings, "") {
				b, err := os.ReadFile(from + end)
				must(t, err)
				must(t, os.WriteFile(path+end, b, 0o600))
			}
		}
		must(t, s.Close())
	}
}

func zeros(n int) func(t *testing.T, path string) {
	return func(t *testing.T, path string) { must(t, os.WriteFile(path, make([]byte, n), 0o600)) }
}

// SPEC D4: a database that must not change is read whole, and nothing in its folder
// changes, whatever files lie there.
func TestAReadOnlyDatabaseIsReadAsItLies(t *testing.T) {
	t.Parallel()
	const log, index = "-wal", "-shm"
	for name, c := range map[string]struct {
		left []string
		more map[string]func(*testing.T, string)
		want int
	}{
		"log and index":         {[]string{log, index}, nil, 2},
		"log without index":     {[]string{log}, nil, 2},
		"no log":                {nil, nil, 1},
		"index without log":     {[]string{index}, nil, 1},
		"empty log":             {nil, map[string]func(*testing.T, string){log: zeros(0)}, 1},
		"empty log and index":   {nil, map[string]func(*testing.T, string){log: zeros(0), index: zeros(32768)}, 1},
		"log and empty index":   {[]string{log}, map[string]func(*testing.T, string){index: zeros(0)}, 2},
		"useless log":           {nil, map[string]func(*testing.T, string){log: zeros(5000)}, 1},
		"useless log and index": {nil, map[string]func(*testing.T, string){log: zeros(5000), index: zeros(32768)}, 1},
	} {
		for _, closed := range []string{"file", "folder"} {
			t.Run(name+", read-only "+closed, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				path := filepath.Join(dir, "m.db")
				left(t, path, c.left...)
				for end, makes := range c.more {
					makes(t, path+end)
				}
				if closed == "file" {
					must(t, os.Chmod(path, 0o400))
				} else {
					must(t, os.Chmod(dir, 0o500))
					t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
				}
				before := snapshot(t, dir)
				s, err := store.Open(t.Context(), path, store.Options{})
				must(t, err)
				h := admit(t, model.Public)
				if n, err := s.Count(t.Context(), h.Ceiling()); n != c.want || err != nil || !s.Info().ReadOnly {
					t.Errorf("%d memories, %v, read-only %t; want %d", n, err, s.Info().ReadOnly, c.want)
				}
				if f, err := s.Search(t.Context(), h.Ceiling(), model.SearchQuery{Text: "first second", Limit: 10}); f.Total != c.want || err != nil {
					t.Errorf("a search finds %d, %v; want %d", f.Total, err, c.want)
				}
				if _, err := s.Save(t.Context(), h, model.Draft{Key: "k", Content: "x"}, policy.Decision{}); !errors.Is(err, model.ErrReadOnly) {
					t.Errorf("a save gives %v", err)
				}
				must(t, s.Close())
				if after := snapshot(t, dir); after != before {
					t.Errorf("the folder was\n%s\nand is\n%s", before, after)
				}
			})
		}
	}
}

// On a file system that cannot be written to it is the same.
func TestAReadOnlyFileSystemIsRead(t *testing.T) {
	t.Parallel()
	for want, endings := range map[int][]string{1: nil, 2: {"-wal", "-shm"}} {
		dir := mounted(t)
		path := filepath.Join(dir, "m.db")
		left(t, path, endings...)
		must(t, exec.CommandContext(t.Context(), "mount", "-o", "remount,ro", dir).Run())
		s, err := store.Open(t.Context(), path, store.Options{})
		must(t, err)
		if n, err := s.Count(t.Context(), admit(t, model.Public).Ceiling()); n != want || err != nil || !s.Info().ReadOnly {
			t.Errorf("%d memories, %v, read-only %t; want %d", n, err, s.Info().ReadOnly, want)
		}
		must(t, s.Close())
		if _, err := store.Open(t.Context(), filepath.Join(dir, "new.db"), store.Options{}); err == nil {
			t.Error("a new database was made")
		} else {
			plain(t, "a new database", filepath.Join(dir, "new.db"), err)
		}
	}
}

// savesWhatItIsTold saves the keys that it reads, and says so.
func savesWhatItIsTold(path string) error {
	h, err := outsider()
	if err != nil {
		return err
	}
	s, err := store.Open(context.Background(), path, store.Options{})
	if err != nil {
		return err
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		if err := saveAs(s, h, in.Text()); err != nil {
			return err
		}
		fmt.Println(in.Text())
	}
	return s.Close()
}

// A read-only database that somebody else writes to is read as it is at every moment:
// if the writer was there before, if it comes later, and after it has gone.
func TestAReadOnlyDatabaseFollowsItsWriter(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"writer", "reader"} {
		t.Run("the "+first+" comes first", func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "m.db")
			makeDatabase(t, path)
			var (
				writer *process
				s      *store.SQLite
			)
			say := func(key string) {
				t.Helper()
				_, err := fmt.Fprintln(writer.in, key)
				must(t, err)
				if got := writer.line(); got != key {
					t.Fatalf("the writer says %q: %s", got, writer.err.String())
				}
			}
			begin := map[string]func(){
				"writer": func() { writer = start(t, "save told", path); say("k0") },
				"reader": func() {
					must(t, os.Chmod(path, 0o400))
					var err error
					s, err = store.Open(t.Context(), path, store.Options{})
					must(t, err)
					must(t, os.Chmod(path, 0o600))
				},
			}
			c := admit(t, model.Public).Ceiling()
			begin[first]()
			if s != nil {
				if n, err := s.Count(t.Context(), c); n != 0 || err != nil {
					t.Errorf("%d memories, %v", n, err)
				}
			}
			for other, do := range begin {
				if other != first {
					do()
				}
			}
			last := int64(-1)
			for i := range 5 {
				if i > 0 {
					say(fmt.Sprint("k", i))
				}
				at, err := s.Changes(t.Context())
				if err != nil || at == last {
					t.Errorf("Changes says %d after %d, %v", at, last, err)
				}
				last = at
				if n, err := s.Count(t.Context(), c); n != i+1 || err != nil {
					t.Errorf("%d memories, %v; want %d", n, err, i+1)
				}
			}
			if _, err := writer.end(); err != nil {
				t.Error(err)
			}
			if n, err := s.Count(t.Context(), c); n != 5 || err != nil {
				t.Errorf("without the writer: %d memories, %v; want 5", n, err)
			}
			must(t, s.Close())
		})
	}
}

// The private copy in which a read-only database's expiry is settled is not lost with a
// call that is cancelled, and serves many at once.
func TestExpiryInAReadOnlyDatabaseIsSettledForAll(t *testing.T) {
	t.Parallel()
	var (
		mu   sync.Mutex
		now  = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		path = filepath.Join(t.TempDir(), "m.db")
		h    = admit(t, model.Public)
	)
	clock := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
	s, err := store.Open(t.Context(), path, store.Options{Now: clock})
	must(t, err)
	for i := range 50 {
		save(t, s, h, model.Draft{Key: model.Key(fmt.Sprint(i)), Content: "x", Expires: now.Add(time.Duration(i) * time.Minute)})
	}
	must(t, s.Close())
	must(t, os.Chmod(path, 0o400))
	s, err = store.Open(t.Context(), path, store.Options{Now: clock})
	must(t, err)
	var work sync.WaitGroup
	for n := range 8 {
		work.Go(func() {
			last := 50
			for i := range 20 {
				ctx, stop := context.WithCancel(t.Context())
				if (n+i)%3 == 0 {
					stop()
				}
				got, err := s.Count(ctx, h.Ceiling())
				if stop(); err != nil && !errors.Is(err, context.Canceled) || err == nil && got > last {
					t.Errorf("%d memories after %d, %v", got, last, err)
				}
				if err == nil {
					last = got
				}
			}
		})
	}
	work.Wait()
	now = now.Add(time.Hour)
	if n, err := s.Count(t.Context(), h.Ceiling()); n != 0 || err != nil {
		t.Errorf("%d memories, %v", n, err)
	}
	must(t, s.Close())
}
