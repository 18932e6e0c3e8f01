package ui

import (
	"errors"
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/ui/keys"
)

// tab is one of the screens that the second row names.
type tab uint8

const (
	memoriesTab tab = iota
	auditTab
	shadowsTab
	sessionsTab
	tabs
)

var tabNames = [tabs]string{"Memories", "Audit", "Shadows", "Sessions"}

// view returns the view that is shown, or nil if it is Memories.
func (r Root) view() view {
	if r.tab == memoriesTab {
		return nil
	}
	return r.views[r.tab]
}

// show puts v in the place of the view that is shown.
func (r Root) show(v view) Root {
	r.views[r.tab] = v
	return r
}

// turnTo shows another screen; one that was there before is read again.
func (r Root) turnTo(t tab) Root {
	if r.ended || r.sess == nil || t == r.tab {
		return r
	}
	r.tab = t
	switch v := r.view(); {
	case t == memoriesTab:
	case v != nil:
		r = r.show(v.reread(quietly))
	default:
		r = r.show(newView(t))
	}
	return r
}

func newView(t tab) view {
	switch t {
	case auditTab:
		return audit{}
	case shadowsTab:
		return newShadows()
	default:
		return sessions{}
	}
}

// askView puts the questions of the view that is shown.
func (r Root) askView() (Root, tea.Cmd) {
	v := r.view()
	if v == nil || r.tiny() {
		return r, nil
	}
	v, cmd := v.ask(r, r.parts(v))
	return r.show(v), cmd
}

// viewFact gives what a command reports to the view that has asked.
func (r Root) viewFact(msg tea.Msg) (Root, tea.Cmd, bool) {
	for t, v := range r.views {
		if v == nil {
			continue
		}
		next, got := v.take(msg)
		if !got.taken {
			continue
		}
		r.views[t] = next
		switch {
		case errors.Is(got.err, model.ErrEnded):
			return r.endedElsewhere(), nil, true
		case got.err != nil:
			r, cmd := r.fail("read the "+tabNames[t], got.err)
			return r, cmd, true
		case got.info.Taint.Valid():
			r, cmd := r.learn(got.info)
			return r, cmd, !got.quiet || cmd != nil
		}
		return r, nil, !got.quiet
	}
	return r, nil, false
}

// staleViews takes note that something may have changed.
func (r Root) staleViews() Root {
	if v := r.view(); v != nil {
		r = r.show(v.reread(quietly))
	}
	return r
}

// viewOffers reports whether the footer of a view names a key: where it does
// something.
func (r Root) viewOffers(do keys.Action) bool {
	switch do {
	case "restore", "purge", "raise-other", "end-other":
		return !r.view().bare() && !r.opts.ReadOnly
	case "pane", "eyes":
		return !r.view().bare()
	default:
		return true
	}
}

// label is the name of a screen in the second row, and where it stands.
type label struct {
	tab  tab
	from int
	ink  ink
}

// naming is how much of the names of the screens there is room for.
type naming uint8

const (
	allNames naming = iota
	numbers         // and the name of the screen that is shown
	nameOnly
)

// labels draws the names of the screens into w columns.
func (r Root) labels(w int) []label {
	for _, how := range []naming{allNames, numbers} {
		if out := r.labelled(how); endOf(out) <= w {
			return out
		}
	}
	return r.labelled(nameOnly)
}

// endOf returns the column that labels end before.
func endOf(all []label) int {
	last := all[len(all)-1]
	return last.from + last.ink.w
}

func (r Root) labelled(how naming) []label {
	l := r.look
	out := make([]label, 0, tabs)
	at := 1
	for t := range tabs {
		if how == nameOnly && t != r.tab {
			continue
		}
		paint := l.Quiet
		if t == r.tab {
			paint = l.Level.Of(r.taint())
		}
		var k ink
		if how != nameOnly {
			k = l.ink(l.Key, strconv.Itoa(int(t)+1))
		}
		if how == allNames || t == r.tab {
			if k.w > 0 {
				k = join(k, gap(1))
			}
			k = join(k, l.ink(paint, tabNames[t]))
			if t == memoriesTab && r.list.Filled() && !r.ended {
				k = join(k, gap(1), l.ink(l.Strong, commas(r.list.Total())))
			}
		}
		out = append(out, label{t, at, k})
		at += k.w + 3
	}
	return out
}

// tabAt returns the screen whose name is at a place.
func (r Root) tabAt(at image.Point) (tab, bool) {
	if at.Y != 1 || r.tiny() {
		return 0, false
	}
	for _, k := range r.labels(r.w - r.barEnd().w) {
		if at.X >= k.from && at.X < k.from+k.ink.w {
			return k.tab, true
		}
	}
	return 0, false
}

// tabOf returns the screen that a key turns to.
func tabOf(do keys.Action) (tab, bool) {
	switch do {
	case "memories":
		return memoriesTab, true
	case "audit":
		return auditTab, true
	case "shadows":
		return shadowsTab, true
	case "sessions":
		return sessionsTab, true
	}
	return 0, false
}
