package words

import "unicode"

// unspaced reports whether r is of a script that is written without spaces
// between words, or with spaces that part more or less than words (Korean).
func unspaced(r rune) bool {
	switch {
	case r < 0x0E00:
		return false
	case 0x4E00 <= r && r <= 0x9FFF, 0xAC00 <= r && r <= 0xD7A3, 0x3041 <= r && r <= 0x3096:
		return true
	case r == 'ー', r == '〆', r == '\u3099', r == '\u309A':
		return true
	default:
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
			unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	}
}

// grams returns the overlapping pairs of characters of a run, escaped; none if
// the run is a single character.
func grams(run string) []string {
	var out []string
	prev := ""
	for _, r := range run {
		c := escape(r)
		if prev != "" {
			out = append(out, prev+c)
		}
		prev = c
	}
	return out
}
