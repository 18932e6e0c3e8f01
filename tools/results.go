package tools

import (
	"encoding/json"
	"time"

	"minne/model"
)

// Memory is a memory as agents are given it (SPEC 3).
type Memory struct {
	Key            string        `json:"key"`
	Content        string        `json:"content"`
	Classification model.Level   `json:"classification"`
	Tags           []string      `json:"tags"`
	UpdatedAt      time.Time     `json:"updated_at"`
	CreatedAt      time.Time     `json:"created_at"`
	ExpiresAt      *time.Time    `json:"expires_at,omitempty"`
	Version        int           `json:"version"`
	Shadows        []model.Level `json:"shadows,omitempty"`   // lower levels that hold a version of the key
	Truncated      bool          `json:"truncated,omitempty"` // content is only its beginning

	// Head is the same as people's code wants it.
	Head model.Memory `json:"-"`
}

// Saved answers memory_save.
type Saved struct {
	Saved          bool          `json:"saved"`
	Key            string        `json:"key"`
	Classification model.Level   `json:"classification"`
	Version        int           `json:"version"`
	Shadows        []model.Level `json:"shadows,omitempty"`
	Warning        string        `json:"warning,omitempty"`
}

// Got answers memory_get. Without Found only Key means anything.
type Got struct {
	Found bool
	Memory
	Warning string
}

// MarshalJSON writes {"found":false,"key"} or all of the memory.
func (g Got) MarshalJSON() ([]byte, error) {
	if !g.Found {
		return json.Marshal(struct {
			Found   bool   `json:"found"`
			Key     string `json:"key"`
			Warning string `json:"warning,omitempty"`
		}{false, g.Key, g.Warning})
	}
	return json.Marshal(struct {
		Found bool `json:"found"`
		Memory
		Warning string `json:"warning,omitempty"`
	}{true, g.Memory, g.Warning})
}

// Result is one hit of memory_search.
type Result struct {
	Memory
	Snippet string  `json:"snippet"` // the best part of the content, matched words between ** and **
	Score   float64 `json:"score"`   // higher is better; comparable within one result only

	// Hit is the same as people's code wants it.
	Hit model.Hit `json:"-"`
}

// Results answers memory_search.
type Results struct {
	Results    []Result `json:"results"`
	Query      string   `json:"query"`
	Total      int      `json:"total"`
	NextCursor string   `json:"next_cursor,omitempty"`
	Warning    string   `json:"warning,omitempty"`
}

// Listing answers memory_list.
type Listing struct {
	Memories   []Memory `json:"memories"`
	Total      int      `json:"total"`
	NextCursor string   `json:"next_cursor,omitempty"`
	Warning    string   `json:"warning,omitempty"`
}

// Gone answers memory_delete.
type Gone struct {
	Deleted        bool        `json:"deleted"`
	Key            string      `json:"key"`
	Classification model.Level `json:"classification"`
	Warning        string      `json:"warning,omitempty"`
}

// Past is one version in a key's history.
type Past struct {
	Memory
	State   model.State   `json:"state"`
	Kind    string        `json:"kind"` // "memory" or "cover"
	SavedAt time.Time     `json:"saved_at"`
	EndedAt *time.Time    `json:"ended_at,omitempty"`
	Session string        `json:"session"`
	Channel model.Channel `json:"channel"`
	Client  string        `json:"client,omitempty"`
	EndedBy string        `json:"ended_by,omitempty"` // a session, or "expiry"
	Origin  *model.Origin `json:"origin,omitempty"`

	// At is the same as people's code wants it.
	At model.Version `json:"-"`
}

// History answers the history of a key, newest first.
type History struct {
	Key      string `json:"key"`
	Versions []Past `json:"versions"`
}

// TagList answers the tags of the view.
type TagList struct {
	Tags []model.TagCount `json:"tags"`
}

// Purged answers a purge.
type Purged struct {
	Purged []PurgedVersion `json:"purged"`
}

// PurgedVersion names a version that was erased.
type PurgedVersion struct {
	Key            string      `json:"key"`
	Classification model.Level `json:"classification"`
	Version        int         `json:"version"`
}

func memory(m model.Memory) Memory {
	out := Memory{
		Key: string(m.Key), Content: m.Content, Classification: m.Level, Tags: words(m.Tags),
		UpdatedAt: m.Saved.UTC(), CreatedAt: m.Created.UTC(), ExpiresAt: moment(m.Expires),
		Version: m.Number, Shadows: m.Shadows, Truncated: len(m.Content) < m.Size, Head: m,
	}
	return out
}

func past(v model.Version) Past {
	p := Past{
		Memory: memory(model.Memory{Version: v}), State: v.State, Kind: "memory", SavedAt: v.Saved.UTC(),
		EndedAt: moment(v.Ended), Session: v.Session.String(), Channel: v.Channel, Client: v.Client, At: v,
	}
	switch {
	case v.Ended.IsZero():
	case v.EndedBy.IsZero():
		p.EndedBy = "expiry"
	default:
		p.EndedBy = v.EndedBy.String()
	}
	if v.Kind == model.Cover {
		p.Kind = "cover"
	}
	if v.Origin != (model.Origin{}) {
		p.Origin = &v.Origin
	}
	return p
}

func words(tags []model.Tag) []string {
	out := make([]string, 0, len(tags))
	for _, t := range tags {
		out = append(out, string(t))
	}
	return out
}

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
