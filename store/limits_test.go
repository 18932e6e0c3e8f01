package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// SPEC T2: the largest memories are kept, found and erased like others, whatever they
// are made of.
func TestTheLargestMemoriesAreKept(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	h := admit(t, model.Public)
	var tags []model.Tag
	for i := range model.MaxTags {
		tags = append(tags, model.Tag(fmt.Sprintf("%02d%s", i, strings.Repeat("å", (model.MaxTag-2)/2))))
	}
	for i, unit := range []string{"x", "a ", "aB9", "字", "ø_ł.", "\u0301\x01\r\n", "🏳️‍🌈"} {
		key := model.Key(fmt.Sprintf("%d%s", i, strings.Repeat("K", model.MaxKey-1)))
		content := strings.Repeat(unit, model.MaxContent/len(unit))
		save(t, s, h, model.Draft{Key: key, Content: content, Tags: tags})
		m, err := s.Head(t.Context(), h.Ceiling(), key)
		if err != nil || m.Content != content || len(m.Tags) != len(tags) {
			t.Errorf("%q, many times: %d bytes and %d tags, %v", unit, len(m.Content), len(m.Tags), err)
		}
		f, err := s.Search(t.Context(), h.Ceiling(), model.SearchQuery{Text: string(key), Limit: 1, Preview: 100})
		if err != nil || len(f.Hits) != 1 || f.Hits[0].Key != key || len(f.Hits[0].Content) > 100 {
			t.Errorf("%q, many times: a search finds %d, %v", unit, f.Total, err)
		}
		_, err = s.Delete(t.Context(), h, key, policy.Decision{})
		must(t, err)
	}
	gone, err := s.Purge(t.Context(), h, store.PurgeQuery{Before: time.Now()})
	if err != nil || len(gone) != 7 {
		t.Errorf("%d gone, %v", len(gone), err)
	}
	must(t, s.Check(t.Context()))
	must(t, s.Close())
}
