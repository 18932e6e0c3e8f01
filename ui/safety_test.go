package ui_test

import (
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

func TestHostileTextNeverReachesTheTerminal(t *testing.T) {
	t.Parallel()
	for _, theme := range []string{"dark", "none"} {
		run(t, 120, 60, func(w *world) {
			for i, p := range hostile.Payloads {
				w.put(model.Version{
					Key: model.Key(p.Text), Level: model.Public, Kind: model.Remembered, State: model.Live,
					Content: p.Text, Size: len(p.Text), Tags: []model.Tag{model.Tag(p.Text)}, Client: p.Text,
					Origin: model.Origin{Source: p.Text}, Saved: at(time.Duration(i) * time.Minute),
				})
			}
		}, func(o *ui.Options) { o.Theme, o.Agent, o.Banner = theme, "a\x1b]0;owned\x07", "b\x1b[2J" }, func(d *uitest.Driver, w *world) {
			for range hostile.Payloads {
				d.Type("j")
			}
			d.Type("v").Press(uv.KeyEscape, 0)
			w.fail(fmt.Errorf("bad \x1b]52;c;aGVsbG8=\x07 error\x1bc"))
			d.Type("r").Type("!")
			if found := d.Hostile(); len(found) > 0 {
				t.Errorf("theme %s: %q reached the terminal", theme, found)
			}
		})
	}
}

func TestTheEndOfAHostileTextIsSeen(t *testing.T) {
	t.Parallel()
	for _, p := range hostile.Payloads {
		run(t, 120, 30, func(w *world) { w.save(model.Public, 0, "key", p.Text) }, nil, func(d *uitest.Driver, _ *world) {
			if !strings.Contains(d.Text(), hostile.End) {
				t.Errorf("%s: its end is hidden:\n%s", p.Name, d.Text())
			}
		})
	}
}

func TestHiddenCharactersAreCountedAndMarked(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) { w.save(model.Public, 0, "key", "user\u202enimda\u202c\x1b[0m and <U+202E>") }, nil, func(d *uitest.Driver, _ *world) {
		d.Has("hidden characters: 3", "user<U+202E>nimda<U+202C>␛[0m and <U+202E>")
		const row = 7
		mark, text := d.Column(row, "<"), d.Column(row, "n")
		if mark < 0 || d.Style(mark, row) == d.Style(text, row) {
			t.Error("the mark looks like text")
		}
	})
}

func TestAnEmojiIsNoHiddenCharacter(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) { w.save(model.Public, 0, "key", "👨\u200d👩\u200d👧 ✔\ufe0f") }, nil, func(d *uitest.Driver, _ *world) {
		d.Lacks("hidden characters", "<U+")
	})
}

func TestBordersStandInOneColumn(t *testing.T) {
	t.Parallel()
	for _, width := range []int{40, 100, 120} {
		run(t, width, 24, func(w *world) {
			for _, k := range []string{"한국어-메모", "👨\u200d👩\u200d👧-family", "🇸🇪", "✔\ufe0f done", "✔ done", "🫠", "e\u0301", "ﷺ", strings.Repeat("明天检查备份脚本", 12)} {
				w.save(model.Public, 0, k, k+"\n"+strings.Repeat(k+" ", 30), model.Tag(k))
			}
		}, nil, func(d *uitest.Driver, _ *world) {
			for range 9 {
				for y := 3; y < 22; y++ {
					for _, x := range []int{0, width - 1} {
						if got := d.Column(y, "│"); got != 0 {
							t.Errorf("width %d: the border of row %d is at %d\n%s", width, y, got, d.Text())
						}
						if got := d.Cell(x, y); got != "│" {
							t.Fatalf("width %d: at %d,%d is %q, want a border\n%s", width, x, y, got, d.Text())
						}
					}
				}
				d.Type("j")
			}
		})
	}
}

func TestTheLastCharacterCanBeReached(t *testing.T) {
	t.Parallel()
	for _, width := range []int{40, 200} {
		run(t, width, 24, func(w *world) {
			w.save(model.Public, time.Minute, "word", strings.Repeat("x", 5000)+"END-5000")
			w.save(model.Public, 0, "lines", strings.Repeat("a line\n", 400)+"END-400")
		}, nil, func(d *uitest.Driver, _ *world) {
			d.Press(uv.KeyEnter, 0).Type("G").Has("END-400").Type("g").Lacks("END-400").Has("version 1")
			d.Press(uv.KeyEscape, 0).Type("j").Press(uv.KeyEnter, 0).Type("G").Has("END-5000")
		})
	}
}

func TestNoColourMeansNoColourCodes(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, func(o *ui.Options) { o.Theme = "none" }, func(d *uitest.Driver, _ *world) {
		d.Type("jT?")
		for _, code := range []string{"38;", "48;", "[31m", ";31m"} {
			if strings.Contains(string(d.Sent()), code) {
				t.Errorf("%q was sent", code)
			}
		}
		d.Has("◑ CONFIDENTIAL")
	})
}

// The new session at a lower level is given to a person who may not know what
// the old one showed: none of it may be left (SPEC P5).
func TestNothingOfTheOldSessionIsLeft(t *testing.T) {
	t.Parallel()
	const canary = "canary"
	for _, way := range []string{"", "v", "!", "jk", "nothing below"} {
		run(t, 120, 30, func(w *world) {
			if way != "nothing below" {
				w.harbour()
			}
			for i := range 80 {
				w.save(model.Confidential, time.Duration(i)*time.Second, fmt.Sprintf("canary-key-%d", i), strings.Repeat("canary text ", 300), "canary-tag")
			}
		}, nil, func(d *uitest.Driver, w *world) {
			w.fail(fmt.Errorf("a canary in an error"))
			d.Type("r").Wait(time.Second)
			w.fail(nil)
			d.Type("r").Wait(3 * time.Second).Has(canary)
			d.Type(strings.TrimSuffix(way, "nothing below")).Press(uv.KeyEscape, 0).Type("TjjN").Has("○ PUBLIC  up to").Lacks(canary)
			if d.Wait(5 * time.Second).Type("q"); !d.Ended() {
				t.Fatal("the program runs on")
			}
			if where := find(reflect.ValueOf(d.Model()), canary, map[uintptr]bool{}); where != "" {
				t.Errorf("after %q the canary is in Root%s", way, where)
			}
		})
	}
}

func TestTheCanaryWouldBeFound(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) { w.save(model.Confidential, 0, "canary-key", "canary text") }, nil, func(d *uitest.Driver, _ *world) {
		if d.Type("q"); find(reflect.ValueOf(d.Model()), "canary", map[uintptr]bool{}) == "" {
			t.Error("the search finds nothing where it should")
		}
	})
}

// find returns where in v a text is kept. It does not look into the session,
// which is the way to what is stored and not what is left of it.
func find(v reflect.Value, text string, seen map[uintptr]bool) string {
	switch v.Kind() {
	case reflect.String:
		if strings.Contains(v.String(), text) {
			return fmt.Sprintf(" = %.60q", v.String())
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() || v.Type() == reflect.TypeFor[*session]() {
			return ""
		}
		if v.Kind() == reflect.Pointer {
			if seen[v.Pointer()] {
				return ""
			}
			seen[v.Pointer()] = true
		}
		return find(v.Elem(), text, seen)
	case reflect.Struct:
		for i := range v.NumField() {
			if where := find(v.Field(i), text, seen); where != "" {
				return "." + v.Type().Field(i).Name + where
			}
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice {
			v = v.Slice(0, v.Cap()) // what was cut off is still there
		}
		for i := range v.Len() {
			if where := find(v.Index(i), text, seen); where != "" {
				return fmt.Sprintf("[%d]", i) + where
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			for _, x := range []reflect.Value{it.Key(), it.Value()} {
				if where := find(x, text, seen); where != "" {
					return "{}" + where
				}
			}
		}
	default:
	}
	return ""
}

func TestResizingComesBackToTheSameScreen(t *testing.T) {
	t.Parallel()
	ways := map[string]func(d *uitest.Driver){
		"memories":  func(d *uitest.Driver) { d.Type(strings.Repeat("j", 40) + "kkk") },
		"memory":    func(d *uitest.Driver) { d.Press(uv.KeyEnter, 0).Type("jjjj") },
		"versions":  func(d *uitest.Driver) { d.Type("v") },
		"ladder":    func(d *uitest.Driver) { d.Type("Tj") },
		"question":  func(d *uitest.Driver) { d.Type("Tk").Press(uv.KeyEnter, 0).Press(uv.KeyTab, 0) },
		"help":      func(d *uitest.Driver) { d.Type("?jjj") },
		"the error": func(d *uitest.Driver) { d.Type("!") },
	}
	fills := map[string]func(*world){
		"many": func(w *world) {
			w.numbered(300).save(model.Public, 0, "long", strings.Repeat("one two three four five six. ", 300))
		},
		"none": nothing,
	}
	for screen, way := range ways {
		for amount, fill := range fills {
			t.Run(screen+" of "+amount, func(t *testing.T) {
				t.Parallel()
				run(t, 80, 24, fill, nil, func(d *uitest.Driver, _ *world) {
					way(d)
					was := d.Wait(5 * time.Second).Text()
					for _, s := range [][2]int{{20, 5}, {5, 3}, {1, 1}, {0, 0}, {300, 100}, {99, 10}, {40, 10}, {80, 24}} {
						d.Resize(s[0], s[1])
					}
					if got := d.Text(); got != was {
						t.Errorf("got\n%s\nwant\n%s", got, was)
					}
				})
			})
		}
	}
}

func TestATinyScreenShowsTheTaintAndTakesOnlyQuit(t *testing.T) {
	t.Parallel()
	run(t, 39, 9, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Has("◑ CONFIDENTIAL", "minne needs 40x10").Lacks("user-name")
		d.Type("Tk").Press(uv.KeyEnter, 0).Type("y").Resize(80, 24).Has("◑ CONFIDENTIAL  up to").Lacks("Taint of", "[ No ]")
		if d.Resize(30, 5).Type("q"); !d.Ended() {
			t.Error("q has not quit")
		}
	})
}

var _ tea.Model = ui.Root{}
