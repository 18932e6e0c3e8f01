package ui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/tools"
	"minne/ui/rows"
)

const (
	patience  = 20 * time.Second       // what a question may take
	notice    = 150 * time.Millisecond // after this a person is told that they wait
	heartbeat = 250 * time.Millisecond // between two looks for changes
	retry     = 2 * time.Second        // the same after a look has failed
	clockStep = 10 * time.Second       // between two looks at the clock, for ages
)

// begin opens a session, and notes what Changes says before anything is read.
func (r Root) begin(taint model.Level) tea.Cmd {
	of, o := r.number+1, r.opts
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		var n int64
		if o.Changes != nil {
			var err error
			if n, err = o.Changes(ctx); err != nil {
				return beginFailed{of, err}
			}
		}
		s, err := o.Begin(taint)
		if err != nil {
			return beginFailed{of, err}
		}
		return sessionBegun{of, s, n}
	}
}

// finish ends a session that is no longer shown.
func finish(s Session) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		return sessionLeft{s.End(ctx)}
	}
}

// readPage asks for rows of the list. Asking again cancels what it does.
func (r Root) readPage(ctx context.Context, w rows.Want) tea.Cmd {
	of, s, safe, tag := r.number, r.sess, r.look.safe, r.tag
	return func() tea.Msg {
		if _, err := s.Refresh(ctx); err != nil {
			return pageFailed{of, w, err}
		}
		p, err := fetch(ctx, s, w, tag, safe)
		if err != nil {
			return pageFailed{of, w, err}
		}
		return pageRead{of, p, s.Info()}
	}
}

// fetch answers a question of the list. Rows around a record that has moved are
// read around where it is now.
func fetch(ctx context.Context, s Session, w rows.Want, tag model.Tag, safe func(string) string) (rows.Page, error) {
	p, err := page(ctx, s, w, tag, safe)
	if err != nil || w.Kind != rows.Around || has(p, w.At.Key) {
		return p, err
	}
	got, err := s.Get(ctx, string(w.At.Key))
	if err != nil || !got.Found {
		return p, err
	}
	w.At = model.CursorOf(got.Head)
	return page(ctx, s, w, tag, safe)
}

func has(p rows.Page, key model.Key) bool {
	for _, r := range p.Rows {
		if r.At.Key == key {
			return true
		}
	}
	return false
}

func page(ctx context.Context, s Session, w rows.Want, tag model.Tag, safe func(string) string) (rows.Page, error) {
	out := rows.Page{Want: w}
	part := func(q model.ListQuery) (bool, error) {
		q.Limit, q.Tag = w.Limit, tag
		p, err := s.Page(ctx, q)
		for _, m := range p.Memories {
			out.Rows = append(out.Rows, rowOf(m, safe))
		}
		out.Total = p.Total
		return !p.More, err
	}
	var err error
	switch w.Kind {
	case rows.First:
		out.Start = true
		out.End, err = part(model.ListQuery{})
	case rows.Last:
		out.End = true
		out.Start, err = part(model.ListQuery{Before: rows.Bottom})
	case rows.Before:
		out.Start, err = part(model.ListQuery{Before: w.At})
	case rows.After:
		out.End, err = part(model.ListQuery{After: w.At})
	case rows.Around:
		if out.Start, err = part(model.ListQuery{Before: w.At}); err == nil {
			out.End, err = part(model.ListQuery{After: rows.Just(w.At)})
		}
	}
	return out, err
}

// readMemory asks for one memory and lays out its text.
func (r Root) readMemory(ctx context.Context, a memoryAsk) tea.Cmd {
	of, s, l := r.number, r.sess, r.look
	return func() tea.Msg {
		got, err := s.Get(ctx, string(a.key))
		if err != nil {
			return memoryFailed{of, a, err}
		}
		var h tools.History
		if a.versions {
			if h, err = s.History(ctx, string(a.key)); err != nil && !errors.Is(err, model.ErrNotFound) {
				return memoryFailed{of, a, err}
			}
		}
		return memoryRead{of, a, got, h.Versions, lay(l, got.Content, a.width, a.ruler, a.as), s.Info()}
	}
}

// layBody breaks a memory's text anew, for another width.
func (r Root) layBody(gen int, content string, width int) tea.Cmd {
	of, l, as := r.number, r.look, r.manner
	return func() tea.Msg { return bodyLaid{of, gen, lay(l, content, width, l.Ruler, as)} }
}

// watch looks for changes after a while.
func (r Root) watch(after time.Duration) tea.Cmd {
	of, changes := r.number, r.opts.Changes
	if changes == nil {
		return nil
	}
	return tea.Tick(after, func(time.Time) tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		n, err := changes(ctx)
		if err != nil {
			return changesFailed{of, err}
		}
		return changesRead{of, n}
	})
}

// tick looks at the clock after a while.
func (r Root) tick() tea.Cmd {
	of, now := r.number, r.opts.Now
	return tea.Tick(clockStep, func(time.Time) tea.Msg { return clockTicked{of, now()} })
}

// delay reports that a question is still open.
func (r Root) delay(gen int, list bool) tea.Cmd {
	of := r.number
	return tea.Tick(notice, func(time.Time) tea.Msg { return answerDelayed{of, gen, list} })
}

// raise raises the session's taint.
func (r Root) raise(to model.Level) tea.Cmd {
	of, s := r.number, r.sess
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		info, err := s.Raise(ctx, to)
		if err != nil {
			return raiseFailed{of, err}
		}
		return sessionRaised{of, info}
	}
}
