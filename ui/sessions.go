package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/ui/keys"
)

// sessions is this session and the others that have acted at a level that it
// sees, the last to act first.
type sessions struct {
	rows   window[model.Visit, model.ID]
	beside aside
}

func idOf(v model.Visit) model.ID { return v.ID }

func (sessions) where() keys.Where     { return keys.Sessions }
func (v sessions) bare() bool          { return v.rows.bare() }
func (v sessions) aside() aside        { return v.beside }
func (v sessions) read(t aside) view   { v.beside = t; return v }
func (v sessions) reread(how ask) view { v.rows = v.rows.reread(how); return v }
func (v sessions) click(y int) view    { v.rows = v.rows.click(y); return v }
func (v sessions) halt()               { v.rows.halt() }
func (v sessions) move(do keys.Action) view {
	v.rows = v.rows.move(do, idOf)
	return v
}

func (v sessions) ask(r Root, at layout) (view, tea.Cmd) {
	var cmd tea.Cmd
	v.rows, cmd = v.rows.next(r, at.list.Dy()-2, reader[model.Visit, model.ID]{
		func(ctx context.Context, s Session, _ model.ID, _ int) ([]model.Visit, bool, error) {
			all, err := s.Sessions(ctx, newest)
			return all, false, err
		}, idOf,
	})
	return v, cmd
}

func (v sessions) take(msg tea.Msg) (view, answer) {
	switch f := msg.(type) {
	case windowRead[model.Visit, model.ID]:
		rows, ok := v.rows.take(f, idOf)
		v.rows = rows
		return v, answer{taken: true, quiet: !ok, info: f.info, err: wanted(ok, f.err)}
	case windowDelayed[model.Visit, model.ID]:
		v.rows = v.rows.delayed(f)
		return v, answer{taken: true}
	default:
		return v, answer{}
	}
}

func (v sessions) list(r Root, frame panel, w, h int) []string {
	l := r.look
	frame.name, frame.label = "Sessions", l.ink(l.Quiet, "last act")
	if len(v.rows.rows) == newest {
		frame.label = l.ink(l.Quiet, "the last "+commas(newest))
	}
	frame, ok := windowFrame(r, v.rows, frame, "The sessions", []ink{
		l.ink(l.Strong, "No session has written anything yet."), gap(0), l.ink(l.Quiet, "This one is listed from its first change on."),
	}, w, h)
	if ok {
		seen, cur := v.rows.visible()
		for i, visit := range seen {
			frame.body = append(frame.body, v.row(r, visit, i == cur, w-2))
		}
	}
	return frame.rows(l, w, h)
}

// row draws a session: its taint, name, channel and client, whether it goes on,
// what it read and wrote, and how long ago it acted.
func (v sessions) row(r Root, s model.Visit, picked bool, w int) string {
	l := r.look
	what, counts, state := "", 0, 0
	switch {
	case s.ID == r.info.ID:
		what = "this one"
	case !s.Ended.IsZero():
		what = "ended"
	}
	if w >= 46 {
		state = 8
	}
	if w >= 76 {
		counts = 24
	}
	return l.inRow(l.rowPaint(picked, !v.beside.open), picked, []piece{
		{text: l.Levels[s.Taint], wide: l.Width(l.Levels[s.Taint]), level: s.Taint},
		{text: s.ID.Short(), wide: 4},
		{text: l.safe(string(s.Channel)), wide: 6},
		{text: l.safe(s.Client), wide: -1},
		{text: commas(s.Reads) + " read, " + commas(s.Writes) + " written", wide: counts, quiet: true},
		{text: what, wide: state, quiet: true},
		{text: l.Right(l.age(s.Seen), 4, ""), wide: 4, quiet: true},
	}, w)
}

func (v sessions) page(r Root, w int) (string, []block) {
	l := r.look
	s, ok := v.rows.cursor()
	if !ok {
		return "", nil
	}
	out := []ink{join(gap(1), l.ink(l.Level.Of(s.Taint), l.Word(s.Taint)), l.ink(l.Quiet, " up to "), l.ink(l.Level.Of(s.Clearance), l.Word(s.Clearance)))}
	out = append(out, l.about("channel", l.safe(string(s.Channel)), w)...)
	if s.Client != "" {
		out = append(out, l.about("client", l.safe(s.Client), w)...)
	}
	out = append(out, l.about("last act", l.ago(s.Seen)+", "+l.date(s.Seen), w)...)
	out = append(out, l.about("started", l.ago(s.Started)+", "+l.date(s.Started), w)...)
	if !s.Ended.IsZero() {
		out = append(out, l.about("ended", l.ago(s.Ended)+", "+l.date(s.Ended), w)...)
	}
	out = append(out, l.about("reads", commas(s.Reads), w)...)
	out = append(out, l.about("writes", commas(s.Writes), w)...)
	out = append(out, l.about("id", s.ID.String(), w)...)
	return "session " + s.ID.Short(), []block{{inks: out}}
}
