package tools

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"

	"minne/model"
)

// place is what a cursor holds: the session's taint, a hash of the filter, and
// where the page before ended. It names only what the session has been shown, so
// a forged one gains nothing (SPEC T7).
type place struct {
	Taint  model.Level `json:"t"`
	Filter []byte      `json:"f"`
	Saved  int64       `json:"s,omitempty"`
	Key    model.Key   `json:"k,omitempty"`
	Seen   []uint64    `json:"n,omitempty"`
}

func listCursor(after model.Cursor, taint model.Level, tag model.Tag) string {
	return place{Taint: taint, Filter: filter("list", string(tag)), Saved: after.Saved, Key: after.Key}.String()
}

func readListCursor(s string, taint model.Level, tag model.Tag) (model.Cursor, error) {
	p, err := readPlace(s, taint, filter("list", string(tag)))
	return model.Cursor{Saved: p.Saved, Key: p.Key}, err
}

func searchCursor(seen []uint64, taint model.Level, query string) string {
	return place{Taint: taint, Filter: filter("search", query), Seen: seen}.String()
}

func readSearchCursor(s string, taint model.Level, query string) ([]uint64, error) {
	p, err := readPlace(s, taint, filter("search", query))
	return p.Seen, err
}

func (p place) String() string {
	b, err := json.Marshal(p)
	if err != nil {
		return "" // no next page is better than a wrong one
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

func readPlace(s string, taint model.Level, filter []byte) (place, error) {
	if s == "" {
		return place{}, nil
	}
	var p place
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err == nil {
		err = json.Unmarshal(b, &p)
	}
	switch {
	case err != nil:
		return place{}, invalid("cursor", "is not one of minne's: use next_cursor as it was given")
	case p.Taint != taint || string(p.Filter) != string(filter):
		return place{}, invalid("cursor", "belongs to another question or another taint: ask again without it")
	}
	return p, nil
}

func filter(kind, text string) []byte {
	sum := sha256.Sum256([]byte(kind + "\x00" + text))
	return sum[:8]
}
