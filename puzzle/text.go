package puzzle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/quandary-puzzles/quandary/record"
)

// CheckFormat looks a name of a format up: the empty name means the family's own, and one that it does not have is an *UnknownError.
func CheckFormat(r Reader, name string) error {
	var names []string
	for _, f := range r.Formats() {
		if f.Name == name || name == "" {
			return nil
		}
		names = append(names, f.Name)
	}
	return Unknownf("format", name, names)
}

// Text is text that says by itself all that there is to know: as parameters, or as a solution.
type Text string

func (t Text) String() string { return string(t) }

// Encode gives the text, in every format.
func (t Text) Encode(string) (any, error) { return string(t), nil }

// Desc gives the text in one line.
func (t Text) Desc() string { return strings.Join(strings.Fields(string(t)), " ") }

// Lines reads a format of one puzzle a line: the read function fills in what a line says, and its error is told with the place; a line
// from which it makes neither an instance nor an error is left out. Blank lines are, too. An error of the stream, or a line of more bytes
// than are allowed, is an entry.
func Lines(ctx context.Context, name string, r io.Reader, maxLine int, read func(e *Entry, line string) error) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		lines := record.NewLineReader(r, maxLine)
		for ctx.Err() == nil {
			text, number, err := lines.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			over := err != nil && !errors.Is(err, record.ErrLineTooLong)
			e := Entry{Line: number}
			if err == nil {
				err = read(&e, string(text))
			}
			if err != nil {
				e.Instance, e.Err = nil, fmt.Errorf("%s:%d: %w", name, number, err)
			}
			if (e.Instance != nil || e.Err != nil) && !yield(e) || over {
				return
			}
		}
	}
}
