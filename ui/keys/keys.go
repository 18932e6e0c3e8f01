// Package keys is the one table of what keys do. The bindings, the footer and
// the help are made from it, and a test proves that no key means two things in
// one place. It does nothing itself.
package keys

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
)

// Action names something that a person can do.
type Action string

// Where is the places in which an action can be done.
type Where uint8

// The places that take keys.
const (
	Memories Where = 1 << iota // the list
	Text                       // one memory
	Ladder                     // the levels
	Question                   // a yes or no
	Sheet                      // a page to read: help, the last error
)

// Where several places share a meaning.
const (
	panes      = Memories | Text
	moving     = Memories | Text | Ladder | Sheet
	scrolling  = Memories | Text | Sheet
	everywhere = Memories | Text | Ladder | Question | Sheet
)

// Places is every single place, with its name in the help.
var Places = []struct {
	Where Where
	Name  string
}{
	{Memories, "Memories"},
	{Text, "Memory"},
	{Ladder, "Taint"},
	{Question, "Question"},
	{Sheet, "This page"},
}

// Key is one row of the table.
type Key struct {
	Do   Action
	In   Where
	Keys []string // as Bubble Tea names them
	Help string   // what it does, in a few words
	Hint string   // the same in one word, for the footer; empty: not shown there
}

// Table is every key, in the order that help shows them.
var Table = []Key{
	{Do: "open", In: Memories, Keys: []string{"enter", "l", "right"}, Help: "read the memory", Hint: "read"},
	{Do: "cancel", In: Memories, Keys: []string{"esc"}, Help: "stop waiting"},

	{Do: "take", In: Ladder, Keys: []string{"enter"}, Help: "raise to this level", Hint: "raise"},
	{Do: "new", In: Ladder, Keys: []string{"N"}, Help: "new session at this level", Hint: "new session"},
	{Do: "back", In: Text | Ladder | Sheet, Keys: []string{"esc", "h", "left", "q"}, Help: "back", Hint: "back"},
	{Do: "versions", In: panes, Keys: []string{"v"}, Help: "versions, or the text again", Hint: "versions"},

	{Do: "yes", In: Question, Keys: []string{"y"}, Help: "yes", Hint: "yes"},
	{Do: "no", In: Question, Keys: []string{"n", "esc", "q"}, Help: "no", Hint: "no"},
	{Do: "press", In: Question, Keys: []string{"enter"}, Help: "press the button that is marked", Hint: "press"},
	{Do: "switch", In: Question, Keys: []string{"tab", "shift+tab", "left", "right", "h", "l"}, Help: "the other button", Hint: "switch"},

	{Do: "down", In: moving, Keys: []string{"j", "down"}, Help: "down"},
	{Do: "up", In: moving, Keys: []string{"k", "up"}, Help: "up"},
	{Do: "half-down", In: scrolling, Keys: []string{"ctrl+d"}, Help: "half a page down"},
	{Do: "half-up", In: scrolling, Keys: []string{"ctrl+u"}, Help: "half a page up"},
	{Do: "page-down", In: scrolling, Keys: []string{"pgdown", "space", "ctrl+f"}, Help: "a page down"},
	{Do: "page-up", In: scrolling, Keys: []string{"pgup", "ctrl+b"}, Help: "a page up"},
	{Do: "first", In: moving, Keys: []string{"g", "home"}, Help: "to the beginning"},
	{Do: "last", In: moving, Keys: []string{"G", "end"}, Help: "to the end"},

	{Do: "pane", In: panes, Keys: []string{"tab", "shift+tab"}, Help: "the other pane"},
	{Do: "taint", In: panes, Keys: []string{"T"}, Help: "taint: raise, or a new session", Hint: "taint"},
	{Do: "reread", In: panes, Keys: []string{"r"}, Help: "read again", Hint: "reread"},
	{Do: "error", In: panes, Keys: []string{"!"}, Help: "the last error"},
	{Do: "help", In: panes | Ladder, Keys: []string{"?"}, Help: "these keys"},
	{Do: "close", In: Sheet, Keys: []string{"?", "!", "enter"}, Help: "close"},
	{Do: "leave", In: Memories, Keys: []string{"q"}, Help: "quit", Hint: "quit"},
	{Do: "redraw", In: everywhere, Keys: []string{"ctrl+l"}, Help: "draw the screen again"},
	{Do: "suspend", In: everywhere, Keys: []string{"ctrl+z"}, Help: "suspend minne"},
	{Do: "quit", In: everywhere, Keys: []string{"ctrl+c"}, Help: "quit"},
}

// In returns the keys that work in a place.
func In(w Where) []Key {
	return slices.DeleteFunc(slices.Clone(Table), func(k Key) bool { return k.In&w == 0 })
}

// Binding is the key as Bubbles knows it.
func (k Key) Binding() key.Binding {
	return key.NewBinding(key.WithKeys(k.Keys...), key.WithHelp(k.Keys[0], k.Help))
}

// Find returns what pressing a key does in a place.
func Find(w Where, pressed fmt.Stringer) (Action, bool) {
	for _, k := range Table {
		if k.In&w != 0 && key.Matches(pressed, k.Binding()) {
			return k.Do, true
		}
	}
	return "", false
}

// common are the places whose keys are the same in every pane.
func (k Key) common() bool {
	return k.In&panes == panes && k.In != moving && k.In != scrolling && k.Do != "versions"
}

// Common returns the keys that mean the same in every pane.
func Common() []Key {
	return slices.DeleteFunc(slices.Clone(Table), func(k Key) bool { return !k.common() })
}

// Own returns the keys of a place that are not Common.
func Own(w Where) []Key {
	return slices.DeleteFunc(In(w), Key.common)
}

// Hints returns the keys that the footer of a place names.
func Hints(w Where) []Key {
	return slices.DeleteFunc(In(w), func(k Key) bool { return k.Hint == "" })
}
