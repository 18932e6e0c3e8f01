package triggerfish

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// source is a SQLite database that was found, and how to open it.
type source struct {
	path string // of the file itself, not of a link to it
	way  string
	seen traces
}

// The ways of opening a source, as parameters of its URI. All are read-only;
// they differ in how SQLite comes to know the newest state without leaving
// anything in the source's folder or changing what is there.
const (
	// byLocks is for a database with a rollback journal: a reader takes locks,
	// which leave nothing behind.
	byLocks = "mode=ro"
	// shared is for a database with a write-ahead log and the log's index. The
	// index is used if another process keeps it, and else made in memory.
	shared = "mode=ro&readonly_shm=1"
	// alone is for a log without its index, so without another process. Locks
	// are not needed then, and without them the index is made in memory.
	alone = "mode=ro&vfs=unix-none&_locking_mode=EXCLUSIVE"
	// frozen is for a database that should have a log and has none, or an empty
	// one: the file is all there is. Otherwise SQLite would create the log and
	// its index, or set the permissions of an empty one.
	frozen = "mode=ro&immutable=1"
)

// find looks at the file at path and chooses how to open it.
func find(path string) (*source, error) {
	path, err := filepath.Abs(path)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return nil, fmt.Errorf("find the source: %w", err)
	}
	logs, err := sniff(path)
	if err != nil {
		return nil, err
	}
	s := &source{path: path, seen: look(path)}
	switch log := s.seen.log; {
	case log > 0 && size(path+"-shm") > 0:
		s.way = shared
	case log > 0:
		s.way = alone
	case log == 0 || logs:
		s.way = frozen
	default:
		s.way = byLocks
	}
	return s, nil
}

// sniff tells a SQLite database by the beginning of the file, and whether its
// header says that it has a write-ahead log.
func sniff(path string) (logs bool, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return false, fmt.Errorf("find the source: %w", err)
	case info.IsDir():
		return false, &FormatError{Why: "is a folder"}
	case !info.Mode().IsRegular():
		return false, &FormatError{Why: "is not a regular file"}
	case info.Size() == 0:
		return false, &FormatError{Why: "is empty", Err: ErrEmpty}
	}
	f, err := os.Open(path)
	if err != nil {
		return false, fmt.Errorf("open the source: %w", err)
	}
	defer f.Close()
	var head [20]byte
	switch _, err := io.ReadFull(f, head[:]); {
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return false, fmt.Errorf("read the source: %w", err)
	case err != nil || !bytes.HasPrefix(head[:], []byte("SQLite format 3\x00")):
		return false, &FormatError{Why: "is not a SQLite database"}
	}
	return head[18] == 2 || head[19] == 2, nil
}

// traces are what changes when somebody writes to a source.
type traces struct {
	size, log int64 // of the database and of its write-ahead log; -1: there is none
	changed   time.Time
}

func look(path string) traces {
	t := traces{size: -1, log: size(path + "-wal")}
	if info, err := os.Stat(path); err == nil {
		t.size, t.changed = info.Size(), info.ModTime()
	}
	return t
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return info.Size()
}

// settled reports an error if somebody may have written to a source while it was
// read without locks: what was read may then mix two states.
func (s *source) settled() error {
	if s.way == byLocks || s.way == shared || s.seen == look(s.path) {
		return nil
	}
	return errors.New("another program changed the source while it was read; try again")
}
