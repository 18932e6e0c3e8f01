package store

import (
	"context"
	"crypto/hmac"
	"database/sql"
	"errors"

	"minne/model"
	"minne/policy"
)

// Import adds a version with its own times, unless it is here already, was
// deleted or purged here, or what is here is newer. Nothing is silently brought
// back and nothing is overwritten. What changes nothing writes nothing, not even
// the session.
func (w *writer) Import(ctx context.Context, h policy.Session, v model.Imported) (out Outcome, err error) {
	err = w.do(ctx, "import", func(t *tx) error {
		h, err := t.known(ctx, h)
		if err != nil {
			return err
		}
		old, err := t.record(ctx, v.Key, h.Writes())
		if err != nil {
			return err
		}
		same, err := t.sameVersion(ctx, old, v)
		if err != nil {
			return err
		}
		if out, err = t.judge(ctx, old, same, v); err != nil || out != Added && out != Changed {
			return err
		}
		if err := t.enter(ctx, h); err != nil {
			return err
		}
		return t.take(ctx, h, old, same, v)
	})
	return out, err
}

// take writes what an import brings: the version if it is not here, and its
// deletion if it is deleted over there.
func (t *tx) take(ctx context.Context, h policy.Session, old record, same int64, v model.Imported) error {
	if same == 0 {
		n := model.Version{
			Key: v.Key, Kind: model.Remembered, Content: v.Content, Tags: v.Tags, Expires: v.Expires,
			Created: instant(v.Created.UnixMicro()), Saved: instant(v.Saved.UnixMicro()), Origin: v.Origin,
		}
		if err := t.add(ctx, h, &n, old, model.Event{Kind: model.EventImport, Note: v.Origin.Source}); err != nil {
			return err
		}
	}
	if v.Deleted.IsZero() {
		return nil
	}
	now, err := t.record(ctx, v.Key, h.Writes())
	if err != nil {
		return err
	}
	return t.hide(ctx, h, now, instant(v.Deleted.UnixMicro()), "")
}

// judge decides what becomes of an imported version, given the record that is
// here.
func (t *tx) judge(ctx context.Context, old record, same int64, v model.Imported) (Outcome, error) {
	purged, err := t.purged(ctx, v, old.level)
	if err != nil {
		return 0, err
	}
	gone := old.state == model.Deleted || old.state == model.Expired
	switch {
	case old.version == 0 && purged, same == 0 && purged:
		return KeptPurged, nil
	case old.version == 0:
		return Added, nil
	case same != 0 && same != old.version:
		return Unchanged, nil
	case same != 0 && gone && old.state == model.Deleted && v.Deleted.IsZero():
		return KeptDeleted, nil
	case same != 0 && old.state == model.Live && !v.Deleted.IsZero():
		return Changed, nil
	case same != 0:
		return Unchanged, nil
	}
	newest := v.Saved.UnixMicro()
	if !v.Deleted.IsZero() {
		newest = max(newest, v.Deleted.UnixMicro())
	}
	if !gone {
		if newest <= old.saved {
			return KeptNewer, nil
		}
		return Changed, nil
	}
	var ended int64
	if err := t.QueryRowContext(ctx, "select at from ending where version = ? order by id desc limit 1", old.version).Scan(&ended); err != nil {
		return 0, err
	}
	if newest > ended {
		return KeptConflict, nil
	}
	return KeptDeleted, nil
}

// sameVersion returns the row of a version here that says what v says and was
// saved when v was; 0 if there is none. Of a deleted one only the deletion has a
// time that can be trusted, so the newest version that says the same is it.
func (t *tx) sameVersion(ctx context.Context, old record, v model.Imported) (int64, error) {
	tags, err := writeTags(v.Tags)
	if err != nil {
		return 0, err
	}
	var id int64
	err = t.QueryRowContext(ctx, `
		select id from version
		where key = ? and level = ? and kind = 1 and (saved = ? or ? and id = ?) and tags = ? and content = ?
		order by number desc limit 1`, old.key, old.level, v.Saved.UnixMicro(), !v.Deleted.IsZero(), old.version, tags, v.Content).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// purged reports whether v is what a purge took away: the same content, or not
// newer than what was taken.
func (t *tx) purged(ctx context.Context, v model.Imported, l model.Level) (bool, error) {
	rows, err := t.QueryContext(ctx, "select ended, salt, hash from tombstone where key = ? and level = ?", v.Key, l)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			ended      int64
			salt, hash []byte
		)
		if err := rows.Scan(&ended, &salt, &hash); err != nil {
			return false, err
		}
		if v.Saved.UnixMicro() <= ended || hmac.Equal(hash, epitaph(salt, v.Content)) {
			return true, nil
		}
	}
	return false, rows.Err()
}
