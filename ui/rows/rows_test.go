package rows_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"minne/model"
	"minne/ui/rows"
)

var began = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// list is a list as a store would keep it, newest first.
type list []rows.Row

func numbered(n int) list {
	var l list
	for i := range n {
		l = append(l, row(fmt.Sprintf("k%04d", i), -i/3))
	}
	return l
}

func row(key string, minutes int) rows.Row {
	at := began.Add(time.Duration(minutes) * time.Minute)
	return rows.Row{At: model.Cursor{Saved: at.UnixMicro(), Key: model.Key(key)}, Saved: at, Name: key, Level: model.Public}
}

func before(a, b model.Cursor) bool {
	return a.Saved > b.Saved || a.Saved == b.Saved && a.Key < b.Key
}

func (l list) sort() list {
	slices.SortFunc(l, func(a, b rows.Row) int {
		if before(a.At, b.At) {
			return -1
		}
		return 1
	})
	return l
}

func (l list) after(c model.Cursor, n int) ([]rows.Row, bool) {
	i := slices.IndexFunc(l, func(r rows.Row) bool { return before(c, r.At) })
	if i < 0 {
		return nil, true
	}
	end := min(i+n, len(l))
	return l[i:end], end == len(l)
}

func (l list) before(c model.Cursor, n int) ([]rows.Row, bool) {
	i := slices.IndexFunc(l, func(r rows.Row) bool { return !before(r.At, c) })
	if i < 0 {
		i = len(l)
	}
	from := max(i-n, 0)
	return l[from:i], from == 0
}

func (l list) answer(w rows.Want) rows.Page {
	l = slices.Clone(l)
	p := rows.Page{Want: w, Total: len(l)}
	switch w.Kind {
	case rows.First:
		p.Rows, p.Start = l[:min(w.Limit, len(l))], true
		p.End = len(p.Rows) == len(l)
	case rows.Last:
		p.Rows, p.Start = l.before(rows.Bottom, w.Limit)
		p.End = true
	case rows.Before:
		p.Rows, p.Start = l.before(w.At, w.Limit)
	case rows.After:
		p.Rows, p.End = l.after(w.At, w.Limit)
	case rows.Around:
		above, start := l.before(w.At, w.Limit)
		below, end := l.after(rows.Just(w.At), w.Limit)
		p.Rows, p.Start, p.End = slices.Concat(above, below), start, end
	}
	return p
}

// settle answers until nothing more is wanted.
func settle(m rows.Model, l list) rows.Model {
	for {
		next, w, ok := m.Next()
		if !ok {
			return next
		}
		m = next.Fill(l.answer(w))
	}
}

// show draws the screen as a picture.
func show(m rows.Model) string {
	var b strings.Builder
	seen, cur := m.Visible()
	for i, r := range seen {
		mark := "  "
		if i == cur {
			mark = "> "
		}
		b.WriteString(mark + r.Name + "\n")
	}
	return b.String()
}

func want(t *testing.T, m rows.Model, picture string) {
	t.Helper()
	if got := show(m); got != picture {
		t.Errorf("got\n%swant\n%s", got, picture)
	}
}

func TestBothEndsAreOneQuestionAway(t *testing.T) {
	t.Parallel()
	l := numbered(5000)
	m := settle(rows.Model{}.Resize(3), l)
	m, w, ok := m.End().Next()
	if !ok || w.Kind != rows.Last {
		t.Fatalf("asked %+v, want the last page", w)
	}
	m = settle(m.Fill(l.answer(w)), l)
	want(t, m, "  k4997\n  k4998\n> k4999\n")
	if got := m.Position(); got != 5000 {
		t.Errorf("the last of 5000 is at %d", got)
	}
	m, w, _ = m.Top().Next()
	if w.Kind != rows.First {
		t.Fatalf("asked %+v, want the first page", w)
	}
	want(t, settle(m.Fill(l.answer(w)), l), "> k0000\n  k0001\n  k0002\n")
}

func TestStepsAfterAJumpCountFromItsEnd(t *testing.T) {
	t.Parallel()
	l := numbered(500)
	m := settle(rows.Model{}.Resize(3), l)
	m, w, _ := m.End().Next()
	m = m.Move(-1).Move(-1)
	want(t, settle(m.Fill(l.answer(w)), l), "> k0497\n  k0498\n  k0499\n")
}

func TestALateAnswerIsIgnored(t *testing.T) {
	t.Parallel()
	l := numbered(500)
	m := settle(rows.Model{}.Resize(3), l)
	m, old, _ := m.End().Next()
	m, _, _ = m.Top().End().Top().Next()
	was := show(m)
	if got := show(m.Fill(l.answer(old))); got != was {
		t.Errorf("a stale page was shown:\n%s", got)
	}
	if _, heard := m.Failed(old); heard {
		t.Error("a stale failure was heard")
	}
}

func TestTheCursorStaysOnItsRecord(t *testing.T) {
	t.Parallel()
	l := numbered(30)
	m := settle(rows.Model{}.Resize(4), l).Move(10)
	want(t, m, "  k0007\n  k0008\n  k0009\n> k0010\n")
	l = append(l, row("new-1", 5), row("new-2", 6)).sort()
	l = slices.DeleteFunc(l, func(r rows.Row) bool { return r.Name == "k0008" })
	want(t, settle(m.Reread(true), l), "  k0006\n  k0007\n  k0009\n> k0010\n")
}

func TestAtTheTopArrivalsAreSeen(t *testing.T) {
	t.Parallel()
	l := numbered(30)
	m := settle(rows.Model{}.Resize(4), l)
	l = append(l, row("new-1", 5)).sort()
	m = settle(m.Reread(true), l)
	want(t, m, "  new-1\n> k0000\n  k0001\n  k0002\n")
	seen, _ := m.Visible()
	if !m.IsNew(seen[0]) || m.IsNew(seen[1]) {
		t.Error("the arrival, and it alone, should be new")
	}
	if m = m.Look(seen[0].At); m.IsNew(seen[0]) {
		t.Error("new after it was looked at")
	}
	for i := range 5 {
		l = append(l, row(fmt.Sprint("more-", i), 10+i)).sort()
	}
	want(t, settle(m.Reread(true), l), "  more-1\n  more-0\n  new-1\n> k0000\n")
}

func TestWhenItsRecordGoesTheCursorTakesTheNext(t *testing.T) {
	t.Parallel()
	l := numbered(6)
	m := settle(rows.Model{}.Resize(3), l).Move(2)
	l = slices.DeleteFunc(l, func(r rows.Row) bool { return r.Name == "k0002" })
	want(t, settle(m.Reread(true), l), "  k0000\n  k0001\n> k0003\n")
	want(t, settle(m.Reread(true), l[:2]), "  k0000\n> k0001\n")
	if m = settle(m.Reread(true), nil); !m.Empty() {
		t.Error("not empty after everything has gone")
	}
}

func TestAChangeDuringAQuestionIsAskedForAfterwards(t *testing.T) {
	t.Parallel()
	l := numbered(30)
	m := settle(rows.Model{}.Resize(3), l)
	m, w, _ := m.Reread(true).Next()
	early := l.answer(w)
	m = m.Reread(true)
	if _, _, again := m.Next(); again {
		t.Error("the question was overtaken: under a flood of changes none would ever be answered")
	}
	if _, w, again := m.Fill(early).Next(); !again || w.Kind != rows.Around {
		t.Errorf("then asked %+v, want the rows around the cursor", w)
	}
}

func TestAFailedQuestionIsNotAskedInALoop(t *testing.T) {
	t.Parallel()
	m, w, _ := rows.Model{}.Resize(3).Next()
	m, heard := m.Failed(w)
	if !heard {
		t.Error("the failure was not heard")
	}
	if _, _, again := m.Next(); again {
		t.Error("asked again at once")
	}
	want(t, settle(m.Reread(false), numbered(2)), "> k0000\n  k0001\n")
}

func TestCancellingKeepsWhatIsHeld(t *testing.T) {
	t.Parallel()
	l := numbered(500)
	m := settle(rows.Model{}.Resize(2), l)
	m, w, _ := m.End().Next()
	if _, waits := m.Waiting(); !waits {
		t.Error("nobody waits for a jump")
	}
	m = m.Cancel()
	want(t, settle(m.Fill(l.answer(w)), l), "> k0000\n  k0001\n")
}

func TestResizingIsForgotten(t *testing.T) {
	t.Parallel()
	l := numbered(100)
	m := settle(rows.Model{}.Resize(10), l).Move(40).Move(-5)
	was := show(m)
	for _, h := range []int{3, 1, 0, 80, 10} {
		m = settle(m.Resize(h), l)
	}
	if got := show(m); got != was {
		t.Errorf("got\n%swant\n%s", got, was)
	}
}

func TestNoKeyIsBetweenAPlaceAndTheOneJustBeforeIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.StringMatching(`[a-c\x{e9}\x{10ffff}]{1,4}`)
		a, b := model.Key(keys.Draw(t, "a")), model.Key(keys.Draw(t, "b"))
		just := rows.Just(model.Cursor{Saved: 7, Key: a})
		at := model.Cursor{Saved: 7, Key: b}
		if got, want := before(just, at), b >= a; got != want {
			t.Errorf("%q comes after the place just before %q: %v, want %v", b, a, got, want)
		}
	})
}

// However a person moves, the window shows what a list held whole would show.
func TestAWindowIsLikeTheWholeList(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 900).Draw(t, "n")
		l := numbered(n)
		m := settle(rows.Model{}.Resize(rapid.IntRange(1, 30).Draw(t, "height")), l)
		at := 0
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 4).Draw(t, "do") {
			case 0, 1:
				by := rapid.IntRange(-25, 25).Draw(t, "by")
				m, at = m.Move(by), at+by
			case 2:
				by := rapid.IntRange(-1, 1).Draw(t, "pages") * m.Page()
				m, at = m.Scroll(by), at+by
			case 3:
				m, at = m.Top(), 0
			case 4:
				m, at = m.End(), n
			}
			at = max(min(at, n-1), 0)
			m = settle(m, l)
			if rapid.Bool().Draw(t, "change elsewhere") {
				m = settle(m.Reread(true), l)
			}
			seen, cur := m.Visible()
			if n == 0 {
				continue
			}
			from := at - cur
			if from < 0 || from+len(seen) > n || !slices.Equal(seen, l[from:from+len(seen)]) {
				t.Fatalf("at %d of %d the window shows\n%s", at, n, show(m))
			}
			if len(seen) < min(m.Page(), n) {
				t.Fatalf("at %d of %d only %d rows are shown of %d", at, n, len(seen), m.Page())
			}
			if p := m.Position(); p != 0 && p != at+1 {
				t.Fatalf("position is %d, want %d", p, at+1)
			}
			if m.Held() > 500 {
				t.Fatalf("%d rows are held", m.Held())
			}
		}
	})
}
