package declared

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// sort is what kind of reasoning an instance asks for.
type sort uint8

const (
	silent sort = iota // what every layer keeps by itself
	light
	heavy
)

// instance is one turn of a rule, or a part of one that stands by itself.
type instance struct {
	turn   int    // the instance of the encoding; -1: what a step stated, a technique, or what a count is
	part   string // what part of it; "" is all
	term   model.Term
	vars   []int // ascending
	only   []int // by place in vars: the one atom of it that matters; -1: all do
	sort   sort
	weight float64
	global bool        // it speaks of the whole board
	sizes  bool        // it adds numbers up, or compares them
	at     board.Place // of a part of a loop: where; may be nothing
	lemma  *lemma      // of a technique; turn is -1
	frees  []Lit       // of one about the whole board: each of these, once known, leaves it nothing to say
	says   []Lit       // of what a step stated: one of these holds
	means  bool        // it says what an unknown is that the encoding has not

	force  *force
	own    *probe // of this instance alone
	around *probe // of this and all light ones around
}

// derived reports whether an instance follows from others: a step stated it, or it is a technique.
func (in *instance) derived() bool { return in.turn < 0 && !in.means }

// split adds a term as instances: conjunctions part by part. A loop also says something of every place alone: that a line which comes
// goes on.
func (b *Board) split(turn int, t model.Term, part string) {
	if b.p.Op(t) == model.OpAnd {
		for _, a := range slices.Clone(b.p.Args(t)) {
			b.split(turn, a, part)
		}
		return
	}
	t = b.shared(t)
	near := b.near(t)
	in := &instance{turn: turn, part: part, term: near, vars: b.variablesOf(near)}
	switch {
	case len(in.vars) == 0:
		return
	case len(in.vars) == 1 && turn >= 0 && t == b.enc.Instances[turn].Term: // seen from the clues alone
		v := &b.vars[in.vars[0]]
		v.units = append(v.units, unit{t, turn})
		return
	}
	b.weigh(in)
	if near != t {
		in.global = len(in.vars) > mostLocal
	}
	b.insts = append(b.insts, in)
	if b.p.Op(t) == model.OpLoop {
		b.goesOn(turn, b.p.GraphOf(t))
	}
}

// goesOn adds, for each node of a graph that is one loop, that it has no edges or two.
func (b *Board) goesOn(turn int, g model.Graph) {
	p := b.p
	nodes := slices.Clone(p.GraphNodes(g))
	at := make([][]model.Term, len(nodes))
	for _, e := range p.GraphEdges(g) {
		on := p.And(e.On, nodes[e.A], nodes[e.B])
		at[e.A], at[e.B] = append(at[e.A], on), append(at[e.B], on)
	}
	for _, edges := range at {
		if len(edges) == 0 {
			continue
		}
		t := p.Or(p.AtMost(0, edges...), p.And(p.AtLeast(2, edges...), p.AtMost(2, edges...)))
		in := &instance{turn: turn, part: "on", term: t, vars: b.variablesOf(t), sort: light, weight: 1}
		in.at = b.meet(in.vars)
		if len(in.vars) > 1 {
			b.insts = append(b.insts, in)
		}
	}
}

// meet gives the place that the places of some variables have in common as an end.
func (b *Board) meet(vars []int) board.Place {
	count := map[board.Place]int{}
	for _, v := range vars {
		x, y := b.geo.Ends(b.vars[v].Place)
		count[x]++
		count[y]++
		for _, p := range []board.Place{x, y} {
			if p != (board.Place{}) && count[p] == len(vars) && len(vars) > 1 {
				return p
			}
		}
	}
	return board.Place{}
}

// weigh says how hard an instance is to take in, by its form.
func (b *Board) weigh(in *instance) {
	p := b.p
	query, sums := false, false
	loop := false
	cone := p.Cone(in.term)
	for t := model.Term(1); int(t) < len(cone); t++ {
		if !cone[t] {
			continue
		}
		switch op := p.Op(t); {
		case op.IsGraphQuery():
			query = true
			loop = loop || op == model.OpLoop
		case op == model.OpLt || op == model.OpLe || op == model.OpGt || op == model.OpGe:
			for _, a := range p.Args(t) {
				if p.Sort(a) == model.Int && p.Op(a) == model.OpVar {
					in.sizes = true
				}
			}
		case op == model.OpAdd || op == model.OpMul:
			for _, a := range p.Args(t) {
				_, ok := p.VarOf(a)
				sums = sums || ok && p.Sort(a) == model.Int
				if p.Op(a) == model.OpIf { // a number where there is one
					_, ok = p.VarOf(p.Arg(a, 1))
				}
				in.sizes = in.sizes || ok && p.Sort(a) == model.Int
			}
		}
	}
	n := len(in.vars)
	in.sort = heavy
	in.global = n > mostLocal
	switch file := b.enc.Board.File; {
	case file.Rule(b.enc.Instances[in.turn].Rule) == nil:
		in.sort, in.weight = silent, 0
		in.global = query
	case loop:
		in.weight, in.global = 9, true
	case query:
		in.weight, in.global = 6, true
	case n <= 2 || b.notTwo(in.term):
		in.sort, in.weight = light, 0.5
	case sums:
		in.weight = 5
	case n <= 5:
		in.weight = 3
	case n <= 16:
		in.weight = 4
	default:
		in.weight = 5
	}
}

// mostLocal is how many places a rule speaks of that does not speak of the whole board.
const mostLocal = 40

// mostSmall is how many places a rule of the board speaks of that the eye takes in at once.
const mostSmall = 4

// repeat makes light what says the same of few places all over the board, whatever is printed there: no three of a kind in a row, no
// corner in a square.
func (b *Board) repeat() {
	type group struct {
		rule string
		n    int
	}
	all := map[group]int{}
	alike := map[group]map[string]int{}
	said := make([]string, len(b.insts))
	of := func(in *instance) group { return group{b.enc.Instances[in.turn].Rule, len(in.vars)} }
	for i, in := range b.insts {
		if in.sort != heavy || in.global || len(in.vars) > mostSmall {
			continue
		}
		g := of(in)
		said[i], _ = b.form(in.term)
		all[g]++
		if alike[g] == nil {
			alike[g] = map[string]int{}
		}
		alike[g][said[i]]++
	}
	for i, in := range b.insts {
		if g := of(in); said[i] != "" && all[g] >= fewest && alike[g][said[i]] == all[g] {
			in.sort, in.weight = light, 1
		}
	}
	// One of some in sight, of which a board has more than cells: so is each stretch of cells that crosses two borders.
	sights := map[int][]*instance{} // by rule's first turn
	for _, in := range b.insts {
		if in.sort == heavy && !in.global && b.oneOf(in.term) {
			rule := b.enc.Instances[in.turn].Rule
			first := slices.IndexFunc(b.enc.Instances, func(e encode.Instance) bool { return e.Rule == rule })
			sights[first] = append(sights[first], in)
		}
	}
	for _, list := range sights {
		if len(list) >= len(b.geo.All(board.Cell)) {
			for _, in := range list {
				in.sort, in.weight = light, 1
			}
		}
	}
}

// oneOf reports whether a term says that one of some things is so, or is not.
func (b *Board) oneOf(t model.Term) bool {
	if b.p.Op(t) == model.OpAtLeast {
		return b.p.Param(t) == 1
	}
	lits, ok := b.clause(t, true, nil)
	return ok && len(lits) > 1
}

// clause gives the variables, or that a variable has a value, or the negations of these, one of which holds where a term has a truth value; ok is false where it says
// something else.
func (b *Board) clause(t model.Term, holds bool, out []model.Term) (_ []model.Term, ok bool) {
	p := b.p
	switch op := p.Op(t); {
	case op == model.OpNot:
		return b.clause(p.Arg(t, 0), !holds, out)
	case op == model.OpImplies && holds:
		if out, ok = b.clause(p.Arg(t, 0), false, out); !ok {
			return out, false
		}
		return b.clause(p.Arg(t, 1), true, out)
	case op == model.OpVar || op == model.OpEq && b.valued(t) || b.holding(t):
		if !holds {
			t = p.Not(t)
		}
		return append(out, t), true
	case op == model.OpOr && holds, op == model.OpAnd && !holds:
		for _, a := range b.paired(t) {
			if out, ok = b.clause(a, holds, out); !ok {
				return out, false
			}
		}
		return out, true
	}
	return out, false
}

// held gives the atom that a term says: that a value is there, and which; -1: one that the variable cannot have. ok is false where it says
// something else.
func (b *Board) held(t model.Term) (a int, ok bool) {
	p := b.p
	if p.Op(t) != model.OpAnd || len(p.Args(t)) != 2 {
		return 0, false
	}
	has, eq := p.Arg(t, 0), p.Arg(t, 1)
	if p.Op(has) != model.OpVar {
		has, eq = eq, has
	}
	h, ok := p.VarOf(has)
	if !ok || b.whose[h] == int(h) || p.Op(eq) != model.OpEq || !b.valued(eq) {
		return 0, false
	}
	x, c := p.Arg(eq, 0), p.Arg(eq, 1)
	if p.IsConst(x) {
		x, c = c, x
	}
	v, _ := p.VarOf(x)
	if int(v) != b.whose[h] {
		return 0, false
	}
	n, _ := p.ConstValue(c).Int64()
	for a := b.vars[v].first; a < b.vars[v].first+b.vars[v].n; a++ {
		if !b.atoms[a].absent && b.atoms[a].value == n {
			return a, true
		}
	}
	return -1, true
}

// holding reports whether a term says that a value is there, and which.
func (b *Board) holding(t model.Term) bool {
	_, ok := b.held(t)
	return ok
}

// paired gives the arguments of a term; that a value is there and which it is, side by side in a conjunction, are one of them.
func (b *Board) paired(t model.Term) []model.Term {
	p := b.p
	args := slices.Clone(p.Args(t))
	if p.Op(t) != model.OpAnd {
		return args
	}
	for n := 0; n < len(args); n++ {
		h, ok := p.VarOf(args[n])
		if !ok || b.whose[h] == int(h) {
			continue
		}
		own := b.vars[b.whose[h]].Term
		at := slices.IndexFunc(args, func(a model.Term) bool {
			return p.Op(a) == model.OpEq && b.valued(a) && (p.Arg(a, 0) == own || p.Arg(a, 1) == own)
		})
		if at < 0 {
			continue
		}
		args[n] = p.And(args[n], args[at])
		if args = slices.Delete(args, at, at+1); at < n {
			n--
		}
	}
	return args
}

// valued reports whether a term says that a variable has a value.
func (b *Board) valued(t model.Term) bool {
	x, y := b.p.Arg(t, 0), b.p.Arg(t, 1)
	return b.p.Sort(x) == model.Int && (b.p.Op(x) == model.OpVar && b.p.IsConst(y) || b.p.Op(y) == model.OpVar && b.p.IsConst(x))
}

// fewest is how often a rule has to say the same before it is taken for one of the whole board.
const fewest = 8

// form writes a term with its variables numbered in the order in which they come, which is given too; nothing where it is long.
func (b *Board) form(t model.Term) (string, []int) {
	const most = 2000
	p := b.p
	var out strings.Builder
	names := map[int]int{}
	var order []int
	size := 0
	var write func(t model.Term)
	write = func(t model.Term) {
		if size++; size > most {
			return
		}
		if x, ok := p.VarOf(t); ok {
			v := b.whose[x]
			if _, met := names[v]; !met {
				names[v] = len(names)
				order = append(order, v)
			}
			sign := "v"
			if v != int(x) {
				sign = "has"
			}
			fmt.Fprintf(&out, "%s%d ", sign, names[v])
			return
		}
		if p.IsConst(t) {
			fmt.Fprintf(&out, "%v ", p.ConstValue(t))
			return
		}
		if shape := p.Shape(t); shape != "" {
			fmt.Fprintf(&out, "%v%d:%s( ", p.Op(t), len(shape), shape)
		} else {
			fmt.Fprintf(&out, "%v%d( ", p.Op(t), p.Param(t))
		}
		for _, a := range p.Args(t) {
			write(a)
		}
		out.WriteString(") ")
	}
	write(t)
	if size > most {
		return "", nil
	}
	return out.String(), order
}

// notTwo reports whether a term says that at most one of some things is so, or that one of at most three is.
func (b *Board) notTwo(t model.Term) bool {
	p := b.p
	switch p.Op(t) {
	case model.OpAtMost:
		return p.Param(t) == 1
	case model.OpLe:
		k, ok := p.ConstValue(p.Arg(t, 1)).Int64()
		return ok && k == 1 && p.IsConst(p.Arg(t, 1)) && b.counts(p.Arg(t, 0))
	case model.OpOr:
		return len(p.Args(t)) <= 3 && !slices.ContainsFunc(p.Args(t), func(a model.Term) bool { return !b.plain(a) })
	case model.OpNot:
		return p.Op(p.Arg(t, 0)) == model.OpAnd && !slices.ContainsFunc(p.Args(p.Arg(t, 0)), func(a model.Term) bool { return !b.plain(a) })
	}
	return false
}

// plain reports whether a term is a variable or its negation.
func (b *Board) plain(t model.Term) bool {
	if b.p.Op(t) == model.OpNot {
		t = b.p.Arg(t, 0)
	}
	return b.p.Op(t) == model.OpVar
}

// counts reports whether a term counts truths.
func (b *Board) counts(t model.Term) bool {
	p := b.p
	if p.Op(t) != model.OpAdd {
		return false
	}
	return !slices.ContainsFunc(p.Args(t), func(a model.Term) bool {
		return p.Op(a) != model.OpIf || !p.IsConst(p.Arg(a, 1)) || !p.IsConst(p.Arg(a, 2))
	})
}

// turnOf gives the instance of the encoding that an instance is, or is a part of; what a step stated is none.
func (b *Board) turnOf(i int) encode.Instance {
	if b.insts[i].turn < 0 {
		return encode.Instance{}
	}
	return b.enc.Instances[b.insts[i].turn]
}
