package drafts

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/gofrs/flock"

	"minne/model"
	"minne/policy"
)

// A Pad is where one open editor keeps its draft. Its methods may be called from
// several goroutines at once.
type Pad struct {
	in Folder
	id model.ID

	mu    sync.Mutex
	lock  *flock.Flock // nil until the first draft is kept
	level model.Level
	last  int // the Edit that was kept
	done  bool
}

// Begin opens an editor. It does no I/O: a file is there from the first Save on.
func (f Folder) Begin() *Pad {
	p := &Pad{in: f}
	_, _ = rand.Read(p.id[:]) // it never fails
	return p
}

// Save keeps a draft in the place of the one before. When it returns nil, the
// draft survives whatever happens. Saves may overtake each other: one with a lower
// Edit than was kept changes nothing, nor does one after Remove or Close. The level
// of a draft only rises (SPEC P5).
func (p *Pad) Save(ctx context.Context, d Draft) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.done || d.Edit < p.last:
		return nil
	case !d.Level.Valid() || p.level.Valid() && !policy.CanFlowTo(p.level, d.Level):
		return fmt.Errorf("keep the draft: it is at %v, and cannot become %v", p.level, d.Level)
	case ctx.Err() != nil:
		return fmt.Errorf("keep the draft: %w", ctx.Err())
	}
	if err := p.begin(ctx); err != nil {
		return fmt.Errorf("keep the draft: %w", err)
	}
	if err := p.in.write(p.id, d); err != nil {
		return fmt.Errorf("keep the draft: %w", err)
	}
	p.level, p.last = d.Level, d.Edit
	return nil
}

// begin makes the folder, and the lock by which others know that an editor is
// open.
func (p *Pad) begin(ctx context.Context) error {
	if p.lock != nil {
		return nil
	}
	if err := p.in.make(); err != nil {
		return err
	}
	return p.in.alone(ctx, func() (err error) {
		p.lock, err = p.in.hold(p.id)
		return err
	})
}

// Remove ends the editor and its draft: what was written is saved, or not wanted.
func (p *Pad) Remove(ctx context.Context) error {
	return p.end(ctx, func() error {
		err := os.Remove(p.in.path(p.id, draftFile))
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return err
	})
}

// Close ends the editor and leaves the draft, for whoever may go on with it.
func (p *Pad) Close(ctx context.Context) error {
	return p.end(ctx, func() error { return nil })
}

func (p *Pad) end(ctx context.Context, last func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done {
		return nil
	}
	if p.lock == nil { // nothing was kept
		p.done = true
		return nil
	}
	err := p.in.alone(ctx, func() error {
		if err := last(); err != nil {
			return err
		}
		p.done = true
		return errors.Join(p.in.release(p.id, p.lock), syncDir(p.in.dir))
	})
	if err == nil && !p.done { // the folder has gone
		p.done = true
		err = p.lock.Unlock()
	}
	if err != nil {
		return fmt.Errorf("close the draft: %w", err)
	}
	return nil
}
