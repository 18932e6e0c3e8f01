package words

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// builder makes phrases of items.
type builder struct {
	q    Query
	seen map[phrase]bool
	look finder
}

func (b *builder) items(items []item) {
	var words, stopped, nots []item
	for _, it := range items {
		switch {
		case it.not:
			nots = append(nots, it)
		case it.quoted:
			b.require(it.text)
		case !it.prefix && stop(strings.Trim(it.text, `.,;:!?()[]{}"'`)):
			stopped = append(stopped, it)
		default:
			words = append(words, it)
		}
	}
	b.chunks(words)
	if !b.q.HasWords() {
		b.chunks(stopped)
	}
	if !b.q.HasWords() && !b.q.filters() {
		for i := range nots {
			nots[i].not = false
		}
		if len(nots) > 0 {
			b.items(nots)
		}
		return
	}
	for _, it := range nots {
		if g := exact(it.text, it.prefix); len(g) > 0 && len(b.q.not) < maxPhrases {
			b.q.not = append(b.q.not, g)
		}
	}
}

// require adds a phrase that must match.
func (b *builder) require(text string) {
	for _, p := range exact(text, false) {
		if len(b.q.must) < maxPhrases && !slices.Contains(b.q.must, p) {
			b.q.must = append(b.q.must, p)
		}
	}
	b.look.phrase(text)
}

// want adds a phrase that can match.
func (b *builder) want(p phrase) {
	p.text = strings.ToLower(p.text)
	if p.text == "" || b.seen[p] || len(b.q.any) == maxTerms {
		return
	}
	b.seen[p] = true
	b.q.any = append(b.q.any, p)
}

func (b *builder) chunks(items []item) {
	for _, it := range items {
		if len(b.q.any) == maxTerms {
			return
		}
		b.chunk(it.text, it.prefix)
	}
}

// chunk adds what stands between two spaces: a word, or a name that punctuation
// holds together, as a whole and by its parts (SPEC S6). Parts of one character
// and stop words are worth nothing by themselves.
func (b *builder) chunk(text string, prefix bool) {
	ws := slices.Collect(scan(text))
	if len(ws) == 1 {
		b.word(text, ws[0], prefix)
		return
	}
	if possessive(text, ws) {
		b.word(text, ws[0], false)
		return
	}
	before := len(b.q.any)
	if len(ws) > 1 && !strings.ContainsFunc(text, unspaced) {
		ws := ws[:min(len(ws), maxTokens)]
		b.want(phrase{text: list(text, ws, " "), prefix: prefix})
		if connected(text, ws) {
			b.want(phrase{text: list(text, ws, ""), prefix: prefix})
		}
	}
	for i, w := range ws {
		t := text[w.start:w.end]
		if w.signed() || utf8.RuneCountInString(t) > 1 && !stops[strings.ToLower(t)] {
			b.word(text, w, prefix && i == len(ws)-1)
		}
	}
	if len(b.q.any) == before {
		for _, w := range ws {
			b.word(text, w, false)
		}
	}
}

// possessive reports whether the words are one with an apostrophe and an s.
func possessive(text string, ws []word) bool {
	if len(ws) != 2 {
		return false
	}
	apostrophe := text[ws[0].end:ws[1].start]
	s := text[ws[1].start:ws[1].end]
	return (apostrophe == "'" || apostrophe == "’") && (s == "s" || s == "S")
}

// list returns the words of a text with a separator between them.
func list(text string, ws []word, sep string) string {
	var b strings.Builder
	for i, w := range ws {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(raw(text[w.start:w.end]))
	}
	return b.String()
}

// connected reports whether the words are one that is also written without what
// is between them: e-mail, don't, user_name.
func connected(text string, ws []word) bool {
	if len(ws) > 4 {
		return false
	}
	for i, w := range ws[1:] {
		switch text[ws[i].end:w.start] {
		case "-", "_", "'", "’":
		default:
			return false
		}
	}
	return true
}

// raw returns a word as the tokenizer shall read it.
func raw(w string) string {
	if ascii(w) {
		return w
	}
	return strings.Map(func(r rune) rune {
		if joiner(r) {
			return -1
		}
		return r
	}, norm.NFC.String(w))
}
