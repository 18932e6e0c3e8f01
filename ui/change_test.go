package ui_test

import (
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"minne/model"
	"minne/ui"
	"minne/ui/uitest"
)

func TestADeletionAsksStartsOnNoAndCanBeUndone(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Type("d").Has("Delete user-name?", "[ No ]", "[ Delete ]").Press(uv.KeyEnter, 0).Lacks("[ No ]").Has("◑ user-name")
		d.Type("dn").Has("◑ user-name").Type("d").Press(uv.KeyEscape, 0).Has("◑ user-name").Lacks("u undo")
		d.Type("d").Press(uv.KeyTab, 0).Press(uv.KeyEnter, 0)
		d.Has("deleted, u undoes it: user-name at ◑ CONFIDENTIAL", "◔ user-name", "u undo").Lacks("◑ user-name")
		d.Type("u").Has("restored user-name at ◑ CONFIDENTIAL", "◑ user-name").Lacks("u undo")
		d.Type("u").Has("there is no deletion to undo")
	})
}

func TestALowerRecordIsNotDeletedButCovered(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("G").Has("▌○ pref-editor").Lacks("d delete")
		d.Type("d").Has("pref-editor is PUBLIC, and a CONFIDENTIAL session deletes", "covers it from CONFIDENTIAL up").Press(uv.KeyEscape, 0)
		d.Type("x").Has("Cover pref-editor?", "[ No ]").Type("n").Has("pref-editor")
		d.Type("xy").Has("covered pref-editor at ◑ CONFIDENTIAL").Lacks("○ pref-editor")
		d.Type("TjjN").Has("○ PUBLIC  up to", "pref-editor")
	})
}

func TestDeletingInTheTextLeavesItsVersions(t *testing.T) {
	t.Parallel()
	run(t, 80, 24, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Type("j").Press(uv.KeyEnter, 0).Has("We will miss April.").Type("dy")
		d.Has("This memory is no longer here.").Type("u").Has("We will miss April.")
	})
}

func TestUndoIsOfferedOnlyWhileItIsPossible(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("dy").Has("u undo")
		w.save(model.Confidential, 0, "user-name", "saved by another")
		d.Type("u").Has("undo the deletion: a live memory with this key exists at this level")
		d.Type("u").Has("there is no deletion to undo")
		d.Type("dy").Has("u undo").Type("Tky").Press(uv.KeyEnter, 0).Type("y").Has("● RESTRICTED  up to").Lacks("u undo")
		d.Type("u").Has("there is no deletion to undo")
	})
}

func TestAChangeThatFailsSaysSoAndChangesNothing(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, func(o *ui.Options) { o.Changes = nil }, func(d *uitest.Driver, w *world) {
		w.fail(errDisk)
		d.Type("dy").Has("delete the memory: the disk does not answer")
		w.fail(nil)
		d.Type("r").Has("◑ user-name")
	})
}

func TestAReadOnlyDatabaseSaysWhyNothingCanBeChanged(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"a", "e", "d", "x", "u"} {
		run(t, 120, 30, harbour, func(o *ui.Options) { o.ReadOnly = true }, func(d *uitest.Driver, _ *world) {
			d.Lacks("d delete", "a add", "e edit").Type(key).Has("the database is read-only: nothing can be changed").Lacks("[ No ]", "will be saved")
		})
	}
}

func TestAPasteAnswersNoQuestionAboutARecord(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, _ *world) {
		d.Type("d").Paste("y\n").Has("[ No ]").Wait(time.Second).Has("[ No ]")
	})
}

func TestWhatASearchHasFoundCanBeChanged(t *testing.T) {
	t.Parallel()
	run(t, 120, 30, harbour, nil, func(d *uitest.Driver, w *world) {
		d.Type("/deadline").Wait(time.Second).Press(uv.KeyEnter, 0).Has("e edit").Type("e").Has("Edit project-harbour-deadline").Type("Still: ")
		d.Press('s', uv.ModCtrl).Wait(time.Second).Has("saved project-harbour-deadline version 2", "Still: We will")
		d.Type("d").Has("Delete project-harbour-deadline?").Type("y").Wait(time.Second).Has("deleted, u undoes it").Lacks("Still: We will")
	})
}
