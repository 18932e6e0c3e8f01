package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms says which of minne's own packages each part may import. What is not listed
// is forbidden: imports point inward (docs/architecture.md).
var rooms = map[string][]string{
	"model":  {},
	"policy": {"model"},
	"store":  {"model", "policy"},
	"tools":  {"model", "policy", "store"},
	"cli":    {"model", "policy", "tools", "assets"},
	"ui":     {"model", "policy", "tools"},
	"assets": {},
	".":      {"model", "policy", "store", "tools", "cli", "ui", "assets"},
}

// only says which parts may import a package of others; a trailing slash means all
// below it.
var only = map[string][]string{
	"database/sql":                {"store"},
	"github.com/mattn/go-sqlite3": {"store"},
	"charm.land/":                 {"ui", "cli", "."},
	"net":                         {},
	"net/http":                    {},
	"os/exec":                     {"ui"},
}

// The files are parsed, not listed with the go command, so that the test cache
// notices when one changes.
func TestImportsPointInward(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		room, _, nested := strings.Cut(filepath.ToSlash(path), "/")
		if !nested {
			room = "."
		}
		if _, known := rooms[room]; !known {
			t.Errorf("%s: %s is not a part of minne", path, room)
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			checkImport(t, path, room, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Fatalf("only %d files were looked at", files)
	}
}

func checkImport(t *testing.T, path, room, name string) {
	t.Helper()
	if rest, ours := strings.CutPrefix(name, "minne/"); ours {
		part, _, _ := strings.Cut(rest, "/")
		if part != room && !slices.Contains(rooms[room], part) {
			t.Errorf("%s must not import %s", path, name)
		}
		return
	}
	for theirs, allowed := range only {
		if (name == theirs || strings.HasSuffix(theirs, "/") && strings.HasPrefix(name, theirs)) && !slices.Contains(allowed, room) {
			t.Errorf("%s must not import %s", path, name)
		}
	}
	standard := !strings.Contains(strings.SplitN(name, "/", 2)[0], ".")
	if !standard && (room == "model" || room == "policy" || room == "assets") {
		t.Errorf("%s must import the standard library only, not %s", path, name)
	}
}
