package native_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestGraphsAgainstBruteForce draws small graphs with several queries each and compares all solutions.
func TestGraphsAgainstBruteForce(t *testing.T) {
	n := uint64(6000)
	if puztest.Doing() < puztest.Whole {
		n = 1000
	}
	for i := range n {
		p := solvetest.GenerateGraphs(rng.New(15).Derive("graphs", i))
		if err := compareAll(p); err != nil {
			t.Fatalf("problem %d: %v\n%v", i, err, p)
		}
	}
}

// compareAll lists all solutions by brute force and by the embedded engine.
func compareAll(p *model.Problem) error {
	ctx := context.Background()
	list := func(e solve.Engine) ([]model.Assignment, error) {
		s, err := e.Open(ctx, p, solve.Budget{})
		if err != nil {
			return nil, err
		}
		defer s.Close()
		all, err := s.(solve.Enumerator).Enumerate(ctx, -1)
		if err == nil && !all.All {
			err = fmt.Errorf("the list is not complete")
		}
		return all.List, err
	}
	want, err := list(brute.Engine{})
	if err != nil {
		return err
	}
	got, err := list(native.New())
	if err != nil {
		return err
	}
	if len(got) != len(want) {
		return fmt.Errorf("native finds %d solutions, brute force %d", len(got), len(want))
	}
	for i := range got {
		if !got[i].Equal(want[i]) {
			return fmt.Errorf("solution %d is %s, by brute force %s", i, p.FormatAssignment(got[i]), p.FormatAssignment(want[i]))
		}
	}
	return nil
}

// FuzzGraphs compares the embedded engine with brute force on the problems that a seed gives.
func FuzzGraphs(f *testing.F) {
	for i := range uint64(20) {
		f.Add(i)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		p := solvetest.GenerateGraphs(rng.New(seed).Derive("fuzz", 0))
		if err := compareAll(p); err != nil {
			t.Fatalf("%v\n%v", err, p)
		}
	})
}

// TestEveryReasonIsImplied: each clause that a propagator of graphs or automata gives holds under every assignment of the problem's
// variables, whatever its constraints are. (That it follows from the query alone is what package proof checks.)
func TestEveryReasonIsImplied(t *testing.T) {
	n := uint64(150)
	if puztest.Doing() < puztest.Whole {
		n = 30
	}
	lemmas := 0
	for i := range n {
		p := solvetest.GenerateGraphs(rng.New(16).Derive("reasons", i))
		var text strings.Builder
		s, err := brute.Engine{}.Open(context.Background(), p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := s.(solve.Enumerator).Enumerate(context.Background(), -1)
		if err != nil || len(all.List) > 50 {
			continue
		}
		if _, err := native.New().Prove(context.Background(), p, solve.Budget{}, all.List, &text); err != nil {
			t.Fatal(err)
		}
		told := toldOf(p, text.String())
		holds := make([]bool, len(told.lemmas))
		for k := range holds {
			holds[k] = true
		}
		// Under each assignment, the literals that the proof tells the meaning of have values; a clause all of whose literals have
		// values must have a true one.
		eachAssignment(p, func(a model.Assignment) {
			for k, l := range told.lemmas {
				holds[k] = holds[k] && told.true(p, a, l)
			}
		})
		for k, ok := range holds {
			lemmas++
			if !ok {
				t.Errorf("problem %d: the clause %v does not hold\n%v\n%s", i, told.lemmas[k], p, text.String())
			}
		}
	}
	t.Logf("%d clauses", lemmas)
}

// told is what a proof tells: the terms of literals and of integers, what is said of integers, and the lemmas.
type told struct {
	term   map[int64]model.Term // by literal
	number map[int64]model.Term // by integer
	about  map[int64][3]int64   // by literal: an integer, a number, and 1 for equal rather than at least
	lemmas [][]int64
}

// toldOf reads a proof. The terms are found by their numbers: a proof numbers those it tells, and tells no others.
func toldOf(p *model.Problem, text string) *told {
	t := &told{term: map[int64]model.Term{}, number: map[int64]model.Term{}, about: map[int64][3]int64{}}
	terms := map[string]model.Term{}
	asked := map[string]bool{}
	for _, line := range strings.Split(text, "\n") {
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		num := func(i int) int64 { n, _ := strconv.ParseInt(w[i], 10, 64); return n }
		switch w[0] {
		case "T":
			if w[2] == "var" {
				terms[w[1]] = p.VarTerm(model.Var(num(3)))
			} else if t, ok := build(p, w[2:], terms); ok {
				terms[w[1]] = t
			}
		case "V":
			if x, ok := terms[w[2]]; ok {
				t.term[num(1)] = x
			}
		case "X":
			if x, ok := terms[w[2]]; ok {
				t.number[num(1)] = x
			}
		case "g":
			t.about[num(1)] = [3]int64{num(2), num(3), 0}
		case "e":
			t.about[num(1)] = [3]int64{num(2), num(3), 1}
		case "Q", "R":
			asked[w[1]] = true
		case "t":
			if !asked[w[1]] {
				continue // of a constraint that the problem states
			}
			var lits []int64
			for i := range w[2 : len(w)-1] {
				lits = append(lits, num(2+i))
			}
			t.lemmas = append(t.lemmas, lits)
		}
	}
	return t
}

// build makes a term that a proof tells again, of the kinds that problems about graphs have.
func build(p *model.Problem, w []string, terms map[string]model.Term) (model.Term, bool) {
	args := func(from int) ([]model.Term, bool) {
		var ts []model.Term
		for _, s := range w[from:] {
			t, ok := terms[s]
			if !ok {
				return nil, false
			}
			ts = append(ts, t)
		}
		return ts, true
	}
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	switch w[0] {
	case "true", "false":
		return p.Truth(w[0] == "true"), true
	case "const":
		return p.Num(int64(number(w[1]))), true
	case "graph":
		nodes, edges := number(w[1]), number(w[2])
		ts, ok := args(3 + 2*edges)
		if !ok {
			return 0, false
		}
		var es []model.GraphEdge
		for i := range edges {
			es = append(es, model.GraphEdge{A: number(w[3+2*i]), B: number(w[4+2*i]), On: ts[nodes+i]})
		}
		return model.Term(p.Graph(ts[:nodes], es)), true
	}
	ts, ok := args(1)
	if !ok {
		return 0, false
	}
	node := func(i int) int { n, _ := p.ConstValue(ts[i]).Int64(); return int(n) }
	switch w[0] {
	case "not":
		return p.Not(ts[0]), true
	case "if":
		return p.If(ts[0], ts[1], ts[2]), true
	case "connected":
		return p.Connected(model.Graph(ts[0])), true
	case "groups":
		return p.Groups(model.Graph(ts[0])), true
	case "same":
		return p.Same(model.Graph(ts[0]), node(1), node(2)), true
	case "first":
		return p.GroupFirst(model.Graph(ts[0]), node(1)), true
	case "groupsum":
		return p.GroupSum(model.Graph(ts[0]), node(1), ts[2:]), true
	case "acyclic":
		return p.Acyclic(model.Graph(ts[0])), true
	case "loop":
		return p.Loop(model.Graph(ts[0])), true
	case "parted":
		return p.Parted(model.Graph(ts[0])), true
	}
	return 0, false
}

// true reports whether a clause has a true literal, or one that is not known.
func (t *told) true(p *model.Problem, a model.Assignment, lits []int64) bool {
	for _, l := range lits {
		n := max(l, -l)
		value := n == 1
		if n != 1 {
			term, ok := t.term[n]
			if x, about := t.about[n]; about && !ok {
				if term, ok = t.number[x[0]]; ok {
					v, err := p.Eval(term, a)
					k, small := v.Int64()
					if err != nil || !small {
						return true
					}
					value = x[2] == 0 && k >= x[1] || x[2] == 1 && k == x[1]
					if value == (l > 0) {
						return true
					}
					continue
				}
			}
			if !ok {
				return true
			}
			v, err := p.Eval(term, a)
			if err != nil {
				return true
			}
			value = v.Bool()
		}
		if value == (l > 0) {
			return true
		}
	}
	return false
}

// eachAssignment visits all values of all variables.
func eachAssignment(p *model.Problem, visit func(model.Assignment)) {
	a := make(model.Assignment, p.NumVars())
	var from func(v int)
	from = func(v int) {
		if v == len(a) {
			visit(a)
			return
		}
		x := p.Variable(model.Var(v))
		if x.Sort == model.Bool {
			for _, b := range []bool{false, true} {
				a[v] = model.BoolValue(b)
				from(v + 1)
			}
			return
		}
		lo, _ := x.Domain.Lo.Int64()
		hi, _ := x.Domain.Hi.Int64()
		for n := lo; n <= hi; n++ {
			a[v] = model.IntValue(n)
			from(v + 1)
		}
	}
	from(0)
}
