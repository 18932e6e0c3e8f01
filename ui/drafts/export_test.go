package drafts

import (
	"io"

	"minne/model"
)

// HeadSize is how many bytes of a draft are read before its level is known.
const HeadSize = headSize

// ReadHead reads the head of a draft.
func ReadHead(r io.Reader) (model.Level, error) {
	_, l, err := readHead(r)
	return l, err
}
