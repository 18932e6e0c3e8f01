package ui

import (
	"minne/model"
	"minne/ui/theme"
)

// windowFrame fills the pane of a list that has no rows to show with the reason:
// there are none, they are being read, or they could not be. It reports whether
// there are rows.
func windowFrame[T any, C comparable](r Root, w window[T, C], frame panel, what string, empty []ink, wide, h int) (panel, bool) {
	l, in := r.look, wide-2
	switch {
	case !w.filled && w.trouble != "":
		lines := []ink{l.ink(l.Bad, what+" could not be read.")}
		for _, s := range paragraph(l, l.safe(w.trouble), in-4) {
			lines = append(lines, l.ink(l.Text, s))
		}
		lines = append(lines, gap(0), join(l.ink(l.Key, "r"), l.ink(l.Quiet, " tries again")))
		frame.body = middle(lines, in, h-2)
		return frame, false
	case !w.filled:
		if w.late {
			frame.body = middle([]ink{l.ink(l.Quiet, "reading"+l.More)}, in, h-2)
		}
		return frame, false
	case len(w.rows) == 0:
		frame.body = middle(empty, in, h-2)
		return frame, false
	case w.trouble != "":
		frame.note = join(l.ink(l.Bad, "not up to date"), l.ink(l.Quiet, ": "), l.ink(l.Key, "r"), l.ink(l.Quiet, " tries again"))
	case w.late:
		frame.note = l.ink(l.Warn, "reading"+l.More)
	}
	if len(w.starts) == 0 {
		total := commas(len(w.rows))
		if w.more {
			total = "more"
		}
		frame.place = l.ink(l.Quiet, commas(w.cur+1)+" of "+total)
	}
	return frame, true
}

// piece is one column of a row: a safe text, and how wide it is. One of width 0 is
// left out; one below 0 takes what the others leave.
type piece struct {
	text  string
	wide  int
	quiet bool
	level model.Level // set: its paint
}

// inRow draws the columns of a row in w columns.
func (l look) inRow(p theme.Row, picked bool, parts []piece, w int) string {
	bar := p.Name.Draw(" ")
	if picked {
		bar = p.Bar.Draw(l.Bar)
	}
	rest := w - 1
	for _, c := range parts {
		if c.wide > 0 {
			rest -= c.wide + 1
		}
	}
	s := bar
	for _, c := range parts {
		paint := p.Name
		switch {
		case c.level.Valid():
			paint = p.Level.Of(c.level)
		case c.quiet:
			paint = p.Quiet
		}
		wide := c.wide
		if wide < 0 {
			wide = max(rest-1, 0)
		}
		if wide > 0 {
			s += paint.Draw(l.fit(c.text, wide) + " ")
		}
	}
	return s
}

// rowPaint is how a row of a list is painted.
func (l look) rowPaint(picked, keyed bool) theme.Row {
	switch {
	case picked && keyed:
		return l.Picked
	case picked:
		return l.Left
	default:
		return l.Row
	}
}
