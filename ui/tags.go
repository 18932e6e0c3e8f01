package ui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/ui/keys"
)

// chooser lists the tags of what the session sees, with their counts; the first
// row is for all memories.
type chooser struct {
	gen     int
	filled  bool
	trouble string
	tags    []model.TagCount
	cur     int
	top     int
}

func (chooser) where() keys.Where { return keys.Tags }

// What the command of the chooser reports.
type (
	tagsRead struct {
		from
		gen  int
		tags []model.TagCount
		info model.Session
	}
	tagsFailed struct {
		from
		gen int
		err error
	}
)

// openTags shows the tags to choose from.
func (r Root) openTags() (Root, tea.Cmd) {
	if r.ended {
		return r, nil
	}
	r.tagAsks++
	r = r.open(chooser{gen: r.tagAsks})
	return r, r.readTags(r.tagAsks)
}

// readTags asks for the tags.
func (r Root) readTags(gen int) tea.Cmd {
	of, s := r.number, r.sess
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if _, err := s.Refresh(ctx); err != nil {
			return tagsFailed{of, gen, err}
		}
		list, err := s.Tags(ctx)
		if err != nil {
			return tagsFailed{of, gen, err}
		}
		return tagsRead{of, gen, list.Tags, s.Info()}
	}
}

// rereadTags asks again for the tags that are shown, if any are.
func (r Root) rereadTags() (Root, tea.Cmd) {
	c, ok := r.over().(chooser)
	if !ok {
		return r, nil
	}
	r.tagAsks++
	c.gen = r.tagAsks
	return r.swap(c), r.readTags(c.gen)
}

// tagFact takes what the command of the chooser reports, and reports whether it is
// that and can have changed the screen.
func (r Root) tagFact(msg tea.Msg) (Root, tea.Cmd, bool) {
	var cmd tea.Cmd
	switch f := msg.(type) {
	case tagsRead:
		r, cmd = r.learn(f.info)
		c, ok := r.over().(chooser)
		if !ok || c.gen != f.gen {
			return r, cmd, cmd != nil
		}
		r = r.swap(c.take(f.tags, r.tag))
	case tagsFailed:
		c, ok := r.over().(chooser)
		switch {
		case errors.Is(f.err, model.ErrEnded):
			if ok {
				r = r.climb()
			}
			return r.endedElsewhere(), nil, true
		case !ok || c.gen != f.gen:
			return r, nil, false
		}
		c.trouble = why(f.err)
		r, cmd = r.swap(c).fail("read the tags", f.err)
	default:
		return r, nil, false
	}
	return r, cmd, true
}

// take takes an answer. The cursor stays on its tag; at first it is on the one that
// is shown.
func (c chooser) take(tags []model.TagCount, shown model.Tag) chooser {
	on, owed := shown, c.cur
	if c.filled {
		on, owed = c.on(), 0
	}
	c.filled, c.trouble, c.tags, c.cur = true, "", tags, 0
	for i, t := range tags {
		if t.Tag == on {
			c.cur = i + 1
		}
	}
	c.cur = max(min(c.cur+owed, len(tags)), 0)
	return c
}

// on returns the tag that the cursor is on; none is all memories.
func (c chooser) on() model.Tag {
	if c.cur == 0 || c.cur > len(c.tags) {
		return ""
	}
	return c.tags[c.cur-1].Tag
}

// actTags does what a key means in the chooser.
func (r Root) actTags(c chooser, do keys.Action) (Root, tea.Cmd) {
	high := r.tagsHigh()
	switch do {
	case "back":
		return r.climb(), nil
	case "take":
		if !c.filled {
			return r, nil
		}
		return r.climb().choose(c.on()), nil
	case "down":
		c.cur++
	case "up":
		c.cur--
	case "half-down":
		c.cur += high / 2
	case "half-up":
		c.cur -= high / 2
	case "page-down":
		c.cur += high
	case "page-up":
		c.cur -= high
	case "first":
		c.cur = -farOff
	case "last":
		c.cur = farOff
	default:
		return r, nil
	}
	if c.filled { // else they are steps from where the cursor will be
		c.cur = max(min(c.cur, len(c.tags)), 0)
		c.top = c.first(high)
	}
	return r.swap(c), nil
}

// choose shows the memories with a tag only, or all if there is none.
func (r Root) choose(tag model.Tag) Root {
	if tag == r.tag {
		return r
	}
	if r.stopList != nil {
		r.stopList()
	}
	r.tag, r.trouble, r.slow = tag, "", false
	r.list = r.list.Anew()
	return r
}

// farOff is more steps than there are tags.
const farOff = 1 << 30

// tagsHigh is how many tags the chooser shows at once.
func (r Root) tagsHigh() int { return max(r.h-r.above()-1-2-2, 3) }

// first returns the row at the top of the chooser.
func (c chooser) first(high int) int {
	top := max(min(c.top, 1+len(c.tags)-high), c.cur-high+1)
	return max(min(top, c.cur), 0)
}

func (c chooser) view(r Root, w, h int) []string {
	l := r.look
	in := min(w-4, 44)
	var lines []ink
	switch {
	case c.trouble != "":
		lines = words(l, l.safe(c.trouble), in)
	case !c.filled:
		lines = []ink{l.ink(l.Quiet, "reading"+l.More)}
	default:
		high := r.tagsHigh()
		top := c.first(high)
		for i := top; i < min(top+high, 1+len(c.tags)); i++ {
			lines = append(lines, c.row(r, i, in))
		}
	}
	return r.box("Tags", lines, in, h)
}

// row draws a tag and how many memories have it.
func (c chooser) row(r Root, i, w int) ink {
	l := r.look
	p, bar := l.Row, " "
	if i == c.cur {
		p, bar = l.Picked, l.Bar
	}
	name, count := "all memories", ""
	if i > 0 {
		name, count = l.safe(string(c.tags[i-1].Tag)), commas(c.tags[i-1].Count)
	}
	if c.tagAt(i) == r.tag {
		count += " " + l.Rung
	}
	room := max(w-2-l.Width(count)-1, 0)
	return join(l.ink(p.Bar, bar), l.ink(p.Name, " "+l.fit(name, room)+" "), l.ink(p.Quiet, count))
}

func (c chooser) tagAt(i int) model.Tag {
	c.cur = i
	return c.on()
}
