package ui_test

import (
	"bytes"
	"fmt"
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

func TestSearchFindsWhileTyping(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("/").Has("Type words, in any order.", "tag:project")
		d.Type("alias").Has("▌◑ user-name", "under the project alias", "1 of 1").Lacks("pref-editor")
		if in := w.searched[len(w.searched)-1]; !in.Operators || in.Query != "alias" {
			t.Errorf("asked %+v", in)
		}
		d.Type(" q").Has("No memory matches.")
		d.Press(uv.KeyBackspace, 0).Press(uv.KeyBackspace, 0).Has("▌◑ user-name")
		d.Press(uv.KeyEnter, 0).Has("best first", "enter read").Press(uv.KeyEnter, 0).Has("esc back")
		d.Press(uv.KeyEscape, 0).Has("best first")
		d.Press(uv.KeyEscape, 0).Has("pref-editor", "newest").Lacks("best first")
	})
}

func TestEscapeLeavesTheFieldAndThenTheSearch(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Type("/quay").Press(uv.KeyEscape, 0).Has("project-harbour-stack", "esc all").Lacks("pref-editor")
		d.Press(uv.KeyEscape, 0).Has("pref-editor").Lacks("esc all")
		d.Type("/").Press(uv.KeyEscape, 0).Has("pref-editor").Lacks("Search ─")
	})
}

func TestOneQuestionForAWordThatIsTypedFast(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("/").Type("quay")
		if len(w.searched) != 1 || w.searched[0].Query != "quay" {
			t.Errorf("asked %+v", w.searched)
		}
	})
}

func TestALateSearchIsStoppedAndItsAnswerIgnored(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) {
		w.harbour()
		w.thinks = map[string]time.Duration{"vim": 5 * time.Second}
	}, nil, func(d *uitest.Driver, w *world) {
		d.Type("/vim").Wait(time.Second).Has("searching…")
		for range 3 {
			d.Press(uv.KeyBackspace, 0)
		}
		d.Type("quay").Has("▌◔ project-harbour-stack").Lacks("searching…")
		if len(w.stopped) != 1 || w.stopped[0] != "vim" {
			t.Errorf("stopped %q", w.stopped)
		}
		d.Wait(10 * time.Second).Has("▌◔ project-harbour-stack").Lacks("pref-editor")
	})
}

func TestEscapeStopsASlowSearch(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, func(w *world) {
		w.harbour()
		w.thinks = map[string]time.Duration{"vim": 5 * time.Second}
	}, nil, func(d *uitest.Driver, _ *world) {
		d.Type("/vim").Press(uv.KeyEnter, 0).Wait(time.Second).Has("searching…")
		d.Press(uv.KeyEscape, 0).Has("searching was stopped").Press(uv.KeyEscape, 0).Has("user-name", "newest")
	})
}

func TestMatchedWordsStandOut(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Type("/alias").Press(uv.KeyEnter, 0)
		const snippet = 5
		plain := d.Style(5, snippet)
		marked := false
		for x := range 56 {
			if d.Cell(x, snippet) == "a" && d.Cell(x+1, snippet) == "l" && d.Cell(x+2, snippet) == "i" {
				marked = d.Style(x, snippet) != plain && d.Style(x+4, snippet) != plain && d.Style(x+5, snippet) == plain
			}
		}
		if !marked {
			t.Errorf("the match looks like the rest:\n%s", d.Text())
		}
	})
}

func TestMoreMatchesComeWithScrolling(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, func(w *world) { w.numbered(250) }, nil, func(d *uitest.Driver, w *world) {
		d.Type("/content").Press(uv.KeyEnter, 0).Has("1 of 250")
		for range 30 {
			d.Press(uv.KeyPgDown, 0)
		}
		d.Has("250 of 250", "memory-00249").Type("g").Has("1 of 250", "memory-00000")
		w.save(model.Public, 0, "memory-00249", "content anew")
		d.Wait(time.Second).Has("2 of 250", "memory-00249", "▌○ memory-00000")
	})
}

func TestNGoesToTheNextMatch(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, func(w *world) { w.numbered(5) }, nil, func(d *uitest.Driver, _ *world) {
		d.Press(uv.KeyEnter, 0).Type("n").Has("nothing was searched for").Press(uv.KeyEscape, 0)
		d.Type("/content").Press(uv.KeyEnter, 0).Type("n").Has("2 of 5").Type("N").Has("1 of 5")
		d.Press(uv.KeyEnter, 0).Has("content of 0").Type("nn").Has("content of 2").Type("N").Has("content of 1")
		d.Type("NN").Has("content of 0", "there are no more matches").Press(uv.KeyEscape, 0).Has("1 of 5")
	})
}

func TestSearchesCanBeBroughtBack(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
		for _, q := range []string{"quay", "vim"} {
			d.Type("/"+q).Press(uv.KeyEnter, 0).Press(uv.KeyEscape, 0)
		}
		d.Type("/half").Press(uv.KeyUp, 0).Has("/ vim", "pref-editor").Press(uv.KeyUp, 0).Has("/ quay", "project-harbour-stack")
		d.Press(uv.KeyUp, 0).Has("/ quay").Press(uv.KeyDown, 0).Press(uv.KeyDown, 0).Has("/ half", "No memory matches.")
	})
}

func TestPastedTextIsSearchedForAsOneLine(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Type("/").Paste("box\non").Has("/ box on", "project-harbour-stack")
		d.Send(tea.PasteMsg{Content: "\x1b[31m\u202e"}).Has("/ box on␛[31m<U+202E>", "No memory matches.")
		if found := d.Hostile(); len(found) > 0 || d.Ended() {
			t.Errorf("%q", found)
		}
	})
}

func TestWhatAgentsSaveAppearsInTheResults(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("/quay").Press(uv.KeyEnter, 0).Has("1 of 1")
		w.save(model.Public, 0, "another", "also on the quay")
		d.Wait(time.Second).Has("2 of 2", "another", "▌◔ project-harbour-stack")
		w.remove(model.Internal, "project-harbour-stack")
		d.Wait(time.Second).Has("1 of 1", "▌○ another").Lacks("project-harbour-stack")
	})
}

func TestARaiseSearchesAgain(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Type("/Falcon").Press(uv.KeyEnter, 0).Has("No memory matches.")
		d.Type("Tk").Press(uv.KeyEnter, 0).Type("y").Has("merger-plan", "1 of 1")
	})
}

func TestNoMatchLooksTheSameWhateverIsHidden(t *testing.T) {
	t.Parallel()
	var screens []string
	var sent [][]byte
	for _, hidden := range []string{"", "Falcon"} {
		run(t, 80, 24, func(w *world) {
			w.save(model.Public, time.Hour, "key", "text")
			if hidden != "" {
				w.save(model.Restricted, 0, "Falcon-plan", hidden, "Falcon")
			}
		}, nil, func(d *uitest.Driver, _ *world) {
			d.Type("/Falcon").Press(uv.KeyEnter, 0)
			screens, sent = append(screens, d.Text()), append(sent, d.Sent())
		})
	}
	if screens[0] != screens[1] || !bytes.Equal(sent[0], sent[1]) {
		t.Errorf("with nothing\n%s\nwith something hidden\n%s", screens[0], screens[1])
	}
}

func TestAHiddenChangeDrawsNothingInASearch(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("/user").Press(uv.KeyEnter, 0).Wait(5 * time.Second)
		was, asked := d.Sent(), len(w.searched)
		for range 3 {
			w.save(model.Restricted, 0, "user-name", "hidden user")
			w.save(model.Restricted, 0, "user-other", "hidden user")
			d.Wait(700 * time.Millisecond)
		}
		if len(w.searched) == asked {
			t.Fatal("the search was not asked again")
		}
		if now := d.Sent(); !bytes.Equal(was, now) {
			t.Errorf("a hidden change has drawn %q", now[len(was):])
		}
	})
}

func TestAFailedSearchSaysSoAndCanBeTriedAgain(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, func(o *ui.Options) { o.Changes = nil }, func(d *uitest.Driver, w *world) {
		w.fail(errDisk)
		d.Type("/quay").Press(uv.KeyEnter, 0).Has("The search could not be done.", "the disk does not answer")
		w.fail(nil)
		d.Type("r").Has("project-harbour-stack").Lacks("could not be done")
	})
}

func TestHostileMatchesNeverReachTheTerminal(t *testing.T) {
	t.Parallel()
	for _, theme := range []string{"dark", "none"} {
		run(t, 120, 60, func(w *world) {
			for i, p := range hostile.Payloads {
				w.put(model.Version{
					Key: model.Key(p.Text + "x"), Level: model.Public, Kind: model.Remembered, State: model.Live,
					Content: "x" + p.Text + "x", Tags: []model.Tag{model.Tag(p.Text)}, Saved: at(time.Duration(i) * time.Minute),
				})
			}
		}, func(o *ui.Options) { o.Theme = theme }, func(d *uitest.Driver, _ *world) {
			d.Type("/x").Press(uv.KeyEnter, 0).Has("1 of " + fmt.Sprint(len(hostile.Payloads)))
			for range hostile.Payloads {
				d.Type("n")
			}
			if found := d.Hostile(); len(found) > 0 {
				t.Errorf("theme %s: %q reached the terminal", theme, found)
			}
		})
	}
}

func TestNothingOfASearchIsLeftInTheNextSession(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"", "open", "left", "typing"} {
		run(t, 120, 30, func(w *world) {
			for i := range 80 {
				w.save(model.Confidential, time.Duration(i)*time.Second, fmt.Sprintf("canary-key-%d", i), strings.Repeat("canary text ", 300), "canary-tag")
			}
		}, nil, func(d *uitest.Driver, _ *world) {
			d.Type("/canary").Press(uv.KeyEnter, 0).Has("canary text")
			switch way {
			case "open":
				d.Press(uv.KeyEnter, 0)
			case "left":
				d.Press(uv.KeyEscape, 0)
			case "typing":
				d.Type("/ canary").Press(uv.KeyUp, 0).Press(uv.KeyEnter, 0)
			}
			d.Type("TjjN").Has("○ PUBLIC  up to").Lacks("canary").Type("/").Press(uv.KeyUp, 0).Lacks("canary").Press(uv.KeyEscape, 0)
			if d.Wait(5 * time.Second).Type("q"); !d.Ended() {
				t.Fatal("the program runs on")
			}
			if where := find(reflect.ValueOf(d.Model()), "canary", map[uintptr]bool{}); where != "" {
				t.Errorf("after %q the canary is in Root%s", way, where)
			}
		})
	}
}

func TestTheCursorOfTheTerminalIsInTheField(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Type("/日本")
		if x, y := d.Cursor(); x != 8 || y != 3 {
			t.Errorf("the cursor is at %d,%d", x, y)
		}
	})
}

func TestASearchComesBackToTheSameScreenAfterResizing(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"/content", "/nothing at all", "/"} {
		run(t, 80, 24, func(w *world) { w.numbered(100) }, nil, func(d *uitest.Driver, _ *world) {
			was := d.Type(way).Press(uv.KeyDown, 0).Wait(5 * time.Second).Text()
			for _, s := range [][2]int{{20, 5}, {5, 3}, {0, 0}, {300, 100}, {99, 10}, {40, 10}, {80, 24}} {
				d.Resize(s[0], s[1])
			}
			if got := d.Text(); got != was {
				t.Errorf("got\n%s\nwant\n%s", got, was)
			}
		})
	}
}

func TestTheMouseChoosesAmongTheMatches(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) { w.numbered(50) }, nil, func(d *uitest.Driver, _ *world) {
		d.Type("/content").Click(10, 9).Settle().Has("3 of 50", "▌○ memory-00002", "esc all")
		d.Wheel(10, 9, false).Has("6 of 50").Click(10, 3).Settle().Has("esc leave")
		d.Click(10, 6).Click(10, 6).Settle().Has("esc back")
	})
}

func TestScreensOfASearch(t *testing.T) {
	for _, s := range sizes {
		size := fmt.Sprintf("%dx%d", s[0], s[1])
		for name, way := range map[string]string{"search": "/harbour", "search-new": "/", "search-none": "/zebra"} {
			t.Run(name+"-"+size, func(t *testing.T) {
				t.Parallel()
				run(t, s[0], s[1], harbour, nil, func(d *uitest.Driver, _ *world) { d.Type(way).Shows(name + "-" + size) })
			})
		}
	}
}
