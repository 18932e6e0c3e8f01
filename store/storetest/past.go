package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"minne/model"
	"minne/store"
)

// past returns what a session at l sees of what is in nobody's view, newest first.
func (o *oracle) past(l model.Level) []*version {
	when := func(v *version) time.Time {
		if v.State == model.Covered {
			return v.Saved
		}
		return v.Ended
	}
	var all []*version
	for _, v := range o.versions {
		if v.Level <= l && v.State != model.Live {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b *version) int {
		return cmp.Or(when(b).Compare(when(a)), cmp.Compare(b.Level, a.Level), cmp.Compare(a.Key, b.Key), cmp.Compare(b.Number, a.Number))
	})
	return all
}

// comparePast walks the past in small pages, whole and with a filter.
func (m *machine) comparePast(l model.Level) {
	c := m.sessions[l].Ceiling()
	for _, q := range []store.PastQuery{{Limit: 3}, {Limit: 100, States: []model.State{model.Deleted, model.Covered}}, {Limit: 100, Key: "C:"}, {Limit: 100, Session: m.sessions[model.Internal].ID()}} {
		var got, want []string
		for more := true; more; {
			page, rest, err := m.p.Past(m.ctx, c, q)
			if err != nil {
				m.r.Fatalf("past: %v", err)
			}
			for _, v := range page {
				got = append(got, describe(v))
			}
			if more = rest; more {
				q.After = store.PastCursorOf(page[len(page)-1])
			}
		}
		for _, v := range m.o.past(l) {
			by := m.sessions[model.Internal].ID()
			if (len(q.States) == 0 || slices.Contains(q.States, v.State)) && (q.Key == "" || strings.Contains(string(v.Key), "c:")) && (q.Session.IsZero() || v.Session == by || v.EndedBy == by) {
				want = append(want, describe(v.Version))
			}
		}
		if !slices.Equal(got, want) {
			m.r.Fatalf("past at %v, %+v\n got %s\nwant %s", l, q, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
}

// compareMatrix holds each key's row against the heads at each level.
func (m *machine) compareMatrix(l model.Level) {
	for _, shadow := range []bool{false, true} {
		var got, want []string
		q := store.MatrixQuery{Shadow: shadow, Limit: 2}
		for more := true; more; {
			rows, rest, err := m.p.Matrix(m.ctx, m.sessions[l].Ceiling(), q)
			if err != nil {
				m.r.Fatalf("matrix: %v", err)
			}
			for _, r := range rows {
				got = append(got, fmt.Sprint(r.Key, r.Heads))
			}
			if more = rest; more {
				q.After = rows[len(rows)-1].Key
			}
		}
		for _, k := range m.o.keys() {
			row, standing, some := model.Row{Key: k}, 0, false
			for at := model.Public; at <= l; at++ {
				if v := m.o.head(k, at); v != nil {
					row.Heads[at], some = v.Level, true
				}
				if v := m.o.newest(k, at); v != nil && (v.State == model.Live || v.State == model.Covered) {
					standing++
				}
			}
			if standing > 1 || some && !shadow {
				want = append(want, fmt.Sprint(row.Key, row.Heads))
			}
		}
		if !slices.Equal(got, want) {
			m.r.Fatalf("matrix at %v, shadows only %t\n got %v\nwant %v", l, shadow, got, want)
		}
	}
}
