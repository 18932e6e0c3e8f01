package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mattn/go-sqlite3"

	"minne/model"
	"minne/store"
)

// every is what each connection must say of itself, whatever the driver makes of what
// it was told (docs/security.md).
var every = map[string]string{
	"busy_timeout": "7000", "trusted_schema": "0", "cell_size_check": "1", "foreign_keys": "1", "recursive_triggers": "1",
	"secure_delete": "1", "temp_store": "2", "cache_size": "-16000", "application_id": "1835626094", "user_version": "1",
}

// durable is what a connection to a database that can be written to must say besides.
var durable = map[string]string{"journal_mode": "wal", "synchronous": "2", "fullfsync": "1", "checkpoint_fullfsync": "1"}

func TestSettingsHoldOnEveryConnection(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.db")
	s, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	save(t, s, admit(t, model.Public), model.Draft{Key: "k", Content: "x"})
	for name, size := range map[string]int{"write": 1, "read": 4, "watch": 1} {
		eachConnection(t, s.Pools()[name], size, func(c *sql.Conn) {
			holds(t, name, c, every)
			holds(t, name, c, durable)
			holds(t, name, c, map[string]string{"query_only": map[string]string{"write": "0", "read": "1", "watch": "1"}[name]})
			limited(t, name, c)
		})
	}
	must(t, s.Close())

	must(t, os.Chmod(path, 0o400))
	s, err = store.Open(t.Context(), path, store.Options{})
	must(t, err)
	for name, size := range map[string]int{"read": 4, "watch": 1} {
		eachConnection(t, s.Pools()[name], size, func(c *sql.Conn) {
			holds(t, "read-only "+name, c, every)
			holds(t, "read-only "+name, c, map[string]string{"query_only": "1"})
			limited(t, "read-only "+name, c)
		})
	}
	must(t, s.Close())
}

// eachConnection takes all connections of a pool at once.
func eachConnection(t *testing.T, pool *sql.DB, size int, do func(*sql.Conn)) {
	t.Helper()
	if got := pool.Stats().MaxOpenConnections; got != size {
		t.Errorf("a pool of %d, want %d", got, size)
	}
	for range size {
		c, err := pool.Conn(t.Context())
		must(t, err)
		defer c.Close()
		do(c)
	}
}

func holds(t *testing.T, name string, c *sql.Conn, want map[string]string) {
	t.Helper()
	for pragma, value := range want {
		var got string
		must(t, c.QueryRowContext(t.Context(), "pragma "+pragma).Scan(&got))
		if got != value {
			t.Errorf("%s: %s is %s, want %s", name, pragma, got, value)
		}
	}
}

func limited(t *testing.T, name string, c *sql.Conn) {
	t.Helper()
	must(t, c.Raw(func(c any) error {
		for id, want := range map[int]int{
			sqlite3.SQLITE_LIMIT_LENGTH: 8 << 20, sqlite3.SQLITE_LIMIT_SQL_LENGTH: 64 << 10, sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
			sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 20, sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
			sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 100, sqlite3.SQLITE_LIMIT_ATTACHED: 1,
		} {
			if got := c.(interface{ GetLimit(int) int }).GetLimit(id); got != want {
				t.Errorf("%s: limit %d is %d, want %d", name, id, got, want)
			}
		}
		return nil
	}))
}

// A setting that the driver does not know, or sets otherwise than asked, is an error,
// and not a hope.
func TestASettingThatDoesNotHoldFailsTheConnection(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.db")
	makeDatabase(t, path)
	for _, c := range []struct{ pragma, value, back, says string }{
		{"no_such_setting", "on", "1", "no_such_setting is <nil>, want 1"},
		{"synchronous", "normal", "2", "synchronous is 1, want 2"},
		{"journal_mode", "nonsense", "nonsense", "journal_mode is wal, want nonsense"},
		{"cache_size", "1;", "x", "cache_size is 1, want x"},
	} {
		if err := store.Connect(t.Context(), path, c.pragma, c.value, c.back); err == nil || err.Error() != c.says {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
	if got := names(t, filepath.Dir(path)); got != "m.db m.db.lock" {
		t.Errorf("what is left: %s", got)
	}
}

// names lists a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

// A call that was cancelled leaves its connection fit for the next one.
func TestACancelledCallTakesNoConnectionAway(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	h := admit(t, model.Public)
	save(t, s, h, model.Draft{Key: "k", Content: "x"})
	for range 20 {
		ctx, stop := context.WithCancel(t.Context())
		q, err := s.Pools()["read"].BeginTx(ctx, nil)
		must(t, err)
		stop()
		_ = q.Rollback()
		if _, err := s.Count(ctx, h.Ceiling()); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled count: %v", err)
		}
	}
	if closed := s.Pools()["read"].Stats().MaxIdleClosed; closed > 0 {
		t.Errorf("%d connections were closed", closed)
	}
	save(t, s, h, model.Draft{Key: "k", Content: "y"})
	must(t, s.Check(t.Context()))
	must(t, s.Close())
}
