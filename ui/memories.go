package ui

import (
	"strings"

	"minne/model"
	"minne/ui/keys"
	"minne/ui/rows"
	"minne/ui/theme"
)

// rowOf makes the row of a memory.
func rowOf(m model.Memory, safe func(string) string) rows.Row {
	tags := make([]string, len(m.Tags))
	for i, t := range m.Tags {
		tags[i] = safe(string(t))
	}
	return rows.Row{
		At: model.CursorOf(m), Level: m.Level, Version: m.Number, Saved: m.Saved,
		Name: safe(string(m.Key)), Tags: strings.Join(tags, ", "),
	}
}

// move is what a key does to the cursor of a list.
func move(m rows.Model, do keys.Action) rows.Model {
	switch do {
	case "down":
		return m.Move(1)
	case "up":
		return m.Move(-1)
	case "half-down":
		return m.Scroll((m.Page() + 1) / 2)
	case "half-up":
		return m.Scroll(-(m.Page() + 1) / 2)
	case "page-down":
		return m.Scroll(m.Page())
	case "page-up":
		return m.Scroll(-m.Page())
	case "first":
		return m.Top()
	case "last":
		return m.End()
	default:
		return m
	}
}

// viewMemories draws the list.
func (r Root) viewMemories(frame panel, w, h int) []string {
	if r.find.on && !r.ended {
		return r.viewFound(frame, w, h)
	}
	l, in := r.look, w-2
	frame.name = "Memories"
	if r.tag != "" {
		frame.name = "Memories tagged " + l.safe(string(r.tag))
	}
	switch {
	case r.ended:
		frame.body = middle(r.endedText(), in, h-2)
	case r.trouble != "" && !r.list.Filled():
		frame.body = middle(r.failedText(in), in, h-2)
	case r.list.Empty() && r.tag != "":
		frame.body = middle([]ink{
			l.ink(l.Strong, "No memory has this tag now."), gap(0),
			join(l.ink(l.Key, "esc"), l.ink(l.Quiet, " shows all memories")),
		}, in, h-2)
	case r.list.Empty():
		frame.body = middle(r.emptyText(in), in, h-2)
	case !r.list.Filled():
		if r.slow {
			frame.body = middle([]ink{l.ink(l.Quiet, "reading"+l.More)}, in, h-2)
		}
	default:
		frame.label = l.ink(l.Quiet, "newest")
		frame.place = r.placeInList()
		frame.body = r.listRows(in)
	}
	switch {
	case !r.list.Filled() || r.ended:
	case r.trouble != "":
		frame.note = join(l.ink(l.Bad, "not up to date"), l.ink(l.Quiet, ": "), l.ink(l.Key, "r"), l.ink(l.Quiet, " tries again"))
	case r.slow:
		frame.note = l.ink(l.Warn, "reading"+l.More)
	}
	return frame.rows(l, w, h)
}

func (r Root) placeInList() ink {
	total := commas(r.list.Total())
	if at := r.list.Position(); at > 0 {
		return r.look.ink(r.look.Quiet, commas(at)+" of "+total)
	}
	return r.look.ink(r.look.Quiet, total)
}

func (r Root) listRows(w int) []string {
	seen, cur := r.list.Visible()
	out := make([]string, 0, len(seen))
	for i, row := range seen {
		p := r.look.Row
		switch {
		case r.slow || r.trouble != "":
			p = r.look.Faded
		case i == cur && r.focus == keys.Memories:
			p = r.look.Picked
		case i == cur:
			p = r.look.Left
		}
		out = append(out, r.listRow(row, p, i == cur, w))
	}
	return out
}

// listRow draws one memory: its level, key, tags and age. The key's column grows
// with the window.
func (r Root) listRow(row rows.Row, p theme.Row, picked bool, w int) string {
	l := r.look
	const left, right = 3, 6 // bar, glyph and a space; a space, the age and a space
	bar := p.Name.Draw(" ")
	if picked {
		bar = p.Bar.Draw(l.Bar)
	}
	room := max(w-left-right, 0)
	name, tags := room, 0
	if room >= 34 {
		name = max(room*11/20, 20)
		tags = room - name - 2
	}
	fresh := r.list.IsNew(row)
	switch {
	case fresh && tags > 0:
		tags -= 4
	case fresh:
		name = max(name-4, 0)
	}
	s := bar + p.Level.Of(row.Level).Draw(l.Levels[row.Level]) + p.Name.Draw(" "+l.fit(row.Name, name))
	if tags > 0 {
		s += p.Quiet.Draw("  " + l.fit(row.Tags, tags))
	}
	if fresh {
		s += p.New.Draw(" new")
	}
	return s + p.Quiet.Draw(" "+l.Right(l.age(row.Saved), 4, "")+" ")
}

// emptyText says that there is nothing, and what to do. It is the same whatever
// is hidden (SPEC P6).
func (r Root) emptyText(w int) []ink {
	l := r.look
	add := func(cmd, what string) ink {
		if w < 60 {
			return l.ink(l.Key, cmd)
		}
		return join(l.ink(l.Key, l.Fit(cmd, 22, "")), l.ink(l.Quiet, what))
	}
	return []ink{
		l.ink(l.Strong, "Nothing is remembered here yet."), gap(0),
		add("minne save KEY TEXT", "remember something"),
		add("minne import FILE", "bring memories from another program"),
		add("minne demo", "look around in an example"),
	}
}

func (r Root) failedText(w int) []ink {
	l := r.look
	out := []ink{l.ink(l.Bad, "The memories could not be read.")}
	for _, s := range paragraph(l, l.safe(r.trouble), w-4) {
		out = append(out, l.ink(l.Text, s))
	}
	return append(out, gap(0), join(l.ink(l.Key, "r"), l.ink(l.Quiet, " tries again   "), l.ink(l.Key, "q"), l.ink(l.Quiet, " quits")))
}

func (r Root) endedText() []ink {
	l := r.look
	return []ink{
		l.ink(l.Strong, "This session has been ended."), gap(0),
		join(l.ink(l.Key, "T"), l.ink(l.Quiet, " begins a new one   "), l.ink(l.Key, "q"), l.ink(l.Quiet, " quits")),
	}
}
