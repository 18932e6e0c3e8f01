package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
	"minne/tools"
)

func TestRecordBeyondALimitIsSkippedWhole(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	for _, c := range []struct {
		change func(f *tools.Foreign)
		reason string
	}{
		{func(f *tools.Foreign) { f.Key = model.Key(strings.Repeat("k", 257)) }, "key: is 257 bytes, the limit is 256: use a shorter one"},
		{func(f *tools.Foreign) { f.Key = "  " }, "key: is empty: give 1 to 256 bytes"},
		{func(f *tools.Foreign) { f.Key = "a\x1b[2J" }, "key: holds the control or invisible character U+001B at byte 1: leave it out"},
		{func(f *tools.Foreign) { f.Content = strings.Repeat("c", 1<<20+1) }, "content: is 1048577 bytes, the limit is 1048576: store a shorter text or split it over several keys"},
		{func(f *tools.Foreign) { f.Content = "a\x00b" }, "content: holds a NUL character: leave it out"},
		{func(f *tools.Foreign) { f.Tags = []model.Tag{"ok", "a\u202eb"} }, "element 1 of tags: holds the control or invisible character U+202E at byte 1: leave it out"},
		{func(f *tools.Foreign) {
			for i := range 33 {
				f.Tags = append(f.Tags, model.Tag(fmt.Sprint(i)))
			}
		}, "tags: are 33, the limit is 32: use fewer"},
		{func(f *tools.Foreign) { f.Origin.Session = strings.Repeat("s", 257) }, "origin: its session or lineage id is 257 bytes, the limit is 256"},
		{func(f *tools.Foreign) { f.Level = 0 }, "it has no level"},
		{func(f *tools.Foreign) { f.Level = 9 }, "it has no level"},
	} {
		bad := note(model.Internal, "bad", "text", written)
		c.change(&bad)
		got, skipped := brought(t, s, []tools.Foreign{bad, note(model.Internal, "good", "text", written)}, model.Restricted)
		if !strings.HasSuffix(got, "1 skipped") || skipped[0].Reason != c.reason {
			t.Errorf("got %s %q, want %q", got, skipped, c.reason)
		}
	}
	r := reader(t, s, model.Restricted)
	if n, err := r.Count(t.Context()); err != nil || n != 1 {
		t.Errorf("got %d memories, %v, want the good one", n, err)
	}
}

func TestKeysAndTagsAreNormalised(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	f := note(model.Public, " Malmo\u0308 ", "text", written)
	f.Tags = []model.Tag{"ha\u0308lsa", " hälsa", ""}
	wantReport(t, s, []tools.Foreign{f}, "1 added, 0 changed, 0 unchanged, 0 skipped")
	wantReport(t, s, []tools.Foreign{f}, "0 added, 0 changed, 1 unchanged, 0 skipped")
	got := gotten(t, reader(t, s, model.Public), "Malmö")
	if !got.Found || !slices.Equal(got.Tags, []string{"hälsa"}) {
		t.Errorf("got %+v", got)
	}
}

func TestOneOfTwoRecordsWithTheSameKeyIsImported(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	gone := note(model.Public, "k  ", "deleted", written.Add(time.Hour))
	gone.Deleted = gone.Saved
	all := []tools.Foreign{
		note(model.Public, "k", "first", written),
		note(model.Public, "k ", "second", written.Add(time.Minute)),
		gone,
		note(model.Internal, "k", "elsewhere", written),
	}
	skipped := []tools.Skipped{
		{Where: `row k: PUBLIC "k"`, Reason: "row k  has the same key and level, and goes before it"},
		{Where: `row k  : PUBLIC "k  "`, Reason: "row k  has the same key and level, and goes before it"},
	}
	wantReport(t, s, all, "2 added, 0 changed, 0 unchanged, 2 skipped", skipped...)
	wantReport(t, s, all, "0 added, 0 changed, 2 unchanged, 2 skipped", skipped...)
	if got := gotten(t, reader(t, s, model.Public), "k").Content; got != "second" {
		t.Errorf("got %q", got)
	}
}

func TestReportIsNeverNull(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	r, err := s.Import(t.Context(), nil, model.Public)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(r)
	if want := `{"added":0,"changed":0,"unchanged":0,"skipped":[]}`; err != nil || string(b) != want {
		t.Errorf("got %s, %v, want %s", b, err, want)
	}
	if r, err := s.Import(t.Context(), nil, 0); err == nil || r.Skipped == nil {
		t.Errorf("without a clearance: got %+v, %v", r, err)
	}
}

// tearing is a storage whose third import of a batch fails.
type tearing struct{ store.Provider }

var errTorn = errors.New("torn")

func (p tearing) Batch(ctx context.Context, do func(w store.Writer) error) error {
	return p.Provider.Batch(ctx, func(w store.Writer) error { return do(&tearingWriter{Writer: w}) })
}

type tearingWriter struct {
	store.Writer
	n int
}

func (w *tearingWriter) Import(ctx context.Context, s policy.Session, v model.Imported) (store.Outcome, error) {
	if w.n++; w.n == 3 {
		return 0, errTorn
	}
	return w.Writer.Import(ctx, s, v)
}

func TestImportIsAllOrNothing(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "minne.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	r, err := tools.New(tearing{db}, tools.Options{}).Import(t.Context(), sourceOf(t, "main-session"), model.Restricted)
	if !errors.Is(err, errTorn) || r.Added != 0 || r.Skipped == nil {
		t.Errorf("got %+v, %v", r, err)
	}
	after := reader(t, tools.New(db, tools.Options{}), model.Restricted)
	if n, err := after.Count(t.Context()); err != nil || n != 0 {
		t.Errorf("got %d memories, %v", n, err)
	}
	if events, err := after.Events(t.Context(), store.EventQuery{Limit: 10}); err != nil || len(events) != 0 {
		t.Errorf("got events %+v, %v", events, err)
	}
}

func TestImportIsAudited(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	wantReport(t, s, []tools.Foreign{note(model.Public, "k", "text", written)}, "1 added, 0 changed, 0 unchanged, 0 skipped")
	events, err := reader(t, s, model.Public).Events(t.Context(), store.EventQuery{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range events {
		got = append(got, fmt.Sprintf("%s %s %s %d", e.Channel, e.Kind, e.Key, e.Version))
	}
	if want := []string{"import end  0", "import import k 1", "import start  0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOtherFileIsRefusedInOneSentence(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.jsonl")
	if err := os.WriteFile(text, []byte(`[{"key":"k"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	minne := filepath.Join(dir, "minne.db")
	db, err := store.Open(t.Context(), minne, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	const reads = "; minne imports Triggerfish databases (usually ~/.triggerfish/data/triggerfish.db)"
	for path, want := range map[string]string{
		dir:                        "file: is a folder" + reads,
		text:                       "file: is not a SQLite database" + reads,
		minne:                      "file: is a SQLite database of another program" + reads,
		filepath.Join(dir, "none"): "file: does not exist: check the path",
	} {
		_, err := tools.ReadSource(t.Context(), path)
		var told *tools.Error
		if !errors.As(err, &told) || told.Code != tools.Invalid || told.Message != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestEmptyFileHoldsNoRecords(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	src, err := tools.ReadSource(t.Context(), path)
	if err != nil || src.Format != "" || len(src.Agents) != 0 || len(src.Records) != 0 || src.Skipped == nil {
		t.Errorf("got %+v, %v", src, err)
	}
}
