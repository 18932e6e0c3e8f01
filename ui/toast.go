package ui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"minne/ui/theme"
)

// tone is how serious a toast is.
type tone uint8

const (
	said tone = iota
	warned
	failed
)

// toast is what just happened, in a few words, in the footer. It fades by
// itself; an error stays until the next key.
type toast struct {
	id   int
	tone tone
	text string
}

var lasts = map[tone]time.Duration{said: 3 * time.Second, warned: 5 * time.Second}

// say shows a toast in the place of the one before.
func (r Root) say(t tone, words string) (Root, tea.Cmd) {
	r.toast = toast{r.toast.id + 1, t, r.look.safe(words)}
	d, fades := lasts[t]
	if !fades {
		return r, nil
	}
	of, id := r.number, r.toast.id
	return r, tea.Tick(d, func(time.Time) tea.Msg { return toastFaded{of, id} })
}

// fail shows an error and keeps it for those who ask for the last one.
func (r Root) fail(doing string, err error) (Root, tea.Cmd) {
	r.lastError = doing + ": " + why(err)
	return r.say(failed, r.lastError)
}

// why returns an error in words.
func why(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "it took too long"
	}
	return err.Error()
}

// ink draws the toast.
func (t toast) ink(l look, most int) ink {
	if t.text == "" {
		return ink{}
	}
	var sign string
	var p theme.Paint
	switch t.tone {
	case said:
		sign, p = l.Yes, l.Good
	case warned:
		sign, p = "!", l.Warn
	case failed:
		sign, p = l.No, l.Bad
	}
	return l.ink(p, l.Cut(sign+" "+t.text, most, l.More))
}
