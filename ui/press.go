package ui

import (
	tea "charm.land/bubbletea/v2"

	"minne/ui/keys"
)

// press does what a key means where the person is.
func (r Root) press(key tea.KeyPressMsg) (Root, tea.Cmd) {
	r.look.now = r.opts.Now()
	if r.toast.tone == failed {
		r.toast.text = ""
	}
	where := r.where()
	do, ok := keys.Find(where, key)
	if where == keys.Search {
		if r, cmd, mine := r.typeQuery(key, do, ok); mine {
			return r, cmd
		}
	}
	if q, open := r.over().(confirm); open {
		if r, cmd, mine := r.typeConfirm(q, key, do, ok); mine {
			return r, cmd
		}
	}
	switch {
	case !ok:
		return r.typed(key)
	case do == "quit":
		return r.quit()
	case do == "suspend":
		return r, tea.Suspend
	case do == "redraw":
		return r, tea.ClearScreen
	case r.tiny() && do != "leave": // nothing can be seen, so nothing is done
		return r, nil
	}
	switch o := r.over().(type) {
	case ladder:
		if do == "help" {
			return r.open(help(where, r.opts.Banner)), nil
		}
		return r.actLadder(o, do)
	case question:
		return r.actQuestion(o, do)
	case choice:
		return r.actChoice(o, do)
	case writing:
		return r.actWriting(o, do)
	case sheet:
		return r.actSheet(o, do), nil
	case chooser:
		return r.actTags(o, do)
	}
	return r.act(do)
}

// act does what a key means in a pane.
func (r Root) act(do keys.Action) (Root, tea.Cmd) {
	if t, ok := tabOf(do); ok {
		return r.turnTo(t), nil
	}
	switch do {
	case "help":
		return r.open(help(r.where(), r.opts.Banner)), nil
	case "error":
		return r.open(trouble(r.lastError)), nil
	case "taint":
		return r.open(ladder{r.info.Taint}), nil
	}
	if v := r.view(); v != nil {
		return r.actView(v, do)
	}
	switch do {
	case "reread":
		return r.reread(), nil
	case "versions":
		return r.turn()
	case "search":
		return r.openSearch(), nil
	case "tags":
		return r.openTags()
	case "markdown":
		return r.turnMarkdown(raw)
	case "hidden":
		return r.turnMarkdown(marked)
	case "add", "edit", "delete", "cover", "undelete":
		return r.actChange(do)
	case "pane":
		if r.focus == keys.Text {
			return r.leaveText(), nil
		}
		return r.openText(), nil
	case "open":
		return r.openText(), nil
	case "leave":
		return r, tea.Quit
	}
	if r.focus == keys.Text {
		return r.actText(do)
	}
	if do == "cancel" {
		return r.cancel(), nil
	}
	if r.focus == keys.Found {
		return r.actFound(do)
	}
	r.list = move(r.list, do)
	return r, nil
}

// actText does what a key means in a memory.
func (r Root) actText(do keys.Action) (Root, tea.Cmd) {
	if do == "back" {
		if r.memory.versions {
			return r.turn()
		}
		return r.leaveText(), nil
	}
	if do == "next-match" || do == "last-match" {
		return r.nextMatch(do)
	}
	at := r.layout().memory
	r.memory = r.memory.act(do, r.look, at.Dx()-2, at.Dy()-2)
	return r, nil
}

// openText gives the keys to the memory that the cursor is on.
func (r Root) openText() Root {
	key, ok := r.under()
	if !ok || r.ended {
		return r
	}
	r.focus, r.pinned = keys.Text, key
	return r
}

// leaveText gives the keys back to the list.
func (r Root) leaveText() Root {
	r.focus, r.pinned = r.listing(), ""
	return r
}

// turn shows the versions of a memory in the place of its text, or the text
// again.
func (r Root) turn() (Root, tea.Cmd) {
	if r.focus != keys.Text {
		if r = r.openText(); r.focus != keys.Text {
			return r, nil
		}
	}
	return r.readOne(memoryAsk{
		key: r.pinned, width: textWidth(r.layout().memory.Dx()),
		versions: !r.memory.versions || r.memory.asked.key != r.pinned,
	})
}

// reread asks for everything again.
func (r Root) reread() Root {
	if r.ended {
		return r
	}
	r.list = r.list.Reread(false)
	r.find.due = r.find.on && !r.find.rests
	r.memory.stale, r.memory.trouble = true, ""
	return r
}

// cancel stops waiting for the list; else it shows all memories again.
func (r Root) cancel() Root {
	if _, waits := r.list.Waiting(); !waits || !r.slow {
		return r.choose("")
	}
	r.stopList()
	r.list, r.slow = r.list.Cancel(), false
	if !r.list.Filled() {
		r.trouble = "reading was stopped"
	}
	return r
}
