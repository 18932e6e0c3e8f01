package triggerfish

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"minne/model"
)

// row is a row of the table kv whose key begins with the prefix.
type row struct {
	id    int64
	key   string
	kind  string // SQLite's type of the value
	size  int64  // of the value, in bytes
	value string // empty if it is not text, or too long
}

// memory reads the row as Triggerfish writes it. The errors are reasons for
// people; they hold none of the row's text.
func (r row) memory() (Record, error) {
	switch {
	case r.kind != "text":
		return Record{}, errors.New("its value is not text")
	case r.size > maxValue:
		return Record{}, fmt.Errorf("its value is %d bytes, more than any memory takes", r.size)
	case !utf8.ValidString(r.key) || !utf8.ValidString(r.value):
		return Record{}, errors.New("it is not valid UTF-8")
	}
	o, err := parse(r.value)
	if err != nil {
		return Record{}, err
	}
	rec := Record{
		Where: r.where(),
		Agent: required[string](&o, "agentId"),
		Level: o.level("classification"),
		Imported: model.Imported{
			Draft: model.Draft{
				Key:     model.Key(o.text("key")),
				Content: o.text("content"),
				Tags:    o.tags("tags"),
				Expires: o.optionalTime("expiresAt"),
			},
			Created: o.time("createdAt"),
			Saved:   o.time("updatedAt"),
			Origin: model.Origin{
				Source:  Name,
				Session: required[string](&o, "sourceSessionId"),
				Lineage: o.optionalText("lineageId"),
			},
		},
	}
	// A deletion overwrites the time of the last save with its own.
	if required[bool](&o, "expired") {
		rec.Deleted = rec.Saved
	}
	switch {
	case o.err != nil:
		return Record{}, o.err
	case r.key != prefix+rec.Agent+":"+rec.Level.String()+":"+string(rec.Key):
		return Record{}, errors.New("its row key and its value name different memories")
	}
	return rec, nil
}

// stamp is how Triggerfish writes times.
const stamp = "2006-01-02T15:04:05.000Z"

func parseTime(s string) (time.Time, bool) {
	t, err := time.Parse(stamp, s)
	// Parse also takes a comma for the point.
	return t, err == nil && t.Format(stamp) == s && t.Unix() >= 0
}
