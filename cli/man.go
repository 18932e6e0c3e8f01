package cli

import (
	"fmt"
	"regexp"
	"strings"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// man prints the manual page.
func (a *app) man() *cobra.Command {
	return &cobra.Command{
		Use:    "man",
		Short:  "The manual page, for man -l",
		Hidden: true,
		Args:   takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			forManual(cmd.Root())
			page, err := mango.NewManPage(1, cmd.Root())
			if err != nil {
				return fmt.Errorf("make the manual page: %w", err)
			}
			// The library gives a short flag two dashes.
			short := regexp.MustCompile(`\\fB--([a-z]) --`)
			a.out.line(strings.TrimRight(short.ReplaceAllString(page.Build(roff.NewDocument()), `\fB-$1 --`), "\n"))
			return nil
		},
	}
}

// forManual makes the texts of a command and those below it such as a manual page
// needs: it breaks lines itself, and does not know how help marks a flag's value.
func forManual(cmd *cobra.Command) {
	cmd.Long = joined(cmd.Long)
	plain := func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) }
	cmd.LocalFlags().VisitAll(plain)
	for _, c := range cmd.Commands() {
		forManual(c)
	}
}

// joined returns a text with the lines of each paragraph in one. A line that
// begins with a space stays one.
func joined(text string) string {
	var b strings.Builder
	before := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case before == "" && b.Len() == 0:
		case before != "" && line != "" && line[0] != ' ' && before[0] != ' ':
			b.WriteString(" ")
		default:
			b.WriteString("\n")
		}
		b.WriteString(line)
		before = line
	}
	return b.String()
}
