package text_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"minne/model"
	"minne/tools/text"
	"minne/tools/text/hostile"
)

// checkLine says what is wrong with a line of spans that stands for s from an
// offset on, and returns the offset where the line ends.
func checkLine(s string, from int, line []text.Span) (to int, err error) {
	drawn, width, to := text.Join(line), 0, from
	for i, r := range model.Hidden(drawn) {
		return to, fmt.Errorf("%+q holds %U at %d", drawn, r, i)
	}
	for _, p := range line {
		tab := s[p.From:p.To] == "\t" && strings.Trim(p.Text, " ") == ""
		if p.From != to || p.Text == "" || !p.Mark && !tab && p.Text != s[p.From:p.To] {
			return to, fmt.Errorf("%+v is wrong at %d", p, to)
		}
		to, width = p.To, width+text.Width(p.Text)
	}
	if got := text.Width(drawn); got != width {
		return to, fmt.Errorf("%+q is %d wide, its spans %d", drawn, got, width)
	}
	return to, nil
}

func seed(f *testing.F, add func(string)) {
	for _, p := range hostile.Payloads {
		add(p.Text)
	}
	for _, s := range []string{"", "plain", "한국어-메모", "👨‍👩‍👧-family 🇸🇪 ✔️ 🫠", "می\u200cخواهم क्\u200dष", "<<U+", "ൎ\x1bൎ", "a\tb\n\tc\r\n"} {
		add(s)
	}
}

func FuzzLine(f *testing.F) {
	seed(f, func(s string) { f.Add(s) })
	f.Fuzz(func(t *testing.T, s string) { checkOneLine(t, s) })
}

func FuzzLines(f *testing.F) {
	seed(f, func(s string) { f.Add(s, 7) })
	f.Fuzz(func(t *testing.T, s string, width int) { checkManyLines(t, s, width) })
}

// Bytes at random seldom are text: here they are, of the kinds that join, cling,
// widen and hide.
func TestTheLawsHoldForTextOfAllKinds(t *testing.T) {
	t.Parallel()
	part := rapid.OneOf(rapid.SampledFrom([]string{
		"a", " ", "-", "<", "U+", "\n", "\r\n", "\t", "\x1b", "\xff", "\xf0\x9f", "\u202e", "\u200b", "\u200c", "\u200d", "\ufe0e", "\ufe0f", "\u20e3", "7",
		"👨", "✔", "🏽", "🇸", "🏴", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", "\U000E0067", "한", "\u1100", "\u1161", "\u11a8", "日", "ﾊ", "\uff9e",
		"م", "ه", "\u064e", "\u06dd", "क", "\u094d", "\u093e", "\u0d4e", "\U000111C2", "\u0903", "ខ", "\u17ca", "ก", "\u0e33", "ᠠ", "\u180e", "\u180b", "\u0301", "\u0489", "\ufffd", "…", "␛",
		strings.Repeat("\u0301", 35), strings.Repeat("\u064e", 31),
	}), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(part).Draw(t, "parts"), "")
		checkOneLine(t, s)
		checkManyLines(t, s, rapid.IntRange(-1, 12).Draw(t, "width"))
	})
}

// checkOneLine holds the laws of Line and its spans.
func checkOneLine(t rapid.TB, s string) {
	t.Helper()
	once := text.Line(s)
	for i, r := range model.Hidden(once) {
		t.Fatalf("Line(%+q) = %+q, with %U at %d", s, once, r, i)
	}
	unsigned := strings.NewReplacer("<", "")
	if twice := text.Line(once); unsigned.Replace(twice) != unsigned.Replace(once) {
		t.Errorf("Line(%+q) = %+q, and the next time %+q", s, once, twice)
	}
	line := text.Spans(s, false)[0]
	if to, err := checkLine(s, 0, line); err != nil || to != len(s) {
		t.Errorf("Spans(%+q) ends at %d: %v", s, to, err)
	}
	drawn := text.Join(line)
	if again := text.Join(text.Spans(drawn, false)[0]); again != drawn {
		t.Errorf("Spans(%+q) draws %+q, and the next time %+q", s, drawn, again)
	}
}

// checkManyLines holds the laws of Lines and its spans.
func checkManyLines(t rapid.TB, s string, width int) {
	t.Helper()
	lines, plain := text.Spans(s, true), text.Lines(s)
	if want := strings.Count(s, "\n") + 1; len(lines) != want || len(plain) != want {
		t.Fatalf("%+q: %d and %d lines, want %d", s, len(lines), len(plain), want)
	}
	at := 0
	for i, line := range lines {
		for j, r := range model.Hidden(plain[i]) {
			t.Errorf("Lines(%+q)[%d] holds %U at %d", s, i, r, j)
		}
		to, err := checkLine(s, at, line)
		if err != nil {
			t.Errorf("Spans(%+q)[%d]: %v", s, i, err)
		}
		at = to + 1
		checkWrap(t, line, width)
		checkCut(t, line, width)
	}
	if at != len(s)+1 {
		t.Errorf("Spans(%+q) ends at %d, want %d", s, at-1, len(s))
	}
}

// checkWrap holds the laws of Wrap: nothing lost, nothing too wide, nothing cut
// in half.
func checkWrap(t rapid.TB, line []text.Span, width int) {
	t.Helper()
	s := text.Join(line)
	pieces := text.Wrap(s, width)
	if strings.Join(pieces, "") != s {
		t.Errorf("Wrap(%+q, %d) = %+q", s, width, pieces)
	}
	total := 0
	for _, p := range pieces {
		w := text.Width(p)
		total += w
		if rest := text.Cut(p, w-1, ""); w > max(width, 0) && rest != "" {
			t.Errorf("Wrap(%+q, %d): %+q is %d wide and not one character", s, width, p, w)
		}
	}
	if total != text.Width(s) {
		t.Errorf("Wrap(%+q, %d) = %+q cuts a character in half", s, width, pieces)
	}
	for i, spans := range text.WrapSpans(line, width) {
		if got := text.Join(spans); got != pieces[i] {
			t.Errorf("WrapSpans(%+q, %d)[%d] = %+q, want %+q", s, width, i, got, pieces[i])
		}
	}
}

// checkCut holds the laws of Cut: not too wide, a beginning of the line and the
// tail, nothing cut that fits.
func checkCut(t rapid.TB, line []text.Span, width int) {
	t.Helper()
	s := text.Join(line)
	got := text.Cut(s, width, "…")
	if w := text.Width(got); w > max(width, 0) {
		t.Errorf("Cut(%+q, %d) = %+q, %d wide", s, width, got, w)
	}
	if !strings.HasPrefix(s, strings.TrimSuffix(got, "…")) || text.Width(s) <= width && got != s {
		t.Errorf("Cut(%+q, %d) = %+q", s, width, got)
	}
	if spans := text.Join(text.CutSpans(line, width, "…")); spans != got {
		t.Errorf("CutSpans(%+q, %d) = %+q, want %+q", s, width, spans, got)
	}
}
