package reading_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/proof"
	"github.com/quandary-puzzles/quandary/solve/proof/reading"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// proven lists the solutions of a problem and gives the text of a proof that these are all; false where native has none.
func proven(t testing.TB, e *native.Engine, p *model.Problem) ([]model.Assignment, string, bool) {
	t.Helper()
	ctx := context.Background()
	s, err := e.Open(ctx, p, solve.Budget{})
	if errors.Is(err, solve.ErrUnsupported) {
		return nil, "", false
	}
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := s.Enumerate(ctx, 40)
	if errors.Is(err, solve.ErrUnsupported) {
		return nil, "", false
	}
	if err != nil {
		t.Fatal(err)
	}
	if !all.All {
		return nil, "", false
	}
	var w bytes.Buffer
	res, err := e.Prove(ctx, p, solve.Budget{}, all.List, &w)
	if errors.Is(err, solve.ErrUnsupported) {
		return nil, "", false
	}
	if err != nil || res.Status != solve.Unsat {
		t.Fatalf("%v %v\n%s", res, err, p)
	}
	return all.List, w.String(), true
}

func check(p *model.Problem, listed []model.Assignment, text string) (reading.Summary, error) {
	r, err := reading.New(context.Background(), p, listed)
	if err != nil {
		return reading.Summary{}, err
	}
	return r.Check(context.Background(), strings.NewReader(text))
}

// TestRandom proves that random problems have no solutions but those known, and has the proofs read. Where one solution is not
// listed, no proof may be accepted, however it is changed.
func TestRandom(t *testing.T) {
	testRandom(t, 4500, func(r *rng.Stream) *model.Problem { return solvetest.Generate(r, solvetest.Options{}) })
}

// TestRandomGraphs does the same with problems about graphs and automata.
func TestRandomGraphs(t *testing.T) {
	testRandom(t, 3000, func(r *rng.Stream) *model.Problem { return solvetest.GenerateGraphs(r) })
}

func testRandom(t *testing.T, n uint64, draw func(*rng.Stream) *model.Problem) {
	e := native.New()
	root := rng.New(22)
	if puztest.Doing() < puztest.Whole {
		n /= 10
	}
	proofs, forged := 0, 0
	for i := range n {
		p := draw(root.Derive("reading", i))
		p.SetObjective(model.NoObjective, model.NoTerm)
		all, text, ok := proven(t, e, p)
		if !ok {
			continue
		}
		proofs++
		if _, err := check(p, all, text); err != nil {
			t.Errorf("problem %d: %v\n%s\n%s", i, err, p, text)
		}
		if len(all) == 0 || i%4 != 0 {
			continue
		}
		r := rand.New(rand.NewPCG(1, i))
		for range 4 {
			forged++
			if _, err := check(p, all[1:], text); err == nil {
				t.Fatalf("problem %d: a proof is accepted that there are not all solutions\n%s\n%s", i, p, text)
			}
			text = spoil(r, text)
		}
	}
	t.Logf("%d proofs accepted, %d forged ones refused", proofs, forged)
}

// spoil changes a proof in some places.
func spoil(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	for range 1 + r.IntN(3) {
		i := r.IntN(len(lines))
		words := strings.Fields(lines[i])
		k := r.IntN(len(words) + 1)
		switch r.IntN(4) {
		case 0:
			lines[i] = lines[r.IntN(len(lines))]
			continue
		case 1:
			if k > 0 && k < len(words) {
				words = append(words[:k:k], words[k+1:]...)
			}
		default:
			if k < len(words) {
				if v, err := strconv.Atoi(words[k]); err == nil {
					words[k] = strconv.Itoa([]int{-v, v + 1, v - 1, r.IntN(20)}[r.IntN(4)])
				}
			}
		}
		lines[i] = strings.Join(words, " ")
	}
	return strings.Join(lines, "\n")
}

// puzzle is a small problem with what translations do: definitions, sums, products, equal variables, bounds that are stated.
func puzzle() *model.Problem {
	p := model.NewProblem()
	x, y, z, b := p.Int("x"), p.IntIn("y", 0, 9), p.IntIn("z", 0, 9), p.Bool("b")
	p.Assert("at least", p.Ge(x, p.Num(1)))
	p.Assert("at most", p.Or(p.Eq(x, p.Num(1)), p.Eq(x, p.Num(2)), p.Eq(x, p.Num(7))))
	p.Assert("same", p.Eq(x, y))
	p.Assert("sum", p.Le(p.Add(p.Mul(p.Num(3), x), p.Mul(p.Num(2), z)), p.Num(16)))
	p.Assert("product", p.Ge(p.Mul(x, z), p.Num(1)))
	p.Assert("either", p.Or(b, p.Lt(y, z)))
	p.Assert("not b", p.Not(p.And(b, p.Gt(z, p.Num(1)))))
	return p
}

// TestWrongTranslations: what a wrong translation would state is refused where it is stated. Each case is a step that is added to
// a proof whose meanings are right.
func TestWrongTranslations(t *testing.T) {
	p := puzzle()
	const head = `p quandary 1
i 0 1 7
T 0 var 0
X 0 0
i 1 0 9
T 1 var 2
X 1 1
T 2 var 3
V 20 2
g 21 0 2
g 22 1 4
e 23 0 1
e 24 0 2
e 25 0 7
T 3 lt 0 1
V 26 3
i 2 0 63
`
	for _, c := range []struct {
		name, step string
		want       string // part of the error, or empty for what is right
	}{
		{"the clauses of the problem", "c 23 24 25 0\nc 20 26 0\nm 1 0 1 2\nl 2 1 16 i 3 0 i 2 1\nl 3 1 -1 i -1 2", ""},
		{"a literal dropped", "c 23 25 0", "does not follow"},
		{"a literal negated", "c -20 26 0\nc 20 -26 0", "does not follow"},
		{"a bound flipped", "l 2 1 15 i 3 0 i 2 1", "does not follow"},
		{"the other side", "l 2 1 -16 i -3 0 i -2 1", "does not follow"},
		{"more than the product", "m 1 0 1 2\nl 3 1 -2 i -1 2", "does not follow"},
		{"a wrong factor", "l 2 1 16 i 4 0 i 2 1", "does not follow"},
		{"a wrong sign", "l 2 1 8 i 3 0 i -2 1\nl 3 1 -16 i -3 0 i 2 1", "does not follow"},
		{"a summand more", "l 2 1 16 i 3 0 i 2 1 b 1 20\nl 4 1 15 i 3 0 i 2 1 b 1 -20", "does not follow"},
		{"a condition dropped", "l 2 1 -1 i 1 0 i -1 1", "does not follow"},
		{"a disequality of nobody", "u 2 1 16 i 3 0 i 2 1", "does not follow"},
		{"different that need not be", "d 2 1 0 1", "does not follow"},
		{"bounds too narrow", "i 3 2 7\nX 3 0", "do not follow"},
		{"bounds too narrow above", "i 3 0 4\nX 3 1", "do not follow"},
		{"bounds of a product", "m 2 0 1 2\ni 3 2 63\nm 3 0 1 3", "do not follow"},
		{"an alias of what is equal", "i 3 1 7\nT 4 var 1\nX 3 4\nX 3 0", ""},
		{"an alias of what is not equal", "X 0 1", "something else"},
		{"a second meaning of a literal", "V 20 3", "something else"},
		{"a literal of another value", "g 21 0 3", "something else"},
		{"a product of others", "m 2 0 1 2\nm 3 0 0 2", "something else"},
		{"a literal that nobody defined", "c 30 -30 0", "no meaning"},
		{"an integer that nobody defined", "l 2 1 5 i 1 2", "no meaning"},
		{"a definition by itself", "D 40 40 20 0", "no meaning"},
		{"a negated literal defined", "N -40 3 i 1 0", "positive"},
		{"half a number", "T 4 const 1/2", "whole number"},
		{"a term of Bools added", "T 4 add 2 0", "sorts"},
		{"a term of terms to come", "T 4 add 0 9", "not there yet"},
		{"an unknown operator", "T 4 plus 0 1", "no operator"},
		{"a variable beyond", "T 4 var 99", "no such variable"},
		{"a column of nobody", "A 50 7 1 0", "no meaning"},
		{"a column twice", "I 3 0\nI 3 1", "already"},
		{"the empty clause", "c 0", "does not follow"},
	} {
		_, err := check(p, nil, head+c.step+"\n")
		var e *proof.Error
		switch {
		case err == nil:
			t.Errorf("%s: accepted", c.name)
		case errors.As(err, &e) && c.want == "":
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (!errors.As(err, &e) || !e.Given || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	all, text, ok := proven(t, native.New(), p)
	if !ok || len(all) < 3 {
		t.Fatal(all)
	}
	if _, err := check(p, all, text); err != nil {
		t.Fatal(err)
	}
	if _, err := check(p, []model.Assignment{{model.IntValue(2)}}, text); err == nil {
		t.Error("a part of a solution is left out")
	}
}

// TestOperators proves what no solution can change about each operator: that a term of small integers has only the values that
// model.Check gives it.
func TestOperators(t *testing.T) {
	e := native.New()
	two := func(f func(p *model.Problem, x, y model.Term) model.Term) func(*model.Problem) model.Term {
		return func(p *model.Problem) model.Term { return f(p, p.IntIn("x", -3, 3), p.IntIn("y", -2, 2)) }
	}
	for name, make := range map[string]func(*model.Problem) model.Term{
		"div": two((*model.Problem).IntDiv), "mod": two((*model.Problem).Mod), "pow": two((*model.Problem).Pow),
		"mul": two(func(p *model.Problem, x, y model.Term) model.Term { return p.Mul(x, y, x) }),
		"abs": two(func(p *model.Problem, x, y model.Term) model.Term { return p.Abs(p.Sub(x, p.Mul(y, y))) }),
		"max": two(func(p *model.Problem, x, y model.Term) model.Term { return p.Max(x, p.Min(y, p.Num(1)), p.Num(-1)) }),
		"if":  two(func(p *model.Problem, x, y model.Term) model.Term { return p.If(p.Lt(x, y), p.Mul(x, y), p.Sub(x, y)) }),
		"pick": two(func(p *model.Problem, x, y model.Term) model.Term {
			return p.If(p.Eq(x, p.Num(0)), y, p.If(p.Eq(x, p.Num(1)), p.Neg(y), p.Num(2)))
		}),
		"div3":  two(func(p *model.Problem, x, y model.Term) model.Term { return p.IntDiv(p.Add(x, y), p.Num(-3)) }),
		"floor": two(func(p *model.Problem, x, y model.Term) model.Term { return p.ToInt(p.RealDiv(x, p.Num(2))) }),
		"quo":   two(func(p *model.Problem, x, y model.Term) model.Term { return p.RealDiv(x, y) }),
		"rpow":  two(func(p *model.Problem, x, y model.Term) model.Term { return p.Pow(p.ToReal(x), y) }),
		"count": two(func(p *model.Problem, x, y model.Term) model.Term {
			return p.If(p.AtMost(1, p.Lt(x, y), p.Eq(x, p.Num(0)), p.Distinct(x, y, p.Num(1))), x, y)
		}),
	} {
		for k := int64(-4); k <= 4; k++ {
			p := model.NewProblem()
			p.Assert("value", p.Eq(make(p), p.Num(k)))
			all, text, ok := proven(t, e, p)
			if !ok {
				t.Errorf("%s = %d: no proof", name, k)
				continue
			}
			if _, err := check(p, all, text); err != nil {
				t.Errorf("%s = %d: %v\n%s", name, k, err, text)
			}
			if len(all) > 0 {
				if _, err := check(p, all[1:], text); err == nil {
					t.Errorf("%s = %d: a solution less is accepted", name, k)
				}
			}
		}
	}
}

// FuzzRead changes proofs about a problem that has a solution that is not listed: none may be accepted.
func FuzzRead(f *testing.F) {
	p := puzzle()
	_, right, _ := proven(f, native.New(), p)
	f.Add(right)
	f.Add("p quandary 1\nT 0 var 0\nT 1 real 1/2\nT 2 mod 0 0\nT 3 distinct 0 0 1\nT 4 atmost 1 3 3\nT 5 pow 0 0\nC 1 5\nA 2 1 1/3 -1\n")
	f.Add("p quandary 1\ni 1 1 2\nT 0 var 1\nX 1 0\nw 1 1 9 2\nS 1 1 1\nD 5 1 1 0\nE 6 1 i 2 1 b 1 5\n")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := check(p, nil, text); err == nil {
			t.Errorf("accepted:\n%s", text)
		}
	})
}
