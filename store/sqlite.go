package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"minne/model"
	"minne/store/words"
)

//go:embed schema.sql
var schema string

// Options say how a database is opened. The zero value opens the default agent's
// database for reading and writing and makes it if it is not there.
type Options struct {
	Agent     string // whose memories; another agent's file is refused
	Now       func() time.Time
	Rand      io.Reader // for ids and salts; crypto/rand if nil
	ReadOnly  bool
	MustExist bool // do not make a database that is not there
}

// DefaultAgent owns memories where nobody says who does (SPEC 1).
const DefaultAgent = "main-session"

// SQLite is the embedded Provider: one file, one agent. One connection writes, a
// few read, and one watches for changes.
type SQLite struct {
	writer
	info   Info
	now    func() time.Time
	rand   io.Reader
	write  *sql.DB // nil if read-only
	read   *sql.DB
	watch  *sql.DB
	mutant mutant

	still sync.Mutex // guards settled
	// settled is a private copy with expiry settled, for a database that cannot
	// be written to; nil until it is needed.
	settled *copied
}

// Open opens the database at path, making it if need be (SPEC D4, D5). A file
// that is not minne's, is newer, damaged or of another agent is refused with a
// *FileError and left as it was.
func Open(ctx context.Context, path string, o Options) (*SQLite, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, &FileError{path, "cannot be found", "name the whole path", err}
	}
	s := &SQLite{now: o.Now, rand: o.Rand, info: Info{Path: path, Agent: o.Agent, Format: format}}
	s.writer.s = s
	if s.now == nil {
		s.now = time.Now
	}
	if s.rand == nil {
		s.rand = rand.Reader
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
		if err := create(ctx, path, func(temp string) error { return s.fill(ctx, temp) }); err != nil {
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
	if s.info.ReadOnly {
		address := dsn(path, "ro", readOnlyMode(path)...)
		s.read, s.watch = dial(address, readers, common, reading), dial(address, 1, common, reading)
	} else {
		if err := tighten(path); err != nil {
			return err
		}
		s.write = dial(dsn(path, "rw", "_txlock=immediate"), 1, common, writing)
		if err := s.write.PingContext(ctx); err != nil {
			return err
		}
		s.read, s.watch = dial(dsn(path, "rw"), readers, common, writing, reading), dial(dsn(path, "rw"), 1, common, writing, reading)
	}
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
	return nil
}

// fill makes an empty database in the file temp and leaves it closed, without
// side files.
func (s *SQLite) fill(ctx context.Context, temp string) error {
	db := dial(dsn(temp, "rw", "_txlock=immediate"), 1, common, writing)
	defer db.Close()
	var id model.ID
	if _, err := io.ReadFull(s.rand, id[:]); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, text := range append([]string{schema}, indexSchema()...) {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	for name, value := range map[string][]byte{"id": id[:], "agent": []byte(s.info.Agent), "analyser": fmt.Append(nil, words.Version)} {
		if _, err := tx.ExecContext(ctx, "insert into meta (name, value) values (?, ?)", name, value); err != nil {
			return err
		}
	}
	for _, mark := range []string{fmt.Sprintf("pragma application_id = %d", applicationID), fmt.Sprintf("pragma user_version = %d", format)} {
		if _, err := tx.ExecContext(ctx, mark); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return db.Close()
}

// Info describes the storage for its owner.
func (s *SQLite) Info() Info { return s.info }

// Changes returns SQLite's data_version, which differs after any commit by
// another connection (see Provider).
func (s *SQLite) Changes(ctx context.Context) (int64, error) {
	var n int64
	if err := s.watch.QueryRowContext(ctx, "pragma data_version").Scan(&n); err != nil {
		return 0, s.explain("watch the database", err)
	}
	return n, nil
}

// Close writes what is in the journal into the database and closes it.
func (s *SQLite) Close() error {
	var all []error
	if s.settled != nil {
		all = append(all, s.settled.close())
	}
	for _, db := range []*sql.DB{s.watch, s.read, s.write} {
		if db != nil {
			all = append(all, db.Close())
		}
	}
	if err := errors.Join(all...); err != nil {
		return s.explain("close the database", err)
	}
	return nil
}
