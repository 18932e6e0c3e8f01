package triggerfish_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"minne/store/triggerfish"
)

// Whatever a row holds, it is read for what any JSON reader finds in it, or
// skipped; it is neither changed nor lost.
func FuzzRowIsReadOrSkipped(f *testing.F) {
	good := noted("main-session", "PUBLIC", "k", "text", "tag").row()
	key, value := good.key.(string), good.value.(string)
	f.Add(key, value)
	f.Add("secret:main-session", value)
	f.Add("memory:", "")
	f.Add(key, strings.Replace(value, "text", `\ud83d`, 1))
	f.Add(key, strings.Replace(value, "text", `\\ud83d\ud83d\ude80\u00e5`, 1))
	f.Add(key, strings.Replace(value, "text", "\xff\x00", 1))
	f.Fuzz(func(t *testing.T, key, value string) {
		path := filepath.Join(t.TempDir(), "triggerfish.db")
		other := noted("z", "RESTRICTED", "always", "there").row()
		build(t, path, other, kv{key, value})
		got, err := triggerfish.Read(context.WithoutCancel(t.Context()), path)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(got.Records) + len(got.Skipped) - 1; n != strings.Count(key[:min(len(key), 7)], "memory:") {
			t.Errorf("of %q came %+v", key, got)
		}
		for _, r := range got.Records {
			if r.Where == "kv row 1" {
				continue
			}
			var content string
			var exact map[string]json.RawMessage
			if err := json.Unmarshal([]byte(value), &exact); err != nil {
				t.Fatalf("%q was read", value)
			}
			if err := json.Unmarshal(exact["content"], &content); err != nil || r.Content != content || !utf8.ValidString(r.Content) {
				t.Errorf("of %q came the content %q", value, r.Content)
			}
			if want := "memory:" + r.Agent + ":" + r.Level.String() + ":" + string(r.Key); key != want {
				t.Errorf("%q was read as %q", key, want)
			}
		}
	})
}
