package cli_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"minne/cli"
	"minne/tools"
)

// bare is a world without variables, terminals and databases.
func bare(stdin io.Reader, stdout, stderr io.Writer) cli.Env {
	return cli.Env{
		Stdin: stdin, Stdout: stdout, Stderr: stderr,
		Getenv:   func(string) string { return "" },
		Terminal: func(cli.Stream) bool { return false },
		Now:      time.Now,
		Open: func(context.Context, cli.OpenSpec) (*tools.Service, io.Closer, error) {
			return nil, nil, errors.New("there are no databases here")
		},
		TUI: func(context.Context, cli.TUISpec) error { return errors.New("there is no terminal here") },
	}
}

func TestAStoppedCommandDoesNotWaitForItsInput(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe() // nobody ever writes
	defer w.Close()
	ctx, stop := context.WithCancelCause(context.Background())
	stop(errors.New("interrupt"))
	var out, said bytes.Buffer
	if got := cli.Run(ctx, bare(r, &out, &said), []string{"save", "k", "-"}); got != 1 {
		t.Errorf("exit code %d, want 1", got)
	}
	if want := "minne: stopped: interrupt\n"; said.String() != want {
		t.Errorf("on standard error %q, want %q", said.String(), want)
	}
}

func TestTextOverTheLimitIsRefusedWhole(t *testing.T) {
	t.Parallel()
	var out, said bytes.Buffer
	env := bare(strings.NewReader(strings.Repeat("x", 1<<20+1)), &out, &said)
	if got := cli.Run(t.Context(), env, []string{"save", "k"}); got != 2 {
		t.Errorf("exit code %d, want 2", got)
	}
	if want := "minne: the text is longer than 1048576 bytes, the limit: store a shorter text or split it over several keys\n"; said.String() != want {
		t.Errorf("on standard error %q, want %q", said.String(), want)
	}
}

func TestAnErrorOfTheStorageComesWithItsHint(t *testing.T) {
	t.Parallel()
	var out, said bytes.Buffer
	env := bare(nil, &out, &said)
	env.Hint = func(error) string { return "make one" }
	if got := cli.Run(t.Context(), env, []string{"list", "--db", "x"}); got != 1 {
		t.Errorf("exit code %d, want 1", got)
	}
	if want := "minne: there are no databases here\nhint: make one\n"; said.String() != want {
		t.Errorf("on standard error %q, want %q", said.String(), want)
	}
}

func TestAgesAreInTheLargestWholeUnit(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	for _, c := range []struct {
		ago  time.Duration
		want string
	}{
		{-time.Hour, "now"},
		{59 * time.Second, "now"},
		{time.Minute, "1m"},
		{119 * time.Minute, "1h"},
		{day - 1, "23h"},
		{day, "1d"},
		{34 * day, "34d"},
		{35 * day, "5w"},
		{364 * day, "52w"},
		{800 * day, "2y"},
	} {
		if got := cli.Age(now.Add(-c.ago), now); got != c.want {
			t.Errorf("the age of %v is %q, want %q", c.ago, got, c.want)
		}
	}
}

func TestThousandsStandApart(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1204: "1,204", 1234567: "1,234,567"} {
		if got := cli.Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestWordsAreQuotedForAShell(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"": "''", "plain-key_1.x": "plain-key_1.x", "två": "två",
		"two words": "'two words'", "$(rm)": "'$(rm)'", "it's": `'it'\''s'`, "a;b": "'a;b'", "~": "'~'", "*": "'*'",
	} {
		if got := cli.Quoted(word); got != want {
			t.Errorf("Quoted(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestOnlyWhatAShellTakesAsItStandsIsOffered(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"user-name": true, "a/b:c.d@e": true, "användarnamn": true, "e\u0301": true, "キー": true,
		"$(x)": false, "`x`": false, "a b": false, "a;b": false, "-x": false, "a|b": false, "a'b": false, `a"b`: false, `a\b`: false, "a*": false, "~a": false, "🫠": false,
	} {
		if got := cli.Typed(word); got != want {
			t.Errorf("Typed(%q) = %v, want %v", word, got, want)
		}
	}
}

func TestTheWidestColumnsGiveWay(t *testing.T) {
	t.Parallel()
	cuts := []bool{false, true, true}
	for _, c := range []struct {
		name   string
		widths []int
		room   int
		want   []int
	}{
		{"all fit", []int{5, 10, 10}, 25, []int{5, 10, 10}},
		{"the widest is cut first", []int{5, 30, 10}, 30, []int{5, 15, 10}},
		{"then both", []int{5, 30, 30}, 25, []int{5, 10, 10}},
		{"none below eight", []int{5, 30, 30}, 10, []int{5, 8, 8}},
		{"a fixed one never", []int{40, 3, 3}, 10, []int{40, 3, 3}},
	} {
		got := slices.Clone(c.widths)
		cli.Squeeze(got, cuts, c.room)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
