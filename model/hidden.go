package model

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The characters that may stand unseen in the right company.
const (
	nonJoiner  = '\u200c'
	joiner     = '\u200d'
	textStyle  = '\ufe0e'
	emojiStyle = '\ufe0f'
	keycap     = '\u20e3'
	vowelSplit = '\u180e' // Mongolian
	blackFlag  = '\U0001f3f4'
	lightSkin  = '\U0001f3fb'
	darkSkin   = '\U0001f3ff'
)

// Hidden yields the byte offset and the character of everything in s that acts
// or cannot be seen and does not belong where it stands (SPEC T3): control
// characters, line breaks and tabs included; format characters, bidirectional
// controls and tags included, and the few that can be seen, such as U+06DD, too,
// for terminals give them no room; private use, noncharacters, variation
// selectors, fillers. A byte that is not UTF-8 is yielded as utf8.RuneError; the character
// U+FFFD itself can be seen, and is not.
//
// A joiner or a variation selector belongs in an emoji, and a joiner in the
// scripts that are spelled with it: between cursive letters, such as those of
// Arabic, and beside the virama of an Indic one.
func Hidden(s string) iter.Seq2[int, rune] {
	return func(yield func(int, rune) bool) {
		before, prev := utf8.RuneError, utf8.RuneError
		for i := 0; i < len(s); {
			r, n := rune(s[i]), 1
			if r >= utf8.RuneSelf {
				r, n = utf8.DecodeRuneInString(s[i:])
			}
			if r == blackFlag {
				n = flagLen(s[i:])
			}
			if hidden(r, n) && !belongs(before, prev, r, s[i+n:]) && !yield(i, r) {
				return
			}
			before, prev = prev, r
			if n > utf8.UTFMax { // a whole flag: nothing attaches to it
				prev = utf8.RuneError
			}
			i += n
		}
	}
}

// hidden reports whether r, read from n bytes, needs leave to stand anywhere.
// The ranges named are those of most text, and hold nothing hidden.
func hidden(r rune, n int) bool {
	switch {
	case r < ' ' || 0x7f <= r && r < 0xa0:
		return true
	case r < 0x300:
		return r == 0xad
	case 0x3165 <= r && r < 0xd800:
		return false
	case r == utf8.RuneError:
		return n == 1
	default:
		return unicode.In(r, unseen...)
	}
}

// belongs reports whether a hidden r has its place after before and prev, and in
// front of rest.
func belongs(before, prev, r rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	switch {
	case r == nonJoiner:
		return joins(prev) && joins(next) && (isCursive(prev) || isCursive(next)) || spells(prev, next)
	case r == joiner:
		return isPictograph(next) && endsEmoji(before, prev) || spells(prev, next) ||
			(isCursive(prev) || isCursive(next)) && !isJoiner(prev) && !isJoiner(next)
	case r == textStyle:
		return isPictograph(prev)
	case r == emojiStyle:
		return isPictograph(prev) || next == keycap && strings.ContainsRune("0123456789#*", prev)
	case r == vowelSplit:
		return isMongolian(prev) && isMongolian(next)
	case unicode.Is(unicode.Mongolian, r): // its variation selectors
		return isMongolian(prev)
	default:
		return false
	}
}

// spells reports whether a joiner or a non-joiner between prev and next picks
// one of the shapes in which an Indic script, or Khmer, writes them.
func spells(prev, next rune) bool {
	switch {
	case unicode.Is(viramas, prev):
		return !isJoiner(next)
	case unicode.Is(viramas, next):
		return joins(prev)
	default:
		return unicode.Is(unicode.Khmer, prev) && joins(prev) && unicode.Is(unicode.Khmer, next) && unicode.IsMark(next)
	}
}

// joins reports whether r is part of a word.
func joins(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd) && !unicode.In(r, unseen...)
}

func isCursive(r rune) bool    { return joins(r) && unicode.In(r, cursive...) }
func isMongolian(r rune) bool  { return unicode.Is(unicode.Mongolian, r) && unicode.IsLetter(r) }
func isJoiner(r rune) bool     { return r == joiner || r == nonJoiner }
func isPictograph(r rune) bool { return unicode.Is(pictographs, r) }

// endsEmoji reports whether before and prev end an emoji that can be joined to
// another.
func endsEmoji(before, prev rune) bool {
	return isPictograph(prev) || lightSkin <= prev && prev <= darkSkin ||
		prev == emojiStyle && isPictograph(before)
}

// flagLen returns the length in bytes of the flag that s begins with.
func flagLen(s string) int {
	for _, f := range flags {
		if strings.HasPrefix(s, f) {
			return len(f)
		}
	}
	return utf8.RuneLen(blackFlag)
}
