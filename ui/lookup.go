package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// lookup is the question about the row that the cursor of a view is on, and its
// answer, which stays until there is another.
type lookup[Q comparable, A any] struct {
	gen           int
	asked, of     Q // what was asked last, and what the answer is to
	pending, late bool
	stale         bool // something may have changed since
	there         bool
	trouble       string
	got           A
	stop          context.CancelFunc
}

// lookedUp is the answer to a lookup, or why there is none.
type lookedUp[Q comparable, A any] struct {
	from
	gen int
	of  Q
	got A
	err error
}

// lookupDelayed: a lookup is not answered yet.
type lookupDelayed[Q comparable, A any] struct {
	from
	gen int
}

// next asks what is to be shown, if that is not there or may have changed.
func (k lookup[Q, A]) next(r Root, q Q, find func(ctx context.Context, s Session, q Q) (A, error)) (lookup[Q, A], tea.Cmd) {
	if q == k.asked && (k.pending || k.trouble != "" && !k.stale || k.there && !k.stale) {
		return k, nil
	}
	if k.stop != nil {
		k.stop()
	}
	k.gen++
	k.asked, k.pending, k.late, k.stale, k.trouble = q, true, false, false, ""
	var ctx context.Context
	ctx, k.stop = context.WithTimeout(context.Background(), patience)
	of, gen, s := r.number, k.gen, r.sess
	read := func() tea.Msg {
		got, err := find(ctx, s, q)
		return lookedUp[Q, A]{of, gen, q, got, err}
	}
	return k, tea.Batch(read, tea.Tick(notice, func(time.Time) tea.Msg { return lookupDelayed[Q, A]{of, gen} }))
}

// take takes an answer, unless another question has been asked since.
func (k lookup[Q, A]) take(f lookedUp[Q, A]) (lookup[Q, A], bool) {
	if f.gen != k.gen || !k.pending {
		return k, false
	}
	k.pending, k.late = false, false
	if f.err != nil {
		k.trouble = why(f.err)
		return k, true
	}
	k.got, k.of, k.there = f.got, f.of, true
	return k, true
}

// delayed tells a person that they wait, if they still do.
func (k lookup[Q, A]) delayed(f lookupDelayed[Q, A]) lookup[Q, A] {
	k.late = k.late || k.pending && f.gen == k.gen
	return k
}
