package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"minne/assets"
	"minne/model"
	"minne/tools"
)

func (a *app) demo() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Look around in invented memories that are thrown away afterwards",
		Long: `Open a copy of invented memories in the terminal: four months of an engineer and
her agent. The copy is in a folder of its own, and that is removed at the end;
your own memories are not touched. A line on the screen says how to save into it
from another terminal.`,
		Args: takes(0, 0),
		RunE: a.does(func(ctx context.Context, cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("db") {
				return wrong("demo makes a database of its own", "leave out --db")
			}
			if err := a.atTerminal(); err != nil {
				return err
			}
			spec, err := a.screen(cmd)
			if err != nil {
				return err
			}
			if err := a.within(); err != nil {
				return err
			}
			return a.play(ctx, spec)
		}),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	a.themes(cmd)
	return cmd
}

// play shows the demo in a folder that is gone afterwards, however it ends.
func (a *app) play(ctx context.Context, spec TUISpec) (err error) {
	dir, err := os.MkdirTemp("", "minne-demo-*") // 0700
	if err != nil {
		return failure("there is no place for the demo: " + err.Error())
	}
	defer func() {
		if e := os.RemoveAll(dir); e != nil && err == nil {
			err = failure("the demo could not be removed: " + e.Error())
		}
	}()
	c := &clock{live: a.env.Now}
	spec.Path = filepath.Join(dir, "demo.db")
	svc, db, err := a.env.Open(ctx, OpenSpec{Path: spec.Path, Agent: spec.Agent, Now: c.now})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := replay(ctx, svc, c, assets.Demo()); err != nil {
		return err
	}
	c.release()
	spec.Service, spec.Banner = svc, "second terminal: "+into(spec)
	return a.env.TUI(ctx, spec)
}

// into is the command that saves into the demo from elsewhere.
func into(demo TUISpec) string {
	line := "minne save --db " + quoted(demo.Path)
	if demo.Agent != DefaultAgent {
		line += " --agent " + quoted(demo.Agent)
	}
	return line + " KEY TEXT"
}

// clock is a clock that is set by hand, until it is released.
type clock struct {
	live func() time.Time

	mu sync.Mutex
	at time.Time // zero: released
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at.IsZero() {
		return c.live()
	}
	return c.at
}

func (c *clock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = t
}

func (c *clock) release() { c.set(time.Time{}) }

// operation is one line of the demo (see assets.Demo).
type operation struct {
	Ago       string      `json:"ago"`
	Level     model.Level `json:"level"`
	Op        string      `json:"op"`
	Key       string      `json:"key"`
	Content   string      `json:"content"`
	Tags      []string    `json:"tags"`
	ExpiresIn string      `json:"expires_in"`
	Channel   string      `json:"channel"`
	Client    string      `json:"client"`
}

// replay does what the lines say, each at its time and in an ordinary session at
// its level.
func replay(ctx context.Context, svc *tools.Service, c *clock, lines []byte) error {
	begun := c.live()
	d := json.NewDecoder(bytes.NewReader(lines))
	for d.More() {
		var o operation
		if err := d.Decode(&o); err != nil {
			return fmt.Errorf("read the demo: %w", err)
		}
		before, err := length(o.Ago)
		if err != nil {
			return err
		}
		c.set(begun.Add(-before))
		if err := o.do(ctx, svc, c.now()); err != nil {
			return fmt.Errorf("replay the demo: %w", err)
		}
	}
	return nil
}

func (o operation) do(ctx context.Context, svc *tools.Service, now time.Time) error {
	who := model.Channel(o.Channel)
	if who == "" {
		who = model.ChannelTUI
	}
	s, err := svc.Begin(tools.Start{Channel: who, Client: o.Client, Taint: o.Level, Clearance: o.Level})
	if err != nil {
		return err
	}
	switch o.Op {
	case "save":
		in := tools.SaveInput{Key: o.Key, Content: o.Content, Tags: o.Tags}
		if o.ExpiresIn != "" {
			lasts, err := length(o.ExpiresIn)
			if err != nil {
				return err
			}
			in.Expires = now.Add(lasts)
		}
		_, err = s.Save(ctx, in)
	case "delete":
		_, err = s.Delete(ctx, o.Key)
	case "cover":
		_, err = s.Cover(ctx, o.Key)
	default:
		err = fmt.Errorf("there is no operation %q", o.Op)
	}
	if err != nil {
		return err
	}
	return s.End(ctx)
}

// length reads a length of time such as 92d4h.
func length(s string) (time.Duration, error) {
	days, rest, found := strings.Cut(s, "d")
	if !found {
		days, rest = "0", s
	}
	n, err := strconv.Atoi(days)
	if err != nil {
		return 0, fmt.Errorf("read the demo: %w", err)
	}
	d := time.Duration(n) * day
	if rest == "" {
		return d, nil
	}
	more, err := time.ParseDuration(rest)
	if err != nil {
		return 0, fmt.Errorf("read the demo: %w", err)
	}
	return d + more, nil
}
