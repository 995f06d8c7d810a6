package ocl

import "slices"

// quantify lifts forAll and exists over elements, for all the variables of the node.
//
// With several variables, or quantifiers inside of each other over the same instances, the choices are many; but most bodies
// look at few features of each element. So elements are put into classes that the body cannot tell apart, and it is lifted once
// for each choice of classes and for each way in which the variables may stand for the same element. That there are elements
// for such a choice is a bound on how many of each class are there.
func (l *Lifter) quantify(n *node, alts []Alternative, env []*lifted) *lifted {
	n = nested(n)
	if !slices.ContainsFunc(n.slots, n.args[1].mentions) {
		// The body is about no element: it counts if there is one.
		q := &quantifier{l: l, all: n.op == nForAll}
		if any := l.c.Or(formulas(alts)...); any != False {
			q.add(any, l.liftTruth(n.args[1], env))
		}
		return q.truth()
	}
	if len(n.slots) > 1 && len(alts) > 2 {
		if x := l.classified(n, alts, env); x != nil {
			return x
		}
	}
	q := &quantifier{l: l, all: n.op == nForAll}
	q.each(n, alts, 0, True, env)
	return q.truth()
}

// nested makes one quantifier of several of the same sort over the same instances.
func nested(n *node) *node {
	for {
		body := n.args[1]
		if body.op != n.op || n.args[0] == nil || n.args[0].op != nInstances || body.args[0].op != nInstances ||
			body.args[0].class != n.args[0].class {
			return n
		}
		n = &node{op: n.op, pos: n.pos, typ: n.typ, args: []*node{n.args[0], body.args[1]}, slots: slices.Concat(n.slots, body.slots)}
	}
}

// quantifier joins the cases of a quantifier. Cases in which the body is the same are one.
type quantifier struct {
	l     *Lifter
	all   bool
	cases []quantified
	index map[[2]Formula]int
}

// quantified is a value of the body, with the formulas of the cases in which it has it.
type quantified struct {
	yes, no Formula
	when    []Formula
}

// add adds the body's value in a case.
func (q *quantifier) add(when Formula, x *lifted) {
	if q.index == nil {
		q.index = map[[2]Formula]int{}
	}
	key := [2]Formula{x.yes, x.no}
	i, ok := q.index[key]
	if !ok {
		i = len(q.cases)
		q.index[key] = i
		q.cases = append(q.cases, quantified{yes: x.yes, no: x.no})
	}
	q.cases[i].when = append(q.cases[i].when, when)
}

func (q *quantifier) truth() *lifted {
	c := q.l.c
	var yes, no []Formula
	for _, x := range q.cases {
		when := c.Or(x.when...)
		if q.all {
			yes, no = append(yes, c.Or(Not(when), x.yes)), append(no, c.And(when, x.no))
		} else {
			yes, no = append(yes, c.And(when, x.yes)), append(no, c.Or(Not(when), x.no))
		}
	}
	if q.all {
		return &lifted{form: fTruth, yes: c.And(yes...), no: c.Or(no...)}
	}
	return &lifted{form: fTruth, yes: c.Or(yes...), no: c.And(no...)}
}

// each adds every choice of elements for the variables from i on.
func (q *quantifier) each(n *node, alts []Alternative, i int, when Formula, env []*lifted) {
	if i == len(n.slots) {
		q.add(when, q.l.liftTruth(n.args[1], env))
		return
	}
	for _, a := range alts {
		env[n.slots[i]] = constant(a.Value)
		if w := q.l.c.And(when, a.When); w != False {
			q.each(n, alts, i+1, w, env)
		}
	}
}

// classified lifts a quantifier by classes of elements. It gives nil where that would be no less work.
func (l *Lifter) classified(n *node, alts []Alternative, env []*lifted) *lifted {
	// A collection that has an element twice has no classes of different elements.
	for i := range alts {
		if i > 0 && alts[i].Value.Equal(alts[i-1].Value) || alts[i].Value.kind != Object {
			return nil
		}
	}
	parts := make([][]*node, len(n.slots))
	if !views(n.args[1], n.slots, parts) {
		return nil
	}
	// The classes of the elements are those that no variable's view tells apart.
	number := map[string]int{}
	var classes [][]Alternative
	for _, a := range alts {
		var key []byte
		for i, slot := range n.slots {
			env[slot] = constant(a.Value)
			for _, p := range parts[i] {
				key = append(l.lift(p, env).key(key), '|')
			}
			key = append(key, '/')
		}
		k, ok := number[string(key)]
		if !ok {
			k = len(classes)
			number[string(key)] = k
			classes = append(classes, nil)
		}
		classes[k] = append(classes[k], a)
	}
	if len(classes)*2 > len(alts) {
		return nil
	}
	q := &quantifier{l: l, all: n.op == nForAll}
	c := &classifier{quantifier: q, n: n, classes: classes, used: make([]int, len(classes)), env: env}
	c.choose(0)
	return q.truth()
}

// views finds the parts of a body that see one variable each: the largest subexpressions with that variable and no other of the
// quantifier's. It is false when a variable occurs elsewhere than there and in an equation of two variables.
func views(n *node, slots []int, parts [][]*node) bool {
	if n == nil {
		return true
	}
	seen := -1
	many := false
	for i, s := range slots {
		if n.mentions(s) {
			many = many || seen >= 0
			seen = i
		}
	}
	switch {
	case seen < 0:
		return true
	case n.op == nVar:
		return false
	case !many:
		parts[seen] = append(parts[seen], n)
		return true
	case n.op == nEqual && n.args[0].op == nVar && n.args[1].op == nVar:
		return true
	case len(n.slots) > 0:
		// What is bound inside may take a variable's view apart; there the whole is one view, of two variables.
		return false
	}
	for _, a := range n.args {
		if !views(a, slots, parts) {
			return false
		}
	}
	return true
}

// classifier goes through the choices of classes and equalities.
type classifier struct {
	*quantifier
	n       *node
	classes [][]Alternative
	used    []int // by class: different elements of it that variables stand for
	picked  []pick
	env     []*lifted
}

// pick is an element that variables stand for: the nth of a class.
type pick struct{ class, nth int }

// choose lets the variable i stand for an element that is taken already, or for another one of some class.
func (c *classifier) choose(i int) {
	if i == len(c.n.slots) {
		c.add(c.present(), c.l.liftTruth(c.n.args[1], c.env))
		return
	}
	slot := c.n.slots[i]
	with := func(p pick) {
		c.env[slot] = constant(c.classes[p.class][p.nth].Value)
		c.choose(i + 1)
	}
	for _, p := range c.picked {
		with(p)
	}
	for k := range c.classes {
		if c.used[k] == len(c.classes[k]) {
			continue
		}
		p := pick{k, c.used[k]}
		c.used[k]++
		c.picked = append(c.picked, p)
		with(p)
		c.picked = c.picked[:len(c.picked)-1]
		c.used[k]--
	}
}

// present is the formula that there are as many elements of each class as are used.
func (c *classifier) present() Formula {
	var fs []Formula
	for k, m := range c.used {
		if m > 0 {
			fs = append(fs, c.l.c.AtLeast(int64(m), ones(formulas(c.classes[k]))...))
		}
	}
	return c.l.c.And(fs...)
}
