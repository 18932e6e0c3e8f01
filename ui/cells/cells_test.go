package cells_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"minne/tools/text"
	"minne/ui/cells"
)

var rulers = map[string]cells.Ruler{"clusters": {Clusters: true}, "characters": {}}

func TestFitIsExact(t *testing.T) {
	t.Parallel()
	for name, r := range rulers {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			s := text.Line(rapid.StringOf(rapid.RuneFrom([]rune("ab 日한👨\u200d👩👧🇸🇪✔\ufe0féﷺ"))).Draw(t, "s"))
			w := rapid.IntRange(0, 20).Draw(t, "w")
			if got := r.Width(r.Fit(s, w, "…")); got != w {
				t.Errorf("%q in %d columns takes %d", s, w, got)
			}
			if got := r.Width(r.Right(s, w, "…")); got != w {
				t.Errorf("%q in %d columns from the right takes %d", s, w, got)
			}
		}))
	}
}

func TestWrapLosesNothing(t *testing.T) {
	t.Parallel()
	for name, r := range rulers {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			s := rapid.StringOf(rapid.RuneFrom([]rune("abc de\u202e日한👨\u200d👩🇸🇪✔\ufe0fé"))).Draw(t, "s")
			w := rapid.IntRange(2, 20).Draw(t, "w")
			line := text.Spans(s, false)[0]
			var again strings.Builder
			for _, piece := range r.Wrap(line, w) {
				p := text.Join(piece)
				if got := r.Width(p); got > w && len([]rune(p)) > 8 {
					t.Errorf("%q takes %d of %d columns", p, got, w)
				}
				again.WriteString(p)
			}
			if got, want := again.String(), text.Join(line); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}))
	}
}

func TestABoxLiesOnTop(t *testing.T) {
	t.Parallel()
	rows := []string{"aaaaaaaa", "b日本本本b", "\x1b[31mcccccccc\x1b[m"}
	for _, tt := range []struct {
		x, y int
		want []string
	}{
		{2, 1, []string{"aaaaaaaa", "b ## 本本b", "cc##cccc"}},
		{0, 2, []string{"aaaaaaaa", "b日本本本b", "##cccccc"}},
		{6, 0, []string{"aaaaaa##", "b日本 ## b", "cccccccc"}},
		{3, -1, []string{"aaa##aaa", "b日本本本b", "cccccccc"}},
	} {
		got := cells.Ruler{Clusters: true}.Over(rows, []string{"##", "##"}, tt.x, tt.y)
		for i := range got {
			plain := strings.NewReplacer("\x1b[31m", "", "\x1b[m", "").Replace(got[i])
			if plain != tt.want[i] {
				t.Errorf("at %d,%d row %d is %q, want %q", tt.x, tt.y, i, plain, tt.want[i])
			}
		}
	}
}

func TestOnAnOldTerminalAnEmojiIsShownInParts(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"👨\u200d👩\u200d👧-family":  "👨+👩+👧-family",
		"✔\ufe0f done":            "✔ done",
		"👍\U0001f3fd":             "👍+\U0001f3fd",
		"🇸🇪 한국어 é":                "🇸🇪 한국어 é",
		"می\u200cخواهم क्\u200dष": "می\u200cخواهم क्\u200dष",
	} {
		got := cells.Ruler{}.Settle(in)
		if got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
		if kept := (cells.Ruler{Clusters: true}).Settle(in); kept != in {
			t.Errorf("where clusters are known %q becomes %q", in, kept)
		}
	}
}

func TestSettledEmojiTakeTheSameColumnsEverywhere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"a", " ", "日", "👨", "👩", "🇸🇪", "✔", "❤", "👍", "\u200d", "\ufe0f", "1\ufe0f\u20e3"}))
		s := strings.Join(parts.Draw(t, "s"), "")
		settled := cells.Ruler{}.Settle(text.Line(s))
		one, other := cells.Ruler{}.Width(settled), cells.Ruler{Clusters: true}.Width(settled)
		if one != other {
			t.Errorf("%q takes %d columns or %d", settled, one, other)
		}
	})
}
