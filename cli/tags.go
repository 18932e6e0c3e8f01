package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"minne/tools"
	"minne/tools/text"
)

func (a *app) tags() *cobra.Command {
	return &cobra.Command{
		Use:     "tags",
		Short:   "List the tags of the memories that the session sees",
		Example: "minne tags --taint INTERNAL",
		Args:    takes(0, 0),
		RunE: a.does(func(ctx context.Context, cmd *cobra.Command, _ []string) error {
			return a.reading(ctx, func(s *tools.Session) error {
				got, err := s.Tags(ctx)
				if err != nil {
					return err
				}
				if a.out.json {
					return a.out.document(got)
				}
				if len(got.Tags) == 0 {
					a.out.note("no tags")
					return nil
				}
				rows := make([][]string, 0, len(got.Tags))
				for _, t := range got.Tags {
					rows = append(rows, []string{text.Line(string(t.Tag)), fmt.Sprint(t.Count)})
				}
				if a.out.quiet {
					a.plain(rows)
					return nil
				}
				a.out.table([]string{"TAG", "MEMORIES"}, []bool{true, false}, rows)
				return nil
			})
		}),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
}
