package choose

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// proof is the whole demand on a factored puzzle as one constraint problem: which clues are chosen and what the solutions are,
// with clues that are true of them. That nothing else is left is said for one arrangement at a time, when a choice leaves it: it is
// banned, or one of the solutions. So is what makes a clue useless or redundant. What cannot be met by then cannot be met at all.
type proof struct {
	m         *factoredMaking
	p         *deck.Puzzle
	problem   *model.Problem
	solutions []*solving.Encoding
	chosen    []model.Term
	parts     []part
	session   solve.Session
	board     *clueBoard            // the arrangements that some clues leave
	not       map[string]model.Term // by thing: it is not the other one
	quick     bool                  // nothing is learnt
	learnt    int                   // what was said for one arrangement or one choice

	unknown int // how often it was not found out whether demands can be met

	unique, useless, redundant model.Term
}

const (
	// maxProofSolutions and maxProofClues bound the demands of which it is asked whether they can be met.
	maxProofSolutions = 4
	maxProofClues     = 12_000
	// maxLearnt bounds what is learnt about one set of demands, and maxLearntAll about all.
	maxLearnt    = 200
	maxLearntAll = 1000
	// maxUnknown is after how many sets of demands of which that is not found out no smaller set is looked for.
	maxUnknown = 6
	proofSteps = solving.Steps
)

// prove asks whether the demand can be met at all. If not, the error is a *ConflictError; if it can, clues and solutions that meet
// it are given, for which one that is only judged may still not be kept. Neither comes where it takes too long to know. When it is
// to be quick, only what can be said at once is looked at.
func (m *factoredMaking) prove(ctx context.Context, quick bool) (clues []*deck.Node, solutions []deck.Thing, err error) {
	if m.d.Solutions > maxProofSolutions || len(m.all) > maxProofClues {
		return nil, nil, nil
	}
	pr, err := m.newProof(ctx)
	if err != nil {
		return nil, nil, err
	}
	pr.quick = quick
	defer pr.session.Close()
	defer pr.board.session.Close()
	if err := pr.start(); err != nil {
		return nil, nil, err
	}
	choice, things, unsat := pr.ask(ctx, made(pr.parts))
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case unsat:
		return nil, nil, smallestConflict(ctx, pr.parts, func(on []model.Term) bool {
			if pr.unknown > maxUnknown {
				return false
			}
			clues, _, unsat := pr.ask(ctx, on)
			if clues == nil && !unsat && !quick {
				pr.unknown++
			}
			return unsat
		})
	}
	return m.nodes(choice), things, nil
}

func (m *factoredMaking) newProof(ctx context.Context) (*proof, error) {
	p := m.d.Puzzle.Without()
	bare := *p
	bare.Rules = nil // they are demands like others
	pr := &proof{m: m, p: p, problem: model.NewProblem(), not: map[string]model.Term{}}
	for j := range m.d.Solutions {
		e, err := solving.EncodeIn(&bare, pr.problem, fmt.Sprintf("%d ", j), true)
		if err != nil {
			return nil, err
		}
		pr.solutions = append(pr.solutions, e)
	}
	q := pr.problem
	for i, n := range m.all {
		c := q.Bool(fmt.Sprintf("clue %d", i))
		pr.chosen = append(pr.chosen, c)
		for _, e := range pr.solutions {
			q.Assert("clue", q.Implies(c, e.Statement(n)))
		}
	}
	if err := pr.demand(ctx); err != nil {
		return nil, err
	}
	if err := q.Err(); err != nil {
		return nil, err
	}
	var err error
	if pr.board, err = openBoard(ctx, m.f.Engine, p, nil); err != nil {
		return nil, err
	}
	if pr.session, err = m.f.Engine.Open(ctx, q, solve.Budget{Steps: proofSteps}); err != nil {
		pr.board.session.Close()
		return nil, err
	}
	return pr, nil
}

// startLearnt is how many random arrangements are learnt at the start.
const startLearnt = 60

// start learns some arrangements that keep the rules.
func (pr *proof) start() error {
	r := rng.New(1).Derive("proof")
	for range startLearnt {
		t := randomThing(pr.p, r)
		if pr.p.CheckThing(t) == nil {
			if err := pr.session.Add("learnt", pr.banned(t)); err != nil {
				return err
			}
		}
	}
	return nil
}

// banned says of an arrangement that it is one of the solutions, or banned, where so many solutions are demanded.
func (pr *proof) banned(t deck.Thing) model.Term {
	var some []model.Term
	for _, e := range pr.solutions {
		some = append(some, e.IsThing(t))
	}
	for i, n := range pr.m.all {
		if !pr.p.Holds(n, t) {
			some = append(some, pr.chosen[i])
		}
	}
	return pr.problem.Implies(pr.unique, pr.problem.Or(some...))
}

// demand adds the demands, each guarded by a Bool of its own.
func (pr *proof) demand(ctx context.Context) error {
	m, d, q := pr.m, pr.m.d, pr.problem
	add := func(name string, terms ...model.Term) { pr.parts = append(pr.parts, newPart(q, name, terms...)) }
	last := func() model.Term { return pr.parts[len(pr.parts)-1].on }
	var different []model.Term
	for j, e := range pr.solutions {
		for _, f := range pr.solutions[:j] {
			different = append(different, e.Differs(f))
		}
	}
	add("exactly "+counted(d.Solutions, "solution"), different...)
	pr.unique = last()
	if d.Where != nil {
		var all []model.Term
		for _, e := range pr.solutions {
			all = append(all, e.Statement(d.Where))
		}
		add("the solution has "+pr.p.Format(d.Where), all...)
	}
	choice := &Choice{Problem: q, Chosen: pr.chosen, Solutions: pr.solutions, counts: map[string]model.Term{}}
	d.bounds(pr.chosen, m.forms, choice.AtLeast, q.Not, add)
	if d.Useless == Exclude {
		add("no useless clue")
		pr.useless = last()
	}
	if d.Useless == Require {
		var some []model.Term
		for i, n := range m.all {
			is, err := m.u.useless(ctx, n)
			if err != nil {
				return err
			}
			if is {
				some = append(some, pr.chosen[i])
			}
		}
		add("a useless clue", q.Or(some...))
	}
	switch d.Redundant {
	case Exclude:
		add("no redundant clue")
		pr.redundant = last()
	case Require:
		add("a redundant clue")
		pr.redundant = last()
	}
	named := map[string]bool{}
	for i, inv := range d.Invariants {
		if m.prep[i] != nil {
			add("invariant "+inv.Name(), m.prep[i].Whole(choice))
			named["invariant "+inv.Name()] = true
		}
	}
	if pr.p.Rules == nil {
		return nil
	}
	rules := map[string][]model.Term{}
	var names []string
	for _, e := range pr.solutions {
		list, err := solving.RuleTerms(pr.p.Rules, e)
		if err != nil {
			return err
		}
		for _, r := range list {
			if rules[r.Name] == nil {
				names = append(names, r.Name)
			}
			rules[r.Name] = append(rules[r.Name], r.Holds)
		}
	}
	for _, name := range names {
		if !named[name] {
			add(name, rules[name]...)
		}
	}
	return nil
}

// Choice is a choice of clues for a factored puzzle, with its solutions, as part of a constraint problem.
type Choice struct {
	Problem   *model.Problem
	Chosen    []model.Term // by clue: it is chosen
	Solutions []*solving.Encoding
	counts    map[string]model.Term // by the terms that are counted: how many are true
	sets      []countOf
}

// countOf is how many of some terms are true.
type countOf struct {
	of    []model.Term // sorted
	count model.Term
}

// subset tells whether all of a are in b, both sorted.
func subset(a, b []model.Term) bool {
	for _, x := range a {
		i, ok := slices.BinarySearch(b, x)
		if !ok {
			return false
		}
		b = b[i+1:]
	}
	return true
}

// AtLeast says that so many of some Bools are true. How many are true is one number, whatever is said of it, so that bounds that
// contradict each other are seen to.
func (c *Choice) AtLeast(n int, ts ...model.Term) model.Term {
	p := c.Problem
	not := 0
	for _, t := range ts {
		if p.Op(t) == model.OpNot {
			not++
		}
	}
	if 2*not > len(ts) { // count the others
		positive := make([]model.Term, len(ts))
		for i, t := range ts {
			positive[i] = p.Not(t)
		}
		return p.Not(c.AtLeast(len(ts)-n+1, positive...))
	}
	if n <= 0 || n > len(ts) {
		return p.Truth(n <= 0)
	}
	ts = slices.Clone(ts)
	slices.Sort(ts)
	ts = slices.Compact(ts)
	key := fmt.Sprint(ts)
	count, ok := c.counts[key]
	if !ok {
		count = p.IntIn(fmt.Sprintf("count %d", len(c.counts)), 0, int64(len(ts)))
		ones := make([]model.Term, len(ts))
		for i, t := range ts {
			ones[i] = p.If(t, p.Num(1), p.Num(0))
		}
		p.Assert("count", p.Eq(count, p.Sum(ones...)))
		c.counts[key] = count
		for _, o := range c.sets { // of a part there are no more than of the whole
			if subset(ts, o.of) {
				p.Assert("count", p.Le(count, o.count))
			} else if subset(o.of, ts) {
				p.Assert("count", p.Le(o.count, count))
			}
		}
		c.sets = append(c.sets, countOf{ts, count})
	}
	return p.Ge(count, p.Num(int64(n)))
}

// ask looks for a choice that meets some demands. It is unsat when there is none; clues are nil as well where that took too long to
// know.
func (pr *proof) ask(ctx context.Context, on []model.Term) (clues []int, solutions []deck.Thing, unsat bool) {
	made := map[model.Term]bool{}
	for _, t := range on {
		made[t] = true
	}
	for range maxLearnt {
		res, err := pr.session.Solve(ctx, on...)
		if err != nil {
			return nil, nil, false
		}
		if res.Status == solve.Unsat {
			return nil, nil, true
		}
		clues, solutions = trueOf(pr.problem, res.Solution, pr.chosen), nil
		for _, e := range pr.solutions {
			t, err := e.Thing(res.Solution)
			if err != nil {
				return nil, nil, false
			}
			solutions = append(solutions, t)
		}
		if pr.quick {
			return nil, nil, false
		}
		clause, err := pr.wrong(ctx, clues, solutions, made)
		if err != nil || pr.learnt >= maxLearntAll {
			return nil, nil, false
		}
		if clause == nil {
			return clues, solutions, false
		}
		pr.learnt++
		if err := pr.session.Add("learnt", *clause); err != nil {
			return nil, nil, false
		}
	}
	return nil, nil, false
}

// wrong tells what a choice does not meet of the demands that are made and not said in full, as a term that holds of every choice
// that meets them, and not of this one. nil: it meets them.
func (pr *proof) wrong(ctx context.Context, clues []int, solutions []deck.Thing, made map[model.Term]bool) (*model.Term, error) {
	q := pr.problem
	if pr.m.d.Useless == Exclude && made[pr.useless] {
		var not []model.Term
		for _, i := range clues {
			is, err := pr.m.u.useless(ctx, pr.m.all[i])
			if err != nil {
				return nil, err
			}
			if is {
				not = append(not, q.Not(pr.chosen[i]))
			}
		}
		if len(not) > 0 {
			return pr.learn(pr.useless, q.And(not...))
		}
	}
	if !made[pr.unique] {
		return nil, nil
	}
	other, err := pr.other(ctx, clues, solutions)
	if err != nil {
		return nil, err
	}
	if other != nil {
		t := pr.banned(other)
		return &t, q.Err()
	}
	if pr.m.d.Redundant == Allow || !made[pr.redundant] {
		return nil, nil
	}
	return pr.spare(ctx, clues, solutions)
}

// learn says that a term holds where some demands are made.
func (pr *proof) learn(on, t model.Term) (*model.Term, error) {
	t = pr.problem.Implies(on, t)
	return &t, pr.problem.Err()
}

// spare is wrong for the demand on redundant clues.
func (pr *proof) spare(ctx context.Context, clues []int, solutions []deck.Thing) (*model.Term, error) {
	q := pr.problem
	// A set of clues that is enough, of which none can be left out.
	enough := clues
	for _, i := range clues {
		rest := slices.DeleteFunc(slices.Clone(enough), func(c int) bool { return c == i })
		t, err := pr.other(ctx, rest, solutions)
		if err != nil {
			return nil, err
		}
		if t == nil {
			enough = rest
		}
	}
	in := make([]bool, len(pr.m.all))
	for _, i := range enough {
		in[i] = true
	}
	var not []model.Term // that the clues besides are chosen which ban something
	for _, i := range clues {
		if in[i] {
			continue
		}
		is, err := pr.m.u.useless(ctx, pr.m.all[i])
		if err != nil {
			return nil, err
		}
		if !is {
			not = append(not, q.Not(pr.chosen[i]))
		}
	}
	switch {
	case pr.m.d.Redundant == Exclude && len(not) > 0:
		// With these clues there is room for no other that bans something.
		terms := []model.Term{q.And(not...)}
		for _, i := range enough {
			terms = append(terms, q.Not(pr.chosen[i]))
		}
		return pr.learn(q.And(pr.unique, pr.redundant), q.Or(terms...))
	case pr.m.d.Redundant == Require && len(not) == 0:
		// Of these clues none is redundant, nor of a part of them.
		for _, i := range clues {
			in[i] = true
		}
		var terms []model.Term
		for i, c := range pr.chosen {
			if !in[i] {
				terms = append(terms, c)
			}
		}
		return pr.learn(q.And(pr.unique, pr.redundant), q.Or(terms...))
	}
	return nil, nil
}

// other gives an arrangement that some clues leave besides the solutions; nil: there is none.
func (pr *proof) other(ctx context.Context, clues []int, solutions []deck.Thing) (deck.Thing, error) {
	bd, q := pr.board, pr.board.e.Problem
	on, err := bd.assumed(pr.m.nodes(clues))
	if err != nil {
		return nil, err
	}
	var besides []model.Term
	for _, t := range solutions {
		key := fmt.Sprint([]int(t))
		not, ok := pr.not[key]
		if !ok {
			not = q.Bool(fmt.Sprintf("not %d", len(pr.not)))
			pr.not[key] = not
			if err := bd.session.Add("another", q.Implies(not, q.Not(bd.e.IsThing(t)))); err != nil {
				return nil, err
			}
		}
		besides = append(besides, not)
	}
	return bd.under(ctx, append(besides, on...))
}
