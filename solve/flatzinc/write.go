package flatzinc

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// most bounds the numbers that are written: solvers of this world compute in 32 bits, sums included.
const most = 1 << 30

// operand is a term as FlatZinc writes it: a literal or the name of a variable. lo and hi bound an Int.
type operand struct {
	text   string
	lo, hi int64
}

// writer writes a problem. Every part of a constraint gets a variable of its own that the parts below it determine, so the
// solutions are those of the problem, each once.
type writer struct {
	engine string
	p      *model.Problem
	vars   strings.Builder
	cons   strings.Builder
	terms  map[model.Term]operand
	counts map[string]operand // by Bool: the Int that counts it 1 or 0
	named  map[model.Var]bool
	fresh  int
}

func newWriter(engine string, p *model.Problem) *writer {
	return &writer{engine: engine, p: p, terms: map[model.Term]operand{}, counts: map[string]operand{}, named: map[model.Var]bool{}}
}

func (w *writer) unsupported(what, term, hint string) error {
	return &solve.UnsupportedError{Engine: w.engine, What: what, Term: term, Hint: hint}
}

// variable declares a variable of the problem, as one whose value is printed.
func (w *writer) variable(v model.Var) (operand, error) {
	name := fmt.Sprintf("v%d", v)
	x := w.p.Variable(v)
	o := operand{text: name}
	kind := "bool"
	switch x.Sort {
	case model.Real:
		return o, w.unsupported("real numbers", x.Name, "use another engine")
	case model.Int:
		lo, ok1 := x.Domain.Lo.Int64()
		hi, ok2 := x.Domain.Hi.Int64()
		switch {
		case !x.Domain.Bounded():
			return o, w.unsupported("an unbounded integer", x.Name, "declare bounds, or use another engine")
		case !ok1 || !ok2 || lo < -most || hi > most:
			return o, w.unsupported("numbers beyond 2^30", x.Name, "use another engine")
		}
		o.lo, o.hi = lo, max(lo, hi)
		kind = fmt.Sprintf("%d..%d", o.lo, o.hi)
		if hi < lo && !w.named[v] { // no value at all: FlatZinc has no such domain
			w.constraint("int_le", num(1), num(0))
		}
	}
	if !w.named[v] {
		w.named[v] = true
		fmt.Fprintf(&w.vars, "var %s: %s :: output_var;\n", kind, name)
	}
	return o, nil
}

func (w *writer) bool() operand {
	w.fresh++
	name := fmt.Sprintf("b%d", w.fresh)
	fmt.Fprintf(&w.vars, "var bool: %s :: var_is_introduced;\n", name)
	return operand{text: name}
}

func (w *writer) int(lo, hi int64) operand {
	w.fresh++
	name := fmt.Sprintf("i%d", w.fresh)
	fmt.Fprintf(&w.vars, "var %d..%d: %s :: var_is_introduced;\n", lo, hi, name)
	return operand{name, lo, hi}
}

func num(n int64) operand { return operand{fmt.Sprint(n), n, n} }

func list(os []operand) operand {
	texts := make([]string, len(os))
	for i, o := range os {
		texts[i] = o.text
	}
	return operand{text: "[" + strings.Join(texts, ",") + "]"}
}

func numbers(ns []int64) operand {
	os := make([]operand, len(ns))
	for i, n := range ns {
		os[i] = num(n)
	}
	return list(os)
}

func (w *writer) constraint(name string, args ...operand) {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.text
	}
	fmt.Fprintf(&w.cons, "constraint %s(%s);\n", name, strings.Join(texts, ","))
}

// reified gives a Bool that is true exactly where a constraint holds.
func (w *writer) reified(name string, args ...operand) operand {
	r := w.bool()
	w.constraint(name, append(args, r)...)
	return r
}

// clause says that one of some Bools is true or one of others is false.
func (w *writer) clause(yes, no []operand) { w.constraint("bool_clause", list(yes), list(no)) }

// assert writes a constraint, as it was written by people, with division by zero guarded and graphs written out.
func (w *writer) assert(t model.Term) error {
	for _, v := range w.p.VarsOf(t) { // those that writing out leaves out have values too
		if _, err := w.variable(v); err != nil {
			return err
		}
	}
	plain, err := w.plain(w.p.Total(t))
	if err != nil {
		return err
	}
	parts := []model.Term{plain}
	for len(parts) > 0 {
		t := parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		args := slices.Clone(w.p.Args(t))
		switch w.p.Op(t) {
		case model.OpAnd:
			parts = append(parts, args...)
			continue
		case model.OpDistinct:
			if w.p.Sort(args[0]) != model.Int {
				break
			}
			os, err := w.each(args)
			if err != nil {
				return err
			}
			for i, a := range os {
				for _, b := range os[:i] {
					w.constraint("int_ne", b, a)
				}
			}
			continue
		case model.OpOr:
			os, err := w.each(args)
			if err != nil {
				return err
			}
			w.clause(os, nil)
			continue
		}
		o, err := w.term(t)
		if err != nil {
			return err
		}
		w.clause([]operand{o}, nil)
	}
	return nil
}

func (w *writer) plain(t model.Term) (model.Term, error) {
	plain, err := w.p.Plain(t)
	if large, ok := err.(*model.LargeError); ok {
		err = w.unsupported(large.What, large.Term, "use the embedded solver")
	}
	return plain, err
}

func (w *writer) each(ts []model.Term) ([]operand, error) {
	os := make([]operand, len(ts))
	for i, t := range ts {
		o, err := w.term(t)
		if err != nil {
			return nil, err
		}
		os[i] = o
	}
	return os, nil
}

// term gives a plain and total term, operands first.
func (w *writer) term(t model.Term) (operand, error) {
	if o, done := w.terms[t]; done {
		return o, nil
	}
	for u, used := range w.p.Cone(t) {
		u := model.Term(u)
		if _, done := w.terms[u]; done || !used {
			continue
		}
		args := make([]operand, len(w.p.Args(u)))
		for i, a := range w.p.Args(u) {
			args[i] = w.terms[a]
		}
		o, err := w.operation(u, args)
		if err != nil {
			return operand{}, err
		}
		if o.lo < -most || o.hi > most {
			return operand{}, w.unsupported("numbers beyond 2^30", w.p.Format(u), "use another engine")
		}
		w.terms[u] = o
	}
	return w.terms[t], nil
}

func (w *writer) operation(t model.Term, args []operand) (operand, error) {
	p := w.p
	if p.Sort(t) == model.Real {
		return operand{}, w.unsupported("real numbers", p.Format(t), "use another engine")
	}
	op := p.Op(t)
	switch op {
	case model.OpConst:
		v := p.ConstValue(t)
		if v.Sort() == model.Bool {
			return operand{text: fmt.Sprint(v.Bool())}, nil
		}
		n, ok := v.Int64()
		if !ok {
			n = most + 1 // refused by the bound of all numbers
		}
		return num(n), nil
	case model.OpVar:
		v, _ := p.VarOf(t)
		return w.variable(v)
	}
	if p.Sort(t) == model.Int {
		return w.arithmetic(t, args)
	}
	if op != model.OpNot && len(args) > 0 && p.Sort(p.Arg(t, 0)) == model.Real {
		return operand{}, w.unsupported("real numbers", p.Format(t), "use another engine")
	}
	bools := p.Sort(p.Arg(t, 0)) == model.Bool
	switch op {
	case model.OpNot:
		r := w.bool()
		w.constraint("bool_not", args[0], r)
		return r, nil
	case model.OpAnd:
		return w.reified("array_bool_and", list(args)), nil
	case model.OpOr:
		return w.reified("array_bool_or", list(args)), nil
	case model.OpImplies:
		return w.reified("bool_clause_reif", list(args[1:]), list(args[:1])), nil
	case model.OpXor:
		return w.reified("bool_xor", args...), nil
	case model.OpIf:
		r, c, a, b := w.bool(), args[0], args[1], args[2]
		w.clause([]operand{r}, []operand{c, a})
		w.clause([]operand{a}, []operand{c, r})
		w.clause([]operand{c, r}, []operand{b})
		w.clause([]operand{c, b}, []operand{r})
		return r, nil
	case model.OpEq:
		if bools {
			return w.reified("bool_eq_reif", args...), nil
		}
		return w.reified("int_eq_reif", args...), nil
	case model.OpNe:
		if bools {
			return w.reified("bool_xor", args...), nil
		}
		return w.reified("int_ne_reif", args...), nil
	case model.OpLt:
		return w.reified("int_lt_reif", args...), nil
	case model.OpLe:
		return w.reified("int_le_reif", args...), nil
	case model.OpGt:
		return w.reified("int_lt_reif", args[1], args[0]), nil
	case model.OpGe:
		return w.reified("int_le_reif", args[1], args[0]), nil
	case model.OpDistinct:
		differ := "int_ne_reif"
		if bools {
			differ = "bool_xor"
		}
		var pairs []operand
		for i, a := range args {
			for _, b := range args[:i] {
				pairs = append(pairs, w.reified(differ, b, a))
			}
		}
		return w.reified("array_bool_and", list(pairs)), nil
	case model.OpAtMost, model.OpAtLeast:
		sign := int64(1)
		if op == model.OpAtLeast {
			sign = -1
		}
		factors := make([]int64, len(args))
		for i, a := range args {
			factors[i], args[i] = sign, w.count(a)
		}
		return w.reified("int_lin_le_reif", numbers(factors), list(args), num(sign*int64(p.Param(t)))), nil
	}
	return operand{}, w.unsupported("the operator "+op.String(), p.Format(t), "use another engine")
}

// count is a Bool as an Int, 1 or 0.
func (w *writer) count(b operand) operand {
	switch b.text {
	case "true":
		return num(1)
	case "false":
		return num(0)
	}
	if o, done := w.counts[b.text]; done {
		return o
	}
	o := w.int(0, 1)
	w.constraint("bool2int", b, o)
	w.counts[b.text] = o
	return o
}

// document is the whole text. search names the variables to branch on, in order; goal says what solve is to do.
func (w *writer) document(search []model.Var, values, goal string) string {
	var b strings.Builder
	b.WriteString(w.vars.String())
	b.WriteString(w.cons.String())
	b.WriteString("solve")
	var parts []string
	for _, v := range search {
		kind := "int_search"
		if w.p.Variable(v).Sort == model.Bool {
			kind = "bool_search"
		}
		if last := len(parts) - 1; last >= 0 && strings.HasPrefix(parts[last], kind) {
			parts[last] += fmt.Sprintf(",v%d", v)
			continue
		}
		parts = append(parts, fmt.Sprintf("%s([v%d", kind, v))
	}
	for i := range parts {
		parts[i] += "],input_order," + values + ",complete)"
	}
	if len(parts) > 0 {
		b.WriteString(" :: seq_search([" + strings.Join(parts, ",") + "])")
	}
	b.WriteString(" " + goal + ";\n")
	return b.String()
}
