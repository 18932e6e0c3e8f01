package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"minne/tools"
	"minne/tools/text"
)

func (a *app) delete() *cobra.Command {
	return &cobra.Command{
		Use:   "delete KEY",
		Short: "Hide the memory that the session's level has for a key",
		Long: `Hide the memory that the session's own level has for a key. A lower level's
shows again, if there is one. It stays in the history, where minne restore brings
it back and minne purge erases it.`,
		Example: "minne delete old-address\nminne delete door-code --taint RESTRICTED",
		Args:    takes(1, 1),
		RunE: a.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return a.changing(ctx, func(s *tools.Session) error {
				got, err := s.Delete(ctx, args[0])
				if err != nil {
					return err
				}
				if a.out.json {
					return a.out.document(got)
				}
				a.out.confirm("deleted %s at %s", text.Line(got.Key), a.out.badge(got.Classification))
				a.out.note("to undo that: %s", a.again(cmd, "restore", "", got.Key))
				return nil
			})
		}),
		ValidArgsFunction: a.completeKey,
	}
}

func (a *app) cover() *cobra.Command {
	return &cobra.Command{
		Use:   "cover KEY",
		Short: "Mark a key as no longer true, at the session's level and above",
		Long: `Mark a key as no longer true: it is hidden from every session at this level or
above, with what lower levels say about it. A save at this level takes the cover
away, and so does minne delete.`,
		Example: "minne cover project-deadline --taint INTERNAL",
		Args:    takes(1, 1),
		RunE: a.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return a.saving(ctx, func(s *tools.Session) error {
				got, err := s.Cover(ctx, args[0])
				if err != nil {
					return err
				}
				if a.out.json {
					return a.out.document(got)
				}
				a.out.confirm("covered %s for %s and above, version %d", text.Line(got.Key), a.out.badge(got.Classification), got.Version)
				a.out.note("to undo that: %s", a.again(cmd, "delete", "", got.Key))
				return nil
			})
		}),
		ValidArgsFunction: a.completeKey,
	}
}

func (a *app) restore() *cobra.Command {
	var number int
	cmd := &cobra.Command{
		Use:   "restore KEY",
		Short: "Bring a deleted memory back, or an earlier text",
		Long: `Bring back the memory that was deleted at the session's level, as it was. With
--version, save the text of that version as a new one instead.`,
		Example: "minne restore old-address\nminne restore user-name --version 2",
		Args:    takes(1, 1),
		RunE: a.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("version") && number < 1 {
				return wrong("--version must be a whole number above 0", a.again(cmd, "history", "", "KEY")+" lists the versions")
			}
			return a.changing(ctx, func(s *tools.Session) error {
				got, err := s.Restore(ctx, args[0], number)
				if err != nil {
					return err
				}
				return a.saved(got, "restored", time.Time{})
			})
		}),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().IntVar(&number, "version", 0, "the version whose text comes back: its `NUMBER`")
	return cmd
}
