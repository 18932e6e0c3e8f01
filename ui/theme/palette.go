package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"minne/model"
)

// palette is the colours of one kind of background.
type palette struct {
	level, border [len(model.Levels) + 1]color.Color
	onLevel       color.Color // text on a level's colour
	ground        color.Color // text on the colour of keys
	text          color.Color
	quiet, key    color.Color
	good, warn    color.Color
	bad           color.Color
	notice        color.Color
	onNotice      color.Color
	picked        color.Color // behind the row of the cursor
}

// The colours of the levels differ in lightness as well as in hue, so that they
// stay apart for every kind of colour blindness; a test computes it.
var (
	darkLevels  = [...]string{"", "#84ecd6", "#6598fa", "#f6cc62", "#f2588f"}
	lightLevels = [...]string{"", "#14756a", "#1b4a9c", "#8a6500", "#8c1d40"}
)

// colours returns the palette for a background. A terminal of sixteen colours
// gets its own ones by name: the nearest to ours would be the same for two
// levels.
func colours(m Mode, p colorprofile.Profile) palette {
	switch {
	case m == Plain:
		return plainColours()
	case p == colorprofile.ANSI:
		return sixteen(m)
	}
	hex := lipgloss.LightDark(m == Dark)
	of := func(light, dark string) color.Color { return hex(lipgloss.Color(light), lipgloss.Color(dark)) }
	c := palette{
		onLevel: of("#ffffff", "#101014"), ground: of("#ffffff", "#101014"),
		text: of("#23252d", "#dcdfe6"), quiet: of("#6b6f7b", "#8f93a2"), key: of("#2f3e8f", "#b9c3ff"),
		good: of("#2c6e1f", "#9fdc7f"), warn: of("#a14100", "#ff9f5a"), bad: of("#b00020", "#ff7b72"),
		notice: of("#e3e0f5", "#3b3761"), onNotice: of("#3a2f80", "#d6cfff"),
		picked: of("#e6e9f5", "#2b2e3d"),
	}
	for _, l := range model.Levels {
		c.level[l] = of(lightLevels[l], darkLevels[l])
		c.border[l] = mix(c.level[l], of("#ffffff", "#101014"))
	}
	return c
}

func sixteen(m Mode) palette {
	pick := func(light, dark string) color.Color {
		return lipgloss.LightDark(m == Dark)(lipgloss.Color(light), lipgloss.Color(dark))
	}
	c := palette{
		onLevel: pick("15", "0"), ground: pick("15", "0"),
		text: lipgloss.NoColor{}, quiet: pick("8", "7"), key: pick("4", "14"),
		good: pick("2", "10"), warn: pick("1", "11"), bad: pick("1", "9"),
		notice: pick("5", "5"), onNotice: pick("15", "15"),
		picked: pick("7", "8"),
	}
	for i, l := range model.Levels {
		c.level[l] = pick([]string{"6", "4", "3", "5"}[i], []string{"10", "12", "11", "13"}[i])
		c.border[l] = pick([]string{"6", "4", "3", "5"}[i], []string{"2", "4", "3", "5"}[i])
	}
	return c
}

func plainColours() palette {
	none := lipgloss.NoColor{}
	c := palette{
		onLevel: none, ground: none, text: none, quiet: none, key: none, good: none, warn: none,
		bad: none, notice: none, onNotice: none, picked: none,
	}
	for i := range c.level {
		c.level[i], c.border[i] = none, none
	}
	return c
}

// mix returns the colour half way between two.
func mix(a, b color.Color) color.Color {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	half := func(x, y uint32) uint8 { return uint8((x + y) / 2 >> 8) }
	return color.RGBA{half(ar, br), half(ag, bg), half(ab, bb), 0xff}
}
