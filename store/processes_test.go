package store_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// other is the environment variable that makes this binary another process: one of
// the roles below, on the database that follows it.
const other = "MINNE_OTHER_PROCESS"

// A role is what another process does with the database at path: once its standard
// input ends, or until then.
var roles = map[string]func(path string) error{
	"open": opens, "save": saves, "save on": savesOn, "save told": savesWhatItIsTold, "lock": locks,
}

func TestMain(m *testing.M) {
	role, path, is := strings.Cut(os.Getenv(other), "@")
	if !is {
		os.Exit(m.Run())
	}
	if err := roles[role](path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// opens opens the database, says its id, and closes it.
func opens(path string) error {
	untilEnd()
	s, err := store.Open(context.Background(), path, store.Options{})
	if err != nil {
		return err
	}
	fmt.Println(s.Info().ID)
	return s.Close()
}

// untilEnd waits for the end of the standard input.
func untilEnd() { _, _ = io.Copy(io.Discard, os.Stdin) }

const (
	savesEach = 250
	sharedKey = "shared"
)

// saves makes 250 saves, every fifth of a key that others save too, and says the
// rest.
func saves(path string) error {
	h, err := outsider()
	if err != nil {
		return err
	}
	s, err := store.Open(context.Background(), path, store.Options{})
	if err != nil {
		return err
	}
	untilEnd()
	for i := range savesEach {
		key := sharedKey
		if i%5 > 0 {
			key = fmt.Sprint(h.ID().Short(), " ", i)
			fmt.Println(key)
		}
		if err := saveAs(s, h, key); err != nil {
			return err
		}
	}
	return s.Close()
}

// savesOn saves without end and says the keys that are saved.
func savesOn(path string) error {
	h, err := outsider()
	if err != nil {
		return err
	}
	s, err := store.Open(context.Background(), path, store.Options{})
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		key := fmt.Sprint(h.ID(), " ", i)
		if err := saveAs(s, h, key); err != nil {
			return err
		}
		fmt.Println(key)
	}
}

func outsider() (policy.Session, error) {
	return policy.Admit(model.Session{ID: randomID(), Channel: model.ChannelMCP, Taint: model.Public, Clearance: model.Public, Started: time.Now()})
}

func randomID() (id model.ID) {
	for i := range id {
		id[i] = byte(rand.Uint32())
	}
	return id
}

func saveAs(s *store.SQLite, h policy.Session, key string) error {
	d := model.Draft{Key: model.Key(key), Content: "by " + h.ID().String(), Tags: []model.Tag{"t"}}
	_, err := s.Save(context.Background(), h, d, policy.Decision{Verdict: policy.Allow})
	return err
}

// locks holds the write lock until its input ends.
func locks(path string) error {
	db, err := sql.Open("sqlite3", "file:"+path+"?_txlock=immediate")
	if err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	fmt.Println("locked")
	untilEnd()
	return errors.Join(tx.Rollback(), db.Close())
}

// process is another process.
type process struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err strings.Builder
}

// start starts another process in a role.
func start(t *testing.T, role, path string) *process {
	t.Helper()
	p := &process{Cmd: exec.CommandContext(t.Context(), os.Args[0])}
	p.Env = append(os.Environ(), other+"="+role+"@"+path)
	in, err := p.StdinPipe()
	must(t, err)
	out, err := p.StdoutPipe()
	must(t, err)
	p.in, p.out, p.Stderr = in, bufio.NewReader(out), &p.err
	must(t, p.Start())
	return p
}

// line reads a line of what the process says; "" at the end.
func (p *process) line() string {
	s, _ := p.out.ReadString('\n')
	return strings.TrimSuffix(s, "\n")
}

// end reads what is left and waits for the process's end.
func (p *process) end() (said []string, err error) {
	_ = p.in.Close()
	for s := p.line(); s != ""; s = p.line() {
		said = append(said, s)
	}
	if err := p.Wait(); err != nil {
		return said, fmt.Errorf("%w: %s", err, p.err.String())
	}
	return said, nil
}

// SPEC D3: whoever comes first makes the database, and all have the same one.
func TestManyProcessesOpenANewDatabaseAtOnce(t *testing.T) {
	t.Parallel()
	for round := range 20 {
		path := filepath.Join(t.TempDir(), "new", "m.db")
		var all []*process
		for range 4 {
			all = append(all, start(t, "open", path))
		}
		for _, p := range all {
			_ = p.in.Close()
		}
		var first string
		for _, p := range all {
			said, err := p.end()
			if err != nil || len(said) != 1 || first != "" && said[0] != first {
				t.Fatalf("round %d: %v, %v; want the id %s", round, said, err, first)
			}
			first = said[0]
		}
	}
}

// SPEC D3, CASES 11: nobody is told "database is locked", and nobody's save is lost.
func TestManyProcessesSaveAtOnce(t *testing.T) {
	t.Parallel()
	const processes = 4
	path := filepath.Join(t.TempDir(), "m.db")
	makeDatabase(t, path)
	var all []*process
	for range processes {
		all = append(all, start(t, "save", path))
	}
	var (
		keys []string
		mu   sync.Mutex
		work sync.WaitGroup
	)
	for _, p := range all {
		_ = p.in.Close()
	}
	for _, p := range all {
		work.Go(func() {
			said, err := p.end()
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			keys = append(keys, said...)
		})
	}
	work.Wait()
	s, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	c := admit(t, model.Public).Ceiling()
	if want := processes * savesEach / 5 * 4; len(keys) != want {
		t.Errorf("%d keys, want %d", len(keys), want)
	}
	allThere(t, s, keys)
	past, err := s.History(t.Context(), c, sharedKey)
	must(t, err)
	if want := processes * savesEach / 5; len(past) != want || past[0].Number != want || past[want-1].Number != 1 {
		t.Errorf("%d versions of the shared key, the newest %d; want %d", len(past), past[0].Number, want)
	}
	gapless(t, s, processes*(savesEach+1))
	must(t, s.Check(t.Context()))
	must(t, s.Close())
}

func allThere(t *testing.T, s *store.SQLite, keys []string) {
	t.Helper()
	for _, k := range keys {
		if _, err := s.Head(t.Context(), admit(t, model.Public).Ceiling(), model.Key(k)); err != nil {
			t.Errorf("an acknowledged save: %v", err)
		}
	}
}

// gapless checks that the PUBLIC log has n entries, or any number if n is 0, and
// none is missing.
func gapless(t *testing.T, s *store.SQLite, n int) {
	t.Helper()
	all, err := s.Events(t.Context(), admit(t, model.Public).Ceiling(), store.EventQuery{Limit: 1 << 20})
	must(t, err)
	if n != 0 && len(all) != n {
		t.Errorf("%d events, want %d", len(all), n)
	}
	for i, e := range all {
		if want := int64(len(all) - 1 - i); e.Seq != want {
			t.Fatalf("event %d where %d should be", e.Seq, want)
		}
	}
}

// SPEC D2: what was acknowledged is there, whenever the process is killed.
func TestAcknowledgedSavesSurviveAKill(t *testing.T) {
	t.Parallel()
	seed := fromEnv(t, "MINNE_SEED", uint64(time.Now().UnixNano()))
	r := rand.New(rand.NewPCG(seed, 0))
	path := filepath.Join(t.TempDir(), "m.db")
	var keys []string
	for range fromEnv(t, "MINNE_KILLS", 10) {
		p := start(t, "save on", path)
		for range 1 + r.IntN(40) {
			if k := p.line(); k != "" {
				keys = append(keys, k)
			}
		}
		must(t, p.Process.Kill())
		said, err := p.end()
		if p.err.Len() > 0 {
			t.Errorf("MINNE_SEED=%d: %v", seed, err)
		}
		keys = append(keys, said...)
	}
	s, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	allThere(t, s, keys)
	gapless(t, s, 0)
	if err := s.Check(t.Context()); err != nil {
		t.Errorf("MINNE_SEED=%d: after %d saves: %v", seed, len(keys), err)
	}
	must(t, s.Close())
}

// SPEC D3, CASES 11: a lock that is held for too long is an error in one line, never
// a false "saved"; one that is given back is waited for.
func TestALockIsWaitedForAndNotForEver(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.db")
	s, err := store.Open(t.Context(), path, store.Options{}.WithPatience(300*time.Millisecond))
	must(t, err)
	h := admit(t, model.Public)
	holder := start(t, "lock", path)
	if got := holder.line(); got != "locked" {
		t.Fatalf("the other process says %q", got)
	}
	var waiting sync.WaitGroup
	for range 3 { // each waits for its turn, and then for the lock
		waiting.Go(func() {
			_, err := s.Save(t.Context(), h, model.Draft{Key: "k", Content: "x"}, policy.Decision{Verdict: policy.Allow})
			var file *store.FileError
			if !errors.As(err, &file) || file.Hint == "" || !strings.Contains(err.Error(), "has been locked for 300ms") || strings.Contains(err.Error(), "\n") {
				t.Errorf("a save under a lock: %v", err)
			}
		})
	}
	waiting.Wait()
	if n, err := s.Count(t.Context(), h.Ceiling()); n != 0 || err != nil {
		t.Errorf("%d memories after that (%v), want none", n, err)
	}
	if _, err := holder.end(); err != nil {
		t.Error(err)
	}
	save(t, s, h, model.Draft{Key: "k", Content: "x"})

	patient, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	holder = start(t, "lock", path)
	if got := holder.line(); got != "locked" {
		t.Fatalf("the other process says %q", got)
	}
	waiting.Go(func() { save(t, patient, h, model.Draft{Key: "k", Content: "y"}) })
	if _, err := holder.end(); err != nil {
		t.Error(err)
	}
	waiting.Wait()
	must(t, s.Check(t.Context()))
	must(t, patient.Close())
	must(t, s.Close())
}

// A process may have a database open twice. POSIX takes the first's locks away when
// the second opening looks at the file, and another process could then take the
// journal away under it: SQLite from 3.51 on does not.
func TestOpeningTwiceTakesNoLocksAway(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.db")
	first, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	save(t, first, admit(t, model.Public), model.Draft{Key: "before", Content: "x"})
	second, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	must(t, second.Close())
	if _, err := start(t, "open", path).end(); err != nil {
		t.Fatal(err)
	}
	save(t, first, admit(t, model.Public), model.Draft{Key: "after", Content: "x"})
	// As a killed process leaves it: nothing of first's is closed in order.
	b := filepath.Join(t.TempDir(), "m.db")
	for _, end := range []string{"", "-wal"} {
		text, err := os.ReadFile(path + end)
		must(t, err)
		must(t, os.WriteFile(b+end, text, 0o600))
	}
	s, err := store.Open(t.Context(), b, store.Options{})
	must(t, err)
	allThere(t, s, []string{"before", "after"})
	must(t, s.Close())
	must(t, first.Close())
}
