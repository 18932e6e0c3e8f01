package store

import (
	"context"
	"os"
	"time"
)

// The ways of reading a database that must not change, as parameters of its
// address. They differ in how SQLite comes to know the newest state without
// changing anything in the folder, which a plain mode=ro would do: it makes the
// journal and its index, or writes the index anew.
const (
	// shared is for a journal with its index: somebody may be writing, and is
	// heeded.
	shared = "readonly_shm=1"
	// alone is for a journal without its index, so without a writer: without
	// locks, the index is made in memory.
	alone = "vfs=unix-none&_locking_mode=EXCLUSIVE"
	// frozen is for a file without a journal: it is all there is.
	frozen = "immutable=1"
)

// traces are what a writer changes about a database that is read. The zero traces
// are those of a database that is open for writing.
type traces struct {
	size, journal    int64 // in bytes; -1: there is none
	changed, written time.Time
	index            bool
}

func look(path string) traces {
	t := traces{size: -1, journal: -1}
	if info, err := os.Stat(path); err == nil {
		t.size, t.changed = info.Size(), info.ModTime()
	}
	if info, err := os.Stat(path + "-wal"); err == nil {
		t.journal, t.written = info.Size(), info.ModTime()
	}
	info, err := os.Stat(path + "-shm")
	t.index = err == nil && info.Size() > 0
	return t
}

// way returns how a database with these traces is read.
func (t traces) way() string {
	switch {
	case t.journal <= 0:
		return frozen
	case t.index:
		return shared
	default:
		return alone
	}
}

// stand reports whether a database that was opened with these traces can go on being
// read as it was: SQLite sees to that, or nobody has written to it since.
func (t traces) stand(path string) bool {
	return t == traces{} || t.way() == shared || t == look(path)
}

// hold keeps the reading connections as they are until release is called. Those of
// a database that cannot be written to are made anew if its files have changed in
// a way that SQLite does not notice.
func (s *SQLite) hold(ctx context.Context) (release func(), err error) {
	s.still.RLock()
	if s.seen.stand(s.info.Path) {
		return s.still.RUnlock, nil
	}
	s.still.RUnlock()
	s.still.Lock()
	if !s.seen.stand(s.info.Path) {
		err = s.lay(ctx)
	}
	s.still.Unlock()
	if err != nil {
		return nil, err
	}
	s.still.RLock()
	return s.still.RUnlock, nil
}

// lay opens a database for reading only, as its files lie now.
func (s *SQLite) lay(ctx context.Context) error {
	if err := closeAll(s.watch, s.read); err != nil {
		return err
	}
	s.seen = look(s.info.Path)
	address := dsn(s.info.Path, "ro", s.seen.way())
	s.read, s.watch = s.dial(address, readers, common, reading), s.dial(address, 1, common, reading)
	s.laid++
	return s.recognise(ctx)
}

// changedMeanwhile is what a read ends with that may have mixed two states.
func (s *SQLite) changedMeanwhile() error {
	return &FileError{s.info.Path, "was changed by another program while it was read", "try again", nil}
}
