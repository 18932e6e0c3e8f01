package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"minne/model"
	"minne/policy"
)

// columns are those of a version with what has become of it. A version's state is
// its record's if it is the newest, and else what its ending says.
const columns = `
	v.key, v.level, v.number, v.kind, v.created, v.saved, v.expires, v.session, s.channel, s.client, v.origin, v.size, v.tags,
	coalesce(r.state, e.state, 5), e.state, e.at, e.session`

const joined = `
	version v
	join session s on s.id = v.session
	left join record r on r.key = v.key and r.level = v.level and r.version = v.id
	left join ending e on e.id = (select max(id) from ending where version = v.id)`

// scanVersion reads columns, then the content, or its beginning, and then more.
func scanVersion(row interface{ Scan(...any) error }, more ...any) (model.Version, error) {
	var (
		v              model.Version
		created, saved int64
		expires, at    sql.NullInt64
		ended          sql.NullInt64
		session, by    []byte
		origin, tags   string
		content        []byte
	)
	if err := row.Scan(append([]any{
		&v.Key, &v.Level, &v.Number, &v.Kind, &created, &saved, &expires, &session, &v.Channel, &v.Client, &origin, &v.Size, &tags,
		&v.State, &ended, &at, &by, &content,
	}, more...)...); err != nil {
		return v, err
	}
	v.Created, v.Saved = instant(created), instant(saved)
	if expires.Valid {
		v.Expires = instant(expires.Int64)
	}
	copy(v.Session[:], session)
	if v.State != model.Live && v.State != model.Covered && at.Valid {
		v.Ended = instant(at.Int64)
		copy(v.EndedBy[:], by)
	}
	var err error
	if v.Tags, err = readTags(tags); err != nil {
		return v, err
	}
	if origin != "" {
		if err := json.Unmarshal([]byte(origin), &v.Origin); err != nil {
			return v, err
		}
	}
	v.Content = string(whole(content, v.Size))
	return v, nil
}

// whole takes half a character off the end of a content that was cut.
func whole(b []byte, size int) []byte {
	for i := 0; len(b) < size && len(b) > 0 && i < utf8.UTFMax; i++ {
		if r, n := utf8.DecodeLastRune(b); r != utf8.RuneError || n != 1 {
			break
		}
		b = b[:len(b)-1]
	}
	return b
}

// version returns a stored version with its whole content.
func (t *tx) version(ctx context.Context, id int64) (model.Version, error) {
	return scanVersion(t.QueryRowContext(ctx, "select "+columns+", cast(v.content as blob) from "+joined+" where v.id = ?", id))
}

// memory returns the head in row id as a session under c sees it, with the first
// bytes of its content; all of it if preview is below 0.
func memory(ctx context.Context, q querier, c policy.Ceiling, id int64, preview int) (model.Memory, error) {
	if preview < 0 {
		preview = model.MaxContent
	}
	var packed int64 // a byte for the state at each level
	v, err := scanVersion(q.QueryRowContext(ctx, "select "+columns+`, substr(cast(v.content as blob), 1, @preview),
			(select sum(h.state << (8 * h.level)) from record h where h.key = v.key and h.level <= @top)
		from `+joined+" where v.id = @id and v.level <= @top",
		sql.Named("preview", preview), sql.Named("id", id), sql.Named("top", c.Top())), &packed)
	if err != nil {
		return model.Memory{}, err
	}
	var at policy.Standing
	for _, l := range model.Levels {
		at[l] = model.State(packed >> (8 * l))
	}
	return model.Memory{Version: v, Shadows: policy.Shadowed(c, at)}, nil
}

// Head returns the memory that a session under c sees for key: the highest
// visible live version, unless a cover hides the key.
func (s *SQLite) Head(ctx context.Context, c policy.Ceiling, key model.Key) (m model.Memory, err error) {
	err = s.view(ctx, c, "read", func(q *sql.Tx) error {
		var (
			id    int64
			state model.State
		)
		err := q.QueryRowContext(ctx, `
			select version, state from record
			where key = ? and level <= ? and state in (1, 4) order by level desc limit 1`, key, c.Top()).Scan(&id, &state)
		if errors.Is(err, sql.ErrNoRows) || err == nil && state == model.Covered {
			return model.ErrNotFound
		}
		if err != nil {
			return err
		}
		m, err = memory(ctx, q, c, id, -1)
		return err
	})
	return m, err
}

// History returns the visible versions of a key, newest first.
func (s *SQLite) History(ctx context.Context, c policy.Ceiling, key model.Key) (all []model.Version, err error) {
	err = s.view(ctx, c, "read the history", func(q *sql.Tx) error {
		rows, err := q.QueryContext(ctx, "select "+columns+", cast(v.content as blob) from "+joined+`
			where v.key = ? and v.level <= ? order by v.saved desc, v.level desc, v.number desc limit ?`, key, c.Top(), model.MaxHistory)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			v, err := scanVersion(rows)
			if err != nil {
				return err
			}
			all = append(all, v)
		}
		if len(all) == 0 && rows.Err() == nil {
			return model.ErrNotFound
		}
		return rows.Err()
	})
	return all, err
}

// Count returns the number of heads.
func (s *SQLite) Count(ctx context.Context, c policy.Ceiling) (n int, err error) {
	err = s.view(ctx, c, "count", func(q *sql.Tx) error {
		n, err = s.heads(ctx, q, c)
		return err
	})
	return n, err
}

// heads reads the counter of a ceiling.
func (s *SQLite) heads(ctx context.Context, q querier, c policy.Ceiling) (n int, err error) {
	top := c.Top()
	if s.mutant == unfilteredCount {
		top = model.Restricted
	}
	err = q.QueryRowContext(ctx, "select heads from tally where ceiling = ?", top).Scan(&n)
	return n, err
}

// Tags returns the tags of the heads with their counts, by tag.
func (s *SQLite) Tags(ctx context.Context, c policy.Ceiling) (all []model.TagCount, err error) {
	err = s.view(ctx, c, "read the tags", func(q *sql.Tx) error {
		rows, err := q.QueryContext(ctx, "select tag, heads from tag_tally where ceiling = ? order by tag", c.Top())
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var t model.TagCount
			if err := rows.Scan(&t.Tag, &t.Count); err != nil {
				return err
			}
			all = append(all, t)
		}
		return rows.Err()
	})
	return all, err
}
