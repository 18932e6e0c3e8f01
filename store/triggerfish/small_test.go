package triggerfish_test

import (
	"bytes"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/store/triggerfish"
)

const small = "testdata/small.db"

var update = flag.Bool("update", false, "make "+small+" anew")

// canary stands in everything that must never be read.
const canary = "CANARY"

// smallRows is all of the table kv in the small database: an observatory's
// notes, invented, of three agents, beside what else Triggerfish keeps there.
func smallRows() []kv {
	owner := func(level, key, content string, tags ...string) memory {
		return noted("main-session", level, key, content, tags...)
	}
	return []kv{
		owner("PUBLIC", "user-name", "Call the user Vera.", "persona").row(),
		owner("INTERNAL", "user-name", "Vera Holm, night shift lead.", "persona", "contact").row(),
		owner("CONFIDENTIAL", "user-name", "Vera Holm signs for the dome's insurer.", "persona").row(),
		owner("RESTRICTED", "user-name", "Vera Holm knows the safe's combination.").row(),
		owner("PUBLIC", "100%_done", "A percent sign and an underscore.", "process").row(),
		owner("PUBLIC", "100xxdone", "What a pattern would take for the same.", "process").row(),
		owner("PUBLIC", "användarnamn", "Vera på Käringberget, hälsar gärna.", "personligt", "hälsa").row(),
		owner("PUBLIC", "天気", "今夜は曇りです。 ☁️ 👩‍🚀").row(),
		owner("INTERNAL", "dome:motor", "Two lines:\n\tgrease the dome motor \"often\" — C:\\dome\\motor.cfg").row(),
		owner("INTERNAL", "old-mirror", "The old mirror was sold.").with("expired", true).row(),
		owner("INTERNAL", "guest-code", "The guest code is 4711.").
			with("expiresAt", "2026-04-01T00:00:00.000Z").with("lineageId", "5a1de7e2-0000-4000-8000-00000000c0de").row(),
		owner("CONFIDENTIAL", "contract", "The lens contract ends in May.").
			with("createdAt", "2025-12-31T23:59:59.999Z").with("sourceSessionId", "tidepool-ui").row(),
		noted("agent-sky", "PUBLIC", "user-name", "The sky agent says captain.").row(),
		noted("crew:night:2", "PUBLIC", "a:b", "An agent and a key that both hold colons.").row(),

		{"cron:job_1", canary},
		{"lineage:5a1de7e2", canary},
		{"memory", canary},
		{"MEMORY:main-session:PUBLIC:loud", owner("PUBLIC", "loud", canary).row().value},
		{"memory;main-session", canary},
		{"memoryish:main-session:PUBLIC:like", canary},
		{"secret:api-key", canary},
		{"sessions:sess_1", canary},
		{[]byte("memory:main-session:PUBLIC:bytes"), owner("PUBLIC", "bytes", canary).row().value},
	}
}

// makeSmall makes the small database, Triggerfish's search copies included; they
// hold canaries too.
func makeSmall(t *testing.T, path string) {
	t.Helper()
	db := open(t, path, "WAL")
	run(t, db, tables)
	insert(t, db, smallRows()...)
	run(t, db, "insert into memory_meta values ('main-session', 'PUBLIC', 'stale', ?)", canary)
	run(t, db, "insert into memory_fts values ('main-session', 'PUBLIC', 'stale', ?, '')", canary)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestSmallDatabaseIsTheOneThatIsMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.db")
	makeSmall(t, path)
	if *update {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write(t, small, b)
	}
	if got, want := dump(t, small), dump(t, path); !slices.Equal(got, want) {
		t.Errorf("%s has other rows than the test; run it with -update", small)
	}
}

// dump returns the rows of kv in a copy of the database at path.
func dump(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "copy.db")
	write(t, path, b)
	rows, err := open(t, path, "WAL").Query("select rowid, typeof(key), key, value from kv order by rowid")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var id int64
		var kind string
		var key, value sql.RawBytes
		if err := rows.Scan(&id, &kind, &key, &value); err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%d %s %s %s", id, kind, key, value))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestReadSmallDatabase(t *testing.T) {
	t.Parallel()
	before := folder(t, small)
	f, err := triggerfish.Read(t.Context(), small)
	if err != nil {
		t.Fatal(err)
	}
	untouched(t, small, before)
	if len(f.Skipped) > 0 {
		t.Errorf("skipped %v", f.Skipped)
	}
	var got []string
	for _, r := range f.Records {
		got = append(got, fmt.Sprintf("%s | %s %v %s", r.Where, r.Agent, r.Level, r.Key))
	}
	want := []string{
		"kv row 13 | agent-sky PUBLIC user-name",
		"kv row 14 | crew:night:2 PUBLIC a:b",
		"kv row 12 | main-session CONFIDENTIAL contract",
		"kv row 3 | main-session CONFIDENTIAL user-name",
		"kv row 9 | main-session INTERNAL dome:motor",
		"kv row 11 | main-session INTERNAL guest-code",
		"kv row 10 | main-session INTERNAL old-mirror",
		"kv row 2 | main-session INTERNAL user-name",
		"kv row 5 | main-session PUBLIC 100%_done",
		"kv row 6 | main-session PUBLIC 100xxdone",
		"kv row 7 | main-session PUBLIC användarnamn",
		"kv row 1 | main-session PUBLIC user-name",
		"kv row 8 | main-session PUBLIC 天気",
		"kv row 4 | main-session RESTRICTED user-name",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func TestReadKeepsAllThatAMemoryHas(t *testing.T) {
	t.Parallel()
	created := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	saved := time.Date(2026, 3, 2, 9, 30, 15, 250_000_000, time.UTC)
	const session = "0b51d2f4-6a3c-4a58-9d0e-5f0f2c9a7e11"
	for _, want := range []triggerfish.Record{
		{Where: "kv row 9", Imported: model.Imported{
			Draft: model.Draft{
				Key:     "dome:motor",
				Content: "Two lines:\n\tgrease the dome motor \"often\" — C:\\dome\\motor.cfg",
			},
			Created: created, Saved: saved,
			Origin: model.Origin{Source: "triggerfish", Session: session},
		}},
		{Where: "kv row 2", Imported: model.Imported{
			Draft: model.Draft{
				Key: "user-name", Content: "Vera Holm, night shift lead.", Tags: []model.Tag{"persona", "contact"},
			},
			Created: created, Saved: saved,
			Origin: model.Origin{Source: "triggerfish", Session: session},
		}},
		{Where: "kv row 10", Imported: model.Imported{ // deleted there
			Draft:   model.Draft{Key: "old-mirror", Content: "The old mirror was sold."},
			Created: created, Saved: saved, Deleted: saved,
			Origin: model.Origin{Source: "triggerfish", Session: session},
		}},
		{Where: "kv row 11", Imported: model.Imported{ // with an end, and a lineage
			Draft: model.Draft{
				Key: "guest-code", Content: "The guest code is 4711.",
				Expires: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC),
			},
			Created: created, Saved: saved,
			Origin: model.Origin{Source: "triggerfish", Session: session, Lineage: "5a1de7e2-0000-4000-8000-00000000c0de"},
		}},
	} {
		want.Agent, want.Level = "main-session", model.Internal
		f, err := triggerfish.Read(t.Context(), small)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(f.Records, func(r triggerfish.Record) bool { return r.Where == want.Where })
		if i < 0 || !reflect.DeepEqual(f.Records[i], want) {
			t.Errorf("got %+v, want %+v", f.Records, want)
		}
	}
}

func TestReadSeesNothingElse(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(small)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(b, []byte(canary)) {
		t.Fatal("there is no canary to be seen")
	}
	f, err := triggerfish.Read(t.Context(), small)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(fmt.Sprintf("%+v", f), canary) {
		t.Errorf("a row that is no memory was read: %+v", f)
	}
}
