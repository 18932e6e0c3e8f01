package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// exact returns the phrases that together stand for a text word for word: what
// must match, or must not. Words with spaces between them have to stand as they
// were written; a word, a name and a run of a script without spaces may be found
// in extra as well. Words in a row are not found where one of them touches a sign
// that the tokenizer takes for a letter (a newer emoji without a space).
func exact(text string, prefix bool) []phrase {
	var out []phrase
	var row []word
	flush := func(prefix bool) {
		switch {
		case len(row) > 1:
			t := text[row[0].start:row[len(row)-1].end]
			spaces := strings.ContainsFunc(t, unicode.IsSpace)
			out = append(out, phrase{text: verbatim(t), prefix: prefix, written: spaces})
		case len(row) == 1 && !lone(text, row[0]):
			out = append(out, single(text[row[0].start:row[0].end], prefix))
		}
		row = row[:0]
	}
	for w := range scan(text) {
		if len(out) > maxPhrases {
			break
		}
		if w.signed() {
			out = append(out, phrase{text: w.name(text)})
		}
		if n := compat(text[w.start:w.end]); strings.ContainsFunc(n, unspaced) {
			flush(false)
			for seg, dense := range segments(n) {
				out = append(out, segment(seg, dense)...)
			}
			continue
		}
		if row = append(row, w); len(row) == maxTokens {
			flush(false)
		}
	}
	flush(prefix)
	return out
}

// lone reports whether a word is one letter that means nothing without its signs:
// the C of C++.
func lone(text string, w word) bool {
	return w.signs > 0 && utf8.RuneCountInString(text[w.start:w.end]) == 1
}

// verbatim returns a row of words with all that the tokenizer may take for a part
// of them, so that it reads them here as it read them in the memory.
func verbatim(text string) string {
	clean := strings.Map(func(r rune) rune {
		if begins(r) || continues(r) || glue(r) {
			return r
		}
		return ' '
	}, text)
	return strings.Join(strings.Fields(clean), " ")
}

// single returns one word: as it is, or in the form that extra has if the
// tokenizer would break it apart.
func single(t string, prefix bool) phrase {
	r := raw(t)
	if _, sure := engine(r); !sure {
		r = fold(compat(t))
	}
	return phrase{text: r, prefix: prefix}
}

// segment returns a part of a word whose script changes.
func segment(seg string, dense bool) []phrase {
	if !dense {
		return []phrase{{text: fold(seg)}}
	}
	pairs := grams(seg)
	if len(pairs) == 0 {
		r, _ := utf8.DecodeRuneInString(seg)
		return []phrase{{text: escape(r), prefix: true}}
	}
	var out []phrase
	for len(pairs) > 0 {
		n := min(len(pairs), maxTokens)
		out = append(out, phrase{text: strings.Join(pairs[:n], " ")})
		pairs = pairs[n:]
	}
	return out
}
