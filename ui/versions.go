package ui

import (
	"time"

	"minne/model"
	"minne/tools"
	"minne/ui/theme"
)

// columns is how wide each part of a version's row is.
type columns struct {
	level, when int
	write       func(time.Time) string
}

// columnsOf fits the rows of versions into w columns: full dates, short ones, or
// ages.
func columnsOf(l look, w int) columns {
	const rest = 1 + 4 + 2 + 2 + 10 + 2 + 2 + 1
	switch {
	case w >= rest+14+2*16:
		return columns{14, 16, l.date}
	case w >= rest+14+2*11:
		return columns{14, 11, l.short}
	default:
		return columns{1, 5, l.age}
	}
}

// pastHead names the columns of the versions.
func pastHead(l look, w int) string {
	c := columnsOf(l, w)
	level := "level"
	if c.level < len(level) {
		level = ""
	}
	return join(
		gap(1), l.ink(l.Quiet, l.Right("#", 4, "")),
		gap(2), l.ink(l.Quiet, l.Fit(level, c.level, "")),
		gap(2), l.ink(l.Quiet, l.Fit("state", 10, "")),
		gap(2), l.ink(l.Quiet, l.Fit("saved", c.when, "")),
		gap(2), l.ink(l.Quiet, l.Fit("ended", c.when, "")),
	).pad(w)
}

// pastRow draws one version.
func pastRow(l look, p tools.Past, w int) string {
	c, v := columnsOf(l, w), p.At
	level := l.Word(v.Level)
	if c.level == 1 {
		level = l.Levels[v.Level]
	}
	ended := l.Dash
	if !v.Ended.IsZero() {
		ended = c.write(v.Ended)
	}
	return join(
		gap(1), l.ink(l.Text, l.Right(commas(v.Number), 4, l.More)),
		gap(2), l.ink(l.Level.Of(v.Level), l.Fit(level, c.level, "")),
		gap(2), l.ink(stateOf(l, v.State), l.Fit(v.State.String(), 10, "")),
		gap(2), l.ink(l.Text, l.fit(c.write(v.Saved), c.when)),
		gap(2), l.ink(l.Quiet, l.fit(ended, c.when)),
	).pad(w)
}

func stateOf(l look, s model.State) theme.Paint {
	switch s {
	case model.Live:
		return l.Good
	case model.Deleted, model.Expired, model.Covered:
		return l.Warn
	default:
		return l.Quiet
	}
}
