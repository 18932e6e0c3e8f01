package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// SPEC A1: what each operation leaves in the logs (docs/audit-log.md).
func TestWhatEachOperationLogs(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	path := filepath.Join(t.TempDir(), "m.db")
	s, err := store.Open(t.Context(), path, store.Options{Now: func() time.Time { return now }})
	must(t, err)
	var (
		log      = logs{db: beside(t, path), read: map[model.Level]int64{}}
		ctx      = t.Context()
		h        = admit(t, model.Internal) // of the channel cli
		agent    = admitBy(t, model.ChannelMCP, model.Public)
		importer = admitBy(t, model.ChannelImport, model.Internal)
		allow    = policy.Decision{Verdict: policy.Allow, Rule: policy.RuleAllowed}
		force    = policy.Decision{Verdict: policy.Override, Rule: policy.RuleForcedLevel, Forced: []string{"level", "taint"}}
		deny     = policy.Decision{Verdict: policy.Deny, Rule: policy.RuleUnknownTool}
		lasts    = model.Draft{Key: "k", Content: "x"}
		ends     = model.Draft{Key: "e", Content: "x", Expires: now.Add(time.Minute)}
	)
	from := func(d model.Draft, deleted time.Time) model.Imported {
		return model.Imported{Draft: d, Created: now, Saved: now, Deleted: deleted, Origin: model.Origin{Source: "triggerfish", Session: "not told"}}
	}
	for _, c := range []struct {
		name string
		do   func() error
		want string
	}{
		{"a first save", func() error { _, err := s.Save(ctx, h, lasts, allow); return err }, `
			INTERNAL start cli
			INTERNAL save cli "k" INTERNAL v1 allowed`},
		{"a save that was forced", func() error { _, err := s.Save(ctx, h, lasts, force); return err }, `
			INTERNAL override cli "k" forced-level level
			INTERNAL override cli "k" forced-level taint
			INTERNAL save cli "k" INTERNAL v2 forced-level`},
		{"a save that was refused", func() error {
			_, err := s.Save(ctx, h, model.Draft{Key: "k", Content: "y", After: 1}, force)
			return expect(err, model.ErrConflict)
		}, ``},
		{"a delete", func() error { _, err := s.Delete(ctx, h, "k", allow); return err }, `
			INTERNAL delete cli "k" INTERNAL v2 allowed`},
		{"a delete that was forced", func() error {
			_, err := s.Restore(ctx, h, "k", 0)
			must(t, err)
			_, err = s.Delete(ctx, h, "k", force)
			return err
		}, `
			INTERNAL restore cli "k" INTERNAL v2
			INTERNAL override cli "k" forced-level level
			INTERNAL override cli "k" forced-level taint
			INTERNAL delete cli "k" INTERNAL v2 forced-level`},
		{"a delete of nothing", func() error { _, err := s.Delete(ctx, h, "none", force); return expect(err, model.ErrNotFound) }, ``},
		{"a restore", func() error { _, err := s.Restore(ctx, h, "k", 0); return err }, `
			INTERNAL restore cli "k" INTERNAL v2`},
		{"a restore of a version", func() error { _, err := s.Restore(ctx, h, "k", 1); return err }, `
			INTERNAL restore cli "k" INTERNAL v3`},
		{"a cover", func() error { _, err := s.Cover(ctx, h, "k"); return err }, `
			INTERNAL cover cli "k" INTERNAL v4`},
		{"a cover of what is covered", func() error { _, err := s.Cover(ctx, h, "k"); return err }, ``},
		{"the end of a cover", func() error { _, err := s.Delete(ctx, h, "k", allow); return err }, `
			INTERNAL delete cli "k" INTERNAL v4 allowed`},
		{"an agent's save", func() error { _, err := s.Save(ctx, agent, ends, allow); return err }, `
			PUBLIC start mcp
			PUBLIC save mcp "e" PUBLIC v1 allowed`},
		{"an agent's reads", func() error {
			return s.Note(ctx, agent, model.Event{Kind: model.EventRead, Key: "e", Of: model.Public, Version: 1, Rule: "allowed"}, model.Event{Kind: model.EventRead, Key: "none"})
		}, `
			PUBLIC read mcp "e" PUBLIC v1 allowed
			PUBLIC read mcp "none"`},
		{"a denial", func() error { return s.Note(ctx, agent, model.Event{Kind: model.EventDeny, Rule: deny.Rule}) }, `
			PUBLIC deny mcp unknown-tool`},
		{"a read from above", func() error {
			return s.Note(ctx, h, model.Event{Kind: model.EventCopy, Key: "e", Of: model.Public, Version: 1, Note: "clipboard"})
		}, `
			INTERNAL copy cli "e" PUBLIC v1 clipboard`},
		{"an expiry that somebody else notices", func() error {
			now = now.Add(time.Hour)
			_, err := s.Count(ctx, h.Ceiling())
			return err
		}, `
			PUBLIC expire "e" PUBLIC v1 by minne at 12:01:00`},
		{"an import", func() error {
			_, err := s.Import(ctx, importer, from(model.Draft{Key: "i", Content: "x"}, time.Time{}))
			return err
		}, `
			INTERNAL start import
			INTERNAL import import "i" INTERNAL v1 triggerfish`},
		{"an import of what is here", func() error { _, err := s.Import(ctx, agent, from(ends, time.Time{})); return err }, ``},
		{"an import of what was deleted there", func() error {
			_, err := s.Import(ctx, importer, from(model.Draft{Key: "j", Content: "x"}, now))
			return err
		}, `
			INTERNAL import import "j" INTERNAL v1 triggerfish
			INTERNAL delete import "j" INTERNAL v1`},
		{"a raise", func() error { _, err := s.Raise(ctx, h, model.Confidential); return err }, `
			CONFIDENTIAL raise cli`},
		{"a raise to where it is", func() error { _, err := s.Raise(ctx, h, model.Confidential); return err }, ``},
		{"a save above", func() error { _, err := s.Save(ctx, h, lasts, allow); return err }, `
			CONFIDENTIAL save cli "k" CONFIDENTIAL v1 allowed`},
		{"a purge", func() error { _, err := s.Purge(ctx, importer, store.PurgeQuery{Key: "k", Before: now}); return err }, `
			INTERNAL purge import "k" INTERNAL v1
			INTERNAL purge import "k" INTERNAL v2
			INTERNAL purge import "k" INTERNAL v3
			INTERNAL purge import "k" INTERNAL v4`},
		{"a batch", func() error {
			return s.Batch(ctx, func(w store.Writer) error {
				_, err := w.Save(ctx, h, model.Draft{Key: "k", Content: "y", After: 9}, force)
				if err := expect(err, model.ErrConflict); err != nil {
					return err
				}
				_, err = w.Save(ctx, h, model.Draft{Key: "b", Content: "x"}, allow)
				return err
			})
		}, `
			CONFIDENTIAL save cli "b" CONFIDENTIAL v1 allowed`},
		{"an end", func() error { return s.End(ctx, h) }, `
			CONFIDENTIAL end cli`},
		{"after the end", func() error { _, err := s.Save(ctx, h, lasts, allow); return expect(err, model.ErrEnded) }, ``},
	} {
		if err := c.do(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		got := log.news(t, now)
		var want []string
		for line := range strings.Lines(c.want) {
			if line = strings.TrimSpace(line); line != "" {
				want = append(want, line)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s logs\n\t%s\nwant\n\t%s", c.name, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
		}
	}
	must(t, s.Check(ctx))
	must(t, s.Close())
}

// logs reads the logs of a database as they grow.
type logs struct {
	db   *sql.DB
	read map[model.Level]int64 // entries of each level
}

// news returns what was written since it was last called, by level: what an entry
// says, and its time only if that is not now.
func (l logs) news(t *testing.T, now time.Time) (all []string) {
	t.Helper()
	for _, level := range model.Levels {
		rows, err := l.db.QueryContext(t.Context(), "select at, session, channel, kind, key, of, version, rule, note, commitment from event where level = ? and seq >= ? order by seq", level, l.read[level])
		must(t, err)
		for rows.Next() {
			l.read[level]++
			var (
				e           model.Event
				at          int64
				session, by []byte
			)
			must(t, rows.Scan(&at, &session, &e.Channel, &e.Kind, &e.Key, &e.Of, &e.Version, &e.Rule, &e.Note, &by))
			says := []string{level.String(), string(e.Kind), string(e.Channel)}
			if e.Key != "" {
				says = append(says, strconv.Quote(string(e.Key)))
			}
			if e.Version > 0 {
				says = append(says, e.Of.String(), fmt.Sprint("v", e.Version))
			}
			says = append(says, e.Rule, e.Note)
			if model.ID(session).IsZero() {
				says = append(says, "by minne")
			}
			if when := time.UnixMicro(at).UTC(); !when.Equal(now) && e.Kind != model.EventStart {
				says = append(says, "at", when.Format(time.TimeOnly))
			}
			all = append(all, strings.Join(slices.DeleteFunc(says, func(s string) bool { return s == "" }), " "))
			if committed := !bytes.Equal(by, make([]byte, 32)); committed != (e.Version > 0 && e.Kind != model.EventRead && e.Kind != model.EventCopy) {
				t.Errorf("%s has a commitment: %t", all[len(all)-1], committed)
			}
			if (e.Of == 0) != (e.Version == 0) {
				t.Errorf("%s is about version %d at %v", all[len(all)-1], e.Version, e.Of)
			}
		}
		must(t, rows.Close())
	}
	return all
}

// expect turns the error that is wanted into none, and any other into one.
func expect(got, want error) error {
	if errors.Is(got, want) {
		return nil
	}
	return fmt.Errorf("got %w, want %w", got, want)
}

func admitBy(t *testing.T, c model.Channel, l model.Level) policy.Session {
	t.Helper()
	s, err := policy.Admit(model.Session{ID: randomID(), Channel: c, Taint: l, Clearance: model.Restricted, Started: time.Unix(0, 0)})
	must(t, err)
	return s
}
