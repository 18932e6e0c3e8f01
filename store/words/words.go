// Package words turns text into what the full-text index can find, and what
// people and agents type into a question for that index (SPEC 5).
//
// The index is an FTS5 table with the columns key, tags, content and extra and
// the tokenizer "porter unicode61 remove_diacritics 2". That tokenizer splits at
// punctuation, lowers letters, drops most Latin accents and stems English. Extra
// adds what it cannot find; Parse reads a query with the same eyes, so that both
// sides agree. Who changes what Extra returns must raise Version: the store then
// re-indexes.
//
// The package is pure: no SQL is run, no disk is read, and it decides nothing
// about who may see what.
package words

import "strings"

// Version is the version of the analyser. An index made by another version is
// made again.
const Version = 1

// Rank orders hits, best first: it is the SQL of the score with the name of the
// index still to be filled in, smaller being better. A word in the key counts for
// more than the same word in a content of usual length, however often it is
// there; one in a tag for more than once in a content (SPEC S3). No weight counts
// without end: bm25 gives a word at most 2.2 times what it gives once in an
// average memory, so that a memory with all words of a query still goes before
// one with a single word of it in the key.
const Rank = "bm25(%s, 100.0, 10.0, 1.0, 1.0)"

const (
	// nameTimes is how often Extra repeats what comes from the key and the tags.
	// The column has one weight for all, and a part of a key shall count as the
	// key does.
	nameTimes = 4
	// nameRoom and contentRoom bound what Extra returns, in bytes for each two
	// bytes of the text. A content without a space in it needs 14 halves for six.
	nameRoom    = 8
	contentRoom = 5
)

// Extra returns what the tokenizer cannot find in a memory: parts of camelCase
// names, pairs of characters of scripts without spaces, plain spellings of
// letters that have no accent to drop (ø, ß), exact spellings of those that have,
// names with signs (C++, .NET), and words that stick to a sign which the
// tokenizer takes for a letter. The result is tokens with a space between them,
// lower case, each group of tokens once in the order of first appearance.
//
// It is valid UTF-8 without control characters, the same for the same input, made
// in linear time, and at most 2.5 times as long as the content, plus 16 times the
// key and the tags.
func Extra(key string, tags []string, content string) string {
	x := extra{seen: make(map[string]struct{})}
	x.room = nameRoom * len(key) / 2
	x.text(key)
	for _, t := range tags {
		x.room += nameRoom * len(t) / 2
		x.text(t)
	}
	names := strings.Repeat(x.out.String(), nameTimes)
	x.out.Reset()
	x.room = contentRoom * len(content) / 2
	x.text(content)
	return strings.TrimSuffix(names+x.out.String(), " ")
}

// extra gathers groups of tokens. A group stays together, so that a phrase can
// be matched in it.
type extra struct {
	out  strings.Builder
	seen map[string]struct{}
	room int // bytes left
}

func (x *extra) add(group string) {
	if group == "" || len(group)+1 > x.room {
		return
	}
	if _, ok := x.seen[group]; ok {
		return
	}
	x.seen[group] = struct{}{}
	x.out.WriteString(group)
	x.out.WriteByte(' ')
	x.room -= len(group) + 1
}

func (x *extra) text(s string) {
	for w := range scan(s) {
		x.word(s[w.start:w.end], w.glued)
		if w.signed() {
			x.add(w.name(s))
		}
	}
}

func (x *extra) word(w string, glued bool) {
	if ascii(w) {
		if glued {
			x.add(strings.ToLower(w))
		}
		x.parts(w)
		return
	}
	n := compat(w)
	if !strings.ContainsFunc(n, unspaced) {
		seen, sure := engine(w)
		x.spaced(n, glued || !sure || seen != fold(n))
		return
	}
	for seg, dense := range segments(n) {
		if !dense {
			x.spaced(seg, true)
			continue
		}
		x.run(seg)
	}
}

// spaced adds the forms of a word, and the word itself if the tokenizer does
// not see it as it is.
func (x *extra) spaced(w string, unseen bool) {
	if unseen {
		x.add(fold(w))
	}
	if s, lossy := spelled(w); lossy {
		x.add(s)
	}
	x.parts(w)
}

func (x *extra) parts(w string) {
	p := parts(w)
	if p == nil {
		return
	}
	for i := range p {
		p[i] = fold(p[i])
	}
	x.add(strings.Join(p, " "))
}

// run adds the pairs of a run of characters, and its last character: a search
// for one character asks for the tokens that begin with it. The single character
// also keeps a phrase from reaching into the next run.
func (x *extra) run(s string) {
	var b strings.Builder
	last := ""
	for _, r := range s {
		c := escape(r)
		if last != "" {
			b.WriteString(last)
			b.WriteString(c)
			b.WriteByte(' ')
		}
		last = c
	}
	b.WriteString(last)
	x.add(b.String())
}
