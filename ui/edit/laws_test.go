package edit_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"minne/tools/text"
	"minne/ui/cells"
	"minne/ui/edit"
	"minne/ui/keys"
)

var (
	plainMoves = []keys.Action{edit.Left, edit.Right, edit.LineStart, edit.LineEnd, edit.First, edit.Last}
	byRow      = []keys.Action{edit.Up, edit.Down, edit.PageUp, edit.PageDown, edit.WordLeft, edit.WordRight}
	cuts       = []keys.Action{edit.Newline, edit.Erase, edit.Delete, edit.EraseToEdge, edit.DeleteToEnd, edit.DeleteLine}
)

// Whatever a person does, the text is what a string would be, byte for byte, and
// what is on the screen shows it.
func TestATextIsLikeAString(t *testing.T) {
	t.Parallel()
	for name, r := range rulers {
		for _, plain := range []bool{false, true} {
			t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
				s := anyText.Draw(t, "text")
				w, h := rapid.IntRange(0, 30).Draw(t, "w"), rapid.IntRange(0, 8).Draw(t, "h")
				m := edit.New(s, edit.Options{Look: edit.Look{Ruler: r, Plain: plain}}).Resize(w, h)
				n := naive{s: s}
				for range rapid.IntRange(0, 25).Draw(t, "steps") {
					m, n = act(t, m, n, &w, &h)
					if got := m.String(); got != n.s || m.Len() != len(got) {
						t.Fatalf("the text is %+q, %d bytes, want %+q", got, m.Len(), n.s)
					}
					if m.Cursor() != n.cur {
						t.Fatalf("the cursor is at %d in %+q, want %d", m.Cursor(), n.s, n.cur)
					}
					if m.Changed() != (n.s != s) {
						t.Fatalf("changed is %v, from %+q to %+q", m.Changed(), s, n.s)
					}
					if err := see(m, r, w, h); err != nil {
						t.Fatalf("%+q: %v", n.s, err)
					}
				}
			}))
		}
	}
}

// act does something to a text and to the string that it should be.
func act(t *rapid.T, m edit.Model, n naive, w, h *int) (edit.Model, naive) {
	var err error
	switch rapid.IntRange(0, 9).Draw(t, "do") {
	case 0, 1:
		s := kinds.Draw(t, "typed")
		m, err = m.Insert(s)
		n = n.swap(n.cur, n.cur, s, "typed")
	case 2:
		s := anyText.Draw(t, "pasted")
		m, err = m.Paste(s)
		if !strings.Contains(s, "\n") {
			s = strings.ReplaceAll(s, "\r", n.eol())
		}
		n = n.swap(n.cur, n.cur, s, "whole")
	case 3, 4:
		do := rapid.SampledFrom(cuts).Draw(t, "cut")
		m, err = m.Act(do)
		n = n.act(do)
	case 5:
		do := rapid.SampledFrom(plainMoves).Draw(t, "move")
		m, err = m.Act(do)
		n = n.act(do)
	case 6:
		do := rapid.SampledFrom(byRow).Draw(t, "row")
		m, err = m.Act(do)
		n = somewhere(t, m, n, string(do))
	case 7:
		switch rapid.IntRange(0, 2).Draw(t, "mouse") {
		case 0:
			m = m.Click(rapid.IntRange(-1, 40).Draw(t, "x"), rapid.IntRange(-1, 9).Draw(t, "y"))
		case 1:
			m = m.Scroll(rapid.IntRange(-9, 9).Draw(t, "by"))
		case 2:
			*w, *h = rapid.IntRange(0, 30).Draw(t, "w"), rapid.IntRange(0, 8).Draw(t, "h")
			m = m.Resize(*w, *h)
		}
		n = somewhere(t, m, n, "mouse")
	case 8:
		was := m
		m, err = m.Act(edit.Undo)
		undone, may := n.undone(m.String())
		if !may {
			t.Fatalf("undoing in %+q gives %+q, which it was not just before", n.s, m.String())
		}
		redone, _ := m.Act(edit.Redo)
		if undone.s != n.s && redone.String() != n.s {
			t.Fatalf("redoing gives %+q, want %+q", redone.String(), n.s)
		}
		if undone.s == n.s {
			m = was
		}
		n = undone
		n = somewhere(t, m, n, "undo")
	case 9:
		s := anyText.Draw(t, "set")
		m, err = m.Set(s)
		n = n.swap(0, len(n.s), s, "whole")
		n = somewhere(t, m, n, "set")
	}
	if err != nil {
		t.Fatalf("refused without a limit: %v", err)
	}
	return m, n
}

// somewhere takes the cursor to be where it is, if it can be there.
func somewhere(t *rapid.T, m edit.Model, n naive, after string) naive {
	if !slices.Contains(n.stops(), m.Cursor()) {
		t.Fatalf("after %s the cursor is at %d in %+q, between two places", after, m.Cursor(), n.s)
	}
	if m.Cursor() == n.cur {
		return n
	}
	return n.moved(m.Cursor())
}

// Undoing everything gives what was loaded, redoing everything what was there.
func TestUndoGoesAllTheWayBackAndRedoAllTheWayForth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyText.Draw(t, "text")
		m, n := edit.New(s, edit.Options{}), naive{s: s}
		w, h := 20, 5
		m = m.Resize(w, h)
		for range rapid.IntRange(0, 25).Draw(t, "steps") {
			m, n = act(t, m, n, &w, &h)
		}
		all := func(do keys.Action) {
			for was := -1; was != m.Edits(); {
				was = m.Edits()
				m, _ = m.Act(do)
			}
		}
		all(edit.Redo)
		last := m.String()
		all(edit.Undo)
		if got := m.String(); got != s || m.Changed() {
			t.Fatalf("undone all the way it is %+q, want %+q", got, s)
		}
		all(edit.Redo)
		if got := m.String(); got != last {
			t.Fatalf("redone all the way it is %+q, want %+q", got, last)
		}
	})
}

// A value that was kept does not change when others are made from it.
func TestAnOlderValueStaysAsItWas(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyText.Draw(t, "text")
		w, h := 12, 4
		m, n := edit.New(s, edit.Options{}).Resize(w, h), naive{s: s}
		m, n = act(t, m, n, &w, &h)
		old, view := m.String(), m.View()
		drawn := make([]string, len(view.Rows))
		for i, row := range view.Rows {
			drawn[i] = text.Join(row)
		}
		for range 5 {
			x, y := w, h
			a, b := m, n
			for range 4 {
				a, b = act(t, a, b, &x, &y)
			}
		}
		if got := m.String(); got != old || m.Cursor() != n.cur {
			t.Fatalf("it became %+q, was %+q", got, old)
		}
		for i, row := range m.View().Rows {
			if got := text.Join(row); got != drawn[i] {
				t.Fatalf("row %d became %q, was %q", i, got, drawn[i])
			}
		}
		again := m.Resize(w+1, h).Resize(w, h).View()
		for i, row := range again.Rows {
			if got := text.Join(row); got != drawn[i] {
				t.Fatalf("row %d is %q after resizing, was %q", i, got, drawn[i])
			}
		}
	})
}

// The screen shows what package text makes of the text.
func TestWhatIsDrawnIsWhatPackageTextDraws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyText.Draw(t, "text")
		plain := rapid.Bool().Draw(t, "plain")
		scan := text.Spans
		if plain {
			scan = text.Plain
		}
		w := rapid.IntRange(1, 40).Draw(t, "w")
		m := edit.New(s, edit.Options{Look: edit.Look{Ruler: cells.Ruler{Clusters: true}, Plain: plain}}).Resize(w, 4000)
		var got, want strings.Builder
		for _, row := range m.View().Rows {
			got.WriteString(text.Join(row))
		}
		for _, line := range scan(s, true) {
			want.WriteString(text.Join(line))
		}
		if got.String() != want.String() {
			t.Fatalf("%+q is drawn as\n%q, want\n%q", s, got.String(), want.String())
		}
	})
}

// Every place can be reached with one key, in both directions, and by rows.
func TestEveryPlaceCanBeReached(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyText.Draw(t, "text")
		w, h := rapid.IntRange(1, 20).Draw(t, "w"), rapid.IntRange(1, 5).Draw(t, "h")
		m := edit.New(s, edit.Options{}).Resize(w, h)
		all := naive{s: s}.stops()
		for _, want := range all {
			if m.Cursor() != want {
				t.Fatalf("in %+q the cursor is at %d, want %d", s, m.Cursor(), want)
			}
			m, _ = m.Act(edit.Right)
		}
		for i := len(all) - 1; i >= 0; i-- {
			if m.Cursor() != all[i] {
				t.Fatalf("in %+q the cursor is at %d, want %d", s, m.Cursor(), all[i])
			}
			m, _ = m.Act(edit.Left)
		}
		for _, do := range [][2]keys.Action{{edit.Down, edit.Up}, {edit.PageDown, edit.PageUp}, {edit.WordRight, edit.WordLeft}} {
			m = travel(t, m, do[0])
			line := s[strings.LastIndexByte(s, '\n')+1:]
			if m.Cursor() < len(s)-len(line) || do[0] == edit.WordRight && m.Cursor() != len(s) {
				t.Fatalf("%s ends at %d of %d in %+q", do[0], m.Cursor(), len(s), s)
			}
			m, _ = m.Act(edit.Last)
			m = travel(t, m, do[1])
			m, _ = m.Act(edit.LineStart)
			if m.Cursor() != 0 {
				t.Fatalf("%s ends at %d in %+q", do[1], m.Cursor(), s)
			}
		}
	})
}

// travel does the same until nothing moves.
func travel(t *rapid.T, m edit.Model, do keys.Action) edit.Model {
	for range 10000 {
		at := m.Cursor()
		if m, _ = m.Act(do); m.Cursor() == at {
			return m
		}
	}
	t.Fatalf("%s has no end", do)
	return m
}
