package markdown

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// Markdown can be written to take long: with the square of the signs that begin
// and end something, of how deep quotes and lists lie in each other, and of the
// sizes of tables and lists. No text that is meant to be read comes near these
// limits.
const (
	mostSigns = 8 << 10
	mostDeep  = 24
	mostCells = 10_000
	mostItems = 4_000
)

// slow reports whether a safe text would take too long.
func slow(safe string) bool {
	signs := 0
	for row := range strings.Lines(safe) {
		if _, deep := within(row); deep > mostDeep {
			return true
		}
	}
	for i := range len(safe) {
		switch safe[i] {
		case '*', '_', '~', '[', ']', '<', '>', '`':
			signs++
		}
	}
	return signs > mostSigns
}

// within returns what of a line is left without the signs of the quotes and list
// items that begin on it, and how many these are.
func within(line string) (rest string, deep int) {
	for {
		line = strings.TrimLeft(line, " ")
		n := marker(line)
		if n == 0 {
			return line, deep
		}
		line, deep = line[n:], deep+1
	}
}

// marker returns how many bytes at the beginning of s begin a quote or an item.
func marker(s string) int {
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	switch {
	case strings.HasPrefix(s, ">"):
		return 1
	case n == 0 && (strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") || strings.HasPrefix(s, "*")):
		n = 1
	case n > 0 && n < len(s) && (s[n] == '.' || s[n] == ')'):
		n++
	default:
		return 0
	}
	if n < len(s) && s[n] != ' ' && s[n] != '\n' {
		return 0
	}
	return n
}

// manyCells reports whether a text has tables that would take too long: every row
// has as many cells as the line under the head says, whatever is written.
func manyCells(safe string) bool {
	cells, columns := 0, 0
	for row := range strings.Lines(safe) {
		switch {
		case strings.Trim(row, "|:->+* \n") == "" && strings.Contains(row, "|") && strings.Contains(row, "-"):
			columns = strings.Count(row, "|") + 1
		case strings.TrimSpace(row) == "":
			columns = 0
		}
		cells += columns
	}
	return cells > mostCells
}

// heavy reports whether anything in a node lies too deep, or is too long a list:
// glamour finds out the number of an item by counting those before it.
func heavy(n ast.Node, deep int) bool {
	if deep > mostDeep || n.Kind() == ast.KindList && n.ChildCount() > mostItems {
		return true
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if heavy(c, deep+1) {
			return true
		}
	}
	return false
}

// complete reports whether the lines hold each letter and digit of a safe text as
// often as it does: what Markdown takes for a sign may be gone, but no word. The
// numbers of list items, which are counted anew, are left out on both sides.
func complete(safe string, lines []line) bool {
	left := map[rune]int{}
	for row := range strings.Lines(safe) {
		rest, _ := within(row)
		for _, c := range rest {
			if worded(c) {
				left[unicode.ToLower(c)]++
			}
		}
	}
	for _, l := range lines {
		for _, c := range l.lead {
			if unicode.IsLetter(c) { // of [x]
				left[c]--
			}
		}
		for _, r := range l.body {
			for _, c := range r.text {
				left[unicode.ToLower(c)]--
			}
		}
	}
	for _, n := range left {
		if n > 0 {
			return false
		}
	}
	return true
}

// worded reports whether a character says something by itself.
func worded(c rune) bool {
	return unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.So, unicode.Sc) && c != circle
}

const circle = '◌' // on which package text draws what has no base
