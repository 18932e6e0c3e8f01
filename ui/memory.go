package ui

import (
	"strconv"
	"strings"

	"minne/model"
	"minne/tools"
	"minne/tools/text"
	"minne/ui/keys"
)

// memory is the pane that shows one memory: what is known of it, and its text or
// its versions.
type memory struct {
	asked   memoryAsk
	pending bool
	slow    bool // the answer is late: say so
	stale   bool // something may have changed while it could not be seen
	trouble string

	got      tools.Got
	past     []tools.Past
	body     body
	laying   body // the width that its text is being laid out for
	versions bool // they are shown in the place of the text
	at       spot
}

// spot is where a person has scrolled to: a line, at a width, and the byte of
// the text that it begins with.
type spot struct{ line, width, from int }

// ask puts a question; the answer to the one before will be ignored.
func (m memory) ask(a memoryAsk) memory {
	a.gen = m.asked.gen + 1
	m.asked, m.pending, m.stale = a, true, false
	m.slow = m.slow && !a.quiet
	return m
}

// take takes an answer, unless another question has been asked since.
func (m memory) take(f memoryRead) memory {
	if f.ask.gen != m.asked.gen {
		return m
	}
	if m.got.Key != f.got.Key || m.versions != f.ask.versions {
		m.at = spot{}
	}
	m.pending, m.slow, m.trouble = false, false, ""
	m.got, m.past, m.body, m.versions = f.got, f.past, f.body, f.ask.versions
	m.laying = body{width: f.body.width, ruler: f.body.ruler, as: f.body.as}
	return m
}

// fail takes note that there is no answer, and reports whether one was wanted.
func (m memory) fail(f memoryFailed) (memory, bool) {
	if f.ask.gen != m.asked.gen {
		return m, false
	}
	m.pending, m.slow = false, false
	if !f.ask.quiet {
		m.trouble = why(f.err)
	}
	return m, true
}

// shows reports whether the answer for the key that was asked last is shown.
func (m memory) shows() bool { return m.asked.key != "" && m.got.Key == string(m.asked.key) }

// act scrolls.
func (m memory) act(do keys.Action, l look, w, h int) memory {
	top, most := m.top(l, w, h), m.height(l, w, h)
	switch do {
	case "down":
		top++
	case "up":
		top--
	case "half-down":
		top += h / 2
	case "half-up":
		top -= h / 2
	case "page-down":
		top += h
	case "page-up":
		top -= h
	case "first":
		top = 0
	case "last":
		top = most
	}
	m.at = spot{line: max(min(top, most-h), 0), width: w}
	above, _ := m.around(l, w, h)
	if line := m.at.line - len(above); !m.versions && m.body.rows == nil && line >= 0 && line < len(m.body.lines) && len(m.body.lines[line]) > 0 {
		m.at.from = m.body.lines[line][0].From
	}
	return m
}

// height returns how many lines there are to show.
func (m memory) height(l look, w, h int) int {
	if m.versions {
		return 1 + len(m.past)
	}
	above, below := m.around(l, w, h)
	return len(above) + m.body.height() + len(below)
}

// top returns the first line on a screen of w by h: the one that was scrolled
// to, as far as the screen can be filled. A screen of another width shows the
// same part of the text.
func (m memory) top(l look, w, h int) int {
	top := m.at.line
	if m.at.width != w && !m.versions {
		above, _ := m.around(l, w, h)
		top = min(top, len(above))
		if m.at.from > 0 {
			top = len(above) + m.lineOf(m.at.from)
		}
	}
	return max(min(top, m.height(l, w, h)-h), 0)
}

// lineOf returns the line that holds a byte of the text.
func (m memory) lineOf(from int) int {
	at := 0
	for i, line := range m.body.lines {
		if len(line) > 0 && line[0].From > from {
			break
		}
		at = i
	}
	return at
}

// view draws the pane.
func (m memory) view(l look, frame panel, w, h int) []string {
	in, lines := w-2, h-2
	frame.name = l.safe(string(m.asked.key))
	switch {
	case m.trouble != "":
		frame.body = middle(m.failed(l, in), in, lines)
	case !m.shows() && m.slow:
		frame.body = middle([]ink{l.ink(l.Quiet, "reading"+l.More)}, in, lines)
	case m.got.Key == "":
	default:
		frame.name = l.safe(m.got.Key)
		frame = m.fill(l, frame, in, lines)
	}
	return frame.rows(l, w, h)
}

func (m memory) failed(l look, w int) []ink {
	out := []ink{l.ink(l.Bad, "This memory could not be read.")}
	for _, s := range paragraph(l, l.safe(m.trouble), w-4) {
		out = append(out, l.ink(l.Quiet, s))
	}
	return append(out, gap(0), join(l.ink(l.Key, "r"), l.ink(l.Quiet, " tries again")))
}

func (m memory) fill(l look, frame panel, w, h int) panel {
	if !m.got.Found && !m.versions {
		frame.body = middle([]ink{
			l.ink(l.Text, "This memory is no longer here."), gap(0),
			join(l.ink(l.Key, "v"), l.ink(l.Quiet, " shows the versions that are left")),
		}, w, h)
		return frame
	}
	top, n := m.top(l, w, h), m.height(l, w, h)
	switch {
	case m.versions:
		frame.label = l.ink(l.Quiet, plural(len(m.past), "version", "versions"))
	case top > 0: // the line that says it has gone
		frame.label = l.ink(l.Level.Of(m.got.Classification), l.Word(m.got.Classification))
	}
	if n > h {
		frame.place = l.ink(l.Quiet, strconv.Itoa(top+1)+l.Dash+strconv.Itoa(min(top+h, n))+" of "+commas(n))
	}
	if !m.versions && m.body.note != "" {
		frame.note = l.ink(l.Quiet, m.body.note)
	}
	frame.body = m.lines(l, w, h)
	return frame
}

// lines draws what is on the screen.
func (m memory) lines(l look, w, h int) []string {
	top := m.top(l, w, h)
	out := make([]string, 0, h)
	if m.versions {
		out = append(out, pastHead(l, w))
		for _, p := range m.past[top:min(top+h-1, len(m.past))] {
			out = append(out, pastRow(l, p, w))
		}
		return out
	}
	above, below := m.around(l, w, h)
	n := m.body.height()
	for i := top; i < min(top+h, len(above)+n+len(below)); i++ {
		switch at := i - len(above); {
		case at < 0:
			out = append(out, above[i].pad(w))
		case at >= n:
			out = append(out, below[at-n].pad(w))
		case m.body.rows != nil:
			out = append(out, markdownRow(l, m.body.rows[at], w))
		default:
			out = append(out, m.row(l, m.body.lines[at], w))
		}
	}
	return out
}

// row draws one line of the text; marks stand out.
func (m memory) row(l look, line []text.Span, w int) string {
	if m.body.width > w-1 { // it is being laid out anew
		return " " + l.fit(text.Join(line), w-1)
	}
	k := gap(1)
	for _, s := range line {
		p := l.Text
		if s.Mark {
			p = l.Mark
		}
		k = join(k, l.ink(p, s.Text))
	}
	return k.pad(w)
}

// paragraph breaks a safe text into lines of at most w columns.
func paragraph(l look, s string, w int) []string {
	var out []string
	for _, line := range l.Wrap([]text.Span{{Text: s, To: len(s)}}, max(w, 1)) {
		out = append(out, strings.TrimRight(text.Join(line), " "))
	}
	return out
}

// names writes levels side by side.
func names(l look, levels []model.Level) []ink {
	var out []ink
	for i, level := range levels {
		if i > 0 {
			out = append(out, l.ink(l.Quiet, ", "))
		}
		out = append(out, l.ink(l.Level.Of(level), l.Word(level)))
	}
	return out
}
