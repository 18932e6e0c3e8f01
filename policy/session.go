package policy

import (
	"errors"
	"fmt"

	"minne/model"
)

// A Session is a handle that names who acts. The store takes one with every
// write, never a level, and replaces its taint by what the database says inside
// the write transaction (SPEC P3). Only this package can make one; the zero
// Session sees nothing and may do nothing.
type Session struct{ s model.Session }

// Admit returns the handle of a session that begins as s says.
func Admit(s model.Session) (Session, error) {
	switch {
	case s.ID.IsZero():
		return Session{}, errors.New("a session needs an id")
	case !s.Channel.Valid():
		return Session{}, errors.New("a session needs a channel")
	case !s.Taint.Valid() || !s.Clearance.Valid():
		return Session{}, errors.New("a session needs a taint and a clearance")
	case !CanFlowTo(s.Taint, s.Clearance):
		return Session{}, &Refusal{RuleClearance, fmt.Sprintf("the taint %v is above the clearance %v", s.Taint, s.Clearance)}
	}
	return Session{s}, nil
}

// ID returns the session's id.
func (s Session) ID() model.ID { return s.s.ID }

// Taint returns the taint that this handle was made with or raised to.
func (s Session) Taint() model.Level { return s.s.Taint }

// Info returns all that the handle knows.
func (s Session) Info() model.Session { return s.s }

// Ceiling returns the permission to read what may flow to the taint (SPEC P2).
func (s Session) Ceiling() Ceiling { return Ceiling{s.s.Taint} }

// Writes returns the level of whatever the session writes now: its taint, and
// nothing else (SPEC P3).
func (s Session) Writes() model.Level { return s.s.Taint }

// Raise returns the session at a higher taint (SPEC P5). The same taint is a
// no-op. Lower is impossible, and so is above the clearance.
func (s Session) Raise(to model.Level) (Session, error) {
	switch {
	case !to.Valid():
		return s, &Refusal{RuleOnlyRises, "that is not a level"}
	case !CanFlowTo(s.s.Taint, to):
		return s, &Refusal{RuleOnlyRises, fmt.Sprintf("the taint of a session only rises: it is %v; for %v begin a new session", s.s.Taint, to)}
	case !CanFlowTo(to, s.s.Clearance):
		return s, &Refusal{RuleClearance, fmt.Sprintf("%v is above this session's clearance, %v", to, s.s.Clearance)}
	}
	s.s.Taint = to
	return s, nil
}

// Known returns the handle as the database knows the session. A database that
// says a lower taint than the handle has is wrong or has been rolled back: the
// higher taint stays (SPEC P5).
func (s Session) Known(db model.Session) (Session, error) {
	if db.ID != s.s.ID || !db.Taint.Valid() || !db.Clearance.Valid() {
		return Session{}, errors.New("the database describes another session")
	}
	if CanFlowTo(db.Taint, s.s.Taint) {
		db.Taint = s.s.Taint
	}
	return Session{db}, nil
}

// RaiseOther decides on the raising of another session by s (SPEC P5, P6), given
// what s can see of it: its highest visible taint and its clearance. Raising it to
// less than the taint of s would tell a lower level what a higher one did.
func RaiseOther(s Session, other model.Session, to model.Level) error {
	switch {
	case !CanFlowTo(s.Taint(), to):
		return &Refusal{RuleOwnLevel, fmt.Sprintf("%s session raises others to %v or above", withArticle(s.Taint()), s.Taint())}
	case !CanFlowTo(to, other.Clearance):
		return &Refusal{RuleClearance, fmt.Sprintf("%v is above that session's clearance, %v", to, other.Clearance)}
	}
	return nil
}

// EndOther decides on the ending of another session by s: at exactly its own taint,
// as with a deletion.
func EndOther(s Session, other model.Session) error {
	if other.Taint != s.Taint() {
		return &Refusal{RuleOwnLevel, fmt.Sprintf("that session is at %v; %s session ends %v sessions only", other.Taint, withArticle(s.Taint()), s.Taint())}
	}
	return nil
}
