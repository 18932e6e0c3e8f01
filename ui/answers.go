package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"minne/model"
)

// fact takes what a command reports.
func (r Root) fact(msg tea.Msg) (Root, tea.Cmd, bool) {
	var cmd tea.Cmd
	switch f := msg.(type) {
	case pageRead:
		r, cmd = r.learn(f.info)
		if r.list.Awaits(f.page.Want) {
			r.list, r.trouble, r.slow = r.list.Fill(f.page), "", false
		}
	case pageFailed:
		r, cmd = r.pageFailed(f)
	case memoryRead:
		r, cmd = r.learn(f.info)
		r.memory = r.memory.take(f)
	case memoryFailed:
		r, cmd = r.memoryFailed(f)
	case bodyLaid:
		if on := r.memory.laying; f.gen != r.memory.asked.gen || f.body.width != on.width || f.body.as != on.as {
			return r, nil, false
		}
		r.memory.body = f.body
	case changesRead:
		return r.changed(f)
	case changesFailed:
		if !r.deaf {
			r, cmd = r.fail("look for changes", f.err)
		}
		r.deaf = true
		return r, tea.Batch(cmd, r.watch(retry)), true
	case sessionBegun: // N was pressed twice
		return r, finish(f.sess), false
	case sessionRaised:
		r, cmd = r.raised(f.info)
	case raiseFailed:
		r, cmd = r.fail("raise the session", f.err)
	case recordDeleted, recordCovered, recordRestored, changeFailed:
		r, cmd = r.changedRecord(msg)
		r = r.staleViews()
	case recordPurged:
		r, cmd = r.purged(f)
	case otherRaised, otherEnded:
		r, cmd = r.changedOther(msg)
	case writingRead:
		r = r.readForWriting(f)
	case writingUnread:
		r, cmd = r.unread(f)
	case recordSaved, saveRefused, saveConflicted, saveFailed:
		r, cmd = r.savedRecord(msg)
	case draftDue, draftKept, draftLeft, draftsFound, draftTaken, draftFailed:
		r, cmd = r.aboutDrafts(msg)
	case sessionLeft:
		if f.err == nil || errors.Is(f.err, model.ErrEnded) {
			return r, nil, false
		}
		r, cmd = r.fail("end the session before this one", f.err)
	case answerDelayed:
		r = r.delayed(f)
	case clockTicked:
		r.look.now = f.at
		cmd = r.tick()
	case toastFaded:
		if f.id != r.toast.id {
			return r, nil, false
		}
		r.toast.text = ""
	default:
		if r, cmd, seen := r.viewFact(msg); seen || cmd != nil {
			return r, cmd, seen
		}
		return r.searchFact(msg)
	}
	return r, cmd, true
}

// changed takes what a look for changes has found. What changed is not known: it
// is asked again, and nothing is drawn unless something visible is different.
func (r Root) changed(f changesRead) (Root, tea.Cmd, bool) {
	again := r.watch(heartbeat)
	if f.changes == r.changes && !r.deaf {
		return r, again, false
	}
	r.changes, r.deaf = f.changes, false
	if !r.ended {
		var tags tea.Cmd
		r, tags = r.rereadTags()
		again = tea.Batch(again, tags)
		r.list = r.list.Reread(true)
		r.find.stale = true
		r.memory.stale = true
		r = r.staleViews()
	}
	return r, again, true
}

// pageFailed keeps the rows that were read before.
func (r Root) pageFailed(f pageFailed) (Root, tea.Cmd) {
	if errors.Is(f.err, model.ErrEnded) {
		return r.endedElsewhere(), nil
	}
	var wanted bool
	if r.list, wanted = r.list.Failed(f.want); !wanted {
		return r, nil
	}
	r.slow, r.trouble = false, why(f.err)
	return r.fail("read the memories", f.err)
}

// memoryFailed keeps what is shown, if nobody asked for anything else.
func (r Root) memoryFailed(f memoryFailed) (Root, tea.Cmd) {
	if errors.Is(f.err, model.ErrEnded) {
		return r.endedElsewhere(), nil
	}
	var wanted bool
	if r.memory, wanted = r.memory.fail(f); !wanted {
		return r, nil
	}
	return r.fail("read the memory", f.err)
}

// delayed tells a person that they wait, if they still do.
func (r Root) delayed(f answerDelayed) Root {
	if f.list {
		w, waits := r.list.Waiting()
		r.slow = r.slow || waits && w.Gen == f.gen
		return r
	}
	r.memory.slow = r.memory.slow || r.memory.pending && r.memory.asked.gen == f.gen
	return r
}
