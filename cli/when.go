package cli

import (
	"fmt"
	"time"
)

const day = 24 * time.Hour

// moment returns a time for people to read.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// age returns how long ago a time is, in its largest whole unit. What lies ahead,
// by another machine's clock, is now.
func age(t, now time.Time) string {
	d := now.Sub(t)
	for _, u := range []struct {
		span time.Duration
		unit string
	}{{365 * day, "y"}, {7 * day, "w"}, {day, "d"}, {time.Hour, "h"}, {time.Minute, "m"}} {
		if d >= u.span && (u.unit != "w" || d >= 5*7*day) {
			return fmt.Sprintf("%d%s", d/u.span, u.unit)
		}
	}
	return "now"
}

// ago returns age in a sentence.
func ago(t, now time.Time) string {
	if a := age(t, now); a != "now" {
		return a + " ago"
	}
	return "just now"
}

// count returns a number with its noun, and thousands apart.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return thousands(n/1000) + fmt.Sprintf(",%03d", n%1000)
}
