package ui

import (
	"strconv"
	"strings"

	"minne/ui/keys"
)

// sheet is a page to read over the panes. What it says is made when it is drawn,
// for the width that there is.
type sheet struct {
	name string
	page func(l look, w int) []ink // what it says, in w columns
	top  int
}

func (sheet) where() keys.Where { return keys.Sheet }

const sheetWide = 66

// inside returns the columns and rows that a sheet has on the screen: within the
// panes, unless they are very low.
func (sheet) inside(r Root) (int, int) {
	high := r.h - r.above() - 1 - 2
	if high < 12 {
		high = r.h - 1 - 2
	}
	return min(r.w-4, sheetWide), high
}

func (s sheet) view(r Root, w, h int) []string {
	in, high := s.inside(r)
	lines := s.page(r.look, in)
	n := len(lines)
	top := max(min(s.top, n-high), 0)
	p := panel{frame: r.look.Frame.Of(r.info.Taint), title: r.look.Strong, name: s.name}
	for _, k := range lines[top:min(top+high, n)] {
		p.body = append(p.body, join(gap(1), k).pad(in+2))
	}
	if n > high {
		p.place = r.look.ink(r.look.Quiet, strconv.Itoa(top+1)+r.look.Dash+strconv.Itoa(min(top+high, n))+" of "+commas(n))
	}
	return p.rows(r.look, in+4, min(n, high)+2)
}

// act scrolls the sheet or closes it.
func (r Root) actSheet(s sheet, do keys.Action) Root {
	in, high := s.inside(r)
	n := len(s.page(r.look, in))
	top := max(min(s.top, n-high), 0)
	switch do {
	case "back", "close":
		return r.climb()
	case "down":
		top++
	case "up":
		top--
	case "half-down":
		top += high / 2
	case "half-up":
		top -= high / 2
	case "page-down":
		top += high
	case "page-up":
		top -= high
	case "first":
		top = 0
	case "last":
		top = n
	}
	s.top = max(min(top, n-high), 0)
	return r.swap(s)
}

// help is the sheet of all keys: those of a place first. The banner is there in
// full.
func help(place keys.Where, banner string) sheet {
	return sheet{name: "Keys", page: func(l look, w int) []ink {
		var out []ink
		if banner != "" {
			out = words(l, l.safe(banner), w)
		}
		group := func(name string, all []keys.Key) {
			if len(out) > 0 {
				out = append(out, gap(0))
			}
			out = append(out, l.ink(l.Strong, name))
			for _, k := range all {
				out = append(out, helpRow(l, k, w)...)
			}
		}
		for _, p := range keys.Places {
			if p.Where == place {
				group(p.Name, keys.Own(p.Where))
			}
		}
		group("Everywhere", keys.Common())
		for _, p := range keys.Places {
			if p.Where != place && p.Where != keys.Sheet {
				group(p.Name, keys.Own(p.Where))
			}
		}
		return out
	}}
}

func helpRow(l look, k keys.Key, w int) []ink {
	column := min(20, w*2/5)
	names := make([]string, len(k.Keys))
	for i, s := range k.Keys {
		names[i] = s
		if a, ok := l.Arrows[s]; ok {
			names[i] = a
		}
	}
	var out []ink
	left := paragraph(l, strings.Join(names, " "), column)
	right := paragraph(l, k.Help, w-column-2)
	for i := range max(len(left), len(right)) {
		var a, b string
		if i < len(left) {
			a = left[i]
		}
		if i < len(right) {
			b = right[i]
		}
		out = append(out, join(l.ink(l.Key, l.Fit(a, column, "")), gap(2), l.ink(l.Text, b)))
	}
	return out
}

// trouble is the sheet of the last error.
func trouble(what string) sheet {
	return sheet{name: "Last error", page: func(l look, w int) []ink {
		if what == "" {
			return []ink{l.ink(l.Quiet, "Nothing has gone wrong in this session.")}
		}
		return words(l, l.safe(what), w)
	}}
}
