package words

import (
	"strings"
	"unicode"
)

const (
	// nameTimes is how often Extra repeats what comes from the key and the tags.
	// The column has one weight for all, and a part of a key shall count as the
	// key does.
	nameTimes = 4
	// nameRoom and contentRoom bound what Extra returns, in bytes for each two
	// bytes of the text. Chinese without punctuation takes 14 bytes for six.
	nameRoom    = 8
	contentRoom = 5
)

// Extra returns what the tokenizer cannot find in a memory:
//
//   - parts of camelCase names, and of words with a number (python3);
//   - pairs of characters of scripts without spaces, in a row, and the last
//     character of each run;
//   - plain spellings of letters that have no accent to drop (ø, ß), and exact
//     spellings of those that have;
//   - names with signs (C++, .NET);
//   - words that touch a sign which the tokenizer takes for a letter, or that JSON
//     spoils.
//
// The result is tokens with a space between them, lower case, each group of tokens
// once in the order of first appearance; those of the key and the tags are
// repeated.
//
// It is valid UTF-8 without control characters, the same for the same input, made
// in linear time, and at most 2.5 times as long as the content, plus 16 times the
// key and the tags.
func Extra(key string, tags []string, content string) string {
	x := extra{seen: make(map[string]struct{}), done: make(map[job]struct{})}
	x.room = nameRoom * len(key) / 2
	x.text(key, false)
	for _, t := range tags {
		x.room += nameRoom * len(t) / 2
		x.text(t, spoiled(t))
	}
	names := strings.Repeat(x.out.String(), nameTimes)
	x.out.Reset()
	x.room = contentRoom * len(content) / 2
	x.text(content, false)
	return strings.TrimSuffix(names+x.out.String(), " ")
}

// extra gathers groups of tokens. A group stays together, so that a phrase can
// be matched in it.
type extra struct {
	out  strings.Builder
	seen map[string]struct{} // groups
	done map[job]struct{}
	room int // bytes left
}

// A job is a word to look at. Texts have the same words again and again.
type job struct {
	word   string
	hidden bool
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

// spoiled reports whether JSON, in which the index has the tags, may write one
// with letters that are not in it: R\u0026D for R&D.
func spoiled(tag string) bool {
	return strings.ContainsFunc(tag, func(r rune) bool {
		return strings.ContainsRune("<>&\u2028\u2029", r) || unicode.IsControl(r)
	})
}

func (x *extra) text(s string, hidden bool) {
	var name []word // the words since the last space
	end := 0
	for w := range scan(s) {
		if strings.ContainsFunc(s[end:w.start], unicode.IsSpace) {
			x.name(s, name, hidden)
			name = name[:0]
		}
		end = w.end
		if len(name) <= maxName {
			name = append(name, w)
		}
		x.word(s[w.start:w.end], hidden || w.glued)
		if w.signed() {
			x.add(w.name(s))
		}
	}
	x.name(s, name, hidden)
}

// maxName is the most words that a name held together by punctuation has.
const maxName = 8

// name adds the words of a name of which one is hidden, in a row.
func (x *extra) name(s string, ws []word, hidden bool) {
	for _, w := range ws {
		hidden = hidden || w.glued
		if strings.ContainsFunc(s[w.start:w.end], unspaced) {
			return
		}
	}
	if hidden && 1 < len(ws) && len(ws) <= maxName {
		x.add(strings.ToLower(strings.Join(rawAll(s, ws), " ")))
	}
}

func (x *extra) word(w string, hidden bool) {
	if ascii(w) {
		if hidden {
			x.add(strings.ToLower(w))
		}
		x.parts(w)
		return
	}
	j := job{w, hidden}
	if _, ok := x.done[j]; ok {
		return
	}
	x.done[j] = struct{}{}
	n := compat(w)
	if !strings.ContainsFunc(n, unspaced) {
		x.spaced(w, n, hidden)
		return
	}
	for seg, dense := range segments(n) {
		if dense {
			x.run(seg)
		} else {
			x.spaced(seg, seg, true)
		}
	}
}

// spaced adds the forms of a word, and the word itself if it is hidden from the
// tokenizer by what is beside it.
func (x *extra) spaced(w, n string, hidden bool) {
	if hidden {
		x.add(strings.ToLower(raw(w)))
	}
	f := fold(n)
	if seen, sure := engine(w); !sure || seen != f {
		x.add(f)
	}
	if s, lossy := spelled(n); lossy {
		x.add(s)
	}
	x.parts(n)
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
