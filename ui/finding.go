package ui

import (
	"slices"
	"strings"

	"minne/model"
	"minne/ui/edit"
	"minne/ui/keys"
)

// finding is a search: its field, and what it has found so far. The zero finding
// is no search.
type finding struct {
	on    bool
	field edit.Model
	typed int  // changes of the field: a pause is of one of them
	rests bool // the pause after the last one has not come yet
	due   bool // the field is to be asked for

	asked   hitsAsk
	pending bool
	slow    bool // the answer is late: say so
	stale   bool // something may have changed since the answer
	stuck   bool // the last question failed: it is not asked again by itself
	trouble string

	filled  bool // hits are the answer to a question
	hits    []hit
	total   int
	next    string // the cursor of the page after them
	warning string
	cur     int
	top     int
	rows    int // hits on the screen

	past []string // what was searched for, the newest last
	back int      // how many of them the field has gone back
	mine string   // what was in the field before that
}

// hitsAsk is a question for matches: the first ones, or those after a cursor.
type hitsAsk struct {
	gen   int
	query string
	after string
	held  int  // how many are wanted at least
	quiet bool // nobody waits for it
}

// hitsPage is an answer to one.
type hitsPage struct {
	hits    []hit
	total   int
	next    string
	warning string
}

// firstHits is how many matches are asked for at once.
const firstHits = 30

// text returns what is in the field, and whether there is anything to look for.
func (f finding) text() (string, bool) {
	s := f.field.String()
	return s, strings.TrimSpace(s) != ""
}

// changed takes note that the field has changed: whatever is under way is no longer
// wanted.
func (f finding) changed() finding {
	f = f.drop()
	f.typed++
	f.rests = true
	if _, any := f.text(); !any {
		f.filled, f.hits, f.next, f.total, f.warning, f.cur, f.top, f.rests = false, nil, "", 0, "", 0, 0, false
	}
	return f
}

// drop ignores the answer that is under way.
func (f finding) drop() finding {
	f.asked.gen++
	f.pending, f.slow, f.due, f.stuck, f.trouble = false, false, false, false, ""
	return f
}

// gone returns no search. What was searched for can be brought back.
func (f finding) gone() finding {
	f = f.keep().drop()
	return finding{asked: hitsAsk{gen: f.asked.gen}, typed: f.typed, past: f.past}
}

// keep remembers what is in the field.
func (f finding) keep() finding {
	s, any := f.text()
	f.back = 0
	if any {
		f.past = append(slices.DeleteFunc(slices.Clone(f.past), func(p string) bool { return p == s }), s)
		f.past = f.past[max(len(f.past)-remembered, 0):]
	}
	return f
}

// remembered is how many searches can be brought back.
const remembered = 50

// question returns what to ask now, if there is anything.
func (f finding) question() (finding, hitsAsk, bool) {
	query, any := f.text()
	a := hitsAsk{query: query}
	switch {
	case !f.on || !any:
		return f, a, false
	case f.due:
	case f.pending || f.rests || f.stuck:
		return f, a, false
	case f.stale && f.filled:
		a.held, a.quiet = len(f.hits), true
	case f.filled && f.next != "" && f.cur+2*f.rows >= len(f.hits):
		a.after, a.quiet = f.next, true
	default:
		return f, a, false
	}
	if a.after == "" {
		f.stale = false
	}
	f.due, f.pending = false, true
	a.gen = f.asked.gen + 1
	f.asked = a
	return f, a, true
}

// take takes an answer, unless another question has been asked since.
func (f finding) take(a hitsAsk, p hitsPage) finding {
	if a.gen != f.asked.gen {
		return f
	}
	f.pending, f.slow, f.trouble, f.warning = false, false, "", p.warning
	f.next, f.total = p.next, p.total
	if a.after != "" {
		more := slices.DeleteFunc(p.hits, func(h hit) bool { return f.index(h.at.Key) >= 0 })
		f.hits = slices.Concat(f.hits, more)
		return f
	}
	on, had := f.under()
	was := f.cur
	f.filled, f.hits, f.cur = true, p.hits, 0
	switch {
	case !a.quiet:
		f.top = 0
	case had:
		if f.cur = f.index(on.at.Key); f.cur < 0 {
			f.cur = was
		}
	}
	return f.move(0)
}

// fail takes note that there is no answer, and reports whether one was wanted.
func (f finding) fail(a hitsAsk, err error) (finding, bool) {
	if a.gen != f.asked.gen {
		return f, false
	}
	f.pending, f.slow, f.stuck, f.trouble = false, false, true, why(err)
	return f, true
}

func (f finding) index(key model.Key) int {
	return slices.IndexFunc(f.hits, func(h hit) bool { return h.at.Key == key })
}

// under returns the match that the cursor is on.
func (f finding) under() (hit, bool) {
	if !f.on || f.cur >= len(f.hits) {
		return hit{}, false
	}
	return f.hits[f.cur], true
}

// move moves the cursor by n matches.
func (f finding) move(n int) finding {
	f.top = f.first()
	f.cur = max(min(f.cur+n, len(f.hits)-1), 0)
	f.top = f.first()
	if n != 0 {
		f.stuck = false
	}
	return f
}

// first returns the match at the top of the screen.
func (f finding) first() int {
	top := min(f.top, len(f.hits)-f.rows)
	if f.rows > 0 {
		top = max(top, f.cur-f.rows+1)
	}
	return max(min(top, f.cur), 0)
}

// act does what a key means to the cursor.
func (f finding) act(do keys.Action) finding {
	page := max(f.rows, 1)
	switch do {
	case "down", "next-match":
		return f.move(1)
	case "up", "last-match":
		return f.move(-1)
	case "half-down":
		return f.move((page + 1) / 2)
	case "half-up":
		return f.move(-(page + 1) / 2)
	case "page-down":
		return f.move(page)
	case "page-up":
		return f.move(-page)
	case "first":
		return f.move(-len(f.hits))
	case "last":
		return f.move(len(f.hits))
	default:
		return f
	}
}

// recall puts an earlier search into the field, n steps further back.
func (f finding) recall(n int) finding {
	to := f.back + n
	if to < 0 || to > len(f.past) {
		return f
	}
	if f.back == 0 {
		f.mine = f.field.String()
	}
	s := f.mine
	if f.back = to; to > 0 {
		s = f.past[len(f.past)-to]
	}
	f.field, _ = f.field.Act(edit.DeleteLine)
	f.field, _ = f.field.Insert(s) // it has been in the field before: it fits
	return f.changed()
}
