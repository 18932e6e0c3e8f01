package tools

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"minne/model"
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

// The room of one answer (SPEC T7), in bytes of JSON. Around each memory is what
// its field names, times and snippet take at the most; the rest of the answer has
// its own share.
const (
	room      = model.MaxAnswer - 12_000
	around    = 900
	beginning = 200 // of a content at the least
)

// fit cuts contents, the longest first, until the memories fit one answer, and
// marks those it cut. It returns how many memories are kept: at least one, and
// all unless keys and tags alone are too long.
func fit(all []Memory) int {
	left, kept := room, 0
	for i, m := range all {
		fixed := around + encoded(m.Key) + encoded(strings.Join(m.Tags, `","`))
		if i > 0 && left-fixed-beginning < 0 {
			break
		}
		left -= fixed + beginning
		kept++
	}
	left += kept * beginning
	sizes := make([]int, kept)
	for i, m := range all[:kept] {
		sizes[i] = encoded(m.Content)
	}
	most := level(sizes, left)
	for i := range all[:kept] {
		if sizes[i] > most {
			all[i].Content = shorten(all[i].Content, most)
			all[i].Truncated = true
		}
	}
	return kept
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
	return model.MaxContent * 6
}

// shorten cuts s at a character so that its JSON form takes at most n bytes.
func shorten(s string, n int) string {
	used := 0
	for i, r := range s {
		if used += encoded(string(r)); used > n {
			return s[:i]
		}
	}
	return s
}

// encoded returns how many bytes s takes in JSON, without its quotes.
func encoded(s string) int {
	b, err := json.Marshal(s)
	if err != nil {
		return len(s)
	}
	return len(b) - 2
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
