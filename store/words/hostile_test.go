package words_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"minne/store/words"
)

// pieces are what breaks query builders, alone and beside each other.
var pieces = []string{
	`"`, `""`, `'`, `’`, "`", "*", "**", "^", "-", "--", "+", "(", ")", "{", "}", "[", "]", ":", "::", ",", ";", ".", "..",
	"/", `\`, "%", "_", "=", "#", "++", "@", "$", "&", "|", "~", "<", ">", "?", "!", "…", "“", "”", "—",
	" ", "  ", "\t", "\n", "\r\n", "\x00", "\x01", "\x1b[2J", "\x7f", "\u0085", "\u00a0", "\u2028", "\u3000", "\ufeff",
	"\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80", "\ufffd", "\U0010ffff", "\ue02b", "\U00100000",
	"AND", "OR", "NOT", "NEAR", "NEAR(", "NEAR/2", "and", "or", "not", "key:", "tags:", "content:", "extra:", "f:", "rank:",
	"tag:", "level:", "level:internal", "key:a*", `tag:"`, `key:"x"*`, `-"`, "{key tags}:", "rowid", "bm25(f)",
	"a", "b", "ship", "user_name", "getUserName", "C++", "C#", ".NET", "node.js", "QRX-417", "8.0.3", "x*", "it's",
	"Malmö", "Straße", "İstanbul", "é", "e\u0301", "\u0301", "\u200d", "\u00ad", "ﬁ", "ＡＢ", "½", "²", "①", "ⅷ",
	"备份", "备", "予算案", "점검", "ᄒ", "กิน", "ิ", "ខ្ញុំ", "မြန်", "हिन्दी", "محمد", "שלום", "🚀", "👍🏽", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇸🇪", "1️⃣", "🫠", "₿",
	"\u0378", "\U0001fae9", "\U000e0100", "\U0001e900", "Ა", "Ꭰ", "𐐀", "𝒜", "ﷺ", "㌀", "ｶﾞ",
}

// hostile returns a text of up to n pieces, mostly without order.
func hostile(r *rand.Rand, n int) string {
	var b strings.Builder
	for range 1 + r.IntN(n) {
		switch r.IntN(12) {
		case 0:
			b.WriteByte(byte(r.IntN(256)))
		case 1:
			b.WriteRune(rune(r.IntN(0x3000)))
		case 2:
			b.WriteRune(rune(r.IntN(utf8.MaxRune + 1)))
		case 3:
			b.WriteByte(' ')
		case 4:
			b.WriteByte('"')
		default:
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
	}
	return b.String()
}

// hostileIndex has little in it and does not rank: the parser of FTS5 is what
// matters.
func hostileIndex(tb testing.TB) *index {
	tb.Helper()
	x := newIndex(tb)
	r := rand.New(rand.NewPCG(7, 7))
	for range 3 {
		x.save(tb, "k"+hostile(r, 3), hostile(r, 30), hostile(r, 2))
	}
	x.match = prepare(tb, x.db, `select key from f where f match ? limit 1`)
	return x
}

func TestNoTextIsAnError(t *testing.T) {
	t.Parallel()
	n := 200_000
	if testing.Short() {
		n = 5_000
	}
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	x := hostileIndex(t)
	for i := range n {
		most := 8
		if i%1000 == 0 {
			most = 900
		}
		text := hostile(r, most)
		accept(t, x, text, i%2 == 0)
		if t.Failed() {
			t.Fatalf("seed %d, query %d", seed, i)
		}
	}
}

// accept runs all that a text can make the store do.
func accept(tb testing.TB, x *index, text string, operators bool) {
	tb.Helper()
	q := words.Parse(text, operators)
	match, ok := q.Match()
	if ok {
		if _, err := x.run(match); err != nil {
			tb.Errorf("Parse(%q, %v): match %q: %v", text, operators, match, err)
		}
	}
	if ok != q.HasWords() {
		tb.Errorf("Parse(%q, %v): got HasWords %v, want %v", text, operators, q.HasWords(), ok)
	}
	if out, ok := q.Without(); ok {
		if _, err := x.run(out); err != nil {
			tb.Errorf("Parse(%q, %v): without %q: %v", text, operators, out, err)
		}
	}
}
