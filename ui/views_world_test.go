package ui_test

import (
	"cmp"
	"context"
	"slices"
	"time"

	"minne/model"
	"minne/policy"
	"minne/tools"
)

// log adds an entry to a level's log, as another process would.
func (w *world) log(l model.Level, ago time.Duration, kind model.EventKind, key model.Key, client model.ID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.commits++
	seq := int64(0)
	for _, e := range w.events {
		if e.Level == l {
			seq++
		}
	}
	w.events = append(w.events, model.Event{
		Level: l, Seq: seq, At: at(ago), Session: client, Channel: model.ChannelMCP, Kind: kind, Key: key, Of: l, Version: 1, Rule: "read",
	})
}

// visit adds another session.
func (w *world) visit(v model.Visit) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.commits++
	w.visits = append(w.visits, v)
}

// view returns what the session may see, or why it sees nothing. The world is
// locked.
func (s *session) view() (policy.Ceiling, error) {
	return s.ceiling(), s.may()
}

func (s *session) Matrix(_ context.Context, q tools.MatrixQuery) ([]model.Row, bool, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	c, err := s.view()
	if err != nil {
		return nil, false, err
	}
	rows := map[model.Key]model.Row{}
	for _, lower := range policy.Up(c) {
		for _, m := range s.w.heads(lower) {
			row := rows[m.Key]
			row.Key = m.Key
			row.Heads[lower.Top()] = m.Level
			rows[m.Key] = row
		}
	}
	var out []model.Row
	for key, row := range rows {
		live := 0
		for _, v := range s.w.all {
			if v.Key == key && v.State == model.Live && c.Sees(v.Level) {
				live++
			}
		}
		if key > q.After && (live > 1 || !q.Shadow) {
			out = append(out, row)
		}
	}
	slices.SortFunc(out, func(a, b model.Row) int { return cmp.Compare(a.Key, b.Key) })
	more := len(out) > q.Limit
	return out[:min(len(out), q.Limit)], more, nil
}

func (s *session) GetAs(_ context.Context, eyes model.Level, key string) (model.Memory, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	c, err := s.view()
	if err != nil {
		return model.Memory{}, err
	}
	for _, lower := range policy.Up(c) {
		for _, m := range s.w.heads(lower) {
			if lower.Top() == eyes && string(m.Key) == key {
				return m, nil
			}
		}
	}
	return model.Memory{}, model.ErrNotFound
}

func (s *session) Past(_ context.Context, q tools.PastQuery) ([]model.Version, bool, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	c, err := s.view()
	if err != nil {
		return nil, false, err
	}
	var out []model.Version
	for _, v := range s.w.all {
		if c.Sees(v.Level) && v.State != model.Live && (len(q.States) == 0 || slices.Contains(q.States, v.State)) {
			out = append(out, v)
		}
	}
	order := func(a, b tools.PastCursor) int {
		return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.Level, a.Level), cmp.Compare(a.Key, b.Key), cmp.Compare(b.Number, a.Number))
	}
	slices.SortFunc(out, func(a, b model.Version) int { return order(tools.PastCursorOf(a), tools.PastCursorOf(b)) })
	if !q.After.IsZero() {
		out = slices.DeleteFunc(out, func(v model.Version) bool { return order(tools.PastCursorOf(v), q.After) <= 0 })
	}
	more := len(out) > q.Limit
	return slices.Clone(out[:min(len(out), q.Limit)]), more, nil
}

func (s *session) Events(_ context.Context, q tools.EventQuery) ([]model.Event, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	c, err := s.view()
	if err != nil {
		return nil, err
	}
	all := slices.DeleteFunc(slices.Clone(s.w.events), func(e model.Event) bool { return !c.Sees(e.Level) })
	slices.SortStableFunc(all, func(a, b model.Event) int { return b.At.Compare(a.At) })
	return all[:min(len(all), q.Limit)], nil
}

func (s *session) Sessions(_ context.Context, limit int) ([]model.Visit, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	c, err := s.view()
	if err != nil {
		return nil, err
	}
	all := slices.DeleteFunc(slices.Clone(s.w.visits), func(v model.Visit) bool { return !c.Sees(v.Taint) })
	slices.SortStableFunc(all, func(a, b model.Visit) int { return b.Seen.Compare(a.Seen) })
	return all[:min(len(all), limit)], nil
}

func (s *session) Purge(_ context.Context, key string, _ time.Duration) (tools.Purged, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if err := s.may(); err != nil {
		return tools.Purged{}, err
	}
	s.w.commits++
	var p tools.Purged
	s.w.all = slices.DeleteFunc(s.w.all, func(v model.Version) bool {
		gone := string(v.Key) == key && v.Level == s.Info().Taint && !v.Ended.IsZero()
		if gone {
			p.Purged = append(p.Purged, tools.PurgedVersion{Key: key, Classification: v.Level, Version: v.Number})
		}
		return gone
	})
	return p, nil
}

func (s *session) RaiseOther(_ context.Context, id model.ID, to model.Level) error {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	return s.other(id, func(h policy.Session, v *model.Visit) error {
		if err := policy.RaiseOther(h, v.Session, to); err != nil {
			return err
		}
		v.Taint = to
		return nil
	})
}

func (s *session) EndOther(_ context.Context, id model.ID) error {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	return s.other(id, func(h policy.Session, v *model.Visit) error {
		if err := policy.EndOther(h, v.Session); err != nil {
			return err
		}
		v.Ended = at(0)
		return nil
	})
}

func (s *session) other(id model.ID, do func(h policy.Session, v *model.Visit) error) error {
	if err := s.may(); err != nil {
		return err
	}
	s.mu.Lock()
	h := s.h
	s.mu.Unlock()
	for i := range s.w.visits {
		if s.w.visits[i].ID == id {
			s.w.commits++
			return do(h, &s.w.visits[i])
		}
	}
	return model.ErrNotFound
}

// harbourPast is the harbour, what is past in it, its log and its sessions.
func (w *world) harbourPast() *world {
	w.harbour()
	w.save(model.Confidential, 5*time.Hour, "old-berth", "Berth nine, until the crane came.", "harbour")
	w.remove(model.Confidential, "old-berth")
	w.save(model.Internal, 4*time.Hour, "harbour-wifi", "the old password", "harbour")
	w.remove(model.Internal, "harbour-wifi")
	w.save(model.Restricted, time.Hour, "buyer", "Falcon AB", "merger")
	w.remove(model.Restricted, "buyer")
	agent, other, hidden := model.ID{0x7f, 0x3a}, model.ID{0xc0, 0xde}, model.ID{0xff, 0xee}
	for _, v := range []model.Visit{
		{Session: model.Session{ID: agent, Channel: model.ChannelMCP, Client: "claude-code", Taint: model.Confidential, Clearance: model.Confidential, Started: at(8 * time.Hour)}, Seen: at(2 * time.Minute), Reads: 1204, Writes: 7},
		{Session: model.Session{ID: other, Channel: model.ChannelMCP, Client: "crush", Taint: model.Public, Clearance: model.Internal, Started: at(9 * time.Hour)}, Seen: at(3 * time.Hour), Reads: 12, Writes: 1},
		{Session: model.Session{ID: model.ID{0xab, 0xcd}, Channel: model.ChannelCLI, Taint: model.Internal, Clearance: model.Restricted, Started: at(30 * time.Hour)}, Seen: at(29 * time.Hour), Ended: at(29 * time.Hour), Writes: 2},
		{Session: model.Session{ID: hidden, Channel: model.ChannelMCP, Client: "falcon", Taint: model.Restricted, Clearance: model.Restricted, Started: at(time.Hour)}, Seen: at(time.Minute)},
	} {
		w.visit(v)
	}
	w.log(model.Public, 8*time.Hour, model.EventStart, "", other)
	w.log(model.Internal, 4*time.Hour, model.EventDelete, "harbour-wifi", agent)
	w.log(model.Confidential, time.Hour, model.EventSave, "user-name", agent)
	w.log(model.Confidential, 2*time.Minute, model.EventSave, "user-name", agent)
	w.log(model.Restricted, time.Minute, model.EventSave, "merger-plan", hidden)
	return w
}

func (s *session) PageAs(_ context.Context, eyes model.Level, q model.ListQuery) (model.Page, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	c, err := s.view()
	if err != nil {
		return model.Page{}, err
	}
	var p model.Page
	for _, lower := range policy.Up(c) {
		if lower.Top() != eyes {
			continue
		}
		for _, m := range s.w.heads(lower) {
			if p.Total++; q.After.IsZero() || before(q.After, model.CursorOf(m)) {
				p.Memories = append(p.Memories, m)
			}
		}
	}
	if p.More = len(p.Memories) > q.Limit; p.More {
		p.Memories = p.Memories[:q.Limit]
	}
	return p, nil
}
