//go:build !sqlite_fts5

package store

// minne searches with SQLite's FTS5, which the driver only builds when asked. The
// name below is not defined anywhere: the compiler's complaint says what to type.
var _ = build_minne_with_tags_sqlite_fts5 // go build -tags sqlite_fts5 .
