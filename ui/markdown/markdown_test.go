package markdown_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"minne/tools/text"
	"minne/tools/text/hostile"
	"minne/ui/cells"
	"minne/ui/markdown"
	"minne/ui/theme"
)

var (
	clusters = cells.Ruler{Clusters: true}
	sgr      = regexp.MustCompile(`\x1b\[[0-9;]*m`)
)

// plain draws a text and takes the styles away.
func plain(t *testing.T, s string, width int) []string {
	t.Helper()
	rows, ok := markdown.Draw(s, width, dark, clusters)
	if !ok {
		t.Fatalf("%q is not drawn in %d columns", s, width)
	}
	for i, r := range rows {
		rows[i] = sgr.ReplaceAllString(r, "")
	}
	return rows
}

func TestMarkdownIsDrawn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, s string
		width   int
		want    string
	}{
		{"nothing", "", 20, ""},
		{"words", "a few words", 20, "a few words"},
		{"line breaks stay", "one\ntwo\r\nthree", 20, "one¦two¦three"},
		{"paragraphs", "one\n\n\n\ntwo\n", 20, "one¦¦two"},
		{"wrapped", "a few words of text", 10, "a few¦words of¦text"},
		{"signs go", "**a** *b* ~~c~~ `d` _e_ \\*f\\*", 40, "a b c `d` e *f*"},
		{"headings", "# One\nTwo\n---\n### Three ###", 20, "# One¦¦## Two¦¦### Three"},
		{"list", "- one\n- two\n  more\n- three words and more", 14, "– one¦– two¦  more¦– three words¦  and more"},
		{"lists in lists", "- a\n  - b\n    1. c\n    2. d\n- e", 20, "– a¦  – b¦    1. c¦    2. d¦– e"},
		{"numbers", "8. a\n8. b\n9. c d e f g", 8, "8. a¦9. b¦10. c d¦    e f¦    g"},
		{"paragraphs in a list", "- a\n\n  b\n- c", 20, "– a¦¦  b¦– c"},
		{"code in a list", "- a\n  ```\n  b\n  ```\n  c", 20, "– a¦  b¦¦  c"},
		{"tasks", "- [x] done\n- [ ] to do", 20, "[x] done¦[ ] to do"},
		{"quote", "> said she\n> and more of it\n>> deep", 12, "│ said she¦│ and more¦│ of it¦│¦│ │ deep"},
		{"code", "```\na  \\*b*\n\tc\n```", 20, "  a  \\*b*¦      c"},
		{"code with its language", "```go x\na\n```", 20, "  ```go x¦  a¦  ```"},
		{"long code", "    abcdefghijklmnop", 10, "  abcdefgh¦  ijklmnop"},
		{"rule", "a\n\n***\n\nb", 20, "a¦¦────────¦¦b"},
		{"table", "|a|b|\n|-|-|\n|1|two|", 20, " a │ b¦───┼─────¦ 1 │ two"},
		{"table that is too wide", "|key|what it says|\n|-|-|\n|k|many words in a cell|", 20, " key │ what it says¦─────┼──────────────¦ k   │ many words¦     │ in a cell"},
		{"table that does not fit", "|a long head|another|\n|-|-|\n|1|2|", 10, "|a long¦head|¦another|¦|-|-|¦|1|2|"},
		{"cells without a head", "|a|\n|-|\n|b|secret|", 20, "|a|¦|-|¦|b|secret|"},
		{"link", "[bank](https://evil.example/)", 40, "bank (https://evil.example/)"},
		{"link with a title", "[a](b \"c\")", 40, `a (b "c")`},
		{"links that glamour would leave out", "[a](#here) [b](http://e.x/%zz) [c](<x y>)", 60, "a (#here) b (http://e.x/%zz) c (x y)"},
		{"address", "<https://e.x/> <me@e.x>", 40, "https://e.x/ me@e.x"},
		{"image", "![a *cat*](cat.png)", 40, "image: a cat (cat.png)"},
		{"image in a link", "[![cat](c.png)](u)", 40, "image: cat (c.png) (u)"},
		{"HTML is text", "<b>bold</b><!-- hidden -->\n\n<script>\nx\n</script>", 40, "<b>bold</b><!-- hidden -->¦¦<script>¦x¦</script>"},
		{"references are text", "[a][b]\n\n[b]: http://e.x \"hidden\"\n[//]: # (hidden)", 40, `[a][b]¦¦[b]: http://e.x "hidden"¦[//]: # (hidden)`},
		{"entities are text", "&#27;[31m &amp; &lt;b&gt; `&amp;`", 40, "&#27;[31m &amp; &lt;b&gt; `&amp;`"},
		{"marks", "a\u202eb <U+202E>\rc", 40, "a<U+202E>b <<U+202E>␍c"},
		{"tabs", "a\tb\n\n-\tc", 20, "a   b¦¦– c"},
		{"Han", "- 日本語のとても長い文章です", 11, "– 日本語の¦  とても長¦  い文章で¦  す"},
		{"emoji", "👨\u200d👩\u200d👧 **🇸🇪** ✔\ufe0f", 20, "👨\u200d👩\u200d👧 🇸🇪 ✔\ufe0f"},
		{"template", "{{.text}} {{template \"x\"}}", 40, "{{.text}} {{template \"x\"}}"},
	} {
		if got := strings.Join(plain(t, c.s, c.width), "¦"); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, strings.ReplaceAll(got, "¦", "\n"), strings.ReplaceAll(c.want, "¦", "\n"))
		}
	}
}

func TestStylesAreTheThemes(t *testing.T) {
	t.Parallel()
	const s = "# Head\n\ntext **bold** `code`\n> quote"
	for name, th := range map[string]theme.Theme{
		"dark": dark, "light": theme.New(theme.Light, colorprofile.TrueColor, true),
		"sixteen colours": theme.New(theme.Dark, colorprofile.ANSI, true), "none": theme.New(theme.Plain, colorprofile.TrueColor, true),
	} {
		rows, ok := markdown.Draw(s, 40, th, clusters)
		want := []string{
			th.Strong.Draw("# Head"), "",
			th.Text.Draw("text ") + th.Text.Draw("\x1b[1mbold\x1b[m") + th.Text.Draw(" ") + th.Key.Draw("`code`"), "",
			th.Quiet.Draw("│ ") + th.Text.Draw("quote"),
		}
		if !ok || strings.Join(rows, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: got %q, want %q", name, rows, want)
		}
	}
}

func TestWhereThereIsNoUnicodeThereIsOnlyASCII(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, colorprofile.TrueColor, false)
	rows, ok := markdown.Draw("- Malmö\u202e\n\n> a\n\n---\n\n|a|b|\n|-|-|\n|1|2|", 40, th, cells.Ruler{})
	got := sgr.ReplaceAllString(strings.Join(rows, "/"), "")
	if want := "- Malm?<U+202E>//| a//--------// a | b/---+---/ 1 | 2"; !ok || got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatIsTooMuchIsNotDrawn(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"too long": strings.Repeat("a", markdown.Limit+1), "too long with marks": strings.Repeat("\u202e", markdown.Limit/4),
		"too deep": strings.Repeat("> ", 30) + "a", "lists too deep": nested(14), "too many signs": strings.Repeat("*a_", 10_000),
		"too many items": strings.Repeat("- a\n", 5000),
	} {
		if rows, ok := markdown.Draw(s, 40, dark, clusters); ok || rows != nil {
			t.Errorf("%s: drawn", name)
		}
	}
	if _, ok := markdown.Draw("a", 0, dark, clusters); ok {
		t.Error("drawn in no columns")
	}
}

func nested(deep int) string {
	var b strings.Builder
	for i := range deep {
		fmt.Fprintf(&b, "%s- a\n", strings.Repeat("  ", i))
	}
	return b.String()
}

func TestATableOfTooManyCellsIsShownAsItIsWritten(t *testing.T) {
	t.Parallel()
	got := plain(t, "|a|b|\n|-|-|\n"+strings.Repeat("c\n", 6000), 40)
	if len(got) != 6002 || got[1] != "|-|-|" {
		t.Errorf("%d rows, the second %q", len(got), got[1])
	}
}

// acts reports whether a character does something, or hides, wherever it stands.
// Joiners, and the tags of flags, do so only where they do not belong.
func acts(c rune) bool {
	joins := c == '\u200c' || c == '\u200d' || 0xe0020 <= c && c <= 0xe007f
	return !joins && unicode.In(c, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp)
}

// check holds the laws of Draw. It reports whether the text was drawn.
func check(t rapid.TB, s string, width int, r cells.Ruler) bool {
	t.Helper()
	rows, ok := markdown.Draw(s, width, dark, r)
	if !ok {
		if rows != nil {
			t.Errorf("%q in %d: rows that must not be drawn", s, width)
		}
		return false
	}
	var all strings.Builder
	for _, row := range rows {
		bare := sgr.ReplaceAllString(row, "")
		if strings.ContainsFunc(bare, acts) {
			t.Fatalf("%q in %d: %q is drawn", s, width, row)
		}
		if w := max(ansi.StringWidth(row), r.Width(row)); w > width {
			t.Errorf("%q in %d: %q takes %d", s, width, row, w)
		}
		if bare != strings.TrimRight(bare, " ") {
			t.Errorf("%q in %d: %q ends in spaces", s, width, row)
		}
		if strings.Contains(row, "\x1b") && !strings.HasSuffix(row, "\x1b[m") {
			t.Errorf("%q in %d: %q leaves a style on", s, width, row)
		}
		all.WriteString(bare)
	}
	count := func(s string) map[rune]int {
		n := map[rune]int{}
		for _, c := range s {
			if unicode.IsLetter(c) || unicode.Is(unicode.So, c) && c != '◌' {
				n[unicode.ToLower(c)]++
			}
		}
		return n
	}
	there := count(all.String())
	for c, n := range count(r.Settle(strings.Join(text.Lines(strings.ReplaceAll(s, "\r\n", "\n")), "\n"))) {
		if there[c] < n {
			t.Errorf("%q in %d: %q is there %d times, want %d\n%s", s, width, c, there[c], n, all.String())
		}
	}
	return true
}

func TestWhatIsHostileIsDrawnSafely(t *testing.T) {
	t.Parallel()
	for _, p := range hostile.Payloads {
		for _, s := range []string{p.Text, "# " + p.Text, "- " + p.Text, "`" + p.Text + "`", "```" + p.Text + "\n" + p.Text + "\n```", "[" + p.Text + "](" + p.Text + ")", "[a](<" + p.Text + "> '" + p.Text + "')", "|a|\n|-|\n|" + p.Text + "|", "<" + p.Text + ">", "![" + p.Text + "](x)", "<p " + p.Text + ">\n" + p.Text} {
			for _, r := range []cells.Ruler{clusters, {}} {
				if !check(t, s, 60, r) {
					t.Errorf("%s: %q is not drawn", p.Name, s)
				}
			}
		}
		emu := vt.NewEmulator(200, 6)
		emu.SetCallbacks(vt.Callbacks{
			Bell:  func() { t.Errorf("%s: the bell rang", p.Name) },
			Title: func(s string) { t.Errorf("%s: the title is %q", p.Name, s) },
		})
		rows, _ := markdown.Draw(p.Text, 200, dark, clusters)
		for i, row := range rows {
			if _, err := fmt.Fprintf(emu, "\x1b[%d;1H%s", i+1, row); err != nil {
				t.Fatal(err)
			}
			if want := sgr.ReplaceAllString(row, ""); emu.CursorPosition().Y != i || !strings.Contains(emu.String(), want) {
				t.Errorf("%s: the screen shows\n%s\nwant %q", p.Name, emu.String(), want)
			}
		}
		if !strings.HasSuffix(sgr.ReplaceAllString(rows[len(rows)-1], ""), hostile.End) {
			t.Errorf("%s: %q does not reach its end", p.Name, rows)
		}
	}
}

// Markdown at random: pieces that mean something, in lines that mean something.
func TestTheLawsHoldForMarkdownOfAllKinds(t *testing.T) {
	t.Parallel()
	part := rapid.SampledFrom([]string{
		"word", "two words", "日本語", "한국어", "👨\u200d👩\u200d👧", "🇸🇪", "é", "7", " ", "  ", "\t", "**", "*", "_", "~~", "`", "``", "[", "](", "](<", ")", ">", "![", "](x \"y\")",
		"<b>", "<!--", "-->", "<https://a.b>", "&amp;", "&#27;", "\\", "\\*", "|", "\x1b[31m", "\u202e", "\u0301", "می\u200cخواهم", "[x]", "{{.}}", "https://a.b/c_d_e", "---", "===", "#",
	})
	start := rapid.SampledFrom([]string{"", "", "", "- ", "  - ", "1. ", "12) ", "> ", ">> ", "# ", "###### ", "    ", "```", "~~~ go", "|", "|-|-|", "-|-", "- [ ] ", "+ [x] ", "***", "\n", "\r\n", "[a]: "})
	line := rapid.Custom(func(t *rapid.T) string {
		return start.Draw(t, "start") + strings.Join(rapid.SliceOfN(part, 0, 6).Draw(t, "parts"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(line, 0, 12).Draw(t, "lines"), "\n")
		check(t, s, rapid.IntRange(1, 60).Draw(t, "width"), cells.Ruler{Clusters: rapid.Bool().Draw(t, "clusters")})
	})
}

func TestOrdinaryTextIsAlwaysDrawn(t *testing.T) {
	t.Parallel()
	word := rapid.StringMatching(`[a-zåäö]{1,9}`)
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(1, 12).Draw(t, "blocks") {
			words := strings.Join(rapid.SliceOfN(word, 1, 12).Draw(t, "words"), " ")
			format := rapid.SampledFrom([]string{
				"%s\n\n", "## %s\n\n", "- %s\n", "1. %s\n", "> %s\n\n", "- [x] %s\n", "  - %s\n", "```\n%s\n```\n\n", "**%s**\n\n", "[%s](https://a.example/b)\n\n", "| a | b |\n|---|---|\n| 1 | %s |\n\n",
			}).Draw(t, "format")
			fmt.Fprintf(&b, format, words)
		}
		if s := b.String(); !check(t, s, rapid.IntRange(10, 100).Draw(t, "width"), clusters) {
			t.Errorf("%q is not drawn", s)
		}
	})
}

func FuzzDraw(f *testing.F) {
	for _, p := range hostile.Payloads {
		f.Add("# "+p.Text+"\n- ["+p.Text+"]("+p.Text+")", 30)
	}
	f.Add("|a|b|\n|-|:-:|\n|`x`|**y**|z|\n\n1. [ ] a\n   > b\n\n~~~ c\nd", 12)
	f.Fuzz(func(t *testing.T, s string, width int) {
		check(t, s, width%100, cells.Ruler{Clusters: width%2 == 0})
	})
}
