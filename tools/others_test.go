package tools_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"minne/model"
	"minne/tools"
)

// A person raises and ends the sessions that can be seen, and it counts at their
// next call.
func TestAPersonRaisesAndEndsAnAgentsSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	agent, person := w.agent(t, model.Public), w.person(t, model.Internal)
	must(t, agent.Start(t.Context()))
	id := agent.Info().ID
	_, err := person.Sessions(t.Context(), 10)
	must(t, err)
	must(t, person.RaiseOther(t.Context(), id, model.Internal))
	if got, want := said(t, agent, "memory_save", `{"key":"k","content":"c"}`), `{"saved":true,"key":"k","classification":"INTERNAL","version":1}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	must(t, person.EndOther(t.Context(), id))
	if got, want := said(t, agent, "memory_get", `{"key":"k"}`), `{"error":{"code":"CLASSIFICATION_VIOLATION","message":"the session has ended: begin a new one"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// That one has ended, not this one.
	for what, err := range map[string]error{
		"raise": person.RaiseOther(t.Context(), id, model.Confidential),
		"end":   person.EndOther(t.Context(), id),
	} {
		if e := failure(t, err); e.Code != tools.NotFound || e.Message != "that session has ended" || errors.Is(err, model.ErrEnded) {
			t.Errorf("%s: %+v", what, e)
		}
	}
	must(t, person.End(t.Context()))
	if err := person.EndOther(t.Context(), id); !errors.Is(err, model.ErrEnded) {
		t.Errorf("after its own end: %v", err)
	}
}

// SPEC P6: a session that cannot be seen is told of as one that is not there, and
// what may be seen is raised within bounds only.
func TestOtherSessionsAreRaisedWithinBounds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	high, low := w.agent(t, model.Restricted), w.agent(t, model.Public)
	must(t, high.Start(t.Context()))
	must(t, low.Start(t.Context()))
	person := w.person(t, model.Internal)
	nobody := model.ID{9}
	if seen, err := person.Sessions(t.Context(), 10); err != nil || len(seen) != 1 || seen[0].ID != low.Info().ID {
		t.Errorf("sees %+v, %v", seen, err)
	}
	for what, do := range map[string]func(id model.ID) error{
		"raise": func(id model.ID) error { return person.RaiseOther(t.Context(), id, model.Restricted) },
		"end":   func(id model.ID) error { return person.EndOther(t.Context(), id) },
	} {
		hidden, missing := asJSON(t, failure(t, do(high.Info().ID))), asJSON(t, failure(t, do(nobody)))
		if hidden != missing || !strings.Contains(hidden, "NOT_FOUND") {
			t.Errorf("%s: a hidden session gives %s, none gives %s", what, hidden, missing)
		}
	}
	for what, err := range map[string]error{
		"below one's own taint": person.RaiseOther(t.Context(), low.Info().ID, model.Public),
		"to no level":           person.RaiseOther(t.Context(), low.Info().ID, 0),
		"end below":             person.EndOther(t.Context(), low.Info().ID),
	} {
		if e := failure(t, err); e.Code != tools.Violation || e.Rule() != "own-level" {
			t.Errorf("%s: %+v by the rule %q", what, e, e.Rule())
		}
	}
	if i, err := low.Refresh(t.Context()); err != nil || i.Taint != model.Public {
		t.Errorf("the agent is at %v, %v", i.Taint, err)
	}
}

// What is seen through the eyes of a lower level is what a session there sees. There
// are no eyes above, and none after the session's end.
func TestEyesSeeWhatTheirLevelSees(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, l := range model.Levels {
		w.save(t, l, "k", l.String())
	}
	w.save(t, model.Confidential, "n", "text")
	s := w.person(t, model.Confidential)
	for _, l := range model.Levels[:3] {
		eyes, err := s.Through(t.Context(), l)
		must(t, err)
		m, err := eyes.Get(t.Context(), " k ")
		if err != nil || m.Content != l.String() {
			t.Errorf("through %v: %q, %v", l, m.Content, err)
		}
		_, err = eyes.Get(t.Context(), "n")
		if errors.Is(err, model.ErrNotFound) == (l == model.Confidential) {
			t.Errorf("through %v: n is %v", l, err)
		}
		p, err := eyes.Page(t.Context(), model.ListQuery{Limit: 9})
		if want, wanted := w.person(t, l).Page(t.Context(), model.ListQuery{Limit: 9}); err != nil || wanted != nil || fmt.Sprint(p) != fmt.Sprint(want) {
			t.Errorf("through %v: %+v, %v", l, p, err)
		}
	}
	for _, l := range []model.Level{model.Restricted, 0, 9} {
		_, err := s.Through(t.Context(), l)
		if e := failure(t, err); e.Code != tools.Violation || e.Rule() != "no-read-up" {
			t.Errorf("through %v: %+v", l, e)
		}
	}
	if log := w.logged(t, model.Confidential); !slices.Equal(log[len(log)-3:], []string{"deny no-read-up", "deny no-read-up", "deny no-read-up"}) {
		t.Errorf("the log is %q", log)
	}
	eyes, err := s.Through(t.Context(), model.Public)
	must(t, err)
	must(t, s.End(t.Context()))
	if m, err := eyes.Get(t.Context(), "k"); !errors.Is(err, model.ErrEnded) || m.Content != "" {
		t.Errorf("after the end: %q, %v", m.Content, err)
	}
	if p, err := eyes.Page(t.Context(), model.ListQuery{Limit: 9}); !errors.Is(err, model.ErrEnded) || len(p.Memories) != 0 {
		t.Errorf("after the end: %+v, %v", p, err)
	}
}

// SPEC A1: text leaves minne on record, or not at all.
func TestACopyIsOnRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Internal, "k", "text")
	s := w.person(t, model.Internal)
	m := gotten(t, s, "k").Head
	must(t, s.Copied(t.Context(), m))
	if log := w.logged(t, model.Internal); log[len(log)-1] != "copy k INTERNAL:1" {
		t.Errorf("the log is %q", log)
	}
	if err := w.person(t, model.Public).Copied(t.Context(), m); err == nil {
		t.Error("a PUBLIC session copies an INTERNAL memory")
	}
	w.sql(t, breakAudit)
	if err := s.Copied(t.Context(), m); err == nil {
		t.Error("it is copied without a record")
	}
	w.sql(t, repair)
}
