package canon

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// rebuild makes a problem again: its variables in another order and with other names, its constraints and the operands of
// its commutative operators in another order, comparisons perhaps turned round.
func rebuild(t testing.TB, p *model.Problem, r *rng.Stream) *model.Problem {
	q := model.NewProblem()
	vars := make([]model.Term, p.NumVars())
	for i, v := range r.Perm(p.NumVars()) {
		d := p.Variable(model.Var(v))
		d.Name = fmt.Sprint("renamed ", i)
		vars[v] = q.Declare(d)
	}
	done := map[model.Term]model.Term{}
	var again func(t model.Term) model.Term
	again = func(t model.Term) model.Term {
		if u, ok := done[t]; ok {
			return u
		}
		var args []model.Term
		for _, a := range p.Args(t) {
			args = append(args, again(a))
		}
		u := retold(q, p, t, args, vars, r)
		done[t] = u
		return u
	}
	for _, i := range r.Perm(p.NumConstraints()) {
		q.Assert("", again(p.Constraint(i).Term))
	}
	if o := p.Objective(); o.Sense != model.NoObjective {
		q.SetObjective(o.Sense, again(o.Term))
	}
	if err := q.Err(); err != nil {
		t.Fatal(err)
	}
	return q
}

// retold builds a term of p in q, its operands in another order where their order means nothing, or the comparison turned
// round.
func retold(q, p *model.Problem, t model.Term, args, vars []model.Term, r *rng.Stream) model.Term {
	if v, ok := p.VarOf(t); ok {
		return vars[v]
	}
	shuffled := slices.Clone(args)
	r.Shuffle(len(args), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	turn := r.Bool()
	switch op := p.Op(t); {
	case op == model.OpLt && turn:
		return q.Gt(args[1], args[0])
	case op == model.OpLe && turn:
		return q.Ge(args[1], args[0])
	case op == model.OpGt && turn:
		return q.Lt(args[1], args[0])
	case slices.Contains([]model.Op{model.OpAnd, model.OpOr, model.OpXor, model.OpEq, model.OpNe, model.OpDistinct, model.OpAtMost,
		model.OpAtLeast, model.OpAdd, model.OpMul, model.OpMin, model.OpMax}, op):
		args = shuffled
	}
	return q.Copy(p, t, args)
}

// TestRenamedAndReordered: a problem told with other names and in another order has the same form.
func TestRenamedAndReordered(t *testing.T) {
	n := uint64(1500)
	if puztest.Doing() < puztest.Whole {
		n = 200
	}
	for i := range n {
		r := rng.New(11).Derive("problem", i)
		p := solvetest.Generate(r, solvetest.Default())
		want := Problem(p).Canonical(0)
		q := rebuild(t, p, r)
		if got := Problem(q).Canonical(0); !bytes.Equal(got.Bytes, want.Bytes) {
			t.Fatalf("problem %d has another form when told otherwise:\n%v\n%v", i, p, q)
		}
		if !want.Exact {
			t.Errorf("problem %d: not exact after %d steps", i, want.Work)
		}
	}
}

// little draws a problem of three variables over 0..2.
func little(r *rng.Stream) *model.Problem {
	p := model.NewProblem()
	x := []model.Term{p.IntIn("x", 0, 2), p.IntIn("y", 0, 2), p.IntIn("z", 0, 2)}
	v := func() model.Term { return x[r.IntN(3)] }
	number := func() model.Term {
		switch r.IntN(6) {
		case 0:
			return p.Num(int64(r.IntN(4)))
		case 1:
			return p.Add(v(), v())
		case 2:
			return p.Sub(v(), v())
		case 3:
			return p.Mul(p.Num(2), v())
		}
		return v()
	}
	truth := func() model.Term {
		a, b := number(), number()
		switch r.IntN(7) {
		case 0:
			return p.Eq(a, b)
		case 1:
			return p.Ne(a, b)
		case 2:
			return p.Lt(a, b)
		case 3:
			return p.Le(a, b)
		case 4:
			return p.Gt(a, b)
		case 5:
			return p.Eq(p.Mod(a, p.Num(2)), b)
		}
		return p.Distinct(x...)
	}
	for range 1 + r.IntN(3) {
		switch r.IntN(3) {
		case 0:
			p.Assert("", p.Or(truth(), truth()))
		case 1:
			p.Assert("", p.Implies(truth(), truth()))
		default:
			p.Assert("", truth())
		}
	}
	return p
}

// solutions lists all solutions of a little problem, each as text, under a permutation of the variables.
func solutions(p *model.Problem, perm []int) []string {
	checker := model.NewChecker(p)
	mentioned := map[int]bool{}
	for _, v := range p.Mentioned() {
		mentioned[int(v)] = true
	}
	seen := map[string]bool{}
	for n := range 27 {
		a := make(model.Assignment, 3)
		text := []byte("...")
		for v := range 3 {
			if mentioned[v] {
				value := n / []int{1, 3, 9}[v] % 3
				a[v] = model.IntValue(int64(value))
				text[perm[v]] = byte('0' + value)
			}
		}
		if checker.Check(a) == nil {
			seen[string(text)] = true
		}
	}
	var out []string
	for s := range seen {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// TestEqualFormsAreEqualProblems: where two problems have the same form, some renaming gives them the same solutions.
func TestEqualFormsAreEqualProblems(t *testing.T) {
	r := rng.New(5)
	byForm := map[string]*model.Problem{}
	perms := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	pairs := 0
	trials := 20_000
	if puztest.Doing() < puztest.Whole {
		trials = 2_000
	}
	for i := range trials {
		p := little(r)
		key := string(Problem(p).Canonical(0).Bytes)
		first, ok := byForm[key]
		if !ok {
			byForm[key] = p
			continue
		}
		pairs++
		want := solutions(first, perms[0])
		if !slices.ContainsFunc(perms, func(perm []int) bool { return slices.Equal(solutions(p, perm), want) }) {
			t.Fatalf("problem %d has the form of one with other solutions:\n%v\n%v", i, p, first)
		}
	}
	if (pairs < 2000 || len(byForm) < 2000) && puztest.Doing() >= puztest.Whole {
		t.Errorf("%d pairs of one form, %d forms: the test tests little", pairs, len(byForm))
	}
}

// TestForms names what is equal, and what is not.
func TestForms(t *testing.T) {
	form := func(build func(p *model.Problem, x, y, z model.Term)) string {
		p := model.NewProblem()
		build(p, p.IntIn("x", 0, 9), p.IntIn("y", 0, 9), p.IntIn("z", 0, 9))
		if err := p.Err(); err != nil {
			t.Fatal(err)
		}
		return string(Problem(p).Canonical(0).Bytes)
	}
	type builder = func(p *model.Problem, x, y, z model.Term)
	for _, c := range []struct {
		name string
		same bool
		a, b builder
	}{
		{"other variables", true,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Lt(x, y)) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Lt(z, x)) }},
		{"sums grouped otherwise", true,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Eq(p.Add(p.Add(x, y), z), p.Num(9))) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Eq(p.Num(9), p.Add(x, p.Add(z, y)))) }},
		{"moved across", true,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Eq(p.Sub(x, y), p.Num(2))) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Eq(x, p.Add(p.Num(2), y))) }},
		{"conjunction taken apart", true,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.And(p.Lt(x, y), p.Lt(y, z))) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("a", p.Gt(z, y)); p.Assert("b", p.Lt(x, y)) }},
		{"said twice", true,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Lt(x, y)); p.Assert("", p.Gt(y, x)) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Lt(x, y)) }},
		{"whole numbers", true,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Lt(x, y)) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Le(p.Add(x, p.Num(1)), y)) }},
		{"turned round", false,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Lt(x, y)); p.Assert("", p.Lt(x, z)) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Lt(y, x)); p.Assert("", p.Lt(z, x)) }},
		{"a chain and a star", false,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Lt(x, y)); p.Assert("", p.Lt(y, z)) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Lt(x, y)); p.Assert("", p.Lt(x, z)) }},
		{"another constant", false,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Eq(p.Add(x, y), p.Num(3))) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Eq(p.Add(x, y), p.Num(4))) }},
		{"at most and at least", false,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Le(x, p.Num(3))) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Ge(x, p.Num(3))) }},
		{"a dividend and a divisor", false,
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Eq(p.IntDiv(x, y), y)) },
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Eq(p.IntDiv(x, y), x)) }},
		{"what has no value", false,
			func(p *model.Problem, x, y, z model.Term) {
				p.Assert("", p.Eq(p.Sub(p.IntDiv(x, y), p.IntDiv(x, y)), p.Num(0)))
			},
			func(p *model.Problem, x, y, z model.Term) { p.Assert("", p.Eq(p.Sub(x, x), p.Num(0))) }},
		{"an objective", false,
			func(p *model.Problem, x, y, z model.Term) {
				p.Assert("", p.Lt(x, y))
				p.SetObjective(model.Minimise, x)
			},
			func(p *model.Problem, x, y, z model.Term) {
				p.Assert("", p.Lt(x, y))
				p.SetObjective(model.Minimise, y)
			}},
	} {
		if got := form(c.a) == form(c.b); got != c.same {
			t.Errorf("%s: equal forms: %v, want %v", c.name, got, c.same)
		}
	}
}

// TestHostileTerms: a sum that doubles itself a hundred times, and a very deep term, take bounded time and stack.
func TestHostileTerms(t *testing.T) {
	p := model.NewProblem()
	x, y := p.Int("x"), p.Int("y")
	for range 100 {
		x = p.Add(x, x)
	}
	for range 20_000 { // its square is more than the budget
		y = p.Abs(p.Add(y, p.Num(1)))
	}
	p.Assert("", p.Lt(x, y))
	if f := Problem(p).Canonical(0); !f.Exact {
		t.Errorf("not exact after %d steps", f.Work)
	}
}

func BenchmarkProblem(b *testing.B) {
	p := solvetest.Generate(rng.New(4), solvetest.Default())
	b.ReportAllocs()
	for b.Loop() {
		Problem(p).Canonical(0)
	}
}
