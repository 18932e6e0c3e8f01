package tools_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/tools"
)

// grown is s, repeated up to a number of bytes, after a beginning.
func grown(beginning, s string, size int) string {
	return beginning + strings.Repeat(s, (size-len(beginning))/len(s))
}

// heavy are texts that grow in JSON, or are many bytes for a character.
var heavy = map[string]string{
	"quotes": `"`, "backslashes": `\`, "angles": "<", "controls": "\x01", "deletes": "\x7f", "breaks": "\u2028", "bidi": "\u202e",
	"tag characters": "\U000e0041", "emoji": "😀", "families": "👨‍👩‍👧", "joiners": "\u200d", "mixed": "a\"\x02😀\u200b<", "words": "needle ",
}

// SPEC T7 for contents of the greatest size.
func TestAnswersFitWhateverTheContentsAreMadeOf(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var all []tools.Foreign
	for name, s := range heavy {
		if name != "words" { // which would take long to index
			all = append(all, note(model.Public, "long "+name, grown("needle ", s, model.MaxContent), noon))
		}
		for n := range 9 {
			all = append(all, note(model.Public, fmt.Sprint(name, n), grown("needle ", s, 3000*n+20), noon.Add(time.Duration(-n)*time.Second)))
		}
	}
	imported(t, w, all)
	s := w.agent(t, model.Public)
	for tool, args := range map[string]map[string]any{"memory_list": {}, "memory_search": {"query": "needle", "max_results": 100}} {
		pages := walk(t, s, tool, args)
		if n := len(once(t, pages)); n != len(all) || len(pages) != 2 {
			t.Errorf("%s gives %d of %d memories in %d pages", tool, n, len(all), len(pages))
		}
	}
	for _, f := range all {
		if g := gotten(t, s, string(f.Key)); g.Content != f.Content || g.Truncated {
			t.Errorf("%s comes back as %d bytes of %d", f.Key, len(g.Content), len(f.Content))
		}
	}
}

// SPEC T7 for keys, tags, snippets and a query that are as long as can be: then
// there are fewer memories on a page, and still all in the end.
func TestAnswersFitWhateverTheNamesAreMadeOf(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"<", "😀"} {
		t.Run(s, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			var all []tools.Foreign
			for n := range 102 {
				f := note(model.Public, grown(fmt.Sprintf("%03d", n), s, model.MaxKey), grown("needle \x01\x01", "needle\x01<", 500), noon)
				for i := range model.MaxTags {
					f.Tags = append(f.Tags, model.Tag(grown(fmt.Sprintf("%02d", i), s, model.MaxTag)))
				}
				all = append(all, f)
			}
			imported(t, w, all)
			a := w.agent(t, model.Public)
			query := grown("needle ", "<", model.MaxQuery)
			for tool, args := range map[string]map[string]any{
				"memory_list":   {"classification": "x", strings.Repeat("\x01", 99): 1, strings.Repeat("\x02", 99): 2, strings.Repeat("\U0010ffff", 99): 3},
				"memory_search": {"query": query, "max_results": 1000, strings.Repeat("<", 99): 1},
			} {
				if n := len(once(t, walk(t, a, tool, args))); n != len(all) {
					t.Errorf("%s gives %d of %d memories", tool, n, len(all))
				}
			}
		})
	}
}

func imported(t testing.TB, w *world, all []tools.Foreign) {
	t.Helper()
	r, err := w.Import(t.Context(), all, model.Public)
	if err != nil || r.Added != len(all) {
		t.Fatalf("imported %d of %d: %q, %v", r.Added, len(all), r.Skipped, err)
	}
}

// A cursor of a search names all that was given. It has an end, and where it has,
// the answer says so.
func TestASearchCanBePagedThroughOnlySoFar(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	query := grown("needle ", "<", model.MaxQuery)
	bulk(t, w, 150, func(n int) (model.Level, string, string) {
		return model.Public, fmt.Sprint("k", n), grown("needle ", "<", 5000)
	})
	s := w.agent(t, model.Public)
	given := make([]uint64, tools.Deepest-120)
	for i := range given {
		given[i] = uint64(i)
	}
	args := map[string]any{"query": query, "max_results": 100, "cursor": tools.SearchCursor(model.Public, query, given)}
	pages := walk(t, s, "memory_search", args)
	if n := len(once(t, pages)); n != 120 {
		t.Errorf("given %d, want 120", n)
	}
	args["cursor"] = tools.SearchCursor(model.Public, query, append(given, make([]uint64, 110)...))
	const want = `"warning":"these are the best 4000 matches: for the others ask with more or rarer words"}`
	if got := said(t, s, "memory_search", asJSON(t, args)); !strings.HasSuffix(got, want) || strings.Contains(got, "next_cursor") {
		t.Errorf("got …%s", got[max(0, len(got)-300):])
	}
	args["cursor"] = tools.SearchCursor(model.Public, query, make([]uint64, tools.Deepest+1))
	if got := said(t, s, "memory_search", asJSON(t, args)); !strings.Contains(got, `"field":"cursor"`) {
		t.Errorf("a cursor beyond the end gives %.300s", got)
	}
}
