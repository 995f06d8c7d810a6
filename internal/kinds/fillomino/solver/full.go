package solver

import (
	"context"
	"errors"
	"fmt"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// RandomFull draws a full board whose regions have at most so many cells; 0: no bound. Cells are regions of their own at first; a random number of times two regions side by side
// are joined, and then, while two regions of equal size touch, one of them is joined to a random neighbour. A region that
// would exceed the bound falls apart into its cells. Every full board whose regions keep the bound can come up: the first
// joins alone can make it. Where the bound is so small that regions keep falling apart, the solver finds a board by
// random decisions.
func RandomFull(ctx context.Context, rows, cols, largest int, r *rng.Stream) (Board, error) {
	b := NewBoard(rows, cols)
	n := len(b.Cells)
	most := n
	if largest > 0 {
		most = min(most, largest)
	}
	if most == 1 && n > 1 {
		return b, errors.New("fillomino: a board of more than one cell needs regions of more than one cell")
	}
	d := &division{side: Sides(rows, cols), of: make([]int32, n), cells: make([][]int32, n), most: most, r: r}
	const tries = 20
	for range tries {
		if err := ctx.Err(); err != nil {
			return b, err
		}
		if d.draw() {
			for c := range b.Cells {
				b.Cells[c] = int16(len(d.cells[d.of[c]]))
			}
			return b, nil
		}
	}
	return searchedFull(ctx, rows, cols, largest, r)
}

// searchedFull finds a full board by search with random decisions, for bounds so small that joining rarely ends.
func searchedFull(ctx context.Context, rows, cols, largest int, r *rng.Stream) (b Board, err error) {
	b = NewBoard(rows, cols)
	e := engine.New()
	defer counted(ctx, e)(&err)
	s := newSearch(e, b, Rules{MaxRegion: largest}, largest, nil)
	s.e.SetDecider(&randomDecider{s: s, r: r})
	switch s.e.Solve(ctx, nil, engine.Budget{}) {
	case engine.Sat:
		s.read(&b)
		return b, nil
	case engine.Unknown:
		return b, unsolved(ctx)
	}
	return b, fmt.Errorf("fillomino: there is no full board of %dx%d with regions of at most %d cells", rows, cols, largest)
}

// randomDecider decides a random open fact.
type randomDecider struct {
	s *search
	r *rng.Stream
}

// Next gives a random open fact, or leaves the choice to the engine when few are open.
func (d *randomDecider) Next(e *engine.Engine) engine.Lit {
	for range 50 {
		if l := d.s.lit[d.r.IntN(len(d.s.lit))]; l != engine.False && e.Value(l) == 0 {
			return l
		}
	}
	return engine.True
}

// Conflict lets the engine go on as it does.
func (d *randomDecider) Conflict() bool { return false }

// division is a board being divided into regions.
type division struct {
	side  [][]int32
	of    []int32   // by cell: its region
	cells [][]int32 // by region: its cells; nil when it was joined to another
	most  int
	r     *rng.Stream
	edges [][2]int32
}

// draw draws a division; it gives up after a while, when regions keep falling apart.
func (d *division) draw() bool {
	n := len(d.of)
	d.edges = d.edges[:0]
	for c := range n {
		d.of[c] = int32(c)
		d.cells[c] = []int32{int32(c)}
		for _, k := range d.side[c] {
			if int(k) > c {
				d.edges = append(d.edges, [2]int32{int32(c), k})
			}
		}
	}
	d.firstJoins()
	for range 60 + 20*d.most {
		d.r.Shuffle(len(d.edges), func(i, j int) { d.edges[i], d.edges[j] = d.edges[j], d.edges[i] })
		clash := false
		for _, e := range d.edges {
			a, b := d.of[e[0]], d.of[e[1]]
			if a != b && len(d.cells[a]) == len(d.cells[b]) {
				clash = true
				if d.r.Bool() {
					a = b
				}
				d.grow(a)
			}
		}
		if !clash {
			return true
		}
	}
	return false
}

// firstJoins joins random regions: mostly few, sometimes any number of times.
func (d *division) firstJoins() {
	n := len(d.of)
	most := n / 3
	if d.r.IntN(16) == 0 {
		most = n - 1
	}
	if len(d.edges) == 0 {
		return
	}
	for range d.r.IntN(most + 1) {
		e := d.edges[d.r.IntN(len(d.edges))]
		if a, b := d.of[e[0]], d.of[e[1]]; a != b && len(d.cells[a])+len(d.cells[b]) <= d.most {
			d.join(a, b)
		}
	}
}

// grow joins a region to a random neighbour with which it keeps the bound; where there is none, it falls apart.
func (d *division) grow(a int32) {
	count := 0
	pick := int32(-1)
	for _, c := range d.cells[a] {
		for _, k := range d.side[c] {
			b := d.of[k]
			if b == a || len(d.cells[a])+len(d.cells[b]) > d.most {
				continue
			}
			if count++; d.r.IntN(count) == 0 {
				pick = b
			}
		}
	}
	if pick >= 0 {
		d.join(a, pick)
		return
	}
	// Some cells fall off, so that what is left can grow elsewhere.
	cells := d.cells[a]
	d.cells[a] = nil
	for _, c := range cells {
		d.of[c] = c
		d.cells[c] = []int32{c}
	}
}

func (d *division) join(a, b int32) {
	for _, c := range d.cells[b] {
		d.of[c] = a
	}
	d.cells[a] = append(d.cells[a], d.cells[b]...)
	d.cells[b] = nil
}
