package uitest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
)

var update = flag.Bool("update", false, "write the golden screens anew")

// Shows fails the test unless the screen is the one kept in testdata under name.
func (d *Driver) Shows(name string) *Driver {
	d.T.Helper()
	path := filepath.Join("testdata", name+".txt")
	got := d.Text()
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			d.T.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			d.T.Fatal(err)
		}
		return d
	}
	want, err := os.ReadFile(path)
	if err != nil {
		d.T.Fatalf("%v (run the test with -update)", err)
	}
	if got != string(want) {
		d.T.Errorf("%s: the screen is\n%s\nwant\n%s", name, got, want)
	}
	return d
}

// Has fails the test unless each text can be seen.
func (d *Driver) Has(texts ...string) *Driver {
	d.T.Helper()
	for _, want := range texts {
		if got := d.Text(); !strings.Contains(got, want) {
			d.T.Errorf("%q is not on the screen:\n%s", want, got)
		}
	}
	return d
}

// Lacks fails the test if any of the texts can be seen.
func (d *Driver) Lacks(texts ...string) *Driver {
	d.T.Helper()
	for _, no := range texts {
		if got := d.Text(); strings.Contains(got, no) {
			d.T.Errorf("%q is on the screen:\n%s", no, got)
		}
	}
	return d
}
