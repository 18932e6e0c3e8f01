package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"

	"minne/model"
	"minne/policy"
)

// One ordered stream a visible level: the live records of the level that no higher
// visible record shadows, from a place on. Its cost depends on nothing above the
// ceiling, and not on how far down the place is.
const (
	unshadowed = `
		not exists (
			select 1 from record h where h.key = r.key and h.level > r.level and h.level <= @top and h.state in (1, 4))`
	older = `
		select r.version, r.saved, r.key from record r
		where r.state = 1 and r.level = @level and r.level <= @top
			and r.saved <= @saved and (r.saved < @saved or r.key > @key) and ` + unshadowed + `
		order by r.saved desc, r.key limit @limit`
	newer = `
		select r.version, r.saved, r.key from record r
		where r.state = 1 and r.level = @level and r.level <= @top
			and r.saved >= @saved and (r.saved > @saved or r.key < @key) and ` + unshadowed + `
		order by r.saved, r.key desc limit @limit`
	olderTagged = `
		select r.version, r.saved, r.key from record_tag g join record r on r.key = g.key and r.level = g.level
		where g.level = @level and g.level <= @top and g.tag = @tag
			and g.saved <= @saved and (g.saved < @saved or g.key > @key) and ` + unshadowed + `
		order by g.saved desc, g.key limit @limit`
	newerTagged = `
		select r.version, r.saved, r.key from record_tag g join record r on r.key = g.key and r.level = g.level
		where g.level = @level and g.level <= @top and g.tag = @tag
			and g.saved >= @saved and (g.saved > @saved or g.key < @key) and ` + unshadowed + `
		order by g.saved, g.key desc limit @limit`
	olderTaggedUnshadowed = `
		select r.version, r.saved, r.key from record_tag g join record r on r.key = g.key and r.level = g.level
		where g.level = @level and g.level <= @top and g.tag = @tag
			and g.saved <= @saved and (g.saved < @saved or g.key > @key)
		order by g.saved desc, g.key limit @limit`
)

// entry is a head in a stream.
type entry struct {
	version int64
	place   model.Cursor
}

// List returns a page of the view, newest first, then by key, merged from the
// streams of the visible levels (SPEC T5, T6). A page before a place is the nearest
// ones, in the same order.
func (s *SQLite) List(ctx context.Context, c policy.Ceiling, l model.ListQuery) (p model.Page, err error) {
	err = s.view(ctx, c, "list", func(q *sql.Tx) error {
		back := !l.Before.IsZero()
		entries, err := s.merge(ctx, q, c, l, back)
		if err != nil {
			return err
		}
		if p.More = len(entries) > l.Limit; p.More {
			entries = entries[:l.Limit]
		}
		if back {
			slices.Reverse(entries)
		}
		p.Memories = make([]model.Memory, 0, len(entries))
		for _, e := range entries {
			m, err := memory(ctx, q, c, e.version, l.Preview)
			if err != nil {
				return err
			}
			p.Memories = append(p.Memories, m)
		}
		p.Total, err = s.total(ctx, q, c, l.Tag)
		return err
	})
	return p, err
}

// merge reads one entry more than the limit from each stream and puts them in
// order: the list's, or its reverse for a page before a place.
func (s *SQLite) merge(ctx context.Context, q querier, c policy.Ceiling, l model.ListQuery, back bool) ([]entry, error) {
	place, text := model.Cursor{Saved: math.MaxInt64}, older
	switch {
	case back:
		place, text = l.Before, newer
	case !l.After.IsZero():
		place = l.After
	}
	switch {
	case l.Tag != "" && back:
		text = newerTagged
	case l.Tag != "" && s.mutant == tagBeforeShadowing:
		text = olderTaggedUnshadowed
	case l.Tag != "":
		text = olderTagged
	}
	var all []entry
	for _, level := range c.Levels() {
		some, err := stream(ctx, q, text,
			sql.Named("level", level), sql.Named("top", c.Top()), sql.Named("tag", l.Tag),
			sql.Named("saved", place.Saved), sql.Named("key", place.Key), sql.Named("limit", l.Limit+1))
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	slices.SortFunc(all, func(a, b entry) int {
		n := cmp.Or(cmp.Compare(b.place.Saved, a.place.Saved), cmp.Compare(a.place.Key, b.place.Key))
		if back {
			return -n
		}
		return n
	})
	return all, nil
}

func stream(ctx context.Context, q querier, text string, args ...any) ([]entry, error) {
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []entry
	for rows.Next() {
		var e entry
		if err := rows.Scan(&e.version, &e.place.Saved, &e.place.Key); err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, rows.Err()
}

// total counts what a list of the tag (or of all) holds.
func (s *SQLite) total(ctx context.Context, q querier, c policy.Ceiling, tag model.Tag) (n int, err error) {
	if tag == "" {
		return s.heads(ctx, q, c)
	}
	err = q.QueryRowContext(ctx, "select heads from tag_tally where ceiling = ? and tag = ?", c.Top(), tag).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, err
}
