package words

import (
	"slices"
	"strings"
	"unicode/utf8"

	"minne/model"
)

// finder finds in a text what the index has found in it. It compares words by
// their stems in plain letters. The zero finder finds nothing.
type finder struct {
	words    map[string]int // stems; the numbers tell the words of the query apart
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

func (f *finder) word(folded string)   { f.note(&f.words, string(stem([]byte(folded)))) }
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
		for i := range row {
			row[i] = string(stem([]byte(fold(row[i]))))
		}
		f.phrases = append(f.phrases, row)
		f.longest = max(f.longest, len(row))
		f.count++
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

// A hit is a part of a text that matches, and the number of what it matches.
type hit struct {
	model.Span
	id int
}

// finding is one search in one text.
type finding struct {
	*finder
	text string
	hits []hit
	row  []stemmed // the last words, if there are phrases
	buf  [64]byte
}

type stemmed struct {
	model.Span
	stem string
}

// find returns the hits in text, by their start. It takes linear time.
func (f *finder) find(text string) []hit {
	if f == nil || f.count == 0 {
		return nil
	}
	s := finding{finder: f, text: text}
	for w := range scan(text) {
		s.word(w)
	}
	slices.SortStableFunc(s.hits, func(a, b hit) int { return a.Start - b.Start })
	return s.hits
}

func (s *finding) add(start, end, id int) {
	s.hits = append(s.hits, hit{model.Span{Start: start, End: end}, id})
}

func (s *finding) word(w word) {
	if w.signed() && len(s.names) > 0 {
		if id, ok := s.names[w.name(s.text)]; ok {
			start := w.start
			if w.dot {
				start--
			}
			s.add(start, w.end+w.signs, id)
		}
	}
	t := s.text[w.start:w.end]
	if !ascii(t) {
		if n := compat(t); strings.ContainsFunc(n, unspaced) {
			s.dense(w, n)
			s.follow(w, nil)
			return
		}
	}
	stem := s.stem(t)
	s.follow(w, stem)
	if id, ok := s.words[string(stem)]; ok {
		s.add(w.start, w.end, id)
		return
	}
	if id := s.begun(t); id >= 0 {
		s.add(w.start, w.end, id)
		return
	}
	at := w.start
	for _, p := range parts(t) {
		if id, ok := s.words[string(s.stem(p))]; ok {
			s.add(at, at+len(p), id)
		}
		at += len(p)
	}
}

// stem returns the stem of a word in plain letters; it is valid until the next
// call.
func (s *finding) stem(t string) []byte {
	if len(t) > len(s.buf) || !ascii(t) {
		return stem([]byte(fold(compat(t))))
	}
	n := copy(s.buf[:], t)
	for i, c := range s.buf[:n] {
		if 'A' <= c && c <= 'Z' {
			s.buf[i] = c + 'a' - 'A'
		}
	}
	return stem(s.buf[:n])
}

// begun returns the number of the prefix that a word begins with; -1 if none.
func (s *finding) begun(t string) int {
	if len(s.prefixes) == 0 {
		return -1
	}
	folded := fold(compat(t))
	for i, p := range s.prefixes {
		if strings.HasPrefix(folded, p) {
			return s.count + i
		}
	}
	return -1
}

// follow looks for phrases that end in a word.
func (s *finding) follow(w word, stem []byte) {
	if s.longest == 0 {
		return
	}
	if len(s.row) == s.longest {
		s.row = slices.Delete(s.row, 0, 1)
	}
	s.row = append(s.row, stemmed{model.Span{Start: w.start, End: w.end}, string(stem)})
	for i, p := range s.phrases {
		tail := s.row[max(0, len(s.row)-len(p)):]
		if slices.EqualFunc(tail, p, func(a stemmed, b string) bool { return a.stem == b }) {
			s.add(tail[0].Start, w.end, s.count+len(s.prefixes)+i)
		}
	}
}

// dense looks for pairs of characters in a word, and for words between them. Where
// the word is written in unusual forms the whole of it is the hit.
func (s *finding) dense(w word, n string) {
	t := s.text[w.start:w.end]
	at, whole := w.start, n != t
	for seg, dense := range segments(n) {
		if dense {
			s.run(seg, at, w, whole)
		} else if id, ok := s.words[string(s.stem(seg))]; ok {
			s.place(at, at+len(seg), w, whole, id)
		}
		at += len(seg)
	}
}

func (s *finding) run(seg string, at int, w word, whole bool) {
	prev, prevAt := "", at
	for i, r := range seg {
		c, end := escape(r), at+i+utf8.RuneLen(r)
		if id, ok := s.grams[c]; ok {
			s.place(at+i, end, w, whole, id)
		}
		if id, ok := s.grams[prev+c]; ok && prev != "" {
			s.place(prevAt, end, w, whole, id)
		}
		prev, prevAt = c, at+i
	}
}

func (s *finding) place(start, end int, w word, whole bool, id int) {
	if whole {
		start, end = w.start, w.end
	}
	s.add(start, end, id)
}
