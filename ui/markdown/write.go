package markdown

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// writer writes a tree anew: what the reader should see of it, in words that
// glamour, which knows entities and escapes of its own, leaves alone.
type writer struct {
	from, to []byte
	ok       bool
	hang     int  // how many columns the sign of the item takes in which we are
	broken   bool // a line has just ended in it
}

// Private characters, of which a safe text has none, stand for others until
// glamour has written.
const (
	backslash = '\ue000' // which glamour would take for an escape
	ampersand = '\ue001' // which it would take for an entity
	bar       = '\ue002' // beside a quote
	signEnd   = '\ue003' // the space after the sign of an item
)

var conceal = map[byte]rune{'\\': backslash, '&': ampersand}

// nowhere is an address for which glamour writes nothing.
const nowhere = "#"

// inside writes all that is in a node.
func (w *writer) inside(n ast.Node) {
	for _, c := range children(n) {
		w.node(c)
	}
}

func children(n ast.Node) []ast.Node {
	var all []ast.Node
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		all = append(all, c)
	}
	return all
}

func (w *writer) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		w.text(n)
	case *ast.FencedCodeBlock:
		var fence []byte
		if n.Info != nil {
			fence = append([]byte("```"), n.Info.Segment.Value(w.from)...)
		}
		n.Info = nil
		n.SetLines(w.code(n, fence))
	case *ast.CodeBlock:
		n.SetLines(w.code(n, nil))
	case *ast.AutoLink:
		w.link(n, w.words(n.Label(w.from)))
	case *ast.Link:
		w.inside(n)
		w.link(n, append(children(n), w.address(n.Destination, n.Title)...)...)
	case *ast.Image:
		w.inside(n)
		said := append([]ast.Node{w.words([]byte("image: "))}, children(n)...)
		w.link(n, append(said, w.address(n.Destination, n.Title)...)...)
	case *ast.Paragraph, *ast.TextBlock:
		w.apart(n)
		w.inside(n)
		w.broken = false
	case *ast.ListItem:
		w.item(n)
	case *ast.Blockquote:
		w.plain(n)
	case *ast.Heading, *ast.List, *ast.ThematicBreak, *ast.CodeSpan, *ast.Emphasis,
		*extast.Strikethrough, *extast.TaskCheckBox, *extast.Table, *extast.TableHeader, *extast.TableRow, *extast.TableCell:
		w.inside(n)
	default:
		w.ok = false // glamour would write a warning on the screen
	}
}

// text writes words. In an item, those on its further lines stand under those on
// its first.
func (w *writer) text(n *ast.Text) {
	s := n.Segment.Value(w.from)
	if n.IsRaw() {
		s = bytes.ReplaceAll(s, []byte("\n"), []byte(" "))
	} else {
		s = util.UnescapePunctuations(s)
	}
	if w.broken {
		s = append(bytes.Repeat([]byte(" "), w.hang), s...)
	}
	w.broken = n.SoftLineBreak() || n.HardLineBreak()
	n.Segment = w.put(s)
}

// item writes an item of a list.
func (w *writer) item(n *ast.ListItem) {
	was := w.hang
	w.hang = 2
	if list, ok := n.Parent().(*ast.List); ok && list.IsOrdered() {
		w.hang = len(strconv.Itoa(list.Start+list.ChildCount()-1)) + 2
	}
	if first := n.FirstChild(); first != nil && first.FirstChild() != nil && first.FirstChild().Kind() == extast.KindTaskCheckBox {
		w.hang = 4
	}
	w.inside(n)
	w.hang, w.broken = was, false
}

// plain writes what may lie in an item but is not laid out like one.
func (w *writer) plain(n ast.Node) {
	was := w.hang
	w.hang = 0
	w.inside(n)
	w.hang, w.broken = was, false
}

// put adds words to the source.
func (w *writer) put(s []byte) text.Segment {
	start := len(w.to)
	for _, c := range s {
		if instead, ok := conceal[c]; ok {
			w.to = utf8.AppendRune(w.to, instead)
			continue
		}
		w.to = append(w.to, c)
	}
	return text.NewSegment(start, len(w.to))
}

func (w *writer) words(s []byte) ast.Node { return ast.NewTextSegment(w.put(s)) }

// code adds the lines of a block of code, between fences if there is something
// to read on the first of them.
func (w *writer) code(n ast.Node, fence []byte) *text.Segments {
	var s []byte
	if fence != nil {
		s = append(fence, '\n')
	}
	for _, line := range n.Lines().Sliced(0, n.Lines().Len()) {
		s = append(s, line.Value(w.from)...)
	}
	if len(s) > 0 && s[len(s)-1] != '\n' {
		s = append(s, '\n')
	}
	if fence != nil {
		s = append(s, "```\n"...)
	}
	all := text.NewSegments()
	all.Append(w.put(s))
	return all
}

// address returns the words that show where a link leads, whatever else it says.
func (w *writer) address(to, title []byte) []ast.Node {
	s := append([]byte(" ("), util.UnescapePunctuations(to)...)
	if len(title) > 0 {
		s = append(s, " \""...)
		s = append(s, bytes.ReplaceAll(util.UnescapePunctuations(title), []byte("\n"), []byte(" "))...)
		s = append(s, '"')
	}
	return []ast.Node{w.words(append(s, ')'))}
}

// link puts a link that leads nowhere in the place of a node.
func (w *writer) link(n ast.Node, said ...ast.Node) {
	l := ast.NewLink()
	l.Destination = []byte(nowhere)
	n.Parent().ReplaceChild(n.Parent(), n, l)
	for _, c := range said {
		l.AppendChild(l, c)
	}
}

// apart sets a paragraph of a list item apart from what stands before it there:
// glamour would write one behind the other.
func (w *writer) apart(n ast.Node) {
	before := n.PreviousSibling()
	if before == nil || n.Parent().Kind() != ast.KindListItem {
		return
	}
	breaks := 1
	switch before.Kind() {
	case ast.KindParagraph, ast.KindTextBlock, ast.KindHeading:
		breaks = 2
	}
	for range breaks {
		line := ast.NewTextSegment(text.NewSegment(0, 0))
		line.SetSoftLineBreak(true)
		n.InsertBefore(n, n.FirstChild(), line)
	}
}
