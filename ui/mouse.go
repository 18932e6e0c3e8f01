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
	if m.Button != tea.MouseLeft || r.over() != nil {
		return r
	}
	now, at := r.opts.Now(), image.Pt(m.X, m.Y)
	switch on := r.layout(); {
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
	case at.In(on.memory) && r.focus == keys.Memories:
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
	if r.over() != nil {
		return r
	}
	switch at, on := image.Pt(m.X, m.Y), r.layout(); {
	case at.In(on.list):
		r.list = r.list.Move(n)
	case at.In(on.memory):
		for range notch {
			r.memory = r.memory.act(do, r.look, on.memory.Dx()-2, on.memory.Dy()-2)
		}
	}
	return r
}
