package rules

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// BoardSize is the size of one board, with those of its parameters that are said: 10x10, or 10x10,k=2.
type BoardSize struct {
	Rows, Cols int
	Params     map[string]int64
}

// ParseSize reads the size of a board of the family. The empty text is the size that most people play. A parameter without a default may
// be missing. The error says what was expected, or which bound of the file the size breaks.
func (f *File) ParseSize(text string) (BoardSize, error) {
	if text == "" {
		text = fmt.Sprintf("%dx%d", f.Size.Rows.Lo, f.Size.Cols.Lo)
		if len(f.Size.Usual) > 0 {
			text = f.Size.Usual[0]
		}
	}
	parts := strings.Split(text, ",")
	a, b, ok := strings.Cut(parts[0], "x")
	rows, err := strconv.Atoi(a)
	cols, err2 := strconv.Atoi(b)
	if !ok || err != nil || err2 != nil {
		return BoardSize{}, fmt.Errorf("expected a size such as 10x10 (rows and columns), found %q", nearest.Clip(parts[0]))
	}
	s := BoardSize{rows, cols, map[string]int64{}}
	for _, part := range parts[1:] {
		name, value, _ := strings.Cut(part, "=")
		if !slices.ContainsFunc(f.Params, func(p Param) bool { return p.Name == name }) {
			var known []string
			for _, p := range f.Params {
				known = append(known, p.Name)
			}
			return BoardSize{}, errors.New(nearest.Unknown("parameter of "+f.ID, name, nearest.All(name, known), known))
		}
		if s.Params[name], err = strconv.ParseInt(value, 10, 64); err != nil {
			return BoardSize{}, fmt.Errorf("expected %s=NUMBER, found %q", name, nearest.Clip(part))
		}
	}
	if err := f.Size.bounds(f.ID, rows, cols); err != nil {
		return BoardSize{}, err
	}
	// A parameter without a default may still be missing: a board's text has it.
	if _, err := NewBoard(f, rows, cols, s.Params); err != nil && (len(s.Params) == len(f.Params) || len(f.Params) == 0) {
		return BoardSize{}, err
	}
	return s, nil
}

// bounds says which bound of a family a size breaks.
func (s Size) bounds(family string, rows, cols int) error {
	switch {
	case !s.Rows.has(rows) || !s.Cols.has(cols):
		return fmt.Errorf("a board of %dx%d: %s has %s rows and %s columns", rows, cols, family, s.Rows, s.Cols)
	case s.Square && rows != cols:
		return fmt.Errorf("a board of %dx%d: %s has as many rows as columns", rows, cols, family)
	case rows*cols > MaxCells:
		return fmt.Errorf("a board of %dx%d: at most %d cells", rows, cols, MaxCells)
	}
	return nil
}

// SizeText writes a size as ParseSize reads it.
func (f *File) SizeText(s BoardSize) string {
	text := fmt.Sprintf("%dx%d", s.Rows, s.Cols)
	for _, p := range f.Params {
		if n, ok := s.Params[p.Name]; ok {
			text += fmt.Sprintf(",%s=%d", p.Name, n)
		}
	}
	return text
}

// CompleteSize fills in the parameters that have no default and are not said, as the file says for boards that are made. The error names one of
// which it says nothing.
func (f *File) CompleteSize(s BoardSize) (BoardSize, error) {
	params := maps.Clone(s.Params)
	for _, p := range f.Params {
		if _, ok := params[p.Name]; ok || p.Default != nil {
			continue
		}
		e := f.Making.Params[p.Name]
		if e == nil {
			return s, fmt.Errorf("the parameter %s is missing: write %s,%s=NUMBER, a number in %s", p.Name, f.SizeText(s), p.Name, p.Range)
		}
		geo, err := board.New(s.Rows, s.Cols)
		if err != nil {
			return s, err
		}
		n, err := (&Board{File: f, Geo: geo, Params: params, marks: make([]*Marks, len(f.Layers))}).number(e)
		if err != nil {
			return s, err
		}
		if params == nil {
			params = map[string]int64{}
		}
		params[p.Name] = min(max(n, int64(p.Range.Lo)), int64(p.Range.Hi))
	}
	s.Params = params
	return s, nil
}

// Size gives the size of the board, with all its parameters.
func (b *Board) Size() BoardSize { return BoardSize{b.Geo.Rows, b.Geo.Cols, b.Params} }
