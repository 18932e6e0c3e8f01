package theme_test

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"

	"minne/model"
	"minne/ui/theme"
)

// eyes are the ways to see colours, as matrices on linear RGB (Machado, Oliveira
// and Fernandes 2009, severity 1).
var eyes = map[string][9]float64{
	"trichromat": {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanope":  {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranope": {
		0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881,
	},
	"tritanope": {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

func see(c colorful.Color, m [9]float64) colorful.Color {
	r, g, b := c.LinearRgb()
	return colorful.LinearRgb(m[0]*r+m[1]*g+m[2]*b, m[3]*r+m[4]*g+m[5]*b, m[6]*r+m[7]*g+m[8]*b).Clamped()
}

// hue reads the colour that a level's word is drawn in.
func hue(t *testing.T, th theme.Theme, l model.Level) colorful.Color {
	t.Helper()
	_, rest, ok := strings.Cut(th.Level.Of(l).Draw("x"), "38;2;")
	if !ok {
		t.Fatalf("%v has no colour", l)
	}
	var r, g, b uint8
	if _, err := fmt.Sscanf(rest, "%d;%d;%dm", &r, &g, &b); err != nil {
		t.Fatal(err)
	}
	c, _ := colorful.MakeColor(color.RGBA{r, g, b, 0xff})
	return c
}

func TestLevelsAreToldApartByEveryEye(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]theme.Mode{"dark": theme.Dark, "light": theme.Light} {
		th := theme.New(mode, colorprofile.TrueColor, true)
		for who, eye := range eyes {
			for i, a := range model.Levels {
				for _, b := range model.Levels[i+1:] {
					d := 100 * see(hue(t, th, a), eye).DistanceCIEDE2000(see(hue(t, th, b), eye))
					if d < 12 {
						t.Errorf("%s: to a %s, %v and %v are only %.1f apart", name, who, a, b, d)
					}
				}
			}
		}
	}
}

func TestLevelsCanBeReadOnTheirBackground(t *testing.T) {
	t.Parallel()
	light := func(c colorful.Color) float64 {
		r, g, b := c.LinearRgb()
		return 0.2126*r + 0.7152*g + 0.0722*b
	}
	for ground, mode := range map[string]theme.Mode{"#1e1e2e": theme.Dark, "#fafafa": theme.Light} {
		g, _ := colorful.Hex(ground)
		for _, l := range model.Levels {
			a, b := light(hue(t, theme.New(mode, colorprofile.TrueColor, true), l)), light(g)
			if got := (math.Max(a, b) + .05) / (math.Min(a, b) + .05); got < 4.5 {
				t.Errorf("%v on %s has a contrast of %.1f, want 4.5", l, ground, got)
			}
		}
	}
}

func TestLevelsDifferInSixteenColours(t *testing.T) {
	t.Parallel()
	for _, mode := range []theme.Mode{theme.Dark, theme.Light} {
		th, seen := theme.New(mode, colorprofile.ANSI, true), map[string]model.Level{}
		for _, l := range model.Levels {
			s := th.Level.Of(l).Draw("x")
			if other, dup := seen[s]; dup {
				t.Errorf("%v and %v are both %q", other, l, s)
			}
			seen[s] = l
		}
	}
}

func TestNoColourMeansNone(t *testing.T) {
	t.Parallel()
	for _, th := range []theme.Theme{
		theme.New(theme.Plain, colorprofile.TrueColor, true),
		theme.New(theme.Dark, colorprofile.ASCII, true),
	} {
		for _, l := range model.Levels {
			for _, s := range []string{th.Level.Of(l).Draw("x"), th.Badge.Of(l).Draw("x"), th.Frame.Of(l).Draw("x"), th.Picked.Level.Of(l).Draw("x"), th.Warn.Draw("x"), th.Focused.Draw("x")} {
				if strings.Contains(s, "38;") || strings.Contains(s, "48;") {
					t.Errorf("%q has a colour", s)
				}
			}
		}
	}
}

func TestAPaintAddsNoWidth(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Light, colorprofile.ANSI256, true)
	for _, p := range []theme.Paint{th.Strong, th.Notice, th.Focused, th.Badge.Of(model.Restricted)} {
		if got := ansi.StringWidth(p.Draw("abc")); got != 3 {
			t.Errorf("%q is %d wide, want 3", p.Draw("abc"), got)
		}
	}
}

func TestWhatIsNoLevelHasNoWordOfALevel(t *testing.T) {
	t.Parallel()
	if got := theme.New(theme.Dark, colorprofile.TrueColor, true).Word(0); got != "–" {
		t.Errorf("got %q, want a dash", got)
	}
}

func TestALocaleWithoutUnicodeGetsOnlyASCII(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, colorprofile.TrueColor, false)
	for in, want := range map[string]string{"Malmö": "Malm?", "a␛[31m␡": "a^[[31m^?", "日本": "??"} {
		if got := th.Readable(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
	for _, l := range model.Levels {
		if strings.IndexFunc(th.Word(l), func(r rune) bool { return r > 0x7e }) >= 0 {
			t.Errorf("%q is not ASCII", th.Word(l))
		}
	}
}
