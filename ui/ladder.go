package ui

import (
	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/policy"
	"minne/ui/keys"
)

// ladder shows the four levels, the highest on top, and what each means to the
// session (SPEC P5).
type ladder struct{ on model.Level }

func (ladder) where() keys.Where { return keys.Ladder }

// step moves up or down the ladder.
func (d ladder) step(do keys.Action) ladder {
	switch do {
	case "up":
		d.on = min(d.on+1, model.Restricted)
	case "down":
		d.on = max(d.on-1, model.Public)
	case "first":
		d.on = model.Restricted
	case "last":
		d.on = model.Public
	}
	return d
}

// rung is what a level means to the session.
type rung uint8

const (
	here   rung = iota
	higher      // may be raised to
	beyond      // above the clearance
	locked      // may be raised to, were the database not read-only
	lower       // needs a new session: one below, or any after the end of this one
)

func (r Root) rung(l model.Level) rung {
	switch {
	case r.ended && policy.CanFlowTo(l, r.info.Clearance):
		return lower
	case l == r.info.Taint:
		return here
	case policy.CanFlowTo(l, r.info.Taint):
		return lower
	case !policy.CanFlowTo(l, r.info.Clearance):
		return beyond
	case r.opts.ReadOnly:
		return locked
	default:
		return higher
	}
}

// short says it in a few words, beside the level; long in a sentence.
func (r Root) short(l model.Level) string {
	switch r.rung(l) {
	case here:
		return r.look.Rung + " now"
	case higher:
		return "raise"
	case beyond:
		return "above the clearance"
	case locked:
		return "read-only"
	default:
		return "needs a new session (N)"
	}
}

func (r Root) long(l model.Level) string {
	switch r.rung(l) {
	case here:
		return "The session is at " + l.String() + ": it sees that and what is below, and all it saves is " + l.String() + "."
	case higher:
		return "Raising shows what is stored up to " + l.String() + ". All that is saved after that is " + l.String() + "."
	case beyond:
		return "The clearance, " + r.info.Clearance.String() + ", was fixed when the session began."
	case locked:
		return "Raising is written down, and the database is read-only. Start minne with --taint " + l.String() + "."
	case lower:
		if r.ended {
			return "The session has ended. N begins a new one at " + l.String() + "."
		}
	}
	return "A session never goes down. N begins a new one at " + l.String() + "; nothing of this one stays on the screen."
}

func (d ladder) view(r Root, w, h int) []string {
	l := r.look
	in := min(w-4, 56)
	var lines []ink
	for i := range model.Levels {
		level := model.Levels[len(model.Levels)-1-i]
		lines = append(lines, d.row(r, level, in))
	}
	if more := words(l, r.long(d.on), in); len(lines)+1+len(more)+2 <= h {
		lines = append(append(lines, rule(l, in)), more...)
	}
	return r.box("Taint of this session", lines, in, h)
}

// row draws one level: what it means stands at the right edge.
func (d ladder) row(r Root, level model.Level, w int) ink {
	l := r.look
	p, bar := l.Row, " "
	if level == d.on {
		p, bar = l.Picked, l.Bar
	}
	word, note := l.Word(level), r.short(level)
	room := w - 2 - l.Width(word)
	if l.Width(note) > room-2 {
		note = "new session (N)"
	}
	name, what := p.Level.Of(level), p.Name
	switch r.rung(level) {
	case beyond, locked:
		name, what = p.Quiet, p.Quiet
	case lower:
		what = p.Quiet
	}
	return join(l.ink(p.Bar, bar), l.ink(p.Name, " "), l.ink(name, word), l.ink(what, l.Right(note, room, l.More)))
}

// actLadder does what a key means on the ladder.
func (r Root) actLadder(d ladder, do keys.Action) (Root, tea.Cmd) {
	switch do {
	case "take":
		return r.takeRung(d.on)
	case "new":
		if r.rung(d.on) != lower {
			return r.say(warned, "N is for a level below "+r.info.Taint.String())
		}
		return r, r.begin(d.on)
	case "back":
		return r.climb(), nil
	default:
		return r.swap(d.step(do)), nil
	}
}

// takeRung is enter on a level.
func (r Root) takeRung(to model.Level) (Root, tea.Cmd) {
	switch r.rung(to) {
	case here:
		return r.say(said, "the session is at "+to.String())
	case beyond:
		return r.say(warned, to.String()+" is above the clearance, "+r.info.Clearance.String())
	case locked:
		return r.say(warned, "the database is read-only: a raise cannot be written down")
	case lower:
		return r.say(warned, to.String()+" needs a new session: press N")
	default:
		return r.open(question{raise: to}), nil
	}
}
