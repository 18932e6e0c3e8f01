package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"minne/model"
	"minne/policy"
	"minne/tools"
	"minne/tools/text"
)

// app is one run of the program.
type app struct {
	env Env
	out *output
	set settings
}

func newApp(env Env, args []string) *app {
	a := &app{env: env, out: newOutput(env)}
	// What is wrong with the command line itself is told in JSON, too, if that
	// is wanted.
	a.out.json, _ = strconv.ParseBool(env.Getenv(variable("json")))
	for _, word := range args {
		if word == "--" {
			break
		}
		a.out.json = a.out.json || word == "--json"
	}
	return a
}

// action is what a command does with its arguments.
type action func(ctx context.Context, cmd *cobra.Command, args []string) error

// does makes an action of a command: the settings are read before it begins.
func (a *app) does(do action) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := a.settle(cmd); err != nil {
			return err
		}
		return do(cmd.Context(), cmd, args)
	}
}

// reading runs do in a session that asks only. Memories that somebody has named
// and that are not there are an error: a slip of the pen makes no database.
func (a *app) reading(ctx context.Context, do func(*tools.Session) error) error {
	s, db, err := a.begin(ctx, a.set.db != "" || a.set.chosen)
	if err != nil {
		return err
	}
	defer db.Close()
	return do(s)
}

// changing runs do in a session that changes what is there.
func (a *app) changing(ctx context.Context, do func(*tools.Session) error) error {
	return a.session(ctx, true, do)
}

// saving is changing that makes the database if it is not there.
func (a *app) saving(ctx context.Context, do func(*tools.Session) error) error {
	return a.session(ctx, false, do)
}

func (a *app) session(ctx context.Context, mustExist bool, do func(*tools.Session) error) error {
	s, db, err := a.begin(ctx, mustExist)
	if err != nil {
		return err
	}
	err = do(s)
	// What is done is done: a session that cannot be marked as ended is only a
	// line too many in the list of sessions.
	_ = s.End(context.WithoutCancel(ctx))
	if e := db.Close(); err == nil {
		err = e
	}
	return err
}

func (a *app) begin(ctx context.Context, mustExist bool) (*tools.Session, io.Closer, error) {
	svc, db, err := a.open(ctx, mustExist)
	if err != nil {
		return nil, nil, err
	}
	s, err := svc.Begin(a.start())
	if err != nil {
		_ = db.Close()
		return nil, nil, err
	}
	return s, db, nil
}

func (a *app) start() tools.Start {
	return tools.Start{Channel: model.ChannelCLI, Taint: a.set.taint, Clearance: a.set.clearance}
}

// within refuses a taint above the clearance, before anything is made.
func (a *app) within() error {
	if policy.CanFlowTo(a.set.taint, a.set.clearance) {
		return nil
	}
	return &policy.Refusal{Rule: policy.RuleClearance, Why: fmt.Sprintf("the taint %v is above the clearance %v", a.set.taint, a.set.clearance)}
}

// open opens the database that the settings mean.
func (a *app) open(ctx context.Context, mustExist bool) (*tools.Service, io.Closer, error) {
	if err := a.within(); err != nil {
		return nil, nil, err
	}
	path, err := a.set.path(a.env.Getenv)
	if err != nil {
		return nil, nil, err
	}
	return a.env.Open(ctx, OpenSpec{Path: path, Agent: a.set.agent, Now: a.env.Now, MustExist: mustExist})
}

// again returns the command line of a verb in the same database at the same level
// as cmd, with more flags and words.
func (a *app) again(cmd *cobra.Command, verb, flags string, words ...string) string {
	line := "minne " + verb + given(cmd, "db", "agent", "taint", "clearance") + flags
	for i, w := range words {
		if i == 0 && strings.HasPrefix(w, "-") {
			line += " --"
		}
		line += " " + quoted(w)
	}
	return text.Line(line)
}

// given returns those of the flags that were typed, as a shell reads them back.
func given(cmd *cobra.Command, flags ...string) string {
	line := ""
	for _, name := range flags {
		if f := cmd.Flags().Lookup(name); f.Changed {
			line += " --" + name + " " + quoted(f.Value.String())
		}
	}
	return line
}

// quoted returns a word as a shell reads it back.
func quoted(word string) string {
	harmless := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@%+,", r) || r > 0x7f
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !harmless(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
