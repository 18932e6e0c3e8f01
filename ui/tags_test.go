package ui_test

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"minne/model"
	"minne/tools/text/hostile"
	"minne/ui/uitest"
)

func TestATagCanBeChosenAndDropped(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("t").Has("all memories", "harbour", "persona").Lacks("merger")
		d.Type("j").Press(uv.KeyEnter, 0).Has("Memories tagged harbour", "1 of 2", "project-harbour-stack").Lacks("pref-editor")
		if q := w.asked[len(w.asked)-1]; q.Tag != "harbour" {
			t.Errorf("asked %+v", q)
		}
		d.Press(uv.KeyEscape, 0).Has("pref-editor", "1 of 5").Lacks("tagged")
		d.Type("tj").Press(uv.KeyEnter, 0).Type("t").Press(uv.KeyEscape, 0).Has("tagged harbour")
		d.Type("tg").Press(uv.KeyEnter, 0).Has("pref-editor").Lacks("tagged")
	})
}

func TestTheTaggedListIsRefreshed(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("tj").Press(uv.KeyEnter, 0)
		w.save(model.Public, 0, "untagged", "x")
		w.save(model.Public, 0, "moored", "x", "harbour")
		d.Wait(time.Second).Has("moored", "of 3").Lacks("untagged")
		for _, k := range []string{"moored", "project-harbour-stack", "project-harbour-deadline"} {
			for _, l := range model.Levels {
				w.remove(l, k)
			}
		}
		d.Wait(time.Second).Has("No memory has this tag now.").Press(uv.KeyEscape, 0).Has("untagged")
	})
}

func TestALateListOfAnotherTagIsIgnored(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		w.mu.Lock()
		w.slow = 2 * time.Second
		w.mu.Unlock()
		d.Type("r").Type("tj").Press(uv.KeyEnter, 0).Wait(time.Second).Lacks("pref-editor")
		d.Wait(10*time.Second).Has("1 of 2", "project-harbour-stack").Lacks("pref-editor")
	})
}

func TestTagsFollowChangesWhileTheyAreShown(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("tjj").Wait(2 * time.Second)
		was := d.Sent()
		w.save(model.Restricted, 0, "secret", "x", "secret-tag", "harbour")
		if d.Wait(time.Second); !bytes.Equal(was, d.Sent()) {
			t.Errorf("a hidden change has drawn %q", d.Sent()[len(was):])
		}
		w.save(model.Public, 0, "open", "x", "open-tag")
		d.Wait(time.Second).Has("open-tag").Lacks("secret-tag")
		w.fail(errDisk)
		d.Press(uv.KeyEscape, 0).Type("t").Has("the disk does not answer")
	})
}

func TestManyTagsScrollAndHostileOnesAreSafe(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, func(w *world) {
		for i := range 60 {
			w.save(model.Public, time.Minute, fmt.Sprint("key-", i), "x", model.Tag(fmt.Sprintf("tag-%02d", i)))
		}
		for i, p := range hostile.Payloads {
			w.save(model.Public, 0, fmt.Sprint("bad-", i), "x", model.Tag(p.Text))
		}
	}, nil, func(d *uitest.Driver, _ *world) {
		d.Type("t").Type("G").Type("g").Has("all memories")
		for range 60 + len(hostile.Payloads) {
			d.Type("j")
		}
		d.Press(uv.KeyEnter, 0).Has("1 of 1")
		if found := d.Hostile(); len(found) > 0 {
			t.Errorf("%q reached the terminal", found)
		}
	})
}

func TestNothingOfATagIsLeftInTheNextSession(t *testing.T) {
	t.Parallel()
	for _, open := range []string{"", "t"} {
		run(t, 120, 30, func(w *world) { w.save(model.Confidential, 0, "key", "x", "canary-tag") }, nil, func(d *uitest.Driver, _ *world) {
			d.Type("tj").Press(uv.KeyEnter, 0).Has("tagged canary-tag").Type(open).Press(uv.KeyEscape, 0)
			if open == "" {
				d.Type("tj").Press(uv.KeyEnter, 0)
			}
			d.Type("TjjN").Has("○ PUBLIC  up to").Lacks("canary")
			if d.Wait(5 * time.Second).Type("q"); !d.Ended() {
				t.Fatal("the program runs on")
			}
			if where := find(reflect.ValueOf(d.Model()), "canary", map[uintptr]bool{}); where != "" {
				t.Errorf("the canary is in Root%s", where)
			}
		})
	}
}

func TestScreensOfTags(t *testing.T) {
	for _, s := range sizes[:3] {
		size := fmt.Sprintf("%dx%d", s[0], s[1])
		t.Run(size, func(t *testing.T) {
			t.Parallel()
			run(t, s[0], s[1], harbour, nil, func(d *uitest.Driver, _ *world) {
				d.Type("tj").Shows("tags-" + size)
				d.Press(uv.KeyEnter, 0).Shows("tagged-" + size)
			})
		})
	}
}
