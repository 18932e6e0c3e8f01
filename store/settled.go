package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/mattn/go-sqlite3"

	"minne/model"
	"minne/policy"
)

// copied is a private copy in memory of a database that cannot be written to, in
// which expiry has been settled: what expires in a file that does not change is
// still gone at once (SPEC V5).
type copied struct {
	*sql.DB
	of int64 // what Changes said when it was taken
}

// settledCopy begins a read of the copy, made anew if the file has changed since,
// with everything settled that is due now.
func (s *SQLite) settledCopy(ctx context.Context, c policy.Ceiling) (*sql.Tx, error) {
	s.copying.Lock()
	defer s.copying.Unlock()
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
			_ = s.settled.Close()
		}
		s.settled = &copied{made, at}
	}
	begun, err := s.settled.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = begun.Rollback() }()
	if err := s.tx(begun).settle(ctx, c); err != nil {
		return nil, err
	}
	if err := begun.Commit(); err != nil {
		return nil, err
	}
	return s.settled.BeginTx(ctx, nil)
}

// copy reads the whole database into memory.
func (s *SQLite) copy(ctx context.Context) (*sql.DB, error) {
	release, err := s.hold(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	to := s.dial(":memory:", 1, common)
	err = eachDriver(ctx, to, func(dst *sqlite3.SQLiteConn) error {
		return eachDriver(ctx, s.watch, func(src *sqlite3.SQLiteConn) error {
			b, err := dst.Backup("main", src, "main")
			if err != nil {
				return err
			}
			whole, err := b.Step(-1)
			if err == nil && !whole {
				err = sqlite3.Error{Code: sqlite3.ErrBusy}
			}
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
	return conn.Raw(func(c any) error { return do(c.(connection).SQLiteConn) })
}

// unwritable reports whether err says that a database can be read, but not be
// written to for now.
func unwritable(err error) bool {
	var lite sqlite3.Error
	if errors.As(err, &lite) {
		return lite.Code == sqlite3.ErrFull || lite.Code == sqlite3.ErrBusy || lite.Code == sqlite3.ErrIoErr
	}
	return errors.Is(err, model.ErrReadOnly)
}
