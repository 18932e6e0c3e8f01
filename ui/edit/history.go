package edit

import "strings"

const (
	undoBytes = 8 << 20
	entryCost = 128 // of what an entry takes beside its bytes
	runMost   = 256 // bytes that are undone at once
)

// run is what kind of change the next one may continue; 0 is none.
type run uint8

const (
	typing run = iota + 1
	erasing
	deleting
)

// change is bytes that were replaced by others, and where the cursor was.
type change struct {
	at            int
	gone, came    string
	before, after int
}

func (c change) cost() int { return len(c.gone) + len(c.came) + entryCost }

// entry is a change and those before it. It never changes.
type entry struct {
	change
	prev *entry
	all  int // what it and those before it cost
}

func (e *entry) push(c change) *entry {
	n := &entry{change: c, prev: e, all: c.cost()}
	if e != nil {
		n.all += e.all
	}
	return n
}

// newest returns the newest changes that cost at most most bytes together, and at
// least one.
func (e *entry) newest(most int) *entry {
	var kept []change
	for left := most; e != nil && (len(kept) == 0 || e.cost() <= left); e = e.prev {
		left -= e.cost()
		kept = append(kept, e.change)
	}
	var out *entry
	for i := len(kept) - 1; i >= 0; i-- {
		out = out.push(kept[i])
	}
	return out
}

// joined returns a change and the one that continues it as one, if the person
// would undo both at once: a word with the spaces after it, what is deleted in a
// row.
func (c change) joined(d change, r run) (change, bool) {
	if len(c.came)+len(c.gone) >= runMost {
		return c, false
	}
	switch {
	case r == typing && d.gone == "" && d.at == c.at+len(c.came) && !(endsWord(c.came) && !blank(d.came)):
		c.came += d.came
	case r == erasing && d.at+len(d.gone) == c.at:
		c.at, c.gone = d.at, d.gone+c.gone
	case r == deleting && d.at == c.at:
		c.gone += d.gone
	default:
		return c, false
	}
	c.after = d.after
	return c, true
}

func endsWord(s string) bool { return s != "" && blank(s[len(s)-1:]) }

func blank(s string) bool { return strings.Trim(s, " \t\r\n") == "" }

// remember keeps a change for undoing.
func (m *Model) remember(c change, r run) {
	m.future = nil
	past := m.past
	if r != 0 && r == m.run && past != nil {
		if both, ok := past.joined(c, r); ok {
			c, past = both, past.prev
		}
	}
	m.past, m.run = past.push(c), r
	most := m.opts.Undo
	if most <= 0 {
		most = undoBytes
	}
	if m.past.all > most {
		m.past = m.past.newest(most * 3 / 4) // so that it is seldom done
	}
}

func (m *Model) undo() {
	e := m.past
	if e == nil {
		return
	}
	m.past, m.future = e.prev, m.future.push(e.change)
	m.swap(e.at, e.at+len(e.came), e.gone)
	m.cur = e.before
}

func (m *Model) redo() {
	e := m.future
	if e == nil {
		return
	}
	m.future, m.past = e.prev, m.past.push(e.change)
	m.swap(e.at, e.at+len(e.gone), e.came)
	m.cur = e.after
}
