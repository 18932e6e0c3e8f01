package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"minne/model"
	"minne/store"
	"minne/tools"
)

// Tags are read in whatever shape a model writes them, but never dropped.
func TestTagsAreReadInEveryShape(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.agent(t, model.Public)
	for given, want := range map[string][]string{
		`null`:                 {},
		`[]`:                   {},
		`""`:                   {},
		`"[]"`:                 {},
		`["a","b"]`:            {"a", "b"},
		`"[\"a\",\"b\"]"`:      {"a", "b"},
		`" [\"a\" , \"b\"] "`:  {"a", "b"},
		`"a"`:                  {"a"},
		`"a, b"`:               {"a, b"},
		`"[a"`:                 {"[a"},
		`["a","a",""]`:         {"a"},
		`[" a ","a","  "]`:     {"a"},
		`["b","a"]`:            {"b", "a"},
		`["A","a"]`:            {"A", "a"},
		`["e\u0301","\u00e9"]`: {"é"},
	} {
		if got := said(t, s, "memory_save", `{"key":"k","content":"c","tags":`+given+`}`); !strings.HasPrefix(got, `{"saved":true`) {
			t.Errorf("%s: %s", given, got)
			continue
		}
		if got := gotten(t, s, "k").Tags; !slices.Equal(got, want) {
			t.Errorf("%s: saved %q, want %q", given, got, want)
		}
	}
	if got := said(t, s, "memory_save", `{"key":"absent","content":"c"}`); !strings.HasPrefix(got, `{"saved":true`) || len(gotten(t, s, "absent").Tags) != 0 {
		t.Errorf("without tags: %s", got)
	}
}

func TestTagsThatAreNoTextsSaveNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.agent(t, model.Public)
	many := make([]string, 33)
	for i := range many {
		many[i] = fmt.Sprint("t", i)
	}
	for given, want := range map[string]string{
		`["a",5,null]`:                        "tags: element 1 is not a text: give a list of texts",
		`[null]`:                              "tags: element 0 is not a text: give a list of texts",
		`"[\"a\",5]"`:                         "tags: element 1 is not a text: give a list of texts",
		`[["a"]]`:                             "tags: element 0 is not a text: give a list of texts",
		`5`:                                   "tags: must be a list of texts",
		`{"a":true}`:                          "tags: must be a list of texts",
		`["ok","","a\u0000b"]`:                "element 2 of tags: holds a NUL character: leave it out",
		asJSON(t, many):                       "tags: are 33, the limit is 32: use fewer",
		`["` + strings.Repeat("å", 33) + `"]`: "element 0 of tags: is 66 bytes, the limit is 64: use a shorter one",
	} {
		_, err := s.Call(t.Context(), "memory_save", json.RawMessage(`{"key":"k","content":"c","tags":`+given+`}`))
		if err == nil {
			t.Errorf("%s is saved", given)
			continue
		}
		if e := failure(t, err); e.Code != tools.Invalid || e.Field != "tags" || e.Message != want {
			t.Errorf("%s: %+v, want %s", given, e, want)
		}
	}
	if got := listed(t, s, ""); got != "" {
		t.Errorf("saved: %s", got)
	}
	if got := said(t, s, "memory_save", `{"key":"k","content":"c","tags":`+asJSON(t, append(many[:32], "t0", ""))+`}`); !strings.HasPrefix(got, `{"saved":true`) {
		t.Errorf("32 tags, one of them twice: %s", got)
	}
}

func TestTheNumberOfResultsIsReadInEveryShape(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bulk(t, w, 130, func(n int) (model.Level, string, string) { return model.Public, fmt.Sprint("k", n), "word" })
	s := w.agent(t, model.Public)
	const lowered = "max_results lowered to 100; use next_cursor for more"
	for given, want := range map[string]struct {
		n       int
		warning string
	}{
		`null`: {10, ""}, `"10"`: {10, ""}, `10.0`: {10, ""}, `"10.0"`: {10, ""}, `1e1`: {10, ""}, `" 10 "`: {10, ""},
		`1`: {1, ""}, `100`: {100, ""}, `101`: {100, lowered}, `1e9`: {100, lowered}, `1e400`: {100, lowered}, `"99999999999999999999"`: {100, lowered},
	} {
		answer, err := s.Call(t.Context(), "memory_search", json.RawMessage(`{"query":"word","max_results":`+given+`}`))
		must(t, err)
		if r := answer.(tools.Results); len(r.Results) != want.n || r.Total != 130 || r.Warning != want.warning || r.NextCursor == "" {
			t.Errorf("%s: %d of %d results, %q", given, len(r.Results), r.Total, r.Warning)
		}
	}
	for _, given := range []string{`0`, `-1`, `-0`, `2.5`, `"ten"`, `""`, `"-4"`, `"NaN"`, `"Inf"`, `"-1e400"`, `-1e400`, `1e-400`, `true`, `[]`, `{}`} {
		for _, tool := range []string{"memory_search", "memory_list"} {
			_, err := s.Call(t.Context(), tool, json.RawMessage(`{"query":"word","max_results":`+given+`}`))
			if err == nil {
				t.Errorf("%s of %s is taken", tool, given)
				continue
			}
			if e := failure(t, err); e.Code != tools.Invalid || e.Field != "max_results" || e.Message != "max_results: must be a whole number from 1 to 100" {
				t.Errorf("%s of %s: %+v", tool, given, e)
			}
		}
	}
}

// SPEC T2: null is the same as absent, for every optional argument.
func TestNullIsAbsent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.follow(t, w.agent(t, model.Public), []step{
		{"memory_save", `{"key":"k","content":"c","tags":null,"expires_at":null}`, `{"saved":true,"key":"k","classification":"PUBLIC","version":1}`},
		{"memory_search", `{"query":"zebra","max_results":null,"cursor":null}`, `{"results":[],"query":"zebra","total":0}`},
		{"memory_list", `{"tag":null,"max_results":null,"cursor":null}`, `{"memories":[{"key":"k","content":"c","classification":"PUBLIC","tags":[],"updated_at":"2026-03-01T12:00:01Z","created_at":"2026-03-01T12:00:01Z","version":1}],"total":1}`},
		{"memory_get", `{"key":null}`, `{"error":{"code":"VALIDATION_ERROR","message":"key: is missing: give a text","field":"key"}}`},
		{"memory_list", ``, `{"memories":[{"key":"k","content":"c","classification":"PUBLIC","tags":[],"updated_at":"2026-03-01T12:00:01Z","created_at":"2026-03-01T12:00:01Z","version":1}],"total":1}`},
		{"memory_list", ` null `, `{"memories":[{"key":"k","content":"c","classification":"PUBLIC","tags":[],"updated_at":"2026-03-01T12:00:01Z","created_at":"2026-03-01T12:00:01Z","version":1}],"total":1}`},
	})
}

// SPEC T3: arguments are one JSON object; what could not be kept as it was sent is
// refused, not mended.
func TestArgumentsAreOneWholeObject(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.agent(t, model.Public)
	for _, raw := range []string{
		`[]`, `"text"`, `5`, `true`, `{`, `}`, `{"key":"k","content":"c"}]`, `{"key":"k","content":"c"}}`, `{"key":"k","content":"c"}{}`,
		`{"key":"k","content":"c"} x`, `{'key':'k'}`, `nul`, `{"key":"k","content":"c",}`, strings.Repeat(`{"a":`, 20_000),
		"{\"key\":\"k\",\"content\":\"a\xffb\"}", `{"key":"k","content":"\ud83d"}`, `{"key":"k","content":"\ude00\ud83d"}`, `{"key":"k","content":"\ud83d\u0041"}`,
		`{"key":"k","content":"\\\ud83d"}`, `{"key":"k","content":"c","tags":["\uDFFF"]}`, `{"key":"k","content":"c","\ud800":1}`,
	} {
		_, err := s.Call(t.Context(), "memory_save", json.RawMessage(raw))
		if err == nil {
			t.Errorf("%.60q is taken", raw)
			continue
		}
		if e := failure(t, err); e.Code != tools.Invalid || e.Field != "arguments" {
			t.Errorf("%.60q: %+v", raw, e)
		}
	}
	if got := listed(t, s, ""); got != "" {
		t.Errorf("saved: %s", got)
	}
	for content, want := range map[string]string{`\ud83d\ude00`: "😀", `\\ud83d`: `\ud83d`, `\ufffd`: "\ufffd", `\"\\\/\ud83d\ude00\n`: "\"\\/😀\n"} {
		if got := said(t, s, "memory_save", "\n {\"key\":\"k\",\"content\":\""+content+"\"} \n"); !strings.HasPrefix(got, `{"saved":true`) {
			t.Errorf("%s: %s", content, got)
		}
		if got := gotten(t, s, "k").Content; got != want {
			t.Errorf("%s is %q, want %q", content, got, want)
		}
	}
}

// SPEC P3, T1: whatever the tool and its arguments are, the call neither panics nor
// fails without a code, its answer is JSON without null, and what it saves is at
// the session's taint.
func FuzzCall(f *testing.F) {
	for _, s := range []step{
		{"memory_save", `{"key":"k","content":"c","tags":["a"],"expires_at":"30d","level":"PUBLIC"}`, ""},
		{"memory_save", `{"key":"\u202e","content":"\ud800"}`, ""},
		{"memory_get", `{"key":"k","classification":{}}`, ""},
		{"memory_search", `{"query":"\"c -k key:","max_results":"1","cursor":"AQ"}`, ""},
		{"memory_list", `{"tag":"a","max_results":1e400}`, ""},
		{"memory_delete", `{"key":"k"}`, ""},
		{"memory_save", `{"key":"far","content":"c","expires_at":"9999-12-31T23:59:59-14:00"}`, ""},
		{"raise", `{"to":"PUBLIC"}`, ""},
		{"", "null", ""},
	} {
		f.Add(s.tool, []byte(s.args))
	}
	w := newWorld(f)
	s := w.agent(f, model.Confidential)
	must(f, s.Start(f.Context()))
	f.Fuzz(func(t *testing.T, tool string, args []byte) {
		answer, err := s.Call(context.WithoutCancel(t.Context()), tool, args)
		if err != nil {
			answer = tools.Failure{Error: failure(t, err)}
			if e := failure(t, err); e.Code == tools.Storage {
				t.Fatalf("%s of %q is an error of the storage: %v", tool, args, err)
			}
		}
		b, err := json.Marshal(answer)
		if err != nil {
			t.Fatalf("the answer of %s to %q is no JSON: %v", tool, args, err)
		}
		if strings.Contains(string(b), `"tags":null`) {
			t.Errorf("%s", b)
		}
		if _, bound := answer.(tools.Got); !bound && len(b) > model.MaxAnswer {
			t.Errorf("%d bytes", len(b))
		}
		if saved, ok := answer.(tools.Saved); ok && saved.Classification != model.Confidential {
			t.Errorf("saved at %v", saved.Classification)
		}
		if i, err := s.Refresh(t.Context()); err != nil || i.Taint != model.Confidential {
			t.Errorf("the taint is %v, %v", i.Taint, err)
		}
		if n, err := w.person(t, model.Internal).Count(t.Context()); err != nil || n != 0 {
			t.Errorf("%d memories below, %v", n, err)
		}
		events, err := w.person(t, model.Restricted).Events(t.Context(), store.EventQuery{Limit: 1})
		if err != nil || len(events) != 1 || events[0].Level != model.Confidential {
			t.Errorf("the newest event is %+v, %v", events, err)
		}
	})
}
