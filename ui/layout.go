package ui

import (
	"image"

	"minne/ui/keys"
)

const (
	leastWide  = 40  // a smaller screen shows nothing but the badge
	leastHigh  = 10  //
	sideBySide = 100 // from here on both panes are shown
)

// layout is where the parts of the screen are. An empty rectangle is not shown.
type layout struct{ list, memory image.Rectangle }

// split divides a screen of w by h of which rows above the panes and one below
// are taken. Focus says which pane is shown if there is room for one; alone, that
// there is only the list.
func split(w, h, above int, focus keys.Where, alone bool) layout {
	if w < leastWide || h < leastHigh {
		return layout{}
	}
	all := image.Rect(0, above, w, h-1)
	switch {
	case alone:
		return layout{list: all}
	case w >= sideBySide:
		cut := min(w*48/100, 90)
		return layout{image.Rect(0, all.Min.Y, cut, all.Max.Y), image.Rect(cut, all.Min.Y, w, all.Max.Y)}
	case focus == keys.Text:
		return layout{memory: all}
	default:
		return layout{list: all}
	}
}

// tiny reports whether the screen is too small to show anything.
func (r Root) tiny() bool { return r.w < leastWide || r.h < leastHigh }

// above returns how many rows stand above the panes: the taint, what is shown,
// and a banner that has no room beside that.
func (r Root) above() int {
	if r.bannerBelow() {
		return 3
	}
	return 2
}

// layout returns where the parts of the screen are now.
func (r Root) layout() layout {
	alone := r.ended || r.list.Empty() || r.trouble != "" && !r.list.Filled()
	return split(r.w, r.h, r.above(), r.focus, alone)
}
