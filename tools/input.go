package tools

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"minne/model"
)

// ParseKey makes a key of what somebody typed or sent: NFC, trimmed, checked
// (SPEC T3).
func ParseKey(s string) (model.Key, error) {
	k, err := model.ParseKey(normal(s))
	if err != nil {
		return "", told(err)
	}
	return k, nil
}

// ParseTags makes tags: NFC, trimmed, checked, each once, in the order given;
// empty ones are dropped.
func ParseTags(in []string) ([]model.Tag, error) {
	var tags []model.Tag
	seen := map[model.Tag]bool{}
	for i, s := range in {
		s = normal(s)
		if s == "" {
			continue
		}
		t, err := model.ParseTag(s)
		if err != nil {
			e := *told(err)
			e.Message = fmt.Sprintf("element %d of %s", i, e.Message)
			return nil, &e
		}
		if !seen[t] {
			seen[t] = true
			tags = append(tags, t)
		}
	}
	if len(tags) > model.MaxTags {
		return nil, invalid("tags", fmt.Sprintf("are %d, the limit is %d: use fewer", len(tags), model.MaxTags))
	}
	return tags, nil
}

// parseTag makes the tag that a list is asked for; none of an empty one.
func parseTag(s string) (model.Tag, error) {
	if s = normal(s); s == "" {
		return "", nil
	}
	t, err := model.ParseTag(s)
	var bad *model.InvalidError
	if errors.As(err, &bad) {
		return "", invalid("tag", bad.Why)
	}
	return t, err
}

// ParseExpiry reads when a memory ends: an RFC 3339 time, a date (its first
// moment in UTC), or a span from now on such as 90m, 12h, 30d, 2w. Empty means
// never. A time that is not in the future is an error.
func ParseExpiry(s string, now time.Time) (time.Time, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		at, err = time.Parse(time.DateOnly, s)
	}
	if err != nil {
		var d time.Duration
		if d, err = ParseSpan(s); err == nil {
			at = now.Add(d)
		}
	}
	if err != nil {
		return time.Time{}, invalid("expires_at", "is not a time: use RFC 3339 (2027-01-31T12:00:00Z), a date (2027-01-31) or a span (90m, 12h, 30d, 2w)")
	}
	if err := checkExpiry(at, now); err != nil {
		return time.Time{}, err
	}
	return at.UTC(), nil
}

// checkExpiry checks when a memory is to end: in the future, as times are stored,
// and in a year that can be written.
func checkExpiry(at, now time.Time) error {
	switch {
	case at.UnixMicro() <= now.UnixMicro():
		return invalid("expires_at", "is not in the future")
	case !writable(at):
		return invalid("expires_at", "is after the year 9999")
	default:
		return nil
	}
}

// writable reports whether RFC 3339 can write a time down.
func writable(t time.Time) bool {
	y := t.UTC().Year()
	return 0 <= y && y <= 9999
}

// ParseSpan reads a length of time: a whole number and one of the units s, m,
// h, d (24 hours) and w.
func ParseSpan(s string) (time.Duration, error) {
	units := map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	bad := invalid("span", "is not a length of time: use a whole number and s, m, h, d or w, such as 30d")
	if len(s) < 2 || units[s[len(s)-1]] == 0 {
		return 0, bad
	}
	var n int64
	for _, r := range s[:len(s)-1] {
		if r < '0' || r > '9' || n > 1e6 {
			return 0, bad
		}
		n = 10*n + int64(r-'0')
	}
	unit := units[s[len(s)-1]]
	if n > int64(1<<62)/int64(unit) {
		return 0, bad
	}
	return time.Duration(n) * unit, nil
}

func normal(s string) string {
	if !utf8.ValidString(s) {
		return s // the check that follows says so
	}
	return strings.TrimSpace(norm.NFC.String(s))
}

// client keeps what a client calls itself within bounds.
func client(s string) string {
	const most = 200
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD")
	return cut(s, most)
}

// cut returns the longest beginning of s, in whole characters, of at most n
// bytes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// wholeNumber reads a whole number as JSON or a person may spell it. One that is
// too large for any list is the largest int.
func wholeNumber(s string) (int, bool) {
	f, err := strconv.ParseFloat(s, 64)
	if errors.Is(err, strconv.ErrRange) && f > 0 {
		return math.MaxInt32, true
	}
	switch {
	case err != nil || math.IsInf(f, 0) || f != math.Trunc(f):
		return 0, false
	case f >= math.MaxInt32:
		return math.MaxInt32, true
	default:
		return int(f), true
	}
}
