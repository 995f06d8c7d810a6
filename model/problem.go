package model

import (
	"context"
	"fmt"

	"github.com/quandary-puzzles/quandary/internal/budget"
)

// Problem is a constraint problem: variables in order, terms, named constraints, perhaps an objective. It is built and read
// by one goroutine at a time: also asking for a normal form may add terms.
type Problem struct {
	pool
	vars      []Variable
	varTerms  []Term
	byName    map[string]Var
	cons      []Constraint
	objective Objective
	err       error
	shapes    shapes
	norm      normaliser
	plain     plainer
	scratch   []Term
}

// Constraint is a term that must be true. Its name is for people: several constraints may share one.
type Constraint struct {
	Name string
	Term Term
}

// Sense says what an objective wants.
type Sense uint8

const (
	NoObjective Sense = iota
	Minimise
	Maximise
)

func (s Sense) String() string { return [...]string{"none", "minimise", "maximise"}[s] }

// Objective is a number to make as small or as large as the constraints allow. In an optimal solution it has a value.
type Objective struct {
	Sense Sense
	Term  Term
}

// NewProblem gives an empty problem.
func NewProblem() *Problem {
	p := &Problem{byName: map[string]Var{}}
	p.pool.init()
	return p
}

// SetAccount has the problem count the terms and variables that are made from now on, forms of terms too, on an account. When it
// is overdrawn, or the context ends, constructors give NoTerm, and the problem's error is the account's or the context's.
// Close the account when the problem is no longer needed: a problem has no end of its own.
func (p *Problem) SetAccount(ctx context.Context, a *budget.Account) { p.mem.Open(ctx, a) }

// Held is how many bytes are counted since SetAccount.
func (p *Problem) Held() int64 { return p.mem.Held() }

// Err gives the first mistake made in building, or nil. It is usually a *SortError.
func (p *Problem) Err() error {
	if p.over != nil {
		return p.over
	}
	return p.err
}

// ClearErr forgets the mistakes made so far and returns the first. What was built wrongly stays NoTerm; constraints that
// were refused are not in the problem. An account that is overdrawn is not forgotten.
func (p *Problem) ClearErr() error {
	if p.over != nil {
		return p.over
	}
	err := p.err
	p.err = nil
	return err
}

func (p *Problem) fail(op, format string, args ...any) Term {
	if p.err == nil {
		p.err = &SortError{Op: op, What: fmt.Sprintf(format, args...)}
	}
	return NoTerm
}

// Declare adds a variable and gives its term. A name that is empty or taken, bounds on a Bool, fractional bounds on an Int
// are mistakes.
func (p *Problem) Declare(v Variable) Term {
	switch {
	case v.Name == "":
		return p.fail("Declare", "a variable needs a name")
	case v.Sort == NoSort || v.Sort > Real:
		return p.fail("Declare", "variable %q has no sort", v.Name)
	case v.Sort == Bool && (v.Domain.Lo.Valid() || v.Domain.Hi.Valid()):
		return p.fail("Declare", "Bool variable %q has bounds", v.Name)
	case v.Bits < 0 || v.Bits > maxBits:
		return p.fail("Declare", "variable %q has %d bits: 1 to %d are possible", v.Name, v.Bits, maxBits)
	}
	if v.Sort == Int {
		for _, b := range []Value{v.Domain.Lo, v.Domain.Hi} {
			if b.Valid() && !b.IsInt() {
				return p.fail("Declare", "Int variable %q has the bound %v, which is not whole", v.Name, b)
			}
		}
	}
	if _, taken := p.byName[v.Name]; taken {
		return p.fail("Declare", "the name %q is taken", v.Name)
	}
	if !p.charge(bytesVariable + len(v.Name)) {
		return NoTerm
	}
	n := Var(len(p.vars))
	t := p.variable(n, v.Sort, v.Bits)
	if t == NoTerm {
		return NoTerm
	}
	p.vars = append(p.vars, v)
	p.byName[v.Name] = n
	p.varTerms = append(p.varTerms, t)
	return t
}

// maxBits is the widest bit vector.
const maxBits = 128

// Bool declares a truth value.
func (p *Problem) Bool(name string) Term { return p.Declare(Variable{Name: name, Sort: Bool}) }

// Int declares an integer without bounds.
func (p *Problem) Int(name string) Term { return p.Declare(Variable{Name: name, Sort: Int}) }

// IntIn declares an integer in lo..hi, both included.
func (p *Problem) IntIn(name string, lo, hi int64) Term {
	return p.Declare(Variable{Name: name, Sort: Int, Domain: Range(lo, hi)})
}

// Real declares a real number without bounds.
func (p *Problem) Real(name string) Term { return p.Declare(Variable{Name: name, Sort: Real}) }

// Enum declares one of the named values. In terms it is the Int that numbers them from 0. At least one value is needed.
func (p *Problem) Enum(name string, values ...string) Term {
	if len(values) == 0 {
		return p.fail("Enum", "enumeration %q has no values", name)
	}
	return p.Declare(Variable{Name: name, Sort: Int, Domain: Range(0, int64(len(values))-1), Values: values})
}

// BitVec declares a bit vector: an Int in 0..2^bits-1 whose arithmetic wraps around.
func (p *Problem) BitVec(name string, bits int) Term {
	if bits < 1 || bits > maxBits {
		return p.fail("BitVec", "%q has %d bits: 1 to %d are possible", name, bits, maxBits)
	}
	hi := pow2(bits)
	hi.Sub(hi, bigOne)
	return p.Declare(Variable{Name: name, Sort: Int, Bits: bits, Domain: Domain{IntValue(0), BigIntValue(hi)}})
}

// NumVars is the number of declared variables.
func (p *Problem) NumVars() int { return len(p.vars) }

// Variable describes a variable.
func (p *Problem) Variable(v Var) Variable { return p.vars[v] }

// VarTerm gives the term of a variable.
func (p *Problem) VarTerm(v Var) Term { return p.varTerms[v] }

// Lookup finds a variable by its name.
func (p *Problem) Lookup(name string) (Var, bool) {
	v, ok := p.byName[name]
	return v, ok
}

// Assert adds a constraint. A term that is not a Bool is a mistake.
func (p *Problem) Assert(name string, t Term) {
	if t == NoTerm {
		p.fail("Assert", "constraint %q has no term", name)
		return
	}
	if p.Sort(t) != Bool {
		p.fail("Assert", "constraint %q is a term of sort %s, not Bool", name, p.Sort(t))
		return
	}
	if p.charge(64 + len(name)) {
		p.cons = append(p.cons, Constraint{name, t})
	}
}

// NumConstraints is the number of constraints.
func (p *Problem) NumConstraints() int { return len(p.cons) }

// Constraint gives the i-th constraint.
func (p *Problem) Constraint(i int) Constraint { return p.cons[i] }

// Truncate keeps the first n constraints and forgets the others, which undoes assertions. Variables and terms stay.
func (p *Problem) Truncate(n int) { p.cons = p.cons[:n:n] }

// SetObjective sets what to optimise; NoObjective takes it away. A Bool counts 1 or 0.
func (p *Problem) SetObjective(sense Sense, t Term) {
	if sense == NoObjective {
		p.objective = Objective{}
		return
	}
	if t = p.number("objective", t); t != NoTerm {
		p.objective = Objective{sense, t}
	}
}

// Objective gives what to optimise.
func (p *Problem) Objective() Objective { return p.objective }

// Mentioned lists, in order of declaration, the variables that occur in a constraint as written, in the objective, or in
// one of the extra terms. These are the variables that have a value in a solution; no other has.
func (p *Problem) Mentioned(extra ...Term) []Var { return p.VarsOf(append(p.roots(), extra...)...) }

// roots lists the terms that are part of the problem: the constraints and the objective.
func (p *Problem) roots() []Term {
	roots := make([]Term, 0, len(p.cons)+1)
	for _, c := range p.cons {
		roots = append(roots, c.Term)
	}
	if p.objective.Sense != NoObjective {
		roots = append(roots, p.objective.Term)
	}
	return roots
}

// VarsOf lists, in order of declaration, the variables that occur in terms.
func (p *Problem) VarsOf(roots ...Term) []Var {
	used := p.Cone(roots...)
	var vars []Var
	for v, t := range p.varTerms {
		if int(t) < len(used) && used[t] {
			vars = append(vars, Var(v))
		}
	}
	return vars
}

// Cone marks the terms that the roots are built from, themselves included: the slice is indexed by term and ends with the
// largest root.
func (p *Problem) Cone(roots ...Term) []bool {
	top := NoTerm
	for _, r := range roots {
		top = max(top, r)
	}
	used := make([]bool, top+1)
	for _, r := range roots {
		used[r] = true
	}
	for t := top; t > 0; t-- {
		if used[t] {
			for _, a := range p.Args(t) {
				used[a] = true
			}
		}
	}
	return used
}

// Assignment gives values to variables: it is indexed by Var. A variable beyond its end, or with the zero Value, has none.
type Assignment []Value

// Value gives a variable's value, or the zero Value.
func (a Assignment) Value(v Var) Value {
	if int(v) < len(a) {
		return a[v]
	}
	return Value{}
}

// Equal reports whether two assignments give the same variables the same values.
func (a Assignment) Equal(b Assignment) bool {
	for v := range max(len(a), len(b)) {
		if !a.Value(Var(v)).Equal(b.Value(Var(v))) {
			return false
		}
	}
	return true
}

// Compare orders assignments: by the value of the first variable on which they differ. No value comes first, then false
// before true and smaller numbers before larger ones. It is the order in which solvers list solutions.
func (a Assignment) Compare(b Assignment) int {
	for v := range max(len(a), len(b)) {
		if c := a.Value(Var(v)).Compare(b.Value(Var(v))); c != 0 {
			return c
		}
	}
	return 0
}
