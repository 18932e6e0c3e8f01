package tools

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// object reads the arguments of a call. Numbers keep their spelling. What cannot be
// kept as it was sent is refused, not mended (SPEC T3): the decoder would put
// U+FFFD in its place.
func object(raw json.RawMessage) (map[string]any, error) {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || string(raw) == "null" {
		return map[string]any{}, nil
	}
	if !utf8.Valid(raw) {
		return nil, invalid("arguments", "are not valid UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var args map[string]any
	if err := d.Decode(&args); err != nil {
		return nil, invalid("arguments", "must be one JSON object")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, invalid("arguments", "must be one JSON object")
	}
	if halved(raw) {
		return nil, invalid("arguments", "hold half of a character, a \\uD800 to \\uDFFF that is not one of a pair: send it whole")
	}
	return args, nil
}

// halved reports whether a JSON text escapes a UTF-16 surrogate that is not one of
// a pair.
func halved(raw []byte) bool {
	for {
		at := bytes.IndexByte(raw, '\\')
		if at < 0 {
			return false
		}
		raw = raw[at:]
		r, ok := unit(raw)
		switch {
		case !ok:
			raw = raw[2:] // some other escape
			continue
		case utf16.IsSurrogate(r):
			low, ok := unit(raw[6:])
			if !ok || utf16.DecodeRune(r, low) == utf8.RuneError {
				return true
			}
			raw = raw[6:]
		}
		raw = raw[6:]
	}
}

// unit reads the escape \uXXXX that b begins with.
func unit(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), err == nil
}
