package ui

import (
	tea "charm.land/bubbletea/v2"

	"minne/ui/edit"
	"minne/ui/keys"
)

// actWriting does what a key means in the editor.
func (r Root) actWriting(w writing, do keys.Action) (Root, tea.Cmd) {
	switch {
	case do == "unwrite":
		return r.leaveWriting(w)
	case !w.ready || w.saving:
		return r, nil
	case do == "save":
		return r.save(w, false)
	case do == "next-field", w.on != textField && (do == "newline" || do == "down"):
		w.on = (w.on + 1) % fieldCount
		return r.put(w), nil
	case do == "last-field", w.on != textField && do == "up":
		w.on = (w.on + fieldCount - 1) % fieldCount
		return r.put(w), nil
	}
	return r.changeField(w, func(m edit.Model) (edit.Model, error) { return m.Act(do) })
}

// typed takes a key that means nothing but itself: in the editor it is text.
func (r Root) typed(key tea.KeyPressMsg) (Root, tea.Cmd) {
	w, top := r.over().(writing)
	const held = tea.ModCtrl | tea.ModAlt | tea.ModMeta | tea.ModSuper
	if !top || !w.ready || w.saving || r.tiny() || key.Text == "" || key.Mod&held != 0 {
		return r, nil
	}
	return r.changeField(w, func(m edit.Model) (edit.Model, error) { return m.Insert(key.Text) })
}

// pasted takes what was pasted: in the editor it is text, line ends and all.
func (r Root) pasted(s string) (Root, tea.Cmd) {
	w, top := r.over().(writing)
	if !top || !w.ready || w.saving || r.tiny() {
		return r, nil
	}
	return r.changeField(w, func(m edit.Model) (edit.Model, error) { return m.Paste(s) })
}

// changeField does something with the field that is written.
func (r Root) changeField(w writing, do func(edit.Model) (edit.Model, error)) (Root, tea.Cmd) {
	m, err := do(w.fields[w.on])
	if err != nil {
		return r.say(warned, err.Error())
	}
	was := w.edits()
	w.fields[w.on] = m
	if w.edits() != was && w.wrongAt == w.on {
		w.wrong = ""
	}
	w, cmd := r.keepSoon(w)
	return r.put(w), cmd
}

// leaveWriting closes the editor; if there is text that is not saved, it asks.
func (r Root) leaveWriting(w writing) (Root, tea.Cmd) {
	if !w.changed() {
		return r.discard(w)
	}
	return r.open(r.askLeave(w, false)), nil
}

// askLeave asks what is to become of what was written. It starts on keeping it.
func (r Root) askLeave(w writing, quitting bool) choice {
	name := r.look.safe(w.text(keyField))
	if name == "" {
		name = "The new memory"
	}
	drafted := r.ended && w.pad != nil // it cannot be saved by this session
	q := choice{
		name: "Not saved", says: []string{name + " has changes that are not saved."},
		buttons: []string{"Keep editing", "Save", "Discard"}, quits: quitting,
		answer: func(r Root, button int) (Root, tea.Cmd) {
			w, _, open := r.writing()
			if !open {
				return r, nil
			}
			w.quitting = quitting
			switch {
			case button == 1 && drafted:
				return r.shut(), r.leaveDraft()
			case button == 1:
				return r.save(w, false)
			}
			r, cmd := r.discard(w)
			if quitting {
				return r, tea.Sequence(cmd, tea.Quit)
			}
			return r, cmd
		},
	}
	if drafted {
		q.buttons[1] = "Keep as a draft"
	}
	if quitting && w.pad != nil {
		q.says = append(q.says, "ctrl+c once more quits and keeps them as a draft.")
	}
	return q
}

// quit ends the program. If there is text that is not saved, it asks first; asked
// for again, it keeps that as a draft.
func (r Root) quit() (Root, tea.Cmd) {
	w, _, open := r.writing()
	if q, asked := r.over().(choice); !open || !w.changed() || asked && q.quits {
		return r, tea.Sequence(r.leaveDraft(), tea.Quit)
	}
	return r.open(r.askLeave(w, true)), nil
}

// clickWriting puts the cursor where the mouse is.
func (r Root) clickWriting(w writing, x, y int) Root {
	if !w.ready || w.saving || r.tiny() {
		return r
	}
	for i, at := range w.place(r) {
		high := 1
		if field(i) == textField {
			high = w.high
		}
		if at.Y <= y && y < at.Y+high {
			w.on = field(i)
			w.fields[i] = w.fields[i].Click(x-at.X, y-at.Y)
		}
	}
	return r.put(w)
}

// scrollWriting scrolls the text by n rows.
func (r Root) scrollWriting(w writing, n int) Root {
	if !w.ready || r.tiny() {
		return r
	}
	w.fields[textField] = w.fields[textField].Scroll(n)
	return r.put(w)
}
