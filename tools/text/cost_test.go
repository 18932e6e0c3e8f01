package text_test

import (
	"strings"
	"testing"

	"minne/tools/text"
)

// The costs are those of the longest memory there can be. They must stay within
// a small factor of each other: none may grow with the square of the length.
func BenchmarkTheLongestMemory(b *testing.B) {
	for name, unit := range map[string]string{
		"words": "a few words of text, ", "one-word": "x", "Hangul": "한국어 ", "Persian": "می\u200cخواهم ", "emoji": "👨‍👩‍👧",
		"escapes": "\x1b", "overrides": "\u202e", "between": "a\u202e", "marks": "\u0301", "piles": "a" + strings.Repeat("\u0301", 31),
		"signs": "<", "signs-and-overrides": "<\u202e", "tabs": "\t", "virama": "क्", "prepend": "\u0d4e", "skin": "🏽", "newlines": "\n",
	} {
		s := strings.Repeat(unit, (1<<20)/len(unit))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				for _, line := range text.Spans(s, true) {
					text.WrapSpans(line, 75)
				}
				text.Line(s)
				text.JSON([]byte(s))
			}
		})
	}
}
