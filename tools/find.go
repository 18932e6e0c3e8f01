package tools

import (
	"context"

	"minne/model"
)

// ListInput is what memory_list takes.
type ListInput struct {
	Tag    string
	Max    int    // memories in one answer; 0: the most there may be
	Cursor string // next_cursor of the page before
}

// SearchInput is what memory_search takes.
type SearchInput struct {
	Query     string
	Max       int    // results in one answer; 0: ten
	Cursor    string // next_cursor of the page before
	Operators bool   // people's search: -word, tag:x, level:x, key:x*, x* (SPEC S3)
}

// List returns what the session sees, newest first (SPEC T5–T7).
func (s *Session) List(ctx context.Context, in ListInput) (Listing, error) {
	by, err := s.allow(ctx, "memory_list", nil)
	if err != nil {
		return Listing{}, err
	}
	return s.list(ctx, in, by)
}

func (s *Session) list(ctx context.Context, in ListInput, by heard) (Listing, error) {
	most, note, err := results(in.Max, model.MaxResults)
	if err != nil {
		return Listing{}, err
	}
	tags, err := ParseTags([]string{in.Tag})
	if err != nil {
		return Listing{}, err
	}
	q := model.ListQuery{Limit: most, Preview: model.MaxAnswer}
	if len(tags) > 0 {
		q.Tag = tags[0]
	}
	taint := s.now().Taint()
	if q.After, err = readListCursor(in.Cursor, taint, q.Tag); err != nil {
		return Listing{}, err
	}
	p, err := s.page(ctx, q, by)
	if err != nil {
		return Listing{}, err
	}
	out := Listing{Memories: make([]Memory, 0, len(p.Memories)), Total: p.Total, Warning: join(warning(by, taint), note)}
	for _, m := range p.Memories {
		out.Memories = append(out.Memories, memory(m))
	}
	kept := fit(out.Memories)
	out.Memories = out.Memories[:kept]
	if kept < len(p.Memories) || p.More {
		out.NextCursor = listCursor(model.CursorOf(p.Memories[kept-1]), taint, q.Tag)
	}
	return out, nil
}

// Search returns the best matches of what the session sees (SPEC 5).
func (s *Session) Search(ctx context.Context, in SearchInput) (Results, error) {
	by, err := s.allow(ctx, "memory_search", nil)
	if err != nil {
		return Results{}, err
	}
	return s.search(ctx, in, by)
}

func (s *Session) search(ctx context.Context, in SearchInput, by heard) (Results, error) {
	if err := model.CheckQuery(in.Query); err != nil {
		return Results{}, told(err)
	}
	most, note, err := results(in.Max, model.DefaultHits)
	if err != nil {
		return Results{}, err
	}
	c, err := s.ceiling(ctx)
	if err != nil {
		return Results{}, err
	}
	q := model.SearchQuery{Text: in.Query, Operators: in.Operators, Limit: most, Preview: model.MaxAnswer}
	if q.Skip, err = readSearchCursor(in.Cursor, c.Top(), in.Query); err != nil {
		return Results{}, err
	}
	f, err := s.svc.store.Search(ctx, c, q)
	if err != nil {
		return Results{}, told(err)
	}
	out := Results{Results: make([]Result, 0, len(f.Hits)), Query: in.Query, Total: f.Total, Warning: join(warning(by, c.Top()), note)}
	events := make([]model.Event, 0, len(f.Hits))
	flat := make([]Memory, 0, len(f.Hits))
	for _, h := range f.Hits {
		if err := s.guard(ctx, c, h.Memory); err != nil {
			return Results{}, err
		}
		flat = append(flat, memory(h.Memory))
		events = append(events, readOf(h.Memory))
	}
	kept := fit(flat)
	for i, m := range flat[:kept] {
		h := f.Hits[i]
		q.Skip = append(q.Skip, h.Key.Fingerprint())
		out.Results = append(out.Results, Result{Memory: m, Snippet: marked(h.Snippet, h.Marks), Score: h.Score, Hit: h})
	}
	if len(q.Skip) < f.Total && kept > 0 {
		out.NextCursor = searchCursor(q.Skip, c.Top(), in.Query)
	}
	return out, s.read(ctx, by, events[:kept]...)
}
