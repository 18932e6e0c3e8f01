package words

import (
	"minne/model"
)

// ellipsis stands where a snippet is cut.
const ellipsis = "…"

// Marks returns the parts of text that match the query, in order and apart from
// each other. It is for keys and tags; for contents see Snippet.
func (q Query) Marks(text string) []model.Span {
	return spans(q.look.find(text), 0, len(text), 0)
}

// Snippet returns the part of a content that shows best why it matches: the
// window with the most different words of the query, the first of equals. It is
// at most limit bytes long and is cut between words where it can be, else between
// characters as people see them, with an ellipsis at each cut. Marks are the
// matching words in it, in order and apart from each other. The text is raw: who
// shows it makes it safe.
//
// Words match as in the index, by stem and in plain letters. It takes time linear
// in the content.
func (q Query) Snippet(content string, limit int) (snippet string, marks []model.Span) {
	hits := q.look.find(content)
	if len(content) <= limit {
		return content, spans(hits, 0, len(content), 0)
	}
	room := limit - 2*len(ellipsis)
	if room <= 0 {
		return "", nil
	}
	core := best(hits, room-room/4)
	start := core.Start - max(0, room-(core.End-core.Start))/3
	reach := max(room/4, min(room/2, 24))
	start = opening(content, max(0, min(start, len(content)-room)), core.Start, reach)
	end := min(start+room, len(content))
	if cut := closing(content, end, core.End, reach); cut > start {
		end = cut
	} else {
		end = codePoint(content, end, true)
	}
	shift := start
	if start > 0 {
		snippet, shift = ellipsis, start-len(ellipsis)
	}
	snippet += content[start:end]
	if end < len(content) {
		snippet += ellipsis
	}
	return snippet, spans(hits, start, end, shift)
}

// best returns where the most different things stand within width bytes; the
// beginning of the text if there are none.
func best(hits []hit, width int) model.Span {
	var found model.Span
	most, lo := 0, 0
	in := make(map[int]int)
	for _, h := range hits {
		in[h.id]++
		for hits[lo].Start < h.Start && h.End-hits[lo].Start > width {
			if in[hits[lo].id]--; in[hits[lo].id] == 0 {
				delete(in, hits[lo].id)
			}
			lo++
		}
		if len(in) > most {
			most, found = len(in), model.Span{Start: hits[lo].Start, End: h.End}
		}
	}
	return found
}

// spans returns the parts of hits that lie in the window from start to end, put
// together where they meet, with shift taken off.
func spans(hits []hit, start, end, shift int) []model.Span {
	var out []model.Span
	for _, h := range hits {
		s := model.Span{Start: max(h.Start, start) - shift, End: min(h.End, end) - shift}
		switch n := len(out) - 1; {
		case s.Start >= s.End:
		case n >= 0 && s.Start <= out[n].End:
			out[n].End = max(out[n].End, s.End)
		default:
			out = append(out, s)
		}
	}
	return out
}
