package text_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"minne/tools/text"
	"minne/tools/text/hostile"
)

// shown is what a person sees of each hostile text on one line.
var shown = map[string]string{
	"csi-colour":         "a␛[31mred␛[0m tail",
	"csi-clear":          "a␛[2J␛[H␛[K tail",
	"csi-asks-back":      "a␛[6n␛[c␛[21t tail",
	"csi-modes":          "a␛[?1049h␛[?25l␛[?2004l tail",
	"reset":              "a␛c tail",
	"osc-title":          "a␛]0;owned␇␛]2;owned␛\\ tail",
	"osc-clipboard":      "a␛]52;c;aGVsbG8=␇ tail",
	"osc-link":           "a␛]8;;https://evil.example/␛\\bank␛]8;;␛\\ tail",
	"osc-unterminated":   "a␛]52;c;aGVsbG8= tail",
	"osc-split":          "a␛]0;<U+200B>owned␇␇ tail",
	"dcs":                "a␛Pq#0;2;0;0;0~␛\\␛P$qm␛\\ tail",
	"dcs-tmux":           "a␛Ptmux;␛␛]52;c;aGVsbG8=␇␛\\ tail",
	"dcs-unterminated":   "a␛Pq tail",
	"apc":                "a␛_Ga=d␛\\ tail",
	"pm":                 "a␛^private␛\\ tail",
	"sos":                "a␛Xstart␛\\ tail",
	"charset":            "a␎␛(0lqk␏ tail",
	"lone-escape":        "a␛ tail",
	"c1-utf8":            "a<U+009B>2J<U+009D>0;owned<U+009C><U+0090>q<U+009C> tail",
	"c1-bytes":           "a\\x9b2J\\x9d0;owned\\x9c\\x90q\\x9c tail",
	"carriage-return":    "a secret␍nothing here tail",
	"crlf":               "one␍␊two tail",
	"backspace":          "evil␈␈␈␈good tail",
	"vertical":           "a␋b␌c tail",
	"bell":               "a␇␇␇ tail",
	"nul-and-delete":     "a␀b␡c tail",
	"newline-tab":        "a␊ b tail",
	"breaks":             "a<U+0085>b<U+2028>c<U+2029>d tail",
	"bidi-override":      "user<U+202E>nimda<U+202C> tail",
	"bidi-isolates":      "if (a<U+2066> /* b<U+2069><U+2067> */<U+2069><U+2068> c<U+2069> tail",
	"bidi-marks":         "a<U+200E>b<U+200F>c<U+061C>d tail",
	"zero-width":         "pass<U+200B>word<U+2060>s<U+FEFF> <U+200D><U+200C> tail",
	"soft-hyphen":        "pay<U+00AD>pal tail",
	"tags":               "a<U+E0001><U+E0069><U+E0067><U+E006E><U+E006F><U+E0072><U+E0065><U+E007F> tail",
	"tags-behind-a-flag": "🏴<U+E0068><U+E0069><U+E0064><U+E0065><U+E007F> tail",
	"selectors":          "a<U+FE00><U+FE0F><U+E0101><U+E01EF> tail",
	"hangul-fillers":     "a<U+3164>b<U+115F><U+1160>c<U+FFA0>d tail",
	"blanks":             "a<U+2800>b<U+034F>c<U+1D159>d tail",
	"surrogates":         "a\\xed\\xa0\\xbd\\xed\\xb8\\x80 tail",
	"broken-utf8":        "a\\xc3\\xff\\xf0\\x9f\\x98 tail",
	"overlong":           "a\\xc0\\x9b[2J\\xe0\\x80\\x9b tail",
	"private-use":        "a<U+E0B0>b<U+F0000>c<U+10FFFD> tail",
	"noncharacters":      "a<U+FDD0><U+FFFF><U+10FFFF> tail",
	"annotations":        "a<U+FFF9>b<U+FFFA>c<U+FFFB> tail",
	"prefix-sign":        "<U+06DD>a<U+0600>b tail",
	"leading-mark":       "◌́҉a tail",
	"pile":               "à́̂̃̄̆̇̈̊̋̌̍̎̏̑̀́̂̃̄̆̇̈̊̋̌̍̎̏̑◌̀́̂̃̄̆̇̈̊̋̌̍̎̏̑ tail",
	"fake-mark":          "a<<U+202E>b<<<<U+0000> tail",
	"fake-before-real":   "a<<<U+202E>b<<U+<U+202E> tail",
	"fake-picture":       "a␛[31m\\xff␊ tail",
}

func TestHostileTextIsShownAndDoesNothing(t *testing.T) {
	t.Parallel()
	for _, p := range hostile.Payloads {
		want, ok := shown[p.Name]
		if got := text.Line(p.Text); !ok || got != want {
			t.Errorf("%s: Line(%+q) = %q, want %q", p.Name, p.Text, got, want)
		}
	}
	if len(shown) != len(hostile.Payloads) {
		t.Errorf("%d texts are shown, %d are hostile", len(shown), len(hostile.Payloads))
	}
}

func TestHonestTextIsShownAsItIs(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"", "plain text, 5 < 6 << 7", "한국어-메모", "👨‍👩‍👧-family", "🇸🇪", "✔️ done", "✔ done", "🫠", "e\u0301", "ﷺ",
		"می\u200cخواهم", "क्\u200dष", "শ্রীমঙ্গল র\u200d্যাম", "ശ്രീ", "ខ្មែរ", "ᠬᠠᠷ\u180eᠠ", "#️⃣", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", "ﾊﾞ", "日本語",
	} {
		if got := text.Line(s); got != s {
			t.Errorf("Line(%+q) = %+q, want it as it is", s, got)
		}
	}
}

func TestLinesKeepTheLayout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, s string
		want    []string
	}{
		{"nothing", "", []string{""}},
		{"one", "a", []string{"a"}},
		{"last newline", "a\n", []string{"a", ""}},
		{"empty lines", "\n\na", []string{"", "", "a"}},
		{"CRLF", "a\r\nb\r", []string{"a␍", "b␍"}},
		{"tabs", "\ta\tbcd\te", []string{"    a   bcd e"}},
		{"tab at a stop", "abcd\te", []string{"abcd    e"}},
		{"tabs start anew", "a\tb\n\td", []string{"a   b", "    d"}},
		{"tab after wide", "日本\t1\n한\t2", []string{"日本    1", "한  2"}},
		{"tab after a mark", "\x1b\tb\u200b\tc", []string{"␛   b<U+200B>   c"}},
		{"tab after a doubled sign", "<U+\ta", []string{"<<U+    a"}},
		{"mark at the start", "\u0301a\n\u0301b", []string{"◌\u0301a", "◌\u0301b"}},
		{"other breaks", "a\vb\u2028c\u0085d", []string{"a␋b<U+2028>c<U+0085>d"}},
	} {
		if got := text.Lines(c.s); !slices.Equal(got, c.want) {
			t.Errorf("%s: Lines(%+q) = %q, want %q", c.name, c.s, got, c.want)
		}
	}
}

func TestSpansPointIntoTheSource(t *testing.T) {
	t.Parallel()
	type line = []text.Span
	for _, c := range []struct {
		name, s   string
		multiline bool
		want      []line
	}{
		{"nothing", "", false, []line{nil}},
		{"plain", "abc", true, []line{{{"abc", false, 0, 3}}}},
		{"mark", "a\u202eb", false, []line{{{"a", false, 0, 1}, {"<U+202E>", true, 1, 4}, {"b", false, 4, 5}}}},
		{"fake mark", "<U+202E>", false, []line{{{"<U+202E>", false, 0, 8}}}},
		{"byte", "\xffb", false, []line{{{`\xff`, true, 0, 1}, {"b", false, 1, 2}}}},
		{"newline and tab in one line", "a\n\tb", false, []line{{{"a", false, 0, 1}, {"␊", true, 1, 2}, {" ", false, 2, 3}, {"b", false, 3, 4}}}},
		{"newline and tab in many", "a\n\tb", true, []line{{{"a", false, 0, 1}}, {{"    ", false, 2, 3}, {"b", false, 3, 4}}}},
		{"mark without a base", "\u0301a", false, []line{{{"◌\u0301", true, 0, 2}, {"a", false, 2, 3}}}},
		{"base without what follows", "a\u0d4e\x1b", false, []line{{{"a", false, 0, 1}, {"\u0d4e◌", true, 1, 4}, {"␛", true, 4, 5}}}},
	} {
		if got := text.Spans(c.s, c.multiline); !slices.EqualFunc(got, c.want, slices.Equal[line]) {
			t.Errorf("%s: Spans(%+q) = %+v, want %+v", c.name, c.s, got, c.want)
		}
	}
}

func TestWithoutColourADoubledSignIsNoSpanOfTheSource(t *testing.T) {
	t.Parallel()
	got := text.Plain("a<U+", false)[0]
	want := []text.Span{{"a", false, 0, 1}, {"<", true, 1, 1}, {"<U+", false, 1, 4}}
	if !slices.Equal(got, want) {
		t.Errorf("Plain = %+v, want %+v", got, want)
	}
}

func TestCountLeavesNewlinesAndTabsOut(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{
		"": 0, "a\n\tb\n": 0, "می\u200cخواهم 👨‍👩‍👧": 0, "<U+202E>": 0,
		"a\r\n": 1, "\x1b[31m\u202e\xff": 3, "\u200b\u200b": 2,
	} {
		if got := text.Count(s); got != want {
			t.Errorf("Count(%+q) = %d, want %d", s, got, want)
		}
	}
}

// source reads a line without colour back, as far as its `<U+…>` marks go.
func source(line string) string {
	var b strings.Builder
	for line != "" {
		rest := strings.TrimLeft(line, "<")
		n := len(line) - len(rest)
		after, mark := strings.CutPrefix(rest, "U+")
		switch {
		case n == 0:
			b.WriteByte(line[0])
			rest = line[1:]
		case !mark:
			b.WriteString(line[:n])
		case n%2 == 0:
			b.WriteString(line[:n/2])
		default:
			b.WriteString(line[:n/2])
			digits, end, _ := strings.Cut(after, ">")
			r, _ := strconv.ParseInt(digits, 16, 32)
			b.WriteRune(rune(r))
			rest = end
		}
		line = rest
	}
	return b.String()
}

func TestWithoutColourAMarkIsToldFromTextThatSpellsIt(t *testing.T) {
	t.Parallel()
	part := rapid.SampledFrom([]string{"<", "<", "U+", "202E", ">", "a", "é", "\u202e", "\u200b", "<U+202E>"})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(part).Draw(t, "parts"), "")
		if got := source(text.Line(s)); got != s {
			t.Fatalf("Line(%+q) = %q, which reads %+q", s, text.Line(s), got)
		}
	})
}
