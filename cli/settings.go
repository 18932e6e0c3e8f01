package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/text/unicode/norm"

	"minne/model"
)

// DefaultAgent is the agent whose memories are meant if none is named (SPEC 1).
const DefaultAgent = "main-session"

// settings are what every command knows, from flags and variables.
type settings struct {
	db        string // empty: the agent's own
	agent     string
	chosen    bool // the agent was named
	taint     model.Level
	clearance model.Level
	json      bool
	quiet     bool
}

// globals are the flags that every command has. Each has a variable, MINNE_ and
// its name in capitals; the flag wins, and an empty variable counts as none.
func globals(f *pflag.FlagSet) {
	f.String("db", "", "database `FILE` (default: the agent's own, see minne --help)")
	f.String("agent", DefaultAgent, "whose memories: an agent's `NAME`")
	f.String("taint", model.Public.String(), "the session's `LEVEL`: it sees this and below, and saves at this")
	f.String("clearance", model.Restricted.String(), "highest `LEVEL` that the session may rise to")
	f.BoolP("help", "h", false, "say what the command does and takes")
	f.Bool("json", false, "print the answer as one JSON document")
	f.BoolP("quiet", "q", false, "no confirmations, headers or notes; lists print keys only")
}

// settle reads the global flags and variables. What cannot be read is wrong use.
func (a *app) settle(cmd *cobra.Command) error {
	var s settings
	var err error
	get := func(name string) string { return a.value(cmd, name) }
	if s.json, err = a.truth(cmd, "json"); err != nil {
		return err
	}
	if s.quiet, err = a.truth(cmd, "quiet"); err != nil {
		return err
	}
	s.db = get("db")
	if s.db == "" && cmd.Flags().Changed("db") {
		return wrong("--db is empty", "give the database file, or leave the flag out")
	}
	s.chosen = cmd.Flags().Changed("agent") || a.env.Getenv(variable("agent")) != ""
	if s.agent, err = model.ParseAgent(strings.TrimSpace(norm.NFC.String(get("agent")))); err != nil {
		return wrong(strings.Replace(err.Error(), "agent:", a.origin(cmd, "agent"), 1))
	}
	if s.taint, err = model.ParseLevel(get("taint")); err != nil {
		return wrong(a.origin(cmd, "taint") + ": " + err.Error())
	}
	if s.clearance, err = model.ParseLevel(get("clearance")); err != nil {
		return wrong(a.origin(cmd, "clearance") + ": " + err.Error())
	}
	a.set = s
	a.out.json, a.out.quiet = s.json, s.quiet
	return nil
}

// value returns a setting: its flag, else its variable, else what it is without.
func (a *app) value(cmd *cobra.Command, name string) string {
	f := cmd.Flags().Lookup(name)
	if v := a.env.Getenv(variable(name)); v != "" && !f.Changed {
		return v
	}
	return f.Value.String()
}

// truth reads a flag that is on or off.
func (a *app) truth(cmd *cobra.Command, name string) (bool, error) {
	v := a.value(cmd, name)
	on, err := strconv.ParseBool(v)
	if err != nil {
		return false, wrong(fmt.Sprintf("%s is %q: use 1 or 0", variable(name), v))
	}
	return on, nil
}

// origin names where a setting came from: its flag or its variable.
func (a *app) origin(cmd *cobra.Command, name string) string {
	if cmd.Flags().Changed(name) {
		return "--" + name
	}
	return variable(name)
}

func variable(flag string) string { return "MINNE_" + strings.ToUpper(flag) }

// path returns the database file that the settings mean.
func (s settings) path(getenv func(string) string) (string, error) {
	if s.db != "" {
		return s.db, nil
	}
	data, err := DataHome(getenv)
	if err != nil {
		return "", failure(err.Error(), "set HOME or XDG_DATA_HOME, or name the file: --db FILE")
	}
	return DatabasePath(data, s.agent), nil
}
