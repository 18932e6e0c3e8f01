// Package theme says how minne looks: which style each role has, on a dark or a
// light background or without colour, and which glyphs a terminal can show. It
// draws nothing and asks the terminal nothing.
package theme

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"minne/model"
)

// Mode is the kind of background that a theme is made for.
type Mode uint8

// The modes.
const (
	Dark Mode = iota
	Light
	Plain // no colour at all: bold, faint and reverse only
)

// Paint draws in one style. It is for text of one line that holds no style of its
// own.
type Paint struct{ on, off string }

// Draw returns s in the style.
func (p Paint) Draw(s string) string {
	if s == "" {
		return ""
	}
	return p.on + s + p.off
}

// PerLevel is one paint for each level.
type PerLevel [len(model.Levels) + 1]Paint

// Of returns the paint of l; of anything that is no level, the zero Paint.
func (p PerLevel) Of(l model.Level) Paint {
	if !l.Valid() {
		return Paint{}
	}
	return p[l]
}

// Row is how one row of a list is drawn.
type Row struct {
	Bar   Paint
	Name  Paint
	Quiet Paint // tags, ages
	New   Paint
	Match Paint // what was searched for
	Mark  Paint // a mark that stands for a hidden character
	Level PerLevel
}

// Theme gives each role its style.
type Theme struct {
	Glyphs

	Text   Paint
	Strong Paint // titles, and the name of the program
	Quiet  Paint // what is there but need not be read
	Key    Paint // a key to press
	Good   Paint
	Warn   Paint
	Bad    Paint
	Mark   Paint // a mark that stands for a hidden character
	Notice Paint // a word on a ground of its own: read-only, demo

	Level  PerLevel // a level's glyph and word
	Badge  PerLevel // the taint: a word on the level's colour
	Frame  PerLevel // around the pane that has the keys
	Border PerLevel // around the other one

	Row    Row // of a list
	Picked Row // where the cursor is, in the pane that has the keys
	Left   Row // where the cursor is, in the other pane
	Faded  Row // while something newer is being read

	Button  Paint
	Focused Paint // the button that enter takes
}

// New returns the theme for a background, within the colours that the terminal
// has, and with glyphs that its locale can show.
func New(m Mode, p colorprofile.Profile, utf8 bool) Theme {
	if p < colorprofile.ANSI {
		m = Plain
	}
	c := colours(m, p)
	plain := lipgloss.NewStyle()
	fore := func(c color.Color) lipgloss.Style { return plain.Foreground(c) }

	t := Theme{
		Glyphs: ascii,
		Text:   paint(fore(c.text)),
		Strong: paint(fore(c.text).Bold(true)),
		Quiet:  paint(fore(c.quiet).Faint(m == Plain)),
		Key:    paint(fore(c.key).Bold(true)),
		Good:   paint(fore(c.good).Bold(m == Plain)),
		Warn:   paint(fore(c.warn).Bold(m == Plain)),
		Bad:    paint(fore(c.bad).Bold(true)),
		Mark:   paint(fore(c.warn).Bold(true).Reverse(m == Plain)),
		Notice: paint(fore(c.onNotice).Background(c.notice).Bold(true).Reverse(m == Plain)),
		Button: paint(fore(c.quiet)),
	}
	if utf8 {
		t.Glyphs = unicode
	}
	for _, l := range model.Levels {
		hue := c.level[l]
		t.Level[l] = paint(fore(hue))
		t.Badge[l] = paint(fore(c.onLevel).Background(hue).Bold(true).Reverse(m == Plain))
		t.Frame[l] = paint(fore(hue))
		t.Border[l] = paint(fore(c.border[l]).Faint(m == Plain))
	}
	t.Focused = paint(fore(c.ground).Background(c.key).Bold(true).Reverse(m == Plain))

	row := func(ground color.Color, bold bool) Row {
		base := plain.Background(ground).Bold(bold)
		r := Row{
			Bar: paint(base.Foreground(c.key).Bold(true)), Name: paint(base.Foreground(c.text)),
			Quiet: paint(base.Foreground(c.quiet).Faint(m == Plain)), New: paint(base.Foreground(c.good).Bold(true)),
			Match: paint(base.Foreground(c.key).Bold(true).Underline(true)), Mark: paint(base.Foreground(c.warn).Bold(true).Reverse(m == Plain)),
		}
		for _, l := range model.Levels {
			r.Level[l] = paint(base.Foreground(c.level[l]))
		}
		return r
	}
	t.Row = row(lipgloss.NoColor{}, false)
	t.Picked = row(c.picked, true)
	t.Left = row(lipgloss.NoColor{}, true)
	t.Faded = Row{Bar: t.Quiet, Name: t.Quiet, Quiet: t.Quiet, New: t.Quiet, Match: t.Quiet, Mark: t.Quiet, Level: t.Border}
	return t
}

// Fade returns the theme for what lies under something else.
func (t Theme) Fade() Theme {
	t.Text, t.Strong, t.Key, t.Good, t.Warn, t.Bad, t.Mark = t.Quiet, t.Quiet, t.Quiet, t.Quiet, t.Quiet, t.Quiet, t.Quiet
	t.Level, t.Frame = t.Border, t.Border
	t.Row, t.Picked, t.Left = t.Faded, t.Faded, t.Faded
	return t
}

// Dress returns a level's glyph and word in its colour.
func (t Theme) Dress(l model.Level) string {
	return t.Level.Of(l).Draw(t.Word(l))
}

// paint keeps what a style writes before and after a text.
func paint(s lipgloss.Style) Paint {
	const middle = "x"
	on, off, _ := strings.Cut(s.Render(middle), middle)
	return Paint{on, off}
}
