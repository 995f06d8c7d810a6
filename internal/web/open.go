package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// opened is a puzzle with its family and its id in full.
type opened struct {
	family puzzle.Family
	inst   puzzle.Instance
	id     string

	single atomic.Bool // whether it is known to have exactly one solution

	lock chan struct{}   // held by who looks at the fields below
	done bool            // whether only is known
	sol  puzzle.Solution // what only gives
}

func newOpened(f puzzle.Family, inst puzzle.Instance) *opened {
	return &opened{family: f, inst: inst, id: puzzle.ID(f, inst), lock: make(chan struct{}, 1)}
}

// claim says what is known of the solutions of a puzzle: "one" that there is exactly one, else "unchecked".
func (p *opened) claim() string {
	if p.single.Load() {
		return "one"
	}
	return "unchecked"
}

// only gives the solution of a puzzle that has exactly one, else nil. It is found once.
func (p *opened) only(ctx context.Context) (puzzle.Solution, error) {
	select {
	case p.lock <- struct{}{}:
		defer func() { <-p.lock }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	solver, ok := p.inst.(puzzle.Solver)
	if p.done || !ok {
		return p.sol, nil
	}
	res, err := solver.Solve(ctx, 2)
	if err != nil {
		return nil, refused("puzzle", err)
	}
	if res.Status == puzzle.Unique {
		p.sol = res.Solutions[0]
		if c, ok := p.inst.(puzzle.Solver); ok {
			if err := c.CheckSolution(p.sol); err != nil {
				return nil, fmt.Errorf("the solver's solution of %.200s is wrong: %w", p.id, err)
			}
		}
	}
	p.done = true
	p.single.Store(p.sol != nil)
	return p.sol, nil
}

// opener opens puzzles by their ids and keeps those that were used lately, because each move names its puzzle.
type opener struct {
	families *puzzle.Registry
	most     int // bytes of an id
	kept     *lru.Cache[string, *opened]
	flights  singleflight.Group
}

func newOpener(families *puzzle.Registry, l Limits) *opener {
	kept, err := lru.New[string, *opened](l.Opened)
	if err != nil {
		panic(err) // the size is not positive: a mistake of the program
	}
	return &opener{families: families, most: l.Puzzle, kept: kept}
}

// maxKeptID bounds the ids of puzzles that are kept open, in bytes, so that the cache's memory is bounded.
const maxKeptID = 64 << 10

// open gives the puzzle of an id. Many who ask for the same one at once wait for one opening.
func (o *opener) open(ctx context.Context, id string) (*opened, error) {
	switch {
	case id == "":
		return nil, badRequest(`expected "puzzle": the id of a puzzle, such as sudoku:9x9#17`)
	case len(id) > o.most:
		return nil, &apiError{Status: http.StatusRequestEntityTooLarge, Code: "too-large",
			Message: fmt.Sprintf("the puzzle's id has %d bytes, at most %d are taken", len(id), o.most)}
	}
	if p, ok := o.kept.Get(id); ok {
		return p, nil
	}
	for {
		v, err, shared := o.flights.Do(id, func() (any, error) {
			fam, inst, err := o.families.Open(ctx, id)
			if err != nil {
				return nil, err
			}
			return newOpened(fam, inst), nil
		})
		if err == nil {
			p := v.(*opened)
			if _, solves := p.inst.(puzzle.Solver); solves && strings.Contains(id, "#") && puzzle.Meant(p.inst) == 1 {
				p.single.Store(true) // its generator has made it so, and has had it checked
			}
			o.keep(id, p)
			return p, nil
		}
		if shared && ctx.Err() == nil && knownError(err) != nil {
			continue // somebody else's budget ended: use our own
		}
		return nil, refused("puzzle", err)
	}
}

// keep keeps a puzzle open under an id.
func (o *opener) keep(id string, p *opened) {
	if len(p.id) <= maxKeptID && len(id) <= maxKeptID {
		o.kept.Add(id, p)
	}
}
