package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"

	"minne/model"
)

// ErrDerived: an index, a counter or a stream does not say what the versions say.
// It can be made again; no memory is lost.
var ErrDerived = errors.New("an index does not fit the memories")

// Check holds what is stored against itself: it runs SQLite's integrity and foreign
// key checks and compares records, endings and the numbering of the logs with the
// versions; what does not fit is a *FileError. Then it compares everything that is
// derived: the index of each ceiling with the heads (FTS5's own integrity-check),
// the counters, the tag streams; what does not fit is ErrDerived.
func (s *SQLite) Check(ctx context.Context) error {
	return s.update(ctx, "check the database", func(t *tx) error {
		var said string
		if err := t.QueryRowContext(ctx, "pragma integrity_check").Scan(&said); err != nil {
			return err
		}
		if said != "ok" {
			return damaged(s.info.Path, nil)
		}
		for _, f := range faults {
			if there, err := t.any(ctx, f.query); err != nil {
				return err
			} else if there {
				e := damaged(s.info.Path, nil)
				e.Cause += ": " + f.says
				return e
			}
		}
		for _, l := range model.Levels {
			if err := t.checkDerived(ctx, l); err != nil {
				return err
			}
		}
		if there, err := t.any(ctx, strayTags); there || err != nil {
			return cmp.Or(err, fmt.Errorf("%w: a tag stream", ErrDerived))
		}
		return nil
	})
}

// checkDerived compares the index and the counters of a ceiling with its heads.
func (t *tx) checkDerived(ctx context.Context, ceiling model.Level) error {
	table := fmt.Sprintf("found_%d", ceiling)
	_, err := t.ExecContext(ctx, "insert into "+table+" ("+table+", rank) values ('integrity-check', 1)")
	if lite, ok := errors.AsType[sqlite3.Error](err); ok && lite.Code == sqlite3.ErrCorrupt {
		return fmt.Errorf("%w: the index of %v", ErrDerived, ceiling)
	}
	if err != nil {
		return err
	}
	for _, c := range counters {
		if there, err := t.any(ctx, fmt.Sprintf(c.query, ceiling)); there || err != nil {
			return cmp.Or(err, fmt.Errorf("%w: %s of %v", ErrDerived, c.says, ceiling))
		}
	}
	return nil
}

// fault is a query that returns rows only where something is wrong.
type fault struct{ says, query string }

// faults are what cannot be made again.
var faults = []fault{
	{"a record does not fit its version", `
		select 1 from record r left join version v on v.id = r.version
		where v.id is null or v.key <> r.key or v.level <> r.level or v.number <> r.number or v.saved <> r.saved or v.expires is not r.expires
			or v.number <> (select max(number) from version n where n.key = r.key and n.level = r.level)`},
	{"a version has no record", "select 1 from version v where not exists (select 1 from record r where r.key = v.key and r.level = v.level)"},
	{"a version has not ended as its record says", `
		select 1 from version v
		left join record r on r.key = v.key and r.level = v.level and r.version = v.id
		left join ending e on e.id = (select max(id) from ending where version = v.id)
		where r.state <> coalesce(e.state, iif(v.kind = 1, 1, 4)) or r.state is null and coalesce(e.state, 1) not in (2, 3, 5) or e.level <> v.level`},
	{"a reference leads nowhere", "select 1 from pragma_foreign_key_check"},
	{"an entry of the audit log is missing", "select 1 from event group by level having count(*) <> max(seq) + 1"},
}

// counters are queries for each ceiling.
var counters = []fault{
	{"the count", "select 1 where (select heads from tally where ceiling = %[1]d) is not (select count(*) from head_%[1]d)"},
	{"the tags", `
		with counted as (select value as tag, count(*) as heads from head_%[1]d, json_each(head_%[1]d.tags) group by value),
		     kept as (select tag, heads from tag_tally where ceiling = %[1]d)
		select 1 from (select * from counted except select * from kept)
		union all select 1 from (select * from kept except select * from counted)`},
}

const strayTags = `
	with live as (select r.level, j.value as tag, r.saved, r.key from record r join version v on v.id = r.version, json_each(v.tags) j where r.state = 1)
	select 1 from (select * from live except select level, tag, saved, key from record_tag)
	union all select 1 from (select level, tag, saved, key from record_tag except select * from live)`

// any reports whether a query returns a row.
func (t *tx) any(ctx context.Context, query string) (there bool, err error) {
	err = t.QueryRowContext(ctx, "select exists ("+query+")").Scan(&there)
	return there, err
}
