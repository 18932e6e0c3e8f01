// Package edit is a text that a person writes: of many lines, or of one, as in a
// form. It is a value: it is given keys and a size, and says what to draw and
// where the cursor is. It knows no terminal, no style and no clock, and does no
// I/O.
//
// Bytes that nobody has edited stay as they are: tabs, CRLF, a missing last
// newline, control and hidden characters, even what is not UTF-8. A new line ends
// as most lines of the text do. Nothing hidden is drawn: what would act or could
// not be seen is shown as a mark (package text), and a mark is one step of the
// cursor. A CRLF is one step, too; its CR is shown.
//
// A step is otherwise a character as a person counts them, a grapheme cluster.
// Lines are wrapped to the width; the last column stays free for the cursor.
//
// Each key costs about the same however long the text is: only what is on the
// screen is laid out, in parts of a line if the line is long. Such a part, of
// some eight kilobytes, begins a row of its own.
package edit

import (
	"fmt"

	"minne/tools/text"
)

// Options are what a text is made with.
type Options struct {
	// Limit is how many bytes the text may have; 0 is no limit. A longer one can
	// be loaded and shortened, but nothing can be added to it.
	Limit int
	// Undo is how many bytes are kept for undoing; 0 is 8 MiB. The last change can
	// always be undone.
	Undo int
	Look Look
}

// Model is a text and the cursor in it. The zero Model is an empty text of many
// lines, without a limit or a size.
type Model struct {
	opts   Options
	single bool

	doc    doc
	cur    int // the cursor, an offset
	goal   int // the column that up and down keep to, from 1; 0: none
	run    run // what the next change may continue
	past   *entry
	future *entry
	saved  doc
	edits  int

	w, h int
	top  int // what the first row on the screen was chosen to begin with

	// What is on the screen.
	first int // what its first row begins with
	rows  [][]text.Span
	x, y  int
	seen  []*laid
}

// New returns a text of many lines with the cursor at its beginning.
func New(s string, o Options) Model {
	d := newDoc(s)
	return Model{opts: o, doc: d, saved: d}
}

// NewLine returns a text of one line with the cursor at its end. It scrolls to
// the side, and line ends that are pasted become spaces.
func NewLine(s string, o Options) Model {
	m := New(s, o)
	m.single, m.cur = true, len(s)
	return m
}

// String returns the text, byte for byte.
func (m Model) String() string { return m.doc.String() }

// Len returns how many bytes the text has.
func (m Model) Len() int { return m.doc.size }

// Cursor returns the offset of the byte that the cursor is before.
func (m Model) Cursor() int { return m.cur }

// Position returns the line that the cursor is in, from 1, and how many lines
// there are.
func (m Model) Position() (line, of int) {
	return m.doc.linesBefore(m.cur) + 1, m.doc.linesBefore(m.doc.size) + 1
}

// Edits counts the changes of the text, undoing included: a draft is out of date
// when it differs.
func (m Model) Edits() int { return m.edits }

// Changed reports whether the text differs from the one that was loaded, or was
// there when Saved was called.
func (m Model) Changed() bool { return !m.doc.equal(m.saved) }

// Saved takes the text as it is for unchanged.
func (m Model) Saved() Model {
	m.saved = m.doc
	m.run = 0
	return m
}

// Full says that a change was refused because the text would be too long.
type Full struct{ Size, Limit int }

// Error says so in bytes.
func (f *Full) Error() string {
	return fmt.Sprintf("the text would be %d bytes, the limit is %d: nothing was put in", f.Size, f.Limit)
}
