package edit

import "minne/ui/keys"

// The actions that Act takes. A text of one line has no use for those that move
// by rows, nor for Newline.
const (
	Left        keys.Action = "left"
	Right       keys.Action = "right"
	WordLeft    keys.Action = "word-left"
	WordRight   keys.Action = "word-right"
	LineStart   keys.Action = "line-start"
	LineEnd     keys.Action = "line-end"
	Up          keys.Action = "up"
	Down        keys.Action = "down"
	PageUp      keys.Action = "page-up"
	PageDown    keys.Action = "page-down"
	First       keys.Action = "first" // the beginning of the text
	Last        keys.Action = "last"  // its end
	Newline     keys.Action = "newline"
	Erase       keys.Action = "erase"         // the character before the cursor
	Delete      keys.Action = "delete"        // the one at the cursor
	EraseWord   keys.Action = "erase-word"    // back to where WordLeft goes
	DeleteWord  keys.Action = "delete-word"   // up to where WordRight goes
	EraseToEdge keys.Action = "erase-to-edge" // back to the beginning of the line; there, the line end before
	DeleteToEnd keys.Action = "delete-to-end" // up to the end of the line; there, the line end
	DeleteLine  keys.Action = "delete-line"   // with what ends it
	Undo        keys.Action = "undo"
	Redo        keys.Action = "redo"
)

// Act does what a key means. An action that is not in the list above does
// nothing. The error is a *Full, and then nothing has changed.
func (m Model) Act(do keys.Action) (Model, error) {
	m.begin()
	n := m
	known, err := n.act(do)
	if !known || err != nil {
		return m, err
	}
	return n.settled(), nil
}

// act reports whether it knows an action that has been done.
func (m *Model) act(do keys.Action) (known bool, err error) {
	if m.rise(do) {
		m.run = 0
		return true, nil
	}
	m.goal = 0
	if at, moves := m.target(do); moves {
		m.cur, m.run = at, 0
		return true, nil
	}
	if from, to, r, cuts := m.extent(do); cuts {
		return true, m.replace(from, to, "", r)
	}
	switch do {
	case Newline:
		if !m.single {
			err = m.replace(m.cur, m.cur, m.doc.prevailing(), typing)
		}
	case Undo:
		m.run = 0
		m.undo()
	case Redo:
		m.run = 0
		m.redo()
	default:
		return false, nil
	}
	return true, err
}

// rise moves by rows and keeps the column.
func (m *Model) rise(do keys.Action) bool {
	n := 0
	switch do {
	case Up:
		n = -1
	case Down:
		n = 1
	case PageUp:
		n = -max(m.h, 1)
	case PageDown:
		n = max(m.h, 1)
	default:
		return false
	}
	switch {
	case m.single:
	case n == 1 || n == -1:
		m.vertical(n)
	default:
		m.page(n)
	}
	return true
}

// target returns where a movement within lines goes.
func (m *Model) target(do keys.Action) (at int, moves bool) {
	switch do {
	case Left:
		return m.prev(m.cur), true
	case Right:
		return m.next(m.cur), true
	case WordLeft:
		return m.wordPrev(m.cur), true
	case WordRight:
		return m.wordNext(m.cur), true
	case LineStart:
		start, _, _ := m.line(m.cur)
		return start, true
	case LineEnd:
		_, end, _ := m.line(m.cur)
		return end, true
	case First:
		return 0, true
	case Last:
		return m.doc.size, true
	}
	return 0, false
}

// extent returns which bytes a deletion takes.
func (m *Model) extent(do keys.Action) (from, to int, r run, cuts bool) {
	start, end, by := m.line(m.cur)
	switch do {
	case Erase:
		return m.prev(m.cur), m.cur, erasing, true
	case Delete:
		return m.cur, m.next(m.cur), deleting, true
	case EraseWord:
		return m.wordPrev(m.cur), m.cur, erasing, true
	case DeleteWord:
		return m.cur, m.wordNext(m.cur), deleting, true
	case EraseToEdge:
		if m.cur == start {
			start = m.prev(m.cur)
		}
		return start, m.cur, 0, true
	case DeleteToEnd:
		if m.cur == end {
			end += len(by)
		}
		return m.cur, end, 0, true
	case DeleteLine:
		return start, end + len(by), 0, true
	}
	return 0, 0, 0, false
}
