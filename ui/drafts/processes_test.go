package drafts_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"minne/model"
	"minne/ui/drafts"
)

// other is the environment variable that makes this binary another process: one of
// the roles below, on the folder that follows it.
const other = "MINNE_OTHER_PROCESS"

var roles = map[string]func(dir string) error{"save on": savesOn, "take": takes}

func TestMain(m *testing.M) {
	role, dir, is := strings.Cut(os.Getenv(other), "@")
	if !is {
		os.Exit(m.Run())
	}
	if err := roles[role](dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// long is a text that can be seen to be whole.
func long(n int) string { return strings.Repeat(fmt.Sprintf("%d|", n), 5000+n%7*1000) }

// savesOn saves one draft after another without end, and says which are kept.
func savesOn(dir string) error {
	p := drafts.In(dir).Begin()
	for n := 0; ; n++ {
		if err := p.Save(context.Background(), drafts.Draft{Level: model.Confidential, Text: long(n), Cursor: n, Edit: n, At: began}); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// takes takes what is pending when its standard input ends, and keeps it open.
func takes(dir string) error {
	_, _ = io.Copy(io.Discard, os.Stdin)
	f, ctx := drafts.In(dir), context.Background()
	all, err := f.Pending(ctx, ceiling(model.Restricted))
	if err != nil {
		return err
	}
	for _, d := range all {
		switch p, _, err := f.Take(ctx, ceiling(model.Restricted), d.ID); {
		case errors.Is(err, drafts.ErrGone):
		case err != nil:
			return err
		default:
			fmt.Println(d.ID)
			if err := p.Remove(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func process(t *testing.T, role, dir string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), other+"="+role+"@"+dir)
	cmd.Stderr = os.Stderr
	return cmd
}

// What was acknowledged before kill -9 is whole, or what was being kept then is.
func TestTheLastDraftSurvivesAKill(t *testing.T) {
	t.Parallel()
	f, dir := folder(t)
	for range 12 {
		cmd := process(t, "save on", dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		acked, lines := -1, bufio.NewScanner(out)
		for stop := rand.IntN(30); acked < stop && lines.Scan(); {
			if acked, err = strconv.Atoi(lines.Text()); err != nil {
				t.Fatal(err)
			}
		}
		if got := pending(t, f, model.Restricted); len(got) > 0 {
			t.Errorf("offered while the editor is open: %d", len(got))
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			acked, _ = strconv.Atoi(lines.Text())
		}
		_ = cmd.Wait()
		if got := pending(t, f, model.Internal); len(got) > 0 {
			t.Error("offered to a session below")
		}
		got := pending(t, f, model.Confidential)
		if len(got) != 1 {
			t.Fatalf("%d drafts are pending after %d was acknowledged", len(got), acked)
		}
		if d := got[0]; d.Cursor < acked || d.Text != long(d.Cursor) {
			t.Errorf("draft %d is pending after %d was acknowledged, whole: %v", d.Cursor, acked, d.Text == long(d.Cursor))
		}
		if err := f.Discard(t.Context(), ceiling(model.Confidential), got[0].ID); err != nil {
			t.Error(err)
		}
		if got := files(t, dir); got != "lock" {
			t.Errorf("left are %s", got)
		}
	}
}

// Of several processes that want the same drafts, each draft goes to one.
func TestADraftIsTakenOnce(t *testing.T) {
	t.Parallel()
	f, dir := folder(t)
	want := map[string]bool{}
	for range 20 {
		crashed(t, f, at(model.Public, "text"))
	}
	for _, d := range pending(t, f, model.Public) {
		want[d.ID.String()] = true
	}
	var taken []string
	var mu sync.Mutex
	var all sync.WaitGroup
	var start []io.Closer
	for range 3 {
		cmd := process(t, "take", dir)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		start = append(start, in)
		all.Go(func() {
			for lines := bufio.NewScanner(out); lines.Scan(); {
				mu.Lock()
				taken = append(taken, lines.Text())
				mu.Unlock()
			}
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
	for _, in := range start {
		_ = in.Close()
	}
	all.Wait()
	for _, id := range taken {
		if !want[id] {
			t.Errorf("%s was taken twice, or never kept", id)
		}
		delete(want, id)
	}
	if len(want) > 0 {
		t.Errorf("%d drafts were taken by nobody", len(want))
	}
	if got := files(t, dir); got != "lock" {
		t.Errorf("left are %s", got)
	}
}
