package ui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/model"
	"minne/ui/keys"
)

// stretch is how many rows are read at least, and let go of at once.
const stretch = 150

// window is a part of a list that can be read in one direction only. It holds two
// stretches of rows, and remembers where those before them begin, to find the way
// back. C is a place in the list: what follows the zero C is its start.
type window[T any, C comparable] struct {
	rows     []T
	more     bool // there is more after them
	starts   []C  // the places that the stretches begin after: of the held ones last
	cur, top int
	height   int
	owed     int // steps into what is not held yet

	gen           int
	wanted, asked ask  // to be asked; asked last
	pending, late bool // being asked; and it takes long
	filled        bool
	trouble       string // why there is no answer
	stop          context.CancelFunc
}

// ask is what a window wants to know.
type ask uint8

const (
	nothing ask = iota
	quietly     // the same again; nobody waits for it
	again       // the same again
	onwards     // the next stretch, or the one before
	toStart     // the start of the list
	toEnd       // and its end
)

// reader reads rows after a place, and says whether there are more.
type reader[T any, C comparable] struct {
	read  func(ctx context.Context, s Session, after C, limit int) ([]T, bool, error)
	place func(T) C
}

// windowRead is the answer to a question of a window, or why there is none.
type windowRead[T any, C comparable] struct {
	from
	gen    int
	asked  ask
	rows   []T
	starts []C
	more   bool
	info   model.Session
	err    error
}

// windowDelayed: a question of a window is not answered yet.
type windowDelayed[T any, C comparable] struct {
	from
	gen int
}

// cursor returns the row that the cursor is on.
func (w window[T, C]) cursor() (T, bool) {
	if len(w.rows) == 0 {
		var none T
		return none, false
	}
	return w.rows[w.cur], true
}

// first returns the row at the top of the screen.
func (w window[T, C]) first() int {
	top := min(w.top, len(w.rows)-w.height)
	if w.height > 0 {
		top = max(top, w.cur-w.height+1)
	}
	return max(min(top, w.cur), 0)
}

// visible returns the rows on the screen, and which of them has the cursor.
func (w window[T, C]) visible() ([]T, int) {
	top := w.first()
	return w.rows[top:min(top+w.height, len(w.rows))], w.cur - top
}

// bare reports whether there is no row.
func (w window[T, C]) bare() bool { return len(w.rows) == 0 }

// move is what a key does to the cursor.
func (w window[T, C]) move(do keys.Action, place func(T) C) window[T, C] {
	page := max(w.height, 1)
	switch do {
	case "down":
		return w.by(1, place)
	case "up":
		return w.by(-1, place)
	case "half-down":
		return w.scroll((page+1)/2, place)
	case "half-up":
		return w.scroll(-(page+1)/2, place)
	case "page-down":
		return w.scroll(page, place)
	case "page-up":
		return w.scroll(-page, place)
	case "first":
		w.owed = 0
		if len(w.starts) > 0 || w.jumping() {
			w.starts, w.wanted = nil, toStart
			return w
		}
		w.cur, w.top = 0, 0
	case "last":
		w.owed = 0
		if w.more || w.jumping() {
			w.wanted = toEnd
			return w
		}
		w.cur = max(len(w.rows)-1, 0)
	}
	return w
}

// by moves the cursor by n rows, and asks for the rows beyond when it comes near
// to the last or the first that is held.
func (w window[T, C]) by(n int, place func(T) C) window[T, C] {
	if w.jumping() || !w.filled {
		w.owed += n
		return w
	}
	w.top = w.first()
	to := w.cur + n + w.owed
	w.cur = max(min(to, len(w.rows)-1), 0)
	w.owed = to - w.cur
	if w.owed > 0 && !w.more || w.owed < 0 && len(w.starts) == 0 {
		w.owed = 0
	}
	w.top = w.first()
	switch {
	case w.wanted > quietly || w.pending && w.asked > quietly:
	case w.more && w.cur >= 3*stretch/2:
		w.starts, w.wanted = append(slices.Clone(w.starts), place(w.rows[stretch-1])), onwards
	case len(w.starts) > 0 && w.cur < stretch/2:
		w.starts, w.wanted = slices.Clone(w.starts[:len(w.starts)-1]), onwards
	}
	return w
}

// jumping reports whether the cursor is on its way to an end of the list.
func (w window[T, C]) jumping() bool {
	return w.wanted >= toStart || w.wanted == nothing && w.pending && w.asked >= toStart
}

// scroll moves the screen by n rows, and the cursor with it.
func (w window[T, C]) scroll(n int, place func(T) C) window[T, C] {
	if w.jumping() || !w.filled {
		w.owed += n
		return w
	}
	top := w.first()
	w = w.by(n, place)
	w.top = max(top+n, 0)
	w.top = w.first()
	return w
}

// click puts the cursor on the row at y of the screen.
func (w window[T, C]) click(y int) window[T, C] {
	at := w.first() + y
	if y < 0 || y >= w.height || at >= len(w.rows) {
		return w
	}
	w.top = w.first()
	w.cur = at
	return w
}

// reread asks for what is held again.
func (w window[T, C]) reread(how ask) window[T, C] {
	if w.wanted < how {
		w.wanted = how
	}
	return w
}

// restart asks for the list from its start, as after a change of what is in it.
func (w window[T, C]) restart() window[T, C] {
	return window[T, C]{height: w.height, gen: w.gen + 1, stop: w.stop}
}

// next puts the question that the window has, if it has one. One that nobody
// waits for lets another be answered first.
func (w window[T, C]) next(r Root, height int, how reader[T, C]) (window[T, C], tea.Cmd) {
	w.height = max(height, 0)
	if !w.filled && !w.pending && w.trouble == "" && w.wanted == nothing {
		w.wanted = again
	}
	if w.wanted == nothing || w.wanted == quietly && w.pending {
		return w, nil
	}
	w = w.halt()
	w.gen++
	asked := w.wanted
	w.pending, w.asked, w.wanted = true, asked, nothing
	ctx, stop := context.WithTimeout(context.Background(), patience)
	w.stop = stop
	read := readWindow(ctx, r, windowRead[T, C]{from: r.number, gen: w.gen, asked: asked, starts: w.starts}, how)
	if asked == quietly {
		return w, read
	}
	of, gen := r.number, w.gen
	return w, tea.Batch(read, tea.Tick(notice, func(time.Time) tea.Msg { return windowDelayed[T, C]{of, gen} }))
}

// halt stops the question under way.
func (w window[T, C]) halt() window[T, C] {
	if w.stop != nil {
		w.stop()
	}
	w.pending, w.late = false, false
	return w
}

// readWindow asks the session.
func readWindow[T any, C comparable](ctx context.Context, r Root, f windowRead[T, C], how reader[T, C]) tea.Cmd {
	s := r.sess
	return func() tea.Msg {
		if _, f.err = s.Refresh(ctx); f.err != nil {
			return f
		}
		var after C
		if n := len(f.starts); n > 0 {
			after = f.starts[n-1]
		}
		if f.rows, f.more, f.err = how.read(ctx, s, after, 2*stretch); f.err != nil {
			return f
		}
		for f.asked == toEnd && f.more {
			f.starts = append(slices.Clone(f.starts), how.place(f.rows[stretch-1]))
			var next []T
			if next, f.more, f.err = how.read(ctx, s, how.place(f.rows[len(f.rows)-1]), stretch); f.err != nil {
				return f
			}
			f.rows = slices.Concat(f.rows[stretch:], next)
		}
		f.info = s.Info()
		return f
	}
}

// take takes an answer, unless another question has been asked since, and reports
// whether it did. The cursor stays on its row.
func (w window[T, C]) take(f windowRead[T, C], place func(T) C) (window[T, C], bool) {
	if f.gen != w.gen || !w.pending {
		return w, false
	}
	w.pending, w.late = false, false
	if f.err != nil {
		w.trouble, w.owed = why(f.err), 0
		return w, true
	}
	on, had := w.cursor()
	top := w.first()
	offset, atTop := w.cur-top, top == 0 && len(w.starts) == 0
	w.rows, w.more, w.starts, w.filled, w.trouble = f.rows, f.more, f.starts, true, ""
	switch {
	case f.asked == toStart:
		w.cur, w.top = 0, 0
	case f.asked == toEnd:
		w.cur = len(w.rows) - 1
		w.top = w.cur
	case had:
		at := place(on)
		if i := slices.IndexFunc(w.rows, func(t T) bool { return place(t) == at }); i >= 0 {
			w.cur = i
		}
		w.top = 0
		if !atTop {
			w.top = max(w.cur-offset, 0)
		}
	}
	w.cur = max(min(w.cur, len(w.rows)-1), 0)
	w.top = w.first()
	if w.owed != 0 {
		w = w.by(0, place)
	}
	return w, true
}

// delayed tells a person that they wait, if they still do.
func (w window[T, C]) delayed(f windowDelayed[T, C]) window[T, C] {
	w.late = w.late || w.pending && f.gen == w.gen
	return w
}
