package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// locate returns the absolute path of a database. A link to the file is followed,
// as SQLite does to find the journal beside it.
func locate(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return path, &FileError{path, "cannot be found", "name the whole path", err}
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return path, nil
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return path, &FileError{path, "is a link to a file that cannot be found", "mend the link, or name another file with --db", err}
	}
	return real, nil
}

// orphaned refuses to make a database beside the journal of one that is gone:
// SQLite would take it for the new one's.
func orphaned(path string) error {
	for _, end := range []string{"-wal", "-journal"} {
		info, err := os.Stat(path + end)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
			continue
		}
		return &FileError{path, "is not there, but its journal is, " + filepath.Base(path) + end, "put the database back beside its journal; or end all minne processes and move the journal away", err}
	}
	return nil
}

// named is a file that is open, as its path named it then.
type named struct {
	path string
	fs.FileInfo
}

// remember notes what paths name.
func (s *SQLite) remember(paths ...string) error {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return &FileError{s.info.Path, "cannot be looked at", "check the path and its permissions", err}
		}
		s.files = append(s.files, named{path, info})
	}
	return nil
}

// inPlace fails if the paths do not name the files any more that are open: what is
// written into a file without a name, or beside another one, would be lost.
func (s *SQLite) inPlace() error {
	for _, f := range s.files {
		if now, err := os.Stat(f.path); err != nil || !os.SameFile(now, f.FileInfo) {
			return &FileError{s.info.Path, "has been moved, deleted or replaced since it was opened", "nothing was changed; put it back, or end minne and start it again", err}
		}
	}
	return nil
}
