package text

import "slices"

// CutSpans is Cut for a line in colour. The tail is a span of no source.
func CutSpans(line []Span, width int, tail string) []Span {
	n, cut := fit(Join(line), width, tail)
	if !cut {
		return line
	}
	rest := slices.Clone(line)
	head := take(&rest, n)
	if at := rest[0].From; tail != "" && Width(tail) <= width {
		head = append(head, Span{Text: tail, From: at, To: at})
	}
	return head
}

// WrapSpans is Wrap for a line in colour. Both halves of a divided mark stand for
// the whole of what it stood for.
func WrapSpans(line []Span, width int) [][]Span {
	var out [][]Span
	rest := slices.Clone(line)
	for _, piece := range Wrap(Join(line), width) {
		out = append(out, take(&rest, len(piece)))
	}
	return out
}

// take removes what draws the first n bytes from a line that it may change.
func take(line *[]Span, n int) []Span {
	var head []Span
	for i, p := range *line {
		if n == 0 {
			*line = (*line)[i:]
			return head
		}
		if n < len(p.Text) {
			a, b := p, p
			a.Text, b.Text = p.Text[:n], p.Text[n:]
			if !p.Mark && len(p.Text) == p.To-p.From {
				a.To, b.From = p.From+n, p.From+n
			}
			(*line)[i] = b
			*line = (*line)[i:]
			return append(head, a)
		}
		head, n = append(head, p), n-len(p.Text)
	}
	*line = nil
	return head
}
