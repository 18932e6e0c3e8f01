package tools

import (
	"context"

	"minne/model"
	"minne/store"
)

// What is asked of the past, of the matrix of shadows and of the audit log, for
// those who do not know the store.
type (
	// PastQuery chooses versions that are in nobody's view any more.
	PastQuery = store.PastQuery
	// PastCursor is a place in the list of the past.
	PastCursor = store.PastCursor
	// MatrixQuery asks for a page of the matrix of shadows, by key.
	MatrixQuery = store.MatrixQuery
	// EventQuery chooses entries of the audit log.
	EventQuery = store.EventQuery
)

// PastCursorOf returns the place of v in the list of the past.
func PastCursorOf(v model.Version) PastCursor { return store.PastCursorOf(v) }

// GetAs returns what a session at a level at or below this one's taint sees for a
// key; NOT_FOUND if it sees nothing.
func (s *Session) GetAs(ctx context.Context, eyes model.Level, key string) (model.Memory, error) {
	e, err := s.Through(ctx, eyes)
	if err != nil {
		return model.Memory{}, err
	}
	return e.Get(ctx, key)
}

// PageAs returns a part of what a session at a level at or below this one's taint
// sees.
func (s *Session) PageAs(ctx context.Context, eyes model.Level, q model.ListQuery) (model.Page, error) {
	e, err := s.Through(ctx, eyes)
	if err != nil {
		return model.Page{}, err
	}
	return e.Page(ctx, q)
}
