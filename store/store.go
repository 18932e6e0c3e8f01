// Package store keeps memories. Provider is what the rest of minne sees of it
// (SPEC D1); SQLite is the embedded implementation and the only code that knows
// SQL.
//
// It decides no access: reads take a policy.Ceiling, writes a policy.Session,
// and policy says what they mean. It shows nothing to people and logs nothing.
package store

import (
	"context"

	"minne/model"
	"minne/policy"
)

// Provider keeps one agent's memories. Every method may be called from many
// goroutines, and many processes may use the same storage. Errors match the
// values in package model, *policy.Refusal, or are of the storage itself; none
// holds memory text, a key or a query.
type Provider interface {
	Reader
	Writer

	// Batch runs do as one transaction: all of its writes or none.
	Batch(ctx context.Context, do func(w Writer) error) error
	// Session returns a session as the database knows it; ErrNotFound before
	// its first write. It is how a raise from elsewhere is noticed.
	Session(ctx context.Context, id model.ID) (model.Session, error)
	// Changes returns a number that differs after any commit by another
	// connection or process. It says nothing about what changed (SPEC P6): ask
	// again and compare what the session may see.
	Changes(ctx context.Context) (int64, error)
	// Info describes the storage for its owner.
	Info() Info
	Close() error
}

// Reader answers what a session under a ceiling may know.
type Reader interface {
	// Head returns the memory that is seen for key, or ErrNotFound.
	Head(ctx context.Context, c policy.Ceiling, key model.Key) (model.Memory, error)
	// List returns a page of the view, newest first, then by key (SPEC T5, T6).
	List(ctx context.Context, c policy.Ceiling, q model.ListQuery) (model.Page, error)
	// Search returns the best matches in the view (SPEC 5). No text is an error.
	Search(ctx context.Context, c policy.Ceiling, q model.SearchQuery) (model.Found, error)
	// Tags returns the tags of the view with their counts, by tag.
	Tags(ctx context.Context, c policy.Ceiling) ([]model.TagCount, error)
	// Count returns the number of memories in the view.
	Count(ctx context.Context, c policy.Ceiling) (int, error)
	// History returns the visible versions of a key, newest first, deleted and
	// expired ones included; ErrNotFound if there are none (SPEC V8).
	History(ctx context.Context, c policy.Ceiling, key model.Key) ([]model.Version, error)
	// Past returns a page of what is in nobody's view any more, newest first, and
	// whether there is more (SPEC V8).
	Past(ctx context.Context, c policy.Ceiling, q PastQuery) ([]model.Version, bool, error)
	// Matrix returns, key by key, what a session at each level up to the ceiling
	// gets, and whether there is more.
	Matrix(ctx context.Context, c policy.Ceiling, q MatrixQuery) ([]model.Row, bool, error)
	// Sessions returns the sessions that have acted at a visible level, the last
	// to act first, as far as they were visible (SPEC P6).
	Sessions(ctx context.Context, c policy.Ceiling, limit int) ([]model.Visit, error)
	// Events returns entries of the visible logs, newest first (SPEC V8).
	Events(ctx context.Context, c policy.Ceiling, q EventQuery) ([]model.Event, error)
}

// Writer changes what is stored. The level of every change is the session's
// taint, read from the database inside the transaction (SPEC P3); the audit
// event is part of the same transaction (SPEC A2).
type Writer interface {
	// Save adds a version. The decision is that of the hook on the call, so that
	// an override is logged with the save that it forced.
	Save(ctx context.Context, s policy.Session, d model.Draft, by policy.Decision) (model.Version, error)
	// Delete hides the session's own live record of key and returns its newest
	// version (SPEC P4, V3).
	Delete(ctx context.Context, s policy.Session, key model.Key, by policy.Decision) (model.Version, error)
	// Restore makes the session's own deleted record live again (SPEC V4).
	// Number above 0 saves that version's text as a new version instead.
	Restore(ctx context.Context, s policy.Session, key model.Key, number int) (model.Version, error)
	// Cover marks a key as no longer true at the session's level (SPEC V7).
	Cover(ctx context.Context, s policy.Session, key model.Key) (model.Version, error)
	// Purge erases deleted and superseded versions of the session's own level
	// for good (SPEC V6) and returns what is gone, without content.
	Purge(ctx context.Context, s policy.Session, q PurgeQuery) ([]model.Version, error)
	// Import adds a version with its own times, unless it is already there.
	Import(ctx context.Context, s policy.Session, v model.Imported) (Outcome, error)
	// Raise raises the session's taint, within its clearance (SPEC P5).
	Raise(ctx context.Context, s policy.Session, to model.Level) (policy.Session, error)
	// Begin and End write the session's start and end; Begin is implied by the
	// first write.
	Begin(ctx context.Context, s policy.Session) error
	End(ctx context.Context, s policy.Session) error
	// RaiseOther raises another visible session, within its clearance, to the
	// acting one's taint or above; EndOther ends one at exactly that taint.
	// ErrNotFound for a session that cannot be seen. What the other one did
	// above makes no difference to the answer (SPEC P6).
	RaiseOther(ctx context.Context, by policy.Session, id model.ID, to model.Level) error
	EndOther(ctx context.Context, by policy.Session, id model.ID) error
	// Note writes events that change nothing: denials, overrides, reads, copies.
	// Level, session, channel and time are filled in.
	Note(ctx context.Context, s policy.Session, events ...model.Event) error
}
