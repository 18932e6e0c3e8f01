package cells

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	joiner     = '\u200d'
	emojiStyle = '\ufe0f'
	lightSkin  = '\U0001f3fb'
	darkSkin   = '\U0001f3ff'
)

// Settle returns a safe text in which every emoji takes the same columns on all
// terminals. Those that do not know about clusters differ on emoji made of
// several, and one column too many moves all that stands to its right: the parts
// are shown one by one, 👨+👩+👧, and the wish for a coloured form is left out.
// Where clusters are known the text stays as it is.
func (r Ruler) Settle(s string) string {
	if r.Clusters || simple(s) || strings.IndexFunc(s, partOfEmoji) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		c, wide := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		s = s[len(c):]
		if first, _ := utf8.DecodeRuneInString(c); unicode.IsLetter(first) || strings.IndexFunc(c, partOfEmoji) < 0 || wide == ansi.StringWidthWc(c) {
			b.WriteString(c)
			continue
		}
		for i, p := range c {
			switch {
			case p == emojiStyle:
			case p == joiner:
				b.WriteByte('+')
			case i > 0 && lightSkin <= p && p <= darkSkin:
				b.WriteByte('+')
				b.WriteRune(p)
			default:
				b.WriteRune(p)
			}
		}
	}
	return b.String()
}

func partOfEmoji(r rune) bool {
	return r == joiner || r == emojiStyle || lightSkin <= r && r <= darkSkin
}
