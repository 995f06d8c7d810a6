package maths

import (
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// This file writes rules as formulas with the numbers of a sheet in them.

// How tightly parts of a formula bind.
const (
	comparing = iota + 1
	adding
	multiplying
	raising
	tight
)

// signsOf are the operators of formulas, and how tightly they bind.
var signsOf = map[syntax.Op]struct {
	text  string
	binds int
}{
	syntax.Add: {" + ", adding}, syntax.Sub: {" - ", adding}, syntax.Mul: {"·", multiplying}, syntax.FloorDiv: {" // ", multiplying},
	syntax.Mod: {" mod ", multiplying}, syntax.Pow: {"^", raising},
	syntax.Eq: {" = ", comparing}, syntax.Ne: {" ≠ ", comparing}, syntax.Lt: {" < ", comparing}, syntax.Le: {" ≤ ", comparing},
	syntax.Gt: {" > ", comparing}, syntax.Ge: {" ≥ ", comparing},
}

// opposite is the comparison that holds where another does not.
var opposite = map[syntax.Op]syntax.Op{syntax.Eq: syntax.Ne, syntax.Ne: syntax.Eq, syntax.Lt: syntax.Ge, syntax.Ge: syntax.Lt,
	syntax.Gt: syntax.Le, syntax.Le: syntax.Gt}

// value reckons an expression.
func (n *filled) value(x syntax.Expr, env map[string]thing) (text string, ok bool) {
	t, ok := n.d.e.expr(x, env).(model.Term)
	if !ok {
		return "", false
	}
	ev := model.NewEvaluator(n.d.e.p, t)
	ev.Run(make(model.Assignment, n.d.e.p.NumVars()))
	v := ev.Value(0)
	if v.Valid() && v.Sort() == model.Bool {
		return map[bool]string{true: "1", false: "0"}[v.Bool()], true
	}
	return v.String(), v.Valid()
}

// check writes a part of a rule.
func (n *filled) check(q part) Check {
	holds, _ := n.value(q.x, q.env)
	out := Check{Holds: holds == "1"}
	switch x := q.x.(type) {
	case *syntax.CompareExpr:
		if len(x.Ops) == 1 && opposite[x.Ops[0]] != syntax.NoOp {
			out.Text = n.comparison(x, q.env, out.Holds)
		}
	case *syntax.CallExpr:
		if f, ok := x.Fun.(*syntax.Name); ok && f.ID == "distinct" {
			for _, v := range n.d.e.numbers(x, q.env) {
				out.Distinct = append(out.Distinct, n.d.e.p.ConstValue(v).String())
			}
		}
	}
	out.Plain = out.Text == "" && out.Distinct == nil
	return out
}

// comparison writes two sides with the sign that holds between them, and what each comes to where it is not a number itself.
func (n *filled) comparison(x *syntax.CompareExpr, env map[string]thing, holds bool) string {
	op := x.Ops[0]
	left, right := n.text(x.First, env, comparing+1), n.text(x.Rest[0], env, comparing+1)
	lv, _ := n.value(x.First, env)
	rv, _ := n.value(x.Rest[0], env)
	if op == syntax.Eq && left == lv {
		left, right, lv, rv = right, left, rv, lv
	}
	if op == syntax.Eq && holds && left == right {
		return "" // a number is itself
	}
	if !holds {
		op = opposite[op]
	}
	if left != lv {
		left += " = " + lv
	}
	if right != rv {
		if right = rv + " = " + right; op == syntax.Eq {
			right = strings.TrimPrefix(right, rv+" = ")
		}
	}
	if op == syntax.Eq && strings.HasSuffix(left, " = "+right) {
		return left
	}
	return left + signsOf[op].text + right
}

// text writes an expression; in brackets where it binds less tightly than what is round it.
func (n *filled) text(x syntax.Expr, env map[string]thing, within int) string {
	in := func(binds int, text string) string {
		if binds < within {
			return "(" + text + ")"
		}
		return text
	}
	value, known := n.value(x, env)
	switch x := x.(type) {
	case *syntax.Name, *syntax.IndexExpr:
		if s := n.slots[nameOf(x)]; s != nil && s.signs != nil {
			for _, sign := range s.signs {
				if t, ok := n.d.e.expr(x, env).(model.Term); ok && t == n.d.e.p.Num(n.d.e.signs[sign]) {
					return sign
				}
			}
		}
	case *syntax.BinaryExpr:
		if sign, ok := signsOf[x.Op]; ok && n.named(x) {
			return in(sign.binds, n.text(x.X, env, sign.binds)+sign.text+n.text(x.Y, env, sign.binds+1))
		}
	case *syntax.CallExpr:
		if f, ok := x.Fun.(*syntax.Name); ok && (f.ID == "op" || f.ID == "logic") && len(x.Args) == 3 {
			return in(adding, n.text(x.Args[1].Value, env, tight)+" "+n.text(x.Args[0].Value, env, tight)+" "+n.text(x.Args[2].Value, env, tight))
		}
	}
	if !known {
		return "?"
	}
	if strings.HasPrefix(value, "-") {
		return in(adding, value)
	}
	return value
}

// nameOf is the name of a slot, or of the row that an element is taken from.
func nameOf(x syntax.Expr) string {
	if i, ok := x.(*syntax.IndexExpr); ok {
		x = i.X
	}
	if name, ok := x.(*syntax.Name); ok {
		return name.ID
	}
	return ""
}

// named reports whether an expression names a number of the sheet: what does not is written as what it comes to.
func (n *filled) named(x syntax.Expr) bool {
	for _, name := range free(x) {
		if _, ok := n.d.e.names[name]; ok {
			return true
		}
	}
	return false
}

// formula is what an expression in a blank is reckoned from, or the line of the sheet in which it stands where that is the same.
func (p *Puzzle) formula(n *filled, blank int, lang string) string {
	base, _ := at(p.Blanks[blank])
	answer, _ := p.value(p.Blanks[blank])
	var b strings.Builder
	for _, x := range n.slots[base].right.Parts {
		switch x := x.(type) {
		case *syntax.StrLit:
			b.WriteString(x.Value)
		case *syntax.Formatted:
			b.WriteString(n.text(x.X, map[string]thing{}, multiplying+1))
		}
	}
	if text := b.String(); text != answer {
		return text + " = " + answer
	}
	sheet, err := p.Sheet(lang)
	if err != nil {
		return answer
	}
	const mark = "\x00"
	values := p.Answers()
	for line := range strings.Lines(sheet.Text(func(i int) string {
		if i == blank {
			return mark + values[i]
		}
		return values[i]
	})) {
		if strings.Contains(line, mark) {
			return strings.TrimSpace(strings.ReplaceAll(line, mark, ""))
		}
	}
	return answer
}
