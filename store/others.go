package store

import (
	"context"
	"database/sql"
	"errors"

	"minne/model"
	"minne/policy"
)

// RaiseOther raises another session that can be seen. Whatever that session has done
// above, the same is written: a stay at the new level and the event.
func (w *writer) RaiseOther(ctx context.Context, by policy.Session, id model.ID, to model.Level) error {
	if id == by.ID() {
		_, err := w.Raise(ctx, by, to)
		return err
	}
	return w.as(ctx, by, "raise the session", func(t *tx, by policy.Session) error {
		other, err := t.seen(ctx, by, id)
		if err != nil {
			return err
		}
		if err := policy.RaiseOther(by, other, to); err != nil {
			return err
		}
		now := t.now.UnixMicro()
		if _, err := t.ExecContext(ctx, "insert into session_taint (session, level, since, seen) values (?, ?, ?, ?) on conflict do nothing", id[:], to, now, now); err != nil {
			return err
		}
		return t.log(ctx, model.Event{Level: to, At: t.now, Session: id, Channel: other.Channel, Kind: model.EventRaise, Note: by.ID().String()}, 0)
	})
}

// EndOther ends another session at the acting one's taint.
func (w *writer) EndOther(ctx context.Context, by policy.Session, id model.ID) error {
	if id == by.ID() {
		return w.End(ctx, by)
	}
	return w.as(ctx, by, "end the session", func(t *tx, by policy.Session) error {
		other, err := t.seen(ctx, by, id)
		if err != nil {
			return err
		}
		if err := policy.EndOther(by, other); err != nil {
			return err
		}
		if _, err := t.ExecContext(ctx, "update session_taint set ended = ? where session = ? and level = ?", t.now.UnixMicro(), id[:], by.Taint()); err != nil {
			return err
		}
		return t.logBy(ctx, by, model.Event{Kind: model.EventEnd, Note: id.String()}, 0)
	})
}

// seen returns what a session can see of another: ErrNotFound if nothing, ErrEnded
// if it can see that it has ended.
func (t *tx) seen(ctx context.Context, by policy.Session, id model.ID) (model.Session, error) {
	other := model.Session{ID: id}
	var ended sql.NullInt64
	err := t.QueryRowContext(ctx, `
		select s.channel, s.clearance, max(t.level), max(t.ended)
		from session s join session_taint t on t.session = s.id where s.id = ? and t.level <= ? group by s.id`,
		id[:], by.Taint()).Scan(&other.Channel, &other.Clearance, &other.Taint, &ended)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return other, model.ErrNotFound
	case err == nil && ended.Valid:
		return other, model.ErrEnded
	}
	return other, err
}
