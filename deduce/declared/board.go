package declared

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// Lit is a literal: an atom of the board, or its negation.
type Lit int32

func lit(atom int, holds bool) Lit {
	if holds {
		return Lit(2 * atom)
	}
	return Lit(2*atom + 1)
}

// Not gives the negation.
func (l Lit) Not() Lit { return l ^ 1 }

func (l Lit) atom() int   { return int(l >> 1) }
func (l Lit) holds() bool { return l&1 == 0 }

// atom is a variable having a value.
type atom struct {
	v      int   // the variable
	value  int64 // of numbers
	absent bool  // that there is none
}

// variable is an unknown of the board. A value that may be absent is one unknown here, of which one value is that it is absent: that a cell
// does not have a value says less than that it is empty, and less than that it has another, and can be known before either.
type variable struct {
	*encode.Unknown
	bare     model.Term // of a value that may be absent: that it is there; its first atom is that it is not
	first, n int        // its atoms
	truth    bool       // it has one atom: that it is so
	asked    bool       // part of the answer
	units    []unit     // what holds of it alone
	showing  []int      // the turns of rules, few of them, by which clues show its value; nil where they do not
	partly   []int      // where clues leave it several values: the places in units of those by which they do not leave all; nil where they do
	answer   int        // the place, among its atoms, of the value that it has in the answer; of truth values 1 or 0; -1: not known
	x, y     float64
	at       bool // x and y are known
}

// unit is a turn of a rule that speaks of one variable alone.
type unit struct {
	term model.Term
	turn int
}

// Board is a board as instances of rules, for one goroutine at a time. What is asked of its instances belongs to a search, which has a board of
// its own for that.
type Board struct {
	enc     *encode.Encoding
	p       *model.Problem
	geo     *board.Board
	engine  solve.Engine
	vars    []variable
	whose   []int // by variable of the encoding: the variable here
	atoms   []atom
	seen    []Lit // what clues show by themselves: it is no fact that a step names
	insts   []*instance
	by      [][]int // by variable: the instances that speak of it
	watch   [][]int // by atom: the instances that it matters to
	about   [][]int // by variable: the techniques that do
	shown   []int8  // by atom: what clues show by themselves
	sized   []size  // sizes that are unknowns
	globals int     // how many instances speak of the whole board
	tracer  *run
	kept    *memories
	reasons *reasons
	scratch []uint64
	tried   int // rows, for lists
	work    *work
	rows    []linearRow
	rowsOf  map[int][]int   // by atom: rows of instances that have it
	lists   *Lists          // by the form of their terms; of all searches
	listed  map[string]bool // by form: those of this one

	walks []*walk

	pool     *pool
	whole    *probe            // of all instances, each under a guard
	sharing  map[int][]int     // of instances of a rule that has many about the whole board: all of these
	hosts    map[int]*probe    // that these share, by the first of them
	bundles  map[int][]int     // of heavy instances: what belongs together
	together map[string]*probe // of heavy instances and what is light around them, by the list of these
}

// Compile makes a board of an encoding. The answer is a solution of it: what follows agrees with every solution, so the search looks
// for nothing else; it is a reason for nothing.
func Compile(ctx context.Context, enc *encode.Encoding, engine solve.Engine, answer model.Assignment) (*Board, error) {
	if err := countable(enc); err != nil {
		return nil, err
	}
	b := &Board{enc: enc, p: enc.Problem, geo: enc.Board.Geo, engine: engine, lists: &Lists{}, reasons: &reasons{}, work: &work{}, pool: newPool()}
	asked := map[model.Term]bool{}
	for _, t := range enc.Asked {
		asked[t] = true
	}
	for _, u := range enc.Variables() {
		x := variable{Unknown: u, asked: asked[u.Term], answer: -1, truth: b.p.Sort(u.Term) == model.Bool}
		if b.geo.Has(u.Place) {
			x.x, x.y, x.at = b.geo.Centre(u.Place)
		}
		if cells := enc.Board.Cells(u.Place); !x.at && u.Place != (board.Place{}) && len(cells) > 0 {
			x.x, x.y, x.at = b.geo.Centre(cells[0])
		}
		b.vars = append(b.vars, x)
		b.whose = append(b.whose, len(b.whose))
	}
	b.mayLack()
	answer = b.tally(b.sizes(answer))
	for i, in := range enc.Instances {
		if in.Rule == encode.Mentioned {
			continue
		}
		b.split(i, in.Term, "")
	}
	b.sizesMean()
	b.repeat()
	b.talliesMean()
	b.number(answer)
	r := run{b: b, val: make([]int8, len(b.atoms))}
	for _, l := range b.seen {
		r.put(l)
	}
	b.shown = r.val
	b.by, b.watch = make([][]int, len(b.vars)), make([][]int, len(b.atoms))
	for i, in := range b.insts {
		if in.global {
			b.globals++
		}
		b.watched(i)
	}
	b.sharing = b.share()
	b.lemmas()
	b.paths()
	return b, ctx.Err()
}

// mostValues is how many values all numbers of a board may have together: each becomes an atom.
const mostValues = 1 << 23

// countable reports by an error that the numbers of a board have more values than can be followed one by one.
func countable(enc *encode.Encoding) error {
	all := uint64(0)
	for v := range enc.Problem.NumVars() {
		x := enc.Problem.Variable(model.Var(v))
		if x.Sort == model.Bool {
			continue
		}
		lo, low := x.Domain.Lo.Int64()
		hi, high := x.Domain.Hi.Int64()
		many := uint64(hi) - uint64(lo) // and one
		if !low || !high || many >= mostValues || all+many >= mostValues {
			return fmt.Errorf("%s cannot be explained: its numbers have more than %d values together", enc.Board.File.ID, mostValues)
		}
		all += many + 1
	}
	return nil
}

// mayLack makes one unknown of each value that may be absent and of whether it is.
func (b *Board) mayLack() {
	for v := range b.vars {
		x := &b.vars[v]
		if x.Bare == nil || x.truth {
			continue
		}
		h, ok := b.p.VarOf(x.Bare.Term)
		if !ok {
			continue
		}
		bare := &b.vars[h]
		x.bare, x.asked = bare.Term, x.asked || bare.asked
		*bare = variable{Unknown: &encode.Unknown{Kind: encode.Unnamed, Term: bare.Term}, answer: -1}
		b.whose[h] = v
	}
}

// option is a value that a variable may have.
type option struct {
	value  model.Value
	absent bool
}

// optionsOf lists what an unknown may be as it was declared: where it may be absent, that comes first.
func (b *Board) optionsOf(v int) []option {
	x := &b.vars[v]
	if x.truth {
		return []option{{value: model.BoolValue(false)}, {value: model.BoolValue(true)}}
	}
	if b.whose[v] != v {
		return nil
	}
	var out []option
	d := b.p.Variable(model.Var(v)).Domain
	lo, _ := d.Lo.Int64()
	hi, _ := d.Hi.Int64()
	if x.bare != model.NoTerm { // what is absent has the first value
		out = append(out, option{model.IntValue(lo), true})
	}
	for k := lo; k <= hi; k++ {
		out = append(out, option{value: model.IntValue(k)})
	}
	return out
}

// assign gives a variable a value.
func (b *Board) assign(a model.Assignment, v int, o option) {
	a[v] = o.value
	if h, ok := b.p.VarOf(b.vars[v].bare); ok {
		a[h] = model.BoolValue(!o.absent)
	}
}

// ruledOut gives by variable its values, which of these a constraint on this variable alone excludes, and by each such constraint which.
func (b *Board) ruledOut() (values [][]option, excluded [][]bool, by [][][]bool) {
	var units []model.Term
	most := 2
	values = make([][]option, len(b.vars))
	for v := range b.vars {
		values[v] = b.optionsOf(v)
		most = max(most, len(values[v]))
		for _, u := range b.vars[v].units {
			units = append(units, u.term)
		}
	}
	excluded = make([][]bool, len(b.vars))
	by = make([][][]bool, len(b.vars))
	for v := range excluded {
		excluded[v] = make([]bool, len(values[v]))
		by[v] = make([][]bool, len(b.vars[v].units))
		for n := range by[v] {
			by[v][n] = make([]bool, len(values[v]))
		}
	}
	if len(units) > 0 { // all at once: each is about one variable
		e := model.NewEvaluator(b.p, units...)
		a := make(model.Assignment, len(b.vars))
		for k := range most {
			for v := range b.vars {
				if n := len(values[v]); n > 0 {
					b.assign(a, v, values[v][min(k, n-1)])
				}
			}
			e.Run(a)
			n := 0
			for v := range b.vars {
				for u := range b.vars[v].units {
					if val := e.Value(n); k < len(values[v]) && !(val.Valid() && val.Bool()) {
						excluded[v][k], by[v][u][k] = true, true
					}
					n++
				}
			}
		}
	}
	return values, excluded, by
}

// number makes the atoms of the variables: of numbers, one for each value that is not excluded by a constraint on this one alone.
func (b *Board) number(answer model.Assignment) {
	values, excluded, by := b.ruledOut()
	for v := range b.vars {
		x := &b.vars[v]
		x.first = len(b.atoms)
		val := answer.Value(model.Var(v))
		if x.truth {
			x.n = 1
			b.atoms = append(b.atoms, atom{v: v})
			switch {
			case val.Valid() && val.Bool():
				x.answer = 1
			case val.Valid():
				x.answer = 0
			}
			if excluded[v][0] || excluded[v][1] {
				b.seen = append(b.seen, lit(x.first, excluded[v][0]))
				b.shows(x, by[v])
			}
			continue
		}
		lacks := false
		if h, ok := b.p.VarOf(x.bare); ok {
			has := answer.Value(h)
			lacks = has.Valid() && !has.Bool()
		}
		for k, o := range values[v] {
			if excluded[v][k] {
				continue
			}
			if val.Valid() && val.Compare(o.value) == 0 && lacks == o.absent {
				x.answer = x.n
			}
			n, _ := o.value.Int64()
			b.atoms = append(b.atoms, atom{v, n, o.absent})
			x.n++
		}
		switch {
		case x.n == 1:
			b.seen = append(b.seen, lit(x.first, true))
			b.shows(x, by[v])
		case x.n > 1:
			b.leaves(x, by[v])
		}
	}
}

// leaves notes by which rules clues leave a variable some of its values. What a layer keeps by itself goes without saying, and so does that there is a value.
func (b *Board) leaves(x *variable, by [][]bool) {
	first := 0
	if x.bare != model.NoTerm {
		first = 1
	}
	for u, out := range by {
		if slices.Contains(out[min(first, len(out)):], true) && b.enc.Board.File.Rule(b.enc.Instances[x.units[u].turn].Rule) != nil {
			x.partly = append(x.partly, u)
		}
	}
}

// shows notes by which rules clues show the value of a variable: few that together exclude what all exclude. by tells, of each unit, which values
// it does.
func (b *Board) shows(x *variable, by [][]bool) {
	if len(by) == 0 {
		return
	}
	first := 0
	if x.bare != model.NoTerm && len(by[0]) > 1 { // that there is a value is plain: what matters is which
		first = 1
	}
	excludes := func(units []int) int {
		n := 0
		for k := first; k < len(by[0]); k++ {
			if slices.ContainsFunc(units, func(u int) bool { return by[u][k] }) {
				n++
			}
		}
		return n
	}
	var units []int
	for u := range by {
		units = append(units, u)
	}
	for k := len(units) - 1; k >= 0; k-- {
		if rest := slices.Delete(slices.Clone(units), k, k+1); excludes(rest) == excludes(units) {
			units = rest
		}
	}
	for _, u := range units {
		x.showing = append(x.showing, x.units[u].turn)
	}
}

// shownStep is that clues show a literal, by the rules that say so.
func (b *Board) shownStep(l Lit) *Step {
	s := &Step{Concludes: []Lit{l}, Clues: b.vars[b.atoms[l.atom()].v].showing}
	b.price(s)
	return s
}

// right gives the literal of an atom that the answer has; ok is false where the answer says nothing of it.
func (b *Board) right(a int) (Lit, bool) {
	v := &b.vars[b.atoms[a].v]
	switch {
	case v.answer < 0:
		return 0, false
	case v.truth:
		return lit(a, v.answer == 1), true
	}
	return lit(a, a == v.first+v.answer), true
}

// termOf gives the term of an atom in the problem of a copier; nil: in the board's own.
func (b *Board) termOf(c *copier, a int) model.Term {
	p, in := b.p, func(t model.Term) model.Term { return t }
	if c != nil {
		p, in = c.to, c.copy
	}
	x := &b.vars[b.atoms[a].v]
	switch {
	case x.truth:
		return in(x.Term)
	case b.atoms[a].absent:
		return p.Not(in(x.bare))
	case x.bare != model.NoTerm:
		return p.And(in(x.bare), p.Eq(in(x.Term), p.Num(b.atoms[a].value)))
	}
	return p.Eq(in(x.Term), p.Num(b.atoms[a].value))
}

// variablesOf lists the variables of a term.
func (b *Board) variablesOf(t model.Term) []int {
	var out []int
	for _, v := range b.p.VarsOf(t) {
		out = append(out, b.whose[v])
	}
	slices.Sort(out)
	return slices.Compact(out)
}
