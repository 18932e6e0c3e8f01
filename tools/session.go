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

// wrote takes note of the level of what the session has just written, which is its
// taint (SPEC P3): somebody may have raised it since it was last asked for.
func (s *Session) wrote(l model.Level) {
	if h, err := s.now().Raise(l); err == nil {
		s.know(h)
	}
}

// open fails if the session has been ended by End.
func (s *Session) open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return told(model.ErrEnded)
	}
	return nil
}

// ceiling asks the database for the taint and returns the permission to read
// that goes with it. A session that has written nothing is as it began.
func (s *Session) ceiling(ctx context.Context) (policy.Ceiling, error) {
	if err := s.open(); err != nil {
		return policy.Ceiling{}, err
	}
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
	if err := s.open(); err != nil {
		return heard{}, err
	}
	d := policy.PreToolCall(s.now(), policy.Call{Tool: tool, Args: args})
	if d.Verdict != policy.Deny {
		return heard{Decision: d}, nil
	}
	no := told(&policy.Refusal{Rule: d.Rule, Why: d.Why})
	return heard{}, s.noted(ctx, no, model.Event{Kind: model.EventDeny, Rule: d.Rule})
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

// read logs what an agent has read, or that it read nothing, and an override of
// anybody's call (SPEC A1, P7). A read that cannot be logged is not answered.
func (s *Session) read(ctx context.Context, by heard, of ...model.Event) error {
	events := by.Events()
	if s.now().Info().Channel.Agent() {
		for _, e := range of {
			e.Kind, e.Rule = model.EventRead, by.Rule
			events = append(events, e)
		}
		if len(events) == 0 {
			events = []model.Event{{Kind: model.EventAllow, Rule: by.Rule}}
		}
	}
	if len(events) == 0 {
		return nil
	}
	if err := s.svc.store.Note(ctx, s.now(), events...); err != nil {
		return told(err)
	}
	return nil
}

// refused logs a denial of a change of key, and the override that the change would
// have been logged with, and returns what the caller is told.
func (s *Session) refused(ctx context.Context, key model.Key, by heard, err error) error {
	e := told(err)
	if e.Rule() == "" {
		return e
	}
	return s.noted(ctx, e, append(by.Events(), model.Event{Kind: model.EventDeny, Key: key, Rule: e.Rule()})...)
}

// failed logs what the hook decided on a call whose arguments were then found to
// be wrong, so that nothing else has logged it (SPEC P7), and returns what the
// caller is told.
func (s *Session) failed(ctx context.Context, by heard, err error) error {
	e := told(err)
	if e.Code != Invalid {
		return e
	}
	events := by.Events()
	if s.now().Info().Channel.Agent() {
		events = append(events, model.Event{Kind: model.EventAllow, Rule: by.Rule})
	}
	return s.noted(ctx, e, events...)
}

// noted logs what was decided on a call that changed nothing, and returns e, which
// is what the caller is told. A database that cannot be written to does not hide it.
func (s *Session) noted(ctx context.Context, e *Error, events ...model.Event) error {
	if len(events) == 0 {
		return e
	}
	if err := s.svc.store.Note(ctx, s.now(), events...); err != nil && !errors.Is(err, model.ErrReadOnly) {
		return told(err)
	}
	return e
}

func readOf(m model.Memory) model.Event {
	return model.Event{Key: m.Key, Of: m.Level, Version: m.Number}
}

func readsOf(all []model.Memory) []model.Event {
	events := make([]model.Event, 0, len(all))
	for _, m := range all {
		events = append(events, readOf(m))
	}
	return events
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
