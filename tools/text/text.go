// Package text makes untrusted text safe to show on a terminal. Memories, keys,
// tags, client names, paths and error texts all may come from an attacker: they
// pass here before they are drawn or printed, and nowhere else.
//
// Nothing vanishes and nothing acts: a character that would act or could not be
// seen (model.Hidden) is replaced by a mark that names it, and all that follows
// it is still there.
//
//	newline, in one line      ␊
//	ESC, BEL, CR and the like ␛ ␇ ␍
//	DEL                       ␡
//	a byte that is not UTF-8  \xff
//	any other                 <U+202E>
//
// Where there is colour, take Spans and draw the marks in a colour of their own:
// that tells a mark from a text which spells the same. Where there is none, take
// Line, Lines or Plain, in which each `<` of a text that would look like such a
// mark is doubled: `<<U+202E>`. The one-character marks and `\xff` are not told
// from the text that spells them.
//
// A combining character with nothing to combine with is drawn on a dotted
// circle, ◌, so that it does not settle on what minne itself has drawn. So is
// the rest of a pile of more than 30, as in the stream-safe format of UAX #15.
//
// The package does not know about styles, does not cut text that it was not
// asked to cut, and does not make text safe for a shell or for a language model.
package text

import (
	"strings"

	"minne/model"
)

// Span is a run of safe text. Text is what to draw; From and To are the bytes of
// the source that it stands for, so that a match found there can be marked here.
//
// A Span that is no Mark either is its piece of the source, or is the spaces
// that stand for one tab. A Mark stands for characters that must not be drawn as
// they are, or, if From equals To, for none.
type Span struct {
	Text     string
	Mark     bool
	From, To int
}

// Line returns s as one line without colour. A tab is one space. Passing the
// result here again is harmless: nothing but a `<` before `U+` changes.
func Line(s string) string { return Join(Plain(s, false)[0]) }

// Lines returns s as lines without colour, as many as it has newlines, and one.
// A tab reaches to the next multiple of four columns; the carriage return of
// CRLF is shown.
func Lines(s string) []string {
	lines := Plain(s, true)
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = Join(l)
	}
	return out
}

// Spans returns the lines of s to be drawn in colour: one, in which newlines are
// marks, or as many as Lines returns.
func Spans(s string, multiline bool) [][]Span { return scan(s, multiline, false) }

// Plain is Spans for a place without colour. Its lines read as Line and Lines.
func Plain(s string, multiline bool) [][]Span { return scan(s, multiline, true) }

// Join returns what is drawn of a line.
func Join(line []Span) string {
	if len(line) == 1 {
		return line[0].Text
	}
	var b strings.Builder
	for _, p := range line {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Count returns how many hidden characters s holds, newlines and tabs aside:
// what a person should be told of before they trust what they see.
func Count(s string) int {
	n := 0
	for _, r := range model.Hidden(s) {
		if r != '\n' && r != '\t' {
			n++
		}
	}
	return n
}
