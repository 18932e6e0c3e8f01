package tools

import (
	"context"
	"fmt"

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
	tag, err := parseTag(in.Tag)
	if err != nil {
		return Listing{}, err
	}
	c, err := s.ceiling(ctx)
	if err != nil {
		return Listing{}, err
	}
	q, ask := model.ListQuery{Tag: tag, Limit: most, Preview: model.MaxAnswer}, listOf(c.Top(), tag)
	if q.After, err = ask.readAfter(in.Cursor); err != nil {
		return Listing{}, err
	}
	p, err := s.look(ctx, c, q)
	if err != nil {
		return Listing{}, err
	}
	out := Listing{Memories: []Memory{}, Total: p.Total, Warning: join(warning(by, c.Top()), note)}
	all, bare, longest := make([]Memory, 0, len(p.Memories)), make([]int, 0, len(p.Memories)), model.Cursor{}
	for _, head := range p.Memories {
		m := memory(head)
		all = append(all, m)
		m.Content, m.Truncated = "", true
		bare = append(bare, size(m)+len(","))
		if at := model.CursorOf(head); len(at.Key) > len(longest.Key) {
			longest = at
		}
	}
	out.NextCursor = ask.after(longest)
	kept := fit(all, bare, model.MaxAnswer-size(out))
	out.Memories, out.NextCursor = append(out.Memories, all[:kept]...), ""
	if kept < len(all) || p.More {
		out.NextCursor = ask.after(model.CursorOf(p.Memories[kept-1]))
	}
	if err := s.read(ctx, by, readsOf(p.Memories[:kept])...); err != nil {
		return Listing{}, err
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
	// One more than wanted tells whether there is more. The total cannot: what
	// was given may be gone by now.
	q, ask := model.SearchQuery{Text: in.Query, Operators: in.Operators, Limit: most + 1, Preview: model.MaxAnswer}, searchFor(c.Top(), in)
	if q.Skip, err = ask.readSeen(in.Cursor); err != nil {
		return Results{}, err
	}
	f, err := s.svc.store.Search(ctx, c, q)
	if err != nil {
		return Results{}, told(err)
	}
	for _, h := range f.Hits {
		if err := s.guard(ctx, c, h.Memory); err != nil {
			return Results{}, err
		}
	}
	out := Results{Results: []Result{}, Query: in.Query, Total: f.Total, Warning: join(warning(by, c.Top()), note)}
	more := out.take(f.Hits[:min(most, len(f.Hits))], ask, q.Skip) < len(f.Hits)
	heads := make([]model.Memory, 0, len(out.Results))
	for _, r := range out.Results {
		q.Skip = append(q.Skip, r.Hit.Key.Fingerprint())
		heads = append(heads, r.Hit.Memory)
	}
	switch {
	case more && len(q.Skip) < deepest:
		out.NextCursor = ask.seen(q.Skip)
	case more:
		out.Warning = join(out.Warning, tooDeep)
	}
	if err := s.read(ctx, by, readsOf(heads)...); err != nil {
		return Results{}, err
	}
	return out, nil
}

// tooDeep is told with the last page of a search that has more matches than can be
// paged through.
var tooDeep = fmt.Sprintf("these are the best %d matches: for the others ask with more or rarer words", deepest)

// take puts as many hits into the answer as fit, at most as many as a cursor can
// name beside those seen, and returns how many.
func (r *Results) take(hits []model.Hit, ask question, seen []uint64) int {
	hits = hits[:min(len(hits), max(deepest-len(seen), 0))]
	all, bare := make([]Memory, 0, len(hits)), make([]int, 0, len(hits))
	given := make([]Result, 0, len(hits))
	for _, h := range hits {
		one := Result{Memory: memory(h.Memory), Snippet: marked(h.Snippet, h.Marks), Score: h.Score, Hit: h}
		all, given = append(all, one.Memory), append(given, one)
		one.Content, one.Truncated = "", true
		bare = append(bare, size(one)+len(","))
	}
	head := *r
	head.NextCursor = ask.seen(make([]uint64, len(seen)+len(hits)))
	head.Warning = join(r.Warning, tooDeep)
	kept := fit(all, bare, model.MaxAnswer-size(head))
	for i, m := range all[:kept] {
		given[i].Memory = m
	}
	r.Results = append(r.Results, given[:kept]...)
	return kept
}
