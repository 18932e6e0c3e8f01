package ui_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"minne/model"
	"minne/store"
	"minne/tools"
	"minne/ui"
	"minne/ui/uitest"
)

// shelf is a database, and services on it as two processes have them.
type shelf struct{ mine, theirs *tools.Service }

func open(t *testing.T) *shelf {
	t.Helper()
	path := filepath.Join(t.TempDir(), "main-session.db")
	service := func() *tools.Service {
		db, err := store.Open(t.Context(), path, store.Options{Agent: store.DefaultAgent, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Errorf("close: %v", err)
			}
		})
		return tools.New(db, tools.Options{Now: time.Now})
	}
	return &shelf{service(), service()}
}

// save is what an agent does in another process.
func (s *shelf) save(t *testing.T, l model.Level, key, content string, tags ...string) {
	t.Helper()
	agent, err := s.theirs.Begin(tools.Start{Channel: model.ChannelMCP, Client: "claude-code", Taint: l, Clearance: l})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := agent.Save(t.Context(), tools.SaveInput{Key: key, Content: content, Tags: tags}); err != nil {
		t.Fatal(err)
	}
}

func (s *shelf) options() ui.Options {
	return ui.Options{
		Begin: func(l model.Level) (ui.Session, error) {
			sess, err := s.mine.Begin(tools.Start{Channel: model.ChannelTUI, Taint: l, Clearance: model.Restricted})
			if err != nil {
				return nil, err
			}
			return sess, nil
		},
		Changes: s.mine.Changes, Agent: store.DefaultAgent, UTF8: true, Theme: "dark", Taint: model.Confidential,
		Now: func() time.Time { return time.Now().UTC() },
	}
}

func TestTheWholeProgramOverARealDatabase(t *testing.T) {
	t.Parallel()
	var s *shelf
	uitest.Run(t, 120, 30, func(t *testing.T) tea.Model {
		s = open(t)
		for i, l := range model.Levels {
			s.save(t, l, "user-name", "the name as "+l.String()+" knows it", "persona")
			for n := range 60 {
				time.Sleep(time.Second)
				s.save(t, l, fmt.Sprintf("note-%c-%03d", 'a'+i, n), "a note", "note")
			}
		}
		return ui.New(s.options())
	}, func(d *uitest.Driver) {
		d.Has("Memories 181", "◑ CONFIDENTIAL  up to ● RESTRICTED", "a note").Lacks("note-d", "as RESTRICTED knows it")
		d.Type("G").Has("181 of 181", "○ note-a-000").Type("g").Has("1 of 181")

		s.save(d.T, model.Confidential, "user-name", "the newest name")
		d.Wait(time.Second).Has("◑ user-name", "new  now", "Memories 181")
		d.Type("g").Press(uv.KeyEnter, 0).Has("the newest name", "version 2", "shadows  ◔ INTERNAL, ○ PUBLIC", "mcp, claude-code")
		d.Type("v").Has("4 versions", "superseded").Press(uv.KeyEscape, 0).Press(uv.KeyEscape, 0)

		d.Type("Tk").Press(uv.KeyEnter, 0).Type("y").Has("● RESTRICTED  up to", "Memories 241", "as RESTRICTED knows it")
		d.Type("TN").Has("N is for a level below RESTRICTED").Type("G").Type("N")
		d.Has("○ PUBLIC  up to", "Memories 61", "a new session at ○ PUBLIC").Lacks("note-b", "note-c", "note-d", "newest name")
		d.Type("G").Has("as PUBLIC knows it", "61 of 61")
	})
}
