package uitest

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
)

// Driver types at a program, and waits until it has settled.
type Driver struct {
	*Screen
	T    *testing.T
	prog *tea.Program
	last tea.Model
}

// Run makes a model, starts it on a terminal of w by h, calls body, and quits.
// All of it happens in a bubble, whose T it hands on: its clock moves only when
// nothing else can, and its cleanups run before it bursts.
func Run(t *testing.T, w, h int, begin func(t *testing.T) tea.Model, body func(d *Driver)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newScreen(w, h)
		p := tea.NewProgram(begin(t),
			tea.WithInput(s), tea.WithOutput(s), tea.WithWindowSize(w, h), tea.WithoutSignalHandler(),
			tea.WithColorProfile(colorprofile.TrueColor), tea.WithEnvironment([]string{"TERM=xterm-256color"}),
		)
		d := &Driver{Screen: s, T: t, prog: p}
		done := make(chan struct{})
		go func() {
			defer close(done)
			last, err := p.Run()
			if err != nil {
				t.Errorf("the program ended with: %v", err)
			}
			d.last = last
		}()
		d.Settle()
		body(d)
		p.Send(tea.Quit())
		s.hangUp()
		<-done
		time.Sleep(time.Minute) // commands cannot be cancelled: each ends in its time
	})
}

// Settle lets a lone escape time out, a few frames pass, and every command that
// can finish, finish.
func (d *Driver) Settle() *Driver { return d.Wait(240 * time.Millisecond) }

// Wait moves the clock.
func (d *Driver) Wait(by time.Duration) *Driver {
	time.Sleep(by)
	synctest.Wait()
	return d
}

// Type types text.
func (d *Driver) Type(s string) *Driver {
	d.emu.SendText(s)
	return d.Settle()
}

// Press presses a key that is no character.
func (d *Driver) Press(code rune, mod uv.KeyMod) *Driver {
	d.emu.SendKey(uv.KeyPressEvent{Code: code, Mod: mod})
	return d.Settle()
}

// Paste pastes text, as a terminal does.
func (d *Driver) Paste(s string) *Driver {
	d.mu.Lock()
	emu := d.emu
	d.mu.Unlock()
	emu.Paste(s)
	return d.Settle()
}

// Click presses and releases the left button.
func (d *Driver) Click(x, y int) *Driver {
	at := tea.Mouse{X: x, Y: y, Button: tea.MouseLeft}
	d.prog.Send(tea.MouseClickMsg(at))
	d.prog.Send(tea.MouseReleaseMsg(at))
	synctest.Wait()
	time.Sleep(50 * time.Millisecond)
	synctest.Wait()
	return d
}

// Wheel turns the wheel by one notch, up or down.
func (d *Driver) Wheel(x, y int, up bool) *Driver {
	b := tea.MouseWheelDown
	if up {
		b = tea.MouseWheelUp
	}
	d.prog.Send(tea.MouseWheelMsg{X: x, Y: y, Button: b})
	return d.Settle()
}

// Send sends a message straight to the program.
func (d *Driver) Send(msg tea.Msg) *Driver {
	d.prog.Send(msg)
	return d.Settle()
}

// Resize changes the size of the terminal.
func (d *Driver) Resize(w, h int) *Driver {
	d.mu.Lock()
	d.emu.Resize(max(w, 1), max(h, 1))
	d.w, d.h = w, h
	d.mu.Unlock()
	return d.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Ended reports whether the program has ended by itself.
func (d *Driver) Ended() bool {
	synctest.Wait()
	return d.last != nil
}

// Model returns the program's model after it has ended.
func (d *Driver) Model() tea.Model { return d.last }
