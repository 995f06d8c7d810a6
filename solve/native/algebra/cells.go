package algebra

import "math/big"

// Cell is an interval, open at both ends; an end that is nil is none.
type Cell struct{ Lo, Hi *big.Rat }

// Apart reports whether an unknown stands by itself: no equation speaks of it.
func (s *System) Apart(i int) bool {
	for _, g := range s.basis {
		for _, t := range g {
			if t.m.exp[i] > 0 {
				return false
			}
		}
	}
	return true
}

// Bound reports whether equations leave an unknown finitely many values, as far as is easily seen: one is about it alone.
func (s *System) Bound(i int) bool {
	for _, g := range s.basis {
		alone := true
		for _, t := range g {
			alone = alone && int(t.m.exp[i]) == int(t.m.deg)
		}
		if alone {
			return true
		}
	}
	return false
}

// Cells divides the values of the unknown i: within a cell it has no value that it has at a real solution of one of the systems, which
// have finitely many each. Between two cells that follow each other lies at most one such value, and others that no cell has.
func Cells(mt *Meter, i int, systems []*System) (cells []Cell, err error) {
	defer caught(&err)
	p := uni{one}
	for _, s := range systems {
		for k, j := range s.of {
			if j == i {
				p = mt.squarefree(mt.multiply(p, s.own[k]))
			}
		}
	}
	rational, rest, list := mt.realRoots(p)
	for _, x := range rational {
		list = append(list, interval{x, x})
	}
	// Intervals of the irrational roots shrink until they are apart from each other and from the rational ones.
	for again := true; again; {
		again = false
		for a := range list {
			for b := range a {
				for touching(list[a], list[b]) {
					again = true
					for _, k := range []int{a, b} {
						if list[k].lo.Cmp(list[k].hi) < 0 {
							mt.halve(rest, &list[k])
						}
					}
				}
			}
		}
	}
	for a := range list {
		for b := a; b > 0 && list[b].lo.Cmp(list[b-1].lo) < 0; b-- {
			list[b], list[b-1] = list[b-1], list[b]
		}
	}
	var lo *big.Rat
	for _, v := range list {
		cells = append(cells, Cell{lo, v.lo})
		lo = v.hi
	}
	return append(cells, Cell{lo, nil}), nil
}

func touching(a, b interval) bool { return a.lo.Cmp(b.hi) <= 0 && b.lo.Cmp(a.hi) <= 0 }

// multiply is a product.
func (mt *Meter) multiply(p, q uni) uni {
	out := make(uni, len(p)+len(q)-1)
	for i := range out {
		out[i] = new(big.Int)
	}
	for i, a := range p {
		for j, b := range q {
			out[i+j].Add(out[i+j], mt.product(a, b))
		}
	}
	return out
}
