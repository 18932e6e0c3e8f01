package ui_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"minne/model"
	"minne/policy"
	"minne/tools"
	"minne/ui"
)

// world is a store small enough to see through: it keeps versions in a slice and
// answers sessions from it. Its methods may be called from many goroutines.
type world struct {
	mu       sync.Mutex
	all      []model.Version
	commits  int64
	events   []model.Event
	visits   []model.Visit
	sessions int
	ended    map[model.ID]bool
	asked    []model.ListQuery
	got      []string
	searched []tools.SearchInput
	stopped  []string                 // queries of searches that were cancelled
	thinks   map[string]time.Duration // how long the search for a query takes
	slow     time.Duration            // how long a page takes
	broken   error                    // what a page, a get or a look for changes ends with
	begin    error
}

// noon is when the screens of tests are drawn: a bubble's clock starts at
// midnight.
const noon = 12 * time.Hour

func at(ago time.Duration) time.Time { return time.Now().UTC().Add(-ago) }

// save adds a version, as another process would.
func (w *world) save(l model.Level, ago time.Duration, key, content string, tags ...model.Tag) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.put(model.Version{
		Key: model.Key(key), Level: l, Kind: model.Remembered, Content: content, Size: len(content), Tags: tags,
		Saved: at(ago), Created: at(ago), Session: model.ID{0x7f, 0x3a}, Channel: model.ChannelMCP, Client: "claude-code", State: model.Live,
	})
}

func (w *world) put(v model.Version) {
	w.commits++
	v.Number = 1
	for i, old := range w.all {
		if old.Key == v.Key && old.Level == v.Level {
			v.Number++
			if old.Ended.IsZero() {
				w.all[i].State, w.all[i].Ended, w.all[i].EndedBy = model.Superseded, v.Saved, v.Session
			}
		}
	}
	w.all = append(w.all, v)
}

// remove deletes a record, as another process would.
func (w *world) remove(l model.Level, key string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.commits++
	for i, v := range w.all {
		if v.Key == model.Key(key) && v.Level == l && v.State == model.Live {
			w.all[i].State, w.all[i].Ended, w.all[i].EndedBy = model.Deleted, at(0), model.ID{1}
		}
	}
}

func (w *world) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = err
}

func (w *world) changes(context.Context) (int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.commits, w.broken
}

// heads returns what a session sees, in the order of a list.
func (w *world) heads(c policy.Ceiling) []model.Memory {
	byKey := map[model.Key]model.Memory{}
	for _, l := range model.Levels {
		if !c.Sees(l) {
			continue
		}
		for _, v := range w.all {
			if v.Level == l && v.State == model.Covered {
				delete(byKey, v.Key)
			}
			if v.Level != l || v.State != model.Live {
				continue
			}
			m := model.Memory{Version: v}
			if under, ok := byKey[v.Key]; ok {
				m.Shadows = append([]model.Level{under.Level}, under.Shadows...)
			}
			byKey[v.Key] = m
		}
	}
	var heads []model.Memory
	for _, m := range byKey {
		heads = append(heads, m)
	}
	slices.SortFunc(heads, func(a, b model.Memory) int {
		if before(model.CursorOf(a), model.CursorOf(b)) {
			return -1
		}
		return 1
	})
	return heads
}

func before(a, b model.Cursor) bool {
	return a.Saved > b.Saved || a.Saved == b.Saved && a.Key < b.Key
}

// session is a ui.Session on a world.
type session struct {
	w *world

	mu sync.Mutex
	h  policy.Session
}

func (w *world) open(clearance model.Level) func(model.Level) (ui.Session, error) {
	return func(taint model.Level) (ui.Session, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.begin != nil {
			return nil, w.begin
		}
		w.sessions++
		h, err := policy.Admit(model.Session{
			ID: model.ID{byte(w.sessions)}, Channel: model.ChannelTUI, Taint: taint, Clearance: clearance, Started: at(0),
		})
		if err != nil {
			return nil, err
		}
		return &session{w: w, h: h}, nil
	}
}

func (s *session) Info() model.Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.h.Info()
}

func (s *session) ceiling() policy.Ceiling {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.h.Ceiling()
}

func (s *session) Refresh(context.Context) (model.Session, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if s.w.ended[s.Info().ID] {
		return model.Session{}, model.ErrEnded
	}
	return s.Info(), nil
}

func (s *session) Page(ctx context.Context, q model.ListQuery) (model.Page, error) {
	s.w.mu.Lock()
	slow := s.w.slow
	s.w.asked = append(s.w.asked, q)
	s.w.mu.Unlock()
	select {
	case <-time.After(slow):
	case <-ctx.Done():
		return model.Page{}, ctx.Err()
	}
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if s.w.broken != nil {
		return model.Page{}, s.w.broken
	}
	heads := s.w.heads(s.ceiling())
	if q.Tag != "" {
		heads = slices.DeleteFunc(heads, func(m model.Memory) bool { return !slices.Contains(m.Tags, q.Tag) })
	}
	p := model.Page{Total: len(heads)}
	if !q.Before.IsZero() {
		i := slices.IndexFunc(heads, func(m model.Memory) bool { return !before(model.CursorOf(m), q.Before) })
		if i < 0 {
			i = len(heads)
		}
		from := max(i-q.Limit, 0)
		p.Memories, p.More = heads[from:i], from > 0
		return p, nil
	}
	i := 0
	if !q.After.IsZero() {
		if i = slices.IndexFunc(heads, func(m model.Memory) bool { return before(q.After, model.CursorOf(m)) }); i < 0 {
			i = len(heads)
		}
	}
	end := min(i+q.Limit, len(heads))
	p.Memories, p.More = heads[i:end], end < len(heads)
	return p, nil
}

func (s *session) Get(_ context.Context, key string) (tools.Got, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	s.w.got = append(s.w.got, key)
	if s.w.broken != nil {
		return tools.Got{}, s.w.broken
	}
	for _, m := range s.w.heads(s.ceiling()) {
		if string(m.Key) == key {
			return tools.Got{Found: true, Memory: tools.Memory{Key: key, Content: m.Content, Classification: m.Level, Version: m.Number, Head: m}}, nil
		}
	}
	return tools.Got{Memory: tools.Memory{Key: key}}, nil
}

func (s *session) History(_ context.Context, key string) (tools.History, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	h := tools.History{Key: key}
	for _, v := range slices.Backward(s.w.all) {
		if string(v.Key) == key && s.ceiling().Sees(v.Level) {
			h.Versions = append(h.Versions, tools.Past{At: v, State: v.State})
		}
	}
	if len(h.Versions) == 0 {
		return h, model.ErrNotFound
	}
	return h, nil
}

func (s *session) Raise(_ context.Context, to model.Level) (model.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, err := s.h.Raise(to)
	if err != nil {
		return model.Session{}, err
	}
	s.h = h
	return h.Info(), nil
}

func (s *session) End(context.Context) error {
	id := s.Info().ID
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if s.w.ended == nil {
		s.w.ended = map[model.ID]bool{}
	}
	s.w.ended[id] = true
	return nil
}

// harbour fills a world with the memories of the golden screens.
func (w *world) harbour() *world {
	w.save(model.Public, 90*24*time.Hour, "user-name", "The user is called Tuva.", "persona", "name")
	w.save(model.Public, 40*24*time.Hour, "pref-editor", "vim, in a terminal, inside tmux.", "preference")
	w.save(model.Public, 12*24*time.Hour, "favorit-fika", "Kardemummabulle, varm, med kokkaffe.", "personligt", "preferens")
	w.save(model.Internal, 9*24*time.Hour, "user-name", "Tuva Ekelhamn.", "persona")
	w.save(model.Internal, 26*time.Hour, "project-harbour-stack", "Go, SQLite, one box on the quay.", "project", "harbour")
	w.save(model.Confidential, 3*time.Hour, "project-harbour-deadline", "We will miss April.", "project", "harbour", "deadline")
	w.save(model.Confidential, time.Hour, "user-name", "Tuva Ekelhamn, born 1984, works under the alias 'Harbour'.", "persona", "contact")
	w.save(model.Confidential, 2*time.Minute, "user-name", "Tuva Ekelhamn, born 1984, works under the project alias 'Harbour'.", "persona", "contact", "alias")
	w.save(model.Restricted, time.Minute, "merger-plan", "The target is Falcon AB.", "merger")
	return w
}

// numbered fills a world with n memories, a minute apart.
func (w *world) numbered(n int) *world {
	for i := range n {
		w.save(model.Public, time.Duration(i)*time.Minute, fmt.Sprintf("memory-%05d", i), fmt.Sprintf("content of %d", i), "number")
	}
	return w
}

var errDisk = errors.New("the disk does not answer")
