package ui_test

import (
	"fmt"
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

const notes = "# Harbour\n\nThe **stack** is:\n\n- Go\n- SQLite\n\n`minne demo` shows it.\n"

func TestTextsAreShownAsMarkdownOrRaw(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) { w.save(model.Public, 0, "notes", notes) }, nil, func(d *uitest.Driver, _ *world) {
		d.Has("– Go", "The stack is:").Lacks("**", "─ raw ─")
		d.Type("w").Has("- Go", "The **stack** is:", "─ raw ─", "texts are shown raw")
		d.Type("w").Has("The stack is:").Lacks("**")
		d.Press(uv.KeyEnter, 0).Type("w").Has("**stack**")
	})
}

func TestHowTextsAreShownHoldsForTheNext(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) {
		w.save(model.Public, 0, "one", "**one**")
		w.save(model.Public, time.Minute, "two", "**two**")
	}, nil, func(d *uitest.Driver, _ *world) {
		d.Type("wj").Has("**two**").Type("wk").Lacks("**").Has(" one  ")
	})
}

func TestATextThatCannotBeMarkdownIsShownRaw(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) {
		w.save(model.Public, 0, "long", strings.Repeat("**word** ", 10_000))
		w.save(model.Public, time.Minute, "hidden", "**a**\u202eb")
	}, nil, func(d *uitest.Driver, _ *world) {
		d.Has("**word**", "raw: it cannot be shown as Markdown")
		d.Type("j").Has("**a**<U+202E>b", "raw: it has hidden characters")
	})
}

func TestHiddenCharactersCanBeMarked(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) { w.save(model.Public, 0, "key", " a b  c\td \n\nend") }, nil, func(d *uitest.Driver, _ *world) {
		d.Lacks("␊").Type("i").Has("·a b··c→", "d·␊", "raw, hidden characters marked")
		d.Type("i").Lacks("␊", "raw,")
	})
}

func TestMarkdownFitsEveryWidthAndItsEndCanBeReached(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) { w.save(model.Public, 0, "notes", strings.Repeat(notes, 20)+"\nthe very end") }, nil, func(d *uitest.Driver, _ *world) {
		d.Press(uv.KeyEnter, 0)
		for _, width := range []int{120, 40, 80, 200} {
			d.Resize(width, 24).Type("G").Has("the very end").Type("g").Lacks("the very end")
		}
	})
}

func TestHostileMarkdownNeverReachesTheTerminal(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", "w", "i"} {
		run(t, 120, 60, func(w *world) {
			for i, p := range hostile.Payloads {
				w.save(model.Public, time.Duration(i)*time.Minute, fmt.Sprint("key-", i), "# head\n- **"+p.Text+"** [a]("+p.Text+")\n\n```\n"+p.Text+"\n```\n")
			}
			w.save(model.Public, -time.Minute, "link", "[good](http://evil.example) <b>x</b> &#27;[31m")
		}, nil, func(d *uitest.Driver, _ *world) {
			d.Type(key).Has("evil.example")
			for range hostile.Payloads {
				d.Type("j")
			}
			if found := d.Hostile(); len(found) > 0 {
				t.Errorf("after %q: %q reached the terminal", key, found)
			}
		})
	}
}

func TestMarkdownUnderAnOverlayIsFadedAndFollowsTheBackground(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, func(w *world) { w.save(model.Public, 0, "notes", notes) }, func(o *ui.Options) { o.Theme = "auto" }, func(d *uitest.Driver, _ *world) {
		const row = 7
		head := d.Column(row, "H")
		dark := d.Style(head, row)
		d.Type("T")
		if d.Style(head, row) == dark {
			t.Error("the head shines through")
		}
		d.Press(uv.KeyEscape, 0)
		if d.Style(head, row) != dark {
			t.Error("the head stays faded")
		}
		d.Send(tea.BackgroundColorMsg{Color: white{}}).Settle()
		if d.Style(head, row) == dark {
			t.Error("on a light background it looks the same")
		}
	})
}

// white is a colour.
type white struct{}

func (white) RGBA() (r, g, b, a uint32) { return 0xffff, 0xffff, 0xffff, 0xffff }

func TestScreensOfMarkdown(t *testing.T) {
	for _, s := range sizes[:3] {
		for name, way := range map[string]string{"markdown": "", "raw": "w", "marked": "i"} {
			size := fmt.Sprintf("%s-%dx%d", name, s[0], s[1])
			t.Run(size, func(t *testing.T) {
				t.Parallel()
				run(t, s[0], s[1], func(w *world) { w.harbour().save(model.Confidential, 0, "notes", notes+"\nTwo  spaces\tand a tab. \n") }, nil, func(d *uitest.Driver, _ *world) {
					d.Press(uv.KeyEnter, 0).Type(way).Wait(5 * time.Second).Shows(size)
				})
			})
		}
	}
}
