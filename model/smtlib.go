package model

import (
	"fmt"
	"strconv"
	"strings"
)

// SMTLIB prints the problem as a script of SMT-LIB 2 that z3 and cvc5 read: declarations, the domains of the mentioned
// variables, an assertion for each constraint, the objective as a comment (there is no standard command for it), check-sat
// and get-value. Constraints are printed as written, with the guards that our rule on division by zero needs (Problem.Total).
// Parts that are used more than once are defined once, so the script grows with the number of terms. The error is an
// *UnprintableError or a *LargeError.
func (p *Problem) SMTLIB() (string, error) {
	s := NewSMTPrinter(p, true)
	var b strings.Builder
	b.WriteString("(set-logic ALL)\n")
	mentioned := p.Mentioned()
	for v := range p.vars {
		b.WriteString(s.Declare(Var(v)))
	}
	for _, v := range mentioned {
		b.WriteString(s.Domain(v))
	}
	for _, c := range p.cons {
		defs, text, err := s.Term(p.Total(c.Term))
		if err != nil {
			return "", err
		}
		if c.Name != "" {
			b.WriteString("; " + comment(c.Name) + "\n")
		}
		for _, d := range defs {
			b.WriteString(d.String())
		}
		fmt.Fprintf(&b, "(assert %s)\n", text)
	}
	if p.objective.Sense != NoObjective {
		objective, defined := p.TotalObjective()
		d1, text, err := s.Term(objective)
		if err != nil {
			return "", err
		}
		d2, guard, err := s.Term(defined)
		if err != nil {
			return "", err
		}
		for _, d := range append(d1, d2...) {
			b.WriteString(d.String())
		}
		if defined != True {
			fmt.Fprintf(&b, "(assert %s)\n", guard)
		}
		fmt.Fprintf(&b, "; %s %s\n", p.objective.Sense, text)
	}
	b.WriteString("(check-sat)\n")
	if len(mentioned) > 0 {
		b.WriteString("(get-value (")
		for i, v := range mentioned {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(s.Name(v))
		}
		b.WriteString("))\n")
	}
	return b.String(), nil
}

func comment(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// UnprintableError is a term that SMT-LIB has no words for.
type UnprintableError struct {
	Term string
	What string // what it is, in the plural
	Hint string // what would help, or nothing
}

func (e *UnprintableError) Error() string {
	text := "SMT-LIB has no " + e.What
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	return text + ": " + e.Term
}

// SMTPrinter prints the terms of a problem in the words of SMT-LIB 2, a piece at a time, as a session with a solver needs
// them. It prints operators as SMT-LIB has them: give it terms made total (Problem.Total).
type SMTPrinter struct {
	p       *Problem
	names   []string // by variable; "" when not named yet
	taken   map[string]bool
	long    bool
	defined map[Term]bool
	order   []Term // the defined terms, in order
}

// NewSMTPrinter gives a printer for a problem. With readable set, symbols are the variables' names, quoted; without, v0, v1
// and so on, which no solver trips over.
func NewSMTPrinter(p *Problem, readable bool) *SMTPrinter {
	return &SMTPrinter{p: p, long: readable, taken: map[string]bool{}, defined: map[Term]bool{}}
}

// reserved are symbols that mean something to a solver even when quoted.
const reserved = " true false not and or xor ite => = distinct + - * / div mod abs < <= > >= to_real to_int is_int divisible " +
	"Bool Int Real Array BitVec String select store concat pi exp sin cos tan root iand pow2 bag set member emp "

// Name gives the symbol of a variable.
func (s *SMTPrinter) Name(v Var) string {
	if !s.long {
		return "v" + strconv.Itoa(int(v))
	}
	for int(v) >= len(s.names) {
		s.names = append(s.names, "")
	}
	if s.names[v] != "" {
		return s.names[v]
	}
	name := strings.Map(func(r rune) rune {
		switch {
		case r == '|' || r == '\\':
			return '/'
		case r < ' ' || r == 0x7f:
			return ' '
		}
		return r
	}, s.p.vars[v].Name)
	if strings.Contains(reserved, " "+name+" ") || strings.HasPrefix(name, "@") || strings.HasPrefix(name, ".") ||
		strings.HasPrefix(name, "t!") {
		name = "v " + name
	}
	for unique := name; ; unique = fmt.Sprintf("%s!%d", name, v) {
		if !s.taken[unique] {
			name = unique
			break
		}
		name += "'"
	}
	s.taken[name] = true
	s.names[v] = "|" + name + "|"
	return s.names[v]
}

// Declare gives the declaration of a variable.
func (s *SMTPrinter) Declare(v Var) string {
	return fmt.Sprintf("(declare-const %s %s)\n", s.Name(v), s.p.vars[v].Sort)
}

// Domain gives the assertion of a variable's bounds, or nothing when it has none.
func (s *SMTPrinter) Domain(v Var) string {
	x := s.p.vars[v]
	text := ""
	if x.Domain.Lo.Valid() {
		text += fmt.Sprintf("(assert (<= %s %s))", SMTValue(convert(x.Domain.Lo, x.Sort)), s.Name(v))
	}
	if x.Domain.Hi.Valid() {
		text += fmt.Sprintf("(assert (<= %s %s))", s.Name(v), SMTValue(convert(x.Domain.Hi, x.Sort)))
	}
	if text == "" {
		return ""
	}
	return text + "\n"
}

// SMTValue prints a value, which must be known to be rational.
func SMTValue(v Value) string {
	if v.sort == Bool {
		return strconv.FormatBool(v.n != 0)
	}
	r := v.Rat()
	negative := r.Sign() < 0
	r.Abs(r)
	text := r.Num().String()
	switch {
	case v.sort == Int:
	case r.IsInt():
		text += ".0"
	default:
		text = fmt.Sprintf("(/ %s.0 %s.0)", r.Num(), r.Denom())
	}
	if negative {
		return "(- " + text + ")"
	}
	return text
}

// Mark tells how many definitions there are; Release forgets those made since, as a solver does that pops a level.
func (s *SMTPrinter) Mark() int { return len(s.order) }

// Release forgets the definitions made since a Mark.
func (s *SMTPrinter) Release(mark int) {
	for _, t := range s.order[mark:] {
		delete(s.defined, t)
	}
	s.order = s.order[:mark]
}

// maxInline is the depth to which expressions nest before a part is defined by itself: readers of solvers are recursive.
const maxInline = 60

// SMTDefinition names a part of a term, so that it is written once.
type SMTDefinition struct {
	Name string
	Sort Sort
	Text string
}

// String is the definition as a command.
func (d SMTDefinition) String() string {
	return fmt.Sprintf("(define-fun %s () %s %s)\n", d.Name, d.Sort, d.Text)
}

// Term prints a term: definitions that must come first, and the expression. A part that has been defined before, and not
// been released since, is not defined again. Graphs and automata are written out (Problem.Plain).
func (s *SMTPrinter) Term(t Term) (definitions []SMTDefinition, text string, err error) {
	p := s.p
	if t, err = p.Plain(t); err != nil {
		return nil, "", err
	}
	used := p.Cone(t)
	uses := make([]int8, len(used))
	depth := make([]int8, len(used))
	for u := range used {
		u := Term(u)
		if !used[u] {
			continue
		}
		times := int8(1)
		switch op := p.Op(u); {
		case op == OpMin, op == OpMax, op == OpPow, op == OpAbs && p.Sort(u) == Real:
			times = 2 // the operand is written more than once
		}
		for _, a := range p.Args(u) {
			uses[a] = min(uses[a]+times, 2)
		}
	}
	for u := range used {
		u := Term(u)
		if !used[u] || s.defined[u] || len(p.Args(u)) == 0 {
			continue
		}
		for _, a := range p.Args(u) {
			depth[u] = max(depth[u], depth[a]+1)
		}
		if u == t || uses[u] < 2 && depth[u] < maxInline {
			continue
		}
		depth[u] = 0
		text, err := s.expression(u)
		if err != nil {
			return nil, "", err
		}
		definitions = append(definitions, SMTDefinition{fmt.Sprintf("t!%d", u), p.Sort(u), text})
		s.defined[u] = true
		s.order = append(s.order, u)
	}
	text, err = s.operand(t)
	return definitions, text, err
}

func (s *SMTPrinter) operand(t Term) (string, error) {
	if s.defined[t] {
		return fmt.Sprintf("t!%d", t), nil
	}
	return s.expression(t)
}

var smtOps = map[Op]string{OpNot: "not", OpAnd: "and", OpOr: "or", OpImplies: "=>", OpXor: "xor", OpIf: "ite", OpEq: "=",
	OpLt: "<", OpLe: "<=", OpGt: ">", OpGe: ">=", OpDistinct: "distinct", OpNe: "distinct", OpAdd: "+", OpSub: "-", OpNeg: "-",
	OpMul: "*", OpIntDiv: "div", OpMod: "mod", OpRealDiv: "/", OpToReal: "to_real", OpToInt: "to_int"}

func (s *SMTPrinter) expression(t Term) (string, error) {
	p := s.p
	op := p.Op(t)
	switch op {
	case OpConst:
		return SMTValue(p.ConstValue(t)), nil
	case OpVar:
		v, _ := p.VarOf(t)
		return s.Name(v), nil
	}
	args := make([]string, len(p.Args(t)))
	for i, a := range p.Args(t) {
		text, err := s.operand(a)
		if err != nil {
			return "", err
		}
		args[i] = text
	}
	switch op {
	case OpDistinct:
		if len(args) < 2 {
			return "true", nil
		}
	case OpAtMost, OpAtLeast:
		sum := "(ite " + strings.Join(args, " 1 0) (ite ") + " 1 0)"
		if len(args) > 1 {
			sum = "(+ " + sum + ")"
		}
		sign := "<="
		if op == OpAtLeast {
			sign = ">="
		}
		return fmt.Sprintf("(%s %s %s)", sign, sum, SMTValue(IntValue(int64(p.Param(t))))), nil
	case OpAbs:
		if p.Sort(t) == Int {
			return "(abs " + args[0] + ")", nil
		}
		return fmt.Sprintf("(ite (>= %s 0.0) %s (- %s))", args[0], args[0], args[0]), nil
	case OpMin, OpMax:
		return extremeText(op, args), nil
	case OpPow:
		return s.power(t, args)
	}
	return "(" + smtOps[op] + " " + strings.Join(args, " ") + ")", nil
}

func extremeText(op Op, args []string) string {
	sign := "<="
	if op == OpMax {
		sign = ">="
	}
	var b strings.Builder
	best := args[0]
	for i, a := range args[1:] {
		chosen := fmt.Sprintf("(ite (%s %s %s) %s %s)", sign, best, a, best, a)
		if i == len(args)-2 {
			b.WriteString(chosen + strings.Repeat(")", i))
			break
		}
		best = fmt.Sprintf("m!%d", i)
		fmt.Fprintf(&b, "(let ((%s %s)) ", best, chosen)
	}
	return b.String()
}

// power writes a power out as products, one for each exponent that is possible.
func (s *SMTPrinter) power(t Term, args []string) (string, error) {
	p := s.p
	lo, hi, ok := p.exponents(p.Arg(t, 1))
	if !ok {
		return "", &UnprintableError{shorten(p.Format(t)), "powers with an exponent that may be large",
			"bound the exponent's domain between -64 and 64"}
	}
	product := func(n int64) string {
		zero, one := SMTValue(convert(IntValue(0), p.Sort(t))), SMTValue(convert(IntValue(1), p.Sort(t)))
		switch {
		case n == 0:
			return one
		case n == 1:
			return args[0]
		case n < 0 && p.Sort(t) == Int:
			return zero
		}
		text := "(*" + strings.Repeat(" "+args[0], int(max(n, -n))) + ")"
		if n == -1 {
			text = args[0]
		}
		if n < 0 {
			return "(/ 1.0 " + text + ")"
		}
		return text
	}
	text := product(hi)
	for n := hi - 1; n >= lo; n-- {
		text = fmt.Sprintf("(ite (= %s %s) %s %s)", args[1], SMTValue(IntValue(n)), product(n), text)
	}
	return text, nil
}

// exponents bounds an exponent, when it is a small constant or a variable of a small domain.
func (p *Problem) exponents(e Term) (lo, hi int64, ok bool) {
	const most = 64
	d := Domain{p.ConstValue(e), p.ConstValue(e)}
	if v, isVar := p.VarOf(e); isVar {
		d = p.vars[v].Domain
	}
	lo, ok1 := d.Lo.Int64()
	hi, ok2 := d.Hi.Int64()
	return lo, hi, ok1 && ok2 && lo <= hi && lo >= -most && hi <= most
}
