package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"minne/model"
	"minne/tools"
	"minne/tools/text"
)

func (a *app) imports() *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Take over the memories of another program",
		Long: `Take over the memories in a file of another program; which, its content tells.
The file is only read. Each agent's memories go into that agent's own database;
with --agent or --db only those of one agent are taken. Each keeps its level, up
to --clearance. Doing it again changes nothing, and brings back nothing that was
deleted here.

Exit code 3: some of the file could not be read, and the rest is imported. What
is skipped by a rule (deleted here, above the clearance, of another agent) is
listed, and is no failure.`,
		Example: "minne import ~/.triggerfish/data/triggerfish.db\nminne import triggerfish.db --agent main-session --clearance INTERNAL",
		Args:    takes(1, 1),
		RunE: a.does(func(ctx context.Context, _ *cobra.Command, args []string) error {
			if err := a.within(); err != nil {
				return err
			}
			src, err := tools.ReadSource(ctx, args[0])
			if err != nil {
				return err
			}
			return a.takeOver(ctx, src)
		}),
	}
}

// imported is what an import did, in all and for each agent.
type imported struct {
	tools.Report
	Format string         `json:"format,omitempty"`
	Agents []agentsImport `json:"agents"`
	Error  *tools.Error   `json:"error,omitempty"` // what stopped it halfway
}

// agentsImport is what an import did for one agent. What it skipped is in the
// report on all.
type agentsImport struct {
	Agent     string `json:"agent"`
	Added     int    `json:"added"`
	Changed   int    `json:"changed"`
	Unchanged int    `json:"unchanged"`
	Skipped   int    `json:"skipped"`
}

// takeOver imports what a file holds and tells of it.
func (a *app) takeOver(ctx context.Context, src tools.Source) error {
	all := imported{Format: src.Format, Agents: []agentsImport{}, Report: tools.Report{Skipped: append([]tools.Skipped{}, src.Skipped...)}}
	err := a.takeAll(ctx, src, &all)
	if err != nil && len(all.Agents) == 0 {
		return err
	}
	if err != nil {
		r := a.explain(ctx, err)
		all.Error = r.err
		defer a.complain(r.message, r.hints...)
	}
	if a.out.json {
		if err := a.out.document(all); err != nil {
			return err
		}
	} else {
		a.tally(all)
	}
	if err != nil || len(src.Skipped) > 0 {
		return exit(partly)
	}
	return nil
}

// takeAll imports the records of each agent that is meant. It stops at the first
// database that fails; all tells what was done until then.
func (a *app) takeAll(ctx context.Context, src tools.Source, all *imported) error {
	one := a.set.db != "" || a.set.chosen
	for _, agent := range src.Agents {
		records := src.Records[agent]
		reason := ""
		if one && agent != a.set.agent {
			reason = "of another agent than " + a.set.agent
		} else if _, err := model.ParseAgent(agent); err != nil {
			reason = err.Error()
		}
		if reason != "" {
			where := fmt.Sprintf("agent %q, %s", agent, count(len(records), "memory", "memories"))
			all.Skipped = append(all.Skipped, tools.Skipped{Where: where, Reason: reason})
			continue
		}
		r, err := a.takeOne(ctx, agent, records)
		if err != nil {
			return err
		}
		all.add(agent, r)
	}
	return nil
}

func (a *app) takeOne(ctx context.Context, agent string, records []tools.Foreign) (tools.Report, error) {
	to := a.set
	to.agent = agent
	path, err := to.path(a.env.Getenv)
	if err != nil {
		return tools.Report{}, err
	}
	svc, db, err := a.env.Open(ctx, OpenSpec{Path: path, Agent: agent, Now: a.env.Now})
	if err != nil {
		return tools.Report{}, err
	}
	r, err := svc.Import(ctx, records, a.set.clearance)
	if e := db.Close(); err == nil {
		err = e
	}
	return r, err
}

// add counts in what was done for an agent.
func (i *imported) add(agent string, r tools.Report) {
	i.Added, i.Changed, i.Unchanged = i.Added+r.Added, i.Changed+r.Changed, i.Unchanged+r.Unchanged
	for _, s := range r.Skipped {
		i.Skipped = append(i.Skipped, tools.Skipped{Where: agent + ", " + s.Where, Reason: s.Reason})
	}
	i.Agents = append(i.Agents, agentsImport{agent, r.Added, r.Changed, r.Unchanged, len(r.Skipped)})
}

// tally tells people what an import did.
func (a *app) tally(all imported) {
	if len(all.Agents) > 0 && !a.out.quiet {
		rows := make([][]string, 0, len(all.Agents))
		for _, g := range all.Agents {
			rows = append(rows, []string{text.Line(g.Agent), fmt.Sprint(g.Added), fmt.Sprint(g.Changed), fmt.Sprint(g.Unchanged), fmt.Sprint(g.Skipped)})
		}
		a.out.table([]string{"AGENT", "ADDED", "CHANGED", "UNCHANGED", "SKIPPED"}, make([]bool, 5), rows)
	}
	switch {
	case len(all.Agents) == 0 && len(all.Skipped) == 0:
		a.out.confirm("0 records: nothing changed")
	case all.Added+all.Changed == 0:
		a.out.confirm("nothing changed")
	}
	for _, s := range all.Skipped {
		a.out.warn("skipped %s: %s", text.Line(s.Where), text.Line(s.Reason))
	}
}
