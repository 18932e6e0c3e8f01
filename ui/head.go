package ui

import (
	"strings"

	"minne/model"
	"minne/ui/theme"
)

// labelled is how many columns the names of what is known of a memory take.
const labelled = 9

// high is how many lines a pane needs for all that is known of a memory to stand
// above its text. In a lower one the text comes first.
const high = 14

// around draws what stands above the text and below it.
func (m memory) around(l look, w, h int) (above, below []ink) {
	if !m.got.Found {
		return nil, nil
	}
	line := l.ink(l.Quiet, " "+strings.Repeat(l.Across, max(w-2, 0))+" ")
	first, rest := m.first(l, w), m.facts(l, w)
	if h >= high {
		return append(append(first, rest...), line), nil
	}
	return append(first, line), append([]ink{line}, rest...)
}

// facts draws what is known of a memory besides its level and its text.
func (m memory) facts(l look, w int) []ink {
	h := m.got.Head
	var out []ink
	add := func(name string, p theme.Paint, words string) {
		for i, s := range paragraph(l, words, w-labelled-2) {
			if i > 0 {
				name = ""
			}
			out = append(out, join(gap(1), l.ink(l.Quiet, l.Fit(name, labelled, "")), l.ink(p, s)))
		}
	}
	add("saved", l.Text, l.ago(h.Saved)+", "+l.date(h.Saved))
	add("by", l.Text, author(l, h.Version))
	if len(h.Tags) > 0 {
		tags := make([]string, len(h.Tags))
		for i, t := range h.Tags {
			tags[i] = l.safe(string(t))
		}
		add("tags", l.Text, strings.Join(tags, ", "))
	}
	if len(h.Shadows) > 0 {
		out = append(out, m.shadows(l, w)...)
	}
	if !h.Expires.IsZero() {
		add("expires", l.Warn, l.ago(h.Expires)+", "+l.date(h.Expires))
	}
	if h.Origin.Source != "" {
		add("from", l.Text, l.safe(h.Origin.Source))
	}
	return out
}

// first draws the level, the version, and the warning that not all of the text
// can be seen.
func (m memory) first(l look, w int) []ink {
	h := m.got.Head
	line := join(gap(1), l.ink(l.Level.Of(h.Level), l.Word(h.Level)), l.ink(l.Quiet, "  version "), l.ink(l.Text, commas(h.Number)))
	if m.body.hidden == 0 {
		return []ink{line}
	}
	badge := l.ink(l.Mark, "hidden characters: "+commas(m.body.hidden))
	if line.w+badge.w+3 > w {
		return []ink{line, join(gap(1), badge)}
	}
	return []ink{join(line, gap(w-1-line.w-badge.w), badge)}
}

// shadows draws the lower levels that hold the key, as many lines as it takes.
func (m memory) shadows(l look, w int) []ink {
	line := join(gap(1), l.ink(l.Quiet, l.Fit("shadows", labelled, "")))
	var out []ink
	for _, k := range names(l, m.got.Head.Shadows) {
		if line.w+k.w > w-1 {
			out = append(out, line)
			line = gap(1 + labelled)
		}
		line = join(line, k)
	}
	return append(out, line)
}

// author says who saved a version.
func author(l look, v model.Version) string {
	who := "session " + v.Session.Short()
	if v.Session.IsZero() {
		who = "minne"
	}
	if v.Channel != "" {
		who += ", " + l.safe(string(v.Channel))
	}
	if v.Client != "" {
		who += ", " + l.safe(v.Client)
	}
	return who
}
