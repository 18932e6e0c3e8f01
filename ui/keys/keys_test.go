package keys_test

import (
	"slices"
	"strings"
	"testing"

	"minne/ui/keys"
)

func TestNoKeyMeansTwoThingsInAPlace(t *testing.T) {
	t.Parallel()
	for _, place := range keys.Places {
		seen := map[string]keys.Action{}
		for _, k := range keys.In(place.Where) {
			for _, s := range k.Keys {
				if other, dup := seen[s]; dup {
					t.Errorf("%s: %q is both %s and %s", place.Name, s, other, k.Do)
				}
				seen[s] = k.Do
			}
		}
	}
}

func TestTheSpaceBarIsCalledSpace(t *testing.T) {
	t.Parallel()
	for _, k := range keys.Table {
		if slices.Contains(k.Keys, " ") {
			t.Errorf("%s: Bubble Tea calls the space bar \"space\"", k.Do)
		}
	}
}

func TestNoKeyNeedsATerminalThatTellsItFromAnother(t *testing.T) {
	t.Parallel()
	// ctrl+i is tab, ctrl+m is enter, ctrl+[ is esc on most terminals.
	for _, k := range keys.Table {
		for _, s := range k.Keys {
			if slices.Contains([]string{"ctrl+i", "ctrl+m", "ctrl+[", "ctrl+h", "shift+enter"}, s) {
				t.Errorf("%s: %q is not told apart everywhere", k.Do, s)
			}
		}
	}
}

func TestEveryKeyHasItsPlaceAndItsHelp(t *testing.T) {
	t.Parallel()
	for _, k := range keys.Table {
		if k.Help == "" || len(k.Keys) == 0 || k.In == 0 {
			t.Errorf("%s: help %q, keys %q", k.Do, k.Help, k.Keys)
		}
		if strings.Contains(k.Hint, "  ") {
			t.Errorf("%s: the hint %q would read as two", k.Do, k.Hint)
		}
	}
}

func TestEscapeNeverQuits(t *testing.T) {
	t.Parallel()
	for _, place := range keys.Places {
		if do, ok := keys.Find(place.Where, pressed("esc")); !ok || do == "quit" || do == "leave" {
			t.Errorf("%s: esc does %q", place.Name, do)
		}
		if do, _ := keys.Find(place.Where, pressed("ctrl+c")); do != "quit" {
			t.Errorf("%s: ctrl+c does %q, want quit", place.Name, do)
		}
	}
}

// pressed is a key press by the name that Bubble Tea gives it.
type pressed string

func (p pressed) String() string { return string(p) }
