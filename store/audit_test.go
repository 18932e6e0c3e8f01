package store_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"minne/model"
	"minne/policy"
	"minne/store"
)

// docs/audit-log.md is complete: what follows is made from it alone, without any code
// of the store's, and says the same of every prefix of every log.
func TestTheLogCanBeVerifiedFromItsDescription(t *testing.T) {
	t.Parallel()
	seed := fromEnv(t, "MINNE_SEED", uint64(time.Now().UnixNano()))
	t.Logf("MINNE_SEED=%d", seed)
	path := filepath.Join(t.TempDir(), "m.db")
	w := newWalker(t, path, seed)
	db := beside(t, path)
	for _, l := range model.Levels {
		sameTree(t, db, l) // of no entries
	}
	for entries(t, db, model.Public) <= 40 || entries(t, db, model.Restricted) <= 40 {
		w.step()
	}
	for _, l := range model.Levels {
		sameTree(t, db, l)
	}
	committed(t, db)
	must(t, w.s.Close())
}

// beside opens a database beside the store.
func beside(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?_busy_timeout=5000")
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func entries(t *testing.T, db *sql.DB, l model.Level) (n int64) {
	t.Helper()
	must(t, db.QueryRowContext(t.Context(), "select count(*) from event where level = ?", l).Scan(&n))
	return n
}

// sameTree holds the hashes of a level's log against those of its leaves.
func sameTree(t *testing.T, db *sql.DB, l model.Level) {
	t.Helper()
	leaves := leaves(t, db, l)
	for n := range int64(min(len(leaves), 41)) + 1 {
		got, err := tlog.TreeHash(n, tlog.HashReaderFunc(func(places []int64) ([]tlog.Hash, error) {
			var all []tlog.Hash
			for _, place := range places {
				var b []byte
				if err := db.QueryRowContext(t.Context(), "select hash from event_hash where level = ? and place = ?", l, place).Scan(&b); err != nil {
					return nil, err
				}
				all = append(all, tlog.Hash(b))
			}
			return all, nil
		}))
		must(t, err)
		if want := root(leaves[:n]); got != want {
			t.Errorf("the root of the first %d entries at %v is %v, want %v", n, l, got, tlog.Hash(want))
		}
	}
	var hashes, last int64
	must(t, db.QueryRowContext(t.Context(), "select count(*), coalesce(max(place) + 1, 0) from event_hash where level = ?", l).Scan(&hashes, &last))
	if want := tlog.StoredHashCount(int64(len(leaves))); hashes != want || last != want {
		t.Errorf("%d hashes at %v, the last at %d; want %d", hashes, l, last, want)
	}
}

// root is the Merkle tree hash of RFC 6962, section 2.1, as it stands there.
func root(leaves [][]byte) [32]byte {
	switch n := len(leaves); n {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return sha256.Sum256(append([]byte{0}, leaves[0]...))
	default:
		k := 1
		for k*2 < n {
			k *= 2
		}
		left, right := root(leaves[:k]), root(leaves[k:])
		return sha256.Sum256(append(append([]byte{1}, left[:]...), right[:]...))
	}
}

// leaves returns the leaves of a level's log, and checks that none is missing.
func leaves(t *testing.T, db *sql.DB, l model.Level) (all [][]byte) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "select level, seq, at, session, channel, kind, key, of, version, rule, note, commitment from event where level = ? order by seq", l)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var (
			level, seq, at, of, version    int64
			session, commitment            []byte
			channel, kind, key, rule, note string
		)
		must(t, rows.Scan(&level, &seq, &at, &session, &channel, &kind, &key, &of, &version, &rule, &note, &commitment))
		if seq != int64(len(all)) {
			t.Fatalf("entry %d at %v is numbered %d", len(all), l, seq)
		}
		all = append(all, list("minne.audit.v1", level, seq, at, session, channel, kind, key, of, version, rule, note, commitment))
	}
	must(t, rows.Err())
	return all
}

// list is a list of fields, each after its length in four bytes.
func list(fields ...any) (b []byte) {
	for _, f := range fields {
		var field []byte
		switch f := f.(type) {
		case string:
			field = []byte(f)
		case []byte:
			field = f
		case int64:
			field = binary.BigEndian.AppendUint64(nil, uint64(f))
		}
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(field))), field...)
	}
	return b
}

// committed checks every version's commitment, and that every event about a version
// that is kept has it.
func committed(t *testing.T, db *sql.DB) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), `
		select v.level, v.key, v.number, v.kind, v.created, v.saved, coalesce(v.expires, 0), v.session, v.tags, v.content, v.salt, v.commitment,
			(select count(*) from event e where e.key = v.key and e.of = v.level and e.version = v.number and e.commitment = v.commitment),
			(select count(*) from event e where e.key = v.key and e.of = v.level and e.version = v.number and e.commitment <> v.commitment)
		from version v`)
	must(t, err)
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		var (
			level, number, kind, created, saved, expires, with, without int64
			key, tags, content                                          string
			session, salt, commitment                                   []byte
		)
		must(t, rows.Scan(&level, &key, &number, &kind, &created, &saved, &expires, &session, &tags, &content, &salt, &commitment, &with, &without))
		mac := hmac.New(sha256.New, salt)
		mac.Write(list("minne.version.v1", level, key, number, kind, created, saved, expires, session, tags, content))
		if !hmac.Equal(mac.Sum(nil), commitment) {
			t.Errorf("the commitment of version %d of %s at %d is not that of its fields", number, key, level)
		}
		if with == 0 || without > 0 {
			t.Errorf("version %d of %s at %d has %d events with its commitment and %d with another", number, key, level, with, without)
		}
	}
	if must(t, rows.Err()); n == 0 {
		t.Error("no version is kept")
	}
}

// SPEC A2: what cannot be written whole, with its event, is not written at all.
func TestAChangeThatCannotBeWrittenWholeIsNotWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.db")
	s, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	db := beside(t, path)
	h := admit(t, model.Public)
	draft := model.Draft{Key: "k", Content: "x", Tags: []model.Tag{"t"}}
	save(t, s, h, draft)
	for _, table := range []string{"event", "event_hash", "version", "ending", "record_tag", "tag_tally"} {
		before := dump(t, db)
		do(t, db, "create trigger refusal before insert on "+table+" begin select raise(abort, 'canary'); end")
		_, err := s.Save(t.Context(), h, draft, policy.Decision{Verdict: policy.Allow})
		if want := path + " could not be used: save"; err == nil || err.Error() != want {
			t.Errorf("without %s: %v, want %s", table, err, want)
		}
		do(t, db, "drop trigger refusal")
		if after := dump(t, db); after != before {
			t.Errorf("without %s, the database was\n%s\nand is\n%s", table, before, after)
		}
		save(t, s, h, draft)
	}
	must(t, s.Check(t.Context()))
	must(t, s.Close())
}

func do(t *testing.T, db *sql.DB, text string) {
	t.Helper()
	_, err := db.ExecContext(t.Context(), text)
	must(t, err)
}

// dump writes down all tables.
func dump(t *testing.T, db *sql.DB) string {
	t.Helper()
	var b strings.Builder
	for _, table := range column(t, db, "select name from sqlite_schema where type = 'table' order by name") {
		rows, err := db.QueryContext(t.Context(), "select * from "+table)
		must(t, err)
		columns, err := rows.Columns()
		must(t, err)
		for rows.Next() {
			row := make([]any, len(columns))
			for i := range row {
				row[i] = new(any)
			}
			must(t, rows.Scan(row...))
			b.WriteString(table)
			for _, v := range row {
				fmt.Fprintf(&b, " %x", *v.(*any))
			}
			b.WriteByte('\n')
		}
		must(t, rows.Close())
	}
	return b.String()
}

func column(t *testing.T, db *sql.DB, query string) (all []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var s string
		must(t, rows.Scan(&s))
		all = append(all, s)
	}
	must(t, rows.Err())
	return all
}

// Events and versions cannot be changed by a mistake of ours.
func TestEventsAndVersionsCannotBeChanged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.db")
	s, err := store.Open(t.Context(), path, store.Options{})
	must(t, err)
	for range 3 {
		save(t, s, admit(t, model.Public), model.Draft{Key: "k", Content: "x"})
	}
	other := beside(t, path) // with the driver's own settings
	const fields = "(level, seq, at, session, channel, kind, key, of, version, rule, note, commitment)"
	for text, says := range map[string]string{
		"update event set note = 'x' where seq = 1":                                                  "events never change",
		"update event set seq = 9 where seq = 3":                                                     "events never change",
		"delete from event where seq = 3":                                                            "events are never removed",
		"delete from event":                                                                          "events are never removed",
		"insert or replace into event select * from event where seq = 1":                             "events are appended",
		"replace into event select * from event":                                                     "events are appended",
		"insert into event select level, seq + 9" + rest + " from event where seq = 1":               "events are appended",
		"insert into event " + fields + " select 2, 1" + rest + " from event where seq = 1":          "events are appended",
		"update event_hash set hash = zeroblob(32) where place = 0":                                  "events never change",
		"delete from event_hash":                                                                     "events are never removed",
		"update version set content = 'y'":                                                           "a version never changes",
		"update version set saved = saved":                                                           "a version never changes",
		"insert into version select * from version where number = 1":                                 "UNIQUE constraint failed: version.id",
		"insert into event_hash (level, place, hash) values (1, 0, zeroblob(32))":                    "UNIQUE constraint failed: event_hash.level, event_hash.place",
		"insert into event " + fields + " select 9, 0" + rest + " from event where seq = 1":          "CHECK constraint failed: level between 1 and 4",
		"insert into event " + fields + " select level, max(seq) + 1" + long + " from event":         "CHECK constraint failed: length(session) = 16",
		"insert or ignore into event " + fields + " select level, 9" + rest + " from event limit 1":  "events are appended",
		"insert into event select * from event where seq = 1 on conflict do update set note = 'bad'": "events are appended",
	} {
		for name, db := range map[string]*sql.DB{"minne": s.Pools()["write"], "another": other} {
			if _, err := db.ExecContext(t.Context(), text); err == nil || err.Error() != says {
				t.Errorf("%s: %s: %v, want %s", name, text, err, says)
			}
		}
	}
	if _, err := s.Pools()["write"].ExecContext(t.Context(), "replace into event_hash (level, place, hash) values (1, 0, zeroblob(32))"); err == nil {
		t.Error("minne can replace a hash")
	}
	must(t, s.Check(t.Context()))
	must(t, s.Close())
}

const (
	rest = ", at, session, channel, kind, key, of, version, rule, note, commitment"
	long = ", at, zeroblob(17), channel, kind, key, of, version, rule, note, commitment"
)
