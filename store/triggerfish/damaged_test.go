package triggerfish_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"minne/store/triggerfish"
)

func TestBadRowIsSkippedAndTheRestGoesOn(t *testing.T) {
	t.Parallel()
	good := noted("main-session", "PUBLIC", "k", canary, "t")
	const key = "memory:main-session:PUBLIC:k"
	list, end := `"tags" is not a list of texts`, " is not a time such as 2026-01-31T12:00:00.000Z"
	level := `"classification" is not PUBLIC, INTERNAL, CONFIDENTIAL or RESTRICTED`
	object := "its value is not a JSON object"
	other := "its row key and its value name different memories"
	long := strings.Repeat("x", 12<<20)
	for _, c := range []struct {
		row    kv
		reason string
	}{
		{kv{key, "{" + canary}, object},
		{kv{key, ""}, object},
		{kv{key, "null"}, object},
		{kv{key, `["` + canary + `"]`}, object},
		{kv{key, good.row().value.(string) + "{}"}, object},
		{kv{key, "\ufeff" + good.row().value.(string)}, object},
		{kv{key, []byte(good.row().value.(string))}, "its value is not text"},
		{kv{key, strings.Replace(good.row().value.(string), canary, "\xff", 1)}, "it is not valid UTF-8"},
		{good.with("content", long).row(), fmt.Sprintf("its value is %d bytes, more than any memory takes", len(good.with("content", long).row().value.(string)))},

		{good.with("key", nil).under(key), `"key" is missing`},
		{good.with("agentId", nil).under(key), `"agentId" is missing`},
		{good.with("classification", nil).under(key), `"classification" is missing`},
		{good.with("content", nil).under(key), `"content" is missing`},
		{good.with("tags", nil).under(key), `"tags" is missing`},
		{good.with("createdAt", nil).under(key), `"createdAt" is missing`},
		{good.with("updatedAt", nil).under(key), `"updatedAt" is missing`},
		{good.with("expired", nil).under(key), `"expired" is missing`},
		{good.with("sourceSessionId", nil).under(key), `"sourceSessionId" is missing`},
		{good.with("content", nil).with("Content", "another name").under(key), `"content" is missing`},

		{good.with("key", "").under("memory:main-session:PUBLIC:"), `"key" is empty`},
		{good.with("content", "").row(), `"content" is empty`},
		{good.with("key", 7).under(key), `"key" is not text`},
		{good.with("agentId", []string{"main-session"}).under(key), `"agentId" is not text`},
		{good.with("content", true).row(), `"content" is not text`},
		{kv{key, strings.Replace(good.row().value.(string), `"`+canary+`"`, "null", 1)}, `"content" is not text`},
		{good.with("content", map[string]string{}).row(), `"content" is not text`},
		{good.with("tags", canary).row(), list},
		{good.with("tags", []any{canary, 5}).row(), list},
		{good.with("tags", []any{canary, nil}).row(), list},
		{good.with("tags", map[string]string{}).row(), list},
		{good.with("expired", "false").row(), `"expired" is not true or false`},
		{good.with("expired", 0).row(), `"expired" is not true or false`},
		{good.with("sourceSessionId", 1).row(), `"sourceSessionId" is not text`},
		{good.with("lineageId", 1).row(), `"lineageId" is not text`},

		{good.with("classification", "SECRET").row(), level},
		{good.with("classification", "public").row(), level},
		{good.with("classification", "PUBLIC ").row(), level},
		{good.with("classification", "").row(), level},

		{good.with("createdAt", "2026-03-01T08:00:00Z").row(), `"createdAt"` + end},
		{good.with("createdAt", "2026-03-01T08:00:00.000+00:00").row(), `"createdAt"` + end},
		{good.with("updatedAt", "2026-03-01 08:00:00.000").row(), `"updatedAt"` + end},
		{good.with("updatedAt", "2026-03-01T08:00:00,000Z").row(), `"updatedAt"` + end},
		{good.with("updatedAt", "2026-02-30T08:00:00.000Z").row(), `"updatedAt"` + end},
		{good.with("updatedAt", "0001-01-01T00:00:00.000Z").row(), `"updatedAt"` + end},
		{good.with("updatedAt", "yesterday").row(), `"updatedAt"` + end},
		{good.with("updatedAt", 1768061136250).row(), `"updatedAt" is not text`},
		{good.with("expiresAt", "").row(), `"expiresAt"` + end},
		{good.with("expiresAt", false).row(), `"expiresAt" is not text`},

		{good.with("key", "j").under(key), other},
		{good.with("agentId", "someone").under(key), other},
		{good.with("classification", "RESTRICTED").under(key), other},
		{good.under("memory:main-session:public:k"), other},
		{good.under("memory:" + canary), other},
		{good.under("memory:"), other},

		{kv{key, strings.Replace(good.row().value.(string), canary, `half \ud83d`, 1)}, `"content" holds half a character (an unpaired surrogate)`},
		{kv{key, strings.Replace(good.row().value.(string), canary, `\ude80\ud83d`, 1)}, `"content" holds half a character (an unpaired surrogate)`},
		{kv{key, strings.Replace(good.row().value.(string), canary, `\ud83d\u0041`, 1)}, `"content" holds half a character (an unpaired surrogate)`},
	} {
		before, after := noted("a", "PUBLIC", "before", "b").row(), noted("z", "PUBLIC", "after", "a").row()
		f, err := triggerfish.Read(t.Context(), made(t, before, c.row, after))
		if err != nil {
			t.Errorf("%.100q: %v", c.row.value, err)
			continue
		}
		if want := []triggerfish.Skipped{{Where: "kv row 2", Reason: c.reason}}; !slices.Equal(f.Skipped, want) {
			t.Errorf("%.200q: skipped %q, want %q", c.row.value, f.Skipped, want)
		}
		if len(f.Records) != 2 || f.Records[0].Key != "before" || f.Records[1].Key != "after" {
			t.Errorf("%.100q: the rest is %+v", c.row.value, f.Records)
		}
	}
}

func TestUnusualRowIsRead(t *testing.T) {
	t.Parallel()
	good := noted("main-session", "PUBLIC", "k", "text")
	const key = "memory:main-session:PUBLIC:k"
	value := good.row().value.(string)
	for name, r := range map[string]kv{
		"absent and null":           good.with("expiresAt", (*string)(nil)).with("lineageId", (*string)(nil)).row(),
		"a field of a newer one":    good.with("weight", 1).row(),
		"white space":               {key, " \n" + value + "\r\n"},
		"an escaped pair":           {key, strings.Replace(value, "text", `\\ud83d \ud83d\ude80 \\`, 1)},
		"level and colons in a key": noted("main-session", "PUBLIC", "INTERNAL:k:", "text").row(),
		"an agent without a name":   noted("", "PUBLIC", "k", "text").row(),
	} {
		f, err := triggerfish.Read(t.Context(), made(t, r))
		if err != nil || len(f.Records) != 1 || len(f.Skipped) != 0 {
			t.Errorf("%s: got %+v, %v", name, f, err)
		}
	}
}

func TestAgentsWithColonsStayApart(t *testing.T) {
	t.Parallel()
	f, err := triggerfish.Read(t.Context(), made(t,
		noted("b:PUBLIC", "CONFIDENTIAL", "k", "hidden").row(),
		noted("b", "PUBLIC", "CONFIDENTIAL:j", "shown").row(),
	))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range f.Records {
		got = append(got, fmt.Sprintf("%s/%v/%s", r.Agent, r.Level, r.Key))
	}
	if want := []string{"b/PUBLIC/CONFIDENTIAL:j", "b:PUBLIC/CONFIDENTIAL/k"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
