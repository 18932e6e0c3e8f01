package words

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A word is a run of letters, digits and what belongs to them (marks, joiners)
// in a text. Bounds are bytes.
type word struct {
	start, end int
	dot        bool // a dot that begins a name stands before it: .NET
	signs      int  // the bytes after it that belong to its name: C++, C#
	glued      bool // a sign beside it may be a letter to the tokenizer
}

// scan yields the words of s in order. It takes any bytes; what is not valid
// UTF-8 separates words.
func scan(s string) iter.Seq[word] {
	return func(yield func(word) bool) {
		last := -1 // the end of the word before
		for i := 0; i < len(s); {
			r, size := rune(s[i]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(s[i:])
			}
			if !begins(r) {
				i += size
				continue
			}
			w := word{start: i, end: wordEnd(s, i+size)}
			w.dot = unicode.IsLetter(r) && dotAt(s, w.start-1) && last != w.start-1
			w.signs = signsAfter(s[w.end:])
			w.glued = gluedTo(s[:w.start], s[w.end:])
			i, last = w.end, w.end
			if !yield(w) {
				return
			}
		}
	}
}

func wordEnd(s string, i int) int {
	for i < len(s) {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		if !begins(r) && !continues(r) {
			break
		}
		i += size
	}
	return i
}

// signed reports whether the word has a name that is more than its letters.
func (w word) signed() bool { return w.dot || w.signs > 0 }

// name is the token for the word with its signs. It holds characters that
// ordinary text does not (see escape).
func (w word) name(s string) string {
	var b strings.Builder
	if w.dot {
		b.WriteRune(private('.'))
	}
	b.WriteString(fold(compat(s[w.start:w.end])))
	for _, r := range s[w.end : w.end+w.signs] {
		b.WriteRune(private(r))
	}
	return b.String()
}

// dotAt reports whether a single dot stands at i.
func dotAt(s string, i int) bool {
	return i >= 0 && s[i] == '.' && (i == 0 || s[i-1] != '.')
}

// signsAfter returns how many bytes of after belong to the name before them:
// pluses, unless a single one stands between two words, or one # that ends it.
func signsAfter(after string) int {
	n := len(after) - len(strings.TrimLeft(after, "+"))
	if n == 0 && strings.HasPrefix(after, "#") {
		n = 1
	} else if n != 1 {
		return min(n, 2)
	}
	next, _ := utf8.DecodeRuneInString(after[n:])
	if begins(next) || next == '#' {
		return 0
	}
	return n
}

func gluedTo(before, after string) bool {
	if n := len(before); n > 0 && before[n-1] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeLastRuneInString(before); glue(r) {
			return true
		}
	}
	if after != "" && after[0] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRuneInString(after); glue(r) {
			return true
		}
	}
	return false
}

// segments splits a word where the kind of script changes. The flag says that
// the segment is of a script without spaces.
func segments(w string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		start, dense := 0, false
		for i, r := range w {
			if unicode.IsMark(r) {
				continue
			}
			if d := unspaced(r); d != dense {
				if i > start && !yield(w[start:i], dense) {
					return
				}
				start, dense = i, d
			}
		}
		if start < len(w) {
			yield(w[start:], dense)
		}
	}
}
