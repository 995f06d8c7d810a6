package choose

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// fillUp adds clues that are not needed to single out the solutions: useless ones and redundant ones as the demands allow or
// require them, as many as are demanded and a few more by chance. Every further clue that is true of the solutions and bans
// something is redundant; spare tells that there is a redundant one already. It reports whether what is required is there.
func (b *factoredTry) fillUp(ctx context.Context, clues *[]*deck.Node, cand []*deck.Node, spare bool) (bool, error) {
	d, r := b.d, b.r.Derive("fill")
	if d.Useless == Exclude && d.Redundant == Exclude {
		return true, nil
	}
	add := func(useless, redundant bool) (bool, error) { // one clue of a sort that is wanted
		for _, i := range r.Perm(len(cand)) {
			n := cand[i]
			if slices.Contains(*clues, n) || !b.roomFor(*clues, n) {
				continue
			}
			is, err := b.u.useless(ctx, n)
			if err != nil {
				return false, err
			}
			if is && useless || !is && redundant {
				*clues = append(*clues, n)
				return true, nil
			}
		}
		return false, nil
	}
	have := false
	for _, n := range *clues {
		is, err := b.u.useless(ctx, n)
		if err != nil {
			return false, err
		}
		have = have || is
	}
	if d.Useless == Require && !have {
		if ok, err := add(true, false); err != nil || !ok {
			return false, err
		}
	}
	if d.Redundant == Require && !spare {
		if ok, err := add(false, true); err != nil || !ok {
			return false, err
		}
	}
	for _, q := range b.quotas {
		of := cand
		cand = slices.DeleteFunc(slices.Clone(cand), func(n *deck.Node) bool { return !q.Clues.Has(b.index[n]) })
		for b.count(q, *clues) < q.Min {
			if ok, err := add(d.Useless != Exclude, d.Redundant != Exclude); err != nil || !ok {
				return err == nil, err
			}
		}
		cand = of
	}
	size := max(len(*clues), d.MinClues)
	for r.Bool() {
		size++
	}
	if d.MaxClues > 0 {
		size = min(size, d.MaxClues)
	}
	for len(*clues) < min(size, deck.MaxClues) {
		if ok, err := add(d.Useless != Exclude, d.Redundant != Exclude); err != nil || !ok {
			return err == nil, err
		}
	}
	return true, nil
}

// broken judges a finished puzzle by the invariants, with each of its solutions. It says which one the puzzle does not keep; empty:
// none. One that was compiled, all of it, is always kept.
func (b *factoredTry) broken(ctx context.Context, p *deck.Puzzle) (string, error) {
	for i, inv := range b.d.Invariants {
		for _, t := range b.solutions {
			kept, err := inv.Keeps(ctx, p, t)
			switch {
			case err != nil:
				return "", err
			case kept:
			case b.why[i] != nil:
				return fmt.Sprintf("a puzzle that does not keep the invariant %s (it is not demanded of the choice of clues, and only judged: %v)", inv.Name(), b.why[i]), nil
			case b.unsaid:
				return fmt.Sprintf("a puzzle that does not keep the invariant %s (among %d clues it is not demanded of the choice, and only judged)", inv.Name(), len(b.all)), nil
			default:
				return "", fmt.Errorf("the clues chosen do not keep the invariant %s", inv.Name())
			}
		}
	}
	return "", nil
}

// verifyFactored judges a finished factored puzzle by the demand. The solutions are judged by the meaning of the clues; that
// there are no others, and which clues are needed, the engine is asked anew.
func (f Maker) verifyFactored(ctx context.Context, d *Demand, p *deck.Puzzle, solutions []deck.Thing) error {
	for _, t := range solutions {
		if err := p.CheckThing(t); err != nil {
			return fmt.Errorf("a hidden solution breaks the puzzle: %w", err)
		}
		if d.Where != nil && !p.Holds(d.Where, t) {
			return fmt.Errorf("%s is a solution", p.ThingText(t))
		}
	}
	found, err := solving.Solutions(ctx, f.Engine, p, d.Solutions+1)
	if err != nil {
		return err
	}
	if !found.All || len(found.Things) != d.Solutions || len(solutions) != d.Solutions {
		return fmt.Errorf("%d solutions", len(found.Things))
	}
	for _, t := range found.Things {
		if !slices.ContainsFunc(solutions, t.Equal) {
			return fmt.Errorf("another solution: %s", p.ThingText(t))
		}
	}
	clues := p.Exprs()
	if err := d.checkClues(clues); err != nil {
		return err
	}
	useless, redundant, err := policyCounts(ctx, f.Engine, p, clues, solutions)
	if err != nil {
		return err
	}
	return d.checkPolicies(useless, redundant)
}

// policyCounts tells apart the clues of a finished puzzle, from the problem anew: how many ban nothing, and how many of the others
// could be left out.
func policyCounts(ctx context.Context, engine solve.Engine, p *deck.Puzzle, clues []*deck.Node, solutions []deck.Thing) (useless, redundant int, err error) {
	u, err := openUselessness(ctx, engine, p.Without())
	if err != nil {
		return 0, 0, err
	}
	defer u.session.Close()
	bd, err := openBoard(ctx, engine, p, solutions)
	if err != nil {
		return 0, 0, err
	}
	defer bd.session.Close()
	for _, n := range clues {
		is, err := u.useless(ctx, n)
		if err != nil {
			return 0, 0, err
		}
		if is {
			useless++
			continue
		}
		spare, err := bd.spares(ctx, clues, n)
		if err != nil {
			return 0, 0, err
		}
		if spare {
			redundant++
		}
	}
	return useless, redundant, nil
}

// plainConflict names demands that contradict each other whatever the solution is: bounds on forms of which there are not enough clues, and
// bounds on forms that do not go with the number of clues. How many clues of each form are chosen is all that they are about.
func (m *factoredMaking) plainConflict(ctx context.Context) error {
	have := map[deck.Form]int{}
	for _, f := range m.forms {
		have[f]++
	}
	q := model.NewProblem()
	var counts []model.Term
	for _, f := range m.d.forms() {
		counts = append(counts, q.IntIn("of form "+string(f), 0, int64(have[f])))
	}
	var parts []part
	m.d.bounds(counts, m.d.forms(), func(n int, of ...model.Term) model.Term { return q.Ge(q.Sum(of...), q.Num(int64(n))) }, q.Not,
		func(name string, terms ...model.Term) { parts = append(parts, newPart(q, name, terms...)) })
	session, err := m.f.Engine.Open(ctx, q, solve.Budget{Steps: solving.Steps})
	if err != nil {
		return err
	}
	defer session.Close()
	if unsat := refuter(ctx, session); unsat(made(parts)) {
		return smallestConflict(ctx, parts, unsat)
	}
	return nil
}
