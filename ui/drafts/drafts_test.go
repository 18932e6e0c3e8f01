package drafts_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"minne/model"
	"minne/policy"
	"minne/ui/drafts"
)

var began = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// ceiling is that of a session at a level.
func ceiling(l model.Level) policy.Ceiling {
	for _, c := range policy.Above(l) {
		if c.Top() == l {
			return c
		}
	}
	return policy.Ceiling{}
}

func at(l model.Level, text string) drafts.Draft {
	return drafts.Draft{Level: l, Key: "a key", Tags: "a, b", Text: text, Expires: "30d", At: began}
}

func folder(t *testing.T) (drafts.Folder, string) {
	dir := filepath.Join(t.TempDir(), "agent.db.drafts")
	return drafts.In(dir), dir
}

// crashed leaves drafts behind, each as an editor does whose program has crashed.
func crashed(t *testing.T, f drafts.Folder, all ...drafts.Draft) {
	t.Helper()
	for _, d := range all {
		p := f.Begin()
		save(t, p, d)
		if err := p.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func save(t *testing.T, p *drafts.Pad, d drafts.Draft) {
	t.Helper()
	if err := p.Save(t.Context(), d); err != nil {
		t.Fatal(err)
	}
}

func pending(t *testing.T, f drafts.Folder, l model.Level) []drafts.Draft {
	t.Helper()
	got, err := f.Pending(t.Context(), ceiling(l))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func texts(all []drafts.Draft) string {
	var out []string
	for _, d := range all {
		out = append(out, d.Text)
	}
	return strings.Join(out, " ")
}

// files returns the names in a folder, the ids aside.
func files(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, regexp.MustCompile(`^[0-9a-f]{32}\.`).ReplaceAllString(e.Name(), "id."))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestADraftComesBackByteForByte(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			r.Fatal(err)
		}
		anything := rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })
		d := drafts.Draft{
			Level: rapid.SampledFrom(model.Levels[:]).Draw(r, "level"),
			Key:   anything.Draw(r, "key"), Tags: anything.Draw(r, "tags"), Text: anything.Draw(r, "text"), Expires: anything.Draw(r, "expires"),
			Cursor: rapid.Int().Draw(r, "cursor"), At: began,
			Base: drafts.Base{Key: model.Key(anything.Draw(r, "base")), Level: model.Internal, Version: rapid.Int().Draw(r, "version")},
		}
		p := drafts.In(dir).Begin()
		if err := errors.Join(p.Save(t.Context(), d), p.Close(t.Context())); err != nil {
			r.Fatal(err)
		}
		got, err := drafts.In(dir).Pending(t.Context(), ceiling(model.Restricted))
		if err != nil || len(got) != 1 {
			r.Fatalf("%d drafts are pending, %v", len(got), err)
		}
		if d.ID = got[0].ID; got[0] != d {
			r.Errorf("got %+v, want %+v", got[0], d)
		}
	})
}

func TestFilesAreForTheirOwnerOnlyAndTheirNamesSayNothing(t *testing.T) {
	t.Parallel()
	f, dir := folder(t)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	crashed(t, f, at(model.Public, "one"), at(model.Restricted, "two"))
	open := f.Begin()
	save(t, open, at(model.Internal, "three"))
	if got, want := files(t, dir), "id.draft id.draft id.draft id.lock lock"; got != want {
		t.Errorf("the folder holds %s, want %s", got, want)
	}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		want := fs.FileMode(0o600)
		if e.IsDir() {
			want = 0o700
		}
		if err == nil && info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v", path, info.Mode().Perm(), want)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	name, _ := filepath.Glob(filepath.Join(dir, "*.draft"))
	if err := os.Chmod(name[0], 0o644); err != nil {
		t.Fatal(err)
	}
	pending(t, f, model.Public)
	if info, err := os.Stat(name[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a draft that others could read still has mode %v, %v", info.Mode(), err)
	}
}

func TestADamagedDraftIsKeptAsideAndReported(t *testing.T) {
	t.Parallel()
	f, dir := folder(t)
	crashed(t, f, at(model.Public, strings.Repeat("text ", 100)))
	name, _ := filepath.Glob(filepath.Join(dir, "*.draft"))
	whole, err := os.ReadFile(name[0])
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			r.Fatal(err)
		}
		b := slices.Clone(whole)
		b[rapid.IntRange(0, len(b)-1).Draw(r, "at")] ^= byte(rapid.IntRange(1, 255).Draw(r, "bits"))
		if rapid.Bool().Draw(r, "cut") {
			b = b[:rapid.IntRange(0, len(b)-1).Draw(r, "length")]
		}
		broken := filepath.Join(dir, filepath.Base(name[0]))
		if err := os.WriteFile(broken, b, 0o600); err != nil {
			r.Fatal(err)
		}
		f := drafts.In(dir)
		crashed(t, f, at(model.Internal, "another"))
		got, err := f.Pending(t.Context(), ceiling(model.Restricted))
		var bad *drafts.Damaged
		if texts(got) != "another" || !errors.As(err, &bad) || len(bad.Files) != 1 {
			r.Fatalf("offered are %s, %v", texts(got), err)
		}
		if kept, err := os.ReadFile(bad.Files[0]); err != nil || !bytes.Equal(kept, b) {
			r.Errorf("what was kept aside differs, %v", err)
		}
		if got, err := f.Pending(t.Context(), ceiling(model.Restricted)); texts(got) != "another" || err != nil {
			r.Errorf("the next time offered are %s, %v", texts(got), err)
		}
	})
}

func TestAnOpenEditorsDraftIsOfferedToNobody(t *testing.T) {
	t.Parallel()
	f, dir := folder(t)
	a, b := f.Begin(), f.Begin()
	save(t, a, at(model.Public, "a"))
	save(t, b, at(model.Public, "b"))
	if got := pending(t, f, model.Restricted); len(got) > 0 {
		t.Errorf("offered are %s", texts(got))
	}
	if err := a.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := pending(t, f, model.Public)
	if texts(got) != "a" {
		t.Fatalf("offered are %s, want a", texts(got))
	}
	p, d, err := f.Take(t.Context(), ceiling(model.Public), got[0].ID)
	if err != nil || d.Text != "a" {
		t.Fatalf("taken: %q, %v", d.Text, err)
	}
	if _, _, err := f.Take(t.Context(), ceiling(model.Public), d.ID); !errors.Is(err, drafts.ErrGone) {
		t.Errorf("taken twice: %v", err)
	}
	save(t, p, at(model.Public, "a and more"))
	save(t, b, at(model.Public, "b and more"))
	if err := errors.Join(p.Close(t.Context()), b.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	if got := texts(pending(t, f, model.Public)); got != "a and more b and more" && got != "b and more a and more" {
		t.Errorf("offered are %s", got)
	}
	for _, d := range pending(t, f, model.Public) {
		if err := f.Discard(t.Context(), ceiling(model.Public), d.ID); err != nil {
			t.Error(err)
		}
	}
	if got := files(t, dir); got != "lock" {
		t.Errorf("left are %s", got)
	}
}

func TestASaveThatWasOvertakenChangesNothing(t *testing.T) {
	t.Parallel()
	f, dir := folder(t)
	p := f.Begin()
	first, second := at(model.Public, "first"), at(model.Public, "second")
	first.Edit, second.Edit = 1, 2
	save(t, p, second)
	save(t, p, first)
	if err := p.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	save(t, p, at(model.Public, "late"))
	if got := texts(pending(t, f, model.Public)); got != "second" {
		t.Errorf("kept is %s, want second", got)
	}
	id := pending(t, f, model.Public)[0].ID
	p, _, err := f.Take(t.Context(), ceiling(model.Public), id)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(p.Remove(t.Context()), p.Remove(t.Context()), p.Close(t.Context())); err != nil {
		t.Error(err)
	}
	save(t, p, at(model.Public, "late"))
	if got := files(t, dir); got != "lock" {
		t.Errorf("left are %s", got)
	}
}

func TestOfManySavesAtOnceTheLastOneStays(t *testing.T) {
	t.Parallel()
	f, _ := folder(t)
	p := f.Begin()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			d := at(model.Public, strings.Repeat("x", i))
			d.Edit = i
			if err := p.Save(t.Context(), d); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if err := p.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := texts(pending(t, f, model.Public)); got != strings.Repeat("x", 7) {
		t.Errorf("kept is %q", got)
	}
}

func TestWhatACrashLeavesBesideADraftIsCleared(t *testing.T) {
	t.Parallel()
	f, dir := folder(t)
	crashed(t, f, at(model.Restricted, "whole"))
	id := pending(t, f, model.Restricted)[0].ID.String()
	half := strings.Repeat("0", 31) + "1"
	for _, name := range []string{id + ".new", id + ".lock", half + ".new", half + ".lock", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pending(t, f, model.Public)
	if got := files(t, dir); got != "id.draft lock notes.txt" {
		t.Errorf("the folder holds %s", got)
	}
	if got := texts(pending(t, f, model.Restricted)); got != "whole" {
		t.Errorf("offered are %s", got)
	}
}

func TestWithoutAFolderThereIsNothingAndNothingIsMade(t *testing.T) {
	t.Parallel()
	f, dir := folder(t)
	if got := pending(t, f, model.Restricted); len(got) > 0 {
		t.Errorf("offered are %s", texts(got))
	}
	p := f.Begin()
	_, _, err := f.Take(t.Context(), ceiling(model.Restricted), model.ID{1})
	if !errors.Is(err, drafts.ErrGone) {
		t.Errorf("taken: %v", err)
	}
	if err := errors.Join(p.Remove(t.Context()), f.Forget(t.Context(), ceiling(model.Public), "a key")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}

func TestWhatCannotBeKeptIsReported(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := drafts.In(file).Begin().Save(t.Context(), at(model.Public, "secret")); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("saved in a file: %v", err)
	}
	f, dir := folder(t)
	p := f.Begin()
	save(t, p, at(model.Public, "kept"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Save(ctx, at(model.Public, "cancelled")); !errors.Is(err, context.Canceled) {
		t.Errorf("saved after it was cancelled: %v", err)
	}
	name, _ := filepath.Glob(filepath.Join(dir, "*.draft"))
	blocked := strings.TrimSuffix(name[0], ".draft") + ".new"
	if err := os.MkdirAll(filepath.Join(blocked, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := p.Save(t.Context(), at(model.Public, "blocked")); err == nil {
		t.Error("saved where it cannot be written")
	}
	if err := p.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := texts(pending(t, f, model.Public)); got != "kept" {
		t.Errorf("offered is %s, want what was kept", got)
	}
}
