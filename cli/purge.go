package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"minne/tools"
	"minne/tools/text"
)

const olderThan = 90 * day // of a purge that names neither a key nor an age

func (a *app) purge() *cobra.Command {
	var older string
	var yes bool
	cmd := &cobra.Command{
		Use:   "purge [KEY]",
		Short: "Erase deleted and superseded versions for good",
		Long: `Erase for good the versions at the session's own level that were deleted, have
expired or were superseded: those of a key, or those of all keys that ended more
than 90 days ago. What is live stays: delete it first. Their text is gone from
the file; that they were there and were purged stays in the audit log.

It asks first. Where nobody can be asked it needs --yes.`,
		Example: "minne purge door-code --yes\nminne purge --older-than 30d --taint CONFIDENTIAL",
		Args:    takes(0, 1),
		RunE: a.does(func(ctx context.Context, _ *cobra.Command, args []string) error {
			key, least, err := purgeArgs(args, older)
			if err != nil {
				return err
			}
			if !yes {
				if err := a.ask(ctx, a.question(key, least)); err != nil {
					return err
				}
			}
			return a.changing(ctx, func(s *tools.Session) error {
				got, err := s.Purge(ctx, key, least)
				if err != nil {
					return err
				}
				return a.purged(got)
			})
		}),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().StringVar(&older, "older-than", "", "only what ended at least this long ago: a `SPAN` (default 90d, or 0s with a KEY)")
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

// purgeArgs returns which key is meant, none for all, and the least age.
func purgeArgs(args []string, older string) (key string, least time.Duration, err error) {
	least = olderThan
	if len(args) == 1 {
		k, err := tools.ParseKey(args[0])
		if err != nil {
			return "", 0, err
		}
		key, least = string(k), 0
	}
	if older != "" {
		least, err = tools.ParseSpan(older)
	}
	return key, least, err
}

// question names what would be erased.
func (a *app) question(key string, older time.Duration) string {
	of := "every key"
	if key != "" {
		of = text.Line(key)
	}
	when := ""
	if older > 0 {
		when = fmt.Sprintf(" and ended more than %s ago", span(older))
	}
	return fmt.Sprintf("Erase for good the versions of %s that are deleted or superseded at %s%s?", of, a.set.taint, when)
}

// ask puts a question to the person at the terminal. Anything but yes is no.
func (a *app) ask(ctx context.Context, question string) error {
	if !a.env.Terminal(Stdin) || !a.env.Terminal(Stderr) {
		return wrong("this cannot be taken back, and there is nobody to ask", "add --yes if you are sure")
	}
	_ = a.out.answer.Flush()
	_, _ = fmt.Fprintf(a.env.Stderr, "%s [y/N] ", question)
	line, err := await(ctx, func() (string, error) { return bufio.NewReader(a.env.Stdin).ReadString('\n') })
	if !strings.HasSuffix(line, "\n") {
		_, _ = fmt.Fprintln(a.env.Stderr)
	}
	if err != nil && ctx.Err() != nil {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return nil
	default:
		return failure("nothing was erased")
	}
}

func (a *app) purged(got tools.Purged) error {
	if a.out.json {
		return a.out.document(got)
	}
	if len(got.Purged) == 0 {
		a.out.confirm("there was nothing to erase at %s", a.out.badge(a.set.taint))
		return nil
	}
	keys := map[string]bool{}
	for _, v := range got.Purged {
		keys[v.Key] = true
	}
	a.out.confirm("erased %s of %s at %s", count(len(got.Purged), "version", "versions"), count(len(keys), "key", "keys"), a.out.badge(a.set.taint))
	return nil
}

// span returns a length of time in days if it is a number of them.
func span(d time.Duration) string {
	if d%day == 0 {
		return count(int(d/day), "day", "days")
	}
	return d.String()
}
