package triggerfish

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode/utf16"

	"minne/model"
)

// object is a JSON object whose fields are asked for by their exact names. The
// first thing that is wrong stays in err; fields that nobody asks for are
// ignored.
type object struct {
	fields map[string]json.RawMessage
	err    error
}

func parse(s string) (object, error) {
	var o object
	// The decoder's own errors may quote the text.
	if err := json.Unmarshal([]byte(s), &o.fields); err != nil || o.fields == nil {
		return object{}, errors.New("its value is not a JSON object")
	}
	return o, nil
}

func (o *object) fail(name, why string) {
	if o.err == nil {
		o.err = fmt.Errorf("%q %s", name, why)
	}
}

// required returns a field that must be there.
func required[T string | bool | []*string](o *object, name string) (v T) {
	raw, ok := o.fields[name]
	if !ok {
		o.fail(name, "is missing")
		return v
	}
	switch err := json.Unmarshal(raw, &v); {
	case err != nil || string(raw) == "null":
		o.fail(name, "is not "+kind(v))
	case !whole(raw):
		o.fail(name, "holds half a character (an unpaired surrogate)")
	}
	return v
}

// has reports whether an optional field is there; null is the same as absent.
func (o *object) has(name string) bool {
	raw, ok := o.fields[name]
	return ok && string(raw) != "null"
}

func kind(v any) string {
	switch v.(type) {
	case string:
		return "text"
	case bool:
		return "true or false"
	default:
		return "a list of texts"
	}
}

// text returns a text that is not empty.
func (o *object) text(name string) string {
	s := required[string](o, name)
	if s == "" {
		o.fail(name, "is empty")
	}
	return s
}

func (o *object) optionalText(name string) string {
	if !o.has(name) {
		return ""
	}
	return required[string](o, name)
}

// level reads a level exactly as Triggerfish writes it, in capitals.
func (o *object) level(name string) model.Level {
	s := required[string](o, name)
	for _, l := range model.Levels {
		if l.String() == s {
			return l
		}
	}
	o.fail(name, "is not PUBLIC, INTERNAL, CONFIDENTIAL or RESTRICTED")
	return 0
}

func (o *object) tags(name string) []model.Tag {
	var tags []model.Tag
	for _, s := range required[[]*string](o, name) {
		if s == nil {
			o.fail(name, "is not a list of texts")
			return nil
		}
		tags = append(tags, model.Tag(*s))
	}
	return tags
}

func (o *object) time(name string) time.Time {
	t, ok := parseTime(required[string](o, name))
	if !ok {
		o.fail(name, "is not a time such as 2026-01-31T12:00:00.000Z")
	}
	return t
}

func (o *object) optionalTime(name string) time.Time {
	if !o.has(name) {
		return time.Time{}
	}
	return o.time(name)
}

// whole reports whether every UTF-16 surrogate that a JSON text escapes is one
// of a pair. The decoder would put another character in the place of others.
func whole(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++ // to the letter of the escape
		first, ok := escaped(raw[i:])
		if !ok {
			continue
		}
		i += 4
		if !utf16.IsSurrogate(first) {
			continue
		}
		if i+2 >= len(raw) || raw[i+1] != '\\' {
			return false
		}
		second, ok := escaped(raw[i+2:])
		if !ok || utf16.DecodeRune(first, second) == '\uFFFD' {
			return false
		}
		i += 6
	}
	return true
}

// escaped reads the uXXXX of an escape.
func escaped(b []byte) (rune, bool) {
	if len(b) < 5 || b[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[1:5]), 16, 16)
	return rune(n), err == nil
}
