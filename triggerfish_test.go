package main

import (
	"database/sql"
	"encoding/json"
	"net/url"
	"os"
	"strings"

	_ "github.com/mattn/go-sqlite3"
	"github.com/rogpeppe/go-internal/testscript"
)

// triggerfish makes a Triggerfish database out of lines: triggerfish LINES FILE.
// A line is AGENT LEVEL KEY TEXT, or ! KEY VALUE for a row as it stands.
func triggerfish(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[1])
	_ = os.Remove(path)
	db, err := sql.Open("sqlite3", (&url.URL{Scheme: "file", Path: path}).String())
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec(`create table kv (key text primary key, value text not null);
		create table memory_meta (agent_id text not null, classification text not null, key text not null, record_json text not null);
		create virtual table memory_fts using fts5 (agent_id, classification, key, content, tags)`)
	ts.Check(err)
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		key, value := row(strings.TrimSuffix(line, "\n"))
		_, err := db.Exec("insert into kv values (?, ?)", key, value)
		ts.Check(err)
	}
}

func row(line string) (key, value string) {
	if rest, raw := strings.CutPrefix(line, "! "); raw {
		key, value, _ = strings.Cut(rest, " ")
		return key, value
	}
	f := strings.SplitN(line, " ", 4)
	agent, level, name, content := f[0], f[1], f[2], f[3]
	b, err := json.Marshal(map[string]any{
		"key": name, "agentId": agent, "classification": level, "content": content, "tags": []string{"from-there"},
		"createdAt": "2026-01-05T08:00:00.000Z", "updatedAt": "2026-01-06T09:30:15.250Z",
		"expired": false, "sourceSessionId": "0b51d2f4-6a3c-4a58-9d0e-5f0f2c9a7e11",
	})
	if err != nil {
		panic(err)
	}
	return "memory:" + agent + ":" + level + ":" + name, string(b)
}
