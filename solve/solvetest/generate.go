package solvetest

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// Options shape random problems. The zero value is the mixed default.
type Options struct {
	// Space bounds the product of the sizes of the finite domains; 0 is 3000.
	Space uint64
	// Reals is the chance in 100 that a problem has Real variables (and then no oracle by brute force).
	Reals int
	// Objectives is the chance in 100 that a problem has an objective.
	Objectives int
	// Powers and Quotients allow powers, and divisions by what is not a constant. NoProducts forbids products of variables.
	NoPowers, NoQuotients, NoProducts bool
	// Asserted states the domains of some Ints as constraints instead of declaring them, as specifications do, so that engines
	// must find the bounds themselves. The oracle by brute force needs them declared: see Closed.
	Asserted bool
	// Closed declares as well the domains that Asserted states as constraints. The problem is otherwise the same.
	Closed bool
	// LinearReals keeps Real arithmetic linear, which every solver decides.
	LinearReals bool
}

// Default is the mixture that the comparison runs.
func Default() Options { return Options{Reals: 10, Objectives: 25, LinearReals: true} }

// Generate draws a problem. The same stream and options give the same problem.
func Generate(r solve.Rand, o Options) *model.Problem {
	if o.Space == 0 {
		o.Space = 3000
	}
	g := &generator{r: r, o: o, p: model.NewProblem()}
	g.variables()
	for i, t := range g.bounds {
		g.p.Assert(fmt.Sprintf("bound%d", i), t)
	}
	n := 1 + g.n(5)
	planted := g.chance(55)
	for i := range n {
		t := g.constraint()
		if planted {
			t = g.hold(t)
		}
		g.p.Assert(fmt.Sprintf("c%d", i), t)
	}
	if g.chance(o.Objectives) {
		sense := model.Minimise
		if g.chance(50) {
			sense = model.Maximise
		}
		t := g.integer(2)
		if len(g.reals) > 0 && g.chance(70) {
			t = g.real(2)
		}
		g.p.SetObjective(sense, t)
	}
	if err := g.p.Err(); err != nil {
		panic("solvetest: the generator built a wrong term: " + err.Error())
	}
	return g.p
}

type generator struct {
	r     solve.Rand
	o     Options
	p     *model.Problem
	space uint64 // product of the domains so far

	bools, ints, reals []model.Term
	plant              model.Assignment // what the constraints are turned to hold for; nil until needed
	ranges             map[model.Var]model.Domain
	bounds             []model.Term // domains stated as constraints
	made               []model.Term // Bool and number terms made before, to be used again
}

func (g *generator) n(n int) int             { return int(g.r.Uint64N(uint64(n))) }
func (g *generator) chance(percent int) bool { return g.n(100) < percent }
func (g *generator) between(lo, hi int64) int64 {
	return lo + int64(g.r.Uint64N(uint64(hi-lo)+1))
}
func (g *generator) pick(ts []model.Term) model.Term { return ts[g.n(len(ts))] }

// names include those that a printer must quote or replace.
var names = []string{"x", "with space", "bar|bar", `back\slash`, "naïve", "北京", "let", "true", "x'", `quote"quote`, "@at", "", "1", "a;b"}

func (g *generator) name() string {
	n := g.p.NumVars()
	if g.chance(15) {
		if s := names[g.n(len(names))]; s != "" {
			if _, taken := g.p.Lookup(s); !taken {
				return s
			}
		}
	}
	return fmt.Sprintf("v%d", n)
}

// hold turns a constraint so that it holds for the planted assignment, if its negation does.
func (g *generator) hold(t model.Term) model.Term {
	if g.plant == nil {
		g.plant = make(model.Assignment, g.p.NumVars())
		for i := range g.plant {
			v, d := g.p.Variable(model.Var(i)), g.domainOf(model.Var(i))
			lo, _ := d.Lo.Int64()
			hi, _ := d.Hi.Int64()
			switch v.Sort {
			case model.Bool:
				g.plant[i] = model.BoolValue(g.chance(50))
			case model.Int:
				g.plant[i] = model.IntValue(g.between(lo, max(lo, hi)))
			default:
				g.plant[i] = model.RealValue(2*lo+1, 2)
			}
		}
	}
	if v, err := g.p.Eval(t, g.plant); err == nil && !v.Bool() {
		return g.p.Not(t)
	}
	return t
}

func (g *generator) variables() {
	g.space = 1
	count := 1 + g.n(6)
	for range count {
		name := g.name()
		switch k := g.n(20); {
		case k < 7:
			if g.room(2) {
				g.bools = append(g.bools, g.p.Bool(name))
			}
		case k < 16:
			lo, hi := g.domain()
			if size := uint64(max(hi-lo+1, 1)); g.room(size) {
				g.ints = append(g.ints, g.integerVariable(name, lo, hi))
			}
		case k < 18:
			n := 1 + g.n(4)
			if g.room(uint64(n)) {
				g.ints = append(g.ints, g.p.Enum(name, []string{"red", "green", "blue", "white"}[:n]...))
			}
		default:
			bits := 1 + g.n(4)
			if g.room(1 << bits) {
				g.ints = append(g.ints, g.p.BitVec(name, bits))
			}
		}
	}
	if g.chance(g.o.Reals) {
		for i := range 1 + g.n(2) {
			v := model.Variable{Name: fmt.Sprintf("r%d", i), Sort: model.Real}
			if g.chance(60) {
				lo := g.between(-5, 3)
				v.Domain = model.Domain{Lo: model.RealValue(lo, 1+int64(g.n(3))), Hi: model.RealValue(lo+g.between(1, 9), 1)}
			}
			g.reals = append(g.reals, g.p.Declare(v))
		}
	}
	if len(g.bools) == 0 && g.room(2) || len(g.bools) == 0 {
		g.bools = append(g.bools, g.p.Bool("b"))
	}
	if len(g.ints) == 0 {
		g.ints = append(g.ints, g.p.IntIn("n", 0, 2))
	}
}

// integerVariable declares an Int of a domain, or states its domain in one of the ways that specifications do.
func (g *generator) integerVariable(name string, lo, hi int64) model.Term {
	p := g.p
	if !g.o.Asserted || !g.chance(70) {
		return p.IntIn(name, lo, hi)
	}
	v := model.Variable{Name: name, Sort: model.Int}
	if g.ranges == nil {
		g.ranges = map[model.Var]model.Domain{}
	}
	g.ranges[model.Var(p.NumVars())] = model.Range(lo, hi)
	if g.o.Closed {
		v.Domain = model.Range(lo, hi)
	}
	x := p.Declare(v)
	var t model.Term
	switch k := g.n(6); {
	case k == 0 && hi-lo < 8 && lo <= hi:
		var values []model.Term
		for n := lo; n <= hi; n++ {
			values = append(values, p.Eq(x, p.Num(n)))
		}
		t = p.Or(values...)
	case k == 1:
		t = p.And(p.Gt(x, p.Num(lo-1)), p.Not(p.Gt(x, p.Num(hi))))
	case k == 2:
		t = p.And(p.Ge(p.Mul(p.Num(2), x), p.Num(2*lo)), p.Lt(p.Sub(x, p.Num(1)), p.Num(hi)))
	case k == 3 && lo == -hi:
		t = p.Le(p.Abs(x), p.Num(hi))
	default:
		t = p.And(p.Le(p.Num(lo), x), p.Le(x, p.Num(hi)))
	}
	g.bounds = append(g.bounds, t)
	return x
}

// room takes a share of the space, if there is as much.
func (g *generator) room(size uint64) bool {
	if g.space*size > g.o.Space {
		return false
	}
	g.space *= size
	return true
}

func (g *generator) domain() (lo, hi int64) {
	switch g.n(12) {
	case 0: // singleton
		lo = g.between(-3, 3)
		return lo, lo
	case 1: // wide
		lo = g.between(-1000, 100)
		return lo, lo + g.between(50, 700)
	case 2: // far out
		lo = g.between(-1_000_000_000_000, 1_000_000_000_000)
		return lo, lo + g.between(0, 5)
	case 3: // empty, rarely
		if g.chance(20) {
			return 3, 1
		}
		return 0, 1
	case 4, 5, 6: // about zero
		return g.between(-6, 0), g.between(0, 6)
	}
	return g.between(0, 1), g.between(2, 6)
}
