package tools_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/store"
	"minne/tools"
)

// SPEC P2, CASES 23: on no path does a session see up, not even a number.
func TestNoPathReadsUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, l := range model.Levels {
		w.save(t, l, "k", fmt.Sprintf("v-%c", l.String()[0]))
	}
	w.save(t, model.Restricted, "r-only", "v of the deal", "merger")
	said(t, w.agent(t, model.Restricted), "memory_get", `{"key":"r-only"}`)
	for _, l := range model.Levels {
		top := l == model.Restricted
		s := w.person(t, l)
		if g := gotten(t, s, "k"); g.Content != fmt.Sprintf("v-%c", l.String()[0]) || g.Classification != l || len(g.Shadows) != int(l)-1 {
			t.Errorf("at %v: k is %+v", l, g.Memory)
		}
		keys, n := "k", 1
		if top {
			keys, n = "r-only k", 2
		}
		if got := listed(t, s, ""); got != keys {
			t.Errorf("at %v: listed %s", l, got)
		}
		if got := found(t, s, "v"); len(strings.Fields(got)) != n {
			t.Errorf("at %v: found %s", l, got)
		}
		if got, err := s.Count(t.Context()); err != nil || got != n {
			t.Errorf("at %v: %d memories, %v", l, got, err)
		}
		if h := past(t, s, "k"); len(h) != int(l) || h[0].Classification != l {
			t.Errorf("at %v: the history is %+v", l, h)
		}
		if p, err := s.Page(t.Context(), model.ListQuery{Limit: 10, Preview: -1}); err != nil || p.Total != n || len(p.Memories) != n {
			t.Errorf("at %v: the page is %+v, %v", l, p, err)
		}
		all := w.seen(t, l, []string{"k"}, nil, []string{"v", "deal"})
		for _, secret := range []string{"r-only", "merger", "RESTRICTED", "v-R", "of the deal"} {
			if strings.Contains(all, secret) != top {
				t.Errorf("at %v: seeing %q is %t in\n%s", l, secret, !top, all)
			}
		}
		if got := listed(t, s, "merger"); (got == "r-only") != top {
			t.Errorf("at %v: the tag gives %q", l, got)
		}
	}
}

// SPEC P6, CASES 25: hidden and missing things are told of in the same bytes, on
// every path, and leave the same entries in the log.
func TestHiddenIsToldAsMissing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Restricted, "hidden-key-1", "the merger", "merger")
	w.save(t, model.Restricted, "hidden-key-1", "the merger again", "merger")
	said(t, w.person(t, model.Restricted), "memory_delete", `{"key":"hidden-key-2"}`)
	w.now = w.now.Add(time.Second)
	ask := func(key, tag string) string {
		var b strings.Builder
		for _, channel := range []model.Channel{model.ChannelMCP, model.ChannelCLI} {
			s := w.begin(t, channel, model.Public)
			for _, c := range []step{
				{"memory_get", arguments("key", key), ""},
				{"memory_delete", arguments("key", key), ""},
				{"memory_delete", arguments("key", key, "classification", "RESTRICTED"), ""},
				{"memory_list", arguments("tag", tag), ""},
			} {
				fmt.Fprintln(&b, said(t, s, c.tool, c.args))
			}
			_, err := s.History(t.Context(), key)
			fmt.Fprintln(&b, asJSON(t, failure(t, err)))
			_, err = s.Restore(t.Context(), key, 0)
			fmt.Fprintln(&b, asJSON(t, failure(t, err)))
			_, err = s.Restore(t.Context(), key, 1)
			fmt.Fprintln(&b, asJSON(t, failure(t, err)))
			_, err = s.Cover(t.Context(), key)
			fmt.Fprintln(&b, asJSON(t, failure(t, err)))
			p, err := s.Purge(t.Context(), key, 0)
			fmt.Fprintln(&b, asJSON(t, p), err)
		}
		return strings.NewReplacer(key, "KEY", tag, "TAG").Replace(b.String())
	}
	entries := func() int { return len(w.logged(t, model.Public)) }
	first := ask("hidden-key-1", "merger")
	afterFirst := entries()
	second := ask("no-such-key-", "nobody")
	afterSecond := entries()
	if first != second {
		t.Errorf("hidden is told as\n%s\nmissing as\n%s", first, second)
	}
	if strings.Contains(strings.ReplaceAll(first, "PUBLIC", ""), "RESTRICTED") {
		t.Errorf("a level above is named:\n%s", first)
	}
	log := w.logged(t, model.Public)
	hidden := strings.NewReplacer("hidden-key-1", "KEY").Replace(strings.Join(log[:afterFirst], "\n"))
	missing := strings.NewReplacer("no-such-key-", "KEY").Replace(strings.Join(log[afterFirst:afterSecond], "\n"))
	if hidden != missing {
		t.Errorf("hidden leaves the entries\n%s\nmissing\n%s", hidden, missing)
	}
}

// CASES 25: what a session may not delete because it is lower stays, and the
// message may say so.
func TestALowerRecordIsNotDeletedFromAbove(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "p", "text")
	s := w.agent(t, model.Confidential)
	want := `{"error":{"code":"NOT_FOUND","message":"\"p\" exists at PUBLIC; a CONFIDENTIAL session deletes CONFIDENTIAL records only"}}`
	if got := said(t, s, "memory_delete", `{"key":"p"}`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := gotten(t, w.person(t, model.Public), "p"); got.Content != "text" {
		t.Errorf("at PUBLIC it is %+v", got)
	}
	if got := w.logged(t, model.Confidential); got[len(got)-1] != "deny p own-level" {
		t.Errorf("the log ends with %s", got[len(got)-1])
	}
}

// SPEC P5, CASES 26: the taint rises and never falls, and the clearance bounds it.
func TestTheTaintOnlyRises(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, err := w.Begin(tools.Start{Channel: model.ChannelTUI, Taint: model.Public, Clearance: model.Confidential})
	must(t, err)
	id := s.Info().ID
	for _, c := range []struct {
		to, is model.Level
		says   string
	}{
		{model.Internal, model.Internal, ""},
		{model.Confidential, model.Confidential, ""},
		{model.Internal, model.Confidential, "the taint of a session only rises: it is CONFIDENTIAL; for INTERNAL begin a new session"},
		{model.Public, model.Confidential, "the taint of a session only rises: it is CONFIDENTIAL; for PUBLIC begin a new session"},
		{model.Confidential, model.Confidential, ""},
		{model.Restricted, model.Confidential, "RESTRICTED is above this session's clearance, CONFIDENTIAL"},
		{0, model.Confidential, "that is not a level"},
		{200, model.Confidential, "that is not a level"},
	} {
		i, err := s.Raise(t.Context(), c.to)
		switch {
		case c.says == "":
			must(t, err)
			if i.Taint != c.is || i.ID != id {
				t.Errorf("raised to %v: %+v", c.to, i)
			}
		case err == nil:
			t.Errorf("raised to %v: %+v", c.to, i)
		default:
			if e := failure(t, err); e.Code != tools.Violation || e.Message != c.says {
				t.Errorf("raised to %v: %+v, want %s", c.to, e, c.says)
			}
		}
		if got := s.Info().Taint; got != c.is {
			t.Errorf("raised to %v, it is %v", c.to, got)
		}
	}
	want := []string{"raise", "raise", "deny taint-only-rises", "deny taint-only-rises", "deny clearance", "deny taint-only-rises", "deny taint-only-rises"}
	if got := w.logged(t, model.Confidential); !slices.Equal(got, append([]string{"start"}, want...)) {
		t.Errorf("the log is %q", got)
	}
	if got := w.logged(t, model.Public); len(got) != 0 {
		t.Errorf("the PUBLIC log tells of it: %q", got)
	}
	if _, err := w.Begin(tools.Start{Channel: model.ChannelTUI, Taint: model.Restricted, Clearance: model.Internal}); err == nil {
		t.Error("a session began above its clearance")
	}
}

// SPEC P5: a raise from elsewhere counts from the next call on, whichever call it is.
func TestARaiseFromElsewhereCountsAtTheNextCall(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(w *world, s *tools.Session) model.Level{
		"save": func(w *world, s *tools.Session) model.Level {
			got, err := s.Save(t.Context(), tools.SaveInput{Key: "n", Content: "c"})
			must(t, err)
			return got.Classification
		},
		"get": func(w *world, s *tools.Session) model.Level { return gotten(t, s, "k").Classification },
		"list": func(w *world, s *tools.Session) model.Level {
			got, err := s.List(t.Context(), tools.ListInput{})
			must(t, err)
			return got.Memories[0].Classification
		},
		"search": func(w *world, s *tools.Session) model.Level {
			got, err := s.Search(t.Context(), tools.SearchInput{Query: "text"})
			must(t, err)
			return got.Results[0].Classification
		},
		"delete": func(w *world, s *tools.Session) model.Level {
			got, err := s.Delete(t.Context(), "k")
			must(t, err)
			return got.Classification
		},
		"history": func(w *world, s *tools.Session) model.Level { return past(t, s, "k")[0].Classification },
		"refresh": func(w *world, s *tools.Session) model.Level {
			got, err := s.Refresh(t.Context())
			must(t, err)
			return got.Taint
		},
		"warning": func(w *world, s *tools.Session) model.Level {
			got := said(t, w.sameAgent(t, s), "memory_list", `{"level":"PUBLIC"}`)
			if !strings.Contains(got, "and it is INTERNAL") {
				t.Errorf("got %s", got)
			}
			return model.Internal
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.save(t, model.Public, "k", "low text")
			w.save(t, model.Internal, "k", "high text")
			s := w.person(t, model.Public)
			w.raised(t, s, model.Internal)
			if got := call(w, s); got != model.Internal {
				t.Errorf("it is answered at %v", got)
			}
			if name != "warning" && s.Info().Taint != model.Internal {
				t.Errorf("afterwards the session thinks that it is %v", s.Info().Taint)
			}
		})
	}
}

// sameAgent begins an agent's session and raises it as s was.
func (w *world) sameAgent(t testing.TB, s *tools.Session) *tools.Session {
	t.Helper()
	a := w.agent(t, s.Info().Taint)
	w.raised(t, a, model.Internal)
	return a
}

// A session that was ended, here or from elsewhere, does nothing more and says why.
func TestAnEndedSessionDoesNothing(t *testing.T) {
	t.Parallel()
	const want = `{"error":{"code":"CLASSIFICATION_VIOLATION","message":"the session has ended: begin a new one"}}`
	for name, end := range map[string]func(w *world, s *tools.Session){
		"here":                 func(w *world, s *tools.Session) { must(t, s.Start(t.Context())); must(t, s.End(t.Context())) },
		"here, before a write": func(w *world, s *tools.Session) { must(t, s.End(t.Context())) },
		"elsewhere": func(w *world, s *tools.Session) {
			must(t, s.Start(t.Context()))
			must(t, w.db.End(t.Context(), elsewhere(t, s)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.save(t, model.Public, "k", "text")
			s := w.person(t, model.Public)
			end(w, s)
			before := w.seen(t, model.Public, []string{"k"}, nil, []string{"text"})
			for _, c := range []step{
				{"memory_save", `{"key":"k","content":"c"}`, ""},
				{"memory_get", `{"key":"k"}`, ""},
				{"memory_search", `{"query":"text"}`, ""},
				{"memory_list", `{}`, ""},
				{"memory_delete", `{"key":"k"}`, ""},
				{"memory_drop", `{}`, ""},
			} {
				if got := said(t, s, c.tool, c.args); got != want {
					t.Errorf("%s: %s", c.tool, got)
				}
			}
			errs := map[string]error{}
			_, errs["refresh"] = s.Refresh(t.Context())
			_, errs["raise"] = s.Raise(t.Context(), model.Internal)
			_, errs["history"] = s.History(t.Context(), "k")
			_, errs["tags"] = s.Tags(t.Context())
			_, errs["count"] = s.Count(t.Context())
			_, errs["events"] = s.Events(t.Context(), store.EventQuery{Limit: 1})
			_, errs["page"] = s.Page(t.Context(), model.ListQuery{Limit: 1})
			_, errs["restore"] = s.Restore(t.Context(), "k", 1)
			_, errs["cover"] = s.Cover(t.Context(), "k")
			_, errs["purge"] = s.Purge(t.Context(), "", 0)
			errs["start"] = s.Start(t.Context())
			errs["end"] = s.End(t.Context())
			for what, err := range errs {
				if !errors.Is(err, model.ErrEnded) {
					t.Errorf("%s: %v", what, err)
				}
			}
			if after := w.seen(t, model.Public, []string{"k"}, nil, []string{"text"}); after != before {
				t.Errorf("it was\n%s\nand is\n%s", before, after)
			}
		})
	}
}
