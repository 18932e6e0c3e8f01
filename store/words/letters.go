package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// begins reports whether r is part of a word wherever it stands. Characters for
// private use are not: they are icons in texts, and marks of ours in tokens.
func begins(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// continues reports whether r belongs to a word that has begun: accents, vowel
// signs, joiners, soft hyphens.
func continues(r rune) bool {
	return r >= utf8.RuneSelf && (unicode.IsMark(r) || joiner(r))
}

func joiner(r rune) bool {
	return r == '\u00AD' || r == '\u200C' || r == '\u200D' || r == '\u2060'
}

// glue reports whether the tokenizer may take r, which is no letter, for one. Its
// tables are those of Unicode 6.1, and a character that they do not know is a
// letter to it: newer emoji, newer currency signs; so are characters for private
// use. This says yes too often, which costs a few bytes, and never too seldom.
func glue(r rune) bool {
	switch {
	case r < 0xA0, unicode.IsSpace(r), begins(r):
		return false
	case r <= 0xBF, 0x2010 <= r && r <= 0x205E, 0x3000 <= r && r <= 0x303F, 0xFF00 <= r && r <= 0xFF65:
		return !unicode.IsPunct(r)
	default:
		return true
	}
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// raw returns a word as the tokenizer shall read it: composed, without joiners.
func raw(w string) string {
	if ascii(w) {
		return w
	}
	return strings.Map(func(r rune) rune {
		if joiner(r) {
			return -1
		}
		return r
	}, norm.NFC.String(w))
}

// compat returns a word like raw, with the wide, narrow and joined forms of its
// characters replaced by the usual ones.
func compat(w string) string {
	if ascii(w) {
		return w
	}
	n := norm.NFKC.String(raw(w))
	for _, r := range n {
		if !begins(r) && !continues(r) {
			return raw(w)
		}
	}
	return n
}

// plain is how letters are written that look like another with a stroke, or are
// two in one: they have no accent that could be dropped.
var plain = map[rune]string{
	'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'ħ': "h", 'ŧ': "t", 'ı': "i", 'ȷ': "j", 'ŋ': "n", 'ĸ': "k",
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'þ': "th", 'ƒ': "f", 'ɓ': "b", 'ɖ': "d", 'ɗ': "d", 'ƙ': "k", 'ƴ': "y",
	'ə': "e", 'ǝ': "e", 'ɛ': "e", 'ɔ': "o", 'ɨ': "i", 'ʉ': "u",
}

// fold returns the form of a word in which all its spellings meet: lower case,
// without accents, plain letters only. Marks that are vowels or tones are kept,
// escaped.
func fold(w string) string {
	if ascii(w) {
		return strings.ToLower(w)
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(w) {
		r = unicode.ToLower(unicode.ToUpper(r))
		switch s, ok := plain[r]; {
		case ok:
			b.WriteString(s)
		case accent(r):
		default:
			b.WriteString(escape(r))
		}
	}
	return b.String()
}

// accent reports whether a mark may be left out without making another word: the
// accents of Latin, Greek and Cyrillic, the vowel points of Arabic and Hebrew.
func accent(r rune) bool {
	if r < utf8.RuneSelf || !unicode.IsMark(r) || r == '\u3099' || r == '\u309A' {
		return false
	}
	return unicode.In(r, unicode.Inherited, unicode.Arabic, unicode.Hebrew)
}

// spelled returns a word in a form that keeps the accents which the tokenizer
// drops, and whether there are any. It lets an exact spelling go before the
// others (SPEC S5).
func spelled(w string) (string, bool) {
	if ascii(w) {
		return "", false
	}
	lossy := false
	var b strings.Builder
	for _, r := range norm.NFC.String(w) {
		r = unicode.ToLower(r)
		if _, drops := bare(r); drops || unicode.IsMark(r) {
			lossy = true
			r = private(r)
		}
		b.WriteRune(r)
	}
	return b.String(), lossy
}

// escape returns r as part of a token. The tokenizer splits words at marks, so
// marks are moved to characters for private use, which it takes for letters.
func escape(r rune) string {
	if unicode.IsMark(r) {
		r = private(r)
	}
	return string(r)
}

// private moves a character to the private-use areas, so that no ordinary text
// collides with it.
func private(r rune) rune {
	if r < 0x1900 {
		return 0xE000 + r
	}
	return 0x100000 + r&0xFFFF
}
