package store

// Mutants are the faults that the non-interference test must catch, by name.
var Mutants = map[string]mutant{
	"a shared index":               sharedIndex,
	"LIMIT before filter":          limitBeforeFilter,
	"an unfiltered count":          unfilteredCount,
	"created_at inherited":         inheritedCreation,
	"shadowing among matches only": shadowingAmongMatches,
	"tag filter before shadowing":  tagBeforeShadowing,
	"a global sequence":            globalSequence,
	"an error that names a level":  tellingError,
}

// Mutate puts one of the Mutants into s.
func (s *SQLite) Mutate(name string) { s.mutant = Mutants[name] }
