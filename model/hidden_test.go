package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"minne/model"
)

// found lists what Hidden yields, as "offset:character".
func found(s string) []string {
	var out []string
	for i, r := range model.Hidden(s) {
		out = append(out, fmt.Sprintf("%d:%U", i, r))
	}
	return out
}

func TestWhatBelongsIsNotHidden(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"nothing":                 "",
		"plain":                   "deploy: 50% of a_b/c `now`!",
		"Hangul":                  "한국어-메모",
		"family":                  "👨‍👩‍👧-family",
		"flag":                    "🇸🇪",
		"emoji style":             "✔️ done",
		"no style":                "✔ done",
		"text style":              "✔\ufe0e done",
		"new emoji":               "🫠",
		"decomposed":              "e\u0301",
		"ligature":                "ﷺ",
		"keycaps":                 "#️⃣*️⃣7️⃣",
		"skin":                    "👍🏽 ☝🏻 🏻",
		"skin joined":             "👩🏽‍🦰 🧑🏿‍🤝‍🧑🏻",
		"style joined":            "❤️‍🔥 🏳️‍🌈 🏴‍☠️ 🏃‍♀️‍➡️ 👁️‍🗨️",
		"Scotland":                "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F!",
		"Wales, England":          "🏴\U000E0067\U000E0062\U000E0077\U000E006C\U000E0073\U000E007F🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
		"Persian":                 "می\u200cخواهم",
		"Persian with vowels":     "مِی\u200cخِواهم نامهٔ\u200cمن",
		"Persian suffix":          "PDF\u200cها و ۲۰\u200cساله",
		"Arabic initial shape":    "1445 ه\u200d",
		"Syriac":                  "ܒ\u200cܒ",
		"Devanagari":              "क्\u200dष क्\u200cष र्\u200dय",
		"Bengali":                 "র\u200d্যাম ত্\u200d",
		"Malayalam, final chillu": "അവന്\u200d പറഞ്ഞു",
		"Sinhala":                 "ශ්\u200dරී ලංකා ක\u200d්ෂ",
		"Tamil, Telugu, Kannada":  "க்\u200cஷ సాఫ్ట్\u200cవేర్ ನ್\u200cಗೆ",
		"Khmer":                   "ប៊\u200cី ខ្មែរ",
		"Mongolian vowel":         "ᠬᠠᠷ\u180eᠠ",
		"Mongolian variation":     "ᠭ\u180bᠠ ᠨ\u180cᠠ",
		"Thai, Hebrew, Cyrillic":  "ภาษาไทย שָׁלוֹם Привет",
		"spaces that take room":   "a\u00a0b\u3000c\u202fd",
		"the replacement itself":  "a\ufffdb",
		"of a later Unicode":      "\U0001fbff\u0378",
	} {
		if got := found(s); got != nil {
			t.Errorf("%s: Hidden(%+q) = %v, want none", name, s, got)
		}
	}
}

func TestWhatDoesNotBelongIsHidden(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, s, want string }{
		{"lines and tabs", "a\nb\tc\r", "[1:U+000A 3:U+0009 5:U+000D]"},
		{"escape", "\x1b[31m", "[0:U+001B]"},
		{"delete, NUL", "\x7f\x00", "[0:U+007F 1:U+0000]"},
		{"C1", "a\u0085\u009b", "[1:U+0085 3:U+009B]"},
		{"Trojan Source", "\u202eb\u2066\u2069\u202a\u202b\u202c\u202d\u2067\u2068", "[0:U+202E 4:U+2066 7:U+2069 10:U+202A 13:U+202B 16:U+202C 19:U+202D 22:U+2067 25:U+2068]"},
		{"direction marks", "א\u200f\u200e\u061c", "[2:U+200F 5:U+200E 8:U+061C]"},
		{"breaks", "\u2028\u2029", "[0:U+2028 3:U+2029]"},
		{"no width", "a\u200bb\u2060\ufeff\u00ad", "[1:U+200B 5:U+2060 8:U+FEFF 11:U+00AD]"},
		{"joiners among Latin", "pass\u200dword\u200c", "[4:U+200D 11:U+200C]"},
		{"two joiners", "می\u200c\u200cخ ه\u200d\u200d", "[4:U+200C 7:U+200C 15:U+200D 18:U+200D]"},
		{"non-joiner at the end", "می\u200c خ", "[4:U+200C]"},
		{"joiner between Indic letters", "क\u200dख", "[3:U+200D]"},
		{"two joiners after a virama", "क\u094d\u200d\u200d", "[6:U+200D 9:U+200D]"},
		{"joiner before a lone virama", "\u200d\u094d", "[0:U+200D]"},
		{"joiner after an emoji", "👨\u200d", "[4:U+200D]"},
		{"joiner before an emoji", "a\u200d👨", "[1:U+200D]"},
		{"styles on letters", "a\ufe0fb\ufe0e1\ufe0f", "[1:U+FE0F 5:U+FE0E 9:U+FE0F]"},
		{"second style", "✔\ufe0f\ufe0f", "[6:U+FE0F]"},
		{"other selectors", "✔\ufe00葛\U000E0100", "[3:U+FE00 9:U+E0100]"},
		{"tags alone", "a\U000E0001\U000E0068\U000E007F", "[1:U+E0001 5:U+E0068 9:U+E007F]"},
		{"tags on no flag", "🏴\U000E0068\U000E0069\U000E007F", "[4:U+E0068 8:U+E0069 12:U+E007F]"},
		{"tag and style after a flag", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F\U000E0061\ufe0f", "[28:U+E0061 32:U+FE0F]"},
		{"style on a flag", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F\ufe0f", "[28:U+FE0F]"},
		{"fillers", "\u115f\u1160\u3164\uffa0\u2800\u034f", "[0:U+115F 3:U+1160 6:U+3164 9:U+FFA0 12:U+2800 15:U+034F]"},
		{"private use", "\ue000\U000f0000\U0010fffd", "[0:U+E000 3:U+F0000 7:U+10FFFD]"},
		{"noncharacters", "\ufdd0\uffff\U0010ffff", "[0:U+FDD0 3:U+FFFF 6:U+10FFFF]"},
		{"Mongolian signs among Latin", "a\u180eb\u180b", "[1:U+180E 5:U+180B]"},
		{"bytes", "a\xffb\xed\xa0\x80", "[1:U+FFFD 3:U+FFFD 4:U+FFFD 5:U+FFFD]"},
		{"a byte breaks an emoji", "👨\xff\u200d👩", "[4:U+FFFD 5:U+200D]"},
	} {
		if got := fmt.Sprint(found(c.s)); got != c.want {
			t.Errorf("%s: Hidden(%+q) = %v, want %v", c.name, c.s, got, c.want)
		}
	}
}

// alone says by Unicode's own tables whether a character is hidden when nothing
// stands beside it.
func alone(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp, unicode.Variation_Selector,
		unicode.Noncharacter_Code_Point, unicode.Other_Default_Ignorable_Code_Point) ||
		slices.Contains([]rune{0x2800, 0x16fe4, 0x1d159}, r)
}

func TestAloneACharacterIsWhatUnicodeSaysItIs(t *testing.T) {
	t.Parallel()
	for r := range rune(unicode.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		if got, want := found(string(r)) != nil, alone(r); got != want {
			t.Errorf("%U alone: hidden = %v, want %v", r, got, want)
		}
	}
}

// The tables that package unicode lacks agree with libraries that have them: a
// cluster goes on over a joiner only after a pictograph (UAX #29, GB11).
func TestOwnTablesAgreeWithTheLibraries(t *testing.T) {
	t.Parallel()
	for r := rune(' '); r < 0x20000; r++ {
		if !utf8.ValidRune(r) || alone(r) {
			continue
		}
		joined := string(r) + "\u200d😀"
		if got, want := found(string(r)+"\ufe0e") == nil, uniseg.GraphemeClusterCount(joined) == 1; got != want {
			t.Errorf("%U: pictograph = %v, want %v", r, got, want)
		}
		if p := norm.NFC.PropertiesString(string(r)); p.CCC() == 9 && found(string(r)+"\u200c ") != nil {
			t.Errorf("%U is a virama, and is not known as one", r)
		}
	}
}

// text draws strings in which joiners, selectors, tags and broken bytes meet the
// characters that they may and may not go with.
func text() *rapid.Generator[string] {
	part := rapid.OneOf(
		rapid.SampledFrom([]string{
			"\u200c", "\u200d", "\ufe0f", "\ufe0e", "\u20e3", "\u180e", "\u180b", "👨", "✔", "🏽", "🏴", "7", "م", "ه", "\u064e",
			"क", "\u094d", "ខ", "\u17ca", "ᠠ", "a", " ", "\xff", "\xf0\x9f", "\u202e", "\U000E0067", "\U000E007F",
			"🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F",
		}),
		rapid.String(),
	)
	return rapid.Map(rapid.SliceOf(part), func(p []string) string { return strings.Join(p, "") })
}

func TestOffsetsRiseAndPointAtTheCharacter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := text().Draw(t, "s")
		last := -1
		for i, r := range model.Hidden(s) {
			if got, _ := utf8.DecodeRuneInString(s[i:]); got != r || i <= last {
				t.Fatalf("Hidden(%+q) yields %U at %d after %d, where %U is", s, r, i, last, got)
			}
			last = i
		}
	})
}

func TestNoCompanyExcusesAControl(t *testing.T) {
	t.Parallel()
	never := rapid.SampledFrom([]rune{0, '\n', '\r', '\t', 0x1b, 0x7f, 0x9b, 0xad, 0x202e, 0x2066, 0x200b, 0x2060, 0xfeff, 0x2028, 0xe000, 0x3164, 0x2800, 0x34f, 0xfe00, 0xe0100, 0xe0001})
	rapid.Check(t, func(t *rapid.T) {
		a, r, b := text().Draw(t, "a"), never.Draw(t, "r"), text().Draw(t, "b")
		want := fmt.Sprintf("%d:%U", len(a), r)
		if got := found(a + string(r) + b); !slices.Contains(got, want) {
			t.Fatalf("Hidden(%+q) = %v, without %s", a+string(r)+b, got, want)
		}
	})
}

func TestALineIsJudgedByItself(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := text().Draw(t, "a"), text().Draw(t, "b")
		want := append(found(a), fmt.Sprintf("%d:U+000A", len(a)))
		for i, r := range model.Hidden(b) {
			want = append(want, fmt.Sprintf("%d:%U", len(a)+1+i, r))
		}
		if got := found(a + "\n" + b); !slices.Equal(got, want) {
			t.Fatalf("Hidden(%+q) = %v, want %v", a+"\n"+b, got, want)
		}
	})
}

func TestTheCallerMayStop(t *testing.T) {
	t.Parallel()
	n := 0
	for range model.Hidden("\x01\x02\x03") {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d yielded, want 1", n)
	}
}
