package triggerfish

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"minne/model"
)

// prefix begins the key of every row that is a memory, byte for byte.
const prefix = "memory:"

// maxValue is the most bytes of JSON that are read of a row: what the longest
// content takes with every byte escaped, and as much again for the rest.
const maxValue = 12 * model.MaxContent

const (
	findTable = `
		select count(*) from sqlite_schema
		where type = 'table' and name = 'kv' and rootpage > 0`
	findColumns = `
		select count(*), count(case when upper(type) = 'TEXT' and hidden = 0 and (name, pk) in (values ('key', 1), ('value', 0)) then 1 end)
		from pragma_table_xinfo('kv')`
	findEncoding = `pragma encoding`

	// readRows compares bytes, never with like. The end is the prefix with its
	// last byte raised by one.
	readRows = `
		select rowid, key, typeof(value), octet_length(value),
			case when typeof(value) = 'text' and octet_length(value) <= ? then value else '' end
		from kv
		where key collate binary >= 'memory:' and key collate binary < 'memory;'
		order by key collate binary`
)

// recognise checks that there is a table such as Triggerfish keeps everything
// in: an ordinary one, without columns that compute something.
func recognise(ctx context.Context, tx *sql.Tx) error {
	other := &FormatError{Why: "is a SQLite database of another program"}
	var tables, columns, right int
	if err := tx.QueryRowContext(ctx, findTable).Scan(&tables); err != nil {
		return err
	}
	if tables != 1 {
		return other
	}
	if err := tx.QueryRowContext(ctx, findColumns).Scan(&columns, &right); err != nil {
		return err
	}
	var encoding string
	if err := tx.QueryRowContext(ctx, findEncoding).Scan(&encoding); err != nil {
		return err
	}
	if columns != 2 || right != 2 || encoding != "UTF-8" {
		return other
	}
	return nil
}

// memories reads the rows that are memories.
func memories(ctx context.Context, tx *sql.Tx) (File, error) {
	rows, err := tx.QueryContext(ctx, readRows, maxValue)
	if err != nil {
		return File{}, err
	}
	defer rows.Close()
	var f File
	known := false // a row is named as Triggerfish names memories
	for rows.Next() {
		var r row
		if err := rows.Scan(&r.id, &r.key, &r.kind, &r.size, &r.value); err != nil {
			return File{}, err
		}
		known = known || named(r.key)
		rec, err := r.memory()
		if err != nil {
			f.Skipped = append(f.Skipped, Skipped{Where: r.where(), Reason: err.Error()})
			continue
		}
		f.Records = append(f.Records, rec)
	}
	if err := rows.Err(); err != nil {
		return File{}, err
	}
	if !known && len(f.Skipped) > 0 {
		return File{}, &FormatError{Why: "is a SQLite database of another program"}
	}
	return f, nil
}

// named reports whether a row's key has the shape memory:AGENT:LEVEL:KEY.
func named(key string) bool {
	rest, ok := strings.CutPrefix(key, prefix)
	for _, l := range model.Levels {
		if _, name, found := strings.Cut(rest, ":"+l.String()+":"); ok && found && name != "" {
			return true
		}
	}
	return false
}

func (r row) where() string { return fmt.Sprintf("kv row %d", r.id) }
