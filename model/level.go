// Package model holds the nouns every other package speaks in: levels, keys,
// tags, versions, sessions, events and the errors that name what went wrong. It
// decides nothing, stores nothing, and imports only the standard library.
package model

import (
	"fmt"
	"strings"
)

// Level is how sensitive a memory is (SPEC 1). The zero Level is not a level: a
// value that nobody set passes no check.
type Level uint8

// The four levels, least sensitive first. The numbers are stored and are part of
// the audit log's format: they never change.
const (
	Public Level = iota + 1
	Internal
	Confidential
	Restricted
)

// Levels is every level, least sensitive first.
var Levels = [...]Level{Public, Internal, Confidential, Restricted}

var levelNames = [...]string{"unset", "PUBLIC", "INTERNAL", "CONFIDENTIAL", "RESTRICTED"}

// Valid reports whether l is one of the four levels.
func (l Level) Valid() bool { return l >= Public && l <= Restricted }

// String returns the name as it is written to people and agents.
func (l Level) String() string {
	if !l.Valid() {
		return fmt.Sprintf("Level(%d)", uint8(l))
	}
	return levelNames[l]
}

// ParseLevel reads a level's name in any case. Anything else is an error, never
// a value (SPEC P1).
func ParseLevel(s string) (Level, error) {
	for _, l := range Levels {
		if strings.EqualFold(s, levelNames[l]) {
			return l, nil
		}
	}
	return 0, fmt.Errorf("unknown level %q: use PUBLIC, INTERNAL, CONFIDENTIAL or RESTRICTED", s)
}

// MarshalText writes the level's name. An unset level is an error: it must not
// reach a reader as if it were one.
func (l Level) MarshalText() ([]byte, error) {
	if !l.Valid() {
		return nil, fmt.Errorf("%v is not a level", l)
	}
	return []byte(l.String()), nil
}

// UnmarshalText reads what ParseLevel reads.
func (l *Level) UnmarshalText(b []byte) error {
	parsed, err := ParseLevel(string(b))
	if err != nil {
		return err
	}
	*l = parsed
	return nil
}
