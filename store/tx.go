package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"minne/model"
	"minne/policy"
)

// tx is one write transaction: the only way to change anything. now is one
// moment for all that it writes.
type tx struct {
	*sql.Tx
	s   *SQLite
	now time.Time
}

// update runs do as one transaction that has the write lock from its beginning,
// so that what it reads stays true until it commits (SPEC P3, D2, D3).
func (s *SQLite) update(ctx context.Context, doing string, do func(t *tx) error) error {
	if s.write == nil {
		return model.ErrReadOnly
	}
	begun, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return s.explain(doing, err)
	}
	defer func() { _ = begun.Rollback() }()
	if err := do(&tx{Tx: begun, s: s, now: s.moment()}); err != nil {
		return s.explain(doing, err)
	}
	return s.explain(doing, begun.Commit())
}

// moment is the time now, as exact as it is stored.
func (s *SQLite) moment() time.Time { return instant(s.now().UnixMicro()) }

// instant is a stored time.
func instant(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

// view runs do on one snapshot of the database in which every expiry at or below
// the ceiling has been settled (SPEC V5).
func (s *SQLite) view(ctx context.Context, c policy.Ceiling, doing string, do func(q *sql.Tx) error) error {
	if !c.Top().Valid() {
		return model.ErrNotFound
	}
	db := s.read
	due, err := s.due(ctx, c)
	switch {
	case err != nil:
		return s.explain(doing, err)
	case due && s.write == nil:
		if db, err = s.settledCopy(ctx, c); err != nil {
			return s.explain(doing, err)
		}
	case due:
		if err := s.update(ctx, doing, func(t *tx) error { return t.settle(ctx, c) }); err != nil {
			return err
		}
	}
	snapshot, err := db.BeginTx(ctx, nil)
	if err != nil {
		return s.explain(doing, err)
	}
	defer func() { _ = snapshot.Rollback() }()
	return s.explain(doing, do(snapshot))
}

// due reports whether a record at or below the ceiling has expired and has not
// been settled. Its cost does not depend on what is above.
func (s *SQLite) due(ctx context.Context, c policy.Ceiling) (bool, error) {
	for _, l := range c.Levels() {
		var due bool
		err := s.read.QueryRowContext(ctx, `
			select exists (select 1 from record where state = 1 and expires is not null and level = ? and expires <= ?)`,
			l, s.now().UnixMicro()).Scan(&due)
		if due || err != nil {
			return due, err
		}
	}
	return false, nil
}

// settle ends the records at or below the ceiling whose time has come, in the
// order of their times, as of those times: who triggers it, and when, leaves no
// trace (SPEC V5, P6).
func (t *tx) settle(ctx context.Context, c policy.Ceiling) error {
	for _, l := range c.Levels() {
		due, err := t.dueAt(ctx, l)
		if err != nil {
			return err
		}
		for _, r := range due {
			after := r
			after.state = model.Expired
			if err := t.put(ctx, r, after); err != nil {
				return err
			}
			at := instant(r.expires.Int64)
			if err := t.end(ctx, r.version, model.Expired, at, model.ID{}); err != nil {
				return err
			}
			if err := t.log(ctx, model.Event{Level: l, At: at, Kind: model.EventExpire, Key: r.key, Of: l, Version: r.number}, r.version); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *tx) dueAt(ctx context.Context, l model.Level) ([]record, error) {
	rows, err := t.QueryContext(ctx, `
		select key, level, version, number, state, saved, expires from record
		where state = 1 and expires is not null and level = ? and expires <= ?
		order by expires, key`, l, t.now.UnixMicro())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var due []record
	for rows.Next() {
		r, err := scanRecord(rows)
		if err != nil {
			return nil, err
		}
		due = append(due, r)
	}
	return due, rows.Err()
}

// record is a row of the table of that name: the newest version of (key, level).
type record struct {
	key     model.Key
	level   model.Level
	version int64 // 0: there is no record
	number  int
	state   model.State
	saved   int64
	expires sql.NullInt64
}

func scanRecord(row interface{ Scan(...any) error }) (record, error) {
	var r record
	err := row.Scan(&r.key, &r.level, &r.version, &r.number, &r.state, &r.saved, &r.expires)
	return r, err
}

// record returns the record of (key, level); one without a version if there is
// none.
func (t *tx) record(ctx context.Context, key model.Key, l model.Level) (record, error) {
	r, err := scanRecord(t.QueryRowContext(ctx, `
		select key, level, version, number, state, saved, expires from record where key = ? and level = ?`, key, l))
	if errors.Is(err, sql.ErrNoRows) {
		return record{key: key, level: l}, nil
	}
	return r, err
}

// put replaces a record and brings everything that is derived from it up to date:
// the tag streams, and of each ceiling that can see the change the index and the
// counters.
func (t *tx) put(ctx context.Context, before, after record) error {
	was, err := t.standing(ctx, before.key)
	if err != nil {
		return err
	}
	if err := t.untag(ctx, before); err != nil {
		return err
	}
	if after.version == 0 {
		_, err = t.ExecContext(ctx, "delete from record where key = ? and level = ?", before.key, before.level)
	} else {
		_, err = t.ExecContext(ctx, `
			insert into record (key, level, version, number, state, saved, expires) values (?, ?, ?, ?, ?, ?, ?)
			on conflict (key, level) do update set version = excluded.version, number = excluded.number,
				state = excluded.state, saved = excluded.saved, expires = excluded.expires`,
			after.key, after.level, after.version, after.number, after.state, after.saved, after.expires)
	}
	if err != nil {
		return err
	}
	if err := t.tag(ctx, after); err != nil {
		return err
	}
	is, err := t.standing(ctx, before.key)
	if err != nil {
		return err
	}
	return t.reindex(ctx, before.level, was, is)
}

// end notes what has become of a version. A zero session stands for minne itself.
func (t *tx) end(ctx context.Context, version int64, s model.State, at time.Time, by model.ID) error {
	var session any
	if !by.IsZero() {
		session = by[:]
	}
	_, err := t.ExecContext(ctx, `
		insert into ending (version, level, state, at, session) select id, level, ?, ?, ? from version where id = ?`,
		s, at.UnixMicro(), session, version)
	return err
}
