package edit

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/words"
)

// next returns the step after an offset.
func (m *Model) next(at int) int {
	p := m.piece(at)
	if at >= p.to {
		n, _ := p.next()
		return n
	}
	l := m.lay(p)
	return p.from + l.steps[l.stepAt(at-p.from)+1].from
}

// prev returns the step before an offset.
func (m *Model) prev(at int) int {
	if at == 0 {
		return 0
	}
	p := m.piece(at)
	if at == p.from {
		p = m.piece(at - 1)
		if p.last {
			return p.to
		}
	}
	l := m.lay(p)
	i := l.stepAt(at - p.from)
	if p.from+l.steps[i].from == at {
		i--
	}
	return p.from + l.steps[i].from
}

// snap returns the first place for the cursor at an offset or after it.
func (m *Model) snap(at int) int {
	p := m.piece(at)
	if at > p.to {
		n, _ := p.next()
		return n
	}
	l := m.lay(p)
	i := l.stepAt(at - p.from)
	if p.from+l.steps[i].from < at {
		i++
	}
	return p.from + l.steps[i].from
}

// wordNext returns where the next word ends, or the line; from the end of a line,
// the beginning of the next.
func (m *Model) wordNext(at int) int {
	p := m.piece(at)
	if at >= p.to {
		return m.next(at)
	}
	for w := words.FromString(m.doc.slice(at, p.to)); w.Next(); {
		if isWord(w.Value()) {
			return m.snap(at + w.End())
		}
	}
	return p.to
}

// wordPrev returns where the word before begins, or the line; from the beginning
// of a line, the end of the one before.
func (m *Model) wordPrev(at int) int {
	p := m.piece(at)
	if at == p.from {
		if at = m.prev(at); p.first {
			return at
		}
		p = m.piece(at)
		at = p.to
	}
	found := p.from
	for w := words.FromString(m.doc.slice(p.from, at)); w.Next(); {
		if isWord(w.Value()) {
			found = p.from + w.Start()
		}
	}
	l := m.lay(p)
	return p.from + l.steps[l.stepAt(found-p.from)].from
}

func isWord(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// reach returns the step in a row that is nearest to a column, from the left. The
// end of a line is in its last row; the end of another row is where the next one
// begins, and not in it.
func (m *Model) reach(s spot, col int) int {
	from, to := s.row(s.r)
	i := s.begins(from)
	ends := s.last && s.r == len(s.rows)-1
	found, x := -1, 0
	if i < len(s.steps) {
		x = m.opts.Look.Width(s.drawn[from:s.steps[i].at])
	}
	for ; i < len(s.steps); i++ {
		if at := s.steps[i].at; at >= to && !(ends && at == to) || found >= 0 && x > col {
			break
		}
		found = i
		x += m.opts.Look.Width(s.drawn[s.steps[i].at:s.endOf(i)])
	}
	if found < 0 { // a part of a mark that began above
		return s.anchor()
	}
	return s.from + s.steps[found].from
}

// vertical moves the cursor by n rows and keeps its column.
func (m *Model) vertical(n int) {
	s := m.spot(m.cur)
	m.keep(s)
	if n < 0 {
		s, _ = m.climb(s, -n)
		m.cur = m.reach(s, m.goal-1)
		return
	}
	at := m.cur
	for moved := 1; moved > 0 && m.cur <= at; n = 1 { // a row may be a part of a mark only
		s, moved = m.descend(s, n)
		m.cur = max(m.reach(s, m.goal-1), at)
	}
}

// keep remembers the column that the cursor has now, unless there is one to keep.
func (m *Model) keep(s spot) {
	if m.goal == 0 {
		m.goal = m.column(s, m.cur) + 1
	}
}

// page moves the cursor and the screen by n rows.
func (m *Model) page(n int) {
	m.vertical(n)
	if m.h > 0 {
		m.top = m.roll(n)[0].anchor()
	}
}

// roll returns the rows on the screen after scrolling by n rows.
func (m *Model) roll(n int) []spot {
	s := m.spot(min(m.top, m.doc.size))
	if n < 0 {
		s, _ = m.climb(s, -n)
	} else {
		s, _ = m.descend(s, n)
	}
	return m.window(s)
}

// Scroll moves the screen by n rows, and the cursor only as far as it must to
// stay on it.
func (m Model) Scroll(n int) Model {
	if m.single || m.w == 0 || m.h == 0 {
		return m
	}
	m.begin()
	m.run = 0
	cur, rows := m.spot(m.cur), m.roll(n)
	m.top = rows[0].anchor()
	switch last := rows[len(rows)-1]; {
	case cur.before(rows[0]):
		m.keep(cur)
		m.cur = m.reach(rows[0], m.goal-1)
	case last.before(cur):
		m.keep(cur)
		m.cur = m.reach(last, m.goal-1)
	}
	return m.settled()
}

// Click puts the cursor where column x and row y of the screen are, or as near as
// there is text.
func (m Model) Click(x, y int) Model {
	if len(m.rows) == 0 {
		return m
	}
	m.begin()
	m.run, m.goal = 0, 0
	s := m.spot(m.top)
	if m.single {
		x += m.opts.Look.Width(s.drawn[:s.steps[s.stepAt(m.top)].at])
	} else {
		s, _ = m.descend(s, min(max(y, 0), len(m.rows)-1))
	}
	m.cur = m.reach(s, max(x, 0))
	return m.settled()
}
