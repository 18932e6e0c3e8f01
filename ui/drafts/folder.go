package drafts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"minne/model"
)

const (
	folderLock = "lock" // held while locks are looked at, made or removed
	lockEvery  = 5 * time.Millisecond
)

func (f Folder) path(id model.ID, ending string) string {
	return filepath.Join(f.dir, id.String()+ending)
}

// make makes the folder, and takes other users' access to it away (SPEC D5).
func (f Folder) make() error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(f.dir)
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = os.Chmod(f.dir, 0o700)
	}
	return err
}

// alone does something while no other process looks at the locks of the folder.
// Without a folder there is nothing to do.
func (f Folder) alone(ctx context.Context, do func() error) error {
	if _, err := os.Stat(f.dir); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("the folder of drafts: %w", err)
	}
	lock := flock.New(filepath.Join(f.dir, folderLock), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, lockEvery); err != nil {
		return fmt.Errorf("the folder of drafts: %w", err)
	}
	err := do()
	return errors.Join(err, lock.Unlock())
}

// each does something with every draft, after what crashed editors have left
// beside them is gone.
func (f Folder) each(do func(model.ID) error) error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return fmt.Errorf("the folder of drafts: %w", err)
	}
	var errs []error
	for _, e := range entries {
		name, ending := e.Name(), filepath.Ext(e.Name())
		var id model.ID
		if !e.Type().IsRegular() || id.UnmarshalText([]byte(strings.TrimSuffix(name, ending))) != nil {
			continue
		}
		switch ending {
		case draftFile:
			f.tighten(e)
			errs = append(errs, do(id))
		case newFile, lockFile:
			f.sweep(id)
		}
	}
	return errors.Join(errs...)
}

// tighten takes other users' access to a file away. That it cannot be done must
// not be reported: the file may be above the session.
func (f Folder) tighten(e fs.DirEntry) {
	if info, err := e.Info(); err == nil && info.Mode().Perm()&0o077 != 0 {
		_ = os.Chmod(filepath.Join(f.dir, e.Name()), 0o600)
	}
}

// sweep removes what is left beside a draft by an editor that is no longer open.
// That it cannot be done is not reported either.
func (f Folder) sweep(id model.ID) {
	if open, err := f.open(id); open || err != nil {
		return
	}
	_ = os.Remove(f.path(id, newFile))
	_ = os.Remove(f.path(id, lockFile))
}

// open reports whether an editor is open on a draft. It needs to be alone.
func (f Folder) open(id model.ID) (bool, error) {
	path := f.path(id, lockFile)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	lock := flock.New(path)
	free, err := lock.TryLock()
	if err != nil {
		return false, err
	}
	return !free, lock.Unlock()
}

// hold takes the lock of an open editor. It needs to be alone.
func (f Folder) hold(id model.ID) (*flock.Flock, error) {
	lock := flock.New(f.path(id, lockFile), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrGone
	default:
		return lock, nil
	}
}

// release gives the lock of an open editor back. It needs to be alone.
func (f Folder) release(id model.ID, lock *flock.Flock) error {
	err := os.Remove(f.path(id, lockFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, lock.Unlock())
}
