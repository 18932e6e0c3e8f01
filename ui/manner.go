package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"minne/tools/text"
	"minne/ui/cells"
	"minne/ui/markdown"
)

// manner is how a text is shown.
type manner uint8

const (
	rendered manner = iota // as Markdown, where it can be
	raw                    // as it is
	marked                 // as it is, with what cannot be seen in it pointed out
)

// lay breaks a text into lines that can be drawn, or draws it as Markdown.
func lay(l look, content string, width int, ruler cells.Ruler, as manner) body {
	b := body{width: width, ruler: ruler, as: as, hidden: text.Count(content)}
	scan := text.Spans
	if l.plain {
		scan = text.Plain
	}
	lines := scan(content, true)
	if as == marked {
		lines = l.pointOut(content, lines)
	}
	for _, line := range lines {
		for i := range line {
			line[i].Text = l.Readable(ruler.Settle(line[i].Text))
		}
		b.lines = append(b.lines, ruler.Wrap(line, width)...)
	}
	switch {
	case as == raw:
		b.note = "raw"
	case as == marked:
		b.note = "raw, hidden characters marked"
	case b.hidden > 0:
		b.note = "raw: it has hidden characters"
	default:
		rows, ok := markdown.Draw(content, width, l.Theme, ruler)
		switch {
		case !ok:
			b.note = "raw: it cannot be shown as Markdown"
		case !b.reads(rows):
			b.rows = rows
		}
	}
	return b
}

// reads reports whether the lines read as rows do: there is no Markdown in them.
func (b body) reads(rows []string) bool {
	return slices.EqualFunc(b.lines, rows, func(line []text.Span, row string) bool {
		return strings.TrimRight(text.Join(line), " ") == ansi.Strip(row)
	})
}

// height returns how many lines a text has.
func (b body) height() int {
	if b.rows != nil {
		return len(b.rows)
	}
	return len(b.lines)
}

// pointOut makes marks of line ends, tabs, and of spaces that are not one between
// two words.
func (l look) pointOut(content string, lines [][]text.Span) [][]text.Span {
	out := make([][]text.Span, len(lines))
	for i, line := range lines {
		for j, s := range line {
			if tab := s.From < s.To && content[s.From] == '\t'; tab {
				s.Text, s.Mark = "→"+s.Text[min(1, len(s.Text)):], true
			}
			if s.Mark {
				out[i] = append(out[i], s)
				continue
			}
			out[i] = append(out[i], l.spaces(s, j == 0, j == len(line)-1)...)
		}
		if i < len(lines)-1 {
			end := text.Span{Text: "␊", Mark: true}
			if n := len(line); n > 0 {
				end.From, end.To = line[n-1].To, line[n-1].To+1
			}
			out[i] = append(out[i], end)
		}
	}
	return out
}

// spaces divides a span of a line, of which it may be the first or the last, into
// words and marks for spaces.
func (l look) spaces(s text.Span, first, last bool) []text.Span {
	dot := "·"
	if l.Readable(dot) != dot {
		dot = "_"
	}
	var out []text.Span
	add := func(from, to int, mark bool) {
		if from < to {
			t := s.Text[from:to]
			if mark {
				t = strings.Repeat(dot, to-from)
			}
			out = append(out, text.Span{Text: t, Mark: mark, From: s.From + from, To: s.From + to})
		}
	}
	from := 0
	for i := 0; i < len(s.Text); {
		n := len(s.Text[i:]) - len(strings.TrimLeft(s.Text[i:], " "))
		if n > 1 || n == 1 && (first && i == 0 || last && i+1 == len(s.Text)) {
			add(from, i, false)
			add(i, i+n, true)
			from = i + n
		}
		i += max(n, 1)
	}
	add(from, len(s.Text), false)
	return out
}

// markdownRow draws one row of Markdown; under something else it is faded as
// everything is.
func markdownRow(l look, row string, w int) string {
	if l.Text == l.Quiet {
		row = l.Quiet.Draw(ansi.Strip(row))
	}
	return " " + l.fit(row, w-1)
}

// turnMarkdown shows texts as Markdown or as they are; pointing out is the second
// way to show them as they are.
func (r Root) turnMarkdown(to manner) (Root, tea.Cmd) {
	if r.manner == to {
		to = rendered
	}
	r.manner, r.memory.at = to, spot{}
	return r.say(said, map[manner]string{
		rendered: "texts are shown as Markdown", raw: "texts are shown raw", marked: "texts are shown raw, hidden characters marked",
	}[to])
}
