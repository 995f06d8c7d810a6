package sudoku

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/canon"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Canonical gives the canonical form under relabelling and the symmetries of the board; see canonical.go. The puzzle in that
// form is the least equivalent, read row by row with empty cells below values; of an X board some equivalent, and of a jigsaw
// board the least of those by turning and reflecting.
func (p *Puzzle) Canonical(ctx context.Context, budget int) (puzzle.Form, error) {
	if budget <= 0 {
		budget = canon.DefaultBudget
	}
	q, err := p.lying()
	if err != nil {
		return puzzle.Form{}, err
	}
	key := []byte(q.params.String() + "\x00")
	work := 0
	if l := q.layout; !l.Jigsaw() && !l.Diagonal {
		values, n, err := least(ctx, l, q.values, budget)
		if err == nil {
			return puzzle.Form{Key: append(append(key, "least\x00"...), values...), Exact: true, Work: n,
				Instance: func() (puzzle.Instance, error) { return q.usual(values), nil }}, nil
		}
		if !errors.Is(err, errTies) {
			return puzzle.Form{}, fmt.Errorf("canonical form: %w", err)
		}
		work = n
	}
	f := boardGraph(q.layout, q.values).Canonical(max(budget-work, 1))
	form := puzzle.Form{Key: append(append(key, "graph\x00"...), f.Bytes...), Exact: f.Exact, Work: work + f.Work,
		Instance: func() (puzzle.Instance, error) { return q.arranged(f.Order) }}
	if q.layout.Jigsaw() {
		form.Instance = func() (puzzle.Instance, error) { return q.leastTurned() }
	}
	return form, ctx.Err()
}

// lying gives the puzzle with boxes at least as wide as high: transposed, where they are higher.
func (p *Puzzle) lying() (*Puzzle, error) {
	if p.layout.BoxRows <= p.layout.BoxCols {
		return p, nil
	}
	l, err := grid.NewLayout(p.layout.BoxCols, p.layout.BoxRows, p.layout.Diagonal)
	if err != nil {
		return nil, err
	}
	q := &Puzzle{params: paramsOf(l), layout: l, values: make([]uint8, len(p.values)), symbols: p.symbols}
	for cell, to := range grid.Transpose.Permutation(l.Size, l.Size) {
		q.values[to] = p.values[cell]
	}
	return q, nil
}

// usual gives the puzzle on the same board with other values, in the usual symbols.
func (p *Puzzle) usual(values []uint8) *Puzzle {
	q := p.with(values)
	q.symbols = grid.SymbolsFor(p.params.size)
	return q
}

// boardGraph is the graph of a board: cells, their houses, and the values that occur. Rows and columns look alike, so that
// transposition is a symmetry. The first nodes are the cells.
func boardGraph(l *grid.Layout, values []uint8) *canon.Graph {
	g := &canon.Graph{}
	for range l.Cells() {
		g.Node("cell")
	}
	for _, h := range l.Houses {
		addHouse(g, h, func(cell int) int { return cell })
	}
	node := make([]int, l.Size+1)
	for cell, v := range values {
		if v == 0 {
			continue
		}
		if node[v] == 0 {
			node[v] = g.Node("value")
		}
		g.Edge(cell, node[v], "is")
	}
	return g
}

// addHouse adds a house to a graph, whose nodes have cells.
func addHouse(g *canon.Graph, h grid.House, node func(cell int) int) {
	label := h.Kind.String()
	if h.Kind == grid.Column {
		label = grid.Row.String()
	}
	house := g.Node(label)
	for _, cell := range h.Cells {
		g.Edge(house, node(cell), "")
	}
}

// errNoBoardForm is the error of a board that cannot be arranged by its form.
var errNoBoardForm = errors.New("canonical form: the symmetries of the board are too many to choose among")

// arranged gives the puzzle as a form numbers the nodes of its graph. The board without values, with its cells in the order of
// the form, has an order of its own, as the board in reading order has; these two carry one to the other, and depend on the form
// alone.
func (p *Puzzle) arranged(order []int) (*Puzzle, error) {
	l := p.layout
	var cells []int // in the order of the form
	place := make([]int, l.Cells())
	for _, node := range order {
		if node < l.Cells() {
			place[node] = len(cells)
			cells = append(cells, node)
		}
	}
	g := &canon.Graph{}
	for range cells {
		g.Node("cell")
	}
	for _, node := range order {
		if h := node - l.Cells(); h >= 0 && h < len(l.Houses) {
			addHouse(g, l.Houses[h], func(cell int) int { return place[cell] })
		}
	}
	from, to := g.Canonical(0), boardGraph(l, nil).Canonical(0)
	if !bytes.Equal(from.Bytes, to.Bytes) {
		return nil, errNoBoardForm
	}
	values := make([]uint8, l.Cells())
	for i, node := range to.Order {
		if node < l.Cells() {
			values[node] = p.values[cells[from.Order[i]]]
		}
	}
	return p.usual(relabelled(values, l.Size)), nil
}

// relabelled gives the values new names in the order in which they are met.
func relabelled(values []uint8, size int) []uint8 {
	out, label, next := make([]uint8, len(values)), make([]uint8, size+1), uint8(1)
	for cell, v := range values {
		if v != 0 && label[v] == 0 {
			label[v] = next
			next++
		}
		out[cell] = label[v]
	}
	return out
}

// leastTurned gives the least image of a jigsaw puzzle under the symmetries of the square: by its boxes, named in the order in
// which they are met, and then by its values.
func (p *Puzzle) leastTurned() (*Puzzle, error) {
	n := p.layout.Size
	var boxes, values []uint8
	for s := grid.Symmetry(0); s < grid.Symmetries; s++ {
		b, v := make([]uint8, n*n), make([]uint8, n*n)
		for cell, to := range s.Permutation(n, n) {
			b[to], v[to] = uint8(p.layout.Region[cell]+1), p.values[cell]
		}
		b, v = relabelled(b, n), relabelled(v, n)
		if c := bytes.Compare(b, boxes); boxes == nil || c < 0 || c == 0 && bytes.Compare(v, values) < 0 {
			boxes, values = b, v
		}
	}
	region := make([]int, n*n)
	for cell, b := range boxes {
		region[cell] = int(b) - 1
	}
	l, err := jigsaw(n, region, p.layout.Diagonal)
	if err != nil {
		return nil, err
	}
	return &Puzzle{params: paramsOf(l), layout: l, values: values, symbols: grid.SymbolsFor(n)}, nil
}
