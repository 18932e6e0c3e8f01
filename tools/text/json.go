package text

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"minne/model"
)

// JSON makes JSON text safe to print. Hidden characters, which in JSON can only
// stand within strings, become \uXXXX escapes: the value stays the same, and
// joiners that belong to an emoji or a word stay readable. A byte that is not
// UTF-8 becomes \ufffd, which is what readers take it for. Line breaks and tabs
// between values are kept. What is not JSON comes out safe, too, but changed.
func JSON(b []byte) []byte {
	s, from := string(b), 0
	var out []byte
	for at, r := range model.Hidden(s) {
		if r == '\n' || r == '\t' || r == '\r' {
			continue
		}
		out = append(out, s[from:at]...)
		out = escape(out, r)
		from = at + utf8.RuneLen(r)
		if r == utf8.RuneError {
			from = at + 1
		}
	}
	if from == 0 {
		return b
	}
	return append(out, s[from:]...)
}

func escape(out []byte, r rune) []byte {
	for _, u := range utf16.AppendRune(nil, r) {
		out = fmt.Appendf(out, `\u%04x`, u)
	}
	return out
}
