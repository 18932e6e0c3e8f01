package edit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"minne/tools/text"
	"minne/ui/cells"
)

// Look is how a text is drawn.
type Look struct {
	cells.Ruler
	// Plain says that there is no colour to tell marks from text: see text.Plain.
	Plain bool
	// Readable makes safe text fit for the terminal's locale; nil leaves it as it is.
	Readable func(string) string
}

// wide is how many columns one character may take before its parts are shown.
const wide = 8

func (l Look) readable(s string) string {
	s = l.parted(l.Settle(s))
	if l.Readable != nil {
		s = l.Readable(s)
	}
	return s
}

// parted shows the parts of one character side by side, a+🏽+🏽, where each takes
// columns of its own, and there are so many that no row might hold them.
func (l Look) parted(s string) string {
	if l.Clusters || len(s) <= wide || l.Width(s) <= wide {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if i > 0 && l.clings(r) && l.Width(string(r)) > 0 {
			b.WriteByte('+')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// clings reports whether r would become part of a character that stands before
// it.
func (Look) clings(r rune) bool { return graphemes.FromString("a"+string(r)).First() != "a" }

// kind is what a step is drawn as.
type kind uint8

const (
	asIs    kind = iota // its piece of the source
	instead             // something else that means the same: the spaces of a tab
	mark                // what stands for a hidden character
)

// step is a place where the cursor can be. What it is drawn as begins at an
// offset of what is drawn, and ends where the next step begins.
type step struct {
	from, at int
	kind     kind
}

// laid is a piece of text as it is drawn. It never changes.
type laid struct {
	src   string
	cr    bool // a CRLF ends it
	drawn string
	steps []step // the last is the end of the piece, with the mark of its CR
	rows  []int  // where each row begins in drawn
}

// lay lays out a piece in rows of at most width columns; in one row, without line
// ends, if the width is 0.
func (l Look) lay(src string, cr bool, width int) *laid {
	out := &laid{src: src, cr: cr}
	s := src
	if cr {
		s += "\r"
	}
	scan := text.Spans
	if l.Plain {
		scan = text.Plain
	}
	d := drawing{l: l, s: s}
	d.b.Grow(len(s) + 8)
	d.steps = make([]step, 0, len(s)+1)
	for _, p := range scan(s, width > 0)[0] {
		d.span(p)
	}
	if !cr {
		d.step(len(s), "", asIs)
	}
	out.drawn, out.steps = d.b.String(), slices.Clip(d.steps)
	out.rows = []int{0}
	if width == 0 {
		return out
	}
	at := 0
	for _, row := range l.Wrap([]text.Span{{Text: out.drawn, To: len(out.drawn)}}, width) {
		s := text.Join(row)
		for _, n := range l.broken(s, width) {
			out.rows = append(out.rows, at+n)
		}
		if at += len(s); at < len(out.drawn) {
			out.rows = append(out.rows, at)
		}
	}
	return out
}

// broken returns where a row must be broken again: a character made of several
// letters can be wider than any screen where each takes columns of its own.
func (l Look) broken(row string, width int) []int {
	if l.Clusters || len(row) <= width || l.Width(row) <= width {
		return nil
	}
	var out []int
	col := 0
	for i, r := range row {
		w := l.Width(string(r))
		if col+w > width && col > 0 && !l.clings(r) {
			out, col = append(out, i), 0
		}
		col += w
	}
	return out
}

// drawing is a piece that is being laid out.
type drawing struct {
	l      Look
	s      string
	b      strings.Builder
	steps  []step
	before string // what is drawn in front of the next step
}

func (d *drawing) step(from int, drawn string, k kind) {
	d.steps = append(d.steps, step{from, d.b.Len(), k})
	d.b.WriteString(d.before)
	d.b.WriteString(drawn)
	d.before = ""
}

// span adds the steps of one span: a mark is one, so is a tab, and in a text
// there is one for each character as a person counts them.
func (d *drawing) span(p text.Span) {
	switch {
	case p.From == p.To:
		d.before += p.Text
		return
	case p.Mark:
		d.step(p.From, d.l.readable(p.Text), mark)
		return
	case p.Text != d.s[p.From:p.To]:
		d.step(p.From, p.Text, instead)
		return
	}
	for g := graphemes.FromString(p.Text); g.Next(); {
		c, k := g.Value(), asIs
		if len(c) > 1 || d.before != "" {
			if r := d.l.readable(c); r != c || d.before != "" {
				c, k = r, instead
			}
		}
		d.step(p.From+g.Start(), c, k)
	}
}

// stepAt returns the step that an offset of the source is in.
func (l *laid) stepAt(from int) int {
	i, is := slices.BinarySearchFunc(l.steps, from, func(s step, at int) int { return cmp.Compare(s.from, at) })
	if is {
		return i
	}
	return max(i-1, 0)
}

// rowAt returns the row that a step begins in.
func (l *laid) rowAt(step int) int {
	r, is := slices.BinarySearch(l.rows, l.steps[step].at)
	if is {
		return r
	}
	return r - 1
}

// row returns where a row begins and ends in what is drawn.
func (l *laid) row(r int) (from, to int) {
	if r+1 < len(l.rows) {
		return l.rows[r], l.rows[r+1]
	}
	return l.rows[r], len(l.drawn)
}

// endOf returns where the drawing of a step ends.
func (l *laid) endOf(step int) int {
	if step+1 < len(l.steps) {
		return l.steps[step+1].at
	}
	return len(l.drawn)
}

// begins returns the first step that begins at an offset of what is drawn, or
// after it.
func (l *laid) begins(at int) int {
	i, _ := slices.BinarySearchFunc(l.steps, at, func(s step, at int) int { return cmp.Compare(s.at, at) })
	return i
}

// spans returns what is drawn from one offset up to another. The source of the
// piece begins at base.
func (l *laid) spans(from, to, base int) []text.Span {
	var out []text.Span
	runs := false // the last span is text as it is
	i := l.begins(from)
	if i == len(l.steps) || l.steps[i].at > from {
		i--
	}
	for ; i < len(l.steps) && l.steps[i].at < to; i++ {
		s := l.steps[i]
		a, b := max(s.at, from), min(l.endOf(i), to)
		next := len(l.src) + 1 // past the CR
		if i+1 < len(l.steps) {
			next = l.steps[i+1].from
		}
		if n := len(out) - 1; runs && s.kind == asIs {
			out[n].Text = l.drawn[a-len(out[n].Text) : b]
			out[n].To = base + next
			continue
		}
		out = append(out, text.Span{Text: l.drawn[a:b], Mark: s.kind == mark, From: base + s.from, To: base + next})
		runs = s.kind == asIs
	}
	return out
}
