package store_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// A call that is cancelled, at whichever of its statements, has either happened whole,
// and says so, or not at all, and says that it was cancelled.
func TestACancelledCallHappensWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	var (
		left atomic.Int64
		stop context.CancelFunc
		h    = admit(t, model.Public)
	)
	s.Record(func(store.Statement) {
		if left.Add(-1) == 0 {
			stop()
		}
	})
	allow := policy.Decision{Verdict: policy.Allow}
	calls := map[string]func(ctx context.Context, n int) error{
		"save": func(ctx context.Context, n int) error {
			_, err := s.Save(ctx, h, model.Draft{Key: "k", Content: fmt.Sprint("words ", n), Tags: []model.Tag{"t"}}, allow)
			return err
		},
		"part of a batch that goes on": func(ctx context.Context, n int) error {
			var part error
			whole := s.Batch(t.Context(), func(w store.Writer) error {
				_, part = w.Save(ctx, h, model.Draft{Key: "k", Content: fmt.Sprint("words ", n), Tags: []model.Tag{"t"}}, allow)
				_, err := w.Save(t.Context(), h, model.Draft{Key: "other", Content: "x"}, allow)
				return err
			})
			return cmp.Or(whole, part)
		},
		"search": func(ctx context.Context, _ int) error {
			_, err := s.Search(ctx, h.Ceiling(), model.SearchQuery{Text: "words", Limit: 10})
			return err
		},
		"list": func(ctx context.Context, _ int) error {
			_, err := s.List(ctx, h.Ceiling(), model.ListQuery{Limit: 10})
			return err
		},
	}
	for name, call := range calls {
		must(t, calls["save"](t.Context(), 0))
		must(t, call(t.Context(), 0))
		last, ended := "words 0", false
		for n := 1; !ended; n++ {
			var ctx context.Context
			ctx, stop = context.WithCancel(t.Context())
			left.Store(int64(n))
			said := call(ctx, n)
			ended = left.Swap(0) > 0 // it has fewer statements
			stop()
			writes := name == "save" || strings.HasPrefix(name, "part")
			switch {
			case said == nil && writes:
				last = fmt.Sprint("words ", n)
			case said != nil && !errors.Is(said, context.Canceled):
				t.Errorf("%s, cancelled at statement %d: %v", name, n, said)
			}
			if m, err := s.Head(t.Context(), h.Ceiling(), "k"); err != nil || m.Content != last {
				t.Fatalf("%s, cancelled at statement %d (%v): there is %q, %v; want %q", name, n, said, m.Content, err, last)
			}
		}
		must(t, s.Check(t.Context()))
	}
	must(t, s.Close())
}
