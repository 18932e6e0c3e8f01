package ui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/tools"
	"minne/ui/cells"
	"minne/ui/keys"
)

// audit is what is in nobody's view any more, newest first: deleted, expired and
// superseded versions, and the covers that stand.
type audit struct {
	rows   window[model.Version, tools.PastCursor]
	kind   int // of pastKinds
	beside aside
	found  lookup[pastAsk, pastFound]
}

// pastKinds are what the list can be narrowed to.
var pastKinds = []model.State{0, model.Deleted, model.Expired, model.Covered, model.Superseded}

// pastAsk is a question about a version of the past.
type pastAsk struct {
	at    tools.PastCursor
	width int
	ruler cells.Ruler
}

// pastFound is a version of the past, and its text in lines; not the zero
// Version unless it is no longer there.
type pastFound struct {
	version model.Version
	body    body
}

func (audit) where() keys.Where     { return keys.Audit }
func (v audit) bare() bool          { return v.rows.bare() }
func (v audit) aside() aside        { return v.beside }
func (v audit) read(t aside) view   { v.beside = t; return v }
func (v audit) reread(how ask) view { v.rows = v.rows.reread(how); return v }
func (v audit) click(y int) view    { v.rows = v.rows.click(y); return v }
func (v audit) move(do keys.Action) view {
	v.rows = v.rows.move(do, tools.PastCursorOf)
	return v
}

func (v audit) halt() {
	v.rows.halt()
	if v.found.stop != nil {
		v.found.stop()
	}
}

func (v audit) ask(r Root, at layout) (view, tea.Cmd) {
	var cmds [2]tea.Cmd
	v.rows, cmds[0] = v.rows.next(r, at.list.Dy()-2, v.reader())
	if on, ok := v.rows.cursor(); ok && !at.memory.Empty() {
		q := pastAsk{tools.PastCursorOf(on), textWidth(at.memory.Dx()), r.look.Ruler}
		v.found, cmds[1] = v.found.next(r, q, findPast(r.look))
	}
	return v, tea.Batch(cmds[:]...)
}

// query asks for what the list shows.
func (v audit) query() tools.PastQuery {
	if v.kind == 0 {
		return tools.PastQuery{}
	}
	return tools.PastQuery{States: pastKinds[v.kind : v.kind+1]}
}

// reader reads versions; their texts are not kept.
func (v audit) reader() reader[model.Version, tools.PastCursor] {
	q := v.query()
	return reader[model.Version, tools.PastCursor]{func(ctx context.Context, s Session, after tools.PastCursor, limit int) ([]model.Version, bool, error) {
		q := q
		q.After, q.Limit = after, limit
		all, more, err := s.Past(ctx, q)
		for i := range all {
			all[i].Content, all[i].Tags = "", nil
		}
		return all, more, err
	}, tools.PastCursorOf}
}

// findPast reads one version: the one that follows the place just before it.
func findPast(l look) func(context.Context, Session, pastAsk) (pastFound, error) {
	return func(ctx context.Context, s Session, q pastAsk) (pastFound, error) {
		before := q.at
		before.Number++
		all, _, err := s.Past(ctx, tools.PastQuery{After: before, Limit: 1})
		if err != nil || len(all) == 0 || tools.PastCursorOf(all[0]) != q.at {
			return pastFound{}, err
		}
		return pastFound{all[0], lay(l, all[0].Content, q.width, q.ruler, raw)}, nil
	}
}

func (v audit) take(msg tea.Msg) (view, answer) {
	switch f := msg.(type) {
	case windowRead[model.Version, tools.PastCursor]:
		rows, ok := v.rows.take(f, tools.PastCursorOf)
		v.rows = rows
		v.found.stale = v.found.stale || ok
		return v, answer{taken: true, quiet: !ok, info: f.info, err: wanted(ok, f.err)}
	case windowDelayed[model.Version, tools.PastCursor]:
		v.rows = v.rows.delayed(f)
	case lookedUp[pastAsk, pastFound]:
		found, ok := v.found.take(f)
		v.found = found
		return v, answer{taken: true, quiet: !ok, err: wanted(ok, f.err)}
	case lookupDelayed[pastAsk, pastFound]:
		v.found = v.found.delayed(f)
	default:
		return v, answer{}
	}
	return v, answer{taken: true}
}

func (v audit) list(r Root, frame panel, w, h int) []string {
	l := r.look
	kind := pastKinds[v.kind].String()
	frame.name, frame.label = "Audit", l.ink(l.Quiet, kind)
	empty := []ink{l.ink(l.Strong, "No version is "+kind+".")}
	switch pastKinds[v.kind] {
	case 0:
		frame.label = l.ink(l.Quiet, "all that is past")
		empty = []ink{l.ink(l.Strong, "Nothing has been deleted or replaced.")}
	case model.Covered:
		empty = []ink{l.ink(l.Strong, "No key is covered.")}
	}
	if v.kind != 0 {
		empty = append(empty, gap(0), join(l.ink(l.Key, "f"), l.ink(l.Quiet, " shows another kind")))
	}
	frame, ok := windowFrame(r, v.rows, frame, "The past", empty, w, h)
	if ok {
		seen, cur := v.rows.visible()
		for i, past := range seen {
			frame.body = append(frame.body, v.row(l, past, i == cur, w-2))
		}
	}
	return frame.rows(l, w, h)
}

// ended is the time by which the past is ordered.
func ended(v model.Version) time.Time {
	if v.Ended.IsZero() {
		return v.Saved
	}
	return v.Ended
}

// row draws a version: its level, key, what it is, by whom and how long ago.
func (v audit) row(l look, past model.Version, picked bool, w int) string {
	by := 0
	if w >= 60 {
		by = 4
	}
	return l.inRow(l.rowPaint(picked, !v.beside.open), picked, []piece{
		{text: l.Levels[past.Level], wide: l.Width(l.Levels[past.Level]), level: past.Level},
		{text: l.safe(string(past.Key)), wide: -1},
		{text: past.State.String(), wide: 10, quiet: true},
		{text: ender(past), wide: by, quiet: true},
		{text: l.Right(l.age(ended(past)), 4, ""), wide: 4, quiet: true},
	}, w)
}

// ender is the short name of who ended a version or, for a cover, made it.
func ender(v model.Version) string {
	id := v.EndedBy
	if v.Ended.IsZero() {
		id = v.Session
	}
	if id.IsZero() {
		return ""
	}
	return id.Short()
}

func (v audit) page(r Root, w int) (string, []block) {
	l := r.look
	on, ok := v.rows.cursor()
	name := l.safe(string(on.Key))
	switch k := v.found; {
	case !ok || !v.rows.filled:
		return "", nil
	case k.trouble != "":
		return name, []block{{inks: append([]ink{join(gap(1), l.ink(l.Bad, "This could not be read."))}, l.note(l.safe(k.trouble), w)...)}}
	case !k.there && k.late:
		return name, []block{{inks: l.note("reading"+l.More, w)}}
	case !k.there:
		return name, nil
	}
	past := v.found.got.version
	if past.Number == 0 {
		return name, []block{{inks: l.note("This version is no longer here.", w)}}
	}
	return l.safe(string(past.Key)), []block{{inks: v.facts(l, past, w)}, {text: v.found.got.body.lines}}
}

// facts draws what is known of a version.
func (v audit) facts(l look, past model.Version, w int) []ink {
	out := []ink{join(l.title(past.Level, past.Number), gap(2), l.ink(stateOf(l, past.State), past.State.String()))}
	out = append(out, l.about("saved", l.ago(past.Saved)+", "+l.date(past.Saved), w)...)
	out = append(out, l.about("by", author(l, past), w)...)
	if !past.Ended.IsZero() {
		by := "expiry"
		if !past.EndedBy.IsZero() {
			by = "session " + past.EndedBy.Short()
		}
		out = append(out, l.about("ended", l.ago(past.Ended)+", "+l.date(past.Ended)+", by "+by, w)...)
	}
	if len(past.Tags) > 0 {
		tags := make([]string, len(past.Tags))
		for i, t := range past.Tags {
			tags[i] = l.safe(string(t))
		}
		out = append(out, l.about("tags", strings.Join(tags, ", "), w)...)
	}
	out = append(out, l.across(w))
	if past.Kind == model.Cover {
		out = append(out, l.note("A cover: the key is no longer true at this level and above.", w)...)
	}
	return out
}
