package model

import "errors"

// What can go wrong. They are matched with errors.Is; the texts are for people.
var (
	// ErrNotFound: nothing that the session may see is there. It is the same
	// for a hidden thing and a missing one (SPEC P6).
	ErrNotFound = errors.New("no such memory")
	// ErrConflict: the record has changed since the writer read it.
	ErrConflict = errors.New("the memory has changed since it was read")
	// ErrReadOnly: the database cannot be written to.
	ErrReadOnly = errors.New("the database is read-only")
	// ErrLive: a live record stands in the way of a restore (SPEC V4).
	ErrLive = errors.New("a live memory with this key exists at this level")
	// ErrEnded: the session has been ended, here or from elsewhere.
	ErrEnded = errors.New("the session has ended")
)
