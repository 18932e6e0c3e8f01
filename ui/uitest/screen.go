// Package uitest drives a whole Bubble Tea program on a fake clock and reads the
// result off an emulated terminal. It is for tests only.
package uitest

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/charmbracelet/x/vt"
)

// Screen is a terminal that remembers what was drawn on it, and every byte that
// it was sent.
type Screen struct {
	mu   sync.Mutex
	emu  *vt.Emulator
	w, h int
	sent bytes.Buffer

	said chan []byte // what the terminal says, until the program reads it
	left []byte      // what is left of it
}

func newScreen(w, h int) *Screen {
	s := &Screen{emu: vt.NewEmulator(max(w, 1), max(h, 1)), w: w, h: h, said: make(chan []byte, 4096)}
	go func() {
		defer close(s.said)
		for {
			b := make([]byte, 4096)
			n, err := s.emu.Read(b)
			if err != nil {
				return
			}
			s.said <- b[:n]
		}
	}()
	return s
}

// Write takes what the program draws. Its input is no terminal, so it leaves the
// carriage returns to the line discipline.
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent.Write(p)
	_, err := s.emu.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n")))
	return len(p), err
}

// Read gives what the terminal says: keys, and answers to questions. A terminal
// does not wait for its answers to be read.
func (s *Screen) Read(p []byte) (int, error) {
	if len(s.left) == 0 {
		var ok bool
		if s.left, ok = <-s.said; !ok {
			return 0, io.EOF
		}
	}
	n := copy(p, s.left)
	s.left = s.left[n:]
	return n, nil
}

// hangUp ends the program's input.
func (s *Screen) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.emu.Close()
}

// Text returns what can be seen, one line for each row, without the blanks at
// their ends.
func (s *Screen) Text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for y := range s.h {
		var row strings.Builder
		for x := 0; x < s.w; x++ {
			c := s.emu.CellAt(x, y)
			if c == nil || c.Content == "" {
				row.WriteByte(' ')
				continue
			}
			row.WriteString(c.Content)
			x += max(c.Width-1, 0)
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// Style returns how a cell is drawn, as text that can be compared.
func (s *Screen) Style(x, y int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.emu.CellAt(x, y); c != nil {
		return fmt.Sprintf("%+v", c.Style)
	}
	return ""
}

// Column returns the column in which a character first stands in a row, or -1.
func (s *Screen) Column(y int, want string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for x := range s.w {
		if c := s.emu.CellAt(x, y); c != nil && c.Content == want {
			return x
		}
	}
	return -1
}

// Sent returns every byte that the program has written so far.
func (s *Screen) Sent() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Clone(s.sent.Bytes())
}

// What a program of ours may tell a terminal besides SGR and moving the cursor:
// its title, and the questions that Bubble Tea asks.
var (
	strung = regexp.MustCompile(`(?s)\x1b[\]P_^X].*?(?:\x07|\x1b\\)|[\x80-\x9f]`)
	ours   = regexp.MustCompile(`^\x1b\](?:2;(?:minne)?|11;\?)(?:\x07|\x1b\\)$`)
	asks   = regexp.MustCompile(`\x1b\[[0-9;?>=]*[nct]|\x1b[cNOn|}~]`)
)

// Hostile returns what has reached the terminal that no program of ours sends:
// control strings, questions, resets, eight-bit controls.
func (s *Screen) Hostile() []string {
	raw := s.Sent()
	var found []string
	for _, m := range strung.FindAll(withoutRunes(raw), -1) {
		if !ours.Match(m) {
			found = append(found, string(m))
		}
	}
	for _, m := range asks.FindAll(raw, -1) {
		found = append(found, string(m))
	}
	return found
}

// withoutRunes takes out characters outside of ASCII, whose bytes look like
// eight-bit controls, but leaves U+0080 to U+009F.
func withoutRunes(raw []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r > 0x9f && r != 0xfffd {
			return -1
		}
		return r
	}, raw)
}

// Cell returns what stands in one cell.
func (s *Screen) Cell(x, y int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.emu.CellAt(x, y); c != nil {
		return c.Content
	}
	return ""
}

// Cursor returns the column and the row of the cursor.
func (s *Screen) Cursor() (x, y int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.emu.CursorPosition()
	return at.X, at.Y
}

// CursorShown reports whether the cursor can be seen.
func (s *Screen) CursorShown() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.emu.CursorHidden()
}
