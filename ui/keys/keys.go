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
type Where uint32

// The places that take keys.
const (
	Memories Where = 1 << iota // the list
	Text                       // one memory
	Ladder                     // the levels
	Question                   // a yes or no
	Sheet                      // a page to read: help, the last error
	Search                     // the field of a search: what is typed is text
	Found                      // what a search has found
	Tags                       // the tags to choose from
	Writing                    // a memory that is being written: what is typed is text
	Audit                      // what is in nobody's view any more
	Events                     // the audit log
	Shadows                    // what each level gets
	Sessions                   // who has acted
	Eyes                       // what a session at a lower level sees
	Confirm                    // the field for a key that is to be purged: what is typed is text
)

// Where several places share a meaning.
const (
	views      = Audit | Events | Shadows | Sessions | Eyes
	panes      = Memories | Text | Found
	moving     = Memories | Text | Ladder | Sheet | Found | Tags | views
	scrolling  = Memories | Text | Sheet | Found | Tags | views
	typing     = Writing | Search | Confirm
	everywhere = Memories | Text | Ladder | Question | Sheet | Search | Found | Tags | Writing | views | Confirm
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
	{Search, "Search"},
	{Found, "Results"},
	{Tags, "Tags"},
	{Writing, "Editor"},
	{Audit, "Audit"},
	{Events, "Log"},
	{Shadows, "Shadows"},
	{Sessions, "Sessions"},
	{Eyes, "Through other eyes"},
	{Confirm, "Purge"},
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
	{Do: "open", In: Memories | Found, Keys: []string{"enter", "l", "right"}, Help: "read the memory", Hint: "read"},
	{Do: "cancel", In: Memories, Keys: []string{"esc"}, Help: "stop waiting, or drop the tag"},
	{Do: "search", In: panes, Keys: []string{"/"}, Help: "search", Hint: "search"},
	{Do: "tags", In: Memories, Keys: []string{"t"}, Help: "show one tag only", Hint: "tag"},
	{Do: "next-match", In: Found | Text, Keys: []string{"n"}, Help: "the next match"},
	{Do: "last-match", In: Found | Text, Keys: []string{"N"}, Help: "the match before"},
	{Do: "unfind", In: Found, Keys: []string{"esc", "h", "left", "q"}, Help: "back to all memories", Hint: "all"},

	{Do: "keep", In: Search, Keys: []string{"enter"}, Help: "go to the results", Hint: "results"},
	{Do: "unfind", In: Search, Keys: []string{"esc"}, Help: "leave the field", Hint: "leave"},
	{Do: "query-before", In: Search, Keys: []string{"up"}, Help: "what was searched before"},
	{Do: "query-after", In: Search, Keys: []string{"down"}, Help: "what was searched after that"},

	{Do: "add", In: Memories | Text | Found, Keys: []string{"a"}, Help: "add a memory", Hint: "add"},
	{Do: "edit", In: Memories | Text | Found, Keys: []string{"e"}, Help: "edit: save a new version", Hint: "edit"},
	{Do: "delete", In: Memories | Text | Found, Keys: []string{"d"}, Help: "delete", Hint: "delete"},
	{Do: "cover", In: Memories | Text | Found, Keys: []string{"x"}, Help: "cover: no longer true from this level up"},
	{Do: "undelete", In: Memories | Text | Found, Keys: []string{"u"}, Help: "undo the last delete", Hint: "undo"},

	{Do: "keep", In: Confirm, Keys: []string{"enter"}, Help: "purge, if the key has been typed", Hint: "purge"},
	{Do: "unwrite", In: Confirm, Keys: []string{"esc"}, Help: "leave it", Hint: "leave"},

	{Do: "save", In: Writing, Keys: []string{"ctrl+s"}, Help: "save", Hint: "save"},
	{Do: "next-field", In: Writing, Keys: []string{"tab"}, Help: "the next field", Hint: "field"},
	{Do: "last-field", In: Writing, Keys: []string{"shift+tab"}, Help: "the field before"},
	{Do: "unwrite", In: Writing, Keys: []string{"esc"}, Help: "leave; asks if something was changed", Hint: "leave"},
	{Do: "newline", In: Writing, Keys: []string{"enter"}, Help: "a new line, or the next field"},
	{Do: "up", In: Writing, Keys: []string{"up"}, Help: "up"},
	{Do: "down", In: Writing, Keys: []string{"down"}, Help: "down"},
	{Do: "left", In: typing, Keys: []string{"left", "ctrl+b"}, Help: "left"},
	{Do: "right", In: typing, Keys: []string{"right", "ctrl+f"}, Help: "right"},
	{Do: "word-left", In: typing, Keys: []string{"ctrl+left", "alt+left"}, Help: "a word to the left"},
	{Do: "word-right", In: typing, Keys: []string{"ctrl+right", "alt+right"}, Help: "a word to the right"},
	{Do: "line-start", In: typing, Keys: []string{"home", "ctrl+a"}, Help: "to the beginning of the line"},
	{Do: "line-end", In: typing, Keys: []string{"end"}, Help: "to the end of the line"},
	{Do: "page-up", In: Writing, Keys: []string{"pgup"}, Help: "a page up"},
	{Do: "page-down", In: Writing, Keys: []string{"pgdown"}, Help: "a page down"},
	{Do: "first", In: Writing, Keys: []string{"ctrl+home"}, Help: "to the beginning"},
	{Do: "last", In: Writing, Keys: []string{"ctrl+end"}, Help: "to the end"},
	{Do: "erase", In: typing, Keys: []string{"backspace", "shift+backspace"}, Help: "erase the character before"},
	{Do: "erase-word", In: typing, Keys: []string{"ctrl+w", "ctrl+backspace", "alt+backspace"}, Help: "erase the word before"},
	{Do: "erase-to-edge", In: typing, Keys: []string{"ctrl+u"}, Help: "erase back to the beginning of the line"},
	{Do: "delete", In: typing, Keys: []string{"delete", "ctrl+d"}, Help: "erase the character at the cursor"},
	{Do: "delete-word", In: typing, Keys: []string{"ctrl+delete"}, Help: "erase the word at the cursor"},
	{Do: "delete-to-end", In: typing, Keys: []string{"ctrl+k"}, Help: "erase up to the end of the line"},
	{Do: "undo", In: typing, Keys: []string{"ctrl+_", "ctrl+/"}, Help: "undo", Hint: "undo"},
	{Do: "redo", In: typing, Keys: []string{"ctrl+y"}, Help: "redo"},

	{Do: "filter", In: Audit, Keys: []string{"f"}, Help: "show another kind only", Hint: "filter"},
	{Do: "filter", In: Shadows, Keys: []string{"f"}, Help: "all keys, or only those at several levels", Hint: "filter"},
	{Do: "log", In: Audit | Events, Keys: []string{"F"}, Help: "the log, or what is past again", Hint: "log"},
	{Do: "restore", In: Audit, Keys: []string{"R"}, Help: "restore", Hint: "restore"},
	{Do: "purge", In: Audit, Keys: []string{"P"}, Help: "purge: erase for good", Hint: "purge"},
	{Do: "column-left", In: Shadows, Keys: []string{"h", "left"}, Help: "the level to the left"},
	{Do: "column-right", In: Shadows, Keys: []string{"l", "right"}, Help: "the level to the right"},
	{Do: "raise-other", In: Sessions, Keys: []string{"R"}, Help: "raise this session", Hint: "raise"},
	{Do: "end-other", In: Sessions, Keys: []string{"E"}, Help: "end this session", Hint: "end"},
	{Do: "back", In: Audit | Events | Sessions | Eyes, Keys: []string{"esc", "h", "left", "q"}, Help: "back", Hint: "back"},
	{Do: "back", In: Shadows, Keys: []string{"esc", "q"}, Help: "back", Hint: "back"},
	{Do: "pane", In: Audit | Events | Sessions | Eyes, Keys: []string{"enter", "tab", "shift+tab", "l", "right"}, Help: "the other pane", Hint: "read"},
	{Do: "eyes", In: Shadows, Keys: []string{"enter"}, Help: "all that a session at this level sees", Hint: "its eyes"},
	{Do: "pane", In: Shadows, Keys: []string{"tab", "shift+tab"}, Help: "the other pane", Hint: "read"},

	{Do: "take", In: Ladder, Keys: []string{"enter"}, Help: "raise to this level", Hint: "raise"},
	{Do: "take", In: Tags, Keys: []string{"enter"}, Help: "show the memories with this tag", Hint: "show"},
	{Do: "new", In: Ladder, Keys: []string{"N"}, Help: "new session at this level", Hint: "new session"},
	{Do: "back", In: Text | Ladder | Sheet | Tags, Keys: []string{"esc", "h", "left", "q"}, Help: "back", Hint: "back"},
	{Do: "versions", In: panes, Keys: []string{"v"}, Help: "versions, or the text again", Hint: "versions"},
	{Do: "markdown", In: panes, Keys: []string{"w"}, Help: "the text raw, or as Markdown", Hint: "raw"},
	{Do: "hidden", In: panes, Keys: []string{"i"}, Help: "the text raw, with hidden characters marked"},

	{Do: "yes", In: Question, Keys: []string{"y"}, Help: "yes", Hint: "yes"},
	{Do: "no", In: Question, Keys: []string{"n", "esc", "q"}, Help: "no", Hint: "no"},
	{Do: "press", In: Question, Keys: []string{"enter"}, Help: "press the button that is marked", Hint: "press"},
	{Do: "switch", In: Question, Keys: []string{"tab", "right", "l"}, Help: "the next button", Hint: "switch"},
	{Do: "switch-back", In: Question, Keys: []string{"shift+tab", "left", "h"}, Help: "the button before"},

	{Do: "down", In: moving, Keys: []string{"j", "down"}, Help: "down"},
	{Do: "up", In: moving, Keys: []string{"k", "up"}, Help: "up"},
	{Do: "half-down", In: scrolling, Keys: []string{"ctrl+d"}, Help: "half a page down"},
	{Do: "half-up", In: scrolling, Keys: []string{"ctrl+u"}, Help: "half a page up"},
	{Do: "page-down", In: scrolling, Keys: []string{"pgdown", "space", "ctrl+f"}, Help: "a page down"},
	{Do: "page-up", In: scrolling, Keys: []string{"pgup", "ctrl+b"}, Help: "a page up"},
	{Do: "first", In: moving, Keys: []string{"g", "home"}, Help: "to the beginning"},
	{Do: "last", In: moving, Keys: []string{"G", "end"}, Help: "to the end"},

	{Do: "pane", In: panes, Keys: []string{"tab", "shift+tab"}, Help: "the other pane"},
	{Do: "memories", In: panes | views, Keys: []string{"1"}, Help: "Memories"},
	{Do: "audit", In: panes | views, Keys: []string{"2"}, Help: "Audit: what is past, and the log"},
	{Do: "shadows", In: panes | views, Keys: []string{"3"}, Help: "Shadows: what each level gets"},
	{Do: "sessions", In: panes | views, Keys: []string{"4"}, Help: "Sessions: who has acted"},
	{Do: "taint", In: panes | views, Keys: []string{"T"}, Help: "taint: raise, or a new session", Hint: "taint"},
	{Do: "reread", In: panes | views, Keys: []string{"r"}, Help: "read again", Hint: "reread"},
	{Do: "error", In: panes | views, Keys: []string{"!"}, Help: "the last error"},
	{Do: "help", In: panes | Ladder | views, Keys: []string{"?"}, Help: "these keys"},
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
	return k.In&panes == panes && k.In != moving && k.In != scrolling && !slices.Contains(aboutOne, k.Do)
}

// aboutOne are the actions on the memory that a person is on.
var aboutOne = []Action{"versions", "add", "edit", "delete", "cover", "undelete"}

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
