package tools_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"minne/model"
	"minne/store"
	"minne/tools"
)

// smallSource is a Triggerfish database of three agents (see package
// triggerfish).
const smallSource = "../store/triggerfish/testdata/small.db"

// afterImport is when the tests import: later than all that is in the source.
var afterImport = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// importInto returns a Service over a new database, and its clock.
func importInto(t *testing.T) (*tools.Service, *time.Time) {
	t.Helper()
	now := afterImport
	clock := func() time.Time { return now }
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "minne.db"), store.Options{Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return tools.New(db, tools.Options{Now: clock}), &now
}

// sourceOf returns what the small database holds of an agent.
func sourceOf(t *testing.T, agent string) []tools.Foreign {
	t.Helper()
	src, err := tools.ReadSource(t.Context(), smallSource)
	if err != nil {
		t.Fatal(err)
	}
	return src.Records[agent]
}

// brought imports and returns the report, its numbers in one string.
func brought(t *testing.T, s *tools.Service, records []tools.Foreign, clearance model.Level) (string, []tools.Skipped) {
	t.Helper()
	r, err := s.Import(t.Context(), records, clearance)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d added, %d changed, %d unchanged, %d skipped", r.Added, r.Changed, r.Unchanged, len(r.Skipped)), r.Skipped
}

func wantReport(t *testing.T, s *tools.Service, records []tools.Foreign, want string, skipped ...tools.Skipped) {
	t.Helper()
	got, left := brought(t, s, records, model.Restricted)
	if got != want || !slices.Equal(left, skipped) {
		t.Errorf("got %s %q, want %s %q", got, left, want, skipped)
	}
}

// reader begins a person's session at a level.
func reader(t *testing.T, s *tools.Service, l model.Level) *tools.Session {
	t.Helper()
	r, err := s.Begin(tools.Start{Channel: model.ChannelCLI, Taint: l, Clearance: l})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func gotten(t *testing.T, s *tools.Session, key string) tools.Got {
	t.Helper()
	g, err := s.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func past(t *testing.T, s *tools.Session, key string) []tools.Past {
	t.Helper()
	h, err := s.History(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return h.Versions
}

// note is a record of another program.
func note(l model.Level, key, content string, saved time.Time) tools.Foreign {
	return tools.Foreign{Where: "row " + key, Level: l, Imported: model.Imported{
		Draft: model.Draft{Key: model.Key(key), Content: content}, Created: saved, Saved: saved,
		Origin: model.Origin{Source: "triggerfish", Session: "s1"},
	}}
}

var written = time.Date(2026, 1, 10, 16, 5, 36, 250_000_000, time.UTC)

func TestSourceHasItsAgentsApart(t *testing.T) {
	t.Parallel()
	src, err := tools.ReadSource(t.Context(), smallSource)
	if err != nil {
		t.Fatal(err)
	}
	if src.Format != "triggerfish" || len(src.Skipped) != 0 {
		t.Errorf("got format %q, skipped %v", src.Format, src.Skipped)
	}
	if want := []string{"agent-sky", "crew:night:2", "main-session"}; !slices.Equal(src.Agents, want) {
		t.Errorf("got agents %q, want %q", src.Agents, want)
	}
	for agent, want := range map[string]int{"agent-sky": 1, "crew:night:2": 1, "main-session": 12} {
		if got := len(src.Records[agent]); got != want {
			t.Errorf("%s has %d records, want %d", agent, got, want)
		}
	}
}

func TestImportKeepsEveryRecordAtItsLevel(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	wantReport(t, s, sourceOf(t, "main-session"), "12 added, 0 changed, 0 unchanged, 0 skipped")
	for l, want := range map[model.Level]string{
		model.Public:       "Call the user Vera.",
		model.Internal:     "Vera Holm, night shift lead.",
		model.Confidential: "Vera Holm signs for the dome's insurer.",
		model.Restricted:   "Vera Holm knows the safe's combination.",
	} {
		got := gotten(t, reader(t, s, l), "user-name")
		if got.Content != want || got.Classification != l {
			t.Errorf("at %v: got %q at %v, want %q", l, got.Content, got.Classification, want)
		}
	}
	for l, want := range map[model.Level]int{model.Public: 5, model.Internal: 6, model.Confidential: 7, model.Restricted: 7} {
		if got, err := reader(t, s, l).Count(t.Context()); err != nil || got != want {
			t.Errorf("at %v: %d memories, %v, want %d", l, got, err, want)
		}
	}
}

func TestImportStopsAtTheClearance(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	got, skipped := brought(t, s, sourceOf(t, "main-session"), model.Internal)
	if want := "9 added, 0 changed, 0 unchanged, 3 skipped"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	want := []tools.Skipped{
		{Where: "kv row 12", Reason: "it is CONFIDENTIAL, above the import's clearance, INTERNAL"},
		{Where: "kv row 3", Reason: "it is CONFIDENTIAL, above the import's clearance, INTERNAL"},
		{Where: "kv row 4", Reason: "it is RESTRICTED, above the import's clearance, INTERNAL"},
	}
	if !slices.Equal(skipped, want) {
		t.Errorf("skipped %q, want %q", skipped, want)
	}
	if got := gotten(t, reader(t, s, model.Restricted), "contract"); got.Found {
		t.Errorf("a memory above the clearance is here: %+v", got)
	}
}

func TestSecondImportChangesNothing(t *testing.T) {
	t.Parallel()
	s, now := importInto(t)
	all := sourceOf(t, "main-session")
	wantReport(t, s, all, "12 added, 0 changed, 0 unchanged, 0 skipped")
	for range 2 {
		*now = now.Add(time.Hour)
		wantReport(t, s, all, "0 added, 0 changed, 12 unchanged, 0 skipped")
	}
	for _, f := range all {
		n := 0
		for _, v := range past(t, reader(t, s, model.Restricted), string(f.Key)) {
			if v.Classification == f.Level {
				n++
			}
		}
		if n != 1 {
			t.Errorf("three imports made %d versions of %s at %v", n, f.Key, f.Level)
		}
	}
	all[len(all)-1].Content += " Moved."
	all[len(all)-1].Saved = all[len(all)-1].Saved.Add(time.Minute)
	wantReport(t, s, all, "0 added, 1 changed, 11 unchanged, 0 skipped")
}

func TestWhatWasDeletedHereStaysDeleted(t *testing.T) {
	t.Parallel()
	s, now := importInto(t)
	f := []tools.Foreign{note(model.Internal, "k", "old text", written)}
	const where = `row k: INTERNAL "k"`
	wantReport(t, s, f, "1 added, 0 changed, 0 unchanged, 0 skipped")
	if _, err := reader(t, s, model.Internal).Delete(t.Context(), "k"); err != nil {
		t.Fatal(err)
	}
	wantReport(t, s, f, "0 added, 0 changed, 0 unchanged, 1 skipped", tools.Skipped{Where: where, Reason: "deleted here"})

	newer := []tools.Foreign{note(model.Internal, "k", "new text", now.Add(time.Hour))}
	wantReport(t, s, newer, "0 added, 0 changed, 0 unchanged, 1 skipped",
		tools.Skipped{Where: where, Reason: "deleted here, and changed in the source since"})

	*now = now.Add(time.Minute)
	if _, err := reader(t, s, model.Internal).Purge(t.Context(), "k", 0); err != nil {
		t.Fatal(err)
	}
	wantReport(t, s, f, "0 added, 0 changed, 0 unchanged, 1 skipped", tools.Skipped{Where: where, Reason: "purged here"})
	if got := gotten(t, reader(t, s, model.Restricted), "k"); got.Found {
		t.Errorf("it came back: %+v", got)
	}
}

func TestWhatIsNewerHereStays(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	if _, err := reader(t, s, model.Public).Save(t.Context(), tools.SaveInput{Key: "k", Content: "written here"}); err != nil {
		t.Fatal(err)
	}
	wantReport(t, s, []tools.Foreign{note(model.Public, "k", "older", written)}, "0 added, 0 changed, 0 unchanged, 1 skipped",
		tools.Skipped{Where: `row k: PUBLIC "k"`, Reason: "what is here is newer"})
	wantReport(t, s, []tools.Foreign{note(model.Public, "k", "newer", afterImport.Add(time.Hour))}, "0 added, 1 changed, 0 unchanged, 0 skipped")
	if got := gotten(t, reader(t, s, model.Public), "k").Content; got != "newer" {
		t.Errorf("got %q", got)
	}
}

func TestHistoryTellsWhereAVersionCameFrom(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	wantReport(t, s, sourceOf(t, "main-session"), "12 added, 0 changed, 0 unchanged, 0 skipped")
	v := past(t, reader(t, s, model.Confidential), "contract")[0]
	if want := (model.Origin{Source: "triggerfish", Session: "tidepool-ui"}); v.Origin == nil || *v.Origin != want {
		t.Errorf("got origin %+v, want %+v", v.Origin, want)
	}
	if v.Channel != model.ChannelImport || v.Client != "triggerfish" {
		t.Errorf("got channel %q, client %q", v.Channel, v.Client)
	}
	created := time.Date(2025, 12, 31, 23, 59, 59, 999_000_000, time.UTC)
	saved := time.Date(2026, 3, 2, 9, 30, 15, 250_000_000, time.UTC)
	if !v.CreatedAt.Equal(created) || !v.SavedAt.Equal(saved) || !v.UpdatedAt.Equal(saved) {
		t.Errorf("got created %v, saved %v, updated %v", v.CreatedAt, v.SavedAt, v.UpdatedAt)
	}
	if got := past(t, reader(t, s, model.Internal), "guest-code")[0].Origin; got == nil || got.Lineage != "5a1de7e2-0000-4000-8000-00000000c0de" {
		t.Errorf("got origin %+v", got)
	}
}

func TestDeletedAndExpiredRecordsAreHistoryOnly(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	wantReport(t, s, sourceOf(t, "main-session"), "12 added, 0 changed, 0 unchanged, 0 skipped")
	r := reader(t, s, model.Internal)
	for key, want := range map[string]struct {
		state model.State
		ended time.Time
	}{
		"old-mirror": {model.Deleted, time.Date(2026, 3, 2, 9, 30, 15, 250_000_000, time.UTC)},
		"guest-code": {model.Expired, time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)},
	} {
		if got := gotten(t, r, key); got.Found {
			t.Errorf("%s is there: %+v", key, got)
		}
		found, err := r.Search(t.Context(), tools.SearchInput{Query: key})
		if err != nil || len(found.Results) != 0 {
			t.Errorf("%s is found: %+v, %v", key, found, err)
		}
		v := past(t, r, key)[0]
		if v.State != want.state || v.EndedAt == nil || !v.EndedAt.Equal(want.ended) {
			t.Errorf("%s: got %v at %v, want %v at %v", key, v.State, v.EndedAt, want.state, want.ended)
		}
	}
}

func TestLikeKeysStayApart(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	wantReport(t, s, sourceOf(t, "main-session"), "12 added, 0 changed, 0 unchanged, 0 skipped")
	r := reader(t, s, model.Public)
	for key, want := range map[string]string{
		"100%_done": "A percent sign and an underscore.",
		"100xxdone": "What a pattern would take for the same.",
	} {
		if got := gotten(t, r, key).Content; got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
	}
}

func TestOneAgentsRecordsAreImportedAlone(t *testing.T) {
	t.Parallel()
	s, _ := importInto(t)
	wantReport(t, s, sourceOf(t, "crew:night:2"), "1 added, 0 changed, 0 unchanged, 0 skipped")
	r := reader(t, s, model.Restricted)
	if got := gotten(t, r, "a:b").Content; got != "An agent and a key that both hold colons." {
		t.Errorf("got %q", got)
	}
	if n, err := r.Count(t.Context()); err != nil || n != 1 {
		t.Errorf("got %d memories, %v", n, err)
	}
}
