package store

import (
	"context"
	"database/sql"

	"minne/model"
	"minne/policy"
)

// Events returns entries of the visible logs, newest first. Each log keeps its own
// order; between logs the time decides (SPEC V8).
func (s *SQLite) Events(ctx context.Context, c policy.Ceiling, e EventQuery) (all []model.Event, err error) {
	err = s.view(ctx, c, "read the audit log", func(q *sql.Tx) error {
		logs := make([][]model.Event, 0, len(model.Levels))
		for _, l := range c.Levels() {
			some, err := events(ctx, q, l, e)
			if err != nil {
				return err
			}
			logs = append(logs, some)
		}
		all = interleave(logs, e.Limit)
		return nil
	})
	return all, err
}

func events(ctx context.Context, q querier, l model.Level, e EventQuery) ([]model.Event, error) {
	const fields = "select level, seq, at, session, channel, kind, key, of, version, rule, note, commitment from event "
	text, args := fields+"where level = ? order by seq desc limit ?", []any{l, e.Limit}
	if e.Key != "" {
		text, args = fields+"indexed by event_key where key = ? and key <> '' and level = ? order by seq desc limit ?", []any{e.Key, l, e.Limit}
	}
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []model.Event
	for rows.Next() {
		var (
			v                   model.Event
			at                  int64
			session, commitment []byte
		)
		if err := rows.Scan(&v.Level, &v.Seq, &at, &session, &v.Channel, &v.Kind, &v.Key, &v.Of, &v.Version, &v.Rule, &v.Note, &commitment); err != nil {
			return nil, err
		}
		v.At = instant(at)
		copy(v.Session[:], session)
		copy(v.Commit[:], commitment)
		all = append(all, v)
	}
	return all, rows.Err()
}

// interleave merges logs, each newest first, by the time of their newest entry.
func interleave(logs [][]model.Event, most int) []model.Event {
	var all []model.Event
	for len(all) < most {
		next := -1
		for i, log := range logs {
			if len(log) > 0 && (next < 0 || log[0].At.After(logs[next][0].At)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		all = append(all, logs[next][0])
		logs[next] = logs[next][1:]
	}
	return all
}
