package ui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/tools"
	"minne/ui/edit"
	"minne/ui/keys"
)

// pause is how long a person has not typed when the search begins.
const pause = 120 * time.Millisecond

// What the commands of a search report.
type (
	typingPaused struct {
		from
		typed int
	}
	hitsRead struct {
		from
		ask  hitsAsk
		page hitsPage
		info model.Session
	}
	hitsFailed struct {
		from
		ask hitsAsk
		err error
	}
	hitsDelayed struct {
		from
		gen int
	}
)

// openSearch gives the keys to the field of the search, in which what was looked
// for last still stands.
func (r Root) openSearch() Root {
	if r.ended {
		return r
	}
	if !r.find.on {
		r.find.on = true
		r.find.field = edit.NewLine("", edit.Options{Limit: model.MaxQuery, Look: r.look.writing()})
	}
	r.focus, r.pinned = keys.Search, ""
	return r
}

// writing is how text that is being typed is drawn.
func (l look) writing() edit.Look {
	return edit.Look{Ruler: l.Ruler, Plain: l.plain, Readable: l.Readable}
}

// typeQuery takes a key that is pressed in the field, and reports whether it was
// for the field.
func (r Root) typeQuery(key tea.KeyPressMsg, do keys.Action, known bool) (Root, tea.Cmd, bool) {
	if r.tiny() {
		return r, nil, false
	}
	if known {
		switch do {
		case "keep":
			r, cmd := r.keepHits()
			return r, cmd, true
		case "unfind":
			r, cmd := r.leaveField()
			return r, cmd, true
		case "query-before":
			r.find = r.find.recall(1)
			return r, r.rest(), true
		case "query-after":
			r.find = r.find.recall(-1)
			return r, r.rest(), true
		}
		field, err := r.find.field.Act(do)
		r, cmd := r.writeQuery(field, err)
		return r, cmd, do != "quit" && do != "suspend" && do != "redraw"
	}
	if key.Text == "" || key.Mod&^(tea.ModShift|tea.ModCapsLock) != 0 {
		return r, nil, false
	}
	r, cmd := r.writeQuery(r.find.field.Insert(key.Text))
	return r, cmd, true
}

// pasteQuery puts what is pasted into the field; elsewhere it is nothing.
func (r Root) pasteQuery(s string) (Root, tea.Cmd) {
	if r.where() != keys.Search || r.tiny() {
		return r, nil
	}
	return r.writeQuery(r.find.field.Paste(s))
}

// writeQuery puts a changed field in the place of the one before.
func (r Root) writeQuery(field edit.Model, err error) (Root, tea.Cmd) {
	if full := (*edit.Full)(nil); errors.As(err, &full) {
		return r.say(warned, "a search has at most "+commas(model.MaxQuery)+" bytes")
	}
	was := r.find.field.Edits()
	if r.find.field = field; field.Edits() == was {
		return r, nil
	}
	r.find = r.find.changed()
	return r, r.rest()
}

// rest stops what is under way for an older text of the field, and reports when
// nothing has been typed for a while.
func (r Root) rest() tea.Cmd {
	if r.stopFind != nil {
		r.stopFind()
	}
	of, typed := r.number, r.find.typed
	return tea.Tick(pause, func(time.Time) tea.Msg { return typingPaused{of, typed} })
}

// keepHits goes from the field to what was found.
func (r Root) keepHits() (Root, tea.Cmd) {
	if _, any := r.find.text(); !any {
		return r.leaveField()
	}
	r.find = r.find.keep()
	if r.find.rests { // nobody waits for the pause any more
		r.find.rests, r.find.due = false, true
		r.find.typed++
	}
	r.focus = keys.Found
	return r, nil
}

// leaveField goes to what was found; from an empty field, to all memories.
func (r Root) leaveField() (Root, tea.Cmd) {
	if _, any := r.find.text(); any {
		return r.keepHits()
	}
	return r.unfind(), nil
}

// unfind shows all memories again.
func (r Root) unfind() Root {
	if r.stopFind != nil {
		r.stopFind()
	}
	r.find, r.focus = r.find.gone(), keys.Memories
	return r
}

// actFound does what a key means in the results.
func (r Root) actFound(do keys.Action) (Root, tea.Cmd) {
	if do != "unfind" {
		r.find = r.find.act(do)
		return r, nil
	}
	if r.find.pending && r.find.slow { // stop waiting first
		r.stopFind()
		r.find = r.find.drop()
		r.find.stuck = true
		if !r.find.filled {
			r.find.trouble = "searching was stopped"
		}
		return r, nil
	}
	return r.unfind(), nil
}

// nextMatch opens the match after the one that is read, or the one before.
func (r Root) nextMatch(do keys.Action) (Root, tea.Cmd) {
	if !r.find.on {
		return r.say(warned, "nothing was searched for: / searches")
	}
	was := r.find.cur
	r.find = r.find.act(do)
	h, ok := r.find.under()
	if !ok || r.find.cur == was && h.at.Key == r.pinned {
		return r.say(said, "there are no more matches")
	}
	r.pinned = h.at.Key
	return r, nil
}

// listing is the place of the list that is shown: all memories, or what a search
// has found.
func (r Root) listing() keys.Where {
	if r.find.on {
		return keys.Found
	}
	return keys.Memories
}

// under returns the key that the cursor of the shown list is on.
func (r Root) under() (model.Key, bool) {
	if r.find.on {
		h, ok := r.find.under()
		return h.at.Key, ok
	}
	row, ok := r.list.Cursor()
	return row.At.Key, ok
}

// askHits asks for matches, if any are missing.
func (r Root) askHits() (Root, tea.Cmd) {
	at := r.layout().list
	if at.Empty() {
		at = split(r.w, r.h, r.above(), keys.Memories, false).list
	}
	r.find.rows = max((at.Dy()-2-1)/hitHigh, 1)
	if in := at.Dx() - 2; r.find.on {
		r.find.field = r.find.field.Resize(max(in-fieldLeft-1, 1), 1)
	}
	find, a, ok := r.find.question()
	r.find = find
	if !ok {
		return r, nil
	}
	if r.stopFind != nil {
		r.stopFind()
	}
	var ctx context.Context
	ctx, r.stopFind = context.WithTimeout(context.Background(), patience)
	read := r.readHits(ctx, a)
	if a.quiet {
		return r, read
	}
	of := r.number
	return r, tea.Batch(read, tea.Tick(notice, func(time.Time) tea.Msg { return hitsDelayed{of, a.gen} }))
}

// readHits searches. Asking again cancels what it does.
func (r Root) readHits(ctx context.Context, a hitsAsk) tea.Cmd {
	of, s, l := r.number, r.sess, r.look
	return func() tea.Msg {
		if _, err := s.Refresh(ctx); err != nil {
			return hitsFailed{of, a, err}
		}
		p := hitsPage{}
		in := tools.SearchInput{Query: a.query, Operators: true, Cursor: a.after, Max: min(max(a.held, firstHits), model.MaxResults)}
		for {
			res, err := s.Search(ctx, in)
			if err != nil {
				return hitsFailed{of, a, err}
			}
			for _, one := range res.Results {
				p.hits = append(p.hits, hitOf(l, one.Hit, a.query))
			}
			p.total, p.next, p.warning = res.Total, res.NextCursor, l.safe(res.Warning)
			if len(p.hits) >= a.held || p.next == "" {
				return hitsRead{of, a, p, s.Info()}
			}
			in.Cursor = p.next
		}
	}
}

// searchFact takes what a command of the search reports, and reports whether it is
// one and can have changed the screen.
func (r Root) searchFact(msg tea.Msg) (Root, tea.Cmd, bool) {
	var cmd tea.Cmd
	switch f := msg.(type) {
	case typingPaused:
		if f.typed != r.find.typed || !r.find.rests {
			return r, nil, false
		}
		r.find.rests, r.find.due = false, true
	case hitsRead:
		r, cmd = r.learn(f.info)
		r.find = r.find.take(f.ask, f.page)
	case hitsFailed:
		r, cmd = r.hitsFailed(f)
	case hitsDelayed:
		r.find.slow = r.find.slow || r.find.pending && r.find.asked.gen == f.gen
	default:
		return r.tagFact(msg)
	}
	return r, cmd, true
}

// hitsFailed keeps what was found before.
func (r Root) hitsFailed(f hitsFailed) (Root, tea.Cmd) {
	if errors.Is(f.err, model.ErrEnded) {
		return r.endedElsewhere(), nil
	}
	find, wanted := r.find.fail(f.ask, f.err)
	r.find = find
	switch code := (*tools.Error)(nil); {
	case !wanted:
		return r, nil
	case f.ask.after != "" && errors.As(f.err, &code) && code.Code == tools.Invalid:
		// The session has been raised since the page before: begin anew.
		r.find.stuck, r.find.stale, r.find.trouble = false, true, ""
		return r, nil
	}
	return r.fail("search", f.err)
}
