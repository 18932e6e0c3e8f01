// Package policy decides what a session may see and change. It is pure: no
// clock, no disk, no terminal, no randomness. Everything else asks it, and there
// is no option that makes it answer differently (SPEC P3).
//
// What it does not do: it keeps nothing. The taint of a session lives in the
// database; the store reads it inside its transaction and asks here.
package policy

import (
	"fmt"

	"minne/model"
)

// CanFlowTo reports whether what is known at from may be shown at to (SPEC P1).
// It is the only place that compares levels to decide access. A level that is
// not one of the four flows nowhere and receives nothing.
func CanFlowTo(from, to model.Level) bool {
	return from.Valid() && to.Valid() && to >= from
}

// A Ceiling is permission to read up to a level. Only this package can make
// one, so a query that takes a Ceiling cannot be asked without one. The zero
// Ceiling reads nothing.
type Ceiling struct{ top model.Level }

// Sees reports whether a version at l may be shown (SPEC P2).
func (c Ceiling) Sees(l model.Level) bool { return CanFlowTo(l, c.top) }

// Top returns the highest level that may be read; not Valid for the zero
// Ceiling.
func (c Ceiling) Top() model.Level { return c.top }

// Levels returns the levels that may be read, highest first.
func (c Ceiling) Levels() []model.Level {
	var seen []model.Level
	for l := c.top; c.Sees(l); l-- {
		seen = append(seen, l)
	}
	return seen
}

// Above returns the ceilings from which a change at l can be seen, lowest first.
// It is how the store knows which indexes a write touches.
func Above(l model.Level) []Ceiling {
	var all []Ceiling
	for _, top := range model.Levels {
		if CanFlowTo(l, top) {
			all = append(all, Ceiling{top})
		}
	}
	return all
}

// Standing is the state of a key's record at each level. A level without a
// record has the zero State.
type Standing [len(model.Levels) + 1]model.State

// Head returns the level whose live version a session under c sees of a key,
// and false if it sees none: the highest visible level that is live, unless a
// cover at or above it hides the key (SPEC 1, V7).
func Head(c Ceiling, s Standing) (model.Level, bool) {
	for _, l := range c.Levels() {
		switch s[l] {
		case model.Live:
			return l, true
		case model.Covered:
			return 0, false
		}
	}
	return 0, false
}

// Shadowed returns the levels below the head that hold a live version, highest
// first.
func Shadowed(c Ceiling, s Standing) []model.Level {
	head, ok := Head(c, s)
	if !ok {
		return nil
	}
	var below []model.Level
	for _, l := range (Ceiling{head}).Levels() {
		if l != head && s[l] == model.Live {
			below = append(below, l)
		}
	}
	return below
}

// The rules that decide, as the audit log names them. They never change.
const (
	RuleAllowed     = "allowed"
	RuleForcedLevel = "forced-level"     // SPEC P3
	RuleNoReadUp    = "no-read-up"       // SPEC P2
	RuleOwnLevel    = "own-level"        // SPEC P4, V4
	RuleOnlyRises   = "taint-only-rises" // SPEC P5
	RuleClearance   = "clearance"        // SPEC P5
	RuleUnknownTool = "unknown-tool"     // SPEC P7
	RulePeopleOnly  = "people-only"      // SPEC V6, V7
	RuleHookFailed  = "hook-failed"      // SPEC P7
)

// A Refusal says no. Rule is a stable name for the audit log; Why is in the
// user's words and tells nothing of any level above the session's taint.
type Refusal struct {
	Rule string
	Why  string
}

func (r *Refusal) Error() string { return r.Why }

// Delete decides on the deletion of a key by s, given the standing of the key's
// records. Only the live record (or cover) at exactly the taint may go (SPEC
// P4). Otherwise it is a Refusal that unwraps to ErrNotFound; it names a lower
// level only where the session can see a version there.
func Delete(s Session, key model.Key, at Standing) error {
	taint := s.Taint()
	if at[taint] == model.Live || at[taint] == model.Covered {
		return nil
	}
	if lower, ok := Head(s.Ceiling(), at); ok {
		return &notFound{Refusal{RuleOwnLevel, fmt.Sprintf("%q exists at %v; %s session deletes %v records only", string(key), lower, withArticle(taint), taint)}}
	}
	return &notFound{Refusal{RuleNoReadUp, model.ErrNotFound.Error()}}
}

func withArticle(l model.Level) string {
	if l == model.Internal {
		return "an " + l.String()
	}
	return "a " + l.String()
}

// notFound is a refusal that callers cannot tell from absence.
type notFound struct{ Refusal }

func (n *notFound) Unwrap() []error { return []error{&n.Refusal, model.ErrNotFound} }

// Restore decides on the restoring of a record by s (SPEC V4): at its own level,
// where a version is kept and none is live.
func Restore(s Session, at Standing) error {
	switch at[s.Taint()] {
	case model.Live, model.Covered:
		return model.ErrLive
	case model.Deleted, model.Expired:
		return nil
	default:
		return &notFound{Refusal{RuleNoReadUp, model.ErrNotFound.Error()}}
	}
}

// Up returns the ceilings at or below c, lowest first: through whose eyes a session
// under c may look.
func Up(c Ceiling) []Ceiling {
	var all []Ceiling
	for _, top := range model.Levels {
		if c.Sees(top) {
			all = append(all, Ceiling{top})
		}
	}
	return all
}
