// Package turbot finds the small patterns of one value that rest on two strong links.
//
// Two conjugate pairs a-b and c-d of a value, with b and c in sight of each other: not both of b and c are true, so a or d
// is, and a cell that sees both a and d is not. Skyscraper: the pairs lie in two rows and b, c share a column (or the other
// way round). Two-string kite: one pair lies in a row, the other in a column, and b, c share a box. Turbot fish: any other
// such pattern.
//
// Empty rectangle: in a box, the places of a value all lie in one row or one column. Where a conjugate pair in a line across
// has one end in that row, the cell where the column meets the line through the other end cannot have the value.
//
// The dual forms take two kites, or two empty rectangles, of the same box in one step.
package turbot

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/grid"
)

// Techniques lists the package's techniques, the easiest first.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "skyscraper", Name: "Skyscraper", Cost: 130, Rating: 4.0, Find: pattern(skyscraper)},
		{ID: "two-string-kite", Name: "Two-string kite", Cost: 150, Rating: 4.1, Find: pattern(kite)},
		{ID: "turbot-fish", Name: "Turbot fish", Cost: 120, Rating: 4.1, Find: pattern(turbot)},
		{ID: "empty-rectangle", Name: "Empty rectangle", Cost: 120, Rating: 4.3, Find: emptyRectangle},
		{ID: "dual-two-string-kite", Name: "Dual two-string kite", Cost: 150, Rating: 4.1, Find: dualKites},
		{ID: "dual-empty-rectangle", Name: "Dual empty rectangle", Cost: 120, Rating: 4.3, Find: dualEmptyRectangle},
	}
}

type kind uint8

const (
	turbot kind = iota
	skyscraper
	kite
)

func pattern(k kind) func(*board.Position, func(board.Step) bool) {
	return func(p *board.Position, yield func(board.Step) bool) {
		each(p, k, func(l links) bool { return yield(l.step(p)) })
	}
}

// links is two conjugate pairs of a value, a-b and c-d, with b and c in sight of each other.
type links struct {
	v, a, b, c, d int
	h1, h2        int // houses of the pairs
	kind          kind
	hit           board.Cells
}

func each(p *board.Position, want kind, yield func(links) bool) {
	for v := 1; v <= p.Size; v++ {
		pairs := p.Pairs(v)
		for i, x := range pairs {
			for _, y := range pairs[i+1:] {
				if x.House == y.House {
					continue
				}
				for k := range 4 {
					l := links{v: v, a: x.A, b: x.B, c: y.A, d: y.B, h1: x.House, h2: y.House}
					if k&1 != 0 {
						l.a, l.b = l.b, l.a
					}
					if k&2 != 0 {
						l.c, l.d = l.d, l.c
					}
					if l.a == l.c || l.a == l.d || l.b == l.c || l.b == l.d || !p.Peer[l.b].Has(l.c) {
						continue
					}
					if l.kind = classify(p, &l); l.kind != want {
						continue
					}
					l.hit = p.SeesBoth(v, l.a, l.d)
					l.hit.Remove(l.b)
					l.hit.Remove(l.c)
					if !l.hit.Empty() && !yield(l) {
						return
					}
				}
			}
		}
	}
}

func classify(p *board.Position, l *links) kind {
	k1, k2 := p.Kind(l.h1), p.Kind(l.h2)
	rb, cb := p.RowCol(l.b)
	rc, cc := p.RowCol(l.c)
	switch {
	case k1 == grid.Row && k2 == grid.Row && cb == cc, k1 == grid.Column && k2 == grid.Column && rb == rc:
		return skyscraper
	case k1 == grid.Row && k2 == grid.Column && p.Region[l.b] == p.Region[l.c]:
		return kite
	}
	return turbot
}

func (l *links) step(p *board.Position) board.Step {
	g := p.Geometry
	a, b, c, d, v, h1, h2 := l.a, l.b, l.c, l.d, l.v, l.h1, l.h2
	mark := func(c int) []board.Mark { return []board.Mark{{Cell: c, Value: v}} }
	remove := board.Marks(&l.hit, v)
	return board.Step{
		Remove: remove, Cells: []int{a, b, c, d}, Values: []int{v}, Houses: []int{h1, h2},
		Pattern: []board.Mark{{Cell: a, Value: v}, {Cell: b, Value: v}, {Cell: c, Value: v}, {Cell: d, Value: v}},
		Links:   links3(mark(a), mark(b), mark(c), mark(d)),
		Why: func() string {
			return fmt.Sprintf("The %s of %s is in %s or %s, that of %s in %s or %s. %s and %s see each other, so %s or %s is %s. Seeing both, %s.",
				g.Symbol(v), g.HouseName(h1), g.CellName(a), g.CellName(b), g.HouseName(h2), g.CellName(c), g.CellName(d),
				g.CellName(b), g.CellName(c), g.CellName(a), g.CellName(d), g.Symbol(v),
				g.Gone(remove))
		},
	}
}

// links3 is the chain strong, weak, strong.
func links3(a, b, c, d []board.Mark) []board.Link {
	return []board.Link{{From: a, To: b, Strong: true}, {From: b, To: c}, {From: c, To: d, Strong: true}}
}

// dualKites finds two kites that meet in the same two cells of a box: of one value, the two ways round, or of two values.
func dualKites(p *board.Position, yield func(board.Step) bool) {
	var kites []links
	each(p, kite, func(l links) bool {
		kites = append(kites, l)
		return true
	})
	for i := range kites {
		for j := i + 1; j < len(kites); j++ {
			x, y := &kites[i], &kites[j]
			turned := x.b == y.c && x.c == y.b
			if x.v == y.v && (!turned || x.hit.Within(&y.hit) || y.hit.Within(&x.hit)) {
				continue
			}
			if !turned && (x.b != y.b || x.c != y.c) {
				continue
			}
			if !yield(dualKite(p, x, y)) {
				return
			}
		}
	}
}

func dualKite(p *board.Position, x, y *links) board.Step {
	one, two := x.step(p), y.step(p)
	cells := board.CellsOf(x.a, x.b, x.c, x.d, y.a, y.d)
	values := board.Digit(x.v) | board.Digit(y.v)
	b, c := x.b, x.c
	g := p.Geometry
	return board.Step{
		Remove: deduce.SortMarks(append(one.Remove, two.Remove...)), Cells: cells.Slice(), Values: values.Slice(),
		Houses: []int{x.h1, x.h2, y.h1, y.h2}, Pattern: deduce.SortMarks(append(one.Pattern, two.Pattern...)),
		Why: func() string {
			return fmt.Sprintf("Two kites meet in %s and %s, which see each other. %s %s",
				g.CellName(b), g.CellName(c), one.Why(), two.Why())
		},
	}
}

// rectangle is one empty rectangle.
type rectangle struct {
	v, box      int
	along       int // line of the box that one end of the pair lies in
	across      int // the other line of the box
	in, out     int // ends of the pair: in lies in along
	pair        int // house of the pair
	target      int
	inBox, body board.Cells
}

func rectangles(p *board.Position, yield func(rectangle) bool) {
	n := p.Size
	for v := 1; v <= n; v++ {
		pairs := p.Pairs(v)
		if len(pairs) == 0 {
			continue
		}
		for box := 2 * n; box < 3*n; box++ {
			places := p.Places(box, v)
			if places.Count() < 2 {
				continue
			}
			for row := range n {
				inRow := places.And(&p.House[row])
				if inRow.Empty() {
					continue
				}
				rest := places.Minus(&inRow)
				if rest.Empty() {
					continue
				}
				_, col := p.RowCol(rest.First())
				inCol := places.And(&p.House[n+col])
				if !rest.Within(&inCol) || places.Within(&inCol) {
					continue
				}
				for _, q := range pairs {
					for _, r := range []rectangle{
						{in: q.A, out: q.B, along: row, across: n + col}, {in: q.B, out: q.A, along: row, across: n + col},
						{in: q.A, out: q.B, along: n + col, across: row}, {in: q.B, out: q.A, along: n + col, across: row},
					} {
						// the pair lies in a line across: in a column where its end lies in the row
						if p.Kind(q.House) != p.Kind(r.across) || !p.House[r.along].Has(r.in) || p.House[box].Has(r.in) || p.House[box].Has(r.out) {
							continue
						}
						ro, co := p.RowCol(r.out)
						ra, ca := row, col
						if r.across < n { // the target is where row r.across meets the column of out
							r.target = p.Cell(ra, co)
						} else {
							r.target = p.Cell(ro, ca)
						}
						if p.House[box].Has(r.target) || r.target == r.out || !p.Cand[r.target].Has(v) {
							continue
						}
						r.v, r.box, r.pair, r.inBox = v, box, q.House, places
						r.body = places
						r.body.Add(r.in)
						r.body.Add(r.out)
						if !yield(r) {
							return
						}
					}
				}
			}
		}
	}
}

// emptyRectangle finds empty rectangles.
func emptyRectangle(p *board.Position, yield func(board.Step) bool) {
	rectangles(p, func(r rectangle) bool {
		g := p.Geometry
		return yield(board.Step{
			Remove: []board.Mark{{Cell: r.target, Value: r.v}}, Cells: []int{r.in, r.out}, Values: []int{r.v},
			Houses: []int{r.box, r.along, r.across, r.pair}, Pattern: board.Marks(&r.body, r.v),
			Links: links3([]board.Mark{{Cell: r.out, Value: r.v}}, []board.Mark{{Cell: r.in, Value: r.v}},
				group(p, r.inBox, r.along, r.v), group(p, r.inBox, r.across, r.v)),
			Why: func() string {
				return fmt.Sprintf("In %s the %s is in %s or %s. Suppose %s: then %s is not, so %s, the other place of %s; with %s and %s taken, %s has no %s. So %s is not %s.",
					g.HouseName(r.box), g.Symbol(r.v), g.HouseName(r.along), g.HouseName(r.across), g.Is(r.target, r.v),
					g.CellName(r.out), g.Is(r.in, r.v), g.HouseName(r.pair), g.HouseName(r.across), g.HouseName(r.along), g.HouseName(r.box), g.Symbol(r.v),
					g.CellName(r.target), g.Symbol(r.v))
			},
		})
	})
}

func group(p *board.Position, places board.Cells, line, v int) []board.Mark {
	s := places.And(&p.House[line])
	return board.Marks(&s, v)
}

// dualEmptyRectangle finds two empty rectangles of the same box with two conjugate pairs that meet: each removes an end of the
// other's pair.
func dualEmptyRectangle(p *board.Position, yield func(board.Step) bool) {
	var list []rectangle
	rectangles(p, func(r rectangle) bool {
		list = append(list, r)
		return true
	})
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			x, y := &list[i], &list[j]
			if x.v != y.v || x.box != y.box || x.target != y.in && x.target != y.out || y.target != x.in && y.target != x.out {
				continue
			}
			hit := board.CellsOf(x.target, y.target)
			body := x.body.Or(&y.body)
			v, box, pairs := x.v, x.box, []int{x.pair, y.pair}
			g, remove := p.Geometry, board.Marks(&hit, v)
			if !yield(board.Step{
				Remove: remove, Cells: body.Slice(), Values: []int{v}, Houses: append([]int{box}, pairs...),
				Pattern: board.Marks(&body, v),
				Why: func() string {
					return fmt.Sprintf("The %s of %s makes an empty rectangle with its two places in %s, and another with those in %s, so %s.",
						g.Symbol(v), g.HouseName(box), g.HouseName(pairs[0]), g.HouseName(pairs[1]), g.Gone(remove))
				},
			}) {
				return
			}
		}
	}
}
