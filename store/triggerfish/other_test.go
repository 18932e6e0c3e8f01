package triggerfish_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"minne/store/triggerfish"
)

func TestOtherFileIsToldApart(t *testing.T) {
	t.Parallel()
	const foreign = "is a SQLite database of another program"
	database := func(statements string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db := open(t, path, "WAL")
			run(t, db, statements)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	content := func(s string) func(*testing.T, string) {
		return func(t *testing.T, path string) { write(t, path, []byte(s)) }
	}
	for _, c := range []struct {
		name string
		make func(t *testing.T, path string)
		why  string
	}{
		{"folder", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "is a folder"},
		{"empty", content(""), "is empty"},
		{"text", content("user-name: " + canary + "\n"), "is not a SQLite database"},
		{"short text", content("[]"), "is not a SQLite database"},
		{"header alone", content("SQLite format 3\x00"), "is not a SQLite database"},
		{"header and rubbish", content("SQLite format 3\x00" + strings.Repeat("rubbish", 1000)), "is a damaged SQLite database: try an undamaged copy"},
		{"no tables", database("create table t (a); drop table t"), foreign},
		{"other tables", database("create table memories (key text primary key, value text not null)"), foreign},
		{"other columns", database("create table kv (k text primary key, v text not null)"), foreign},
		{"more columns", database("create table kv (key text primary key, value text not null, level text)"), foreign},
		{"other types", database("create table kv (key text primary key, value blob not null)"), foreign},
		{"no primary key", database("create table kv (key text, value text not null)"), foreign},
		{"view", database("create view kv as select 'memory:a:PUBLIC:k' as key, 'v' as value"), foreign},
		{"computed", database("create table kv (key text primary key, value text as (lower(key)))"), foreign},
		{"virtual", database("create virtual table kv using fts5 (key, value)"), foreign},
		{"UTF-16", database("pragma encoding = 'UTF-16'; create table kv (key text primary key, value text not null)"), foreign},
		{"other keys", database("create table kv (key text primary key, value text not null); insert into kv values ('memory:1', '" + canary + "')"), foreign},
		{"unfinished change", unfinished, "holds an unfinished change: let Triggerfish open it once"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "triggerfish.db")
			c.make(t, path)
			_, err := triggerfish.Read(t.Context(), path)
			var no *triggerfish.FormatError
			if !errors.As(err, &no) || no.Why != c.why {
				t.Fatalf("got %v, want a FormatError with %q", err, c.why)
			}
			if errors.Is(err, triggerfish.ErrEmpty) != (c.name == "empty") {
				t.Errorf("%v: is it empty?", err)
			}
		})
	}
}

// unfinished makes a database as a crash in the middle of a change leaves it,
// with the rollback journal that would undo it.
func unfinished(t *testing.T, path string) {
	from := filepath.Join(t.TempDir(), "from.db")
	db := open(t, from, "DELETE")
	run(t, db, tables)
	insert(t, db, first)
	run(t, db, "pragma cache_size = 1")
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	for range 20 {
		if _, err := tx.Exec("insert into kv values (hex(randomblob(9)), hex(randomblob(9000)))"); err != nil {
			t.Fatal(err)
		}
	}
	for _, end := range []string{"", "-journal"} {
		b, err := os.ReadFile(from + end)
		if err != nil {
			t.Fatal(err)
		}
		write(t, path+end, b)
	}
}

func TestDatabaseWithoutMemoriesIsRead(t *testing.T) {
	t.Parallel()
	f, err := triggerfish.Read(t.Context(), made(t, kv{"sessions:1", canary}))
	if err != nil || len(f.Records) != 0 || len(f.Skipped) != 0 {
		t.Errorf("got %+v, %v", f, err)
	}
}

func TestMissingFileIsSaidToBeMissing(t *testing.T) {
	t.Parallel()
	if _, err := triggerfish.Read(t.Context(), filepath.Join(t.TempDir(), "no.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestAnyPathIsRead(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a?mode=rw", "a#b", "100%", "%41%zz", "two words ", "a+b", "a&b=c;d", "å☃", "'\"\\", "\xff.db"} {
		path := filepath.Join(t.TempDir(), name, "triggerfish "+name)
		if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		logged(t, path, "-wal", "-shm")
		before := folder(t, path)
		f, err := triggerfish.Read(t.Context(), path)
		if err != nil || len(f.Records) != 2 {
			t.Errorf("%q: got %d memories, %v", name, len(f.Records), err)
		}
		untouched(t, path, before)
	}
}

func TestLinkIsFollowedToTheFileAndItsLog(t *testing.T) {
	t.Parallel()
	path, link := filepath.Join(t.TempDir(), "triggerfish.db"), filepath.Join(t.TempDir(), "link.db")
	logged(t, path, "-wal")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	f, err := triggerfish.Read(t.Context(), link)
	if err != nil || len(f.Records) != 2 {
		t.Errorf("got %d memories, %v", len(f.Records), err)
	}
}

func TestReadOnlyFolderIsRead(t *testing.T) {
	t.Parallel()
	for _, ends := range [][]string{{}, {"-wal"}, {"-wal", "-shm"}} {
		path := filepath.Join(t.TempDir(), "triggerfish.db")
		logged(t, path, ends...)
		for _, end := range append(ends, "") {
			if err := os.Chmod(path+end, 0o400); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(filepath.Dir(path), 0o500); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(filepath.Dir(path), 0o700) })
		before := folder(t, path)
		f, err := triggerfish.Read(t.Context(), path)
		if want := 1 + min(len(ends), 1); err != nil || len(f.Records) != want {
			t.Errorf("%q: got %d memories, %v, want %d", ends, len(f.Records), err, want)
		}
		untouched(t, path, before)
	}
}

// Whatever is wrong with the pages, reading ends with an answer or an error, and
// nothing but memories comes out.
func TestDamagedPagesEndInAnError(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile(small)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "triggerfish.db")
	for i := range 300 {
		b := append([]byte(nil), whole...)
		at := 20 + (i*7919)%(len(b)-20)
		switch i % 3 {
		case 0:
			b[at] ^= 1 << (i % 8)
		case 1:
			for j := at; j < min(at+64, len(b)); j++ {
				b[j] = byte(i + j)
			}
		case 2:
			b = b[:at]
		}
		write(t, path, b)
		f, err := triggerfish.Read(t.Context(), path)
		if err != nil && len(f.Records) > 0 {
			t.Errorf("damage %d: memories and an error: %v", i, err)
		}
		for _, r := range f.Records {
			if strings.Contains(r.Content, canary) {
				t.Errorf("damage %d: %s shows what is no memory", i, r.Where)
			}
		}
	}
}
