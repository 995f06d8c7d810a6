package reading

import (
	"bytes"
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// world is what the literals and atoms of a reading are under one solution, by their definitions.
type world struct {
	r     *Reading
	a     model.Assignment
	atoms map[int32]*big.Rat
	names map[clauses.Lit]byte // the operators of literals
	bools map[clauses.Lit]bool // of variables
}

func (w *world) poly(p poly) *big.Rat {
	sum := new(big.Rat)
	for _, m := range p {
		v := m.k
		for _, a := range m.at {
			v = mulRat(v, w.atom(a))
		}
		sum.Add(sum, v)
	}
	return sum
}

func (w *world) atom(n int32) *big.Rat {
	if v, ok := w.atoms[n]; ok {
		return v
	}
	a := &w.r.atoms[n]
	arg := func(i int) *big.Rat { return w.poly(a.args[i]) }
	v := new(big.Rat)
	switch a.kind {
	case varAtom:
		if x := w.a.Value(model.Var(a.v)); x.Valid() {
			v = x.Rat()
		}
	case truthAtom:
		if w.lit(a.l) {
			v = big.NewRat(1, 1)
		}
	case choiceAtom:
		if v = arg(1); w.lit(a.l) {
			v = arg(0)
		}
	case quotAtom, restAtom:
		x, y := arg(0), arg(1)
		if y.Sign() != 0 {
			v = euclid(x, y)
		}
		if a.kind == restAtom {
			v = addRat(x, negRat(mulRat(v, y)))
		}
	case ratioAtom:
		if y := arg(1); y.Sign() != 0 {
			v = new(big.Rat).Quo(arg(0), y)
		}
	case powerAtom, rootAtom:
		x, n := arg(0), int(arg(1).Num().Int64())
		switch {
		case n >= 0:
			v = point(big.NewRat(1, 1)).lo.v
			for range n {
				v = mulRat(v, x)
			}
		case a.kind == rootAtom && x.Sign() != 0:
			v = big.NewRat(1, 1)
			for range -n {
				v = new(big.Rat).Quo(v, x)
			}
		}
	case absAtom:
		v = new(big.Rat).Abs(arg(0))
	case minAtom, maxAtom:
		v = arg(0)
		for i := range a.args {
			if u := arg(i); (u.Cmp(v) < 0) == (a.kind == minAtom) {
				v = u
			}
		}
	case floorAtom:
		v = floorRat(arg(0))
	case productAtom:
		v = mulRat(arg(0), arg(1))
	}
	w.atoms[n] = v
	return v
}

func (w *world) lit(l clauses.Lit) bool {
	if l&1 != 0 {
		return !w.lit(l ^ 1)
	}
	if l == clauses.True {
		return true
	}
	if b, ok := w.bools[l]; ok {
		return b
	}
	var b bool
	if ch := w.r.of[l]; ch != nil {
		v := w.poly(ch.p)
		for _, c := range ch.at {
			if c.l == l {
				b = within(v, c.k, c.strict)
			}
		}
		for _, e := range ch.eq {
			if e.l == l {
				b = v.Cmp(e.k) == 0
			}
		}
	} else if ps := w.r.distinct[l]; ps != nil {
		seen := map[string]bool{}
		for _, p := range ps {
			seen[w.poly(p).RatString()] = true
		}
		b = len(seen) == len(ps)
	} else {
		ms := w.r.parts[l]
		switch w.names[l] {
		case '&':
			b = true
			for _, m := range ms {
				b = b && w.lit(m)
			}
		case '=':
			b = w.lit(ms[0]) == w.lit(ms[1])
		case '?':
			if b = w.lit(ms[2]); w.lit(ms[0]) {
				b = w.lit(ms[1])
			}
		default:
			panic("a literal of nothing")
		}
	}
	w.bools[l] = b
	return b
}

// TestSound looks at all clauses that a reading has found out of a problem and a proof about it: under a solution all of them
// are true, and all numbers lie in the intervals that they are thought to be in.
func TestSound(t *testing.T) {
	e := native.New()
	ctx := context.Background()
	root := rng.New(23)
	n := uint64(1500)
	if puztest.Doing() < puztest.Whole {
		n = 200
	}
	clausesSeen, solutions := 0, 0
	for i := range n {
		p := solvetest.Generate(root.Derive("sound", i), solvetest.Options{})
		p.SetObjective(model.NoObjective, model.NoTerm)
		s, err := e.Open(ctx, p, solve.Budget{})
		if err != nil {
			continue
		}
		all, err := s.Enumerate(ctx, 12)
		s.Close()
		if err != nil || !all.All || len(all.List) == 0 {
			continue
		}
		var text bytes.Buffer
		if _, err := e.Prove(ctx, p, solve.Budget{}, all.List, &text); err != nil {
			continue
		}
		r, err := New(context.Background(), p, nil) // without the clauses that leave out the solutions
		if err != nil {
			t.Fatal(err)
		}
		stated, _, _ := strings.Cut(text.String(), "# a solution that is known is left out\n")
		if _, err := r.Check(context.Background(), strings.NewReader(stated)); err == nil {
			t.Fatalf("problem %d has solutions", i)
		}
		r.tightenAll()
		names := map[clauses.Lit]byte{}
		for key, l := range r.literals {
			names[l] = key[0]
		}
		for _, a := range all.List {
			solutions++
			w := &world{r, a, map[int32]*big.Rat{}, names, map[clauses.Lit]bool{}}
			for v := range p.NumVars() {
				if x := a.Value(model.Var(v)); x.Valid() && x.Sort() == model.Bool {
					l := r.vars[v].yes
					w.bools[l&^1] = x.Bool() != (l&1 != 0)
				} else if u := r.vars[v]; u.isBool && !x.Valid() {
					w.bools[u.yes&^1] = false
				}
			}
			for ls := range r.db.All() {
				clausesSeen++
				holds := false
				for _, l := range ls {
					holds = holds || w.lit(l)
				}
				if !holds {
					t.Fatalf("problem %d: the clause %v is false under %s\n%s", i, ls, p.FormatAssignment(a), p)
				}
			}
			for _, ch := range r.inOrder {
				if v := (end{v: w.poly(ch.p)}); v.cmp(ch.span.lo) < 0 || v.cmp(ch.span.hi) > 0 {
					t.Fatalf("problem %d: %v is not in %v under %s\n%s", i, v.v, ch.span, p.FormatAssignment(a), p)
				}
			}
		}
	}
	t.Logf("%d solutions, %d clauses", solutions, clausesSeen)
}
