package ui

import (
	"minne/model"
	"minne/tools/text"
)

// block is a part of a page: lines that are drawn, or a text that has been broken
// into lines.
type block struct {
	inks []ink
	text [][]text.Span
}

// height returns how many lines blocks have.
func height(page []block) int {
	n := 0
	for _, b := range page {
		n += len(b.inks) + len(b.text)
	}
	return n
}

// pageOf draws as much of a page as a pane shows from a line on.
func (l look) pageOf(frame panel, page []block, top, w, h int) []string {
	in, lines, n := w-2, h-2, height(page)
	top = max(min(top, n-lines), 0)
	if n > lines {
		frame.place = l.ink(l.Quiet, commas(top+1)+l.Dash+commas(min(top+lines, n))+" of "+commas(n))
	}
	skip := top
	for _, b := range page {
		for _, k := range b.inks[min(skip, len(b.inks)):] {
			if len(frame.body) < lines {
				frame.body = append(frame.body, k.pad(in))
			}
		}
		skip -= min(skip, len(b.inks))
		for _, line := range b.text[min(skip, len(b.text)):min(skip+lines, len(b.text))] {
			if len(frame.body) < lines {
				frame.body = append(frame.body, l.textRow(line, in))
			}
		}
		skip -= min(skip, len(b.text))
	}
	return frame.rows(l, w, h)
}

// textRow draws one line of a text; marks stand out.
func (l look) textRow(line []text.Span, w int) string {
	k := join(gap(1), spans(l, line, l.Text))
	if k.w > w { // it is being laid out anew
		return " " + l.fit(text.Join(line), w-1)
	}
	return k.pad(w)
}

// about draws what is known of something: a name, and what it says.
func (l look) about(name, words string, w int) []ink {
	var out []ink
	for i, s := range paragraph(l, words, w-labelled-2) {
		if i > 0 {
			name = ""
		}
		out = append(out, join(gap(1), l.ink(l.Quiet, l.Fit(name, labelled, "")), l.ink(l.Text, s)))
	}
	return out
}

// title draws a level and the number of a version.
func (l look) title(level model.Level, number int) ink {
	return join(gap(1), l.ink(l.Level.Of(level), l.Word(level)), l.ink(l.Quiet, "  version "), l.ink(l.Text, commas(number)))
}

// across draws a line across a pane.
func (l look) across(w int) ink { return join(gap(1), rule(l, w-2), gap(1)) }

// note draws a sentence in a pane.
func (l look) note(words string, w int) []ink {
	var out []ink
	for _, s := range paragraph(l, words, w-2) {
		out = append(out, join(gap(1), l.ink(l.Quiet, s)))
	}
	return out
}
