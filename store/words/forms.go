package words

import (
	"strings"
	"unicode/utf8"
)

// word adds the forms of a word: as it is written, in plain letters, in its exact
// spelling, by the parts of its name, with its signs.
func (b *builder) word(text string, w word, prefix bool) {
	t := text[w.start:w.end]
	if w.signed() {
		name := w.name(text)
		b.want(phrase{text: name})
		b.look.name(name)
		if lone(text, w) {
			return
		}
	}
	n := compat(t)
	if !strings.ContainsFunc(n, unspaced) {
		b.spaced(raw(t), n, prefix)
		return
	}
	if size := utf8.RuneCountInString(n); 1 < size && size <= maxTokens {
		b.want(phrase{text: raw(t)})
	}
	for seg, dense := range segments(n) {
		switch {
		case !dense:
			b.spaced(seg, seg, prefix)
		case seg == n || utf8.RuneCountInString(seg) > 1:
			b.run(seg)
		}
	}
}

// spaced adds the forms of a word w, which is n in usual characters.
func (b *builder) spaced(w, n string, prefix bool) {
	f := fold(n)
	if !strings.ContainsFunc(w, breaks) {
		b.want(phrase{text: w, prefix: prefix})
	}
	if seen, sure := engine(w); !sure || seen != f {
		b.want(phrase{text: f, prefix: prefix})
	}
	if s, lossy := spelled(n); lossy {
		b.want(phrase{text: s, prefix: prefix})
	}
	b.look.word(f)
	if k := kin(f); k != "" {
		b.want(phrase{text: k})
		b.look.word(k)
	}
	b.parts(n, prefix)
	if prefix {
		b.look.prefix(f)
		for _, c := range completions(f) {
			b.want(phrase{text: c})
		}
	}
}

func (b *builder) parts(n string, prefix bool) {
	list := parts(n)
	if list == nil {
		return
	}
	for i := range list {
		list[i] = fold(list[i])
	}
	b.want(phrase{text: strings.Join(list, " "), prefix: prefix})
	for _, p := range list {
		if utf8.RuneCountInString(p) > 1 && !stops[p] {
			b.want(phrase{text: p})
			b.look.word(p)
		}
	}
}

// run adds a run of a script without spaces: all of its pairs in a row, and each
// of them; a single character as the beginning of a pair.
func (b *builder) run(s string) {
	pairs := grams(s)
	if len(pairs) == 0 {
		r, _ := utf8.DecodeRuneInString(s)
		b.want(phrase{text: escape(r), prefix: true})
		b.look.gram(s)
		return
	}
	if len(pairs) <= maxTokens {
		b.want(phrase{text: strings.Join(pairs, " ")})
	}
	for _, p := range pairs {
		b.want(phrase{text: p})
		b.look.gram(p)
	}
}

// kin returns the word that an English one belongs with although the stemmer gives
// them different stems: deploy (deploi) and deployment (deploy); "" if there is
// none.
func kin(w string) string {
	if base, ok := strings.CutSuffix(strings.TrimSuffix(w, "s"), "yment"); ok {
		w = base + "y"
		if endsInVowelY(w) {
			return w
		}
		return ""
	}
	for _, e := range [...]string{"", "s", "ed", "ing"} {
		if base, ok := strings.CutSuffix(w, e); ok && endsInVowelY(base) {
			return base + "ment"
		}
	}
	return ""
}

func endsInVowelY(w string) bool {
	n := len(w)
	return n > 3 && w[n-1] == 'y' && vowel(w[n-2], false)
}

// endings are what English words go on with. The tokenizer cuts them off, so that
// the index holds no word that begins with "deployme".
var endings = [...]string{
	"able", "ably", "al", "ally", "ance", "ation", "ations", "ed", "ence", "er", "ers", "es", "ful", "ible",
	"ied", "ies", "ing", "ings", "ion", "ions", "ity", "ive", "ize", "ized", "ly", "ment", "ments", "ness", "ous",
}

// completions returns the words that a prefix may be the beginning of, if it ends
// within an ending. The index stems each of them.
func completions(prefix string) []string {
	if !ascii(prefix) {
		return nil
	}
	var out []string
	for _, e := range endings {
		for n := len(e) - 1; n > 0; n-- {
			if rest, ok := strings.CutSuffix(prefix, e[:n]); ok && len(rest) >= 3 {
				out = append(out, rest+e)
				break
			}
		}
	}
	return out
}
