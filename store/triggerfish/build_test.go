package triggerfish_test

import (
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
)

// tables are those of a Triggerfish database.
const tables = `
	create table kv (key text primary key, value text not null);
	create table memory_meta (
		agent_id text not null, classification text not null, key text not null, record_json text not null,
		primary key (agent_id, classification, key));
	create virtual table memory_fts using fts5 (agent_id, classification, key, content, tags, tokenize = 'porter unicode61')`

// kv is a row of the table of that name.
type kv struct{ key, value any }

// memory is a value as Triggerfish writes it. A nil field is left out.
type memory map[string]any

// noted returns a whole memory.
func noted(agent, level, key, content string, tags ...string) memory {
	if tags == nil {
		tags = []string{}
	}
	return memory{
		"key": key, "agentId": agent, "classification": level, "content": content, "tags": tags,
		"createdAt": "2026-03-01T08:00:00.000Z", "updatedAt": "2026-03-02T09:30:15.250Z",
		"expired": false, "sourceSessionId": "0b51d2f4-6a3c-4a58-9d0e-5f0f2c9a7e11",
	}
}

// with returns the memory with a field changed, or taken out.
func (m memory) with(field string, value any) memory {
	c := memory{}
	for k, v := range m {
		c[k] = v
	}
	if c[field] = value; value == nil {
		delete(c, field)
	}
	return c
}

// row returns the memory under the key that belongs to it.
func (m memory) row() kv {
	return m.under(fmt.Sprintf("memory:%v:%v:%v", m["agentId"], m["classification"], m["key"]))
}

func (m memory) under(key string) kv {
	b, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return kv{key, string(b)}
}

// open opens the database at path for writing.
func open(t *testing.T, path, mode string) *sql.DB {
	t.Helper()
	u := url.URL{Scheme: "file", Path: path, RawQuery: "_synchronous=OFF&_journal_mode=" + mode}
	db, err := sql.Open("sqlite3", u.String())
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

func run(t *testing.T, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		t.Fatal(err)
	}
}

func insert(t *testing.T, db *sql.DB, rows ...kv) {
	t.Helper()
	for _, r := range rows {
		run(t, db, "insert into kv values (?, ?)", r.key, r.value)
	}
}

// build makes a Triggerfish database of rows at path and closes it.
func build(t *testing.T, path string, rows ...kv) {
	t.Helper()
	fill(t, open(t, path, "WAL"), rows...)
}

// fill makes the tables and rows in db and closes it.
func fill(t *testing.T, db *sql.DB, rows ...kv) {
	t.Helper()
	run(t, db, tables)
	insert(t, db, rows...)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// made is build in a folder of its own.
func made(t *testing.T, rows ...kv) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "triggerfish.db")
	build(t, path, rows...)
	return path
}

// trace is what a write to a file would change.
type trace struct {
	sum     [32]byte
	size    int64
	mode    os.FileMode
	changed time.Time
}

// folder returns the trace of every file beside path.
func folder(t *testing.T, path string) map[string]trace {
	t.Helper()
	all := map[string]trace{}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = trace{sha256.Sum256(b), info.Size(), info.Mode(), info.ModTime()}
	}
	return all
}

// untouched reports what is new, gone or changed beside path.
func untouched(t *testing.T, path string, before map[string]trace) {
	t.Helper()
	after := folder(t, path)
	for name, was := range before {
		if now, ok := after[name]; !ok {
			t.Errorf("%s is gone", name)
		} else if now != was {
			t.Errorf("%s was %d bytes, changed %v, and is %d bytes, changed %v", name, was.size, was.changed, now.size, now.changed)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			t.Errorf("%s is new", name)
		}
	}
}
