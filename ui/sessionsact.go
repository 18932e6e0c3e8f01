package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/policy"
	"minne/ui/keys"
)

func (v sessions) act(r Root, do keys.Action) (Root, tea.Cmd) {
	if do != "raise-other" && do != "end-other" {
		return r, nil
	}
	r, cmd, can := r.changeable()
	other, ok := v.rows.cursor()
	name := "session " + other.ID.Short()
	switch {
	case !can || !ok:
		return r, cmd
	case other.ID == r.info.ID:
		return r.say(warned, "that is this session: T raises it, q in Memories ends it")
	case !other.Ended.IsZero():
		return r.say(warned, name+" has ended")
	case do == "end-other":
		return v.end(r, other)
	default:
		return v.raise(r, other)
	}
}

// raise asks whether to raise another session: to this one's taint or, if it is
// there, one level up (SPEC P5).
func (v sessions) raise(r Root, other model.Visit) (Root, tea.Cmd) {
	to := r.info.Taint
	if policy.CanFlowTo(to, other.Taint) {
		to = other.Taint + 1
	}
	l, id := r.look, other.ID
	switch {
	case !to.Valid():
		return r.say(warned, "session "+id.Short()+" is at the highest level")
	case !policy.CanFlowTo(to, other.Clearance):
		return r.say(warned, to.String()+" is above the clearance of session "+id.Short()+", "+other.Clearance.String())
	}
	return r.open(choice{
		name: "Raise session " + id.Short() + " to " + l.Word(to) + "?",
		says: []string{
			l.safe(called(other)) + " will see what is stored up to " + to.String() + ", and all that it saves from then on is " + to.String() + ". " +
				"It cannot go down again.",
		},
		buttons: []string{"No", "Raise"},
		answer: func(r Root, _ int) (Root, tea.Cmd) {
			return r, r.change("raise session "+id.Short(), func(ctx context.Context, s Session, of from) (tea.Msg, error) {
				return otherRaised{of, id, to}, s.RaiseOther(ctx, id, to)
			})
		},
	}), nil
}

// end asks whether to end another session.
func (v sessions) end(r Root, other model.Visit) (Root, tea.Cmd) {
	l, id := r.look, other.ID
	return r.open(choice{
		name:    "End session " + id.Short() + "?",
		says:    []string{l.safe(called(other)) + " can read and save nothing more; it has to begin a new session."},
		buttons: []string{"No", "End"},
		answer: func(r Root, _ int) (Root, tea.Cmd) {
			return r, r.change("end session "+id.Short(), func(ctx context.Context, s Session, of from) (tea.Msg, error) {
				return otherEnded{of, id}, s.EndOther(ctx, id)
			})
		},
	}), nil
}

// called is what another session is called in a sentence.
func called(v model.Visit) string {
	if v.Client != "" {
		return v.Client
	}
	return "It"
}

// Facts about other sessions.
type (
	otherRaised struct {
		from
		id model.ID
		to model.Level
	}
	otherEnded struct {
		from
		id model.ID
	}
)

// changedOther takes what came of a change of another session.
func (r Root) changedOther(msg tea.Msg) (Root, tea.Cmd) {
	var cmd tea.Cmd
	switch f := msg.(type) {
	case otherRaised:
		r, cmd = r.say(said, "session "+f.id.Short()+" is at "+r.look.Word(f.to))
	case otherEnded:
		r, cmd = r.say(said, "session "+f.id.Short()+" has ended")
	}
	return r.staleViews(), cmd
}
