package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/ui/keys"
)

func (v audit) act(r Root, do keys.Action) (Root, tea.Cmd) {
	switch do {
	case "filter":
		v.kind = (v.kind + 1) % len(pastKinds)
		v.rows, v.beside = v.rows.restart(), aside{}
		return r.show(v), nil
	case "log":
		v.halt()
		return r.show(events{}), nil
	case "restore":
		return v.restore(r)
	case "purge":
		return v.purge(r)
	default:
		return r, nil
	}
}

// ours returns the version that the cursor is on, if this session may change it;
// else it says why not.
func (v audit) ours(r Root, doing string) (model.Version, Root, tea.Cmd, bool) {
	r, cmd, can := r.changeable()
	past, ok := v.rows.cursor()
	switch {
	case !can || !ok:
		return past, r, cmd, false
	case past.Level != r.info.Taint:
		r, cmd = r.say(warned, "a "+r.info.Taint.String()+" session "+doing+" "+r.info.Taint.String()+" records only")
		return past, r, cmd, false
	default:
		return past, r, nil, true
	}
}

// restore asks whether to make a record live again (SPEC V4) or, where a newer
// version has taken its place, to save its text again.
func (v audit) restore(r Root) (Root, tea.Cmd) {
	past, r, cmd, can := v.ours(r, "restores")
	switch {
	case !can:
		return r, cmd
	case past.Kind == model.Cover:
		return r.say(warned, "a cover has no text to restore: d in Memories, or a save, ends it")
	}
	says, number := "It is live again as it was: all who see "+past.Level.String()+" see it.", 0
	if past.State == model.Superseded {
		says, number = "Its text is saved as a new version of the "+past.Level.String()+" memory; those that are there stay in the history.", past.Number
	}
	return r.open(choice{
		name: "Restore " + r.look.safe(string(past.Key)) + ", version " + commas(past.Number) + "?",
		says: []string{says}, buttons: []string{"No", "Restore"},
		answer: func(r Root, _ int) (Root, tea.Cmd) {
			return r, r.change("restore the memory", func(ctx context.Context, s Session, of from) (tea.Msg, error) {
				saved, err := s.Restore(ctx, string(past.Key), number)
				return recordRestored{of, past.Key, saved.Classification}, err
			})
		},
	}), nil
}

// purge asks for the key to be typed, and then erases what is past of it for good
// (SPEC V6).
func (v audit) purge(r Root) (Root, tea.Cmd) {
	past, r, cmd, can := v.ours(r, "purges")
	if !can {
		return r, cmd
	}
	return r.open(newConfirm(r, past.Key, past.Level)), nil
}

// recordPurged: what was past of a record is gone for good.
type recordPurged struct {
	from
	key      model.Key
	at       model.Level
	versions int
}

// purged takes what came of a purge.
func (r Root) purged(f recordPurged) (Root, tea.Cmd) {
	r, cmd := r.say(said, "purged "+plural(f.versions, "version", "versions")+" of "+string(f.key)+" at "+r.look.Word(f.at))
	r.deleted = lastDeleted{}
	return r.renew().staleViews(), cmd
}
