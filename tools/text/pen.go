package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"minne/model"
)

const (
	tabStop   = 4
	pileLimit = 30 // combining characters on one base
	circle    = "◌"
	markStart = "U+" // with a `<` before it
)

// pen writes the spans of s, line by line.
type pen struct {
	s         string
	multiline bool
	plain     bool

	lines    [][]Span
	line     []Span
	measured int // spans of line that col has counted
	col      int
}

func scan(s string, multiline, plain bool) [][]Span {
	p := pen{s: s, multiline: multiline, plain: plain}
	from := 0
	for at, r := range model.Hidden(s) {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			size = 1
		}
		name := p.mark(r, at)
		p.seen(from, at, strings.HasPrefix(name, "<"))
		from = at + size
		switch {
		case r == '\n' && p.multiline:
			p.lines, p.line, p.measured, p.col = append(p.lines, p.line), nil, 0, 0
		case r == '\t':
			p.add(p.tab(), false, at, from)
		default:
			p.add(name, true, at, from)
		}
	}
	p.seen(from, len(s), false)
	return append(p.lines, p.line)
}

// mark returns what stands for the hidden r at an offset.
func (p *pen) mark(r rune, at int) string {
	switch {
	case r == utf8.RuneError:
		return fmt.Sprintf(`\x%02x`, p.s[at])
	case r == '\n':
		return "␊"
	case r < ' ':
		return string('␀' + r)
	case r == 0x7f:
		return "␡"
	default:
		return fmt.Sprintf("<U+%04X>", r)
	}
}

// tab returns the spaces from here to the next stop.
func (p *pen) tab() string {
	if !p.multiline {
		return " "
	}
	for ; p.measured < len(p.line); p.measured++ {
		p.col += Width(p.line[p.measured].Text)
	}
	return strings.Repeat(" ", tabStop-p.col%tabStop)
}

func (p *pen) add(text string, mark bool, from, to int) {
	if text != "" {
		p.line = append(p.line, Span{text, mark, from, to})
	}
}

// seen writes a run without hidden characters. Without colour it doubles each
// `<` that leads to `U+` or to a mark: an even number of them is text, an odd
// number ends in a mark's own.
func (p *pen) seen(from, to int, marked bool) {
	for at := from; p.plain && at < to; {
		i := strings.IndexByte(p.s[at:to], '<')
		if i < 0 {
			break
		}
		at += i
		n := to - at - len(strings.TrimLeft(p.s[at:to], "<"))
		if strings.HasPrefix(p.s[at+n:to], markStart) || marked && at+n == to {
			p.words(from, at)
			p.add(p.s[at:at+n], true, at, at)
			from = at
		}
		at += n
	}
	p.words(from, to)
}

// words writes a run so that no grapheme reaches over its ends: what is drawn in
// several styles then is as wide as what is measured in one.
func (p *pen) words(from, to int) {
	for from < to {
		run := p.s[from:to]
		run = run[:pile(run)]
		if n := clings(run); n > 0 {
			p.add(circle+run[:n], true, from, from+n)
			from += n
			continue
		}
		n := reaches(run)
		p.add(run[:n], false, from, from+n)
		if n < len(run) {
			p.add(run[n:]+circle, true, from+n, from+len(run))
		}
		from += len(run)
	}
}

// pile returns where in run more than enough characters have combined with one.
func pile(run string) int {
	n := 0
	for i, r := range run {
		switch {
		case r < 0x300 || !unicode.In(r, unicode.Mn, unicode.Me):
			n = 0
		case n == pileLimit:
			return i
		default:
			n++
		}
	}
	return len(run)
}

// clings returns how many bytes of run would become part of a character that
// stands before it.
func clings(run string) int {
	if run[0] < utf8.RuneSelf {
		return 0
	}
	c, _ := ansi.FirstGraphemeCluster(circle+run, ansi.GraphemeWidth)
	return len(c) - len(circle)
}

// reaches returns how much of run is left without the characters at its end that
// would become part of a character that stands after it.
func reaches(run string) int {
	n := len(run)
	for n > 0 {
		r, size := utf8.DecodeLastRuneInString(run[:n])
		if r < 0x300 {
			break
		}
		last := run[n-size : n]
		if c, _ := ansi.FirstGraphemeCluster(last+circle, ansi.GraphemeWidth); len(c) == len(last) {
			break
		}
		n -= size
	}
	return n
}
