package store_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
	"minne/tools"
)

// SPEC P6, after Goguen and Meseguer: take any history, strike out what was done
// above T, and every answer at T stays the same, byte for byte. The generator
// follows Hritcu et al., Testing noninterference, quickly (2013): few keys, few
// words, many collisions.
//
// A longer run: MINNE_HISTORIES=10000 MINNE_SEED=1 go test -tags sqlite_fts5 -run
// TestNonInterference -timeout 0 ./store. MINNE_FIRST says with which history it
// begins, MINNE_IN_TURN=1 compares each history at one level, in turn, and not at
// all three.

const (
	steps    = 40
	sessions = 8
)

var (
	niKeys    = []string{"k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8"}
	niWords   = []string{"merger", "roadmap", "falcon", "budget", "harbour", "plan", "secret", "note", "draft", "memo"}
	niTags    = []string{"x", "y", "z"}
	niQueries = []string{"merger", "merger roadmap", "falcon budget plan", `"secret note"`, "zebra"}
)

// op is one operation of a history: all that it will do, chosen beforehand, so
// that it is the same in every run.
type op struct {
	at      time.Time
	session int
	level   model.Level // the taint at which it happens; known once it has
	what    string
	key     string
	raise   model.Level
	other   int // the session that is raised or ended
	args    map[string]any
}

// history is a list of operations by eight sessions, two of which begin at each
// level; the odd ones are agents.
func history(r *rand.Rand) []op {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	all := make([]op, 0, steps)
	for range steps {
		now = now.Add(time.Duration(r.IntN(4)) * time.Second)
		o := op{at: now, session: r.IntN(sessions), key: pick(r, niKeys)}
		switch n := r.IntN(100); {
		case n < 45:
			o.what, o.args = "memory_save", niSave(r, o.key, now)
		case n < 65:
			o.what, o.args = "memory_delete", map[string]any{"key": o.key}
		case n < 70:
			o.what, o.args = "memory_get", map[string]any{"key": o.key}
		case n < 75:
			o.what, o.args = "memory_search", map[string]any{"query": pick(r, niQueries), "max_results": 1 + r.IntN(4)}
		case n < 78:
			o.what, o.args = "memory_list", map[string]any{"tag": pick(r, niTags), "max_results": 2}
		case n < 84:
			o.what = "restore"
		case n < 89:
			o.what = "cover"
		case n < 92:
			o.what = "purge"
		case n < 96:
			o.what, o.raise = "raise", pick(r, model.Levels[:])
		case n < 98:
			o.what, o.other, o.raise = "raise other", r.IntN(sessions), pick(r, model.Levels[:])
		case n == 98:
			o.what, o.other = "end other", r.IntN(sessions)
		case n == 99:
			o.what = "end"
		default:
			o.what = "history"
		}
		all = append(all, o)
	}
	return all
}

func niSave(r *rand.Rand, key string, now time.Time) map[string]any {
	var text []string
	for range 1 + r.IntN(6) {
		text = append(text, pick(r, niWords))
	}
	args := map[string]any{"key": key, "content": strings.Join(text, " ")}
	if n := r.IntN(3); n > 0 {
		args["tags"] = niTags[:n]
	}
	switch r.IntN(8) {
	case 0:
		args["expires_at"] = now.Add(time.Duration(1+r.IntN(12)) * time.Second).Format(time.RFC3339)
	case 1:
		args["classification"] = pick(r, model.Levels[:]).String()
	}
	return args
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// chance is the randomness of a run. It starts anew with each operation, from that
// operation alone, so that striking others out does not shift it.
type chance struct{ *rand.ChaCha8 }

func (c *chance) restart(n int) {
	var seed [32]byte
	copy(seed[:], strconv.Itoa(n))
	c.ChaCha8 = rand.NewChaCha8(seed)
}

// world is one run of a history.
type world struct {
	ctx      context.Context
	now      time.Time
	chance   chance
	store    *store.SQLite
	tools    *tools.Service
	sessions map[int]*tools.Session
}

func newWorld(ctx context.Context, path, mutant string) (*world, error) {
	w := &world{ctx: ctx, sessions: map[int]*tools.Session{}, now: time.Date(2026, 3, 1, 11, 0, 0, 0, time.UTC)}
	w.chance.restart(-1)
	var err error
	if w.store, err = store.Open(ctx, path, store.Options{Now: func() time.Time { return w.now }, Rand: &w.chance}); err != nil {
		return nil, err
	}
	w.store.Mutate(mutant)
	w.tools = tools.New(w.store, tools.Options{Now: func() time.Time { return w.now }, Rand: &w.chance})
	return w, nil
}

// session returns the session of that number, begun when it first acts.
func (w *world) session(n int) (*tools.Session, error) {
	if s := w.sessions[n]; s != nil {
		return s, nil
	}
	w.chance.restart(1000 + n)
	channel := model.ChannelCLI
	if n%2 == 1 {
		channel = model.ChannelMCP
	}
	s, err := w.tools.Begin(tools.Start{Channel: channel, Client: fmt.Sprint("client ", n), Taint: model.Levels[n/2], Clearance: model.Restricted})
	w.sessions[n] = s
	return s, err
}

// id returns the id of a session, begun or not.
func (w *world) id(n int) (id model.ID) {
	if s := w.sessions[n]; s != nil {
		return s.Info().ID
	}
	return id
}

// taint returns the taint of a session as the database knows it, whoever raised it
// and whether or not it has ended.
func (w *world) taint(n int) (model.Level, error) {
	s, err := w.tools.Begin(tools.Start{Channel: model.ChannelTUI, Taint: model.Restricted, Clearance: model.Restricted})
	if err != nil {
		return 0, err
	}
	all, err := s.Sessions(w.ctx, sessions)
	for _, v := range all {
		if v.ID == w.id(n) {
			return v.Taint, err
		}
	}
	return w.sessions[n].Info().Taint, err
}

// do makes operation n and returns what its session is told.
func (w *world) do(n int, o op) (string, error) {
	w.now = o.at
	s, err := w.session(o.session)
	if err != nil {
		return "", err
	}
	w.chance.restart(n)
	var answer any
	switch o.what {
	case "raise":
		var i model.Session
		if s.Info().Channel.Agent() {
			i, err = w.raiseFor(s, o.raise)
		} else {
			i, err = s.Raise(w.ctx, o.raise)
		}
		answer = i.Taint.String()
	case "raise other":
		err = s.RaiseOther(w.ctx, w.id(o.other), o.raise)
	case "end other":
		err = s.EndOther(w.ctx, w.id(o.other))
	case "restore":
		answer, err = s.Restore(w.ctx, o.key, 0)
	case "cover":
		answer, err = s.Cover(w.ctx, o.key)
	case "purge":
		answer, err = s.Purge(w.ctx, o.key, 2*time.Second)
	case "end":
		err = s.End(w.ctx)
	case "history":
		answer, err = s.History(w.ctx, o.key)
	default:
		var raw []byte
		if raw, err = json.Marshal(o.args); err != nil {
			return "", err
		}
		answer, err = s.Call(w.ctx, o.what, raw)
	}
	return told(o.what, answer, err), nil
}

// told writes an answer as its reader gets it.
func told(what string, answer any, err error) string {
	if err != nil {
		return what + ": " + err.Error()
	}
	b, err := json.Marshal(answer)
	if err != nil {
		panic(err) // an answer that cannot be read would hide a difference
	}
	return what + " " + string(b)
}

// look is what an observation asks for.
type look struct {
	keys, tags, queries        []string
	history, counts, past, log bool
}

// whole asks for everything. A glance asks for the key that an operation was about
// and, every third time, for one of the other things: what is missed now is seen
// later, at the latest at the end.
var whole = look{niKeys, append([]string{""}, niTags...), niQueries, true, true, true, true}

func glance(key string, n int) look {
	l := look{keys: []string{key}}
	switch n % 18 {
	case 0:
		l.tags = []string{""}
	case 3:
		l.queries = []string{niQueries[n/18%len(niQueries)]}
	case 6:
		l.log = true
	case 9:
		l.tags = []string{niTags[n/18%len(niTags)]}
	case 12:
		l.past = true
	case 15:
		l.history, l.counts = true, true
	}
	return l
}

// observe asks for what a person at l can see, and checks that what is listed or
// found is what get gives.
func (w *world) observe(l model.Level, at look) (string, error) {
	s, err := w.tools.Begin(tools.Start{Channel: model.ChannelTUI, Taint: l, Clearance: l})
	if err != nil {
		return "", err
	}
	o := observer{w: w, s: s, checks: len(at.keys) == len(niKeys)}
	for _, k := range at.keys {
		g, err := s.Get(w.ctx, k)
		o.hear("get", g, err)
		if at.history {
			h, err := s.History(w.ctx, k)
			o.hear("history", h, err)
		}
	}
	for _, tag := range at.tags {
		o.list(tag)
	}
	for _, q := range at.queries {
		f, err := s.Search(w.ctx, tools.SearchInput{Query: q, Max: 3})
		o.hear("search", f, err)
		for _, m := range f.Results {
			o.coherent("search", m.Memory)
		}
	}
	most := 10 * len(at.keys)
	if at.counts {
		tags, err := s.Tags(w.ctx)
		o.hear("tags", tags, err)
		n, err := s.Count(w.ctx)
		o.hear("count", n, err)
	}
	if at.past {
		past, more, err := s.Past(w.ctx, store.PastQuery{Limit: most})
		o.hear("past", fmt.Sprintf("%+v %t", past, more), err)
		rows, more, err := s.Matrix(w.ctx, store.MatrixQuery{Limit: most})
		o.hear("matrix", fmt.Sprintf("%+v %t", rows, more), err)
	}
	if at.log {
		visits, err := s.Sessions(w.ctx, most)
		o.hear("sessions", fmt.Sprintf("%+v", visits), err)
		events, err := s.Events(w.ctx, store.EventQuery{Limit: most})
		o.hear("events", fmt.Sprintf("%+v", events), err)
	}
	return o.heard.String(), o.wrong
}

// observer writes down what it hears.
type observer struct {
	w     *world
	s     *tools.Session
	heard strings.Builder

	checks bool // hold what is listed and found against get
	wrong  error
}

func (o *observer) hear(what string, answer any, err error) {
	o.heard.WriteString(told(what, answer, err) + "\n")
}

// list walks a list in small pages.
func (o *observer) list(tag string) {
	for in := (tools.ListInput{Tag: tag, Max: 3}); ; {
		p, err := o.s.List(o.w.ctx, in)
		o.hear("list", p, err)
		for _, m := range p.Memories {
			o.coherent("list", m)
		}
		if in.Cursor = p.NextCursor; in.Cursor == "" {
			return
		}
	}
}

func (o *observer) coherent(what string, m tools.Memory) {
	if !o.checks {
		return
	}
	g, err := o.s.Get(o.w.ctx, m.Key)
	if err != nil || !g.Found || g.Content != m.Content || g.Classification != m.Classification || g.Version != m.Version {
		o.wrong = fmt.Errorf("%s at %v gives a memory that get does not", what, o.s.Info().Taint)
	}
}

// raiseFor raises an agent's session as a person does from elsewhere.
func (w *world) raiseFor(s *tools.Session, to model.Level) (model.Session, error) {
	h, err := policy.Admit(s.Info())
	if err != nil {
		return model.Session{}, err
	}
	if _, err := w.store.Raise(w.ctx, h, to); err != nil {
		return model.Session{}, err
	}
	return s.Refresh(w.ctx)
}

// seen are the answers at each level, after each operation at or below it.
type seen [len(model.Levels) + 1][]string

// run runs the operations at or below top and observes: at top, or, for the run
// that strikes nothing out, at every level. That run comes first, and finds out at
// which taint each operation happens.
func run(ctx context.Context, path, mutant string, all []op, top model.Level) (got seen, err error) {
	w, err := newWorld(ctx, path, mutant)
	if err != nil {
		return got, err
	}
	defer func() { err = cmp.Or(err, w.store.Close()) }()
	observe := func(l model.Level, from model.Level, answer string, at look) error {
		if l < from || top != model.Restricted && l != top {
			return nil
		}
		view, err := w.observe(l, at)
		got[l] = append(got[l], answer+"\n"+view)
		return err
	}
	for n := range all {
		o := &all[n]
		if o.level > top {
			continue
		}
		answer, err := w.do(n, *o)
		if err != nil {
			return got, err
		}
		if top == model.Restricted {
			if o.level, err = w.taint(o.session); err != nil { // a raise happens at the new level
				return got, err
			}
		}
		for _, l := range model.Levels[:3] { // above the last there is nothing to strike out
			if err := observe(l, o.level, answer, glance(o.key, n)); err != nil {
				return got, err
			}
		}
	}
	w.now = all[len(all)-1].at
	for _, l := range model.Levels {
		if err := observe(l, model.Public, "at the end", whole); err != nil {
			return got, err
		}
	}
	return got, nil
}

// interferes runs one history with and without what is above each level or, in turn,
// above one of them. It returns what differs, or "".
func interferes(ctx context.Context, template []byte, dir, mutant string, seed, n uint64, inTurn bool) (string, error) {
	all := history(rand.New(rand.NewPCG(seed, n)))
	fresh := func(name string) (string, error) {
		path := filepath.Join(dir, name)
		return path, os.WriteFile(path, template, 0o600)
	}
	path, err := fresh("whole.db")
	if err != nil {
		return "", err
	}
	with, err := run(ctx, path, mutant, all, model.Restricted)
	if err != nil {
		return err.Error(), nil
	}
	for i, top := range model.Levels[:3] {
		if inTurn && uint64(i) != n%3 {
			continue
		}
		path, err := fresh(top.String() + ".db")
		if err != nil {
			return "", err
		}
		without, err := run(ctx, path, mutant, all, top)
		if err != nil {
			return err.Error(), nil
		}
		for i := range max(len(with[top]), len(without[top])) {
			if i >= len(with[top]) || i >= len(without[top]) || with[top][i] != without[top][i] {
				return difference(top, i, with[top], without[top]), nil
			}
		}
	}
	return "", nil
}

func difference(l model.Level, i int, with, without []string) string {
	if i >= len(with) || i >= len(without) {
		return fmt.Sprintf("at %v there are %d and %d answers", l, len(with), len(without))
	}
	a, b := strings.Split(with[i], "\n"), strings.Split(without[i], "\n")
	for j := range min(len(a), len(b)) {
		if a[j] != b[j] {
			return fmt.Sprintf("at %v, observation %d\n   with: %s\nwithout: %s", l, i, a[j], b[j])
		}
	}
	return fmt.Sprintf("at %v, observation %d differs", l, i)
}

// template is an empty database, copied for each run.
func template(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "template.db")
	s, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// fromEnv reads a number for a long run.
func fromEnv(t *testing.T, name string, usual uint64) uint64 {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return usual
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

func TestNonInterference(t *testing.T) {
	t.Parallel()
	empty, seed := template(t), fromEnv(t, "MINNE_SEED", uint64(time.Now().UnixNano()))
	first, count, inTurn := fromEnv(t, "MINNE_FIRST", 0), fromEnv(t, "MINNE_HISTORIES", 20), os.Getenv("MINNE_IN_TURN") != ""
	var (
		work sync.WaitGroup
		next = make(chan uint64)
	)
	for range 2 * runtime.GOMAXPROCS(0) {
		dir := t.TempDir()
		work.Go(func() {
			for n := range next {
				if what, err := interferes(context.WithoutCancel(t.Context()), empty, dir, "", seed, n, inTurn); err != nil || what != "" {
					t.Errorf("MINNE_SEED=%d, history %d: %s %v", seed, n, what, err)
				}
			}
		})
	}
	for n := first; n < count && !t.Failed(); n++ {
		next <- n
	}
	close(next)
	work.Wait()
}

// The test above is worth something only if it can fail.
func TestEveryMutantIsCaught(t *testing.T) {
	t.Parallel()
	empty := template(t)
	var names []string
	for name := range store.Mutants {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for n := range uint64(200) {
				what, err := interferes(context.WithoutCancel(t.Context()), empty, dir, name, 1, n, false)
				if err != nil {
					t.Fatal(err)
				}
				if what != "" {
					t.Logf("caught by history %d: %s", n, what)
					return
				}
			}
			t.Error("not caught by 200 histories")
		})
	}
}
