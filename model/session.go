package model

import "time"

// Channel is the way a session came in.
type Channel string

// The channels.
const (
	ChannelTUI    Channel = "tui"
	ChannelCLI    Channel = "cli"
	ChannelMCP    Channel = "mcp"
	ChannelImport Channel = "import"
)

// Valid reports whether c is one of the channels.
func (c Channel) Valid() bool {
	switch c {
	case ChannelTUI, ChannelCLI, ChannelMCP, ChannelImport:
		return true
	default:
		return false
	}
}

// Agent reports whether a machine, not a person, speaks on this channel: its
// reads and all decisions on its calls are audited (SPEC P7, A1).
func (c Channel) Agent() bool { return c == ChannelMCP }

// Session is one sitting of one actor (SPEC 1), as the database knows it.
type Session struct {
	ID        ID
	Channel   Channel
	Client    string // what the client calls itself; untrusted text
	Taint     Level  // now; it only rises
	Clearance Level  // the highest it may rise to; fixed at the start
	Started   time.Time
}

// Visit is a session as others see it: what it did at levels that they may see, and
// nothing of what it did above (SPEC P6).
type Visit struct {
	Session // Taint is the highest visible one that it has had
	Seen    time.Time
	Ended   time.Time // zero: it goes on, or has ended above
	Reads   int       // memories given to it; kept for agents only
	Writes  int
}
