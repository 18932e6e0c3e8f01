package ui

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/ui/keys"
)

const (
	doubleClick = 400 * time.Millisecond
	notch       = 3 // rows that a wheel moves
)

// click gives the keys to the pane under the mouse; in the list the cursor goes
// there, and a second click opens.
func (r Root) click(m tea.Mouse) Root {
	if w, top := r.over().(writing); top && m.Button == tea.MouseLeft {
		return r.clickWriting(w, m.X, m.Y)
	}
	if m.Button != tea.MouseLeft || r.over() != nil {
		return r
	}
	now, at := r.opts.Now(), image.Pt(m.X, m.Y)
	if t, ok := r.tabAt(at); ok {
		return r.turnTo(t)
	}
	if v := r.view(); v != nil {
		return r.clickView(v, at)
	}
	switch on := r.layout(); {
	case at.In(on.list) && r.find.on:
		return r.clickFound(at, on.list)
	case at.In(on.list):
		list, ok := r.list.Click(m.Y - on.list.Min.Y - 1)
		if !ok {
			return r.leaveText()
		}
		r.list = list
		row, _ := list.Cursor()
		last := r.clicked
		r.clicked = click{row.At.Key, now}
		if last.key == row.At.Key && now.Sub(last.at) <= doubleClick {
			return r.openText()
		}
		return r.leaveText()
	case at.In(on.memory) && r.focus != keys.Text:
		return r.openText()
	}
	return r
}

// wheel scrolls what is under the mouse.
func (r Root) wheel(m tea.Mouse) Root {
	n := notch
	do := keys.Action("down")
	switch m.Button {
	case tea.MouseWheelUp:
		n, do = -notch, "up"
	case tea.MouseWheelDown:
	default:
		return r
	}
	if s, ok := r.over().(sheet); ok {
		return r.actSheet(s, do)
	}
	if w, top := r.over().(writing); top {
		return r.scrollWriting(w, n)
	}
	if r.over() != nil {
		return r
	}
	if v := r.view(); v != nil {
		return r.wheelView(v, image.Pt(m.X, m.Y), do)
	}
	switch at, on := image.Pt(m.X, m.Y), r.layout(); {
	case at.In(on.list) && r.find.on:
		r.find = r.find.move(n)
	case at.In(on.list):
		r.list = r.list.Move(n)
	case at.In(on.memory):
		for range notch {
			r.memory = r.memory.act(do, r.look, on.memory.Dx()-2, on.memory.Dy()-2)
		}
	}
	return r
}
