package words_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"minne/model"
	"minne/store/words"
)

func TestExtraHoldsWhatTheTokenizerCannotFind(t *testing.T) {
	t.Parallel()
	// Marks moved to the private-use area are written here as themselves + <>.
	for content, want := range map[string]string{
		"plain English text, 12.5 and snake_case kebab-case /a/path": "",
		"getUserName HTTPServer parseURLs":                           "get user name|http server|parse urls",
		"getUserName getUserName":                                    "get user name",
		"python3 sha256sum utf8":                                     "python 3|sha 256 sum|utf 8",
		"x86 a1b2c3d4 mp3 iOS":                                       "",
		"备份脚本":                                                       "备份|份脚|脚本|本",
		"备份 备份":                                                      "备份|份",
		"B细胞 API를":                                                   "b|细胞|胞|api|를",
		"กิ":                                                         "ก<ิ>|<ิ>",
		"Straße":                                                     "strasse",
		"Malmö":                                                      "malm<ö>",
		"Ærø":                                                        "aero",
		"ＡＢＣ":                                                        "abc",
		"cafe\u0301":                                                 "caf<é>",
		"C++ C# .NET F#, g++":                                        "c<+><+>|c<#>|<.>net|f<#>|g<+><+>",
		"a+b 1#y x++y ..foo ASP.NET":                                 "x<+><+>",
		"done🫠":                                                      "done",
		"v8.0.3🤔":                                                    "3|v8 0 3",
		"5€":                                                         "5",
		"हिन्दी":                                                     "ह<ि>न<्>द<ी>",
		"مُد":                                                        "مد|م<ُ>د",
		"co\u00adop":                                                 "coop",
		"!!! 🚀 …":                                                    "",
	} {
		want = strings.ReplaceAll(want, "|", " ")
		if got := visible(words.Extra("", nil, content)); got != want {
			t.Errorf("Extra(%q): got %q, want %q", content, got, want)
		}
	}
}

// visible writes private characters as what they stand for.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		if 0xE000 <= r && r <= 0xF8FF {
			fmt.Fprintf(&b, "<%c>", r-0xE000)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func TestExtraRepeatsNames(t *testing.T) {
	t.Parallel()
	got := words.Extra("minneDaemon", []string{"hälsa", "R&D"}, "minneDaemon saved logLevel")
	one := "minne daemon h<ä>lsa r d r d "
	if want := strings.Repeat(one, 4) + "log level"; visible(got) != want {
		t.Errorf("got %q, want %q", visible(got), want)
	}
}

func TestExtraIsBounded(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for name, unit := range map[string]func() string{
		"han":       func() string { return string(rune(0x4E00 + r.IntN(0x5000))) },
		"rare han":  func() string { return string(rune(0x20000 + r.IntN(0xA000))) },
		"hangul":    func() string { return string(rune(0xAC00+r.IntN(11000))) + " " },
		"thai":      func() string { return string(rune(0x0E01+r.IntN(46))) + string(rune(0x0E34+r.IntN(6))) },
		"myanmar":   func() string { return string(rune(0x1000+r.IntN(32))) + string(rune(0x102B+r.IntN(10))) },
		"viet":      func() string { return string(rune(0x1EA0+r.IntN(80))) + string(rune('a'+r.IntN(26))) },
		"zalgo":     func() string { return "a" + string(rune(0x300+r.IntN(0x40))) + " " },
		"ligatures": func() string { return string(rune(0xFB50 + r.IntN(0x2AF))) },
		"camel":     func() string { return string(rune('a'+r.IntN(26))) + string(rune('A'+r.IntN(26))) },
		"base64":    func() string { return string("ABCXYZabcxyz019"[r.IntN(15)]) },
		"glued":     func() string { return string(rune('a'+r.IntN(26))) + "🤔" },
		"mixed":     func() string { return string(rune('a'+r.IntN(26))) + string(rune(0x4E00+r.IntN(0x5000))) },
		"signs":     func() string { return string(rune('a'+r.IntN(26))) + "++ ." },
		"hostile":   func() string { return hostile(r, 5) },
	} {
		var b strings.Builder
		for b.Len() < 1<<16 {
			b.WriteString(unit())
		}
		t.Run(name, func(t *testing.T) {
			checkExtra(t, b.String()[:300], []string{b.String()[300:364]}, b.String())
		})
	}
}

func TestRunOfOneMiBIsIndexedWhole(t *testing.T) {
	t.Parallel()
	x := newIndex(t)
	text := strings.Repeat("会議予算承認", model.MaxContent/18) + "备份"
	x.save(t, "long", text)
	if got := x.search(t, "备份"); len(got) != 1 {
		t.Errorf("got %q, want the memory", got)
	}
}

// The time for a byte must not depend on the length.
func BenchmarkExtra(b *testing.B) {
	for name, unit := range map[string]string{
		"english":  "The quick brown fox jumps over the lazy dog, getUserName. ",
		"swedish":  "Anställd i Malmö på Å-gatan. ",
		"chinese":  "明天检查备份脚本，",
		"one run":  "备份脚本",
		"one word": "aBc9é",
		"one name": "a.b-c🤔d/",
	} {
		for _, size := range []int{1 << 14, 1 << 17, 1 << 20} {
			text := strings.Repeat(unit, size/len(unit))
			b.Run(fmt.Sprintf("%s/%dKiB", name, size>>10), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					words.Extra("key", nil, text)
				}
			})
		}
	}
}
