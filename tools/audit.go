package tools

import (
	"context"
	"errors"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// Past returns a page of what is in nobody's view any more: deleted, expired and
// superseded versions and the covers that stand, newest first (SPEC V8), and
// whether there is more.
func (s *Session) Past(ctx context.Context, q store.PastQuery) ([]model.Version, bool, error) {
	c, err := s.view(ctx, "past")
	if err != nil {
		return nil, false, err
	}
	all, more, err := s.svc.store.Past(ctx, c, q)
	if err != nil {
		return nil, false, told(err)
	}
	for _, v := range all {
		if err := s.guard(ctx, c, model.Memory{Version: v}); err != nil {
			return nil, false, err
		}
	}
	return all, more, nil
}

// Matrix returns, key by key, what a session at each level up to the taint gets, and
// whether there is more.
func (s *Session) Matrix(ctx context.Context, q store.MatrixQuery) ([]model.Row, bool, error) {
	c, err := s.view(ctx, "matrix")
	if err != nil {
		return nil, false, err
	}
	rows, more, err := s.svc.store.Matrix(ctx, c, q)
	if err != nil {
		return nil, false, told(err)
	}
	return rows, more, nil
}

// Through returns the eyes of a session at a lower level, for the demo of shadowing:
// what may flow there may flow here.
func (s *Session) Through(ctx context.Context, eyes model.Level) (*Eyes, error) {
	c, err := s.view(ctx, "matrix")
	if err != nil {
		return nil, err
	}
	for _, lower := range policy.Up(c) {
		if lower.Top() == eyes {
			return &Eyes{s, lower}, nil
		}
	}
	no := told(&policy.Refusal{Rule: policy.RuleNoReadUp, Why: "that is not a level at or below the session's taint"})
	return nil, s.noted(ctx, no, model.Event{Kind: model.EventDeny, Rule: policy.RuleNoReadUp})
}

// Eyes reads what a session at some level at or below the taint sees.
type Eyes struct {
	s *Session
	c policy.Ceiling
}

// Get returns what is seen for a key; NOT_FOUND if nothing is.
func (e *Eyes) Get(ctx context.Context, key string) (model.Memory, error) {
	k, _, err := e.s.person(ctx, "matrix", key)
	if err != nil {
		return model.Memory{}, err
	}
	m, err := e.s.svc.store.Head(ctx, e.c, k)
	if err != nil {
		return model.Memory{}, told(err)
	}
	if err := e.s.guard(ctx, e.c, m); err != nil {
		return model.Memory{}, err
	}
	return m, nil
}

// Page returns a part of what is seen.
func (e *Eyes) Page(ctx context.Context, q model.ListQuery) (model.Page, error) {
	if _, err := e.s.view(ctx, "matrix"); err != nil {
		return model.Page{}, err
	}
	return e.s.look(ctx, e.c, q)
}

// Sessions returns the sessions that have acted at a visible level, the last to act
// first.
func (s *Session) Sessions(ctx context.Context, limit int) ([]model.Visit, error) {
	c, err := s.view(ctx, "sessions")
	if err != nil {
		return nil, err
	}
	all, err := s.svc.store.Sessions(ctx, c, limit)
	if err != nil {
		return nil, told(err)
	}
	return all, nil
}

// RaiseOther raises another session, within its own clearance, to this one's taint or
// above; an agent cannot raise its own (SPEC 1, P5). A session that cannot be seen is
// NOT_FOUND.
func (s *Session) RaiseOther(ctx context.Context, id model.ID, to model.Level) error {
	by, err := s.allow(ctx, "raise", nil)
	if err != nil {
		return err
	}
	if err := s.svc.store.RaiseOther(ctx, s.now(), id, to); err != nil {
		return s.other(ctx, by, err)
	}
	return nil
}

// EndOther ends another session at this one's taint: whatever it does next fails.
func (s *Session) EndOther(ctx context.Context, id model.ID) error {
	by, err := s.allow(ctx, "end", nil)
	if err != nil {
		return err
	}
	if err := s.svc.store.EndOther(ctx, s.now(), id); err != nil {
		return s.other(ctx, by, err)
	}
	return nil
}

// other is refused for what is done to another session. That the other one has
// ended must not be taken for the end of this one.
func (s *Session) other(ctx context.Context, by heard, err error) error {
	if errors.Is(err, model.ErrEnded) {
		if _, own := s.ceiling(ctx); own == nil {
			return &Error{Code: NotFound, Message: "that session has ended"}
		}
	}
	return s.refused(ctx, "", by, err)
}

// Copied writes that a memory's text has left minne: to the clipboard, to a file
// (SPEC A1). What cannot be logged must not leave.
func (s *Session) Copied(ctx context.Context, m model.Memory) error {
	c, err := s.view(ctx, "copy")
	if err != nil {
		return err
	}
	if err := s.guard(ctx, c, m); err != nil {
		return err
	}
	e := readOf(m)
	e.Kind = model.EventCopy
	if err := s.svc.store.Note(ctx, s.now(), e); err != nil {
		return told(err)
	}
	return nil
}
