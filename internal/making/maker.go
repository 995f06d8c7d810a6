package making

import (
	"context"
	"sync"

	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/internal/answers"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
)

// Source is what puzzles of a family are made of.
type Source struct {
	File   *rules.File
	Forms  *codec.Forms // what is made can be written as text
	Engine solve.Engine // its sessions must be solve.Prober
	Rater  Rater        // of what is made; nil where nobody asks for a class
	Prefix string       // of ids, in messages: "slitherlink:"
	// ClassNames are the classes that Rater tells, the easiest first; nil: the numbers of those of deduce/declared.
	ClassNames []string
	// Variant says that the file was put together for one Sudoku variant: its objects are given with the board, and the digits alone are carved.
	Variant bool
}

// Rater tells how hard boards are, by the steps that solve them. Classes of steps are numbers from 1 to 7 here, those of deduce/declared.
type Rater interface {
	// Rate rates a puzzle that needs no step harder than most. That of another has no class, and open says how much such steps leave undecided.
	// The error of a board without a solution is carve.ErrNoSolution.
	Rate(ctx context.Context, b *rules.Board, most int) (r puzzle.Rating, open float64, err error)
	// Estimate rates a puzzle by bounded work, with the number of its class; ok is false where it took more.
	Estimate(ctx context.Context, b *rules.Board) (r puzzle.Rating, ok bool, err error)
	// Within tells how far steps lead that are no harder than most: roughly, for less work than Rate.
	Within(ctx context.Context, b *rules.Board, most int) (*deduce.Reach, error)
}

// Maker makes puzzles of a family. It is safe for concurrent use.
type Maker struct {
	Source
	grades grades // the names of difficulty
	judge  *answers.Judge

	mu     sync.Mutex
	sorted *sorted // what the given layers are, once that is known
}

// New reads what a rules file says of making. What is wrong there are problems with places.
func New(s Source) (*Maker, doctree.Problems) {
	grades, probs := readGrades(s.File)
	m := &Maker{Source: s, grades: grades, judge: answers.NewJudge(s.Engine)}
	if s.Variant {
		m.sorted = &sorted{parts: map[*rules.Layer]part{}, beside: map[string]combos{}}
		for _, l := range s.File.Layers {
			if m.sorted.parts[l] = fixed; l.Role == rules.Find && l.Printed {
				m.sorted.parts[l] = clue
			}
		}
	}
	return m, probs
}

// Made is a puzzle with its only solution.
type Made struct {
	Puzzle, Solution *rules.Board
	Class            string        // "" where nobody asked for one
	Work             record.Object // what making took
}

// Make makes a puzzle of a size, with settings that Options lists. The same stream makes the same puzzle. It is a full board carved, by carve.Find;
// what leaves has been read back from its own text, solved anew, and judged by the rules. Settings that no puzzle meets are a
// *puzzle.UnreachableError, and a size that no full board comes of is a *puzzle.NoBoardError.
func (m *Maker) Make(ctx context.Context, size rules.BoardSize, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	return m.make(ctx, size, s, nil, r, report)
}

// classes names the classes of difficulty, the easiest first.
func (m *Maker) classes() []string {
	if m.ClassNames != nil {
		return m.ClassNames
	}
	return classNames
}

// rate gives the whole rating of a puzzle.
func (m *Maker) rate(ctx context.Context, b *rules.Board) (puzzle.Rating, error) {
	r, _, err := m.Rater.Rate(ctx, b, len(deduce.ClassCodes))
	return r, err
}

// name is what a puzzle is called in messages: its id.
func (m *Maker) name(b *rules.Board) string { return m.Prefix + m.key(b) }

// key tells puzzles apart.
func (m *Maker) key(b *rules.Board) string { return m.File.SizeText(b.Size()) + ":" + m.Forms.Desc(b) }

// judging prepares to list what answers to a puzzle break: of all rules, or (some not nil) of those that have no meaning without some layers.
func (m *Maker) judging(b *rules.Board, some *rules.Dependents) func(ctx context.Context, answer *rules.Board) ([]judge.Broken, error) {
	prepared := judge.Prepare(b)
	if some != nil {
		prepared = judge.PrepareSome(b, some.Rule)
	}
	return func(ctx context.Context, answer *rules.Board) ([]judge.Broken, error) {
		return m.judge.Broken(ctx, prepared, b, answer)
	}
}
