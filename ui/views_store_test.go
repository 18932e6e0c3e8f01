package ui_test

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"minne/model"
	"minne/tools"
	"minne/ui"
	"minne/ui/uitest"
)

func TestTheViewsOverARealDatabase(t *testing.T) {
	t.Parallel()
	var s *shelf
	uitest.Run(t, 120, 30, func(t *testing.T) tea.Model {
		s = open(t)
		for _, l := range model.Levels {
			s.save(t, l, "user-name", "the name as "+l.String()+" knows it", "persona")
			s.save(t, l, "user-name", "the name as "+l.String()+" knows it now", "persona")
			s.save(t, l, "only-at-"+l.String(), "a text at "+l.String(), "note")
		}
		for i := range 40 {
			time.Sleep(time.Second)
			s.save(t, model.Internal, "often", fmt.Sprintf("text number %d", i))
		}
		return ui.New(s.options())
	}, func(d *uitest.Driver) {
		d.Type("3").Has("user-name", "the name as PUBLIC knows it now").Lacks("only-at", "RESTRICTED knows")
		d.Type("ll").Has("the name as CONFIDENTIAL knows it now", "the name as INTERNAL knows it now").Type("l").Lacks("RESTRICTED knows")
		d.Type("f").Has("only-at-CONFIDENTIAL", "often").Lacks("only-at-RESTRICTED")

		d.Type("hh").Press(uv.KeyEnter, 0).Has("What a session at ○ PUBLIC sees", "only-at-PUBLIC").Lacks("only-at-INTERNAL", "often", "INTERNAL knows").Press(uv.KeyEscape, 0)

		d.Type("2").Has("text number 38", "superseded", "version 39").Type("G").Has("version 1 ", "the name as")
		for range 3 {
			d.Type("k")
		}
		d.Has("text number 0").Lacks("RESTRICTED knows")
		s.remove(d.T, model.Confidential, "only-at-CONFIDENTIAL")
		d.Type("g").Wait(time.Second).Type("g").Has("▌◑ only-at-CONFIDENTIAL", "a text at CONFIDENTIAL", "deleted")
		d.Type("R").Has("It is live again as it was").Type("y").Has("restored only-at-CONFIDENTIAL").Type("g").Lacks("▌◑ only-at-CONFIDENTIAL")
		s.remove(d.T, model.Confidential, "only-at-CONFIDENTIAL")
		d.Wait(time.Second).Type("g").Type("P").Type("only-at-CONFIDENTIAL").Press(uv.KeyEnter, 0).Has("purged 1 version of only-at-CONFIDENTIAL").Lacks("▌◑ only-at")
		d.Type("F").Has("purge", "restore", "only-at-CONFIDENTIAL").Lacks("only-at-RESTRICTED")

		d.Type("4").Has("this one", "claude-code").Lacks("▌●", "│ ●")
	})
}

// remove is what an agent does in another process.
func (s *shelf) remove(t *testing.T, l model.Level, key string) {
	t.Helper()
	agent, err := s.theirs.Begin(tools.Start{Channel: model.ChannelMCP, Client: "claude-code", Taint: l, Clearance: l})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := agent.Delete(t.Context(), key); err != nil {
		t.Fatal(err)
	}
}
