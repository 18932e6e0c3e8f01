package ui_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"minne/ui"
)

func TestTagsComeBackFromTheirField(t *testing.T) {
	t.Parallel()
	tag := rapid.StringMatching(`[a-zåé"',;\\ ]{1,8}`).Filter(func(s string) bool { return strings.TrimSpace(s) == s })
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(tag, 0, 5).Draw(t, "tags")
		if got := ui.ReadTags(ui.WriteTags(want)); !slices.Equal(got, want) {
			t.Errorf("%q came back from %q as %q", want, ui.WriteTags(want), got)
		}
	})
}

func TestTagsAreReadAsTheyAreTyped(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string][]string{
		"":                    nil,
		"  ":                  nil,
		"one":                 {"one"},
		"one,two , three":     {"one", "two ", "three"},
		`"a, b", c`:           {"a, b", "c"},
		`"open, c`:            {`"open`, "c"},
		`"a"b, c`:             {`"a"b`, "c"},
		`say "hi"`:            {`say "hi"`},
		",, one ,,":           {"", "", "one ", ""},
		`"x ""y"" z",` + "\t": {`x "y" z`},
	} {
		if got := ui.ReadTags(typed); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
	}
}
