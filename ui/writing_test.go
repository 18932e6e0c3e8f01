package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"minne/model"
	"minne/tools/text/hostile"
	"minne/ui"
	"minne/ui/uitest"
)

// newest returns the newest version of a record.
func (w *world) newest(l model.Level, key string) model.Version {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out model.Version
	for _, v := range w.all {
		if v.Level == l && string(v.Key) == key {
			out = v
		}
	}
	return out
}

func TestAMemoryIsWrittenAndSavedAtTheTaint(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("a").Has("New memory", "will be saved as ◑ CONFIDENTIAL", "a name to find it by").Lacks("not saved")
		d.Type("pref-tea").Press(uv.KeyTab, 0).Type("preference, tea").Press(uv.KeyTab, 0)
		d.Type("q esc ? d").Press(uv.KeyEnter, 0).Type("Green, no sugar.").Press(uv.KeyTab, 0).Type("30d").Has("not saved", "q esc ? d")
		d.Press('s', uv.ModCtrl).Has("saved pref-tea version 1 at ◑ CONFIDENTIAL", "◑ pref-tea").Lacks("New memory")
		got := w.newest(model.Confidential, "pref-tea")
		if got.Content != "q esc ? d\nGreen, no sugar." || fmt.Sprint(got.Tags) != "[preference tea]" {
			t.Errorf("saved: %q, %v", got.Content, got.Tags)
		}
		if days := got.Expires.Sub(got.Saved).Hours() / 24; days < 29.9 || days > 30.1 {
			t.Errorf("it expires after %.1f days", days)
		}
	})
}

func TestEditingALowerRecordShadowsIt(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("Ge").Has("Edit pref-editor", "saves a ◑ CONFIDENTIAL version that shadows the ○ PUBLIC one", "vim, in a terminal")
		d.Resize(40, 12).Has("◑ CONFIDENTIAL, shadows ○ PUBLIC").Resize(80, 24)
		d.Type("not ").Press('s', uv.ModCtrl).Has("saved pref-editor version 1 at ◑ CONFIDENTIAL")
		if got := w.newest(model.Confidential, "pref-editor").Content; got != "not vim, in a terminal, inside tmux." {
			t.Errorf("saved: %q", got)
		}
		if got := w.newest(model.Public, "pref-editor"); got.Number != 1 || got.State != model.Live {
			t.Errorf("the PUBLIC record is %+v", got)
		}
	})
}

func TestTextComesBackByteForByte(t *testing.T) {
	t.Parallel()
	for _, content := range []string{
		"a\tb\r\nc\r\n", "no last newline", "\n\n", strings.Repeat("short\n", 150), "\x1b[31mred\x07 \u202eback\u202c", "trailing  \n ", strings.Repeat("x", 70_000),
	} {
		run(t, 80, 24, func(w *world) { w.save(model.Confidential, time.Minute, "key", content, "a,b", `say "hi"`, "plain") }, nil, func(d *uitest.Driver, w *world) {
			d.Type("e").Has("Edit key").Press(uv.KeyTab, 0).Press(uv.KeyTab, 0).Type("y")
			d.Press(uv.KeyBackspace, 0).Lacks("not saved").Press(uv.KeyTab, 0).Press(uv.KeyTab, 0)
			d.Press(uv.KeyEnd, uv.ModCtrl).Press('s', uv.ModCtrl).Has("saved key version 2")
			got := w.newest(model.Confidential, "key")
			if got.Content != content {
				t.Errorf("got %.60q\nwant %.60q", got.Content, content)
			}
			if want := []model.Tag{"a,b", `say "hi"`, "plain"}; !reflect.DeepEqual(got.Tags, want) {
				t.Errorf("tags: got %q, want %q", got.Tags, want)
			}
		})
	}
}

func TestAHundredAndFiftyLinesCanBeTypedAndPasted(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, nothing, nil, func(d *uitest.Driver, w *world) {
		d.Type("along").Press(uv.KeyTab, 0).Press(uv.KeyTab, 0)
		d.Type(strings.Repeat("x\r", 149) + "x").Has("line 150 of 150")
		d.Press('s', uv.ModCtrl)
		if got := strings.Count(w.newest(model.Confidential, "long").Content, "\n"); got != 149 {
			t.Errorf("got %d line ends", got)
		}
		d.Type("apasted").Press(uv.KeyTab, 0).Press(uv.KeyTab, 0).Paste(strings.Repeat("y\n", 150)).Type("tail").Has("line 151 of 151")
		d.Press('s', uv.ModCtrl)
		if got, want := w.newest(model.Confidential, "pasted").Content, strings.Repeat("y\n", 150)+"tail"; got != want {
			t.Errorf("got %.40q… of %d bytes", got, len(got))
		}
	})
}

func TestAPasteIsTextAndALineTakesItsLinesAsOne(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, nothing, nil, func(d *uitest.Driver, w *world) {
		d.Type("a").Paste("two\nlines\n").Has("two lines").Press(uv.KeyTab, 0).Press(uv.KeyTab, 0)
		d.Paste("line1\nline2\n:q\ndd\n").Has(":q").Press('s', uv.ModCtrl).Has("saved two lines")
		if got := w.newest(model.Confidential, "two lines").Content; got != "line1\nline2\n:q\ndd\n" {
			t.Errorf("got %q", got)
		}
		d.Type("a").Press(uv.KeyTab, 0).Press(uv.KeyTab, 0).Paste(strings.Repeat("z", model.MaxContent+1)).Has("the limit is 1048576: nothing was put in")
	})
}

func TestEscapeAsksIfTextHasChangedAndLeavesAtOnceIfNot(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("a").Press(uv.KeyEscape, 0).Lacks("New memory", "Keep editing")
		d.Type("je").Press(uv.KeyEscape, 0).Lacks("Edit", "Keep editing")
		d.Type("e").Type("one").Press(uv.KeyEnter, 0).Type("two").Press(uv.KeyEscape, 0)
		d.Has("[ Keep editing ]", "[ Save ]", "[ Discard ]").Press(uv.KeyEnter, 0).Lacks("Keep editing").Type("!").Has("two!We will miss April.")
		d.Press(uv.KeyEscape, 0).Type("y").Has("Keep editing").Type("n").Lacks("Keep editing").Has("two!")
		d.Press(uv.KeyEscape, 0).Press(uv.KeyEscape, 0).Has("two!").Press(uv.KeyEscape, 0)
		d.Press(uv.KeyTab, 0).Press(uv.KeyTab, 0).Press(uv.KeyEnter, 0).Lacks("two!", "Keep editing")
		if got := w.newest(model.Confidential, "project-harbour-deadline"); got.Number != 1 {
			t.Errorf("it was saved: %+v", got)
		}
		d.Type("e").Type("late ").Press(uv.KeyEscape, 0).Press(uv.KeyTab, 0).Press(uv.KeyEnter, 0).Has("saved project-harbour-deadline version 2")
	})
}

func TestQuittingAsksOnlyWithUnsavedText(t *testing.T) {
	t.Parallel()
	for name, way := range map[string]func(d *uitest.Driver){
		"again":   func(d *uitest.Driver) { d.Has("Keep editing").Press('c', uv.ModCtrl) },
		"save":    func(d *uitest.Driver) { d.Press(uv.KeyTab, 0).Press(uv.KeyEnter, 0) },
		"discard": func(d *uitest.Driver) { d.Press(uv.KeyLeft, 0).Press(uv.KeyEnter, 0) },
		"tiny":    func(d *uitest.Driver) { d.Resize(20, 5).Press('c', uv.ModCtrl) },
	} {
		run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
			if d.Type("je").Type("new ").Press('c', uv.ModCtrl); d.Ended() {
				t.Fatalf("%s: ctrl+c has thrown text away", name)
			}
			if way(d); !d.Ended() {
				t.Errorf("%s: the program runs on\n%s", name, d.Text())
			}
			if saved := w.newest(model.Confidential, "project-harbour-deadline").Number == 2; saved != (name == "save") {
				t.Errorf("%s: saved is %v", name, saved)
			}
		})
	}
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
		if d.Type("a").Press('c', uv.ModCtrl); !d.Ended() {
			t.Error("ctrl+c asks without any text")
		}
	})
}

func TestWhatIsWrongIsSaidAtTheField(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("a").Press('s', uv.ModCtrl).Has("key is empty")
		d.Type("k").Lacks("key is empty").Press('s', uv.ModCtrl).Has("is empty: give the text").Type("text").Press(uv.KeyTab, 0).Type("yesterday")
		d.Press('s', uv.ModCtrl).Has("expires is not a time", "text").Press('w', uv.ModCtrl).Lacks("expires is")
		d.Press(uv.KeyTab, uv.ModShift).Press(uv.KeyTab, uv.ModShift).Type(strings.Repeat("t", 65)).Press('s', uv.ModCtrl).Has("element 0 of tags: is 65 bytes")
		d.Resize(40, 10).Has("element 0 of tags", "key      k")
		if got := w.newest(model.Confidential, "k"); got.Number != 0 {
			t.Errorf("saved: %+v", got)
		}
	})
}

func TestAConflictAsksAndTheTextIsKept(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("je").Type("mine ")
		w.save(model.Confidential, 0, "project-harbour-deadline", "theirs")
		d.Press('s', uv.ModCtrl).Has("Changed by others", "[ Save anyway ]").Wait(time.Second).Press(uv.KeyEnter, 0).Has("mine We will miss April.").Lacks("Save anyway")
		d.Press('s', uv.ModCtrl).Wait(time.Second).Type("y").Has("saved project-harbour-deadline version 3")
		if got := w.newest(model.Confidential, "project-harbour-deadline").Content; got != "mine We will miss April." {
			t.Errorf("saved: %q", got)
		}
		d.Type("auser-name").Press(uv.KeyTab, 0).Press(uv.KeyTab, 0).Type("another").Press('s', uv.ModCtrl).Has("Changed by others")
	})
}

func TestAQuestionThatAppearsByItselfTakesNoTypedAhead(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("je").Type("mine ")
		w.save(model.Confidential, 0, "project-harbour-deadline", "theirs")
		d.Press('s', uv.ModCtrl)
		for range 5 {
			d.Type("y").Has("Save anyway") // 240 ms after the key before
		}
		d.Wait(time.Second).Type("n").Lacks("Save anyway")
	})
}

func TestASaveThatFailsKeepsTheText(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, func(o *ui.Options) { o.Changes = nil }, func(d *uitest.Driver, w *world) {
		d.Type("aa-key").Press(uv.KeyTab, 0).Press(uv.KeyTab, 0).Type("some text")
		w.fail(errDisk)
		d.Press('s', uv.ModCtrl).Has("save the memory: the disk does not answer", "some text")
		w.fail(nil)
		d.Type("!").Press('s', uv.ModCtrl).Has("saved a-key version 1")
	})
}

func TestUndoAndRedoWhileWriting(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("je").Type("soon ").Press('_', uv.ModCtrl).Lacks("soon", "not saved").Press('y', uv.ModCtrl).Has("soon We will miss April.")
		d.Press('k', uv.ModCtrl).Lacks("We will").Press(uv.KeyEscape, 0).Press(uv.KeyEscape, 0).Has("soon")
	})
}

func TestTheCursorIsWhereTextIsTyped(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		if d.CursorShown() {
			t.Error("there is a cursor in the list")
		}
		d.Type("a").Type("ab")
		if x, y := d.Cursor(); !d.CursorShown() || d.Cell(x-1, y) != "b" {
			t.Errorf("the cursor is at %d,%d\n%s", x, y, d.Text())
		}
		d.Press(uv.KeyTab, 0).Press(uv.KeyTab, 0).Type("one").Press(uv.KeyEnter, 0).Type("twz")
		for _, size := range [][2]int{{80, 24}, {40, 10}, {40, 12}, {200, 60}} {
			d.Resize(size[0], size[1])
			if x, y := d.Cursor(); !d.CursorShown() || d.Cell(x-1, y) != "z" {
				t.Errorf("%v: the cursor is at %d,%d\n%s", size, x, y, d.Text())
			}
		}
		d.Press(uv.KeyEscape, 0)
		if d.CursorShown() {
			t.Error("there is a cursor under a question")
		}
	})
}

func TestWritingOnATinyScreenChangesNothing(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("je").Type("new ")
		was := d.Text()
		d.Resize(30, 8).Has("minne needs 40x10").Type("unseen").Paste("unseen").Press(uv.KeyBackspace, 0).Press('s', uv.ModCtrl).Press(uv.KeyEscape, 0)
		if got := d.Resize(80, 24).Text(); got != was {
			t.Errorf("got\n%s\nwant\n%s", got, was)
		}
	})
}

func TestEditorScreens(t *testing.T) {
	for _, s := range [][2]int{{40, 12}, {80, 24}, {120, 30}} {
		size := fmt.Sprintf("%dx%d", s[0], s[1])
		for name, do := range map[string]func(d *uitest.Driver){
			"editor-new": func(d *uitest.Driver) { d.Type("a") },
			"editor":     func(d *uitest.Driver) { d.Type("Gke").Press(uv.KeyEnd, 0).Type(" Två.").Wait(5 * time.Second) },
			"editor-wrong": func(d *uitest.Driver) {
				d.Type("e").Press(uv.KeyTab, 0).Type("when?").Press('s', uv.ModCtrl)
			},
			"editor-leave": func(d *uitest.Driver) { d.Type("e").Type("x").Press(uv.KeyEscape, 0) },
		} {
			t.Run(name+"-"+size, func(t *testing.T) {
				t.Parallel()
				run(t, s[0], s[1], harbour, nil, func(d *uitest.Driver, _ *world) {
					do(d)
					d.Shows(name + "-" + size)
				})
			})
		}
	}
}

func TestHostileTextNeverReachesTheTerminalThroughTheEditor(t *testing.T) {
	t.Parallel()
	for _, theme := range []string{"dark", "none"} {
		run(t, 80, 24, func(w *world) {
			for i, p := range hostile.Payloads {
				w.put(model.Version{
					Key: model.Key(p.Text), Level: model.Confidential, Kind: model.Remembered, State: model.Live,
					Content: p.Text, Size: len(p.Text), Tags: []model.Tag{model.Tag(p.Text)}, Saved: at(time.Duration(i) * time.Minute),
				})
			}
		}, func(o *ui.Options) { o.Theme = theme }, func(d *uitest.Driver, w *world) {
			for _, p := range hostile.Payloads {
				d.Type("e").Has("Edit").Paste(p.Text).Press('s', uv.ModCtrl).Press(uv.KeyEscape, 0)
				d.Press(uv.KeyLeft, 0).Press(uv.KeyEnter, 0).Lacks("Keep editing")
				d.Type("dn").Type("xn").Type("j")
			}
			if found := d.Hostile(); len(found) > 0 {
				t.Errorf("theme %s: %q reached the terminal", theme, found)
			}
		})
	}
}

func TestADraftIsKeptAndOfferedAfterACrash(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "x.drafts")
	set := func(o *ui.Options) { o.Drafts = dir }
	files := func() int {
		all, _ := filepath.Glob(filepath.Join(dir, "*.draft"))
		return len(all)
	}
	run(t, 80, 24, harbour, set, func(d *uitest.Driver, w *world) {
		d.Type("je").Type("soon: ").Wait(time.Second)
		if files() != 1 {
			t.Fatalf("%d drafts are kept", files())
		}
		if d.Press('c', uv.ModCtrl).Press('c', uv.ModCtrl); !d.Ended() {
			t.Fatal("the program runs on")
		}
	})
	run(t, 80, 24, harbour, func(o *ui.Options) { set(o); o.Taint = model.Internal }, func(d *uitest.Driver, w *world) {
		d.Wait(time.Second).Lacks("draft", "soon:", "project-harbour-deadline")
		d.Type("Tk").Press(uv.KeyEnter, 0).Type("y").Has("A draft was left", "deadline: ◑ CONFIDENTIAL, written just now.")
		d.Wait(time.Second).Press(uv.KeyEnter, 0).Lacks("A draft was left")
	})
	run(t, 80, 24, harbour, set, func(d *uitest.Driver, w *world) {
		d.Wait(time.Second).Has("A draft was left", "[ Later ]").Press(uv.KeyTab, 0).Press(uv.KeyEnter, 0)
		d.Has("Edit project-harbour-deadline", "soon: We will miss April.", "not saved").Press('s', uv.ModCtrl).Has("saved project-harbour-deadline version 2")
		if files() != 0 {
			t.Errorf("%d drafts are left after the save", files())
		}
		d.Type("e").Type("again ").Wait(time.Second)
		if files() != 1 {
			t.Errorf("%d drafts are kept", files())
		}
		d.Press(uv.KeyEscape, 0).Press(uv.KeyLeft, 0).Press(uv.KeyEnter, 0)
		if files() != 0 {
			t.Errorf("%d drafts are left after discarding", files())
		}
	})
	run(t, 80, 24, harbour, set, func(d *uitest.Driver, w *world) { d.Wait(time.Second).Lacks("A draft was left") })
}

func TestADraftCanBeDiscardedWithoutLookingAtIt(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "x.drafts")
	set := func(o *ui.Options) { o.Drafts = dir }
	for range 2 {
		run(t, 80, 24, harbour, set, func(d *uitest.Driver, w *world) {
			d.Wait(time.Second).Press(uv.KeyEnter, 0)
			d.Type("a").Type("k").Wait(time.Second).Press('c', uv.ModCtrl).Press('c', uv.ModCtrl)
		})
	}
	run(t, 80, 24, harbour, set, func(d *uitest.Driver, w *world) {
		d.Wait(time.Second).Has("A draft was left", "1 more draft after this one.").Press(uv.KeyLeft, 0).Press(uv.KeyEnter, 0)
		d.Wait(time.Second).Has("A draft was left").Lacks("more draft").Press(uv.KeyLeft, 0).Press(uv.KeyEnter, 0).Wait(time.Second).Lacks("A draft")
	})
}

func TestADraftThatCannotBeKeptIsSaidAndTheTextStays(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, 120, 30, harbour, func(o *ui.Options) { o.Drafts = filepath.Join(file, "drafts") }, func(d *uitest.Driver, w *world) {
		d.Type("je").Type("soon: ").Wait(time.Second).Has("soon: We will miss April.", "drafts: keep the draft").Press('s', uv.ModCtrl).Has("saved")
	})
}

func TestNothingWrittenIsLeftInALowerSession(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"editor", "delete", "ended"} {
		dir := filepath.Join(t.TempDir(), "x.drafts")
		run(t, 120, 30, func(w *world) {
			w.save(model.Confidential, 0, "canary-key", "canary text", "canary-tag")
		}, func(o *ui.Options) { o.Drafts = dir }, func(d *uitest.Driver, w *world) {
			switch way {
			case "editor":
				d.Type("e").Type("more canary ").Wait(time.Second).Press(uv.KeyEscape, 0).Press(uv.KeyLeft, 0).Press(uv.KeyEnter, 0)
				d.Type("e").Type("canary").Press('s', uv.ModCtrl)
			case "delete":
				d.Type("dy")
			case "ended":
				d.Type("e").Type("more canary ")
				w.mu.Lock()
				w.ended = map[model.ID]bool{{1}: true}
				w.commits++
				w.mu.Unlock()
				d.Wait(time.Second).Press('s', uv.ModCtrl).Has("save the memory: the session has ended", "more canary")
				d.Press(uv.KeyEscape, 0).Has("Keep as a draft").Press(uv.KeyTab, 0).Press(uv.KeyEnter, 0).Lacks("canary")
			}
			d.Type("TggjjjN").Has("○ PUBLIC  up to").Wait(6 * time.Second).Lacks("canary")
			if d.Type("q"); !d.Ended() {
				t.Fatalf("%s: the program runs on\n%s", way, d.Text())
			}
			if where := find(reflect.ValueOf(d.Model()), "canary", map[uintptr]bool{}); where != "" {
				t.Errorf("after %q the canary is in Root%s", way, where)
			}
		})
	}
}

func TestTheMouseReachesEachField(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		w.save(model.Confidential, 0, "lines", strings.Repeat("line\n", 100))
		d.Wait(time.Second).Type("ge").Has("Edit lines").Click(13, 4).Settle().Type("X").Has("liXnes")
		d.Click(3, 8).Settle().Type("Y").Has("lYine").Wheel(5, 10, false).Has("line 4 of 101").Click(11, 21).Settle().Type("2w").Has("2w")
	})
}

func TestAPersonWritesOverARealDatabase(t *testing.T) {
	t.Parallel()
	var s *shelf
	uitest.Run(t, 120, 30, func(t *testing.T) tea.Model {
		s = open(t)
		for _, l := range model.Levels {
			s.save(t, l, "user-name", "the name as "+l.String()+" knows it", "persona")
		}
		o := s.options()
		o.Drafts = filepath.Join(t.TempDir(), "drafts")
		return ui.New(o)
	}, func(d *uitest.Driver) {
		d.Type("e").Has("Edit user-name", "as CONFIDENTIAL knows it").Type("new: ").Wait(time.Second)
		s.save(d.T, model.Confidential, "user-name", "saved by an agent")
		d.Press('s', uv.ModCtrl).Has("Changed by others").Wait(time.Second).Type("y").Has("saved user-name version 3 at ◑ CONFIDENTIAL", "new: the name")
		d.Type("dy").Has("as INTERNAL knows it").Type("u").Has("new: the name", "restored")
		d.Type("xy").Has("Nothing is remembered here yet.", "covered user-name").Lacks("knows it")
		d.Type("auser-name").Press(uv.KeyTab, 0).Type("persona").Press(uv.KeyTab, 0).Type("back again").Press('s', uv.ModCtrl).Has("saved user-name version 5", "back again")
		d.Type("TjjN").Has("○ PUBLIC  up to", "as PUBLIC knows it").Lacks("back again")
	})
}
