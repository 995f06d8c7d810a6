package declared

import (
	"errors"
	"fmt"
	"sync"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/answers"
	"github.com/quandary-puzzles/quandary/internal/asking"
	"github.com/quandary-puzzles/quandary/internal/drawing/pens"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/internal/telling/claims"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// Instance is a puzzle of a declared family.
type Instance struct {
	f    *Family
	b    *rules.Board
	lang string // of sentences; empty means en

	played  func() ([]*playLayer, error) // the layers that a player fills in
	asking  func() *asking.Question      // what is asked for
	judging func() *judge.Prepared
	reading func() (*claims.Reader, error) // of claims

	counting func() ([]board.Place, error) // the clues that are counted off
	verdicts *verdicts
}

func (f *Family) instance(b *rules.Board) *Instance {
	i := &Instance{f: f, b: b, verdicts: newVerdicts()}
	i.played = sync.OnceValues(i.table)
	i.asking = sync.OnceValue(func() *asking.Question { return asking.New(b, f.looks) })
	i.counting = sync.OnceValues(i.clues)
	i.reading = sync.OnceValues(i.read)
	i.judging = sync.OnceValue(func() *judge.Prepared { return judge.Prepare(i.b) })
	return i
}

// Claims reads what a sentence says of the places of the puzzle.
func (i *Instance) Claims(sentence string) []puzzle.Claim {
	r, err := i.reading()
	if err != nil {
		return nil
	}
	return r.Claims(sentence)
}

// read makes who reads claims.
func (i *Instance) read() (*claims.Reader, error) {
	played, err := i.played()
	if err != nil {
		return nil, err
	}
	var layers []*claims.Layer
	for _, l := range played {
		c := &claims.Layer{Layer: l.Layer, Places: l.places, Names: l.names, Marks: l.marks, Values: l.values}
		if l.empty {
			c.None = none
		}
		if l.fixed != nil {
			c.Given = make([]string, len(l.places))
			for n, p := range l.places {
				if l.fixed[n] {
					c.Given[n] = l.mark(i.b.Marks(l.Layer).Values[p])
				}
			}
		}
		layers = append(layers, c)
	}
	return claims.NewReader(i.speaker(i.b), layers, i.f.reasons()), nil
}

// In gives the same puzzle with its sentences in a language.
func (i *Instance) In(lang string) puzzle.Instance { return i.in(lang) }

func (i *Instance) in(lang string) *Instance {
	own := *i
	own.lang = lang
	return &own
}

// speaker gives who speaks of an answer to the puzzle, in the puzzle's language.
func (i *Instance) speaker(answer *rules.Board) telling.Speaker { return i.f.speaker(answer, i.lang) }

// ToldIn lists the languages in which steps are told.
func (i *Instance) ToldIn() []string { return phrases.Languages() }

// Board gives the puzzle's board: read it, do not change it.
func (i *Instance) Board() *rules.Board { return i.b }

// Params gives the size and the parameters.
func (i *Instance) Params() puzzle.Params {
	return i.f.params(i.b.Size())
}

// Desc is the text of the board in one line.
func (i *Instance) Desc() string { return i.f.forms.Desc(i.b) }

// Extras gives what the puzzle offers beyond the contract.
func (i *Instance) Extras() puzzle.Extras {
	return puzzle.Extras{
		Cost:         i.Cost,
		Replay:       i.moves().Replay,
		Mistakes:     i.Mistakes,
		Refute:       i.Refute,
		Locate:       i.Locate,
		Claims:       i.Claims,
		Tell:         i.Tell,
		In:           i.In,
		ToldIn:       i.ToldIn,
		FindAnswers:  i.FindAnswers,
		ReadOther:    i.readOther,
		Credit:       i.Credit,
		ReadSolution: i.ReadSolution,
		Broken:       i.Broken,
		Differences:  i.Differences,
		Advise:       i.Advise,
		Brushes:      i.Brushes,
		Givens:       i.Givens,
		Solved:       i.Solved,
	}
}

// Encode writes the puzzle in one of the family's formats.
func (i *Instance) Encode(format string) (string, error) {
	if format == penpaFormat {
		return pens.Write(i.f.looks, i.b, nil)
	}
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

// Solved writes the puzzle in a format that holds its solution too.
func (i *Instance) Solved(format string, s puzzle.Solution) (string, error) {
	sol, ok := s.(*Solution)
	if !ok || format != penpaFormat {
		return i.Encode(format)
	}
	return pens.Write(i.f.looks, i.b, sol.b)
}

// Solution is an answer to a puzzle: the values of the layers to be found.
type Solution struct {
	f *Family
	b *rules.Board
}

// Board gives the board with the answer.
func (s *Solution) Board() *rules.Board { return s.b }

// plain gives the solution that another may wrap; not ok where it is none of a rules file.
func plain(s puzzle.Solution) (*Solution, bool) {
	if v, ok := s.(*variantSolution); ok {
		return v.Solution, true
	}
	sol, ok := s.(*Solution)
	return sol, ok
}

// of gives a solution as one of the puzzle's family.
func (i *Instance) of(s puzzle.Solution) (*Solution, error) {
	if sol, ok := plain(s); ok && sol.f == i.f {
		return sol, nil
	}
	return nil, errors.New("a solution of another family")
}

// Encode writes the solution in one of the family's formats.
func (s *Solution) Encode(format string) (any, error) {
	form, err := s.f.form(format)
	if err != nil {
		return nil, err
	}
	return form.WriteSolution(s.b)
}

// Desc is the text of the solution in one line. What that text cannot say, such as sides that are no loop where it says what is inside,
// is written as an answer is, behind a question mark: two different answers never have the same description.
func (s *Solution) Desc() string {
	if text, err := s.f.forms.Text.WriteSolution(s.b); err == nil {
		if back, err := s.f.forms.Text.ReadSolution(s.b, text); err == nil && answers.Same(s.b, back) {
			return codec.Pack(text)
		}
	}
	return "?" + codec.Pack(s.f.instance(s.b).AnswerText(s, ""))
}

// Same reports whether another solution of the puzzle has the same values: they have the same description then.
func (s *Solution) Same(o puzzle.Solution) bool {
	other, ok := plain(o)
	return ok && (s == other || answers.Same(s.b, other.b))
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
