package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"io"

	"minne/model"
	"minne/policy"
)

// Purge erases versions of the session's own level that stopped being live at or
// before q.Before (SPEC V6). A record's newest version goes only with all the
// others. Of each a tombstone stays, and an event. Then the journal is emptied, even
// if nothing new was erased, so that the text is in no page of any file.
func (w *writer) Purge(ctx context.Context, h policy.Session, q PurgeQuery) (gone []model.Version, err error) {
	err = w.as(ctx, h, "purge", func(t *tx, h policy.Session) error {
		old, err := t.purgeable(ctx, h.Writes(), q)
		if err != nil {
			return err
		}
		for _, v := range old {
			if err := t.erase(ctx, h, v); err != nil {
				return err
			}
			gone = append(gone, v.Version)
		}
		t.erased = true
		return nil
	})
	return gone, err
}

// stored is a version and its row.
type stored struct {
	model.Version
	row int64
}

func (t *tx) purgeable(ctx context.Context, l model.Level, q PurgeQuery) ([]stored, error) {
	rows, err := t.QueryContext(ctx, `
		with past as (
			select v.id, v.key, v.number, v.saved, r.version as newest, r.state,
				(select e.state from ending e where e.version = v.id order by e.id desc limit 1) as ended_as,
				(select e.at from ending e where e.version = v.id order by e.id desc limit 1) as ended
			from version v join record r on r.key = v.key and r.level = v.level
			where v.level = ? and (? = '' or v.key = ?)),
		ripe as (
			select *, ended <= ? and ended_as in (2, 3, 5) and not (id = newest and state in (1, 4)) as is_ripe from past)
		select id, key, number, ended, saved from ripe p
		where is_ripe and (id <> newest or not exists (
			select 1 from ripe o where o.key = p.key and o.id <> p.id and not coalesce(o.is_ripe, 0)))
		order by key, number`, l, q.Key, q.Key, q.Before.UnixMicro())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []stored
	for rows.Next() {
		v := stored{Version: model.Version{Level: l, State: model.Deleted}}
		var ended, saved int64
		if err := rows.Scan(&v.row, &v.Key, &v.Number, &ended, &saved); err != nil {
			return nil, err
		}
		v.Ended, v.Saved = instant(ended), instant(saved)
		all = append(all, v)
	}
	return all, rows.Err()
}

// erase takes one version out and leaves its tombstone.
func (t *tx) erase(ctx context.Context, h policy.Session, v stored) error {
	if err := t.logBy(ctx, h, model.Event{Kind: model.EventPurge, Key: v.Key, Of: v.Level, Version: v.Number}, v.row); err != nil {
		return err
	}
	var content string
	if err := t.QueryRowContext(ctx, "select content from version where id = ?", v.row).Scan(&content); err != nil {
		return err
	}
	salt := make([]byte, 16)
	if _, err := io.ReadFull(t.s.rand, salt); err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, "insert into tombstone (key, level, number, ended, salt, hash) values (?, ?, ?, ?, ?, ?)",
		v.Key, v.Level, v.Number, max(v.Ended.UnixMicro(), v.Saved.UnixMicro()), salt, epitaph(salt, content)); err != nil {
		return err
	}
	r, err := t.record(ctx, v.Key, v.Level)
	if err != nil {
		return err
	}
	if r.version == v.row {
		if err := t.put(ctx, r, record{key: v.Key, level: v.Level}); err != nil {
			return err
		}
	}
	_, err = t.ExecContext(ctx, "delete from version where id = ?", v.row)
	return err
}

// epitaph is what a tombstone knows of a content: whether it is the same one.
func epitaph(salt []byte, content string) []byte {
	mac := hmac.New(sha256.New, salt)
	mac.Write([]byte(content))
	return mac.Sum(nil)
}

// emptyJournal writes the journal into the database and truncates it.
func (s *SQLite) emptyJournal(ctx context.Context) error {
	var busy, frames, moved int
	if err := s.write.QueryRowContext(ctx, "pragma wal_checkpoint(truncate)").Scan(&busy, &frames, &moved); err != nil {
		return s.explain("empty the journal", err)
	}
	if busy != 0 {
		return &FileError{s.info.Path, "has been purged, but its journal still holds the text: another process is reading", "end the other minne processes and purge again", nil}
	}
	return nil
}
