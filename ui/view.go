package ui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/ui/keys"
)

// view is a screen besides Memories: a list, and what is known of the row that
// the cursor is on. It is a value: whatever happens to it makes another.
type view interface {
	where() keys.Where
	// act does what a key means in this view alone.
	act(r Root, do keys.Action) (Root, tea.Cmd)
	// ask puts the questions that the view has.
	ask(r Root, at layout) (view, tea.Cmd)
	// take takes the answer to a question of this view, or says that it is none.
	take(msg tea.Msg) (view, answer)
	// reread asks again for what is held.
	reread(how ask) view
	// move and click move the cursor of the list.
	move(do keys.Action) view
	click(y int) view
	// list draws the rows into a pane.
	list(r Root, frame panel, w, h int) []string
	// page says what is known of the row: its name, and in w columns the rest.
	page(r Root, w int) (string, []block)
	// bare reports whether the list has no rows.
	bare() bool
	// aside is the pane beside the list.
	aside() aside
	read(t aside) view
	// halt stops the questions under way.
	halt()
}

// answer is what a view has been told.
type answer struct {
	taken bool
	quiet bool          // there is nothing to draw
	info  model.Session // of the session; not set: that was not asked
	err   error
}

// aside is whether the pane beside a list has the keys, and how far it is
// scrolled.
type aside struct {
	open bool
	top  int
}

// stacked is how high a screen is on which both panes of a view stand one above
// the other.
const stacked = 20

// parts divides the screen between the panes of a view: side by side, one above
// the other, or only the one that has the keys.
func (r Root) parts(v view) layout {
	if r.tiny() {
		return layout{}
	}
	all := image.Rect(0, r.above(), r.w, r.h-1)
	_, across := v.(shadows)
	switch {
	case v.bare():
		return layout{list: all}
	case r.w >= sideBySide && !across:
		return split(r.w, r.h, r.above(), keys.Memories, false)
	case r.h >= stacked:
		cut := all.Min.Y + all.Dy()/2
		return layout{image.Rect(0, all.Min.Y, r.w, cut), image.Rect(0, cut, r.w, all.Max.Y)}
	case v.aside().open:
		return layout{memory: all}
	default:
		return layout{list: all}
	}
}

// actView does what a key means in a view.
func (r Root) actView(v view, do keys.Action) (Root, tea.Cmd) {
	t := v.aside()
	switch do {
	case "back", "cancel", "leave":
		if t.open {
			return r.show(v.read(aside{top: t.top})), nil
		}
		if e, ok := v.(eyes); ok {
			e.halt()
			return r.show(e.from.reread(quietly)), nil
		}
		return r.turnTo(memoriesTab), nil
	case "reread":
		return r.show(v.reread(again)), nil
	case "pane", "open":
		return r.show(v.read(aside{!t.open, t.top})), nil
	case "down", "up", "half-down", "half-up", "page-down", "page-up", "first", "last":
		if t.open {
			return r.show(v.read(r.scroll(v, do))), nil
		}
		return r.show(v.move(do).read(aside{})), nil
	}
	return v.act(r, do)
}

// scroll moves the text beside a list.
func (r Root) scroll(v view, do keys.Action) aside {
	at := r.parts(v).memory
	h := at.Dy() - 2
	_, page := v.page(r, at.Dx()-2)
	most := max(height(page)-h, 0)
	t := v.aside()
	t.top = min(t.top, most)
	switch do {
	case "down":
		t.top++
	case "up":
		t.top--
	case "half-down":
		t.top += h / 2
	case "half-up":
		t.top -= h / 2
	case "page-down":
		t.top += h
	case "page-up":
		t.top -= h
	case "first":
		t.top = 0
	case "last":
		t.top = most
	}
	t.top = max(min(t.top, most), 0)
	return t
}

// drawView draws the panes of a view.
func (r Root) drawView(v view) []string {
	at, t := r.parts(v), v.aside()
	frame := func(keyed bool) panel {
		l := r.look
		if keyed || at.list.Empty() || at.memory.Empty() {
			return panel{frame: l.Frame.Of(r.taint()), title: l.Strong}
		}
		return panel{frame: l.Border.Of(r.taint()), title: l.Quiet}
	}
	var list, text []string
	if !at.list.Empty() {
		list = v.list(r, frame(!t.open), at.list.Dx(), at.list.Dy())
	}
	if !at.memory.Empty() {
		p := frame(t.open)
		name, page := v.page(r, at.memory.Dx()-2)
		p.name = name
		text = r.look.pageOf(p, page, t.top, at.memory.Dx(), at.memory.Dy())
	}
	if len(list) == 0 || len(text) == 0 || at.list.Dx() == r.w {
		return append(list, text...)
	}
	for i := range text {
		list[i] += text[i]
	}
	return list
}

// clickView does what a mouse button means in a view.
func (r Root) clickView(v view, at image.Point) Root {
	switch on := r.parts(v); {
	case at.In(on.list):
		return r.show(v.click(at.Y - on.list.Min.Y - 1).read(aside{}))
	case at.In(on.memory):
		return r.show(v.read(aside{true, v.aside().top}))
	}
	return r
}

// wheelView scrolls the pane of a view that is under the mouse.
func (r Root) wheelView(v view, at image.Point, do keys.Action) Root {
	on := r.parts(v)
	for range notch {
		switch {
		case at.In(on.list):
			v = v.move(do).read(aside{})
		case at.In(on.memory):
			v = v.read(r.scroll(v, do))
		}
	}
	return r.show(v)
}
