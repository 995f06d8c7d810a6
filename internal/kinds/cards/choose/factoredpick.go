package choose

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// pick adds clues until only the solutions are left, and carves away those that are not needed; nil, with the reason, when it
// came to nothing.
func (b *factoredTry) pick(ctx context.Context, p *deck.Puzzle, cand []*deck.Node) (clues []*deck.Node, why string, err error) {
	b.r.Shuffle(len(cand), func(i, j int) { cand[i], cand[j] = cand[j], cand[i] })

	bd, err := openBoard(ctx, b.f.Engine, p, b.solutions)
	if err != nil {
		return nil, "", err
	}
	defer bd.session.Close()
	clues, why, err = b.first(ctx, cand)
	if why != "" || err != nil {
		return nil, why, err
	}
	kept := len(clues)
	if clues, err = b.single(ctx, bd, clues, cand); err != nil || clues == nil {
		return nil, "more solutions: the forms of clues allowed do not single out " + counted(b.d.Solutions, "solution"), err
	}
	clues, spare, err := b.trim(ctx, bd, clues, kept)
	if err != nil {
		return nil, "", err
	}
	if spare && b.d.Redundant == Exclude {
		return nil, "a puzzle in which a clue of a form that is asked for is redundant", nil
	}
	ok, err := b.fillUp(ctx, &clues, cand, spare)
	if err != nil || !ok {
		return nil, "a puzzle without room for a useless or a redundant clue", err
	}
	for _, q := range b.quotas {
		if n := b.count(q, clues); n < q.Min {
			return nil, fmt.Sprintf("a puzzle with %s of those of which the %s wants %d", counted(n, "clue"), q.Name, q.Min), nil
		}
	}
	if len(clues) < b.d.MinClues || b.d.MaxClues > 0 && len(clues) > b.d.MaxClues {
		return nil, "a puzzle with " + counted(len(clues), "clue"), nil
	}
	b.r.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
	return clues, "", nil
}

// first chooses the least numbers of forms, which stay. Those of invariants come first too, or last. It says why that came to nothing.
func (b *factoredTry) first(ctx context.Context, cand []*deck.Node) (clues []*deck.Node, why string, err error) {
	for _, q := range b.bound {
		for _, n := range cand {
			if q.Min <= b.count(q, clues) || !q.Clues.Has(b.index[n]) || slices.Contains(clues, n) {
				continue
			}
			if b.d.Useless == Exclude {
				if useless, err := b.u.useless(ctx, n); err != nil {
					return nil, "", err
				} else if useless {
					continue
				}
			}
			clues = append(clues, n)
		}
		if n := b.count(q, clues); n < q.Min {
			return nil, fmt.Sprintf("a puzzle with %s of form %s", counted(n, "clue"), q.Name), nil
		}
	}
	for k, q := range b.quotas {
		if 2*q.Clues.Count() > len(cand) || b.r.Derive("first", uint64(k)).Bool() {
			continue
		}
		for _, n := range cand {
			if b.count(q, clues) >= q.Min {
				break
			}
			if q.Clues.Has(b.index[n]) && !slices.Contains(clues, n) && b.roomFor(clues, n) {
				clues = append(clues, n)
			}
		}
	}
	return clues, "", nil
}

// single adds clues, each to ban an arrangement that the others leave, until only the solutions are left; nil where no clue bans one.
func (b *factoredTry) single(ctx context.Context, bd *clueBoard, clues, cand []*deck.Node) ([]*deck.Node, error) {
	best := b.contest(bd.e.P)
	for {
		b.checks++
		other, err := bd.other(ctx, clues)
		if err != nil {
			return nil, err
		}
		if other == nil {
			return append([]*deck.Node{}, clues...), nil
		}
		pick := best(other, func(yield func(*deck.Node) bool) {
			for _, n := range cand { // in random order; those on the board ban it not
				if !bd.e.P.Holds(n, other) && b.roomFor(clues, n) && !yield(n) {
					return
				}
			}
		})
		if pick == nil {
			return nil, nil
		}
		b.r.Shuffle(len(cand), func(i, j int) { cand[i], cand[j] = cand[j], cand[i] })
		clues = append(clues, pick)
	}
}

// roomFor reports whether the bounds allow one more clue.
func (b *factoredTry) roomFor(clues []*deck.Node, n *deck.Node) bool {
	full := func(q Quota) bool { return q.Max >= 0 && q.Clues.Has(b.index[n]) && b.count(q, clues) >= q.Max }
	return !slices.ContainsFunc(b.bound, full) && !slices.ContainsFunc(b.quotas, full)
}

// count is how many of some clues a quota is about.
func (b *factoredTry) count(q Quota, clues []*deck.Node) int {
	n := 0
	for _, c := range clues {
		if q.Clues.Has(b.index[c]) {
			n++
		}
	}
	return n
}

// contestants is how many arrangements tell how much clues ban.
const contestants = 128

// contest gives a function that picks a clue which bans an arrangement, of those in random order. Where invariants bound how many clues
// there may be, it is often the one of several that bans the most of some arrangements, so that few are enough; otherwise it is
// the first.
func (b *factoredTry) contest(p *deck.Puzzle) func(other deck.Thing, clues iter.Seq[*deck.Node]) *deck.Node {
	var left []deck.Thing // of those arrangements, the ones that the clues picked leave
	r := b.r.Derive("contest")
	if slices.ContainsFunc(b.quotas, func(q Quota) bool { return q.Max >= 0 }) {
		for range contestants {
			left = append(left, randomThing(p, r))
		}
	}
	return func(other deck.Thing, clues iter.Seq[*deck.Node]) *deck.Node {
		n := 1
		if left != nil {
			n = 1 << r.IntN(6)
		}
		pick, most := (*deck.Node)(nil), -1
		for c := range clues {
			bans := 0
			for _, t := range left {
				if !p.Holds(c, t) {
					bans++
				}
			}
			if bans > most {
				pick, most = c, bans
			}
			if n--; n == 0 {
				break
			}
		}
		if pick != nil {
			left = slices.DeleteFunc(left, func(t deck.Thing) bool { return !p.Holds(pick, t) })
		}
		return pick
	}
}

// trim leaves out clues, in random order, for as long as only the solutions are left; those at the front are kept. It tells whether one of
// those that are kept is redundant: could be left out, and is not useless.
func (b *factoredTry) trim(ctx context.Context, bd *clueBoard, clues []*deck.Node, kept int) (left []*deck.Node, spare bool, err error) {
	left = clues
	for _, i := range b.r.Perm(len(clues)) {
		if i < kept {
			continue
		}
		b.checks++
		can, err := bd.spares(ctx, left, clues[i])
		if err != nil {
			return nil, false, err
		}
		if can {
			left = without(left, clues[i])
		}
	}
	for _, n := range left[:kept] {
		can, err := bd.spares(ctx, left, n)
		if err != nil {
			return nil, false, err
		}
		if can {
			useless, err := b.u.useless(ctx, n)
			if err != nil || !useless {
				return left, !useless, err
			}
		}
	}
	return left, false, nil
}

// without gives the clues that are another one.
func without(clues []*deck.Node, n *deck.Node) []*deck.Node {
	return slices.DeleteFunc(slices.Clone(clues), func(m *deck.Node) bool { return m == n })
}

// clueBoard tells which arrangements clues leave. Its session has every clue that was asked about, each behind a Bool that is assumed
// while the clue counts.
type clueBoard struct {
	e       *solving.Encoding
	session solve.Session
	on      map[*deck.Node]model.Term
}

// openBoard makes the problem without clues and without some arrangements. Without the solutions what is left are arrangements still to be
// banned: where the clues are true of all the solutions, there are as many as asked for when nothing else is left.
func openBoard(ctx context.Context, engine solve.Engine, p *deck.Puzzle, solutions []deck.Thing) (*clueBoard, error) {
	e, session, err := solving.Open(ctx, engine, p, true, func(e *solving.Encoding) {
		for _, t := range solutions {
			e.Problem.Assert("another", e.Problem.Not(e.IsThing(t)))
		}
	})
	return &clueBoard{e: e, session: session, on: map[*deck.Node]model.Term{}}, err
}

// assumed gives the Bools of clues, in the order in which they were first asked about: the search depends on it.
func (bd *clueBoard) assumed(clues []*deck.Node) ([]model.Term, error) {
	q := bd.e.Problem
	var on []model.Term
	for _, n := range clues {
		t, known := bd.on[n]
		if !known {
			t = q.Bool(fmt.Sprintf("use %d", len(bd.on)))
			bd.on[n] = t
			if err := bd.session.Add("clue", q.Implies(t, bd.e.Statement(n))); err != nil {
				return nil, err
			}
		}
		on = append(on, t)
	}
	slices.Sort(on)
	return on, nil
}

// other gives an arrangement that clues leave; nil when there is none.
func (bd *clueBoard) other(ctx context.Context, clues []*deck.Node) (deck.Thing, error) {
	on, err := bd.assumed(clues)
	if err != nil {
		return nil, err
	}
	return bd.under(ctx, on)
}

// under gives an arrangement under assumptions; nil when there is none.
func (bd *clueBoard) under(ctx context.Context, on []model.Term) (deck.Thing, error) {
	res, err := bd.session.Solve(ctx, on...)
	if err != nil || res.Status == solve.Unsat {
		return nil, err
	}
	return bd.e.Thing(res.Solution)
}

// spares reports whether the clues leave nothing more without one of them.
func (bd *clueBoard) spares(ctx context.Context, clues []*deck.Node, n *deck.Node) (bool, error) {
	t, err := bd.other(ctx, without(clues, n))
	return t == nil && err == nil, err
}
