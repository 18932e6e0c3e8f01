package tools_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/store"
	"minne/tools"
)

// These files hold a test for each defect of Triggerfish's memory that its own
// tests did not see (docs/security.md), by the number of the defect. TF28 is that
// those tests hand in a taint as a constant; its answer is tests that drive the
// whole program, over real stdio and in an emulated terminal, and they stand with
// those surfaces. The time that an update takes (a part of TF18) and the plans of
// the queries are package store's.

// TF1: the taint was copied when a session started, so later saves were too low.
func TestTF1ASaveTakesTheTaintOfTheMoment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.agent(t, model.Public)
	if got := said(t, s, "memory_save", arguments("key", "before", "content", "x")); !strings.Contains(got, `"classification":"PUBLIC"`) {
		t.Errorf("before the raise: %s", got)
	}
	w.raised(t, s, model.Confidential)
	if got := said(t, s, "memory_save", arguments("key", "deals", "content", "3 deals $2.1M")); !strings.Contains(got, `"classification":"CONFIDENTIAL"`) {
		t.Errorf("after the raise: %s", got)
	}
	if got := said(t, w.agent(t, model.Public), "memory_get", arguments("key", "deals")); got != `{"found":false,"key":"deals"}` {
		t.Errorf("a new PUBLIC session reads %s", got)
	}
}

// TF2: an unknown level compared as neither more nor less, and lowered the taint.
func TestTF2NoLevelWhateverItIsCalledLowersTheTaint(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.person(t, model.Confidential)
	for _, l := range []model.Level{0, model.Public, model.Internal, model.Confidential, 5, 9, 127, 128, 255} {
		i, err := s.Raise(t.Context(), l)
		if l == model.Confidential {
			must(t, err)
		} else if err == nil {
			t.Errorf("raised to %v: %v", l, i.Taint)
		}
	}
	for _, word := range []string{"confidential", "undefined", "", "PUBLIC", "public", "0", "NaN", "NONE"} {
		got := said(t, s, "memory_save", arguments("key", "k", "content", "c", "classification", word))
		if !strings.Contains(got, `"classification":"CONFIDENTIAL"`) {
			t.Errorf("with the word %q: %s", word, got)
		}
	}
	for _, word := range []string{"", "confidental", "PUBLIC ", "TOP SECRET", "undefined", "null", "2"} {
		if l, err := model.ParseLevel(word); err == nil {
			t.Errorf("%q is the level %v", word, l)
		}
	}
	if l, err := model.ParseLevel("confidential"); err != nil || l != model.Confidential {
		t.Errorf("confidential is %v, %v", l, err)
	}
}

// TF3: a session that was taken up again after a restart began at PUBLIC.
func TestTF3ASessionTakenUpAgainKeepsItsTaint(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.agent(t, model.Public)
	must(t, s.Start(t.Context()))
	w.raised(t, s, model.Confidential)
	must(t, w.db.Close())

	w.open(t, &ids{}) // the next session has the id of the first
	again := w.agent(t, model.Public)
	if again.Info().ID != s.Info().ID {
		t.Fatal("the ids differ")
	}
	if got := said(t, again, "memory_save", arguments("key", "k", "content", "c")); !strings.Contains(got, `"classification":"CONFIDENTIAL"`) {
		t.Errorf("got %s", got)
	}
	if i, err := again.Refresh(t.Context()); err != nil || i.Taint != model.Confidential {
		t.Errorf("its taint is %v, %v", i.Taint, err)
	}
}

// TF4: agent, level and key were joined with colons, so that parts could be read
// as one another.
func TestTF4KeysOfAnyShapeStayApart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	keys := []string{"a", "A", "a:", ":a", "a:a", "a:PUBLIC", "PUBLIC:a", "a:PUBLIC:a", "memory:a", "a%", "a_", "a/", `a\`, "a\"", "a'", "a|b", "a b"}
	for _, l := range []model.Level{model.Public, model.Internal} {
		for _, k := range keys {
			w.save(t, l, k, fmt.Sprintf("%v %s", l, k))
		}
	}
	for _, l := range []model.Level{model.Public, model.Internal} {
		s := w.person(t, l)
		for _, k := range keys {
			if g := gotten(t, s, k); g.Content != fmt.Sprintf("%v %s", l, k) {
				t.Errorf("%s at %v is %q", k, l, g.Content)
			}
		}
		if n, err := s.Count(t.Context()); err != nil || n != len(keys) {
			t.Errorf("%d memories at %v, %v, want %d", n, l, err, len(keys))
		}
	}
	if db, err := store.Open(t.Context(), w.path, store.Options{Agent: store.DefaultAgent + ":PUBLIC"}); err == nil {
		_ = db.Close()
		t.Error("an agent opened the memories of another")
	}
}

// TF5: keys were looked up by LIKE, so that _ and % matched anything and case did
// not count.
func TestTF5SignsInKeysAreNoPatterns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, k := range []string{"a_b", "aXb", "A_B", "a%b", "%", "_"} {
		w.save(t, model.Public, k, "first text of "+k, k)
		w.save(t, model.Public, k, "the text of "+k, k)
	}
	s := w.person(t, model.Public)
	if got, want := listed(t, s, ""), "_ % a%b A_B aXb a_b"; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
	if got := listed(t, s, "a_b"); got != "a_b" {
		t.Errorf("the tag a_b gives %s", got)
	}
	w.now = w.now.Add(time.Hour)
	p, err := s.Purge(t.Context(), "a_b", 0)
	must(t, err)
	if want := `{"purged":[{"key":"a_b","classification":"PUBLIC","version":1}]}`; asJSON(t, p) != want {
		t.Errorf("purged %s, want %s", asJSON(t, p), want)
	}
	if got, want := said(t, s, "memory_delete", `{"key":"%"}`), `{"deleted":true,"key":"%","classification":"PUBLIC"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := listed(t, s, ""), "_ a%b A_B aXb a_b"; got != want {
		t.Errorf("afterwards %s, want %s", got, want)
	}
}

// TF6: the query went to the engine as it was, and most signs were syntax errors.
func TestTF6NoQueryIsASyntaxError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "k", "it's a foo-bar in C++, mail user@example.com AND more")
	s := w.agent(t, model.Public)
	for query, want := range map[string]string{
		"foo-bar": "k", "it's": "k", "c++": "k", "user@example.com": "k", "mail AND zebra": "k", "NOT mail": "k", "(mail": "k", "mail\x00": "k",
		"AND": "k", `"`: "", "*": "", "NEAR(": "", "\x00": "", `"" ""`: "", "-": "", "^": "", ":": "", "{}": "",
	} {
		if got := found(t, s, query); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
}

// TF7: a query could name a column, even those with the level and the agent.
func TestTF7AQueryNamesNoColumns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "k", "nothing of the kind", "t")
	agent, person := w.agent(t, model.Public), w.person(t, model.Public)
	for _, query := range []string{"classification:public", "agent_id:main", "level:1", "content:zebra", "tags:zebra", "rowid:1", "extra:zebra", "{key content}:zebra", "-content:zebra"} {
		if got := found(t, agent, query); got != "" {
			t.Errorf("an agent's %s finds %s", query, got)
		}
	}
	for _, query := range []string{"classification:public", "agent_id:main", "content:zebra"} {
		r, err := person.Search(t.Context(), tools.SearchInput{Query: query, Operators: true})
		if err != nil || r.Total != 0 || len(r.Results) != 0 {
			t.Errorf("a person's %s finds %+v, %v", query, r, err)
		}
	}
}

// TF8: the words of level, agent and session were in the index.
func TestTF8WordsAboutAMemoryAreNotFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, l := range model.Levels {
		w.save(t, l, fmt.Sprint("k", int(l)), "text")
	}
	s := w.agent(t, model.Restricted)
	for _, query := range []string{"public", "CONFIDENTIAL", "restricted", "session", "main", "main-session", "live", "tui", "test", s.Info().ID.String(), "2026", "null"} {
		if got := found(t, s, query); got != "" {
			t.Errorf("%s finds %s", query, got)
		}
	}
}

// TF9: hits were counted off before the hidden ones were taken out.
func TestTF9HiddenMatchesTakeUpNoRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bulk(t, w, 50, func(n int) (model.Level, string, string) {
		return model.Restricted, fmt.Sprint("op-", n), "budget budget"
	})
	w.save(t, model.Public, "team", "the budget of the team, shared for everyone to read at any time")
	for _, most := range []int{1, 10} {
		r, err := w.agent(t, model.Public).Search(t.Context(), tools.SearchInput{Query: "budget", Max: most})
		if err != nil || len(r.Results) != 1 || r.Results[0].Key != "team" || r.Total != 1 || r.NextCursor != "" {
			t.Errorf("at most %d: got %+v, %v", most, r, err)
		}
	}
}

// TF10: shadowing was applied to what matched, so that a stale text was found once
// the text that replaced it did not match.
func TestTF10AShadowedTextIsNotFoundNorListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "project", "codename bluebird", "old")
	w.save(t, model.Confidential, "project", "codename kestrel", "new")
	high, low := w.person(t, model.Confidential), w.person(t, model.Public)
	if got := found(t, high, "bluebird") + listed(t, high, "old"); got != "" {
		t.Errorf("the shadowed text is there: %s", got)
	}
	if tags, err := high.Tags(t.Context()); err != nil || asJSON(t, tags) != `{"tags":[{"tag":"new","count":1}]}` {
		t.Errorf("the tags are %s, %v", asJSON(t, tags), err)
	}
	if got := found(t, low, "bluebird") + " " + listed(t, low, "old"); got != "project project" {
		t.Errorf("below it is not there: %q", got)
	}
	said(t, high, "memory_delete", arguments("key", "project"))
	if got := found(t, high, "bluebird") + " " + listed(t, high, "old"); got != "project project" {
		t.Errorf("after the deletion it does not show again: %q", got)
	}
}

// TF11: the rank of what was visible told how many hidden texts held the word.
func TestTF11ScoresKnowNothingOfWhatIsAbove(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for n := range 3 {
		w.save(t, model.Public, fmt.Sprint("p", n), strings.Repeat("roadmap ", n+1)+"merger")
	}
	keys, queries := []string{"p0"}, []string{"merger", "roadmap", "roadmap merger"}
	before := w.seen(t, model.Public, keys, nil, queries)
	bulk(t, w, 20, func(n int) (model.Level, string, string) {
		return model.Restricted, fmt.Sprint("r", n), "merger merger"
	})
	if after := w.seen(t, model.Public, keys, nil, queries); after != before {
		t.Errorf("a PUBLIC session saw\n%s\nand sees\n%s", before, after)
	}
}

// bulk imports n memories in one transaction, a second apart, oldest first.
func bulk(t testing.TB, w *world, n int, each func(n int) (l model.Level, key, content string)) {
	t.Helper()
	var all []tools.Foreign
	for i := range n {
		l, key, content := each(i)
		all = append(all, note(l, key, content, noon.Add(time.Duration(i-n)*time.Second)))
	}
	r, err := w.Import(t.Context(), all, model.Restricted)
	if err != nil || r.Added != n {
		t.Fatalf("imported %+v, %v", r, err)
	}
}

// TF12: a save erased the version before it, even one kept for audit.
func TestTF12NoSaveErasesWhatWasThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Internal, "k", "first", "a")
	w.save(t, model.Internal, "k", "second", "b")
	s := w.person(t, model.Internal)
	said(t, s, "memory_delete", arguments("key", "k"))
	w.save(t, model.Internal, "k", "third", "c")
	var got []string
	for _, v := range past(t, s, "k") {
		got = append(got, fmt.Sprintf("%d %s %s %v", v.Version, v.Content, v.Tags, v.State))
	}
	if want := []string{"3 third [c] live", "2 second [b] deleted", "1 first [a] superseded"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TF13: a memory that was saved after a deletion had the old one's creation time.
func TestTF13ASaveAfterADeletionBeginsANewLife(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.person(t, model.Public)
	created := func() time.Time { return gotten(t, s, "k").CreatedAt }
	w.save(t, model.Public, "k", "first")
	first := w.now
	w.save(t, model.Public, "k", "second")
	if got := created(); !got.Equal(first) {
		t.Errorf("a second save: created %v, want %v", got, first)
	}
	said(t, s, "memory_delete", arguments("key", "k"))
	w.save(t, model.Public, "k", "third")
	if got := created(); !got.Equal(w.now) {
		t.Errorf("after the deletion: created %v, want %v", got, w.now)
	}
	w.save(t, model.Internal, "k", "another record")
	if got := gotten(t, w.person(t, model.Internal), "k").CreatedAt; !got.Equal(w.now) {
		t.Errorf("a record of another level: created %v, want %v", got, w.now)
	}
}

// TF14: a second deletion said that it had deleted.
func TestTF14OnlyTheFirstDeletionDeletes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "k", "text")
	s := w.agent(t, model.Public)
	for _, want := range []string{
		`{"deleted":true,"key":"k","classification":"PUBLIC"}`,
		`{"error":{"code":"NOT_FOUND","message":"no such memory"}}`,
	} {
		if got := said(t, s, "memory_delete", arguments("key", "k")); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	deleted := 0
	for _, e := range w.logged(t, model.Public) {
		if strings.HasPrefix(e, "delete ") {
			deleted++
		}
	}
	if deleted != 1 {
		t.Errorf("the log has %d deletions", deleted)
	}
}

// TF15: an expiry was stored and nobody looked at it.
func TestTF15WhatHasExpiredIsGoneAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "code", "the old code", "door")
	s := w.agent(t, model.Internal)
	said(t, s, "memory_save", arguments("key", "code", "content", "the brief code", "tags", []string{"brief"}, "expires_at", "90m"))
	state := func() string {
		return strings.Join([]string{gotten(t, s, "code").Content, found(t, s, "brief"), listed(t, s, "brief"), listed(t, s, "door")}, "|")
	}
	w.now = w.now.Add(90*time.Minute - time.Microsecond)
	if got := state(); got != "the brief code|code|code|" {
		t.Errorf("before: %s", got)
	}
	w.now = w.now.Add(time.Microsecond)
	if got := state(); got != "the old code|||code" {
		t.Errorf("after: %s", got)
	}
	var e *tools.Error
	if _, err := s.Call(t.Context(), "memory_save", json.RawMessage(arguments("key", "k", "content", "c", "expires_at", "2026-02-28"))); err != nil {
		e = failure(t, err)
	}
	if e == nil || e.Code != tools.Invalid || e.Field != "expires_at" {
		t.Errorf("a time that is past gives %+v", e)
	}
}
