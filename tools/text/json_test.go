package text_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"minne/model"
	"minne/tools/text"
)

func TestJSONStaysTheSameValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{`{"a":[1,2.50,"x"]}`, `{"a":[1,2.50,"x"]}`},
		{"{\n\t\"a\": 1\r\n}", "{\n\t\"a\": 1\r\n}"},
		{"\"\u007f\u009b2J\"", `"\u007f\u009b2J"`},
		{"\"a\u202eb\u200b\ufeff\"", `"a\u202eb\u200b\ufeff"`},
		{"\"\U000E0041\U0010FFFD\"", `"\udb40\udc41\udbff\udffd"`},
		{"\"\\\\\u202e\"", `"\\\u202e"`},
		{"\"\\u001b[31m\"", `"\u001b[31m"`},
		{"{\"\u00adkey\":\"می\u200cخواهم 👨‍👩‍👧\"}", "{\"\\u00adkey\":\"می\u200cخواهم 👨‍👩‍👧\"}"},
		{"\"a\xffb\ufffd\"", "\"a\\ufffdb\ufffd\""},
		{"not json \x1b[2J", `not json \u001b[2J`},
		{"", ""},
	} {
		if got := string(text.JSON([]byte(c.in))); got != c.want {
			t.Errorf("JSON(%+q) = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestJSONDoesNotChangeItsArgument(t *testing.T) {
	t.Parallel()
	in := []byte("\"\u202e\"")
	text.JSON(in)
	if want := "\"\u202e\""; string(in) != want {
		t.Errorf("the argument is %+q now, want %+q", in, want)
	}
}

func value(b []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

func FuzzJSON(f *testing.F) {
	seed(f, func(s string) {
		f.Add([]byte(s))
		b, _ := json.Marshal(map[string]any{s: []string{s}})
		f.Add(b)
		f.Add([]byte(`["` + s + `", 1.50, {"\u202e": null}]`))
	})
	f.Fuzz(func(t *testing.T, b []byte) {
		out := text.JSON(b)
		for i, r := range model.Hidden(string(out)) {
			if r != '\n' && r != '\t' && r != '\r' {
				t.Fatalf("JSON(%+q) = %+q, with %U at %d", b, out, r, i)
			}
		}
		if again := text.JSON(out); !bytes.Equal(again, out) {
			t.Errorf("JSON(%+q) = %+q, and the next time %+q", b, out, again)
		}
		if !json.Valid(b) {
			return
		}
		want, _ := value(b)
		if got, err := value(out); err != nil || !json.Valid(out) || !reflect.DeepEqual(got, want) {
			t.Errorf("JSON(%+q) = %+q, another value: %v", b, out, err)
		}
	})
}
