package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// opening moves the beginning of a window on to the next word within reach bytes,
// else to the next character, but not past core.
func opening(s string, at, core, reach int) int {
	if at == 0 || at >= core {
		return max(0, min(at, core))
	}
	near := s[at-1 : min(core, at+reach)]
	if n := strings.IndexFunc(near, unicode.IsSpace); n >= 0 {
		rest := s[at-1+n : core]
		return core - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
	}
	return min(core, boundary(s, at, false))
}

// closing moves the end of a window back to the end of a word within reach bytes,
// else to the end of a character. It cuts into core only if that is longer than
// the window.
func closing(s string, at, core, reach int) int {
	if at == len(s) {
		return at
	}
	if from := max(core, at-reach); from < at {
		near := s[from : at+1]
		if n := strings.LastIndexFunc(near, unicode.IsSpace); n >= 0 {
			return from + len(strings.TrimRightFunc(near[:n], unicode.IsSpace))
		}
	}
	return boundary(s, at, true)
}

// lookBack is how far the beginning of a character, as people see it, is looked
// for. Longer ones are cut between code points.
const lookBack = 128

// boundary returns the nearest place to at where a character ends: at or before
// it, or at or after it.
func boundary(s string, at int, before bool) int {
	from := max(0, at-lookBack)
	for i := at; i > from; i-- {
		if s[i-1] < utf8.RuneSelf {
			from = i - 1
		}
	}
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	sure := from == 0 || s[from] < utf8.RuneSelf // else it may lie within a character
	prev := from
	g := graphemes.FromString(s[from:min(len(s), at+lookBack)])
	for g.Next() {
		next := from + g.End()
		switch {
		case next == at, next > at && !before:
			return next
		case next > at && (sure || prev > from):
			return prev
		case next > at:
			return codePoint(s, at, before)
		}
		prev = next
	}
	return codePoint(s, at, before)
}

func codePoint(s string, at int, before bool) int {
	for 0 < at && at < len(s) && !utf8.RuneStart(s[at]) {
		if before {
			at--
		} else {
			at++
		}
	}
	return at
}
