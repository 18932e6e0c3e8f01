package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/ui/keys"
)

// quiet is how long no key must have been pressed before a question that has
// appeared by itself takes one: what was half typed answers nothing.
const quiet = 400 * time.Millisecond

// choice is a question with an answer for each button. It starts on the first,
// which changes nothing.
type choice struct {
	name    string   // safe
	says    []string // paragraphs, safe
	buttons []string
	on      int
	// sudden says that nobody has asked for the question, and since when no key
	// has been pressed.
	sudden bool
	since  time.Time
	quits  bool // it is about leaving the program
	// answer is what a button other than the first does; then the question is gone.
	answer func(r Root, button int) (Root, tea.Cmd)
	// stay is what the first one does, if it does anything.
	stay func(r Root) (Root, tea.Cmd)
}

func (choice) where() keys.Where { return keys.Question }

func (q choice) view(r Root, w, h int) []string {
	l := r.look
	in := min(w-4, 52)
	var lines []ink
	for _, s := range q.says {
		lines = append(lines, words(l, s, in)...)
	}
	lines = append(lines, gap(0))
	row := gap(0)
	for i, b := range q.buttons {
		p := l.Button
		if i == q.on {
			p = l.Focused
		}
		button := l.ink(p, "[ "+b+" ]")
		if row.w > 0 && row.w+2+button.w > in {
			lines, row = append(lines, join(gap((in-row.w)/2), row)), gap(0)
		}
		if row.w > 0 {
			row = join(row, gap(2))
		}
		row = join(row, button)
	}
	return r.box(q.name, append(lines, join(gap((in-row.w)/2), row)), in, h)
}

// suddenly makes the question one that appears by itself.
func (q choice) suddenly(r Root) choice {
	q.sudden, q.since = true, r.opts.Now()
	return q
}

// actChoice does what a key means in a question.
func (r Root) actChoice(q choice, do keys.Action) (Root, tea.Cmd) {
	if now := r.opts.Now(); q.sudden && now.Sub(q.since) < quiet {
		q.since = now
		return r.swap(q), nil
	}
	q.sudden = false
	button := 0
	switch do {
	case "switch":
		q.on = (q.on + 1) % len(q.buttons)
		return r.swap(q), nil
	case "switch-back":
		q.on = (q.on + len(q.buttons) - 1) % len(q.buttons)
		return r.swap(q), nil
	case "press":
		button = q.on
	case "yes":
		if len(q.buttons) > 2 {
			return r, nil
		}
		button = 1
	case "no":
	default:
		return r, nil
	}
	r = r.climb()
	switch {
	case button > 0:
		return q.answer(r, button)
	case q.stay != nil:
		return q.stay(r)
	default:
		return r, nil
	}
}

// manyAnswers reports whether there is a question that yes is no answer to.
func (r Root) manyAnswers() bool {
	q, ok := r.over().(choice)
	return ok && len(q.buttons) > 2
}
