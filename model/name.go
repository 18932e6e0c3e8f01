package model

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Key names a memory within an agent. Keys are case-sensitive and may hold
// anything visible: spaces, `:`, `%`, `/`, quotes, emoji (SPEC T4). Make one with
// ParseKey.
type Key string

// Tag is a word that memories are grouped by. Make one with ParseTag.
type Tag string

// InvalidError says which argument is wrong, what its rule is, and what to do.
// Why never repeats the argument's text.
type InvalidError struct {
	Field string
	Why   string
}

func (e *InvalidError) Error() string { return e.Field + ": " + e.Why }

// ParseKey checks a key that is already in Unicode NFC and trimmed (package
// tools does both) against SPEC T2 and T3.
func ParseKey(s string) (Key, error) {
	if err := checkName("key", s, MaxKey); err != nil {
		return "", err
	}
	return Key(s), nil
}

// ParseTag checks a tag that is already in Unicode NFC and trimmed.
func ParseTag(s string) (Tag, error) {
	if err := checkName("tags", s, MaxTag); err != nil {
		return "", err
	}
	return Tag(s), nil
}

// ParseAgent checks the name of an agent, which owns a database of its own.
func ParseAgent(s string) (string, error) {
	if err := checkName("agent", s, MaxAgent); err != nil {
		return "", err
	}
	return s, nil
}

// CheckContent checks a memory's text: UTF-8 without NUL, 1 byte to 1 MiB. The
// text itself is kept byte for byte.
func CheckContent(s string) error {
	switch {
	case s == "":
		return &InvalidError{"content", "is empty: give the text to remember"}
	case len(s) > MaxContent:
		return &InvalidError{"content", fmt.Sprintf("is %d bytes, the limit is %d: store a shorter text or split it over several keys", len(s), MaxContent)}
	default:
		return checkUTF8("content", s)
	}
}

// CheckQuery checks what is searched for.
func CheckQuery(s string) error {
	switch {
	case strings.TrimSpace(s) == "":
		return &InvalidError{"query", "is empty: give the words to look for"}
	case len(s) > MaxQuery:
		return &InvalidError{"query", fmt.Sprintf("is %d bytes, the limit is %d: use fewer words", len(s), MaxQuery)}
	case !utf8.ValidString(s):
		return &InvalidError{"query", "is not valid UTF-8"}
	default:
		return nil
	}
}

func checkName(field, s string, most int) error {
	switch {
	case s == "":
		return &InvalidError{field, "is empty: give 1 to " + fmt.Sprint(most) + " bytes"}
	case len(s) > most:
		return &InvalidError{field, fmt.Sprintf("is %d bytes, the limit is %d: use a shorter one", len(s), most)}
	}
	if err := checkUTF8(field, s); err != nil {
		return err
	}
	if s != strings.TrimSpace(s) {
		return &InvalidError{field, "begins or ends with a space"}
	}
	for i, r := range Hidden(s) {
		return &InvalidError{field, fmt.Sprintf("holds the control or invisible character U+%04X at byte %d: leave it out", r, i)}
	}
	return nil
}

func checkUTF8(field, s string) error {
	if !utf8.ValidString(s) {
		return &InvalidError{field, "is not valid UTF-8"}
	}
	if strings.IndexByte(s, 0) >= 0 {
		return &InvalidError{field, "holds a NUL character: leave it out"}
	}
	return nil
}
