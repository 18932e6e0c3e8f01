package ui

// What the tests need of the field of tags.
var (
	ReadTags  = readTags
	WriteTags = writeTags
)
