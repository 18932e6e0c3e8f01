package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"minne/model"
	"minne/tools"
	"minne/tools/text"
)

func (a *app) list() *cobra.Command {
	var in tools.ListInput
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List the memories that the session sees, newest first",
		Long: `List the memories that the session sees, newest first: at most 100, and then how
to get the next ones. With --quiet, only their keys.`,
		Example: "minne list --tag project\nminne list -n 20 --taint CONFIDENTIAL",
		Args:    takes(0, 0),
		RunE: a.does(func(ctx context.Context, cmd *cobra.Command, _ []string) error {
			if err := positive(cmd, in.Max); err != nil {
				return err
			}
			return a.reading(ctx, func(s *tools.Session) error {
				got, err := s.List(ctx, in)
				if err != nil {
					return err
				}
				return a.listed(cmd, in, got)
			})
		}),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().StringVarP(&in.Tag, "tag", "t", "", "only those with this `TAG`")
	cmd.Flags().IntVarP(&in.Max, "number", "n", model.MaxResults, "at most `N` of them, up to 100")
	cmd.Flags().StringVar(&in.Cursor, "cursor", "", "go on from the `CURSOR` that the list before ended with")
	_ = cmd.RegisterFlagCompletionFunc("tag", a.completeTag) // the flag is there
	return cmd
}

// positive refuses a number that is not one of results.
func positive(cmd *cobra.Command, n int) error {
	if n < 1 {
		return wrong("-n must be a whole number from 1 to 100", cmd.CommandPath()+" --help says more")
	}
	return nil
}

func (a *app) listed(cmd *cobra.Command, in tools.ListInput, got tools.Listing) error {
	if a.out.json {
		return a.out.document(got)
	}
	a.cautions(got.Warning)
	if len(got.Memories) == 0 {
		a.nothing(in)
		return nil
	}
	now := a.env.Now()
	rows := make([][]string, 0, len(got.Memories))
	for _, m := range got.Memories {
		row := []string{a.out.badge(m.Classification), text.Line(m.Key), text.Line(strings.Join(m.Tags, ", ")), age(m.UpdatedAt, now)}
		if a.out.quiet {
			row = row[1:2]
		}
		rows = append(rows, row)
	}
	if a.out.quiet {
		a.plain(rows)
	} else {
		a.out.table([]string{"LEVEL", "KEY", "TAGS", "SAVED"}, []bool{false, true, true, false}, rows)
	}
	if got.NextCursor != "" {
		more := a.again(cmd, "list", given(cmd, "tag", "number")+" --cursor "+got.NextCursor)
		a.out.warn("%s of %s; the next: %s", thousands(len(got.Memories)), count(got.Total, "memory", "memories"), more)
	}
	return nil
}

// nothing says why a list is empty and what to do.
func (a *app) nothing(in tools.ListInput) {
	switch {
	case in.Cursor != "":
		a.out.note("that was all")
	case in.Tag != "":
		a.out.note("no memory has this tag; minne tags lists those there are")
	default:
		a.out.note("no memories yet\nadd one: minne save KEY TEXT; take some over: minne import FILE; look around: minne demo")
	}
}

// plain prints the first word of each row, for scripts.
func (a *app) plain(rows [][]string) {
	for _, r := range rows {
		a.out.line(r[0])
	}
}

// cautions prints what an answer warns of, for people.
func (a *app) cautions(warning string) {
	if warning != "" {
		a.out.note("%s", text.Line(strings.Replace(warning, "max_results", "-n", 1)))
	}
}
