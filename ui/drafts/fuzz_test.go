package drafts_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"minne/model"
	"minne/ui/drafts"
)

// Whatever is in a file, it is a draft that was kept, or it is damaged and stays as
// it is.
func FuzzPending(f *testing.F) {
	dir := f.TempDir()
	p := drafts.In(dir).Begin()
	if err := errors.Join(p.Save(f.Context(), at(model.Internal, "text")), p.Close(f.Context())); err != nil {
		f.Fatal(err)
	}
	name, _ := filepath.Glob(filepath.Join(dir, "*.draft"))
	whole, err := os.ReadFile(name[0])
	if err != nil {
		f.Fatal(err)
	}
	for _, n := range []int{0, 20, drafts.HeadSize, len(whole) - 1, len(whole)} {
		f.Add(whole[:n])
	}
	f.Add(append(bytes.Clone(whole), 0))
	f.Fuzz(func(t *testing.T, b []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name[0])), b, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := drafts.In(dir).Pending(context.WithoutCancel(t.Context()), ceiling(model.Restricted))
		var bad *drafts.Damaged
		if errors.As(err, &bad) && len(got) == 0 && len(bad.Files) == 1 {
			if kept, err := os.ReadFile(bad.Files[0]); err != nil || !bytes.Equal(kept, b) {
				t.Fatalf("what was kept aside differs: %v", err)
			}
			return
		}
		if err != nil || len(got) != 1 || !got[0].Level.Valid() {
			t.Fatalf("%d drafts, %v", len(got), err)
		}
	})
}
