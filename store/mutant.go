package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"minne/model"
)

// A mutant is a fault put in on purpose, to prove that the non-interference test
// can fail (docs/security.md). The zero mutant, the only one outside of this
// package's tests, is none: nothing but export_test.go sets another.
type mutant uint8

const (
	sound                 mutant = iota
	sharedIndex                  // one index for all levels
	limitBeforeFilter            // hidden matches take up room in the answer
	unfilteredCount              // the total counts hidden memories
	inheritedCreation            // created_at comes from another level
	shadowingAmongMatches        // only matches shadow each other
	tagBeforeShadowing           // a shadowed version with the tag shows
	globalSequence               // version numbers are shared by all levels
	tellingError                 // an error names a hidden level
)

// mutantBest ranks as one of the mutants of search would.
func (s *SQLite) mutantBest(ctx context.Context, q querier, a ask, most int) ([]hit, error) {
	shared := fmt.Sprintf("found_%d", model.Restricted)
	switch s.mutant {
	case sharedIndex:
		return a.ranked(ctx, q, shared, most)
	case limitBeforeFilter:
		return hits(ctx, q, fmt.Sprintf(`
			select v.id, v.key, f.score from (
				select rowid, rank as score from %[1]s where %[1]s match @match order by rank limit @limit) f
			join version v on v.id = f.rowid where %[2]s order by f.score, v.saved desc, v.key`, shared, a.where),
			append(slices.Clone(a.args), sql.Named("limit", most))...)
	case shadowingAmongMatches:
		return a.anyLevel(ctx, q, most)
	default:
		return a.ranked(ctx, q, a.table(), most)
	}
}

// anyLevel takes the best match of a key at any visible level, whether or not it is
// the head.
func (a *ask) anyLevel(ctx context.Context, q querier, most int) ([]hit, error) {
	var all []hit
	for _, l := range a.c.Levels() {
		some, err := a.ranked(ctx, q, fmt.Sprintf("found_%d", l), most)
		if err != nil {
			return nil, err
		}
		for _, h := range some {
			if !slices.ContainsFunc(all, func(o hit) bool { return o.key == h.key }) {
				all = append(all, h)
			}
		}
	}
	return all[:min(len(all), most)], nil
}
