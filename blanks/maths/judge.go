package maths

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/blanks"
	"github.com/quandary-puzzles/quandary/blanks/algebra"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/eval/lib"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// This file judges answers: rules are evaluated as Python on what stands in the slots. Nothing of the solver's side is used.

// helpers are the functions of rules that Python does not have.
const helpers = `
def distinct(*xs):
    xs = xs[0] if len(xs) == 1 else xs
    return len(set(xs)) == len(xs)

def op(sign, a, b):
    if sign == "+":
        return a + b
    if sign == "-":
        return a - b
    return a * b

def logic(sign, p, q):
    p, q = bool(p), bool(q)
    if sign == "and":
        return p and q
    if sign == "or":
        return p or q
    if sign == "implies":
        return not p or q
    if sign == "xor":
        return p != q
    return p == q
`

// limits of one judgement.
var limits = eval.Limits{Steps: 2_000_000, Memory: 16 << 20, Depth: 100, StrLen: 1 << 14, IntBits: 1 << 12, Items: 1 << 16}

// Verify checks that the puzzle's own filling keeps every rule.
func (p *Puzzle) Verify(ctx context.Context) error {
	if len(p.f.Steps) > 0 {
		return nil
	}
	m, err := p.Mark(ctx, p.Answers())
	if err == nil && !m.Right {
		err = fmt.Errorf("%s: the puzzle's own filling is wrong: %s", p.f.Name, m.Why)
	}
	return err
}

// Mark marks what stands in the blanks.
func (p *Puzzle) Mark(ctx context.Context, texts []string) (blanks.Mark, error) {
	if len(texts) != len(p.Blanks) {
		return blanks.Mark{Why: fmt.Sprintf("expected %d answers, found %d", len(p.Blanks), len(texts))}, nil
	}
	if len(p.f.Steps) > 0 {
		return p.markOrder(texts[0]), nil
	}
	values := map[string][]string{}
	for name, list := range p.Values {
		values[name] = slices.Clone(list)
	}
	right := 0
	why := ""
	for i, b := range p.Blanks {
		base, index, _ := strings.Cut(strings.TrimSuffix(b, "]"), "[")
		k := 0
		if index != "" {
			if _, err := fmt.Sscan(index, &k); err != nil || k >= len(values[base]) {
				return blanks.Mark{}, fmt.Errorf("there is no %s", b)
			}
		}
		if k < 0 || k >= len(values[base]) {
			return blanks.Mark{}, fmt.Errorf("nothing stands in %s", b)
		}
		want := values[base][k]
		text := strings.TrimSpace(texts[i])
		s := p.slot(base)
		switch {
		case text == want:
			right++
		case s == nil:
			return blanks.Mark{}, fmt.Errorf("there is no slot %s", base)
		case s.right != nil:
			same, err := algebra.Same(text, want)
			if err != nil {
				why = first(why, fmt.Sprintf("blank %d: %q is no expression that is read: %v", i+1, text, err))
			} else if !same {
				why = first(why, fmt.Sprintf("blank %d: %s is not equal to what stands there", i+1, text))
			} else {
				right++
			}
		case s.signs != nil:
			if !slices.Contains(s.signs, text) {
				why = first(why, fmt.Sprintf("blank %d: expected one of %s, found %q", i+1, strings.Join(s.signs, " "), text))
			}
			values[base][k] = text
		default:
			n, err := whole(text)
			if err != nil {
				why = first(why, fmt.Sprintf("blank %d: %v", i+1, err))
			}
			if n == want {
				right++
			}
			values[base][k] = n
		}
	}
	m := blanks.Mark{Share: float64(right) / float64(len(p.Blanks)), Why: why}
	if why != "" {
		return m, nil
	}
	broken, err := p.broken(ctx, values)
	if err != nil {
		return m, err
	}
	if m.Why = broken; broken == "" {
		m.Right, m.Share = true, 1
	}
	return m, nil
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (p *Puzzle) slot(name string) *slot {
	for _, s := range p.f.Slots {
		if s.name == name {
			return s
		}
	}
	return nil
}

// whole reads a whole number, also one that is written as a sum or a quotient.
func whole(text string) (string, error) {
	x, err := algebra.Parse(text)
	if err != nil {
		return "", fmt.Errorf("expected a number, found %q", text)
	}
	n, ok := x.Integer()
	if !ok {
		return "", fmt.Errorf("expected a whole number, found %q", text)
	}
	return n, nil
}

// broken names the first rule that does not hold, with what stands in it.
func (p *Puzzle) broken(ctx context.Context, values map[string][]string) (string, error) {
	j, err := p.judging(ctx)
	if err != nil {
		return "", err
	}
	defer j.th.Close()
	for _, q := range p.f.Params {
		if len(values[q.name]) == 1 {
			if err := j.set(q.name, nil, values[q.name]); err != nil {
				return "", err
			}
		}
	}
	for _, q := range p.f.Let {
		v, err := j.run(q.text, q.expr)
		if err != nil {
			return "", fmt.Errorf("%s: let.%s: %w", p.f.Name, q.name, err)
		}
		j.g.SetName(q.name, v)
	}
	for _, s := range p.f.Slots {
		if len(values[s.name]) == 0 {
			return "", fmt.Errorf("nothing stands in %s", s.name)
		}
		if err := j.set(s.name, s, values[s.name]); err != nil {
			return "", err
		}
		if s.lo == nil {
			continue
		}
		for _, t := range values[s.name] {
			if why, err := j.outside(s, t); why != "" || err != nil {
				return why, err
			}
		}
	}
	for _, q := range p.f.Rules {
		x, text := q.expr, q.text
		if q.loop != nil {
			x, text = q.loop, "["+text+"]"
		}
		v, err := j.run(text, x)
		if err != nil {
			return fmt.Sprintf("the rule %s cannot be computed: %v", q.name, err), nil
		}
		holds := []eval.Value{v}
		if l, ok := v.(*eval.List); ok && q.loop != nil {
			holds = l.Elems()
		}
		for _, h := range holds {
			ok, err := eval.Truth(j.th, h)
			if err != nil {
				return "", err
			}
			if !ok {
				return fmt.Sprintf("the rule %s does not hold: %s", q.name, q.text), nil
			}
		}
	}
	return "", nil
}

// judging evaluates the expressions of a page with the values that stand in it.
type judging struct {
	file   string
	layout *eval.Layout
	th     *eval.Thread
	g      *eval.Globals
}

func (p *Puzzle) judging(ctx context.Context) (*judging, error) {
	j := &judging{file: p.f.Name, layout: eval.NewLayout(lib.NewUniverse())}
	mod, err := syntax.ParseModule("helpers", helpers)
	if err != nil {
		return nil, err
	}
	code, err := eval.CompileModule(j.layout, mod, eval.Source{File: "helpers", Text: helpers})
	if err != nil {
		return nil, err
	}
	j.th, j.g = eval.NewThread(ctx, nil, limits), j.layout.NewGlobals()
	if _, err := code.Eval(j.th, j.g); err != nil {
		j.th.Close()
		return nil, err
	}
	return j, nil
}

func (j *judging) run(text string, x syntax.Expr) (eval.Value, error) {
	c, err := eval.CompileExpr(j.layout, x, eval.Source{File: j.file, Text: text})
	if err != nil {
		return nil, err
	}
	return c.Eval(j.th, j.g)
}

// read evaluates a text.
func (j *judging) read(what, text string) (eval.Value, error) {
	x, err := syntax.ParseExpr(what, text)
	if err != nil {
		return nil, err
	}
	return j.run(text, x)
}

// set gives a name what stands in a slot, or the value of a parameter where s is nil.
func (j *judging) set(name string, s *slot, list []string) error {
	var elems []eval.Value
	for _, t := range list {
		if s != nil && (s.signs != nil || s.right != nil) {
			elems = append(elems, eval.Str(t))
			continue
		}
		v, err := j.read("number", t)
		if err != nil {
			return err
		}
		elems = append(elems, v)
	}
	var v eval.Value = eval.NewList(elems...)
	if s == nil || s.at == nil {
		v = elems[0]
	}
	j.g.SetName(name, v)
	return nil
}

// outside says that a value is not one of those that a slot may hold, which is a rule too; empty: it is.
func (j *judging) outside(s *slot, text string) (string, error) {
	lo, err := j.run(j.file, s.lo)
	if err != nil {
		return "", err
	}
	hi, err := j.run(j.file, s.hi)
	if err != nil {
		return "", err
	}
	j.g.SetName("lo", lo)
	j.g.SetName("hi", hi)
	v, err := j.read("values", "lo <= "+text+" <= hi")
	if err != nil || v == eval.True {
		return "", err
	}
	a, _ := eval.ToStr(j.th, lo)
	b, _ := eval.ToStr(j.th, hi)
	return fmt.Sprintf("%s is not from %s to %s", text, a, b), nil
}

// markOrder marks an order of the steps, given by their letters.
func (p *Puzzle) markOrder(text string) blanks.Mark {
	var order []int
	for _, w := range strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return r == ' ' || r == ',' || r == '-' || r == '>' || r == '→' || r == '<' }) {
		for _, r := range w {
			at := int(r - 'A')
			if at < 0 || at >= len(p.Order) {
				return blanks.Mark{Why: fmt.Sprintf("there is no step %c", r)}
			}
			order = append(order, p.Order[at])
		}
	}
	n := len(p.f.Steps)
	if len(order) != n {
		return blanks.Mark{Why: fmt.Sprintf("expected %d letters, found %d", n, len(order))}
	}
	at := make([]int, n)
	for i := range at {
		at[i] = -1
	}
	for i, k := range order {
		if at[k] >= 0 {
			return blanks.Mark{Why: "a step stands twice"}
		}
		at[k] = i
	}
	good := 0
	why := ""
	total := 0
	for k, s := range p.f.Steps {
		for _, from := range s.from {
			j := slices.IndexFunc(p.f.Steps, func(o step) bool { return o.name == from })
			total++
			if at[j] < at[k] {
				good++
			} else {
				why = first(why, fmt.Sprintf("step %s rests on step %s, and stands before it", blanks.Letter(slices.Index(p.Order, k)), blanks.Letter(slices.Index(p.Order, j))))
			}
		}
	}
	return blanks.Mark{Right: why == "", Why: why, Share: float64(good) / float64(max(total, 1))}
}

// Unique reports whether there is one right answer: steps may have several right orders.
func (p *Puzzle) Unique() bool { return len(p.f.Steps) == 0 || p.f.orders() == 1 }
