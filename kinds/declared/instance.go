package declared

import (
	"fmt"
	"sync"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// Instance is a puzzle of a declared family.
type Instance struct {
	f    *Family
	b    *rules.Board
	lang string // of sentences: en or zh; empty means en

	played func() ([]*playLayer, error) // the layers that a player fills in
}

func (f *Family) instance(b *rules.Board) *Instance {
	i := &Instance{f: f, b: b}
	i.played = sync.OnceValues(i.table)
	return i
}

// In gives the same puzzle with its sentences in a language, en or zh.
func (i *Instance) In(lang string) puzzle.Instance {
	return &Instance{f: i.f, b: i.b, lang: lang, played: i.played}
}

// Board gives the puzzle's board: read it, do not change it.
func (i *Instance) Board() *rules.Board { return i.b }

// Params gives the size and the parameters.
func (i *Instance) Params() puzzle.Params {
	return i.f.params(i.b.Geo.Rows, i.b.Geo.Cols, i.b.Params)
}

// Desc is the text of the board in one line.
func (i *Instance) Desc() string {
	text, err := i.f.forms.Text.WriteProblem(i.b)
	if err != nil { // a board that was read can be written
		return "?" + packer.Replace(err.Error())
	}
	return pack(text)
}

// Encode writes the puzzle in one of the family's formats.
func (i *Instance) Encode(format string) (string, error) {
	form, err := i.f.form(format)
	if err != nil {
		return "", err
	}
	text, err := form.WriteProblem(i.b)
	if err != nil {
		return "", fmt.Errorf("%w: %v", puzzle.ErrLossy, err)
	}
	return text, nil
}

// Solution is an answer to a puzzle: the values of the layers to be found.
type Solution struct {
	f *Family
	b *rules.Board
}

// Board gives the board with the answer.
func (s *Solution) Board() *rules.Board { return s.b }

// Encode writes the solution in one of the family's formats.
func (s *Solution) Encode(format string) (any, error) {
	form, err := s.f.form(format)
	if err != nil {
		return nil, err
	}
	return form.WriteSolution(s.b)
}

// Desc is the text of the solution in one line.
func (s *Solution) Desc() string {
	text, err := s.f.forms.Text.WriteSolution(s.b)
	if err != nil {
		return "?" + packer.Replace(err.Error())
	}
	return pack(text)
}

// ReadSolution reads a solution in one of the family's formats.
func (i *Instance) ReadSolution(format, text string) (puzzle.Solution, error) {
	form, err := i.f.form(format)
	if err != nil {
		return nil, err
	}
	b, err := form.ReadSolution(i.b, text)
	if err != nil {
		return nil, err
	}
	return &Solution{i.f, b}, nil
}
