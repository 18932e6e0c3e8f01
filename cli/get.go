package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"minne/model"
	"minne/tools"
	"minne/tools/text"
)

func (a *app) get() *cobra.Command {
	return &cobra.Command{
		Use:   "get KEY",
		Short: "Show the memory that the session sees for a key",
		Long: `Show the memory that the session sees for a key.

On a terminal it is made safe to look at: a character that would act on the
terminal or could not be seen is shown as a mark, and what is known about the
memory stands above it (not with --quiet). Anywhere else exactly the bytes that
were saved come out and nothing more: minne get KEY > FILE.`,
		Example: "minne get user-name\nminne get user-name --taint INTERNAL --json",
		Args:    takes(1, 1),
		RunE: a.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return a.reading(ctx, func(s *tools.Session) error {
				got, err := s.Get(ctx, args[0])
				if err != nil {
					return err
				}
				return a.show(got)
			})
		}),
		ValidArgsFunction: a.completeKey,
	}
}

// show prints a memory.
func (a *app) show(got tools.Got) error {
	switch {
	case !got.Found:
		if a.out.json {
			if err := a.out.document(got); err != nil {
				return err
			}
		}
		a.complain("no such memory")
		return exit(notFound)
	case a.out.json:
		return a.out.document(got)
	case !a.out.tty:
		_, _ = a.out.answer.WriteString(got.Content)
		return nil
	}
	if !a.out.quiet {
		a.about(got.Memory)
	}
	for _, line := range text.Lines(strings.TrimSuffix(got.Content, "\n")) {
		a.out.line(line)
	}
	return nil
}

// about prints what is known about a memory, above its text.
func (a *app) about(m tools.Memory) {
	o := a.out
	o.line(o.badge(m.Classification) + "  " + o.style(bold, text.Line(m.Key)))
	words := fmt.Sprintf("version %d  saved %s, %s", m.Version, moment(m.UpdatedAt), ago(m.UpdatedAt, a.env.Now()))
	if m.ExpiresAt != nil {
		words += "  until " + moment(*m.ExpiresAt)
	}
	o.line(words)
	if len(m.Tags) > 0 {
		o.line("tags " + text.Line(strings.Join(m.Tags, ", ")))
	}
	if len(m.Shadows) > 0 {
		o.line("shadows " + o.badges(m.Shadows))
	}
	if n := text.Count(m.Content); n > 0 {
		o.line(o.style(colors[model.Confidential], count(n, "hidden character is", "hidden characters are")+" shown as marks"))
	}
	o.line()
}
