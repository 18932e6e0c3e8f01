package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// The marks of a minne database in SQLite's own header.
const (
	applicationID = 0x6d696e6e // "minn"
	format        = 1          // user_version: the schema this program reads and writes
)

// FileError says what is wrong with a database file and the way out. It never
// holds memory text.
type FileError struct {
	Path  string
	Cause string // one line
	Hint  string // what to do
	Err   error  // what it was made from, if anything
}

func (e *FileError) Error() string { return e.Path + " " + e.Cause }

// Unwrap returns what the error was made from.
func (e *FileError) Unwrap() error { return e.Err }

// inspect looks at the file without letting SQLite near it, so that a foreign
// file is refused unaltered and gets no side files (SPEC D4). It reports whether
// there is a file.
func inspect(path string) (exists bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, &FileError{path, "cannot be looked at", "check the path and its permissions", err}
	case info.IsDir():
		return true, &FileError{path, "is a folder, not a database", "name a file in it, such as " + filepath.Join(path, "minne.db"), nil}
	case !info.Mode().IsRegular():
		return true, &FileError{path, "is not a regular file", "name a regular file", nil}
	case info.Size() == 0:
		return true, &FileError{path, "is empty: it is not a minne database", "remove it, and minne makes a new one in its place", nil}
	}
	f, err := os.Open(path)
	if err != nil {
		return true, &FileError{path, "cannot be read", "check its permissions", err}
	}
	defer f.Close()
	var head [100]byte
	if n, _ := f.ReadAt(head[:], 0); n < len(head) || string(head[:16]) != "SQLite format 3\x00" {
		return true, &FileError{path, "is not a minne database", "name another file with --db", nil}
	}
	if binary.BigEndian.Uint32(head[68:]) != applicationID {
		return true, &FileError{path, "is an SQLite database of another program", "name another file with --db; to take its memories over, use minne import", nil}
	}
	return true, checkFormat(path, int(binary.BigEndian.Uint32(head[60:])))
}

func checkFormat(path string, found int) error {
	switch {
	case found > format:
		return &FileError{path, fmt.Sprintf("has format %d, written by a newer minne; this one reads format %d", found, format), "install the newer minne, or name another file with --db", nil}
	case found != format:
		return damaged(path, nil)
	}
	return nil
}

func damaged(path string, err error) *FileError {
	return &FileError{path, "is damaged", "keep a copy of it, and put a backup in its place", err}
}

// writable reports whether the file may be written to. A file whose owner has
// taken the permission away stays as it is, even where the user could override
// that.
func writable(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o200 == 0 {
		return false
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	_ = f.Close()
	dir, err := os.Stat(filepath.Dir(path))
	if err != nil || dir.Mode().Perm()&0o200 == 0 {
		return false
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".minne-*")
	if err != nil {
		return false
	}
	_ = probe.Close()
	return os.Remove(probe.Name()) == nil
}

// tighten takes other users' access to an existing database and its side files
// away (SPEC D5).
func tighten(path string) error {
	for _, p := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(p)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			err = os.Chmod(p, 0o600)
		}
		if err != nil {
			return &FileError{path, "can be read by other users, and that cannot be changed", "chmod 600 the file and its -wal and -shm", err}
		}
	}
	return nil
}

// create makes a new database at path: whole, under another name, and then moved
// into its place, so that nobody ever sees half of one. Others wait on a lock
// beside it; whoever comes second finds it there.
func (s *SQLite) create(ctx context.Context, path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return &FileError{path, "cannot be made: its folder cannot", "check the permissions of the folders above it", err}
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	wait, stop := context.WithTimeout(ctx, s.patience)
	defer stop()
	if _, err := lock.TryLockContext(wait, lockEvery); err != nil {
		return &FileError{path, "cannot be made: the lock beside it cannot be had", "end other minne processes that are making it, and check the permissions of its folder", err}
	}
	defer lock.Unlock()
	if exists, err := inspect(path); exists || err != nil {
		return err
	}
	if err := orphaned(path); err != nil {
		return err
	}
	temp := path + ".new"
	removeAll(temp) // whoever made it was killed: the lock is ours
	defer removeAll(temp)
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return &FileError{path, "cannot be made", "check the permissions of its folder", err}
	}
	if err := s.fill(ctx, temp); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return &FileError{path, "cannot be made", "check the permissions of its folder", err}
	}
	return syncDir(dir)
}

func removeAll(path string) {
	for _, p := range []string{path, path + "-wal", path + "-shm", path + "-journal"} {
		_ = os.Remove(p)
	}
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
