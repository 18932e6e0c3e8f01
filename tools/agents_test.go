package tools_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"minne/model"
	"minne/store"
	"minne/tools"
)

// SPEC A1: every memory that an agent is given is on record, each time, and nothing
// is that it was not given. A person's reads are nobody's business.
func TestWhatAnAgentIsGivenIsOnRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "low", "needle")
	bulk(t, w, 3, func(n int) (model.Level, string, string) { return model.Internal, fmt.Sprint("k", n), "needle" })
	agent, person := w.agent(t, model.Internal), w.person(t, model.Internal)
	for _, s := range []*tools.Session{agent, person} {
		said(t, s, "memory_get", `{"key":"low"}`)
		said(t, s, "memory_list", `{"max_results":2}`)
		said(t, s, "memory_search", `{"query":"needle","max_results":1}`)
	}
	_, err := agent.Page(t.Context(), model.ListQuery{Limit: 1})
	must(t, err)
	var got []string
	for _, e := range w.logged(t, model.Internal) {
		if strings.HasPrefix(e, "read ") {
			got = append(got, e)
		}
	}
	best, err := person.Search(t.Context(), tools.SearchInput{Query: "needle", Max: 1})
	must(t, err)
	hit := best.Results[0]
	want := []string{
		"read low PUBLIC:1 allowed",
		"read low PUBLIC:1 allowed", "read k2 INTERNAL:1 allowed",
		fmt.Sprintf("read %s %v:1 allowed", hit.Key, hit.Classification),
		"read low PUBLIC:1 allowed",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, e := range w.logged(t, model.Public) {
		if strings.HasPrefix(e, "read ") {
			t.Errorf("the PUBLIC log tells what an INTERNAL session reads: %s", e)
		}
	}
}

// What did not fit into an answer was not read.
func TestWhatDidNotFitIsNotOnRecordAsRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bulk(t, w, 60, func(n int) (model.Level, string, string) {
		return model.Public, grown(fmt.Sprintf("%02d", n), "<", model.MaxKey), grown("needle ", "<", 4000)
	})
	s := w.agent(t, model.Public)
	given := 0
	for _, c := range []step{{"memory_list", `{}`, ""}, {"memory_search", `{"query":"needle","max_results":60}`, ""}} {
		n := len(ask(t, s, c.tool, c.args).keys)
		if n == 60 {
			t.Fatal("everything fits")
		}
		given += n
	}
	reads := 0
	for _, e := range w.logged(t, model.Public) {
		if strings.HasPrefix(e, "read ") {
			reads++
		}
	}
	if reads != given {
		t.Errorf("%d reads are on record, %d memories were given", reads, given)
	}
}

// SPEC P7, V6, V7: what only people may do is denied to agents, by call and by
// code, and each denial is on record.
func TestWhatOnlyPeopleMayDoIsDeniedToAgents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "k", "text")
	before := w.seen(t, model.Restricted, []string{"k"}, nil, nil)
	s := w.agent(t, model.Public)
	errs := map[string]error{}
	_, errs["history"] = s.History(t.Context(), "k")
	_, errs["restore"] = s.Restore(t.Context(), "k", 1)
	_, errs["purge"] = s.Purge(t.Context(), "", 0)
	_, errs["purge k"] = s.Purge(t.Context(), "k", 0)
	_, errs["cover"] = s.Cover(t.Context(), "k")
	_, errs["tags"] = s.Tags(t.Context())
	_, errs["count"] = s.Count(t.Context())
	_, errs["events"] = s.Events(t.Context(), store.EventQuery{Limit: 9})
	_, errs["raise"] = s.Raise(t.Context(), model.Internal)
	_, _, errs["past"] = s.Past(t.Context(), store.PastQuery{Limit: 9})
	_, _, errs["matrix"] = s.Matrix(t.Context(), store.MatrixQuery{Limit: 9})
	_, errs["through"] = s.Through(t.Context(), model.Public)
	_, errs["sessions"] = s.Sessions(t.Context(), 9)
	errs["raise other"] = s.RaiseOther(t.Context(), s.Info().ID, model.Internal)
	errs["end other"] = s.EndOther(t.Context(), s.Info().ID)
	errs["copy"] = s.Copied(t.Context(), model.Memory{Version: model.Version{Key: "k", Level: model.Public}})
	for _, tool := range []string{"history", "restore", "purge", "cover", "tags", "count", "events", "import", "raise", "end"} {
		_, errs["call "+tool] = s.Call(t.Context(), tool, nil)
	}
	for what, err := range errs {
		if err == nil {
			t.Errorf("%s is let through", what)
			continue
		}
		if e := failure(t, err); e.Code != tools.Violation || e.Rule() != "people-only" {
			t.Errorf("%s: %+v by the rule %q", what, e, e.Rule())
		}
	}
	log := w.logged(t, model.Public)
	denials := 0
	for _, e := range log {
		if e == "deny people-only" {
			denials++
		}
	}
	if denials != len(errs) || len(log) != denials+3 {
		t.Errorf("%d denials of %d are on record:\n%s", denials, len(errs), strings.Join(log, "\n"))
	}
	after := w.seen(t, model.Restricted, []string{"k"}, nil, nil)
	if at := strings.Index(after, "{Level:"); !strings.HasPrefix(before, after[:at]) {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
	if got := s.Info().Taint; got != model.Public {
		t.Errorf("the agent is at %v", got)
	}
}

// CASES 12: agents share no memories, whatever their sessions ask.
func TestAgentsShareNothing(t *testing.T) {
	t.Parallel()
	w, dir := newWorld(t), t.TempDir()
	w.save(t, model.Public, "a1", "marker-7731", "only-a")
	db, err := store.Open(t.Context(), filepath.Join(dir, "b.db"), store.Options{Agent: "b", Now: func() time.Time { return w.now }})
	must(t, err)
	defer db.Close()
	b, err := tools.New(db, tools.Options{}).Begin(tools.Start{Channel: model.ChannelMCP, Taint: model.Restricted, Clearance: model.Restricted})
	must(t, err)
	w.follow(t, b, []step{
		{"memory_get", `{"key":"a1"}`, `{"found":false,"key":"a1"}`},
		{"memory_search", `{"query":"marker-7731"}`, `{"results":[],"query":"marker-7731","total":0}`},
		{"memory_list", `{"tag":"only-a"}`, `{"memories":[],"total":0}`},
		{"memory_delete", `{"key":"a1"}`, `{"error":{"code":"NOT_FOUND","message":"no such memory"}}`},
		{"memory_save", `{"key":"a1","content":"b text"}`, `{"saved":true,"key":"a1","classification":"RESTRICTED","version":1}`},
	})
	if got := gotten(t, w.person(t, model.Restricted), "a1").Content; got != "marker-7731" {
		t.Errorf("the other agent has %q", got)
	}
}

// A session may be used from many goroutines, while it is raised from elsewhere.
func TestOneSessionServesManyGoroutines(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.agent(t, model.Public)
	must(t, s.Start(t.Context()))
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 5 {
				key := fmt.Sprintf("k%d-%d", n, i)
				for _, c := range []step{
					{"memory_save", arguments("key", key, "content", "needle"), `{"saved":true,`},
					{"memory_get", arguments("key", key), `{"found":true,`},
					{"memory_search", `{"query":"needle"}`, `{"results":[{`},
					{"memory_list", `{}`, `{"memories":[{`},
				} {
					if got := said(t, s, c.tool, c.args); !strings.HasPrefix(got, c.want) {
						t.Errorf("%s %s: %s", c.tool, c.args, got)
					}
				}
				if n == 0 && i == 2 {
					w.raised(t, s, model.Confidential)
				}
				_ = s.Info()
			}
		})
	}
	all.Wait()
	if got := s.Info().Taint; got != model.Confidential {
		t.Errorf("the session is at %v", got)
	}
	low, high := w.person(t, model.Public), w.person(t, model.Confidential)
	n, err := low.Count(t.Context())
	must(t, err)
	m, err := high.Count(t.Context())
	if err != nil || n == 0 || n == 40 || m != 40 {
		t.Errorf("%d memories at PUBLIC, %d at CONFIDENTIAL, %v", n, m, err)
	}
}

// CASES 11: two processes save at once; nothing is lost and nothing fails.
func TestTwoProcessesSaveAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other, err := store.Open(t.Context(), w.path, store.Options{Now: func() time.Time { return noon }})
	must(t, err)
	defer other.Close()
	var all sync.WaitGroup
	for n, svc := range []*tools.Service{tools.New(w.db, tools.Options{}), tools.New(other, tools.Options{})} {
		s, err := svc.Begin(tools.Start{Channel: model.ChannelMCP, Taint: model.Public, Clearance: model.Public})
		must(t, err)
		all.Go(func() {
			for i := range 20 {
				for _, key := range []string{"same", fmt.Sprintf("k%d-%d", n, i)} {
					if _, err := s.Save(t.Context(), tools.SaveInput{Key: key, Content: "text"}); err != nil {
						t.Errorf("%s: %v", key, err)
					}
				}
			}
		})
	}
	all.Wait()
	s := w.person(t, model.Public)
	if n, err := s.Count(t.Context()); err != nil || n != 41 {
		t.Errorf("%d memories, %v, want 41", n, err)
	}
	if got := len(past(t, s, "same")); got != 40 {
		t.Errorf("%d versions, want 40", got)
	}
}

// SPEC D3: a save that is based on an old version is refused, not lost.
func TestASaveOverANewerVersionIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.person(t, model.Public)
	for _, in := range []tools.SaveInput{{Key: "k", Content: "first"}, {Key: "k", Content: "second", After: 1}} {
		_, err := s.Save(t.Context(), in)
		must(t, err)
	}
	_, err := s.Save(t.Context(), tools.SaveInput{Key: "k", Content: "third", After: 1})
	if e := failure(t, err); e.Code != tools.Invalid || e.Field != "key" || !errors.Is(err, model.ErrConflict) {
		t.Errorf("got %+v", e)
	}
	if got := gotten(t, s, "k").Content; got != "second" {
		t.Errorf("it is %q", got)
	}
}
