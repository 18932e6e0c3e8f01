package triggerfish

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// ErrEmpty is what the FormatError of an empty file unwraps to: it holds no
// memories, and nothing that would be lost.
var ErrEmpty = errors.New("the file is empty")

// A FormatError says that a file is not a Triggerfish database that can be read.
// Why completes a sentence that begins with the file, such as "is a folder".
type FormatError struct {
	Why string
	Err error // nil, or what it was made from
}

func (e *FormatError) Error() string { return "not a Triggerfish database: it " + e.Why }

// Unwrap returns what the error was made from.
func (e *FormatError) Unwrap() error { return e.Err }

// unreadable says in plain words what SQLite could not read.
func unreadable(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		return &FormatError{Why: "is a damaged SQLite database: try an undamaged copy", Err: err}
	case sqlite3.ErrReadonly:
		return &FormatError{Why: "holds an unfinished change: let Triggerfish open it once", Err: err}
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return fmt.Errorf("another program keeps the source locked; try again: %w", err)
	default:
		return fmt.Errorf("read the source: %w", err)
	}
}
