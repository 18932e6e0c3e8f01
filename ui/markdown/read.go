package markdown

import (
	"strconv"
	"strings"
)

// style is what a run is drawn in.
type style struct {
	ink                          ink
	bold, italic, under, crossed bool
}

// run is text in one style.
type run struct {
	style
	text string
}

// line is one line that glamour has written: words, and before them spaces, the
// bars of quotes and the signs of list items.
type line struct {
	lead string
	body []run
}

// read reads what glamour has written, and reports whether it was nothing but
// text in styles that were asked for. Empty lines at both ends are left out, and
// so are spaces at the end of a line.
func read(out string) ([]line, bool) {
	var all []line
	var now style
	for row := range strings.SplitSeq(out, "\n") {
		var runs []run
		for row != "" {
			words, rest, more := strings.Cut(row, "\x1b")
			if strings.ContainsFunc(words, control) {
				return nil, false
			}
			runs = join(runs, run{now, words})
			row = rest
			if !more {
				break
			}
			var ok bool
			if now, row, ok = now.change(row); !ok {
				return nil, false
			}
		}
		all = append(all, divide(runs))
	}
	for len(all) > 0 && all[0].empty() {
		all = all[1:]
	}
	for len(all) > 0 && all[len(all)-1].empty() {
		all = all[:len(all)-1]
	}
	return all, true
}

func control(c rune) bool { return c < ' ' || 0x7f <= c && c < 0xa0 }

// change reads a sequence, the escape character of which is gone, that changes
// the style.
func (s style) change(row string) (after style, rest string, ok bool) {
	params, rest, found := strings.Cut(row, "m")
	params, bracket := strings.CutPrefix(params, "[")
	if !found || !bracket {
		return s, "", false
	}
	for param := range strings.SplitSeq(params, ";") {
		switch param {
		case "", "0":
			s = style{}
		case "1":
			s.bold = true
		case "3":
			s.italic = true
		case "4":
			s.under = true
		case "9":
			s.crossed = true
		default:
			n, err := strconv.Atoi(param)
			if err != nil || n <= 30+int(plain) || n > 30+int(quiet) {
				return s, "", false
			}
			s.ink = ink(n - 30)
		}
	}
	return s, rest, true
}

// join adds a run to a line.
func join(runs []run, r run) []run {
	switch n := len(runs); {
	case r.text == "":
		return runs
	case n > 0 && runs[n-1].style == r.style:
		runs[n-1].text += r.text
		return runs
	default:
		return append(runs, r)
	}
}

// divide tells the words of a line from what stands before them.
func divide(runs []run) line {
	var all strings.Builder
	for _, r := range runs {
		all.WriteString(r.text)
	}
	s := strings.TrimRight(all.String(), " ")
	n := strings.LastIndex(s, string(signEnd)) + len(string(signEnd))
	if n < len(string(signEnd)) {
		n = len(s) - len(strings.TrimLeft(s, " "+string(bar)))
	}
	l := line{lead: s[:n]}
	at := 0
	for _, r := range runs {
		from, to := min(max(n-at, 0), len(r.text)), min(len(s)-at, len(r.text))
		at += len(r.text)
		if from < to {
			r.text = r.text[from:to]
			l.body = append(l.body, r)
		}
	}
	return l
}

func (l line) empty() bool { return len(l.body) == 0 && strings.TrimSpace(l.lead) == "" }
