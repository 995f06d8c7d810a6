package declared

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/drawing/pens"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/rules/penpa"
)

// The names of the formats.
const (
	textFormat = "text"
	pzprFormat = "pzprv3"
	urlFormat  = "url"

	penpaFormat = "penpa"
)

// form gives the form of a format's name; the empty name means the family's own.
func (f *Family) form(format string) (*codec.Form, error) {
	var names []string
	for _, x := range f.Formats() {
		names = append(names, x.Name)
	}
	var form *codec.Form
	switch format {
	case "", textFormat, penpaFormat: // a drawing holds its solution in a form of its own; alone it is a text
		form = f.forms.Text
	case pzprFormat:
		form = f.forms.PZPR
	case urlFormat:
		form = f.forms.URL
	}
	if form == nil {
		return nil, puzzle.Unknownf("format of "+f.file.ID, format, names)
	}
	return form, nil
}

// Formats lists the formats in which the family's boards are read and written.
func (f *Family) Formats() []puzzle.Format {
	out := []puzzle.Format{{Name: textFormat, Doc: "rows and columns, then the board with blanks between; boards are divided by empty lines"}}
	if f.forms.PZPR != nil {
		out = append(out, puzzle.Format{Name: pzprFormat, Doc: "board files of pzpr, with / or the end of a line between lines"})
	}
	if f.forms.URL != nil {
		out = append(out, puzzle.Format{Name: urlFormat, Doc: "addresses of puzz.link, one a line", Lines: true})
	}
	return append(out, puzzle.Format{Name: penpaFormat, Doc: "addresses of penpa-edit, one a line, which hold the solution too, so that the page tells when it is drawn", Lines: true, Solution: true})
}

// maxLine bounds a line of a board's text, in bytes.
const maxLine = codec.MaxText

// Read reads boards. Boards in the text format are divided by empty lines, a board file begins with the word pzprv3, an address is
// a line.
func (f *Family) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	return read(ctx, name, r, func(text string, line int) puzzle.Entry { return f.entry(name, text, line, format) })
}

// read divides a stream into the texts of boards, and makes an entry of each with the line on which it begins.
func read(ctx context.Context, name string, r io.Reader, entry func(text string, line int) puzzle.Entry) iter.Seq[puzzle.Entry] {
	return func(yield func(puzzle.Entry) bool) {
		lines := record.NewLineReader(r, maxLine)
		var block []string
		first := 0
		flush := func() bool {
			if len(block) == 0 {
				return true
			}
			e := entry(strings.Join(block, "\n"), first)
			block = nil
			return yield(e)
		}
		for {
			if ctx.Err() != nil {
				return
			}
			raw, number, err := lines.Next()
			if errors.Is(err, io.EOF) {
				flush()
				return
			}
			if err != nil {
				if !flush() || !yield(puzzle.Entry{Line: number, Err: fmt.Errorf("%s:%d: %w", name, number, err)}) || !errors.Is(err, record.ErrLineTooLong) {
					return
				}
				continue
			}
			text := strings.TrimRight(string(raw), "\r\n")
			empty := strings.TrimSpace(text) == ""
			if empty || strings.HasPrefix(text, "pzprv3") || isAddress(text) {
				if !flush() {
					return
				}
			}
			if empty {
				continue
			}
			if len(block) == 0 {
				first = number
			}
			block = append(block, text)
			if isAddress(text) && !flush() {
				return
			}
		}
	}
}

// isAddress reports whether a line is an address: no blanks, and parts divided by slashes.
func isAddress(line string) bool {
	return penpa.Recognised(line) || !strings.ContainsAny(line, " \t") && strings.Count(line, "/") >= 2 && !strings.HasPrefix(line, "pzprv3") ||
		strings.HasPrefix(line, "http://") || strings.HasPrefix(line, "https://")
}

// recognise names the format of a board's text.
func recognise(text string) string {
	switch {
	case strings.HasPrefix(text, "pzprv3"):
		return pzprFormat
	case penpa.Recognised(text):
		return penpaFormat
	case isAddress(strings.TrimSpace(text)):
		return urlFormat
	}
	return textFormat
}

// genreOf gives the genre that a board file or an address names, or "".
func genreOf(text string) string {
	switch text = strings.TrimSpace(text); recognise(text) {
	case pzprFormat:
		fields := strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '\n' || r == '\r' })
		if len(fields) > 1 {
			return strings.TrimSpace(fields[1])
		}
	case urlFormat:
		return codec.Genre(text)
	}
	return ""
}

// entry reads one board.
func (f *Family) entry(name, text string, line int, format string) puzzle.Entry {
	asked := format != ""
	if !asked {
		format = recognise(text)
	}
	e := puzzle.Entry{Line: line, Format: format}
	if format == penpaFormat {
		problem, answer, err := pens.Read(f.looks, text, asked)
		if err != nil {
			e.Err = fmt.Errorf("%s:%d: %w", name, line, err)
			return e
		}
		if e.Instance = f.instance(problem); answer != nil {
			e.Answer = &Solution{f, answer}
		}
		return e
	}
	form, err := f.form(format)
	if err == nil {
		var problem, answer *rules.Board
		if format == pzprFormat {
			if problem, answer, err = form.ReadBoard(text); err == nil && answer != nil {
				e.Answer = &Solution{f, answer}
			}
		} else {
			problem, err = form.ReadProblem(text)
		}
		if err == nil {
			e.Instance = f.instance(problem)
		}
	}
	if err != nil {
		var at *codec.Error
		if errors.As(err, &at) && at.Line > 0 {
			here := *at
			here.Line = 0
			e.Err = fmt.Errorf("%s:%d:%d: %w", name, line+at.Line-1, at.Col, &here)
		} else {
			e.Err = fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	return e
}
