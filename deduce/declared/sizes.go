package declared

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// Where many rules compare with the size of one part – each has as many cells as that one – the size is an unknown of its own: once a step has
// concluded it, all these rules are about a number, and no step needs to say again how that part lies. Such an unknown follows from the others;
// when a step is proved again it is its definition that is asked, and not what the search took it for.

// size is the unknown of a part's size.
type size struct {
	of      model.Term // the size
	unknown model.Term
	most    int64
	turn    int  // of the rule that bounds it
	counts  bool // it is a count of the cells of a place, which no rule needs to bound
}

// sizes makes unknowns of the sizes that at least so many rules as a rule of the whole board has turns compare with, and that a rule about them alone
// bounds. It gives the answer with their values.
func (b *Board) sizes(answer model.Assignment) model.Assignment {
	count := map[model.Term]int{}
	var order []model.Term
	for _, in := range b.enc.Instances {
		own := map[model.Term]bool{}
		b.compares(in.Term, func(t, _ model.Term) model.Term {
			if b.p.Op(t) == model.OpGroupSum && !own[t] {
				own[t] = true
				if count[t]++; count[t] == fewest {
					order = append(order, t)
				}
			}
			return t
		})
	}
	slices.Sort(order)
	for _, t := range order {
		place, layer := b.sizeOf(t)
		turn, values := b.bounded(t)
		if layer == nil || len(values) == 0 {
			continue
		}
		s := size{of: t, most: slices.Max(values), turn: turn}
		s.unknown = b.p.IntIn("size of "+b.geo.Name(place), slices.Min(values), s.most)
		answer = b.know(s, encode.Unknown{Kind: encode.Size, Layer: layer.Layer, Place: place}, answer)
	}
	return answer
}

// know adds the unknown of a size. It gives the answer with its value.
func (b *Board) know(s size, as encode.Unknown, answer model.Assignment) model.Assignment {
	as.Term = s.unknown
	x := variable{Unknown: &as, answer: -1}
	place := as.Place
	if cells := b.enc.Board.Cells(place); !b.geo.Has(place) && len(cells) > 0 {
		place = cells[0]
	}
	x.x, x.y, x.at = b.geo.Centre(place)
	v, _ := b.p.VarOf(s.unknown)
	for len(b.vars) < int(v) { // what the problem has declared since
		b.vars, b.whose = append(b.vars, variable{Unknown: &encode.Unknown{Kind: encode.Unnamed, Term: b.p.VarTerm(model.Var(len(b.vars)))}, answer: -1, truth: true}), append(b.whose, len(b.whose))
	}
	b.vars, b.whose = append(b.vars, x), append(b.whose, len(b.whose))
	e := model.NewEvaluator(b.p, s.of)
	e.Run(answer)
	answer = append(slices.Clip(answer), make(model.Assignment, max(0, int(v)+1-len(answer)))...)
	answer[v] = e.Value(0)
	b.sized = append(b.sized, s)
	return answer
}

// bounded gives the turn of the rule that is about a size alone, and the sizes that it allows, if these are few.
func (b *Board) bounded(t model.Term) (turn int, values []int64) {
	for i, in := range b.enc.Instances {
		values = nil
		for k := int64(1); k <= mostLocal; k++ {
			said := b.compares(in.Term, func(x, _ model.Term) model.Term {
				if x == t {
					return b.p.Num(k)
				}
				return x
			})
			if !b.p.IsConst(said) { // it is about something else too
				values = nil
				break
			}
			if b.p.ConstValue(said).Bool() {
				values = append(values, k)
			}
		}
		if len(values) > 0 && len(values) <= manyValues {
			return i, values
		}
	}
	return 0, nil
}

// compares builds a term again with what is compared in it, by and, or, not and if, as a function gives it, which is also told with what.
func (b *Board) compares(t model.Term, as func(x, with model.Term) model.Term) model.Term {
	p := b.p
	switch op := p.Op(t); op {
	case model.OpAnd, model.OpOr, model.OpNot, model.OpImplies:
		args := slices.Clone(p.Args(t))
		for n, a := range args {
			args[n] = b.compares(a, as)
		}
		switch {
		case slices.Equal(args, p.Args(t)):
			return t
		case op == model.OpAnd:
			return p.And(args...)
		case op == model.OpOr:
			return p.Or(args...)
		case op == model.OpNot:
			return p.Not(args[0])
		}
		return p.Implies(args[0], args[1])
	case model.OpEq, model.OpLe, model.OpLt, model.OpGe, model.OpGt:
		x, y := p.Arg(t, 0), p.Arg(t, 1)
		if p.Sort(x) != model.Int {
			return t
		}
		if u, v := as(x, y), as(y, x); u != x || v != y {
			return compared(p, op, u, v)
		}
	}
	return t
}

// sizeOf gives the cell whose part of a division a term counts, and an unknown of that division; nil where it counts something else.
func (b *Board) sizeOf(t model.Term) (board.Place, *variable) {
	p := b.p
	args := p.Args(t)
	for _, w := range args[2:] {
		if n, ok := p.ConstValue(w).Int64(); !p.IsConst(w) || !ok || n != 1 {
			return board.Place{}, nil
		}
	}
	centre, _ := p.ConstValue(args[1]).Int64()
	cells := b.geo.All(board.Cell)
	g := p.GraphOf(t)
	if len(p.GraphNodes(g)) != len(cells) {
		return board.Place{}, nil
	}
	var layer *variable
	for _, e := range p.GraphEdges(g) {
		v, ok := p.VarOf(e.On)
		if !ok || b.vars[v].Kind != encode.Joined {
			return board.Place{}, nil
		}
		x, y := b.geo.Ends(b.vars[v].Place)
		if a, c := cells[e.A], cells[e.B]; (x != a || y != c) && (x != c || y != a) {
			return board.Place{}, nil
		}
		layer = &b.vars[v]
	}
	return cells[centre], layer
}

// shared puts the unknowns of sizes in the place of these.
func (b *Board) shared(t model.Term) model.Term {
	if len(b.sized) == 0 {
		return t
	}
	return b.compares(t, func(x, with model.Term) model.Term {
		for _, s := range b.sized {
			if s.of == x && !(s.counts && b.p.IsConst(with)) { // how many cells are so is itself a sum of few places
				return s.unknown
			}
		}
		return x
	})
}

// sizesMean adds what the unknowns of sizes are: each value of one says that the part has so many cells, and none else.
func (b *Board) sizesMean() {
	for _, s := range b.sized {
		if s.counts {
			continue
		}
		v, _ := b.p.VarOf(s.unknown)
		d := b.p.Variable(v).Domain
		lo, _ := d.Lo.Int64()
		for k := lo; k <= s.most; k++ {
			n := b.p.Num(k)
			t := b.p.Iff(b.p.Eq(s.unknown, n), b.near(b.p.Eq(s.of, n)))
			in := &instance{turn: s.turn, term: t, vars: b.variablesOf(t)}
			b.weigh(in)
			b.insts = append(b.insts, in)
		}
	}
}

// bounds gives the turns of the rules that bound the sizes on which a step rests without knowing them: it rests on these rules too. So does a
// size that is the last one left.
func (b *Board) bounds(step *Step) (turns []int) {
	for _, s := range b.sized {
		if s.counts {
			continue
		}
		v, _ := b.p.VarOf(s.unknown)
		known := slices.ContainsFunc(step.Facts, func(l Lit) bool { return l.holds() && b.atoms[l.atom()].v == int(v) })
		left := len(step.Insts) == 0 && slices.ContainsFunc(step.Concludes, func(l Lit) bool { return l.holds() && b.atoms[l.atom()].v == int(v) })
		if left || !known && slices.ContainsFunc(step.Insts, func(i int) bool { return slices.Contains(b.insts[i].vars, int(v)) }) {
			turns = append(turns, s.turn)
		}
	}
	return turns
}

// defined states, in another problem, what the unknowns of sizes are, where it has them or what they stand for.
func (b *Board) defined(c *copier) {
	for _, s := range b.sized {
		_, named := c.terms[s.unknown]
		if _, meant := c.terms[s.of]; named || meant {
			c.to.Assert("", c.to.Eq(c.copy(s.unknown), c.copy(s.of)))
		}
	}
}
