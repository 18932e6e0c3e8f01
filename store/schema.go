package store

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"strings"
	"sync"

	"minne/model"
	"minne/store/words"
)

//go:embed schema.sql
var schema string

// makeTables makes the tables of an empty database.
func makeTables(ctx context.Context, db interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
},
) error {
	for _, text := range append([]string{schema}, indexSchema()...) {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// fill makes an empty database in the file temp and leaves it closed, without
// side files.
func (s *SQLite) fill(ctx context.Context, temp string) error {
	db := s.dial(dsn(temp, "rw", "_txlock=immediate"), 1, common, writing)
	defer db.Close()
	var id model.ID
	if _, err := io.ReadFull(s.rand, id[:]); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := makeTables(ctx, tx); err != nil {
		return err
	}
	for name, value := range map[string][]byte{"id": id[:], "agent": []byte(s.info.Agent), "analyser": fmt.Append(nil, words.Version)} {
		if _, err := tx.ExecContext(ctx, "insert into meta (name, value) values (?, ?)", name, value); err != nil {
			return err
		}
	}
	for _, mark := range []string{fmt.Sprintf("pragma application_id = %d", applicationID), fmt.Sprintf("pragma user_version = %d", format)} {
		if _, err := tx.ExecContext(ctx, mark); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return db.Close()
}

// object is an entry of SQLite's own table of tables, views, indexes and triggers.
type object struct{ kind, name, table string }

// objects returns what a database consists of, with the text it was made from. The
// tables in which FTS5 keeps an index are SQLite's own, and so are statistics.
func objects(ctx context.Context, q querier) (map[object]string, error) {
	rows, err := q.QueryContext(ctx, "select type, name, tbl_name, coalesce(sql, '') from sqlite_schema where name not like 'sqlite_stat%'")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[object]string{}
	for rows.Next() {
		var (
			o    object
			text string
		)
		if err := rows.Scan(&o.kind, &o.name, &o.table, &text); err != nil {
			return nil, err
		}
		if o.kind == "table" && strings.HasPrefix(o.name, "found_") && strings.Count(o.name, "_") > 1 {
			text = ""
		}
		all[o] = text
	}
	return all, rows.Err()
}

// own is what a database of this format consists of.
var own = sync.OnceValues(func() (map[object]string, error) {
	db := (&SQLite{patience: patience}).dial(":memory:", 1, common)
	defer db.Close()
	if err := makeTables(context.Background(), db); err != nil {
		return nil, err
	}
	return objects(context.Background(), db)
})

// genuine fails unless the database consists of exactly what minne makes: a trigger
// or a view of somebody else's would be run with every write or read.
func (s *SQLite) genuine(ctx context.Context) error {
	want, err := own()
	if err != nil {
		return err
	}
	got, err := objects(ctx, s.read)
	if err != nil {
		return err
	}
	if !maps.Equal(got, want) {
		return &FileError{s.info.Path, "holds tables or triggers that are not minne's", "put a backup in its place, or name another file with --db", nil}
	}
	return nil
}
