package edit_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"minne/model"
	"minne/ui/edit"
	"minne/ui/keys"
)

func TestALineScrollsToTheSide(t *testing.T) {
	t.Parallel()
	m := edit.NewLine("", edit.Options{}).Resize(8, 1)
	for _, step := range []struct{ do, want string }{
		{"", "|"},
		{"한국", "한국|"},
		{"어-메", "국어-메|"},
		{"line-start", "|한국어-"},
		{"right", "한|국어-"},
		{"last", "국어-메|"},
		{"left", "국어-|메"},
		{"left", "국어|-메"},
		{"left", "국|어-메"},
		{"left", "|국어-메"},
		{"left", "|한국어-"},
		{"newline", "|한국어-"},
		{"down", "|한국어-"},
		{"page-up", "|한국어-"},
		{"delete-to-end", "|"},
		{"a\x1b\u202eb", "b|"},
		{"left", "|b"},
		{"left", "|<U+202E>"},
		{"left", "|␛<U+202E"},
	} {
		if m = do(t, m, step.do); picture(m) != step.want {
			t.Fatalf("after %q %s, want %s", step.do, picture(m), step.want)
		}
	}
}

// CASES 31.
func TestPastedLinesAreJoinedWithSpaces(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"line1\nline2\n:q\ndd\n": "line1 line2 :q dd", "a\r\nb\rc\r\n": "a b c", "a\n\nb": "a  b", "\ta \x1b": "\ta \x1b",
	} {
		m, err := edit.NewLine("", edit.Options{}).Resize(20, 1).Paste(in)
		if got := m.String(); err != nil || got != want {
			t.Errorf("pasting %q gives %q, %v, want %q", in, got, err, want)
		}
	}
	m, err := edit.NewLine("", edit.Options{Limit: model.MaxQuery}).Paste(strings.Repeat("0123456789", 7000))
	if err == nil || m.Len() != 0 {
		t.Errorf("70 kB in a line of 4 kB: %d bytes, %v", m.Len(), err)
	}
	if m, err = edit.NewLine("", edit.Options{}).Resize(40, 1).Paste(strings.Repeat("0123456789", 7000)); err != nil || m.Len() != 70_000 {
		t.Errorf("70 kB in a line: %d bytes, %v", m.Len(), err)
	}
}

func TestALineIsLikeAString(t *testing.T) {
	t.Parallel()
	for name, r := range rulers {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			s := strings.NewReplacer("\n", "", "\r", "").Replace(anyText.Draw(t, "text"))
			w := rapid.IntRange(0, 20).Draw(t, "w")
			m := edit.NewLine(s, edit.Options{Look: edit.Look{Ruler: r}}).Resize(w, 1)
			n := naive{s: s, cur: len(s)}
			for range rapid.IntRange(0, 15).Draw(t, "steps") {
				if rapid.Bool().Draw(t, "type") {
					s := strings.NewReplacer("\n", "", "\r", "").Replace(kinds.Draw(t, "typed"))
					m, _ = m.Insert(s)
					n = n.swap(n.cur, n.cur, s, "typed")
				} else {
					do := rapid.SampledFrom([]keys.Action{edit.Left, edit.Right, edit.First, edit.Last, edit.Erase, edit.Delete, edit.EraseToEdge}).Draw(t, "do")
					m, _ = m.Act(do)
					n = n.act(do)
				}
				if m.String() != n.s || m.Cursor() != n.cur {
					t.Fatalf("it is %+q, the cursor at %d, want %+q, %d", m.String(), m.Cursor(), n.s, n.cur)
				}
				if err := see(m, r, w, 1); err != nil {
					t.Fatalf("%+q: %v", n.s, err)
				}
				if m = m.Click(rapid.IntRange(-1, 25).Draw(t, "x"), 0); w > 0 {
					n = somewhere(t, m, n, "click")
				}
			}
		}))
	}
}

func TestALineThatHoldsLineEndsShowsThem(t *testing.T) {
	t.Parallel()
	m := edit.NewLine("a\nb\r\nc", edit.Options{}).Resize(20, 1)
	if got := picture(m); got != "a␊b␍␊c|" {
		t.Errorf("it shows %q", got)
	}
	if m.String() != "a\nb\r\nc" {
		t.Errorf("it became %q", m.String())
	}
}
