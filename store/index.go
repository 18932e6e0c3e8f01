package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"minne/model"
	"minne/policy"
)

// One FTS5 table a ceiling, with external content over a view of exactly the heads
// at that ceiling: what is hidden is in no statistic, ranking is exact, and SQLite
// itself can compare index and view (SECURITY: design CV in docs/security.md).
// The columns are what can be searched, and never level, agent or ids.
func indexSchema() []string {
	var all []string
	for _, l := range model.Levels {
		all = append(all, fmt.Sprintf(`
			create view head_%[1]d as
			select v.id as id, v.key as key, v.tags as tags, v.content as content, v.extra as extra
			from version v join record r on r.key = v.key and r.level = v.level and r.version = v.id
			where r.state = 1 and r.level <= %[1]d and not exists (
				select 1 from record h
				where h.key = r.key and h.level > r.level and h.level <= %[1]d and h.state in (1, 4))`, l),
			fmt.Sprintf(`
			create virtual table found_%[1]d using fts5 (
				key, tags, content, extra,
				content = 'head_%[1]d', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2')`, l),
			fmt.Sprintf("insert into found_%[1]d (found_%[1]d, rank) values ('secure-delete', 1)", l))
	}
	return all
}

// standing is where the records of one key stand, by level.
type standing [len(model.Levels) + 1]record

// states is what policy decides on.
func (s standing) states() policy.Standing {
	var p policy.Standing
	for i, r := range s {
		p[i] = r.state
	}
	return p
}

// head returns the record that a session under c sees, if any.
func (s standing) head(c policy.Ceiling) (record, bool) {
	l, ok := policy.Head(c, s.states())
	return s[l], ok
}

func (t *tx) standing(ctx context.Context, key model.Key) (standing, error) {
	var s standing
	rows, err := t.QueryContext(ctx, "select key, level, version, number, state, saved, expires from record where key = ?", key)
	if err != nil {
		return s, err
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRecord(rows)
		if err != nil {
			return s, err
		}
		s[r.level] = r
	}
	return s, rows.Err()
}

// reindex brings the index and the counters of every ceiling that sees a change at
// level l from what a key's heads were to what they are. A head that has not
// changed is taken out and put back all the same, so that a write costs the same
// whether or not something hidden stands above it (SPEC P6).
func (t *tx) reindex(ctx context.Context, l model.Level, was, is standing) error {
	for _, c := range policy.Above(l) {
		if old, ok := was.head(c); ok {
			if err := t.index(ctx, c, old.version, -1); err != nil {
				return err
			}
		}
		if head, ok := is.head(c); ok {
			if err := t.index(ctx, c, head.version, +1); err != nil {
				return err
			}
		}
	}
	return nil
}

// text is what the index holds of a version, and what the log does.
type text struct {
	key, tags, content, extra string
	commitment                []byte
}

// text returns a version's text, which is read once for each change.
func (t *tx) text(ctx context.Context, version int64) (text, error) {
	v, known := t.texts[version]
	if known {
		return v, nil
	}
	err := t.QueryRowContext(ctx, "select key, tags, content, extra, commitment from version where id = ?", version).Scan(&v.key, &v.tags, &v.content, &v.extra, &v.commitment)
	if err == nil {
		t.texts[version] = v
	}
	return v, err
}

// index puts a version into a ceiling's index and counters (+1), or takes it out
// (-1): by rowid, with its exact old text.
func (t *tx) index(ctx context.Context, c policy.Ceiling, version int64, by int) error {
	v, err := t.text(ctx, version)
	if err != nil {
		return err
	}
	table := fmt.Sprintf("found_%d", c.Top())
	insert := "insert into " + table + " (rowid, key, tags, content, extra) values (?, ?, ?, ?, ?)"
	if by < 0 {
		insert = "insert into " + table + " (" + table + ", rowid, key, tags, content, extra) values ('delete', ?, ?, ?, ?, ?)"
	}
	if _, err := t.ExecContext(ctx, insert, version, v.key, v.tags, v.content, v.extra); err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, "update tally set heads = heads + ? where ceiling = ?", by, c.Top()); err != nil {
		return err
	}
	tags, err := readTags(v.tags)
	if err != nil {
		return err
	}
	for _, tag := range tags {
		if err := t.tally(ctx, c, tag, by); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) tally(ctx context.Context, c policy.Ceiling, tag model.Tag, by int) error {
	if by > 0 {
		_, err := t.ExecContext(ctx, `
			insert into tag_tally (ceiling, tag, heads) values (?, ?, 1)
			on conflict (ceiling, tag) do update set heads = heads + 1`, c.Top(), tag)
		return err
	}
	if _, err := t.ExecContext(ctx, "delete from tag_tally where ceiling = ? and tag = ? and heads = 1", c.Top(), tag); err != nil {
		return err
	}
	_, err := t.ExecContext(ctx, "update tag_tally set heads = heads - 1 where ceiling = ? and tag = ?", c.Top(), tag)
	return err
}

// tag enters a live record into the streams of its tags; untag takes it out.
func (t *tx) tag(ctx context.Context, r record) error {
	return t.eachTag(ctx, r, "insert into record_tag (level, tag, saved, key) values (?, ?, ?, ?)")
}

func (t *tx) untag(ctx context.Context, r record) error {
	return t.eachTag(ctx, r, "delete from record_tag where level = ? and tag = ? and saved = ? and key = ?")
}

func (t *tx) eachTag(ctx context.Context, r record, do string) error {
	if r.version == 0 || r.state != model.Live {
		return nil
	}
	v, err := t.text(ctx, r.version)
	if err != nil {
		return err
	}
	tags, err := readTags(v.tags)
	if err != nil {
		return err
	}
	for _, tag := range tags {
		if _, err := t.ExecContext(ctx, do, r.level, tag, r.saved, r.key); err != nil {
			return err
		}
	}
	return nil
}

// Tags are stored as a JSON array: one text that the index reads as words.
func writeTags(tags []model.Tag) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)                          // the index would read the escapes as words
	err := e.Encode(append([]model.Tag{}, tags...)) // never null
	return strings.TrimSpace(b.String()), err
}

func readTags(s string) ([]model.Tag, error) {
	var tags []model.Tag
	if err := json.Unmarshal([]byte(s), &tags); err != nil {
		return nil, fmt.Errorf("read tags: %w", err)
	}
	return tags, nil
}
