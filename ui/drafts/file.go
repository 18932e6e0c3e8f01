package drafts

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"time"

	"minne/model"
)

// What the files of a draft end in. Another format would get another ending.
const (
	draftFile   = ".draft"
	newFile     = ".new"     // one that is being written
	lockFile    = ".lock"    // locked while an editor is open
	damagedFile = ".damaged" // one that could not be read
)

// The head of a draft: the magic, the level in one byte, seven zero bytes, the
// length of the body, its SHA-256, four zero bytes, and the CRC-32 of all that.
const (
	magic    = "minne draft\n"
	levelAt  = 12
	lengthAt = 20
	sumAt    = 28
	crcAt    = 64
	headSize = 68
	bodyMost = 64 << 20
)

// unknownLevel is the level of a draft whose head cannot be read: only a session
// that may see everything may know of it.
var unknownLevel = model.Levels[len(model.Levels)-1]

// errDamaged says that a draft cannot be read.
var errDamaged = errors.New("the draft is damaged")

// body is a draft as JSON, in which bytes that are not text survive.
type body struct {
	Key, Tags, Text, Expires []byte
	Cursor                   int
	BaseKey                  []byte `json:",omitempty"`
	BaseLevel                uint8  `json:",omitempty"`
	BaseVersion              int    `json:",omitempty"`
	At                       time.Time
}

func encode(d Draft) ([]byte, error) {
	b, err := json.Marshal(body{
		[]byte(d.Key), []byte(d.Tags), []byte(d.Text), []byte(d.Expires), d.Cursor,
		[]byte(d.Base.Key), uint8(d.Base.Level), d.Base.Version, d.At,
	})
	if err != nil {
		return nil, err
	}
	if len(b) > bodyMost {
		return nil, errors.New("it is too long to be kept")
	}
	head := make([]byte, headSize, headSize+len(b))
	copy(head, magic)
	head[levelAt] = byte(d.Level)
	binary.BigEndian.PutUint64(head[lengthAt:], uint64(len(b)))
	sum := sha256.Sum256(b)
	copy(head[sumAt:], sum[:])
	binary.BigEndian.PutUint32(head[crcAt:], crc32.ChecksumIEEE(head[:crcAt]))
	return append(head, b...), nil
}

// readHead reads the head of a draft and nothing more, and returns its level.
func readHead(r io.Reader) (head []byte, l model.Level, err error) {
	head = make([]byte, headSize)
	if _, err := io.ReadFull(r, head); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errDamaged
		}
		return nil, 0, err
	}
	l = model.Level(head[levelAt])
	if !bytes.HasPrefix(head, []byte(magic)) || binary.BigEndian.Uint32(head[crcAt:]) != crc32.ChecksumIEEE(head[:crcAt]) || !l.Valid() {
		return nil, 0, errDamaged
	}
	return head, l, nil
}

// readBody reads the rest of a draft.
func readBody(r io.Reader, head []byte) (Draft, error) {
	n := binary.BigEndian.Uint64(head[lengthAt:])
	if n > bodyMost {
		return Draft{}, errDamaged
	}
	b, err := io.ReadAll(io.LimitReader(r, int64(n)+1))
	if err != nil {
		return Draft{}, err
	}
	var got body
	if sum := sha256.Sum256(b); uint64(len(b)) != n || !bytes.Equal(sum[:], head[sumAt:sumAt+len(sum)]) || json.Unmarshal(b, &got) != nil {
		return Draft{}, errDamaged
	}
	return Draft{
		Key: string(got.Key), Tags: string(got.Tags), Text: string(got.Text), Expires: string(got.Expires), Cursor: got.Cursor,
		Base: Base{model.Key(got.BaseKey), model.Level(got.BaseLevel), got.BaseVersion}, At: got.At,
	}, nil
}

// read reads a draft, if its level may be seen; if not, that is ErrGone.
func (f Folder) read(id model.ID, sees func(model.Level) bool) (Draft, error) {
	file, err := os.Open(f.path(id, draftFile))
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || !sees(unknownLevel) {
			err = ErrGone
		}
		return Draft{}, err
	}
	defer file.Close()
	head, level, err := readHead(file)
	if err != nil {
		level = unknownLevel
	}
	if !sees(level) {
		return Draft{}, ErrGone
	}
	if err != nil {
		return Draft{}, err
	}
	d, err := readBody(file, head)
	d.ID, d.Level = id, level
	return d, err
}

// levelOf returns the level of a file, if its head can be read.
func levelOf(path string) (model.Level, bool) {
	file, err := os.Open(path)
	if err != nil {
		return 0, false
	}
	defer file.Close()
	_, l, err := readHead(file)
	return l, err == nil
}

// write puts a draft into the place of the one before, so that at any moment one
// or the other is there, whole.
func (f Folder) write(id model.ID, d Draft) error {
	b, err := encode(d)
	if err != nil {
		return err
	}
	temp := f.path(id, newFile)
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := writeSynced(temp, b); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	if err := os.Rename(temp, f.path(id, draftFile)); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return syncDir(f.dir)
}

func writeSynced(path string, b []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(b); err != nil {
		return errors.Join(err, file.Close())
	}
	return errors.Join(file.Sync(), file.Close())
}

// syncDir makes sure that what a folder holds is on the disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the folder of drafts: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}
