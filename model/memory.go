package model

import (
	"encoding/hex"
	"fmt"
	"time"
)

// ID is a random 128-bit name of a session or a database. Never a sequence,
// never made from a time (SPEC P6).
type ID [16]byte

// String returns the id in hexadecimal.
func (i ID) String() string { return hex.EncodeToString(i[:]) }

// Short returns the first four digits, enough for people to tell sessions apart.
func (i ID) Short() string { return i.String()[:4] }

// IsZero reports whether the id was never set. The zero ID stands for minne
// itself, which settles expiry without a session.
func (i ID) IsZero() bool { return i == ID{} }

// MarshalText writes the id in hexadecimal.
func (i ID) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText reads an id written by MarshalText.
func (i *ID) UnmarshalText(b []byte) error {
	if hex.DecodedLen(len(b)) != len(i) {
		return fmt.Errorf("an id is %d hexadecimal digits", 2*len(i))
	}
	_, err := hex.Decode(i[:], b)
	return err
}

// Kind tells what a version is.
type Kind uint8

// The kinds of version. The numbers are stored.
const (
	Remembered Kind = iota + 1 // a memory with content
	Cover                      // "no longer true": hides the key at its level and above (SPEC V7)
)

// State is what has become of a version.
type State uint8

// The states of a version. The numbers are stored: they never change.
const (
	Live       State = iota + 1 // the newest of its record, and valid
	Deleted                     // deleted by a session; kept for audit (SPEC V3)
	Expired                     // its time came (SPEC V5)
	Covered                     // the newest of its record, and a cover
	Superseded                  // a newer version of the record exists (SPEC V1)
)

var stateNames = [...]string{"unset", "live", "deleted", "expired", "cover", "superseded"}

// String returns the word people are shown.
func (s State) String() string {
	if int(s) >= len(stateNames) {
		return fmt.Sprintf("State(%d)", uint8(s))
	}
	return stateNames[s]
}

// MarshalText writes the word people are shown.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Version is one save of a record: of a key, at a level. It never changes
// (SPEC 1); State, Ended and EndedBy say what has happened to it since.
type Version struct {
	Key     Key
	Level   Level
	Number  int // 1, 2, 3 … within (key, level)
	Kind    Kind
	Content string // perhaps only its beginning: see Size
	Size    int    // bytes of the whole content
	Tags    []Tag
	Created time.Time // when this life of the record began (SPEC V2)
	Saved   time.Time
	Expires time.Time // zero: never
	Session ID
	Channel Channel
	Client  string
	Origin  Origin // where an imported version came from

	State   State
	Ended   time.Time // when it stopped being live; zero while it is
	EndedBy ID        // zero: expiry
}

// Memory is a head: what a session sees for a key (SPEC 1).
type Memory struct {
	Version
	Shadows []Level // the lower levels that hold a live version of the key, highest first
}

// Origin says where an imported version came from. The zero Origin: it was saved
// here.
type Origin struct {
	Source  string `json:"source"`            // the format, such as "triggerfish"
	Session string `json:"session,omitempty"` // the session id over there
	Lineage string `json:"lineage,omitempty"` // the lineage id over there
}

// Draft is what a save asks for. It has no level: the level is the session's
// taint (SPEC P3).
type Draft struct {
	Key     Key
	Content string
	Tags    []Tag
	Expires time.Time // zero: never
	// After, if above 0, is the version that the writer has seen: the save is
	// refused with ErrConflict when the record has moved on.
	After int
}

// Imported is a version as another program remembers it, with its own times.
type Imported struct {
	Draft
	Created time.Time
	Saved   time.Time
	Deleted time.Time // zero: it is not deleted
	Origin  Origin
}

// TagCount is a tag and how many visible memories carry it.
type TagCount struct {
	Tag   Tag `json:"tag"`
	Count int `json:"count"`
}

// Row is a key in the matrix of shadows: what a session at each level gets for it.
type Row struct {
	Key   Key
	Heads [len(Levels) + 1]Level // by the session's level; not Valid where it gets nothing
}
