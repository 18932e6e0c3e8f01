package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"

	"minne/model"
	"minne/policy"
)

// errDamaged: the database holds what minne never writes.
var errDamaged = errors.New("a value out of range")

// explain turns what the driver says into an error for people: constant text that
// names the file, the cause and the way out (SPEC D4), and never SQL, keys or
// memory text. What is already such an error passes through.
func (s *SQLite) explain(doing string, err error) error {
	var (
		file *FileError
		no   *policy.Refusal
		bad  *model.InvalidError
		lite sqlite3.Error
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &file), errors.As(err, &no), errors.As(err, &bad):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s: %w", doing, err)
	}
	for _, known := range []error{model.ErrNotFound, model.ErrConflict, model.ErrLive, model.ErrEnded, model.ErrReadOnly, ErrDerived} {
		if errors.Is(err, known) {
			return err
		}
	}
	if errors.Is(err, errDamaged) || errors.Is(err, sql.ErrNoRows) { // a row that another one speaks of
		return damaged(s.info.Path, err)
	}
	if !errors.As(err, &lite) {
		return &FileError{s.info.Path, "could not be used: " + doing, "try again; if it stays so, put a backup in its place", err}
	}
	return s.explainCode(doing, lite)
}

func (s *SQLite) explainCode(doing string, err sqlite3.Error) error {
	path := s.info.Path
	switch err.Code {
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrProtocol:
		return &FileError{path, fmt.Sprintf("has been locked for %v by somebody who writes to it", s.patience), "nothing was changed; try again when that has finished", err}
	case sqlite3.ErrFull:
		return &FileError{path, "cannot grow: the disk is full", "nothing was changed; free some space and try again", err}
	case sqlite3.ErrReadonly:
		return fmt.Errorf("%s: %w", path, model.ErrReadOnly)
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB, sqlite3.ErrFormat:
		return damaged(path, err)
	case sqlite3.ErrIoErr:
		return &FileError{path, "cannot be read or written: the disk reports an error", "nothing was changed; check the disk", err}
	case sqlite3.ErrCantOpen:
		return &FileError{path, "cannot be opened", "check that it is there, and its permissions and those of its folder", err}
	case sqlite3.ErrInterrupt:
		return fmt.Errorf("%s: %w", doing, context.Canceled)
	case sqlite3.ErrPerm, sqlite3.ErrAuth:
		return &FileError{path, "may not be used", "check its permissions", err}
	default:
		return &FileError{path, "could not be used: " + doing, "nothing was changed; try again, and if it stays so, put a backup in its place", err}
	}
}
