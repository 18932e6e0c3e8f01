package ui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/policy"
	"minne/tools"
	"minne/ui/cells"
	"minne/ui/keys"
)

// shadows is the table of what a session at each level up to the taint gets for
// each key.
type shadows struct {
	rows   window[model.Row, model.Key]
	every  bool        // also keys that stand at one level only
	column model.Level // that the cursor is on
	beside aside
	found  lookup[shadowAsk, shadowed]
}

// shadowAsk is a question about a cell of the table.
type shadowAsk struct {
	key   model.Key
	level model.Level
	width int
	ruler cells.Ruler
}

// shadowed is what a session at a level gets for a key, and what one a level
// lower does. Nothing is the zero Memory.
type shadowed struct {
	got, lower         model.Memory
	gotBody, lowerBody body
}

func newShadows() view { return shadows{column: model.Public} }

func (shadows) where() keys.Where   { return keys.Shadows }
func (v shadows) bare() bool        { return v.rows.bare() }
func (v shadows) aside() aside      { return v.beside }
func (v shadows) read(t aside) view { v.beside = t; return v }

func (v shadows) reread(how ask) view { v.rows = v.rows.reread(how); return v }
func (v shadows) click(y int) view    { v.rows = v.rows.click(y - 1); return v }

func (v shadows) move(do keys.Action) view {
	v.rows = v.rows.move(do, keyOf)
	return v
}

func (v shadows) halt() {
	v.rows.halt()
	if v.found.stop != nil {
		v.found.stop()
	}
}

func keyOf(row model.Row) model.Key { return row.Key }

func (v shadows) act(r Root, do keys.Action) (Root, tea.Cmd) {
	switch do {
	case "column-left":
		v.column = max(v.column-1, model.Public)
	case "column-right":
		v.column = min(v.column+1, r.taint())
	case "filter":
		v.every, v.rows = !v.every, v.rows.restart()
	case "eyes":
		return r.show(eyes{at: v.column, from: v}), nil
	default:
		return r, nil
	}
	v.beside = aside{open: v.beside.open}
	return r.show(v), nil
}

func (v shadows) ask(r Root, at layout) (view, tea.Cmd) {
	var cmds [2]tea.Cmd
	v.rows, cmds[0] = v.rows.next(r, at.list.Dy()-3, v.reader())
	if on, ok := v.rows.cursor(); ok && !at.memory.Empty() {
		q := shadowAsk{on.Key, v.column, textWidth(at.memory.Dx()), r.look.Ruler}
		v.found, cmds[1] = v.found.next(r, q, findShadow(r.look))
	}
	return v, tea.Batch(cmds[:]...)
}

func (v shadows) reader() reader[model.Row, model.Key] {
	every := v.every
	return reader[model.Row, model.Key]{func(ctx context.Context, s Session, after model.Key, limit int) ([]model.Row, bool, error) {
		return s.Matrix(ctx, tools.MatrixQuery{After: after, Shadow: !every, Limit: limit})
	}, keyOf}
}

// findShadow reads a key as sessions at a level and at the one below it see it.
func findShadow(l look) func(context.Context, Session, shadowAsk) (shadowed, error) {
	return func(ctx context.Context, s Session, q shadowAsk) (shadowed, error) {
		var out shadowed
		var err error
		if out.got, err = seenAt(ctx, s, q.level, q.key); err != nil {
			return out, err
		}
		if lower := q.level - 1; lower.Valid() {
			if out.lower, err = seenAt(ctx, s, lower, q.key); err != nil {
				return out, err
			}
		}
		out.gotBody = lay(l, out.got.Content, q.width, q.ruler, raw)
		out.lowerBody = lay(l, out.lower.Content, q.width, q.ruler, raw)
		return out, nil
	}
}

func seenAt(ctx context.Context, s Session, l model.Level, key model.Key) (model.Memory, error) {
	m, err := s.GetAs(ctx, l, string(key))
	if errors.Is(err, model.ErrNotFound) {
		return model.Memory{}, nil
	}
	return m, err
}

func (v shadows) take(msg tea.Msg) (view, answer) {
	switch f := msg.(type) {
	case windowRead[model.Row, model.Key]:
		rows, ok := v.rows.take(f, keyOf)
		v.rows = rows
		v.found.stale = v.found.stale || ok
		return v, answer{taken: true, quiet: !ok, info: f.info, err: wanted(ok, f.err)}
	case windowDelayed[model.Row, model.Key]:
		v.rows = v.rows.delayed(f)
	case lookedUp[shadowAsk, shadowed]:
		found, ok := v.found.take(f)
		v.found = found
		return v, answer{taken: true, quiet: !ok, err: wanted(ok, f.err)}
	case lookupDelayed[shadowAsk, shadowed]:
		v.found = v.found.delayed(f)
	default:
		return v, answer{}
	}
	return v, answer{taken: true}
}

// wanted is an error that somebody has waited for.
func wanted(ok bool, err error) error {
	if !ok && !errors.Is(err, model.ErrEnded) {
		return nil
	}
	return err
}

func (v shadows) list(r Root, frame panel, w, h int) []string {
	l := r.look
	frame.name = "Shadows"
	frame.label = l.ink(l.Quiet, "keys at several levels")
	if v.every {
		frame.label = l.ink(l.Quiet, "all keys")
	}
	empty := []ink{
		l.ink(l.Strong, "No key stands at several levels."), gap(0),
		join(l.ink(l.Key, "f"), l.ink(l.Quiet, " shows all keys")),
	}
	if v.every {
		empty = []ink{l.ink(l.Strong, "Nothing is remembered here yet.")}
	}
	frame, ok := windowFrame(r, v.rows, frame, "The table", empty, w, h)
	if ok {
		seen, cur := v.rows.visible()
		frame.body = append(frame.body, v.head(r, w-2))
		for i, row := range seen {
			frame.body = append(frame.body, v.row(r, row, i == cur, w-2))
		}
	}
	return frame.rows(l, w, h)
}

// columnWide is how many columns of the screen a level takes: its glyph, or also
// its name.
func (v shadows) columnWide(r Root, w int) int {
	const named = 16
	if w-named*int(r.taint()) >= 14 {
		return named
	}
	return 4
}

// head names the levels.
func (v shadows) head(r Root, w int) string {
	l, wide := r.look, v.columnWide(r, w)
	key := w - wide*int(r.taint())
	k := l.ink(l.Quiet, l.Fit(" session at", key, ""))
	for _, level := range model.Levels {
		if policy.CanFlowTo(level, r.taint()) {
			k = join(k, v.cell(l, level, level == v.column, wide, l.Quiet.Draw, l.Level.Of(level).Draw))
		}
	}
	return k.pad(w)
}

// row draws a key and what each level gets.
func (v shadows) row(r Root, row model.Row, picked bool, w int) string {
	l, wide := r.look, v.columnWide(r, w)
	p, bar := l.Row, " "
	if picked {
		p, bar = l.Left, l.Bar
		if !v.beside.open {
			p = l.Picked
		}
	}
	key := w - wide*int(r.taint())
	k := join(l.ink(p.Bar, bar), l.ink(p.Name, l.fit(l.safe(string(row.Key)), key-2)+" "))
	for _, level := range model.Levels {
		if !policy.CanFlowTo(level, r.taint()) {
			continue
		}
		head := row.Heads[level]
		k = join(k, v.cell(l, head, picked && level == v.column, wide, p.Bar.Draw, paintOf(p.Level.Of(head).Draw, p.Quiet.Draw, head)))
	}
	return k.pad(w)
}

func paintOf(level, none func(string) string, l model.Level) func(string) string {
	if l.Valid() {
		return level
	}
	return none
}

// cell draws a level, between marks if the cursor is on it.
func (v shadows) cell(l look, level model.Level, on bool, wide int, mark, paint func(string) string) ink {
	word := l.Word(level)
	if wide < 16 {
		word = l.Dash
		if level.Valid() {
			word = l.Levels[level]
		}
	}
	left, right := " ", " "
	if on {
		left, right = "[", "]"
	}
	s := mark(left) + paint(word) + mark(right)
	n := l.Width(word) + 2
	return ink{s + paint(blank(wide-n)), max(wide, n)}
}

func (v shadows) page(r Root, w int) (string, []block) {
	l := r.look
	on, ok := v.rows.cursor()
	switch k := v.found; {
	case !ok || !v.rows.filled:
		return "", nil
	case k.trouble != "":
		return l.safe(string(on.Key)), []block{{inks: append([]ink{join(gap(1), l.ink(l.Bad, "This could not be read."))}, l.note(l.safe(k.trouble), w)...)}}
	case !k.there && k.late:
		return l.safe(string(on.Key)), []block{{inks: l.note("reading"+l.More, w)}}
	case !k.there:
		return l.safe(string(on.Key)), nil
	}
	q, got := v.found.of, v.found.got
	page := []block{{inks: v.gets(l, q.level, got.got, w)}, {text: got.gotBody.lines}}
	if q.level > model.Public {
		page = append(page, block{inks: []ink{l.across(w)}})
		if model.CursorOf(got.lower) == model.CursorOf(got.got) && got.lower.Level == got.got.Level {
			return l.safe(string(q.key)), append(page, block{inks: l.note("A session one level lower, at "+l.Word(q.level-1)+", gets the same.", w)})
		}
		page = append(page, block{inks: v.gets(l, q.level-1, got.lower, w)}, block{text: got.lowerBody.lines})
	}
	return l.safe(string(q.key)), page
}

// gets says what a session at a level gets.
func (v shadows) gets(l look, at model.Level, m model.Memory, w int) []ink {
	if !m.Level.Valid() {
		return l.note("A session at "+l.Word(at)+" gets nothing.", w)
	}
	return append(l.note("A session at "+l.Word(at)+" gets", w), l.title(m.Level, m.Number))
}
