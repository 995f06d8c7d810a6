package blanks

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"

	"github.com/quandary-puzzles/quandary/blanks/export"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Formats lists what puzzles are written in. Every format names the puzzle by its id, by which it is read back.
func (*Family) Formats() []puzzle.Format {
	return []puzzle.Format{
		{Name: "id", Doc: "the puzzle's id, one a line", Extensions: []string{".txt"}, Lines: true},
		{Name: "moodle", Doc: "Moodle XML: cloze questions", Extensions: []string{".xml"}, Head: export.MoodleHead, Foot: export.MoodleFoot},
		{Name: "html", Doc: "a page that marks itself", Extensions: []string{".html"}, Head: export.HTMLHead, Foot: export.HTMLFoot},
		{Name: "notebook", Doc: "a Jupyter notebook", Extensions: []string{".ipynb"},
			Head: export.NotebookHead, Between: export.NotebookBetween, Foot: export.NotebookFoot},
	}
}

// Encode writes the puzzle.
func (in *Instance) Encode(format string) (string, error) {
	id := "blanks:" + in.p.String() + ":" + in.desc
	if format == "" || format == "id" {
		return id, nil
	}
	s := *in.sheet(in.lang)
	s.Blanks = append(s.Blanks[:0:0], s.Blanks...)
	for i, b := range s.Blanks {
		list, err := in.c.against(context.Background(), s.Lang, i, b.Options)
		if err != nil {
			return "", err
		}
		for _, r := range list {
			why := ""
			if r != nil {
				why = fails(s.Lang, r)
			}
			s.Blanks[i].Against = append(s.Blanks[i].Against, why)
		}
	}
	switch format {
	case "moodle":
		return export.Moodle(&s, id), nil
	case "html":
		return export.HTML(&s, id)
	case "notebook":
		return export.Notebook(&s, id)
	}
	return "", puzzle.Unknownf("format", format, []string{"id", "moodle", "html", "notebook"})
}

// maxRead bounds a line of a file with puzzles.
const maxRead = 1 << 20

var ids = regexp.MustCompile(`blanks:([A-Za-z0-9._-]+):([A-Za-z0-9_-]+)`)

// Read finds the puzzles in a file of any of the formats by their ids.
func (f *Family) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	return func(yield func(puzzle.Entry) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxRead)
		seen := map[string]bool{}
		number := 0
		for lines.Scan() && ctx.Err() == nil {
			number++
			found := ids.FindAllStringSubmatch(lines.Text(), -1)
			if len(found) == 0 && format == "id" && strings.TrimSpace(lines.Text()) != "" {
				if !yield(puzzle.Entry{Line: number, Format: "id", Err: fmt.Errorf("%s:%d: expected an id that begins with blanks:gcd, or the name of another file", name, number)}) {
					return
				}
			}
			for _, m := range found {
				if seen[m[0]] {
					continue
				}
				seen[m[0]] = true
				e := puzzle.Entry{Line: number, Format: format}
				p, err := f.ParseParams(m[1])
				if err == nil {
					e.Instance, err = f.Decode(p, m[2])
				}
				if err != nil {
					e.Instance, e.Err = nil, fmt.Errorf("%s:%d: %w", name, number, err)
				}
				if !yield(e) {
					return
				}
			}
		}
		if err := lines.Err(); err != nil && !errors.Is(err, io.EOF) {
			yield(puzzle.Entry{Line: number + 1, Err: fmt.Errorf("%s:%d: %w", name, number+1, err)})
		}
	}
}
