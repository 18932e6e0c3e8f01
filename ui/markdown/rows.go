package markdown

import (
	"strings"

	"minne/tools/text"
	"minne/ui/theme"
)

// rows draws a line, in as many rows as it needs. What does not fit goes on under
// the beginning of the words, beside the bars of quotes.
func (p page) rows(l line) []string {
	lead, hang := p.shown(l.lead), p.shown(strings.Map(under, l.lead))
	room := p.width - p.ruler.Width(lead)
	body := l.body
	if room < p.width/2 { // there is no room to hang anything
		body = append([]run{{style{ink: quiet}, l.lead}}, body...)
		lead, hang, room = "", "", p.width
	}
	spans := make([]text.Span, len(body))
	at := 0
	for i, r := range body {
		s := p.shown(r.text)
		spans[i] = text.Span{Text: s, From: at, To: at + len(s)}
		at += len(s)
	}
	var out []string
	i := 0
	for n, piece := range p.ruler.Wrap(spans, room) {
		words, before := trimRight(piece), hang
		switch {
		case n == 0 && len(words) == 0:
			before = strings.TrimRight(lead, " ")
		case n == 0:
			before = lead
		case len(words) == 0: // more spaces than fit
			continue
		}
		row := p.theme.Quiet.Draw(before)
		for _, s := range words {
			for s.From >= spans[i].To {
				i++
			}
			row += body[i].draw(p.theme, s.Text)
		}
		out = append(out, row)
	}
	return out
}

// under is what stands under a character before the words.
func under(c rune) rune {
	if c == bar {
		return bar
	}
	return ' '
}

// shown puts what should be seen in the place of the private characters.
func (p page) shown(s string) string {
	return strings.NewReplacer(string(backslash), `\`, string(ampersand), "&", string(bar), p.theme.Down, string(signEnd), " ").Replace(s)
}

func (p page) tooWide(l line) bool {
	w := p.ruler.Width(l.lead)
	for _, r := range l.body {
		w += p.ruler.Width(r.text)
	}
	return w > p.width
}

// trimRight takes the spaces from the end of a row.
func trimRight(row []text.Span) []text.Span {
	for len(row) > 0 {
		last := row[len(row)-1]
		last.Text = strings.TrimRight(last.Text, " ")
		row = row[:len(row)-1]
		if last.Text != "" {
			return append(row[:len(row):len(row)], last)
		}
	}
	return nil
}

// draw draws a part of a run.
func (s style) draw(t theme.Theme, words string) string {
	var on string
	for _, a := range []struct {
		is   bool
		code string
	}{{s.bold, ";1"}, {s.italic, ";3"}, {s.under, ";4"}, {s.crossed, ";9"}} {
		if a.is {
			on += a.code
		}
	}
	if on != "" {
		words = "\x1b[" + on[1:] + "m" + words + "\x1b[m"
	}
	return s.ink.paint(t).Draw(words)
}
