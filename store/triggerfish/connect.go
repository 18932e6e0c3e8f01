package triggerfish

import (
	"context"
	"database/sql/driver"
	"fmt"
	"net/url"

	"github.com/mattn/go-sqlite3"
)

// careful is how every connection is set up. Each setting is read back: SQLite
// ignores what it does not know.
var careful = []struct{ name, value string }{
	{"trusted_schema", "0"}, // nothing in the source's schema may call functions
	{"cell_size_check", "1"},
	{"query_only", "1"},
	{"temp_store", "2"}, // memory
}

// Connect opens the source in its way. It makes a source a driver.Connector.
func (s *source) Connect(context.Context) (driver.Conn, error) {
	uri := url.URL{Scheme: "file", Path: s.path, RawQuery: s.way}
	return s.Driver().Open(uri.String())
}

// Driver returns SQLite.
func (s *source) Driver() driver.Driver {
	return &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		// Without it, SQLite would remove a log that it finds to be of no use.
		if err := c.SetFileControlInt("main", sqlite3.SQLITE_FCNTL_PERSIST_WAL, 1); err != nil {
			return err
		}
		for _, p := range careful {
			if err := set(c, p.name, p.value); err != nil {
				return err
			}
		}
		return nil
	}}
}

func set(c *sqlite3.SQLiteConn, name, value string) error {
	if _, err := c.Exec("pragma "+name+" = "+value, nil); err != nil {
		return err
	}
	rows, err := c.Query("pragma "+name, nil)
	if err != nil {
		return err
	}
	defer rows.Close()
	now := make([]driver.Value, 1)
	if err := rows.Next(now); err != nil {
		return err
	}
	if got := fmt.Sprint(now[0]); got != value {
		return fmt.Errorf("set %s: it is %s, not %s", name, got, value)
	}
	return nil
}
