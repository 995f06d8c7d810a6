// Package carve is the general generator of "Automatically Generating Puzzles of Different Complexity" (2014), algorithm 1,
// GenPuzzles: start from a full random board, empty one square after another in an order that a strategy chooses, keep each
// removal that leaves a valid puzzle, and sort every board met on the way, and its symmetric equivalents, by how complex it
// is.
//
// The package knows no puzzle. A family supplies the paper's three parts:
//
//   - D, a Definition: it makes a full random Board and says of a Board whether squares can be emptied (isRemoveValid:
//     unique, at most k solutions, solvable by given techniques: the family's business);
//   - C, a Complexity function from puzzles to class names;
//   - T, Transformations with names, which keep the rules and the class: they are tried on each full board before they are used.
//
// A square is anything that a puzzle states and can leave out: the value of a cell, a clue of a clue set, a card. Squares
// are numbered from 0. Everything random comes from one stream, so a seed gives the same puzzles.
package carve

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Stream is a stream of random numbers, the same on every platform: what a Definition and a Transformation draw from. Its methods are
// Uint64, Uint64N, IntN, Int64Between, Float64, Bool, Shuffle and Perm; Derive("label", i) gives another stream, which depends on the name
// alone and not on what was drawn. A Stream is for one goroutine.
type Stream = rng.Stream

// NewStream gives the stream of a seed.
func NewStream(seed uint64) *Stream { return rng.New(seed) }

// Definition is a family's definition D.
type Definition[P any] interface {
	// Random makes a full board: the paper's GetRandomPuzzle.
	Random(ctx context.Context, r *Stream) (Board[P], error)
}

// Board is a board being carved. All squares are there at the start.
type Board[P any] interface {
	// Len is the number of squares.
	Len() int
	// Valid reports whether the board is still a valid puzzle without these squares: the paper's isRemoveValid. Validity
	// must be monotone: what is invalid stays so when more squares go. Carving rests on it: a square is tested once.
	Valid(ctx context.Context, squares []int) (bool, error)
	// Remove empties squares; Valid was true of them.
	Remove(squares []int)
	// Puzzle gives the board as it stands, as a value that later removals do not change.
	Puzzle() (P, error)
}

// Complexity is the paper's complexity function C: it names the class of a puzzle.
type Complexity[P any] func(ctx context.Context, p P) (class string, err error)

// of gives the class of a puzzle: "" where nothing says how complex puzzles are.
func (c Complexity[P]) of(ctx context.Context, p P) (string, error) {
	if c == nil {
		return "", nil
	}
	return c(ctx, p)
}

// Options say how to carve and when to stop. The zero value carves to the end, uniformly.
type Options struct {
	Strategy Strategy // nil: Uniform
	Keep     []int    // squares that stay: "keep these givens"
	Empties  int      // stop when so many squares are empty; 0: carve to the end
	Share    int      // stop when so many per cent of the squares are empty; 0: carve to the end
	Steps    int      // stop after so many validity tests; 0: no bound
	// From is the number of empty squares from which boards are classified and transformed; the paper's 1 is the default.
	From int
	// Final classifies the last board only.
	Final bool
	// Trail keeps every board met on the way in the result's Trail.
	Trail bool
	// Stream names the stream below the run's from which carving draws; empty: the run's own.
	Stream string
	// Report is called after each test; it may be nil.
	Report func(puzzle.Progress)
}

// Class is the puzzles of one class, in the order in which they were met.
type Class[P any] struct {
	Name    string
	Puzzles []P
}

// Result is the paper's PuzzComplDict, and the board that was left.
type Result[P any] struct {
	Classes []Class[P] // in the order in which the classes were met
	Trail   []P        // with Options.Trail: the full board, and the board after each removal
	Tests   []Test     // with Options.Trail: what was tested, in order
	Final   P          // the last board
	Empty   int        // its empty squares
	Tested  int        // squares tested
	Steps   int        // validity tests
	Minimal bool       // every square that was not kept on purpose has been tested
}

// Test is squares that were tested together.
type Test struct {
	Squares []int
	Removed bool
	Before  int // how many removals there were before it
}

// Of gives the puzzles of a class.
func (r *Result[P]) Of(class string) []P {
	for _, c := range r.Classes {
		if c.Name == class {
			return c.Puzzles
		}
	}
	return nil
}

func (r *Result[P]) add(class string, p P) {
	for i := range r.Classes {
		if r.Classes[i].Name == class {
			r.Classes[i].Puzzles = append(r.Classes[i].Puzzles, p)
			return
		}
	}
	r.Classes = append(r.Classes, Class[P]{class, []P{p}})
}

// GenPuzzles is algorithm 1 of the paper. The complexity function may be nil, and every puzzle then has the class "". The images of a puzzle
// have its class. A transformation that fails on the full board is a *TransformationError, and nothing is carved. When the context ends, the result holds what was found and the error is the context's.
func GenPuzzles[P any](ctx context.Context, d Definition[P], c Complexity[P], ts []Transformation[P], opt Options, r *Stream) (Result[P], error) {
	b, err := d.Random(ctx, r.Derive("full"))
	if err != nil {
		return Result[P]{}, err
	}
	return Carve(ctx, b, c, ts, opt, r)
}

// Carve is GenPuzzles from a given full board on.
func Carve[P any](ctx context.Context, b Board[P], c Complexity[P], ts []Transformation[P], opt Options, r *Stream) (Result[P], error) {
	if opt.Stream != "" {
		r = r.Derive(opt.Stream)
	}
	if n := max(1, opt.Share*b.Len()/100); opt.Share > 0 && (opt.Empties == 0 || n < opt.Empties) {
		opt.Empties = n
	}
	strategy := opt.Strategy
	if strategy == nil {
		strategy = Uniform()
	}
	st, err := newState(b.Len(), opt.Keep, r.Derive("choose"))
	if err != nil {
		return Result[P]{}, err
	}
	if err := verify(ctx, b, c, ts, r.Derive("verify")); err != nil {
		return Result[P]{}, err
	}
	g := &carving[P]{b: b, c: c, ts: ts, opt: opt, st: st, transforms: r.Derive("transform")}
	if err := g.trail(); err != nil {
		return g.res, err
	}
	for st.tested < st.n {
		if err := ctx.Err(); err != nil {
			return g.finish(ctx, err)
		}
		if opt.Empties > 0 && st.empty >= opt.Empties || opt.Steps > 0 && g.res.Steps >= opt.Steps {
			break
		}
		squares := strategy.Choose(st)
		if len(squares) == 0 {
			break
		}
		if opt.Empties > 0 && st.empty+len(squares) > opt.Empties {
			st.test(squares, false) // the orbit is larger than what is wanted
			continue
		}
		if err := g.test(ctx, squares); err != nil {
			return g.finish(ctx, err)
		}
	}
	return g.finish(ctx, nil)
}

// carving is one run of Carve.
type carving[P any] struct {
	b          Board[P]
	c          Complexity[P]
	ts         []Transformation[P]
	opt        Options
	st         *State
	transforms *Stream
	res        Result[P]
}

// test empties squares where the board stays valid without them.
func (g *carving[P]) test(ctx context.Context, squares []int) error {
	g.res.Steps++
	ok, err := g.b.Valid(ctx, squares)
	if err != nil {
		return err
	}
	g.st.test(squares, ok)
	if g.opt.Trail {
		g.res.Tests = append(g.res.Tests, Test{squares, ok, max(0, len(g.res.Trail)-1)})
	}
	if ok {
		g.b.Remove(squares)
		if err := g.trail(); err != nil {
			return err
		}
		if !g.opt.Final && g.st.empty >= max(1, g.opt.From) {
			if err := g.classify(ctx); err != nil {
				return err
			}
		}
	}
	if g.opt.Report != nil {
		g.opt.Report(puzzle.Progress{Done: g.st.tested, Total: g.st.n, Text: fmt.Sprintf("%d empty", g.st.empty)})
	}
	return nil
}

// trail keeps the board as it stands, where the way is wanted.
func (g *carving[P]) trail() error {
	if !g.opt.Trail {
		return nil
	}
	p, err := g.b.Puzzle()
	g.res.Trail = append(g.res.Trail, p)
	return err
}

// classify adds the board as it stands, and its images, to their class.
func (g *carving[P]) classify(ctx context.Context) error {
	p, err := g.b.Puzzle()
	if err != nil {
		return err
	}
	class, err := g.c.of(ctx, p)
	if err != nil {
		return err
	}
	same, err := images(g.b, p, g.ts, g.transforms)
	if err != nil {
		return err
	}
	for _, p := range append([]P{p}, same...) {
		g.res.add(class, p)
	}
	return nil
}

// finish says what was left when the carving ended, by an error or without.
func (g *carving[P]) finish(ctx context.Context, err error) (Result[P], error) {
	p, perr := g.b.Puzzle()
	g.res.Final, g.res.Empty, g.res.Tested = p, g.st.empty, g.st.tested-g.st.kept
	g.res.Minimal = g.st.tested == g.st.n
	if err == nil && g.opt.Final {
		err = g.classify(ctx)
	}
	return g.res, errors.Join(err, perr)
}

// Target is what Find looks for, beyond what Options say.
type Target[P any] struct {
	Class   string // wanted class; empty: any
	Empties int    // wanted number of empty squares, exactly; 0: any
	// Side compares a puzzle with what is wanted. With Side, Find looks between the full board and the last for an empty board that is as wanted: see aim.go.
	Side func(ctx context.Context, p P) (Verdict, error)
	// Glance does so for less work, and may be wrong; nil: Side is asked of every puzzle. What Glance takes for as wanted is what Side says.
	Glance func(ctx context.Context, p P) (Verdict, error)
	// Last has Side judge boards that are carved to the end alone, so that nothing can go from what is found.
	Last bool
	// Accept judges a puzzle by anything else, such as "needs this technique"; nil: any.
	Accept   func(ctx context.Context, p P) (bool, error)
	Text     string // the target in words, for messages
	Attempts int    // full boards to try, those varied from them not counted; 0: 1000
	// Patience ends a search with a side before its attempts, after so many boards in a row, those varied too, that came no nearer. It takes five times as
	// many where some puzzle was not too hard, and where none was looked at with more printed, as of Last and Empties. 0: it does not.
	Patience int
	// Near describes how near a result came, larger is nearer; nil: the number of empty squares.
	Near func(res Result[P]) (score float64, text string)
}

// Found is what Find found.
type Found[P any] struct {
	Puzzle   P
	Class    string
	Attempts int
	Steps    int
}

// Find carves one full board after another until a puzzle meets the target, and gives the one with the most empty squares
// of the first run that has any. A target that is not reached is a *puzzle.UnreachableError that says how near the best
// came.
func Find[P any](ctx context.Context, d Definition[P], c Complexity[P], opt Options, t Target[P], r *Stream) (Found[P], error) {
	var found Found[P]
	attempts := t.Attempts
	if attempts <= 0 {
		attempts = 1000
	}
	bestScore, bestText := -1.0, ""
	if t.Empties > 0 {
		opt.Empties, opt.Final = t.Empties, true
	}
	if t.Side != nil {
		return aimed(ctx, d, opt, t, attempts, r)
	}
	for found.Attempts < attempts {
		res, err := GenPuzzles(ctx, d, c, nil, opt, r.Derive("attempt", uint64(found.Attempts)))
		found.Attempts++
		found.Steps += res.Steps
		if err != nil {
			return found, err
		}
		score, text := float64(res.Empty), fmt.Sprintf("%d empty squares", res.Empty)
		if t.Near != nil {
			score, text = t.Near(res)
		}
		if score > bestScore {
			bestScore, bestText = score, text
		}
		if t.Empties > 0 && res.Empty != t.Empties {
			continue
		}
		for _, class := range res.Classes {
			if t.Class != "" && class.Name != t.Class {
				continue
			}
			for _, p := range slices.Backward(class.Puzzles) {
				ok := true
				if t.Accept != nil {
					if ok, err = t.Accept(ctx, p); err != nil {
						return found, err
					}
				}
				if ok {
					found.Puzzle, found.Class = p, class.Name
					return found, nil
				}
			}
		}
	}
	return found, &puzzle.UnreachableError{Target: t.Text, Best: bestText, Tries: found.Attempts}
}
