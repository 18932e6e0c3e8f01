package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"minne/model"
)

// ErrDerived: an index, a counter or a stream does not say what the versions say.
// It can be made again; no memory is lost.
var ErrDerived = errors.New("an index does not fit the memories")

// Check compares everything that is derived with what it is derived from: the
// index of each ceiling with the heads (FTS5's own integrity-check), the counters,
// the tag streams; and runs SQLite's integrity and foreign key checks.
func (s *SQLite) Check(ctx context.Context) error {
	return s.update(ctx, "check the database", func(t *tx) error {
		var said string
		if err := t.QueryRowContext(ctx, "pragma integrity_check").Scan(&said); err != nil {
			return err
		}
		if said != "ok" {
			return damaged(s.info.Path, nil)
		}
		for _, l := range model.Levels {
			table := fmt.Sprintf("found_%d", l)
			if _, err := t.ExecContext(ctx, "insert into "+table+" ("+table+", rank) values ('integrity-check', 1)"); err != nil {
				return fmt.Errorf("%w: the index of %v (%w)", ErrDerived, l, err)
			}
			for name, text := range counters {
				if err := t.nothing(ctx, fmt.Sprintf(text, l)); err != nil {
					return fmt.Errorf("the %s of %v: %w", name, l, err)
				}
			}
		}
		for name, text := range consistent {
			if err := t.nothing(ctx, text); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	})
}

// counters are queries, one run a ceiling, that return rows only where a counter is
// wrong.
var counters = map[string]string{
	"count": "select 1 from tally where ceiling = %[1]d and heads <> (select count(*) from head_%[1]d)",
	"tags": `
		with counted as (select value as tag, count(*) as heads from head_%[1]d, json_each(head_%[1]d.tags) group by value),
		     kept as (select tag, heads from tag_tally where ceiling = %[1]d)
		select 1 from (select * from counted except select * from kept)
		union all select 1 from (select * from kept except select * from counted)`,
}

// consistent are queries that return rows only where something is wrong.
var consistent = map[string]string{
	"a tag stream": `
		with live as (select r.level, j.value as tag, r.saved, r.key from record r join version v on v.id = r.version, json_each(v.tags) j where r.state = 1)
		select 1 from (select * from live except select level, tag, saved, key from record_tag)
		union all select 1 from (select level, tag, saved, key from record_tag except select * from live)`,
	"a record": `
		select 1 from record r left join version v on v.id = r.version
		where v.id is null or v.key <> r.key or v.level <> r.level or v.number <> r.number or v.saved <> r.saved
			or v.number <> (select max(number) from version n where n.key = r.key and n.level = r.level)`,
	"a version without a record": "select 1 from version v where not exists (select 1 from record r where r.key = v.key and r.level = v.level)",
	"a reference":                "select 1 from pragma_foreign_key_check",
	"the audit log":              "select 1 from event group by level having count(*) <> max(seq) + 1",
}

// nothing fails if a query returns a row.
func (t *tx) nothing(ctx context.Context, text string) error {
	var one int
	err := t.QueryRowContext(ctx, text).Scan(&one)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return ErrDerived
}
