// Package triggerfish reads the memories out of a Triggerfish database, usually
// ~/.triggerfish/data/triggerfish.db. It reads the rows of the table kv whose key
// begins with "memory:" and nothing else: sessions, secrets and the other rows of
// that table, and Triggerfish's search copies, stay unread.
//
// It never writes to the source, leaves no file beside it, and may be used while
// Triggerfish runs. It checks that each row is a memory as Triggerfish writes
// them, not that it is one that minne can keep: package tools does that.
package triggerfish

import (
	"context"
	"database/sql"

	"minne/model"
)

// Name is the format's name, as Origin.Source has it.
const Name = "triggerfish"

// File is what a database holds, in the order of its row keys.
type File struct {
	Records []Record
	Skipped []Skipped
}

// Record is one memory as the source has it: the key and the tags are neither
// normalised nor checked.
type Record struct {
	Where string // its place in the source, such as "kv row 12"
	Agent string
	Level model.Level
	model.Imported
}

// Skipped names a row that is no memory as Triggerfish writes them, and says
// why. Neither holds any text of the row.
type Skipped struct {
	Where  string
	Reason string
}

// Read returns the memories of the Triggerfish database at path. A bad row is
// skipped and the rest goes on. A file of another kind is a *FormatError; a
// missing one matches fs.ErrNotExist.
func Read(ctx context.Context, path string) (File, error) {
	src, err := find(path)
	if err != nil {
		return File{}, err
	}
	db := sql.OpenDB(src)
	defer db.Close()
	f, err := read(ctx, db)
	if moved := src.settled(); moved != nil {
		return File{}, moved
	}
	if err != nil {
		return File{}, unreadable(err)
	}
	return f, nil
}

// read takes everything from one snapshot.
func read(ctx context.Context, db *sql.DB) (File, error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return File{}, err
	}
	defer tx.Rollback()
	if err := recognise(ctx, tx); err != nil {
		return File{}, err
	}
	return memories(ctx, tx)
}
