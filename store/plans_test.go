package store_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// The plans of all statements of everyday use, as the shipped SQLite makes them: none
// reads a whole table, and each uses the index that was made for it. Planners change.
func TestNoEverydayStatementReadsAWholeTable(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	p := &planner{T: t, s: open(t, func() time.Time { return now })}
	p.s.Record(p.hear)
	var (
		ctx   = t.Context()
		h     = admit(t, model.Internal)
		c     = h.Ceiling()
		draft = model.Draft{Key: "k", Content: "red fox", Tags: []model.Tag{"x", "y"}, Expires: now.Add(time.Minute)}
		allow = policy.Decision{Verdict: policy.Override, Forced: []string{"level"}}
		place = model.Cursor{Saved: now.UnixMicro(), Key: "a"}
	)
	const (
		byKey     = "SEARCH record USING PRIMARY KEY (key=? AND level=?)"
		stands    = "SEARCH record USING PRIMARY KEY (key=?)"
		due       = "SEARCH record USING INDEX record_due (level=? AND expires>? AND expires<?)"
		anyDue    = "SEARCH record USING COVERING INDEX record_due (level=? AND expires>? AND expires<?)"
		byID      = "SEARCH v USING INTEGER PRIMARY KEY (rowid=?)"
		shadow    = "SEARCH h USING PRIMARY KEY (key=? AND level>? AND level<?)"
		found     = "SCAN f VIRTUAL TABLE INDEX 0:M4"
		heads     = "SEARCH tally USING INTEGER PRIMARY KEY (rowid=?)"
		lastSeq   = "SEARCH event USING PRIMARY KEY (level=?)"
		bySession = "SEARCH session_taint USING PRIMARY KEY (session=? AND level=?)"
	)
	for _, op := range []struct {
		name  string
		do    func() error
		plans []string
	}{
		{"a first save", func() error { _, err := p.s.Save(ctx, h, draft, allow); return err }, []string{byKey, stands, anyDue, lastSeq, bySession}},
		{"a save", func() error { _, err := p.s.Save(ctx, h, draft, allow); return err }, []string{byKey, "SEARCH record_tag USING PRIMARY KEY (level=? AND tag=? AND saved=? AND key=?)"}},
		{"get", func() error { _, err := p.s.Head(ctx, c, "k"); return err }, []string{anyDue, "SEARCH record USING PRIMARY KEY (key=? AND level<?)", byID}},
		{"the first page", func() error { _, err := p.s.List(ctx, c, model.ListQuery{Limit: 9}); return err }, []string{"SEARCH r USING INDEX record_stream (level=? AND saved<?)", shadow, heads}},
		{"the next page", func() error { _, err := p.s.List(ctx, c, model.ListQuery{Limit: 9, After: place}); return err }, []string{"SEARCH r USING INDEX record_stream (level=? AND saved<?)", shadow}},
		{"the page before", func() error { _, err := p.s.List(ctx, c, model.ListQuery{Limit: 9, Before: place}); return err }, []string{"SEARCH r USING INDEX record_stream (level=? AND saved>?)", shadow}},
		{"a page of a tag", func() error { _, err := p.s.List(ctx, c, model.ListQuery{Limit: 9, Tag: "x"}); return err }, []string{"SEARCH g USING PRIMARY KEY (level=? AND tag=? AND saved<?)", shadow, "SEARCH tag_tally USING PRIMARY KEY (ceiling=? AND tag=?)"}},
		{"the page of a tag before", func() error {
			_, err := p.s.List(ctx, c, model.ListQuery{Limit: 9, Tag: "x", Before: place})
			return err
		}, []string{"SEARCH g USING PRIMARY KEY (level=? AND tag=? AND saved>?)", shadow}},
		{"search", func() error {
			_, err := p.s.Search(ctx, c, model.SearchQuery{Text: "red fox", Limit: 9})
			return err
		}, []string{found, byID}},
		{"search with filters", func() error {
			_, err := p.s.Search(ctx, c, model.SearchQuery{Text: "red tag:x tag:y level:internal key:k* -cat", Operators: true, Limit: 9})
			return err
		}, []string{found, byID, "SEARCH g EXISTS USING PRIMARY KEY (level=? AND tag=? AND saved=? AND key=?)"}},
		{"tags alone", func() error {
			_, err := p.s.Search(ctx, c, model.SearchQuery{Text: "tag:x tag:y -cat", Operators: true, Limit: 9})
			return err
		}, []string{"SEARCH f USING PRIMARY KEY (level=? AND tag=?)", shadow}},
		{"other filters alone", func() error {
			_, err := p.s.Search(ctx, c, model.SearchQuery{Text: "level:internal key:k*", Operators: true, Limit: 9})
			return err
		}, []string{"SEARCH r USING INDEX record_stream (level<?)"}},
		{"count", func() error { _, err := p.s.Count(ctx, c); return err }, []string{heads}},
		{"tags", func() error { _, err := p.s.Tags(ctx, c); return err }, []string{"SEARCH tag_tally USING PRIMARY KEY (ceiling=?)"}},
		{"history", func() error { _, err := p.s.History(ctx, c, "k"); return err }, []string{"SEARCH v USING INDEX sqlite_autoindex_version_1 (key=? AND level<?)", "SEARCH ending USING COVERING INDEX ending_version (version=?)"}},
		{"the log", func() error { _, err := p.s.Events(ctx, c, store.EventQuery{Limit: 9}); return err }, []string{lastSeq}},
		{"the log of a key", func() error {
			_, err := p.s.Events(ctx, c, store.EventQuery{Key: "k", Limit: 9})
			return err
		}, []string{"SEARCH event USING INDEX event_key (key=? AND level=?)"}},
		{"a session", func() error { _, err := p.s.Session(ctx, h.ID()); return err }, []string{"SEARCH s USING PRIMARY KEY (id=?)", "SEARCH t USING PRIMARY KEY (session=?)"}},
		{"an expiry", func() error { now = now.Add(time.Hour); _, err := p.s.Count(ctx, c); return err }, []string{anyDue, due}},
		{"a restore", func() error { _, err := p.s.Restore(ctx, h, "k", 0); return err }, []string{stands, byID}},
		{"a restore of a version", func() error { _, err := p.s.Restore(ctx, h, "k", 1); return err }, []string{"SEARCH version USING INDEX sqlite_autoindex_version_1 (key=? AND level=? AND number=?)"}},
		{"a delete", func() error { _, err := p.s.Delete(ctx, h, "k", allow); return err }, []string{stands}},
		{"an import", func() error {
			_, err := p.s.Import(ctx, h, model.Imported{Draft: model.Draft{Key: "i", Content: "x"}, Created: now, Saved: now, Deleted: now})
			return err
		}, []string{"SEARCH version USING INDEX sqlite_autoindex_version_1 (key=? AND level=?)", "SEARCH tombstone USING PRIMARY KEY (key=? AND level=?)"}},
		{"a raise", func() error { _, err := p.s.Raise(ctx, h, model.Restricted); return err }, []string{anyDue}},
		{"an end", func() error { return p.s.End(ctx, h) }, []string{bySession}},
	} {
		p.heard = nil
		must(t, op.do())
		p.check(op.name, op.plans)
	}
	must(t, p.s.Close())
}

// What a purge erases must not cost more the more is kept, apart from finding it.
func TestAPurgeFindsItsRowsByIndex(t *testing.T) {
	t.Parallel()
	p := &planner{T: t, s: open(t, nil)}
	h := admit(t, model.Public)
	for range 2 {
		save(t, p.s, h, model.Draft{Key: "k", Content: "x"})
	}
	p.s.Record(p.hear)
	_, err := p.s.Purge(t.Context(), h, store.PurgeQuery{Before: time.Now()})
	must(t, err)
	p.heard = slices.DeleteFunc(p.heard, func(s store.Statement) bool { return strings.Contains(s.SQL, "with past as") })
	p.check("a purge", []string{"SEARCH version USING INTEGER PRIMARY KEY (rowid=?)", "SEARCH ending USING COVERING INDEX ending_version (version=?)"})
	must(t, p.s.Close())
}

// planner hears what a store asks of SQLite, and asks how that would be done.
type planner struct {
	*testing.T
	s     *store.SQLite
	mu    sync.Mutex
	heard []store.Statement
}

func (p *planner) hear(s store.Statement) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard = append(p.heard, s)
}

// check holds the plans of what was heard against those that must be among them.
func (p *planner) check(name string, want []string) {
	p.Helper()
	var all []string
	for _, s := range p.heard {
		plan := p.plan(s)
		for _, line := range plan {
			if strings.HasPrefix(line, "SCAN ") && !strings.Contains(line, "VIRTUAL TABLE") && line != "SCAN CONSTANT ROW" {
				p.Errorf("%s: %s in\n%s", name, line, s.SQL)
			}
			if strings.Contains(line, "TEMP B-TREE") && strings.Contains(s.SQL, "@saved") {
				p.Errorf("%s: a stream is sorted: %s in\n%s", name, line, s.SQL)
			}
		}
		if strings.Contains(s.SQL, "match @match") && !strings.HasPrefix(plan[0], "SCAN f VIRTUAL TABLE") {
			p.Errorf("%s: the index is not the outermost loop, but %s", name, plan[0])
		}
		all = append(all, plan...)
	}
	for _, line := range want {
		if !slices.Contains(all, line) {
			p.Errorf("%s: nothing does this:\n\t%s\nbut\n\t%s", name, line, strings.Join(all, "\n\t"))
		}
	}
}

func (p *planner) plan(s store.Statement) (lines []string) {
	rows, err := p.s.Pools()["watch"].QueryContext(p.Context(), "explain query plan "+s.SQL, s.Args...)
	must(p.T, err)
	defer rows.Close()
	for rows.Next() {
		var (
			id, parent, unused int
			line               string
		)
		must(p.T, rows.Scan(&id, &parent, &unused, &line))
		lines = append(lines, line)
	}
	must(p.T, rows.Err())
	return lines
}
