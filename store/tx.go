package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"

	"minne/model"
	"minne/policy"
)

// tx is one write transaction: the only way to change anything. now is one
// moment for all that it writes.
type tx struct {
	*sql.Tx
	s      *SQLite
	now    time.Time
	texts  map[int64]text // of the versions of one change
	erased bool           // a purge may have erased something
	broken error          // a part of it could not be undone, so that none of it may stay
}

// update runs do as one transaction that has the write lock from its beginning,
// so that what it reads stays true until it commits (SPEC P3, D2, D3).
func (s *SQLite) update(ctx context.Context, doing string, do func(t *tx) error) error {
	if s.write == nil {
		return model.ErrReadOnly
	}
	begun, end, err := s.begin(ctx)
	if err != nil {
		return s.explain(doing, cause(ctx, err))
	}
	defer end()
	t := s.tx(begun)
	if err = do(t); err == nil {
		err = cmp.Or(t.broken, s.inPlace())
	}
	if err == nil {
		err = begun.Commit()
	}
	if err != nil {
		return s.explain(doing, cause(ctx, err))
	}
	end()
	if t.erased {
		return s.emptyJournal(ctx)
	}
	return nil
}

func (s *SQLite) tx(begun *sql.Tx) *tx {
	return &tx{Tx: begun, s: s, now: s.moment(), texts: map[int64]text{}}
}

// begin waits for its turn among this process's writes and begins a transaction
// that has the write lock. end takes it back unless it was committed.
func (s *SQLite) begin(ctx context.Context) (begun *sql.Tx, end func(), err error) {
	wait, stop := context.WithTimeoutCause(ctx, s.patience, sqlite3.Error{Code: sqlite3.ErrBusy})
	defer stop()
	conn, err := s.write.Conn(wait)
	if err != nil {
		return nil, nil, cause(wait, err)
	}
	if begun, err = conn.BeginTx(ctx, nil); err != nil {
		return nil, nil, cmp.Or(err, conn.Close())
	}
	return begun, func() { _, _ = begun.Rollback(), conn.Close() }, nil
}

// cause returns why err came about, if it is that nobody waits any longer.
func cause(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// part runs do as a part of the transaction that is undone alone if it fails, so
// that the rest of a batch can go on.
func (t *tx) part(ctx context.Context, do func() error) error {
	if t.broken != nil {
		return t.broken
	}
	if _, err := t.ExecContext(ctx, "savepoint part"); err != nil {
		return err
	}
	err := do()
	ends := []string{"release part"}
	if err != nil {
		ends = []string{"rollback to part", "release part"}
	}
	for _, text := range ends {
		if _, no := t.ExecContext(context.WithoutCancel(ctx), text); no != nil {
			t.broken = cmp.Or(err, no)
		}
	}
	return cmp.Or(err, t.broken)
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
	if err := s.inPlace(); err != nil {
		return err
	}
	q, seen, err := s.snapshot(ctx, c, doing)
	if err != nil {
		return s.explain(doing, cause(ctx, err))
	}
	defer func() { _ = q.Rollback() }()
	err = do(q)
	if !seen.stand(s.info.Path) {
		return s.changedMeanwhile()
	}
	return s.explain(doing, cause(ctx, err))
}

// snapshot begins a read in which all is settled, in the database or, if that cannot
// be written to, in a private copy. It returns the traces that it relies on.
func (s *SQLite) snapshot(ctx context.Context, c policy.Ceiling, doing string) (*sql.Tx, traces, error) {
	q, seen, err := s.peek(ctx)
	if err != nil {
		return nil, seen, err
	}
	due, err := due(ctx, q, c, s.now())
	if err == nil && !due {
		return q, seen, nil
	}
	_ = q.Rollback()
	if err != nil {
		return nil, seen, err
	}
	err = s.update(ctx, doing, func(t *tx) error { return t.settle(ctx, c) })
	switch {
	case err == nil:
		return s.peek(ctx)
	case unwritable(err):
		q, err = s.settledCopy(ctx, c)
	}
	return q, seen, err
}

// peek begins a read of the database as it is.
func (s *SQLite) peek(ctx context.Context) (*sql.Tx, traces, error) {
	release, err := s.hold(ctx)
	if err != nil {
		return nil, traces{}, err
	}
	defer release()
	q, err := s.read.BeginTx(ctx, nil)
	return q, s.seen, err
}

// due reports whether a record at or below the ceiling has expired and has not
// been settled. Its cost does not depend on what is above.
func due(ctx context.Context, q querier, c policy.Ceiling, now time.Time) (due bool, err error) {
	var (
		some []string
		args []any
	)
	for _, l := range c.Levels() {
		some = append(some, "exists (select 1 from record where state = 1 and expires is not null and level = ? and expires <= ?)")
		args = append(args, l, now.UnixMicro())
	}
	err = q.QueryRowContext(ctx, "select "+strings.Join(some, " or "), args...).Scan(&due)
	return due, err
}

// settle ends the records at or below the ceiling whose time has come, in the
// order of their times, as of those times: who triggers it, and when, leaves no
// trace (SPEC V5, P6).
func (t *tx) settle(ctx context.Context, c policy.Ceiling) error {
	if due, err := due(ctx, t, c, t.now); err != nil || !due {
		return err
	}
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
	if err == nil && !r.level.Valid() {
		err = errDamaged
	}
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
	is := was
	is[before.level] = after
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
