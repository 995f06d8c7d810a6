package zebra

import (
	"context"
	"errors"
	"math/bits"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/budget"
)

// Outcome is what a search found.
type Outcome struct {
	Grids    []Grid
	Complete bool // there are no other solutions
	Nodes    int  // choices tried
	Fails    int  // choices that led to a contradiction
}

// engine solves one puzzle, with any choice of its clues. It is not safe for concurrent use.
type engine struct {
	p     *Puzzle
	rules []*rule
	sym   *rule
	g     *elimination.Graph
	empty elimination.Mark
	order []int     // categories in the order in which they are branched on
	about [][]*rule // by item: the rules that depend on it
	// work of all searches so far
	nodes, fails int
	// most bounds the choices of one search, 0 for no bound; stop is where the present search ends
	most, stop int
}

// bytesPlace is what a place of a solution holds, in bytes; each of its rows has a header of three.
const bytesPlace = 8

// errBudget ends a search that took more choices than it may.
var errBudget = errors.New("the search took too long")

func newEngine(p *Puzzle) *engine {
	g, err := elimination.NewGraph(p.M(), p.N)
	if err != nil {
		panic(err) // validate allows no such size
	}
	k := newCompiler(p)
	e := &engine{p: p, rules: k.rules(), sym: k.symmetry(), g: g, empty: g.Mark()}
	for c := range p.Cats {
		if c != p.Anchor() {
			e.order = append(e.order, c)
		}
	}
	e.about = make([][]*rule, p.M()*p.N)
	for _, r := range e.rules {
		last := map[int]bool{}
		r.watches(func(x, _ int) {
			if !last[x] {
				last[x] = true
				e.about[x] = append(e.about[x], r)
			}
		})
	}
	return e
}

// reset makes everything possible again.
func (e *engine) reset() { e.g.Undo(e.empty) }

// post adds clues and the rule of the table, without propagation.
func (e *engine) post(clues []int) {
	if e.sym != nil {
		e.g.Post(e.sym)
	}
	for _, c := range clues {
		e.g.Post(e.rules[c])
	}
}

// postAll adds all clues.
func (e *engine) postAll() { e.post(upTo(len(e.rules))) }

// search enumerates the solutions of the graph, which must be at its fixpoint, until visit returns false. It reports
// whether it came to the end. The graph is as before when it returns.
func (e *engine) search(ctx context.Context, visit func() bool) (bool, error) {
	g, n := e.g, e.p.N
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
		if e.nodes++; e.most > 0 && e.nodes > e.stop {
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
func (e *engine) grid() Grid {
	n, anchor := e.p.N, e.p.Anchor()
	sol := make(Grid, e.p.M())
	for c := range sol {
		sol[c] = make([]int, n)
		for i := 0; i < n; i++ {
			sol[c][i] = bits.TrailingZeros64(e.g.Row(anchor*n+i, c))
		}
	}
	return sol
}

// SolveUpTo finds up to limit solutions; Complete tells whether there are no others. It always finds the same ones. When
// the context ends it returns what it has and the context's error.
func (p *Puzzle) SolveUpTo(ctx context.Context, limit int) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	e := newEngine(p)
	e.postAll()
	return e.solve(ctx, limit)
}

// solve searches the graph as it stands, after propagation.
func (e *engine) solve(ctx context.Context, limit int) (Outcome, error) {
	var out Outcome
	nodes, fails := e.nodes, e.fails
	e.stop = e.nodes + e.most
	if !e.g.Propagate() {
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
