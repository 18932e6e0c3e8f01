package tools

import (
	"errors"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// Code is what kind of error a call ended with (SPEC T1).
type Code string

// The codes. They never change.
const (
	Invalid   Code = "VALIDATION_ERROR"
	NotFound  Code = "NOT_FOUND"
	Violation Code = "CLASSIFICATION_VIOLATION"
	Storage   Code = "STORAGE_ERROR"
)

// Error is the error of a call as callers are told it (SPEC T1). Message names
// what is wrong, the limit or the allowed values, and what to do; it holds no
// memory text and nothing of a level above the session's taint.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
	Hint    string `json:"hint,omitempty"` // what to do about the storage
	cause   error
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns what the error was made from.
func (e *Error) Unwrap() error { return e.cause }

// Rule returns the policy rule that refused, or "" if none did.
func (e *Error) Rule() string {
	var no *policy.Refusal
	if errors.As(e.cause, &no) {
		return no.Rule
	}
	return ""
}

// told turns any error into what callers are told.
func told(err error) *Error {
	var (
		already *Error
		invalid *model.InvalidError
		no      *policy.Refusal
	)
	switch {
	case errors.As(err, &already):
		return already
	case errors.As(err, &invalid):
		return &Error{Code: Invalid, Field: invalid.Field, Message: err.Error(), cause: err}
	case errors.Is(err, model.ErrNotFound):
		return &Error{Code: NotFound, Message: err.Error(), cause: err}
	case errors.As(err, &no):
		return &Error{Code: Violation, Message: no.Why, cause: err}
	case errors.Is(err, model.ErrEnded):
		return &Error{Code: Violation, Message: model.ErrEnded.Error() + ": begin a new one", cause: err}
	case errors.Is(err, model.ErrConflict), errors.Is(err, model.ErrLive):
		return &Error{Code: Invalid, Field: "key", Message: err.Error(), cause: err}
	default:
		return &Error{Code: Storage, Message: err.Error(), Hint: hint(err), cause: err}
	}
}

// hint says what the owner of the storage can do about an error of it.
func hint(err error) string {
	var file *store.FileError
	switch {
	case errors.As(err, &file):
		return file.Hint
	case errors.Is(err, model.ErrReadOnly):
		return "nothing was changed; for that, make the file and its folder writable"
	default:
		return ""
	}
}

func invalid(field, why string) *Error {
	return told(&model.InvalidError{Field: field, Why: why})
}
