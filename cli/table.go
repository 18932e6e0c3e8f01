package cli

import (
	"strings"

	"minne/tools/text"
)

const (
	gap       = "  "
	narrowest = 8 // columns that a cut column keeps
)

// table prints rows in columns under their heads, in the columns' natural widths.
// On a terminal that is too narrow the widest of the columns that may be cut give
// way; anywhere else nothing is cut. A cell is safe text, perhaps with a style
// that is not in a column that may be cut.
func (o *output) table(heads []string, cuts []bool, rows [][]string) {
	if !o.quiet {
		rows = append([][]string{heads}, rows...)
	}
	widths := make([]int, len(heads))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], text.Width(cell))
		}
	}
	if o.width > 0 {
		squeeze(widths, cuts, o.width-len(gap)*(len(widths)-1))
	}
	for n, r := range rows {
		var b strings.Builder
		for i, cell := range r {
			if cuts[i] {
				cell = text.Cut(cell, widths[i], o.tail())
			}
			b.WriteString(cell)
			if i < len(r)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-text.Width(cell)) + gap)
			}
		}
		words := strings.TrimRight(b.String(), " ")
		if n == 0 && !o.quiet {
			words = o.style(faint, words)
		}
		o.line(words)
	}
}

// tail stands where something is cut off.
func (o *output) tail() string {
	if o.utf8 {
		return "…"
	}
	return "..."
}

// squeeze makes the widest columns that may be cut narrower, one after another,
// until all fit into room.
func squeeze(widths []int, cuts []bool, room int) {
	sum := 0
	for _, w := range widths {
		sum += w
	}
	for sum > room {
		widest := -1
		for i, w := range widths {
			if cuts[i] && w > narrowest && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
		sum--
	}
}
