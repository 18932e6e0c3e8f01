package edit

import (
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// A line longer than pieceSize bytes is laid out in pieces of about that size,
// each beginning a row of its own, so that no key costs more because of how long
// a line is.
const (
	pieceSize = 8 << 10
	seamBack  = 256 // how far before its place a seam may lie
	seamAhead = 64  // what is looked at to keep a character whole
)

// piece is what is laid out at a time: a line, or a part of a long one.
type piece struct {
	from, to    int
	end         string // what ends the line; nothing if another piece follows, or the text ends
	first, last bool   // of its line
}

// next returns where the next piece begins, and whether there is one.
func (p piece) next() (int, bool) { return p.to + len(p.end), !p.last || p.end != "" }

// piece returns the piece that an offset is in. An offset between two is in the
// second, the one within a CRLF in the line that it ends.
func (m *Model) piece(at int) piece {
	if m.single {
		return piece{0, m.doc.size, "", true, true}
	}
	start := m.doc.lineStart(at)
	end, by := m.doc.lineEnd(at)
	if end-start <= pieceSize {
		return piece{start, end, by, true, true}
	}
	at = min(at, end)
	k := (at - start) / pieceSize
	from, to := m.seam(start, k, end), m.seam(start, k+1, end)
	if at >= to && to < end {
		k++
		from, to = to, m.seam(start, k+1, end)
	}
	p := piece{from, to, by, k == 0, to == end}
	if !p.last {
		p.end = ""
	}
	return p
}

// seam returns where the piece with number k of a line begins: at a multiple of
// pieceSize, or a little before it, where there is a space, or at least no
// character is cut.
func (m *Model) seam(start, k, end int) int {
	at := start + k*pieceSize
	if k == 0 || at >= end {
		return min(at, end)
	}
	from := at - seamBack
	s := m.doc.slice(from, min(at+seamAhead, end))
	for i := seamBack; i > 0; i-- {
		if (s[i-1] == ' ' || s[i-1] == '\t') && graphemes.FromString(s[i-1:]).First() == s[i-1:i] {
			return from + i
		}
	}
	n := 0
	for g := graphemes.FromString(s); g.Next() && g.End() <= seamBack; {
		n = g.End()
	}
	if n == 0 {
		n = seamBack
		for n > seamBack-utf8.UTFMax && !utf8.RuneStart(s[n]) {
			n--
		}
	}
	return from + n
}

// line returns where the line of an offset begins and ends, and what ends it.
func (m *Model) line(at int) (start, end int, by string) {
	if m.single {
		return 0, m.doc.size, ""
	}
	start = m.doc.lineStart(at)
	end, by = m.doc.lineEnd(at)
	return start, end, by
}
