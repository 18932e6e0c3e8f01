package tools

import (
	"context"
	"errors"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// Page returns a part of the view for a windowed list (SPEC T5, T6).
func (s *Session) Page(ctx context.Context, q model.ListQuery) (model.Page, error) {
	by, err := s.allow(ctx, "memory_list", nil)
	if err != nil {
		return model.Page{}, err
	}
	c, err := s.ceiling(ctx)
	if err != nil {
		return model.Page{}, err
	}
	p, err := s.look(ctx, c, q)
	if err != nil {
		return model.Page{}, err
	}
	if err := s.read(ctx, by, readsOf(p.Memories)...); err != nil {
		return model.Page{}, err
	}
	return p, nil
}

// look reads a page of the view.
func (s *Session) look(ctx context.Context, c policy.Ceiling, q model.ListQuery) (model.Page, error) {
	p, err := s.svc.store.List(ctx, c, q)
	if err != nil {
		return model.Page{}, told(err)
	}
	if err := s.guard(ctx, c, p.Memories...); err != nil {
		return model.Page{}, err
	}
	return p, nil
}

// History returns the visible versions of a key, newest first (SPEC V8). At most
// model.MaxHistory are returned.
func (s *Session) History(ctx context.Context, key string) (History, error) {
	k, c, err := s.person(ctx, "history", key)
	if err != nil {
		return History{}, err
	}
	all, err := s.svc.store.History(ctx, c, k)
	if err != nil {
		return History{}, told(err)
	}
	h := History{Key: string(k), Versions: make([]Past, 0, len(all))}
	for _, v := range all {
		if err := s.guard(ctx, c, model.Memory{Version: v}); err != nil {
			return History{}, err
		}
		h.Versions = append(h.Versions, past(v))
	}
	return h, nil
}

// Tags returns the tags of the view with their counts.
func (s *Session) Tags(ctx context.Context) (TagList, error) {
	c, err := s.view(ctx, "tags")
	if err != nil {
		return TagList{}, err
	}
	all, err := s.svc.store.Tags(ctx, c)
	if err != nil {
		return TagList{}, told(err)
	}
	if all == nil {
		all = []model.TagCount{}
	}
	return TagList{all}, nil
}

// Count returns the number of memories that the session sees.
func (s *Session) Count(ctx context.Context) (int, error) {
	c, err := s.view(ctx, "count")
	if err != nil {
		return 0, err
	}
	n, err := s.svc.store.Count(ctx, c)
	if err != nil {
		return 0, told(err)
	}
	return n, nil
}

// Events returns entries of the visible audit logs, newest first (SPEC V8).
func (s *Session) Events(ctx context.Context, q store.EventQuery) ([]model.Event, error) {
	c, err := s.view(ctx, "events")
	if err != nil {
		return nil, err
	}
	all, err := s.svc.store.Events(ctx, c, q)
	if err != nil {
		return nil, told(err)
	}
	return all, nil
}

// Restore makes the session's own deleted record of a key live again (SPEC V4).
// Number above 0 saves the text of that version as a new one instead.
func (s *Session) Restore(ctx context.Context, key string, number int) (Saved, error) {
	k, _, err := s.person(ctx, "restore", key)
	if err != nil {
		return Saved{}, err
	}
	v, err := s.svc.store.Restore(ctx, s.now(), k, number)
	if err != nil {
		return Saved{}, s.refused(ctx, k, heard{}, err)
	}
	s.wrote(v.Level)
	return Saved{Saved: true, Key: string(v.Key), Classification: v.Level, Version: v.Number}, nil
}

// Cover marks a key as no longer true at the session's level and above (SPEC V7).
func (s *Session) Cover(ctx context.Context, key string) (Saved, error) {
	k, _, err := s.person(ctx, "cover", key)
	if err != nil {
		return Saved{}, err
	}
	v, err := s.svc.store.Cover(ctx, s.now(), k)
	if err != nil {
		return Saved{}, s.refused(ctx, k, heard{}, err)
	}
	s.wrote(v.Level)
	return Saved{Saved: true, Key: string(v.Key), Classification: v.Level, Version: v.Number}, nil
}

// Purge erases, for good, the deleted and superseded versions of the session's
// own level that ended at least older ago; of one key, or of all if key is empty
// (SPEC V6).
func (s *Session) Purge(ctx context.Context, key string, older time.Duration) (Purged, error) {
	q := store.PurgeQuery{Before: s.svc.now().Add(-older)}
	var err error
	if key != "" {
		q.Key, _, err = s.person(ctx, "purge", key)
	} else {
		_, err = s.view(ctx, "purge")
	}
	if err != nil {
		return Purged{}, err
	}
	gone, err := s.svc.store.Purge(ctx, s.now(), q)
	if err != nil {
		return Purged{}, s.refused(ctx, q.Key, heard{}, err)
	}
	p := Purged{Purged: make([]PurgedVersion, 0, len(gone))}
	for _, v := range gone {
		p.Purged = append(p.Purged, PurgedVersion{string(v.Key), v.Level, v.Number})
	}
	return p, nil
}

// Raise raises the session's taint, within its clearance; lower is impossible
// (SPEC P5).
func (s *Session) Raise(ctx context.Context, to model.Level) (model.Session, error) {
	if _, err := s.view(ctx, "raise"); err != nil {
		return model.Session{}, err
	}
	h, err := s.svc.store.Raise(ctx, s.now(), to)
	if err != nil {
		return model.Session{}, s.refused(ctx, "", heard{}, err)
	}
	s.know(h)
	return h.Info(), nil
}

// Start writes the session into the database before its first change, as an MCP
// session does at initialize (SPEC 1).
func (s *Session) Start(ctx context.Context) error {
	if err := s.open(); err != nil {
		return err
	}
	if err := s.svc.store.Begin(ctx, s.now()); err != nil {
		return told(err)
	}
	return nil
}

// End ends the session, in the database, too, if it was ever written there.
// Afterwards its calls fail with ErrEnded.
func (s *Session) End(ctx context.Context) error {
	if err := s.open(); err != nil {
		return err
	}
	err := s.svc.store.End(ctx, s.now())
	if err != nil && !errors.Is(err, model.ErrNotFound) && !errors.Is(err, model.ErrReadOnly) {
		return told(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	return nil
}

// person checks a call that only people make about a key.
func (s *Session) person(ctx context.Context, tool, key string) (model.Key, policy.Ceiling, error) {
	c, err := s.view(ctx, tool)
	if err != nil {
		return "", c, err
	}
	k, err := ParseKey(key)
	return k, c, err
}

// view checks a call that only people make and returns what it may see.
func (s *Session) view(ctx context.Context, tool string) (policy.Ceiling, error) {
	if _, err := s.allow(ctx, tool, nil); err != nil {
		return policy.Ceiling{}, err
	}
	return s.ceiling(ctx)
}
