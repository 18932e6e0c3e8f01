package tools_test

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
	"minne/tools"
)

// noon is when the clock of every world starts.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// world is a real database in a folder of its own, with a clock that only the test
// moves.
type world struct {
	path string
	now  time.Time
	db   *store.SQLite
	*tools.Service
}

// ids are the numbers 1, 2, 3 …, each as a whole session id.
type ids struct{ last uint64 }

func (i *ids) Read(b []byte) (int, error) {
	i.last++
	binary.BigEndian.PutUint64(b[len(b)-8:], i.last)
	return len(b), nil
}

// newWorld returns an empty world. What its database derives is checked at the end
// of the test.
func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{path: filepath.Join(t.TempDir(), "minne.db"), now: noon}
	w.open(t, &ids{})
	t.Cleanup(func() {
		if err := w.db.Check(context.Background()); err != nil {
			t.Errorf("what the database derives is wrong: %v", err)
		}
		must(t, w.db.Close())
	})
	return w
}

// open opens the database; session ids come from i.
func (w *world) open(t testing.TB, i *ids) {
	t.Helper()
	clock := func() time.Time { return w.now }
	var err error
	w.db, err = store.Open(t.Context(), w.path, store.Options{Now: clock})
	must(t, err)
	w.Service = tools.New(w.db, tools.Options{Now: clock, Rand: i})
}

// person begins a person's session at l that may rise to the top, agent an agent's.
func (w *world) person(t testing.TB, l model.Level) *tools.Session {
	t.Helper()
	return w.begin(t, model.ChannelTUI, l)
}

func (w *world) agent(t testing.TB, l model.Level) *tools.Session {
	t.Helper()
	return w.begin(t, model.ChannelMCP, l)
}

func (w *world) begin(t testing.TB, c model.Channel, l model.Level) *tools.Session {
	t.Helper()
	s, err := w.Begin(tools.Start{Channel: c, Client: "test", Taint: l, Clearance: model.Restricted})
	must(t, err)
	return s
}

// save saves as a person at l does, one second after whatever was before.
func (w *world) save(t testing.TB, l model.Level, key, content string, tags ...string) {
	t.Helper()
	w.now = w.now.Add(time.Second)
	got, err := w.person(t, l).Save(t.Context(), tools.SaveInput{Key: key, Content: content, Tags: tags})
	must(t, err)
	if got.Classification != l {
		t.Fatalf("saved at %v, want %v", got.Classification, l)
	}
}

// elsewhere returns another handle of a session, as another process has it.
func elsewhere(t testing.TB, s *tools.Session) policy.Session {
	t.Helper()
	h, err := policy.Admit(s.Info())
	must(t, err)
	return h
}

// raised raises a session from elsewhere.
func (w *world) raised(t testing.TB, s *tools.Session, to model.Level) {
	t.Helper()
	_, err := w.db.Raise(t.Context(), elsewhere(t, s), to)
	must(t, err)
}

// sql runs statements on the file, behind the store's back.
func (w *world) sql(t testing.TB, text string) {
	t.Helper()
	db, err := sql.Open("sqlite3", w.path)
	must(t, err)
	defer db.Close()
	_, err = db.ExecContext(t.Context(), text)
	must(t, err)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// said calls a tool and returns the answer, or the error, as an agent gets it.
func said(t testing.TB, s *tools.Session, tool, args string) string {
	t.Helper()
	answer, err := s.Call(t.Context(), tool, json.RawMessage(args))
	if err == nil {
		return asJSON(t, answer)
	}
	return asJSON(t, tools.Failure{Error: failure(t, err)})
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	must(t, err)
	return string(b)
}

// failure returns the error of a call, which must be one that callers are told.
func failure(t testing.TB, err error) *tools.Error {
	t.Helper()
	var e *tools.Error
	if !errors.As(err, &e) || e.Code == "" || e.Message == "" {
		t.Fatalf("the error %v is not one that callers are told", err)
	}
	return e
}

// arguments writes arguments as JSON.
func arguments(pairs ...any) string {
	args := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		args[pairs[i].(string)] = pairs[i+1]
	}
	b, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// found searches as an agent does and returns the keys, best first.
func found(t testing.TB, s *tools.Session, query string) string {
	t.Helper()
	r, err := s.Search(t.Context(), tools.SearchInput{Query: query, Max: 100})
	must(t, err)
	var keys []string
	for _, m := range r.Results {
		keys = append(keys, m.Key)
	}
	if r.Total != len(keys) {
		t.Errorf("search says the total is %d, and gives %d", r.Total, len(keys))
	}
	return strings.Join(keys, " ")
}

// listed lists and returns the keys, newest first.
func listed(t testing.TB, s *tools.Session, tag string) string {
	t.Helper()
	l, err := s.List(t.Context(), tools.ListInput{Tag: tag})
	must(t, err)
	var keys []string
	for _, m := range l.Memories {
		keys = append(keys, m.Key)
	}
	if l.Total != len(keys) {
		t.Errorf("list says the total is %d, and gives %d", l.Total, len(keys))
	}
	return strings.Join(keys, " ")
}

// seen is all that a person at l can see, in one text: each key that is named, the
// lists, the searches, the tags, the count, the histories, the audit logs.
func (w *world) seen(t testing.TB, l model.Level, keys, tags, queries []string) string {
	t.Helper()
	s := w.person(t, l)
	var b strings.Builder
	for _, k := range keys {
		fmt.Fprintln(&b, said(t, s, "memory_get", arguments("key", k)))
		h, err := s.History(t.Context(), k)
		fmt.Fprintln(&b, asJSON(t, h), err)
	}
	for _, tag := range append([]string{""}, tags...) {
		fmt.Fprintln(&b, said(t, s, "memory_list", arguments("tag", tag)))
	}
	for _, q := range queries {
		fmt.Fprintln(&b, said(t, s, "memory_search", arguments("query", q)))
	}
	all, err := s.Tags(t.Context())
	must(t, err)
	n, err := s.Count(t.Context())
	must(t, err)
	events, err := s.Events(t.Context(), store.EventQuery{Limit: 1000})
	must(t, err)
	fmt.Fprintln(&b, asJSON(t, all), n)
	for _, e := range events {
		fmt.Fprintf(&b, "%+v\n", e)
	}
	return b.String()
}

// logged returns what the audit logs at and below l say, oldest first: the kind,
// the key, the level and version it is about, the rule and the note of each event.
func (w *world) logged(t testing.TB, l model.Level) []string {
	t.Helper()
	events, err := w.person(t, l).Events(t.Context(), store.EventQuery{Limit: 1000})
	must(t, err)
	var all []string
	for i := range events {
		e := events[len(events)-1-i]
		line := string(e.Kind)
		if e.Key != "" {
			line += " " + string(e.Key)
		}
		if e.Of.Valid() {
			line += fmt.Sprintf(" %v:%d", e.Of, e.Version)
		}
		if e.Rule != "" {
			line += " " + e.Rule
		}
		if e.Note != "" {
			line += " " + e.Note
		}
		all = append(all, line)
	}
	return all
}
