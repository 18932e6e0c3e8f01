package ui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/policy"
	"minne/ui/drafts"
	"minne/ui/edit"
)

// keepAfter is how long what was typed may be kept nowhere.
const keepAfter = 300 * time.Millisecond

// Facts about drafts.
type (
	draftDue struct {
		from
		number int
	}
	draftKept struct {
		from
		err error
	}
	// draftLeft: the draft of an editor that is closed has been removed, or is left
	// for later.
	draftLeft struct {
		from
		err error
	}
	// draftsFound are those that the session may go on with.
	draftsFound struct {
		from
		all []drafts.Draft
		err error
	}
	draftTaken struct {
		from
		pad   *drafts.Pad
		draft drafts.Draft
	}
	draftFailed struct {
		from
		err error
	}
)

// newPad returns where an editor keeps its draft, or nil.
func (r Root) newPad() *drafts.Pad {
	if r.opts.Drafts == "" {
		return nil
	}
	return drafts.In(r.opts.Drafts).Begin()
}

// keepSoon keeps what has been typed in a while, if there is anything new.
func (r Root) keepSoon(w writing) (writing, tea.Cmd) {
	if w.pad == nil || w.ticking || w.kept == w.edits() || !w.changed() {
		return w, nil
	}
	w.ticking = true
	of, n := r.number, w.number
	return w, tea.Tick(keepAfter, func(time.Time) tea.Msg { return draftDue{of, n} })
}

// draft returns what is kept of what was typed.
func (r Root) draft(w writing) drafts.Draft {
	return drafts.Draft{
		Level: r.info.Taint, Base: w.base, At: r.opts.Now(), Edit: w.edits(), Cursor: w.fields[textField].Cursor(),
		Key: w.text(keyField), Tags: w.text(tagsField), Text: w.text(textField), Expires: w.text(expiryField),
	}
}

// keepDraft keeps what has been typed so far.
func (r Root) keepDraft(f draftDue) (Root, tea.Cmd) {
	w, _, open := r.writing()
	if !open || w.number != f.number {
		return r, nil
	}
	w.ticking, w.kept = false, w.edits()
	root := r
	return r.put(w), func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		return draftKept{root.number, w.pad.Save(ctx, root.draft(w))}
	}
}

// discard closes the editor and removes its draft.
func (r Root) discard(w writing) (Root, tea.Cmd) {
	r = r.shut()
	var more tea.Cmd
	if w.resumed {
		more = r.findDrafts()
	}
	if w.pad == nil {
		return r, more
	}
	of := r.number
	return r, tea.Sequence(func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		return draftLeft{of, w.pad.Remove(ctx)}
	}, more)
}

// leaveDraft keeps what was typed for whoever may go on with it. It may be done
// twice.
func (r Root) leaveDraft() tea.Cmd {
	w, _, open := r.writing()
	if !open || w.pad == nil {
		return nil
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		var err error
		if w.changed() {
			err = w.pad.Save(ctx, r.draft(w))
		}
		return draftLeft{r.number, errors.Join(err, w.pad.Close(ctx))}
	}
}

// ceiling returns what the session may read.
func (r Root) ceiling() (policy.Ceiling, error) {
	h, err := policy.Admit(r.info)
	if err != nil {
		return policy.Ceiling{}, err
	}
	return h.Ceiling(), nil
}

// findDrafts looks for drafts that the session may go on with.
func (r Root) findDrafts() tea.Cmd {
	if r.opts.Drafts == "" || r.opts.ReadOnly {
		return nil
	}
	return r.withDrafts(func(ctx context.Context, f drafts.Folder, c policy.Ceiling) tea.Msg {
		all, err := f.Pending(ctx, c)
		return draftsFound{r.number, all, err}
	})
}

// withDrafts does something with the folder of drafts.
func (r Root) withDrafts(do func(ctx context.Context, f drafts.Folder, c policy.Ceiling) tea.Msg) tea.Cmd {
	of, dir := r.number, r.opts.Drafts
	c, err := r.ceiling()
	return func() tea.Msg {
		if err != nil {
			return draftFailed{of, err}
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		return do(ctx, drafts.In(dir), c)
	}
}

// aboutDrafts takes a fact about drafts.
func (r Root) aboutDrafts(msg tea.Msg) (Root, tea.Cmd) {
	switch f := msg.(type) {
	case draftDue:
		return r.keepDraft(f)
	case draftKept:
		w, _, open := r.writing()
		if f.err != nil || !open {
			return r.draftTrouble(f.err)
		}
		w, cmd := r.keepSoon(w)
		return r.put(w), cmd
	case draftLeft:
		return r.draftTrouble(f.err)
	case draftFailed:
		return r.draftTrouble(f.err)
	case draftTaken:
		return r.resume(f)
	case draftsFound:
		r, cmd := r.draftTrouble(f.err)
		if _, _, open := r.writing(); !open && len(f.all) > 0 {
			r = r.open(r.offer(f.all[0], len(f.all)-1).suddenly(r))
		}
		return r, cmd
	}
	return r, nil
}

func (r Root) draftTrouble(err error) (Root, tea.Cmd) {
	if err == nil {
		return r, nil
	}
	return r.fail("drafts", err)
}

// offer asks what is to become of a draft that was left.
func (r Root) offer(d drafts.Draft, more int) choice {
	l := r.look
	name := l.safe(d.Key)
	if name == "" {
		name = "a new memory"
	}
	says := []string{"Text that was not saved is left of " + name + ": " + l.Word(d.Level) + ", written " + l.ago(d.At) + "."}
	if d.Level != r.info.Taint {
		says = append(says, "It will be saved as "+r.info.Taint.String()+".")
	}
	if more > 0 {
		says = append(says, plural(more, "more draft", "more drafts")+" after this one.")
	}
	return choice{
		name: "A draft was left", says: says, buttons: []string{"Later", "Go on with it", "Discard"},
		answer: func(r Root, button int) (Root, tea.Cmd) {
			if button == 1 {
				return r, r.takeDraft(d.ID)
			}
			return r, tea.Sequence(r.dropDraft(d.ID), r.findDrafts())
		},
	}
}

func (r Root) takeDraft(id model.ID) tea.Cmd {
	return r.withDrafts(func(ctx context.Context, f drafts.Folder, c policy.Ceiling) tea.Msg {
		pad, d, err := f.Take(ctx, c, id)
		if err != nil {
			return draftFailed{r.number, err}
		}
		return draftTaken{r.number, pad, d}
	})
}

func (r Root) dropDraft(id model.ID) tea.Cmd {
	return r.withDrafts(func(ctx context.Context, f drafts.Folder, c policy.Ceiling) tea.Msg {
		return draftLeft{r.number, f.Discard(ctx, c, id)}
	})
}

// resume opens the editor on a draft.
func (r Root) resume(f draftTaken) (Root, tea.Cmd) {
	if _, _, open := r.writing(); open {
		return r, f.close()
	}
	r.writes++
	d := f.draft
	w := writing{number: r.writes, base: d.Base, resumed: true, pad: f.pad}
	w = w.load(d.Key, d.Tags, d.Text, d.Expires)
	w.fields[textField], _ = w.fields[textField].Act(edit.Last) // moving cannot fail
	return r.open(w), nil
}

// close leaves a draft that nobody goes on with after all.
func (f draftTaken) close() tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		return draftLeft{f.from, f.pad.Close(ctx)}
	}
}
