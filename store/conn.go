package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"
)

const (
	// patience is how long a write waits: for its turn in this process, and then
	// for another process's lock (SPEC D3). What lasts longer is an error, never a
	// false "saved"; a caller has it within twice that time.
	patience  = 7 * time.Second
	lockEvery = 10 * time.Millisecond
	readers   = 4
)

// setting is a PRAGMA and the value it must have when it is read back: the driver
// ignores what it does not know, and makes synchronous weaker than asked.
type setting struct{ name, value, back string }

var (
	common = []setting{
		{"trusted_schema", "off", "0"},
		{"cell_size_check", "on", "1"},
		{"foreign_keys", "on", "1"},
		{"recursive_triggers", "on", "1"},
		{"secure_delete", "on", "1"},
		{"temp_store", "memory", "2"},
		{"cache_size", "-16000", "-16000"},
	}
	writing = []setting{
		{"journal_mode", "wal", "wal"},
		{"synchronous", "full", "2"},
		{"fullfsync", "on", "1"},
		{"checkpoint_fullfsync", "on", "1"},
	}
	reading = []setting{{"query_only", "on", "1"}}
)

// waiting makes a connection wait for locks. It goes before all other settings.
func waiting(d time.Duration) []setting {
	ms := fmt.Sprint(d.Milliseconds())
	return []setting{{"busy_timeout", ms, ms}}
}

// limits keep a damaged or hostile database from asking for much. ATTACHED is 1
// and not 0 because VACUUM needs one.
var limits = map[int]int{
	sqlite3.SQLITE_LIMIT_LENGTH:              8 << 20,
	sqlite3.SQLITE_LIMIT_SQL_LENGTH:          64 << 10,
	sqlite3.SQLITE_LIMIT_EXPR_DEPTH:          100,
	sqlite3.SQLITE_LIMIT_COMPOUND_SELECT:     20,
	sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
	sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER:     100,
	sqlite3.SQLITE_LIMIT_ATTACHED:            1,
}

// connector opens connections with settings; sql.OpenDB takes it, so that no
// driver is registered under a name of ours.
type connector struct {
	dsn      string
	settings []setting
	keeps    bool // the journal, even one that SQLite finds to be of no use
}

// dsn returns the address of path in SQLite's URI form. mode is rw or ro.
func dsn(path, mode string, more ...string) string {
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}
	u.RawQuery = strings.Join(append([]string{"mode=" + mode, "_stmt_cache_size=64"}, more...), "&")
	return u.String()
}

// Connect implements driver.Connector. The settings are set and read back on
// every connection: one that does not hold is an error, not a hope.
func (c *connector) Connect(context.Context) (driver.Conn, error) {
	d := sqlite3.SQLiteDriver{ConnectHook: func(conn *sqlite3.SQLiteConn) error {
		if c.keeps {
			if err := conn.SetFileControlInt("main", sqlite3.SQLITE_FCNTL_PERSIST_WAL, 1); err != nil {
				return err
			}
		}
		for id, most := range limits {
			conn.SetLimit(id, most)
		}
		for _, s := range c.settings {
			if err := s.apply(conn); err != nil {
				return err
			}
		}
		return nil
	}}
	conn, err := d.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	return connection{conn.(*sqlite3.SQLiteConn)}, nil
}

// connection is the driver's. What it adds tells database/sql that a connection is
// as good as new after a transaction that was cancelled, so that it is kept: a
// private copy in memory would be lost with it.
type connection struct{ *sqlite3.SQLiteConn }

// ResetSession implements driver.SessionResetter.
func (c connection) ResetSession(context.Context) error {
	if !c.AutoCommit() {
		return driver.ErrBadConn
	}
	return nil
}

// IsValid implements driver.Validator.
func (c connection) IsValid() bool { return true }

// Driver implements driver.Connector.
func (c *connector) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }

func (s setting) apply(conn *sqlite3.SQLiteConn) error {
	if _, err := conn.Exec("pragma "+s.name+" = "+s.value, nil); err != nil {
		return fmt.Errorf("set %s: %w", s.name, err)
	}
	rows, err := conn.Query("pragma "+s.name, nil)
	if err != nil {
		return fmt.Errorf("read %s back: %w", s.name, err)
	}
	defer rows.Close()
	row := make([]driver.Value, 1)
	if err := rows.Next(row); err != nil && err != io.EOF {
		return fmt.Errorf("read %s back: %w", s.name, err)
	}
	if got := fmt.Sprint(row[0]); got != s.back {
		return fmt.Errorf("%s is %s, want %s", s.name, got, s.back)
	}
	return nil
}

// dial opens a pool of at most n connections.
func (s *SQLite) dial(dsn string, n int, settings ...[]setting) *sql.DB {
	db := sql.OpenDB(&connector{dsn, append(waiting(s.patience), slices.Concat(settings...)...), strings.Contains(dsn, "?mode=ro&")})
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db
}
