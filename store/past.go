package store

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"
	"strings"
	"time"

	"minne/model"
	"minne/policy"
)

// PastQuery chooses versions that are not, or no longer, in anybody's view: what an
// auditor looks for.
type PastQuery struct {
	States  []model.State // of Deleted, Expired, Superseded, Covered; empty: all of them
	Key     string        // part of the key, in any case; empty: all
	Session model.ID      // who wrote or ended it; zero: anybody
	Since   time.Time     // ended at or after; zero: always
	After   PastCursor    // zero: from the newest
	Limit   int
}

// PastCursor is a place in the list of the past: the last version already seen.
type PastCursor struct {
	At     int64 // microseconds since 1970
	Level  model.Level
	Key    model.Key
	Number int
}

// IsZero reports whether the cursor points nowhere.
func (c PastCursor) IsZero() bool { return c == PastCursor{} }

// PastCursorOf returns the place of v in the list of the past.
func PastCursorOf(v model.Version) PastCursor {
	return PastCursor{when(v).UnixMicro(), v.Level, v.Key, v.Number}
}

// when is the time by which the past is ordered: when a version ended or, for a
// cover that stands, when it was made.
func when(v model.Version) time.Time {
	if v.State == model.Covered {
		return v.Saved
	}
	return v.Ended
}

// Past returns a page of the visible past, newest first, then by level from the
// highest, key and number from the newest, and whether there is more.
func (s *SQLite) Past(ctx context.Context, c policy.Ceiling, p PastQuery) (all []model.Version, more bool, err error) {
	err = s.view(ctx, c, "read the past", func(q *sql.Tx) error {
		for _, l := range c.Levels() {
			some, err := pastAt(ctx, q, c, l, p)
			if err != nil {
				return err
			}
			all = append(all, some...)
		}
		slices.SortFunc(all, func(a, b model.Version) int {
			return cmp.Or(when(b).Compare(when(a)), cmp.Compare(b.Level, a.Level), cmp.Compare(a.Key, b.Key), cmp.Compare(b.Number, a.Number))
		})
		if more = len(all) > p.Limit; more {
			all = all[:p.Limit]
		}
		return nil
	})
	return all, more, err
}

// pastAt reads one level's stream: what has ended, and the covers that stand.
func pastAt(ctx context.Context, q querier, c policy.Ceiling, l model.Level, p PastQuery) ([]model.Version, error) {
	place := p.After
	if place.IsZero() {
		place = PastCursor{At: math.MaxInt64}
	}
	since := int64(math.MinInt64)
	if !p.Since.IsZero() {
		since = p.Since.UnixMicro()
	}
	args := []any{
		sql.Named("level", l), sql.Named("top", c.Top()), sql.Named("at", place.At), sql.Named("past", l < place.Level || place.Level == 0),
		sql.Named("same", l == place.Level), sql.Named("key", place.Key), sql.Named("number", place.Number),
		sql.Named("since", since), sql.Named("limit", p.Limit+1), sql.Named("part", strings.ToLower(p.Key)), sql.Named("by", p.Session[:]), sql.Named("any", p.Session.IsZero()),
	}
	wanted := func(state model.State) bool { return len(p.States) == 0 || slices.Contains(p.States, state) }
	var all []model.Version
	if wanted(model.Deleted) || wanted(model.Expired) || wanted(model.Superseded) {
		states := []string{"0"}
		for state, n := range map[model.State]string{model.Deleted: "2", model.Expired: "3", model.Superseded: "5"} {
			if wanted(state) {
				states = append(states, n)
			}
		}
		ended, err := versions(ctx, q, "select "+columns+", cast(v.content as blob) from ending n cross join "+joined+`
			where n.level = @level and n.level <= @top and n.at <= @at and n.at >= @since and v.id = n.version and e.id = n.id
				and e.state in (`+strings.Join(states, ", ")+`)
				and (n.at < @at or @past or @same and (v.key > @key or v.key = @key and v.number < @number))
				and (@any or v.session = @by or e.session = @by) and (@part = '' or instr(lower(v.key), @part) > 0)
			order by n.at desc, v.key, v.number desc limit @limit`, args...)
		if err != nil {
			return nil, err
		}
		all = ended
	}
	if wanted(model.Covered) {
		covers, err := versions(ctx, q, "select "+columns+", cast(v.content as blob) from record c cross join "+joined+`
			where c.state = 4 and c.level = @level and c.level <= @top and c.saved <= @at and c.saved >= @since and v.id = c.version
				and (c.saved < @at or @past or @same and (v.key > @key or v.key = @key and v.number < @number))
				and (@any or v.session = @by) and (@part = '' or instr(lower(v.key), @part) > 0)
			order by c.saved desc, v.key, v.number desc limit @limit`, args...)
		if err != nil {
			return nil, err
		}
		all = append(all, covers...)
	}
	return all, nil
}

func versions(ctx context.Context, q querier, text string, args ...any) ([]model.Version, error) {
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []model.Version
	for rows.Next() {
		v, err := scanVersion(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}
