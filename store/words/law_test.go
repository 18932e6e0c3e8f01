package words_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"minne/store/words"
)

// rare are words that a text may be looked for by, each with what else must find
// it.
var rare = [][]string{
	{"zebrafisk"},
	{"quokka", "QUOKKA", "quokkas"},
	{"Ångermanland", "angermanland", "ÅNGERMANLAND"},
	{"Størrelse", "storrelse"},
	{"Łańcuch", "lancuch"},
	{"Großmut", "grossmut", "GROSSMUT"},
	{"ısıtmak", "isitmak"},
	{"getParcelState", "parcel", "state", "GETPARCELSTATE", "get_parcel_state"},
	{"XMLQuillParser", "quill", "parser"},
	{"max_yak_count", "yak", "maxYakCount"},
	{"kebab-wolf-key", "wolf", "kebab_wolf_key"},
	{"/srv/otter/main.go", "otter", "main.go"},
	{"python3", "python"},
	{"QRX-417", "qrx"},
	{"C++"},
	{"F#"},
	{".NET", "net"},
	{"v8.0.3", "8.0.3"},
	{"备份脚本", "备份", "份脚", "脚本"},
	{"予算案", "予算", "算案"},
	{"サーバー", "サー", "ﾊﾞｰ", "ーバ"},
	{"점검을", "점검", "검을"},
	{"กินข้าว", "กิน", "ข้าว"},
	{"ភាសាខ្មែរ", "ភាសា"},
	{"ພາສາລາວ", "ພາສາ"},
	{"မြန်မာစာ", "မြန်မာ"},
	{"docker部署", "docker", "部署"},
	{"API를", "api"},
	{"हिन्दी"},
	{"مُدَرِّس", "مدرس"},
	{"шёлк", "шелк", "ШЁЛК"},
	{"ＷＩＤＥ", "wide"},
	{"ﬁnale", "finale"},
	{"co\u00adoperate", "cooperate"},
	{"cafe\u0301", "café", "cafe"},
	{"Ꭰꭶ", "ꭰꭶ"},
}

// stuck are what may stand around a word without a space.
var stuck = []string{
	"", " ", "\n", ", ", ".", "(", ")", "“", "”", "…", "—", "→", "€", "₿", "©", "🚀", "🤔", "🫠", "👍🏽", "✅", "❤️", "\ue0b0",
	"\u2066", "\u2069", "\u200b", "\ufeff", "、", "。", "「", "」", "，", "！", "\U0001fae9", "\x00", "»", "'",
}

func TestTextIsFoundByEachOfItsWords(t *testing.T) {
	t.Parallel()
	x := newIndex(t)
	rapid.Check(t, func(t *rapid.T) {
		x.clear(t)
		chosen := rapid.SliceOfNDistinct(rapid.IntRange(0, len(rare)-1), 1, 8, rapid.ID[int]).Draw(t, "words")
		glue := func(label string) string { return rapid.SampledFrom(stuck).Draw(t, label) }
		var text strings.Builder
		for i, n := range chosen {
			text.WriteString(" " + unlessSign(glue(fmt.Sprint("before", i))) + rare[n][0] + unlessSign(glue(fmt.Sprint("after", i))))
		}
		where := rapid.IntRange(0, 2).Draw(t, "where")
		switch where {
		case 0:
			x.save(t, text.String(), "x")
		case 1:
			x.save(t, "k", "x", "tag", text.String())
		default:
			x.save(t, "k", text.String())
		}
		x.save(t, "other", "nothing of the kind, 文字 and user names")
		for _, n := range chosen {
			for i, query := range rare[n] {
				forms := []string{query, "why " + query + "?"}
				if i == 0 {
					forms = append(forms, `"`+query+`"`)
				}
				for _, q := range forms {
					if got := x.search(t, q); len(got) == 0 || got[0] == "other" {
						t.Errorf("%q in %q: got %q", q, text.String(), got)
					}
				}
				if where == 2 && len(words.Parse(query, false).Marks(text.String())) == 0 {
					t.Errorf("%q in %q: got no marks", query, text.String())
				}
			}
		}
	})
}

// unlessSign keeps quotes and dots from making another name of a word.
func unlessSign(s string) string {
	if s == "." || s == "'" {
		return s + " "
	}
	return s
}

// some is the step to the next character to try: to every one in a long test.
func some(r rune) rune {
	if testing.Short() && r > 0x600 {
		return 13
	}
	return 1
}

func TestEveryLetterIsFoundInBothCases(t *testing.T) {
	t.Parallel()
	x := newIndex(t)
	var letters []rune
	for r := rune(0x80); r < 0x20000; r += some(r) {
		if many := unicode.In(r, unicode.Han, unicode.Hangul, unicode.Tangut, unicode.Yi); many && r%97 != 0 {
			continue
		}
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			letters = append(letters, r)
		}
	}
	x.fill(t, letters, func(r rune) string { return fmt.Sprintf("q%cq", r) })
	for chunk := range slices.Chunk(letters, 20) {
		for _, to := range []func(rune) rune{unicode.ToLower, unicode.ToUpper, unicode.ToTitle} {
			x.findsAll(t, chunk, func(r rune) string { return fmt.Sprintf("q%cq", to(r)) })
		}
	}
}

func TestNoCharacterHidesTheWordBesideIt(t *testing.T) {
	t.Parallel()
	x := newIndex(t)
	var signs []rune
	for r := rune(1); r < 0x20000; r += some(r) {
		if 0xD800 <= r && r < 0xF8F0 { // surrogates are no characters; private use is all alike
			r = 0xF8F0
		}
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && !joins(r) {
			signs = append(signs, r)
		}
	}
	before := func(r rune) string { return "before" + letters(r) }
	after := func(r rune) string { return "after" + letters(r) }
	x.fill(t, signs, func(r rune) string { return before(r) + string(r) + after(r) })
	for chunk := range slices.Chunk(signs, 60) {
		x.findsAll(t, chunk, before)
		x.findsAll(t, chunk, after)
	}
}

// joins reports whether a character is read over within a word.
func joins(r rune) bool {
	return r == '\u00ad' || r == '\u200c' || r == '\u200d' || r == '\u2060'
}

// letters writes a number without digits, so that it is one word.
func letters(r rune) string {
	return strings.Map(func(d rune) rune { return d - '0' + 'g' }, fmt.Sprintf("%o", r))
}

// fill saves a memory for each character, with the character as its key.
func (x *index) fill(tb testing.TB, chars []rune, content func(rune) string) {
	tb.Helper()
	if _, err := x.db.Exec("begin"); err != nil {
		tb.Fatal(err)
	}
	for _, r := range chars {
		c := content(r)
		if _, err := x.insert.Exec(fmt.Sprintf("%U", r), "[]", c, words.Extra("", nil, c)); err != nil {
			tb.Fatal(err)
		}
	}
	if _, err := x.db.Exec("insert into f (f) values ('optimize')"); err != nil {
		tb.Fatal(err)
	}
}

// findsAll searches for something of each character at once.
func (x *index) findsAll(tb testing.TB, chars []rune, query func(rune) string) {
	tb.Helper()
	var text strings.Builder
	for _, r := range chars {
		text.WriteString(query(r) + " ")
	}
	got := x.search(tb, text.String())
	for _, r := range chars {
		if !slices.Contains(got, fmt.Sprintf("%U", r)) {
			tb.Errorf("%q does not find %U", query(r), r)
		}
	}
}
