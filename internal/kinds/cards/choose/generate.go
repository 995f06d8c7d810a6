package choose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
)

// Maker makes puzzles.
type Maker struct {
	// Engine solves constraint problems; without one factored puzzles, and demands that need a search, are errors.
	Engine solve.Engine
}

// Made is a puzzle that was made on demand.
type Made struct {
	Puzzle    *deck.Puzzle // nil: none was made
	Solutions []deck.Thing
	Class     string
	Work      record.Object
}

// Make makes a puzzle that meets a demand, from the stream alone. Every set of clues that meets it can come up. A demand that
// cannot be met is a *ConflictError; one that was not met in as many tries as allowed is a *puzzle.UnreachableError, which
// comes with the best that was made when there was one. The report function may be nil.
func (f Maker) Make(ctx context.Context, d Demand, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	if err := ctx.Err(); err != nil {
		return Made{}, err
	}
	if err := d.check(); err != nil {
		return Made{}, err
	}
	open := f.openListed
	if d.Puzzle.Factored {
		open = f.openFactored
	}
	m, err := open(ctx, &d)
	if err != nil {
		return Made{}, err
	}
	defer m.close()
	var best Made // the nearest to the class
	bestText, bestFar, found := "", 0, false
	for try := range d.Tries {
		if err := ctx.Err(); err != nil {
			return best, err
		}
		if report != nil {
			report(puzzle.Progress{Done: try, Total: d.Tries, Text: "choosing clues"})
		}
		clues, solutions, why, err := m.choose(ctx, r.Derive("try", uint64(try)), try, found)
		if err == errNoMore {
			break
		}
		if err != nil {
			return best, err
		}
		var out Made
		if clues != nil {
			out, why, err = f.finish(ctx, &d, m, clues, solutions)
		}
		if err != nil {
			return best, err
		}
		if out.Puzzle == nil {
			bestText = cmp.Or(bestText, why)
			continue
		}
		found = true
		out.Work = append(record.Object{{Key: "tries", Value: try + 1}}, out.Work...)
		want, got := slices.Index(laws.Classes(), d.Class), slices.Index(laws.Classes(), out.Class)
		if want == got {
			return out, nil
		}
		if far := max(want-got, got-want); best.Puzzle == nil || far < bestFar {
			best, bestFar, bestText = out, far, "class "+out.Class
		}
	}
	target := "the demand"
	if d.Class != "" {
		target += " of class " + d.Class
	}
	return best, &puzzle.UnreachableError{Target: target, Best: bestText, Tries: d.Tries}
}

// method is a way to choose clues: by tables of the things that are listed, or by the engine.
type method interface {
	// choose makes one choice; clues are nil, with the reason where there is one to tell, when it came to nothing. found says that an
	// earlier try came to something.
	choose(ctx context.Context, r *rng.Stream, try int, found bool) (clues []*deck.Node, solutions []deck.Thing, why string, err error)
	// judge judges the puzzle of the last choice by what clues mean. why says what is wrong with it that another choice may have right.
	judge(ctx context.Context, p *deck.Puzzle, solutions []deck.Thing) (why string, err error)
	// work tells what the tries took so far.
	work(o *record.Object)
	close()
}

// errNoMore ends the tries.
var errNoMore = errors.New("no further try would come to anything")

// finish makes a puzzle of the clues chosen, checks everything again and rates it where a class is wanted.
func (f Maker) finish(ctx context.Context, d *Demand, m method, clues []*deck.Node, solutions []deck.Thing) (out Made, why string, err error) {
	p := d.puzzle()
	for _, n := range clues {
		p.Clues = append(p.Clues, deck.Clue{Expr: n})
	}
	if err := p.Validate(); err != nil {
		return out, "", err
	}
	if why, err = m.judge(ctx, p, solutions); err != nil {
		return out, "", fmt.Errorf("the clues chosen do not meet the demand: %w", err)
	}
	if why != "" {
		return out, why, nil
	}
	out.Work.Set("clues", len(clues))
	m.work(&out.Work)
	if d.Class != "" {
		rating, err := laws.NewSubject(p, f.Engine).Rate(ctx)
		if err != nil {
			return Made{}, "", err
		}
		out.Class = rating.Class
	}
	out.Puzzle, out.Solutions = p, solutions
	return out, "", nil
}

// forms lists the forms allowed.
func (d *Demand) forms() []deck.Form {
	forms := make([]deck.Form, len(d.Forms))
	for i, b := range d.Forms {
		forms[i] = b.Form
	}
	return forms
}

// listedMaking makes puzzles that list their things.
type listedMaking struct {
	f     Maker
	d     *Demand
	u     *Universe
	rs    []Restriction
	names []string // of the restrictions
	most  int      // nodes of an attempt; 0: maxAttemptNodes
	nodes int
}

// openListed lists the clues and compiles the invariants.
func (f Maker) openListed(ctx context.Context, d *Demand) (method, error) {
	u, err := newUniverse(ctx, d.Puzzle, d.forms())
	if err != nil {
		return nil, err
	}
	m := &listedMaking{f: f, d: d, u: u}
	if d.Solutions > u.Table.N {
		m.close()
		return nil, &ConflictError{Demands: []string{fmt.Sprintf("%s of %d things", counted(d.Solutions, "solution"), u.Table.N)}, Smallest: true}
	}
	for _, inv := range d.Invariants {
		r, err := inv.Restrict(ctx, u)
		if err != nil {
			m.close()
			return nil, fmt.Errorf("invariant %s: %w", inv.Name(), err)
		}
		m.rs, m.names = append(m.rs, r), append(m.names, "invariant "+inv.Name())
	}
	return m, nil
}

func (m *listedMaking) close() { m.u.mem.Close() }

// failuresBeforeProof is after how many attempts without any choice it is asked whether there is one at all.
const failuresBeforeProof = 12

// choose chooses clues by the search over tables of bits, and by the constraint solver where that is called for. The clues are in random
// order.
func (m *listedMaking) choose(ctx context.Context, r *rng.Stream, try int, found bool) (clues []*deck.Node, solutions []deck.Thing, why string, err error) {
	var chosen, left []int
	terms := slices.ContainsFunc(m.rs, func(r Restriction) bool { return r.Terms != nil })
	if terms || !found && try >= failuresBeforeProof {
		chosen, left, err = m.model(ctx, r)
		if errors.Is(err, errTooLarge) && !terms {
			err = errNoMore
		}
	} else {
		chosen, left, err = m.attempt(ctx, r, try)
	}
	if err != nil || left == nil {
		return nil, nil, "", err
	}
	chosen = slices.Sorted(slices.Values(chosen))
	r.Derive("order").Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	clues = make([]*deck.Node, len(chosen))
	for k, i := range chosen {
		clues[k] = m.u.Clues[i]
	}
	for _, i := range left {
		solutions = append(solutions, m.d.Puzzle.Thing(i))
	}
	return clues, solutions, "", nil
}

func (m *listedMaking) judge(ctx context.Context, p *deck.Puzzle, solutions []deck.Thing) (string, error) {
	return "", m.d.verify(ctx, p, solutions)
}

func (m *listedMaking) work(o *record.Object) {
	o.Set("universe", len(m.u.Clues))
	o.Set("nodes", m.nodes)
}

// attempt makes one choice by the search over tables of bits.
func (m *listedMaking) attempt(ctx context.Context, stream *rng.Stream, try int) (clues, left []int, err error) {
	c := newChooser(m.d, m.u, stream)
	for i, r := range m.rs {
		c.restrict(r)
		for g, cases := range r.Cases {
			c.restrict(cases[stream.Derive("case", uint64(i), uint64(g)).IntN(len(cases))])
		}
	}
	c.most = cmp.Or(m.most, maxAttemptNodes)
	ok, err := c.attempt(ctx, try)
	m.nodes += c.Nodes
	if err != nil || !ok {
		return nil, nil, err
	}
	return c.chosen, c.left.List(), nil
}

// puzzle gives the puzzle to be made, still without clues.
func (d *Demand) puzzle() *deck.Puzzle {
	p := d.Puzzle.Without()
	if p.Solutions = 0; d.Solutions > 1 {
		p.Solutions = d.Solutions
	}
	return p
}

// verify judges a finished puzzle by the demand, by the meaning of the clues alone.
func (d *Demand) verify(ctx context.Context, p *deck.Puzzle, solutions []deck.Thing) error {
	n := p.NumThings()
	var left []deck.Thing
	bans := make([][]int, len(p.Clues))
	by := make([]int, n)
	for i := range n {
		t := p.Thing(i)
		for c := range p.Clues {
			if !p.Holds(p.Clues[c].Expr, t) {
				bans[c] = append(bans[c], i)
				by[i]++
			}
		}
		if by[i] > 0 {
			continue
		}
		left = append(left, t)
		if d.Where != nil && !p.Holds(d.Where, t) {
			return fmt.Errorf("%s is a solution", p.ThingText(t))
		}
	}
	if len(left) != d.Solutions || !slices.EqualFunc(left, solutions, deck.Thing.Equal) {
		return fmt.Errorf("%d solutions", len(left))
	}
	useless, redundant := 0, 0
	for _, list := range bans {
		if len(list) == 0 {
			useless++
		} else if !slices.ContainsFunc(list, func(i int) bool { return by[i] == 1 }) {
			redundant++
		}
	}
	if err := d.checkClues(p.Exprs()); err != nil {
		return err
	}
	if err := d.checkPolicies(useless, redundant); err != nil {
		return err
	}
	for _, inv := range d.Invariants {
		if kept, err := inv.Keeps(ctx, p, solutions...); err != nil || !kept {
			return cmp.Or(err, fmt.Errorf("they do not keep the invariant %s", inv.Name()))
		}
	}
	return nil
}

// checkClues judges how many clues there are, in all and of each form.
func (d *Demand) checkClues(clues []*deck.Node) error {
	have := map[deck.Form]int{}
	for _, n := range clues {
		have[n.Form()]++
	}
	for _, b := range d.Forms {
		if n := have[b.Form]; n < b.Min || b.Max >= 0 && n > b.Max {
			return fmt.Errorf("%d clues of form %s", n, b.Form)
		}
	}
	if len(clues) < d.MinClues || d.MaxClues > 0 && len(clues) > d.MaxClues {
		return fmt.Errorf("%d clues", len(clues))
	}
	return nil
}

// checkPolicies judges how many clues are useless and how many redundant.
func (d *Demand) checkPolicies(useless, redundant int) error {
	for _, c := range []struct {
		what string
		p    Policy
		n    int
	}{{"useless", d.Useless, useless}, {"redundant", d.Redundant, redundant}} {
		if c.p == Exclude && c.n > 0 || c.p == Require && c.n == 0 {
			return fmt.Errorf("%d %s clues", c.n, c.what)
		}
	}
	return nil
}

// formDemand gives the bounds on a form in words, as they are named in a conflict.
func (d *Demand) formDemand(b FormBound) string {
	var words []string
	if b.Min > 0 {
		words = append(words, fmt.Sprintf("at least %d", b.Min))
	}
	if b.Max >= 0 {
		words = append(words, fmt.Sprintf("at most %d", b.Max))
	}
	if b.Min == b.Max {
		words = []string{fmt.Sprintf("exactly %d", b.Min)}
	}
	return strings.Join(words, " and ") + " of form " + string(b.Form)
}
