package ui_test

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"minne/model"
	"minne/ui"
	"minne/ui/uitest"
)

// options are those of most tests: a person at CONFIDENTIAL.
func (w *world) options() ui.Options {
	return ui.Options{
		Begin: w.open(model.Restricted), Taint: model.Confidential, Changes: w.changes, Agent: "main-session",
		UTF8: true, Theme: "dark", Now: func() time.Time { return time.Now().UTC() },
	}
}

// run shows a world on a terminal.
func run(t *testing.T, w, h int, fill func(*world), set func(*ui.Options), body func(d *uitest.Driver, w *world)) {
	t.Helper()
	world := &world{}
	uitest.Run(t, w, h, func(*testing.T) tea.Model {
		time.Sleep(noon)
		fill(world)
		o := world.options()
		if set != nil {
			set(&o)
		}
		return ui.New(o)
	}, func(d *uitest.Driver) { body(d, world) })
}

func harbour(w *world) { w.harbour() }
func nothing(*world)   {}

var sizes = [][2]int{{40, 12}, {80, 24}, {120, 30}, {200, 60}}

func TestScreens(t *testing.T) {
	for _, s := range sizes {
		size := fmt.Sprintf("%dx%d", s[0], s[1])
		screen := func(name string, fill func(*world), do func(d *uitest.Driver, w *world)) {
			t.Run(name+"-"+size, func(t *testing.T) {
				t.Parallel()
				run(t, s[0], s[1], fill, nil, func(d *uitest.Driver, w *world) {
					do(d, w)
					d.Shows(name + "-" + size)
				})
			})
		}
		screen("memories", harbour, func(*uitest.Driver, *world) {})
		screen("memory", harbour, func(d *uitest.Driver, _ *world) { d.Press(uv.KeyEnter, 0) })
		screen("versions", harbour, func(d *uitest.Driver, _ *world) { d.Type("v") })
		screen("ladder", harbour, func(d *uitest.Driver, _ *world) { d.Type("Tj") })
		screen("question", harbour, func(d *uitest.Driver, _ *world) { d.Type("Tk").Press(uv.KeyEnter, 0) })
		screen("help", harbour, func(d *uitest.Driver, _ *world) { d.Type("?") })
		screen("empty", nothing, func(*uitest.Driver, *world) {})
		screen("failed", func(w *world) { w.harbour() }, func(d *uitest.Driver, w *world) {
			w.fail(errDisk)
			d.Type("r").Wait(10 * time.Second)
		})
	}
}

func TestScreensThatNeverHadRows(t *testing.T) {
	t.Parallel()
	world := &world{}
	uitest.Run(t, 80, 24, func(*testing.T) tea.Model {
		time.Sleep(noon)
		world.harbour()
		o := world.options()
		o.Changes = nil
		world.fail(errDisk)
		return ui.New(o)
	}, func(d *uitest.Driver) {
		d.Shows("failed-at-start-80x24")
		world.fail(nil)
		d.Type("r").Has("project-harbour-stack").Lacks("could not be read")
	})
}

func TestWithoutUnicodeOnlyASCIIIsDrawn(t *testing.T) {
	t.Parallel()
	run(t, 100, 24, func(w *world) {
		w.harbour().save(model.Public, time.Minute, "båten", "Hon heter Måsen.\x1b[31m", "familj")
	}, func(o *ui.Options) { o.UTF8 = false }, func(d *uitest.Driver, _ *world) {
		d.Shows("ascii-100x24")
		for i, r := range d.Text() {
			if r > '~' {
				t.Errorf("%q is drawn at byte %d", r, i)
			}
		}
	})
}

func TestReadOnlyAndTheBannerAreAlwaysShown(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, func(o *ui.Options) { o.ReadOnly, o.Banner = true, "demo: a throw-away copy" }, func(d *uitest.Driver, _ *world) {
		d.Has("read-only", "demo: a throw-away copy")
		d.Type("Tk").Has("Raising is written down, and the database is read-only.")
		d.Press(uv.KeyEnter, 0).Lacks("[ No ]").Has("a raise cannot be written down")
	})
}

func TestALongBannerHasARowOfItsOwn(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, func(o *ui.Options) {
		o.Banner = "from another terminal: minne save --db /tmp/minne-demo-1234567/demo.db KEY TEXT"
	}, func(d *uitest.Driver, _ *world) {
		d.Shows("banner-80x24")
		d.Type("?").Has("minne save --db", "KEY TEXT", "? keys").Press(uv.KeyEscape, 0)
		d.Resize(40, 12).Has("? keys", "user-name").Lacks("from another terminal")
	})
}
