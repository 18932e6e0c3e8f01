package model

import "time"

// EventKind is what an audit event records. The words are part of the log's
// format (docs/audit-log.md): they never change.
type EventKind string

// The kinds of event.
const (
	EventSave     EventKind = "save"
	EventDelete   EventKind = "delete"
	EventRestore  EventKind = "restore"
	EventCover    EventKind = "cover"
	EventExpire   EventKind = "expire"
	EventPurge    EventKind = "purge"
	EventImport   EventKind = "import"
	EventStart    EventKind = "start" // a session began
	EventRaise    EventKind = "raise"
	EventEnd      EventKind = "end"
	EventAllow    EventKind = "allow"    // an agent's call was let through
	EventOverride EventKind = "override" // a call's argument was forced
	EventDeny     EventKind = "deny"
	EventRead     EventKind = "read"
	EventCopy     EventKind = "copy" // text left minne: clipboard, export
)

// Event is one entry of a level's audit log (SPEC 6). It holds no content.
type Event struct {
	Level   Level // the log it is in: the taint of the session that caused it
	Seq     int64 // 0, 1, 2 … within the level, without a gap
	At      time.Time
	Session ID // zero: minne itself
	Channel Channel
	Kind    EventKind
	Key     Key   // empty: about no key
	Of      Level // the level of the version it is about; unset: about none
	Version int   // 0: about none
	Rule    string
	Note    string   // a fixed word, such as the name of an overridden argument; never memory text
	Commit  [32]byte // HMAC-SHA-256 of the content under the version's salt; zero: none
}
