package ui_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"minne/model"
	"minne/tools/text/hostile"
	"minne/ui"
	"minne/ui/uitest"
)

func TestHostileTextNeverReachesTheTerminalFromAView(t *testing.T) {
	t.Parallel()
	for _, theme := range []string{"dark", "none"} {
		run(t, 120, 60, func(w *world) {
			for i, p := range hostile.Payloads {
				ago := time.Duration(i) * time.Minute
				for _, l := range []model.Level{model.Public, model.Confidential} {
					for range 2 {
						w.put(model.Version{
							Key: model.Key(p.Text), Level: l, Kind: model.Remembered, State: model.Live,
							Content: p.Text, Size: len(p.Text), Tags: []model.Tag{model.Tag(p.Text)}, Client: p.Text,
							Channel: model.Channel(p.Text), Origin: model.Origin{Source: p.Text}, Saved: at(ago),
						})
					}
				}
				w.log(model.Public, ago, model.EventSave, model.Key(p.Text), model.ID{byte(i)})
				w.events[len(w.events)-1].Note, w.events[len(w.events)-1].Channel = p.Text, model.Channel(p.Text)
				w.visit(model.Visit{Session: model.Session{ID: model.ID{byte(i), 1}, Channel: model.Channel(p.Text), Client: p.Text, Taint: model.Confidential, Clearance: model.Restricted}, Seen: at(ago)})
			}
		}, func(o *ui.Options) { o.Theme = theme }, func(d *uitest.Driver, w *world) {
			for _, view := range []string{"2", "F", "3", "4"} {
				d.Type(view)
				for range hostile.Payloads {
					d.Type("j")
				}
				if view == "2" {
					d.Type("R").Press(uv.KeyEscape, 0).Type("P").Paste(hostile.Payloads[0].Text).Press(uv.KeyEnter, 0).Press(uv.KeyEscape, 0)
				}
				if view == "4" {
					d.Type("R").Press(uv.KeyEscape, 0).Type("E").Press(uv.KeyEscape, 0)
				}
			}
			w.fail(fmt.Errorf("bad \x1b]52;c;aGVsbG8=\x07 error\x1bc"))
			d.Type("r3r2r").Type("!")
			if found := d.Hostile(); len(found) > 0 {
				t.Errorf("theme %s: %q reached the terminal", theme, found)
			}
		})
	}
}

// What a view has shown goes with its session (SPEC P5).
func TestNothingOfTheOldSessionIsLeftInAView(t *testing.T) {
	t.Parallel()
	const canary = "canary"
	for _, way := range []string{"2", "2j", "2F", "2P", "3l", "3fll", "3ll\r", "4", "234"} {
		run(t, 120, 30, func(w *world) {
			w.harbour()
			for i := range 200 {
				key := fmt.Sprintf("canary-key-%d", i)
				w.save(model.Internal, time.Duration(i)*time.Minute, key, "canary below", "canary-tag")
				w.save(model.Confidential, time.Duration(i)*time.Second, key, strings.Repeat("canary text ", 30), "canary-tag")
				w.save(model.Confidential, 0, key, "canary text again", "canary-tag")
				w.log(model.Confidential, 0, model.EventSave, model.Key(key), model.ID{byte(i)})
				w.visit(model.Visit{Session: model.Session{ID: model.ID{byte(i), 1}, Channel: model.ChannelMCP, Client: key, Taint: model.Confidential, Clearance: model.Restricted}, Seen: at(time.Minute)})
			}
		}, nil, func(d *uitest.Driver, w *world) {
			d.Type(way).Has(canary)
			if strings.HasSuffix(way, "P") {
				d.Type(canary).Press(uv.KeyEscape, 0)
			}
			d.Type("TjjN").Has("○ PUBLIC  up to").Lacks(canary)
			if d.Wait(5 * time.Second).Type("q"); !d.Ended() {
				t.Fatal("the program runs on")
			}
			if where := find(reflect.ValueOf(d.Model()), canary, map[uintptr]bool{}); where != "" {
				t.Errorf("after %q the canary is in Root%s", way, where)
			}
		})
	}
}

func TestALongPastIsReadInWindows(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, func(w *world) {
		for i := range 1000 {
			w.save(model.Public, time.Duration(i)*time.Minute, fmt.Sprintf("memory-%05d", i), "x")
			w.all[len(w.all)-1].State, w.all[len(w.all)-1].Ended = model.Deleted, at(time.Duration(i)*time.Minute)
		}
	}, nil, func(d *uitest.Driver, _ *world) {
		d.Type("2").Has("▌○ memory-00000", "1 of more")
		for i := range 40 {
			d.Type(strings.Repeat("j", 25)).Has(fmt.Sprintf("▌○ memory-%05d", min(25*(i+1), 999)))
		}
		for i := range 40 {
			d.Type(strings.Repeat("k", 25)).Has(fmt.Sprintf("▌○ memory-%05d", max(999-25*(i+1), 0)))
		}
		d.Type("G").Has("▌○ memory-00999").Type("k").Has("▌○ memory-00998").Type("g").Has("▌○ memory-00000")
		d.Type("G").Type(strings.Repeat("k", 400)).Has("▌○ memory-00599")
	})
}
