package edit_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"minne/tools/text"
	"minne/ui/cells"
	"minne/ui/edit"
	"minne/ui/keys"
)

// do does one thing after another; what is no action is typed.
func do(t *testing.T, m edit.Model, all ...string) edit.Model {
	t.Helper()
	for _, a := range all {
		was := m
		m, _ = m.Act(keys.Action(a))
		if m.Edits() == was.Edits() && m.Cursor() == was.Cursor() && !slices.Contains(actions, keys.Action(a)) {
			var err error
			if m, err = m.Insert(a); err != nil {
				t.Fatalf("typing %q: %v", a, err)
			}
		}
	}
	return m
}

var actions = slices.Concat(plainMoves, byRow, cuts, []keys.Action{edit.Undo, edit.Redo, edit.EraseWord, edit.DeleteWord})

func typed(t *testing.T, m edit.Model, s string) edit.Model {
	t.Helper()
	for _, r := range s {
		m = do(t, m, strings.Replace(string(r), "\n", "newline", 1))
	}
	return m
}

// picture draws the screen, with | where the cursor is.
func picture(m edit.Model) string {
	v := m.View()
	var out []string
	for y, row := range v.Rows {
		s := text.Join(row)
		if y == v.Y {
			head := cells.Ruler{}.Cut(s, v.X, "")
			s = head + "|" + s[len(head):]
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

func TestLinesAreWrappedAndTheCursorIsSeen(t *testing.T) {
	t.Parallel()
	m := edit.New("one two three\n\tfour\r\nfive\x1b\u202e six", edit.Options{}).Resize(11, 6)
	for _, step := range []struct{ do, want string }{
		{"", "|one two \nthree\n    four␍\nfive␛<U+20\n2E> six"},
		{"down", "one two \n|three\n    four␍\nfive␛<U+20\n2E> six"},
		{"line-end", "one two \nthree|\n    four␍\nfive␛<U+20\n2E> six"},
		{"down", "one two \nthree\n    f|our␍\nfive␛<U+20\n2E> six"},
		{"down", "one two \nthree\n    four␍\nfive␛|<U+20\n2E> six"},
		{"right", "one two \nthree\n    four␍\nfive␛<U+20\n2E>| six"},
		{"left", "one two \nthree\n    four␍\nfive␛|<U+20\n2E> six"},
		{"last", "one two \nthree\n    four␍\nfive␛<U+20\n2E> six|"},
		{"newline", "one two \nthree\n    four␍\nfive␛<U+20\n2E> six\n|"},
		{"seven", "one two \nthree\n    four␍\nfive␛<U+20\n2E> six\nseven|"},
		{"newline", "three\n    four␍\nfive␛<U+20\n2E> six\nseven\n|"},
		{"first", "|one two \nthree\n    four␍\nfive␛<U+20\n2E> six\nseven"},
	} {
		if m = do(t, m, step.do); picture(m) != step.want {
			t.Fatalf("after %q\n%s\nwant\n%s", step.do, picture(m), step.want)
		}
	}
}

func TestANewLineEndsAsMostLinesDo(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"": "\n", "a\nb": "\n", "a\r\nb": "\r\n", "a\r\nb\r\nc\nd": "\r\n", "a\r\nb\n": "\n", "a\rb": "\n",
		strings.Repeat("a line\r\n", 5000) + "\n\n": "\r\n",
	} {
		if got := do(t, edit.New(s, edit.Options{}), "newline").String(); got != want+s {
			t.Errorf("a new line in %.20q ends in %q, want %q", s, strings.TrimSuffix(got, s), want)
		}
	}
}

func TestACRLFIsOneStep(t *testing.T) {
	t.Parallel()
	m := edit.New("a\r\nb", edit.Options{}).Resize(20, 5)
	m = do(t, m, "right", "right")
	if m.Cursor() != 3 {
		t.Errorf("two steps on is byte %d, want 3", m.Cursor())
	}
	if got := do(t, m, "erase").String(); got != "ab" {
		t.Errorf("erasing the line end leaves %q", got)
	}
	if got := do(t, m, "left", "delete").String(); got != "ab" {
		t.Errorf("deleting the line end leaves %q", got)
	}
}

func TestUndoTakesBackAWordAtATime(t *testing.T) {
	t.Parallel()
	m := typed(t, edit.New("", edit.Options{}), "one two  three\nfour")
	m = do(t, m, "erase", "erase")
	for _, want := range []string{"one two  three\nfour", "one two  three\n", "one two  ", "one ", "", ""} {
		if m = do(t, m, "undo"); m.String() != want {
			t.Fatalf("undone to %q, want %q", m.String(), want)
		}
	}
	for _, want := range []string{"one ", "one two  ", "one two  three\n"} {
		if m = do(t, m, "redo"); m.String() != want {
			t.Fatalf("redone to %q, want %q", m.String(), want)
		}
	}
	m = do(t, m, "x", "redo")
	if m.String() != "one two  three\nx" {
		t.Errorf("after typing something else there is nothing to redo, but it is %q", m.String())
	}
	m = do(t, edit.New("", edit.Options{}), "a", "left", "right", "b", "undo")
	if m.String() != "a" {
		t.Errorf("a movement ends what is undone at once, but it is %q", m.String())
	}
}

func TestWordsAreMovedOverAndDeleted(t *testing.T) {
	t.Parallel()
	m := edit.New("don't stop — here\n日本 x", edit.Options{})
	var at []int
	for range 7 {
		m = do(t, m, "word-right")
		at = append(at, m.Cursor())
	}
	if want := []int{5, 10, 19, 20, 23, 26, 28}; !slices.Equal(at, want) {
		t.Errorf("words to the right end at %d, want %d", at, want)
	}
	at = nil
	for range 7 {
		m = do(t, m, "word-left")
		at = append(at, m.Cursor())
	}
	if want := []int{27, 23, 20, 19, 15, 6, 0}; !slices.Equal(at, want) {
		t.Errorf("words to the left begin at %d, want %d", at, want)
	}
	if got := do(t, m, "delete-word", "last", "erase-word").String(); got != " stop — here\n日本 " {
		t.Errorf("without the first word and the last it is %q", got)
	}
}

func TestLinesAreDeleted(t *testing.T) {
	t.Parallel()
	m := do(t, edit.New("one\r\ntwo\nthree", edit.Options{}), "down", "right")
	for what, want := range map[string]string{
		"delete-to-end": "one\r\nt\nthree", "erase-to-edge": "one\r\nwo\nthree", "delete-line": "one\r\nthree",
	} {
		if got := do(t, m, what).String(); got != want {
			t.Errorf("%s leaves %q, want %q", what, got, want)
		}
	}
	if got := do(t, m, "line-end", "delete-to-end").String(); got != "one\r\ntwothree" {
		t.Errorf("at the end of a line it leaves %q", got)
	}
	if got := do(t, m, "line-start", "erase-to-edge").String(); got != "onetwo\nthree" {
		t.Errorf("at the beginning of a line it leaves %q", got)
	}
	if got := do(t, m, "delete-line", "delete-line", "first", "delete-line").String(); got != "" {
		t.Errorf("three times leaves %q", got)
	}
}

// CASES 30.
func TestAHundredAndFiftyLinesCanBeTyped(t *testing.T) {
	t.Parallel()
	var want strings.Builder
	for i := range 150 {
		fmt.Fprintf(&want, "line %d\n", i)
	}
	m := typed(t, edit.New("", edit.Options{}).Resize(80, 24), want.String())
	if got := m.String(); got != want.String() {
		t.Errorf("typed are %d lines", strings.Count(got, "\n"))
	}
	m, _ = edit.New("", edit.Options{}).Resize(80, 24).Paste(strings.TrimSuffix(want.String(), "\n"))
	m = typed(t, m, "\ntail")
	if got := m.String(); got != want.String()+"tail" {
		t.Errorf("it ends in %q", got[max(len(got)-20, 0):])
	}
	if line, of := m.Position(); line != 151 || of != 151 {
		t.Errorf("the cursor is in line %d of %d, want 151", line, of)
	}
}

// CASES 31.
func TestWhatIsPastedIsExact(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, pasted, want string }{
		{"as it is", "", "line1\nline2\n:q\ndd\n", "line1\nline2\n:q\ndd\n"},
		{"as terminals send it", "", "line1\rline2\r:q\rdd\r", "line1\nline2\n:q\ndd\n"},
		{"into CRLF", "x\r\n", "line1\rline2\r", "line1\r\nline2\r\nx\r\n"},
		{"mixed", "x\r\n", "a\nb\r\nc\rd", "a\nb\r\nc\rdx\r\n"},
		{"control characters", "", "a\x00\x1b[31m\t\u202e", "a\x00\x1b[31m\t\u202e"},
	} {
		m, err := edit.New(c.in, edit.Options{}).Resize(80, 24).Paste(c.pasted)
		if got := m.String(); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
		if got := do(t, m, "undo").String(); got != c.in {
			t.Errorf("%s: undone it is %q", c.name, got)
		}
	}
	long := strings.Repeat("0123456789 abcdefgh\n", 3500) // 70 kB
	if m, err := edit.New("", edit.Options{}).Resize(80, 24).Paste(long); err != nil || m.String() != long {
		t.Errorf("pasting 70 kB: %d bytes, %v", m.Len(), err)
	}
}

// CASES 29.
func TestTheEndOfALongWordCanBeSeen(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("a line\n", 399) + "END-400"
	word := strings.Repeat("x", 5000-len("END-5000")) + "END-5000"
	for end, s := range map[string]string{"END-5000": word, "END-400": lines} {
		for _, w := range []int{40, 200} {
			for _, by := range []keys.Action{edit.Last, edit.PageDown, edit.Down} {
				m := edit.New(s, edit.Options{}).Resize(w, 10)
				for range 500 {
					m = do(t, m, string(by))
				}
				var seen strings.Builder
				for _, row := range m.View().Rows {
					seen.WriteString(text.Join(row))
				}
				if !strings.HasSuffix(seen.String(), end) {
					t.Errorf("%s at %d columns shows %q at the end", by, w, picture(m))
				}
			}
		}
	}
}

// CASES 29: the widths were measured.
func TestTheCursorStandsBetweenWideCharacters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s    string
		want []int // columns, step by step
	}{
		{"한국어-메모", []int{0, 2, 4, 6, 7, 9, 11}},
		{"👨‍👩‍👧-family", []int{0, 2, 3}},
		{"🇸🇪x", []int{0, 2, 3}},
		{"✔️ d", []int{0, 2, 3, 4}},
		{"✔ d", []int{0, 1, 2, 3}},
		{"🫠x", []int{0, 2, 3}},
		{"e\u0301x", []int{0, 1, 2}},
		{"a\tb", []int{0, 1, 4, 5}},
		{"\x1b\u202ex", []int{0, 1, 9, 10}},
	} {
		m := edit.New(c.s, edit.Options{Look: edit.Look{Ruler: cells.Ruler{Clusters: true}}}).Resize(40, 1)
		for i, want := range c.want {
			if got := m.View().X; got != want {
				t.Errorf("%q: after %d steps the cursor is in column %d, want %d", c.s, i, got, want)
			}
			m = do(t, m, "right")
		}
	}
}

func TestOnAnOldTerminalStepsStayCharacters(t *testing.T) {
	t.Parallel()
	ascii := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r < 0x80 {
				return r
			}
			return '?'
		}, strings.ReplaceAll(s, "␛", "^["))
	}
	for _, c := range []struct {
		look  edit.Look
		drawn string
		want  []int // columns, step by step
	}{
		{edit.Look{}, "👨+👩e\u0301␛<U+x", []int{0, 5, 6, 7, 8, 9, 10}},
		{edit.Look{Readable: ascii}, "?+?e?^[<U+x", []int{0, 3, 5, 7, 8, 9, 10}},
		{edit.Look{Plain: true}, "👨+👩e\u0301␛<<U+x", []int{0, 5, 6, 7, 9, 10, 11}},
	} {
		m := edit.New("👨\u200d👩e\u0301\x1b<U+x", edit.Options{Look: c.look}).Resize(40, 1)
		if got := text.Join(m.View().Rows[0]); got != c.drawn {
			t.Errorf("it is drawn as %q, want %q", got, c.drawn)
		}
		for i, want := range c.want {
			if got := m.View().X; got != want {
				t.Errorf("%q: after %d steps the cursor is in column %d, want %d", c.drawn, i, got, want)
			}
			m = do(t, m, "right")
		}
	}
}

func TestATextThatWouldBeTooLongIsRefusedWithAReason(t *testing.T) {
	t.Parallel()
	m := edit.New("12345", edit.Options{Limit: 8}).Resize(40, 3)
	for name, f := range map[string]func() (edit.Model, error){
		"typing":  func() (edit.Model, error) { return m.Insert("6789") },
		"pasting": func() (edit.Model, error) { return m.Paste("6\r7\r8") },
		"setting": func() (edit.Model, error) { return m.Set("123456789") },
	} {
		n, err := f()
		var full *edit.Full
		if n.String() != "12345" || !errors.As(err, &full) || full.Limit != 8 || !strings.Contains(err.Error(), "8") {
			t.Errorf("%s: %q, %v", name, n.String(), err)
		}
	}
	m, _ = m.Insert("678")
	if _, err := m.Act(edit.Newline); err == nil || m.String() != "678"+"12345" {
		t.Errorf("a new line in a full text: %v", err)
	}
	over := edit.New("123456789", edit.Options{Limit: 8})
	if got := do(t, over, "delete").String(); got != "23456789" {
		t.Errorf("a text that is too long cannot be shortened: %q", got)
	}
}

func TestSettingIsOneChangeAndKeepsThePlace(t *testing.T) {
	t.Parallel()
	m := do(t, edit.New("one\ntwo\nthree", edit.Options{}).Resize(20, 5), "right", "right")
	n, err := m.Set("one\n2\nthree")
	if err != nil || n.String() != "one\n2\nthree" || n.Cursor() != 2 || !n.Changed() {
		t.Errorf("set: %q, the cursor at %d, %v", n.String(), n.Cursor(), err)
	}
	if n = do(t, n, "undo"); n.String() != m.String() || n.Changed() {
		t.Errorf("undone it is %q", n.String())
	}
	if n, _ = m.Set(m.String()); n.Edits() != m.Edits() {
		t.Error("the same text is a change")
	}
}

// CASES 28, 32.
func TestAnUnchangedTextIsKnownAndAScreenComesBack(t *testing.T) {
	t.Parallel()
	m := edit.New(strings.Repeat("some words of text\n", 100), edit.Options{}).Resize(80, 24)
	m = do(t, m, "page-down", "page-down", "up", "up", "right")
	want := picture(m)
	for _, size := range [][2]int{{20, 5}, {5, 3}, {1, 1}, {0, 0}, {300, 100}, {80, 24}} {
		m = m.Resize(size[0], size[1])
	}
	if got := picture(m); got != want {
		t.Errorf("after resizing\n%s\nwant\n%s", got, want)
	}
	if m = do(t, m, "x"); !m.Changed() {
		t.Error("what was typed is no change")
	}
	if m = do(t, m, "erase"); m.Changed() {
		t.Error("what was taken back is a change")
	}
	if m = do(t, m, "x").Saved(); m.Changed() {
		t.Error("what was saved is a change")
	}
	for _, size := range [][2]int{{5, 3}, {0, 0}, {80, 24}} {
		m = do(t, m.Resize(size[0], size[1]), "y")
	}
	if got := m.String(); !strings.Contains(got, "xyyy") {
		t.Error("what was typed meanwhile is lost")
	}
}

func TestTheMousePutsTheCursorAndScrolls(t *testing.T) {
	t.Parallel()
	m := edit.New("one two three\nfour\n\nfive\nsix", edit.Options{}).Resize(9, 3)
	for _, c := range []struct {
		x, y int
		want string
	}{
		{2, 1, "one two \nth|ree\nfour"}, {80, 1, "one two \nthree|\nfour"}, {80, 0, "one two| \nthree\nfour"}, {-1, 80, "one two \nthree\n|four"},
	} {
		if got := picture(m.Click(c.x, c.y)); got != c.want {
			t.Errorf("a click at %d,%d\n%s\nwant\n%s", c.x, c.y, got, c.want)
		}
	}
	m = m.Click(3, 1)
	for _, c := range []struct {
		by   int
		want string
	}{{1, "thr|ee\nfour\n"}, {1, "fou|r\n\nfive"}, {9, "|\nfive\nsix"}, {-1, "four\n|\nfive"}, {-9, "one two \nthree\nfou|r"}} {
		if m = m.Scroll(c.by); picture(m) != c.want {
			t.Errorf("scrolled by %d\n%s\nwant\n%s", c.by, picture(m), c.want)
		}
	}
}
