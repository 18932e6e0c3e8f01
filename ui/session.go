package ui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/policy"
	"minne/ui/keys"
	"minne/ui/rows"
)

// enter puts a new session in the place of the old one. Of that, nothing stays:
// the new Root takes over only what is known of the terminal.
func (r Root) enter(f sessionBegun) (Root, tea.Cmd) {
	next := New(r.opts)
	next.w, next.h, next.dark, next.has, next.look.Ruler = r.w, r.h, r.dark, r.has, r.look.Ruler
	next = next.dress()
	next.number, next.sess, next.info, next.changes = f.from, f.sess, f.sess.Info(), f.changes
	cmds := []tea.Cmd{next.findDrafts(), next.watch(heartbeat), next.tick()}
	if r.sess != nil {
		r.stop()
		var fade tea.Cmd
		next, fade = next.say(said, "a new session at "+next.look.Word(next.info.Taint))
		cmds = append(cmds, finish(r.sess), fade, r.leaveDraft())
	}
	return next, tea.Batch(cmds...)
}

// stop cancels the questions that are under way.
func (r Root) stop() {
	for _, v := range r.views {
		if v != nil {
			v.halt()
		}
	}
	for _, stop := range []context.CancelFunc{r.stopList, r.stopMemory, r.stopFind} {
		if stop != nil {
			stop()
		}
	}
}

// learn takes what an answer says of the session: it may have been raised from
// elsewhere.
func (r Root) learn(info model.Session) (Root, tea.Cmd) {
	if info.Taint == r.info.Taint || !policy.CanFlowTo(r.info.Taint, info.Taint) {
		return r, nil
	}
	r = r.rise(info)
	r, cmd := r.say(warned, "the session has been raised to "+r.look.Word(info.Taint)+" from elsewhere")
	return r, tea.Batch(cmd, r.findDrafts())
}

// raised takes what came of a raise that the person asked for.
func (r Root) raised(info model.Session) (Root, tea.Cmd) {
	r = r.rise(info)
	if w, _, open := r.writing(); open {
		r.overlays = []overlay{w}
	} else {
		r.overlays = nil
	}
	r, cmd := r.say(said, "raised to "+r.look.Word(info.Taint))
	return r, tea.Batch(cmd, r.findDrafts())
}

// rise reads everything again as a session that sees more.
func (r Root) rise(info model.Session) Root {
	r.info = info
	r.look.now = r.opts.Now()
	r.list = r.list.Forget(r.look.now).Reread(true)
	r.find.stale = true
	r.memory.stale = true
	return r.staleViews()
}

// endedElsewhere clears the screen of a session that somebody has ended.
func (r Root) endedElsewhere() Root {
	r.stop()
	r.ended, r.focus, r.trouble, r.slow = true, keys.Memories, "", false
	r.tab, r.views = memoriesTab, [tabs]view{}
	r.list, r.memory, r.pinned, r.find = rows.Model{}, memory{}, "", finding{}
	return r
}

// end ends the session that is on the screen.
func (r Root) end() error {
	if r.sess == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := r.sess.End(ctx); err != nil && !errors.Is(err, model.ErrEnded) {
		return err
	}
	return nil
}
