package edit_test

import (
	"strings"
	"testing"

	"minne/ui/cells"
	"minne/ui/edit"
	"minne/ui/keys"
)

// shapes are texts of the longest memory there can be.
var shapes = map[string]string{
	"lines": "a line of words that is not long\n", "one-line": "words of one line ", "one-word": "x", "newlines": "\n", "CRLF": "a line\r\n",
	"Hangul": "한국어 ", "Han": "漢", "Persian": "می\u200cخواهم ", "emoji": "👨‍👩‍👧", "flags": "🇸🇪", "escapes": "\x1b", "marks": "\u0301", "piles": "a" + strings.Repeat("\u0301", 31),
	"signs": "<U+", "tabs": "\t", "broken": "\xf0\x9f",
}

func longest(unit string) string { return strings.Repeat(unit, (1<<20)/len(unit)) }

// A key in the longest memory should be answered well within a frame, which is 16
// milliseconds, whatever the memory is like.
func BenchmarkAKeyInTheLongestMemory(b *testing.B) {
	for name, unit := range shapes {
		for _, look := range []edit.Look{{Ruler: cells.Ruler{Clusters: true}}, {Plain: true}} {
			ruler := "/clusters"
			if look.Plain {
				ruler = "/characters"
			}
			start := edit.New(longest(unit), edit.Options{Look: look}).Resize(100, 50)
			for _, place := range []keys.Action{edit.First, edit.Last} {
				at, _ := start.Act(place)
				b.Run(name+ruler+"/type-at-"+string(place), func(b *testing.B) {
					m := at
					for b.Loop() {
						m, _ = m.Insert("y")
					}
				})
			}
			for _, do := range []keys.Action{edit.Erase, edit.Left, edit.Up, edit.PageUp, edit.WordLeft, edit.EraseToEdge} {
				at, _ := start.Act(edit.Last)
				b.Run(name+ruler+"/"+string(do), func(b *testing.B) {
					m := at
					for b.Loop() {
						m, _ = m.Act(do)
					}
				})
			}
		}
	}
}

// The costs of what is done once.
func BenchmarkTheLongestMemory(b *testing.B) {
	s := longest("a line of words that is not long\n")
	do := map[string]func(edit.Model){
		"load":    func(edit.Model) { edit.New(s, edit.Options{}).Resize(100, 50) },
		"paste":   func(m edit.Model) { _, _ = m.Paste(s) },
		"string":  func(m edit.Model) { _ = m.String() },
		"changed": func(m edit.Model) { m.Changed() },
		"set":     func(m edit.Model) { _, _ = m.Set(s[:len(s)-1]) },
		"resize":  func(m edit.Model) { m.Resize(80, 24) },
	}
	m := edit.New(s, edit.Options{}).Resize(100, 50)
	m, _ = m.Act(edit.Delete)
	m, _ = m.Insert("b")
	for name, f := range do {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f(m)
			}
		})
	}
}
