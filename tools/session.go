package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"minne/model"
	"minne/policy"
)

// Info returns the session as it was last known; Refresh asks the database.
func (s *Session) Info() model.Session { return s.now().Info() }

// Refresh returns the session as the database knows it now: a person may have
// raised it from elsewhere, or ended it (ErrEnded).
func (s *Session) Refresh(ctx context.Context) (model.Session, error) {
	if _, err := s.ceiling(ctx); err != nil {
		return model.Session{}, err
	}
	return s.Info(), nil
}

// now returns the handle as it was last known.
func (s *Session) now() policy.Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.handle
}

// know takes what is known of the session now. Taint only rises, whatever order
// answers come in.
func (s *Session) know(h policy.Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if policy.CanFlowTo(s.handle.Taint(), h.Taint()) {
		s.handle = h
	}
}

// ceiling asks the database for the taint and returns the permission to read
// that goes with it. A session that has written nothing is as it began.
func (s *Session) ceiling(ctx context.Context) (policy.Ceiling, error) {
	h := s.now()
	db, err := s.svc.store.Session(ctx, h.ID())
	switch {
	case errors.Is(err, model.ErrNotFound):
		return h.Ceiling(), nil
	case err != nil:
		return policy.Ceiling{}, told(err)
	}
	if h, err = h.Known(db); err != nil {
		return policy.Ceiling{}, told(err)
	}
	s.know(h)
	return h.Ceiling(), nil
}

// allow passes a call through the hook (SPEC P7). A denial is logged and
// returned.
func (s *Session) allow(ctx context.Context, tool string, args map[string]any) (heard, error) {
	h := s.now()
	d := policy.PreToolCall(h, policy.Call{Tool: tool, Args: args})
	if d.Verdict != policy.Deny {
		return heard{Decision: d}, nil
	}
	if err := s.svc.store.Note(ctx, h, model.Event{Kind: model.EventDeny, Rule: d.Rule}); err != nil {
		return heard{}, told(err)
	}
	return heard{}, &Error{Code: Violation, Message: d.Why, cause: &policy.Refusal{Rule: d.Rule, Why: d.Why}}
}

// guard is the second look at what comes back: a version that the ceiling does
// not see is a bug, and is denied and logged as one.
func (s *Session) guard(ctx context.Context, c policy.Ceiling, found ...model.Memory) error {
	for _, m := range found {
		if c.Sees(m.Level) {
			continue
		}
		no := &policy.Refusal{Rule: policy.RuleNoReadUp, Why: "minne stopped an answer that broke its own rules; please report this as a bug"}
		if err := s.svc.store.Note(ctx, s.now(), model.Event{Kind: model.EventDeny, Rule: no.Rule, Note: "guard"}); err != nil {
			return told(errors.Join(no, err))
		}
		return told(no)
	}
	return nil
}

// read logs what an agent has read, and an override of anybody's call (SPEC A1,
// P7). A read that cannot be logged is not answered.
func (s *Session) read(ctx context.Context, by heard, of ...model.Event) error {
	h := s.now()
	events := by.Events()
	if h.Info().Channel.Agent() {
		for _, e := range of {
			e.Kind, e.Rule = model.EventRead, by.Rule
			events = append(events, e)
		}
	}
	if len(events) == 0 {
		return nil
	}
	if err := s.svc.store.Note(ctx, h, events...); err != nil {
		return told(err)
	}
	return nil
}

// refused logs a denial of a change of key and returns what the caller is told.
func (s *Session) refused(ctx context.Context, key model.Key, err error) error {
	e := told(err)
	if e.Rule() == "" {
		return e
	}
	if err := s.svc.store.Note(ctx, s.now(), model.Event{Kind: model.EventDeny, Key: key, Rule: e.Rule()}); err != nil && !errors.Is(err, model.ErrReadOnly) {
		return told(err)
	}
	return e
}

func readOf(m model.Memory) model.Event {
	return model.Event{Key: m.Key, Of: m.Level, Version: m.Number}
}

// heard is a call that the hook has let through: its decision, and what else the
// caller should be told.
type heard struct {
	policy.Decision
	note string
}

// warning says in words that the level was not for the caller to choose.
func warning(by heard, l model.Level) string {
	if by.Verdict != policy.Override {
		return by.note
	}
	return join(fmt.Sprintf("%s ignored: the session decides, and it is %v", strings.Join(by.Forced, ", "), l), by.note)
}
