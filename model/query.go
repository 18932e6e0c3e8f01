package model

import (
	"crypto/sha256"
	"encoding/binary"
)

// ListQuery asks for a page of the heads a session sees, newest first, then by
// key (SPEC T6).
type ListQuery struct {
	Tag    Tag    // empty: all
	After  Cursor // zero: from the start
	Before Cursor // zero: unused; else the page that ends just before it
	Limit  int
	// Preview is how many bytes of each content are wanted, cut at a character;
	// below 0: all.
	Preview int
}

// Cursor is a place in a list: the last memory already seen. It names visible
// things only.
type Cursor struct {
	Saved int64 // microseconds since 1970
	Key   Key
}

// IsZero reports whether the cursor points nowhere.
func (c Cursor) IsZero() bool { return c == Cursor{} }

// CursorOf returns the place of m in a list.
func CursorOf(m Memory) Cursor { return Cursor{Saved: m.Saved.UnixMicro(), Key: m.Key} }

// Fingerprint is a short stand-in for k, for cursors: equal keys have equal
// fingerprints.
func (k Key) Fingerprint() uint64 {
	sum := sha256.Sum256([]byte(k))
	return binary.BigEndian.Uint64(sum[:8])
}

// Page is a part of a list. Total counts all that the question matches and the
// session sees.
type Page struct {
	Memories []Memory
	Total    int
	More     bool // there is more in the direction asked
}

// SearchQuery asks for the heads that match. Operators are honoured only for
// people (SPEC S3).
type SearchQuery struct {
	Text      string
	Operators bool
	Limit     int
	Preview   int      // bytes of each content wanted, cut at a character; below 0: all
	Skip      []uint64 // fingerprints of the keys that earlier pages have given
}

// Hit is a memory that matches, with its score: higher is better, comparable
// within one result only (SPEC S7). Match bounds are byte offsets into Snippet.
type Hit struct {
	Memory
	Score   float64
	Snippet string
	Marks   []Span
}

// Span is a range of bytes, from Start up to but not including End.
type Span struct{ Start, End int }

// Found is a page of hits.
type Found struct {
	Hits  []Hit
	Total int
}
