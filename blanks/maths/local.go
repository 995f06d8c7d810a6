package maths

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// This file counts what one rule alone leaves: the values of a blank with which each rule that names it can still hold, whatever stands in
// the other blanks. A blank with one value left is filled at once; with more of them, rules have to be put together.

const (
	// mostCases bounds the fillings that are tried for one rule; a rule with more of them that is no sum narrows nothing.
	mostCases = 4_000
	// widest bounds the values of a blank that are counted one by one.
	widest = 50_000
	// mostParts bounds how many parts of rules are looked at; those behind them narrow nothing.
	mostParts = 2_000
)

// small reports whether a number is one that sums are reckoned with here: those with larger ones narrow nothing.
func small(x int64) bool { return x > -1<<20 && x < 1<<20 }

func (c cell) small() bool { return small(c.lo) && small(c.hi) }

// narrowing is a draw whose open cells are narrowed down by one rule at a time.
type narrowing struct {
	d      *draw
	values model.Assignment // of all cells; those of open ones are tried
	cell   map[model.Var]int
	open   map[int]bool
}

// left counts the values left for each open cell, by the cell's number. Of expressions, it counts the ones to choose from.
func (d *draw) left(values []int64, open []int) map[int]int {
	n := &narrowing{d: d, cell: map[model.Var]int{}, open: map[int]bool{}}
	p := d.e.p
	out := map[int]int{}
	for i, c := range d.cells {
		if c.text != "" {
			if slices.Contains(open, i) {
				out[i] = 1 + len(c.bad)
			}
			continue
		}
		v, ok := p.Lookup(c.name)
		if !ok {
			continue
		}
		for len(n.values) <= int(v) {
			n.values = append(n.values, model.Value{})
		}
		n.values[v], n.cell[v] = model.IntValue(values[i]), i
		n.open[i] = slices.Contains(open, i)
	}
	about := map[int][]model.Term{} // by cell
	for _, t := range n.parts() {
		for _, v := range p.VarsOf(t) {
			if i, ok := n.cell[v]; ok && n.open[i] {
				about[i] = append(about[i], t)
			}
		}
	}
	for i, c := range d.cells {
		if !n.open[i] {
			continue
		}
		if !c.small() || c.hi-c.lo >= widest {
			out[i] = widest
			continue
		}
		may := make([]bool, c.hi-c.lo+1)
		for k := range may {
			may[k] = true
		}
		for _, t := range about[i] {
			n.narrow(t, i, may)
		}
		for _, ok := range may {
			if ok {
				out[i]++
			}
		}
	}
	return out
}

// parts are the rules, taken apart at "and": numbers that differ are told apart two by two.
func (n *narrowing) parts() []model.Term {
	p := n.d.e.p
	var out []model.Term
	var add func(t model.Term)
	add = func(t model.Term) {
		switch args := p.Args(t); p.Op(t) {
		case model.OpAnd:
			for _, a := range args {
				add(a)
			}
		case model.OpDistinct:
			for i, a := range args {
				for _, b := range args[:i] {
					if len(out) < mostParts {
						out = append(out, p.Ne(a, b))
					}
				}
			}
		default:
			if len(out) < mostParts {
				out = append(out, t)
			}
		}
	}
	for i := range p.NumConstraints() {
		add(p.Constraint(i).Term)
	}
	return out
}

// narrow takes away the values of a cell with which a rule cannot hold.
func (n *narrowing) narrow(t model.Term, cell int, may []bool) {
	p := n.d.e.p
	lo := n.d.cells[cell].lo
	var others []int
	named := false
	for _, v := range p.VarsOf(t) {
		if i, ok := n.cell[v]; ok {
			if named = named || i == cell; i != cell && n.open[i] {
				others = append(others, i)
			}
		}
	}
	if !named {
		return
	}
	if least, most, factor, ok := n.interval(t, cell); ok {
		for k := range may {
			x := factor * (lo + int64(k))
			may[k] = may[k] && n.within(p.Op(t), x+least, x+most)
		}
		return
	}
	cases := int64(len(may))
	if len(others) > 0 {
		for _, i := range others {
			c := n.d.cells[i]
			if !c.small() {
				return
			}
			if cases *= c.hi - c.lo + 1; cases > mostCases {
				return
			}
		}
	}
	ev := model.NewEvaluator(p, t)
	a := slices.Clone(n.values)
	var some func(k int) bool
	some = func(k int) bool {
		if k == len(others) {
			ev.Run(a)
			v := ev.Value(0)
			return v.Valid() && v.Bool()
		}
		c := n.d.cells[others[k]]
		v, _ := p.Lookup(c.name)
		for x := c.lo; x <= c.hi; x++ {
			a[v] = model.IntValue(x)
			if some(k + 1) {
				return true
			}
		}
		return false
	}
	v, _ := p.Lookup(n.d.cells[cell].name)
	for k := range may {
		if may[k] {
			a[v] = model.IntValue(lo + int64(k))
			may[k] = some(0)
		}
	}
}

// interval reads a comparison of sums as factor * cell + rest, compared with 0, and gives the least and the most that the rest can be.
func (n *narrowing) interval(t model.Term, cell int) (least, most, factor int64, ok bool) {
	p := n.d.e.p
	switch p.Op(t) {
	case model.OpEq, model.OpLe, model.OpLt, model.OpGe, model.OpGt:
	default:
		return 0, 0, 0, false
	}
	factors := map[int]int64{}
	var constant int64
	const large = 1 << 36
	var add func(t model.Term, f int64) bool
	add = func(t model.Term, f int64) bool {
		if f > large || f < -large {
			return false
		}
		if p.IsConst(t) {
			x, ok := p.ConstValue(t).Int64()
			constant += f * x
			return ok && small(x)
		}
		args := p.Args(t)
		switch p.Op(t) {
		case model.OpVar:
			v, _ := p.VarOf(t)
			i, ok := n.cell[v]
			if !ok {
				return false
			}
			if x, _ := n.values[v].Int64(); !n.open[i] {
				constant += f * x
				return small(x)
			}
			factors[i] += f
			return n.d.cells[i].small()
		case model.OpAdd:
			return !slices.ContainsFunc(args, func(a model.Term) bool { return !add(a, f) })
		case model.OpSub:
			return add(args[0], f) && add(args[1], -f)
		case model.OpNeg:
			return add(args[0], -f)
		case model.OpMul:
			var rest model.Term
			left := 0
			for _, a := range args {
				switch x, whole := n.given(a); {
				case whole && small(x):
					if f *= x; f > large || f < -large {
						return false
					}
				default:
					rest = a
					left++
				}
			}
			if left == 0 {
				constant += f
				return true
			}
			return left == 1 && add(rest, f)
		}
		return false
	}
	if p.Sort(p.Arg(t, 0)) == model.Bool || !add(p.Arg(t, 0), 1) || !add(p.Arg(t, 1), -1) {
		return 0, 0, 0, false
	}
	least, most = constant, constant
	for i, f := range factors {
		if i == cell {
			continue
		}
		a, b := f*n.d.cells[i].lo, f*n.d.cells[i].hi
		least, most = least+min(a, b), most+max(a, b)
	}
	return least, most, factors[cell], true
}

// given is the value of a constant, or of a cell that is not open.
func (n *narrowing) given(t model.Term) (int64, bool) {
	p := n.d.e.p
	if p.IsConst(t) {
		return p.ConstValue(t).Int64()
	}
	if v, ok := p.VarOf(t); ok {
		if i, ok := n.cell[v]; ok && !n.open[i] {
			return n.values[v].Int64()
		}
	}
	return 0, false
}

// within reports whether a number from least to most can be compared so with 0.
func (n *narrowing) within(op model.Op, least, most int64) bool {
	switch op {
	case model.OpEq:
		return least <= 0 && most >= 0
	case model.OpLe:
		return least <= 0
	case model.OpLt:
		return least < 0
	case model.OpGe:
		return most >= 0
	default:
		return most > 0
	}
}
