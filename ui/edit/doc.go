package edit

import (
	"slices"
	"strings"
)

const (
	chunkSize  = 4 << 10
	chunkMost  = 2 * chunkSize
	chunkLeast = chunkSize / 2
)

// doc is the bytes of a text, in chunks of a few kilobytes. It never changes:
// replacing a part makes another doc, which shares the chunks that stay.
type doc struct {
	chunks []chunk
	size   int
}

// chunk is a run of bytes and how many line ends are in it.
type chunk struct {
	s           string
	lines, crlf int
}

func newDoc(s string) doc { return doc{appendChunks(nil, s), len(s)} }

func appendChunks(to []chunk, s string) []chunk {
	for s != "" {
		n := len(s)
		if n > chunkMost {
			n = chunkSize
		}
		part := s[:n]
		to, s = append(to, chunk{part, strings.Count(part, "\n"), strings.Count(part, "\r\n")}), s[n:]
	}
	return to
}

// find returns the chunk that holds the byte at an offset, and where in it; at
// the end of the text, the number of chunks and 0.
func (d doc) find(at int) (i, in int) {
	for i, c := range d.chunks {
		if at < len(c.s) {
			return i, at
		}
		at -= len(c.s)
	}
	return len(d.chunks), 0
}

// slice returns the bytes from one offset up to another.
func (d doc) slice(from, to int) string {
	if from >= to {
		return ""
	}
	i, in := d.find(from)
	if s := d.chunks[i].s; in+to-from <= len(s) {
		return s[in : in+to-from]
	}
	var b strings.Builder
	b.Grow(to - from)
	for left := to - from; left > 0; i, in = i+1, 0 {
		s := d.chunks[i].s[in:]
		s = s[:min(len(s), left)]
		b.WriteString(s)
		left -= len(s)
	}
	return b.String()
}

func (d doc) String() string { return d.slice(0, d.size) }

// replace returns the text with other bytes in the place of those from one
// offset up to another.
func (d doc) replace(from, to int, with string) doc {
	i, a := d.find(from)
	j, b := d.find(to)
	head, tail, after := "", "", j
	if a > 0 {
		head = d.chunks[i].s[:a]
	}
	if b > 0 {
		tail, after = d.chunks[j].s[b:], j+1
	}
	mid := head + with + tail
	if i > 0 && len(mid) < chunkLeast {
		i--
		mid = d.chunks[i].s + mid
	}
	if after < len(d.chunks) && len(mid) < chunkLeast {
		mid += d.chunks[after].s
		after++
	}
	chunks := make([]chunk, 0, i+len(mid)/chunkSize+1+len(d.chunks)-after)
	chunks = append(chunks, d.chunks[:i]...)
	chunks = appendChunks(chunks, mid)
	chunks = append(chunks, d.chunks[after:]...)
	return doc{chunks, d.size - (to - from) + len(with)}
}

// lineStart returns where the line begins that an offset is in.
func (d doc) lineStart(at int) int {
	i, in := d.find(at)
	for base := at - in; ; i-- {
		if i < len(d.chunks) && d.chunks[i].lines > 0 {
			if n := strings.LastIndexByte(d.chunks[i].s[:in], '\n'); n >= 0 {
				return base + n + 1
			}
		}
		if i == 0 {
			return 0
		}
		in = len(d.chunks[i-1].s)
		base -= in
	}
}

// lineEnd returns where the line ends that an offset is in, and what ends it:
// "\n", "\r\n", or nothing at the end of the text. Within a CRLF that is before
// the offset.
func (d doc) lineEnd(at int) (end int, by string) {
	i, in := d.find(at)
	for base := at - in; i < len(d.chunks); i, in = i+1, 0 {
		s := d.chunks[i].s
		if d.chunks[i].lines > 0 {
			if n := strings.IndexByte(s[in:], '\n'); n >= 0 {
				return d.feed(base + in + n)
			}
		}
		base += len(s)
	}
	return d.size, ""
}

// feed says what the line feed at an offset belongs to.
func (d doc) feed(at int) (end int, by string) {
	if at > 0 && d.slice(at-1, at) == "\r" {
		return at - 1, "\r\n"
	}
	return at, "\n"
}

// linesBefore returns how many line feeds stand before an offset.
func (d doc) linesBefore(at int) int {
	i, in := d.find(at)
	n := 0
	for _, c := range d.chunks[:i] {
		n += c.lines
	}
	if in > 0 {
		n += strings.Count(d.chunks[i].s[:in], "\n")
	}
	return n
}

// prevailing returns the line end that most lines have; "\n" if it is even.
func (d doc) prevailing() string {
	lines, crlf := 0, 0
	for i, c := range d.chunks {
		lines, crlf = lines+c.lines, crlf+c.crlf
		if i > 0 && c.s[0] == '\n' && strings.HasSuffix(d.chunks[i-1].s, "\r") {
			crlf++
		}
	}
	if 2*crlf > lines {
		return "\r\n"
	}
	return "\n"
}

// equal reports whether two texts are the same.
func (d doc) equal(e doc) bool {
	if d.size != e.size {
		return false
	}
	if slices.Equal(d.chunks, e.chunks) {
		return true
	}
	for at, i := 0, 0; i < len(d.chunks); i++ {
		s := d.chunks[i].s
		if e.slice(at, at+len(s)) != s {
			return false
		}
		at += len(s)
	}
	return true
}
