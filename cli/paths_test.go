package cli_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"minne/cli"
)

func TestAnAgentsFileIsNamedAfterIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ agent, want string }{
		{"main-session", "main-session"},
		{"agent_2.beta", "agent_2.beta"},
		{".hidden", "%2ehidden"},
		{"..", "%2e."},
		{"Bob", "%42ob"},
		{"bob", "bob"},
		{"a/b\\c:d", "a%2fb%5cc%3ad"},
		{"50%", "50%25"},
		{"two words", "two%20words"},
		{"å", "%c3%a5"},
		{"con", "%63on"},
		{"nul.txt", "%6eul.txt"},
		{"com1", "%63om1"},
		{"lpt9.x.y", "%6cpt9.x.y"},
		{"console", "console"},
		{"com10", "com10"},
	} {
		if got := cli.FileName(c.agent); got != c.want {
			t.Errorf("FileName(%q) = %q, want %q", c.agent, got, c.want)
		}
	}
}

func TestNoTwoAgentsShareAFile(t *testing.T) {
	t.Parallel()
	ordinary := regexp.MustCompile(`^[a-z0-9_%-][a-z0-9_.%-]*$`)
	name := rapid.OneOf(
		rapid.StringN(1, 128, 128),
		rapid.StringMatching(`[aA%4.c1][aAbB%41cC.o0n]{0,6}`),
		rapid.StringMatching(`[aÅ%]{60,90}[ab]{1,3}`),
	)
	rapid.Check(t, func(t *rapid.T) {
		a, b := name.Draw(t, "a"), name.Draw(t, "b")
		fa, fb := cli.FileName(a), cli.FileName(b)
		if a != b && strings.EqualFold(fa, fb) {
			t.Fatalf("%q and %q share the file %q", a, b, fa)
		}
		if len(fa) > 200 || !ordinary.MatchString(fa) {
			t.Fatalf("FileName(%q) = %q, which is no ordinary name", a, fa)
		}
	})
}

func TestALongNameEndsInItsHash(t *testing.T) {
	t.Parallel()
	got := cli.FileName(strings.Repeat("a", 300))
	want := strings.Repeat("a", 166) + "%h9835fa6bf4e20a9b9ea812506302e989"
	if got != want {
		t.Errorf("FileName = %q, want %q", got, want)
	}
}

func TestALongNameIsNotCutInsideAnEscape(t *testing.T) {
	t.Parallel()
	escapes := regexp.MustCompile(`^(?:[a-z]|%[0-9a-f]{2})*%h[0-9a-f]{32}$`)
	for n := range 4 {
		agent := strings.Repeat("x", n) + strings.Repeat("Å", 60)
		if got := cli.FileName(agent); !escapes.MatchString(got) {
			t.Errorf("FileName(%q) = %q", agent, got)
		}
	}
}

func TestDataLiesWhereTheXDGRulesSay(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, c := range []struct {
		name string
		vars map[string]string
		want string
	}{
		{"the variable", map[string]string{"XDG_DATA_HOME": root, "HOME": "/h"}, root},
		{"no variable", map[string]string{"HOME": root}, filepath.Join(root, ".local", "share")},
		{"a relative path counts as none", map[string]string{"XDG_DATA_HOME": "here", "HOME": root}, filepath.Join(root, ".local", "share")},
		{"Windows", map[string]string{"USERPROFILE": root}, filepath.Join(root, ".local", "share")},
	} {
		got, err := cli.DataHome(func(k string) string { return c.vars[k] })
		if err != nil || got != c.want {
			t.Errorf("%s: DataHome = %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	if got, err := cli.DataHome(func(string) string { return "" }); err == nil {
		t.Errorf("without a home folder DataHome = %q, want an error", got)
	}
	if got, want := cli.DatabasePath(root, "Bob"), filepath.Join(root, "minne", "%42ob.db"); got != want {
		t.Errorf("DatabasePath = %q, want %q", got, want)
	}
}
