package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"minne/model"
)

// compare asks the provider everything at every level and holds it against the
// oracle.
func (m *machine) compare() {
	for _, l := range model.Levels {
		m.compareList(l, "")
		for _, t := range tags {
			m.compareList(l, t)
		}
		m.compareCounts(l)
		m.comparePast(l)
		m.compareMatrix(l)
		for _, k := range keys {
			m.compareKey(l, k)
		}
		for _, q := range queries {
			m.compareSearch(l, q)
		}
	}
}

func (m *machine) compareList(l model.Level, tag model.Tag) {
	c := m.sessions[l].Ceiling()
	p, err := m.p.List(m.ctx, c, model.ListQuery{Tag: tag, Limit: 100, Preview: -1})
	if err != nil {
		m.r.Fatalf("list: %v", err)
	}
	var got, want []string
	for _, v := range p.Memories {
		got = append(got, describeHead(v))
	}
	for _, v := range m.o.list(l, tag) {
		want = append(want, describeHead(model.Memory{Version: v.Version, Shadows: m.o.shadows(v)}))
	}
	if !slices.Equal(got, want) {
		m.r.Fatalf("list of %q at %v\n got %s\nwant %s", tag, l, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
	if p.Total != len(want) || p.More {
		m.r.Fatalf("list of %q at %v says total %d, more %t; want %d, false", tag, l, p.Total, p.More, len(want))
	}
}

func describeHead(h model.Memory) string {
	return fmt.Sprintf("%s shadows %v", describe(h.Version), h.Shadows)
}

func (m *machine) compareCounts(l model.Level) {
	c := m.sessions[l].Ceiling()
	n, err := m.p.Count(m.ctx, c)
	if want := len(m.o.list(l, "")); err != nil || n != want {
		m.r.Fatalf("count at %v = %d, %v; want %d", l, n, err, want)
	}
	got, err := m.p.Tags(m.ctx, c)
	if want := m.o.tags(l); err != nil || !slices.Equal(got, want) {
		m.r.Fatalf("tags at %v = %v, %v; want %v", l, got, err, want)
	}
}

func (m *machine) compareKey(l model.Level, k model.Key) {
	c := m.sessions[l].Ceiling()
	got, err := m.p.Head(m.ctx, c, k)
	want := m.o.head(k, l)
	switch {
	case want == nil && !errors.Is(err, model.ErrNotFound):
		m.r.Fatalf("get of nothing at %v: %v", l, err)
	case want != nil && err != nil:
		m.r.Fatalf("get at %v: %v", l, err)
	case want != nil:
		if g, w := describeHead(got), describeHead(model.Memory{Version: want.Version, Shadows: m.o.shadows(want)}); g != w {
			m.r.Fatalf("get at %v\n got %s\nwant %s", l, g, w)
		}
	}
	past, err := m.p.History(m.ctx, c, k)
	all := m.o.history(k, l)
	if len(all) == 0 {
		if !errors.Is(err, model.ErrNotFound) {
			m.r.Fatalf("history of nothing at %v: %v", l, err)
		}
		return
	}
	var g, w []string
	for _, v := range past {
		g = append(g, describe(v))
	}
	for _, v := range all {
		w = append(w, describe(v.Version))
	}
	if err != nil || !slices.Equal(g, w) {
		m.r.Fatalf("history at %v: %v\n got %s\nwant %s", l, err, strings.Join(g, "\n     "), strings.Join(w, "\n     "))
	}
}

// compareSearch holds every hit against the view, and finds exactly the heads that
// hold a word of the query.
func (m *machine) compareSearch(l model.Level, query string) {
	f, err := m.p.Search(m.ctx, m.sessions[l].Ceiling(), model.SearchQuery{Text: query, Limit: 100, Preview: -1})
	if err != nil {
		m.r.Fatalf("search: %v", err)
	}
	var got, want []string
	for _, h := range f.Hits {
		got = append(got, describeHead(h.Memory))
	}
	for _, v := range m.o.list(l, "") {
		if holds(v.Version, query) {
			want = append(want, describeHead(model.Memory{Version: v.Version, Shadows: m.o.shadows(v)}))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || f.Total != len(want) {
		m.r.Fatalf("search %q at %v finds %d\n got %s\nwant %s", query, l, f.Total, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func holds(v model.Version, query string) bool {
	text := strings.FieldsFunc(string(v.Key)+" "+v.Content+" "+fmt.Sprint(v.Tags), func(r rune) bool { return strings.ContainsRune(" :%_[]", r) })
	return slices.ContainsFunc(strings.Fields(query), func(w string) bool { return slices.Contains(text, w) })
}
