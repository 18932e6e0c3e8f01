package words_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"
	"pgregory.net/rapid"

	"minne/store/words"
)

// index is a table as the store has it, in memory.
type index struct {
	db     *sql.DB
	insert *sql.Stmt
	match  *sql.Stmt
}

func newIndex(tb testing.TB) *index {
	tb.Helper()
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		tb.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	tb.Cleanup(func() { db.Close() })
	if _, err := db.Exec(`
		create virtual table f using fts5(key, tags, content, extra,
			tokenize = 'porter unicode61 remove_diacritics 2')`); err != nil {
		tb.Fatal(err)
	}
	return &index{
		db:     db,
		insert: prepare(tb, db, `insert into f (key, tags, content, extra) values (?, ?, ?, ?)`),
		match: prepare(tb, db, fmt.Sprintf(
			`select key from f where f match ? order by %s, key`, fmt.Sprintf(words.Rank, "f"))),
	}
}

func prepare(tb testing.TB, db *sql.DB, query string) *sql.Stmt {
	tb.Helper()
	s, err := db.Prepare(query)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func (x *index) save(tb rapid.TB, key, content string, tags ...string) {
	tb.Helper()
	list, err := json.Marshal(append([]string{}, tags...))
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := x.insert.Exec(key, string(list), content, words.Extra(key, tags, content)); err != nil {
		tb.Fatal(err)
	}
}

// run returns the keys that an expression finds, best first.
func (x *index) run(match string) ([]string, error) {
	rows, err := x.match.Query(match)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var keys []string
	for rows.Next() {
		var k string
		if err := rows.Scan(&k); err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	return keys, rows.Err()
}

func (x *index) find(tb rapid.TB, q words.Query) []string {
	tb.Helper()
	match, ok := q.Match()
	if !ok {
		return nil
	}
	keys, err := x.run(match)
	if err != nil {
		tb.Fatalf("match %q: %v", match, err)
	}
	return keys
}

func (x *index) search(tb rapid.TB, text string) []string {
	tb.Helper()
	return x.find(tb, words.Parse(text, false))
}

func (x *index) clear(tb rapid.TB) {
	tb.Helper()
	if _, err := x.db.Exec("delete from f"); err != nil {
		tb.Fatal(err)
	}
}

// memory is a row of a test: key, content, tags.
type memory struct {
	key, content string
	tags         []string
}

func indexOf(tb testing.TB, memories ...memory) *index {
	tb.Helper()
	x := newIndex(tb)
	for _, m := range memories {
		x.save(tb, m.key, m.content, m.tags...)
	}
	return x
}

// check runs searches written as "query -> key key", one a line. The keys are the
// result, best first; with => in any order. "first" before a key: it is the first
// of the result; "any" alone: whatever is found, it is no error.
func check(t *testing.T, x *index, operators bool, table string) {
	t.Helper()
	for line := range strings.Lines(strings.TrimSpace(table)) {
		query, want, ordered := strings.Cut(line, "->")
		if !ordered {
			query, want, _ = strings.Cut(line, "=>")
		}
		query = strings.TrimSpace(query)
		got := x.find(t, words.Parse(query, operators))
		keys := strings.Fields(want)
		if !ordered {
			slices.Sort(got)
			slices.Sort(keys)
		}
		switch {
		case slices.Equal(keys, []string{"any"}):
		case len(keys) == 2 && keys[0] == "first":
			if len(got) == 0 || got[0] != keys[1] {
				t.Errorf("search %q: got %q, want %s first", query, got, keys[1])
			}
		case !slices.Equal(got, keys):
			t.Errorf("search %q: got %q, want %q", query, got, keys)
		}
	}
}
