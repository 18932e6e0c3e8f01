package storetest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func still() time.Time { return noon }

var allowed = policy.Decision{Verdict: policy.Allow, Rule: policy.RuleAllowed}

func batchIsAtomic(t *testing.T, open Open) {
	p := open(t, still)
	defer closed(t, p)
	h := admit(t, model.Internal, model.Internal, noon)
	stop := errors.New("stop")
	err := p.Batch(t.Context(), func(w store.Writer) error {
		for _, k := range keys {
			if _, err := w.Save(t.Context(), h, model.Draft{Key: k, Content: "red"}, allowed); err != nil {
				return err
			}
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Fatalf("the batch ended with %v, want the error that stopped it", err)
	}
	if n, err := p.Count(t.Context(), h.Ceiling()); n != 0 || err != nil {
		t.Errorf("%d memories are there after a batch that failed (%v), want none", n, err)
	}
	if _, err := p.Session(t.Context(), h.ID()); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("the session of a failed batch is known: %v", err)
	}
	if e, err := p.Events(t.Context(), h.Ceiling(), store.EventQuery{Limit: 10}); len(e) != 0 || err != nil {
		t.Errorf("events of a failed batch: %v, %v", e, err)
	}
}

func zeroSeesNothing(t *testing.T, open Open) {
	p := open(t, still)
	defer closed(t, p)
	if _, err := p.Save(t.Context(), admit(t, model.Public, model.Public, noon), model.Draft{Key: "a", Content: "red"}, allowed); err != nil {
		t.Fatal(err)
	}
	var zero policy.Ceiling
	if m, err := p.Head(t.Context(), zero, "a"); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("get = %v, %v", m, err)
	}
	if l, err := p.List(t.Context(), zero, model.ListQuery{Limit: 10}); len(l.Memories) > 0 || l.Total > 0 || err == nil {
		t.Errorf("list = %v, %v", l, err)
	}
	if f, err := p.Search(t.Context(), zero, model.SearchQuery{Text: "red", Limit: 10}); len(f.Hits) > 0 || err == nil {
		t.Errorf("search = %v, %v", f, err)
	}
}

// taintIsReadInside raises a session behind the back of a handle that still says
// PUBLIC (TF1): what the old handle saves is saved at the new taint.
func taintIsReadInside(t *testing.T, open Open) {
	p := open(t, still)
	defer closed(t, p)
	h := admit(t, model.Public, model.Confidential, noon)
	if _, err := p.Raise(t.Context(), h, model.Confidential); err != nil {
		t.Fatal(err)
	}
	v, err := p.Save(t.Context(), h, model.Draft{Key: "a", Content: "red"}, allowed)
	if err != nil || v.Level != model.Confidential {
		t.Errorf("saved at %v, %v; want CONFIDENTIAL", v.Level, err)
	}
	var no *policy.Refusal
	if _, err := p.Raise(t.Context(), h, model.Restricted); !errors.As(err, &no) || no.Rule != policy.RuleClearance {
		t.Errorf("raised above the clearance: %v", err)
	}
	if _, err := p.Raise(t.Context(), h, model.Internal); !errors.As(err, &no) || no.Rule != policy.RuleOnlyRises {
		t.Errorf("lowered: %v", err)
	}
}

// pagesMeet walks a list forwards and backwards in pages of every small size.
func pagesMeet(t *testing.T, open Open) {
	now := noon
	p := open(t, func() time.Time { return now })
	defer closed(t, p)
	for i := range 23 {
		h := admit(t, model.Levels[i%3], model.Restricted, noon)
		now = noon.Add(time.Duration(i/2) * time.Second) // every time twice
		d := model.Draft{Key: model.Key(fmt.Sprint("k", i%19)), Content: "red", Tags: tags[:i%3]}
		if _, err := p.Save(t.Context(), h, d, allowed); err != nil {
			t.Fatal(err)
		}
	}
	c := admit(t, model.Confidential, model.Confidential, noon).Ceiling()
	for _, tag := range []model.Tag{"", "x"} {
		whole, err := p.List(t.Context(), c, model.ListQuery{Tag: tag, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		want := keysOf(whole.Memories)
		for size := 1; size < 8; size++ {
			var there, back []model.Key
			q := model.ListQuery{Tag: tag, Limit: size}
			for more := true; more; {
				page, err := p.List(t.Context(), c, q)
				if err != nil {
					t.Fatal(err)
				}
				there, more = append(there, keysOf(page.Memories)...), page.More
				q.After = model.CursorOf(page.Memories[len(page.Memories)-1])
			}
			q = model.ListQuery{Tag: tag, Limit: size, Before: model.Cursor{Saved: math.MinInt64, Key: "\xff"}}
			for more := true; more; {
				page, err := p.List(t.Context(), c, q)
				if err != nil {
					t.Fatal(err)
				}
				back, more = append(keysOf(page.Memories), back...), page.More
				q.Before = model.CursorOf(page.Memories[0])
			}
			if !slices.Equal(there, want) || !slices.Equal(back, want) {
				t.Errorf("pages of %d with tag %q\nthere %v\n back %v\n want %v", size, tag, there, back, want)
			}
		}
	}
}

func keysOf(all []model.Memory) []model.Key {
	keys := make([]model.Key, 0, len(all))
	for _, m := range all {
		keys = append(keys, m.Key)
	}
	return keys
}

func closed(t *testing.T, p Opened) {
	t.Helper()
	if err := p.Check(t.Context()); err != nil {
		t.Errorf("what is derived does not fit: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}
