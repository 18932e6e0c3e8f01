package markdown

import (
	"bytes"
	"slices"
	"strings"

	"charm.land/glamour/v2/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"minne/ui/theme"
)

// ink is what a run of text is drawn in. Glamour is given a number for each; the
// theme's paint takes its place when its rows are read.
type ink uint8

const (
	plain ink = iota
	heading
	code
	quiet
)

func (k ink) paint(t theme.Theme) theme.Paint {
	return [...]theme.Paint{plain: t.Text, heading: t.Strong, code: t.Key, quiet: t.Quiet}[k]
}

// render lets glamour draw each block, an empty line between them. Lines are as
// long as they are; only a table that does not fit is made as wide as the page.
func (p page) render(blocks []block) ([]line, bool) {
	long, fit := p.renderer(0), p.renderer(p.width)
	var all []line
	for i, b := range blocks {
		lines, ok := draw(long, b)
		if ok && b.isTable() && slices.ContainsFunc(lines, p.tooWide) {
			lines, ok = draw(fit, b)
		}
		if !ok {
			return nil, false
		}
		if tight(b.tree) {
			lines = slices.DeleteFunc(lines, line.empty)
		}
		if i > 0 {
			all = append(all, line{})
		}
		all = append(all, lines...)
	}
	return all, true
}

// tight reports whether there is nothing but items of one line or more in a block:
// glamour writes an empty line where a list in a list ends.
func tight(n ast.Node) bool {
	for _, c := range children(n) {
		switch c.Kind() {
		case ast.KindTextBlock:
		case ast.KindList, ast.KindListItem:
			if !tight(c) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// renderer returns glamour, made for a width; for 0 it does not wrap.
func (p page) renderer(width int) renderer.Renderer {
	glamour := ansi.NewRenderer(ansi.Options{
		WordWrap: width, InlineTableLinks: true, PreserveNewLines: true, Styles: p.styles(),
	})
	return renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(glamour, 0)))
}

func draw(with renderer.Renderer, b block) ([]line, bool) {
	var out bytes.Buffer
	if err := with.Render(&out, b.source, b.tree); err != nil {
		return nil, false
	}
	return read(out.String())
}

// styles are the same for every theme but for the glyphs: where there is no
// colour, the signs that are kept have to tell.
func (p page) styles() ansi.StyleConfig {
	in := func(k ink) ansi.StylePrimitive {
		return ansi.StylePrimitive{Color: new(string('0' + rune(k)))}
	}
	yes, t := new(true), p.theme
	cross := "┼"
	if t.Down == "|" {
		cross = "+"
	}
	s := ansi.StyleConfig{
		BlockQuote:     ansi.StyleBlock{Indent: new(uint(1)), IndentToken: new(string(bar) + " ")},
		Heading:        ansi.StyleBlock{StylePrimitive: in(heading)},
		Emph:           ansi.StylePrimitive{Italic: yes},
		Strong:         ansi.StylePrimitive{Bold: yes},
		Strikethrough:  in(quiet),
		Item:           ansi.StylePrimitive{BlockPrefix: t.Dash + string(signEnd)},
		Enumeration:    ansi.StylePrimitive{BlockPrefix: "." + string(signEnd)},
		Task:           ansi.StyleTask{Ticked: "[x]" + string(signEnd), Unticked: "[ ]" + string(signEnd)},
		LinkText:       ansi.StylePrimitive{Underline: yes},
		Code:           ansi.StyleBlock{StylePrimitive: in(code)},
		CodeBlock:      ansi.StyleCodeBlock{StyleBlock: ansi.StyleBlock{StylePrimitive: in(code), Indent: new(uint(2))}},
		Table:          ansi.StyleTable{CenterSeparator: &cross, ColumnSeparator: &t.Down, RowSeparator: &t.Across},
		HorizontalRule: in(quiet),
	}
	s.HorizontalRule.Format = "\n" + strings.Repeat(t.Across, 8) + "\n"
	s.Strikethrough.CrossedOut = yes
	s.Code.Prefix, s.Code.Suffix = "`", "`"
	s.List.LevelIndent = 2
	for i, h := range []*ansi.StyleBlock{&s.H1, &s.H2, &s.H3, &s.H4, &s.H5, &s.H6} {
		h.Prefix = strings.Repeat("#", i+1) + " "
	}
	return s
}
