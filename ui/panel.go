package ui

import (
	"strings"

	"minne/ui/theme"
)

// panel is a framed part of the screen. The rows of its body are drawn already,
// each two columns narrower than the panel.
type panel struct {
	frame theme.Paint
	title theme.Paint

	name  string // in the upper edge, left: safe
	label ink    // in the upper edge, right
	note  ink    // in the lower edge, left
	place ink    // in the lower edge, right

	body []string
}

// rows returns the panel as h rows of w columns.
func (p panel) rows(l look, w, h int) []string {
	if w < 4 || h < 2 {
		return nil
	}
	in := w - 2
	out := make([]string, 0, h)
	out = append(out, p.frame.Draw(l.TopLeft+l.Across)+p.top(l, in-2)+p.frame.Draw(l.Across+l.TopRight))
	side := p.frame.Draw(l.Down)
	for i := range h - 2 {
		row := blank(in)
		if i < len(p.body) {
			row = p.body[i]
		}
		out = append(out, side+row+side)
	}
	return append(out, p.frame.Draw(l.BottomLeft+l.Across)+p.bottom(l, in-2)+p.frame.Draw(l.Across+l.BottomRight))
}

func (p panel) top(l look, w int) string {
	label := spaced(p.label)
	if label.w > w/2 {
		label = ink{}
	}
	name := ink{}
	if s := l.Cut(p.name, w-label.w-3, l.More); s != "" {
		name = l.ink(p.title, " "+s+" ")
	}
	return name.s + p.line(l, w-name.w-label.w) + label.s
}

func (p panel) bottom(l look, w int) string {
	note, place := spaced(p.note), spaced(p.place)
	if note.w > w {
		note = ink{}
	}
	if note.w+place.w > w {
		place = ink{}
	}
	return note.s + p.line(l, w-note.w-place.w) + place.s
}

func spaced(k ink) ink {
	if k.w == 0 {
		return k
	}
	return join(gap(1), k, gap(1))
}

func (p panel) line(l look, n int) string {
	return p.frame.Draw(strings.Repeat(l.Across, max(n, 0)))
}
