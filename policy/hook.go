package policy

import (
	"maps"
	"slices"
	"strings"

	"minne/model"
)

// Call is a tool call as it came in: a name and arguments that nobody has
// checked.
type Call struct {
	Tool string
	Args map[string]any
}

// Verdict is what the hook decided.
type Verdict uint8

// The verdicts. The zero Verdict is no permission.
const (
	Deny Verdict = iota
	Allow
	Override // allowed, with arguments forced
)

// Decision is the hook's answer (SPEC P7). Only Allow and Override let the call
// go on, with Args and nothing else.
type Decision struct {
	Verdict Verdict
	Rule    string
	Why     string   // for Deny, in the user's words
	Forced  []string // for Override: the fixed names of the arguments that were taken out
	Args    map[string]any
}

// agentTools are the five tools that agents may call (SPEC 3); peopleTools are
// for the terminal and the command line only.
var (
	agentTools  = []string{"memory_save", "memory_get", "memory_search", "memory_list", "memory_delete"}
	peopleTools = []string{"history", "restore", "purge", "cover", "tags", "count", "events", "import", "raise", "end", "past", "matrix", "sessions", "copy"}
)

// forced are the arguments by which a caller might try to choose a level. A
// caller's spelling is compared without case, `_` and `-`; the audit log gets the
// word from this table, never the caller's.
var forced = []string{"ceiling", "classification", "clearance", "label", "level", "securitylevel", "sensitivity", "sessiontaint", "taint"}

// PreToolCall passes judgement on a call before anything is done (SPEC P7). It is
// deterministic and never panics; whatever goes wrong inside it is a denial.
func PreToolCall(s Session, c Call) (d Decision) {
	defer func() {
		if recover() != nil {
			d = Decision{Verdict: Deny, Rule: RuleHookFailed, Why: "the call could not be checked, so it was not made"}
		}
	}()
	if !s.Taint().Valid() {
		return Decision{Verdict: Deny, Rule: RuleNoReadUp, Why: "there is no session"}
	}
	switch {
	case slices.Contains(agentTools, c.Tool):
	case !slices.Contains(peopleTools, c.Tool):
		return Decision{Verdict: Deny, Rule: RuleUnknownTool, Why: "there is no such tool; the tools are " + strings.Join(agentTools, ", ")}
	case s.s.Channel.Agent():
		return Decision{Verdict: Deny, Rule: RulePeopleOnly, Why: "only a person can do this, in minne's terminal or on its command line"}
	}
	d = Decision{Verdict: Allow, Rule: RuleAllowed, Args: maps.Clone(c.Args)}
	for _, name := range slices.Sorted(maps.Keys(c.Args)) {
		if word := squash(name); slices.Contains(forced, word) {
			delete(d.Args, name)
			if !slices.Contains(d.Forced, word) {
				d.Forced = append(d.Forced, word)
			}
			d.Verdict, d.Rule = Override, RuleForcedLevel
		}
	}
	return d
}

func squash(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

// Events returns what the audit log says of an override: one event for each
// forced argument, with the table's word for it. Nothing for other verdicts.
func (d Decision) Events() []model.Event {
	var all []model.Event
	if d.Verdict == Override {
		for _, word := range d.Forced {
			all = append(all, model.Event{Kind: model.EventOverride, Rule: d.Rule, Note: word})
		}
	}
	return all
}
