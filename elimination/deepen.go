package elimination

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// Deepen applies stronger rules on top of the three until none of them removes a link, always the cheapest that does. The
// rules may be RuleNakedSubset, RuleHiddenSubset, RuleChain and RuleSplit; without any it uses all four. What it removes
// follows from the calls made. It counts as one call for Undo, and returns the number of links removed. When the calls
// turn out to have no solution it changes nothing and returns a ContradictionError.
func (s *Solver) Deepen(ctx context.Context, use ...Rule) (int, error) {
	if len(use) == 0 {
		use = []Rule{RuleNakedSubset, RuleHiddenSubset, RuleChain, RuleSplit}
	}
	var wanted [len(rules)]bool
	for _, r := range use {
		if r < RuleNakedSubset || r > RuleSplit {
			return 0, &CallError{"deepen", "the rule " + r.String() + " always applies, or does not exist"}
		}
		wanted[r] = true
	}
	r := record{Call: Call{len(s.calls) + 1, "deepen"}, before: s.g.Mark(), deeper: true}
	s.attach(r.Call)
	defer func() { s.g.trace = nil }()
	edges := s.g.Edges()
	for ok := true; ok; {
		ok = false
		for rule := RuleNakedSubset; rule <= RuleSplit && !ok; rule++ {
			if !wanted[rule] {
				continue
			}
			if err := ctx.Err(); err != nil {
				s.g.Undo(r.before)
				return 0, err
			}
			before := s.g.Edges()
			s.g.why = Reason{Rule: rule}
			s.strengthen(ctx, rule)
			if !s.g.Propagate() {
				s.g.Undo(r.before)
				return 0, s.impossible(r)
			}
			ok = s.g.Edges() < before
		}
	}
	s.calls = append(s.calls, r)
	return edges - s.g.Edges(), nil
}

// impossible names a smallest set of the calls made that has no solution.
func (s *Solver) impossible(r record) error {
	nothing := record{Call: r.Call, apply: func(*Graph) {}}
	saved := s.calls
	s.calls = append(append([]record(nil), saved...), r) // so that complete search judges
	e := s.contradiction(nothing)
	s.calls = saved
	e.Core = e.Core[:len(e.Core)-1]
	if len(e.Core) > 0 {
		e.Call = e.Core[len(e.Core)-1]
	}
	return e
}

func (s *Solver) strengthen(ctx context.Context, rule Rule) {
	switch rule {
	case RuleNakedSubset, RuleHiddenSubset:
		for a := 0; a < s.ix.m; a++ {
			for b := 0; b < s.ix.m; b++ {
				if a != b && (a < b) == (rule == RuleNakedSubset) {
					subsets(s.g, a, b)
				}
			}
		}
	case RuleChain:
		chains(s.g)
	case RuleSplit:
		splits(ctx, s.g)
	}
}

// maxSubset bounds the size of the subsets looked for; a person does not see larger ones.
const maxSubset = 4

// subsets finds k items of category a that have k partners between them in b, and takes those from the others.
func subsets(g *Graph, a, b int) {
	var grow func(from int, members, partners uint64, k int)
	grow = func(from int, members, partners uint64, k int) {
		if k >= 2 && bits.OnesCount64(partners) <= k {
			for i := 0; i < g.n && !g.failed; i++ {
				if members>>i&1 == 0 && g.Row(a*g.n+i, b)&partners != 0 {
					g.Restrict(a*g.n+i, b, ^partners)
				}
			}
			return
		}
		if k == maxSubset {
			return
		}
		for i := from; i < g.n && !g.failed; i++ {
			row := g.Row(a*g.n+i, b)
			if c := bits.OnesCount64(row); c < 2 || c > maxSubset || bits.OnesCount64(partners|row) > maxSubset {
				continue
			}
			grow(i+1, members|1<<i, partners|row, k+1)
		}
	}
	grow(0, 0, 0, 0)
}

// chains assumes each value of each compared item in turn and follows the comparisons of that category alone.
func chains(g *Graph) {
	for cat := 0; cat < g.m; cat++ {
		var cs []*comparison
		var items []int
		seen := map[int]bool{}
		for _, a := range g.posted {
			if c, ok := a.(*comparison); ok && c.cat == cat {
				cs = append(cs, c)
				for _, x := range [...]int{c.x1, c.x2} {
					if !seen[x] {
						seen[x] = true
						items = append(items, x)
					}
				}
			}
		}
		if len(cs) < 2 {
			continue
		}
		for _, x := range items {
			for _, v := range indices(g.Row(x, cat)) {
				if g.failed {
					return
				}
				if !chainHolds(g, cat, cs, items, x, v) {
					g.Unlink(x, cat*g.n+v)
				}
			}
		}
	}
}

// chainHolds follows the comparisons from the assumption that x has value v.
func chainHolds(g *Graph, cat int, cs []*comparison, items []int, x, v int) bool {
	dom := make(map[int]uint64, len(items))
	for _, y := range items {
		dom[y] = g.Row(y, cat)
	}
	dom[x] = 1 << v
	for changed := true; changed; {
		changed = false
		for _, c := range cs {
			d1 := dom[c.x1] & reach(c.bwd, dom[c.x2])
			d2 := dom[c.x2] & reach(c.fwd, d1)
			if d1 == 0 || d2 == 0 {
				return false
			}
			changed = changed || d1 != dom[c.x1] || d2 != dom[c.x2]
			dom[c.x1], dom[c.x2] = d1, d2
		}
		for _, y := range items {
			if d := dom[y]; d&(d-1) == 0 {
				for _, z := range items {
					if z != y && !g.Linked(y, z) && dom[z]&d != 0 {
						if dom[z] &^= d; dom[z] == 0 {
							return false
						}
						changed = true
					}
				}
			}
		}
	}
	return true
}

// splits tries all partners of each item in each category, and removes what every choice removes.
func splits(ctx context.Context, g *Graph) {
	trace := g.trace
	defer func() { g.trace = trace }()
	count := make(map[edge]int)
	for x := 0; x < g.m*g.n; x++ {
		for cat := x/g.n + 1; cat < g.m; cat++ {
			row := g.Row(x, cat)
			if row&(row-1) == 0 {
				continue
			}
			if ctx.Err() != nil {
				return
			}
			clear(count)
			g.trace = nil
			mark := g.Mark()
			choices := 0
			for _, i := range indices(row) {
				g.Match(x, cat*g.n+i)
				if g.Propagate() {
					choices++
					g.Removed(mark, func(x, y int) { count[edge{int32(min(x, y)), int32(max(x, y))}]++ })
				} else {
					g.Undo(mark)
					count[edge{int32(x), int32(cat*g.n + i)}] += 1 << 20
					continue
				}
				g.Undo(mark)
			}
			g.trace = trace
			var gone []edge
			for e, k := range count {
				if k>>20 > 0 || k == choices {
					gone = append(gone, e)
				}
			}
			if choices == 0 {
				g.failed = true
				return
			}
			slices.SortFunc(gone, func(a, b edge) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
			for _, e := range gone {
				g.why = Reason{Rule: RuleSplit}
				g.Unlink(int(e.x), int(e.y))
			}
			if len(gone) > 0 && !g.Propagate() {
				g.failed = true
				return
			}
		}
	}
}
