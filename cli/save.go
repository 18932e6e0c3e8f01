package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"minne/model"
	"minne/tools"
	"minne/tools/text"
)

func (a *app) save() *cobra.Command {
	var tags []string
	var expires string
	cmd := &cobra.Command{
		Use:   "save KEY [TEXT|-]",
		Short: "Remember a text under a key",
		Long: `Remember a text under a key, at the session's level. A text that was there at
this level stays in the key's history; one at a lower level is shadowed.

With - for the text, or with no text and no terminal, it is read from standard
input and kept byte for byte.`,
		Example: "minne save favourite-editor \"vim, no plugins\" --tag preference\nminne save notes - < notes.md\nminne save door-code 4711 --expires 30d --taint RESTRICTED",
		Args:    takes(1, 2),
		RunE: a.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			at, err := tools.ParseExpiry(expires, a.env.Now())
			if err != nil {
				return err
			}
			content, err := a.content(ctx, args)
			if err != nil {
				return err
			}
			return a.saving(ctx, func(s *tools.Session) error {
				got, err := s.Save(ctx, tools.SaveInput{Key: args[0], Content: content, Tags: tags, Expires: at})
				if err != nil {
					return err
				}
				return a.saved(got, "saved", at)
			})
		}),
		ValidArgsFunction: a.completeKey,
	}
	cmd.Flags().StringArrayVarP(&tags, "tag", "t", nil, "a `TAG`; give the flag once for each")
	cmd.Flags().StringVar(&expires, "expires", "", "forget it then: a span (30d, 12h) or a `TIME` (2027-01-31)")
	_ = cmd.RegisterFlagCompletionFunc("tag", a.completeTag) // the flag is there
	return cmd
}

// content returns the text to save: the argument, or standard input.
func (a *app) content(ctx context.Context, args []string) (string, error) {
	if len(args) == 2 && args[1] != "-" {
		return args[1], nil
	}
	if len(args) == 1 && a.env.Terminal(Stdin) {
		return "", wrong("save needs a text", "use: minne save KEY TEXT, or minne save KEY - to type or pipe it in")
	}
	b, err := a.input(ctx, model.MaxContent+1)
	if err != nil {
		return "", err
	}
	if len(b) > model.MaxContent {
		const long = "content: is longer than %d bytes, the limit: store a shorter text or split it over several keys"
		return "", &tools.Error{Code: tools.Invalid, Field: "content", Message: fmt.Sprintf(long, model.MaxContent)}
	}
	return string(b), nil
}

// input reads standard input to its end, or most bytes of it. A reader cannot be
// told to stop: when the command is stopped, it is left behind.
func (a *app) input(ctx context.Context, most int64) ([]byte, error) {
	b, err := await(ctx, func() ([]byte, error) { return io.ReadAll(io.LimitReader(a.env.Stdin, most)) })
	if err != nil {
		return nil, failure("standard input cannot be read: " + err.Error())
	}
	return b, nil
}

// await returns what do returns, and does not wait for it when the command is
// stopped.
func await[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type answer struct {
		what T
		err  error
	}
	ended := make(chan answer, 1)
	go func() {
		what, err := do()
		ended <- answer{what, err}
	}()
	select {
	case got := <-ended:
		return got.what, got.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// saved tells of a new version; expires is zero if it has no end.
func (a *app) saved(got tools.Saved, did string, expires time.Time) error {
	if a.out.json {
		return a.out.document(got)
	}
	line := fmt.Sprintf("%s %s as %s, version %d", did, text.Line(got.Key), a.out.badge(got.Classification), got.Version)
	if !expires.IsZero() {
		line += ", until " + moment(expires)
	}
	a.out.confirm("%s", line)
	if len(got.Shadows) > 0 {
		a.out.confirm("shadows %s", a.out.badges(got.Shadows))
	}
	if got.Warning != "" {
		a.out.note("%s", text.Line(got.Warning))
	}
	return nil
}
