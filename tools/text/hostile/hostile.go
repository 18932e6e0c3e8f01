// Package hostile holds texts that an attacker would store: each acts on a
// terminal, hides from a person, or pretends to be something else. The tests of
// whatever draws or prints go through all of them, and nothing but tests imports
// it.
package hostile

// Payload is one such text. Text ends in a plain word, End, which must be seen
// wherever the whole text is.
type Payload struct {
	Name string
	Text string
}

// End is the last word of every payload: a terminal that swallows it has been
// taken in.
const End = "tail"

// Payloads is every known kind of attack, each with a name fit for a subtest.
var Payloads = []Payload{
	// Sequences that a terminal obeys.
	{"csi-colour", "a\x1b[31mred\x1b[0m tail"},
	{"csi-clear", "a\x1b[2J\x1b[H\x1b[K tail"},
	{"csi-asks-back", "a\x1b[6n\x1b[c\x1b[21t tail"},
	{"csi-modes", "a\x1b[?1049h\x1b[?25l\x1b[?2004l tail"},
	{"reset", "a\x1bc tail"},
	{"osc-title", "a\x1b]0;owned\x07\x1b]2;owned\x1b\\ tail"},
	{"osc-clipboard", "a\x1b]52;c;aGVsbG8=\x07 tail"},
	{"osc-link", "a\x1b]8;;https://evil.example/\x1b\\bank\x1b]8;;\x1b\\ tail"},
	{"osc-unterminated", "a\x1b]52;c;aGVsbG8= tail"},
	{"osc-split", "a\x1b]0;\u200bowned\x07\x07 tail"},
	{"dcs", "a\x1bPq#0;2;0;0;0~\x1b\\\x1bP$qm\x1b\\ tail"},
	{"dcs-tmux", "a\x1bPtmux;\x1b\x1b]52;c;aGVsbG8=\x07\x1b\\ tail"},
	{"dcs-unterminated", "a\x1bPq tail"},
	{"apc", "a\x1b_Ga=d\x1b\\ tail"},
	{"pm", "a\x1b^private\x1b\\ tail"},
	{"sos", "a\x1bXstart\x1b\\ tail"},
	{"charset", "a\x0e\x1b(0lqk\x0f tail"},
	{"lone-escape", "a\x1b tail"},

	// The same through eight bits.
	{"c1-utf8", "a\u009b2J\u009d0;owned\u009c\u0090q\u009c tail"},
	{"c1-bytes", "a\x9b2J\x9d0;owned\x9c\x90q\x9c tail"},

	// Characters that move the cursor or make a noise.
	{"carriage-return", "a secret\rnothing here tail"},
	{"crlf", "one\r\ntwo tail"},
	{"backspace", "evil\b\b\b\bgood tail"},
	{"vertical", "a\vb\fc tail"},
	{"bell", "a\a\a\a tail"},
	{"nul-and-delete", "a\x00b\x7fc tail"},
	{"newline-tab", "a\n\tb tail"},
	{"breaks", "a\u0085b\u2028c\u2029d tail"},

	// Text that is not what it looks like.
	{"bidi-override", "user\u202enimda\u202c tail"},
	{"bidi-isolates", "if (a\u2066 /* b\u2069\u2067 */\u2069\u2068 c\u2069 tail"},
	{"bidi-marks", "a\u200eb\u200fc\u061cd tail"},
	{"zero-width", "pass\u200bword\u2060s\ufeff \u200d\u200c tail"},
	{"soft-hyphen", "pay\u00adpal tail"},
	{"tags", "a\U000E0001\U000E0069\U000E0067\U000E006E\U000E006F\U000E0072\U000E0065\U000E007F tail"},
	{"tags-behind-a-flag", "\U0001F3F4\U000E0068\U000E0069\U000E0064\U000E0065\U000E007F tail"},
	{"selectors", "a\ufe00\ufe0f\U000E0101\U000E01EF tail"},
	{"hangul-fillers", "a\u3164b\u115f\u1160c\uffa0d tail"},
	{"blanks", "a\u2800b\u034fc\U0001D159d tail"},
	{"surrogates", "a\xed\xa0\xbd\xed\xb8\x80 tail"},
	{"broken-utf8", "a\xc3\xff\xf0\x9f\x98 tail"},
	{"overlong", "a\xc0\x9b[2J\xe0\x80\x9b tail"},
	{"private-use", "a\ue0b0b\U000F0000c\U0010FFFD tail"},
	{"noncharacters", "a\ufdd0\uffff\U0010FFFF tail"},
	{"annotations", "a\ufff9b\ufffac\ufffb tail"},
	{"prefix-sign", "\u06dda\u0600b tail"},
	{"leading-mark", "\u0301\u0489a tail"},
	{"pile", "a" + marks + marks + marks + " tail"},

	// Text that pretends to be a mark.
	{"fake-mark", "a<U+202E>b<<U+0000> tail"},
	{"fake-before-real", "a<\u202eb<U+\u202e tail"},
	{"fake-picture", "a␛[31m\\xff␊ tail"},
}

// marks is more than enough to combine with one letter.
const marks = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u030d\u030e\u030f\u0311"
