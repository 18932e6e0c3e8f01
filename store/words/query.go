package words

import (
	"strings"

	"minne/model"
)

// The limits of a query, so that no text of any length is dear: what goes beyond
// them is left out. A term is a word or one of its forms.
const (
	maxTerms   = 64 // of which any can match
	maxTokens  = 32 // in one phrase
	maxPhrases = 16 // that must match, and as many that must not
	maxNear    = 4  // words of a query in which it counts how near they stand
)

// Query is what a text asks for. Make one with Parse; it does not change, and may
// be used by many goroutines.
//
// The filters are for the store to apply to heads (SPEC T5): a head must have
// every one of Tags, one of Levels if there are any, and a key that begins with
// KeyPrefix, byte for byte.
type Query struct {
	Tags      []string
	Levels    []model.Level
	KeyPrefix string

	any  []phrase   // one of them matches
	row  []phrase   // the words of a short query, better near each other
	must []phrase   // all of them match
	not  [][]phrase // no group of them matches whole

	look *finder
}

// Empty reports whether the query asks for nothing at all.
func (q Query) Empty() bool { return !q.HasWords() && !q.filters() }

// HasWords reports whether there is something to match: without it a query has
// filters only, or can find nothing.
func (q Query) HasWords() bool { return len(q.any)+len(q.must) > 0 }

func (q Query) filters() bool {
	return len(q.Tags)+len(q.Levels) > 0 || q.KeyPrefix != ""
}

// Match returns the FTS5 expression that finds the query's words; false if there
// is no word, and so nothing that could match. What is excluded is part of it.
// The expression is free of errors whatever the text was (SPEC S1), and it names
// no column but key, tags and content.
func (q Query) Match() (string, bool) {
	if !q.HasWords() {
		return "", false
	}
	var b strings.Builder
	if len(q.must) > 0 {
		join(&b, q.must, " AND ")
		if len(q.any) > 0 {
			b.WriteString(" AND (")
			q.must[0].write(&b)
			b.WriteString(" OR ")
			q.optional(&b)
			b.WriteByte(')')
		}
	} else {
		q.optional(&b)
	}
	if len(q.not) == 0 {
		return b.String(), true
	}
	return "(" + b.String() + ") NOT (" + q.excluded() + ")", true
}

// optional writes what any of can match. Neighbours in a short query count once
// more where they stand within two words of each other (SPEC S3); in a question
// of many words that would make chance decide.
func (q Query) optional(b *strings.Builder) {
	join(b, q.any, " OR ")
	if len(q.row) > maxNear {
		return
	}
	for i := 1; i < len(q.row); i++ {
		b.WriteString(" OR NEAR(")
		join(b, q.row[i-1:i+1], " ")
		b.WriteString(", 2)")
	}
}

// Without returns the FTS5 expression of what a query of filters only leaves out
// (tag:x -draft); false if there is nothing, or if it is part of Match.
func (q Query) Without() (string, bool) {
	if q.HasWords() || len(q.not) == 0 {
		return "", false
	}
	return q.excluded(), true
}

func (q Query) excluded() string {
	var b strings.Builder
	for i, group := range q.not {
		if i > 0 {
			b.WriteString(" OR ")
		}
		b.WriteByte('(')
		join(&b, group, " AND ")
		b.WriteByte(')')
	}
	return b.String()
}

func join(b *strings.Builder, list []phrase, with string) {
	for i, p := range list {
		if i > 0 {
			b.WriteString(with)
		}
		p.write(b)
	}
}

// A phrase is tokens that stand beside each other. Its text holds letters, digits
// and spaces only.
type phrase struct {
	text    string
	prefix  bool // the last token may go on
	written bool // in the key, a tag or the content as it was written, not in extra
}

func (p phrase) write(b *strings.Builder) {
	if p.written {
		b.WriteString("{key tags content} : ")
	}
	b.WriteByte('"')
	b.WriteString(p.text)
	b.WriteByte('"')
	if p.prefix {
		b.WriteByte('*')
	}
}
