package tools

import (
	"context"
	"errors"
	"time"

	"minne/model"
)

// SaveInput is what memory_save takes. It has no level (SPEC P3).
type SaveInput struct {
	Key     string
	Content string
	Tags    []string
	Expires time.Time // zero: never
	After   int       // above 0: refuse if the record has a newer version than this
}

// Save remembers something at the session's taint (SPEC P3, V1).
func (s *Session) Save(ctx context.Context, in SaveInput) (Saved, error) {
	by, err := s.allow(ctx, "memory_save", nil)
	if err != nil {
		return Saved{}, err
	}
	return s.save(ctx, in, by)
}

func (s *Session) save(ctx context.Context, in SaveInput, by heard) (Saved, error) {
	key, err := ParseKey(in.Key)
	if err != nil {
		return Saved{}, err
	}
	tags, err := ParseTags(in.Tags)
	if err != nil {
		return Saved{}, err
	}
	if err := model.CheckContent(in.Content); err != nil {
		return Saved{}, told(err)
	}
	if !in.Expires.IsZero() {
		if err := checkExpiry(in.Expires, s.svc.now()); err != nil {
			return Saved{}, err
		}
	}
	v, err := s.svc.store.Save(ctx, s.now(), model.Draft{Key: key, Content: in.Content, Tags: tags, Expires: in.Expires, After: in.After}, by.Decision)
	if err != nil {
		return Saved{}, told(err)
	}
	out := Saved{Saved: true, Key: string(v.Key), Classification: v.Level, Version: v.Number, Warning: warning(by, v.Level)}
	s.wrote(v.Level)
	// It is saved, and a storage that fails now does not unsave it.
	if h, err := s.svc.store.Head(ctx, s.now().Ceiling(), key); err == nil && h.Level == v.Level {
		out.Shadows = h.Shadows
	}
	return out, nil
}

// Get returns what the session sees for a key; Found says whether it sees
// anything.
func (s *Session) Get(ctx context.Context, key string) (Got, error) {
	by, err := s.allow(ctx, "memory_get", nil)
	if err != nil {
		return Got{}, err
	}
	return s.get(ctx, key, by)
}

func (s *Session) get(ctx context.Context, key string, by heard) (Got, error) {
	k, err := ParseKey(key)
	if err != nil {
		return Got{}, err
	}
	c, err := s.ceiling(ctx)
	if err != nil {
		return Got{}, err
	}
	m, err := s.svc.store.Head(ctx, c, k)
	switch {
	case errors.Is(err, model.ErrNotFound):
		if err := s.read(ctx, by, model.Event{Key: k}); err != nil {
			return Got{}, err
		}
		return Got{Memory: Memory{Key: string(k)}, Warning: warning(by, c.Top())}, nil
	case err != nil:
		return Got{}, told(err)
	}
	if err := s.guard(ctx, c, m); err != nil {
		return Got{}, err
	}
	if err := s.read(ctx, by, readOf(m)); err != nil {
		return Got{}, err
	}
	return Got{Found: true, Memory: memory(m), Warning: warning(by, c.Top())}, nil
}

// Delete hides the session's own record of a key (SPEC P4, V3).
func (s *Session) Delete(ctx context.Context, key string) (Gone, error) {
	by, err := s.allow(ctx, "memory_delete", nil)
	if err != nil {
		return Gone{}, err
	}
	return s.delete(ctx, key, by)
}

func (s *Session) delete(ctx context.Context, key string, by heard) (Gone, error) {
	k, err := ParseKey(key)
	if err != nil {
		return Gone{}, err
	}
	v, err := s.svc.store.Delete(ctx, s.now(), k, by.Decision)
	if err != nil {
		return Gone{}, s.refused(ctx, k, by, err)
	}
	s.wrote(v.Level)
	return Gone{Deleted: true, Key: string(v.Key), Classification: v.Level, Warning: warning(by, v.Level)}, nil
}
