// Package drafts keeps what a person is writing on disk while they write it, so
// that a crash, a kill or a power cut loses nothing that was acknowledged.
//
// There is one folder of drafts beside each database (0700), and in it one file
// for each editor (0600), named by a random id: neither level nor key can be seen
// from outside. The level stands in the head of the file, with a checksum of its
// own. A session gets drafts at or below its level; of the others the head is
// read and nothing else, and nothing of them is counted, named or reported.
//
// A draft of an editor that is open, here or in another process, is offered to
// nobody. A draft that is damaged is kept aside, and reported to those who may
// know of it.
//
// The package shows nothing, decides no save, and does not encrypt. A file that
// is replaced or removed is unlinked, not overwritten. Its errors hold no text and
// no key.
package drafts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"minne/model"
	"minne/policy"
)

// Draft is what an editor holds. Key, Tags, Text and Expires are the fields as
// they were typed, byte for byte; nothing need be valid.
type Draft struct {
	ID      model.ID // which draft; Pending and Take set it, Save does not look at it
	Level   model.Level
	Key     string
	Tags    string
	Text    string
	Expires string
	Cursor  int // in the text
	Base    Base
	At      time.Time // when it was typed
	// Edit counts the changes in one editor. It is not kept: by it Save knows that
	// it has been overtaken.
	Edit int
}

// Base says which version is being edited. The zero Base: a new memory.
type Base struct {
	Key     model.Key
	Level   model.Level
	Version int
}

// ErrGone says that a draft is no longer there, or is not for the session, or is
// open in another editor.
var ErrGone = errors.New("that draft is no longer there")

// Damaged names the files of drafts that could not be read. They are kept.
type Damaged struct{ Files []string }

// Error names them, too.
func (d *Damaged) Error() string {
	return fmt.Sprintf("drafts that are damaged were kept aside: %s", strings.Join(d.Files, ", "))
}

// err returns the error, if there are any files.
func (d *Damaged) err() error {
	if len(d.Files) == 0 {
		return nil
	}
	return d
}

// Folder is where drafts are kept. The folder itself is made with the first of
// them.
type Folder struct{ dir string }

// In returns the drafts in a folder, such as the one beside a database that is
// named like it. It does no I/O.
func In(dir string) Folder { return Folder{dir} }

// Pending returns the drafts that a session with this ceiling may go on with, the
// newest first. If the error is a *Damaged, the drafts that could be read are
// returned with it.
func (f Folder) Pending(ctx context.Context, c policy.Ceiling) ([]Draft, error) {
	var out []Draft
	var bad Damaged
	err := f.alone(ctx, func() error {
		return f.each(func(id model.ID) error {
			d, err := f.read(id, c.Sees)
			if errors.Is(err, ErrGone) {
				return nil
			}
			if open, failed := f.open(id); open || failed != nil {
				return failed
			}
			switch {
			case errors.Is(err, errDamaged):
				return f.setAside(id, &bad)
			case err == nil:
				out = append(out, d)
			}
			return err
		})
	})
	slices.SortFunc(out, func(a, b Draft) int {
		if n := b.At.Compare(a.At); n != 0 {
			return n
		}
		return strings.Compare(a.ID.String(), b.ID.String())
	})
	return out, errors.Join(err, bad.err())
}

// Take opens an editor on a pending draft. It fails with ErrGone if another was
// faster.
func (f Folder) Take(ctx context.Context, c policy.Ceiling, id model.ID) (*Pad, Draft, error) {
	var p *Pad
	var d Draft
	err := f.alone(ctx, func() error {
		lock, err := f.hold(id)
		if err != nil {
			return err
		}
		if d, err = f.read(id, c.Sees); err != nil {
			if errors.Is(err, errDamaged) {
				err = ErrGone // the next Pending keeps it aside
			}
			return errors.Join(err, f.release(id, lock))
		}
		p = &Pad{in: f, id: id, lock: lock, level: d.Level}
		return nil
	})
	if err == nil && p == nil { // there is no folder
		err = ErrGone
	}
	return p, d, err
}

// Discard removes a pending draft.
func (f Folder) Discard(ctx context.Context, c policy.Ceiling, id model.ID) error {
	p, _, err := f.Take(ctx, c, id)
	if err != nil {
		return err
	}
	return p.Remove(ctx)
}

// Forget removes the drafts of a key at exactly the level of the ceiling, as part
// of a purge (SPEC V6), those of open editors included: what a person types on
// there is kept again. A draft at another level stays, even if it began as a copy.
// If the error is a *Damaged, it names files at that level that nobody can read,
// and that may be about the key.
func (f Folder) Forget(ctx context.Context, c policy.Ceiling, key model.Key) error {
	var bad Damaged
	at := func(l model.Level) bool { return c.Sees(l) && policy.CanFlowTo(c.Top(), l) }
	err := f.alone(ctx, func() error {
		return f.each(func(id model.ID) error {
			d, err := f.read(id, at)
			switch {
			case errors.Is(err, errDamaged):
				bad.Files = append(bad.Files, f.path(id, draftFile))
			case errors.Is(err, ErrGone):
			case err != nil:
				return err
			case d.Base.Key == key || strings.TrimSpace(d.Key) == string(key):
				return os.Remove(f.path(id, draftFile))
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	aside, err := filepath.Glob(filepath.Join(f.dir, "*"+damagedFile))
	for _, path := range aside {
		if l, ok := levelOf(path); ok && at(l) || !ok && at(unknownLevel) {
			bad.Files = append(bad.Files, path)
		}
	}
	return errors.Join(err, syncDir(f.dir), bad.err())
}

// setAside renames a draft that cannot be read.
func (f Folder) setAside(id model.ID, bad *Damaged) error {
	to := f.path(id, damagedFile)
	if err := os.Rename(f.path(id, draftFile), to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("keep a damaged draft aside: %w", err)
	}
	bad.Files = append(bad.Files, to)
	return syncDir(f.dir)
}
