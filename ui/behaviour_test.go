package ui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"minne/model"
	"minne/ui"
	"minne/ui/keys"
	"minne/ui/uitest"
)

func TestEscapeClimbsAndNeverQuits(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Press(uv.KeyEnter, 0).Has("Tuva Ekelhamn").Type("v").Has("versions")
		d.Press(uv.KeyEscape, 0).Has("Tuva Ekelhamn")
		d.Press(uv.KeyEscape, 0).Has("project-harbour-stack")
		d.Type("Tk").Press(uv.KeyEnter, 0).Has("[ No ]")
		d.Press(uv.KeyEscape, 0).Has("Taint of this session").Lacks("[ No ]")
		for range 5 {
			d.Press(uv.KeyEscape, 0)
		}
		if d.Ended() {
			t.Error("esc has quit")
		}
		d.Has("project-harbour-stack").Lacks("Taint of this session")
	})
}

func TestQGoesBackAndQuitsFromMemories(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Press(uv.KeyEnter, 0).Type("q")
		if d.Ended() {
			t.Fatal("q in a memory has quit")
		}
		if d.Has("project-harbour-stack").Type("q"); !d.Ended() {
			t.Error("q in Memories has not quit")
		}
	})
}

func TestCtrlCQuitsEverywhere(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"", "v", "T", "?", "!"} {
		run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
			if d.Type(way).Press('c', uv.ModCtrl); !d.Ended() {
				t.Errorf("ctrl+c after %q has not quit", way)
			}
		})
	}
}

func TestTheQuestionStartsOnNo(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Type("Tk").Press(uv.KeyEnter, 0).Press(uv.KeyEnter, 0)
		d.Lacks("[ No ]", "merger-plan").Has("◑ CONFIDENTIAL  up to")
		d.Press(uv.KeyEnter, 0).Press(uv.KeyTab, 0).Press(uv.KeyEnter, 0)
		d.Has("● RESTRICTED  up to", "merger-plan", "raised to ● RESTRICTED").Lacks("Taint of this session")
	})
}

func TestYRaises(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, func(o *ui.Options) { o.Taint = model.Public }, func(d *uitest.Driver, _ *world) {
		d.Type("Tk").Press(uv.KeyEnter, 0).Type("y").Has("◔ INTERNAL  up to", "project-harbour-stack").Lacks("deadline")
	})
}

func TestPasteNeverActs(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
		was := d.Text()
		if d.Paste("line1\nline2\nq\n\x03TN?vr\n"); d.Ended() {
			t.Fatal("a paste has quit")
		}
		if got := d.Text(); got != was {
			t.Errorf("a paste has acted:\n%s", got)
		}
		d.Type("Tk").Press(uv.KeyEnter, 0).Paste("y\n")
		d.Has("[ No ]").Lacks("merger-plan")
	})
}

func TestAboveTheClearanceALevelIsThereButCannotBeTaken(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Lacks("merger-plan")
	})
	world := &world{}
	uitest.Run(t, 80, 24, func(*testing.T) tea.Model {
		time.Sleep(noon)
		o := world.harbour().options()
		o.Begin = world.open(model.Confidential)
		return ui.New(o)
	}, func(d *uitest.Driver) {
		d.Type("Tk").Has("▌ ● RESTRICTED", "above the clearance")
		d.Press(uv.KeyEnter, 0).Lacks("[ No ]").Has("RESTRICTED is above the clearance, CONFIDENTIAL")
	})
}

func TestDownIsOnlyThroughANewSession(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("Tj").Press(uv.KeyEnter, 0).Has("needs a new session: press N", "◑ CONFIDENTIAL  up to")
		d.Type("N").Has("◔ INTERNAL  up to", "a new session at ◔ INTERNAL", "project-harbour-stack").Lacks("deadline", "Taint of")
		d.Type("TN").Has("N is for a level below INTERNAL")
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.sessions != 2 || !w.ended[model.ID{1}] || w.ended[model.ID{2}] {
			t.Errorf("%d sessions have begun, ended: %v", w.sessions, w.ended)
		}
	})
}

func TestASecondPressBeginsNoSecondSession(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("TjNN").Has("◔ INTERNAL  up to")
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.ended[model.ID{2}] == w.ended[model.ID{3}] && w.sessions == 3 {
			t.Errorf("of the new sessions, both or none has ended: %v", w.ended)
		}
	})
}

func TestASessionThatCannotBeginEndsTheProgramOrStaysWhereItIs(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		w.mu.Lock()
		w.begin = errDisk
		w.mu.Unlock()
		d.Type("TjN").Has("begin a new session: the disk does not answer", "◑ CONFIDENTIAL  up to")
	})
	run(t, 80, 24, func(w *world) { w.begin = errDisk }, nil, func(d *uitest.Driver, _ *world) {
		if !d.Ended() {
			t.Error("the program runs without a session")
		}
	})
}

func TestARaiseFromElsewhereIsNoticed(t *testing.T) {
	t.Parallel()
	world := &world{}
	var mine *session
	uitest.Run(t, 120, 30, func(*testing.T) tea.Model {
		time.Sleep(noon)
		o := world.harbour().options()
		begin := o.Begin
		o.Begin = func(l model.Level) (ui.Session, error) {
			s, err := begin(l)
			mine = s.(*session)
			return s, err
		}
		return ui.New(o)
	}, func(d *uitest.Driver) {
		if _, err := mine.Raise(t.Context(), model.Restricted); err != nil {
			t.Fatal(err)
		}
		world.save(model.Public, 0, "anything", "a commit")
		d.Wait(time.Second).Has("● RESTRICTED  up to", "merger-plan", "raised to ● RESTRICTED from elsewhere")
	})
}

func TestAnEndedSessionShowsNothingMore(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		w.mu.Lock()
		w.ended = map[model.ID]bool{{1}: true}
		w.commits++
		w.mu.Unlock()
		d.Wait(time.Second).Has("This session has been ended.").Lacks("user-name", "Tuva", "Memories 5")
		d.Type("r").Type("TN").Has("a new session at ◑ CONFIDENTIAL", "user-name")
	})
}

func TestErrorsStayUntilTheNextKeyAndCanBeReadAgain(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, func(o *ui.Options) { o.Changes = nil }, func(d *uitest.Driver, w *world) {
		d.Type("!").Has("Nothing has gone wrong").Press(uv.KeyEscape, 0)
		w.fail(errDisk)
		d.Type("r").Wait(time.Minute).Has("read the memories: the disk does not answer", "not up to date", "user-name")
		d.Type("j").Lacks("read the memories: the disk").Type("!").Has("read the memories: the disk does not answer")
		w.fail(nil)
		d.Press(uv.KeyEscape, 0).Type("r").Lacks("not up to date")
	})
}

func TestHelpNamesEveryKey(t *testing.T) {
	t.Parallel()
	run(t, 100, 400, harbour, nil, func(d *uitest.Driver, _ *world) {
		help := d.Type("?").Text()
		for _, k := range keys.Table {
			if k.In == keys.Sheet {
				continue
			}
			if !strings.Contains(help, k.Help) {
				t.Errorf("%s: %q is not in the help", k.Do, k.Help)
			}
		}
	})
}

func TestTheMouseChoosesOpensAndScrolls(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) { w.numbered(200) }, nil, func(d *uitest.Driver, _ *world) {
		d.Click(10, 7).Settle().Has("▌○ memory-00004", "content of 4")
		d.Wheel(10, 7, false).Has("▌○ memory-00007").Wheel(10, 7, true).Has("▌○ memory-00004")
		d.Wait(time.Second).Click(10, 5).Click(10, 5).Settle().Has("esc back", "content of 2")
		d.Click(10, 6).Settle().Has("enter read", "content of 3")
		d.Click(100, 10).Settle().Has("esc back")
	})
}
