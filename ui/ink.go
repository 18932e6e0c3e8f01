package ui

import "minne/ui/theme"

// ink is text that has been drawn, and the columns that it takes.
type ink struct {
	s string
	w int
}

// ink draws a safe text.
func (l look) ink(p theme.Paint, s string) ink { return ink{p.Draw(s), l.Width(s)} }

// join puts inks side by side.
func join(parts ...ink) ink {
	var out ink
	for _, p := range parts {
		out.s += p.s
		out.w += p.w
	}
	return out
}

// pad fills up to w columns with spaces.
func (k ink) pad(w int) string { return k.s + blank(w-k.w) }

// gap is n columns of nothing.
func gap(n int) ink { return ink{blank(n), max(n, 0)} }

// middle puts lines into the middle of a w by h space, all with the same left
// edge.
func middle(lines []ink, w, h int) []string {
	most := 0
	for _, k := range lines {
		most = max(most, k.w)
	}
	left := max((w-most)/2, 0)
	out := make([]string, 0, h)
	for range max((h-len(lines))/2, 0) {
		out = append(out, blank(w))
	}
	for _, k := range lines {
		if len(out) < h {
			out = append(out, blank(left)+k.pad(w-left))
		}
	}
	return out
}
