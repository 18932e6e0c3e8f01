// Package assets holds the files that are part of the program. It reads no disk
// at run time, interprets nothing, and imports nothing.
package assets

import _ "embed"

//go:embed demo.jsonl
var demo string

// Demo returns the demo memories: about four months in the life of an invented
// engineer and her agent, in JSON Lines. The caller may change the bytes.
//
// Each line is one operation, done by an ordinary session at that level (SPEC
// P3), oldest first:
//
//   - ago: how long before the start of the demo it happens, such as "92d4h";
//     units d, h, m and s. Each line is later than the one before it.
//   - level: the taint of the session that does it.
//   - op: "save", "delete" or "cover".
//   - key: the memory that it is about.
//
// A save also has content, tags, channel ("tui", "cli" or "mcp"), for "mcp" the
// client's name, and sometimes expires_in, counted from the save in the units of
// ago. Deletes and covers are a person's, and name no channel.
func Demo() []byte { return []byte(demo) }
