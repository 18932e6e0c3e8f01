package tools_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/tools"
	"minne/tools/text"
)

// shown is what both memory_list and memory_search answer with.
type shown struct {
	keys []string
	model.Page
	next string
	size int // bytes of the answer as an agent or a terminal gets it
	cut  int // memories that are not whole
}

// ask calls memory_list or memory_search and measures the answer.
func ask(t testing.TB, s *tools.Session, tool, args string) shown {
	t.Helper()
	answer, err := s.Call(t.Context(), tool, json.RawMessage(args))
	must(t, err)
	b, err := json.Marshal(answer)
	must(t, err)
	got := shown{size: len(text.JSON(b))}
	var all []tools.Memory
	switch a := answer.(type) {
	case tools.Listing:
		all, got.Total, got.next = a.Memories, a.Total, a.NextCursor
	case tools.Results:
		got.Total, got.next = a.Total, a.NextCursor
		for _, r := range a.Results {
			all = append(all, r.Memory)
		}
	}
	for _, m := range all {
		got.keys = append(got.keys, m.Key)
		if m.Truncated {
			got.cut++
		}
		if whole := len(m.Content) == m.Head.Size; whole == m.Truncated {
			t.Errorf("%q has %d of %d bytes, truncated %t", m.Key, len(m.Content), m.Head.Size, m.Truncated)
		}
	}
	if got.size > model.MaxAnswer || len(all) > model.MaxResults {
		t.Errorf("%s gives %d memories in %d bytes", tool, len(all), got.size)
	}
	return got
}

// walk asks until there is no next cursor and returns the pages. Every page but the
// last must have something.
func walk(t testing.TB, s *tools.Session, tool string, args map[string]any) []shown {
	t.Helper()
	var pages []shown
	for len(pages) < 1000 {
		p := ask(t, s, tool, asJSON(t, args))
		pages = append(pages, p)
		if p.next == "" {
			return pages
		}
		if len(p.keys) == 0 {
			t.Fatalf("page %d is empty and not the last", len(pages))
		}
		args["cursor"] = p.next
	}
	t.Fatal("the walk does not end")
	return nil
}

// once fails if a key is in two pages, and returns how many there are.
func once(t testing.TB, pages []shown) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, p := range pages {
		for _, k := range p.keys {
			if all[k] {
				t.Errorf("%q comes twice", k)
			}
			all[k] = true
		}
	}
	return all
}

// SPEC T7, CASES 20: 500 long memories are given in answers that fit, with the
// true total, and all of them in the end.
func TestABigStoreIsGivenInPagesThatFit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	long := grown("needle ", strings.Repeat("x", 98)+". ", 10_007)[:10_000]
	bulk(t, w, 700, func(n int) (model.Level, string, string) {
		if n%7 < 2 {
			return model.Restricted, fmt.Sprintf("hidden-%03d", n), "needle needle"
		}
		return model.Public, fmt.Sprintf("visible-%03d", n), long
	})
	s := w.agent(t, model.Public)
	for tool, args := range map[string]map[string]any{"memory_list": {}, "memory_search": {"query": "needle", "max_results": 100}} {
		pages := walk(t, s, tool, args)
		if n := len(once(t, pages)); n != 500 {
			t.Errorf("%s walks over %d memories", tool, n)
		}
		for i, p := range pages {
			if p.Total != 500 || p.cut != len(p.keys) || len(p.keys) != 100 {
				t.Errorf("%s, page %d: %d of %d, %d cut", tool, i, len(p.keys), p.Total, p.cut)
			}
			if p.size < model.MaxAnswer*9/10 {
				t.Errorf("%s, page %d: only %d bytes, although contents were cut", tool, i, p.size)
			}
		}
		if g := gotten(t, s, pages[0].keys[0]); g.Content != long || g.Truncated {
			t.Errorf("get gives %d bytes, truncated %t", len(g.Content), g.Truncated)
		}
	}
}

// Ten results of 10,000 characters nearly fit: they are cut as little as need be.
func TestFewLongContentsAreCutLittle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "short", "needle")
	for n := range 9 {
		w.save(t, model.Public, fmt.Sprint("k", n), "needle "+strings.Repeat("x", 15_000))
	}
	l, err := w.agent(t, model.Public).List(t.Context(), tools.ListInput{})
	must(t, err)
	for _, m := range l.Memories {
		if m.Key == "short" && m.Truncated || m.Key != "short" && len(m.Content) < 10_000 {
			t.Errorf("%s has %d bytes, truncated %t", m.Key, len(m.Content), m.Truncated)
		}
	}
}

// CASES 24: pages of a search are full until the last, and the last has no cursor.
func TestPagesOfASearchAreFullUntilTheLast(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bulk(t, w, 100, func(n int) (model.Level, string, string) {
		if n%4 > 0 {
			return model.Confidential, fmt.Sprint("h", n), "budget budget"
		}
		return model.Public, fmt.Sprint("p", n), "the budget of the year"
	})
	s := w.agent(t, model.Public)
	for tool, args := range map[string]map[string]any{"memory_search": {"query": "budget"}, "memory_list": {"max_results": 10}} {
		var sizes []int
		for _, p := range walk(t, s, tool, args) {
			sizes = append(sizes, len(p.keys))
			if p.Total != 25 {
				t.Errorf("%s says the total is %d", tool, p.Total)
			}
		}
		if !slices.Equal(sizes, []int{10, 10, 5}) {
			t.Errorf("%s gives pages of %v", tool, sizes)
		}
	}
	for _, most := range []int{25, 5} {
		pages := walk(t, s, "memory_search", map[string]any{"query": "budget", "max_results": most})
		if len(pages) != 25/most {
			t.Errorf("in fives and twenty-fives: %d pages of %d", len(pages), most)
		}
	}
}

// SPEC T7: while others save and delete, a walk repeats nothing, and skips nothing
// that did not change.
func TestAWalkSurvivesWritesInBetween(t *testing.T) {
	t.Parallel()
	for tool, args := range map[string]map[string]any{"memory_list": {"max_results": 7}, "memory_search": {"query": "needle straw", "max_results": 7}} {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			bulk(t, w, 60, func(n int) (model.Level, string, string) {
				return model.Public, fmt.Sprintf("k%02d", n), strings.Repeat("needle ", 1+n%5) + strings.Repeat("straw ", n%3)
			})
			w.now = w.now.Add(time.Minute)
			s := w.agent(t, model.Public)
			given := map[string]bool{}
			changed := map[string]bool{}
			write := func(page int) {
				// New ones that rank first, and a word that becomes common.
				for n := range 5 {
					w.save(t, model.Public, fmt.Sprintf("new%d-%d", page, n), strings.Repeat("needle straw ", 9))
					w.save(t, model.Restricted, fmt.Sprintf("hidden%d-%d", page, n), "needle straw")
				}
				// Of those given some go away, so that the total falls, and some change.
				for n := range 60 {
					k := fmt.Sprintf("k%02d", n)
					if !given[k] || changed[k] || n%2 == 0 {
						continue
					}
					changed[k] = true
					if n%3 == 0 {
						w.save(t, model.Public, k, "needle, and quite another text")
					} else {
						said(t, w.person(t, model.Public), "memory_delete", arguments("key", k))
					}
				}
			}
			var pages []shown
			for range 100 {
				p := ask(t, s, tool, asJSON(t, args))
				pages = append(pages, p)
				for _, k := range p.keys {
					given[k] = true
				}
				if p.next == "" {
					break
				}
				args["cursor"] = p.next
				if len(pages) < 6 {
					write(len(pages))
				}
			}
			all := once(t, pages)
			for n := range 60 {
				if k := fmt.Sprintf("k%02d", n); !all[k] {
					t.Errorf("%s was skipped", k)
				}
			}
		})
	}
}

// A walk goes on to the end although most of what it gave is gone by then.
func TestAWalkGoesOnWhenWhatItGaveIsDeleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bulk(t, w, 30, func(n int) (model.Level, string, string) { return model.Public, fmt.Sprint("k", n), "needle" })
	s := w.agent(t, model.Public)
	for _, tool := range []string{"memory_search", "memory_list"} {
		first := ask(t, s, tool, `{"query":"needle","max_results":5}`)
		for _, k := range first.keys {
			said(t, s, "memory_delete", arguments("key", k))
		}
		args := map[string]any{"query": "needle", "max_results": 5, "cursor": first.next}
		if n := len(once(t, walk(t, s, tool, args))); n != first.Total-5 {
			t.Errorf("%s goes on over %d memories, %d are left", tool, n, first.Total-5)
		}
	}
}

// SPEC T7: a cursor is of one question at one taint.
func TestACursorIsOfOneQuestionAndTaint(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bulk(t, w, 9, func(n int) (model.Level, string, string) { return model.Public, fmt.Sprint("k", n), "needle hay" })
	for n := range 3 {
		w.save(t, model.Public, fmt.Sprint("t", n), "needle hay", "a", "b")
	}
	low, high := w.agent(t, model.Public), w.agent(t, model.Internal)
	list := ask(t, low, "memory_list", `{"max_results":2}`).next
	tagged := ask(t, low, "memory_list", `{"tag":"a","max_results":2}`).next
	search := ask(t, low, "memory_search", `{"query":"needle","max_results":2}`).next
	wrong := func(s *tools.Session, tool, args, cursor string) {
		t.Helper()
		_, err := s.Call(t.Context(), tool, json.RawMessage(args[:len(args)-1]+`,"cursor":"`+cursor+`"}`))
		if err == nil {
			t.Errorf("%s %s takes the cursor", tool, args)
			return
		}
		if e := failure(t, err); e.Code != tools.Invalid || e.Field != "cursor" {
			t.Errorf("%s %s: %+v", tool, args, e)
		}
	}
	for _, c := range []struct {
		s                  *tools.Session
		tool, args, cursor string
	}{
		{low, "memory_list", `{"tag":"a"}`, list},
		{low, "memory_list", `{"tag":"b"}`, tagged},
		{low, "memory_list", `{"tag":null}`, tagged},
		{low, "memory_list", `{"tag":null}`, search},
		{low, "memory_search", `{"query":"needle"}`, list},
		{low, "memory_search", `{"query":"hay"}`, search},
		{low, "memory_search", `{"query":"needle "}`, search},
		{high, "memory_list", `{"tag":null}`, list},
		{high, "memory_search", `{"query":"needle"}`, search},
	} {
		wrong(c.s, c.tool, c.args, c.cursor)
	}
	if _, err := low.Search(t.Context(), tools.SearchInput{Query: "needle", Operators: true, Cursor: search}); err == nil {
		t.Error("a search with operators takes the cursor of one without")
	}
	// Another session at the same taint may go on, as the next command does.
	if p := ask(t, w.person(t, model.Public), "memory_list", `{"max_results":2,"cursor":"`+list+`"}`); len(p.keys) != 2 {
		t.Errorf("another session is given %v", p.keys)
	}
	// What is not a cursor, or was copied with a letter wrong.
	other := map[byte]string{'A': "B"}
	for i := range len(list) {
		letter, ok := other[list[i]]
		if !ok {
			letter = "A"
		}
		wrong(low, "memory_list", `{"tag":null}`, list[:i]+letter+list[i+1:])
	}
	for _, cursor := range []string{"x", "====", list[:len(list)-1], list + "A", list + list, strings.Repeat("A", 200_000), base64.RawURLEncoding.EncodeToString([]byte(`{"t":"PUBLIC"}`))} {
		wrong(low, "memory_list", `{"tag":null}`, cursor)
		wrong(low, "memory_search", `{"query":"needle"}`, cursor)
	}
	// After a raise from elsewhere the cursor is of another taint at once.
	w.raised(t, low, model.Internal)
	wrong(low, "memory_list", `{"tag":null}`, list)
	wrong(low, "memory_search", `{"query":"needle"}`, search)
}
