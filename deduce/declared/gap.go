package declared

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// A rule about the whole board says little by itself: the sea is not connected. What a person sees is one place of it: this cell is cut off from
// that one, this line closes without that one. A gap is such a place. It is looked for in what surely is and surely is not there, once the
// opposite of a conclusion is supposed.

// A rule that places are all different says little too where many are: what a person sees is the value that has no place left, or the two places that
// have the same.

// Gap is why a rule about the whole board is broken, or one that places are all different.
type Gap struct {
	Kind  GapKind
	These []board.Place // what is cut off, what closes, or all that comes out of a part: some of it, the nearest first; or what has the same value
	More  int           // how many there are beside
	That  board.Place   // what it is cut off from, what is left out, a place of that part, or where a line ends; nothing where a line may not close at all
	// Of values: which, and of which layer; of Few and Tight several.
	Layer  *rules.Layer
	Value  rules.Value
	Values []rules.Value
	// Direct is set where so much is plain by what is known, whether the opposite of what a step concludes is supposed or not: that no way leads from These to That, or
	// none but through Only; that a line would close; that a value has no place but Only, the values of Tight no places but These, and These of Few no other values. Of Twice one of These has
	// the value; and of Unjoined nothing else is said, so that the numbers follow each other only as is concluded.
	Direct bool
	Only   []board.Place
	differ []board.Place // of Missing and what follows: the places that are to differ and are not printed
	among  int           // how many are to differ with these that are printed
	query  model.Term    // of the others: what it breaks
}

// GapKind is how such a rule is broken.
type GapKind uint8

// The kinds of gaps.
const (
	Apart    GapKind = iota // no way leads from some places to another
	Closed                  // a line closes
	Odd                     // an odd number of lines comes out of a part of the board, which no closed line does
	Ends                    // a line ends or branches
	Missing                 // a value has no place left
	Twice                   // places have the same value
	Few                     // places have fewer values than they are
	Tight                   // values have fewer places than they are
	Unjoined                // the numbers between two do not follow each other: Values are these two, and These their places, nothing where one is not known
)

const (
	mostCut    = 3 // of what is cut off a sentence names so many places, or else one
	mostClosed = 8 // pieces of a line that closes
	mostOut    = 4 // lines that come out of a part: with more the eye does not count them
	mostFew    = 4 // places that share few values, or values that share few places
)

// gaps gives how what a rule says would be broken by the opposites of what a step concludes, as far as that is seen without trying anything.
func (b *Board) gaps(t model.Term, step *Step) []Gap {
	claims := [][]Lit{step.States}
	if len(step.States) == 0 {
		claims = nil
		for _, l := range step.Concludes {
			claims = append(claims, []Lit{l})
		}
	}
	if len(claims) == 0 {
		claims = [][]Lit{nil} // all is known that breaks it
	}
	var out []Gap
	for _, claim := range claims {
		near := board.Place{}
		if len(claim) > 0 {
			near = b.vars[b.atoms[claim[0].atom()].v].Place
		} else if n := len(step.Facts); n > 0 {
			near = b.vars[b.atoms[step.Facts[n-1].atom()].v].Place
		}
		said := len(out)
		for _, opposite := range b.otherwise(step, claim) {
			f := &finder{b: b, out: out, near: near, c: b.reduced(slices.Concat(step.Facts, opposite))}
			gap, ok := f.breach(t)
			if !ok {
				out = out[:said]
				break
			}
			b.direct(f, &gap, step.Facts)
			out = WithGap(out, gap)
		}
	}
	return out
}

// WithGap adds a gap to a list, or what it says directly to the gap of the list that says the same.
func WithGap(list []Gap, gap Gap) []Gap {
	n := slices.IndexFunc(list, gap.Same)
	if n < 0 {
		return append(list, gap)
	}
	own := &list[n]
	own.Direct = own.Direct && gap.Direct && (len(own.Only) == 0) == (len(gap.Only) == 0)
	own.Only = slices.Clone(own.Only)
	for _, p := range gap.Only {
		if !slices.Contains(own.Only, p) {
			own.Only = append(own.Only, p)
		}
	}
	return list
}

// direct finds what a gap of cells that are cut off says without a supposition, for the claim near which a finder has found it: that no way leads to the
// one that is supposed to be there, or that each leads through the one that is supposed not to be.
func (b *Board) direct(f *finder, gap *Gap, facts []Lit) {
	gap.Direct, gap.Only = gap.Kind == Closed, nil // of a line that would close it is plain that it is not to
	if gap.Kind != Apart {
		return
	}
	bare := &finder{b: b, near: f.near, c: b.reduced(facts)}
	with, without := f.graph(gap.query), bare.graph(gap.query)
	at := slices.Index(with.Nodes, f.near)
	that := slices.Index(with.Nodes, gap.That)
	if at < 0 || that < 0 || without.nodes[that] != 1 { // it is there by the supposition alone
		return
	}
	part := without.parts(func(e int) bool { return without.on[e] >= 0 })
	apart := !slices.ContainsFunc(gap.These, func(p board.Place) bool {
		n := slices.Index(with.Nodes, p)
		return n < 0 || part[n] == part[that]
	})
	switch {
	case apart:
		gap.Direct = len(gap.These) == 1 && gap.These[0] == f.near && gap.More == 0
	case with.nodes[at] == -1 && without.nodes[at] >= 0:
		if slices.ContainsFunc(gap.These, func(p board.Place) bool { n := slices.Index(with.Nodes, p); return n < 0 || without.nodes[n] != 1 }) {
			return
		}
		through := without.parts(func(e int) bool { return without.on[e] >= 0 && without.edges[e].A != at && without.edges[e].B != at })
		gap.Direct = !slices.ContainsFunc(gap.These, func(p board.Place) bool { return through[slices.Index(with.Nodes, p)] == through[that] })
		gap.Only = []board.Place{f.near}
	}
}

// otherwise gives what may be so where a claim is not. Where one instance gives a value by what a place is not, only the value is told: it may be each other
// value then, and how the rule would be broken is told where that is seen of all of them.
func (b *Board) otherwise(step *Step, claim []Lit) [][]Lit {
	if len(claim) != 1 || len(step.States) > 0 || slices.ContainsFunc(step.Insts, func(i int) bool { return i != step.Insts[0] }) {
		return [][]Lit{opposites(claim)}
	}
	v := b.atoms[claim[0].atom()].v
	var not []Lit
	value := Lit(-1)
	for _, l := range step.Concludes {
		switch {
		case b.vars[v].truth || b.atoms[l.atom()].v != v:
		case l.holds():
			value = l
		default:
			not = append(not, l)
		}
	}
	switch {
	case value < 0 || len(not) == 0:
		return [][]Lit{opposites(claim)}
	case claim[0] != value:
		return nil
	}
	r := run{b: b, val: make([]int8, len(b.atoms))}
	for _, l := range slices.Concat(b.seen, step.Facts) {
		r.put(l)
	}
	var out [][]Lit
	for _, a := range b.left(v, r.val) {
		if a != value.atom() {
			out = append(out, []Lit{lit(a, true)})
		}
	}
	return out
}

// Same reports whether two gaps say the same.
func (g Gap) Same(o Gap) bool {
	return g.Kind == o.Kind && g.That == o.That && g.More == o.More && slices.Equal(g.These, o.These) && g.Layer == o.Layer && g.Value.Equal(o.Value) &&
		slices.EqualFunc(g.Values, o.Values, rules.Value.Equal)
}

// In reports whether a gap of places that are to differ can be said of a part with some cells: that two of them are equal of any that has them, and that a value
// has no place there only where all its cells are to differ. A rule may leave out the first cell of each row.
func (g Gap) In(cells []board.Place) bool {
	list := g.These
	if g.Kind == Missing || g.Kind == Tight {
		if list = g.differ; g.among != len(cells) {
			return false
		}
	}
	return !slices.ContainsFunc(list, func(p board.Place) bool { return !slices.Contains(cells, p) })
}

// crowds finds why the places of rules would not be all different by the opposites of what a step concludes. Where it concludes several things, or rests on several
// rules, it does so for each value that is placed: what goes before it in the step is known then.
func (b *Board) crowds(out []Rule, step *Step) {
	if len(step.States) > 0 {
		return
	}
	if len(step.Concludes) == 0 {
		b.crowdedBy(out, step.Facts, -1, false)
	}
	one := len(step.Concludes) == 1 && len(out) == 1
	first := map[model.Term]int{} // by rule, for which conclusion it is: in their order the reasons are told
	for k, l := range step.Concludes {
		v := b.atoms[l.atom()].v
		if placed := l.holds() && !b.vars[v].truth; !one && !placed {
			continue
		}
		before := slices.DeleteFunc(slices.Clone(step.Concludes[:k]), func(o Lit) bool { return b.atoms[o.atom()].v == v }) // what the place is not is part of its value
		if n := b.crowdedBy(out, slices.Concat(step.Facts, before), l.Not(), l.holds()); n >= 0 && first[out[n].Term] == 0 {
			first[out[n].Term] = k + 1
		}
	}
	slices.SortStableFunc(out, func(x, y Rule) int { return cmp.Compare(first[x.Term], first[y.Term]) })
}

// crowdedBy finds the first rule whose places are not all different by what is known: at once, or else when the other rules have taken the values of places from
// those that share them. It gives its place, or -1. Supposed is what is supposed beside, -1 for nothing. With placed that is that a place does not have its value; else
// it may be that two have the same.
func (b *Board) crowdedBy(out []Rule, known []Lit, supposed Lit, placed bool) int {
	r := run{b: b, val: make([]int8, len(b.atoms))}
	for _, list := range [][]Lit{b.seen, known} {
		for _, l := range list {
			r.put(l)
		}
	}
	bare := slices.Clone(r.val)
	if supposed >= 0 {
		r.put(supposed)
	}
	for _, shared := range []bool{false, true} {
		for n := range out {
			x := &out[n]
			if x.Whole || x.On || x.Technique || shared && len(out) < 2 {
				continue
			}
			val, without := r.val, bare
			if shared {
				val, without = b.taken(out, n, r.val), b.taken(out, n, bare)
			}
			if gap, ok := b.crowded(x.Term, val, placed); ok {
				vars, printed, _ := b.differing(x.Term)
				if supposed >= 0 {
					b.plainly(&gap, vars, without)
				}
				gap.among = len(vars) + len(printed)
				for _, v := range vars {
					gap.differ = append(gap.differ, b.vars[v].Place)
				}
				x.Gaps = WithGap(x.Gaps, gap)
				return n
			}
		}
	}
	return -1
}

// plainly finds what a gap of places that are to differ says without a supposition, by what is known then of each place.
func (b *Board) plainly(gap *Gap, vars []int, val []int8) {
	values := gap.Values
	if len(values) == 0 {
		values = []rules.Value{gap.Value}
	}
	has := func(v int) bool {
		return slices.ContainsFunc(b.left(v, val), func(a int) bool {
			return slices.ContainsFunc(values, func(k rules.Value) bool { return !b.atoms[a].absent && b.Says(lit(a, true)).Value.Equal(k) })
		})
	}
	var in []board.Place // that can have one of the values
	for _, v := range vars {
		if has(v) {
			in = append(in, b.vars[v].Place)
		}
	}
	switch gap.Kind {
	case Missing:
		gap.Direct, gap.Only = len(in) == 1, in
	case Tight:
		gap.Direct, gap.Only = len(in) == len(gap.Values), in
	case Twice:
		gap.Direct = slices.ContainsFunc(vars, func(v int) bool {
			return slices.Contains(gap.These, b.vars[v].Place) && has(v) && len(b.left(v, val)) == 1
		})
	case Few:
		for _, v := range vars {
			if !slices.Contains(gap.These, b.vars[v].Place) {
				continue
			}
			if !slices.ContainsFunc(b.left(v, val), func(a int) bool { return !slices.ContainsFunc(gap.Values, b.Says(lit(a, true)).Value.Equal) }) {
				gap.Only = append(gap.Only, b.vars[v].Place)
			}
		}
		gap.Direct = len(gap.Only) == len(gap.Values)
	}
}

// taken gives what is known when each place that has a value has taken it from the places that a rule keeps different from it, by all rules but one.
func (b *Board) taken(rules []Rule, but int, val []int8) []int8 {
	val = slices.Clone(val)
	for more := true; more; {
		more = false
		for n, r := range rules {
			vars, _, ok := b.differing(r.Term)
			if n == but || !ok {
				continue
			}
			for _, v := range vars {
				left := b.left(v, val)
				if len(left) != 1 {
					continue
				}
				for _, w := range vars {
					for _, a := range b.left(w, val) {
						if v != w && b.atoms[a].value == b.atoms[left[0]].value {
							val[a], more = -1, true
						}
					}
				}
			}
		}
	}
	return val
}

// differing gives the places, as variables, that a term says are all different, and the numbers among them that are printed.
func (b *Board) differing(t model.Term) (vars []int, printed []int64, ok bool) {
	if b.p.Op(t) != model.OpDistinct {
		return nil, nil, false
	}
	for _, arg := range b.p.Args(t) {
		if b.p.IsConst(arg) {
			k, ok := b.p.ConstValue(arg).Int64()
			if !ok {
				return nil, nil, false
			}
			printed = append(printed, k)
			continue
		}
		x, ok := b.p.VarOf(arg)
		if !ok {
			return nil, nil, false
		}
		v := b.whose[x]
		if own := &b.vars[v]; own.truth || own.bare != model.NoTerm || own.Kind != encode.Holds || own.Layer != b.vars[append(vars, v)[0]].Layer {
			return nil, nil, false
		}
		vars = append(vars, v)
	}
	return vars, printed, len(vars) > 0
}

// left gives the values that a place still can have, as atoms.
func (b *Board) left(v int, val []int8) (out []int) {
	for a := b.vars[v].first; a < b.vars[v].first+b.vars[v].n; a++ {
		if val[a] >= 0 {
			out = append(out, a)
		}
	}
	return out
}

// crowded gives why places would not be all different by what is known: a value that each of them must have has no place left, some share fewer values than they
// are, or some values fewer places; or, where no place is without its value, two of them have the same.
func (b *Board) crowded(t model.Term, val []int8, placed bool) (Gap, bool) {
	vars, constants, ok := b.differing(t)
	if !ok {
		return Gap{}, false
	}
	first := &b.vars[vars[0]]
	places := map[int64]int{} // by value, in how many places it can be
	by := map[int64]int{}     // the place that has a value
	printed := map[int64]bool{}
	for _, k := range constants {
		places[k]++
		printed[k] = true
	}
	var open []crowd
	for _, x := range vars {
		v := &b.vars[x]
		for a := v.first; a < v.first+v.n; a++ {
			places[b.atoms[a].value] += 0
		}
		left := b.left(x, val)
		for _, a := range left {
			places[b.atoms[a].value]++
		}
		open = append(open, crowd{v.Place, left})
		if len(left) != 1 {
			continue
		}
		k := b.atoms[left[0]].value
		if other, ok := by[k]; ok && !placed {
			return Gap{Kind: Twice, These: []board.Place{b.vars[other].Place, v.Place}, Layer: v.Layer, Value: b.Says(lit(left[0], true)).Value}, true
		}
		by[k] = x
	}
	all := len(places) == len(b.p.Args(t)) // each value is somewhere
	for _, k := range slices.Sorted(maps.Keys(places)) {
		if places[k] > 0 || !all {
			continue
		}
		for v := range b.vars { // that has the value's word
			for a := b.vars[v].first; b.vars[v].Layer == first.Layer && a < b.vars[v].first+b.vars[v].n; a++ {
				if !b.atoms[a].absent && b.atoms[a].value == k {
					return Gap{Kind: Missing, Layer: first.Layer, Value: b.Says(lit(a, true)).Value}, true
				}
			}
		}
	}
	if slices.ContainsFunc(open, func(c crowd) bool { return len(c.left) == 0 }) { // a place without a value says nothing of others
		return Gap{}, false
	}
	return b.squeezed(first.Layer, open, printed, all)
}

// crowd is a place with the values that it still can have, as atoms.
type crowd struct {
	at   board.Place
	left []int
}

// squeezed finds the fewest places that share fewer values than they are, or, where each value is somewhere, values that share fewer places and are not
// printed in another one.
func (b *Board) squeezed(l *rules.Layer, open []crowd, printed map[int64]bool, all bool) (Gap, bool) {
	value := func(a int) int64 { return b.atoms[a].value }
	words := map[int64]rules.Value{}
	where := map[int64][]int{} // by value, the numbers of the places that can have it
	for n, c := range open {
		for _, a := range c.left {
			words[value(a)] = b.Says(lit(a, true)).Value
			where[value(a)] = append(where[value(a)], n)
		}
	}
	values := slices.DeleteFunc(slices.Sorted(maps.Keys(where)), func(k int64) bool { return printed[k] })
	for size := 2; size <= mostFew; size++ {
		if all {
			if some := fewer(len(values), size, func(n int) []int { return where[values[n]] }); some != nil {
				gap := Gap{Kind: Tight, Layer: l}
				var in []int
				for _, n := range some {
					gap.Values = append(gap.Values, words[values[n]])
					in = append(in, where[values[n]]...)
				}
				slices.Sort(in)
				for _, n := range slices.Compact(in) {
					gap.These = append(gap.These, open[n].at)
				}
				return gap, true
			}
		}
		if some := fewer(len(open), size, func(n int) (own []int) {
			for _, a := range open[n].left {
				own = append(own, int(value(a)))
			}
			return own
		}); some != nil {
			gap := Gap{Kind: Few, Layer: l}
			var in []int64
			for _, n := range some {
				gap.These = append(gap.These, open[n].at)
				for _, a := range open[n].left {
					in = append(in, value(a))
				}
			}
			slices.Sort(in)
			for _, k := range slices.Compact(in) {
				gap.Values = append(gap.Values, words[k])
			}
			if len(gap.Values) == 1 {
				gap.Kind, gap.Value, gap.Values = Twice, gap.Values[0], nil
			}
			return gap, true
		}
	}
	return Gap{}, false
}

// fewer finds so many of n things that all together have fewer others than they are; nil where there are none.
func fewer(n, size int, of func(int) []int) []int {
	var out []int
	var try func(from int, had []int) bool
	try = func(from int, had []int) bool {
		if len(out) == size {
			return true
		}
		for k := from; k < n; k++ {
			more := slices.Concat(had, of(k))
			slices.Sort(more)
			if more = slices.Compact(more); len(more) >= size {
				continue
			}
			out = append(out, k)
			if try(k+1, more) {
				return true
			}
			out = out[:len(out)-1]
		}
		return false
	}
	if try(0, nil) {
		return out
	}
	return nil
}

// reduced gives a copier that builds terms with what is known put in.
func (b *Board) reduced(known []Lit) *copier {
	r := run{b: b, val: make([]int8, len(b.atoms))}
	for _, list := range [][]Lit{b.seen, known} {
		for _, l := range list {
			r.put(l)
		}
	}
	c := &copier{from: b.p, to: model.NewProblem(), terms: map[model.Term]model.Term{}}
	for v := range b.vars {
		x := &b.vars[v]
		open, last := 0, -1
		for a := x.first; a < x.first+x.n; a++ {
			switch {
			case x.truth && r.val[a] != 0:
				c.terms[x.Term] = c.to.Truth(r.val[a] == 1)
			case r.val[a] >= 0:
				open, last = open+1, a
			case !b.atoms[a].absent:
				c.terms[b.termOf(nil, a)] = model.False
			case x.bare != model.NoTerm:
				c.terms[x.bare] = model.True
			}
		}
		if x.truth || open != 1 {
			continue
		}
		if b.atoms[last].absent {
			c.terms[x.bare] = model.False
			continue
		}
		c.terms[x.Term] = c.to.Num(b.atoms[last].value)
		if x.bare != model.NoTerm {
			c.terms[x.bare] = model.True
		}
	}
	return c
}

// finder looks for a gap.
type finder struct {
	b    *Board
	c    *copier
	near board.Place // what the sentence is about: what is named is near
	out  []Gap       // that the sentence names already
}

// truth gives 1 of a term that surely holds, -1 of one that surely does not, and else 0.
func (f *finder) truth(t model.Term) int8 {
	switch f.c.copy(t) {
	case model.True:
		return 1
	case model.False:
		return -1
	}
	return 0
}

// breach finds how a term is surely false.
func (f *finder) breach(t model.Term) (Gap, bool) {
	p := f.b.p
	args := p.Args(t)
	switch p.Op(t) {
	case model.OpAnd:
		for _, a := range args {
			if gap, ok := f.breach(a); ok {
				return gap, true
			}
		}
	case model.OpImplies:
		if f.truth(args[0]) == 1 {
			return f.breach(args[1])
		}
	case model.OpEq, model.OpLe:
		if k, ok := p.ConstValue(args[1]).Int64(); p.Op(args[0]) == model.OpGroups && p.IsConst(args[1]) && ok && k == 1 {
			return f.query(args[0], f.apart)
		}
	case model.OpConnected:
		return f.query(t, f.apart)
	case model.OpLoop:
		return f.query(t, f.loop)
	case model.OpAcyclic:
		return f.query(t, f.cycle)
	}
	return Gap{}, false
}

// network is a graph with what is known of it: 1 that a node or an edge is there, -1 that it is not.
type network struct {
	*encode.Network
	nodes, on []int8
	edges     []model.GraphEdge
}

func (f *finder) query(t model.Term, find func(n *network) (Gap, bool)) (Gap, bool) {
	n := f.graph(t)
	if n == nil {
		return Gap{}, false
	}
	gap, ok := find(n)
	gap.query = t
	return gap, ok
}

// graph gives the graph that a term asks about; nil where its places are not known.
func (f *finder) graph(t model.Term) *network {
	p := f.b.p
	g := p.GraphOf(t)
	at := f.b.enc.Networks[g]
	if at == nil {
		return nil
	}
	n := &network{Network: at, edges: p.GraphEdges(g)}
	for _, t := range p.GraphNodes(g) {
		n.nodes = append(n.nodes, f.truth(t))
	}
	for _, e := range n.edges {
		n.on = append(n.on, min(f.truth(e.On), n.nodes[e.A], n.nodes[e.B]))
	}
	return n
}

// parts numbers the parts that nodes fall into by the edges that are taken.
func (n *network) parts(taken func(e int) bool) []int {
	part := make([]int, len(n.nodes))
	for i := range part {
		part[i] = i
	}
	var root func(i int) int
	root = func(i int) int {
		if part[i] != i {
			part[i] = root(part[i])
		}
		return part[i]
	}
	for e := range n.edges {
		if taken(e) {
			part[root(n.edges[e].A)] = root(n.edges[e].B)
		}
	}
	for i := range part {
		part[i] = root(i)
	}
	return part
}

// distance tells how far a place lies from what the sentence is about.
func (f *finder) distance(p, q board.Place) float64 {
	if !f.b.geo.Has(p) || !f.b.geo.Has(q) {
		return math.Inf(1)
	}
	x, y, _ := f.b.geo.Centre(p)
	u, v, _ := f.b.geo.Centre(q)
	return math.Abs(x-u) + math.Abs(y-v)
}

func (f *finder) nearest(list []board.Place, to board.Place) []board.Place {
	slices.SortStableFunc(list, func(p, q board.Place) int { return cmp.Compare(f.distance(p, to), f.distance(q, to)) })
	return list
}

// some names all of a list that is short, or the first and how many there are beside.
func some(list []board.Place, most int) ([]board.Place, int) {
	if len(list) <= most {
		return list, 0
	}
	return list[:1], len(list) - 1
}

// apart finds nodes that are there and that no way joins.
func (f *finder) apart(n *network) (Gap, bool) {
	return f.divided(n.parts(func(e int) bool { return n.on[e] >= 0 }), n.Nodes, func(i int) bool { return n.nodes[i] == 1 })
}

// divided finds, of places in parts, some of which are there, what is cut off: the smallest part. It is cut off from a place of the largest.
func (f *finder) divided(part []int, at []board.Place, there func(i int) bool) (Gap, bool) {
	sure := map[int][]board.Place{} // by part
	size := map[int]int{}
	var order []int
	for i, k := range part {
		size[k]++
		if !there(i) || at[i] == (board.Place{}) {
			continue
		}
		if sure[k] == nil {
			order = append(order, k)
		}
		sure[k] = append(sure[k], at[i])
	}
	if len(order) < 2 {
		return Gap{}, false
	}
	in := func(p board.Place) int {
		for _, k := range order {
			if slices.Contains(sure[k], p) {
				return k
			}
		}
		return -1
	}
	for _, gap := range f.out { // what is named already may do for this too
		if gap.Kind != Apart || gap.More > 0 { // of another kind there may be no places
			continue
		}
		k, other := in(gap.These[0]), in(gap.That)
		if k >= 0 && other >= 0 && k != other &&
			!slices.ContainsFunc(gap.These, func(p board.Place) bool { return in(p) != k }) {
			return gap, true
		}
	}
	slices.SortStableFunc(order, func(a, c int) int {
		return cmp.Or(cmp.Compare(len(sure[a]), len(sure[c])), cmp.Compare(size[a], size[c]))
	})
	own, rest := f.nearest(sure[order[0]], f.near), sure[order[len(order)-1]]
	gap := Gap{Kind: Apart, That: f.nearest(rest, own[0])[0]}
	gap.These, gap.More = some(own, mostCut)
	return gap, true
}

// loop finds why no closed line can be made of what may still be there.
func (f *finder) loop(n *network) (Gap, bool) {
	for more := true; more; {
		if at := n.goOn(); at >= 0 {
			return Gap{Kind: Ends, That: n.Nodes[at]}, true
		}
		if gap, ok := f.closed(n, true); ok {
			return gap, true
		}
		more = false
		for _, e := range n.bridges() {
			if n.on[e] == 1 {
				return f.only(n, e)
			}
			n.on[e], more = -1, true // no closed line comes back
		}
	}
	// What is drawn and cannot be joined.
	part := n.parts(func(e int) bool { return n.on[e] >= 0 })
	of := make([]int, len(n.edges))
	for e := range n.edges {
		of[e] = part[n.edges[e].A]
	}
	if gap, ok := f.divided(of, n.Edges, func(e int) bool { return n.on[e] == 1 }); ok {
		return gap, true
	}
	return f.odd(n)
}

// goOn draws what a line must do at each node: it goes on, and does not branch. It gives a node where it cannot; -1: there is none.
func (n *network) goOn() int {
	at := make([][]int, len(n.nodes))
	for e, x := range n.edges {
		at[x.A], at[x.B] = append(at[x.A], e), append(at[x.B], e)
	}
	for more := true; more; {
		more = false
		for node, edges := range at {
			on, open := 0, 0
			for _, e := range edges {
				switch n.on[e] {
				case 1:
					on++
				case 0:
					open++
				}
			}
			to := int8(-1)
			switch {
			case on > 2, on == 1 && open == 0:
				return node
			case open == 0, on == 0 && open > 1, on == 1 && open > 1:
				continue
			case on == 1:
				to = 1
			}
			for _, e := range edges {
				if n.on[e] == 0 {
					n.on[e], more = to, true
				}
			}
		}
	}
	return -1
}

// bridges lists the edges that may be there and whose ends no other way joins.
func (n *network) bridges() (out []int) {
	next := make([][]int, len(n.nodes))
	for e, x := range n.edges {
		if n.on[e] >= 0 {
			next[x.A], next[x.B] = append(next[x.A], e), append(next[x.B], e)
		}
	}
	met, low := make([]int, len(n.nodes)), make([]int, len(n.nodes))
	count := 0
	var walk func(i, by int)
	walk = func(i, by int) {
		count++
		met[i], low[i] = count, count
		for _, e := range next[i] {
			j := n.edges[e].A + n.edges[e].B - i
			switch {
			case e == by:
			case met[j] > 0:
				low[i] = min(low[i], met[j])
			default:
				walk(j, e)
				if low[i] = min(low[i], low[j]); low[j] > met[i] {
					out = append(out, e)
				}
			}
		}
	}
	for i := range n.nodes {
		if met[i] == 0 {
			walk(i, -1)
		}
	}
	return out
}

// only tells of a line that alone comes out of a part of the board: the smaller one.
func (f *finder) only(n *network, e int) (Gap, bool) {
	part := n.parts(func(o int) bool { return o != e && n.on[o] >= 0 })
	in := func(k int) (list []board.Place) {
		for i, at := range n.Nodes {
			if part[i] == k {
				list = append(list, at)
			}
		}
		return list
	}
	a, b := in(part[n.edges[e].A]), in(part[n.edges[e].B])
	if len(b) < len(a) {
		a = b
	}
	if n.where(e) == (board.Place{}) {
		return Gap{}, false
	}
	return Gap{Kind: Odd, These: []board.Place{n.where(e)}, That: f.nearest(a, f.near)[0]}, true
}

// closed finds a line that closes; of one loop, while something else is drawn.
func (f *finder) closed(n *network, one bool) (Gap, bool) {
	// What is no dead end, and lies in no tree, is on a closed line: take off the ends.
	ring := make([]bool, len(n.edges))
	degree := make([]int, len(n.nodes))
	for e, x := range n.edges {
		if ring[e] = n.on[e] == 1; ring[e] {
			degree[x.A]++
			degree[x.B]++
		}
	}
	for more := true; more; {
		more = false
		for e, x := range n.edges {
			if ring[e] && (degree[x.A] == 1 || degree[x.B] == 1) {
				ring[e], more = false, true
				degree[x.A]--
				degree[x.B]--
			}
		}
	}
	part := n.parts(func(e int) bool { return ring[e] })
	first := slices.Index(ring, true)
	if first < 0 {
		return Gap{}, false
	}
	for e := range ring { // the one that is near
		if ring[e] && f.distance(n.where(e), f.near) < f.distance(n.where(first), f.near) {
			first = e
		}
	}
	var line, rest []board.Place
	for e := range n.edges {
		switch at := n.where(e); {
		case at == (board.Place{}):
			return Gap{}, false
		case ring[e] && part[n.edges[e].A] == part[n.edges[first].A]:
			line = append(line, at)
		case n.on[e] == 1:
			rest = append(rest, at)
		}
	}
	gap := Gap{Kind: Closed}
	if one {
		if len(rest) == 0 {
			return Gap{}, false
		}
		gap.That = f.nearest(rest, n.where(first))[0]
	}
	for _, o := range f.out {
		if o.Kind == Closed && (!one || slices.Contains(rest, o.That)) && !slices.ContainsFunc(o.These, func(p board.Place) bool { return !slices.Contains(line, p) }) {
			return o, true
		}
	}
	gap.These, gap.More = some(f.nearest(line, f.near), mostClosed)
	return gap, true
}

func (n *network) where(e int) board.Place { return n.Edges[e] }

func (f *finder) cycle(n *network) (Gap, bool) { return f.closed(n, false) }

// odd finds a part of the board out of which an odd number of lines comes, all of them known: a closed line comes out as often as it goes in.
func (f *finder) odd(n *network) (Gap, bool) {
	part := n.parts(func(e int) bool { return n.on[e] == 0 })
	out := map[int][]board.Place{}
	size := map[int]int{}
	for i := range n.nodes {
		size[part[i]]++
	}
	for e, x := range n.edges {
		if n.on[e] != 1 || part[x.A] == part[x.B] {
			continue
		}
		out[part[x.A]], out[part[x.B]] = append(out[part[x.A]], n.where(e)), append(out[part[x.B]], n.where(e))
	}
	best := -1
	for i := range n.nodes {
		k := part[i]
		if list := out[k]; len(list)%2 == 1 && len(list) <= mostOut && !slices.Contains(list, board.Place{}) &&
			(best < 0 || len(list) < len(out[best]) || len(list) == len(out[best]) && size[k] < size[best]) {
			best = k
		}
	}
	if best < 0 {
		return Gap{}, false
	}
	var in []board.Place
	for i, at := range n.Nodes {
		if part[i] == best {
			in = append(in, at)
		}
	}
	return Gap{Kind: Odd, These: f.nearest(out[best], f.near), That: f.nearest(in, f.near)[0]}, true
}
