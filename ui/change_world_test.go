package ui_test

import (
	"context"
	"time"

	"minne/model"
	"minne/tools"
)

// own returns where in the world the newest version of the session's record of a
// key is, or -1. The world is locked.
func (s *session) own(key string) int {
	at := -1
	for i, v := range s.w.all {
		if string(v.Key) == key && v.Level == s.Info().Taint {
			at = i
		}
	}
	return at
}

// may returns why the session can change nothing. The world is locked.
func (s *session) may() error {
	if s.w.ended[s.Info().ID] {
		return model.ErrEnded
	}
	return s.w.broken
}

func (s *session) Save(_ context.Context, in tools.SaveInput) (tools.Saved, error) {
	key, err := tools.ParseKey(in.Key)
	if err != nil {
		return tools.Saved{}, err
	}
	tags, err := tools.ParseTags(in.Tags)
	if err != nil {
		return tools.Saved{}, err
	}
	if err := model.CheckContent(in.Content); err != nil {
		return tools.Saved{}, &tools.Error{Code: tools.Invalid, Field: "content", Message: "content " + err.Error()}
	}
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if err := s.may(); err != nil {
		return tools.Saved{}, err
	}
	i := s.own(string(key))
	if in.After > 0 && (i < 0 || s.w.all[i].Number != in.After || s.w.all[i].State != model.Live) {
		return tools.Saved{}, model.ErrConflict
	}
	v := s.version(key)
	v.Kind, v.State, v.Content, v.Size, v.Tags, v.Expires = model.Remembered, model.Live, in.Content, len(in.Content), tags, in.Expires
	s.w.put(v)
	return tools.Saved{Saved: true, Key: string(key), Classification: v.Level, Version: s.w.all[len(s.w.all)-1].Number}, nil
}

func (s *session) version(key model.Key) model.Version {
	i := s.Info()
	return model.Version{Key: key, Level: i.Taint, Saved: at(0), Created: at(0), Session: i.ID, Channel: i.Channel}
}

func (s *session) Delete(_ context.Context, key string) (tools.Gone, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if err := s.may(); err != nil {
		return tools.Gone{}, err
	}
	i := s.own(key)
	if i < 0 || s.w.all[i].State != model.Live && s.w.all[i].State != model.Covered {
		return tools.Gone{}, model.ErrNotFound
	}
	s.w.commits++
	s.w.all[i].State, s.w.all[i].Ended, s.w.all[i].EndedBy = model.Deleted, at(0), s.Info().ID
	return tools.Gone{Deleted: true, Key: key, Classification: s.Info().Taint}, nil
}

func (s *session) Cover(_ context.Context, key string) (tools.Saved, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if err := s.may(); err != nil {
		return tools.Saved{}, err
	}
	v := s.version(model.Key(key))
	v.Kind, v.State = model.Cover, model.Covered
	s.w.put(v)
	return tools.Saved{Saved: true, Key: key, Classification: v.Level, Version: s.w.all[len(s.w.all)-1].Number}, nil
}

func (s *session) Restore(_ context.Context, key string, _ int) (tools.Saved, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if err := s.may(); err != nil {
		return tools.Saved{}, err
	}
	i := s.own(key)
	switch {
	case i < 0:
		return tools.Saved{}, model.ErrNotFound
	case s.w.all[i].State != model.Deleted:
		return tools.Saved{}, model.ErrLive
	}
	s.w.commits++
	s.w.all[i].State, s.w.all[i].Ended, s.w.all[i].EndedBy = model.Live, time.Time{}, model.ID{}
	return tools.Saved{Saved: true, Key: key, Classification: s.Info().Taint, Version: s.w.all[i].Number}, nil
}
