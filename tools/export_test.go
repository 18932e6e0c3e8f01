package tools

import "minne/model"

// Deepest is how many results of a search can be paged through.
const Deepest = deepest

// SearchCursor returns the cursor of an agent's search that has given the keys with
// these fingerprints.
func SearchCursor(taint model.Level, query string, given []uint64) string {
	return searchFor(taint, SearchInput{Query: query}).seen(given)
}
