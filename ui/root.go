package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"minne/model"
	"minne/ui/cells"
	"minne/ui/keys"
	"minne/ui/rows"
	"minne/ui/theme"
)

// Root is the whole screen and the only tea.Model. All that it knows of a session
// goes when another begins (SPEC P5).
type Root struct {
	opts Options
	w, h int
	look look
	dark bool
	has  colorprofile.Profile // the colours that the terminal has

	number from // of the session, counted in this program; 0: none yet
	sess   Session
	info   model.Session
	ended  bool          // it was ended from elsewhere
	first  *sessionBegun // the first session, if it is there before the program runs

	focus    keys.Where
	list     rows.Model
	trouble  string // why the list could not be read
	slow     bool   // the list's answer is late: say so
	memory   memory
	pinned   model.Key // what the memory pane shows while it has the keys
	overlays []overlay

	tab   tab // the screen that is shown
	views [tabs]view

	manner   manner    // how texts are shown
	tag      model.Tag // only memories with it are listed; none: all
	tagAsks  int       // questions for tags, counted
	find     finding   // the search, and what it has found
	stopFind context.CancelFunc

	stopList   context.CancelFunc
	stopMemory context.CancelFunc

	deleted lastDeleted // what u makes live again
	writes  int         // editors that have been opened

	changes int64 // what Changes said last
	deaf    bool  // the last look for changes has failed

	toast     toast
	lastError string
	clicked   click
	screen    string
}

// click is where and when a mouse button went down last.
type click struct {
	key model.Key
	at  time.Time
}

// New returns the program's first screen. Nothing is read before it runs.
func New(o Options) Root {
	if !o.Taint.Valid() {
		o.Taint = model.Public
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	r := Root{opts: o, focus: keys.Memories, dark: o.Theme != "light", has: colorprofile.TrueColor}
	r.look.now = o.Now()
	return r.dress()
}

// dress makes the theme for what is known of the terminal.
func (r Root) dress() Root {
	mode := theme.Light
	if r.dark {
		mode = theme.Dark
	}
	if r.opts.Theme == "none" {
		mode = theme.Plain
	}
	r.look.Theme = theme.New(mode, r.has, r.opts.UTF8)
	r.look.plain = mode == theme.Plain || r.has < colorprofile.ANSI
	return r
}

// Init begins the first session and asks what the background is like.
func (r Root) Init() tea.Cmd {
	cmd := r.begin(r.opts.Taint)
	if f := r.first; f != nil {
		cmd = func() tea.Msg { return *f }
	}
	if r.opts.Theme == "auto" || r.opts.Theme == "" {
		return tea.Batch(cmd, tea.RequestBackgroundColor)
	}
	return cmd
}

// View returns the screen as Update has drawn it: it is called for every message.
func (r Root) View() tea.View {
	return tea.View{Content: r.screen, AltScreen: true, MouseMode: tea.MouseModeCellMotion, WindowTitle: "minne", Cursor: r.cursor()}
}

// Update takes a message, asks for whatever is missing then, and draws the
// screen.
func (r Root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if f, ok := msg.(interface{ session() from }); ok && f.session() != r.number {
		return r.foreign(msg)
	}
	r, cmd, seen := r.take(msg)
	if !seen {
		return r, cmd
	}
	r, more := r.ask()
	r.screen = r.draw()
	return r, tea.Batch(cmd, more)
}

// foreign takes a fact of another session than that on the screen: the next one
// begins, and everything else is dropped.
func (r Root) foreign(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch f := msg.(type) {
	case sessionBegun:
		if f.from != r.number+1 {
			return r, finish(f.sess)
		}
		r, cmd = r.enter(f)
	case beginFailed:
		if f.from != r.number+1 {
			return r, nil
		}
		if r.number == 0 {
			return r, tea.Quit
		}
		r, cmd = r.fail("begin a new session", f.err)
	case draftTaken:
		return r, f.close()
	default:
		return r, nil
	}
	r, more := r.ask()
	r.screen = r.draw()
	return r, tea.Batch(cmd, more)
}

// take takes a message, and reports whether it can have changed the screen.
func (r Root) take(msg tea.Msg) (Root, tea.Cmd, bool) {
	var cmd tea.Cmd
	switch m := msg.(type) {
	case tea.WindowSizeMsg:
		r.w, r.h = m.Width, m.Height
	case tea.BackgroundColorMsg:
		if r.opts.Theme != "auto" && r.opts.Theme != "" {
			return r, nil, false
		}
		r.dark = m.IsDark()
		r = r.dress()
		r.memory.stale = true
	case tea.ColorProfileMsg:
		r.has = m.Profile
		r = r.dress()
		r.memory.stale = true
	case tea.ModeReportMsg:
		if m.Mode != ansi.ModeUnicodeCore {
			return r, nil, false
		}
		r = r.measure(m.Value)
	case tea.KeyPressMsg:
		r, cmd = r.press(m)
	case tea.PasteMsg:
		if _, _, open := r.writing(); open {
			r, cmd = r.pasted(m.Content)
		} else {
			r, cmd = r.pasteQuery(m.Content)
		}
	case tea.MouseClickMsg:
		r = r.click(m.Mouse())
	case tea.MouseWheelMsg:
		r = r.wheel(m.Mouse())
	default:
		return r.fact(msg)
	}
	return r, cmd, true
}

// measure takes what the terminal says of grapheme clusters; Bubble Tea counts
// columns by the same answer.
func (r Root) measure(v ansi.ModeSetting) Root {
	ruler := cells.Ruler{Clusters: v == ansi.ModeSet || v == ansi.ModeReset || v == ansi.ModePermanentlySet}
	if ruler == r.look.Ruler {
		return r
	}
	r.look.Ruler = ruler
	if r.list.Filled() {
		r.list = r.list.Reread(true)
	}
	r.find.field, r.find.stale = r.find.field.Draw(r.look.writing()), true
	r.memory.stale = true
	return r
}

// taint returns what the badge says: before there is a session, what the first
// one will have.
func (r Root) taint() model.Level {
	if r.number == 0 {
		return r.opts.Taint
	}
	return r.info.Taint
}

// where returns the place that has the keys.
func (r Root) where() keys.Where {
	if o := r.over(); o != nil {
		return o.where()
	}
	if v := r.view(); v != nil {
		return v.where()
	}
	return r.focus
}
