// Package markdown draws a memory's text as Markdown. The text may come from an
// attacker. It is made safe first, and whatever in Markdown would hide something
// from the reader or act on the terminal is off: HTML, references and entities
// are shown as they are written, and a link or an image is shown with its
// address, as text.
//
// What glamour writes is not trusted either: it is read back, and only text and
// styles go on. If a letter or a digit of the text is missing there, if the text
// is too long, or if it is made to take long, nothing is drawn, and the caller
// shows the text as it is. The package does not read or follow links, and does
// not colour code by its language.
package markdown

import (
	"slices"
	"strings"

	"minne/tools/text"
	"minne/ui/cells"
	"minne/ui/theme"
)

// Limit is the longest text, in bytes, that is drawn.
const Limit = 64 << 10

// Draw returns a text drawn as Markdown: rows of at most width columns, without
// spaces at their ends. It reports false if it must not be drawn so, and the
// caller should show it as it is and say that it does.
//
// A line break of the text is a line break here. Where the terminal knows no
// Unicode or no clusters, t and r say so, and the text is changed as it is
// everywhere else.
func Draw(s string, width int, t theme.Theme, r cells.Ruler) (rows []string, ok bool) {
	if len(s) > Limit || width < 1 {
		return nil, false
	}
	defer func() {
		if recover() != nil { // a library met what it did not expect
			rows, ok = nil, false
		}
	}()
	safe := prepare(s, t, r)
	if len(safe) > Limit || slow(safe) {
		return nil, false
	}
	p := page{width: width, theme: t, ruler: r}
	if !manyCells(safe) {
		if rows, ok = p.draw(safe, true); ok {
			return rows, true
		}
	}
	// A table that does not fit loses words: it is shown as it is written.
	return p.draw(safe, false)
}

// prepare makes a text safe, line by line. CRLF ends a line and is not shown.
func prepare(s string, t theme.Theme, r cells.Ruler) string {
	lines := text.Lines(strings.ReplaceAll(s, "\r\n", "\n"))
	for i, line := range lines {
		lines[i] = t.Readable(r.Settle(line))
	}
	return strings.Join(lines, "\n")
}

// page is what a text is drawn on.
type page struct {
	width int
	theme theme.Theme
	ruler cells.Ruler
}

// draw draws a safe text, and reports whether all of it is there.
func (p page) draw(safe string, tables bool) ([]string, bool) {
	blocks, ok := parse(safe, tables)
	if !ok {
		return nil, false
	}
	lines, ok := p.render(blocks)
	if !ok || !complete(safe, lines) {
		return nil, false
	}
	var rows []string
	for _, l := range lines {
		rows = append(rows, p.rows(l)...)
	}
	if slices.ContainsFunc(rows, func(s string) bool { return p.ruler.Width(s) > p.width }) {
		return nil, false // a character wider than the page
	}
	return rows, true
}
