// Package quandary makes logic puzzles and works with them: it solves them, explains their solution step by step, judges answers, and
// reads and writes them. It is the way in for Go programs; docs/library.md leads through it.
//
// A puzzle is named by an id that holds all of it, or by a family, parameters and a seed that make it again on every machine:
//
//	fillomino:4x4:...   (family:parameters:description)
//	sudoku:9x9#17       (family:parameters#seed)
//
// The words of the field are explained in ARCHITECTURE.md. What this package returns comes from package puzzle, the contract that all
// families keep; who needs more than stands here goes on from there.
package quandary

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// A Puzzle is a puzzle and its family. It never changes and is safe for concurrent use.
type Puzzle struct {
	Family   puzzle.Family
	Instance puzzle.Instance
}

// ErrNotUnique is the error of a puzzle that does not have exactly one solution.
var ErrNotUnique = errors.New("the puzzle does not have exactly one solution")

// Families returns the families of puzzles that the module knows, more than four hundred. Making the registry is cheap: rules files are
// read when a family is first used.
func Families() *puzzle.Registry { return foundry.Families() }

// Open returns the puzzle of an id. Of an id with a seed it makes the puzzle, which can take seconds. The error of an unknown family
// names the nearest one.
func Open(ctx context.Context, id string) (*Puzzle, error) {
	fam, inst, err := Families().Open(ctx, id)
	if err != nil {
		return nil, err
	}
	return &Puzzle{fam, inst}, nil
}

// A Definition makes full boards of a family for carve.GenPuzzles, to be carved with a complexity function and transformations of one's own.
// It is for one goroutine; Close gives back what its last board holds.
type Definition interface {
	carve.Definition[puzzle.Instance]
	Close()
}

// Define returns the definition of a family that a rules file states, at a size. It finds out first which printed values may be taken
// away, which can take seconds.
func Define(ctx context.Context, family puzzle.Family, size puzzle.Params) (Definition, error) {
	f, ok := family.(interface {
		Define(context.Context, puzzle.Params) (*declared.Definition, error)
	})
	if !ok {
		return nil, fmt.Errorf("%s has a program of its own, and no definition for others", family.Name())
	}
	return f.Define(ctx, size)
}

// Make makes the puzzle with a number of a seed: of a family and parameters such as "sudoku:9x9", with the settings that the family's
// Options document (nil: the usual ones). The same arguments give the same puzzle on every machine. Settings that no puzzle meets
// are a *puzzle.UnreachableError.
func Make(ctx context.Context, name string, settings puzzle.Settings, seed, number uint64) (*Puzzle, error) {
	fam, params, desc, at, err := Families().SplitID(name)
	if err != nil {
		return nil, err
	}
	if desc != "" || at != nil {
		return nil, fmt.Errorf("%s names one puzzle: expected a family and parameters, such as %s:%s", name, fam.Name(), params)
	}
	gen, ok := fam.(puzzle.Generator)
	if !ok {
		return nil, fmt.Errorf("%s puzzles cannot be generated", fam.Name())
	}
	check := fam.About().CheckSettings
	if check == nil {
		check = func(_ puzzle.Params, s puzzle.Settings) error { return s.Validate(gen.Options()) }
	}
	if err := check(params, settings); err != nil {
		return nil, err
	}
	made, err := gen.Generate(ctx, params, settings, puzzle.Stream(fam, seed, number), nil)
	if err != nil {
		return nil, err
	}
	return &Puzzle{fam, made.Instance}, nil
}

// State reads a rules file (docs/rules.md), in which a family of puzzles is stated on a page. The path is for messages. An error
// names file, line and column.
func State(path string, data []byte) (puzzle.Family, error) {
	file, problems := rules.Load(path, data, nil)
	if file == nil {
		return nil, problems.Err()
	}
	fam, problems := declared.New(file, native.New())
	if fam == nil {
		return nil, problems.Err()
	}
	return fam, nil
}

// ID returns the id that holds the whole puzzle.
func (p *Puzzle) ID() string { return puzzle.ID(p.Family, p.Instance) }

// Text returns the puzzle as plain text.
func (p *Puzzle) Text() (string, error) { return p.drawn(nil) }

// Solved returns the puzzle with a solution filled in, as plain text.
func (p *Puzzle) Solved(s puzzle.Solution) (string, error) { return p.drawn(s) }

func (p *Puzzle) drawn(s puzzle.Solution) (string, error) {
	shown, ok := p.Instance.(puzzle.Shown)
	if !ok {
		return "", fmt.Errorf("%s puzzles cannot be drawn", p.Family.Name())
	}
	var scene puzzle.Scene
	var err error
	if s == nil {
		scene, err = shown.Scene("")
	} else {
		scene, err = shown.SolutionScene(s)
	}
	return scene.Text, err
}

// Solve returns the only solution. Where there is none, or several, the error is ErrNotUnique; [puzzle.Solver] counts solutions.
func (p *Puzzle) Solve(ctx context.Context) (puzzle.Solution, error) {
	solver, ok := p.Instance.(puzzle.Solver)
	if !ok {
		return nil, fmt.Errorf("%s puzzles cannot be solved", p.Family.Name())
	}
	found, err := solver.Solve(ctx, 2)
	if err != nil {
		return nil, err
	}
	if found.Status != puzzle.Unique {
		return nil, ErrNotUnique
	}
	return found.Solutions[0], nil
}

// Explain returns the steps in which a person would solve the puzzle, each the easiest that the board offers then. It ends early where
// the family's techniques do not suffice.
func (p *Puzzle) Explain(ctx context.Context) iter.Seq2[puzzle.Step, error] {
	ex, ok := p.Instance.(puzzle.Explainer)
	if !ok {
		return func(yield func(puzzle.Step, error) bool) {
			yield(puzzle.Step{}, fmt.Errorf("%s puzzles cannot be explained", p.Family.Name()))
		}
	}
	return ex.Explain(ctx, "", puzzle.ExplainOptions{})
}

// Question states the rules and the puzzle as text for people and language models, in a language: en or zh, and de, es or ja where the
// family has them, as all declared families do.
func (p *Puzzle) Question(lang string) (string, error) {
	w, ok := p.Instance.(puzzle.Worded)
	if !ok {
		return "", fmt.Errorf("%s puzzles cannot be told as text", p.Family.Name())
	}
	return w.Question(lang), nil
}

// Mark marks an answer, in whatever words it is written, and says why. It is judged by the rules of the puzzle, so every right
// solution counts; where the puzzle has only one, and the time of the context suffices to find it, a wrong answer has partial credit.
func (p *Puzzle) Mark(ctx context.Context, answer string) grade.Mark {
	solution, err := p.Solve(ctx)
	if err != nil {
		solution = nil
	}
	return grade.ByRules(p.Instance, solution, answer)
}
