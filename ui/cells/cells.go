// Package cells fits text into columns of the screen, counted as the terminal
// counts them. It does not make text safe: package text has done that.
package cells

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"minne/tools/text"
)

// A Ruler counts columns. Terminals that know about grapheme clusters (mode
// 2027) take an emoji made of several for one; the others, which the zero Ruler
// is for, count every character by itself.
type Ruler struct{ Clusters bool }

func (r Ruler) method() ansi.Method {
	if r.Clusters {
		return ansi.GraphemeWidth
	}
	return ansi.WcWidth
}

// Width returns how many columns s takes, styles aside.
func (r Ruler) Width(s string) int {
	if simple(s) {
		return len(s)
	}
	return r.method().StringWidth(s)
}

// Fit returns s in exactly width columns: cut, with tail at the end, or followed
// by spaces.
func (r Ruler) Fit(s string, width int, tail string) string {
	if width <= 0 {
		return ""
	}
	n := r.Width(s)
	if n > width {
		s = r.Cut(s, width, tail)
		n = r.Width(s)
	}
	return s + strings.Repeat(" ", max(width-n, 0))
}

// Right is Fit with the spaces in front.
func (r Ruler) Right(s string, width int, tail string) string {
	s = r.Cut(s, width, tail)
	return strings.Repeat(" ", max(width-r.Width(s), 0)) + s
}

// Cut returns what of s fits into width columns; if something is left out, tail
// stands at the end, within the width, if it fits.
func (r Ruler) Cut(s string, width int, tail string) string {
	switch {
	case width <= 0:
		return ""
	case simple(s) && len(s) <= width:
		return s
	case r.Width(tail) > width:
		tail = ""
	}
	return r.method().Truncate(s, width, tail)
}

// simple reports whether each byte of s is one column.
func simple(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Wrap breaks one safe line into pieces of at most width columns that together
// are the line again.
func (r Ruler) Wrap(line []text.Span, width int) [][]text.Span {
	width = max(width, 1)
	if len(line) == 1 && simple(line[0].Text) && len(line[0].Text) <= width {
		return [][]text.Span{line}
	}
	pieces := text.WrapSpans(line, width)
	if r.Clusters {
		return pieces
	}
	var out [][]text.Span
	for _, p := range pieces {
		for n := r.over(p, width); n > 0; n = r.over(p, width) {
			var head []text.Span
			head, p = split(p, n)
			out = append(out, head)
		}
		out = append(out, p)
	}
	return out
}

// over returns how many bytes of a piece fit into width, or 0 if all of it does.
func (r Ruler) over(piece []text.Span, width int) int {
	s := text.Join(piece)
	if r.Width(s) <= width {
		return 0
	}
	n, col := 0, 0
	for n < len(s) {
		g, w := ansi.FirstGraphemeCluster(s[n:], r.method())
		if col+w > width && n > 0 {
			break
		}
		n, col = n+len(g), col+w
	}
	if n == len(s) {
		return 0
	}
	return n
}

// split divides a line after n bytes of what is drawn.
func split(line []text.Span, n int) (head, tail []text.Span) {
	for i, s := range line {
		if n >= len(s.Text) {
			n -= len(s.Text)
			continue
		}
		if n == 0 {
			return line[:i:i], line[i:]
		}
		a, b := s, s
		a.Text, b.Text = s.Text[:n], s.Text[n:]
		if !s.Mark && len(s.Text) == s.To-s.From {
			a.To, b.From = s.From+n, s.From+n
		}
		return append(line[:i:i], a), append([]text.Span{b}, line[i+1:]...)
	}
	return line, nil
}

// Over lays a box on rows with its upper left corner at x, y. What would stand
// beside the rows is not drawn.
func (r Ruler) Over(rows, box []string, x, y int) []string {
	out := append([]string(nil), rows...)
	for i, b := range box {
		at := y + i
		if at < 0 || at >= len(out) {
			continue
		}
		whole, w := r.Width(out[at]), r.Width(b)
		left := r.Fit(out[at], x, "")
		right := r.method().TruncateLeft(out[at], x+w, "")
		if r.Width(right) > max(whole-x-w, 0) { // it begins with half a character
			right = r.method().TruncateLeft(out[at], x+w+1, "")
		}
		gap := strings.Repeat(" ", max(whole-x-w-r.Width(right), 0))
		out[at] = left + b + gap + right
	}
	return out
}
