package words

import (
	"slices"
	"strings"
	"unicode/utf8"
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
	before := len(b.q.any)
	if len(ws) == 1 || possessive(text, ws) {
		b.word(text, ws[0], prefix && len(ws) == 1)
		if len(b.q.any) > before && len(b.q.row) <= maxNear {
			b.q.row = append(b.q.row, b.q.any[before])
		}
		return
	}
	number := false
	if len(ws) > 1 && !strings.ContainsFunc(text, unspaced) {
		number = b.compound(text, ws[:min(len(ws), maxTokens)], prefix)
	}
	for i, w := range ws {
		t := text[w.start:w.end]
		if number && i == 0 {
			continue
		}
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

// compound adds the whole of a name and reports whether it begins with the number
// of a version, which is worth nothing by itself.
func (b *builder) compound(text string, ws []word, prefix bool) bool {
	list := rawAll(text, ws)
	b.want(phrase{text: strings.Join(list, " "), prefix: prefix})
	b.look.row(list)
	if connected(text, ws) {
		whole := strings.Join(list, "")
		b.want(phrase{text: whole, prefix: prefix})
		b.look.word(fold(whole))
	}
	v := version(text, ws)
	if v != "" {
		list[0] = v
		b.want(phrase{text: strings.Join(list, " ")})
		b.look.row(list)
	}
	return v != ""
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

func rawAll(text string, ws []word) []string {
	var list []string
	for _, w := range ws {
		list = append(list, raw(text[w.start:w.end]))
	}
	return list
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

// version returns the other way to begin a dotted number, with or without a v:
// 8.0.3 is the same version as v8.0.3. It returns "" if the text is no such number.
func version(text string, ws []word) string {
	first := text[ws[0].start:ws[0].end]
	number := strings.TrimLeft(first, "vV")
	if text[ws[0].end] != '.' || number == "" || strings.Trim(number, "0123456789") != "" {
		return ""
	}
	switch len(first) - len(number) {
	case 0:
		return "v" + first
	case 1:
		return number
	default:
		return ""
	}
}
