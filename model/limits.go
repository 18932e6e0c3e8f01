package model

// The limits of SPEC T2 and T7. Sizes are bytes of UTF-8.
const (
	MaxKey      = 256
	MaxContent  = 1 << 20
	MaxTags     = 32
	MaxTag      = 64
	MaxQuery    = 4096
	MaxResults  = 100 // memories in one answer
	MaxAnswer   = 100_000
	MaxAgent    = 128
	MaxHistory  = 1000 // versions in one answer
	DefaultHits = 10   // results of a search that does not say how many
	SnippetSize = 240  // bytes of a snippet
)

// Limit is one row of the table that people are shown.
type Limit struct {
	Name string
	Max  int
	Unit string
}

// Limits is every limit a caller can meet, in the order people are shown them.
var Limits = []Limit{
	{"key", MaxKey, "bytes"},
	{"content", MaxContent, "bytes"},
	{"tags", MaxTags, "tags"},
	{"tag", MaxTag, "bytes"},
	{"query", MaxQuery, "bytes"},
	{"max_results", MaxResults, "memories"},
	{"answer", MaxAnswer, "bytes"},
	{"agent", MaxAgent, "bytes"},
}
