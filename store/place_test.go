package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// Whoever moves, deletes or replaces an open database is not told "saved" and then
// robbed of it; once everything is back, all goes on.
func TestADatabaseThatIsTakenAwayIsMissed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		take, back func(t *testing.T, path string)
	}{
		"moved":         {moves("", ".away"), moves(".away", "")},
		"journal moved": {moves("-wal", ".away"), moves(".away", "-wal")},
		"index moved":   {moves("-shm", ".away"), moves(".away", "-shm")},
		"replaced": {func(t *testing.T, path string) {
			b, err := os.ReadFile(path)
			must(t, err)
			moves("", ".away")(t, path)
			must(t, os.WriteFile(path, b, 0o600))
		}, moves(".away", "")},
		"deleted": {func(t *testing.T, path string) {
			must(t, os.Link(path, path+".away"))
			must(t, os.Remove(path))
		}, moves(".away", "")},
		"folder moved": {
			func(t *testing.T, path string) { must(t, os.Rename(filepath.Dir(path), filepath.Dir(path)+".away")) },
			func(t *testing.T, path string) { must(t, os.Rename(filepath.Dir(path)+".away", filepath.Dir(path))) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "data", "m.db")
			s, err := store.Open(t.Context(), path, store.Options{})
			must(t, err)
			h := admit(t, model.Public)
			save(t, s, h, model.Draft{Key: "before", Content: "x"})
			c.take(t, path)
			_, saved := s.Save(t.Context(), h, model.Draft{Key: "meanwhile", Content: "x"}, policy.Decision{})
			_, read := s.Head(t.Context(), h.Ceiling(), "before")
			_, watched := s.Changes(t.Context())
			for what, err := range map[string]error{"a save": saved, "a read": read, "Changes": watched} {
				var file *store.FileError
				if !errors.As(err, &file) || file.Hint == "" || err.Error() != path+" has been moved, deleted or replaced since it was opened" {
					t.Errorf("%s: %v", what, err)
				}
			}
			c.back(t, path)
			save(t, s, h, model.Draft{Key: "after", Content: "x"})
			allThere(t, s, []string{"before", "after"})
			if _, err := s.Head(t.Context(), h.Ceiling(), "meanwhile"); !errors.Is(err, model.ErrNotFound) {
				t.Errorf("what was not saved: %v", err)
			}
			must(t, s.Check(t.Context()))
			must(t, s.Close())
		})
	}
}

func moves(from, to string) func(*testing.T, string) {
	return func(t *testing.T, path string) { must(t, os.Rename(path+from, path+to)) }
}

// A link to a database leads to its journal, too.
func TestADatabaseIsTheSameThroughALink(t *testing.T) {
	t.Parallel()
	for _, mode := range []fs.FileMode{0o600, 0o400} {
		path, link := filepath.Join(t.TempDir(), "m.db"), filepath.Join(t.TempDir(), "link.db")
		left(t, path, "-wal")
		must(t, os.Chmod(path, mode))
		must(t, os.Symlink(path, link))
		s, err := store.Open(t.Context(), link, store.Options{})
		must(t, err)
		allThere(t, s, []string{"first", "second"})
		if got := names(t, filepath.Dir(link)); got != "link.db" {
			t.Errorf("beside the link there are %s", got)
		}
		must(t, s.Close())
	}
}

// What would be taken for something that it is not, is refused.
func TestNoDatabaseIsMadeWhereOneMayHaveBeen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		says string
	}{
		"a journal":          {func(t *testing.T, path string) { left(t, path, "-wal"); must(t, os.Remove(path)) }, "is not there, but its journal is, m.db-wal"},
		"a rollback journal": {func(t *testing.T, path string) { must(t, os.WriteFile(path+"-journal", []byte("x"), 0o600)) }, "is not there, but its journal is, m.db-journal"},
		"a link to nothing":  {func(t *testing.T, path string) { must(t, os.Symlink(path+"x", path)) }, "is a link to a file that cannot be found"},
		"a link to itself":   {func(t *testing.T, path string) { must(t, os.Symlink(path, path)) }, "is a link to a file that cannot be found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "m.db")
			c.make(t, path)
			before := strings.Replace(names(t, filepath.Dir(path)), " m.db.lock", "", 1)
			_, err := store.Open(t.Context(), path, store.Options{})
			var file *store.FileError
			if !errors.As(err, &file) || file.Hint == "" || err.Error() != path+" "+c.says {
				t.Errorf("%v, want %s", err, c.says)
			}
			if after := strings.Replace(names(t, filepath.Dir(path)), " m.db.lock", "", 1); after != before {
				t.Errorf("there were %s and are %s", before, after)
			}
		})
	}
}

// Whoever was killed while a database was made leaves nothing that stays.
func TestWhatAKilledMakerLeftIsTidied(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.db")
	for _, end := range []string{".new", ".new-wal", ".new-shm", "-shm"} {
		must(t, os.WriteFile(path+end, []byte(strings.Repeat("x", 5000)), 0o600))
	}
	s, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	save(t, s, admit(t, model.Public), model.Draft{Key: "k", Content: "x"})
	must(t, s.Check(t.Context()))
	must(t, s.Close())
	if got := names(t, filepath.Dir(path)); got != "m.db m.db.lock" {
		t.Errorf("there are %s", got)
	}
}
