package text_test

import (
	"slices"
	"strings"
	"testing"

	"minne/tools/text"
)

func TestWidthIsThatOfTheTerminal(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{
		"": 0, "abc": 3, "한국어": 6, "👨‍👩‍👧-family": 9, "🇸🇪": 2, "✔️": 2, "✔": 1, "🫠": 2, "e\u0301": 1, "␛": 1, "7️⃣": 2,
	} {
		if got := text.Width(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestCutKeepsCharactersWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s     string
		width int
		tail  string
		want  string
	}{
		{"abc", 3, "…", "abc"},
		{"abcd", 3, "…", "ab…"},
		{"abcd", 3, "", "abc"},
		{"abcd", 1, "…", "…"},
		{"abcd", 1, "...", "a"},
		{"abcd", 0, "…", ""},
		{"abcd", -1, "…", ""},
		{"", 0, "…", ""},
		{"한국어", 4, "…", "한…"},
		{"한국어", 5, "…", "한국…"},
		{"한국어", 6, "…", "한국어"},
		{"👨‍👩‍👧👨‍👩‍👧", 3, "…", "👨‍👩‍👧…"},
		{"🇸🇪🇳🇴", 3, "", "🇸🇪"},
		{"7️⃣7️⃣", 3, "", "7️⃣"},
		{"e\u0301e\u0301", 1, "", "e\u0301"},
	} {
		if got := text.Cut(c.s, c.width, c.tail); got != c.want {
			t.Errorf("Cut(%q, %d, %q) = %q, want %q", c.s, c.width, c.tail, got, c.want)
		}
	}
}

func TestWrapBreaksBetweenWordsOrWhereItMust(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, s string
		width   int
		want    string
	}{
		{"nothing", "", 5, ""},
		{"fits", "hello", 5, "hello"},
		{"two words", "hello world", 8, "hello |world"},
		{"the space counts", "to be or not", 5, "to |be |or |not"},
		{"many spaces", "a      b", 4, "a   |   b"},
		{"long word", "see abcdefghij now", 6, "see ab|cdefgh|ij now"},
		{"hyphen", "well-known fact", 7, "well-|known |fact"},
		{"no spaces", "한국어메모", 5, "한국|어메|모"},
		{"wider than the width", "한a", 1, "한|a"},
		{"no width", "ab", 0, "a|b"},
		{"families", "👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧|👨‍👩‍👧"},
		{"accents", "e\u0301e\u0301e\u0301", 2, "e\u0301e\u0301|e\u0301"},
	} {
		if got := strings.Join(text.Wrap(c.s, c.width), "|"); got != c.want {
			t.Errorf("%s: Wrap(%q, %d) = %q, want %q", c.name, c.s, c.width, got, c.want)
		}
	}
}

func TestTheEndOfALongLineIsReached(t *testing.T) {
	t.Parallel()
	s := strings.Repeat("x", 5000) + "END-5000"
	for _, width := range []int{40, 200} {
		got := text.Wrap(s, width)
		if last := got[len(got)-1]; !strings.HasSuffix(last, "5000") || len(got) != (len(s)+width-1)/width {
			t.Errorf("at %d: %d pieces, the last %q", width, len(got), last)
		}
	}
}

func TestSplitSpansStillPointIntoTheSource(t *testing.T) {
	t.Parallel()
	const s = "abc abcd\u202ecd\te" // abc abcd<U+202E>cd  e
	line := text.Spans(s, true)[0]
	got := text.WrapSpans(line, 6)
	want := [][]text.Span{
		{{"abc ab", false, 0, 6}},
		{{"cd", false, 6, 8}, {"<U+2", true, 8, 11}},
		{{"02E>", true, 8, 11}, {"cd", false, 11, 13}},
		{{"  ", false, 13, 14}, {"e", false, 14, 15}},
	}
	if !slices.EqualFunc(got, want, slices.Equal[[]text.Span]) {
		t.Errorf("WrapSpans = %+v, want %+v", got, want)
	}
	cut := text.CutSpans(line, 10, "…")
	wantCut := []text.Span{{"abc abcd", false, 0, 8}, {"<", true, 8, 11}, {"…", false, 8, 8}}
	if !slices.Equal(cut, wantCut) {
		t.Errorf("CutSpans = %+v, want %+v", cut, wantCut)
	}
	if again := text.Spans(s, true)[0]; !slices.Equal(line, again) {
		t.Errorf("the line itself was changed: %+v", line)
	}
}
