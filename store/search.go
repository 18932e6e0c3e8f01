package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"minne/model"
	"minne/policy"
	"minne/store/words"
)

// ask is one search: the terms of a query, put to the heads at a ceiling.
type ask struct {
	c     policy.Ceiling
	words bool   // there is something to match, not only filters
	tags  bool   // there is a tag among the filters
	where string // the filters, and the ceiling once more
	args  []any
}

// Search returns the best matches among the heads at the ceiling, from the
// ceiling's own index: its statistics, and so score and order, know nothing of what
// is above (SPEC S2, S4, P6). Ties go to the newer, then by key.
func (s *SQLite) Search(ctx context.Context, c policy.Ceiling, sq model.SearchQuery) (f model.Found, err error) {
	query := words.Parse(sq.Text, sq.Operators)
	match, some := query.Match()
	if query.Empty() {
		return f, nil
	}
	a := newAsk(c, query, match, some)
	skip := make(map[uint64]bool, len(sq.Skip))
	for _, f := range sq.Skip {
		skip[f] = true
	}
	err = s.view(ctx, c, "search", func(q *sql.Tx) error {
		best, err := s.best(ctx, q, a, sq.Limit+len(sq.Skip))
		if err != nil {
			return err
		}
		for _, hit := range best {
			if len(f.Hits) == sq.Limit {
				break
			}
			if skip[hit.key.Fingerprint()] {
				continue
			}
			m, err := memory(ctx, q, c, hit.version, -1)
			if err != nil {
				return err
			}
			h := model.Hit{Memory: m, Score: hit.score}
			h.Snippet, h.Marks = query.Snippet(m.Content, model.SnippetSize)
			if sq.Preview >= 0 && sq.Preview < len(h.Content) {
				h.Content = string(whole([]byte(h.Content[:sq.Preview]), h.Size))
			}
			f.Hits = append(f.Hits, h)
		}
		return q.QueryRowContext(ctx, a.count(a.table()), a.args...).Scan(&f.Total)
	})
	return f, err
}

func newAsk(c policy.Ceiling, query words.Query, match string, some bool) ask {
	a := ask{c: c, words: some, tags: len(query.Tags) > 0, where: "v.level <= @top", args: []any{sql.Named("top", c.Top())}}
	if some {
		a.args = append(a.args, sql.Named("match", match))
	}
	for i, tag := range query.Tags {
		a.filter(fmt.Sprintf("exists (select 1 from record_tag g where g.level = v.level and g.tag = @tag%d and g.saved = v.saved and g.key = v.key)", i), sql.Named(fmt.Sprint("tag", i), tag))
	}
	if query.KeyPrefix != "" {
		a.filter("substr(v.key, 1, length(@prefix)) = @prefix", sql.Named("prefix", query.KeyPrefix))
	}
	if without, some := query.Without(); some {
		a.filter(fmt.Sprintf("v.id not in (select rowid from found_%[1]d where found_%[1]d match @without)", c.Top()), sql.Named("without", without))
	}
	if len(query.Levels) > 0 {
		var one []string
		for i, l := range query.Levels {
			one = append(one, fmt.Sprintf("v.level = @level%d", i))
			a.args = append(a.args, sql.Named(fmt.Sprint("level", i), l))
		}
		a.filter("(" + strings.Join(one, " or ") + ")")
	}
	return a
}

func (a *ask) filter(where string, args ...any) {
	a.where += " and " + where
	a.args = append(a.args, args...)
}

// table is the index of the ceiling, or the view it is made of where there is
// nothing to match.
func (a *ask) table() string {
	if a.words {
		return fmt.Sprintf("found_%d", a.c.Top())
	}
	return fmt.Sprintf("head_%d", a.c.Top())
}

// from reads as little as it can: what matches, or else what has the first of the
// tags, or else every head.
func (a *ask) from(table string) string {
	switch {
	case a.words:
		return fmt.Sprintf("from %[1]s f cross join version v on v.id = f.rowid where %[1]s match @match and %s", table, a.where)
	case a.tags:
		return fmt.Sprintf(`
			from record_tag f cross join record r on r.key = f.key and r.level = f.level cross join version v on v.id = r.version
			where f.level in (1, 2, 3, 4) and f.level <= @top and f.tag = @tag0 and %s and %s`, unshadowed, a.where)
	default:
		return fmt.Sprintf("from %s f cross join version v on v.id = f.id where %s", table, a.where)
	}
}

func (a *ask) count(table string) string { return "select count(*) " + a.from(table) }

// hit is a match before its text is read.
type hit struct {
	version int64
	key     model.Key
	score   float64
}

// best returns the best matches, best first.
func (s *SQLite) best(ctx context.Context, q querier, a ask, most int) ([]hit, error) {
	if s.mutant != sound && a.words {
		return s.mutantBest(ctx, q, a, most)
	}
	return a.ranked(ctx, q, a.table(), most)
}

func (a *ask) ranked(ctx context.Context, q querier, table string, most int) ([]hit, error) {
	score := "0.0"
	if a.words {
		score = fmt.Sprintf(words.Rank, table)
	}
	return hits(ctx, q, "select v.id, v.key, "+score+" as score "+a.from(table)+" order by score, v.saved desc, v.key limit @limit",
		append(slices.Clone(a.args), sql.Named("limit", most))...)
}

func hits(ctx context.Context, q querier, text string, args ...any) ([]hit, error) {
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []hit
	for rows.Next() {
		var h hit
		if err := rows.Scan(&h.version, &h.key, &h.score); err != nil {
			return nil, err
		}
		h.score = -h.score // bm25 is lower for better
		all = append(all, h)
	}
	return all, rows.Err()
}
