// Package ui is the terminal program: it shows what an agent remembers to the
// person in front of it. Root is its only tea.Model; every other part is a value
// that Root calls.
//
// It decides no access and stores nothing: all it shows comes from a Session,
// and what the session does not see is not there (SPEC P6). It reads and writes
// no file but drafts of what is being written (package drafts), logs nothing, and
// everything that it draws and did not write itself has passed package text.
package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"minne/model"
	"minne/tools"
)

// Session is what the UI needs of a session; *tools.Session is one.
type Session interface {
	// Info returns the session as it was last known; Refresh asks the database.
	Info() model.Session
	Refresh(ctx context.Context) (model.Session, error)
	// Page returns a part of the view. A query before Cursor{math.MinInt64,
	// "\xff"} is for the last page.
	Page(ctx context.Context, q model.ListQuery) (model.Page, error)
	Get(ctx context.Context, key string) (tools.Got, error)
	History(ctx context.Context, key string) (tools.History, error)
	Search(ctx context.Context, in tools.SearchInput) (tools.Results, error)
	Tags(ctx context.Context) (tools.TagList, error)
	Raise(ctx context.Context, to model.Level) (model.Session, error)
	// Matrix, GetAs, PageAs, Past, Events and Sessions are what the views besides Memories
	// show.
	Matrix(ctx context.Context, q tools.MatrixQuery) ([]model.Row, bool, error)
	GetAs(ctx context.Context, eyes model.Level, key string) (model.Memory, error)
	PageAs(ctx context.Context, eyes model.Level, q model.ListQuery) (model.Page, error)
	Past(ctx context.Context, q tools.PastQuery) ([]model.Version, bool, error)
	Events(ctx context.Context, q tools.EventQuery) ([]model.Event, error)
	Sessions(ctx context.Context, limit int) ([]model.Visit, error)
	Purge(ctx context.Context, key string, older time.Duration) (tools.Purged, error)
	RaiseOther(ctx context.Context, id model.ID, to model.Level) error
	EndOther(ctx context.Context, id model.ID) error
	// Save, Delete, Cover and Restore change the session's own record of a key.
	Save(ctx context.Context, in tools.SaveInput) (tools.Saved, error)
	Delete(ctx context.Context, key string) (tools.Gone, error)
	Cover(ctx context.Context, key string) (tools.Saved, error)
	Restore(ctx context.Context, key string, number int) (tools.Saved, error)
	End(ctx context.Context) error
}

// Options are what the UI takes from the rest of the program. Begin is needed;
// the rest may be left out.
type Options struct {
	// Begin opens a session at a taint: the first one, and another whenever a
	// person goes down to a lower level (SPEC P5). The UI ends them.
	Begin func(taint model.Level) (Session, error)
	// Taint is that of the first session; PUBLIC if it is not set.
	Taint model.Level
	// Changes returns a number that differs after others have changed something.
	// Without it nothing is refreshed by itself.
	Changes func(ctx context.Context) (int64, error)
	// Agent is the name of the agent whose memories these are.
	Agent string
	// Banner is a few words that are always shown, such as "demo: a throw-away
	// copy".
	Banner string
	// ReadOnly says that the database cannot be written to.
	ReadOnly bool
	// Drafts is the folder in which text is kept while it is written; empty: nowhere.
	Drafts string
	// UTF8 says that the terminal's locale is UTF-8. If not, only ASCII is drawn.
	UTF8 bool
	// Theme is "dark", "light", "none" for no colour, or "auto" or "" to ask the
	// terminal. NO_COLOR in the environment stands above it.
	Theme string
	// Now tells the time and, by its location, the zone that times are shown in.
	Now func() time.Time
}

// Themes are the values of Options.Theme.
var Themes = []string{"auto", "dark", "light", "none"}

// Run shows the UI on the terminal until the person leaves, and then returns nil,
// or until ctx is done or a signal or a fault stops it. It leaves the terminal as
// it was, however it ends. Its error holds no memory text.
func Run(ctx context.Context, o Options) error {
	var with []tea.ProgramOption
	if os.Getenv("NO_COLOR") != "" {
		o.Theme = "none"
	}
	if o.Theme == "none" {
		with = append(with, tea.WithColorProfile(colorprofile.ASCII))
	}
	r := New(o)
	switch f := r.begin(r.opts.Taint)().(type) { // without a session there is nothing to show
	case sessionBegun:
		r.first = &f
	case beginFailed:
		return f.err
	}
	last, err := tea.NewProgram(r, append(with, tea.WithContext(ctx))...).Run()
	if r, ok := last.(Root); ok {
		if keep := r.leaveDraft(); keep != nil {
			f, _ := keep().(draftLeft)
			err = errors.Join(err, f.err)
		}
		err = errors.Join(err, r.end())
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("stopped: %w", context.Cause(ctx))
	case errors.Is(err, tea.ErrProgramPanic):
		return errors.New("the terminal program has crashed; nothing that was saved is lost")
	default:
		return fmt.Errorf("the terminal: %w", err)
	}
}
