package tools_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"minne/model"
	"minne/tools"
)

// CASES 22: when a memory ends is read without a guess about zones.
func TestExpiriesAreRead(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC)
	for given, want := range map[string]string{
		"2027-01-31T12:00:00Z":         "2027-01-31T12:00:00Z",
		"2026-07-24T19:00:00-07:00":    "2026-07-25T02:00:00Z",
		"2026-07-24T19:00:00.25+05:30": "2026-07-24T13:30:00.25Z",
		" 2027-01-31 ":                 "2027-01-31T00:00:00Z",
		"2028-02-29":                   "2028-02-29T00:00:00Z",
		"1s":                           "2026-03-28T12:00:01Z",
		"90m":                          "2026-03-28T13:30:00Z",
		"12h":                          "2026-03-29T00:00:00Z",
		"30d":                          "2026-04-27T12:00:00Z",
		"2w":                           "2026-04-11T12:00:00Z",
		" 030d ":                       "2026-04-27T12:00:00Z",
		"2026-03-28T12:00:00.000001Z":  "2026-03-28T12:00:00.000001Z",
		"9999-12-31T23:59:59.999999Z":  "9999-12-31T23:59:59.999999Z",
	} {
		at, err := tools.ParseExpiry(given, now)
		if err != nil || at.Format(time.RFC3339Nano) != want || at.Location() != time.UTC {
			t.Errorf("%q is %v, %v, want %s", given, at, err, want)
		}
	}
	for _, never := range []string{"", " ", "\t\n"} {
		if at, err := tools.ParseExpiry(never, now); err != nil || !at.IsZero() {
			t.Errorf("%q is %v, %v", never, at, err)
		}
	}
}

func TestExpiriesThatAreNoneAreErrors(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC)
	const (
		noTime = "expires_at: is not a time: use RFC 3339 (2027-01-31T12:00:00Z), a date (2027-01-31) or a span (90m, 12h, 30d, 2w)"
		past   = "expires_at: is not in the future"
		late   = "expires_at: is after the year 9999"
	)
	for given, want := range map[string]string{
		"never": noTime, "tomorrow": noTime, "30": noTime, "d": noTime, "-1d": noTime, "+1d": noTime, "1.5h": noTime, "1h30m": noTime, "1 d": noTime, "1D": noTime,
		"1y": noTime, "٣d": noTime, "1h\x00": noTime, "2027-02-29": noTime, "2027-13-01": noTime, "2027-01-31 12:00:00": noTime, "2027-01-31T12:00:00": noTime,
		"31/01/2027": noTime, "1801224000": noTime, "10000-01-01": noTime, strings.Repeat("9", 400) + "w": noTime,
		"99999999w": noTime, "9223372036854775807s": noTime, "18446744073709551617s": noTime,
		"0s": past, "000d": past, "2026-03-28": past, "2026-03-28T12:00:00Z": past, "2026-03-28T12:00:00.0000009Z": past, "1969-12-31": past, "0001-01-01T00:00:00Z": past, "0000-01-01": past,
		"9999-12-31T23:59:59-14:00": late, "9999-12-31T23:00:00-01:00": late,
	} {
		at, err := tools.ParseExpiry(given, now)
		if err == nil {
			t.Errorf("%q is %v", given, at)
			continue
		}
		if e := failure(t, err); e.Code != tools.Invalid || e.Field != "expires_at" || e.Message != want {
			t.Errorf("%q: %+v, want %s", given, e, want)
		}
	}
}

// A memory with an expiry that no clock reaches can still be listed.
func TestNoExpiryMakesAMemoryUnreadable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.person(t, model.Public)
	for _, at := range []time.Time{
		time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 0, time.FixedZone("", -12*3600)),
		time.Date(290_000, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		if _, err := s.Save(t.Context(), tools.SaveInput{Key: "k", Content: "c", Expires: at}); err == nil {
			t.Errorf("saved until %v", at)
		}
		f := note(model.Public, "imported", "c", noon)
		f.Expires = at
		if r, err := w.Import(t.Context(), []tools.Foreign{f}, model.Public); err != nil || r.Added != 0 || len(r.Skipped) != 1 || r.Skipped[0].Reason != "time: is not in the years 0 to 9999" {
			t.Errorf("imported until %v: %+v, %v", at, r, err)
		}
	}
	last := time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	_, err := s.Save(t.Context(), tools.SaveInput{Key: "k", Content: "c", Expires: last})
	must(t, err)
	if got := said(t, s, "memory_list", `{}`); !strings.Contains(got, `"expires_at":"9999-12-31T23:59:59Z"`) {
		t.Errorf("got %s", got)
	}
}

// A day is 24 hours, whatever the zone does to its clocks, and wherever the machine
// stands.
func TestSpansDoNotDependOnTheZone(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"UTC", "Europe/Stockholm", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"} {
		place, err := time.LoadLocation(zone)
		must(t, err)
		for _, before := range []time.Time{
			time.Date(2026, 3, 28, 12, 0, 0, 0, place), // clocks change on the 29th in Europe
			time.Date(2026, 10, 24, 23, 30, 0, 0, place),
			time.Date(2026, 3, 7, 12, 0, 0, 0, place), // and on the 8th in America
		} {
			for given, want := range map[string]time.Duration{"1d": 24 * time.Hour, "2w": 14 * 24 * time.Hour, "36h": 36 * time.Hour} {
				if at, err := tools.ParseExpiry(given, before); err != nil || at.Sub(before) != want {
					t.Errorf("%s from %v is %v, %v", given, before, at, err)
				}
			}
			if at, err := tools.ParseExpiry("2027-01-31", before); err != nil || at.Format(time.RFC3339) != "2027-01-31T00:00:00Z" {
				t.Errorf("a date in %s is %v, %v", zone, at, err)
			}
		}
	}
}

func TestSpansAreRead(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]time.Duration{
		"0s": 0, "1s": time.Second, "90m": 90 * time.Minute, "12h": 12 * time.Hour, "30d": 720 * time.Hour, "2w": 336 * time.Hour, "0030d": 720 * time.Hour, "1000000h": 1_000_000 * time.Hour,
	} {
		if got, err := tools.ParseSpan(given); err != nil || got != want {
			t.Errorf("%q is %v, %v, want %v", given, got, err, want)
		}
	}
	for _, given := range []string{"", "s", "5", "5x", "5 d", " 5d", "5d ", "-5d", "5.0d", "5dd", "1d1h", "0x5d", "5_0d", "8000w", "99999999999h", "9999999999999999999999w"} {
		got, err := tools.ParseSpan(given)
		if err == nil {
			t.Errorf("%q is %v", given, got)
			continue
		}
		if e := failure(t, err); e.Code != tools.Invalid || e.Field != "span" {
			t.Errorf("%q: %+v", given, e)
		}
	}
}

// Whatever is read is in the future, can be written down, and no span overflows.
func TestWhatIsReadAsAnExpiryIsInTheFuture(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(rapid.Int64Range(0, 1<<37).Draw(t, "now"), 0)
		given := rapid.OneOf(
			rapid.StringMatching(`[0-9]{1,22}[smhdw]`),
			rapid.StringMatching(`[0-9]{4}-[01][0-9]-[0-3][0-9](T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](Z|[-+][0-2][0-9]:[0-5][0-9]))?`),
			rapid.String(),
		).Draw(t, "given")
		at, err := tools.ParseExpiry(given, now)
		if err != nil || strings.TrimSpace(given) == "" {
			return
		}
		if _, err := at.MarshalJSON(); err != nil || !at.After(now) {
			t.Fatalf("%q at %v is %v, %v", given, now, at, err)
		}
	})
}

// SPEC T3: a name that was read once is read the same again, and what is read is
// within its limits.
func TestNamesAreReadOnceAndForAll(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		given := rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.RuneFrom([]rune("aé\u0301\u00a0 \u3000\u0344\u212b한ᄒ\u1161\u11ab\u200d\U0001d15e👨<\"")), 0, 40, -1)).Draw(t, "given")
		key, err := tools.ParseKey(given)
		if err == nil {
			again, err := tools.ParseKey(string(key))
			if err != nil || again != key || len(key) > model.MaxKey || key == "" {
				t.Fatalf("%q is %q, and that is %q, %v", given, key, again, err)
			}
			for i, r := range model.Hidden(string(key)) {
				t.Fatalf("%q holds %U at %d", key, r, i)
			}
		}
		tags, err := tools.ParseTags([]string{given, given, ""})
		if err == nil && (len(tags) > 1 || len(tags) == 1 && len(tags[0]) > model.MaxTag) {
			t.Fatalf("%q is the tags %q", given, tags)
		}
	})
}
