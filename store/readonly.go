package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"os"

	"github.com/mattn/go-sqlite3"

	"minne/policy"
)

// readOnlyMode says how a database is read that must not change. Without a journal
// nobody has it open for writing and it is read as it lies, so that SQLite makes no
// side files; with one, the side files are there and are shared.
func readOnlyMode(path string) []string {
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		if _, err := os.Stat(path + "-shm"); err == nil {
			return []string{"readonly_shm=1"}
		}
		return nil
	}
	return []string{"immutable=1"}
}

// copied is a private copy in memory of a read-only database in which expiry has
// been settled: what expires in a file that cannot change is still gone at once
// (SPEC V5).
type copied struct {
	*sql.DB
	of int64 // the data_version it was taken at
}

func (c *copied) close() error { return c.Close() }

// settledCopy returns the copy, made anew if the file has changed since, with
// everything settled that is due now.
func (s *SQLite) settledCopy(ctx context.Context, c policy.Ceiling) (*sql.DB, error) {
	s.still.Lock()
	defer s.still.Unlock()
	at, err := s.Changes(ctx)
	if err != nil {
		return nil, err
	}
	if s.settled == nil || s.settled.of != at {
		made, err := s.copy(ctx)
		if err != nil {
			return nil, err
		}
		if s.settled != nil {
			_ = s.settled.close()
		}
		s.settled = &copied{made, at}
	}
	begun, err := s.settled.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = begun.Rollback() }()
	if err := (&tx{Tx: begun, s: s, now: s.moment()}).settle(ctx, c); err != nil {
		return nil, err
	}
	return s.settled.DB, begun.Commit()
}

// copy reads the whole database into memory.
func (s *SQLite) copy(ctx context.Context) (*sql.DB, error) {
	to := dial(":memory:", 1, common)
	err := eachDriver(ctx, to, func(dst *sqlite3.SQLiteConn) error {
		return eachDriver(ctx, s.watch, func(src *sqlite3.SQLiteConn) error {
			b, err := dst.Backup("main", src, "main")
			if err != nil {
				return err
			}
			_, err = b.Step(-1)
			return errors.Join(err, b.Finish())
		})
	})
	if err != nil {
		return nil, errors.Join(err, to.Close())
	}
	return to, nil
}

// eachDriver lends the driver's own connection of a pool to do.
func eachDriver(ctx context.Context, db *sql.DB, do func(*sqlite3.SQLiteConn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) error { return do(c.(driver.Conn).(*sqlite3.SQLiteConn)) })
}
