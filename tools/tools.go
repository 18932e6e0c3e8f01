// Package tools is what minne can do: the five verbs that agents call (SPEC 3)
// and their kin for people. MCP, the command line and the terminal UI all call
// this package and no other, so that there is one code path for every writer.
//
// Every call asks policy first (SPEC P7), reads through a ceiling, and checks
// what comes back against the ceiling once more. It prints nothing.
package tools

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"sync"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// Service opens sessions on one agent's memories.
type Service struct {
	store store.Provider
	now   func() time.Time
	rand  io.Reader
}

// Options replace what a Service takes from the world. The zero value is right
// outside of tests and replays.
type Options struct {
	Now  func() time.Time
	Rand io.Reader // for session ids; crypto/rand if nil
}

// New returns a Service over p. It does not close p.
func New(p store.Provider, o Options) *Service {
	s := &Service{store: p, now: o.Now, rand: o.Rand}
	if s.now == nil {
		s.now = time.Now
	}
	if s.rand == nil {
		s.rand = rand.Reader
	}
	return s
}

// Start says who begins a session.
type Start struct {
	Channel   model.Channel
	Client    string // what the client calls itself; at most 200 bytes are kept
	Taint     model.Level
	Clearance model.Level
}

// Begin opens a session. Nothing is written before the session's first write.
func (s *Service) Begin(b Start) (*Session, error) {
	var id model.ID
	if _, err := io.ReadFull(s.rand, id[:]); err != nil {
		return nil, fmt.Errorf("make a session id: %w", err)
	}
	h, err := policy.Admit(model.Session{
		ID: id, Channel: b.Channel, Client: client(b.Client),
		Taint: b.Taint, Clearance: b.Clearance, Started: s.now(),
	})
	if err != nil {
		return nil, err
	}
	return &Session{svc: s, handle: h}, nil
}

// Info describes the storage for its owner.
func (s *Service) Info() store.Info { return s.store.Info() }

// Changes returns a number that differs after any commit by another connection
// or process (see store.Provider).
func (s *Service) Changes(ctx context.Context) (int64, error) { return s.store.Changes(ctx) }

// Session is one sitting of one actor. Its methods may be called from many
// goroutines. It never changes its id; a lower taint needs another Session (SPEC
// P5).
type Session struct {
	svc *Service

	mu     sync.Mutex
	handle policy.Session
	ended  bool // by End
}
