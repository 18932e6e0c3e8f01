package markdown_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"minne/ui/cells"
	"minne/ui/markdown"
	"minne/ui/theme"
)

var dark = theme.New(theme.Dark, colorprofile.TrueColor, true)

// laborious are texts of the greatest length that are made to take long.
func laborious() map[string]string {
	const most = markdown.Limit
	fill := func(s string) string { return strings.Repeat(s, most/len(s)) }
	steps := func(step func(i int) string) string {
		var b strings.Builder
		for i := 1; b.Len()+len(step(i)) <= most; i++ {
			b.WriteString(step(i))
		}
		return b.String()
	}
	return map[string]string{
		"brackets": fill("["), "open-links": fill("[a]("), "open-addresses": fill("[a](<"), "images": fill("!["),
		"closing": fill("a]"), "empty-links": fill("[]()"), "links-in-links": strings.Repeat("[", most/3) + "a" + strings.Repeat("](b)", most/6),
		"emphasis": fill("*a_"), "strong": fill("**a "), "mixed": fill("a**b" + "c* "), "struck": fill("~~a "),
		"backticks": fill("`a``b```c"), "growing-backticks": steps(func(i int) string { return "e" + strings.Repeat("`", i) }),
		"escapes": fill("\\"), "entities": fill("&#27;"), "angles": fill("<"), "addresses": fill("<a:"),
		"quotes": fill(">"), "growing-quotes": steps(func(i int) string { return strings.Repeat(">", i) + "a\n" }),
		"lists": fill("- "), "numbers": fill("1. "), "pluses": fill("+ "), "growing-lists": steps(func(i int) string { return strings.Repeat("  ", i) + "- a\n" }),
		"items": fill("- a\n"), "loose-items": fill("- a\n\n"), "deep": strings.Repeat(strings.Repeat("> ", 20)+"a\n", most/42),
		"tasks": fill("- [x] a\n"), "heads": fill("#\n"), "lines": fill("a\n"), "paragraphs": fill("a\n\n"), "rules": fill("---\n\n"), "code": fill("    a\n\n"),
		"table": "|a|b|c|\n|-|-|-|\n" + strings.Repeat("|1|2|3|\n", most/9), "wide-table": strings.Repeat("|", 1000) + "\n" + strings.Repeat("|-", 1000) + "|\n" + strings.Repeat("a\n", 30_000),
		"tables": fill("|a|b|\n|-|-|\n|1|2|\n\n"), "long-cell": "|a|b|\n|-|-|\n|" + strings.Repeat("word ", 12_000) + "|c|\n",
		"one-word": fill("x"), "words": fill("a few words, "), "fences": fill("```\na\n"), "Han": fill("日本語"), "overrides": fill("\u202e"),
	}
}

// Whatever is in a text, it is drawn or left within the same small time. Where it
// is not drawn, what it costs to find out is shown.
func BenchmarkLaboriousTexts(b *testing.B) {
	for name, s := range laborious() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			drawn := 0
			for b.Loop() {
				rows, _ := markdown.Draw(s, 120, dark, cells.Ruler{Clusters: true})
				drawn = len(rows)
			}
			b.ReportMetric(float64(drawn), "rows")
		})
	}
}
