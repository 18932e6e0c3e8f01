package cli

import (
	"context"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"minne/model"
	"minne/tools"
)

// offered is how many keys a completion looks through, newest first.
const offered = 1000

// completeKey offers the keys that the session sees.
func (a *app) completeKey(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return a.offer(cmd, begun, func(ctx context.Context, s *tools.Session) ([]string, error) {
		page, err := s.Page(ctx, model.ListQuery{Limit: offered})
		if err != nil {
			return nil, err
		}
		var keys []string
		for _, m := range page.Memories {
			keys = append(keys, string(m.Key))
		}
		return keys, nil
	})
}

// completeTag offers the tags of what the session sees.
func (a *app) completeTag(cmd *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	return a.offer(cmd, begun, func(ctx context.Context, s *tools.Session) ([]string, error) {
		all, err := s.Tags(ctx)
		if err != nil {
			return nil, err
		}
		var tags []string
		for _, t := range all.Tags {
			tags = append(tags, string(t.Tag))
		}
		return tags, nil
	})
}

// completeLevel offers the four levels.
func completeLevel(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, l := range model.Levels {
		names = append(names, l.String())
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// offer asks in a session of its own, makes no database, and says nothing of what
// goes wrong: somebody is in the middle of typing.
func (a *app) offer(cmd *cobra.Command, begun string, names func(context.Context, *tools.Session) ([]string, error)) ([]string, cobra.ShellCompDirective) {
	if a.settle(cmd) != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	s, db, err := a.begin(ctx, true)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer db.Close()
	all, err := names(ctx, s)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var fit []string
	for _, name := range all {
		if strings.HasPrefix(name, begun) && typed(name) {
			fit = append(fit, name)
		}
	}
	return fit, cobra.ShellCompDirectiveNoFileComp
}

// typed reports whether a name is one that a shell takes as it stands. Others are
// not offered: bash runs what a completion holds between $( and ), and an agent
// chooses the keys.
func typed(name string) bool {
	for i, r := range name {
		harmless := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("._/@+:,=%-", r)
		if !harmless || i == 0 && (r == '-' || r == '=') {
			return false
		}
	}
	return true
}
