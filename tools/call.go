package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Failure is an error as a JSON answer (SPEC T1).
type Failure struct {
	Error *Error `json:"error"`
}

// Call makes one of the five calls of SPEC 3 from a JSON object of arguments, as
// an agent sends it, and returns the answer, one of the result types of this
// package. Arguments by which a caller would choose a level are taken out and the
// call goes on (SPEC P3); others that the tool does not know are ignored and named
// in a warning. Every error is an *Error.
func (s *Session) Call(ctx context.Context, tool string, raw json.RawMessage) (any, error) {
	args, bad := object(raw)
	by, err := s.allow(ctx, tool, args)
	if err != nil {
		return nil, err
	}
	if bad != nil {
		return nil, s.failed(ctx, by, bad)
	}
	a := &arguments{given: by.Args, read: map[string]bool{}}
	answer, err := s.answer(ctx, tool, a, by)
	if err != nil {
		return nil, s.failed(ctx, by, err)
	}
	return answer, nil
}

func (s *Session) answer(ctx context.Context, tool string, a *arguments, by heard) (any, error) {
	var run func() (any, error)
	switch tool {
	case "memory_save":
		in := SaveInput{Key: a.text("key", true), Content: a.text("content", true), Tags: a.texts("tags")}
		var err error
		if in.Expires, err = ParseExpiry(a.text("expires_at", false), s.svc.now()); err != nil && a.wrong == nil {
			a.wrong = err
		}
		run = func() (any, error) { return s.save(ctx, in, by) }
	case "memory_get":
		key := a.text("key", true)
		run = func() (any, error) { return s.get(ctx, key, by) }
	case "memory_search":
		in := SearchInput{Query: a.text("query", true), Max: a.count("max_results"), Cursor: a.text("cursor", false)}
		run = func() (any, error) { return s.search(ctx, in, by) }
	case "memory_list":
		in := ListInput{Tag: a.text("tag", false), Max: a.count("max_results"), Cursor: a.text("cursor", false)}
		run = func() (any, error) { return s.list(ctx, in, by) }
	case "memory_delete":
		key := a.text("key", true)
		run = func() (any, error) { return s.delete(ctx, key, by) }
	default:
		return nil, invalid("tool", "takes no JSON arguments")
	}
	if a.wrong != nil {
		return nil, a.wrong
	}
	by.note = a.unknown()
	return run()
}

// arguments reads a call's arguments, forgiving in form (CASES 16) and strict in
// meaning. The first wrong one stays in wrong.
type arguments struct {
	given map[string]any
	read  map[string]bool
	wrong error
}

func (a *arguments) fail(field, why string) {
	if a.wrong == nil {
		a.wrong = invalid(field, why)
	}
}

// value returns an argument; null means absent (SPEC T2).
func (a *arguments) value(name string) any {
	a.read[name] = true
	return a.given[name]
}

func (a *arguments) text(name string, required bool) string {
	switch v := a.value(name).(type) {
	case string:
		return v
	case nil:
		if required {
			a.fail(name, "is missing: give a text")
		}
	default:
		a.fail(name, "must be a text")
	}
	return ""
}

// texts reads a list of texts: a list, one text, or a list written as JSON in a
// text.
func (a *arguments) texts(name string) []string {
	switch v := a.value(name).(type) {
	case nil:
		return nil
	case string:
		var list []any
		if strings.HasPrefix(strings.TrimSpace(v), "[") && json.Unmarshal([]byte(v), &list) == nil {
			return a.elements(name, list)
		}
		return []string{v}
	case []any:
		return a.elements(name, v)
	default:
		a.fail(name, "must be a list of texts")
		return nil
	}
}

func (a *arguments) elements(name string, list []any) []string {
	all := make([]string, 0, len(list))
	for i, v := range list {
		s, ok := v.(string)
		if !ok {
			a.fail(name, fmt.Sprintf("element %d is not a text: give a list of texts", i))
			return nil
		}
		all = append(all, s)
	}
	return all
}

// count reads a whole number above 0; 10.0 and "10" are 10, absent is 0.
func (a *arguments) count(name string) int {
	var spelled string
	switch v := a.value(name).(type) {
	case nil:
		return 0
	case json.Number:
		spelled = v.String()
	case string:
		spelled = strings.TrimSpace(v)
	default:
		spelled = "?"
	}
	n, ok := wholeNumber(spelled)
	if !ok || n < 1 {
		a.fail(name, "must be a whole number from 1 to 100")
		return 0
	}
	return n
}

// unknown names the arguments that the tool does not know. Their names are the
// caller's own words.
func (a *arguments) unknown() string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(a.given)) {
		if !a.read[name] {
			names = append(names, fmt.Sprintf("%q", cut(name, 40)))
		}
	}
	if len(names) == 0 {
		return ""
	}
	if len(names) > 8 {
		names = append(names[:8], fmt.Sprintf("and %d more", len(names)-8))
	}
	return "unknown arguments ignored: " + strings.Join(names, ", ")
}
