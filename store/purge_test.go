package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// The canaries are in content and tags only. Each ends in letters that nothing else
// holds: the index leaves out the beginning that a word shares with the one before.
var canaries = []string{"kanariqxv", "Kanarie_wqzk", "kanarieFågelQzwx", "渡鸟金丝雀", "tagqvzk"}

// traces of the canaries, as bytes in files and as words in an index.
var canaryTraces = []string{"qxv", "wqzk", "QzwX", "qzwx", "金丝", "丝雀", "qvzk", "fågel"}

func canaryDraft(key model.Key) model.Draft {
	return model.Draft{Key: key, Content: strings.Join(canaries[:4], " ") + strings.Repeat(" filler", 20_000) + " " + canaries[0], Tags: []model.Tag{model.Tag(canaries[4]), "plain"}}
}

// SPEC V6: what is purged is in no page of any file, the log still verifies, numbers
// go on, and nothing comes back by importing it again.
func TestWhatIsPurgedIsInNoFile(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	path := filepath.Join(dir, "m.db")
	s, err := store.Open(t.Context(), path, store.Options{Now: func() time.Time { return now }})
	must(t, err)
	low, high := admit(t, model.Public), admit(t, model.Confidential)
	for _, h := range []policy.Session{low, high} {
		for i := range 40 { // so that the canaries share pages with what stays
			save(t, s, h, model.Draft{Key: model.Key(fmt.Sprint("stays ", i)), Content: "filler kanal kanot", Tags: []model.Tag{"plain"}})
		}
		save(t, s, h, canaryDraft("superseded"))
		save(t, s, h, model.Draft{Key: "superseded", Content: "newer"})
		save(t, s, h, canaryDraft("deleted"))
		_, err = s.Delete(t.Context(), h, "deleted", policy.Decision{})
		must(t, err)
		brief := canaryDraft("expired")
		brief.Expires = now.Add(time.Minute)
		save(t, s, h, brief)
	}
	now = now.Add(time.Hour)
	n, err := s.Count(t.Context(), high.Ceiling())
	must(t, err)
	if found := grep(t, dir); len(found) == 0 {
		t.Fatal("the canaries are in no file even before")
	}
	noWords(t, path) // none of them is a head any more
	before := counts(t, path)

	for _, h := range []policy.Session{low, high} {
		gone, err := s.Purge(t.Context(), h, store.PurgeQuery{Before: now})
		must(t, err)
		if got := versionsOf(gone); got != "deleted 1, expired 1, superseded 1" {
			t.Errorf("gone: %s", got)
		}
	}
	if found := grep(t, dir); len(found) > 0 {
		t.Errorf("after the purge there are %v", found)
	}
	noWords(t, path)
	if after := counts(t, path); after != before {
		t.Errorf("the counters were %s and are %s", before, after)
	}
	if m, err := s.Count(t.Context(), high.Ceiling()); m != n || err != nil {
		t.Errorf("%d memories, %v; want %d", m, err, n)
	}
	db := beside(t, path)
	for _, l := range model.Levels {
		sameTree(t, db, l)
	}
	committed(t, db)

	for _, key := range []model.Key{"deleted", "expired"} {
		if _, err := s.History(t.Context(), high.Ceiling(), key); !errors.Is(err, model.ErrNotFound) {
			t.Errorf("the history of what was purged: %v", err)
		}
		again := model.Imported{Draft: canaryDraft(key), Created: now, Saved: now.Add(time.Hour)}
		if got, err := s.Import(t.Context(), low, again); got != store.KeptPurged || err != nil {
			t.Errorf("an import of what was purged: %v, %v", got, err)
		}
		if v := save(t, s, low, model.Draft{Key: key, Content: "anew"}); v.Number != 2 || !v.Created.Equal(now) {
			t.Errorf("the next version is %d, created %v", v.Number, v.Created)
		}
	}
	must(t, s.Check(t.Context()))
	must(t, s.Close())
	if found := grep(t, dir); len(found) > 0 {
		t.Errorf("after closing there are %v", found)
	}
}

// grep returns which trace is in which file of the folder.
func grep(t *testing.T, dir string) (found []string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, trace := range canaryTraces {
			if bytes.Contains(text, []byte(trace)) {
				found = append(found, trace+" in "+d.Name())
			}
		}
		return err
	}))
	return found
}

// noWords checks that the index of no ceiling has a word of the canaries, whatever
// became of the versions (docs/security.md).
func noWords(t *testing.T, path string) {
	t.Helper()
	db := beside(t, path)
	db.SetMaxOpenConns(1)
	for _, l := range model.Levels {
		do(t, db, fmt.Sprintf("create virtual table temp.words_%[1]d using fts5vocab(main, found_%[1]d, row)", l))
		terms := column(t, db, fmt.Sprintf("select term from temp.words_%d", l))
		if !slices.Contains(terms, "kanal") {
			t.Errorf("the index of %v has no words", l)
		}
		for _, term := range terms {
			if slices.ContainsFunc(canaryTraces, func(trace string) bool { return strings.Contains(term, trace) }) {
				t.Errorf("the index of %v has the word %s", l, term)
			}
		}
	}
	must(t, db.Close())
}

func counts(t *testing.T, path string) string {
	t.Helper()
	db := beside(t, path)
	defer db.Close()
	return strings.Join(column(t, db, "select ceiling || ' ' || heads from tally union all select ceiling || ' ' || tag || ' ' || heads from tag_tally"), ", ")
}

func versionsOf(gone []model.Version) string {
	var all []string
	for _, v := range gone {
		all = append(all, fmt.Sprintf("%s %d", v.Key, v.Number))
		if v.Content != "" {
			all = append(all, "with content")
		}
	}
	return strings.Join(all, ", ")
}

// A reader that is in the way leaves the text in the journal. That is said, and
// purging again puts it right.
func TestAPurgeThatAReaderHindersSaysSo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "m.db")
	s, err := store.Open(t.Context(), path, store.Options{}.WithPatience(100*time.Millisecond))
	must(t, err)
	h := admit(t, model.Public)
	save(t, s, h, canaryDraft("k"))
	_, err = s.Delete(t.Context(), h, "k", policy.Decision{})
	must(t, err)

	reader, err := beside(t, path).BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	must(t, err)
	var n int
	must(t, reader.QueryRowContext(t.Context(), "select count(*) from version").Scan(&n))
	q := store.PurgeQuery{Before: time.Now()}
	gone, err := s.Purge(t.Context(), h, q)
	var file *store.FileError
	if !errors.As(err, &file) || !strings.Contains(err.Error(), "its journal still holds the text") || len(gone) != 1 {
		t.Errorf("a hindered purge: %v gone, %v", gone, err)
	}
	if len(grep(t, dir)) == 0 {
		t.Error("the text is gone all the same")
	}
	if _, err := s.Purge(t.Context(), h, q); !errors.As(err, &file) {
		t.Errorf("again, hindered: %v", err)
	}
	must(t, reader.Rollback())
	if gone, err := s.Purge(t.Context(), h, q); len(gone) != 0 || err != nil {
		t.Errorf("again, with nobody in the way: %v gone, %v", gone, err)
	}
	if found := grep(t, dir); len(found) > 0 {
		t.Errorf("after that there are %v", found)
	}
	must(t, s.Close())
}

// A purge is as good as its own call when it is part of a batch, and undone with it.
func TestAPurgeInABatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), filepath.Join(dir, "m.db"), store.Options{})
	must(t, err)
	h := admit(t, model.Public)
	save(t, s, h, canaryDraft("k"))
	_, err = s.Delete(t.Context(), h, "k", policy.Decision{})
	must(t, err)
	for _, stop := range []error{errors.New("stop"), nil} {
		err := s.Batch(t.Context(), func(w store.Writer) error {
			gone, err := w.Purge(t.Context(), h, store.PurgeQuery{Before: time.Now()})
			if len(gone) != 1 {
				t.Errorf("%d gone", len(gone))
			}
			return errors.Join(err, stop)
		})
		if found := grep(t, dir); !errors.Is(err, stop) || (len(found) == 0) != (stop == nil) {
			t.Errorf("a batch that ends with %v: %v; there are %v", stop, err, found)
		}
	}
	must(t, s.Check(t.Context()))
	must(t, s.Close())
}
