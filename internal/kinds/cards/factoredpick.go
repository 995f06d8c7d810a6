package cards

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// pick adds clues until only the solutions are left, and carves away those that are not needed; nil, with the reason, when it
// came to nothing.
func (b *lineupMaker) pick(ctx context.Context, p *Puzzle, cand []*Node) (clues []*Node, why string, err error) {
	b.r.Shuffle(len(cand), func(i, j int) { cand[i], cand[j] = cand[j], cand[i] })

	bd, err := b.f.openBoard(ctx, p, b.solutions)
	if err != nil {
		return nil, "", err
	}
	defer bd.session.Close()
	if why, err := b.first(ctx, bd, cand); why != "" || err != nil {
		return nil, why, err
	}
	kept := len(bd.clues)
	if ok, err := b.single(ctx, bd, cand); err != nil || !ok {
		return nil, "more solutions: the forms of clues allowed do not single out " + counted(b.d.Solutions, "solution"), err
	}
	clues, spare, err := b.trim(ctx, bd, kept)
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

// first adds the least numbers of forms, which stay. Those of invariants come first too, or last. It says why that came to nothing.
func (b *lineupMaker) first(ctx context.Context, bd *lineupBoard, cand []*Node) (why string, err error) {
	for _, fb := range b.d.Forms {
		for _, n := range cand {
			if fb.Min <= formCount(bd.clues, fb.Form) || n.Form() != fb.Form || slices.Contains(bd.clues, n) {
				continue
			}
			if b.d.Useless == Exclude {
				if useless, err := b.u.useless(ctx, n); err != nil {
					return "", err
				} else if useless {
					continue
				}
			}
			if err := bd.use(n); err != nil {
				return "", err
			}
		}
		if n := formCount(bd.clues, fb.Form); n < fb.Min {
			return fmt.Sprintf("a puzzle with %s of form %s", counted(n, "clue"), fb.Form), nil
		}
	}
	for k, q := range b.quotas {
		if 2*q.Clues.Count() > len(cand) || b.r.Derive("first", uint64(k)).Bool() {
			continue
		}
		for _, n := range cand {
			if b.count(q, bd.clues) >= q.Min {
				break
			}
			if !q.Clues.Has(b.index[n]) || slices.Contains(bd.clues, n) || !b.roomFor(bd.clues, n) {
				continue
			}
			if err := bd.use(n); err != nil {
				return "", err
			}
		}
	}
	return "", nil
}

// single adds clues, each to ban an arrangement that the others leave, until only the solutions are left. It is not ok where no clue bans one.
func (b *lineupMaker) single(ctx context.Context, bd *lineupBoard, cand []*Node) (ok bool, err error) {
	best := b.contest(bd.e.p)
	for {
		b.checks++
		other, err := bd.other(ctx, nil)
		if err != nil || other == nil {
			return err == nil, err
		}
		pick := best(other, func(yield func(*Node) bool) {
			for _, n := range cand { // in random order; those on the board ban it not
				if !bd.e.p.Holds(n, other) && b.roomFor(bd.clues, n) && !yield(n) {
					return
				}
			}
		})
		if pick == nil {
			return false, nil
		}
		b.r.Shuffle(len(cand), func(i, j int) { cand[i], cand[j] = cand[j], cand[i] })
		if err := bd.use(pick); err != nil {
			return false, err
		}
	}
}

func formCount(clues []*Node, f Form) int {
	n := 0
	for _, c := range clues {
		if c.Form() == f {
			n++
		}
	}
	return n
}

// roomFor reports whether the bounds allow one more clue.
func (b *lineupMaker) roomFor(clues []*Node, n *Node) bool {
	for _, fb := range b.d.Forms {
		if fb.Form == n.Form() && fb.Max >= 0 && formCount(clues, fb.Form) >= fb.Max {
			return false
		}
	}
	for _, q := range b.quotas {
		if q.Max >= 0 && q.Clues.Has(b.index[n]) && b.count(q, clues) >= q.Max {
			return false
		}
	}
	return true
}

// count is how many of some clues a quota is about.
func (b *lineupMaker) count(q Quota, clues []*Node) int {
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
func (b *lineupMaker) contest(p *Puzzle) func(other Thing, clues iter.Seq[*Node]) *Node {
	var left []Thing // of those arrangements, the ones that the clues picked leave
	r := b.r.Derive("contest")
	if slices.ContainsFunc(b.quotas, func(q Quota) bool { return q.Max >= 0 }) {
		for range contestants {
			left = append(left, p.randomThing(r))
		}
	}
	return func(other Thing, clues iter.Seq[*Node]) *Node {
		n := 1
		if left != nil {
			n = 1 << r.IntN(6)
		}
		pick, most := (*Node)(nil), -1
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
			left = slices.DeleteFunc(left, func(t Thing) bool { return !p.Holds(pick, t) })
		}
		return pick
	}
}

// openBoard makes the problem without the demand on the solutions, and with the solutions themselves excluded: what is left are
// arrangements still to be banned. Where the clues are true of all the solutions, there are as many as asked for when nothing else is
// left.
func (f Family) openBoard(ctx context.Context, p *Puzzle, solutions []Thing) (*lineupBoard, error) {
	e, session, err := f.open(ctx, p, true, func(e *Encoding) {
		for _, t := range solutions {
			e.Problem.Assert("another", e.Problem.Not(e.IsThing(t)))
		}
	})
	return &lineupBoard{e: e, session: session}, err
}

// trim carves clues away; those at the front are kept. It tells whether one of those that are kept is redundant: could be left
// out, and is not useless.
func (b *lineupMaker) trim(ctx context.Context, bd *lineupBoard, kept int) (clues []*Node, spare bool, err error) {
	keep := make([]int, kept)
	for i := range keep {
		keep[i] = i
	}
	opt := carve.Options{Strategy: carve.Order(b.r.Perm(len(bd.clues))), Keep: keep, Final: true}
	res, err := carve.Carve(ctx, bd, nil, nil, opt, b.r.Derive("carve"))
	b.checks += res.Steps
	if err != nil {
		return nil, false, err
	}
	for i := 0; i < kept && !spare; i++ {
		if spare, err = bd.Valid(ctx, []int{i}); err != nil {
			return nil, false, err
		}
		if spare {
			useless, err := b.u.useless(ctx, bd.clues[i])
			if err != nil {
				return nil, false, err
			}
			spare = !useless
		}
	}
	return res.Final, spare, nil
}

// lineupBoard is a set of clues being carved: a square is a clue. It is valid while no other arrangement than the solutions,
// which the session's problem excludes, is left: while there are at most as many solutions as were drawn.
type lineupBoard struct {
	e       *Encoding
	session solve.Session
	clues   []*Node
	on      []model.Term
	there   []bool
	besides []model.Term // what else is assumed
}

// use adds a clue.
func (bd *lineupBoard) use(n *Node) error {
	on := bd.e.Problem.Bool(fmt.Sprintf("use %d", len(bd.on)))
	bd.clues, bd.there, bd.on = append(bd.clues, n), append(bd.there, true), append(bd.on, on)
	return bd.session.Add("clue", bd.e.Problem.Implies(on, bd.e.Statement(n)))
}

// other gives an arrangement that the clues leave, without some of them; nil when there is none.
func (bd *lineupBoard) other(ctx context.Context, without []int) (Thing, error) {
	on := slices.Clone(bd.besides)
	for i, t := range bd.there {
		if t && !slices.Contains(without, i) {
			on = append(on, bd.on[i])
		}
	}
	res, err := bd.session.Solve(ctx, on...)
	if err != nil {
		return nil, err
	}
	if res.Status == solve.Unsat {
		return nil, nil
	}
	return bd.e.Thing(res.Solution)
}

// Len is the number of clues.
func (bd *lineupBoard) Len() int { return len(bd.clues) }

// Valid reports whether the solutions stay the only ones without some clues.
func (bd *lineupBoard) Valid(ctx context.Context, squares []int) (bool, error) {
	t, err := bd.other(ctx, squares)
	return t == nil && err == nil, err
}

// Remove leaves clues out.
func (bd *lineupBoard) Remove(squares []int) {
	for _, i := range squares {
		bd.there[i] = false
	}
}

// Puzzle gives the clues that are left.
func (bd *lineupBoard) Puzzle() ([]*Node, error) {
	var out []*Node
	for i, t := range bd.there {
		if t {
			out = append(out, bd.clues[i])
		}
	}
	return out, nil
}
