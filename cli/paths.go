package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"
	"strings"
)

// longest is the most bytes of a file's name without its ending: file systems
// allow 255, and SQLite and minne put files with longer names beside a database.
const longest = 200

// DatabasePath returns the file of an agent's memories below a data folder:
// FOLDER/minne/AGENT.db (SPEC D5).
func DatabasePath(data, agent string) string {
	return filepath.Join(data, "minne", FileName(agent)+".db")
}

// DataHome returns the folder for a person's data by the XDG rules:
// $XDG_DATA_HOME if that is an absolute path, else .local/share in the home
// folder.
func DataHome(getenv func(string) string) (string, error) {
	if d := getenv("XDG_DATA_HOME"); filepath.IsAbs(d) {
		return d, nil
	}
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if home := getenv(name); filepath.IsAbs(home) {
			return filepath.Join(home, ".local", "share"), nil
		}
	}
	return "", errors.New("there is no home folder to keep the database in")
}

// FileName returns the name of an agent's files, without an ending. No two
// agents share one, on a file system that ignores case either, and none is a name
// that an operating system keeps for itself: lower-case letters, digits, - and _
// stand for themselves, and so does a dot that is not the first; every other byte
// is % and two hexadecimal digits. A name too long for a file ends in %h and its
// hash.
func FileName(agent string) string {
	var b strings.Builder
	device := isDevice(agent)
	for i := range len(agent) {
		c := agent[i]
		if plain(c) && (i > 0 || c != '.' && !device) {
			b.WriteByte(c)
			continue
		}
		b.WriteString("%" + hex.EncodeToString([]byte{c}))
	}
	name := b.String()
	if len(name) <= longest {
		return name
	}
	sum := sha256.Sum256([]byte(agent))
	end := "%h" + hex.EncodeToString(sum[:16])
	return wholeBytes(name[:longest-len(end)]) + end
}

func plain(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.'
}

// isDevice reports whether Windows would take the name for a device, whatever
// its ending.
func isDevice(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	if slices.Contains([]string{"con", "prn", "aux", "nul"}, base) {
		return true
	}
	return len(base) == 4 && (base[:3] == "com" || base[:3] == "lpt") && '0' <= base[3] && base[3] <= '9'
}

// wholeBytes takes a cut-off escape from the end of an encoded name.
func wholeBytes(name string) string {
	if i := strings.LastIndexByte(name, '%'); i >= 0 && i > len(name)-3 {
		return name[:i]
	}
	return name
}
