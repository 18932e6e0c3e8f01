package ui

import (
	"time"

	"minne/model"
	"minne/tools"
	"minne/tools/text"
	"minne/ui/cells"
	"minne/ui/rows"
)

// from says which session a fact is about, counted in this program: no answer to
// an earlier session reaches a later one (SPEC P5).
type from int

func (f from) session() from { return f }

// Facts are what commands report.
type (
	// sessionBegun: a session is there, and what Changes said before that. It is
	// from the session itself.
	sessionBegun struct {
		from
		sess    Session
		changes int64
	}
	beginFailed struct {
		from
		err error
	}
	// sessionLeft: a session that is no longer shown has been ended, or not.
	sessionLeft struct{ err error }

	pageRead struct {
		from
		page rows.Page
		info model.Session
	}
	pageFailed struct {
		from
		want rows.Want
		err  error
	}

	memoryRead struct {
		from
		ask  memoryAsk
		got  tools.Got
		past []tools.Past
		body body
		info model.Session
	}
	memoryFailed struct {
		from
		ask memoryAsk
		err error
	}
	bodyLaid struct {
		from
		gen  int
		body body
	}

	changesRead struct {
		from
		changes int64
	}
	changesFailed struct {
		from
		err error
	}

	sessionRaised struct {
		from
		info model.Session
	}
	raiseFailed struct {
		from
		err error
	}

	// answerDelayed: a question that a person waits for is not answered yet.
	answerDelayed struct {
		from
		gen  int
		list bool // of the list; else of the memory
	}
	clockTicked struct {
		from
		at time.Time
	}
	toastFaded struct {
		from
		id int
	}
)

// memoryAsk is a question about one memory, and how wide its text is to be.
type memoryAsk struct {
	gen      int
	key      model.Key
	versions bool // its versions, too
	quiet    bool // nobody waits for it
	width    int
	ruler    cells.Ruler
	as       manner
}

// body is a memory's text, broken into lines for a width.
type body struct {
	lines  [][]text.Span
	rows   []string // drawn as Markdown; nil: the lines are shown
	as     manner   // what was asked for
	note   string   // what to say of how it is shown
	width  int
	ruler  cells.Ruler
	hidden int // characters that cannot be seen
}
