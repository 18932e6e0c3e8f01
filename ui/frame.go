package ui

import (
	"strings"

	"minne/ui/keys"
)

// draw makes the screen. View returns what it made.
func (r Root) draw() string {
	switch {
	case r.w <= 0 || r.h <= 0:
		return ""
	case r.tiny():
		return r.drawTiny()
	}
	under, o := r, r.over()
	if o != nil {
		under.look.Theme = r.look.Fade()
	}
	screen := []string{r.header(), r.bar()}
	if r.bannerBelow() {
		screen = append(screen, join(gap(1), r.look.ink(r.look.Notice, r.look.Cut(r.banner(), r.w-2, r.look.More))).pad(r.w))
	}
	panes := under.panes
	if v := r.view(); v != nil {
		panes = func() []string { return under.drawView(v) }
	}
	screen = append(append(screen, panes()...), r.footer())
	if w, i, open := r.writing(); open && i < len(r.overlays)-1 {
		screen = r.lay(screen, w.view(under, r.w, r.h-1))
	}
	if o != nil {
		screen = r.lay(screen, o.view(r, r.w, r.h-1))
	}
	return strings.Join(screen, "\n")
}

// drawTiny draws what is shown of a screen that is too small: the taint, and
// what minne needs.
func (r Root) drawTiny() string {
	l, t := r.look, r.taint()
	word := l.Cut(l.Word(t), r.w, l.More)
	rows := []string{join(gap(r.w-l.Width(word)), l.ink(l.Badge.Of(t), word)).s}
	if r.h > 1 {
		rows = append(rows, l.ink(l.Text, l.Cut("minne needs 40x10", r.w, l.More)).pad(r.w))
	}
	return strings.Join(rows, "\n")
}

// header is the first row: whose memories these are, and the taint.
func (r Root) header() string {
	l, t := r.look, r.taint()
	badge := l.ink(l.Badge.Of(t), " "+l.Word(t)+" ")
	left := join(gap(1), l.ink(l.Strong, "minne"))
	up := join(r.clearance(), gap(1))
	room := r.w - left.w - badge.w
	if !r.roomy() {
		up = gap(1)
	}
	if name := l.safe(r.opts.Agent); name != "" && room-up.w > 8 {
		left = join(left, gap(2), l.ink(l.Text, l.Cut(name, room-up.w-4, l.More)))
	}
	return left.pad(r.w-badge.w-up.w) + badge.s + up.s
}

// roomy reports whether the clearance fits into the first row.
func (r Root) roomy() bool { return r.w >= leastWide+10 }

// clearance says how high the session can rise.
func (r Root) clearance() ink {
	l, c := r.look, r.info.Clearance
	if !c.Valid() {
		return ink{}
	}
	return join(l.ink(l.Quiet, " up to "), l.ink(l.Level.Of(c), l.Word(c)))
}

// bar is the second row: what is shown, how much there is, and what must not be
// forgotten. On a narrow screen the least important is left out.
func (r Root) bar() string {
	end := r.barEnd()
	var left ink
	for _, k := range r.labels(r.w - end.w) {
		left = join(left, gap(k.from-left.w), k.ink)
	}
	return left.pad(r.w-end.w) + end.s
}

// barEnd is the right part of the second row. It leaves room for the name of the
// screen that is shown.
func (r Root) barEnd() ink {
	l := r.look
	used := endOf(r.labelled(nameOnly))
	var rest []ink // the most important last
	if r.banner() != "" && !r.bannerBelow() {
		rest = append(rest, l.ink(l.Notice, " "+r.banner()+" "))
	}
	if r.opts.ReadOnly {
		rest = append(rest, l.ink(l.Notice, " read-only "))
	}
	if !r.roomy() {
		rest = append(rest, r.clearance())
	}
	var end ink
	for _, k := range append([]ink{join(l.ink(l.Key, "?"), l.ink(l.Quiet, " keys"))}, rest...) {
		if k = join(gap(1), k, gap(1)); k.w > 2 && used+end.w+k.w <= r.w {
			end = join(k, end)
		}
	}
	return end
}

// banner returns the words that are always shown.
func (r Root) banner() string { return r.look.safe(r.opts.Banner) }

// bannerBelow reports whether the banner has a row of its own.
func (r Root) bannerBelow() bool {
	const beside = 34 // the count of many memories, read-only, keys
	return r.banner() != "" && r.h >= 16 && r.look.Width(r.banner()) > r.w-beside
}

// panes draws the panes side by side.
func (r Root) panes() []string {
	at := r.layout()
	frame := func(where keys.Where) panel {
		l := r.look
		if r.focus == where || at.list.Empty() || at.memory.Empty() {
			return panel{frame: l.Frame.Of(r.taint()), title: l.Strong}
		}
		return panel{frame: l.Border.Of(r.taint()), title: l.Quiet}
	}
	var list, text []string
	if !at.list.Empty() {
		list = r.viewMemories(frame(r.focus&^keys.Text), at.list.Dx(), at.list.Dy())
	}
	if !at.memory.Empty() {
		text = r.memory.view(r.look, frame(keys.Text), at.memory.Dx(), at.memory.Dy())
	}
	if list == nil {
		return text
	}
	for i := range text {
		list[i] += text[i]
	}
	return list
}

// footer is the last row: what can be done, and what just happened.
func (r Root) footer() string {
	l := r.look
	toast := r.toast.ink(l, r.w-2)
	hints := gap(0)
	for _, k := range keys.Hints(r.where()) {
		word := r.hint(k)
		if word == "" {
			continue
		}
		hint := join(gap(1), l.ink(l.Key, k.Keys[0]), l.ink(l.Quiet, " "+word), gap(1))
		if hints.w+hint.w+toast.w+2 <= r.w {
			hints = join(hints, hint)
		}
	}
	if toast.w == 0 {
		return hints.pad(r.w)
	}
	return hints.pad(r.w-toast.w-1) + toast.s + " "
}

// hint returns the word for a key in the footer, or "" where it does nothing.
func (r Root) hint(k keys.Key) string {
	_, on := r.under()
	d, _ := r.over().(ladder)
	switch {
	case r.where() == keys.Tags:
		return k.Hint
	case k.Do == "take" && r.rung(d.on) != higher, k.Do == "new" && r.rung(d.on) != lower:
		return ""
	case (k.Do == "open" || k.Do == "versions") && !on:
		return ""
	case r.view() != nil && r.over() == nil && !r.viewOffers(k.Do):
		return ""
	case changing[k.Do] && k.In&keys.Memories != 0 && !r.offers(k.Do):
		return ""
	case k.Do == "yes" && r.manyAnswers():
		return ""
	case k.Do == "markdown" && (r.memory.versions || r.memory.body.rows == nil && r.memory.body.as == rendered):
		return ""
	case k.Do == "markdown" && r.manner != rendered:
		return "Markdown"
	case k.Do == "undo" && r.focus == keys.Search:
		return ""
	case k.Do == "versions" && r.memory.versions && r.focus == keys.Text:
		return "text"
	default:
		return k.Hint
	}
}
