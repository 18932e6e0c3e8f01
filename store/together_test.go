package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// Many goroutines may use one store, and what they do to each other's memories is what
// they would do one after another: no error, no gap, nothing lost.
func TestManyUseOneStoreAtOnce(t *testing.T) {
	t.Parallel()
	var micros atomic.Int64
	clock := func() time.Time { return time.UnixMicro(1_770_000_000_000_000 + micros.Add(100_000)) }
	path := filepath.Join(t.TempDir(), "m.db")
	s, err := store.Open(t.Context(), path, store.Options{Now: clock})
	must(t, err)
	var (
		work  sync.WaitGroup
		saves [len(model.Levels) + 1]atomic.Int64
	)
	for n := range 8 {
		work.Go(func() {
			r := rand.New(rand.NewPCG(uint64(n), 1))
			h := admitBy(t, model.ChannelCLI, model.Levels[n%len(model.Levels)])
			c, l := h.Ceiling(), h.Taint()
			for range 40 {
				key := model.Key(fmt.Sprint("k", r.IntN(4)))
				d := model.Draft{Key: key, Content: "some words", Tags: []model.Tag{"a"}}
				if r.IntN(3) == 0 {
					d.Expires = clock().Add(time.Second)
				}
				var err error
				switch r.IntN(8) {
				default:
					if _, err = s.Save(t.Context(), h, d, policy.Decision{Verdict: policy.Allow}); err == nil {
						saves[l].Add(1)
					}
				case 4:
					_, err = s.Delete(t.Context(), h, key, policy.Decision{})
				case 5:
					_, err = s.Head(t.Context(), c, key)
				case 6:
					var p model.Page
					if p, err = s.List(t.Context(), c, model.ListQuery{Limit: 10, Tag: "a"}); err == nil && p.Total != len(p.Memories) {
						t.Errorf("a list of %d says that it has %d", len(p.Memories), p.Total)
					}
				case 7:
					var f model.Found
					if f, err = s.Search(t.Context(), c, model.SearchQuery{Text: "words", Limit: 10}); err == nil && f.Total != len(f.Hits) {
						t.Errorf("a search that finds %d says that it finds %d", len(f.Hits), f.Total)
					}
				}
				if err != nil && !errors.Is(err, model.ErrNotFound) {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	db := beside(t, path)
	for _, l := range model.Levels {
		var kept int64
		must(t, db.QueryRowContext(t.Context(), "select count(*) from version where level = ?", l).Scan(&kept))
		if want := saves[l].Load(); kept != want {
			t.Errorf("%d versions at %v, want %d", kept, l, want)
		}
		sameTree(t, db, l)
	}
	committed(t, db)
	must(t, s.Check(t.Context()))
	must(t, s.Close())
}
