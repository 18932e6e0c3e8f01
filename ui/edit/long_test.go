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

// Texts far longer than what is kept in one piece are what a string would be,
// too.
func TestALongTextIsLikeAString(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		part := func(name string, most int) string {
			return strings.Repeat(anyText.Draw(t, name), rapid.IntRange(1, most).Draw(t, name+" times"))
		}
		s := part("text", 2000) + part("more", 2000)
		m := edit.New(s, edit.Options{}).Resize(60, 20)
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			at, was := m.Cursor(), len(s)
			switch do := rapid.SampledFrom([]keys.Action{"insert", edit.Last, edit.PageDown, edit.PageUp, edit.WordRight, edit.WordLeft, edit.Erase, edit.Delete, edit.DeleteLine, edit.EraseToEdge, edit.EraseWord, edit.Undo}).Draw(t, "do"); do {
			case "insert":
				with := part("inserted", 300)
				m, _ = m.Insert(with)
				s = s[:at] + with + s[at:]
			case edit.Undo:
				m, _ = m.Act(edit.Undo)
				again, _ := m.Act(edit.Redo)
				if got := again.String(); got != s && m.String() != s {
					t.Fatal("undone and redone it is not what it was")
				}
				s = m.String()
			default:
				m, _ = m.Act(do)
				from := min(at, shared(s, m.String()))
				s = s[:from] + s[from+was-m.Len():]
			}
			if got := m.String(); got != s || m.Len() != len(s) {
				t.Fatalf("it is %d bytes that differ, want %d", len(got), len(s))
			}
			line, of := m.Position()
			if want := strings.Count(s[:m.Cursor()], "\n") + 1; line != want || of != strings.Count(s, "\n")+1 {
				t.Fatalf("the cursor is in line %d of %d, want %d", line, of, want)
			}
			if err := see(m, cells.Ruler{}, 60, 20); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// shared returns how many bytes two texts begin with alike.
func shared(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// However long a line is, the cursor comes past every character of it, and stops
// in none.
func TestALongLineIsWholeOnTheScreenAndUnderTheCursor(t *testing.T) {
	t.Parallel()
	for name, unit := range map[string]string{"words": "of words ", "one word": "x", "Han": "漢", "emoji": "👨‍👩‍👧", "accents": "e\u0301", "Persian": "می\u200cخواهم ", "escapes": "\x1b"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := "a" + strings.Repeat(unit, 18_000/len(unit)) + "z"
			m := edit.New(s, edit.Options{Look: edit.Look{Ruler: cells.Ruler{Clusters: true}}}).Resize(80, 3)
			want := naive{s: s}.stops()
			var drawn strings.Builder
			top := -1
			var got []int
			for at := -1; m.Cursor() > at; m, _ = m.Act(edit.Right) {
				at = m.Cursor()
				got = append(got, at)
				rows := m.View().Rows
				if row := rows[m.View().Y]; len(row) > 0 && row[0].From > top {
					top = row[0].From
					drawn.WriteString(text.Join(row))
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("the cursor has been at %d places, want %d", len(got), len(want))
			}
			if all := text.Join(text.Spans(s, true)[0]); drawn.String() != all {
				t.Errorf("the screen has shown %d bytes, want %d", drawn.Len(), len(all))
			}
			m, _ = m.Act(edit.LineStart)
			if m, _ = m.Act(edit.LineEnd); m.Cursor() != len(s) {
				t.Errorf("the line ends at %d, want %d", m.Cursor(), len(s))
			}
		})
	}
}

// What is left of a long past is what is newest, and it takes no more than it may.
func TestUndoForgetsTheOldestFirst(t *testing.T) {
	t.Parallel()
	m := edit.New("", edit.Options{Undo: 20_000})
	for range 100 {
		m, _ = m.Paste(strings.Repeat("a line\n", 100))
	}
	steps := 0
	for was := -1; was != m.Len(); steps++ {
		was = m.Len()
		m, _ = m.Act(edit.Undo)
	}
	if left := m.Len() / 700; left != 100-steps+1 || steps < 10 || steps > 30 {
		t.Errorf("%d of 100 pastes are left after %d steps back", left, steps-1)
	}
	whole := strings.Repeat("x", 100_000)
	m = edit.New(whole, edit.Options{Undo: 20_000})
	m, _ = m.Act(edit.DeleteLine)
	if m, _ = m.Act(edit.Undo); m.String() != whole {
		t.Error("the last change, longer than all that is kept, could not be undone")
	}
}

// Where each character takes columns of its own, one made of many has no bounds.
func TestNoCharacterIsWiderThanTheScreen(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"skins": "a" + strings.Repeat("🏽", 30), "signs": "क" + strings.Repeat("\u0903", 5000), "conjunct": strings.Repeat("क्", 500) + "क", "family": strings.Repeat("👨\u200d", 50) + "👧",
	} {
		m := edit.New(s, edit.Options{}).Resize(20, 10)
		for range 3 {
			if err := see(m, cells.Ruler{}, 20, 10); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			m, _ = m.Act(edit.Right)
		}
		if m.Cursor() != len(s) && name != "signs" {
			t.Errorf("%s: the cursor is at %d after the only character, want %d", name, m.Cursor(), len(s))
		}
	}
}
