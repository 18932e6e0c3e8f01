package assets_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"minne/assets"
	"minne/model"
	"minne/policy"
)

// operation is one line of the demo, as assets.Demo documents it.
type operation struct {
	Ago       string   `json:"ago"`
	Level     string   `json:"level"`
	Op        string   `json:"op"`
	Key       string   `json:"key"`
	Content   string   `json:"content"`
	Tags      []string `json:"tags"`
	ExpiresIn string   `json:"expires_in"`
	Channel   string   `json:"channel"`
	Client    string   `json:"client"`
}

// at names the operation in a test's message.
func (o operation) at() string { return fmt.Sprintf("%s %s %s@%s", o.Ago, o.Op, o.Key, o.Level) }

func operations(t *testing.T) []operation {
	t.Helper()
	lines := strings.SplitAfter(string(assets.Demo()), "\n")
	if last := lines[len(lines)-1]; last != "" {
		t.Fatalf("the last line does not end: %.40q", last)
	}
	var ops []operation
	for i, line := range lines[:len(lines)-1] {
		var o operation
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&o); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		if rest, err := d.Token(); err == nil {
			t.Fatalf("line %d: %v after the operation", i+1, rest)
		}
		ops = append(ops, o)
	}
	return ops
}

// span reads a length of time such as "92d4h": whole numbers of days, hours,
// minutes and seconds, in that order.
func span(t *testing.T, s string) time.Duration {
	t.Helper()
	var total time.Duration
	rest := s
	for _, unit := range []struct {
		name string
		size time.Duration
	}{{"d", 24 * time.Hour}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}} {
		digits, after, found := strings.Cut(rest, unit.name)
		if !found {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 16)
		if err != nil {
			t.Fatalf("span %q: %v", s, err)
		}
		total, rest = total+time.Duration(n)*unit.size, after
	}
	if s == "" || rest != "" {
		t.Fatalf("span %q does not end with a unit", s)
	}
	return total
}

func level(t *testing.T, o operation) model.Level {
	t.Helper()
	l, err := model.ParseLevel(o.Level)
	if err != nil {
		t.Fatalf("%s: %v", o.at(), err)
	}
	if o.Level != l.String() {
		t.Errorf("%s: write the level as %v", o.at(), l)
	}
	return l
}

// record is what the demo leaves behind for a key at a level.
type record struct {
	state    model.State
	saves    int
	expires  time.Duration // ago; below zero: in the future, zero: never
	deleted  int
	content  string
	channels map[string]bool
}

// world is the demo after its last operation.
type world map[string]map[model.Level]*record

// played runs the demo by the rules for saves, deletes, covers and expiry, and
// fails on an operation that a session would be refused.
func played(t *testing.T) world {
	t.Helper()
	w := world{}
	for _, o := range operations(t) {
		l, now := level(t, o), span(t, o.Ago)
		if w[o.Key] == nil {
			w[o.Key] = map[model.Level]*record{}
		}
		if w[o.Key][l] == nil {
			w[o.Key][l] = &record{channels: map[string]bool{}}
		}
		r := w[o.Key][l]
		r.settle(now)
		switch o.Op {
		case "save":
			r.state, r.content, r.expires = model.Live, o.Content, 0
			r.saves++
			r.channels[o.Channel] = true
			if o.ExpiresIn != "" {
				r.expires = now - span(t, o.ExpiresIn)
			}
		case "delete":
			if r.state != model.Live && r.state != model.Covered {
				t.Errorf("%s: nothing live is there", o.at())
			}
			r.state = model.Deleted
			r.deleted++
		case "cover":
			r.state, r.content, r.expires = model.Covered, "", 0
		}
	}
	for _, levels := range w {
		for _, r := range levels {
			r.settle(0)
		}
	}
	return w
}

// settle lets the record expire if its time has come.
func (r *record) settle(now time.Duration) {
	if r.state == model.Live && r.expires != 0 && r.expires >= now {
		r.state = model.Expired
	}
}

// standing is what policy decides on.
func standing(levels map[model.Level]*record) policy.Standing {
	var s policy.Standing
	for l, r := range levels {
		s[l] = r.state
	}
	return s
}

// ceiling is what a session at l may read up to.
func ceiling(t *testing.T, l model.Level) policy.Ceiling {
	t.Helper()
	s, err := policy.Admit(model.Session{ID: model.ID{1}, Channel: model.ChannelTUI, Taint: l, Clearance: l})
	if err != nil {
		t.Fatal(err)
	}
	return s.Ceiling()
}

func TestTheCallerOwnsTheBytes(t *testing.T) {
	t.Parallel()
	clear(assets.Demo())
	if bytes.IndexByte(assets.Demo(), 0) >= 0 {
		t.Error("a caller's change is seen by the next caller")
	}
}
