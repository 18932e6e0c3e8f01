package tools

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"minne/model"
	"minne/tools/text"
)

// results reads how many memories a caller wants; 0 means the usual number. More
// than the most there may be is lowered, and the answer says so (SPEC T2).
func results(n, usual int) (int, string, error) {
	switch {
	case n == 0:
		return usual, "", nil
	case n < 0:
		return 0, "", invalid("max_results", fmt.Sprintf("must be a whole number from 1 to %d", model.MaxResults))
	case n > model.MaxResults:
		return model.MaxResults, fmt.Sprintf("max_results lowered to %d; use next_cursor for more", model.MaxResults), nil
	default:
		return n, "", nil
	}
}

// beginning is how many bytes of a content are given at the least, if it has them.
const beginning = 200

// fit cuts contents, the longest first, until the memories take at most room bytes
// of JSON, and marks those it cut (SPEC T7). Bare is what each takes without its
// content. It returns how many memories are kept: at least one, and all unless
// what cannot be cut is too long.
func fit(all []Memory, bare []int, room int) (kept int) {
	sizes := make([]int, 0, len(all))
	left, least := room, room
	for i, m := range all {
		n := encoded(m.Content, room)
		if least -= bare[i] + min(n, beginning); least < 0 && i > 0 {
			break
		}
		left -= bare[i]
		sizes = append(sizes, n)
	}
	most := level(sizes, left)
	for i, n := range sizes {
		if n > most {
			all[i].Content = shorten(all[i].Content, most)
			all[i].Truncated = true
		}
	}
	return len(sizes)
}

// level returns the greatest bound under which the sizes, each cut to it, sum to
// at most room.
func level(sizes []int, room int) int {
	sorted := slices.Sorted(slices.Values(sizes))
	for i, n := range sorted {
		if share := room / (len(sorted) - i); n > share {
			return share
		}
		room -= n
	}
	return model.MaxContent * mostEscaped
}

// shorten cuts s at a character so that it takes at most n bytes of JSON.
func shorten(s string, n int) string {
	for i, r := range s {
		if n -= width(r); n < 0 {
			return s[:i]
		}
	}
	return s
}

// encoded returns how many bytes s takes in JSON, without its quotes; any number
// above enough stands for more than enough.
func encoded(s string, enough int) int {
	n := 0
	for _, r := range s {
		if n += width(r); n > enough {
			break
		}
	}
	return n
}

// mostEscaped is how many bytes of JSON a byte of text can become.
const mostEscaped = 6

// width is how many bytes a character takes in JSON at the most, whether or not
// whoever writes it makes it safe to print (text.JSON) and safe in HTML
// (encoding/json).
func width(r rune) int {
	switch {
	case r == '"' || r == '\\' || r == '\n' || r == '\r' || r == '\t':
		return 2
	case r < ' ' || r == '<' || r == '>' || r == '&' || r == utf8.RuneError:
		return 6
	}
	for range model.Hidden(string(r)) {
		if r > 0xffff {
			return 12
		}
		return 6
	}
	return utf8.RuneLen(r)
}

// size returns how many bytes of JSON v takes at the most; what cannot be written
// takes more than there may be.
func size(v any) int {
	b, err := json.Marshal(v)
	if err != nil {
		return model.MaxAnswer
	}
	return len(text.JSON(b))
}

// marked puts ** around the matched words of a snippet.
func marked(snippet string, marks []model.Span) string {
	var b strings.Builder
	at := 0
	for _, m := range marks {
		b.WriteString(snippet[at:m.Start])
		b.WriteString("**" + snippet[m.Start:m.End] + "**")
		at = m.End
	}
	b.WriteString(snippet[at:])
	return b.String()
}

func join(notes ...string) string {
	return strings.Join(slices.DeleteFunc(notes, func(s string) bool { return s == "" }), "; ")
}
