package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"time"

	"minne/model"
	"minne/policy"
	"minne/store"
	"minne/store/triggerfish"
)

// Foreign is a memory as another program has it: its key, tags and content are
// not normalised and perhaps not such as minne can keep. Import checks them.
type Foreign struct {
	Where string // its place in the source
	Agent string // whose it is over there
	Level model.Level
	model.Imported
}

// Source is what a file of another program holds.
type Source struct {
	Format  string               // "triggerfish"; "" for an empty file
	Agents  []string             // in the order of their names; never nil
	Records map[string][]Foreign // by agent, in the order of the file
	Skipped []Skipped            // what could not be read; never nil
}

// formats ends the sentence about a file that nobody here can read.
const formats = "minne imports Triggerfish databases (usually ~/.triggerfish/data/triggerfish.db)"

// ReadSource reads a file of another program, told by its content, and leaves it
// and its folder as they are. An empty file holds no records.
func ReadSource(ctx context.Context, path string) (Source, error) {
	src := Source{Agents: []string{}, Records: map[string][]Foreign{}, Skipped: []Skipped{}}
	f, err := triggerfish.Read(ctx, path)
	var other *triggerfish.FormatError
	switch {
	case errors.Is(err, triggerfish.ErrEmpty):
		return src, nil
	case errors.Is(err, fs.ErrNotExist):
		return src, invalid("file", "does not exist: check the path")
	case errors.As(err, &other):
		return src, invalid("file", other.Why+"; "+formats)
	case err != nil:
		return src, told(err)
	}
	src.Format = triggerfish.Name
	for _, r := range f.Records {
		src.Records[r.Agent] = append(src.Records[r.Agent], Foreign(r))
	}
	for _, k := range f.Skipped {
		src.Skipped = append(src.Skipped, Skipped(k))
	}
	src.Agents = slices.AppendSeq(src.Agents, maps.Keys(src.Records))
	slices.Sort(src.Agents)
	return src, nil
}

// Report says what an import did. A skipped record is named with the reason.
type Report struct {
	Added     int       `json:"added"`
	Changed   int       `json:"changed"`
	Unchanged int       `json:"unchanged"`
	Skipped   []Skipped `json:"skipped"` // in the order of the source; never nil
}

// Skipped is a record that is not imported. Where is its place in the source,
// with its key if the import may see it; Reason never holds its text.
type Skipped struct {
	Where  string `json:"where"`
	Reason string `json:"reason"`
}

// Import remembers what another program remembers, each record at its own level
// up to the clearance, in one transaction: all of it or nothing. It brings back
// nothing that was deleted or purged here, and a second import of the same
// records changes nothing. Keys and tags are normalised; a record that breaks a
// limit of SPEC T2 or T3 is skipped whole. An expired one is imported and is
// expired. Whose the records are at the source is not looked at.
func (s *Service) Import(ctx context.Context, records []Foreign, clearance model.Level) (Report, error) {
	none := Report{Skipped: []Skipped{}}
	if !clearance.Valid() {
		return none, invalid("clearance", "is not a level: use PUBLIC, INTERNAL, CONFIDENTIAL or RESTRICTED")
	}
	i := importer{svc: s, clearance: clearance, sessions: map[model.Level]*Session{}, why: make([]string, len(records))}
	if err := i.begin(ctx, records); err != nil {
		return none, err
	}
	var done Report
	if ready := i.check(records); len(ready) > 0 {
		err := s.store.Batch(ctx, func(w store.Writer) (err error) {
			done, err = i.write(ctx, w, ready)
			return err
		})
		if err != nil {
			return none, told(err)
		}
	}
	done.Skipped = i.skipped(records)
	return done, nil
}

// importer is one import under way.
type importer struct {
	svc       *Service
	clearance model.Level
	sessions  map[model.Level]*Session // up to the clearance
	why       []string                 // of each record, the reason to skip it; empty: none
}

// checked is a record that can be written, and its place among all.
type checked struct {
	at int
	Foreign
}

// begin begins one session for each level that the records have, unless policy
// says that it is above the clearance.
func (i *importer) begin(ctx context.Context, records []Foreign) error {
	for _, l := range model.Levels {
		at := slices.IndexFunc(records, func(f Foreign) bool { return f.Level == l })
		if at < 0 {
			continue
		}
		s, err := i.svc.Begin(Start{Channel: model.ChannelImport, Client: records[at].Origin.Source, Taint: l, Clearance: i.clearance})
		var no *policy.Refusal
		if errors.As(err, &no) {
			continue
		}
		if err != nil {
			return told(err)
		}
		if _, err := s.view(ctx, "import"); err != nil {
			return err
		}
		i.sessions[l] = s
	}
	return nil
}

// check returns the records that can be written.
func (i *importer) check(records []Foreign) []checked {
	var ready []checked
	for at, f := range records {
		switch {
		case !f.Level.Valid():
			i.why[at] = "it has no level"
			continue
		case i.sessions[f.Level] == nil:
			i.why[at] = fmt.Sprintf("it is %v, above the import's clearance, %v", f.Level, i.clearance)
			continue
		}
		f, err := normalised(f)
		if err != nil {
			i.why[at] = err.Error()
			continue
		}
		ready = append(ready, checked{at, f})
	}
	return i.distinct(ready)
}

// distinct leaves one of the records that have the same key at the same level
// once normalised: a live one before a deleted one, then the newest.
func (i *importer) distinct(ready []checked) []checked {
	type identity struct {
		key   model.Key
		level model.Level
	}
	best := map[identity]checked{}
	for _, c := range ready {
		id := identity{c.Key, c.Level}
		if old, ok := best[id]; !ok || better(c, old) {
			best[id] = c
		}
	}
	return slices.DeleteFunc(ready, func(c checked) bool {
		first := best[identity{c.Key, c.Level}]
		if first.at == c.at {
			return false
		}
		i.why[c.at] = first.Where + " has the same key and level, and goes before it"
		return true
	})
}

func better(a, b checked) bool {
	if a.Deleted.IsZero() != b.Deleted.IsZero() {
		return a.Deleted.IsZero()
	}
	return a.Saved.After(b.Saved)
}

// write imports the records and ends the sessions, inside a transaction that may
// be tried again.
func (i *importer) write(ctx context.Context, w store.Writer, ready []checked) (done Report, err error) {
	for _, c := range ready {
		i.why[c.at] = ""
		out, err := w.Import(ctx, i.sessions[c.Level].now(), c.Imported)
		if err != nil {
			return done, err
		}
		switch out {
		case store.Added:
			done.Added++
		case store.Changed:
			done.Changed++
		case store.Unchanged:
			done.Unchanged++
		default:
			if i.why[c.at] = kept[out]; i.why[c.at] == "" {
				return done, fmt.Errorf("the storage gave the unknown outcome %d", out)
			}
		}
	}
	for _, l := range model.Levels {
		if s := i.sessions[l]; s != nil {
			if err := w.End(ctx, s.now()); err != nil && !errors.Is(err, model.ErrNotFound) {
				return done, err
			}
		}
	}
	return done, nil
}

// kept says why the storage kept what is here.
var kept = map[store.Outcome]string{
	store.KeptDeleted:  "deleted here",
	store.KeptPurged:   "purged here",
	store.KeptNewer:    "what is here is newer",
	store.KeptConflict: "deleted here, and changed in the source since",
}

// skipped lists the records that have a reason to be.
func (i *importer) skipped(records []Foreign) []Skipped {
	all := []Skipped{}
	for at, why := range i.why {
		if why != "" {
			all = append(all, Skipped{Where: i.where(records[at]), Reason: why})
		}
	}
	return all
}

// where names a record by its place, and by its key if the clearance sees it.
func (i *importer) where(f Foreign) string {
	if !policy.CanFlowTo(f.Level, i.clearance) {
		return f.Where
	}
	key := string(f.Key)
	if short := cut(key, 60); short != key {
		key = short + "…"
	}
	return fmt.Sprintf("%s: %v %s", f.Where, f.Level, strconv.Quote(key))
}

// normalised returns the record as minne keeps it, or the reason why it cannot.
func normalised(f Foreign) (Foreign, error) {
	var err error
	if f.Key, err = ParseKey(string(f.Key)); err != nil {
		return f, err
	}
	if f.Tags, err = ParseTags(words(f.Tags)); err != nil {
		return f, err
	}
	if err := model.CheckContent(f.Content); err != nil {
		return f, err
	}
	for _, at := range []time.Time{f.Created, f.Saved, f.Deleted, f.Expires} {
		if !writable(at) {
			return f, invalid("time", "is not in the years 0 to 9999")
		}
	}
	return f, checkOrigin(f.Origin)
}

// maxOrigin is the most bytes of an id over there. Usually it is a UUID.
const maxOrigin = 256

func checkOrigin(o model.Origin) error {
	for _, id := range []string{o.Session, o.Lineage} {
		if len(id) > maxOrigin {
			return invalid("origin", fmt.Sprintf("its session or lineage id is %d bytes, the limit is %d", len(id), maxOrigin))
		}
	}
	return nil
}
