package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// Opened is a provider to test, and a check of what it derives from its data:
// indexes and counters.
type Opened struct {
	store.Provider
	Check func(ctx context.Context) error
}

// Open makes an empty provider that reads the time from now.
type Open func(t testing.TB, now func() time.Time) Opened

// Run tests the providers that open makes.
func Run(t *testing.T, open Open) {
	t.Run("random operations equal the oracle's", func(t *testing.T) {
		rapid.Check(t, func(r *rapid.T) { walk(t, r, open) })
	})
	t.Run("a batch is all or nothing", func(t *testing.T) { batchIsAtomic(t, open) })
	t.Run("a zero ceiling sees nothing", func(t *testing.T) { zeroSeesNothing(t, open) })
	t.Run("the taint is read where the write happens", func(t *testing.T) { taintIsReadInside(t, open) })
	t.Run("pages meet without a gap", func(t *testing.T) { pagesMeet(t, open) })
}

// The vocabulary is tiny, so that every walk collides, shadows and unshadows
// (Hritcu et al., Testing noninterference, quickly, 2013).
var (
	keys     = []model.Key{"a", "b", "c:d", "e%_"}
	tags     = []model.Tag{"x", "y", "z"}
	contents = []string{"red fox", "red red fox", "blue fox", "green", "blue sky"}
	queries  = []string{"red", "fox", "blue fox", "sky", "green", "x", "d"}
)

// machine is one walk: the provider, the oracle, and a session a level.
type machine struct {
	ctx      context.Context
	r        *rapid.T
	p        Opened
	o        oracle
	now      time.Time
	sessions [len(model.Levels) + 1]policy.Session
}

func walk(t testing.TB, r *rapid.T, open Open) {
	m := &machine{ctx: t.Context(), r: r, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	m.p = open(t, func() time.Time { return m.now })
	defer func() {
		if err := m.p.Close(); err != nil {
			r.Fatalf("close: %v", err)
		}
	}()
	for _, l := range model.Levels {
		m.sessions[l] = admit(r, l, model.Restricted, m.now)
	}
	for range rapid.IntRange(1, 25).Draw(r, "steps") {
		m.step()
		m.compare()
		if err := m.p.Check(m.ctx); err != nil {
			r.Fatalf("what is derived does not fit: %v", err)
		}
	}
}

type fataler interface{ Fatalf(string, ...any) }

func admit(t fataler, taint, clearance model.Level, now time.Time) policy.Session {
	var id model.ID
	_, _ = rand.Read(id[:])
	s, err := policy.Admit(model.Session{ID: id, Channel: model.ChannelCLI, Taint: taint, Clearance: clearance, Started: now})
	if err != nil {
		t.Fatalf("admit: %v", err)
	}
	return s
}

func (m *machine) step() {
	m.now = m.now.Add(time.Duration(rapid.IntRange(0, 3).Draw(m.r, "seconds")) * time.Second)
	m.o.expire(m.now)
	l := rapid.SampledFrom(model.Levels[:]).Draw(m.r, "level")
	k := rapid.SampledFrom(keys).Draw(m.r, "key")
	switch rapid.IntRange(0, 9).Draw(m.r, "what") {
	default:
		m.save(k, l)
	case 5, 6:
		m.delete(k, l)
	case 7:
		m.restore(k, l)
	case 8:
		m.cover(k, l)
	case 9:
		m.purge(k, l)
	}
}

func (m *machine) save(k model.Key, l model.Level) {
	d := model.Draft{Key: k, Content: rapid.SampledFrom(contents).Draw(m.r, "content"), Tags: rapid.SliceOfNDistinct(rapid.SampledFrom(tags), 0, 2, rapid.ID).Draw(m.r, "tags")}
	if rapid.IntRange(0, 3).Draw(m.r, "expires") == 0 {
		d.Expires = m.now.Add(time.Duration(rapid.IntRange(1, 5).Draw(m.r, "after")) * time.Second)
	}
	got, err := m.p.Save(m.ctx, m.sessions[l], d, policy.Decision{Verdict: policy.Allow, Rule: policy.RuleAllowed})
	if err != nil {
		m.r.Fatalf("save: %v", err)
	}
	want := model.Version{
		Key: k, Level: l, Kind: model.Remembered, Content: d.Content, Tags: d.Tags, Created: m.now, Saved: m.now, Expires: d.Expires,
		Session: m.sessions[l].ID(), Channel: model.ChannelCLI, State: model.Live,
	}
	if old := m.o.newest(k, l); old != nil && old.State == model.Live {
		want.Created = old.Created
	}
	m.o.add(want, m.now)
	m.same("save", got, m.o.newest(k, l).Version)
}

func (m *machine) delete(k model.Key, l model.Level) {
	got, err := m.p.Delete(m.ctx, m.sessions[l], k, policy.Decision{Verdict: policy.Allow})
	v := m.o.newest(k, l)
	if v == nil || v.State != model.Live && v.State != model.Covered {
		if !errors.Is(err, model.ErrNotFound) {
			m.r.Fatalf("delete of what is not there: %v, want %v", err, model.ErrNotFound)
		}
		return
	}
	if err != nil {
		m.r.Fatalf("delete: %v", err)
	}
	v.State, v.Ended, v.EndedBy = model.Deleted, m.now, m.sessions[l].ID()
	m.same("delete", got, v.Version)
}

func (m *machine) restore(k model.Key, l model.Level) {
	got, err := m.p.Restore(m.ctx, m.sessions[l], k, 0)
	v := m.o.newest(k, l)
	switch {
	case v == nil:
		if !errors.Is(err, model.ErrNotFound) {
			m.r.Fatalf("restore of nothing: %v", err)
		}
		return
	case v.State == model.Live || v.State == model.Covered:
		if !errors.Is(err, model.ErrLive) {
			m.r.Fatalf("restore of a live record: %v", err)
		}
		return
	case err != nil:
		m.r.Fatalf("restore: %v", err)
	}
	if v.State == model.Deleted && (v.Expires.IsZero() || v.Expires.After(m.now)) {
		v.State, v.Ended, v.EndedBy = model.Live, time.Time{}, model.ID{}
		if v.Kind == model.Cover {
			v.State = model.Covered
		}
	} else {
		again := v.Version
		again.Saved, again.Expires, again.Session = m.now, time.Time{}, m.sessions[l].ID()
		again.State, again.Ended, again.EndedBy = model.Live, time.Time{}, model.ID{}
		if v.State != model.Expired {
			again.Created = m.now
		}
		m.o.add(again, m.now)
	}
	m.same("restore", got, m.o.newest(k, l).Version)
}

func (m *machine) cover(k model.Key, l model.Level) {
	got, err := m.p.Cover(m.ctx, m.sessions[l], k)
	if v := m.o.newest(k, l); v != nil && v.State == model.Covered {
		if err != nil {
			m.r.Fatalf("cover again: %v", err)
		}
		m.same("cover again", got, v.Version)
		return
	}
	if m.o.head(k, l) == nil {
		if !errors.Is(err, model.ErrNotFound) {
			m.r.Fatalf("cover of nothing: %v", err)
		}
		return
	}
	if err != nil {
		m.r.Fatalf("cover: %v", err)
	}
	m.o.add(model.Version{
		Key: k, Level: l, Kind: model.Cover, Created: m.now, Saved: m.now,
		Session: m.sessions[l].ID(), Channel: model.ChannelCLI, State: model.Covered,
	}, m.now)
	m.same("cover", got, m.o.newest(k, l).Version)
}

// purge takes away what ended a second ago or earlier: of a record, either all
// that has ended, or its older versions.
func (m *machine) purge(k model.Key, l model.Level) {
	before := m.now.Add(-time.Second)
	gone, err := m.p.Purge(m.ctx, m.sessions[l], store.PurgeQuery{Key: k, Before: before})
	if err != nil {
		m.r.Fatalf("purge: %v", err)
	}
	all := m.o.record(k, l)
	ripe := func(v *version) bool {
		return v.State != model.Live && v.State != model.Covered && !v.Ended.After(before)
	}
	var want []int
	for i, v := range all {
		if ripe(v) && (i < len(all)-1 || !slices.ContainsFunc(all, func(v *version) bool { return !ripe(v) })) {
			want = append(want, v.Number)
			m.o.versions = slices.DeleteFunc(m.o.versions, func(o *version) bool { return o == v })
		}
	}
	var got []int
	for _, v := range gone {
		got = append(got, v.Number)
	}
	if !slices.Equal(got, want) {
		m.r.Fatalf("purged versions %v, want %v", got, want)
	}
}

func (m *machine) same(what string, got, want model.Version) {
	if g, w := describe(got), describe(want); g != w {
		m.r.Fatalf("%s\n got %s\nwant %s", what, g, w)
	}
}

// describe writes all that is to be equal of a version.
func describe(v model.Version) string {
	at := func(t time.Time) string {
		if t.IsZero() {
			return "-"
		}
		return t.UTC().Format("05.000000")
	}
	return fmt.Sprintf("%s@%v #%d kind %d %v %q %v created %s saved %s expires %s ended %s by %s, session %s %s size %d",
		v.Key, v.Level, v.Number, v.Kind, v.State, v.Content, v.Tags, at(v.Created), at(v.Saved), at(v.Expires), at(v.Ended), v.EndedBy.Short(), v.Session.Short(), v.Channel, v.Size)
}
