package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// A disk is where a database is put that will have no room.
type disk struct {
	path string
	fill func(s *store.SQLite) // from now on there is room for little more
	free func(s *store.SQLite) // there is room again
}

// SPEC D4, CASES 39: on a full disk nothing is said to be saved that is not, nothing is
// half there, reading goes on, and when there is room again so does saving.
func TestAFullDisk(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(t *testing.T) disk{"a limit of SQLite's": limitedDisk, "a small file system": smallDisk} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			full(t, make(t))
		})
	}
}

func limitedDisk(t *testing.T) disk {
	pages := func(s *store.SQLite, more int) {
		var now int
		db := s.Pools()["write"]
		must(t, db.QueryRowContext(t.Context(), "pragma page_count").Scan(&now))
		must(t, db.QueryRowContext(t.Context(), fmt.Sprint("pragma max_page_count = ", now+more)).Scan(&now))
	}
	return disk{filepath.Join(t.TempDir(), "m.db"), func(s *store.SQLite) { pages(s, 40) }, func(s *store.SQLite) { pages(s, 1<<20) }}
}

// mounted returns the folder of a file system of its own, of 6 MiB.
func mounted(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size=6m", "minne-test", dir).CombinedOutput(); err != nil {
		t.Skipf("a small file system cannot be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() { must(t, exec.CommandContext(context.Background(), "umount", dir).Run()) })
	return dir
}

func smallDisk(t *testing.T) disk {
	dir := mounted(t)
	ballast := filepath.Join(dir, "ballast")
	must(t, os.WriteFile(ballast, make([]byte, 3<<20), 0o600))
	return disk{filepath.Join(dir, "m.db"), func(*store.SQLite) {}, func(*store.SQLite) { must(t, os.Remove(ballast)) }}
}

func full(t *testing.T, d disk) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s, err := store.Open(t.Context(), d.path, store.Options{Now: func() time.Time { return now }})
	must(t, err)
	h := admit(t, model.Public)
	allow := policy.Decision{Verdict: policy.Allow}
	save(t, s, h, model.Draft{Key: "brief", Content: "gone in a minute", Expires: now.Add(time.Minute)})
	d.fill(s)

	var acknowledged []string
	for {
		key := fmt.Sprint("k", len(acknowledged))
		_, err = s.Save(t.Context(), h, model.Draft{Key: model.Key(key), Content: strings.Repeat("word ", 2000)}, allow)
		if err != nil {
			break
		}
		acknowledged = append(acknowledged, key)
	}
	saysFull(t, d.path, err)
	imported := 0
	err = s.Batch(t.Context(), func(w store.Writer) error {
		for imported = range 1000 {
			d := model.Draft{Key: model.Key(fmt.Sprint("i", imported)), Content: strings.Repeat("much ", 2000)}
			if _, err := w.Import(t.Context(), h, model.Imported{Draft: d, Created: now, Saved: now}); err != nil {
				return err
			}
		}
		return nil
	})
	saysFull(t, d.path, err)

	now = now.Add(time.Hour) // what expires now cannot be written down
	allThere(t, s, acknowledged)
	if n, err := s.Count(t.Context(), h.Ceiling()); n != len(acknowledged) || err != nil {
		t.Errorf("%d memories on a full disk, %v; want %d", n, err, len(acknowledged))
	}
	f, err := s.Search(t.Context(), h.Ceiling(), model.SearchQuery{Text: "word minute", Limit: 100})
	if f.Total != len(acknowledged) || err != nil {
		t.Errorf("a search on a full disk finds %d, %v; want %d", f.Total, err, len(acknowledged))
	}

	d.free(s)
	save(t, s, h, model.Draft{Key: "k", Content: "room again"})
	allThere(t, s, append(acknowledged, "k"))
	if _, err := s.Head(t.Context(), h.Ceiling(), "brief"); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("what has expired: %v", err)
	}
	gapless(t, s, 1+1+len(acknowledged)+1+1) // a start, a brief one, the saves, an expiry, one more
	must(t, s.Check(t.Context()))
	must(t, s.Close())
}

func saysFull(t *testing.T, path string, err error) {
	t.Helper()
	var file *store.FileError
	if want := path + " cannot grow: the disk is full"; err == nil || err.Error() != want || !errors.As(err, &file) || file.Hint == "" {
		t.Errorf("on a full disk: %v, want %s", err, want)
	}
}

// A part of a batch that the disk had no room for takes the whole batch with it, even
// if the batch would go on.
func TestABatchDoesNotGoOnAfterAFullDisk(t *testing.T) {
	t.Parallel()
	d := limitedDisk(t)
	s, err := store.Open(t.Context(), d.path, store.Options{})
	must(t, err)
	h := admit(t, model.Public)
	d.fill(s)
	err = s.Batch(t.Context(), func(w store.Writer) error {
		for i, size := range []int{1, 1 << 19, 1} {
			_, _ = w.Save(t.Context(), h, model.Draft{Key: model.Key(fmt.Sprint(i)), Content: strings.Repeat("x", size)}, policy.Decision{})
		}
		return nil
	})
	d.free(s)
	n, no := s.Count(t.Context(), h.Ceiling())
	must(t, no)
	if (err == nil) != (n == 2) || (err != nil) != (n == 0) {
		t.Errorf("%d memories after a batch that ended with %v", n, err)
	}
	must(t, s.Check(t.Context()))
	must(t, s.Close())
}
