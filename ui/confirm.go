package ui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/tools"
	"minne/ui/edit"
	"minne/ui/keys"
)

// confirm asks to type the key of what is to be purged: that cannot be taken
// back.
type confirm struct {
	key   model.Key
	at    model.Level
	field edit.Model
}

func newConfirm(r Root, key model.Key, at model.Level) confirm {
	return confirm{key, at, edit.NewLine("", edit.Options{Limit: model.MaxKey, Look: r.look.writing()})}
}

func (confirm) where() keys.Where { return keys.Confirm }

// typed reports whether the key stands in the field.
func (q confirm) typed() bool {
	key, err := tools.ParseKey(q.field.String())
	return err == nil && key == q.key
}

func (q confirm) view(r Root, w, h int) []string {
	l := r.look
	in := min(w-4, 52)
	lines := words(l, "All "+q.at.String()+" versions of this key that were deleted, have expired or were replaced are erased for good. "+
		"The log keeps that they were, without their text.", in)
	lines = append(lines, gap(0), l.ink(l.Strong, l.Cut(l.safe(string(q.key)), in, l.More)), l.ink(l.Quiet, "Type the key to purge it:"))
	lines = append(lines, q.line(r, in))
	return r.box("Purge "+l.safe(string(q.key))+"?", lines, in, h)
}

// press takes a key that is pressed, and reports whether it was for the question.
func (r Root) typeConfirm(q confirm, key tea.KeyPressMsg, do keys.Action, known bool) (Root, tea.Cmd, bool) {
	switch {
	case r.tiny(), do == "quit", do == "suspend", do == "redraw":
		return r, nil, false
	case do == "unwrite":
		return r.climb(), nil, true
	case do == "keep":
		r, cmd := r.takeConfirm(q)
		return r, cmd, true
	case known:
		field, err := q.field.Act(do)
		r, cmd := r.writeConfirm(q, field, err)
		return r, cmd, true
	case key.Text == "" || key.Mod&^(tea.ModShift|tea.ModCapsLock) != 0:
		return r, nil, false
	}
	field, err := q.field.Insert(key.Text)
	r, cmd := r.writeConfirm(q, field, err)
	return r, cmd, true
}

// writeConfirm puts a changed field in the place of the one before.
func (r Root) writeConfirm(q confirm, field edit.Model, err error) (Root, tea.Cmd) {
	if full := (*edit.Full)(nil); errors.As(err, &full) {
		return r.say(warned, "a key has at most "+commas(model.MaxKey)+" bytes")
	}
	q.field = field
	return r.swap(q), nil
}

// takeConfirm purges, if the key has been typed.
func (r Root) takeConfirm(q confirm) (Root, tea.Cmd) {
	if !q.typed() {
		return r.say(warned, "that is not the key: nothing was purged")
	}
	return r.climb(), r.change("purge the memory", func(ctx context.Context, s Session, of from) (tea.Msg, error) {
		gone, err := s.Purge(ctx, string(q.key), 0)
		return recordPurged{of, q.key, q.at, len(gone.Purged)}, err
	})
}

// line draws the field; a mark stands where the cursor is.
func (q confirm) line(r Root, w int) ink {
	l := r.look
	v := q.field.Resize(max(w-2, 1), 1).View()
	k := l.ink(l.Key, "> ")
	for _, row := range v.Rows {
		k = join(k, spans(l, row, l.Text))
	}
	if q.field.Cursor() == q.field.Len() {
		k = join(k, l.ink(l.Key, "_"))
	}
	return k
}
