// Package solver finds the solutions of zebra puzzles. [Solve] is complete.
//
// An [Engine] compiles each clue to a node over the graph of package elimination, follows links up to a fixpoint and branches on the item
// with the fewest places. One, two and three values are related by tables of bits, longer sums by bounds, and the parts of a disjunction
// are tried one by one for what they have in common. Explanations use an engine with some of the clues, and with facts of their own.
package solver

import (
	"context"
	"errors"
	"iter"
	"math/bits"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
)

// Outcome is what a search found.
type Outcome struct {
	Grids    []matching.Grid
	Complete bool // there are no other solutions
	Nodes    int  // choices tried
	Fails    int  // choices that led to a contradiction
}

// Engine solves one puzzle, with any choice of its clues. It is not safe for concurrent use.
type Engine struct {
	p     *matching.Puzzle
	k     *compiler
	Rules []*Rule // by clue
	sym   *Rule
	Graph *elimination.Graph
	empty elimination.Mark
	order []int     // categories in the order in which they are branched on
	about [][]*Rule // by item: the rules that depend on it
	// work of all searches so far
	nodes, fails int
	// most bounds the choices of one search, 0 for no bound; stop is where the present search ends
	Most, stop int
}

// bytesPlace is what a place of a solution holds, in bytes; each of its rows has a header of three.
const bytesPlace = 8

// errBudget ends a search that took more choices than it may.
var errBudget = errors.New("the search took too long")

// New compiles the clues of a valid puzzle and posts none.
func New(p *matching.Puzzle) *Engine {
	g, err := elimination.NewGraph(p.M(), p.N)
	if err != nil {
		panic(err) // validate allows no such size
	}
	k := &compiler{p}
	e := &Engine{p: p, k: k, sym: k.symmetry(), Graph: g, empty: g.Mark()}
	for _, c := range p.Clues {
		e.Rules = append(e.Rules, e.Compile(c))
	}
	for c := range p.Cats {
		if c != p.Anchor() {
			e.order = append(e.order, c)
		}
	}
	e.about = make([][]*Rule, p.M()*p.N)
	for _, r := range e.Rules {
		last := map[int]bool{}
		r.Watches(func(x, _ int) {
			if !last[x] {
				last[x] = true
				e.about[x] = append(e.about[x], r)
			}
		})
	}
	return e
}

// Compile compiles a clue. It can be one that the puzzle does not have.
func (e *Engine) Compile(c *matching.Clue) *Rule { return &Rule{node: e.k.clue(c)} }

// Reset makes everything possible again.
func (e *Engine) Reset() { e.Graph.Undo(e.empty) }

// Post adds clues and the rule of the table, without propagation.
func (e *Engine) Post(clues []int) {
	if e.sym != nil {
		e.Graph.Post(e.sym)
	}
	for _, c := range clues {
		e.Graph.Post(e.Rules[c])
	}
}

// PostAll adds all clues.
func (e *Engine) PostAll() { e.Post(matching.Numbers(len(e.Rules))) }

// Assert puts a fact on the graph, without propagation.
func (e *Engine) Assert(f matching.Fact) {
	if f.Same {
		e.Graph.Match(f.X, f.Y)
	} else {
		e.Graph.Unlink(f.X, f.Y)
	}
}

// Open lists the links that are open, as facts. A graph that is changed while they are gone through has to be as it was when the next is
// asked for.
func (e *Engine) Open() iter.Seq[matching.Fact] {
	g, n, m := e.Graph, e.p.N, e.p.M()
	return func(yield func(matching.Fact) bool) {
		for x := range m * n {
			for c := x/n + 1; c < m; c++ {
				row := g.Row(x, c)
				if matching.Single(row) {
					continue
				}
				for ; row != 0; row &= row - 1 {
					if !yield(matching.Fact{X: x, Y: c*n + bits.TrailingZeros64(row), Same: true}) {
						return
					}
				}
			}
		}
	}
}

// Fails tells whether a fact contradicts the clues that are posted by propagation, and which of them had a hand in that. The graph is left
// as it was.
func (e *Engine) Fails(f matching.Fact) (clues []int, fails bool) {
	mark := e.Graph.Mark()
	defer e.Graph.Undo(mark)
	for _, r := range e.Rules {
		r.used = false
	}
	if e.Assert(f); e.Graph.Propagate() {
		return nil, false
	}
	for c, r := range e.Rules {
		if r.used {
			clues = append(clues, c)
		}
	}
	return clues, true
}

// search enumerates the solutions of the graph, which must be at its fixpoint, until visit returns false. It reports
// whether it came to the end. The graph is as before when it returns.
func (e *Engine) search(ctx context.Context, visit func() bool) (bool, error) {
	g, n := e.Graph, e.p.N
	anchor := e.p.Anchor()
	// Branch on the item with few places left and many failures of the clues about it (dom/wdeg: Boussemart, Hemery,
	// Lecoutre and Sais, "Boosting systematic search by weighting constraints", ECAI 2004).
	bx, fewest, most := -1, 0, 0
	for _, c := range e.order {
		for x := c * n; x < (c+1)*n; x++ {
			k := bits.OnesCount64(g.Row(x, anchor))
			if k < 2 {
				continue
			}
			w := 1
			for _, r := range e.about[x] {
				w += r.fails
			}
			if bx < 0 || k*most < fewest*w {
				bx, fewest, most = x, k, w
			}
		}
	}
	if bx < 0 {
		return visit(), nil
	}
	mark := g.Mark()
	for row := g.Row(bx, anchor); row != 0; row &= row - 1 {
		if e.nodes++; e.Most > 0 && e.nodes > e.stop {
			return false, errBudget
		}
		if e.nodes&255 == 0 {
			if err := ctx.Err(); err != nil {
				return false, err
			}
		}
		g.Match(bx, anchor*n+bits.TrailingZeros64(row))
		goOn := true
		var err error
		if g.Propagate() {
			goOn, err = e.search(ctx, visit)
		} else {
			e.fails++
		}
		g.Undo(mark)
		if !goOn || err != nil {
			return false, err
		}
	}
	return true, nil
}

// grid reads the solution off a solved graph.
func (e *Engine) grid() matching.Grid {
	n, anchor := e.p.N, e.p.Anchor()
	sol := make(matching.Grid, e.p.M())
	for c := range sol {
		sol[c] = make([]int, n)
		for i := 0; i < n; i++ {
			sol[c][i] = bits.TrailingZeros64(e.Graph.Row(anchor*n+i, c))
		}
	}
	return sol
}

// Solve finds up to limit solutions; Complete tells whether there are no others. It always finds the same ones. When
// the context ends it returns what it has and the context's error.
func Solve(ctx context.Context, p *matching.Puzzle, limit int) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	e := New(p)
	e.PostAll()
	return e.Solve(ctx, limit)
}

// Solve searches the graph as it stands, after propagation.
func (e *Engine) Solve(ctx context.Context, limit int) (Outcome, error) {
	var out Outcome
	nodes, fails := e.nodes, e.fails
	e.stop = e.nodes + e.Most
	if !e.Graph.Propagate() {
		out.Complete = true
		return out, nil
	}
	more := false
	var mem budget.Meter // the solutions
	mem.Open(ctx, budget.From(ctx))
	defer mem.Close()
	var over error
	done, err := e.search(ctx, func() bool {
		if len(out.Grids) == limit {
			more = true
			return false
		}
		if over = mem.Take(bytesPlace * (e.p.M() + 1) * (e.p.N + 3)); over != nil {
			return false
		}
		out.Grids = append(out.Grids, e.grid())
		return true
	})
	if err == nil {
		err = over
	}
	out.Complete = done && !more
	out.Nodes, out.Fails = e.nodes-nodes, e.fails-fails
	return out, err
}
