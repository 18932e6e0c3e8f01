package store

import (
	"time"

	"minne/model"
)

// EventQuery chooses entries of the audit log.
type EventQuery struct {
	Key   model.Key // empty: all
	Limit int
}

// PurgeQuery chooses what is erased: versions that stopped being live at or
// before Before, of one key or of all.
type PurgeQuery struct {
	Key    model.Key // empty: all
	Before time.Time
}

// Outcome is what an import did with one record.
type Outcome uint8

// The outcomes of an import.
const (
	Added     Outcome = iota + 1 // a record that was not here
	Changed                      // a new version, or a deletion, of a record that was here
	Unchanged                    // here already
	// The rest are skipped, with the reason in their name.
	KeptDeleted  // it was deleted here after the source last changed it
	KeptPurged   // it was purged here
	KeptNewer    // what is here is newer
	KeptConflict // it was deleted here, and the source has changed it since
)

// Info describes a storage for its owner.
type Info struct {
	Path     string
	ID       model.ID
	Agent    string
	ReadOnly bool
	Format   int
}

// MatrixQuery asks for a page of the matrix of shadows, by key.
type MatrixQuery struct {
	After  model.Key // empty: from the first
	Shadow bool      // only keys that stand at several visible levels
	Limit  int
}
