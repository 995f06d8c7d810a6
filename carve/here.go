package carve

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Stripping is a full board of which squares are taken away, as Board has it; the family tests removals faster than by
// solving each board anew.
type Stripping interface {
	Len() int
	Valid(ctx context.Context, squares []int) (bool, error)
	Remove(squares []int)
}

// Strippable is an instance that can be stripped so. The squares are those of a full board, in the order of its
// Removals.
type Strippable interface {
	puzzle.Editable
	// Stripping starts from a solution of the instance.
	Stripping(s puzzle.Solution) (Stripping, error)
}

// HereOptions say what Here aims at. The zero value carves to the end.
type HereOptions struct {
	// Class is the difficulty class wanted, as the instance's Rate names it; empty: any. Classes are those of the family, the
	// easiest first.
	Class   string
	Classes []string
	// Givens stops carving when so few givens are left; 0: carve to the end.
	Givens int
	// Keep leaves what is given at the start: only what had to be added, so that there is one solution, may go again.
	Keep bool
	// Attempts are the orders tried for a class; 0 stands for 20.
	Attempts int
	// Report is called on the way; it may be nil.
	Report func(puzzle.Progress)
}

// Errors of Here.
var (
	ErrNoSolution = errors.New("the board has no solution")
	ErrSeveral    = errors.New("the puzzle has several solutions, and what is to be added cannot be said in moves: add to it first")
)

// Here makes a puzzle with exactly one solution from a board as a setter has it, full or partial, of any family whose
// instances can be edited, solved and (for a class) rated.
//
// A board with several solutions is first completed, with values that are partly drawn at random. Then givens are taken away in a random order, each that leaves the solution the only
// one. For a class the removals are kept up to where the puzzle has it.
//
// The paper's algorithm (GenPuzzles) starts from a full board and empties squares that the board knows; this is its second
// half for boards of which only the contract of package puzzle is known.
func Here(ctx context.Context, inst puzzle.Instance, opt HereOptions, r *rng.Stream) (puzzle.Generated, error) {
	if opt.Attempts <= 0 {
		opt.Attempts = 20
	}
	h := &here{opt: opt, r: r}
	start, sol, err := h.complete(ctx, inst)
	if err != nil {
		return puzzle.Generated{}, err
	}
	var kept []puzzle.Move
	if ed, ok := inst.(puzzle.Editable); ok && opt.Keep {
		kept = ed.Removals()
	}
	best := ""
	for attempt := range opt.Attempts {
		list, err := h.strip(ctx, start, sol, kept, r.Derive("strip", uint64(attempt)))
		if err != nil {
			return puzzle.Generated{}, err
		}
		last := list[len(list)-1]
		if opt.Class == "" {
			class, err := classOf(ctx, last)
			if err != nil && ctx.Err() != nil {
				return puzzle.Generated{}, err
			}
			return h.done(last, sol, class)
		}
		k, class, err := h.prefix(ctx, list)
		if err != nil {
			return puzzle.Generated{}, err
		}
		if class == opt.Class {
			return h.done(list[k], sol, class)
		}
		best = "class " + class
	}
	return puzzle.Generated{}, &puzzle.UnreachableError{Target: "class " + opt.Class + " from this board", Best: best, Tries: opt.Attempts}
}

// here is one run of Here.
type here struct {
	opt    HereOptions
	r      *rng.Stream
	solves int
}

func (h *here) done(inst puzzle.Instance, sol puzzle.Solution, class string) (puzzle.Generated, error) {
	if c, ok := inst.(puzzle.Solver); ok {
		if err := c.CheckSolution(sol); err != nil {
			return puzzle.Generated{}, fmt.Errorf("the solution is wrong: %w", err)
		}
	}
	return puzzle.Generated{Instance: inst, Solution: sol, Class: class, Work: record.Object{{Key: "solves", Value: h.solves}}}, nil
}

func (h *here) report(done, total int, text string) {
	if h.opt.Report != nil {
		h.opt.Report(puzzle.Progress{Done: done, Total: total, Text: text})
	}
}

// solve decides uniqueness.
func (h *here) solve(ctx context.Context, inst puzzle.Instance) (puzzle.Status, puzzle.Solution, error) {
	s, ok := inst.(puzzle.Solver)
	if !ok {
		return puzzle.Unknown, nil, errors.New("puzzles of this family are not solved")
	}
	h.solves++
	res, err := s.Solve(ctx, 2)
	if err != nil {
		return puzzle.Unknown, nil, err
	}
	if len(res.Solutions) == 0 {
		return res.Status, nil, nil
	}
	return res.Status, res.Solutions[0], nil
}

// complete adds givens until one solution is left: first random ones, each with a random value that leaves a solution, so
// that the boards are even; then all of the solution that is at hand. Asking after each given whether one solution is left
// would keep fewer of them, which stripping does anyway, and asks the hardest questions there are: of boards nearly empty.
func (h *here) complete(ctx context.Context, inst puzzle.Instance) (puzzle.Instance, puzzle.Solution, error) {
	status, sol, err := h.solve(ctx, inst)
	if err != nil {
		return nil, nil, err
	}
	r := h.r.Derive("complete")
	drawn := -1 // how many random givens are still to be drawn; -1: not known yet
	for {
		switch status {
		case puzzle.Unique:
			return inst, sol, nil
		case puzzle.None:
			return nil, nil, ErrNoSolution
		case puzzle.Unknown:
			return nil, nil, errors.New("it could not be decided how many solutions the board has")
		}
		ed, ok := inst.(puzzle.Editable)
		if !ok {
			return nil, nil, ErrSeveral
		}
		open := ed.Reveals(sol)
		if len(open) == 0 {
			return nil, nil, ErrSeveral
		}
		if drawn < 0 {
			drawn = min(len(open)/randomShare, maxRandom)
		}
		if drawn == 0 {
			full, err := ed.Edit(open)
			return full, sol, err
		}
		drawn--
		h.report(0, 0, "adding givens")
		// Where the random value leaves no solution, the solution at hand says one that does.
		known := open[r.IntN(len(open))]
		for _, m := range []puzzle.Move{h.other(inst, known, r), known} {
			next, err := ed.Edit([]puzzle.Move{m})
			if err != nil {
				continue // breaks a rule at once
			}
			st, so, err := h.solve(ctx, next)
			if err != nil {
				return nil, nil, err
			}
			if st != puzzle.None {
				inst, status, sol = next, st, so
				break
			}
		}
	}
}

// randomShare is the part of the open squares, one in so many, that is drawn at random before a solution is taken whole, and
// maxRandom how many at most: with more, the proof that a value leaves no solution gets long.
const (
	randomShare = 16
	maxRandom   = 12
)

// other gives a move's cell a random symbol.
func (h *here) other(inst puzzle.Instance, m puzzle.Move, r *rng.Stream) puzzle.Move {
	v, ok := inst.(puzzle.Shown)
	if !ok {
		return m
	}
	view, err := v.View("en")
	if err != nil || view.Grid == nil || len(view.Grid.Symbols) == 0 {
		return m
	}
	at := slices.Index([]byte(m), '=')
	if at < 0 {
		return m
	}
	return m[:at+1] + puzzle.Move(view.Grid.Symbols[r.IntN(len(view.Grid.Symbols))])
}

// strip takes givens away in a random order, and gives the puzzle after each removal, the start first.
func (h *here) strip(ctx context.Context, start puzzle.Instance, sol puzzle.Solution, kept []puzzle.Move, r *rng.Stream) ([]puzzle.Instance, error) {
	list := []puzzle.Instance{start}
	ed, ok := start.(puzzle.Editable)
	if !ok {
		return nil, errors.New("puzzles of this family are not edited")
	}
	test, err := h.tester(start, sol)
	if err != nil {
		return nil, err
	}
	var order []puzzle.Move
	for _, m := range ed.Removals() {
		if !slices.Contains(kept, m) {
			order = append(order, m)
		}
	}
	left := len(order) + len(kept)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	var gone []puzzle.Move
	for i, m := range order {
		if h.opt.Givens > 0 && left <= h.opt.Givens {
			break
		}
		h.report(i, len(order), "taking givens away")
		// The moves are those of the start, which numbers its clues: all removals are made again together.
		next, err := ed.Edit(append(gone, m))
		if err != nil {
			continue
		}
		unique, err := test(ctx, m, next)
		if err != nil {
			return nil, err
		}
		if unique {
			gone = append(gone, m)
			list = append(list, next)
			left--
		}
	}
	return list, nil
}

// tester gives the test of one removal: whether the board that it leads to has one solution. A removal that has is made.
func (h *here) tester(start puzzle.Instance, sol puzzle.Solution) (func(ctx context.Context, m puzzle.Move, next puzzle.Instance) (bool, error), error) {
	st, ok := start.(Strippable)
	if !ok {
		return func(ctx context.Context, _ puzzle.Move, next puzzle.Instance) (bool, error) {
			status, _, err := h.solve(ctx, next)
			return status == puzzle.Unique, err
		}, nil
	}
	board, err := st.Stripping(sol)
	if err != nil {
		return nil, err
	}
	full, err := st.Edit(st.Reveals(sol))
	if err != nil {
		return nil, err
	}
	square := map[puzzle.Move]int{}
	for i, m := range full.(puzzle.Editable).Removals() {
		square[m] = i
	}
	here := map[puzzle.Move]bool{}
	for _, m := range st.Removals() {
		here[m] = true
	}
	var open []int // what the start does not give has gone already: with it gone there is one solution
	for m, i := range square {
		if !here[m] {
			open = append(open, i)
		}
	}
	slices.Sort(open)
	board.Remove(open)
	return func(ctx context.Context, m puzzle.Move, _ puzzle.Instance) (bool, error) {
		h.solves++
		i, ok := square[m]
		if !ok {
			return false, fmt.Errorf("the full board has no given that %s takes away", m)
		}
		valid, err := board.Valid(ctx, []int{i})
		if err == nil && valid {
			board.Remove([]int{i})
		}
		return valid, err
	}, nil
}

// classOf gives a puzzle's class; "" where the family has none.
func classOf(ctx context.Context, inst puzzle.Instance) (string, error) {
	rater, ok := inst.(puzzle.Rater)
	if !ok {
		return "", nil
	}
	rating, err := rater.Rate(ctx)
	return rating.Class, err
}

// prefix finds the last puzzle of the list that is not harder than the class wanted, and its class. Puzzles get harder as they
// get emptier, but for exceptions that a search by halves may step over: it then stops at an easier puzzle.
func (h *here) prefix(ctx context.Context, list []puzzle.Instance) (int, string, error) {
	want := slices.Index(h.opt.Classes, h.opt.Class)
	at := func(k int) (class string, harder bool, err error) {
		class, err = classOf(ctx, list[k])
		i := slices.Index(h.opt.Classes, class)
		return class, i < 0 || i > want, err // what has no class is harder than the techniques know
	}
	k := len(list) - 1
	class, harder, err := at(k)
	if err != nil || !harder {
		return k, class, err
	}
	for lo, hi := 0, k; lo < hi; { // list[hi] is harder
		mid := (lo + hi) / 2
		c, harder, err := at(mid)
		switch {
		case err != nil:
			return 0, "", err
		case harder:
			hi = mid
		default:
			k, class, lo = mid, c, mid+1
		}
	}
	return k, class, nil
}
