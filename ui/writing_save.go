package ui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/tools"
)

// Facts about saves.
type (
	recordSaved struct {
		from
		number int
		saved  tools.Saved
		kept   error // the draft could not be removed
	}
	// saveRefused: something is wrong with a field.
	saveRefused struct {
		from
		number int
		at     field
		why    string
	}
	// saveConflicted: the record is not as it was when it was read, or one is there
	// that was not expected.
	saveConflicted struct {
		from
		number int
	}
	saveFailed struct {
		from
		number int
		err    error
	}
)

// input returns what is to be saved.
func (w writing) input(now time.Time) (tools.SaveInput, error) {
	in := tools.SaveInput{Key: w.text(keyField), Content: w.text(textField), Tags: readTags(w.text(tagsField))}
	if _, err := tools.ParseKey(in.Key); err != nil {
		return in, err
	}
	if _, err := tools.ParseTags(in.Tags); err != nil {
		return in, err
	}
	var err error
	in.Expires, err = tools.ParseExpiry(w.text(expiryField), now)
	return in, err
}

// refusal returns the field that an error is about, and what is wrong with it.
func refusal(err error) (at field, why string, ok bool) {
	var e *tools.Error
	if !errors.As(err, &e) || e.Code != tools.Invalid {
		return 0, "", false
	}
	at, ok = map[string]field{"key": keyField, "tags": tagsField, "tag": tagsField, "content": textField, "expires_at": expiryField}[e.Field]
	var bad *model.InvalidError
	if why = e.Message; at != tagsField && errors.As(err, &bad) {
		why = fieldNames[at] + " " + bad.Why
	}
	return at, why, ok
}

// save saves what was written, at the session's taint (SPEC P3). Anyway says that
// the person knows of a version that was not there when they began.
func (r Root) save(w writing, anyway bool) (Root, tea.Cmd) {
	in, err := w.input(r.opts.Now())
	if err != nil {
		if at, why, ok := refusal(err); ok {
			return r.refuse(w, at, why), nil
		}
		return r.fail("save the memory", err)
	}
	w.saving = true
	of, s, base, pad := r.number, r.sess, w.base, w.pad
	return r.put(w), func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		saved, err := saveAfter(ctx, s, in, func(key model.Key, taint model.Level) int {
			if key == base.Key && taint == base.Level {
				return base.Version
			}
			return 0
		}, anyway)
		if err == nil {
			done := recordSaved{from: of, number: w.number, saved: saved}
			if pad != nil {
				done.kept = pad.Remove(ctx)
			}
			return done
		}
		if errors.Is(err, model.ErrConflict) {
			return saveConflicted{of, w.number}
		}
		if at, why, ok := refusal(err); ok {
			return saveRefused{of, w.number, at, why}
		}
		return saveFailed{of, w.number, err}
	}
}

// saveAfter saves, unless the session's record of the key is not the version that
// the person has seen; anyway, in any case.
func saveAfter(ctx context.Context, s Session, in tools.SaveInput, seen func(model.Key, model.Level) int, anyway bool) (tools.Saved, error) {
	if anyway {
		return s.Save(ctx, in)
	}
	key, err := tools.ParseKey(in.Key)
	if err != nil {
		return tools.Saved{}, err
	}
	if in.After = seen(key, s.Info().Taint); in.After == 0 {
		got, err := s.Get(ctx, string(key))
		if err != nil {
			return tools.Saved{}, err
		}
		if got.Found && got.Classification == s.Info().Taint {
			return tools.Saved{}, model.ErrConflict
		}
	}
	return s.Save(ctx, in)
}

// refuse says at a field what is wrong with it.
func (r Root) refuse(w writing, at field, why string) Root {
	w.saving, w.quitting, w.on, w.wrongAt, w.wrong = false, false, at, at, r.look.safe(why)
	return r.put(w)
}

// savedRecord takes what came of a save.
func (r Root) savedRecord(msg tea.Msg) (Root, tea.Cmd) {
	w, _, open := r.writing()
	if f, ok := msg.(interface{ editor() int }); !ok || !open || f.editor() != w.number {
		return r, nil
	}
	switch f := msg.(type) {
	case recordSaved:
		return r.closeSaved(w, f)
	case saveRefused:
		return r.refuse(w, f.at, f.why), nil
	case saveConflicted:
		w.saving = false
		return r.put(w).open(r.askAnyway(w).suddenly(r)), nil
	case saveFailed:
		w.saving, w.quitting = false, false
		return r.put(w).fail("save the memory", f.err)
	}
	return r, nil
}

func (f recordSaved) editor() int    { return f.number }
func (f saveRefused) editor() int    { return f.number }
func (f saveConflicted) editor() int { return f.number }
func (f saveFailed) editor() int     { return f.number }

// closeSaved closes the editor after a save.
func (r Root) closeSaved(w writing, f recordSaved) (Root, tea.Cmd) {
	if w.quitting {
		return r.shut(), tea.Quit
	}
	if r.deleted.key == model.Key(f.saved.Key) {
		r.deleted = lastDeleted{}
	}
	r = r.shut().renew()
	r, cmd := r.say(said, "saved "+f.saved.Key+" version "+commas(f.saved.Version)+" at "+r.look.Word(f.saved.Classification))
	if f.kept != nil {
		r, cmd = r.fail("remove the draft", f.kept)
	}
	if w.resumed {
		return r, tea.Batch(cmd, r.findDrafts())
	}
	return r, cmd
}

// askAnyway asks whether to save although the record has changed.
func (r Root) askAnyway(w writing) choice {
	t := r.info.Taint.String()
	says := "There is a " + t + " memory with this key that was not there when you began, or a newer version of it."
	return choice{
		name: "Changed by others", says: []string{says, "Saving adds a version after it; its text stays in the history."},
		buttons: []string{"Keep editing", "Save anyway"},
		stay: func(r Root) (Root, tea.Cmd) {
			w, _, _ := r.writing()
			w.quitting = false
			return r.put(w), nil
		},
		answer: func(r Root, _ int) (Root, tea.Cmd) {
			if w, _, open := r.writing(); open {
				return r.save(w, true)
			}
			return r, nil
		},
	}
}
