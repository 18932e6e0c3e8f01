package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

const needsTerminal = "this needs a terminal; without one use save, get, list, search, tags, delete, cover, history, restore, purge or import"

// Themes are the colours that the terminal program can be asked for: those that
// suit the terminal, for a dark or a light one, or none.
var Themes = []string{"auto", "dark", "light", "none"}

// browse opens the memories in the terminal.
func (a *app) browse(ctx context.Context, cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknown(cmd, args[0])
	}
	if err := a.atTerminal(); err != nil {
		return err
	}
	spec, err := a.screen(cmd)
	if err != nil {
		return err
	}
	if spec.Path, err = a.set.path(a.env.Getenv); err != nil {
		return err
	}
	svc, db, err := a.open(ctx, false)
	if err != nil {
		return err
	}
	spec.Service = svc
	err = a.env.TUI(ctx, spec)
	if e := db.Close(); err == nil {
		err = e
	}
	return err
}

// atTerminal refuses at once to draw where nobody sees it or where it cannot be
// drawn.
func (a *app) atTerminal() error {
	if !a.env.Terminal(Stdin) || !a.env.Terminal(Stdout) || dumb(a.env) {
		return wrong(needsTerminal)
	}
	return nil
}

// dumb reports whether the terminal can only print. Windows has no TERM.
func dumb(env Env) bool {
	term := env.Getenv("TERM")
	return term == "dumb" || term == "" && !env.Windows
}

// themes gives a command the flag for the colours.
func (a *app) themes(cmd *cobra.Command) {
	cmd.Flags().String("theme", Themes[0], "colours: a `NAME` of "+strings.Join(Themes, ", "))
	_ = cmd.RegisterFlagCompletionFunc("theme", cobra.FixedCompletions(Themes, cobra.ShellCompDirectiveNoFileComp)) // the flag is there
}

// screen returns what the settings say of the terminal program.
func (a *app) screen(cmd *cobra.Command) (TUISpec, error) {
	theme := a.value(cmd, "theme")
	if !slices.Contains(Themes, theme) {
		return TUISpec{}, wrong(fmt.Sprintf("%s is %q: use %s", a.origin(cmd, "theme"), theme, strings.Join(Themes, ", ")))
	}
	return TUISpec{Agent: a.set.agent, Taint: a.set.taint, Clearance: a.set.clearance, Theme: theme, UTF8: a.out.utf8}, nil
}
