package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/ui/keys"
)

// ask puts the questions that the panes have, after whatever has just happened.
func (r Root) ask() (Root, tea.Cmd) {
	r = r.fitWriting()
	if r.sess == nil || r.ended {
		return r, nil
	}
	r, list := r.askPage()
	r, text := r.askMemory()
	r, found := r.askHits()
	r, more := r.askView()
	return r, tea.Batch(list, text, found, more)
}

func (r Root) askPage() (Root, tea.Cmd) {
	at := r.layout().list
	if at.Empty() && !r.tiny() { // as high as it will be
		at = split(r.w, r.h, r.above(), keys.Memories, false).list
	}
	r.list = r.list.Resize(at.Dy() - 2)
	list, w, ok := r.list.Next()
	r.list = list
	if !ok {
		return r, nil
	}
	if r.stopList != nil {
		r.stopList()
	}
	var ctx context.Context
	ctx, r.stopList = context.WithTimeout(context.Background(), patience)
	read := r.readPage(ctx, w)
	if w.Quiet {
		return r, read
	}
	return r, tea.Batch(read, r.delay(w.Gen, true))
}

// askMemory asks for the memory that the cursor is on, or that a person has
// opened, if it can be seen and is not there yet.
func (r Root) askMemory() (Root, tea.Cmd) {
	at := r.layout().memory
	if at.Empty() || r.view() != nil {
		return r, nil
	}
	key, width := r.chosen(), textWidth(at.Dx())
	switch {
	case key == "":
		r.memory = memory{asked: memoryAsk{gen: r.memory.asked.gen + 1}}
		return r, nil
	case key != r.memory.asked.key:
		return r.readOne(memoryAsk{key: key, width: width})
	case r.memory.stale && !r.memory.pending:
		return r.readOne(memoryAsk{key: key, width: width, versions: r.memory.versions, quiet: true})
	}
	if m := r.memory; m.shows() {
		r.list = r.list.Look(model.CursorOf(m.got.Head))
		if !m.pending && (m.laying.width != width || m.laying.ruler != r.look.Ruler || m.laying.as != r.manner) {
			r.memory.laying = body{width: width, ruler: r.look.Ruler, as: r.manner}
			return r, r.layBody(m.asked.gen, m.got.Content, width)
		}
	}
	return r, nil
}

// textWidth is how many columns of a pane its text takes: not the frame, and not
// a space to its left.
func textWidth(pane int) int { return pane - 3 }

// chosen returns the key of the memory that the pane is to show.
func (r Root) chosen() model.Key {
	if r.focus == keys.Text {
		return r.pinned
	}
	key, _ := r.under()
	return key
}

// readOne puts a question about one memory.
func (r Root) readOne(a memoryAsk) (Root, tea.Cmd) {
	if r.stopMemory != nil {
		r.stopMemory()
	}
	a.ruler, a.as = r.look.Ruler, r.manner
	r.memory = r.memory.ask(a)
	var ctx context.Context
	ctx, r.stopMemory = context.WithTimeout(context.Background(), patience)
	read := r.readMemory(ctx, r.memory.asked)
	if a.quiet {
		return r, read
	}
	return r, tea.Batch(read, r.delay(r.memory.asked.gen, false))
}
