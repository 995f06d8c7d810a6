package model

import (
	"fmt"
	"strings"
)

// Bounds on what is printed for people: terms share their parts, so a short program can build a term whose text would fill
// a disk.
const (
	maxFormat = 1 << 16
	maxNest   = 200
)

// Format prints a term for people: infix, with names, [b] for a Bool that counts 1 or 0. The name of an enumeration's value
// stands where it is compared with its variable; graphs and automata are named by numbers, and String says what they are. A very long term is cut short with "...".
func (p *Problem) Format(t Term) string {
	f := formatter{p: p}
	f.term(t, 0, 0)
	return f.b.String()
}

// FormatValue prints a variable's value: the name of an enumeration's value, else the value itself.
func (p *Problem) FormatValue(v Var, x Value) string {
	if names := p.vars[v].Values; names != nil && x.sort == Int {
		if n, ok := x.Int64(); ok && n >= 0 && n < int64(len(names)) {
			return names[n]
		}
	}
	return x.String()
}

// FormatAssignment prints the values that an assignment gives, in order of declaration: "x = 1, y = 2".
func (p *Problem) FormatAssignment(a Assignment) string {
	var parts []string
	for i := range p.vars {
		if x := a.Value(Var(i)); x.Valid() {
			parts = append(parts, p.vars[i].Name+" = "+p.FormatValue(Var(i), x))
		}
	}
	return strings.Join(parts, ", ")
}

// String prints the whole problem for people, one variable or constraint a line.
func (p *Problem) String() string {
	var b strings.Builder
	for _, v := range p.vars {
		fmt.Fprintf(&b, "%s: %s", v.Name, describeVariable(v))
		b.WriteByte('\n')
	}
	b.WriteString(p.definitions(p.roots()...))
	for i, c := range p.cons {
		name := c.Name
		if name == "" {
			name = fmt.Sprint(i)
		}
		fmt.Fprintf(&b, "[%s] %s\n", name, p.Format(c.Term))
	}
	if p.objective.Sense != NoObjective {
		fmt.Fprintf(&b, "%s %s\n", p.objective.Sense, p.Format(p.objective.Term))
	}
	return b.String()
}

func describeVariable(v Variable) string {
	switch {
	case v.Values != nil:
		return "{" + strings.Join(v.Values, ", ") + "}"
	case v.Bits > 0:
		return fmt.Sprintf("BitVec(%d)", v.Bits)
	case v.Domain.Lo.Valid() || v.Domain.Hi.Valid():
		return fmt.Sprintf("%v in %v", v.Sort, v.Domain)
	}
	return v.Sort.String()
}

// How tightly an operator binds.
const (
	bindIf = iota + 1
	bindImplies
	bindOr
	bindXor
	bindAnd
	bindNot
	bindCompare
	bindAdd
	bindMul
	bindUnary
	bindPow
	bindAtom
)

// infix gives the sign and the strength of the operators that are written between their operands.
func infix(op Op) (sign string, bind int) {
	switch op {
	case OpImplies:
		return " => ", bindImplies
	case OpOr:
		return " or ", bindOr
	case OpXor:
		return " xor ", bindXor
	case OpAnd:
		return " and ", bindAnd
	case OpEq:
		return " == ", bindCompare
	case OpNe:
		return " != ", bindCompare
	case OpLt:
		return " < ", bindCompare
	case OpLe:
		return " <= ", bindCompare
	case OpGt:
		return " > ", bindCompare
	case OpGe:
		return " >= ", bindCompare
	case OpAdd:
		return " + ", bindAdd
	case OpSub:
		return " - ", bindAdd
	case OpMul:
		return "*", bindMul
	case OpIntDiv:
		return " div ", bindMul
	case OpMod:
		return " mod ", bindMul
	case OpRealDiv:
		return "/", bindMul
	case OpPow:
		return "^", bindPow
	}
	return "", 0
}

type formatter struct {
	p    *Problem
	b    strings.Builder
	full bool // the limit is met: nothing more is written
}

func (f *formatter) put(s string) {
	if f.full {
		return
	}
	if f.b.Len()+len(s) > maxFormat {
		f.b.WriteString("...")
		f.full = true
		return
	}
	f.b.WriteString(s)
}

// term prints t in a place that takes operators binding at least as tightly as bind.
func (f *formatter) term(t Term, bind, nest int) {
	p := f.p
	if f.full {
		return
	}
	if nest > maxNest {
		f.put("...")
		return
	}
	args := p.Args(t)
	if sign, own := infix(p.Op(t)); own > 0 {
		f.open(own < bind)
		for i, a := range args {
			if i > 0 {
				f.put(sign)
			}
			inner := own + 1
			if i == 0 && (own == bindAdd || own == bindMul) {
				inner = own
			}
			if own == bindCompare && f.named(a, args) {
				continue
			}
			f.term(a, inner, nest+1)
		}
		f.close(own < bind)
		return
	}
	switch op := p.Op(t); op {
	case OpNone:
		f.put("<no term>")
	case OpConst:
		v := p.consts[p.nodes[t].param]
		s := v.String()
		paren := v.Sign() < 0 && bind > bindAdd || strings.Contains(s, "/") && bind >= bindMul
		f.open(paren)
		f.put(s)
		f.close(paren)
	case OpVar:
		f.put(p.vars[p.nodes[t].param].Name)
	case OpNot:
		f.open(bindNot < bind)
		f.put("not ")
		f.term(args[0], bindNot, nest+1)
		f.close(bindNot < bind)
	case OpNeg:
		f.open(bindUnary < bind)
		f.put("-")
		f.term(args[0], bindUnary, nest+1)
		f.close(bindUnary < bind)
	case OpIf:
		if p.isNum(args[1], 1) && p.isNum(args[2], 0) {
			f.put("[")
			f.term(args[0], 0, nest+1)
			f.put("]")
			return
		}
		f.open(bindIf < bind)
		f.put("if ")
		f.term(args[0], bindIf+1, nest+1)
		f.put(" then ")
		f.term(args[1], bindIf+1, nest+1)
		f.put(" else ")
		f.term(args[2], bindIf, nest+1)
		f.close(bindIf < bind)
	case OpToReal:
		f.term(args[0], bind, nest+1)
	case OpGraph:
		f.put(p.graphName(Graph(t)))
	default:
		name := map[Op]string{OpToInt: "floor", OpAtMost: "at most ", OpAtLeast: "at least "}[op]
		if name == "" {
			name = op.String()
		} else if op != OpToInt {
			name += fmt.Sprint(p.Param(t)) + " of "
		}
		f.put(name + "(")
		if op == OpRegular {
			f.put(dfaName(p.nodes[t].param))
		}
		for i, a := range args {
			if i > 0 || op == OpRegular {
				f.put(", ")
			}
			f.term(a, 0, nest+1)
		}
		f.put(")")
	}
}

// named prints a constant as the enumeration value that it is compared with.
func (f *formatter) named(t Term, sides []Term) bool {
	c := f.p.ConstValue(t)
	if !c.Valid() {
		return false
	}
	for _, s := range sides {
		if v, ok := f.p.VarOf(s); ok && f.p.vars[v].Values != nil {
			f.put(f.p.FormatValue(v, c))
			return true
		}
	}
	return false
}

func (f *formatter) open(paren bool) {
	if paren {
		f.put("(")
	}
}

func (f *formatter) close(paren bool) {
	if paren {
		f.put(")")
	}
}
