package words

import (
	"unicode"
	"unicode/utf8"
)

// maxSplit is the longest word, in bytes, that is split into parts. No name is
// longer; keys, hashes and encoded data are.
const maxSplit = 64

// parts splits a word where a name is put together: getUserName, HTTPServer,
// utf8. It returns nil if there is one part, or if the parts are shorter than two
// characters on average: then it is a code (x86, a1b2c3), not a name.
func parts(w string) []string {
	if len(w) > maxSplit {
		return nil
	}
	var out []string
	start, prev, runes := 0, kindNone, 0
	prevAt := 0
	for i, r := range w {
		k := kindOf(r)
		if k == kindNone {
			continue
		}
		runes++
		switch {
		case prev == kindNone:
		case (k == kindDigit) != (prev == kindDigit), k == kindUpper && prev == kindLower:
			out, start = append(out, w[start:i]), i
		case k == kindLower && prev == kindUpper && prevAt > start && !plural(w[i:]):
			out, start = append(out, w[start:prevAt]), prevAt
		}
		prev, prevAt = k, i
	}
	if n := len(out) + 1; n == 1 || 2*n > runes {
		return nil
	}
	return append(out, w[start:])
}

// plural reports whether rest is the s of "URLs", not the start of a word.
func plural(rest string) bool {
	if rest[0] != 's' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest[1:])
	return kindOf(next) != kindLower
}

type kind uint8

const (
	kindNone kind = iota // goes with what is before it
	kindLower
	kindUpper
	kindDigit
)

func kindOf(r rune) kind {
	switch {
	case 'a' <= r && r <= 'z':
		return kindLower
	case unicode.IsNumber(r):
		return kindDigit
	case unicode.IsUpper(r), unicode.IsTitle(r):
		return kindUpper
	case unicode.IsLetter(r):
		return kindLower
	default:
		return kindNone
	}
}
