package ui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"minne/tools/text"
	"minne/ui/edit"
)

const fieldLabel = 9 // the columns of a field's name

// strip is some rows of the editor.
type strip struct {
	kind stripKind
	of   field
	rows int
}

type stripKind uint8

const (
	levelStrip stripKind = iota // what level it will be saved at
	lineStrip                   // a field of one line
	ruleStrip
	textStrip
	wrongStrip // what is wrong with the field above
)

// plan says what stands in which row of the editor. A low screen leaves out what
// is said elsewhere, too.
func (w writing) plan(r Root) []strip {
	n := max(r.h-r.above()-3, 5)
	wrong := func(f field) []strip {
		if w.wrong == "" || w.wrongAt != f {
			return nil
		}
		most := 1
		if n >= 9 {
			most = 3
		}
		return []strip{{wrongStrip, f, min(len(paragraph(r.look, w.wrong, r.w-4)), most)}}
	}
	var top []strip
	if n >= 6 {
		top = append(top, strip{levelStrip, 0, 1})
	}
	top = append(append(top, strip{lineStrip, keyField, 1}), wrong(keyField)...)
	top = append(append(top, strip{lineStrip, tagsField, 1}), wrong(tagsField)...)
	if n >= 7 {
		top = append(top, strip{ruleStrip, 0, 1})
	}
	under := append(append(wrong(textField), strip{lineStrip, expiryField, 1}), wrong(expiryField)...)
	left := n
	for _, p := range append(top[:len(top):len(top)], under...) {
		left -= p.rows
	}
	return append(append(top, strip{textStrip, textField, max(left, 1)}), under...)
}

// fitWriting lays the fields of the editor out for the screen, if that has
// changed.
func (r Root) fitWriting() Root {
	w, _, open := r.writing()
	if !open || !w.ready || r.tiny() {
		return r
	}
	high := 0
	for _, p := range w.plan(r) {
		if p.kind == textStrip {
			high = p.rows
		}
	}
	wide := r.w - 4
	if w.ruler != r.look.Ruler || w.plain != r.look.plain || w.wide == 0 {
		l := edit.Look{Ruler: r.look.Ruler, Plain: r.look.plain, Readable: r.look.Readable}
		for i, m := range w.fields {
			w.fields[i] = m.Draw(l)
		}
		w.ruler, w.plain, w.wide = r.look.Ruler, r.look.plain, 0
	}
	if w.wide == wide && w.high == high {
		return r
	}
	for i, m := range w.fields {
		if field(i) == textField {
			w.fields[i] = m.Resize(wide, high)
		} else {
			w.fields[i] = m.Resize(wide-fieldLabel, 1)
		}
	}
	w.wide, w.high = wide, high
	return r.put(w)
}

// willBe says, and does not ask, at which level the memory will be saved.
func (w writing) willBe(r Root, width int) ink {
	l, t := r.look, r.info.Taint
	level := l.ink(l.Level.Of(t), l.Word(t))
	plain := join(l.ink(l.Quiet, "will be saved as "), level)
	base := w.base.Level
	switch {
	case !base.Valid() || !w.ready:
		return plain
	case w.text(keyField) != string(w.base.Key):
		if long := join(plain, l.ink(l.Quiet, "; under the old key nothing changes")); long.w <= width {
			return long
		}
		return plain
	case base == t:
		return plain
	}
	under := l.ink(l.Level.Of(base), l.Word(base))
	long := join(l.ink(l.Quiet, "saves a "), level, l.ink(l.Quiet, " version that shadows the "), under, l.ink(l.Quiet, " one"))
	if long.w > width {
		return join(level, l.ink(l.Quiet, ", shadows "), under)
	}
	return long
}

func (w writing) view(r Root, width, _ int) []string {
	l := r.look
	p := panel{frame: l.Frame.Of(r.info.Taint), title: l.Strong, name: "New memory"}
	if w.base.Key != "" {
		p.name = "Edit " + l.safe(string(w.base.Key))
	}
	high := max(r.h-r.above()-1, 7)
	if !w.ready {
		return p.rows(l, width, high)
	}
	in := width - 4
	add := func(k ink) { p.body = append(p.body, join(gap(1), k).pad(width-2)) }
	for _, row := range w.plan(r) {
		switch row.kind {
		case levelStrip:
			add(w.willBe(r, in))
		case lineStrip:
			add(w.line(l, row.of))
		case ruleStrip:
			add(rule(l, in))
		case wrongStrip:
			lines := paragraph(l, w.wrong, in)
			for i, s := range lines[:row.rows] {
				if i == row.rows-1 && row.rows < len(lines) {
					s = l.Fit(s, min(l.Width(s), in-1), "") + l.More
				}
				add(l.ink(l.Bad, s))
			}
		case textStrip:
			lines := w.fields[textField].View().Rows
			for i := range row.rows {
				k := gap(0)
				if i < len(lines) {
					k = l.spans(lines[i])
				}
				if i == 0 && w.fields[textField].Len() == 0 {
					k = l.ink(l.Quiet, "the text to remember")
				}
				add(k)
			}
		}
	}
	switch {
	case w.saving:
		p.note = l.ink(l.Warn, "saving"+l.More)
	case w.changed():
		p.note = l.ink(l.Warn, "not saved")
	}
	if line, of := w.fields[textField].Position(); w.on == textField {
		p.place = l.ink(l.Quiet, "line "+commas(line)+" of "+commas(of))
	}
	return p.rows(l, width, high)
}

// line draws a field of one line.
func (w writing) line(l look, f field) ink {
	name, k := l.Quiet, l.spans(w.fields[f].View().Rows[0])
	switch {
	case w.wrong != "" && w.wrongAt == f:
		name = l.Bad
	case w.on == f:
		name = l.Key
	}
	if w.fields[f].Len() == 0 {
		k = l.ink(l.Quiet, [fieldCount]string{keyField: "a name to find it by", tagsField: "none; commas between them", expiryField: "never; or 30d, 12h, a date"}[f])
	}
	return join(l.ink(name, l.Fit(fieldNames[f], fieldLabel, "")), k)
}

// spans draws a row of a text; marks stand out.
func (l look) spans(row []text.Span) ink {
	k := gap(0)
	for _, s := range row {
		p := l.Text
		if s.Mark {
			p = l.Mark
		}
		k = join(k, l.ink(p, s.Text))
	}
	return k
}

// caret returns where the terminal's cursor is: in the field that is written, if
// nothing lies over it.
func (r Root) caret() *tea.Cursor {
	w, top := r.over().(writing)
	if !top || !w.ready || w.wide == 0 || r.tiny() {
		return nil
	}
	at := w.fields[w.on].View()
	place := w.place(r)[w.on]
	return tea.NewCursor(place.X+at.X, place.Y+at.Y)
}

// place returns where on the screen each field begins.
func (w writing) place(r Root) [fieldCount]image.Point {
	var out [fieldCount]image.Point
	y := r.above() + 1
	for _, p := range w.plan(r) {
		switch p.kind {
		case lineStrip:
			out[p.of] = image.Pt(2+fieldLabel, y)
		case textStrip:
			out[p.of] = image.Pt(2, y)
		}
		y += p.rows
	}
	return out
}

// cursor returns where the terminal's cursor is, or nil: where text is typed.
func (r Root) cursor() *tea.Cursor {
	if c := r.caret(); c != nil {
		return c
	}
	return r.fieldCursor()
}
