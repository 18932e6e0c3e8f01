package tools_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/tools"
)

// The triggers by which these tests make one part of a change fail.
const (
	breakIndex = `create trigger broken before update on tally begin select raise(abort, 'broken'); end`
	breakAudit = `create trigger broken before insert on event begin select raise(abort, 'broken'); end`
	repair     = `drop trigger broken`
)

// TF16: a memory and its index were written apart, so that one could be without
// the other.
func TestTF16AMemoryIsSavedWithItsIndexOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "k", "old text", "a")
	w.save(t, model.Public, "gone", "soon")
	state := func() string {
		return w.seen(t, model.Public, []string{"k", "gone", "new"}, []string{"a", "b"}, []string{"old", "new", "soon"})
	}
	before := state()
	w.sql(t, breakIndex)
	s := w.agent(t, model.Public)
	for tool, args := range map[string]string{
		"memory_save":   arguments("key", "new", "content", "new text", "tags", "b"),
		"memory_delete": arguments("key", "gone"),
	} {
		if got := said(t, s, tool, args); !strings.HasPrefix(got, `{"error":{"code":"STORAGE_ERROR",`) {
			t.Errorf("%s without an index says %s", tool, got)
		}
	}
	if after := state(); after != before {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
	w.sql(t, repair)
	if got := said(t, s, "memory_save", arguments("key", "new", "content", "new text")); !strings.HasPrefix(got, `{"saved":true,`) {
		t.Errorf("repaired, it says %s", got)
	}
}

// TF17: a writer without an index shared the memories, and left old text findable.
func TestTF17EveryWriterKeepsTheIndex(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.person(t, model.Public)
	writers := []string{"nobody", "terminal", "command", "agent", "import"}
	for i, c := range []model.Channel{model.ChannelTUI, model.ChannelCLI, model.ChannelMCP, model.ChannelImport} {
		w.now = w.now.Add(time.Second)
		word, before := writers[i+1], writers[i]
		if c == model.ChannelImport {
			_, err := w.Import(t.Context(), []tools.Foreign{note(model.Public, "k", word, w.now)}, model.Public)
			must(t, err)
		} else {
			said(t, w.begin(t, c, model.Public), "memory_save", arguments("key", "k", "content", word))
		}
		if got := found(t, s, word) + "," + found(t, s, before); got != "k," {
			t.Errorf("over %s: found %q", c, got)
		}
	}
	said(t, w.agent(t, model.Public), "memory_delete", arguments("key", "k"))
	if got := found(t, s, "import"); got != "" {
		t.Errorf("deleted, it is found: %s", got)
	}
}

// TF18: the old text of a memory was looked for in the whole index. Here it is
// taken out by its row: each index has exactly the rows of what it shows.
func TestTF18AnUpdateTakesExactlyItsOldRowOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for n := range 12 {
		w.save(t, model.Levels[n%2], fmt.Sprint("k", n%5), fmt.Sprint("text number ", n))
	}
	said(t, w.agent(t, model.Public), "memory_delete", arguments("key", "k0"))
	db, err := sql.Open("sqlite3", w.path)
	must(t, err)
	defer db.Close()
	for _, l := range model.Levels {
		var indexed, heads string
		must(t, db.QueryRowContext(t.Context(), fmt.Sprintf(`
			select (select group_concat(id) from (select id from found_%[1]d_docsize order by id)),
				(select group_concat(id) from (select id from head_%[1]d order by id))`, l)).Scan(&indexed, &heads))
		if indexed != heads {
			t.Errorf("the index of %v has the rows %s, its heads are %s", l, indexed, heads)
		}
	}
}

// TF19: a purge had no level and no owner, and took evidence away that its caller
// could not see.
func TestTF19APurgeIsAPersonsAndOfItsLevel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, l := range []model.Level{model.Public, model.Restricted} {
		w.save(t, l, "k", "old")
		w.save(t, l, "k", "new")
	}
	w.now = w.now.Add(time.Hour)
	_, err := w.agent(t, model.Restricted).Purge(t.Context(), "", 0)
	if e := failure(t, err); e.Code != tools.Violation || e.Rule() != "people-only" {
		t.Errorf("an agent's purge: %+v, %s", e, e.Rule())
	}
	p, err := w.person(t, model.Public).Purge(t.Context(), "", 0)
	must(t, err)
	if want := `{"purged":[{"key":"k","classification":"PUBLIC","version":1}]}`; asJSON(t, p) != want {
		t.Errorf("got %s, want %s", asJSON(t, p), want)
	}
	var kept []string
	for _, v := range past(t, w.person(t, model.Restricted), "k") {
		kept = append(kept, fmt.Sprintf("%v:%d", v.Classification, v.Version))
	}
	if want := []string{"RESTRICTED:2", "RESTRICTED:1", "PUBLIC:2"}; !slices.Equal(kept, want) {
		t.Errorf("kept %s, want %s", kept, want)
	}
	log := strings.Join(w.logged(t, model.Restricted), "\n")
	for _, want := range []string{"purge k PUBLIC:1", "deny people-only"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %q:\n%s", want, log)
		}
	}
}

// TF20: the audit chain was never written to, so that no decision was on record.
func TestTF20EveryDecisionAndChangeIsOnRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.agent(t, model.Internal)
	for _, c := range [][2]string{
		{"memory_save", `{"key":"k","content":"text","level":"PUBLIC"}`},
		{"memory_save", `{"key":"k","content":"other text"}`},
		{"memory_get", `{"key":"k"}`},
		{"memory_get", `{"key":"nothing"}`},
		{"memory_search", `{"query":"other"}`},
		{"memory_search", `{"query":"zebra"}`},
		{"memory_list", `{}`},
		{"memory_list", `{"tag":"none","classification":"PUBLIC"}`},
		{"memory_delete", `{"key":"k"}`},
		{"memory_delete", `{"key":"k","taint":"PUBLIC"}`},
		{"memory_save", `{"key":"","content":"text","level":"PUBLIC"}`},
		{"memory_get", `[]`},
		{"memory_purge", `{}`},
	} {
		said(t, s, c[0], c[1])
	}
	want := []string{
		"start",
		"override k forced-level level", "save k INTERNAL:1 forced-level",
		"save k INTERNAL:2 allowed",
		"read k INTERNAL:2 allowed",
		"read nothing allowed",
		"read k INTERNAL:2 allowed",
		"allow allowed",
		"read k INTERNAL:2 allowed",
		"override forced-level classification",
		"delete k INTERNAL:2 allowed",
		"override forced-level taint", "deny k no-read-up",
		"override forced-level level", "allow forced-level",
		"allow allowed",
		"deny unknown-tool",
	}
	if got := w.logged(t, model.Internal); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TF21: what could not be put on record was done all the same.
func TestTF21WhatCannotBePutOnRecordIsNotDone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "k", "the text of k", "t")
	before := w.seen(t, model.Public, []string{"k", "new"}, []string{"t"}, []string{"text"})
	s := w.agent(t, model.Public)
	w.sql(t, breakAudit)
	for _, c := range [][2]string{
		{"memory_save", `{"key":"new","content":"text"}`},
		{"memory_delete", `{"key":"k"}`},
		{"memory_get", `{"key":"k"}`},
		{"memory_search", `{"query":"text"}`},
		{"memory_list", `{}`},
	} {
		if got := said(t, s, c[0], c[1]); !strings.HasPrefix(got, `{"error":{"code":"STORAGE_ERROR",`) || strings.Contains(got, "the text of") {
			t.Errorf("%s says %s", c[0], got)
		}
	}
	found, err := s.Search(t.Context(), tools.SearchInput{Query: "text"})
	if err == nil || len(found.Results) != 0 {
		t.Errorf("a search by code gives %+v, %v", found, err)
	}
	list, err := s.List(t.Context(), tools.ListInput{})
	if err == nil || len(list.Memories) != 0 {
		t.Errorf("a list by code gives %+v, %v", list, err)
	}
	page, err := s.Page(t.Context(), model.ListQuery{Limit: 5})
	if err == nil || len(page.Memories) != 0 {
		t.Errorf("a page by code gives %+v, %v", page, err)
	}
	w.sql(t, repair)
	if after := w.seen(t, model.Public, []string{"k", "new"}, []string{"t"}, []string{"text"}); after != before {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
}

// TF22: an index of content hashes was shared by the levels, so that a low session
// could tell whether a high one had saved a text.
func TestTF22TheSameTextSavedAboveChangesNothingBelow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	keys, tags, queries := []string{"guess", "other", "secret"}, []string{"t"}, []string{"falcon", "target falcon"}
	w.save(t, model.Public, "guess", "the target is Falcon AB", "t")
	w.save(t, model.Public, "other", "another text", "t")
	before := w.seen(t, model.Public, keys, tags, queries)
	w.save(t, model.Restricted, "secret", "the target is Falcon AB", "t")
	w.save(t, model.Restricted, "guess", "the target is Falcon AB", "t")
	if after := w.seen(t, model.Public, keys, tags, queries); after != before {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
	w.save(t, model.Public, "guess", "the target is Falcon AB", "t")
	if g := gotten(t, w.person(t, model.Public), "guess"); g.Version != 2 || len(g.Shadows) != 0 {
		t.Errorf("got %+v", g)
	}
}

// TF23: an answer was kept for half a minute, for whichever session asked next.
func TestTF23NoAnswerOutlivesItsSessionOrItsTaint(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "persona", "plain")
	w.save(t, model.Restricted, "persona", "knows of the merger")
	high, low := w.agent(t, model.Restricted), w.agent(t, model.Public)
	for range 2 {
		for s, want := range map[*tools.Session]string{high: "knows of the merger", low: "plain"} {
			r, err := s.Search(t.Context(), tools.SearchInput{Query: "persona"})
			if err != nil || len(r.Results) != 1 || r.Results[0].Content != want || gotten(t, s, "persona").Content != want {
				t.Errorf("at %v: got %+v, %v", s.Info().Taint, r.Results, err)
			}
		}
	}
	w.raised(t, low, model.Restricted)
	if got := gotten(t, low, "persona").Content; got != "knows of the merger" {
		t.Errorf("after the raise: %q", got)
	}
	w.save(t, model.Restricted, "persona", "knows more")
	if got := gotten(t, high, "persona").Content; got != "knows more" {
		t.Errorf("after a save by another session: %q", got)
	}
}

// TF24: max_results was passed to the engine as it came.
func TestTF24TheNumberOfResultsIsChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bulk(t, w, 12, func(n int) (model.Level, string, string) { return model.Public, fmt.Sprint("k", n), "word" })
	s := w.agent(t, model.Public)
	for given, want := range map[string]int{`1`: 1, `10`: 10, `null`: 10, `1e9`: 12, `0`: -1, `-1`: -1, `2.5`: -1, `"NaN"`: -1, `"Infinity"`: -1, `true`: -1, `[3]`: -1, `{}`: -1} {
		answer, err := s.Call(t.Context(), "memory_search", json.RawMessage(`{"query":"word","max_results":`+given+`}`))
		switch {
		case err != nil && want < 0:
			if e := failure(t, err); e.Code != tools.Invalid || e.Field != "max_results" {
				t.Errorf("%s: %+v", given, e)
			}
		case err != nil || want < 0:
			t.Errorf("%s: %v, want %d results", given, err, want)
		case len(answer.(tools.Results).Results) != want:
			t.Errorf("%s: %d results, want %d", given, len(answer.(tools.Results).Results), want)
		}
	}
}

// TF25: nothing was checked: keys took escapes, differed by a space, and had no
// size.
func TestTF25NamesAndTextsAreChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.agent(t, model.Public)
	for field, bad := range map[string][]string{
		"key":     {"", "  ", strings.Repeat("k", 257), "a\x1b]0;x\x07", "a\nb", "a\u202eb", "a\u200bb", "a\u009b2J", "\U000e0041", "a\x7fb"},
		"content": {"", "a\x00b", strings.Repeat("c", 1<<20+1)},
		"tags":    {strings.Repeat("t", 65), "a\x07", "a\u200fb"},
	} {
		for _, v := range bad {
			args := map[string]any{"key": "k", "content": "c", "tags": []string{}}
			args[field] = v
			_, err := s.Call(t.Context(), "memory_save", json.RawMessage(asJSON(t, args)))
			if err == nil {
				t.Errorf("saved with the %s %.20q", field, v)
				continue
			}
			if e := failure(t, err); e.Code != tools.Invalid || e.Field != field || v != "" && len(v) < 20 && strings.Contains(e.Message, v) {
				t.Errorf("with the %s %.20q: %+v", field, v, e)
			}
		}
	}
	if n, err := s.List(t.Context(), tools.ListInput{}); err != nil || n.Total != 0 {
		t.Errorf("%d memories were saved, %v", n.Total, err)
	}
	for _, key := range []string{"user-name", " user-name ", "user-name\u00a0"} {
		said(t, s, "memory_save", arguments("key", key, "content", "c"))
	}
	said(t, s, "memory_save", arguments("key", "cafe\u0301", "content", "c"))
	said(t, s, "memory_save", arguments("key", "caf\u00e9", "content", "c"))
	if got, err := s.List(t.Context(), tools.ListInput{}); err != nil || got.Total != 2 {
		t.Errorf("the spellings of two keys are %d, %v", got.Total, err)
	}
}

// TF26: filters that the store did not know were dropped without a word.
func TestTF26AFilterThatIsNotKnownIsNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "k", "text")
	s := w.agent(t, model.Public)
	for args, want := range map[string]string{
		`{"since":"2026-01-01","tags":["a"]}`:        `unknown arguments ignored: \"since\", \"tags\"`,
		`{"classification":"INTERNAL","order":null}`: `classification ignored: the session decides, and it is PUBLIC; unknown arguments ignored: \"order\"`,
	} {
		if got := said(t, s, "memory_list", args); !strings.HasSuffix(got, `"warning":"`+want+`"}`) {
			t.Errorf("%s gives %s", args, got)
		}
	}
}

// TF27: the words for "not found" named the level of the session.
func TestTF27NotFoundHasTheSameWordsAtEveryLevel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, l := range model.Levels {
		if got, want := said(t, w.agent(t, l), "memory_delete", `{"key":"k"}`), `{"error":{"code":"NOT_FOUND","message":"no such memory"}}`; got != want {
			t.Errorf("at %v: got %s, want %s", l, got, want)
		}
	}
}
