package store_test

import (
	"cmp"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// The benchmarks run on MINNE_MEMORIES memories, 10,000 if it is not set, beside the
// same reads and writes without anything that minne adds to them:
//
//	go test -tags sqlite_fts5 -run '^$' -bench . ./store

// crowded returns a store with many memories, about 300 bytes each: 40, 30, 20 and 10
// in a hundred at the four levels, every twentieth key at two.
func crowded(b *testing.B) (*store.SQLite, []model.Key) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "m.db")
	s, err := store.Open(b.Context(), path, store.Options{})
	must(b, err)
	r := rand.New(rand.NewPCG(1, 1))
	n, err := strconv.Atoi(cmp.Or(os.Getenv("MINNE_MEMORIES"), "10000"))
	must(b, err)
	keys := make([]model.Key, n)
	began := time.Now()
	must(b, s.Batch(b.Context(), func(w store.Writer) error {
		for i := range keys {
			keys[i] = model.Key(fmt.Sprint("key-", i))
			if i%20 == 19 {
				keys[i] = keys[i-1]
			}
			h := admit(b, model.Levels[[]int{0, 0, 0, 0, 1, 1, 1, 2, 2, 3}[r.IntN(10)]])
			if _, err := w.Save(b.Context(), h, anyDraft(r, keys[i]), policy.Decision{Verdict: policy.Allow}); err != nil {
				return err
			}
		}
		return nil
	}))
	b.Logf("%d saves in one batch: %v each", n, time.Since(began)/time.Duration(n))
	b.Cleanup(func() { must(b, s.Close()) })
	return s, keys
}

// anyDraft has words as rare and as common as those of a language.
func anyDraft(r *rand.Rand, key model.Key) model.Draft {
	zipf := rand.NewZipf(r, 1.1, 4, 20_000)
	var text strings.Builder
	for text.Len() < 300 {
		text.WriteString(rareWord(int(zipf.Uint64())) + " ")
	}
	return model.Draft{Key: key, Content: text.String(), Tags: []model.Tag{model.Tag(fmt.Sprint("t", r.IntN(50))), "all"}}
}

func BenchmarkStore(b *testing.B) {
	s, keys := crowded(b)
	r := rand.New(rand.NewPCG(2, 2))
	h, top := admit(b, model.Public), admit(b, model.Restricted).Ceiling()
	allow := policy.Decision{Verdict: policy.Allow}
	for name, do := range map[string]func(i int) error{
		"save anew": func(i int) error {
			_, err := s.Save(b.Context(), h, anyDraft(r, model.Key(fmt.Sprint("new ", r.Uint64()))), allow)
			return err
		},
		"save again": func(i int) error { _, err := s.Save(b.Context(), h, anyDraft(r, keys[i%len(keys)]), allow); return err },
		"get":        func(i int) error { _, err := s.Head(b.Context(), top, keys[r.IntN(len(keys))]); return err },
		"list 50": func(i int) error {
			_, err := s.List(b.Context(), top, model.ListQuery{Limit: 50, Preview: 200})
			return err
		},
		"list 50 of a tag": func(i int) error {
			_, err := s.List(b.Context(), top, model.ListQuery{Limit: 50, Tag: "t7", Preview: 200})
			return err
		},
		"search": func(i int) error {
			_, err := s.Search(b.Context(), top, model.SearchQuery{Text: rareWord(r.IntN(2000)) + " " + rareWord(r.IntN(2000)), Limit: 10, Preview: -1})
			return err
		},
		"search filters": func(i int) error {
			_, err := s.Search(b.Context(), top, model.SearchQuery{Text: "tag:t7", Operators: true, Limit: 10, Preview: -1})
			return err
		},
		"events of a key": func(i int) error {
			_, err := s.Events(b.Context(), top, store.EventQuery{Key: keys[r.IntN(len(keys))], Limit: 50})
			return err
		},
		"events":  func(i int) error { _, err := s.Events(b.Context(), top, store.EventQuery{Limit: 50}); return err },
		"history": func(i int) error { _, err := s.History(b.Context(), top, keys[r.IntN(len(keys))]); return err },
		"count":   func(i int) error { _, err := s.Count(b.Context(), top); return err },
		"tags":    func(i int) error { _, err := s.Tags(b.Context(), top); return err },
		"session": func(i int) error { _, err := s.Session(b.Context(), h.ID()); return err },
		"note":    func(i int) error { return s.Note(b.Context(), h, model.Event{Kind: model.EventRead, Key: "k"}) },
		"changes": func(i int) error { _, err := s.Changes(b.Context()); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				must(b, do(i))
			}
		})
	}
	bare(b, s.Info().Path, keys)
}

// bare is what SQLite alone takes: one insert a transaction, one select.
func bare(b *testing.B, path string, keys []model.Key) {
	db, err := sql.Open("sqlite3", "file:"+path+"?_journal_mode=WAL&_synchronous=FULL&_stmt_cache_size=64&_busy_timeout=5000")
	must(b, err)
	defer db.Close()
	_, err = db.ExecContext(b.Context(), "create table bare (key text primary key, content text)")
	must(b, err)
	r := rand.New(rand.NewPCG(3, 3))
	b.Run("bare insert", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			d := anyDraft(r, model.Key(fmt.Sprint(r.Uint64())))
			_, err := db.ExecContext(b.Context(), "insert into bare values (?, ?)", d.Key, d.Content)
			must(b, err)
		}
	})
	b.Run("bare select", func(b *testing.B) {
		for b.Loop() {
			var content string
			must(b, db.QueryRowContext(b.Context(), "select content from version where key = ? limit 1", keys[r.IntN(len(keys))]).Scan(&content))
		}
	})
}
