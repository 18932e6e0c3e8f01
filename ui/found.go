package ui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"minne/tools/text"
	"minne/ui/keys"
	"minne/ui/theme"
)

const (
	fieldLeft = 3 // columns before what is typed
	hitHigh   = 2 // rows of a match: its key, and where it matches
)

// viewFound draws the field and what was found.
func (r Root) viewFound(frame panel, w, h int) []string {
	l, f, in := r.look, r.find, w-2
	frame.name = "Search"
	rest := h - 2 - 1
	_, any := f.text()
	var body []string
	switch {
	case f.trouble != "" && !f.filled:
		body = middle(r.unsearched(in), in, rest)
	case !any:
		body = middle(syntax(l, in), in, rest)
	case !f.filled:
		if f.slow {
			body = middle([]ink{l.ink(l.Quiet, "searching"+l.More)}, in, rest)
		}
	case len(f.hits) == 0:
		body = middle(r.noMatch(), in, rest)
	default:
		frame.label = l.ink(l.Quiet, "best first")
		frame.place = l.ink(l.Quiet, commas(f.cur+1)+" of "+commas(max(f.total, len(f.hits))))
		body = r.hitRows(in, rest)
	}
	switch {
	case !f.filled:
	case f.trouble != "":
		frame.note = join(l.ink(l.Bad, "not up to date"), l.ink(l.Quiet, ": "), l.ink(l.Key, "r"), l.ink(l.Quiet, " tries again"))
	case f.slow:
		frame.note = l.ink(l.Warn, "searching"+l.More)
	case f.warning != "" && f.cur == len(f.hits)-1:
		frame.note = l.ink(l.Warn, f.warning)
	}
	frame.body = append([]string{r.fieldRow(in)}, body...)
	return frame.rows(l, w, h)
}

// fieldRow draws what is looked for.
func (r Root) fieldRow(w int) string {
	l := r.look
	p := l.Text
	if r.focus != keys.Search {
		p = l.Quiet
	}
	k := join(gap(1), l.ink(l.Key, "/"), gap(1))
	for _, row := range r.find.field.View().Rows {
		k = join(k, spans(l, row, p))
	}
	return k.pad(w)
}

// spans draws safe text; marks stand out.
func spans(l look, row []text.Span, p theme.Paint) ink {
	var k ink
	for _, s := range row {
		if s.Mark {
			k = join(k, l.ink(l.Mark, s.Text))
		} else {
			k = join(k, l.ink(p, s.Text))
		}
	}
	return k
}

// fieldCursor returns where on the screen the cursor of the field is, or nil.
func (r Root) fieldCursor() *tea.Cursor {
	at := r.layout().list
	if r.where() != keys.Search || at.Empty() {
		return nil
	}
	v := r.find.field.View()
	return tea.NewCursor(at.Min.X+1+fieldLeft+v.X, at.Min.Y+1)
}

// syntax says what can be typed.
func syntax(l look, w int) []ink {
	row := func(how, what string) ink {
		k := l.ink(l.Key, l.Fit(how, 16, ""))
		if w >= 50 {
			k = join(k, l.ink(l.Quiet, what))
		}
		return k
	}
	return []ink{
		l.ink(l.Strong, "Type words, in any order."), gap(0),
		row(`"two words"`, "must be there as they are"),
		row("-word", "must not be there"),
		row("tag:project", "with this tag"),
		row("level:internal", "at this level"),
		row("key:prefix*", "with a key that begins so"),
	}
}

// noMatch says that there is no match. It is the same whatever is hidden (SPEC
// P6).
func (r Root) noMatch() []ink {
	l := r.look
	out := []ink{l.ink(l.Strong, "No memory matches.")}
	if r.focus == keys.Search {
		return out
	}
	return append(out, gap(0), join(l.ink(l.Key, "/"), l.ink(l.Quiet, " changes the search   "), l.ink(l.Key, "esc"), l.ink(l.Quiet, " leaves it")))
}

func (r Root) unsearched(w int) []ink {
	l := r.look
	out := []ink{l.ink(l.Bad, "The search could not be done.")}
	for _, s := range paragraph(l, l.safe(r.find.trouble), w-4) {
		out = append(out, l.ink(l.Text, s))
	}
	return append(out, gap(0), join(l.ink(l.Key, "/"), l.ink(l.Quiet, " changes the search   "), l.ink(l.Key, "r"), l.ink(l.Quiet, " tries again")))
}

// hitRows draws the matches on the screen.
func (r Root) hitRows(w, h int) []string {
	f := r.find
	top := f.first()
	out := make([]string, 0, h)
	for i := top; i < len(f.hits) && len(out)+hitHigh <= h; i++ {
		p := r.look.Row
		switch {
		case f.slow || f.trouble != "":
			p = r.look.Faded
		case i == f.cur && r.focus == keys.Found:
			p = r.look.Picked
		case i == f.cur:
			p = r.look.Left
		}
		out = append(out, r.hitRow(f.hits[i], p, i == f.cur, w), r.snippetRow(f.hits[i], p, i == f.cur, w))
	}
	return out
}

// hitRow draws a match as listRow draws a memory.
func (r Root) hitRow(x hit, p theme.Row, picked bool, w int) string {
	l := r.look
	const left, right = 3, 6 // bar, glyph and a space; a space, the age and a space
	room := max(w-left-right, 0)
	name, tags := room, 0
	if room >= 34 {
		name = max(room*11/20, 20)
		tags = room - name - 2
	}
	s := r.hitBar(p, picked) + p.Level.Of(x.level).Draw(l.Levels[x.level]) + p.Name.Draw(" ") + drawBits(l, x.name, name, p, p.Name)
	if tags > 0 {
		s += p.Quiet.Draw("  ") + drawBits(l, x.tags, tags, p, p.Quiet)
	}
	return s + p.Quiet.Draw(" "+l.Right(l.age(x.saved), 4, "")+" ")
}

// snippetRow draws where a memory matches.
func (r Root) snippetRow(x hit, p theme.Row, picked bool, w int) string {
	return r.hitBar(p, picked) + p.Quiet.Draw("  ") + drawBits(r.look, nearMatch(r.look, x.snippet, w-4), w-4, p, p.Quiet) + p.Quiet.Draw(" ")
}

func (r Root) hitBar(p theme.Row, picked bool) string {
	if picked {
		return p.Bar.Draw(r.look.Bar)
	}
	return p.Name.Draw(" ")
}

// clickHit puts the cursor on the match at a row of the pane, and reports whether
// there is one.
func (r Root) clickHit(y int) (Root, bool) {
	at := r.find.first() + (y-1)/hitHigh
	if y < 1 || at >= len(r.find.hits) || at >= r.find.first()+r.find.rows {
		return r, false
	}
	r.find = r.find.move(at - r.find.cur)
	return r, true
}

// clickFound is a click into the results or on the field.
func (r Root) clickFound(at image.Point, list image.Rectangle) Root {
	y := at.Y - list.Min.Y - 1
	if y == 0 {
		return r.openSearch()
	}
	next, ok := r.clickHit(y)
	if r = next.leaveText(); !ok {
		return r
	}
	h, _ := r.find.under()
	last := r.clicked
	r.clicked = click{h.at.Key, r.opts.Now()}
	if last.key == h.at.Key && r.clicked.at.Sub(last.at) <= doubleClick {
		return r.openText()
	}
	return r
}
