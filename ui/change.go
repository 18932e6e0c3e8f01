package ui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/ui/keys"
)

// Facts about changes of records.
type (
	recordDeleted struct {
		from
		key model.Key
		at  model.Level
	}
	recordCovered struct {
		from
		key model.Key
		at  model.Level
	}
	recordRestored struct {
		from
		key model.Key
		at  model.Level
	}
	// changeFailed: a record is as it was.
	changeFailed struct {
		from
		doing string
		err   error
	}
)

// lastDeleted is the record that u makes live again: the zero one is none.
type lastDeleted struct {
	key model.Key
	at  model.Level
}

// chosenRecord returns the key that the person is on, and the level of what the
// session gets for it.
func (r Root) chosenRecord() (model.Key, model.Level, bool) {
	if r.focus == keys.Text {
		if !r.memory.shows() || !r.memory.got.Found || r.memory.asked.key != r.pinned {
			return "", 0, false
		}
		return r.pinned, r.memory.got.Classification, true
	}
	if r.find.on {
		h, ok := r.find.under()
		return h.at.Key, h.level, ok && !r.ended
	}
	row, ok := r.list.Cursor()
	return row.At.Key, row.Level, ok && !r.ended
}

// changeable reports whether records can be changed at all, and says why not.
func (r Root) changeable() (Root, tea.Cmd, bool) {
	var cmd tea.Cmd
	switch {
	case r.sess == nil || r.ended:
		return r, nil, false
	case r.opts.ReadOnly:
		r, cmd = r.say(warned, "the database is read-only: nothing can be changed")
		return r, cmd, false
	default:
		return r, nil, true
	}
}

// actChange does what a key means that changes records.
func (r Root) actChange(do keys.Action) (Root, tea.Cmd) {
	r, cmd, can := r.changeable()
	if !can {
		return r, cmd
	}
	switch do {
	case "undelete":
		return r.undelete()
	case "add", "edit":
		return r.write(do)
	}
	key, at, ok := r.chosenRecord()
	switch {
	case !ok:
		return r, nil
	case do == "cover":
		return r.open(r.askCover(key, at)), nil
	case at != r.info.Taint:
		return r.open(r.notOurs(key, at)), nil
	default:
		return r.open(r.askDelete(key)), nil
	}
}

// askDelete asks whether to delete the session's own record of a key (SPEC P4).
func (r Root) askDelete(key model.Key) choice {
	t := r.info.Taint
	return choice{
		name: "Delete " + r.look.safe(string(key)) + "?",
		says: []string{
			"The " + t.String() + " memory is hidden from all who see it; a lower one of the same key shows again. " +
				"Its versions stay in the history, and u takes the deletion back.",
		},
		buttons: []string{"No", "Delete"},
		answer: func(r Root, _ int) (Root, tea.Cmd) {
			return r, r.change("delete the memory", func(ctx context.Context, s Session, of from) (tea.Msg, error) {
				gone, err := s.Delete(ctx, string(key))
				return recordDeleted{of, key, gone.Classification}, err
			})
		},
	}
}

// askCover asks whether a key is no longer true (SPEC V7).
func (r Root) askCover(key model.Key, at model.Level) choice {
	t := r.info.Taint
	what := "The " + at.String() + " memory"
	if at == t {
		what = "The memory, and what is below it,"
	}
	return choice{
		name: "Cover " + r.look.safe(string(key)) + "?",
		says: []string{
			what + " is no longer true: sessions at " + t.String() + " and above do not see it any more, those below do. " +
				"A new save under the key ends the cover.",
		},
		buttons: []string{"No", "Cover"},
		answer: func(r Root, _ int) (Root, tea.Cmd) {
			return r, r.change("cover the memory", func(ctx context.Context, s Session, of from) (tea.Msg, error) {
				saved, err := s.Cover(ctx, string(key))
				return recordCovered{of, key, saved.Classification}, err
			})
		},
	}
}

// notOurs says why a record at a lower level is not deleted, and what can be done.
func (r Root) notOurs(key model.Key, at model.Level) sheet {
	t := r.info.Taint
	return sheet{name: "Not deleted", page: func(l look, w int) []ink {
		out := words(l, l.safe(string(key))+" is "+at.String()+", and a "+t.String()+" session deletes "+t.String()+" records only.", w)
		out = append(out, gap(0), join(l.ink(l.Key, "x"), l.ink(l.Quiet, "  covers it from "+t.String()+" up")))
		return append(out, join(l.ink(l.Key, "T"), l.ink(l.Quiet, "  a session at "+at.String()+" can delete it")))
	}}
}

// undelete takes the last deletion back, while that is possible (SPEC V4).
func (r Root) undelete() (Root, tea.Cmd) {
	last := r.deleted
	if last.key == "" || last.at != r.info.Taint {
		return r.say(warned, "there is no deletion to undo")
	}
	return r, r.change("undo the deletion", func(ctx context.Context, s Session, of from) (tea.Msg, error) {
		saved, err := s.Restore(ctx, string(last.key), 0)
		return recordRestored{of, last.key, saved.Classification}, err
	})
}

// change changes a record, and reports it.
func (r Root) change(doing string, do func(ctx context.Context, s Session, of from) (tea.Msg, error)) tea.Cmd {
	of, s := r.number, r.sess
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		done, err := do(ctx, s, of)
		if err != nil {
			return changeFailed{of, doing, err}
		}
		return done
	}
}

// changedRecord takes what came of a change.
func (r Root) changedRecord(msg tea.Msg) (Root, tea.Cmd) {
	l := r.look
	var cmd tea.Cmd
	switch f := msg.(type) {
	case recordDeleted:
		r, cmd = r.say(said, "deleted, u undoes it: "+string(f.key)+" at "+l.Word(f.at))
		r.deleted = lastDeleted{f.key, f.at}
	case recordCovered:
		r, cmd = r.say(said, "covered "+string(f.key)+" at "+l.Word(f.at))
	case recordRestored:
		r, cmd = r.say(said, "restored "+string(f.key)+" at "+l.Word(f.at))
		r.deleted = lastDeleted{}
	case changeFailed:
		if errors.Is(f.err, model.ErrEnded) {
			return r.endedElsewhere(), nil
		}
		r, cmd = r.fail(f.doing, f.err)
		if errors.Is(f.err, model.ErrLive) || errors.Is(f.err, model.ErrNotFound) {
			r.deleted = lastDeleted{}
			return r.renew(), cmd
		}
		return r, cmd
	}
	return r.renew(), cmd
}

// renew reads quietly what this program has changed itself.
func (r Root) renew() Root {
	r.list = r.list.Reread(true)
	r.memory.stale, r.find.stale = true, true
	return r
}

// changing are the actions that change records.
var changing = map[keys.Action]bool{"add": true, "edit": true, "delete": true, "cover": true, "undelete": true}

// offers reports whether the footer names a key that changes records: where it
// does something.
func (r Root) offers(do keys.Action) bool {
	_, at, on := r.chosenRecord()
	switch {
	case r.opts.ReadOnly || r.ended:
		return false
	case do == "undelete":
		return r.deleted.key != "" && r.deleted.at == r.info.Taint
	case do == "add":
		return r.list.Filled()
	case do == "delete":
		return on && at == r.info.Taint
	default:
		return on
	}
}
