package ui

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/unicode/norm"

	"minne/model"
	"minne/tools/text"
	"minne/ui/theme"
)

// hit is a memory that a search has found, safe to draw.
type hit struct {
	at      model.Cursor
	level   model.Level
	saved   time.Time
	name    []bit
	tags    []bit
	snippet []bit
}

// bit is a run of safe text that is drawn in one style.
type bit struct {
	text  string
	mark  bool // it stands for a hidden character
	match bool // it is what was searched for
}

func hitOf(l look, h model.Hit, query string) hit {
	words := sought(query)
	out := hit{at: model.CursorOf(h.Memory), level: h.Level, saved: h.Saved}
	out.name = bits(l, string(h.Key), likely(string(h.Key), words))
	for i, t := range h.Tags {
		if i > 0 {
			out.tags = append(out.tags, bit{text: ", "})
		}
		out.tags = append(out.tags, bits(l, string(t), likely(string(t), words))...)
	}
	out.snippet = bits(l, h.Snippet, h.Marks)
	return out
}

// bits makes s one line that can be drawn, in which the marks are matches. Their
// bounds are bytes of s; no character is cut in half.
func bits(l look, s string, marks []model.Span) []bit {
	matches := func(from, to int) bool {
		return slices.ContainsFunc(marks, func(m model.Span) bool { return m.Start < to && from < m.End })
	}
	scan := text.Spans
	if l.plain {
		scan = text.Plain
	}
	var out []bit
	add := func(b bit) {
		if n := len(out) - 1; n >= 0 && !b.mark && !out[n].mark && out[n].match == b.match {
			out[n].text += b.text
			return
		}
		out = append(out, b)
	}
	for _, p := range scan(s, false)[0] {
		if p.Mark || len(p.Text) != p.To-p.From {
			add(bit{p.Text, p.Mark, matches(p.From, p.To)})
			continue
		}
		for g := graphemes.FromString(p.Text); g.Next(); {
			from := p.From + g.Start()
			add(bit{text: g.Value(), match: matches(from, from+len(g.Value()))})
		}
	}
	for i := range out {
		out[i].text = l.Readable(l.Settle(out[i].text))
	}
	return out
}

// drawBits draws bits in exactly w columns.
func drawBits(l look, all []bit, w int, p theme.Row, base theme.Paint) string {
	var b strings.Builder
	room := 0
	for _, x := range all {
		room += l.Width(x.text)
	}
	cut := room > w // a sign for what is left out stands at the end
	room = max(w, 0)
	if cut {
		room -= l.Width(l.More)
	}
	for _, x := range all {
		s := x.text
		if n := l.Width(s); n > room {
			s = l.Cut(s, room, "")
		}
		room -= l.Width(s)
		paint := base
		switch {
		case x.match:
			paint = p.Match
		case x.mark:
			paint = p.Mark
		}
		b.WriteString(paint.Draw(s))
		if len(s) < len(x.text) {
			break
		}
	}
	if cut && w > 0 {
		b.WriteString(base.Draw(l.More))
	}
	return b.String() + base.Draw(blank(room))
}

// nearMatch leaves out the beginning of a line if its first match would not be
// seen in w columns.
func nearMatch(l look, all []bit, w int) []bit {
	at := slices.IndexFunc(all, func(b bit) bool { return b.match })
	if at < 0 {
		return all
	}
	before := 0
	for _, b := range all[:at] {
		before += l.Width(b.text)
	}
	if before+l.Width(all[at].text)+l.Width(l.More) <= w {
		return all
	}
	out, room := slices.Clone(all[at:]), w/3 // of what stands before it
	for i := at - 1; i >= 0 && room > 0; i-- {
		b, n := all[i], l.Width(all[i].text)
		if n > room {
			b.text = l.tail(b.text, n-room)
		}
		room -= n
		out = append([]bit{b}, out...)
	}
	return append([]bit{{text: l.More}}, out...)
}

// tail returns a safe text without its first characters, those in n columns.
func (l look) tail(s string, n int) string {
	for g := graphemes.FromString(s); n > 0 && g.Next(); {
		n -= l.Width(g.Value())
		s = s[len(g.Value()):]
	}
	return s
}

// A soughtWord is what to look for in keys and tags.
type soughtWord struct {
	letters string // folded
	begins  bool   // anything may follow
}

// sought returns the words of a query that may be in keys and tags: not those that
// are excluded, nor levels.
func sought(query string) []soughtWord {
	var out []soughtWord
	for _, field := range strings.Fields(query) {
		field = strings.TrimLeft(field, `"(`)
		lower := strings.ToLower(field)
		if strings.HasPrefix(field, "-") || strings.HasPrefix(lower, "level:") {
			continue
		}
		for _, operator := range []string{"tag:", "key:"} {
			if strings.HasPrefix(lower, operator) {
				field = field[len(operator):]
			}
		}
		begins := strings.HasSuffix(field, "*")
		parts := parts(field)
		for i, p := range parts {
			out = append(out, soughtWord{fold(field[p.Start:p.End]), begins && i == len(parts)-1})
		}
	}
	return out
}

// likely returns the words of a key or a tag that a query asks for: as they are
// written there, in their beginning or with another ending. The index knows
// stems; here it is only about what to point out.
func likely(s string, words []soughtWord) []model.Span {
	var out []model.Span
	for _, p := range parts(s) {
		if w := fold(s[p.Start:p.End]); slices.ContainsFunc(words, func(q soughtWord) bool { return q.means(w) }) {
			out = append(out, p)
		}
	}
	return out
}

func (q soughtWord) means(w string) bool {
	if w == q.letters || q.begins && strings.HasPrefix(w, q.letters) {
		return true
	}
	const stem, ending = 4, 3
	short, long := q.letters, w
	if len(short) > len(long) {
		short, long = long, short
	}
	return len(short) >= stem && len(long)-len(short) <= ending && strings.HasPrefix(long, short)
}

// parts returns where the words of s are: runs of letters and digits, divided
// before a capital that follows a small letter.
func parts(s string) []model.Span {
	var out []model.Span
	from, small := -1, false
	end := func(at int) {
		if from >= 0 {
			out = append(out, model.Span{Start: from, End: at})
		}
		from = -1
	}
	for i, r := range s {
		in := unicode.IsLetter(r) || unicode.IsDigit(r) || from >= 0 && unicode.IsMark(r)
		switch {
		case !in:
			end(i)
		case from < 0:
			from = i
		case small && unicode.IsUpper(r):
			end(i)
			from = i
		}
		small = unicode.IsLower(r)
	}
	end(len(s))
	return out
}

// fold returns a word in small letters without accents.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
}
