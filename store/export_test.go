package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"slices"
	"time"
)

// Mutants are the faults that the non-interference test must catch, by name.
var Mutants = map[string]mutant{
	"a shared index":               sharedIndex,
	"LIMIT before filter":          limitBeforeFilter,
	"an unfiltered count":          unfilteredCount,
	"created_at inherited":         inheritedCreation,
	"shadowing among matches only": shadowingAmongMatches,
	"tag filter before shadowing":  tagBeforeShadowing,
	"a global sequence":            globalSequence,
	"an error that names a level":  tellingError,
}

// Mutate puts one of the Mutants into s.
func (s *SQLite) Mutate(name string) { s.mutant = Mutants[name] }

// WithPatience returns options under which a write waits that long.
func (o Options) WithPatience(d time.Duration) Options {
	o.patience = d
	return o
}

// Pools are the connections of s, by what they are for.
func (s *SQLite) Pools() map[string]*sql.DB {
	return map[string]*sql.DB{"write": s.write, "read": s.read, "watch": s.watch}
}

// Connect opens one connection to the database at path with a setting of its own.
func Connect(ctx context.Context, path, name, value, back string) error {
	db := (&SQLite{patience: patience}).dial(dsn(path, "rw"), 1, common, writing, []setting{{name, value, back}})
	return cmp.Or(db.PingContext(ctx), db.Close())
}

// Statement is what was asked of SQLite.
type Statement struct {
	SQL  string
	Args []any
}

// Record makes s tell heard each statement before it is run.
func (s *SQLite) Record(heard func(Statement)) {
	record := func(pool *sql.DB, more string, settings ...[]setting) *sql.DB {
		_ = pool.Close()
		db := sql.OpenDB(recorder{&connector{dsn: dsn(s.info.Path, "rw", more), settings: append(waiting(s.patience), slices.Concat(settings...)...)}, heard})
		db.SetMaxOpenConns(1)
		return db
	}
	_ = s.watch.Ping() // so that the journal stays while the others are made anew
	s.read = record(s.read, "", common, writing, reading)
	s.write = record(s.write, "_txlock=immediate", common, writing)
}

type recorder struct {
	*connector
	heard func(Statement)
}

func (r recorder) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := r.connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return recorded{c.(connection), r.heard}, nil
}

type recorded struct {
	connection
	heard func(Statement)
}

func (r recorded) tell(query string, args []driver.NamedValue) {
	s := Statement{SQL: query}
	for _, a := range args {
		if a.Name != "" {
			s.Args = append(s.Args, sql.Named(a.Name, a.Value))
		} else {
			s.Args = append(s.Args, a.Value)
		}
	}
	r.heard(s)
}

func (r recorded) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	r.tell(query, args)
	return r.connection.QueryContext(ctx, query, args)
}

func (r recorded) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	r.tell(query, args)
	return r.connection.ExecContext(ctx, query, args)
}
