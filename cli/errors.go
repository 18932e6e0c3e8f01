package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"

	"minne/model"
	"minne/policy"
	"minne/tools"
)

// The exit codes.
const (
	done     = 0
	failed   = 1
	misused  = 2
	partly   = 3
	notFound = 4
	refused  = 5
)

// problem is an error in a person's words: one line, and what to do about it.
type problem struct {
	code    int
	message string
	hints   []string
}

func (p *problem) Error() string { return p.message }

// wrong returns the error for wrong use.
func wrong(message string, hints ...string) error { return &problem{misused, message, hints} }

// failure returns the error for what went wrong although it was asked rightly.
func failure(message string, hints ...string) error { return &problem{failed, message, hints} }

// exit ends a command with a code when all that is to be said has been said.
type exit int

func (exit) Error() string { return "not wholly done" }

// report is an error as it is shown: the exit code, the JSON form (SPEC T1), and
// the lines for people.
type report struct {
	exit    int
	err     *tools.Error
	message string
	hints   []string
}

// explain says what an error means to the person at the command line.
func (a *app) explain(ctx context.Context, err error) report {
	var (
		told *tools.Error
		no   *policy.Refusal
		own  *problem
	)
	switch {
	case ctx.Err() != nil:
		message := "stopped: " + context.Cause(ctx).Error()
		return report{failed, &tools.Error{Code: tools.Storage, Message: message}, message, nil}
	case errors.As(err, &own):
		return report{own.code, &tools.Error{Code: names[own.code], Message: own.message}, own.message, own.hints}
	case errors.As(err, &told):
		return report{exits[told.Code], told, spoken(told), a.hints(err)}
	case errors.As(err, &no):
		return report{refused, &tools.Error{Code: tools.Violation, Message: no.Why}, no.Why, nil}
	default:
		return report{failed, &tools.Error{Code: tools.Storage, Message: err.Error()}, err.Error(), a.hints(err)}
	}
}

// hints returns what to do about an error of the storage.
func (a *app) hints(err error) []string {
	if errors.Is(err, model.ErrReadOnly) {
		return []string{"nothing was changed; for that, make the file and its folder writable"}
	}
	if a.env.Hint == nil {
		return nil
	}
	if hint := a.env.Hint(err); hint != "" {
		return []string{hint}
	}
	return nil
}

var (
	exits = map[tools.Code]int{tools.Invalid: misused, tools.NotFound: notFound, tools.Violation: refused, tools.Storage: failed}
	names = map[int]tools.Code{misused: tools.Invalid, failed: tools.Storage}
)

// spoken returns the message with the tools' name of an argument replaced by what
// it is called on the command line.
func spoken(e *tools.Error) string {
	names := map[string]string{
		"file": "the file", "key": "the key", "content": "the text", "query": "the query", "tags": "--tag", "tag": "--tag",
		"expires_at": "--expires", "max_results": "-n", "cursor": "--cursor", "span": "--older-than",
	}
	rest, ok := strings.CutPrefix(e.Message, e.Field+": ")
	if name := names[e.Field]; ok && name != "" {
		return name + " " + rest
	}
	return e.Message
}

// hungUp reports whether whoever read the output has stopped reading.
func hungUp(err error) bool { return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) }
