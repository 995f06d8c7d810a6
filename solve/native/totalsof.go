package native

import (
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// differing is integers that all differ. Where they have as many values as they are, their sum is known.
type differing struct {
	xs  []engine.Int // without those whose value is known, sorted
	sum int64        // of xs, where full
	all bool         // there are as many values as integers
}

// sumOf is a sum of integers that is known: of coef times x is k.
type sumOf struct {
	coef map[engine.Int]int64
	k    int64
}

// spread is integers that lie together in one of some ranges, such as those of consecutive numbers.
type spread struct {
	xs     []engine.Int
	ranges []span
}

const (
	maxSums        = 400 // equations that are looked at in this way
	maxFollowing   = 64  // of those that follow from others
	maxUnion       = 4   // sets whose sums are added up
	maxLeft        = 6   // integers that may be left over in such a sum
	maxUnions      = 20_000
	minTotal       = 2
	minDifferences = 6 // where fewer sets differ, the search is short without
	maxTotalTerms  = 40
	maxDifferences = 400
)

// totals posts, beside the constraints that say so, sums of integers of which many differ. It adds sums that follow: where sets of as many
// integers as they have values are put together, and the sums within are taken away, the sum of what is left over is known (the rule of 45 of
// Killer Sudoku). All of it follows from constraints that hold for good, so a proof does without it.
func (b *builder) totals(cons []model.Term) {
	if b.log != nil || b.err != nil {
		return
	}
	sets, sums, spreads := b.distinctAndSums(cons)
	if b.err != nil || len(sets) < minDifferences || len(sums)+len(spreads) == 0 || len(sets) > maxDifferences {
		return
	}
	t := &totals{e: b.e}
	at := map[engine.Int]int32{}
	for _, s := range spreads {
		b.addSpread(t, at, s, sets)
	}
	for _, s := range append(sums, leftOver(sets, sums)...) {
		if len(t.sums) == maxSums {
			break
		}
		b.addTotal(t, at, s, sets)
	}
	if len(t.sums) == 0 {
		return
	}
	t.dom = make([]uint64, len(t.vars))
	t.due = make([]bool, len(t.sums))
	w := b.e.PostTheory(t)
	for i, s := range t.sums {
		for _, v := range s.vars {
			for _, l := range t.vars[v].is {
				w.Lit(l^1, int32(i))
			}
		}
		t.Wake(int32(i))
	}
}

// distinctAndSums reads what constraints say: which integers all differ, and which have a sum that is known.
func (b *builder) distinctAndSums(cons []model.Term) (sets []differing, sums []sumOf, spreads []spread) {
	p := b.p
	for _, c := range cons {
		switch p.Op(c) {
		case model.OpAnd:
			d, l, r := b.distinctAndSums(p.Args(c))
			sets, sums, spreads = append(sets, d...), append(sums, l...), append(spreads, r...)
		case model.OpOr:
			if s, ok := b.spreadOf(p.Args(c)); ok {
				spreads = append(spreads, s)
			}
		case model.OpDistinct:
			args := p.Args(c)
			if p.Sort(args[0]) != model.Int || len(args) < 2 || slices.ContainsFunc(args, b.isLoose) {
				continue
			}
			d := differing{}
			low, high := int64(inf), int64(-inf)
			for _, a := range args {
				x := b.intOf(a)
				if b.err != nil {
					return nil, nil, nil
				}
				lo, hi := b.e.Bounds(x)
				low, high = min(low, lo), max(high, hi)
				if lo == hi {
					d.sum -= lo
					continue
				}
				d.xs = append(d.xs, x)
			}
			if high-low >= maxTotalSpan {
				continue
			}
			if d.all = high-low == int64(len(args))-1; d.all {
				for v := low; v <= high; v++ {
					d.sum += v
				}
			}
			slices.Sort(d.xs)
			if len(d.xs) > 1 && len(slices.Compact(slices.Clone(d.xs))) == len(d.xs) {
				sets = append(sets, d)
			}
		case model.OpEq:
			x, y := p.Arg(c, 0), p.Arg(c, 1)
			if p.Sort(x) != model.Int || b.isLoose(x) || b.isLoose(y) || !linearHere(p, x) || !linearHere(p, y) {
				continue
			}
			l := b.difference(x, y)
			s := sumOf{coef: map[engine.Int]int64{}, k: -l.k}
			for _, term := range l.ts {
				if term.Bool {
					s.coef = nil
					break
				}
				s.coef[term.Int] = term.Coef
			}
			b.putLin(l)
			if b.err != nil {
				return nil, nil, nil
			}
			if len(s.coef) >= minTotal && len(s.coef) <= maxTotalTerms {
				sums = append(sums, s)
			}
		}
	}
	return sets, sums, spreads
}

// linearHere reports whether a term is a sum of variables and constants, with coefficients: nothing is made to translate it.
func linearHere(p *model.Problem, t model.Term) bool {
	switch p.Op(t) {
	case model.OpConst, model.OpVar:
		return p.Sort(t) == model.Int
	case model.OpAdd, model.OpSub, model.OpNeg:
		return !slices.ContainsFunc(p.Args(t), func(a model.Term) bool { return !linearHere(p, a) })
	case model.OpMul:
		args := p.Args(t)
		return len(args) == 2 && (p.IsConst(args[0]) && linearHere(p, args[1]) || p.IsConst(args[1]) && linearHere(p, args[0]))
	}
	return false
}

// spreadOf reads alternatives that each confine the same integers to a range.
func (b *builder) spreadOf(alternatives []model.Term) (spread, bool) {
	var s spread
	var vars []model.Term
	boxes := make([]map[model.Term]span, len(alternatives))
	for i, t := range alternatives {
		boxes[i] = map[model.Term]span{}
		for _, c := range b.conjuncts(nil, t) {
			v, r, ok := b.confines(c)
			if !ok {
				return s, false
			}
			old, seen := boxes[i][v]
			if !seen {
				old = span{-inf, inf}
				if !slices.Contains(vars, v) {
					vars = append(vars, v)
				}
			}
			boxes[i][v] = span{max(old.lo, r.lo), min(old.hi, r.hi)}
		}
	}
	if len(vars) < 2 {
		return s, false
	}
	for _, v := range vars {
		s.xs = append(s.xs, b.intOf(v))
		if b.err != nil {
			return s, false
		}
	}
	for _, box := range boxes {
		r := span{inf, -inf} // around the ranges of all
		for i, v := range vars {
			lo, hi := b.e.Bounds(s.xs[i])
			if one, ok := box[v]; ok {
				lo, hi = max(lo, one.lo), min(hi, one.hi)
			}
			r = span{min(r.lo, lo), max(r.hi, hi)}
		}
		s.ranges = append(s.ranges, r)
	}
	return s, true
}

// conjuncts appends the parts of a conjunction.
func (b *builder) conjuncts(dst []model.Term, t model.Term) []model.Term {
	if b.p.Op(t) != model.OpAnd {
		return append(dst, t)
	}
	for _, a := range b.p.Args(t) {
		if dst = b.conjuncts(dst, a); len(dst) > maxTotalTerms*4 {
			break // it is not read to its end: what is left out only allows more
		}
	}
	return dst
}

// confines reads a comparison of an integer with a constant.
func (b *builder) confines(t model.Term) (v model.Term, s span, ok bool) {
	p := b.p
	op := p.Op(t)
	negated := op == model.OpNot
	if negated {
		t = p.Arg(t, 0)
		op = opposite(p.Op(t))
	}
	switch p.Op(t) {
	case model.OpLt, model.OpLe, model.OpGt, model.OpGe:
	case model.OpEq:
		if negated || p.Sort(p.Arg(t, 0)) != model.Int {
			return 0, s, false
		}
	default:
		return 0, s, false
	}
	x, y := p.Arg(t, 0), p.Arg(t, 1)
	if p.IsConst(x) && p.Op(y) == model.OpVar {
		x, y = y, x
		switch op {
		case model.OpLt:
			op = model.OpGt
		case model.OpLe:
			op = model.OpGe
		case model.OpGt:
			op = model.OpLt
		case model.OpGe:
			op = model.OpLe
		}
	}
	if p.Op(x) != model.OpVar || !p.IsConst(y) || p.Sort(x) != model.Int || b.isLoose(x) {
		return 0, s, false
	}
	k := constInt(p, y)
	s = span{-inf, inf}
	switch op {
	case model.OpLt:
		s.hi = satAdd(k, -1)
	case model.OpLe:
		s.hi = k
	case model.OpGt:
		s.lo = satAdd(k, 1)
	case model.OpGe:
		s.lo = k
	default:
		s = span{k, k}
	}
	return x, s, true
}

// addSpread adds that integers which all differ hold one of the sets of values that some ranges allow.
func (b *builder) addSpread(t *totals, at map[engine.Int]int32, s spread, sets []differing) {
	if !slices.ContainsFunc(sets, func(d differing) bool {
		return !slices.ContainsFunc(s.xs, func(x engine.Int) bool { return !slices.Contains(d.xs, x) })
	}) {
		return
	}
	for _, x := range s.xs {
		if lo, hi := b.e.Bounds(x); hi-lo >= maxTotalSpan {
			return
		}
	}
	g := distinctGroup{}
	all := b.valueSets(s.xs, &g)
	for _, set := range all {
		if slices.ContainsFunc(s.ranges, func(r span) bool {
			return bits.TrailingZeros64(set.mask) >= int(r.lo-g.base) && bits.Len64(set.mask)-1 <= int(r.hi-g.base)
		}) {
			g.sets = append(g.sets, set)
		}
	}
	if len(g.sets) == 0 || len(g.sets) == len(all) {
		return
	}
	out := total{words: 1}
	for _, x := range s.xs {
		v := b.totalVar(t, at, x)
		g.vars, out.vars = append(g.vars, v), append(out.vars, v)
	}
	out.groups = []distinctGroup{g}
	b.e.Charge(len(out.vars) * bytesTerm)
	t.sums = append(t.sums, out)
}

// totalVar gives the number of an integer among those of t.
func (b *builder) totalVar(t *totals, at map[engine.Int]int32, x engine.Int) int32 {
	v, ok := at[x]
	if ok {
		return v
	}
	v = int32(len(t.vars))
	at[x] = v
	lo, hi := b.e.Bounds(x)
	tv := totalVar{low: lo, root: 1<<uint(hi-lo+1) - 1}
	for n := lo; n <= hi; n++ {
		tv.is = append(tv.is, b.e.Eq(x, n))
	}
	t.vars = append(t.vars, tv)
	return v
}

// leftOver gives the sums that follow where sets with known sums are put together and known sums are taken away.
func leftOver(sets []differing, sums []sumOf) []sumOf {
	u := union{at: map[engine.Int]int{}, known: map[string]bool{}}
	for _, d := range sets {
		if d.all && !slices.ContainsFunc(u.full, func(o summed) bool { return slices.Equal(o.xs, d.xs) }) {
			u.full = append(u.full, u.summed(d.xs, d.sum))
		}
	}
	for _, s := range sums {
		ones := true
		for _, c := range s.coef {
			ones = ones && c == 1
		}
		if ones {
			p := u.summed(s.sorted(), s.k)
			for _, x := range p.at {
				u.of[x] = append(u.of[x], len(u.plain))
			}
			u.plain = append(u.plain, p)
		}
	}
	if len(u.plain) == 0 {
		return nil
	}
	u.inside = make([]int, len(u.plain))
	u.in, u.coef = make([]bool, len(u.of)), make([]int, len(u.of))
	u.join(0, 0, 0)
	slices.SortStableFunc(u.out, func(a, b sumOf) int { return len(a.coef) - len(b.coef) })
	return u.out[:min(len(u.out), maxFollowing)]
}

// summed is integers with a known sum.
type summed struct {
	xs  []engine.Int
	at  []int // their places in a union
	sum int64
}

// union is some sets put together, and what is left of their sum without known sums. Integers have places in it: there are thousands of unions,
// and lists are faster than maps.
type union struct {
	at    map[engine.Int]int // the place of an integer
	all   []engine.Int       // by place
	of    [][]int            // by place: the plain sums with the integer
	full  []summed           // the sets whose sums are known
	plain []summed           // the known sums all of whose coefficients are 1

	xs     []int  // places of the sets that are in
	in     []bool // by place
	inside []int  // how many integers of each plain sum are in
	coef   []int  // by place: coefficients, while they are computed; 0 else
	seen   []int  // places that may have one

	tried int
	known map[string]bool
	out   []sumOf
}

// summed gives integers their places.
func (u *union) summed(xs []engine.Int, sum int64) summed {
	p := summed{xs: xs, sum: sum}
	for _, x := range xs {
		i, ok := u.at[x]
		if !ok {
			i = len(u.all)
			u.at[x], u.all, u.of = i, append(u.all, x), append(u.of, nil)
		}
		p.at = append(p.at, i)
	}
	return p
}

// join adds each of the sets from one on to n sets with the sum k, and goes on with more while there are few.
func (u *union) join(from, n int, k int64) {
	for i := from; i < len(u.full) && u.tried < maxUnions; i++ {
		set := u.full[i]
		if slices.ContainsFunc(set.at, func(x int) bool { return u.in[x] }) {
			continue
		}
		u.tried++
		for _, x := range set.at {
			u.in[x] = true
			u.xs = append(u.xs, x)
			for _, s := range u.of[x] {
				u.inside[s]++
			}
		}
		u.note(k+set.sum, func(s int) bool { return u.inside[s] == len(u.plain[s].at) })
		u.note(k+set.sum, func(s int) bool { return 2*u.inside[s] > len(u.plain[s].at) })
		if n+1 < maxUnion {
			u.join(i+1, n+1, k+set.sum)
		}
		for _, x := range set.at {
			u.in[x] = false
			for _, s := range u.of[x] {
				u.inside[s]--
			}
		}
		u.xs = u.xs[:len(u.xs)-len(set.at)]
	}
}

// note takes the sums that are chosen away from the sets that are in, whose sum is k, and keeps what is left.
func (u *union) note(k int64, chosen func(i int) bool) {
	for _, x := range u.xs {
		u.coef[x] = 1
	}
	u.seen = append(u.seen[:0], u.xs...)
	for i := range u.plain {
		if u.inside[i] == 0 || !chosen(i) {
			continue
		}
		// A sum that shares an integer with one that was taken away already would take it away twice.
		if slices.ContainsFunc(u.plain[i].at, func(x int) bool { return u.coef[x] != u.usual(x) }) {
			continue
		}
		k -= u.plain[i].sum
		for _, x := range u.plain[i].at {
			u.coef[x]--
			if !u.in[x] {
				u.seen = append(u.seen, x)
			}
		}
	}
	left := 0
	for _, x := range u.seen {
		if u.coef[x] != 0 {
			left++
		}
	}
	if left > 0 && left <= maxLeft && left != len(u.xs) {
		s := sumOf{coef: map[engine.Int]int64{}, k: k}
		for _, x := range u.seen {
			if c := u.coef[x]; c != 0 {
				s.coef[u.all[x]] = int64(c)
			}
		}
		if key := s.key(); !u.known[key] {
			u.known[key] = true
			u.out = append(u.out, s)
		}
	}
	for _, x := range u.seen {
		u.coef[x] = 0
	}
}

// usual is the coefficient of an integer before anything is taken away.
func (u *union) usual(x int) int {
	if u.in[x] {
		return 1
	}
	return 0
}

// key is the same for equations that are.
func (s sumOf) key() string {
	var b []byte
	for _, x := range s.sorted() {
		b = append(b, byte(x), byte(x>>8), byte(x>>16), byte(s.coef[x]))
	}
	return string(b)
}

func (s sumOf) sorted() []engine.Int {
	xs := make([]engine.Int, 0, len(s.coef))
	for x := range s.coef {
		xs = append(xs, x)
	}
	slices.Sort(xs)
	return xs
}

// addTotal takes an equation apart into groups and adds it, where that is possible within limits.
func (b *builder) addTotal(t *totals, at map[engine.Int]int32, s sumOf, sets []differing) {
	out := total{k: s.k}
	xs := s.sorted()
	for _, x := range xs {
		lo, hi := b.e.Bounds(x)
		if hi-lo >= maxTotalSpan {
			return
		}
	}
	for len(xs) > 0 {
		// The set that holds most of what is left, of one coefficient.
		best := xs[:1:1]
		for _, d := range sets {
			byCoef := map[int64][]engine.Int{}
			for _, x := range xs {
				if _, ok := slices.BinarySearch(d.xs, x); ok {
					c := s.coef[x]
					if byCoef[c] = append(byCoef[c], x); len(byCoef[c]) > len(best) {
						best = byCoef[c]
					}
				}
			}
		}
		best = slices.Clone(best)
		g := distinctGroup{coef: s.coef[best[0]]}
		for {
			if g.sets = b.valueSets(best, &g); g.sets != nil {
				break
			}
			best = best[:(len(best)+1)/2]
		}
		for _, x := range best {
			v := b.totalVar(t, at, x)
			g.vars = append(g.vars, v)
			out.vars = append(out.vars, v)
		}
		out.groups = append(out.groups, g)
		xs = slices.DeleteFunc(xs, func(x engine.Int) bool { return slices.Contains(best, x) })
	}
	low, high := int64(0), int64(0)
	for _, g := range out.groups {
		low += min(0, g.sets[0].sum)
		high += max(0, g.sets[len(g.sets)-1].sum)
	}
	if high-low >= maxTotalRange || s.k < low || s.k > high {
		return // too much, or a contradiction, which the bounds show
	}
	out.low = low
	out.words = int(high-low)/64 + 1
	b.e.Charge(len(out.vars) * bytesTerm)
	t.sums = append(t.sums, out)
}

// valueSets lists the sets of values that integers which all differ can hold, by their sum. It gives nil where they are too many.
func (b *builder) valueSets(xs []engine.Int, g *distinctGroup) []valueSet {
	g.base = inf
	high := int64(-inf)
	for _, x := range xs {
		lo, hi := b.e.Bounds(x)
		g.base, high = min(g.base, lo), max(high, hi)
	}
	span := int(high - g.base + 1)
	if span > 63 {
		return nil
	}
	var out []valueSet
	var choose func(from int, n int, set valueSet) bool
	choose = func(from, n int, set valueSet) bool {
		if n == 0 {
			out = append(out, set)
			return len(out) <= maxTotalSets
		}
		for v := from; v+n <= span; v++ {
			if !choose(v+1, n-1, valueSet{set.mask | 1<<uint(v), set.sum + g.coef*(g.base+int64(v))}) {
				return false
			}
		}
		return true
	}
	if !choose(0, len(xs), valueSet{}) && len(xs) > 1 {
		return nil
	}
	slices.SortStableFunc(out, func(a, b valueSet) int {
		switch {
		case a.sum < b.sum:
			return -1
		case a.sum > b.sum:
			return 1
		}
		return 0
	})
	return out
}
