package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newParser returns a parser of CommonMark, and of GitHub's tables if wanted,
// without HTML, references and bare addresses.
func newParser(tables bool) parser.Parser {
	options := []parser.Option{
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
		),
	}
	if tables {
		options = append(options,
			parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
			parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
		)
	}
	return parser.NewParser(options...)
}

// block is a part of a text that is drawn by itself. All of its words lie in
// source.
type block struct {
	tree   ast.Node
	source []byte
}

func (b block) isTable() bool { return b.tree.FirstChild().Kind() == extast.KindTable }

// parse reads a safe text, and reports whether it can be drawn.
func parse(safe string, tables bool) ([]block, bool) {
	w := writer{from: []byte(safe), ok: true}
	tree := newParser(tables).Parse(text.NewReader(w.from))
	if heavy(tree, 0) {
		return nil, false
	}
	w.inside(tree)
	var out []block
	for _, n := range children(tree) {
		alone := ast.NewDocument()
		alone.AppendChild(alone, n)
		out = append(out, block{alone, w.to})
	}
	return out, w.ok
}
