package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"charm.land/lipgloss/v2"

	"minne/model"
	"minne/tools"
	"minne/tools/text"
)

// output is where a command's answer, notes and errors go. Answers go to standard
// output, everything said about them to standard error. What comes from the
// database is passed through package text by whoever adds it to a line.
type output struct {
	answer *bufio.Writer
	notes  io.Writer

	tty   bool // the answer goes to a terminal
	color bool
	utf8  bool
	width int // columns; 0: as many as it takes

	json  bool
	quiet bool
}

func newOutput(env Env) *output {
	o := &output{answer: bufio.NewWriter(env.Stdout), notes: env.Stderr, tty: env.Terminal(Stdout), utf8: speaksUTF8(env.Getenv)}
	o.color = o.tty && env.Getenv("NO_COLOR") == "" && !dumb(env)
	if o.tty && env.Width != nil {
		o.width = env.Width()
	}
	return o
}

// speaksUTF8 reports whether the locale's characters are UTF-8.
func speaksUTF8(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return false
}

// line prints one line of the answer.
func (o *output) line(words ...any) { _, _ = fmt.Fprintln(o.answer, words...) }

// confirm prints the line that says a change is made.
func (o *output) confirm(format string, args ...any) {
	if !o.quiet {
		o.line(fmt.Sprintf(format, args...))
	}
}

// note says something about the answer, to people only.
func (o *output) note(format string, args ...any) {
	if !o.quiet && !o.json {
		o.warn(format, args...)
	}
}

// warn says something that a person must not miss.
func (o *output) warn(format string, args ...any) {
	if !o.json {
		_ = o.answer.Flush() // so that it stands after what it is about
		_, _ = fmt.Fprintf(o.notes, format+"\n", args...)
	}
}

// document prints an answer as JSON (SPEC 3).
func (o *output) document(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write the answer as JSON: %w", err)
	}
	_, _ = o.answer.Write(append(text.JSON(b), '\n'))
	return nil
}

// end flushes the answer, shows what went wrong, and returns the exit code.
func (a *app) end(ctx context.Context, err error) int {
	code := done
	if stop, ok := err.(exit); ok {
		code, err = int(stop), nil
	}
	if err != nil {
		code = a.fail(ctx, err)
	}
	switch err := a.out.answer.Flush(); {
	case err == nil || hungUp(err):
		return code
	default:
		return max(code, a.fail(ctx, failure("the answer cannot be written: "+err.Error())))
	}
}

// fail shows an error and returns its exit code.
func (a *app) fail(ctx context.Context, err error) int {
	r := a.explain(ctx, err)
	if a.out.json {
		if e := a.out.document(tools.Failure{Error: r.err}); e != nil {
			r.hints = append(r.hints, e.Error())
		}
	}
	a.complain(r.message, r.hints...)
	return r.exit
}

// complain prints the lines of an error.
func (a *app) complain(message string, hints ...string) {
	_, _ = fmt.Fprintln(a.env.Stderr, "minne: "+text.Line(message))
	for _, h := range hints {
		_, _ = fmt.Fprintln(a.env.Stderr, "hint: "+text.Line(h))
	}
}

// style returns a text in a colour, where there is colour.
func (o *output) style(s lipgloss.Style, words string) string {
	if !o.color {
		return words
	}
	return s.Render(words)
}

var (
	bold  = lipgloss.NewStyle().Bold(true)
	faint = lipgloss.NewStyle().Faint(true)

	// colors are of the 16 that every terminal's palette has.
	colors = map[model.Level]lipgloss.Style{
		model.Public:       lipgloss.NewStyle().Foreground(lipgloss.Green),
		model.Internal:     lipgloss.NewStyle().Foreground(lipgloss.Blue),
		model.Confidential: lipgloss.NewStyle().Foreground(lipgloss.Yellow),
		model.Restricted:   lipgloss.NewStyle().Foreground(lipgloss.Red).Bold(true),
	}
	glyphs = map[model.Level]string{model.Public: "○", model.Internal: "◔", model.Confidential: "◑", model.Restricted: "●"}
	signs  = map[model.Level]string{model.Public: ".", model.Internal: "-", model.Confidential: "+", model.Restricted: "#"}
)

// badge returns a level as it is always shown: a sign and the word.
func (o *output) badge(l model.Level) string {
	sign := signs[l]
	if o.utf8 {
		sign = glyphs[l]
	}
	return o.style(colors[l], sign+" "+l.String())
}

func (o *output) badges(all []model.Level) string {
	words := make([]string, len(all))
	for i, l := range all {
		words[i] = o.badge(l)
	}
	return strings.Join(words, ", ")
}
