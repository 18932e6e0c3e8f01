// Package storetest is the conformance suite that every store.Provider passes
// (SPEC D1): random operations, compared after each with an oracle in memory that
// knows the rules of SPEC and nothing of how they are kept.
package storetest

import (
	"cmp"
	"slices"
	"time"

	"minne/model"
)

// oracle is what a store should hold, as plainly as it can be said.
type oracle struct {
	versions []*version // in the order in which they were written
	last     map[place]int
}

// place is a record's identity.
type place struct {
	key   model.Key
	level model.Level
}

type version struct{ model.Version }

// record returns the versions of (key, level), oldest first.
func (o *oracle) record(k model.Key, l model.Level) []*version {
	var all []*version
	for _, v := range o.versions {
		if v.Key == k && v.Level == l {
			all = append(all, v)
		}
	}
	return all
}

// newest returns the newest version of (key, level), or nil.
func (o *oracle) newest(k model.Key, l model.Level) *version {
	all := o.record(k, l)
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// expire ends what has come to its time.
func (o *oracle) expire(now time.Time) {
	for _, v := range o.versions {
		if v.State == model.Live && !v.Expires.IsZero() && !v.Expires.After(now) {
			v.State, v.Ended, v.EndedBy = model.Expired, v.Expires, model.ID{}
		}
	}
}

// add writes a version and ends the one before it.
func (o *oracle) add(v model.Version, now time.Time) {
	if old := o.newest(v.Key, v.Level); old != nil {
		if old.State == model.Live || old.State == model.Covered {
			old.State, old.Ended, old.EndedBy = model.Superseded, now, v.Session
		}
	}
	if o.last == nil {
		o.last = map[place]int{}
	}
	at := place{v.Key, v.Level}
	o.last[at]++ // numbers go on after a purge
	v.Number = o.last[at]
	v.Size = len(v.Content)
	o.versions = append(o.versions, &version{Version: v})
}

// head returns what a session at l sees of a key, or nil: go down from l; the
// first live version is it, the first cover says there is none.
func (o *oracle) head(k model.Key, l model.Level) *version {
	for ; l >= model.Public; l-- {
		if v := o.newest(k, l); v != nil {
			switch v.State {
			case model.Live:
				return v
			case model.Covered:
				return nil
			}
		}
	}
	return nil
}

func (o *oracle) keys() []model.Key {
	var all []model.Key
	for _, v := range o.versions {
		if !slices.Contains(all, v.Key) {
			all = append(all, v.Key)
		}
	}
	slices.Sort(all)
	return all
}

// list returns the heads at l, newest first, then by key; with a tag if there is
// one.
func (o *oracle) list(l model.Level, tag model.Tag) []*version {
	var all []*version
	for _, k := range o.keys() {
		if v := o.head(k, l); v != nil && (tag == "" || slices.Contains(v.Tags, tag)) {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b *version) int {
		return cmp.Or(b.Saved.Compare(a.Saved), cmp.Compare(a.Key, b.Key))
	})
	return all
}

// tags counts the tags of the heads at l.
func (o *oracle) tags(l model.Level) []model.TagCount {
	n := map[model.Tag]int{}
	for _, v := range o.list(l, "") {
		for _, t := range v.Tags {
			n[t]++
		}
	}
	var all []model.TagCount
	for t, c := range n {
		all = append(all, model.TagCount{Tag: t, Count: c})
	}
	slices.SortFunc(all, func(a, b model.TagCount) int { return cmp.Compare(a.Tag, b.Tag) })
	return all
}

// history returns what a session at l sees of a key's past, newest first.
func (o *oracle) history(k model.Key, l model.Level) []*version {
	var all []*version
	for _, v := range o.versions {
		if v.Key == k && v.Level <= l {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b *version) int {
		return cmp.Or(b.Saved.Compare(a.Saved), cmp.Compare(b.Level, a.Level), cmp.Compare(b.Number, a.Number))
	})
	return all
}

// shadows returns the levels below a head that hold a live version, highest first.
func (o *oracle) shadows(head *version) []model.Level {
	var all []model.Level
	for l := head.Level - 1; l >= model.Public; l-- {
		if v := o.newest(head.Key, l); v != nil && v.State == model.Live {
			all = append(all, l)
		}
	}
	return all
}
