package store

import (
	"context"
	"database/sql"

	"minne/model"
	"minne/policy"
)

// Sessions returns the sessions that have acted at a visible level, the last to act
// first, then by id. What a session did above the ceiling is not in it.
func (s *SQLite) Sessions(ctx context.Context, c policy.Ceiling, limit int) (all []model.Visit, err error) {
	err = s.view(ctx, c, "read the sessions", func(q *sql.Tx) error {
		rows, err := q.QueryContext(ctx, `
			select s.id, s.channel, s.client, s.clearance, s.started, max(t.level), max(t.seen), max(t.ended), sum(t.reads), sum(t.writes)
			from session_taint t join session s on s.id = t.session
			where t.level <= ? group by s.id order by max(t.seen) desc, s.id limit ?`, c.Top(), limit)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var (
				v             model.Visit
				id            []byte
				started, seen int64
				ended         sql.NullInt64
			)
			if err := rows.Scan(&id, &v.Channel, &v.Client, &v.Clearance, &started, &v.Taint, &seen, &ended, &v.Reads, &v.Writes); err != nil {
				return err
			}
			copy(v.ID[:], id)
			v.Started, v.Seen = instant(started), instant(seen)
			if ended.Valid {
				v.Ended = instant(ended.Int64)
			}
			all = append(all, v)
		}
		return rows.Err()
	})
	return all, err
}
