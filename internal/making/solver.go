package making

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// cell is one unknown: a place of an open layer, or a link of a division to be found.
type cell struct {
	l *rules.Layer
	p board.Place
}

// solver is a board's rules with some layers open, as an engine holds them: stated once, then asked many questions under assumptions. It belongs to one
// goroutine and one puzzle, so that what it learns changes no other puzzle.
type solver struct {
	enc   *encode.Encoding
	s     solve.Session
	probe solve.Prober
	cells []cell       // the unknowns, but for those of layers that follow
	index map[cell]int // where a cell stands in cells
	x, y  []float64    // by cell: where it lies, in cells of the board; NaN: outside
	lits  map[meaning]solve.Literal
	marks int
	found // the last solution that was taken
}

// found is a solution that a solver has met. Neither part of it is changed.
type found struct {
	board *rules.Board
	now   []rules.Value // by cell
}

// meaning is what a literal says: that a cell has a value.
type meaning struct {
	cell int
	kind rules.ValueKind
	n    int64
	word string
	at   board.Place
}

// newSolver states a board with layers open.
func newSolver(ctx context.Context, engine solve.Engine, b *rules.Board, opt encode.Options) (*solver, error) {
	enc, err := encode.New(ctx, b, opt)
	if err != nil {
		return nil, err
	}
	open := engine.Open
	if n, ok := engine.(solve.Narrower); ok { // what clues can be is left wide open
		open = n.OpenNarrowed
	}
	s, err := open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		enc.Close()
		return nil, err
	}
	p := &solver{enc: enc, s: s, index: map[cell]int{}, lits: map[meaning]solve.Literal{}}
	var ok bool
	if p.probe, ok = s.(solve.Prober); !ok {
		p.close()
		return nil, errNoProber
	}
	for _, l := range b.File.Layers {
		if l.Role == rules.Follow {
			continue
		}
		for _, at := range enc.Unknowns(l) {
			x, y, ok := b.Geo.Centre(at)
			if !ok {
				x, y = math.NaN(), math.NaN()
			}
			p.index[cell{l, at}] = len(p.cells)
			p.cells, p.x, p.y = append(p.cells, cell{l, at}), append(p.x, x), append(p.y, y)
		}
	}
	return p, nil
}

func (p *solver) close() {
	p.s.Close()
	p.enc.Close()
}

// is gives the literal that a cell has a value.
func (p *solver) is(i int, v rules.Value) (solve.Literal, error) {
	key := meaning{i, v.Kind, v.N, v.Word, v.Place}
	if l, ok := p.lits[key]; ok {
		return l, nil
	}
	got, err := p.probe.Literals(p.enc.Is(p.cells[i].l, p.cells[i].p, v))
	if err != nil {
		return 0, err
	}
	p.lits[key] = got[0]
	return got[0], nil
}

// empty gives the literal that a cell has nothing in it.
func (p *solver) empty(i int) (solve.Literal, error) {
	return p.is(i, nothing(p.cells[i].l))
}

// nothing is the value of a place of a layer that has nothing in it.
func nothing(l *rules.Layer) rules.Value {
	if !l.Some && l.Domain.Kind == rules.Bools {
		return rules.BoolOf(false)
	}
	return rules.Value{}
}

// stay lists the literals that the cells of which keep holds have the values they have now.
func (p *solver) stay(keep func(i int) bool) ([]solve.Literal, error) {
	out := make([]solve.Literal, 0, len(p.cells))
	for i, v := range p.now {
		if !keep(i) {
			continue
		}
		l, err := p.is(i, v)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

// met gives the solution that was just found.
func (p *solver) met() found { return p.solution(p.enc.Decode(p.probe.Solution())) }

// solution reads the values of a board that is one.
func (p *solver) solution(b *rules.Board) found {
	out := found{b, make([]rules.Value, len(p.cells))}
	for i, c := range p.cells {
		out.now[i] = p.enc.Value(b, c.l, c.p)
	}
	return out
}

// mark makes a literal of its own, which nothing forces.
func (p *solver) mark() (solve.Literal, error) {
	p.marks++
	got, err := p.probe.Literals(p.enc.Problem.Bool(fmt.Sprintf("mark %d", p.marks)))
	if err != nil {
		return 0, err
	}
	return got[0], nil
}

// other asserts, under a mark that it gives, that some cell among those listed has another value than now.
func (p *solver) other(cells []int) (solve.Literal, error) {
	mark, err := p.mark()
	if err != nil {
		return 0, err
	}
	clause := []solve.Literal{mark.Not()}
	for _, i := range cells {
		l, err := p.is(i, p.now[i])
		if err != nil {
			return 0, err
		}
		clause = append(clause, l.Not())
	}
	return mark, p.probe.Clause(clause...)
}

// some gives a literal for a random value of a cell, one of those listed where there are any: of truth values, true with the chance given; of layers that may be empty, nothing
// as often as chance says. ok is false for cells that are better left to the search.
func (p *solver) some(i int, chance float64, domain []rules.Value, r *rng.Stream) (l solve.Literal, ok bool, err error) {
	c := p.cells[i]
	if c.l.Parts || c.l.Domain.Kind == rules.Bools && !c.l.Some {
		l, err = p.is(i, rules.BoolOf(r.Float64() < chance))
		return l, true, err
	}
	if c.l.Some && r.Float64() >= chance {
		l, err = p.is(i, rules.Value{})
		return l, true, err
	}
	if len(domain) == 0 {
		var few bool
		if domain, few = p.enc.Domain(c.l, c.p, 64); !few || len(domain) == 0 {
			return 0, false, nil
		}
	}
	l, err = p.is(i, domain[r.IntN(len(domain))])
	return l, true, err
}

// redrawn takes another solution, as a question wishes it. Where there is none, or it is not found in its steps, the old one stays.
func (p *solver) redrawn(ctx context.Context, q solve.Question) (bool, error) {
	st, err := p.probe.Probe(ctx, q)
	if errors.Is(err, solve.ErrBudget) {
		return false, nil
	}
	if err != nil || st != solve.Sat {
		return false, err
	}
	p.found = p.met()
	return true, nil
}

// steps gives so many steps of the solver for a usual board, and more for a larger one: what is held of it alone takes a step for each of
// its unknowns.
func (p *solver) steps(usual int64) int64 { return usual * max(usualSize, p.variables()) / usualSize }

// variables is how many unknowns the solver has, inner ones too; 0 where it does not say.
func (p *solver) variables() int64 { return p.counted("variables") }

// work is how much the solver has done so far, in its steps.
func (p *solver) work() int64 { return p.counted("propagations", "runs") }

// counted sums counters of the solver; 0 where it does not have them.
func (p *solver) counted(names ...string) int64 {
	sum := int64(0)
	for _, w := range p.s.Work() {
		if slices.Contains(names, w.Name) {
			sum += w.N
		}
	}
	return sum
}

// usualSize is how many unknowns, inner ones too, the solver has of a usual board.
const usualSize = 20_000
