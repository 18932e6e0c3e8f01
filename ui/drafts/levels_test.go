package drafts_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"minne/model"
	"minne/policy"
	"minne/ui/drafts"
)

func TestADraftIsForSessionsAtItsLevelOrAbove(t *testing.T) {
	t.Parallel()
	f, _ := folder(t)
	for i, l := range model.Levels {
		d := at(l, l.String())
		d.At = began.Add(time.Duration(i) * time.Minute)
		crashed(t, f, d)
	}
	for l, want := range map[model.Level]string{
		model.Public: "PUBLIC", model.Internal: "INTERNAL PUBLIC", model.Confidential: "CONFIDENTIAL INTERNAL PUBLIC", model.Restricted: "RESTRICTED CONFIDENTIAL INTERNAL PUBLIC",
	} {
		if got := texts(pending(t, f, l)); got != want {
			t.Errorf("a session at %v is offered %s, want %s", l, got, want)
		}
	}
	if got, err := f.Pending(t.Context(), policy.Ceiling{}); len(got) > 0 || err != nil {
		t.Errorf("nobody is offered %s, %v", texts(got), err)
	}
	top := pending(t, f, model.Restricted)[0]
	_, d, err := f.Take(t.Context(), ceiling(model.Confidential), top.ID)
	_, _, missing := f.Take(t.Context(), ceiling(model.Confidential), model.ID{1})
	if !errors.Is(err, drafts.ErrGone) || d != (drafts.Draft{}) || err.Error() != missing.Error() {
		t.Errorf("taking a draft from below: %+v, %v; one that is not there: %v", d, err, missing)
	}
	if err := f.Discard(t.Context(), ceiling(model.Public), top.ID); !errors.Is(err, drafts.ErrGone) {
		t.Errorf("discarding a draft from below: %v", err)
	}
	if got := texts(pending(t, f, model.Restricted)); !strings.Contains(got, "RESTRICTED") {
		t.Error("it has gone")
	}
}

// Whatever is wrong with a draft above the session, the session cannot tell that
// there is one.
func TestOfADraftAboveTheSessionNothingIsReadButTheHead(t *testing.T) {
	t.Parallel()
	f, dir := folder(t)
	crashed(t, f, at(model.Restricted, "secret"))
	name, _ := filepath.Glob(filepath.Join(dir, "*.draft"))
	whole, err := os.ReadFile(name[0])
	if err != nil {
		t.Fatal(err)
	}
	strict := io.MultiReader(bytes.NewReader(whole[:drafts.HeadSize]), iotest.ErrReader(errors.New("more was read than the head")))
	if l, err := drafts.ReadHead(strict); l != model.Restricted || err != nil {
		t.Errorf("the head says %v, %v", l, err)
	}
	if bytes.Contains(whole[:drafts.HeadSize], []byte("secret")) {
		t.Error("the head holds text")
	}
	for what, b := range map[string][]byte{
		"no body": whole[:drafts.HeadSize], "half a body": whole[:drafts.HeadSize+20], "half a head": whole[:20], "nothing": nil,
		"another level": append(append(slices.Clone(whole[:12]), byte(model.Public)), whole[13:]...),
	} {
		if err := os.WriteFile(name[0], b, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, l := range []model.Level{model.Public, model.Internal, model.Confidential} {
			if got, err := f.Pending(t.Context(), ceiling(l)); len(got) > 0 || err != nil {
				t.Errorf("%s: a session at %v is told %s, %v", what, l, texts(got), err)
			}
			if err := f.Forget(t.Context(), ceiling(l), "a key"); err != nil {
				t.Errorf("%s: forgetting at %v: %v", what, l, err)
			}
		}
		if still, err := os.ReadFile(name[0]); err != nil || !bytes.Equal(still, b) {
			t.Errorf("%s: the file was changed, %v", what, err)
		}
	}
}

func TestTheLevelOfADraftOnlyRises(t *testing.T) {
	t.Parallel()
	f, _ := folder(t)
	p := f.Begin()
	save(t, p, at(model.Internal, "one"))
	save(t, p, at(model.Confidential, "two"))
	for _, l := range []model.Level{0, model.Public, model.Internal, 5} {
		if err := p.Save(t.Context(), at(l, "three")); err == nil || strings.Contains(err.Error(), "three") {
			t.Errorf("it became %v: %v", l, err)
		}
	}
	if err := p.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := pending(t, f, model.Internal); len(got) > 0 {
		t.Errorf("a session at INTERNAL is offered %s", texts(got))
	}
	got := pending(t, f, model.Restricted)
	p, _, err := f.Take(t.Context(), ceiling(model.Restricted), got[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Save(t.Context(), at(model.Internal, "three")); err == nil {
		t.Error("it became INTERNAL in the next editor")
	}
}

func TestAPurgeForgetsTheDraftsOfItsKeyAndLevel(t *testing.T) {
	t.Parallel()
	f, dir := folder(t)
	other := at(model.Internal, "other")
	other.Key = "other"
	based := at(model.Internal, "based")
	based.Key, based.Base = "renamed", drafts.Base{Key: "a key", Level: model.Internal, Version: 3}
	typed := at(model.Internal, "typed")
	typed.Key = " a key\t"
	crashed(t, f, at(model.Internal, "gone"), other, based, typed, at(model.Public, "lower"), at(model.Confidential, "higher"))
	open := f.Begin()
	save(t, open, at(model.Internal, "open"))
	if err := f.Forget(t.Context(), ceiling(model.Internal), "a key"); err != nil {
		t.Fatal(err)
	}
	left := strings.Fields(texts(pending(t, f, model.Restricted)))
	slices.Sort(left)
	if !slices.Equal(left, []string{"higher", "lower", "other"}) {
		t.Errorf("left are %v", left)
	}
	if got := files(t, dir); got != "id.draft id.draft id.draft id.lock lock" {
		t.Errorf("the folder holds %s", got)
	}
	save(t, open, at(model.Internal, "open again"))
	if err := open.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := texts(pending(t, f, model.Internal)); !strings.Contains(got, "open again") {
		t.Errorf("what was typed afterwards is not kept: %s", got)
	}
	name := pending(t, f, model.Public)[0].ID.String()
	if err := os.Truncate(filepath.Join(dir, name+".draft"), drafts.HeadSize+3); err != nil {
		t.Fatal(err)
	}
	var bad *drafts.Damaged
	for _, when := range []string{"damaged", "kept aside"} {
		if err := f.Forget(t.Context(), ceiling(model.Public), "a key"); !errors.As(err, &bad) || len(bad.Files) != 1 {
			t.Errorf("%s: forgetting does not name a file that nobody can read: %v", when, err)
		}
		if err := f.Forget(t.Context(), ceiling(model.Internal), "a key"); err != nil {
			t.Errorf("%s: a file at another level is named: %v", when, err)
		}
		_, _ = f.Pending(t.Context(), ceiling(model.Public))
	}
}
