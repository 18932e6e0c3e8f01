package cli

import (
	"context"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"

	"minne/model"
	"minne/tools"
	"minne/tools/text"
)

func (a *app) search() *cobra.Command {
	in := tools.SearchInput{Operators: true}
	cmd := &cobra.Command{
		Use:   "search QUERY…",
		Short: "Search the memories that the session sees, best match first",
		Long: `Search key, tags and text of the memories that the session sees, best match
first. Any word may match; more, rarer and nearer ones rank higher.

  "exact phrase"   must be there       tag:NAME         has this tag
  -word            must not be there   level:internal   has this level
  wor*             begins so           key:prefix*      has such a key

Anything else is text. Put -- before a query that begins with a dash.`,
		Example: "minne search deploy rollback\nminne search '\"oat latte\" tag:preference'\nminne search -- coffee -decaf",
		Args:    takes(1, -1),
		RunE: a.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			if err := positive(cmd, in.Max); err != nil {
				return err
			}
			in.Query = strings.Join(args, " ")
			return a.reading(ctx, func(s *tools.Session) error {
				got, err := s.Search(ctx, in)
				if err != nil {
					return err
				}
				return a.found(cmd, in, got)
			})
		}),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().IntVarP(&in.Max, "number", "n", model.DefaultHits, "at most `N` results, up to 100")
	cmd.Flags().StringVar(&in.Cursor, "cursor", "", "go on from the `CURSOR` that the search before ended with")
	return cmd
}

func (a *app) found(cmd *cobra.Command, in tools.SearchInput, got tools.Results) error {
	o := a.out
	if o.json {
		return o.document(got)
	}
	a.cautions(got.Warning)
	if len(got.Results) == 0 {
		o.note("nothing matches")
		return nil
	}
	for i, r := range got.Results {
		if o.quiet {
			o.line(text.Line(r.Key))
			continue
		}
		if i > 0 {
			o.line()
		}
		head := o.badge(r.Classification) + "  " + o.style(bold, text.Line(r.Key))
		if len(r.Tags) > 0 {
			head += "  " + o.style(faint, text.Line(strings.Join(r.Tags, ", ")))
		}
		o.line(head)
		o.line("  " + o.snippet(r.Hit))
	}
	if got.NextCursor != "" {
		more := a.again(cmd, "search", given(cmd, "number")+" --cursor "+got.NextCursor, in.Query)
		o.warn("%s of %s; the next: %s", thousands(len(got.Results)), count(got.Total, "match", "matches"), more)
	}
	return nil
}

// snippet returns the best part of a hit as one line, its matched words in bold
// where there is colour.
func (o *output) snippet(h model.Hit) string {
	var b strings.Builder
	marks := h.Marks
	for _, p := range text.Plain(h.Snippet, false)[0] {
		for p.Text != "" {
			for len(marks) > 0 && marks[0].End <= p.From {
				marks = marks[1:]
			}
			n, style := len(p.Text), lipgloss.NewStyle()
			switch {
			case len(marks) == 0 || p.To <= marks[0].Start:
			case p.Mark || len(p.Text) != p.To-p.From: // not to be divided
				style = bold
			case p.From < marks[0].Start:
				n = marks[0].Start - p.From
			default:
				n, style = min(n, marks[0].End-p.From), bold
			}
			b.WriteString(o.style(style, p.Text[:n]))
			p.Text, p.From = p.Text[n:], p.From+n
		}
	}
	return b.String()
}
