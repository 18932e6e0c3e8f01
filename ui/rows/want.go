package rows

import (
	"slices"
	"time"

	"minne/model"
)

// Kind is which rows a question is about.
type Kind uint8

// The kinds of question.
const (
	First  Kind = iota // from the start of the list
	Last               // up to its end
	Before             // up to At, without it
	After              // from At on, without it
	Around             // Limit rows before At, and as many from At on
)

// Want is a question that the owner of a list puts into a command.
type Want struct {
	Gen   int
	Kind  Kind
	At    model.Cursor
	Limit int
	Quiet bool // nobody waits for it: it shows what others have changed
}

// Page is an answer to a Want. Start and End say whether the list begins or ends
// with it.
type Page struct {
	Want
	Rows       []Row
	Start, End bool
	Total      int
}

// least is how many rows are worth a question.
const least = 50

func (m Model) limit() int { return max(2*m.height, least) }

// Next returns the question to put now, if there is one; the list then waits for
// its answer. A question that was under way is overtaken.
func (m Model) Next() (Model, Want, bool) {
	w := Want{Limit: m.limit()}
	switch {
	case m.height == 0:
		return m, Want{}, false
	case m.due != nil:
		w.Kind, w.At, w.Quiet = m.due.Kind, m.due.At, m.due.Quiet
	case m.pending || m.stuck:
		return m, Want{}, false
	case !m.filled:
		w.Kind = First
	case !m.end && m.first()+2*m.height > len(m.rows):
		w.Kind, w.At, w.Quiet = After, m.rows[len(m.rows)-1].At, true
	case !m.start && m.first() < m.height:
		w.Kind, w.At, w.Quiet = Before, m.rows[0].At, true
	default:
		return m, Want{}, false
	}
	m.gen++
	w.Gen = m.gen
	m.asked, m.pending, m.due, m.stuck = w, true, nil, false
	return m, w, true
}

// Top goes to the first row of the list.
func (m Model) Top() Model {
	m.owed = 0
	if m.start && !m.jumping() {
		m.cur, m.top = 0, 0
		return m
	}
	m.due = &Want{Kind: First}
	return m
}

// End goes to the last row of the list.
func (m Model) End() Model {
	m.owed = 0
	if m.end && !m.jumping() {
		m.cur = max(len(m.rows)-1, 0)
		m.top = m.cur
		m.top = m.first()
		return m
	}
	m.due = &Want{Kind: Last}
	return m
}

// Reread asks again for what is held, because a person wants it or, if quiet,
// because something may have changed. The cursor will stay on its record.
func (m Model) Reread(quiet bool) Model {
	switch {
	case quiet && (m.pending || m.due != nil):
		m.stale = true
	case m.jumping():
	case len(m.rows) == 0:
		m.due = &Want{Kind: First, Quiet: quiet}
	default:
		m.due = &Want{Kind: Around, At: m.rows[m.cur].At, Quiet: quiet}
	}
	return m
}

// Anew returns a list of which nothing is known, such as another selection. No
// answer to the one before will be taken.
func (m Model) Anew() Model { return Model{height: m.height, gen: m.gen + 1} }

// Forget ends the newness of what is new at a time: a session that sees more
// than before has not been watching what it sees now.
func (m Model) Forget(now time.Time) Model {
	if at := (model.Cursor{Saved: now.UnixMicro()}); before(at, m.since) {
		m.since = at
	}
	return m
}

// jumping reports whether the cursor is on its way to an end of the list.
func (m Model) jumping() bool {
	jump := func(k Kind) bool { return k == First || k == Last }
	return m.due != nil && jump(m.due.Kind) || m.due == nil && m.pending && jump(m.asked.Kind) && len(m.rows) > 0
}

// Waiting returns the question under way that a person waits for.
func (m Model) Waiting() (Want, bool) {
	return m.asked, m.pending && !m.asked.Quiet
}

// Awaits reports whether w is the question under way.
func (m Model) Awaits(w Want) bool { return m.pending && w.Gen == m.gen }

// Cancel drops the question under way. What is held stays.
func (m Model) Cancel() Model {
	m.gen++
	m.pending, m.due, m.owed, m.stuck = false, nil, 0, true
	return m
}

// Failed takes note that there is no answer to w, and reports whether anybody
// still wanted one.
func (m Model) Failed(w Want) (Model, bool) {
	if !m.Awaits(w) {
		return m, false
	}
	m.pending, m.stuck, m.owed, m.stale = false, true, 0, false
	return m, true
}

// Fill takes an answer, unless a newer question has been asked since.
func (m Model) Fill(p Page) Model {
	if !m.Awaits(p.Want) {
		return m
	}
	m.pending = false
	m.total = p.Total
	switch p.Kind {
	case Before, After:
		m = m.extend(p)
	default:
		m = m.replace(p)
	}
	if m.stale {
		m.stale = false
		m = m.Reread(true)
	}
	return m
}

// extend joins a page to the window and lets go of what is far away.
func (m Model) extend(p Page) Model {
	p.Rows = slices.DeleteFunc(slices.Clone(p.Rows), func(r Row) bool { return index(m.rows, r.At.Key) >= 0 })
	n, most := len(p.Rows), 4*m.limit()
	if p.Kind == After {
		m.rows = slices.Concat(m.rows, p.Rows)
		m.end = p.End
		// Nothing above what the screen may show next is needed.
		if drop := min(len(m.rows)-most, m.first()-m.height); drop > 0 {
			m.rows, m.start = m.rows[drop:], false
			m = m.shift(-drop)
		}
	} else {
		m.rows = slices.Concat(p.Rows, m.rows)
		m.start = p.Start
		m = m.shift(n)
		if keep := max(most, m.first()+2*m.height); keep < len(m.rows) {
			m.rows, m.end = m.rows[:keep], false
		}
	}
	if m = m.locate(); m.owed != 0 {
		m = m.Move(0)
	}
	return m
}

// shift moves everything that counts rows of the window by n.
func (m Model) shift(n int) Model {
	m.top, m.cur = m.top+n, m.cur+n
	if m.base >= 0 {
		m.base -= n
	}
	return m
}

// locate finds out how many rows are above the window, if an end tells.
func (m Model) locate() Model {
	switch {
	case m.start:
		m.base = 0
	case m.end:
		m.base = m.total - len(m.rows)
	}
	return m
}

// replace puts a page in the place of the window.
func (m Model) replace(p Page) Model {
	on, had := m.Cursor()
	top := m.first()
	offset, atTop := m.cur-top, m.start && top == 0
	m.rows, m.start, m.end, m.base = p.Rows, p.Start, p.End, -1
	m = m.locate()
	if !m.filled {
		m.filled = true
		m.since = Bottom
		if len(m.rows) > 0 {
			m.since = m.rows[0].At
		}
	}
	switch {
	case p.Kind == Last:
		m.cur = max(len(m.rows)-1, 0)
		m.top = m.cur
	case p.Kind == First || !had:
		m.cur, m.top = 0, 0
	default:
		if m.cur = index(m.rows, on.At.Key); m.cur < 0 {
			m.cur = m.after(p.At)
		}
		m.top = 0
		if !atTop {
			m.top = max(m.cur-offset, 0)
		}
	}
	m.top = m.first()
	n := m.owed
	m.owed = 0
	if n == 0 {
		return m
	}
	return m.Move(n)
}

// after returns the row at a place, or the next one if its row is gone.
func (m Model) after(at model.Cursor) int {
	for i, r := range m.rows {
		if !before(r.At, at) {
			return i
		}
	}
	return max(len(m.rows)-1, 0)
}
