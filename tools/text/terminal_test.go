package text_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"

	"minne/tools/text"
	"minne/tools/text/hostile"
)

func TestATerminalIsNotMoved(t *testing.T) {
	t.Parallel()
	for _, p := range hostile.Payloads {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			line := text.Line(p.Text)
			emu := vt.NewEmulator(200, 3)
			emu.SetCallbacks(vt.Callbacks{
				Bell:  func() { t.Error("the bell rang") },
				Title: func(s string) { t.Errorf("the title is %q", s) },
			})
			if _, err := emu.WriteString(line); err != nil {
				t.Fatal(err)
			}
			first, rest, _ := strings.Cut(emu.String(), "\n")
			if got := strings.TrimRight(first, " "); got != line {
				t.Errorf("the screen shows %q, want %q", got, line)
			}
			if strings.TrimSpace(rest) != "" || emu.CursorPosition().Y != 0 {
				t.Errorf("more than a line is in use: %q", rest)
			}
			if !strings.HasSuffix(line, hostile.End) {
				t.Errorf("%q does not reach its end", line)
			}
		})
	}
}
