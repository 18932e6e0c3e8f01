package edit_test

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"pgregory.net/rapid"

	"minne/model"
	"minne/tools/text"
	"minne/ui/cells"
	"minne/ui/edit"
	"minne/ui/keys"
)

// naive is what a text should be: a string, and all that it has been.
type naive struct {
	s    string
	cur  int
	past []string // before each change
	kind []keys.Action
}

// stops returns every place that the cursor can be at.
func (n naive) stops() []int {
	var out []int
	at := 0
	for {
		line, rest, more := strings.Cut(n.s[at:], "\n")
		end := at + len(line) + 1
		if more {
			line = strings.TrimSuffix(line, "\r")
		}
		for _, p := range text.Spans(line, true)[0] {
			if p.Mark {
				out = append(out, at+p.From)
				continue
			}
			for g := graphemes.FromString(line[p.From:p.To]); g.Next(); {
				out = append(out, at+p.From+g.Start())
			}
		}
		out = append(out, at+len(line))
		if !more {
			return out
		}
		at, _ = end, rest
	}
}

// stop returns the place that is by steps after the first one at an offset or
// after it.
func (n naive) stop(at, by int) int {
	all := n.stops()
	i, _ := slices.BinarySearch(all, at)
	return all[max(min(i+by, len(all)-1), 0)]
}

// line returns the ends of the cursor's line, and where the next begins.
func (n naive) line() (start, end, next int) {
	start = strings.LastIndexByte(n.s[:n.cur], '\n') + 1
	line, _, more := strings.Cut(n.s[start:], "\n")
	if !more {
		return start, len(n.s), len(n.s)
	}
	return start, start + len(strings.TrimSuffix(line, "\r")), start + len(line) + 1
}

func (n naive) swap(from, to int, with string, kind keys.Action) naive {
	if n.s[from:to] == with {
		return n
	}
	n.past, n.kind = append(slices.Clip(n.past), n.s), append(slices.Clip(n.kind), kind)
	n.s = n.s[:from] + with + n.s[to:]
	n.cur = n.stop(from+len(with), 0)
	return n
}

// eol returns the line end that most lines have.
func (n naive) eol() string {
	if 2*strings.Count(n.s, "\r\n") > strings.Count(n.s, "\n") {
		return "\r\n"
	}
	return "\n"
}

func (n naive) act(do keys.Action) naive {
	start, end, next := n.line()
	switch do {
	case edit.Left:
		n.cur = n.stop(n.cur, -1)
	case edit.Right:
		n.cur = n.stop(n.cur, 1)
	case edit.LineStart:
		n.cur = start
	case edit.LineEnd:
		n.cur = end
	case edit.First:
		n.cur = 0
	case edit.Last:
		n.cur = len(n.s)
	case edit.Newline:
		return n.swap(n.cur, n.cur, n.eol(), "typed")
	case edit.Erase:
		return n.swap(n.stop(n.cur, -1), n.cur, "", do)
	case edit.Delete:
		return n.swap(n.cur, n.stop(n.cur, 1), "", do)
	case edit.EraseToEdge:
		if n.cur == start {
			start = n.stop(n.cur, -1)
		}
		return n.swap(start, n.cur, "", "whole")
	case edit.DeleteToEnd:
		if n.cur == end {
			end = next
		}
		return n.swap(n.cur, end, "", "whole")
	case edit.DeleteLine:
		return n.swap(start, next, "", "whole")
	}
	return n.moved(n.cur)
}

// moved puts the cursor somewhere.
func (n naive) moved(to int) naive {
	n.cur = to
	n.kind = append(slices.Clip(n.kind), "moved")
	n.past = append(slices.Clip(n.past), n.s)
	return n
}

// undone finds what a text that was undone to was, and reports whether it may be
// that: everything that was undone was typed, or deleted, in a row.
func (n naive) undone(s string) (naive, bool) {
	for i := len(n.past) - 1; i >= 0; i-- {
		kind := n.kind[i]
		if kind == "moved" {
			continue
		}
		for j := i; j >= 0 && n.kind[j] == kind; j-- {
			if n.past[j] == s {
				n.s, n.past, n.kind = s, n.past[:j], n.kind[:j]
				return n, true
			}
			if kind == "whole" {
				break
			}
		}
		return n, false
	}
	return n, s == n.s
}

// kinds are pieces of text that join, cling, widen and hide.
var kinds = rapid.OneOf(rapid.SampledFrom([]string{
	"a", "b", " ", "  ", "word", "-", "<", "U+", "\t", "\x1b", "\x00", "\xff", "\xf0\x9f", "\u202e", "\u200b", "\u200c", "\u200d", "\ufe0f", "\u20e3", "7",
	"👨", "👨‍👩‍👧", "✔️", "🏽", "🇸", "🇸🇪", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", "\U000E0067", "한국어", "\u1100", "\u1161", "日本", "ﷺ",
	"می\u200cخواهم", "\u064e", "क", "\u094d", "ष", "\u0d4e", "ก\u0e33", "\u0301", "e\u0301", "\u2028", "\u0085", "\ufffd", strings.Repeat("\u0301", 35),
}), rapid.String())

var breaks = rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r"})

var anyText = rapid.Custom(func(t *rapid.T) string {
	parts := rapid.SliceOfN(rapid.OneOf(kinds, kinds, kinds, breaks), 0, 30).Draw(t, "parts")
	return strings.Join(parts, "")
})

// A generator writes its name down when it is first asked for it; tests that run at
// once find it written.
func init() {
	_, _, _ = kinds.String(), breaks.String(), anyText.String()
}

var rulers = map[string]cells.Ruler{"clusters": {Clusters: true}, "characters": {}}

// see says what is wrong with what is on the screen.
func see(m edit.Model, r cells.Ruler, w, h int) error {
	v := m.View()
	if w == 0 || h == 0 {
		if len(v.Rows) > 0 {
			return fmt.Errorf("%d rows on no screen", len(v.Rows))
		}
		return nil
	}
	if len(v.Rows) == 0 || len(v.Rows) > h || v.Y < 0 || v.Y >= len(v.Rows) || v.X < 0 || v.X >= w {
		return fmt.Errorf("%d rows, the cursor is at %d,%d of %d,%d", len(v.Rows), v.X, v.Y, w, h)
	}
	from, to := 0, 0
	for _, row := range v.Rows {
		drawn := text.Join(row)
		if got := r.Width(drawn); w > 4 && got > w {
			return fmt.Errorf("%q is %d columns wide, the screen %d", drawn, got, w)
		}
		for i, c := range model.Hidden(drawn) {
			if i+utf8.RuneLen(c) == len(drawn) && strings.ContainsRune("\u200c\u200d\u180e", c) {
				continue // it joins the next row
			}
			return fmt.Errorf("%q holds %U at %d", drawn, c, i)
		}
		for _, p := range row {
			if p.Text == "" || p.From >= p.To || p.From < from || p.To < to {
				return fmt.Errorf("span %+v follows on %d to %d", p, from, to)
			}
			from, to = p.From, p.To
		}
	}
	return column(m, r, w)
}

// column says if the cursor is not where what stands before it ends.
func column(m edit.Model, r cells.Ruler, w int) error {
	v, x := m.View(), 0
	for _, p := range v.Rows[v.Y] {
		switch {
		case p.To <= m.Cursor():
			x += r.Width(p.Text)
		case p.From < m.Cursor():
			x += r.Width(p.Text[:m.Cursor()-p.From])
		}
	}
	if min(x, w-1) != v.X {
		return fmt.Errorf("the cursor is at %d, what stands before it is %d wide", v.X, x)
	}
	return nil
}
