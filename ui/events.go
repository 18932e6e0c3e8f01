package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/tools"
	"minne/ui/keys"
)

// newest is how many entries of the log, or sessions, are read: the lists of them
// have no pages.
const newest = 1000

// events is the newest part of the audit log: what was done, not what was
// written.
type events struct {
	rows   window[model.Event, entry]
	beside aside
}

// entry names an entry of the log.
type entry struct {
	log model.Level
	seq int64
	is  bool // not the zero entry, which is none
}

func entryOf(e model.Event) entry { return entry{e.Level, e.Seq, true} }

func (events) where() keys.Where     { return keys.Events }
func (v events) bare() bool          { return v.rows.bare() }
func (v events) aside() aside        { return v.beside }
func (v events) read(t aside) view   { v.beside = t; return v }
func (v events) reread(how ask) view { v.rows = v.rows.reread(how); return v }
func (v events) click(y int) view    { v.rows = v.rows.click(y); return v }
func (v events) halt()               { v.rows.halt() }
func (v events) move(do keys.Action) view {
	v.rows = v.rows.move(do, entryOf)
	return v
}

func (v events) act(r Root, do keys.Action) (Root, tea.Cmd) {
	if do != "log" {
		return r, nil
	}
	v.halt()
	return r.show(audit{}), nil
}

func (v events) ask(r Root, at layout) (view, tea.Cmd) {
	var cmd tea.Cmd
	v.rows, cmd = v.rows.next(r, at.list.Dy()-2, reader[model.Event, entry]{
		func(ctx context.Context, s Session, _ entry, _ int) ([]model.Event, bool, error) {
			all, err := s.Events(ctx, tools.EventQuery{Limit: newest})
			return all, false, err
		}, entryOf,
	})
	return v, cmd
}

func (v events) take(msg tea.Msg) (view, answer) {
	switch f := msg.(type) {
	case windowRead[model.Event, entry]:
		rows, ok := v.rows.take(f, entryOf)
		v.rows = rows
		return v, answer{taken: true, quiet: !ok, info: f.info, err: wanted(ok, f.err)}
	case windowDelayed[model.Event, entry]:
		v.rows = v.rows.delayed(f)
		return v, answer{taken: true}
	default:
		return v, answer{}
	}
}

func (v events) list(r Root, frame panel, w, h int) []string {
	l := r.look
	frame.name, frame.label = "Log", l.ink(l.Quiet, "newest")
	if len(v.rows.rows) == newest {
		frame.label = l.ink(l.Quiet, "the newest "+commas(newest))
	}
	frame, ok := windowFrame(r, v.rows, frame, "The log", []ink{l.ink(l.Strong, "Nothing has been logged yet.")}, w, h)
	if ok {
		seen, cur := v.rows.visible()
		for i, e := range seen {
			frame.body = append(frame.body, v.row(l, e, i == cur, w-2))
		}
	}
	return frame.rows(l, w, h)
}

// row draws an entry: its log, what was done, to what, by whom and how long ago.
func (v events) row(l look, e model.Event, picked bool, w int) string {
	channel := 0
	if w >= 50 {
		channel = 6
	}
	return l.inRow(l.rowPaint(picked, !v.beside.open), picked, []piece{
		{text: l.Levels[e.Level], wide: l.Width(l.Levels[e.Level]), level: e.Level},
		{text: string(e.Kind), wide: 8},
		{text: l.safe(string(e.Key)), wide: -1},
		{text: l.safe(string(e.Channel)), wide: channel, quiet: true},
		{text: short(e.Session), wide: 5, quiet: true},
		{text: l.Right(l.age(e.At), 4, ""), wide: 4, quiet: true},
	}, w)
}

// short names a session in five columns.
func short(id model.ID) string {
	if id.IsZero() {
		return "minne"
	}
	return id.Short()
}

func (v events) page(r Root, w int) (string, []block) {
	l := r.look
	e, ok := v.rows.cursor()
	if !ok {
		return "", nil
	}
	out := []ink{join(gap(1), l.ink(l.Level.Of(e.Level), l.Word(e.Level)), l.ink(l.Quiet, "  entry "), l.ink(l.Text, commas(int(e.Seq))))}
	out = append(out, l.about("when", l.ago(e.At)+", "+l.date(e.At), w)...)
	by := "minne"
	if !e.Session.IsZero() {
		by = "session " + e.Session.Short()
	}
	if e.Channel != "" {
		by += ", " + l.safe(string(e.Channel))
	}
	out = append(out, l.about("by", by, w)...)
	if e.Key != "" {
		out = append(out, l.about("key", l.safe(string(e.Key)), w)...)
	}
	if e.Version > 0 {
		out = append(out, l.about("version", commas(e.Version)+" at "+l.Word(e.Of), w)...)
	}
	if e.Rule != "" {
		out = append(out, l.about("rule", l.safe(e.Rule), w)...)
	}
	if e.Note != "" {
		out = append(out, l.about("note", l.safe(e.Note), w)...)
	}
	return string(e.Kind), []block{{inks: out}}
}
