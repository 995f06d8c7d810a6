package model_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/model"
)

// goldens are problems whose texts are kept in testdata.
var goldens = map[string]func() *model.Problem{
	"kinds": func() *model.Problem {
		p := model.NewProblem()
		x, y := p.IntIn("x", -3, 9), p.Int("wine A|1")
		b, c := p.Bool("honest"), p.Bool("let")
		r := p.Declare(model.Variable{Name: "体积", Sort: model.Real, Domain: model.Domain{Lo: model.RealValue(1, 3)}})
		colour, v := p.Enum("colour", "red", "green", "deep blue"), p.BitVec("v", 4)
		p.Assert("logic", p.Implies(p.And(b, p.Not(c)), p.Or(p.Xor(b, c), p.Iff(b, p.Lt(x, y)))))
		p.Assert("choice", p.Ne(p.If(b, x, p.Num(7)), p.Sub(p.Neg(y), p.Abs(x))))
		p.Assert("count", p.And(p.AtMost(1, b, c, p.Gt(x, y)), p.AtLeast(2, b, c, p.Le(x, y))))
		p.Assert("sum of truths", p.Eq(p.Add(b, c, p.Eq(x, y)), p.Num(2)))
		p.Assert("division", p.Eq(p.IntDiv(x, y), p.Mod(x, p.Num(-4))))
		p.Assert("reals", p.Ge(p.RealDiv(r, p.Num(3)), p.Add(p.Mul(p.Float(0.1), x), p.RealDiv(p.Num(1), r))))
		p.Assert("rounding", p.Eq(p.ToInt(r), p.Max(x, y, p.Num(-2))))
		p.Assert("colours", p.And(p.Ne(colour, p.Num(2)), p.Distinct(colour, x, y)))
		p.Assert("bits", p.Lt(p.Add(v, p.Num(9)), p.Pow(v, p.Num(3))))
		p.SetObjective(model.Maximise, p.Sub(p.Mul(x, x), p.Mul(p.Num(2), r)))
		return p
	},
	"sharing": func() *model.Problem {
		p := model.NewProblem()
		x, y, z := p.IntIn("x", 0, 5), p.IntIn("y", 0, 5), p.IntIn("z", 0, 5)
		sum := p.Add(x, y, z)
		small := p.Lt(sum, p.Num(9))
		p.Assert("same as before", p.Or(small, p.Gt(sum, p.Num(12))))
		p.Assert("turned round", p.Iff(p.Gt(p.Num(9), p.Add(z, y, x)), p.Le(p.Mul(p.Num(2), x), p.Num(5))))
		p.Assert("scaled", p.Not(p.Ge(p.Mul(p.Num(3), sum), p.Num(27))))
		return p
	},
	"graphs": func() *model.Problem {
		p := model.NewProblem()
		a, b, c, x := p.Bool("a"), p.Bool("b"), p.Bool("c"), p.Bool("x")
		n := p.IntIn("n", 1, 5)
		g := p.Graph([]model.Term{a, b, p.Not(c), model.True}, []model.GraphEdge{{A: 0, B: 1, On: model.True}, {A: 1, B: 2, On: x}, {A: 2, B: 3, On: p.Lt(p.Num(2), n)}})
		line := p.Graph([]model.Term{model.True, model.True}, []model.GraphEdge{{A: 0, B: 1, On: a}, {A: 1, B: 0, On: b}})
		p.Assert("one group", p.Connected(g))
		p.Assert("some groups", p.Le(p.Groups(g), n))
		p.Assert("together or not", p.Or(p.Same(g, 2, 0), p.Not(p.GroupFirst(g, 1))))
		p.Assert("size", p.Implies(a, p.Eq(p.GroupSum(g, 0, []model.Term{b, n, p.Num(2), p.Num(1)}), p.Add(n, p.Num(2)))))
		p.Assert("lines", p.Xor(p.Acyclic(line), p.And(p.Loop(line), p.Parted(g))))
		p.Assert("read", p.Regular(&model.DFA{States: 2, Accept: []int{1}, Steps: []model.DFAStep{{0, 1, 1}, {1, 0, 0}, {1, 1, 1}}}, []model.Term{a, p.Sub(n, p.Num(1))}))
		return p
	},
	"zero": func() *model.Problem {
		p := model.NewProblem()
		x, y := p.IntIn("x", 0, 3), p.IntIn("y", 0, 3)
		quotient := p.Eq(p.IntDiv(x, y), p.Num(2))
		p.Assert("plain", quotient)
		p.Assert("denied", p.Not(quotient))
		p.Assert("guarded", p.Or(p.Eq(y, p.Num(0)), quotient))
		p.Assert("one of", p.AtMost(1, quotient, p.Gt(p.Mod(y, x), p.Num(0))))
		p.SetObjective(model.Minimise, p.Pow(x, y))
		return p
	},
}

// TestGoldens compares all the texts of a problem with testdata/NAME.txtar. Run with -update to rewrite them.
func TestGoldens(t *testing.T) {
	for name, build := range goldens {
		t.Run(name, func(t *testing.T) {
			p := build()
			if err := p.Err(); err != nil {
				t.Fatal(err)
			}
			ar := &txtar.Archive{Comment: []byte("What package model prints of the problem " + name + ".\n")}
			add := func(file, text string) { ar.Files = append(ar.Files, txtar.File{Name: file, Data: []byte(text)}) }
			add("readable", p.String())
			add("text", p.Text())
			script, err := p.SMTLIB()
			if err != nil {
				script = err.Error() + "\n"
			}
			add("smtlib", script)
			var forms strings.Builder
			for i := range p.NumConstraints() {
				forms.WriteString(p.Constraint(i).Name + ": " + p.Format(p.Normal(p.Constraint(i).Term)) + "\n")
			}
			if o, defined := p.NormalObjective(); o != model.NoTerm {
				forms.WriteString("objective: " + p.Format(o) + " where " + p.Format(defined) + "\n")
			}
			add("normal", forms.String())
			file := filepath.Join("testdata", name+".txtar")
			golden.Compare(t, file, txtar.Format(ar))
		})
	}
}

// TestScriptsAreRead has z3 and cvc5 read the printed scripts.
func TestScriptsAreRead(t *testing.T) {
	for _, argv := range [][]string{{"z3", "-in", "-smt2", "-T:10"}, {"cvc5", "--lang=smt2", "--produce-models", "-q", "--tlimit=10000"}} {
		t.Run(argv[0], func(t *testing.T) {
			puztest.Need(t, argv[0])
			for name, build := range goldens {
				script, err := build().SMTLIB()
				if err != nil {
					continue // the golden file shows why
				}
				// Reading is what is tested, not solving.
				script = script[:strings.Index(script, "(check-sat)")]
				cmd := exec.Command(argv[0], argv[1:]...)
				cmd.Stdin = strings.NewReader(script)
				if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
					t.Errorf("%s: %v\n%s", name, err, out)
				}
			}
		})
	}
}
