package words

import (
	"slices"
	"strings"
	"unicode/utf8"

	"minne/model"
)

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
	if f == nil || f.count+len(f.prefixes)+len(f.phrases) == 0 {
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
	if s.longest > 0 {
		s.follow(w, s.stem(t))
	}
	id, ok := s.known(t)
	if !ok {
		id, ok = s.begun(t)
	}
	if ok {
		s.add(w.start, w.end, id)
		return
	}
	at := w.start
	for _, p := range parts(t) {
		if id, ok := s.known(p); ok {
			s.add(at, at+len(p), id)
		}
		at += len(p)
	}
}

// known returns the number of a word, if the query has it. Most words differ in
// their first letter already.
func (s *finding) known(t string) (int, bool) {
	c := t[0]
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	if c < utf8.RuneSelf && !s.first[c] && ascii(t) {
		return 0, false
	}
	id, ok := s.words[string(s.stem(t))]
	return id, ok
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

// begun returns the number of the prefix that a word begins with, if any.
func (s *finding) begun(t string) (int, bool) {
	if len(s.prefixes) == 0 {
		return 0, false
	}
	folded := fold(compat(t))
	for i, p := range s.prefixes {
		if strings.HasPrefix(folded, p) {
			return s.count + i, true
		}
	}
	return 0, false
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
		} else if id, ok := s.known(seg); ok {
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
