package assets_test

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"minne/model"
)

func TestThreeLanguagesAreSpoken(t *testing.T) {
	t.Parallel()
	got := map[string]int{}
	for _, levels := range played(t) {
		for _, r := range levels {
			if r.state == model.Live {
				got[language(r.content)]++
			}
		}
	}
	for _, c := range []struct {
		language    string
		least, most int
	}{{"Swedish", 11, 13}, {"Japanese", 5, 7}, {"English", 40, 60}} {
		if n := got[c.language]; n < c.least || n > c.most {
			t.Errorf("%s: got %d memories, want %d to %d", c.language, n, c.least, c.most)
		}
	}
}

// language guesses well enough for texts of our own: by kana, then by words
// that Swedish has and English has not.
func language(s string) string {
	kana := 0
	for _, r := range s {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana) {
			kana++
		}
	}
	if kana > 20 {
		return "Japanese"
	}
	swedish := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains([]string{"och", "är", "inte", "det", "för", "att", "inga", "kaffet", "höger"}, w) {
			swedish[w] = true
		}
	}
	if len(swedish) >= 2 {
		return "Swedish"
	}
	return "English"
}

func TestTheTextsAreHardToShow(t *testing.T) {
	t.Parallel()
	all := ""
	long, line := 0, 0
	for _, levels := range played(t) {
		for _, r := range levels {
			if r.state != model.Live {
				continue
			}
			all += r.content + "\n"
			if n := len(r.content); n >= 3000 && n <= 5000 && strings.Count(r.content, "\n") > 30 {
				long++
			}
			for l := range strings.Lines(r.content) {
				line = max(line, len(l))
			}
		}
	}
	if long == 0 {
		t.Error("no note of 3 to 5 kB")
	}
	if line < 1500 {
		t.Errorf("the longest line is %d bytes, want a very long one", line)
	}
	for what, part := range map[string]string{
		"a heading": "# ", "a list": "\n- ", "a numbered list": "\n1. ", "a task": "\n- [ ] ", "a table": "|---|", "a quote": "\n> ",
		"Go code": "```go\n", "SQL": "```sql\n", "CRLF": "\r\n", "a tab-indented block": "\n\t", "an escape sequence": "\x1b[31m",
		"a family": "👨‍👩‍👧‍👦", "a flag": "🇯🇵", "snake_case": "taken_at", "camelCase": "stationID", "a path": "/var/lib/", "a URL": "https://",
	} {
		if !strings.Contains(all, part) {
			t.Errorf("nowhere: %s", what)
		}
	}
}

func TestPastedEscapesOnlyColour(t *testing.T) {
	t.Parallel()
	colour := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for _, o := range operations(t) {
		if strings.ContainsRune(colour.ReplaceAllString(o.Content, ""), '\x1b') {
			t.Errorf("%s: holds an escape sequence that does more than colour", o.at())
		}
	}
}

func TestNoAddressLeadsAnywhere(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`[a-z]+://[^\s)>"]+`)
	mail := regexp.MustCompile(`[\w.+-]+@([\w-]+\.)+[\w-]+`)
	for _, o := range operations(t) {
		var hosts []string
		for _, l := range link.FindAllString(o.Content, -1) {
			u, err := url.Parse(l)
			if err != nil {
				t.Errorf("%s: %v", o.at(), err)
				continue
			}
			hosts = append(hosts, u.Hostname())
		}
		for _, m := range mail.FindAllString(o.Content, -1) {
			_, host, _ := strings.Cut(m, "@")
			hosts = append(hosts, host)
		}
		for _, h := range hosts {
			if h != "example.com" && !strings.HasSuffix(h, ".example.com") && !strings.HasSuffix(h, ".example") {
				t.Errorf("%s: names the host %s", o.at(), h)
			}
		}
	}
}
