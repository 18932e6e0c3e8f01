// Package rows is a list far longer than memory. It holds one window of rows,
// says which rows it wants next, and takes answers; an answer to a question that
// has been overtaken changes nothing. It does no I/O and draws nothing.
package rows

import (
	"maps"
	"math"
	"slices"
	"time"

	"minne/model"
)

// Row is one memory as the list shows it.
type Row struct {
	At      model.Cursor // its place; At.Key names it
	Level   model.Level
	Version int
	Saved   time.Time
	Name    string // the key and the tags, safe to draw
	Tags    string
}

// Model is a list of which a window is held. The zero Model is empty, has no
// height, and wants nothing.
type Model struct {
	height int
	rows   []Row
	start  bool // the window begins where the list does
	end    bool
	total  int
	base   int // how many rows are above the window; -1 if it is not known
	filled bool

	top, cur int // within the window

	gen     int
	due     *Want // to be asked
	asked   Want  // being asked
	pending bool
	stuck   bool // the last question failed: it is not asked again by itself
	stale   bool // something changed while a question was under way
	owed    int  // steps into what is not held yet

	since  model.Cursor // what is above this place has arrived while we watched
	looked map[model.Cursor]bool
}

// Resize gives the list h rows of the screen.
func (m Model) Resize(h int) Model {
	m.height = max(h, 0)
	return m
}

// Empty reports whether an answer has come, and there was nothing in it.
func (m Model) Empty() bool { return m.filled && len(m.rows) == 0 }

// Filled reports whether any answer has come.
func (m Model) Filled() bool { return m.filled }

// Total returns how many rows there are in all.
func (m Model) Total() int { return m.total }

// Held returns how many rows are in memory.
func (m Model) Held() int { return len(m.rows) }

// Visible returns the rows on the screen, and which of them has the cursor.
func (m Model) Visible() ([]Row, int) {
	top := m.first()
	return m.rows[top:min(top+m.height, len(m.rows))], m.cur - top
}

// Cursor returns the row that the cursor is on.
func (m Model) Cursor() (Row, bool) {
	if len(m.rows) == 0 {
		return Row{}, false
	}
	return m.rows[m.cur], true
}

// Position returns which row of all the cursor is on, from 1, or 0 if that is
// not known: rows above the window may have come or gone.
func (m Model) Position() int {
	if m.base < 0 || len(m.rows) == 0 {
		return 0
	}
	return m.base + m.cur + 1
}

// first returns the row at the top of the screen: the one that was chosen last,
// as far as that lets the cursor be seen and the screen be filled. Resizing
// changes what it returns but not what was chosen.
func (m Model) first() int {
	top := min(m.top, len(m.rows)-m.height)
	if m.height > 0 {
		top = max(top, m.cur-m.height+1)
	}
	return max(min(top, m.cur), 0)
}

// Move moves the cursor by n rows: as far as rows are held at once, and the rest
// when they are.
func (m Model) Move(n int) Model {
	if m.jumping() {
		m.owed += n
		return m
	}
	m.top = m.first()
	to := m.cur + n + m.owed
	m.cur = max(min(to, len(m.rows)-1), 0)
	m.owed = to - m.cur
	if m.owed > 0 && m.end || m.owed < 0 && m.start || len(m.rows) == 0 {
		m.owed = 0
	}
	m.top = m.first()
	m.stuck = false
	return m
}

// Scroll moves the screen by n rows, and the cursor with it.
func (m Model) Scroll(n int) Model {
	if m.jumping() {
		m.owed += n
		return m
	}
	top := m.first()
	m = m.Move(n)
	m.top = max(top+n, 0)
	m.top = m.first()
	return m
}

// Click puts the cursor on the row at y of the screen, and reports whether there
// is one.
func (m Model) Click(y int) (Model, bool) {
	at := m.first() + y
	if y < 0 || y >= m.height || at >= len(m.rows) {
		return m, false
	}
	m.top = m.first()
	m.cur, m.owed = at, 0
	return m, true
}

// Page returns how many rows a page has.
func (m Model) Page() int { return max(m.height, 1) }

// IsNew reports whether a row has arrived since the list was first read, and has
// not been looked at.
func (m Model) IsNew(r Row) bool {
	return m.filled && before(r.At, m.since) && !m.looked[r.At]
}

// Look marks the row at a place as looked at.
func (m Model) Look(at model.Cursor) Model {
	i := index(m.rows, at.Key)
	if i < 0 || m.rows[i].At != at || !m.IsNew(m.rows[i]) {
		return m
	}
	m.looked = maps.Clone(m.looked)
	if m.looked == nil {
		m.looked = map[model.Cursor]bool{}
	}
	m.looked[at] = true
	return m
}

// Bottom is the place after every row.
var Bottom = model.Cursor{Saved: math.MinInt64, Key: "\xff"}

// before reports whether a comes before b in a list: newest first, then by key.
func before(a, b model.Cursor) bool {
	return a.Saved > b.Saved || a.Saved == b.Saved && a.Key < b.Key
}

// Just returns the place just before c: a page after it begins with c. No key is
// between the two, for none holds the byte 0xff.
func Just(c model.Cursor) model.Cursor {
	if c.Key == "" {
		return c
	}
	last := len(c.Key) - 1
	c.Key = c.Key[:last] + model.Key([]byte{c.Key[last] - 1, 0xff})
	return c
}

func index(rows []Row, key model.Key) int {
	return slices.IndexFunc(rows, func(r Row) bool { return r.At.Key == key })
}
