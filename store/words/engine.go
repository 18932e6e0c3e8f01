package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// engine returns what the tokenizer makes of a word before it stems it; false if
// it breaks the word apart or if that is not known. It need not know everything:
// where it does not, Extra adds the word.
func engine(w string) (string, bool) {
	var b strings.Builder
	for _, r := range w {
		if dropped(r) {
			continue
		}
		l, ok := lowered(r)
		if !ok {
			return "", false
		}
		b.WriteRune(l)
	}
	return b.String(), true
}

func lowered(r rune) (rune, bool) {
	switch l := unicode.ToLower(r); {
	case breaks(r), joiner(r):
		return 0, false
	case r < utf8.RuneSelf:
		return l, true
	case latin(r):
		base, _ := bare(l)
		return base, true
	case 0x391 <= r && r <= 0x3C9 && r != 'ς', 0x400 <= r && r <= 0x527:
		return l, true
	default:
		return r, unicode.ToUpper(r) == r && l == r && unicode.ToTitle(r) == r
	}
}

func latin(r rune) bool {
	return 0xC0 <= r && r <= 0x24F || 0x1E00 <= r && r <= 0x1EFF
}

// bare returns the letter of A to Z under the accents of a small Latin letter,
// and whether it had any; else r itself.
func bare(r rune) (rune, bool) {
	if !latin(r) {
		return r, false
	}
	var buf [4 * utf8.UTFMax]byte
	d := norm.NFD.AppendString(buf[:0], string(r))
	if d[0] >= utf8.RuneSelf || string(r) == string(d) {
		return r, false
	}
	return rune(d[0]), true
}

// dropped reports whether the tokenizer leaves r out of the middle of a word.
func dropped(r rune) bool {
	return 0x300 <= r && r <= 0x331 && unicode.Is(marksDropped, r)
}

// breaks reports whether the tokenizer splits a word at r, which is part of it.
func breaks(r rune) bool { return unicode.IsMark(r) && !dropped(r) }

var marksDropped = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x300, Hi: 0x304, Stride: 1},
	{Lo: 0x306, Hi: 0x30C, Stride: 1},
	{Lo: 0x30F, Hi: 0x311, Stride: 2},
	{Lo: 0x31B, Hi: 0x31B, Stride: 1},
	{Lo: 0x323, Hi: 0x328, Stride: 1},
	{Lo: 0x32D, Hi: 0x32E, Stride: 1},
	{Lo: 0x330, Hi: 0x331, Stride: 1},
}}
