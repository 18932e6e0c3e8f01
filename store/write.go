package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store/words"
)

// writer is a Writer: on its own each call is a transaction, in a Batch all of
// them are one.
type writer struct {
	s    *SQLite
	open *tx // the transaction of a Batch, or nil
}

// do runs f in the batch's transaction or in one of its own.
func (w *writer) do(ctx context.Context, doing string, f func(t *tx) error) error {
	if w.open != nil {
		w.open.now = w.s.moment()
		return w.s.explain(doing, w.open.part(ctx, func() error { return f(w.open) }))
	}
	return w.s.update(ctx, doing, f)
}

// as runs f for a session: with its taint as the database knows it, with every
// expiry that it can see settled, and written into the database if it was not.
func (w *writer) as(ctx context.Context, h policy.Session, doing string, f func(t *tx, h policy.Session) error) error {
	return w.do(ctx, doing, func(t *tx) error {
		h, err := t.known(ctx, h)
		if err != nil {
			return err
		}
		if err := t.enter(ctx, h); err != nil {
			return err
		}
		return f(t, h)
	})
}

// Batch runs do as one transaction.
func (s *SQLite) Batch(ctx context.Context, do func(w Writer) error) error {
	return s.update(ctx, "write", func(t *tx) error { return do(&writer{s, t}) })
}

// Save adds a version at the session's taint (SPEC P3, V1, V2).
func (w *writer) Save(ctx context.Context, h policy.Session, d model.Draft, by policy.Decision) (v model.Version, err error) {
	err = w.as(ctx, h, "save", func(t *tx, h policy.Session) error {
		for _, e := range by.Events() {
			e.Key = d.Key
			if err := t.logBy(ctx, h, e, 0); err != nil {
				return err
			}
		}
		old, err := t.record(ctx, d.Key, h.Writes())
		if err != nil {
			return err
		}
		if d.After > 0 && (old.number != d.After || old.state != model.Live) {
			return model.ErrConflict
		}
		v = model.Version{Key: d.Key, Kind: model.Remembered, Content: d.Content, Tags: d.Tags, Expires: d.Expires}
		if v.Created, err = t.created(ctx, old); err != nil {
			return err
		}
		v.Saved = t.now
		return t.add(ctx, h, &v, old, model.Event{Kind: model.EventSave, Rule: by.Rule})
	})
	return v, err
}

// created returns when the life began that a save goes on with: now, unless a live
// memory is there (SPEC V2).
func (t *tx) created(ctx context.Context, old record) (time.Time, error) {
	if t.s.mutant == inheritedCreation {
		var first sql.NullInt64
		if err := t.QueryRowContext(ctx, "select min(created) from version where key = ?", old.key).Scan(&first); err != nil || first.Valid {
			return instant(first.Int64), err
		}
	}
	if old.state != model.Live {
		return t.now, nil
	}
	var at int64
	err := t.QueryRowContext(ctx, "select created from version where id = ?", old.version).Scan(&at)
	return instant(at), err
}

// add writes v, whose times and text are set, as the next version after old, and
// the event that says so.
func (t *tx) add(ctx context.Context, h policy.Session, v *model.Version, old record, e model.Event) error {
	i := h.Info()
	v.Level, v.Session, v.Channel, v.Client = h.Writes(), i.ID, i.Channel, i.Client
	v.Size, v.State = len(v.Content), model.Live
	if v.Kind == model.Cover {
		v.State = model.Covered
	}
	var err error
	if v.Number, err = t.next(ctx, old); err != nil {
		return err
	}
	id, err := t.insert(ctx, *v)
	if err != nil {
		return err
	}
	if old.state == model.Live || old.state == model.Covered {
		if err := t.end(ctx, old.version, model.Superseded, t.now, i.ID); err != nil {
			return err
		}
	}
	now := record{v.Key, v.Level, id, v.Number, v.State, v.Saved.UnixMicro(), sql.NullInt64{Int64: micro(v.Expires), Valid: !v.Expires.IsZero()}}
	if err := t.put(ctx, old, now); err != nil {
		return err
	}
	e.Key, e.Of, e.Version = v.Key, v.Level, v.Number
	return t.logBy(ctx, h, e, id)
}

// next returns the number of the version after old: numbers go on even after a
// purge, and belong to (key, level) alone (SPEC P6).
func (t *tx) next(ctx context.Context, old record) (int, error) {
	n := old.number
	if t.s.mutant == globalSequence {
		err := t.QueryRowContext(ctx, "select count(*) from version").Scan(&n)
		return n + 1, err
	}
	if old.version == 0 {
		if err := t.QueryRowContext(ctx, "select coalesce(max(number), 0) from tombstone where key = ? and level = ?", old.key, old.level).Scan(&n); err != nil {
			return 0, err
		}
	}
	return n + 1, nil
}

func (t *tx) insert(ctx context.Context, v model.Version) (int64, error) {
	salt := make([]byte, 16)
	if _, err := io.ReadFull(t.s.rand, salt); err != nil {
		return 0, err
	}
	tags, err := writeTags(v.Tags)
	if err != nil {
		return 0, err
	}
	origin := ""
	if v.Origin != (model.Origin{}) {
		b, err := json.Marshal(v.Origin)
		if err != nil {
			return 0, err
		}
		origin = string(b)
	}
	extra := ""
	if v.Kind == model.Remembered {
		extra = words.Extra(string(v.Key), tagWords(v.Tags), v.Content)
	}
	bound := commitment(salt, v, tags)
	done, err := t.ExecContext(ctx, `
		insert into version (level, key, number, kind, created, saved, expires, session, origin, salt, commitment, size, tags, extra, content)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		v.Level, v.Key, v.Number, v.Kind, v.Created.UnixMicro(), v.Saved.UnixMicro(), sql.NullInt64{Int64: micro(v.Expires), Valid: !v.Expires.IsZero()},
		v.Session[:], origin, salt, bound, v.Size, tags, extra, v.Content)
	if err != nil {
		return 0, err
	}
	id, err := done.LastInsertId()
	t.texts[id] = text{string(v.Key), tags, v.Content, extra, bound}
	return id, err
}

func tagWords(tags []model.Tag) []string {
	all := make([]string, 0, len(tags))
	for _, t := range tags {
		all = append(all, string(t))
	}
	return all
}
