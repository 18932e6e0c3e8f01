package edit

import "strings"

// swap replaces bytes, and keeps the place on the screen.
func (m *Model) swap(from, to int, with string) {
	m.doc = m.doc.replace(from, to, with)
	m.edits++
	if m.top > from {
		m.top = max(from, m.top+len(with)-(to-from))
	}
}

// replace replaces bytes as one change that can be undone, and puts the cursor
// after it. A change that makes the text longer than it may be is refused.
func (m *Model) replace(from, to int, with string, r run) error {
	size := m.doc.size - (to - from) + len(with)
	switch {
	case from == to && with == "":
		return nil
	case m.opts.Limit > 0 && size > m.opts.Limit && size > m.doc.size:
		return &Full{size, m.opts.Limit}
	}
	c := change{at: from, gone: strings.Clone(m.doc.slice(from, to)), came: with, before: m.cur}
	m.swap(from, to, with)
	m.cur = m.snap(from + len(with))
	c.after = m.cur
	m.remember(c, r)
	return nil
}

// put inserts a text at the cursor.
func (m Model) put(s string, r run) (Model, error) {
	m.begin()
	n := m
	if err := n.replace(n.cur, n.cur, s, r); err != nil {
		return m, err
	}
	n.goal = 0
	return n.settled(), nil
}

// Insert puts what was typed where the cursor is. The error is a *Full, and then
// nothing was put in.
func (m Model) Insert(s string) (Model, error) {
	if m.single {
		s = spaced(s)
	}
	return m.put(s, typing)
}

// Paste puts a text where the cursor is, as one change: byte for byte, its last
// newline included. Only where each line ends with CR, as terminals send it, the
// line ends are those of the text around. The error is a *Full, and then nothing
// was put in.
func (m Model) Paste(s string) (Model, error) {
	switch {
	case m.single:
		s = flat(s)
	case !strings.Contains(s, "\n"):
		s = strings.ReplaceAll(s, "\r", m.doc.prevailing())
	}
	return m.put(s, 0)
}

// Set makes the text another one, such as an editor outside has made of it, as
// one change. The error is a *Full, and then nothing has changed.
func (m Model) Set(s string) (Model, error) {
	old := m.String()
	head := 0
	for head < min(len(old), len(s)) && old[head] == s[head] {
		head++
	}
	tail := 0
	for tail < min(len(old), len(s))-head && old[len(old)-1-tail] == s[len(s)-1-tail] {
		tail++
	}
	m.begin()
	n, cur := m, m.cur
	if err := n.replace(head, len(old)-tail, s[head:len(s)-tail], 0); err != nil {
		return m, err
	}
	n.goal = 0
	if cur <= head { // it has not been overtaken by the change
		n.cur = n.snap(cur)
	}
	return n.settled(), nil
}

// spaced returns a text with a space in the place of each line end.
func spaced(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	return strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(s)
}

// flat returns lines as one, with spaces between them.
func flat(s string) string { return spaced(strings.TrimRight(s, "\r\n")) }
