package ui

import (
	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/ui/keys"
)

// question asks whether to raise the session, which cannot be taken back. It
// starts on No.
type question struct {
	raise model.Level
	yes   bool // the button that enter takes
}

func (question) where() keys.Where { return keys.Question }

func (q question) view(r Root, w, h int) []string {
	l := r.look
	in := min(w-4, 52)
	name := q.raise.String()
	lines := words(l, "You will see what is stored up to "+name+". All that you save from then on is "+name+". "+
		"A session cannot go down again: that takes a new one.", in)
	no, yes := l.Focused, l.Button
	if q.yes {
		no, yes = l.Button, l.Focused
	}
	buttons := join(l.ink(no, "[ No ]"), gap(2), l.ink(yes, "[ Raise ]"))
	lines = append(lines, gap(0), join(gap((in-buttons.w)/2), buttons))
	return r.box("Raise to "+l.Word(q.raise)+"?", lines, in, h)
}

// actQuestion does what a key means in a question.
func (r Root) actQuestion(q question, do keys.Action) (Root, tea.Cmd) {
	switch do {
	case "switch", "switch-back":
		q.yes = !q.yes
		return r.swap(q), nil
	case "press":
		if !q.yes {
			return r.climb(), nil
		}
	case "yes":
	case "no":
		return r.climb(), nil
	default:
		return r, nil
	}
	return r.climb(), r.raise(q.raise)
}
