package ui

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"minne/tools/text"
	"minne/ui/cells"
	"minne/ui/theme"
)

// look is what drawing needs: the theme, how the terminal counts columns, and
// what time the screen shows.
type look struct {
	theme.Theme
	cells.Ruler
	now   time.Time
	plain bool // there is no colour to tell marks from text
}

// safe returns untrusted text as one line that can be drawn.
func (l look) safe(s string) string { return l.Readable(l.Settle(text.Line(s))) }

// fit is Fit with the theme's sign for what is cut.
func (l look) fit(s string, width int) string { return l.Fit(s, width, l.More) }

// blank returns a row of spaces.
func blank(width int) string { return strings.Repeat(" ", max(width, 0)) }

// age returns how long ago t was, in at most four columns.
func (l look) age(t time.Time) string {
	d := l.now.Sub(t)
	switch day := 24 * time.Hour; {
	case t.IsZero():
		return l.Dash
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < day:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d < 100*day:
		return fmt.Sprintf("%dd", d/day)
	case d < 2*365*day:
		return fmt.Sprintf("%dw", d/(7*day))
	default:
		return fmt.Sprintf("%dy", d/(365*day))
	}
}

// ago says in words how long ago t was, or when it will be.
func (l look) ago(t time.Time) string {
	d := l.now.Sub(t)
	if d <= -time.Minute {
		return "in " + span(-d)
	}
	if d < time.Minute {
		return "just now"
	}
	return span(d) + " ago"
}

func span(d time.Duration) string {
	day := 24 * time.Hour
	switch {
	case d < time.Hour:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d < day:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d < 2*day:
		return "1 day"
	default:
		return fmt.Sprintf("%d days", d/day)
	}
}

// date writes an instant in the zone of the screen.
func (l look) date(t time.Time) string {
	if t.IsZero() {
		return l.Dash
	}
	return t.In(l.now.Location()).Format("2006-01-02 15:04")
}

// short is date in at most eleven columns: without the year if it is this one,
// else without the time.
func (l look) short(t time.Time) string {
	t = t.In(l.now.Location())
	switch {
	case t.IsZero():
		return l.Dash
	case t.Year() == l.now.Year():
		return t.Format("01-02 15:04")
	default:
		return t.Format("2006-01-02")
	}
}

// commas writes a number with its thousands set apart.
func commas(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// plural is "1 memory" or "2 memories".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return commas(n) + " " + many
}
