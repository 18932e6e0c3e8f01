package words_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"minne/model"
	"minne/store/words"
)

func FuzzParse(f *testing.F) {
	for _, p := range pieces {
		f.Add(p, true)
		f.Add("ship "+p+`" it`+p, false)
	}
	f.Add(`"备份 C++" -"x.y" tag:a level:public key:b* relati* .NET don't`, true)
	x := hostileIndex(f)
	f.Fuzz(func(t *testing.T, text string, operators bool) {
		accept(t, x, text, operators)
		q := words.Parse(text, operators)
		marksAreSound(t, text, q.Marks(text))
		for _, limit := range []int{-1, 0, 5, 7, 20, 100} {
			soundSnippet(t, q, text, limit)
		}
	})
}

func FuzzExtra(f *testing.F) {
	for _, p := range pieces {
		f.Add("key"+p, p, "content "+p+"x")
	}
	f.Add("getUserName", "HTTPServer", "备份脚本 API를 กินข้าว Straße résumé C++ .NET done🫠 2024年")
	f.Fuzz(func(t *testing.T, key, tag, content string) {
		checkExtra(t, key, []string{tag}, content)
	})
}

// checkExtra holds Extra to its promises.
func checkExtra(tb testing.TB, key string, tags []string, content string) {
	tb.Helper()
	got := words.Extra(key, tags, content)
	if !utf8.ValidString(got) {
		tb.Errorf("Extra(%q, %q, %q): got %q, which is not UTF-8", key, tags, content, got)
	}
	if strings.ContainsFunc(got, unicode.IsControl) {
		tb.Errorf("Extra(%q, %q, %q): got %q, with a control character", key, tags, content, got)
	}
	if most := 5*len(content)/2 + 16*(len(key)+len(strings.Join(tags, ""))); len(got) > most {
		tb.Errorf("Extra(%q, %q, %q): got %d bytes, want at most %d", key, tags, content, len(got), most)
	}
	if again := words.Extra(key, tags, content); again != got {
		tb.Errorf("Extra(%q, %q, %q): got %q, then %q", key, tags, content, got, again)
	}
	if strings.Join(strings.Fields(got), " ") != got {
		tb.Errorf("Extra(%q, %q, %q): got %q, want tokens with one space between them", key, tags, content, got)
	}
}

// marksAreSound tells whether marks lie in text, in order, apart, not empty, and
// never cut a character that is whole.
func marksAreSound(tb testing.TB, text string, marks []model.Span) {
	tb.Helper()
	last := -1
	for _, m := range marks {
		if m.Start <= last || m.Start >= m.End || m.End > len(text) {
			tb.Fatalf("marks %v of %q (%d bytes): out of order or bounds", marks, text, len(text))
		}
		if utf8.ValidString(text) && !utf8.ValidString(text[m.Start:m.End]) {
			tb.Errorf("mark %v of %q: cuts a character", m, text)
		}
		last = m.End
	}
}

func soundSnippet(tb testing.TB, q words.Query, text string, limit int) {
	tb.Helper()
	got, marks := q.Snippet(text, limit)
	if len(got) > max(0, limit) {
		tb.Errorf("Snippet(%q, %d): got %q, %d bytes", text, limit, got, len(got))
	}
	if utf8.ValidString(text) && !utf8.ValidString(got) {
		tb.Errorf("Snippet(%q, %d): got %q, which is not UTF-8", text, limit, got)
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(got, "…"), "…")
	if !strings.Contains(text, inner) {
		tb.Errorf("Snippet(%q, %d): got %q, which is not in it", text, limit, got)
	}
	marksAreSound(tb, got, marks)
}
