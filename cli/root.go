package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const about = `minne is the memory that LLM agents share. Each memory has a level: PUBLIC,
INTERNAL, CONFIDENTIAL or RESTRICTED. A session sees what its own level, the
taint, may see, and nothing else exists for it; what it saves has that level.`

const where = `An agent's memories are one file, $XDG_DATA_HOME/minne/AGENT.db (by default in
~/.local/share). Each of --db, --agent, --taint, --clearance, --json, --quiet and
--theme has a variable, such as MINNE_DB; the flag wins. NO_COLOR set to anything
switches colours off.

Exit codes: 0 done, 1 failed, 2 wrong use, 3 partly done, 4 not found, 5 refused
by policy.`

// root returns the command tree.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:     "minne",
		Short:   "The classified memory that LLM agents share",
		Long:    about + "\n\nWithout a command it opens the memories in the terminal.\n\n" + where,
		Example: "minne demo\nminne save user-name \"Alexander Lindqvist\" --tag persona\nminne search who is the user\nminne list --taint CONFIDENTIAL",
		Args:    anything,
		RunE:    a.does(a.browse),

		Version: a.build(),

		SilenceErrors:         true,
		SilenceUsage:          true,
		DisableFlagsInUseLine: true,
	}
	globals(root.PersistentFlags())
	for _, name := range []string{"taint", "clearance"} {
		_ = root.RegisterFlagCompletionFunc(name, completeLevel) // the flags are there
	}
	root.SetIn(a.env.Stdin)
	root.SetOut(a.out.answer)
	root.SetErr(a.env.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("minne {{.Version}}\n")
	root.SetHelpFunc(a.help)
	root.SetHelpCommand(a.helpCommand())
	a.themes(root)
	root.AddGroup(
		&cobra.Group{ID: "memories", Title: "memories"},
		&cobra.Group{ID: "past", Title: "what was"},
		&cobra.Group{ID: "more", Title: "more"},
	)
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			c.DisableFlagsInUseLine = true
			root.AddCommand(c)
		}
	}
	add("memories", a.save(), a.get(), a.list(), a.search(), a.tags(), a.delete(), a.cover())
	add("past", a.history(), a.restore(), a.purge())
	add("more", a.demo(), a.imports(), a.version())
	root.SetHelpCommandGroupID("more")
	root.SetCompletionCommandGroupID("more")
	root.AddCommand(a.man())
	return root
}

// anything leaves the arguments of the root to browse, which knows what to say.
func anything(*cobra.Command, []string) error { return nil }

// takes checks the number of arguments; more than most only if most is negative.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		hint := "use: " + cmd.Root().Name() + " " + cmd.Use
		switch {
		case len(args) < least:
			return wrong(cmd.Name()+" needs more words", hint)
		case most >= 0 && len(args) > most:
			return wrong(cmd.Name()+" takes fewer words", hint, "put a text of several words in quotes")
		}
		return nil
	}
}

// flagError says what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var (
		none  *pflag.NotExistError
		value *pflag.InvalidValueError
	)
	message := err.Error()
	switch {
	case errors.As(err, &none):
		message = "there is no such flag: --" + none.GetSpecifiedName()
		if none.GetSpecifiedShortnames() != "" {
			message = "there is no such flag: -" + none.GetSpecifiedName()
		}
	case errors.As(err, &value):
		kind := map[string]string{"int": "a whole number", "bool": "true or false"}[value.GetFlag().Value.Type()]
		message = fmt.Sprintf("--%s is %q, not %s", value.GetFlag().Name, value.GetValue(), kind)
	}
	hint := cmd.CommandPath() + " --help lists the flags"
	if cmd.Name() == "search" {
		hint = "put -- before words that begin with a dash: minne search -- -word"
	}
	return wrong(message, hint)
}

// unknown is the error for a command that there is none of.
func unknown(cmd *cobra.Command, name string) error {
	hints := []string{"minne --help lists the commands"}
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		hints = append([]string{"did you mean " + strings.Join(near, " or ") + "?"}, hints...)
	}
	return wrong(fmt.Sprintf("there is no command %q", name), hints...)
}
