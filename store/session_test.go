package store_test

import (
	"testing"
	"time"

	"minne/model"
	"minne/store"
)

// A session whose first act is a raise was never seen at the level that it came
// from, and is not seen there afterwards (SPEC P6).
func TestARaiseAsTheFirstActLeavesNothingBelow(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	low := admit(t, model.Public)
	raised, err := s.Raise(t.Context(), low, model.Confidential)
	must(t, err)
	for l, want := range map[model.Level]int{model.Public: 0, model.Internal: 0, model.Confidential: 2} {
		events, err := s.Events(t.Context(), admit(t, l).Ceiling(), store.EventQuery{Limit: 10})
		must(t, err)
		if len(events) != want {
			t.Errorf("%d events at %v, want %d", len(events), l, want)
		}
	}
	known, err := s.Session(t.Context(), low.ID())
	must(t, err)
	if known.Taint != raised.Taint() || known.Taint != model.Confidential {
		t.Errorf("the session is at %v", known.Taint)
	}
	must(t, s.Close())
}
