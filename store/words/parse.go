package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"minne/model"
)

// Parse reads a query. Any of its words can match; stop words count only when
// there is nothing else. A "quoted phrase" must match. With operators, which are
// for people and not for agents (SPEC S3), these have a meaning too:
//
//	-word  -"a phrase"   leaves out what has it, if something else is looked for
//	tag:x  tag:"two words"   level:internal   key:prefix*   key:"my pre"*
//	prefix*
//
// Whatever only looks like an operator is text: an unknown level, a tag: without
// a tag, a single letter with a star. No text is an error (SPEC S1).
func Parse(text string, operators bool) Query {
	l := lexer{s: norm.NFC.String(strings.ToValidUTF8(text, "\uFFFD")), operators: operators}
	for l.next() {
	}
	b := builder{q: l.q, seen: make(map[phrase]bool)}
	b.items(l.items)
	b.q.look = &b.look
	return b.q
}

// An item is what a query is made of besides filters.
type item struct {
	text   string
	quoted bool
	not    bool
	prefix bool
}

// lexer cuts a query into items and filters.
type lexer struct {
	s         string
	at        int
	operators bool
	items     []item
	q         Query // the filters
}

// next reads one item or filter; false at the end of the text.
func (l *lexer) next() bool {
	rest := strings.TrimLeftFunc(l.s[l.at:], unicode.IsSpace)
	fresh := l.at == 0 || len(rest) < len(l.s)-l.at
	l.at = len(l.s) - len(rest)
	if rest == "" {
		return false
	}
	var it item
	if l.operators && fresh {
		if n := l.filter(rest); n > 0 {
			l.at += n
			return true
		}
		if excludes(rest) {
			it.not, rest = true, rest[1:]
			l.at++
		}
	}
	n := 0
	if it.text, n = quoted(rest); n > 0 {
		it.quoted = true
	} else {
		n = chunk(rest)
		it.text = rest[:n]
		it.prefix = l.operators && starred(it.text)
	}
	l.at += n
	l.items = append(l.items, it)
	return true
}

// excludes reports whether s begins with a minus that stands before a word or a
// phrase.
func excludes(s string) bool {
	after, ok := strings.CutPrefix(s, "-")
	if !ok {
		return false
	}
	if _, n := quoted(after); n > 0 {
		return true
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimPrefix(after, "."))
	return begins(r)
}

// starred reports whether a chunk ends in a word of two characters or more and a
// star.
func starred(s string) bool {
	s, ok := strings.CutSuffix(s, "*")
	if !ok {
		return false
	}
	last := word{}
	for last = range scan(s) {
	}
	return last.end == len(s) && utf8.RuneCountInString(s[last.start:]) > 1
}

// quoted returns what stands between the quote that s begins with and the next,
// and the length of it all; 0 if s does not begin with a phrase that has a word.
func quoted(s string) (string, int) {
	after, ok := strings.CutPrefix(s, `"`)
	if !ok {
		return "", 0
	}
	inner, _, ok := strings.Cut(after, `"`)
	if !ok || !hasWord(inner) {
		return "", 0
	}
	return inner, len(inner) + 2
}

func hasWord(s string) bool {
	for range scan(s) {
		return true
	}
	return false
}

// chunk returns how much of s comes before the next space or phrase. A quote
// within a word begins no phrase: 5" pipe.
func chunk(s string) int {
	prev := rune(0)
	for i, r := range s {
		if unicode.IsSpace(r) {
			return i
		}
		if r == '"' && i > 0 && !begins(prev) && !continues(prev) {
			if _, n := quoted(s[i:]); n > 0 {
				return i
			}
		}
		prev = r
	}
	return len(s)
}

// filter reads a filter at the beginning of s and returns its length; 0 if there
// is none.
func (l *lexer) filter(s string) int {
	name, rest, ok := strings.Cut(s, ":")
	if !ok {
		return 0
	}
	value, n := "", 0
	if after, ok := strings.CutPrefix(rest, `"`); ok {
		if value, _, ok = strings.Cut(after, `"`); ok {
			n = len(value) + 2
		}
	}
	if n == 0 {
		if n = strings.IndexFunc(rest, unicode.IsSpace); n < 0 {
			n = len(rest)
		}
		value = rest[:n]
	}
	took := false
	switch name {
	case "tag":
		took = l.tag(strings.TrimSpace(value))
	case "level":
		took = l.level(value)
	case "key":
		if strings.HasPrefix(rest[n:], "*") {
			n++
			took = l.key(value)
		} else if prefix, ok := strings.CutSuffix(value, "*"); ok {
			took = l.key(prefix)
		}
	}
	if !took {
		return 0
	}
	return len(name) + 1 + n
}

func (l *lexer) tag(v string) bool {
	if _, err := model.ParseTag(v); err != nil {
		return false
	}
	if slices.Contains(l.q.Tags, v) {
		return true
	}
	if len(l.q.Tags) == model.MaxTags {
		return false
	}
	l.q.Tags = append(l.q.Tags, v)
	return true
}

func (l *lexer) level(v string) bool {
	level, err := model.ParseLevel(v)
	if err != nil {
		return false
	}
	if !slices.Contains(l.q.Levels, level) {
		l.q.Levels = append(l.q.Levels, level)
	}
	return true
}

func (l *lexer) key(v string) bool {
	if _, err := model.ParseKey(strings.TrimSpace(v)); err != nil || l.q.KeyPrefix != "" {
		return false
	}
	l.q.KeyPrefix = v
	return true
}
