package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"minne/model"
	"minne/ui"
	"minne/ui/uitest"
)

func harbourPast(w *world) { w.harbourPast() }

func TestViewScreens(t *testing.T) {
	for _, s := range [][2]int{{40, 12}, {80, 24}, {120, 30}} {
		size := fmt.Sprintf("%dx%d", s[0], s[1])
		screen := func(name string, fill func(*world), keys string, press ...rune) {
			t.Run(name+"-"+size, func(t *testing.T) {
				t.Parallel()
				run(t, s[0], s[1], fill, nil, func(d *uitest.Driver, _ *world) {
					for _, key := range keys {
						d.Type(string(key))
					}
					for _, k := range press {
						d.Press(k, 0)
					}
					d.Shows(name + "-" + size)
				})
			})
		}
		screen("shadows", harbourPast, "3ll")
		screen("shadows-text", harbourPast, "3ll", uv.KeyTab)
		screen("shadows-all", harbourPast, "3fjl")
		screen("eyes", harbourPast, "3fl", uv.KeyEnter)
		screen("audit", harbourPast, "2")
		screen("audit-text", harbourPast, "2j", uv.KeyTab)
		screen("audit-purge", harbourPast, "2jjP")
		screen("log", harbourPast, "2Fj")
		screen("sessions", harbourPast, "4")
		screen("sessions-end", harbourPast, "4E")
		screen("shadows-empty", nothing, "3")
		screen("audit-empty", nothing, "2")
		screen("sessions-empty", nothing, "4")
	}
}

func TestTheTableSaysWhatEachLevelGets(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbourPast, nil, func(d *uitest.Driver, _ *world) {
		d.Type("3").Has("user-name", "○ PUBLIC", "A session at ○ PUBLIC gets", "The user is called Tuva.").Lacks("pref-editor", "merger", "RESTRICTED ]", "Falcon")
		d.Type("l").Has("A session at ◔ INTERNAL gets", "Tuva Ekelhamn.", "A session at ○ PUBLIC gets")
		d.Type("llll").Has("A session at ◑ CONFIDENTIAL gets", "alias 'Harbour'")
		d.Type("f").Has("pref-editor", "–", "project-harbour-stack").Lacks("merger-plan", "buyer")
		d.Type("hhhh").Has("A session at ○ PUBLIC gets")
		for range 4 {
			d.Type("h")
		}
		d.Type("G").Has("user-name").Type("g").Press(uv.KeyEscape, 0).Has("project-harbour-deadline")
		if d.Ended() {
			t.Error("esc has quit")
		}
	})
}

func TestAListIsSeenThroughTheEyesOfALowerSession(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbourPast, nil, func(d *uitest.Driver, w *world) {
		d.Type("3").Press(uv.KeyEnter, 0).Has("What a session at ○ PUBLIC sees", "pref-editor", "favorit-fika").Lacks("deadline", "Tuva Ekelhamn", "merger")
		d.Type("G").Has("The user is called Tuva.", "3 of 3")
		w.save(model.Public, 0, "by-an-agent", "x")
		d.Wait(time.Second).Has("by-an-agent").Press(uv.KeyEscape, 0).Has("keys at several levels")
		d.Type("l").Press(uv.KeyEnter, 0).Type("jj").Has("What a session at ◔ INTERNAL sees", "project-harbour-stack", "Tuva Ekelhamn.").Lacks("deadline", "alias 'Harbour'")
		d.Press(uv.KeyEscape, 0).Press(uv.KeyEscape, 0).Has("╭─ Memories")
	})
}

func TestTheAuditListsWhatIsPast(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbourPast, nil, func(d *uitest.Driver, _ *world) {
		d.Type("2").Has("old-berth", "harbour-wifi", "deleted", "superseded").Lacks("buyer", "Falcon")
		d.Type("f").Lacks("superseded").Type("f").Has("No version is expired.").Type("f").Has("No key is covered.")
		d.Type("f").Has("superseded").Lacks("old-berth").Type("f").Has("old-berth")
		d.Type("F").Has("Log", "save", "delete").Lacks("merger-plan", "ffee").Type("F").Has("old-berth")
		d.Press(uv.KeyEscape, 0).Has("project-harbour-stack")
	})
}

func TestRestoreIsForTheSessionsOwnLevel(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbourPast, nil, func(d *uitest.Driver, w *world) {
		d.Type("2f")
		goTo(d, "old-berth").Type("R").Has("Restore old-berth, version 1?", "[ No ]").Press(uv.KeyEnter, 0).Lacks("[ No ]").Has("old-berth")
		d.Type("Ry").Has("restored old-berth at ◑ CONFIDENTIAL").Type("2").Lacks("▌◑ old-berth")
		goTo(d, "harbour-wifi").Type("R").Has("a CONFIDENTIAL session restores CONFIDENTIAL records only").Type("P").Has("purges CONFIDENTIAL records only").Lacks("[ No ]", "Purge harbour-wifi?")
		d.Type("1").Has("old-berth")
	})
}

// goTo moves the cursor to a key of the list.
func goTo(d *uitest.Driver, key string) *uitest.Driver {
	d.Type("g")
	for range 20 {
		if strings.Contains(d.Text(), "▌◑ "+key) || strings.Contains(d.Text(), "▌◔ "+key) || strings.Contains(d.Text(), "▌○ "+key) {
			return d
		}
		d.Type("j")
	}
	d.T.Errorf("%s is not in the list:\n%s", key, d.Text())
	return d
}

func TestAPurgeTakesTheKeyToBeTyped(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbourPast, nil, func(d *uitest.Driver, w *world) {
		d.Type("2f")
		goTo(d, "old-berth").Type("P").Has("Type the key to purge it").Type("yq").Press(uv.KeyEnter, 0).Has("that is not the key: nothing was purged", "yq")
		d.Press(uv.KeyBackspace, 0).Press(uv.KeyBackspace, 0).Type("old-berth").Press(uv.KeyEnter, 0)
		d.Has("purged 1 version of old-berth at ◑ CONFIDENTIAL").Lacks("▌◑ old-berth")
		for _, v := range w.all {
			if v.Key == "old-berth" {
				t.Error("it is still there")
			}
		}
		goTo(d.Type("ffff"), "user-name").Type("P").Press(uv.KeyEscape, 0).Lacks("Type the key")
	})
}

func TestSessionsAreRaisedAndEnded(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbourPast, nil, func(d *uitest.Driver, w *world) {
		d.Type("4").Has("claude-code", "crush", "7f3a", "c0de", "ended").Lacks("ffee", "falcon")
		d.Type("R").Has("RESTRICTED is above the clearance of session 7f3a, CONFIDENTIAL")
		d.Type("jE").Has("[ End ]").Type("y").Has("that session is at PUBLIC")
		d.Type("R").Has("CONFIDENTIAL is above the clearance of session c0de, INTERNAL")
		d.Type("jE").Has("session abcd has ended").Lacks("[ No ]")
		d.Type("gEy").Has("session 7f3a has ended").Lacks("[ No ]")
	})
	run(t, 120, 30, harbourPast, func(o *ui.Options) { o.Taint = model.Internal }, func(d *uitest.Driver, w *world) {
		d.Type("4").Lacks("claude-code", "7f3a")
		d.Type("R").Has("Raise session c0de to ◔ INTERNAL?").Type("y").Has("session c0de is at ◔ INTERNAL")
	})
}

func TestAViewSaysThatItCouldNotBeRead(t *testing.T) {
	t.Parallel()
	for key, what := range map[string]string{"2": "The past could not be read.", "2F": "The log could not be read.", "3": "The table could not be read.", "4": "The sessions could not be read."} {
		run(t, 80, 24, harbourPast, func(o *ui.Options) { o.Changes = nil }, func(d *uitest.Driver, w *world) {
			w.fail(errDisk)
			d.Type(key).Has(what, "the disk does not answer", "tries again")
			w.fail(nil)
			d.Type("r").Lacks("could not be read")
			w.fail(errDisk)
			d.Type("r").Has("not up to date")
		})
	}
}

func TestAViewFollowsWhatOthersDo(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbourPast, nil, func(d *uitest.Driver, w *world) {
		d.Type("3f")
		w.save(model.Internal, 0, "a-new-key", "by an agent")
		d.Wait(time.Second).Has("a-new-key").Type("2")
		w.remove(model.Internal, "a-new-key")
		d.Wait(time.Second).Has("a-new-key").Type("F")
		w.log(model.Public, 0, model.EventRead, "a-key-read", model.ID{9})
		d.Wait(time.Second).Has("a-key-read").Type("4")
		w.visit(model.Visit{Session: model.Session{ID: model.ID{0xbe, 0xef}, Channel: model.ChannelCLI, Taint: model.Public, Clearance: model.Public}, Seen: at(0)})
		d.Wait(time.Second).Has("beef")
	})
}

// A change that the session does not see draws nothing in any view.
func TestAHiddenChangeDrawsNothingInAView(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"2", "2F", "3", "3f", "4"} {
		run(t, 120, 30, harbourPast, nil, func(d *uitest.Driver, w *world) {
			d.Type(key).Wait(2 * time.Second)
			was := d.Sent()
			w.save(model.Restricted, 0, "user-name", "hidden")
			w.remove(model.Restricted, "user-name")
			w.log(model.Restricted, 0, model.EventDelete, "user-name", model.ID{9})
			w.visit(model.Visit{Session: model.Session{ID: model.ID{9}, Taint: model.Restricted, Clearance: model.Restricted}, Seen: at(0)})
			if d.Wait(2 * time.Second); string(was) != string(d.Sent()) {
				t.Errorf("in %q a hidden change has drawn %q", key, d.Sent()[len(was):])
			}
		})
	}
}

func TestTheTabsTurnByKeyAndByMouse(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbourPast, nil, func(d *uitest.Driver, w *world) {
		for _, tab := range [][2]string{{"2", "Audit"}, {"3", "Shadows"}, {"4", "Sessions"}, {"1", "Memories"}} {
			d.Click(d.Column(1, tab[0])+3, 1).Settle().Has("╭─ " + tab[1])
		}
		d.Type("4").Has("╭─ Sessions").Type("1").Has("╭─ Memories")
	})
}

func TestAnEmptyViewIsTheSameWhateverIsHidden(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"2", "2F", "3", "3f", "4"} {
		var screens []string
		for _, fill := range []func(*world){nothing, func(w *world) {
			w.save(model.Restricted, 0, "merger-plan", "x")
			w.remove(model.Restricted, "merger-plan")
			w.log(model.Restricted, 0, model.EventDelete, "merger-plan", model.ID{9})
		}} {
			run(t, 80, 24, fill, nil, func(d *uitest.Driver, _ *world) { screens = append(screens, d.Type(key).Text()) })
		}
		if screens[0] != screens[1] {
			t.Errorf("%s: with nothing\n%s\nwith something hidden\n%s", key, screens[0], screens[1])
		}
	}
}
