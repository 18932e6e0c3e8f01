package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// SPEC D4: whatever becomes of a file, nothing panics or hangs, and what is said of
// it is an error for people. A longer run: MINNE_DAMAGES=5000 MINNE_SEED=2.
func TestDamagedFilesAreSurvived(t *testing.T) {
	t.Parallel()
	seed := fromEnv(t, "MINNE_SEED", 1)
	t.Logf("MINNE_SEED=%d", seed)
	whole := lived(t)
	dir := t.TempDir()
	said := map[string]int{}
	for n := range fromEnv(t, "MINNE_DAMAGES", 200) {
		r := rand.New(rand.NewPCG(seed, n))
		path := filepath.Join(dir, fmt.Sprint(n, ".db"))
		must(t, os.WriteFile(path, damage(r, whole), 0o600))
		for _, err := range useAll(t, path) {
			said[plain(t, n, path, err)]++
		}
		for _, end := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(path + end)
		}
	}
	t.Logf("what was said, and how often: %v", said)
	if said["is damaged"] == 0 {
		t.Error("no damage was ever noticed")
	}
}

// lived returns the bytes of a database that has seen everything.
func lived(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.db")
	w := newWalker(t, path, 7)
	for range 150 {
		w.step()
	}
	save(t, w.s, admit(t, model.Public), model.Draft{Key: "long", Content: strings.Repeat("many words and ", 4000)})
	must(t, w.s.Close())
	b, err := os.ReadFile(path)
	must(t, err)
	return b
}

// damage returns b with some of it changed.
func damage(r *rand.Rand, b []byte) []byte {
	b = append([]byte{}, b...)
	end := len(b)
	if r.IntN(3) == 0 {
		end = 8192 // where the schema begins
	}
	switch at := r.IntN(end); r.IntN(5) {
	case 0: // one bit
		b[at] ^= 1 << r.IntN(8)
	case 1: // many bits
		for range 1 + r.IntN(200) {
			b[r.IntN(end)] ^= 1 << r.IntN(8)
		}
	case 2: // a sector of garbage
		for i := at; i < min(at+512, len(b)); i++ {
			b[i] = byte(r.Uint32())
		}
	case 3: // pages that were never written
		clear(b[at&^4095 : min(at&^4095+4096*(1+r.IntN(3)), len(b))])
	case 4: // an end that is missing
		b = b[:r.IntN(len(b))]
	}
	return b
}

// useAll asks a database everything and has it do everything, and returns what went
// wrong.
func useAll(t *testing.T, path string) (wrong []error) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	s, err := store.Open(ctx, path, store.Options{Now: func() time.Time { return now }})
	if err != nil {
		return []error{err}
	}
	hear := func(_ any, err error) {
		if err != nil {
			wrong = append(wrong, err)
		}
	}
	allow := policy.Decision{Verdict: policy.Allow}
	for _, l := range []model.Level{model.Public, model.Restricted} {
		h := admit(t, l)
		c := h.Ceiling()
		for _, k := range []model.Key{"k1", "k5", "long"} {
			hear(s.Head(ctx, c, k))
			hear(s.History(ctx, c, k))
		}
		hear(s.List(ctx, c, model.ListQuery{Limit: 100, Preview: -1}))
		hear(s.List(ctx, c, model.ListQuery{Limit: 5, Tag: "a", Before: model.Cursor{Saved: 1}}))
		hear(s.Search(ctx, c, model.SearchQuery{Text: "some words " + rareWord(40), Limit: 100, Preview: -1}))
		hear(s.Search(ctx, c, model.SearchQuery{Text: "tag:a -words", Operators: true, Limit: 10}))
		hear(s.Count(ctx, c))
		hear(s.Tags(ctx, c))
		hear(s.Events(ctx, c, store.EventQuery{Limit: 1000}))
		hear(s.Sessions(ctx, c, 100))
		_, _, err := s.Past(ctx, c, store.PastQuery{Limit: 100})
		hear(nil, err)
		_, _, err = s.Matrix(ctx, c, store.MatrixQuery{Limit: 100})
		hear(nil, err)
		hear(s.Session(ctx, h.ID()))
		hear(s.Save(ctx, h, model.Draft{Key: "k1", Content: "new words", Tags: []model.Tag{"a"}}, allow))
		hear(s.Save(ctx, h, model.Draft{Key: "k5", Content: "new words", After: 1}, allow))
		hear(s.Delete(ctx, h, "k1", allow))
		hear(s.Restore(ctx, h, "k1", 0))
		hear(s.Restore(ctx, h, "k5", 1))
		hear(s.Cover(ctx, h, "long"))
		hear(s.Import(ctx, h, model.Imported{Draft: model.Draft{Key: "k3", Content: "x"}, Created: now, Saved: now}))
		hear(s.Purge(ctx, h, store.PurgeQuery{Before: now}))
	}
	hear(nil, s.Check(ctx))
	hear(nil, s.Close())
	return wrong
}

// plain checks that an error is for people, and returns what it says of the file.
func plain(t *testing.T, n any, path string, err error) string {
	t.Helper()
	var (
		file *store.FileError
		no   *policy.Refusal
	)
	says := err.Error()
	for _, word := range []string{"select", "insert", "constraint", "malformed", "syntax", "sql:", "SQL logic", "no such column", "no such table", "words", "zx", "\n"} {
		if strings.Contains(says, word) {
			t.Errorf("damage %v: %q holds %q", n, says, word)
		}
	}
	switch {
	case errors.As(err, &file):
		if file.Hint == "" || !strings.HasPrefix(says, path+" ") {
			t.Errorf("damage %v: %q names no file or no way out", n, says)
		}
		return strings.TrimPrefix(says, path+" ")
	case errors.As(err, &no), errors.Is(err, model.ErrNotFound), errors.Is(err, model.ErrConflict), errors.Is(err, model.ErrLive), errors.Is(err, store.ErrDerived):
	default:
		t.Errorf("damage %v: %v is no error for people", n, err)
	}
	return says
}

// What minne never writes may stand in a file all the same.
func TestValuesThatMinneNeverWritesAreSurvived(t *testing.T) {
	t.Parallel()
	whole := lived(t)
	dir := t.TempDir()
	for n, change := range []string{
		"update or ignore record set level = 77",
		"update or ignore record set level = 0",
		"update or ignore record set level = -1",
		"update or ignore record set level = 300",
		"update record set state = 9",
		"update record set version = 999999",
		"update record set number = -9223372036854775807, saved = 9223372036854775807, expires = -9223372036854775808",
		"update or ignore version set level = 77",
		"update version set kind = 0, number = -number, size = -1",
		"update version set tags = '[', origin = '{'",
		"update version set tags = 'null', origin = 'null'",
		"update version set tags = '{\"a\":1}'",
		"update version set session = x'', salt = x'', commitment = x''",
		"update version set size = 9223372036854775807",
		"update ending set state = 77, at = -9223372036854775808",
		"delete from ending",
		"update tally set heads = -5",
		"delete from tally",
		"update tag_tally set heads = -5",
		"update or ignore record_tag set level = 3",
		"update event set seq = -seq - 1",
		"update event set seq = seq + 4611686018427387904",
		"update event set seq = seq + 9223372036854700000",
		"update event set at = 9223372036854775807, kind = '', version = -1, of = 99, commitment = x'', session = x''",
		"delete from event_hash",
		"update event_hash set hash = x''",
		"update or ignore session_taint set level = 77",
		"delete from session_taint",
		"update session set clearance = 0, channel = 'x'",
		"update tombstone set hash = x'', salt = x''",
		"delete from record",
		"delete from version",
		"update meta set value = x'01' where name = 'id'",
		"delete from meta",
		"drop table found_1_data",
		"delete from found_1_data; delete from found_4_idx; delete from found_4_docsize; delete from found_2_config",
		"update found_4_data set block = zeroblob(20)",
	} {
		path := filepath.Join(dir, fmt.Sprint(n, ".db"))
		must(t, os.WriteFile(path, whole, 0o600))
		unguarded(t, path, change)
		wrong := useAll(t, path)
		for _, err := range wrong {
			plain(t, change, path, err)
		}
		if len(wrong) == 0 {
			t.Errorf("%s: nothing is said", change)
		}
	}
}

// unguarded makes a change with the triggers away and no constraint checked.
func unguarded(t *testing.T, path, change string) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?_ignore_check_constraints=1&_foreign_keys=0")
	must(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	triggers := column(t, db, "select sql from sqlite_schema where type = 'trigger'")
	for _, name := range column(t, db, "select name from sqlite_schema where type = 'trigger'") {
		do(t, db, "drop trigger "+name)
	}
	do(t, db, change)
	for _, text := range triggers {
		do(t, db, text)
	}
}
