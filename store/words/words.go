// Package words turns text into what the full-text index can find, and what
// people and agents type into a question for that index (SPEC 5).
//
// The index is an FTS5 table with the columns key, tags, content and extra and
// the tokenizer "porter unicode61 remove_diacritics 2". That tokenizer splits at
// punctuation, lowers letters, drops most Latin accents and stems English. Extra
// adds what it cannot find; Parse reads a query with the same eyes, so that both
// sides agree. Who changes what Extra returns must raise Version: the store then
// re-indexes.
//
// The package is pure: no SQL is run, no disk is read, and it decides nothing
// about who may see what.
package words

// Version is the version of the analyser. An index made by another version is
// made again.
const Version = 1

// Rank orders hits, best first: it is the SQL of the score with the name of the
// index still to be filled in, smaller being better. A word in the key counts for
// more than the same word in a content of usual length, however often it is
// there; one in a tag for more than once in a content (SPEC S3). No weight counts
// without end: bm25 gives a word at most 2.2 times what it gives once in an
// average memory, so that a memory with all words of a query still goes before
// one with a single word of it in the key.
const Rank = "bm25(%s, 100.0, 10.0, 1.0, 1.0)"
