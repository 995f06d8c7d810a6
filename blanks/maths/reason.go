package maths

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/blanks"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// This file gives the reasons for what stands in blanks: rules with the numbers of the sheet in them, and whether they alone leave
// the blanks nothing else. That is tried out, value by value.

// Reason is why some blanks, told together, hold what they hold.
type Reason struct {
	Blanks []int
	// Checks are rules that name the blanks, with what stands in them.
	Checks []Check
	// By says how the checks decide.
	By By
}

// By says how the rules of a reason decide what its blanks hold.
type By int

const (
	ByReckoning By = iota // one rule gives the one blank that it leaves open
	ByTrying              // no other values of the blanks keep these rules
	ByAll                 // no other filling of the sheet keeps all rules
	ByFormula             // the blank is an expression, and this is what it is reckoned from
	ByOrder               // steps: each pair of checks' texts are a step and one that rests on it
)

// Check is a rule, or a part of one, with the numbers that stand in it. It is a formula, the same in all languages: "19 + 22 = 41",
// or "19 + 22 = 41 ≠ 40" of one that does not hold. Distinct has the numbers instead where the rule is that they differ.
type Check struct {
	Text     string
	Plain    bool // no formula: a number is that of another place or one that the rule names, or the rule reckons in a loop
	Distinct []string
	Holds    bool
}

// The bounds of trying out: assignments tried for one reason, and for all of a puzzle.
const (
	mostTried    = 20_000
	mostTriedAll = 200_000
)

// part is a rule, or one that it joins by "and", in one turn of its loop.
type part struct {
	rule rule
	x    syntax.Expr
	env  map[string]thing
}

// parts takes the rules of a file apart.
func (e *encoder) parts(f *File) []part {
	var out []part
	for _, q := range f.Rules {
		add := func(x syntax.Expr, env map[string]thing) {
			for _, y := range conjuncts(x) {
				out = append(out, part{q, y, env})
			}
		}
		if q.loop == nil {
			add(q.expr, map[string]thing{})
			continue
		}
		e.turns(q.loop, 0, map[string]thing{}, func(env map[string]thing) { add(q.loop.Elt, env) })
	}
	return out
}

func conjuncts(x syntax.Expr) []syntax.Expr {
	b, ok := x.(*syntax.BoolExpr)
	if !ok || b.Op != syntax.And {
		return []syntax.Expr{x}
	}
	var out []syntax.Expr
	for _, y := range b.X {
		out = append(out, conjuncts(y)...)
	}
	return out
}

// filled is the sheet's rules over what stands in its cells.
type filled struct {
	d     *draw
	parts []part
	slots map[string]*slot
}

// fill puts values into the rules.
func (p *Puzzle) fill(values map[string][]string) (*filled, error) {
	d, err := p.f.draw(nil, values)
	if err != nil {
		return nil, err
	}
	out := &filled{d: d, slots: map[string]*slot{}}
	for _, s := range p.f.Slots {
		out.slots[s.name] = s
		if s.right != nil {
			continue
		}
		row := []thing{}
		for _, t := range values[s.name] {
			n, sign := d.e.signs[t]
			if s.signs == nil {
				n, err = strconv.ParseInt(t, 10, 64)
			} else if !sign {
				err = fmt.Errorf("%s: %q is no sign of %s", p.f.Name, t, s.name)
			}
			if err != nil {
				return nil, err
			}
			row = append(row, d.e.p.Num(n))
		}
		if s.at != nil {
			d.e.names[s.name] = row
		} else if len(row) == 1 {
			d.e.names[s.name] = row[0]
		}
	}
	out.parts = d.e.parts(p.f)
	return out, nil
}

// Reasons gives a reason for every blank that is not filled, in an order in which each can be found from what is known by then. Lines of the
// sheet are quoted in a language.
func (p *Puzzle) Reasons(lang string, done []bool) (out []Reason, err error) {
	defer recovered(p.f, &err)
	if len(p.f.Steps) > 0 {
		return p.orderReason(done), nil
	}
	now, err := p.fill(p.Values)
	if err != nil {
		return nil, err
	}
	t, err := p.trying(done)
	if err != nil {
		return nil, err
	}
	for len(t.open) > 0 {
		found, parts, by := t.next()
		r := Reason{By: by}
		for _, i := range parts {
			r.Checks = append(r.Checks, now.check(now.parts[i]))
		}
		for _, c := range found {
			r.Blanks = append(r.Blanks, t.open[c])
			delete(t.open, c)
		}
		slices.Sort(r.Blanks)
		out = append(out, r)
	}
	for i, b := range p.Blanks {
		if base, _, _ := strings.Cut(b, "["); now.slots[base] != nil && now.slots[base].right != nil && !done[i] {
			out = append(out, Reason{Blanks: []int{i}, By: ByFormula, Checks: []Check{{Text: p.formula(now, i, lang), Holds: true}}})
		}
	}
	return out, nil
}

// Fails gives the first rule that does not hold with other texts in the blanks; false where every rule holds or cannot be reckoned.
func (p *Puzzle) Fails(texts []string) (c Check, found bool, err error) {
	defer recovered(p.f, &err)
	values := maps.Clone(p.Values)
	for i, b := range p.Blanks {
		base, k := at(b)
		if s := p.slot(base); s == nil || s.right != nil || k >= len(values[base]) {
			continue
		}
		row := slices.Clone(values[base])
		row[k] = texts[i]
		values[base] = row
	}
	now, err := p.fill(values)
	if err != nil {
		return c, false, err
	}
	for _, q := range now.parts {
		if c = now.check(q); !c.Holds {
			return c, true, nil
		}
	}
	return Check{}, false, nil
}

// at takes a cell's name apart: "a[2]".
func at(cell string) (base string, k int) {
	base, index, _ := strings.Cut(strings.TrimSuffix(cell, "]"), "[")
	k, _ = strconv.Atoi(index)
	return base, k
}

// trying tries out what rules leave of the open cells.
type trying struct {
	d     *draw
	terms []model.Term      // by part
	cells [][]int           // by part: the cells that it names
	open  map[int]int       // by cell: the blank that it is
	cell  map[model.Var]int // of the problem's variables
	vars  []model.Var       // by cell
	value model.Assignment  // of the cells
	spent int
}

func (p *Puzzle) trying(done []bool) (*trying, error) {
	d, err := p.f.draw(nil, p.Values)
	if err != nil {
		return nil, err
	}
	t := &trying{d: d, open: map[int]int{}, cell: map[model.Var]int{}, vars: make([]model.Var, len(d.cells)), value: make(model.Assignment, d.e.p.NumVars())}
	for i, c := range d.cells {
		v, ok := d.e.p.Lookup(c.name)
		if !ok {
			continue
		}
		text, _ := p.value(c.name)
		n, sign := d.e.signs[text]
		if !sign {
			if n, err = strconv.ParseInt(text, 10, 64); err != nil {
				return nil, err
			}
		}
		t.cell[v], t.vars[i], t.value[v] = i, v, model.IntValue(n)
		if k := slices.Index(p.Blanks, c.name); k >= 0 && !done[k] {
			t.open[i] = k
		}
	}
	for _, q := range d.e.parts(p.f) {
		term := d.e.term(q.x, q.env)
		t.terms = append(t.terms, term)
		var cells []int
		for _, v := range d.e.p.VarsOf(term) {
			cells = append(cells, t.cell[v])
		}
		t.cells = append(t.cells, cells)
	}
	return t, nil
}

// unknown lists the open cells of some parts.
func (t *trying) unknown(parts ...int) []int {
	var out []int
	for _, i := range parts {
		for _, c := range t.cells[i] {
			if _, ok := t.open[c]; ok && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// next finds open cells that few rules decide, those rules, and how. Where no few of them do, all rules decide all open cells.
func (t *trying) next() (cells, parts []int, by By) {
	var some []int // parts that name an open cell
	for i := range t.terms {
		if len(t.unknown(i)) > 0 {
			some = append(some, i)
		}
	}
	fewest := func(a, b int) int { return len(t.unknown(a)) - len(t.unknown(b)) }
	slices.SortStableFunc(some, fewest)
	for _, i := range some {
		if cells = t.decided(i); len(cells) > 0 {
			if len(t.unknown(i)) == 1 && t.d.e.p.Op(t.terms[i]) == model.OpEq {
				return cells, []int{i}, ByReckoning
			}
			return cells, []int{i}, ByTrying
		}
	}
	for k, i := range some {
		for _, j := range some[:k] {
			if !slices.ContainsFunc(t.unknown(i), func(c int) bool { return slices.Contains(t.unknown(j), c) }) {
				continue
			}
			if cells = t.decided(j, i); len(cells) > 0 {
				return cells, []int{min(i, j), max(i, j)}, ByTrying
			}
		}
	}
	slices.Sort(some)
	return slices.Sorted(maps.Keys(t.open)), some, ByAll
}

// decided tries every filling of the open cells of some parts, and gives the cells for which one value is left; none where there are too
// many.
func (t *trying) decided(parts ...int) []int {
	cells := t.unknown(parts...)
	var terms []model.Term
	for _, i := range parts {
		terms = append(terms, t.terms[i])
	}
	ev := model.NewEvaluator(t.d.e.p, terms...)
	a := slices.Clone(t.value)
	for _, c := range cells {
		a[t.vars[c]] = model.Value{}
	}
	left := make([]map[int64]bool, len(cells))
	for i := range left {
		left[i] = map[int64]bool{}
	}
	tried := 0
	var try func(k int) bool
	try = func(k int) bool {
		if tried++; tried > mostTried || t.spent+tried > mostTriedAll {
			return false
		}
		ev.Run(a)
		for i := range terms {
			if v := ev.Value(i); v.Valid() && !v.Bool() {
				return true
			}
		}
		if k == len(cells) {
			for i, c := range cells {
				n, _ := a[t.vars[c]].Int64()
				left[i][n] = true
			}
			return true
		}
		c := t.d.cells[cells[k]]
		for n := c.lo; n <= c.hi; n++ {
			if c.slot.signs != nil && !slices.ContainsFunc(c.slot.signs, func(s string) bool { return t.d.e.signs[s] == n }) {
				continue
			}
			if a[t.vars[cells[k]]] = model.IntValue(n); !try(k + 1) {
				return false
			}
		}
		a[t.vars[cells[k]]] = model.Value{}
		return true
	}
	complete := try(0)
	t.spent += tried
	var out []int
	for i, c := range cells {
		if complete && len(left[i]) == 1 {
			out = append(out, c)
		}
	}
	return out
}

// orderReason says which steps rest on which.
func (p *Puzzle) orderReason(done []bool) []Reason {
	if done[0] {
		return nil
	}
	r := Reason{Blanks: []int{0}, By: ByOrder}
	letter := func(k int) string { return blanks.Letter(slices.Index(p.Order, k)) }
	for k, s := range p.f.Steps {
		for _, from := range s.from {
			j := slices.IndexFunc(p.f.Steps, func(o step) bool { return o.name == from })
			r.Checks = append(r.Checks, Check{Text: letter(k)}, Check{Text: letter(j)})
		}
	}
	return []Reason{r}
}
