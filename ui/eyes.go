package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/ui/keys"
	"minne/ui/rows"
)

// eyes is the whole list as a session at some level up to the taint sees it.
type eyes struct {
	at     model.Level
	from   shadows // what it was opened from
	rows   window[rows.Row, model.Cursor]
	beside aside
	found  lookup[eyesAsk, eyesFound]
}

// eyesAsk is a question about one memory.
type eyesAsk struct{ shadowAsk }

// eyesFound is a memory as that session sees it; the zero one if it sees nothing.
type eyesFound struct {
	got  model.Memory
	body body
}

func placeOf(row rows.Row) model.Cursor { return row.At }

func (eyes) where() keys.Where     { return keys.Eyes }
func (v eyes) bare() bool          { return v.rows.bare() }
func (v eyes) aside() aside        { return v.beside }
func (v eyes) read(t aside) view   { v.beside = t; return v }
func (v eyes) reread(how ask) view { v.rows = v.rows.reread(how); return v }
func (v eyes) click(y int) view    { v.rows = v.rows.click(y); return v }

func (v eyes) move(do keys.Action) view {
	v.rows = v.rows.move(do, placeOf)
	return v
}

func (v eyes) halt() {
	v.rows.halt()
	if v.found.stop != nil {
		v.found.stop()
	}
}

func (v eyes) act(r Root, _ keys.Action) (Root, tea.Cmd) { return r, nil }

func (v eyes) ask(r Root, at layout) (view, tea.Cmd) {
	var cmds [2]tea.Cmd
	level, safe := v.at, r.look.safe
	v.rows, cmds[0] = v.rows.next(r, at.list.Dy()-2, reader[rows.Row, model.Cursor]{
		func(ctx context.Context, s Session, after model.Cursor, limit int) ([]rows.Row, bool, error) {
			p, err := s.PageAs(ctx, level, model.ListQuery{After: after, Limit: limit})
			out := make([]rows.Row, 0, len(p.Memories))
			for _, m := range p.Memories {
				out = append(out, rowOf(m, safe))
			}
			return out, p.More, err
		}, placeOf,
	})
	if on, ok := v.rows.cursor(); ok && !at.memory.Empty() {
		q := eyesAsk{shadowAsk{on.At.Key, level, textWidth(at.memory.Dx()), r.look.Ruler}}
		v.found, cmds[1] = v.found.next(r, q, findEyes(r.look))
	}
	return v, tea.Batch(cmds[:]...)
}

func findEyes(l look) func(context.Context, Session, eyesAsk) (eyesFound, error) {
	return func(ctx context.Context, s Session, q eyesAsk) (eyesFound, error) {
		m, err := seenAt(ctx, s, q.level, q.key)
		if err != nil {
			return eyesFound{}, err
		}
		return eyesFound{m, lay(l, m.Content, q.width, q.ruler, raw)}, nil
	}
}

func (v eyes) take(msg tea.Msg) (view, answer) {
	switch f := msg.(type) {
	case windowRead[rows.Row, model.Cursor]:
		list, ok := v.rows.take(f, placeOf)
		v.rows = list
		v.found.stale = v.found.stale || ok
		return v, answer{taken: true, quiet: !ok, info: f.info, err: wanted(ok, f.err)}
	case windowDelayed[rows.Row, model.Cursor]:
		v.rows = v.rows.delayed(f)
	case lookedUp[eyesAsk, eyesFound]:
		found, ok := v.found.take(f)
		v.found = found
		return v, answer{taken: true, quiet: !ok, err: wanted(ok, f.err)}
	case lookupDelayed[eyesAsk, eyesFound]:
		v.found = v.found.delayed(f)
	default:
		return v, answer{}
	}
	return v, answer{taken: true}
}

func (v eyes) list(r Root, frame panel, w, h int) []string {
	l := r.look
	frame.name = "What a session at " + l.Word(v.at) + " sees"
	frame.frame, frame.title = l.Frame.Of(v.at), l.Level.Of(v.at)
	frame, ok := windowFrame(r, v.rows, frame, "The memories", []ink{l.ink(l.Strong, "It sees nothing.")}, w, h)
	if ok {
		seen, cur := v.rows.visible()
		for i, row := range seen {
			frame.body = append(frame.body, l.inRow(l.rowPaint(i == cur, !v.beside.open), i == cur, []piece{
				{text: l.Levels[row.Level], wide: l.Width(l.Levels[row.Level]), level: row.Level},
				{text: row.Name, wide: -1},
				{text: l.Right(l.age(row.Saved), 4, ""), wide: 4, quiet: true},
			}, w-2))
		}
	}
	return frame.rows(l, w, h)
}

func (v eyes) page(r Root, w int) (string, []block) {
	l := r.look
	on, ok := v.rows.cursor()
	switch k := v.found; {
	case !ok:
		return "", nil
	case k.trouble != "":
		return on.Name, []block{{inks: append([]ink{join(gap(1), l.ink(l.Bad, "This could not be read."))}, l.note(l.safe(k.trouble), w)...)}}
	case !k.there && k.late:
		return on.Name, []block{{inks: l.note("reading"+l.More, w)}}
	case !k.there:
		return on.Name, nil
	}
	got := v.found.got.got
	if !got.Level.Valid() {
		return on.Name, []block{{inks: l.note("It is no longer there.", w)}}
	}
	return l.safe(string(got.Key)), []block{{inks: []ink{l.title(got.Level, got.Number), l.across(w)}}, {text: v.found.got.body.lines}}
}
