package making

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve"
)

// mostDrawings is how many divisions are drawn for one solution.
const mostDrawings = 20

// drawn lists the divisions to be found that are drawn, and not left to the solver.
func (m *Maker) drawn() []rules.Rooms {
	var out []rules.Rooms
	for _, w := range m.File.Making.Rooms {
		if w.Layer.Role == rules.Find {
			out = append(out, w)
		}
	}
	return out
}

// divide divides cells as a rules file says.
func divide(b *rules.Board, cells []board.Place, how rules.Rooms, r *rng.Stream) ([][]board.Place, error) {
	count, err := howMany(b, how, len(cells))
	if err != nil {
		return nil, err
	}
	switch {
	case how.Turn: // what is left between parts makes small ones: of some drawings, that with the fewest parts
		var best [][]board.Place
		for range 12 {
			if parts := turnable(b.Geo, cells, how, r); best == nil || len(parts) < len(best) {
				best = parts
			}
		}
		return best, nil
	case how.Rect:
		return rectangles(b, cells, how, r), nil
	case how.Equal:
		if parts := equal(b.Geo, cells, count, r); parts != nil {
			return parts, nil
		}
		return nil, errUneven
	}
	var parts [][]board.Place
	for range 20 {
		if parts = grown(b, cells, count, how.Size, r); within(parts, how.Size) {
			break
		}
	}
	return parts, nil
}

// howMany says into how many parts some cells are divided.
func howMany(b *rules.Board, how rules.Rooms, cells int) (int, error) {
	if how.Count == nil {
		return max(1, int(float64(cells)/how.Mean+0.5)), nil
	}
	n, err := b.Number(how.Count)
	return int(min(max(n, 1), int64(cells))), err
}

// errUneven says that a board cannot be divided into parts of one size.
var errUneven = fmt.Errorf("%w: it cannot be divided into parts of one size", errBarren)

// Bounds on drawing parts of one size.
const (
	mostRedrawn = 12 // neighbours that are drawn again, for each part
	mostSplit   = 8  // tries for two of them
)

// equal divides cells into parts of one size: pieces of a way through all rows, of which two neighbours at a time are drawn again. It is nil where that
// is not possible.
func equal(geo *board.Board, cells []board.Place, count int, r *rng.Stream) [][]board.Place {
	if len(cells)%count != 0 {
		return nil
	}
	way := slices.Clone(cells)
	slices.SortFunc(way, func(a, b board.Place) int {
		row := geo.Row(a)
		switch {
		case row != geo.Row(b):
			return row - geo.Row(b)
		case row%2 == 0:
			return geo.Col(b) - geo.Col(a)
		}
		return geo.Col(a) - geo.Col(b)
	})
	parts := slices.Collect(slices.Chunk(way, len(cells)/count))
	for _, part := range parts {
		if !connected(geo, part) {
			return nil
		}
	}
	return mixed(geo, parts, r)
}

// mixed draws parts of one size again, two neighbours at a time.
func mixed(geo *board.Board, parts [][]board.Place, r *rng.Stream) [][]board.Place {
	size, count := len(parts[0]), len(parts)
	parts = slices.Clone(parts)
	cells := slices.Concat(parts...)
	slices.SortFunc(cells, func(a, b board.Place) int { return int(a.N - b.N) })
	of := map[board.Place]int{}
	for k, part := range parts {
		for _, c := range part {
			of[c] = k
		}
	}
	for range mostRedrawn * count {
		c := cells[r.IntN(len(cells))]
		next := geo.Next(c)
		d := next[r.IntN(len(next))]
		k, in := of[d]
		if !in || k == of[c] {
			continue
		}
		both := slices.Concat(parts[of[c]], parts[k])
		for range mostSplit {
			one := piece(geo, both, size, r)
			other := slices.DeleteFunc(slices.Clone(both), func(p board.Place) bool { return slices.Contains(one, p) })
			if !connected(geo, other) {
				continue
			}
			parts[of[c]], parts[k] = one, other
			j := of[c]
			for _, p := range one {
				of[p] = j
			}
			for _, p := range other {
				of[p] = k
			}
			break
		}
	}
	return inOrder(cells, of, count)
}

// piece grows a part of some cells.
func piece(geo *board.Board, cells []board.Place, size int, r *rng.Stream) []board.Place {
	part := []board.Place{cells[r.IntN(len(cells))]}
	for len(part) < size {
		var ways []board.Place
		for _, c := range part {
			for _, d := range geo.Next(c) {
				if slices.Contains(cells, d) && !slices.Contains(part, d) {
					ways = append(ways, d)
				}
			}
		}
		part = append(part, ways[r.IntN(len(ways))])
	}
	return part
}

// turnable divides cells into parts that a half turn keeps: each begins at a centre and grows by two cells at a time.
func turnable(geo *board.Board, cells []board.Place, how rules.Rooms, r *rng.Stream) [][]board.Place {
	free := map[board.Place]bool{}
	for _, c := range cells {
		free[c] = true
	}
	centres := map[board.Place][]board.Place{} // by cell: those whose cells are among them
	for _, s := range geo.All(board.Spot) {
		for _, c := range geo.Cells(s) {
			centres[c] = append(centres[c], s)
		}
	}
	of := map[board.Place]int{}
	n := 0
	for _, i := range r.Perm(len(cells)) {
		if !free[cells[i]] {
			continue
		}
		var best []board.Place
		for range 3 { // of a few parts that begin here, one that comes near the size drawn
			want := how.Size.Lo + r.IntN(max(1, 2*int(how.Mean+0.5)-how.Size.Lo))
			ways := centres[cells[i]]
			if part := turning(geo, ways[r.IntN(len(ways))], free, min(want, how.Size.Hi), r); len(part) > len(best) {
				best = part
			}
			if len(best) >= want {
				break
			}
		}
		if best == nil {
			best = []board.Place{cells[i]}
		}
		for _, c := range best {
			of[c], free[c] = n, false
		}
		n++
	}
	return inOrder(cells, of, n)
}

// turning grows a part around a centre; nil where its cells are taken.
func turning(geo *board.Board, centre board.Place, free map[board.Place]bool, want int, r *rng.Stream) []board.Place {
	part := append([]board.Place{}, geo.Cells(centre)...)
	in := map[board.Place]bool{}
	for _, c := range part {
		if !free[c] {
			return nil
		}
		in[c] = true
	}
	for len(part) < want {
		var ways []board.Place
		for _, c := range part {
			for _, d := range geo.Next(c) {
				if free[d] && !in[d] && free[geo.Mirror(centre, d)] {
					ways = append(ways, d)
				}
			}
		}
		if len(ways) == 0 {
			break
		}
		c := ways[r.IntN(len(ways))]
		d := geo.Mirror(centre, c)
		in[c], in[d] = true, true
		part = append(part, c, d)
	}
	return part
}

// links gives the literals of the divisions that are drawn.
func (d *draft) links(parts map[*rules.Layer][][]board.Place) ([]solve.Literal, error) {
	of := map[cell]int{}
	for l, list := range parts {
		for k, part := range list {
			for _, c := range part {
				of[cell{l, c}] = k
			}
		}
	}
	var out []solve.Literal
	for i, c := range d.solver.cells {
		if parts[c.l] == nil || c.p.Kind != board.Link {
			continue
		}
		a, b := d.solver.enc.Board.Geo.Ends(c.p)
		x, ok := of[cell{c.l, a}]
		y, ok2 := of[cell{c.l, b}]
		lit, err := d.solver.is(i, rules.BoolOf(ok && ok2 && x == y))
		if err != nil {
			return nil, err
		}
		out = append(out, lit)
	}
	return out, nil
}

// redivide draws the divisions again, near a point or (reach < 0) everywhere, and finds a solution that has them. ok is false where none
// has.
func (d *draft) redivide(ctx context.Context, x, y, reach float64, r *rng.Stream) (ok bool, err error) {
	p := d.solver
	base := p.enc.Board
	parts := map[*rules.Layer][][]board.Place{}
	for _, how := range d.m.drawn() {
		cells, err := base.Places(how.Layer)
		if err != nil {
			return false, err
		}
		var stay, near [][]board.Place
		if reach >= 0 {
			free := map[board.Place]bool{}
			for _, part := range p.board.Marks(how.Layer).Parts {
				hit := slices.ContainsFunc(part, func(c board.Place) bool {
					cx, cy, _ := base.Geo.Centre(c)
					return max(math.Abs(cx-x), math.Abs(cy-y)) <= reach
				})
				if !hit {
					stay = append(stay, part)
					continue
				}
				near = append(near, part)
				for _, c := range part {
					free[c] = true
				}
			}
			var open []board.Place
			for _, c := range cells {
				if free[c] {
					open = append(open, c)
				}
			}
			if len(open) == 0 { // the point lies between cells
				return false, nil
			}
			cells = open
		}
		var more [][]board.Place
		if how.Equal && reach >= 0 { // as many as there were, of the same size
			more = mixed(base.Geo, near, r)
		} else if more, err = divide(base, cells, scaled(how, d.coarse), r); err != nil {
			return false, err
		}
		all := append(stay, more...)
		if !within(all, how.Size) {
			return false, nil
		}
		parts[how.Layer] = all
	}
	assume, err := d.links(parts)
	if err != nil {
		return false, err
	}
	var rest []int
	for i, c := range p.cells {
		if d.solid(i) && parts[c.l] == nil {
			rest = append(rest, i)
			if far := reach >= 0 && max(math.Abs(p.x[i]-x), math.Abs(p.y[i]-y)) > 2*reach+2; far {
				lit, err := p.is(i, p.now[i])
				if err != nil {
					return false, err
				}
				assume = append(assume, lit)
			}
		}
	}
	wishes, err := d.wishes(rest, r)
	if err != nil {
		return false, err
	}
	return p.redrawn(ctx, solve.Question{AtOnce: true, Assume: assume, Prefer: wishes, Steps: p.steps(windowSteps)})
}
