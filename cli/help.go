package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// help prints what a command does and what it takes.
func (a *app) help(cmd *cobra.Command, _ []string) {
	say := a.out.line
	head := func(words string) { say("\n" + a.out.style(bold, words)) }
	long := cmd.Long
	if long == "" {
		long = cmd.Short
	}
	say(strings.TrimSpace(long))
	head("usage")
	if cmd.Runnable() {
		say("  " + cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		say("  " + cmd.CommandPath() + " COMMAND …")
	}
	if cmd.Example != "" {
		head("examples")
		for line := range strings.Lines(cmd.Example) {
			say("  " + strings.TrimSpace(line))
		}
	}
	for _, g := range groups(cmd) {
		head(g.Title)
		for _, c := range cmd.Commands() {
			if c.GroupID == g.ID && (c.IsAvailableCommand() || c.Name() == "help") {
				say(fmt.Sprintf("  %-12s%s", c.Name(), c.Short))
			}
		}
	}
	if f := cmd.LocalNonPersistentFlags(); f.HasAvailableFlags() {
		head("flags")
		say(strings.TrimRight(f.FlagUsagesWrapped(a.out.width), "\n"))
	}
	if f := cmd.Root().PersistentFlags(); f.HasAvailableFlags() {
		head("flags of every command")
		say(strings.TrimRight(f.FlagUsagesWrapped(a.out.width), "\n"))
	}
}

// groups returns the groups of the commands below one; a nameless one if it has
// none.
func groups(cmd *cobra.Command) []*cobra.Group {
	switch {
	case !cmd.HasAvailableSubCommands():
		return nil
	case len(cmd.Groups()) == 0:
		return []*cobra.Group{{Title: "commands"}}
	default:
		return cmd.Groups()
	}
}

func (a *app) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "What a command does and takes",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknown(cmd.Root(), strings.Join(args, " "))
			}
			return of.Help()
		},
	}
}
