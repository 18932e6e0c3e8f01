package store

import (
	"context"
	"database/sql"

	"minne/model"
	"minne/policy"
)

// Matrix returns, key by key, what a session at each level up to the ceiling gets.
func (s *SQLite) Matrix(ctx context.Context, c policy.Ceiling, m MatrixQuery) (rows []model.Row, more bool, err error) {
	err = s.view(ctx, c, "compare the levels", func(q *sql.Tx) error {
		after := m.After
		for len(rows) <= m.Limit {
			key, at, err := nextKey(ctx, q, c, after)
			if err != nil || key == "" {
				return err
			}
			after = key
			if row, several := across(c, key, at); several || !m.Shadow && row.Heads != (model.Row{}).Heads {
				rows = append(rows, row)
			}
		}
		return nil
	})
	if more = len(rows) > m.Limit; more {
		rows = rows[:m.Limit]
	}
	return rows, more, err
}

// nextKey returns the first key after one that has a visible record that is live or
// a cover, and where its visible records stand.
func nextKey(ctx context.Context, q querier, c policy.Ceiling, after model.Key) (key model.Key, at policy.Standing, err error) {
	rows, err := q.QueryContext(ctx, `
		select key, level, state from record
		where level <= ?2 and key = (select key from record where key > ?1 and level <= ?2 and state in (1, 4) order by key limit 1)`, after, c.Top())
	if err != nil {
		return "", at, err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			l     model.Level
			state model.State
		)
		if err := rows.Scan(&key, &l, &state); err != nil {
			return "", at, err
		}
		at[l] = state
	}
	return key, at, rows.Err()
}

// across returns a key's row, and whether it stands at several visible levels.
func across(c policy.Ceiling, key model.Key, at policy.Standing) (model.Row, bool) {
	row := model.Row{Key: key}
	standing := 0
	for _, top := range policy.Up(c) {
		if head, ok := policy.Head(top, at); ok {
			row.Heads[top.Top()] = head
		}
		if s := at[top.Top()]; s == model.Live || s == model.Covered {
			standing++
		}
	}
	return row, standing > 1
}
