package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"minne/store"
	"minne/store/storetest"
)

func open(t testing.TB, now func() time.Time) *store.SQLite {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "m.db"), store.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSQLiteConforms(t *testing.T) {
	storetest.Run(t, func(t testing.TB, now func() time.Time) storetest.Opened {
		s := open(t, now)
		return storetest.Opened{Provider: s, Check: s.Check}
	})
}
