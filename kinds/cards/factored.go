package cards

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve"
)

// makeFactored makes a puzzle whose things are too many to list. Random solutions are drawn and true clues are added, each to
// ban an arrangement that the others leave, until only the solutions are left; then clues are carved away. Every minimal set of
// clues can come up: of those that ban the arrangement met, each has the same chance, and every minimal set has one of them.
// Then clues that are not needed are added where they are allowed, so that every set that meets the demand can come up.
func (f Family) makeFactored(ctx context.Context, d Demand, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	switch {
	case f.Engine == nil:
		return Made{}, errNoEngine
	}
	for _, inv := range d.Invariants {
		if _, ok := inv.(SolutionInvariant); !ok {
			return Made{}, fmt.Errorf("invariant %s is for puzzles that list their things", inv.Name())
		}
	}
	forms := make([]Form, len(d.Forms))
	for i, b := range d.Forms {
		forms[i] = b.Form
	}
	all, err := universe(d.Puzzle, forms)
	if err != nil {
		return Made{}, err
	}
	if err := d.plainConflict(all); err != nil {
		return Made{}, err
	}
	useless, err := openUselessness(ctx, f.Engine, d.Puzzle.without())
	if err != nil {
		return Made{}, err
	}
	defer useless.session.Close()
	if d.Useless == Require {
		some := false
		for i := 0; i < len(all) && !some; i++ {
			if some, err = useless.useless(ctx, all[i]); err != nil {
				return Made{}, err
			}
		}
		if !some {
			return Made{}, &ConflictError{Demands: []string{"a useless clue"}, Smallest: true}
		}
	}
	best, bestText, bestFar := Made{}, "", 0
	nodes := 0
	for try := range d.Tries {
		if err := ctx.Err(); err != nil {
			return best, err
		}
		if report != nil {
			report(puzzle.Progress{Done: try, Total: d.Tries, Text: "choosing clues"})
		}
		b := &lineupMaker{f: f, d: &d, u: useless, r: r.Derive("try", uint64(try))}
		clues, why, err := b.make(ctx, all)
		nodes += b.checks
		if err != nil {
			return best, err
		}
		if clues == nil {
			if bestText == "" {
				bestText = why
			}
			continue
		}
		p := d.puzzle()
		for _, n := range clues {
			p.Clues = append(p.Clues, Clue{Expr: n})
		}
		in, err := f.NewInstance(p)
		if err != nil {
			return best, err
		}
		broken, err := d.brokenInvariant(ctx, p, b.solutions)
		if err != nil {
			return best, err
		}
		if broken != "" {
			if bestText == "" {
				bestText = "a puzzle that does not keep the invariant " + broken
			}
			continue
		}
		if err := f.verifyFactored(ctx, &d, in, b.solutions); err != nil {
			return best, fmt.Errorf("the clues chosen do not meet the demand: %w", err)
		}
		out := Made{Instance: in, Solutions: b.solutions}
		out.Work.Set("tries", try+1)
		out.Work.Set("clues", len(clues))
		out.Work.Set("universe", len(all))
		out.Work.Set("checks", nodes)
		if d.Class == "" {
			return out, nil
		}
		rating, err := in.Rate(ctx)
		if err != nil {
			return best, err
		}
		out.Class = rating.Class
		want, got := slices.Index(classNames[:], d.Class), slices.Index(classNames[:], rating.Class)
		if want == got {
			return out, nil
		}
		if far := max(want-got, got-want); best.Instance == nil || far < bestFar {
			best, bestFar, bestText = out, far, "class "+rating.Class
		}
	}
	target := "cards:" + d.Puzzle.size().String()
	if d.Class != "" {
		target += " of class " + d.Class
	}
	return best, &puzzle.UnreachableError{Target: target, Best: bestText, Tries: d.Tries}
}

// lineupMaker makes one factored puzzle.
type lineupMaker struct {
	f         Family
	d         *Demand
	u         *uselessness
	r         *rng.Stream
	solutions []Thing
	checks    int
}

// make chooses clues; nil, with the reason, when this try came to nothing.
func (b *lineupMaker) make(ctx context.Context, all []*Node) (clues []*Node, why string, err error) {
	p := b.d.Puzzle.without()
	e, err := p.Encode(true)
	if err != nil {
		return nil, "", err
	}
	if b.d.Where != nil {
		e.Problem.Assert("solution", e.Statement(b.d.Where))
	}
	first, err := b.draw(ctx, p, e)
	if err != nil {
		return nil, "", err
	}
	b.solutions = []Thing{first}
	if b.d.Solutions > 1 {
		if b.solutions, why, err = b.drawSeveral(ctx, p, first, all); err != nil || b.solutions == nil {
			return nil, why, err
		}
	}
	var cand []*Node
	for _, n := range all {
		if !slices.ContainsFunc(b.solutions, func(t Thing) bool { return !p.Holds(n, t) }) {
			cand = append(cand, n)
		}
	}
	b.r.Shuffle(len(cand), func(i, j int) { cand[i], cand[j] = cand[j], cand[i] })

	// The problem anew, without the demand on the solutions, and with the solutions themselves excluded: what is left are
	// arrangements still to be banned. The clues are true of all the solutions, so that there are as many as asked for when
	// nothing else is left.
	if e, err = p.Encode(true); err != nil {
		return nil, "", err
	}
	for _, t := range b.solutions {
		e.Problem.Assert("another", e.Problem.Not(e.IsThing(t)))
	}
	bd := &lineupBoard{e: e}
	session, err := b.f.Engine.Open(ctx, e.Problem, solve.Budget{Steps: modelSteps})
	if err != nil {
		return nil, "", err
	}
	defer session.Close()
	bd.session = session
	use := func(n *Node) {
		bd.clues = append(bd.clues, n)
		bd.there = append(bd.there, true)
		on := e.Problem.Bool(fmt.Sprintf("use %d", len(bd.on)))
		bd.on = append(bd.on, on)
	}
	chosen := map[*Node]bool{}
	for _, fb := range b.d.Forms { // the least numbers of forms come first; they stay
		for _, n := range cand {
			if fb.Min <= formCount(bd.clues, fb.Form) || n.Form() != fb.Form || chosen[n] {
				continue
			}
			if b.d.Useless == Exclude {
				if useless, err := b.u.useless(ctx, n); err != nil {
					return nil, "", err
				} else if useless {
					continue
				}
			}
			use(n)
			chosen[n] = true
		}
		if n := formCount(bd.clues, fb.Form); n < fb.Min {
			return nil, fmt.Sprintf("a puzzle with %s of form %s", counted(n, "clue"), fb.Form), nil
		}
	}
	kept := len(bd.clues)
	for i := range bd.clues {
		if err := session.Add("clue", e.Problem.Implies(bd.on[i], e.Statement(bd.clues[i]))); err != nil {
			return nil, "", err
		}
	}
	for {
		b.checks++
		other, err := bd.other(ctx, nil)
		if err != nil {
			return nil, "", err
		}
		if other == nil {
			break
		}
		pick := (*Node)(nil)
		for _, n := range cand { // in random order
			if !chosen[n] && !p.Holds(n, other) && b.roomFor(bd.clues, n) {
				pick = n
				break
			}
		}
		if pick == nil {
			return nil, "more solutions: the forms of clues allowed do not single out " + counted(b.d.Solutions, "solution"), nil
		}
		b.r.Shuffle(len(cand), func(i, j int) { cand[i], cand[j] = cand[j], cand[i] })
		chosen[pick] = true
		use(pick)
		if err := session.Add("clue", e.Problem.Implies(bd.on[len(bd.on)-1], e.Statement(pick))); err != nil {
			return nil, "", err
		}
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
	if len(clues) < b.d.MinClues || b.d.MaxClues > 0 && len(clues) > b.d.MaxClues {
		return nil, "a puzzle with " + counted(len(clues), "clue"), nil
	}
	b.r.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
	return clues, "", nil
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
	return true
}

// draw draws a solution: by the engine where there are demands on it or rules that it must keep, otherwise at random, of a
// line-up the values in random order.
func (b *lineupMaker) draw(ctx context.Context, p *Puzzle, e *Encoding) (Thing, error) {
	if b.d.Where == nil && p.Rules == nil {
		t := make(Thing, 0, len(p.Properties))
		if l := p.Lineup; l != nil {
			for range l.Categories {
				t = append(t, b.r.Perm(l.Places)...)
			}
			return t, nil
		}
		for k := range p.Properties {
			t = append(t, b.r.IntN(len(p.Properties[k].Values)))
		}
		return t, nil
	}
	s, err := b.f.Engine.Open(ctx, e.Problem, solve.Budget{Steps: modelSteps})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	res, err := s.Sample(ctx, b.r.Derive("solution"))
	if err != nil {
		return nil, err
	}
	if res.Status == solve.Unsat {
		conflict := &ConflictError{}
		if b.d.Where != nil {
			conflict.Demands = append(conflict.Demands, "the solution has "+p.Format(b.d.Where))
		}
		if p.Rules != nil {
			conflict.Demands = append(conflict.Demands, "the solution keeps the puzzle's invariants")
		}
		conflict.Smallest = len(conflict.Demands) == 1
		return nil, conflict
	}
	return e.Thing(res.Solution)
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
}

// other gives an arrangement that the clues leave, without some of them; nil when there is none.
func (bd *lineupBoard) other(ctx context.Context, without []int) (Thing, error) {
	var on []model.Term
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
