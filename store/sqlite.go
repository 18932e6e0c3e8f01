package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"io"
	"sync"
	"time"
)

// Options say how a database is opened. The zero value opens the default agent's
// database for reading and writing and makes it if it is not there.
type Options struct {
	Agent     string // whose memories; another agent's file is refused
	Now       func() time.Time
	Rand      io.Reader // for ids and salts; crypto/rand if nil
	ReadOnly  bool
	MustExist bool // do not make a database that is not there

	patience time.Duration // the usual if 0
}

// DefaultAgent owns memories where nobody says who does (SPEC 1).
const DefaultAgent = "main-session"

// SQLite is the embedded Provider: one file, one agent. One connection writes, a
// few read, and one watches for changes.
type SQLite struct {
	writer
	info     Info
	now      func() time.Time
	rand     io.Reader
	patience time.Duration
	write    *sql.DB // nil if read-only
	mutant   mutant
	files    []named

	still sync.RWMutex // guards what follows, which changes only if read-only
	read  *sql.DB
	watch *sql.DB
	seen  traces
	laid  int64 // how often it was opened

	copying sync.Mutex // guards settled
	settled *copied    // nil until it is needed
}

// Open opens the database at path, making it if need be (SPEC D4, D5). A file
// that is not minne's, is newer, damaged or of another agent is refused with a
// *FileError and left as it was.
func Open(ctx context.Context, path string, o Options) (*SQLite, error) {
	path, err := locate(path)
	if err != nil {
		return nil, err
	}
	s := &SQLite{now: o.Now, rand: o.Rand, patience: o.patience, info: Info{Path: path, Agent: o.Agent, Format: format}}
	s.writer.s = s
	if s.now == nil {
		s.now = time.Now
	}
	if s.rand == nil {
		s.rand = rand.Reader
	}
	if s.patience == 0 {
		s.patience = patience
	}
	if s.info.Agent == "" {
		s.info.Agent = DefaultAgent
	}
	exists, err := inspect(path)
	if err != nil {
		return nil, err
	}
	if !exists {
		if o.ReadOnly || o.MustExist {
			return nil, &FileError{path, "does not exist", "save something first, or name another file with --db", nil}
		}
		if err := s.create(ctx, path); err != nil {
			return nil, s.explain("make the database", err)
		}
	}
	s.info.ReadOnly = o.ReadOnly || !writable(path)
	if err := s.connect(ctx); err != nil {
		_ = s.Close()
		return nil, s.explain("open the database", err)
	}
	return s, nil
}

func (s *SQLite) connect(ctx context.Context) error {
	path := s.info.Path
	if err := s.remember(path); err != nil {
		return err
	}
	if s.info.ReadOnly {
		return s.lay(ctx)
	}
	if err := tighten(path); err != nil {
		return err
	}
	s.write = s.dial(dsn(path, "rw", "_txlock=immediate"), 1, common, writing)
	if err := s.write.PingContext(ctx); err != nil {
		return err
	}
	if err := s.remember(path+"-wal", path+"-shm"); err != nil {
		return err
	}
	s.read, s.watch = s.dial(dsn(path, "rw"), readers, common, writing, reading), s.dial(dsn(path, "rw"), 1, common, writing, reading)
	return s.recognise(ctx)
}

// recognise reads who the database belongs to, before anything else is read.
func (s *SQLite) recognise(ctx context.Context) error {
	var app, found int
	if err := s.read.QueryRowContext(ctx, "pragma application_id").Scan(&app); err != nil {
		return err
	}
	if err := s.read.QueryRowContext(ctx, "pragma user_version").Scan(&found); err != nil {
		return err
	}
	if app != applicationID {
		return damaged(s.info.Path, nil)
	}
	if err := checkFormat(s.info.Path, found); err != nil {
		return err
	}
	var id, agent []byte
	if err := s.read.QueryRowContext(ctx, "select (select value from meta where name = 'id'), (select value from meta where name = 'agent')").Scan(&id, &agent); err != nil {
		return err
	}
	if copy(s.info.ID[:], id) != len(s.info.ID) || len(id) != len(s.info.ID) {
		return damaged(s.info.Path, nil)
	}
	if string(agent) != s.info.Agent {
		return &FileError{s.info.Path, "holds the memories of another agent", "name that agent with --agent, or another file with --db", nil}
	}
	return s.genuine(ctx)
}

// Info describes the storage for its owner.
func (s *SQLite) Info() Info { return s.info }

// Changes returns SQLite's data_version, which differs after any commit by
// another connection (see Provider).
func (s *SQLite) Changes(ctx context.Context) (int64, error) {
	if err := s.inPlace(); err != nil {
		return 0, err
	}
	release, err := s.hold(ctx)
	if err != nil {
		return 0, s.explain("watch the database", err)
	}
	defer release()
	var n int64
	if err := s.watch.QueryRowContext(ctx, "pragma data_version").Scan(&n); err != nil {
		return 0, s.explain("watch the database", cause(ctx, err))
	}
	return s.laid<<32 + n, nil
}

// Close writes what is in the journal into the database and closes it.
func (s *SQLite) Close() error {
	s.copying.Lock()
	defer s.copying.Unlock()
	s.still.Lock()
	defer s.still.Unlock()
	var private error
	if s.settled != nil {
		private = s.settled.Close()
	}
	if err := errors.Join(private, closeAll(s.watch, s.read, s.write)); err != nil {
		return s.explain("close the database", err)
	}
	return nil
}

func closeAll(pools ...*sql.DB) error {
	var all []error
	for _, db := range pools {
		if db != nil {
			all = append(all, db.Close())
		}
	}
	return errors.Join(all...)
}
