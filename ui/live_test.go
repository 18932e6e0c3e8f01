package ui_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"minne/model"
	"minne/ui"
	"minne/ui/rows"
	"minne/ui/uitest"
)

func TestArrivalsShowThemselvesAndTheCursorStays(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("j").Has("▌◑ project-harbour-deadline")
		w.save(model.Public, 0, "from-an-agent", "hello")
		d.Wait(time.Second).Has("▌◑ project-harbour-deadline", "from-an-agent", "new  now", "Memories 6")
		d.Type("g").Press(uv.KeyEnter, 0).Has("hello").Press(uv.KeyEscape, 0).Has("from-an-agent").Lacks("new  now")
	})
}

func TestTheCursorFollowsARecordThatIsSavedAgain(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) { w.numbered(400) }, nil, func(d *uitest.Driver, w *world) {
		d.Type("G").Has("▌○ memory-00399")
		w.save(model.Public, 0, "memory-00399", "saved again")
		d.Wait(time.Second).Has("▌○ memory-00399", "saved again", "1 of 400").Lacks(" new ")
	})
}

func TestAMemoryThatGoesWhileItIsReadSaysSo(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("jj").Press(uv.KeyEnter, 0).Has("one box on the quay")
		w.remove(model.Internal, "project-harbour-stack")
		d.Wait(time.Second).Has("This memory is no longer here.").Lacks("one box on the quay")
		d.Type("v").Has("deleted").Press(uv.KeyEscape, 0).Press(uv.KeyEscape, 0)
		d.Has("▌○ favorit-fika").Lacks("project-harbour-stack")
	})
}

// A change that the session does not see must not be seen: not in what is drawn,
// and not in that something is drawn.
func TestAHiddenChangeDrawsNothing(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"j", "jv", "T", "?"} {
		run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
			d.Type(key).Wait(2 * time.Second)
			was, asked := d.Sent(), len(w.asked)
			for range 3 {
				w.save(model.Restricted, 0, "user-name", "hidden")
				w.save(model.Restricted, 0, "another", "hidden")
				d.Wait(700 * time.Millisecond)
			}
			if len(w.asked) == asked {
				t.Fatal("the list was not asked for again")
			}
			if now := d.Sent(); !bytes.Equal(was, now) {
				t.Errorf("after %q a hidden change has drawn %q", key, now[len(was):])
			}
		})
	}
}

func TestTheEmptyTextIsTheSameWhateverIsHidden(t *testing.T) {
	t.Parallel()
	var screens []string
	for _, fill := range []func(*world){nothing, func(w *world) { w.save(model.Restricted, 0, "merger-plan", "x") }} {
		run(t, 80, 24, fill, nil, func(d *uitest.Driver, _ *world) { screens = append(screens, d.Text()) })
	}
	if screens[0] != screens[1] {
		t.Errorf("with nothing\n%s\nwith something hidden\n%s", screens[0], screens[1])
	}
}

func TestSlowReadingIsToldAndCanBeStopped(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, func(w *world) { w.numbered(500) }, func(o *ui.Options) { o.Changes = nil }, func(d *uitest.Driver, w *world) {
		w.mu.Lock()
		w.slow = 5 * time.Second
		w.mu.Unlock()
		bright := d.Style(5, 4)
		d.Type("G").Has("reading…", "memory-00000")
		if d.Style(5, 4) == bright {
			t.Error("the old rows are not dimmed")
		}
		d.Press(uv.KeyEscape, 0).Lacks("reading…").Has("▌○ memory-00000")
		d.Wait(10 * time.Second).Has("▌○ memory-00000")
		if d.Style(5, 4) != bright {
			t.Error("the rows stay dimmed")
		}
	})
}

func TestQuickReadingIsNotMentioned(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, func(w *world) { w.numbered(500) }, func(o *ui.Options) { o.Changes = nil }, func(d *uitest.Driver, w *world) {
		w.mu.Lock()
		w.slow = 100 * time.Millisecond
		w.mu.Unlock()
		d.Type("G")
		d.Has("memory-00499")
		if bytes.Contains(d.Sent(), []byte("reading")) {
			t.Error("a wait of 100 ms was mentioned")
		}
	})
}

func TestBothEndsTakeOnePageEach(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, func(w *world) { w.numbered(3000) }, nil, func(d *uitest.Driver, w *world) {
		asked := len(w.asked)
		d.Type("G").Has("▌○ memory-02999", "3,000 of 3,000")
		if got := w.asked[asked:]; len(got) != 1 || got[0].Before != rows.Bottom {
			t.Errorf("for the end was asked %+v", got)
		}
		asked = len(w.asked)
		d.Type("g").Has("▌○ memory-00000", "1 of 3,000")
		if got := w.asked[asked:]; len(got) != 1 || !got[0].After.IsZero() || !got[0].Before.IsZero() {
			t.Errorf("for the start was asked %+v", got)
		}
	})
}

func TestEveryMemoryCanBeReachedBothWays(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, func(w *world) { w.numbered(1000) }, nil, func(d *uitest.Driver, _ *world) {
		for i := range 40 {
			d.Type(strings.Repeat("j", 25)).Has(fmt.Sprintf("▌○ memory-%05d", min(25*(i+1), 999)))
		}
		for i := range 40 {
			d.Type(strings.Repeat("k", 25)).Has(fmt.Sprintf("▌○ memory-%05d", max(999-25*(i+1), 0)))
		}
	})
}

func TestAgesGrowByThemselves(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Has(" 2m ").Wait(90 * time.Second).Lacks(" 2m ").Has(" 3m ")
	})
}
