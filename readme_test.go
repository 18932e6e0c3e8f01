package main

import (
	"flag"
	"os"
	"strings"
	"testing"

	"minne/ui/keys"
)

var update = flag.Bool("update", false, "write the table of keys in README.md anew")

// The README lists the keys of the one table that the terminal program reads.
func TestREADMEListsTheKeys(t *testing.T) {
	t.Parallel()
	const begin, end = "<!-- keys: made by go test -run README -update . -->\n", "<!-- end of keys -->\n"
	b, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(b), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("README.md has no place for the keys")
	}
	want := keyTable()
	if *update {
		if err := os.WriteFile("README.md", []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("README.md lists\n%s\nand the program has\n%s", got, want)
	}
}

// keyTable writes a row a key, with the places in which it has that meaning.
func keyTable() string {
	var b strings.Builder
	b.WriteString("| keys | do | in |\n| --- | --- | --- |\n")
	for _, k := range keys.Table {
		var where []string
		for _, p := range keys.Places {
			if k.In&p.Where != 0 {
				where = append(where, p.Name)
			}
		}
		if len(where) == len(keys.Places) {
			where = []string{"everywhere"}
		}
		b.WriteString("| `" + strings.Join(k.Keys, "` `") + "` | " + k.Help + " | " + strings.Join(where, ", ") + " |\n")
	}
	return b.String()
}
