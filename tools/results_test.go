package tools_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/tools"
)

// step is a call and what it must answer, byte for byte.
type step struct{ tool, args, want string }

func (w *world) follow(t *testing.T, s *tools.Session, steps []step) {
	t.Helper()
	for _, c := range steps {
		w.now = w.now.Add(time.Second)
		if got := scoreless(said(t, s, c.tool, c.args)); got != c.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", c.tool, c.args, got, c.want)
		}
	}
}

var score = regexp.MustCompile(`"score":[0-9.e+-]+`)

// scoreless puts N in the place of scores, which depend on the engine.
func scoreless(s string) string { return score.ReplaceAllString(s, `"score":N`) }

// SPEC 3: the five results, field for field.
func TestTheFiveResultsAreTheseBytes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.follow(t, w.agent(t, model.Public), []step{
		{"memory_list", `{}`, `{"memories":[],"total":0}`},
		{"memory_search", `{"query":"oat"}`, `{"results":[],"query":"oat","total":0}`},
		{"memory_get", `{"key":"user-name"}`, `{"found":false,"key":"user-name"}`},
		{"memory_delete", `{"key":"user-name"}`, `{"error":{"code":"NOT_FOUND","message":"no such memory"}}`},
		{"memory_save", `{"key":"user-name","content":"Ada drinks oat milk","tags":["person","food"]}`, `{"saved":true,"key":"user-name","classification":"PUBLIC","version":1}`},
		{"memory_save", `{"key":"user-name","content":"Ada drinks oat latte"}`, `{"saved":true,"key":"user-name","classification":"PUBLIC","version":2}`},
		{"memory_get", `{"key":"user-name"}`, `{"found":true,"key":"user-name","content":"Ada drinks oat latte","classification":"PUBLIC","tags":[],"updated_at":"2026-03-01T12:00:06Z","created_at":"2026-03-01T12:00:05Z","version":2}`},
		{"memory_save", `{"key":"code","content":"1234","tags":["door"],"expires_at":"1h"}`, `{"saved":true,"key":"code","classification":"PUBLIC","version":1}`},
		{"memory_list", `{"tag":"door"}`, `{"memories":[{"key":"code","content":"1234","classification":"PUBLIC","tags":["door"],"updated_at":"2026-03-01T12:00:08Z","created_at":"2026-03-01T12:00:08Z","expires_at":"2026-03-01T13:00:08Z","version":1}],"total":1}`},
		{"memory_search", `{"query":"oats"}`, `{"results":[{"key":"user-name","content":"Ada drinks oat latte","classification":"PUBLIC","tags":[],"updated_at":"2026-03-01T12:00:06Z","created_at":"2026-03-01T12:00:05Z","version":2,"snippet":"Ada drinks **oat** latte","score":N}],"query":"oats","total":1}`},
		{"memory_delete", `{"key":"user-name"}`, `{"deleted":true,"key":"user-name","classification":"PUBLIC"}`},
		{"memory_get", `{"key":"user-name"}`, `{"found":false,"key":"user-name"}`},
	})
}

// SPEC 1, P4: a session that shadows a lower version is told so, and one that would
// delete it may be told where it is.
func TestResultsTellOfLowerVersionsOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "k", "low")
	w.save(t, model.Restricted, "k", "high")
	w.follow(t, w.agent(t, model.Confidential), []step{
		{"memory_delete", `{"key":"k"}`, `{"error":{"code":"NOT_FOUND","message":"\"k\" exists at PUBLIC; a CONFIDENTIAL session deletes CONFIDENTIAL records only"}}`},
		{"memory_save", `{"key":"k","content":"between"}`, `{"saved":true,"key":"k","classification":"CONFIDENTIAL","version":1,"shadows":["PUBLIC"]}`},
		{"memory_get", `{"key":"k"}`, `{"found":true,"key":"k","content":"between","classification":"CONFIDENTIAL","tags":[],"updated_at":"2026-03-01T12:00:04Z","created_at":"2026-03-01T12:00:04Z","version":1,"shadows":["PUBLIC"]}`},
	})
}

// A save tells of what it shadows even when a raise from elsewhere made it do so.
func TestASaveAfterARaiseTellsWhatItShadows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.save(t, model.Public, "k", "low")
	s := w.agent(t, model.Public)
	w.raised(t, s, model.Internal)
	if got, want := said(t, s, "memory_save", `{"key":"k","content":"c"}`), `{"saved":true,"key":"k","classification":"INTERNAL","version":1,"shadows":["PUBLIC"]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := s.Info().Taint; got != model.Internal {
		t.Errorf("the session thinks that its taint is %v", got)
	}
}

// SPEC T1: an error is one JSON object with one of four codes.
func TestErrorsAreTheseBytes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.agent(t, model.Public)
	w.follow(t, s, []step{
		{"memory_save", `{"content":"c"}`, `{"error":{"code":"VALIDATION_ERROR","message":"key: is missing: give a text","field":"key"}}`},
		{"memory_save", `{"key":"k"}`, `{"error":{"code":"VALIDATION_ERROR","message":"content: is missing: give a text","field":"content"}}`},
		{"memory_save", `{"key":"k","content":""}`, `{"error":{"code":"VALIDATION_ERROR","message":"content: is empty: give the text to remember","field":"content"}}`},
		{"memory_save", `{"key":"k","content":"c","expires_at":"soon"}`, `{"error":{"code":"VALIDATION_ERROR","message":"expires_at: is not a time: use RFC 3339 (2027-01-31T12:00:00Z), a date (2027-01-31) or a span (90m, 12h, 30d, 2w)","field":"expires_at"}}`},
		{"memory_get", `{"key":7}`, `{"error":{"code":"VALIDATION_ERROR","message":"key: must be a text","field":"key"}}`},
		{"memory_search", `{}`, `{"error":{"code":"VALIDATION_ERROR","message":"query: is missing: give a text","field":"query"}}`},
		{"memory_search", `{"query":"  "}`, `{"error":{"code":"VALIDATION_ERROR","message":"query: is empty: give the words to look for","field":"query"}}`},
		{"memory_search", `{"query":"` + strings.Repeat("q", 4097) + `"}`, `{"error":{"code":"VALIDATION_ERROR","message":"query: is 4097 bytes, the limit is 4096: use fewer words","field":"query"}}`},
		{"memory_search", `{"query":"q","max_results":0}`, `{"error":{"code":"VALIDATION_ERROR","message":"max_results: must be a whole number from 1 to 100","field":"max_results"}}`},
		{"memory_list", `{"tag":"a\u0007b"}`, `{"error":{"code":"VALIDATION_ERROR","message":"tag: holds the control or invisible character U+0007 at byte 1: leave it out","field":"tag"}}`},
		{"memory_list", `{"cursor":"abc"}`, `{"error":{"code":"VALIDATION_ERROR","message":"cursor: is not one of minne's: use next_cursor as it was given","field":"cursor"}}`},
		{"memory_list", `[]`, `{"error":{"code":"VALIDATION_ERROR","message":"arguments: must be one JSON object","field":"arguments"}}`},
		{"memory_delete", `{"key":"k"}`, `{"error":{"code":"NOT_FOUND","message":"no such memory"}}`},
		{"memory_drop", `{}`, `{"error":{"code":"CLASSIFICATION_VIOLATION","message":"there is no such tool; the tools are memory_save, memory_get, memory_search, memory_list, memory_delete"}}`},
		{"purge", `{}`, `{"error":{"code":"CLASSIFICATION_VIOLATION","message":"only a person can do this, in minne's terminal or on its command line"}}`},
	})
	w.sql(t, breakIndex)
	want := `{"error":{"code":"STORAGE_ERROR","message":"` + w.path + ` could not be used: save","hint":"nothing was changed; try again, and if it stays so, put a backup in its place"}}`
	if got := said(t, s, "memory_save", `{"key":"k","content":"c"}`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	w.sql(t, repair)
}

// SPEC T1, P4: an error wraps what it was made from, for people's code.
func TestErrorsCanBeToldApartByCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.person(t, model.Public).Delete(t.Context(), "k")
	if e := failure(t, err); e.Code != tools.NotFound || !errors.Is(err, model.ErrNotFound) || e.Rule() != "no-read-up" {
		t.Errorf("got %+v of rule %q", e, e.Rule())
	}
}

// SPEC P3: whatever an argument that would choose a level is called, the call goes
// on without it, says so, and the log has the table's word for it.
func TestACallersLevelIsOverriddenToldAndLogged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.follow(t, w.agent(t, model.Confidential), []step{
		{"memory_save", `{"key":"k","content":"c","classification":"PUBLIC"}`, `{"saved":true,"key":"k","classification":"CONFIDENTIAL","version":1,"warning":"classification ignored: the session decides, and it is CONFIDENTIAL"}`},
		{"memory_get", `{"key":"k","Session_Taint":"RESTRICTED","level":{"is":null}}`, `{"found":true,"key":"k","content":"c","classification":"CONFIDENTIAL","tags":[],"updated_at":"2026-03-01T12:00:01Z","created_at":"2026-03-01T12:00:01Z","version":1,"warning":"sessiontaint, level ignored: the session decides, and it is CONFIDENTIAL"}`},
		{"memory_get", `{"key":"none","level":"RESTRICTED"}`, `{"found":false,"key":"none","warning":"level ignored: the session decides, and it is CONFIDENTIAL"}`},
		{"memory_list", `{"tag":"none","LEVEL":"RESTRICTED","force":true,"1\n2":0}`, `{"memories":[],"total":0,"warning":"level ignored: the session decides, and it is CONFIDENTIAL; unknown arguments ignored: \"1\\n2\", \"force\""}`},
		{"memory_search", `{"query":"zebra","max_results":1e9,"Security-Level":4}`, `{"results":[],"query":"zebra","total":0,"warning":"securitylevel ignored: the session decides, and it is CONFIDENTIAL; max_results lowered to 100; use next_cursor for more"}`},
		{"memory_delete", `{"key":"k","taint":null,"now":1}`, `{"deleted":true,"key":"k","classification":"CONFIDENTIAL","warning":"taint ignored: the session decides, and it is CONFIDENTIAL; unknown arguments ignored: \"now\""}`},
	})
	var overrides []string
	for _, e := range w.logged(t, model.Confidential) {
		if strings.HasPrefix(e, "override ") {
			overrides = append(overrides, e)
		}
	}
	want := []string{
		"override k forced-level classification", "override forced-level level", "override forced-level sessiontaint", "override forced-level level",
		"override forced-level level", "override forced-level securitylevel", "override k forced-level taint",
	}
	slices.Sort(overrides)
	slices.Sort(want)
	if !slices.Equal(overrides, want) {
		t.Errorf("logged %q, want %q", overrides, want)
	}
}

// SPEC T2: however many arguments are unknown and however they are called, the
// warning is short.
func TestTheWarningOfUnknownArgumentsIsShort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	args := map[string]any{}
	for n := range 200 {
		args[strings.Repeat("\x01", 1000)+string(rune('a'+n))] = n
	}
	got := said(t, w.agent(t, model.Public), "memory_list", asJSON(t, args))
	if len(got) > 3000 || !strings.HasSuffix(got, `, and 192 more"}`) {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

// Tags are a list in every answer, never null, and so is every other list.
func TestNoAnswerHoldsNull(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.person(t, model.Internal)
	answer := func(v any, err error) string {
		must(t, err)
		return asJSON(t, v)
	}
	all := []string{answer(s.Tags(t.Context())), answer(s.Purge(t.Context(), "", 0))}
	w.save(t, model.Public, "k", "text")
	w.save(t, model.Internal, "k", "text")
	said(t, s, "memory_save", `{"key":"n","content":"text","tags":null}`)
	all = append(all, answer(s.Cover(t.Context(), "k")), answer(s.History(t.Context(), "k")))
	all = append(all, answer(s.Delete(t.Context(), "k")), answer(s.Restore(t.Context(), "k", 1)))
	for _, c := range []step{{"memory_get", `{"key":"k"}`, ""}, {"memory_get", `{"key":"x"}`, ""}, {"memory_list", `{}`, ""}, {"memory_search", `{"query":"text"}`, ""}, {"memory_list", `{"tag":"x"}`, ""}} {
		all = append(all, said(t, s, c.tool, c.args))
	}
	r, err := w.Import(t.Context(), nil, model.Public)
	all = append(all, answer(r, err))
	for _, got := range all {
		if strings.Contains(got, "null") || !json.Valid([]byte(got)) {
			t.Errorf("got %s", got)
		}
	}
}

// SPEC T3, T4: what is given back is what was sent, byte for byte.
func TestContentComesBackAsItWasSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.agent(t, model.Public)
	for _, content := range []string{
		" ", "\n", "a\r\nb\t", "ok \x1b]52;c;aGVqBEL\x07 \x1b[2J \x1b[31mred \x1b[6n \x1bc end", "e\u0301 and \u00e9", "a\u202eb\u200bc", "<script>&amp;", "\u2028\u2029", "👨‍👩‍👧 🇸🇪", "\ufffd", "\ufeffbom", "\u0001\u007f\u009b",
	} {
		said(t, s, "memory_save", arguments("key", "k", "content", content))
		var got struct{ Content string }
		must(t, json.Unmarshal([]byte(said(t, s, "memory_get", `{"key":"k"}`)), &got))
		if got.Content != content {
			t.Errorf("sent %q, got %q", content, got.Content)
		}
	}
}
