package words

import "strings"

// finder finds in a text what the index has found in it. It compares words by
// their stems in plain letters. The zero finder finds nothing.
type finder struct {
	words    map[string]int // stems; the numbers tell the words of the query apart
	first    [256]bool      // the bytes that stems begin with
	names    map[string]int
	grams    map[string]int // pairs of characters, or single ones
	prefixes []string
	phrases  [][]string // stems in a row
	longest  int        // of phrases
	count    int
}

func (f *finder) note(m *map[string]int, s string) {
	if *m == nil {
		*m = make(map[string]int)
	}
	if _, ok := (*m)[s]; !ok {
		(*m)[s] = f.count
		f.count++
	}
}

func (f *finder) word(folded string) {
	if folded == "" {
		return
	}
	f.note(&f.words, string(stem([]byte(folded))))
	f.first[folded[0]] = true
}

func (f *finder) name(n string)        { f.note(&f.names, n) }
func (f *finder) gram(g string)        { f.note(&f.grams, g) }
func (f *finder) prefix(folded string) { f.prefixes = append(f.prefixes, folded) }

// phrase takes the words of a phrase that must match. They count where they stand
// in a row; a single word, and runs of scripts without spaces, wherever they are.
func (f *finder) phrase(text string) {
	var row []string
	dense := false
	for w := range scan(text) {
		if len(row) == maxTokens {
			break
		}
		if w.signed() {
			f.name(w.name(text))
		}
		n := compat(text[w.start:w.end])
		dense = dense || strings.ContainsFunc(n, unspaced)
		row = append(row, n)
	}
	if len(row) > 1 && !dense {
		f.row(row)
		return
	}
	for _, n := range row {
		for seg, dense := range segments(n) {
			if !dense {
				f.word(fold(seg))
				continue
			}
			pairs := grams(seg)
			if len(pairs) == 0 {
				pairs = []string{seg}
			}
			for _, p := range pairs {
				f.gram(p)
			}
		}
	}
}

// row takes words that count where they stand in a row.
func (f *finder) row(list []string) {
	stems := make([]string, 0, len(list))
	for _, w := range list {
		stems = append(stems, string(stem([]byte(fold(compat(w))))))
	}
	f.phrases = append(f.phrases, stems)
	f.longest = max(f.longest, len(stems))
}
