package cli

import (
	"context"
	"runtime"

	"github.com/spf13/cobra"
)

func (a *app) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Which minne this is",
		Args:  takes(0, 0),
		RunE: a.does(func(context.Context, *cobra.Command, []string) error {
			if a.out.json {
				return a.out.document(map[string]string{"version": a.env.Version, "go": runtime.Version(), "platform": platform})
			}
			a.out.line("minne", a.build())
			return nil
		}),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
}

const platform = runtime.GOOS + "/" + runtime.GOARCH

// build says what runs here.
func (a *app) build() string { return a.env.Version + " " + runtime.Version() + " " + platform }
