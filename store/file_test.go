package store_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// SPEC D4: what is not ours, or not for this program, is refused in one line that
// says why, and nothing of it or beside it is changed.
func TestForeignFilesAreRefusedUnaltered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		says string
	}{
		"text":         {writes("just some notes\n" + strings.Repeat("x", 200)), "is not a minne database"},
		"short text":   {writes("hi"), "is not a minne database"},
		"empty":        {writes(""), "is empty"},
		"folder":       {func(t *testing.T, path string) { must(t, os.Mkdir(path, 0o700)) }, "is a folder"},
		"other SQLite": {foreign, "another program"},
		"newer": {func(t *testing.T, path string) {
			makeDatabase(t, path)
			pragma(t, path, "pragma user_version = 999")
		}, "has format 999, written by a newer minne; this one reads format 1"},
		"truncated": {func(t *testing.T, path string) {
			makeDatabase(t, path)
			must(t, os.Truncate(path, 4096))
		}, "is damaged"},
		"a trigger":       {alters("create trigger t before insert on found_4_data begin select raise(abort, 'x'); end"), notOurs},
		"a view":          {alters("create view v as select 1"), notOurs},
		"a table":         {alters("create table t (x)"), notOurs},
		"an index":        {alters("create index i on record (saved)"), notOurs},
		"a column":        {alters("alter table event add column more text"), notOurs},
		"a table missing": {alters("drop table tally"), notOurs},
		"another trigger": {alters("drop trigger event_is_kept; create trigger event_is_kept before update on event begin select 1; end"), notOurs},
		"other agent": {func(t *testing.T, path string) {
			s, err := store.Open(t.Context(), path, store.Options{Agent: "somebody-else"})
			must(t, err)
			must(t, s.Close())
		}, "another agent"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := filepath.Join(dir, "m.db")
			c.make(t, path)
			before := snapshot(t, dir)
			s, err := store.Open(t.Context(), path, store.Options{})
			if err == nil {
				_ = s.Close()
				t.Fatal("opened")
			}
			var file *store.FileError
			if !errors.As(err, &file) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want one line with %q", err, c.says)
			}
			if file != nil && (file.Hint == "" || !strings.HasPrefix(err.Error(), path)) {
				t.Errorf("error %q with hint %q names no file or no way out", err, file.Hint)
			}
			if after := snapshot(t, dir); after != before {
				t.Errorf("the folder was\n%s\nand is\n%s", before, after)
			}
		})
	}
}

// A file whose owner has taken the permission to write away is read, not written,
// and not touched.
func TestAReadOnlyFileIsReadAndNotTouched(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "m.db")
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	s, err := store.Open(t.Context(), path, store.Options{Now: clock})
	must(t, err)
	low, high := admit(t, model.Public), admit(t, model.Internal)
	save(t, s, low, model.Draft{Key: "k", Content: "low and lasting"})
	save(t, s, high, model.Draft{Key: "k", Content: "high and brief", Expires: now.Add(time.Minute)})
	must(t, s.Close())
	must(t, os.Chmod(path, 0o400))
	before := snapshot(t, dir)

	s, err = store.Open(t.Context(), path, store.Options{Now: clock})
	must(t, err)
	if !s.Info().ReadOnly {
		t.Error("it is not said to be read-only")
	}
	if _, err := s.Save(t.Context(), low, model.Draft{Key: "k", Content: "x"}, policy.Decision{}); !errors.Is(err, model.ErrReadOnly) {
		t.Errorf("a save gives %v, want %v", err, model.ErrReadOnly)
	}
	if m, err := s.Head(t.Context(), high.Ceiling(), "k"); err != nil || m.Content != "high and brief" {
		t.Errorf("before the expiry: %q, %v", m.Content, err)
	}
	now = now.Add(time.Hour)
	if m, err := s.Head(t.Context(), high.Ceiling(), "k"); err != nil || m.Content != "low and lasting" {
		t.Errorf("after the expiry: %q, %v", m.Content, err)
	}
	if f, err := s.Search(t.Context(), high.Ceiling(), model.SearchQuery{Text: "brief lasting", Limit: 10, Preview: -1}); err != nil || len(f.Hits) != 1 || f.Hits[0].Level != model.Public {
		t.Errorf("search after the expiry: %v, %v", f, err)
	}
	must(t, s.Close())
	if after := snapshot(t, dir); after != before {
		t.Errorf("the folder was\n%s\nand is\n%s", before, after)
	}
}

// SPEC D5: nobody else can read any of the files, whatever the umask; an open one
// is tightened.
func TestFilesAreForTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data", "minne")
	path := filepath.Join(dir, "m.db")
	s, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	save(t, s, admit(t, model.Public), model.Draft{Key: "k", Content: "x"})
	onlyOwner(t, dir)
	must(t, s.Close())
	must(t, os.Chmod(path, 0o644))
	s, err = store.Open(t.Context(), path, store.Options{})
	must(t, err)
	save(t, s, admit(t, model.Public), model.Draft{Key: "k", Content: "y"})
	onlyOwner(t, dir)
	must(t, s.Close())
}

func onlyOwner(t *testing.T, dir string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		i, err := d.Info()
		if want := fs.FileMode(0o600); err == nil && (d.IsDir() && i.Mode().Perm() != 0o700 || !d.IsDir() && i.Mode().Perm() != want) {
			t.Errorf("%s has mode %v", filepath.Base(path), i.Mode())
		}
		return err
	}))
}

// A path is a name, not an address: what means something in a URI means nothing.
func TestAPathMayHoldAnything(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a?mode=memory&b#c%41 d.db")
	makeDatabase(t, path)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

const notOurs = "holds tables or triggers that are not minne's"

func alters(text string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		makeDatabase(t, path)
		pragma(t, path, text)
	}
}

func writes(text string) func(*testing.T, string) {
	return func(t *testing.T, path string) { must(t, os.WriteFile(path, []byte(text), 0o600)) }
}

func foreign(t *testing.T, path string) { pragma(t, path, "create table notes (text)") }

func pragma(t *testing.T, path, text string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	must(t, err)
	_, err = db.ExecContext(context.Background(), text)
	must(t, err)
	must(t, db.Close())
}

func makeDatabase(t *testing.T, path string) {
	t.Helper()
	s, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	must(t, s.Close())
}

// snapshot is the names, modes and contents of a folder's files.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		i, err := d.Info()
		if err != nil {
			return err
		}
		b.WriteString(d.Name() + " " + i.Mode().String())
		if !d.IsDir() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum := sha256.Sum256(text)
			b.WriteString(" " + hex.EncodeToString(sum[:8]))
		}
		b.WriteString("\n")
		return nil
	}))
	return b.String()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func admit(t testing.TB, l model.Level) policy.Session {
	t.Helper()
	var id model.ID
	copy(id[:], t.Name()+l.String())
	id[15] = byte(l)
	s, err := policy.Admit(model.Session{ID: id, Channel: model.ChannelCLI, Taint: l, Clearance: model.Restricted, Started: time.Unix(0, 0)})
	must(t, err)
	return s
}

func save(t testing.TB, s *store.SQLite, h policy.Session, d model.Draft) model.Version {
	t.Helper()
	v, err := s.Save(t.Context(), h, d, policy.Decision{Verdict: policy.Allow})
	must(t, err)
	return v
}
