package edit

import (
	"math"
	"slices"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"minne/tools/text"
)

// View is what is on the screen.
type View struct {
	// Rows are what to draw, from the top, as many as there are and fit. From and
	// To of a span count the bytes of the whole text. No row is wider than the
	// screen, unless that has fewer than five columns.
	Rows [][]text.Span
	// X and Y are the column and the row of the cursor.
	X, Y int
}

// View returns what is on the screen. It was laid out by the verb before it.
func (m Model) View() View { return View{m.rows, m.x, m.y} }

// Resize gives the text w columns and h rows of the screen. The place that was
// scrolled to is found again when the size is as before.
func (m Model) Resize(w, h int) Model {
	w, h = max(w, 0), max(h, 0)
	if w != m.w {
		m.seen = nil
	}
	m.w, m.h = w, h
	return m.shown()
}

// Draw changes how the text is drawn.
func (m Model) Draw(l Look) Model {
	m.opts.Look, m.seen = l, nil
	return m.shown()
}

// width returns the columns that rows are wrapped to: one is left for the cursor
// at the end of a row. Before there is a size nothing is wrapped.
func (m *Model) width() int {
	switch {
	case m.single:
		return 0
	case m.w == 0:
		return math.MaxInt32
	default:
		return max(m.w-1, 1)
	}
}

// spot is a row of a piece.
type spot struct {
	piece
	*laid
	r int
}

func (s spot) same(t spot) bool { return s.from == t.from && s.r == t.r }

func (s spot) before(t spot) bool { return s.from < t.from || s.from == t.from && s.r < t.r }

// spot returns the row that an offset is in.
func (m *Model) spot(at int) spot {
	p := m.piece(at)
	l := m.lay(p)
	return spot{p, l, l.rowAt(l.stepAt(at - p.from))}
}

// lay returns a piece laid out; what was laid out before is not done again.
func (m *Model) lay(p piece) *laid {
	src, cr := m.doc.slice(p.from, p.to), p.end == "\r\n"
	for _, l := range m.seen {
		if l.src == src && l.cr == cr {
			return l
		}
	}
	l := m.opts.Look.lay(src, cr, m.width())
	m.seen = append(m.seen, l)
	return l
}

// below returns the next row.
func (m *Model) below(s spot) (spot, bool) {
	if s.r+1 < len(s.rows) {
		s.r++
		return s, true
	}
	at, ok := s.next()
	if !ok {
		return s, false
	}
	p := m.piece(at)
	return spot{p, m.lay(p), 0}, true
}

// above returns the row before.
func (m *Model) above(s spot) (spot, bool) {
	if s.r > 0 {
		s.r--
		return s, true
	}
	if s.from == 0 {
		return s, false
	}
	p := m.piece(s.from - 1)
	l := m.lay(p)
	return spot{p, l, len(l.rows) - 1}, true
}

// climb returns the row n rows above, as far as there are any, and how many.
func (m *Model) climb(s spot, n int) (spot, int) {
	for i := range n {
		up, ok := m.above(s)
		if !ok {
			return s, i
		}
		s = up
	}
	return s, n
}

// anchor returns the offset of the first step in a row, or of the step that the
// row is a part of.
func (s spot) anchor() int {
	from, to := s.row(s.r)
	i := s.begins(from)
	if i == len(s.steps) || s.steps[i].at >= to && from < to {
		i--
	}
	return s.from + s.steps[i].from
}

// column returns how many columns are in a row before a step.
func (m *Model) column(s spot, at int) int {
	from, _ := s.row(s.r)
	return m.opts.Look.Width(s.drawn[from:s.steps[s.stepAt(at-s.from)].at])
}

// descend returns the row n rows below, as far as there are any, and how many.
func (m *Model) descend(s spot, n int) (spot, int) {
	for i := range n {
		down, ok := m.below(s)
		if !ok {
			return s, i
		}
		s = down
	}
	return s, n
}

// window returns the rows on a screen that begins with one of them; at the end of
// the text it begins higher, if that fills it.
func (m *Model) window(top spot) []spot {
	rows := make([]spot, 1, m.h)
	rows[0] = top
	for s, ok := m.below(top); ok && len(rows) < m.h; s, ok = m.below(s) {
		rows = append(rows, s)
	}
	if missing := m.h - len(rows); missing > 0 {
		if s, n := m.climb(top, missing); n > 0 {
			return m.window(s)
		}
	}
	return rows
}

// shown lays out what is on the screen, so that the cursor is on it.
func (m Model) shown() Model {
	m.rows, m.x, m.y = nil, 0, 0
	m.seen = slices.Clip(m.seen)
	if m.w == 0 || m.h == 0 {
		m.seen, m.first = nil, m.top
		return m
	}
	if m.single {
		return m.sideways()
	}
	cur, top := m.spot(m.cur), m.spot(min(m.top, m.doc.size))
	if cur.before(top) {
		top = cur
	}
	rows := m.window(top)
	if rows[len(rows)-1].before(cur) {
		top, _ = m.climb(cur, m.h-1)
		rows = m.window(top)
	}
	m.first, m.x = rows[0].anchor(), min(m.column(cur, m.cur), m.w-1)
	m.rows, m.seen = make([][]text.Span, len(rows)), nil
	for i, s := range rows {
		from, to := s.row(s.r)
		m.rows[i] = s.spans(from, to, s.from)
		if s.same(cur) {
			m.y = i
		}
		if n := len(m.seen); n == 0 || m.seen[n-1] != s.laid {
			m.seen = append(m.seen, s.laid)
		}
	}
	return m
}

// begin makes a Model that may be changed: the place on the screen is the chosen
// one, and what is laid out from now on is its own.
func (m *Model) begin() {
	m.top = m.first
	m.seen = slices.Clip(m.seen)
}

// settled lays out what is on the screen after a verb.
func (m Model) settled() Model {
	m = m.shown()
	m.top = m.first
	return m
}

// sideways lays out the only row of a text of one line.
func (m Model) sideways() Model {
	s := m.spot(m.cur)
	look, cur := m.opts.Look, s.stepAt(m.cur)
	// left is the first step on the screen: the one that was chosen, as far as the
	// cursor can be seen, and no room is left over at the right.
	left := min(s.stepAt(m.top), cur)
	left = max(left, s.fits(look, cur, m.w-1))
	left = min(left, s.fits(look, len(s.steps)-1, m.w-1))
	from := s.steps[left].at
	to := s.reaches(look, left, m.w)
	m.first, m.x = s.steps[left].from, look.Width(s.drawn[from:s.steps[cur].at])
	m.rows, m.seen = [][]text.Span{s.spans(from, to, 0)}, []*laid{s.laid}
	return m
}

// fits returns the first step from which on w columns reach to another.
func (l *laid) fits(look Look, to, w int) int {
	i := to
	for col := 0; i > 0; i-- {
		if col += look.Width(l.drawn[l.steps[i-1].at:l.steps[i].at]); col > w {
			break
		}
	}
	return i
}

// reaches returns how far in what is drawn w columns from a step on reach.
func (l *laid) reaches(look Look, from, w int) int {
	to, col := l.steps[from].at, 0
	for g := graphemes.FromString(l.drawn[to:]); g.Next(); to += len(g.Value()) {
		if col += look.Width(g.Value()); col > w {
			break
		}
	}
	return to
}
