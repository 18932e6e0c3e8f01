package ui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/tools"
	"minne/ui/cells"
	"minne/ui/drafts"
	"minne/ui/edit"
	"minne/ui/keys"
)

// field is a part of a memory that is written.
type field int

// The fields, in the order of tab.
const (
	keyField field = iota
	tagsField
	textField
	expiryField
	fieldCount
)

var fieldNames = [fieldCount]string{"key", "tags", "text", "expires"}

// writing is the editor: a memory that a person writes. Its level is not among
// its fields (SPEC P3).
type writing struct {
	number  int         // of the editor, counted in the session
	base    drafts.Base // the version that is edited; the zero Base: a new memory
	ready   bool        // else the version is being read
	resumed bool        // it began as a draft
	fields  [fieldCount]edit.Model
	on      field

	wrong   string // what is wrong with a field: safe
	wrongAt field

	saving   bool
	quitting bool // the program ends when it is saved

	pad     *drafts.Pad // nil: drafts are kept nowhere
	kept    int         // the edits that a draft has been kept of
	ticking bool

	// What the fields are laid out for.
	wide, high int
	ruler      cells.Ruler
	plain      bool
}

func (writing) where() keys.Where { return keys.Writing }

// Facts about the editor.
type (
	writingRead struct {
		from
		number int
		got    tools.Got
	}
	writingUnread struct {
		from
		number int
		err    error
	}
)

// writing returns the editor, if it is open, and its place among the overlays.
func (r Root) writing() (writing, int, bool) {
	for i, o := range r.overlays {
		if w, ok := o.(writing); ok {
			return w, i, true
		}
	}
	return writing{}, 0, false
}

// put puts w in the place of the editor.
func (r Root) put(w writing) Root {
	_, i, open := r.writing()
	if !open {
		return r
	}
	r.overlays = append([]overlay(nil), r.overlays...)
	r.overlays[i] = w
	return r
}

// shut takes the editor away, and what is above it.
func (r Root) shut() Root {
	if _, i, open := r.writing(); open {
		r.overlays = r.overlays[:i:i]
	}
	return r
}

// write opens the editor: for a new memory, or for the one that the person is on.
func (r Root) write(do keys.Action) (Root, tea.Cmd) {
	r.writes++
	w := writing{number: r.writes, pad: r.newPad()}
	if do == "add" {
		return r.open(w.fill("", nil, "", time.Time{})), nil
	}
	key, at, ok := r.chosenRecord()
	if !ok {
		return r, nil
	}
	w.base = drafts.Base{Key: key, Level: at}
	of, s := r.number, r.sess
	return r.open(w), func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		got, err := s.Get(ctx, string(key))
		if err == nil && !got.Found {
			err = model.ErrNotFound
		}
		if err != nil {
			return writingUnread{of, w.number, err}
		}
		return writingRead{of, w.number, got}
	}
}

// fill makes the fields.
func (w writing) fill(key string, tags []string, text string, expires time.Time) writing {
	ends := ""
	if !expires.IsZero() {
		ends = expires.UTC().Format(time.RFC3339Nano)
	}
	return w.load(key, writeTags(tags), text, ends)
}

// load makes the fields of what has been typed.
func (w writing) load(key, tags, text, expires string) writing {
	o := edit.Options{Limit: model.MaxContent}
	w.fields = [fieldCount]edit.Model{edit.NewLine(key, o), edit.NewLine(tags, o), edit.New(text, o), edit.NewLine(expires, o)}
	w.ready, w.wide = true, 0
	if key != "" {
		w.on = textField
	}
	return w
}

// read takes the version that is to be edited.
func (r Root) readForWriting(f writingRead) Root {
	w, _, open := r.writing()
	if !open || w.number != f.number {
		return r
	}
	m := f.got.Head
	w.base = drafts.Base{Key: m.Key, Level: m.Level, Version: m.Number}
	tags := make([]string, len(m.Tags))
	for i, t := range m.Tags {
		tags[i] = string(t)
	}
	return r.put(w.fill(string(m.Key), tags, m.Content, m.Expires))
}

// unread closes an editor whose version cannot be read.
func (r Root) unread(f writingUnread) (Root, tea.Cmd) {
	if w, _, open := r.writing(); !open || w.number != f.number {
		return r, nil
	}
	return r.shut().fail("read the memory", f.err)
}

// text returns a field as it was typed.
func (w writing) text(f field) string { return w.fields[f].String() }

// changed reports whether there is anything that is not saved.
func (w writing) changed() bool {
	for _, m := range w.fields {
		if m.Changed() {
			return w.ready
		}
	}
	return w.resumed
}

// edits counts the changes.
func (w writing) edits() int {
	n := 1
	for _, m := range w.fields {
		n += m.Edits()
	}
	return n
}

// writeTags writes tags with commas between them. One that holds a comma or a
// quote is quoted.
func writeTags(tags []string) string {
	out := make([]string, len(tags))
	for i, t := range tags {
		if strings.ContainsAny(t, `,"`) {
			t = `"` + strings.ReplaceAll(t, `"`, `""`) + `"`
		}
		out[i] = t
	}
	return strings.Join(out, ", ")
}

// readTags reads what writeTags writes.
func readTags(s string) []string {
	var out []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		var t string
		if quoted, rest, ok := unquote(s); ok {
			t, s = quoted, rest
		} else {
			t, s, _ = strings.Cut(s, ",")
		}
		out = append(out, t)
	}
	return out
}

// unquote takes a quoted tag from the beginning of s, and the comma after it.
func unquote(s string) (tag, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", s, false
	}
	var b strings.Builder
	for in := s[1:]; ; {
		before, after, found := strings.Cut(in, `"`)
		if !found {
			return "", s, false
		}
		b.WriteString(before)
		if strings.HasPrefix(after, `"`) {
			b.WriteByte('"')
			in = after[1:]
			continue
		}
		rest = strings.TrimSpace(after)
		if rest != "" && rest[0] != ',' {
			return "", s, false
		}
		return b.String(), strings.TrimPrefix(rest, ","), true
	}
}
