package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"minne/model"
	"minne/policy"
)

// The names of the two encodings that the log is made of (docs/audit-log.md).
const (
	leafDomain    = "minne.audit.v1"
	versionDomain = "minne.version.v1"
)

// logBy appends an event that a session caused to the log of its taint. version
// is the row it is about, for its commitment; 0 if none.
func (t *tx) logBy(ctx context.Context, h policy.Session, e model.Event, version int64) error {
	e.Level, e.Session, e.Channel = h.Taint(), h.ID(), h.Info().Channel
	if e.At.IsZero() {
		e.At = t.now
	}
	if err := t.counted(ctx, h, e.Kind); err != nil {
		return err
	}
	return t.log(ctx, e, version)
}

// counted counts what a session does at its taint.
func (t *tx) counted(ctx context.Context, h policy.Session, k model.EventKind) error {
	var column string
	switch k {
	case model.EventSave, model.EventDelete, model.EventRestore, model.EventCover, model.EventPurge, model.EventImport:
		column = "writes"
	case model.EventRead:
		column = "reads"
	default:
		return nil
	}
	id := h.ID()
	_, err := t.ExecContext(ctx, "update session_taint set "+column+" = "+column+" + 1 where session = ? and level = ?", id[:], h.Taint())
	return err
}

// log appends an event to its level's log, and the hashes that make the log an
// RFC 6962 tree. If it cannot, the whole change fails (SPEC A2).
func (t *tx) log(ctx context.Context, e model.Event, version int64) error {
	if version != 0 {
		v, err := t.text(ctx, version)
		if err != nil {
			return err
		}
		copy(e.Commit[:], v.commitment)
		clear(t.texts) // the change is made
	}
	if err := t.QueryRowContext(ctx, "select coalesce(max(seq) + 1, 0) from event where level = ?", e.Level).Scan(&e.Seq); err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, `
		insert into event (level, seq, at, session, channel, kind, key, of, version, rule, note, commitment)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Level, e.Seq, e.At.UnixMicro(), e.Session[:], e.Channel, e.Kind, e.Key, e.Of, e.Version, e.Rule, e.Note, e.Commit[:]); err != nil {
		return err
	}
	hashes, err := tlog.StoredHashesForRecordHash(e.Seq, tlog.RecordHash(leaf(e)), t.hashes(ctx, e.Level))
	if err != nil {
		return fmt.Errorf("extend the audit log: %w", err)
	}
	place := tlog.StoredHashIndex(0, e.Seq)
	for i, h := range hashes {
		if _, err := t.ExecContext(ctx, "insert into event_hash (level, place, hash) values (?, ?, ?)", e.Level, place+int64(i), h[:]); err != nil {
			return err
		}
	}
	return nil
}

// hashes reads the stored hashes of a level's log.
func (t *tx) hashes(ctx context.Context, l model.Level) tlog.HashReader {
	return tlog.HashReaderFunc(func(places []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(places))
		for i, place := range places {
			var h []byte
			if err := t.QueryRowContext(ctx, "select hash from event_hash where level = ? and place = ?", l, place).Scan(&h); err != nil {
				return nil, err
			}
			copy(found[i][:], h)
		}
		return found, nil
	})
}

// leaf is an event as the log hashes it: each field after its length, so that no
// two events have the same bytes (docs/audit-log.md).
func leaf(e model.Event) []byte {
	var b fields
	b.text(leafDomain)
	b.number(uint64(e.Level))
	b.number(uint64(e.Seq))
	b.number(uint64(e.At.UnixMicro()))
	b.bytes(e.Session[:])
	b.text(string(e.Channel))
	b.text(string(e.Kind))
	b.text(string(e.Key))
	b.number(uint64(e.Of))
	b.number(uint64(e.Version))
	b.text(e.Rule)
	b.text(e.Note)
	b.bytes(e.Commit[:])
	return b
}

// commitment binds a version to the log without telling what it says: an HMAC
// under a salt that a purge erases with it (SPEC A1).
func commitment(salt []byte, v model.Version, tags string) []byte {
	var b fields
	b.text(versionDomain)
	b.number(uint64(v.Level))
	b.text(string(v.Key))
	b.number(uint64(v.Number))
	b.number(uint64(v.Kind))
	b.number(uint64(v.Created.UnixMicro()))
	b.number(uint64(v.Saved.UnixMicro()))
	b.number(uint64(micro(v.Expires)))
	b.bytes(v.Session[:])
	b.text(tags)
	b.text(v.Content)
	mac := hmac.New(sha256.New, salt)
	mac.Write(b)
	return mac.Sum(nil)
}

// micro is a time as it is stored: microseconds since 1970, 0 for none.
func micro(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// fields is a list of byte strings, each after its length in four bytes, most
// significant first; a number is eight such bytes.
type fields []byte

func (f *fields) bytes(b []byte) {
	*f = binary.BigEndian.AppendUint32(*f, uint32(len(b)))
	*f = append(*f, b...)
}

func (f *fields) text(s string) { f.bytes([]byte(s)) }

func (f *fields) number(n uint64) { f.bytes(binary.BigEndian.AppendUint64(nil, n)) }
