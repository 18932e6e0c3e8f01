package ui_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"minne/model"
	"minne/tools"
)

// Search finds what holds every word of the query, as it is written. It knows
// -word and tag:x.
func (s *session) Search(ctx context.Context, in tools.SearchInput) (tools.Results, error) {
	s.w.mu.Lock()
	s.w.searched = append(s.w.searched, in)
	slow, broken := max(s.w.slow, s.w.thinks[in.Query]), s.w.broken
	s.w.mu.Unlock()
	select {
	case <-time.After(slow):
	case <-ctx.Done():
		s.w.mu.Lock()
		s.w.stopped = append(s.w.stopped, in.Query)
		s.w.mu.Unlock()
		return tools.Results{}, ctx.Err()
	}
	if broken != nil {
		return tools.Results{}, broken
	}
	from := 0
	if in.Cursor != "" {
		taint, at, _ := strings.Cut(in.Cursor, "@")
		if taint != s.Info().Taint.String() {
			return tools.Results{}, &tools.Error{Code: tools.Invalid, Message: "the cursor is of another question", Field: "cursor"}
		}
		from, _ = strconv.Atoi(at)
	}
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	var all []model.Hit
	for _, m := range s.w.heads(s.ceiling()) {
		if marks, ok := matches(m, in.Query); ok {
			all = append(all, model.Hit{Memory: m, Snippet: m.Content, Marks: marks})
		}
	}
	out := tools.Results{Query: in.Query, Total: len(all)}
	end := min(from+in.Max, len(all))
	for _, h := range all[from:end] {
		out.Results = append(out.Results, tools.Result{Memory: tools.Memory{Key: string(h.Key), Classification: h.Level, Head: h.Memory}, Hit: h})
	}
	if end < len(all) {
		out.NextCursor = s.Info().Taint.String() + "@" + strconv.Itoa(end)
	}
	return out, nil
}

func matches(m model.Memory, query string) ([]model.Span, bool) {
	var marks []model.Span
	for _, word := range strings.Fields(query) {
		if tag, is := strings.CutPrefix(word, "tag:"); is {
			if !slices.Contains(m.Tags, model.Tag(tag)) {
				return nil, false
			}
			continue
		}
		word, not := strings.CutPrefix(word, "-")
		at := strings.Index(m.Content, word)
		if found := at >= 0 || strings.Contains(string(m.Key), word); found == not {
			return nil, false
		}
		if at >= 0 {
			marks = append(marks, model.Span{Start: at, End: at + len(word)})
		}
	}
	slices.SortFunc(marks, func(a, b model.Span) int { return a.Start - b.Start })
	return marks, true
}

// Tags counts the tags of the view.
func (s *session) Tags(context.Context) (tools.TagList, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if s.w.broken != nil {
		return tools.TagList{}, s.w.broken
	}
	count := map[model.Tag]int{}
	for _, m := range s.w.heads(s.ceiling()) {
		for _, t := range m.Tags {
			count[t]++
		}
	}
	out := tools.TagList{Tags: []model.TagCount{}}
	for t, n := range count {
		out.Tags = append(out.Tags, model.TagCount{Tag: t, Count: n})
	}
	slices.SortFunc(out.Tags, func(a, b model.TagCount) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(string(a.Tag), string(b.Tag))
	})
	return out, nil
}
