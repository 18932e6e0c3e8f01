package words

import "bytes"

// stem cuts an English word down to its stem in place, by the rules of M. F.
// Porter, "An algorithm for suffix stripping" (1980), as FTS5 applies them. It is
// for showing which words matched: the index stems for itself. The word is lower
// case; bytes that are no letters count as consonants.
func stem(w []byte) []byte {
	if len(w) < 3 || len(w) > 64 {
		return w
	}
	w = stemPlural(w)
	w = stemPast(w)
	if n := len(w) - 1; w[n] == 'y' && hasVowel(w[:n]) {
		w[n] = 'i'
	}
	w = replace(w, stemSteps[0], 0)
	w = replace(w, stemSteps[1], 0)
	w = replace(w, stemSteps[2], 1)
	n := len(w) - 1
	if w[n] == 'e' {
		if m := measure(w[:n]); m > 1 || m == 1 && !endsShort(w[:n]) {
			w = w[:n]
		}
	}
	if n := len(w) - 1; n > 0 && w[n] == 'l' && w[n-1] == 'l' && measure(w[:n]) > 1 {
		w = w[:n]
	}
	return w
}

func stemPlural(w []byte) []byte {
	n := len(w)
	switch {
	case w[n-1] != 's' || w[n-2] == 's':
		return w
	case n > 4 && bytes.HasSuffix(w, []byte("sses")), n > 3 && bytes.HasSuffix(w, []byte("ies")):
		return w[:n-2]
	default:
		return w[:n-1]
	}
}

func stemPast(w []byte) []byte {
	n := len(w)
	switch {
	case n > 3 && bytes.HasSuffix(w, []byte("eed")):
		if measure(w[:n-3]) > 0 {
			return w[:n-1]
		}
		return w
	case n > 2 && bytes.HasSuffix(w, []byte("ed")) && hasVowel(w[:n-2]):
		w = w[:n-2]
	case n > 3 && bytes.HasSuffix(w, []byte("ing")) && hasVowel(w[:n-3]):
		w = w[:n-3]
	default:
		return w
	}
	n = len(w)
	if n < 2 {
		return w
	}
	switch tail := string(w[n-2:]); {
	case n > 2 && (tail == "at" || tail == "bl" || tail == "iz"):
		return append(w, 'e')
	case tail[0] == tail[1] && !vowel(tail[1], false) && tail[1] != 'l' && tail[1] != 's' && tail[1] != 'z':
		return w[:n-1]
	case measure(w) == 1 && endsShort(w):
		return append(w, 'e')
	}
	return w
}

// A stemStep is pairs of an ending and what takes its place, of which the first
// that fits counts. Longer ones come before those that they end in.
type stemStep [][2]string

var stemSteps = [...]stemStep{
	{
		{"ational", "ate"},
		{"tional", "tion"},
		{"enci", "ence"},
		{"anci", "ance"},
		{"izer", "ize"},
		{"logi", "log"},
		{"bli", "ble"},
		{"alli", "al"},
		{"entli", "ent"},
		{"eli", "e"},
		{"ousli", "ous"},
		{"ization", "ize"},
		{"ation", "ate"},
		{"ator", "ate"},
		{"alism", "al"},
		{"iveness", "ive"},
		{"fulness", "ful"},
		{"ousness", "ous"},
		{"aliti", "al"},
		{"iviti", "ive"},
		{"biliti", "ble"},
	},
	{
		{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""},
	},
	{
		{"al", ""},
		{"ance", ""},
		{"ence", ""},
		{"er", ""},
		{"ic", ""},
		{"able", ""},
		{"ible", ""},
		{"ant", ""},
		{"ement", ""},
		{"ment", ""},
		{"ent", ""},
		{"ion", ""},
		{"ou", ""},
		{"ism", ""},
		{"ate", ""},
		{"iti", ""},
		{"ous", ""},
		{"ive", ""},
		{"ize", ""},
	},
}

// replace puts the ending of a step in its place if what is before it measures
// more than least.
func replace(w []byte, step stemStep, least int) []byte {
	for _, s := range step {
		n := len(w) - len(s[0])
		if n <= 0 || string(w[n:]) != s[0] {
			continue
		}
		if measure(w[:n]) <= least || s[0] == "ion" && w[n-1] != 's' && w[n-1] != 't' {
			return w
		}
		return append(w[:n], s[1]...)
	}
	return w
}

// vowel reports whether c is a vowel; a y is one after a consonant.
func vowel(c byte, afterConsonant bool) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	default:
		return c == 'y' && afterConsonant
	}
}

func hasVowel(w []byte) bool {
	for i, c := range w {
		if vowel(c, i > 0) {
			return true
		}
	}
	return false
}

// measure counts how often a vowel is followed by a consonant.
func measure(w []byte) int {
	m, consonant := 0, false
	for i, c := range w {
		v := vowel(c, consonant)
		if !v && i > 0 && !consonant {
			m++
		}
		consonant = !v
	}
	return m
}

// endsShort reports whether w ends in consonant, vowel, consonant, of which the
// last is not w, x or y.
func endsShort(w []byte) bool {
	n := len(w)
	if n < 3 || w[n-1] == 'w' || w[n-1] == 'x' || w[n-1] == 'y' {
		return false
	}
	var shape [3]bool
	consonant := false
	for i, c := range w {
		consonant = !vowel(c, consonant)
		shape[i%3] = consonant
	}
	return shape[(n-3)%3] && !shape[(n-2)%3] && shape[(n-1)%3]
}
