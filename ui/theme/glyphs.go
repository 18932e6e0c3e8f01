package theme

import (
	"strings"

	"minne/model"
)

// Glyphs are the signs that are not words. Each comes in a set for terminals
// that show Unicode, and in one for those that do not.
type Glyphs struct {
	Levels [len(model.Levels) + 1]string

	TopLeft, TopRight, BottomLeft, BottomRight string
	Across, Down                               string

	Bar      string // left of the row of the cursor
	More     string // at the end of a text that is cut
	Dash     string // no value
	Yes, No  string // what went well; what did not
	Rung     string // left of the level that a session is at
	Arrows   map[string]string
	Readable func(string) string // makes safe text fit for the locale
}

var (
	unicode = Glyphs{
		Levels:  [...]string{"", "○", "◔", "◑", "●"},
		TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯", Across: "─", Down: "│",
		Bar: "▌", More: "…", Dash: "–", Yes: "✓", No: "✗", Rung: "◀",
		Arrows:   map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→"},
		Readable: func(s string) string { return s },
	}
	ascii = Glyphs{
		Levels:  [...]string{"", ".", "-", "+", "#"},
		TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+", Across: "-", Down: "|",
		Bar: ">", More: "~", Dash: "-", Yes: "ok", No: "!!", Rung: "<",
		Readable: readable,
	}
)

// Word returns a level's glyph and name.
func (g Glyphs) Word(l model.Level) string {
	if !l.Valid() {
		return g.Dash
	}
	return g.Levels[l] + " " + l.String()
}

// readable replaces what a terminal that does not decode UTF-8 could take for
// control characters: a character outside of ASCII is `?`, and the picture of a
// control character is written with a caret.
func readable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return r
		}
		return '?'
	}, carets.Replace(s))
}

var carets = strings.NewReplacer(pictures()...)

func pictures() []string {
	all := []string{"␡", "^?", "◌", "o"}
	for c := range ' ' {
		all = append(all, string('␀'+c), "^"+string('@'+c))
	}
	return all
}
