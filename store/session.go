package store

import (
	"context"
	"database/sql"
	"errors"

	"minne/model"
	"minne/policy"
)

// querier is what a transaction and a pool have in common.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Session returns the session as the database knows it: its taint is the highest
// it was ever raised to, by whom ever. ErrNotFound if it has not written yet,
// ErrEnded if it has ended.
func (s *SQLite) Session(ctx context.Context, id model.ID) (model.Session, error) {
	release, err := s.hold(ctx)
	if err != nil {
		return model.Session{}, s.explain("read the session", err)
	}
	defer release()
	known, err := session(ctx, s.read, id)
	return known, s.explain("read the session", cause(ctx, err))
}

func session(ctx context.Context, q querier, id model.ID) (model.Session, error) {
	known := model.Session{ID: id}
	var (
		started int64
		taint   sql.Null[model.Level]
		ended   sql.NullInt64
	)
	err := q.QueryRowContext(ctx, `
		select s.channel, s.client, s.clearance, s.started, max(t.level), max(t.ended)
		from session s join session_taint t on t.session = s.id where s.id = ?
		group by s.id`, id[:]).Scan(&known.Channel, &known.Client, &known.Clearance, &started, &taint, &ended)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return model.Session{}, model.ErrNotFound
	case err != nil:
		return model.Session{}, err
	case ended.Valid:
		return model.Session{}, model.ErrEnded
	}
	known.Taint, known.Started = taint.V, instant(started)
	return known, nil
}

// known returns the handle as the database knows it, which is the taint that counts
// (SPEC P3), and settles every expiry that it can see.
func (t *tx) known(ctx context.Context, h policy.Session) (policy.Session, error) {
	db, err := session(ctx, t, h.ID())
	if err == nil {
		h, err = h.Known(db)
	}
	if err != nil && !errors.Is(err, model.ErrNotFound) {
		return h, err
	}
	return h, t.settle(ctx, h.Ceiling())
}

// enter notes that a session acts at its taint. One that was never written is
// written now, as beginning there: a session whose first act is a raise has left
// nothing at the level that it came from (SPEC P6).
func (t *tx) enter(ctx context.Context, h policy.Session) error {
	id, now := h.ID(), t.now.UnixMicro()
	done, err := t.ExecContext(ctx, "update session_taint set seen = max(seen, ?) where session = ? and level = ?", now, id[:], h.Taint())
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); n > 0 || err != nil {
		return err
	}
	i := h.Info()
	done, err = t.ExecContext(ctx, "insert into session (id, channel, client, clearance, started) values (?, ?, ?, ?, ?) on conflict do nothing",
		id[:], i.Channel, i.Client, i.Clearance, i.Started.UnixMicro())
	if err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, "insert into session_taint (session, level, since, seen) values (?, ?, ?, ?)", id[:], h.Taint(), now, now); err != nil {
		return err
	}
	if n, err := done.RowsAffected(); n == 0 || err != nil {
		return err
	}
	return t.logBy(ctx, h, model.Event{Kind: model.EventStart, At: i.Started}, 0)
}

// Raise raises the session's taint (SPEC P5). The event belongs to the new level;
// the same taint is no change.
func (w *writer) Raise(ctx context.Context, h policy.Session, to model.Level) (policy.Session, error) {
	var raised policy.Session
	err := w.do(ctx, "raise the taint", func(t *tx) error {
		h, err := t.known(ctx, h)
		if err != nil {
			return err
		}
		if raised, err = h.Raise(to); err != nil || raised.Taint() == h.Taint() {
			return err
		}
		if err := t.settle(ctx, raised.Ceiling()); err != nil {
			return err
		}
		if err := t.enter(ctx, raised); err != nil {
			return err
		}
		return t.logBy(ctx, raised, model.Event{Kind: model.EventRaise}, 0)
	})
	return raised, err
}

// Begin writes the session's start.
func (w *writer) Begin(ctx context.Context, h policy.Session) error {
	return w.as(ctx, h, "begin the session", func(*tx, policy.Session) error { return nil })
}

// End ends a session that has been written: it can do nothing more.
func (w *writer) End(ctx context.Context, h policy.Session) error {
	return w.do(ctx, "end the session", func(t *tx) error {
		id := h.ID()
		if _, err := session(ctx, t, id); err != nil {
			return err
		}
		h, err := t.known(ctx, h)
		if err != nil {
			return err
		}
		if _, err := t.ExecContext(ctx, "update session_taint set ended = ? where session = ? and level = ?", t.now.UnixMicro(), id[:], h.Taint()); err != nil {
			return err
		}
		return t.logBy(ctx, h, model.Event{Kind: model.EventEnd}, 0)
	})
}

// Note writes events that change nothing.
func (w *writer) Note(ctx context.Context, h policy.Session, events ...model.Event) error {
	return w.as(ctx, h, "write the audit log", func(t *tx, h policy.Session) error {
		for _, e := range events {
			if err := t.logBy(ctx, h, e, 0); err != nil {
				return err
			}
		}
		return nil
	})
}
