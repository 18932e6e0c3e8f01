package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"minne/model"
	"minne/policy"
)

// Delete hides the session's own live record of a key, or takes its cover away
// (SPEC P4, V3, V7).
func (w *writer) Delete(ctx context.Context, h policy.Session, key model.Key, by policy.Decision) (v model.Version, err error) {
	err = w.as(ctx, h, "delete", func(t *tx, h policy.Session) error {
		for _, e := range by.Events() {
			e.Key = key
			if err := t.logBy(ctx, h, e, 0); err != nil {
				return err
			}
		}
		at, err := t.visible(ctx, h, key)
		if err != nil {
			return err
		}
		if err := policy.Delete(h, key, at.states()); err != nil {
			return t.telling(ctx, h, key, err)
		}
		own := at[h.Writes()]
		v, err = t.version(ctx, own.version)
		if err != nil {
			return err
		}
		v.State, v.Ended, v.EndedBy = model.Deleted, t.now, h.ID()
		return t.hide(ctx, h, own, t.now, by.Rule)
	})
	return v, err
}

// visible returns where the records of a key stand that the session may see.
func (t *tx) visible(ctx context.Context, h policy.Session, key model.Key) (standing, error) {
	s, err := t.standing(ctx, key)
	for _, l := range model.Levels {
		if !h.Ceiling().Sees(l) {
			s[l] = record{}
		}
	}
	return s, err
}

// telling is where the mutant of that name tells too much.
func (t *tx) telling(ctx context.Context, h policy.Session, key model.Key, err error) error {
	if t.s.mutant != tellingError {
		return err
	}
	all, _ := t.standing(ctx, key)
	for _, r := range all {
		if r.state == model.Live && !h.Ceiling().Sees(r.level) {
			return &policy.Refusal{Rule: policy.RuleOwnLevel, Why: fmt.Sprintf("it is at %v", r.level)}
		}
	}
	return err
}

// hide soft-deletes a record as of a time, which an import may know better.
func (t *tx) hide(ctx context.Context, h policy.Session, r record, at time.Time, rule string) error {
	after := r
	after.state = model.Deleted
	if err := t.put(ctx, r, after); err != nil {
		return err
	}
	if err := t.end(ctx, r.version, model.Deleted, at, h.ID()); err != nil {
		return err
	}
	return t.logBy(ctx, h, model.Event{Kind: model.EventDelete, Key: r.key, Of: r.level, Version: r.number, Rule: rule}, r.version)
}

// Restore makes the session's own deleted record live again as it was (SPEC V4).
// One that has expired comes back as a new version that does not expire. With a
// number, the text of that version becomes a new version.
func (w *writer) Restore(ctx context.Context, h policy.Session, key model.Key, number int) (v model.Version, err error) {
	err = w.as(ctx, h, "restore", func(t *tx, h policy.Session) error {
		old, err := t.record(ctx, key, h.Writes())
		if err != nil {
			return err
		}
		if number == 0 {
			at, err := t.visible(ctx, h, key)
			if err != nil {
				return err
			}
			if err := policy.Restore(h, at.states()); err != nil {
				return err
			}
		}
		past := old.expires.Valid && old.expires.Int64 <= t.now.UnixMicro()
		if number == 0 && old.state == model.Deleted && !past {
			v, err = t.revive(ctx, h, old)
			return err
		}
		v, err = t.again(ctx, h, old, number)
		return err
	})
	return v, err
}

// revive takes a deletion back: the same version is live again.
func (t *tx) revive(ctx context.Context, h policy.Session, r record) (model.Version, error) {
	v, err := t.version(ctx, r.version)
	if err != nil {
		return v, err
	}
	v.State, v.Ended, v.EndedBy = model.Live, time.Time{}, model.ID{}
	if v.Kind == model.Cover {
		v.State = model.Covered
	}
	after := r
	after.state = v.State
	if err := t.put(ctx, r, after); err != nil {
		return v, err
	}
	if err := t.end(ctx, r.version, v.State, t.now, h.ID()); err != nil {
		return v, err
	}
	return v, t.logBy(ctx, h, model.Event{Kind: model.EventRestore, Key: r.key, Of: r.level, Version: r.number}, r.version)
}

// again saves the text of an earlier version (0: the newest) as a new version
// without an expiry.
func (t *tx) again(ctx context.Context, h policy.Session, old record, number int) (model.Version, error) {
	if number == 0 {
		number = old.number
	}
	var id int64
	err := t.QueryRowContext(ctx, "select id from version where key = ? and level = ? and number = ? and kind = 1", old.key, old.level, number).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return model.Version{}, model.ErrNotFound
	}
	if err != nil {
		return model.Version{}, err
	}
	from, err := t.version(ctx, id)
	if err != nil {
		return from, err
	}
	v := model.Version{Key: old.key, Kind: model.Remembered, Content: from.Content, Tags: from.Tags, Created: from.Created, Saved: t.now}
	if old.state != model.Expired {
		if v.Created, err = t.created(ctx, old); err != nil {
			return v, err
		}
	}
	return v, t.add(ctx, h, &v, old, model.Event{Kind: model.EventRestore})
}

// Cover hides a key that the session sees from its level on upwards (SPEC V7). A
// key that it covers already stays as it is.
func (w *writer) Cover(ctx context.Context, h policy.Session, key model.Key) (v model.Version, err error) {
	err = w.as(ctx, h, "cover", func(t *tx, h policy.Session) error {
		at, err := t.visible(ctx, h, key)
		if err != nil {
			return err
		}
		own := at[h.Writes()]
		if own.state == model.Covered {
			v, err = t.version(ctx, own.version)
			v.State = model.Covered
			return err
		}
		if _, sees := at.head(h.Ceiling()); !sees {
			return model.ErrNotFound
		}
		own.key, own.level = key, h.Writes()
		v = model.Version{Key: key, Kind: model.Cover, Created: t.now, Saved: t.now}
		return t.add(ctx, h, &v, own, model.Event{Kind: model.EventCover})
	})
	return v, err
}
