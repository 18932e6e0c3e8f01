package tools

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"minne/model"
)

// A cursor is these bytes in base64: its form, the session's taint, eight bytes of
// the hash of the question, where the page before ended, and four bytes of the
// hash of all that, for whoever copies a letter wrong. It names only what the
// session has been shown, so a forged one gains nothing (SPEC T7).
const (
	cursorForm = 1
	questionAt = 2
	placeAt    = questionAt + 8
	checkSize  = 4
	// deepest is how many results of a search can be paged through: a cursor
	// names each, so that no change of the ranking repeats or skips one, and it
	// is part of an answer that has bounds.
	deepest       = 4000
	fingerprint   = 8
	longestCursor = (placeAt + deepest*fingerprint + checkSize + 2) / 3 * 4
)

// question is what a cursor goes on with.
type question struct {
	taint      model.Level
	kind, text string
}

func listOf(taint model.Level, tag model.Tag) question {
	return question{taint, "list", string(tag)}
}

func searchFor(taint model.Level, in SearchInput) question {
	if in.Operators {
		return question{taint, "search with operators", in.Query}
	}
	return question{taint, "search", in.Query}
}

// hash stands for the kind and the text of the question.
func (q question) hash() []byte {
	sum := sha256.Sum256([]byte(q.kind + "\x00" + q.text))
	return sum[:placeAt-questionAt]
}

// cursor writes a place down.
func (q question) cursor(place []byte) string {
	b := slices.Concat([]byte{cursorForm, byte(q.taint)}, q.hash(), place)
	return base64.RawURLEncoding.EncodeToString(append(b, check(b)...))
}

// place reads what cursor wrote; nil if there is no cursor.
func (q question) place(cursor string) ([]byte, error) {
	if cursor == "" {
		return nil, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(cursor) > longestCursor || len(b) < placeAt+checkSize {
		return nil, noCursor
	}
	b, sum := b[:len(b)-checkSize], b[len(b)-checkSize:]
	switch {
	case b[0] != cursorForm || !bytes.Equal(sum, check(b)):
		return nil, noCursor
	case b[1] != byte(q.taint) || !bytes.Equal(b[questionAt:placeAt], q.hash()):
		return nil, invalid("cursor", "belongs to another question or another taint: ask again without it")
	}
	return b[placeAt:], nil
}

var noCursor = invalid("cursor", "is not one of minne's: use next_cursor as it was given")

func check(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:checkSize]
}

// after writes the place of a list down; readAfter reads it.
func (q question) after(c model.Cursor) string {
	return q.cursor(append(binary.BigEndian.AppendUint64(nil, uint64(c.Saved)), c.Key...))
}

func (q question) readAfter(cursor string) (model.Cursor, error) {
	b, err := q.place(cursor)
	switch {
	case b == nil || err != nil:
		return model.Cursor{}, err
	case len(b) < 8 || !utf8.Valid(b[8:]):
		return model.Cursor{}, noCursor
	}
	return model.Cursor{Saved: int64(binary.BigEndian.Uint64(b)), Key: model.Key(b[8:])}, nil
}

// seen writes the place of a search down, which is the keys that were given;
// readSeen reads it.
func (q question) seen(keys []uint64) string {
	b := make([]byte, 0, len(keys)*fingerprint)
	for _, k := range keys {
		b = binary.BigEndian.AppendUint64(b, k)
	}
	return q.cursor(b)
}

func (q question) readSeen(cursor string) ([]uint64, error) {
	b, err := q.place(cursor)
	if err == nil && len(b)%fingerprint != 0 {
		err = noCursor
	}
	if err != nil {
		return nil, err
	}
	keys := make([]uint64, 0, len(b)/fingerprint)
	for ; len(b) > 0; b = b[fingerprint:] {
		keys = append(keys, binary.BigEndian.Uint64(b))
	}
	return keys, nil
}
