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

func (a *app) history() *cobra.Command {
	return &cobra.Command{
		Use:   "history KEY",
		Short: "Show all versions of a key that the session may see",
		Long: `Show all versions of a key that the session may see, newest first: what was
saved, by whom, and when and how it ended. Deleted and expired ones are among
them.`,
		Example: "minne history user-name --taint CONFIDENTIAL",
		Args:    takes(1, 1),
		RunE: a.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return a.reading(ctx, func(s *tools.Session) error {
				got, err := s.History(ctx, args[0])
				if err != nil {
					return err
				}
				if a.out.json {
					return a.out.document(got)
				}
				rows := make([][]string, 0, len(got.Versions))
				for _, v := range got.Versions {
					rows = append(rows, a.past(v))
				}
				a.out.table([]string{"LEVEL", "VERSION", "SAVED", "BY", "STATE", "TEXT"}, []bool{false, false, false, true, false, true}, rows)
				return nil
			})
		}),
		ValidArgsFunction: a.completeKey,
	}
}

// past returns a version as a row.
func (a *app) past(v tools.Past) []string {
	by := string(v.Channel) + " " + v.At.Session.Short()
	if v.Client != "" {
		by = text.Line(v.Client) + " " + v.At.Session.Short()
	}
	state := v.State.String()
	if v.EndedAt != nil {
		state += " " + moment(*v.EndedAt)
		if v.State != model.Expired && !v.At.EndedBy.IsZero() {
			state += " by " + v.At.EndedBy.Short()
		}
	}
	return []string{a.out.badge(v.Classification), fmt.Sprint(v.Version), moment(v.SavedAt), by, state, a.out.preview(v.Content)}
}

// preview returns the beginning of a text as one line.
func (o *output) preview(content string) string {
	const columns, bytes = 100, 1000
	if len(content) > bytes {
		content = strings.ToValidUTF8(content[:bytes], "")
	}
	return text.Cut(text.Line(content), columns, o.tail())
}
