package edit_test

import (
	"testing"

	"minne/tools/text/hostile"
	"minne/ui/cells"
	"minne/ui/edit"
	"minne/ui/keys"
)

var everything = []keys.Action{
	edit.Left, edit.Right, edit.WordLeft, edit.WordRight, edit.LineStart, edit.LineEnd, edit.Up, edit.Down, edit.PageUp, edit.PageDown, edit.First, edit.Last,
	edit.Newline, edit.Erase, edit.Delete, edit.EraseWord, edit.DeleteWord, edit.EraseToEdge, edit.DeleteToEnd, edit.DeleteLine, edit.Undo, edit.Redo,
}

// Whatever the text is and whatever is done, nothing panics, nothing hidden is
// drawn, the cursor is on the screen, and undoing everything gives the text again.
func FuzzEdit(f *testing.F) {
	for _, p := range hostile.Payloads {
		f.Add(p.Text, p.Text, []byte{7, 12, 30, 31, 1, 13, 20, 21, 5, 14}, uint8(20), uint8(5), true)
	}
	f.Add("a\r\nb\tc\n", "한국어 👨‍👩‍👧", []byte{1, 1, 22, 7, 23, 18, 20, 40, 41}, uint8(3), uint8(1), false)
	f.Fuzz(func(t *testing.T, s, typed string, steps []byte, w, h uint8, clusters bool) {
		r := cells.Ruler{Clusters: clusters}
		o := edit.Options{Look: edit.Look{Ruler: r, Plain: w%2 == 0}}
		m := edit.New(s, o).Resize(int(w), int(h))
		if w%3 == 0 {
			m, h = edit.NewLine(s, o).Resize(int(w), int(h)), min(h, 1)
		}
		for _, b := range steps[:min(len(steps), 100)] {
			switch {
			case int(b) < len(everything):
				m, _ = m.Act(everything[b])
			case b%4 == 0:
				m, _ = m.Insert(typed)
			case b%4 == 1:
				m, _ = m.Paste(typed)
			case b%4 == 2:
				m = m.Click(int(b)/8, int(b)%8)
			default:
				m = m.Scroll(int(b) - 120)
			}
			if err := see(m, r, int(w), int(h)); err != nil {
				t.Fatalf("%+q: %v", m.String(), err)
			}
			if m.Len() > 1<<16 {
				return
			}
		}
		for was := -1; was != m.Edits(); {
			was = m.Edits()
			m, _ = m.Act(edit.Undo)
		}
		if got := m.String(); got != s {
			t.Fatalf("undone all the way it is %+q, want %+q", got, s)
		}
	})
}
