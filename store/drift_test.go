package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// walker does random things to a store. Every content has a word of its own.
type walker struct {
	*testing.T
	s     *store.SQLite
	r     *rand.Rand
	now   time.Time
	words map[string]model.Key // every word ever written, and the key it was for
	runs  []policy.Session
}

func newWalker(t *testing.T, path string, seed uint64) *walker {
	t.Helper()
	w := &walker{T: t, r: rand.New(rand.NewPCG(seed, 1)), now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), words: map[string]model.Key{}}
	var err error
	w.s, err = store.Open(t.Context(), path, store.Options{Now: func() time.Time { return w.now }})
	must(t, err)
	for range 6 {
		w.runs = append(w.runs, w.begin())
	}
	return w
}

// rareWord returns the n-th of the words that no language has.
func rareWord(n int) string {
	const letters = "bcdfghjkmnpqrtvw"
	word := "zx"
	for range 5 {
		word += string(letters[n%len(letters)])
		n /= len(letters)
	}
	return word
}

func (w *walker) begin() policy.Session {
	h, err := policy.Admit(model.Session{ID: randomID(), Channel: model.ChannelCLI, Taint: pick(w.r, model.Levels[:]), Clearance: model.Restricted, Started: w.now})
	must(w, err)
	return h
}

func (w *walker) draft() model.Draft {
	word := rareWord(len(w.words))
	d := model.Draft{Key: model.Key("k" + fmt.Sprint(w.r.IntN(12))), Content: "some " + word, Tags: [][]model.Tag{nil, {"a"}, {"b", "a"}, {"å b", "c"}}[w.r.IntN(4)]}
	if w.r.IntN(5) == 0 {
		d.Expires = w.now.Add(time.Duration(1+w.r.IntN(9)) * time.Second)
	}
	w.words[word] = d.Key
	return d
}

// step does one thing. That it may be refused is part of it.
func (w *walker) step() {
	w.Helper()
	w.now = w.now.Add(time.Duration(w.r.IntN(3)) * time.Second)
	n := w.r.IntN(len(w.runs))
	h, d := w.runs[n], w.draft()
	by := policy.Decision{Verdict: policy.Override, Rule: policy.RuleForcedLevel, Forced: []string{"level"}}
	var err error
	switch w.r.IntN(14) {
	default:
		_, err = w.s.Save(w.Context(), h, d, by)
	case 6, 7:
		_, err = w.s.Delete(w.Context(), h, d.Key, by)
	case 8:
		_, err = w.s.Restore(w.Context(), h, d.Key, w.r.IntN(3))
	case 9:
		_, err = w.s.Cover(w.Context(), h, d.Key)
	case 10:
		_, err = w.s.Purge(w.Context(), h, store.PurgeQuery{Before: w.now.Add(-time.Second), Key: []model.Key{"", d.Key}[w.r.IntN(2)]})
	case 11:
		w.runs[n], err = w.s.Raise(w.Context(), h, pick(w.r, model.Levels[:]))
	case 12:
		i := model.Imported{Draft: d, Created: w.now.Add(-time.Minute), Saved: w.now.Add(-time.Duration(w.r.IntN(9)) * time.Second)}
		if w.r.IntN(2) == 0 {
			i.Deleted = w.now
		}
		_, err = w.s.Import(w.Context(), h, i)
	case 13:
		w.runs[n] = w.begin()
		err = w.s.End(w.Context(), h)
	}
	var no *policy.Refusal
	if err != nil && !errors.As(err, &no) && !errors.Is(err, model.ErrNotFound) && !errors.Is(err, model.ErrLive) {
		w.Fatal(err)
	}
}

// coherent checks that a memory is found by its own word, and by its tags, exactly
// where it is listed.
func (w *walker) coherent() {
	w.Helper()
	for _, l := range model.Levels {
		c := admit(w.T, l).Ceiling()
		p, err := w.s.List(w.Context(), c, model.ListQuery{Limit: 100, Preview: -1})
		must(w, err)
		listed := map[string]model.Key{}
		for _, m := range p.Memories {
			listed[strings.TrimPrefix(m.Content, "some ")] = m.Key
		}
		for _, word := range slices.Sorted(maps.Keys(w.words)) {
			f, err := w.s.Search(w.Context(), c, model.SearchQuery{Text: word, Limit: 10, Preview: -1})
			must(w, err)
			key, is := listed[word]
			if len(f.Hits) > 1 || is != (len(f.Hits) == 1) || is && f.Hits[0].Key != key {
				w.Fatalf("at %v, %s is listed: %t, and found %d times", l, word, is, len(f.Hits))
			}
		}
		for _, tag := range []model.Tag{"a", "b", "å b", "c"} {
			p, err := w.s.List(w.Context(), c, model.ListQuery{Limit: 100, Tag: tag})
			must(w, err)
			for _, text := range []string{fmt.Sprintf("tag:%q", tag), fmt.Sprintf("some tag:%q", tag)} {
				f, err := w.s.Search(w.Context(), c, model.SearchQuery{Text: text, Operators: true, Limit: 100})
				must(w, err)
				if f.Total != p.Total || len(f.Hits) != len(p.Memories) {
					w.Fatalf("at %v, %s finds %d of %d, and the list of the tag has %d of %d", l, text, len(f.Hits), f.Total, len(p.Memories), p.Total)
				}
			}
		}
	}
}

// CASES 10: whatever is done, in whatever order, the indexes fit the memories. A
// longer run: MINNE_STEPS=1000.
func TestNothingDrifts(t *testing.T) {
	t.Parallel()
	seed := fromEnv(t, "MINNE_SEED", uint64(time.Now().UnixNano()))
	t.Logf("MINNE_SEED=%d", seed)
	w := newWalker(t, filepath.Join(t.TempDir(), "m.db"), seed)
	for i := range fromEnv(t, "MINNE_STEPS", 100) {
		w.step()
		if err := w.s.Check(t.Context()); err != nil {
			t.Fatalf("after step %d: %v", i, err)
		}
		if i%25 == 24 {
			w.coherent()
		}
	}
	w.coherent()
	must(t, w.s.Close())
}

// Every way in which what is derived can be wrong is noticed.
func TestCheckNoticesDrift(t *testing.T) {
	t.Parallel()
	const aSuperseded = "(select id from version where key = 'k' and number = 1)"
	for name, c := range map[string]struct{ do, says string }{
		"nothing":                   {"select 1", ""},
		"a head not indexed":        {"insert into found_2 (found_2, rowid, key, tags, content, extra) select 'delete', id, key, tags, content, extra from head_2 limit 1", "the index of INTERNAL"},
		"a hidden row indexed":      {"insert into found_1 (rowid, key, tags, content, extra) select id, key, tags, content, extra from version where level = 4", "the index of PUBLIC"},
		"a shadowed row indexed":    {"insert into found_4 (rowid, key, tags, content, extra) select id, key, tags, content, extra from version where key = 'k' and number = 2", "the index of RESTRICTED"},
		"another text indexed":      {"insert into found_3 (found_3, rowid, key, tags, content, extra) select 'delete', id, key, tags, content, extra from head_3 where key = 'j'; insert into found_3 (rowid, key, tags, content, extra) select id, key, tags, 'else', extra from head_3 where key = 'j'", "the index of CONFIDENTIAL"},
		"a count too high":          {"update tally set heads = heads + 1 where ceiling = 1", "the count of PUBLIC"},
		"no count":                  {"delete from tally where ceiling = 4", "the count of RESTRICTED"},
		"a count too low":           {"update tally set heads = heads - 1 where ceiling = 4", "the count of RESTRICTED"},
		"a tag's count too high":    {"update tag_tally set heads = heads + 1 where ceiling = 1 and tag = 'x'", "the tags of PUBLIC"},
		"a tag not counted":         {"delete from tag_tally where ceiling = 3 and tag = 'x'", "the tags of CONFIDENTIAL"},
		"a tag that nothing has":    {"insert into tag_tally (ceiling, tag, heads) values (2, 'no', 1)", "the tags of INTERNAL"},
		"a tag's stream too short":  {"delete from record_tag where key = 'j'", "a tag stream"},
		"a tag's stream too long":   {"insert into record_tag (level, tag, saved, key) values (1, 'x', 1, 'no')", "a tag stream"},
		"a record of an old one":    {"update record set version = " + aSuperseded + " where key = 'k' and level = 1", "is damaged: a record does not fit its version"},
		"a record of another key":   {"update record set version = (select id from version where key = 'j') where key = 'k' and level = 1", "is damaged: a record does not fit its version"},
		"a record of nothing":       {"update record set version = 999 where key = 'gone'", "is damaged: a record does not fit its version"},
		"a record's other number":   {"update record set number = 7 where key = 'gone'", "is damaged: a record does not fit its version"},
		"a record's other time":     {"update record set saved = 7 where key = 'gone'", "is damaged: a record does not fit its version"},
		"a record's other expiry":   {"update record set expires = 7 where key = 'gone'", "is damaged: a record does not fit its version"},
		"a record missing":          {"delete from record where key = 'gone'", "is damaged: a version has no record"},
		"a deletion untold":         {"delete from ending where version = (select id from version where key = 'gone')", "is damaged: a version has not ended as its record says"},
		"an ending untold":          {"delete from ending where version = " + aSuperseded, "is damaged: a version has not ended as its record says"},
		"an ending that is not one": {"insert into ending (version, level, state, at) select id, level, 2, 1 from version where key = 'j'", "is damaged: a version has not ended as its record says"},
		"an ending elsewhere":       {"update ending set level = 3", "is damaged: a version has not ended as its record says"},
		"a reference to nothing":    {"pragma foreign_keys = off; delete from session_taint where session = zeroblob(16); insert into session_taint (session, level, since, seen) values (zeroblob(16), 1, 1, 1)", "is damaged: a reference leads nowhere"},
		"an event missing":          {"drop trigger event_is_not_removed; delete from event where level = 1 and seq = 1", "is damaged: an entry of the audit log is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "m.db")
			s, err := store.Open(t.Context(), path, store.Options{})
			must(t, err)
			low, high := admit(t, model.Public), admit(t, model.Restricted)
			for _, k := range []model.Key{"k", "k", "j", "gone"} {
				save(t, s, low, model.Draft{Key: k, Content: "low " + string(k), Tags: []model.Tag{"x"}})
			}
			save(t, s, high, model.Draft{Key: "k", Content: "high", Tags: []model.Tag{"y"}})
			_, err = s.Delete(t.Context(), low, "gone", policy.Decision{})
			must(t, err)
			raw(t, path, c.do)
			err = s.Check(t.Context())
			if c.says == "" {
				must(t, err)
			} else if err == nil || !strings.HasSuffix(err.Error(), c.says) || errors.Is(err, store.ErrDerived) == strings.HasPrefix(c.says, "is damaged") {
				t.Errorf("Check says %v, want %s", err, c.says)
			}
			must(t, s.Close())
		})
	}
}

// raw runs statements on a database behind minne's back.
func raw(t testing.TB, path, text string) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?_busy_timeout=5000&_foreign_keys=0")
	must(t, err)
	defer db.Close()
	_, err = db.ExecContext(t.Context(), text)
	must(t, err)
}
