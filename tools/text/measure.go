package text

import (
	"iter"

	"github.com/charmbracelet/x/ansi"
	"github.com/rivo/uniseg"
)

// Width returns how many columns a safe text takes.
func Width(s string) int { return ansi.StringWidth(s) }

// grapheme returns the first character of s as a person counts them, and its
// width in columns.
func grapheme(s string) (string, int) {
	return ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
}

// Cut returns what of a safe text fits into width columns. If something is left
// out, tail stands at the end, within the width; a tail wider than that is left
// out too. No character is cut in half.
func Cut(s string, width int, tail string) string {
	n, cut := fit(s, width, tail)
	if !cut {
		return s
	}
	if Width(tail) > width {
		return s[:n]
	}
	return s[:n] + tail
}

// fit returns how many bytes of s are shown within width, and whether a tail has
// to say that there are more.
func fit(s string, width int, tail string) (n int, cut bool) {
	room := width - Width(tail)
	if room < 0 {
		room = width
	}
	for at, col := 0, 0; at < len(s); {
		g, w := grapheme(s[at:])
		at, col = at+len(g), col+w
		if col > width {
			return n, true
		}
		if col <= room {
			n = at
		}
	}
	return len(s), false
}

// Wrap breaks one safe line into pieces of at most width columns, between words
// where it can (UAX #14). The pieces joined are the line again, spaces included,
// so that every character can be reached and offsets can be followed. No
// character is cut in half: one wider than the width is a piece by itself.
func Wrap(s string, width int) []string {
	var out []string
	start, col := 0, 0
	breakAt := func(at int) {
		if at > start {
			out = append(out, s[start:at])
			start, col = at, 0
		}
	}
	for p := range parts(s) {
		if col+p.width > width && p.width <= width {
			breakAt(p.from)
		}
		if col+p.width <= width {
			col += p.width
			continue
		}
		for at := p.from; at < p.to; { // longer than a line
			g, w := grapheme(s[at:p.to])
			if col+w > width {
				breakAt(at)
			}
			at, col = at+len(g), col+w
		}
	}
	return append(out, s[start:])
}

// part is what of a line is not broken if it fits: a word and the spaces after
// it.
type part struct{ from, to, width int }

func parts(s string) iter.Seq[part] {
	return func(yield func(part) bool) {
		rest, state, mayBreak := s, -1, 0
		p := part{}
		for p.to < len(s) {
			g, w := grapheme(s[p.to:])
			p.to, p.width = p.to+len(g), p.width+w
			for mayBreak < p.to {
				var line string
				line, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
				mayBreak += len(line)
			}
			if mayBreak == p.to {
				if !yield(p) {
					return
				}
				p = part{from: p.to, to: p.to}
			}
		}
	}
}
