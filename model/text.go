package model

import (
	"fmt"
	"strconv"
	"strings"
)

// Text prints the problem in a stable form for goldens and for reading by programs: one line for each variable, for each term
// that is not a constant or a variable, for each constraint and for the objective, in order. The terms are numbered %1, %2,
// ... in the order in which their last operand was built; the text of a problem depends on nothing but its structure, and
// grows with the number of its terms, not with the size of the formulas written out.
//
//	var x Int 1..9
//	var b Bool
//	%1 add x 2
//	%2 le %1 7
//	assert "small" %2
//	minimise x
//
// A graph has its nodes and then its edges, each with its ends: graph a b 0-1:true. An automaton has its states, the first, the
// accepting ones, and its steps from:value:to: regular:2/0/1/0:1:1 x y.
func (p *Problem) Text() string {
	var b strings.Builder
	for _, v := range p.vars {
		fmt.Fprintf(&b, "var %s %v", quoteName(v.Name), v.Sort)
		if v.Domain.Lo.Valid() || v.Domain.Hi.Valid() {
			b.WriteString(" " + v.Domain.String())
		}
		for _, name := range v.Values {
			b.WriteString(" " + strconv.Quote(name))
		}
		if v.Bits > 0 {
			fmt.Fprintf(&b, " bits=%d", v.Bits)
		}
		b.WriteByte('\n')
	}
	used := p.Cone(p.roots()...)
	number := make([]int, len(used))
	n := 0
	ref := func(t Term) string {
		if v, ok := p.VarOf(t); ok {
			return quoteName(p.vars[v].Name)
		}
		if v := p.ConstValue(t); v.Valid() {
			if v.sort == Real && v.IsInt() {
				return v.String() + ".0"
			}
			return v.String()
		}
		return "%" + strconv.Itoa(number[t])
	}
	for t := range used {
		t := Term(t)
		if op := p.Op(t); !used[t] || op == OpVar || op == OpConst || op == OpNone {
			continue
		}
		n++
		number[t] = n
		fmt.Fprintf(&b, "%%%d %s", n, p.Op(t))
		if op := p.Op(t); op == OpAtMost || op == OpAtLeast {
			fmt.Fprintf(&b, ":%d", p.Param(t))
		}
		head, words := p.textShape(t)
		b.WriteString(head)
		for i, a := range p.Args(t) {
			b.WriteByte(' ')
			if i < len(words) {
				b.WriteString(words[i])
			}
			b.WriteString(ref(a))
		}
		b.WriteByte('\n')
	}
	for _, c := range p.cons {
		fmt.Fprintf(&b, "assert %q %s\n", c.Name, ref(c.Term))
	}
	if p.objective.Sense != NoObjective {
		fmt.Fprintf(&b, "%s %s\n", p.objective.Sense, ref(p.objective.Term))
	}
	return b.String()
}

// quoteName leaves a plain name as it is and quotes any other.
func quoteName(name string) string {
	for i, r := range name {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || i > 0 && (r >= '0' && r <= '9' || r == '.')) {
			return strconv.Quote(name)
		}
	}
	if name == "true" || name == "false" {
		return strconv.Quote(name)
	}
	return name
}
