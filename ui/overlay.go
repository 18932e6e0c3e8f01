package ui

import (
	"strings"

	"minne/ui/keys"
)

// overlay is what lies over the panes and has the keys: the ladder, a question,
// a sheet.
type overlay interface {
	where() keys.Where
	// view draws a box of at most w by h.
	view(r Root, w, h int) []string
}

// over returns the overlay that has the keys, or nil.
func (r Root) over() overlay {
	if len(r.overlays) == 0 {
		return nil
	}
	return r.overlays[len(r.overlays)-1]
}

// open lays o on top.
func (r Root) open(o overlay) Root {
	r.overlays = append(r.overlays[:len(r.overlays):len(r.overlays)], o)
	return r
}

// swap puts o in the place of what is on top.
func (r Root) swap(o overlay) Root { return r.climb().open(o) }

// climb takes away what is on top.
func (r Root) climb() Root {
	if n := len(r.overlays); n > 0 {
		r.overlays = r.overlays[:n-1]
	}
	return r
}

// box frames lines of at most in columns.
func (r Root) box(name string, lines []ink, in, h int) []string {
	l := r.look
	p := panel{frame: l.Frame.Of(r.info.Taint), title: l.Strong, name: name}
	for _, k := range lines {
		p.body = append(p.body, join(gap(1), k).pad(in+2))
	}
	return p.rows(l, in+4, min(len(lines)+2, h))
}

// lay puts a box over the middle of the panes, or of all but the first row if it
// is too high for them: the taint is never covered.
func (r Root) lay(screen, box []string) []string {
	wide := 0
	if len(box) > 0 {
		wide = r.look.Width(box[0])
	}
	top := r.above()
	room := r.h - top - 1
	if len(box) > room {
		top, room = 1, r.h-1
	}
	return r.look.Over(screen, box, max((r.w-wide)/2, 0), top+max((room-len(box))/2, 0))
}

// words draws a text as a paragraph.
func words(l look, s string, w int) []ink {
	var out []ink
	for _, line := range paragraph(l, s, w) {
		out = append(out, l.ink(l.Text, line))
	}
	return out
}

// rule is a line across a box.
func rule(l look, w int) ink { return l.ink(l.Quiet, strings.Repeat(l.Across, max(w, 0))) }
