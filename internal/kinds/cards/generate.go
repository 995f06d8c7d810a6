package cards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Made is a puzzle that was made on demand.
type Made struct {
	Instance  *Instance
	Solutions []Thing
	Class     string
	Work      record.Object
}

// Make makes a puzzle that meets a demand, from the stream alone. Every set of clues that meets it can come up. A demand that
// cannot be met is a *ConflictError; one that was not met in as many tries as allowed is a *puzzle.UnreachableError, which
// comes with the best that was made when there was one. The report function may be nil.
func (f Family) Make(ctx context.Context, d Demand, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	if err := ctx.Err(); err != nil {
		return Made{}, err
	}
	if err := d.check(); err != nil {
		return Made{}, err
	}
	if d.Puzzle.Factored {
		return f.makeFactored(ctx, d, r, report)
	}
	forms := make([]Form, len(d.Forms))
	for i, b := range d.Forms {
		forms[i] = b.Form
	}
	u, err := newUniverse(ctx, d.Puzzle, forms)
	if err != nil {
		return Made{}, err
	}
	defer u.mem.Close()
	if d.Solutions > u.Table.N {
		return Made{}, &ConflictError{Demands: []string{fmt.Sprintf("%s of %d things", counted(d.Solutions, "solution"), u.Table.N)}, Smallest: true}
	}
	rs, names := make([]Restriction, len(d.Invariants)), make([]string, len(d.Invariants))
	for i, inv := range d.Invariants {
		names[i] = "invariant " + inv.Name()
		if rs[i], err = inv.Restrict(ctx, u); err != nil {
			return Made{}, fmt.Errorf("invariant %s: %w", inv.Name(), err)
		}
	}
	m := &making{f: f, d: &d, u: u, rs: rs, names: names, r: r, report: report}
	return m.run(ctx)
}

// making is the making of one puzzle.
type making struct {
	f      Family
	d      *Demand
	u      *Universe
	rs     []Restriction
	names  []string // of the restrictions
	r      *rng.Stream
	report func(puzzle.Progress)
	most   int // nodes of an attempt; 0: maxAttemptNodes
	nodes  int

	best     Made // the nearest to the class
	bestFar  int
	bestText string
}

// failuresBeforeProof is after how many attempts without any choice it is asked whether there is one at all.
const failuresBeforeProof = 12

func (m *making) run(ctx context.Context) (Made, error) {
	terms := slices.ContainsFunc(m.rs, func(r Restriction) bool { return r.Terms != nil })
	found := false
	for try := range m.d.Tries {
		if err := ctx.Err(); err != nil {
			return m.best, err
		}
		if m.report != nil {
			m.report(puzzle.Progress{Done: try, Total: m.d.Tries, Text: "choosing clues"})
		}
		stream := m.r.Derive("try", uint64(try))
		var clues []int
		var left []int
		var err error
		if terms || !found && try >= failuresBeforeProof {
			clues, left, err = m.model(ctx, stream)
			if errors.Is(err, errTooLarge) && !terms {
				break
			}
		} else {
			clues, left, err = m.attempt(ctx, stream, try)
		}
		if err != nil {
			return Made{}, err
		}
		if left == nil {
			continue
		}
		found = true
		out, ok, err := m.finish(ctx, stream, clues, left, try)
		if ok || err != nil {
			return out, err
		}
	}
	target := "cards:" + m.d.Puzzle.size().String()
	if m.d.Class != "" {
		target += " of class " + m.d.Class
	}
	return m.best, &puzzle.UnreachableError{Target: target, Best: m.bestText, Tries: m.d.Tries}
}

// attempt makes one choice by the search over tables of bits.
func (m *making) attempt(ctx context.Context, stream *rng.Stream, try int) (clues, left []int, err error) {
	c, err := newChooser(m.d, m.u, stream)
	if err != nil {
		return nil, nil, err
	}
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

// finish puts the clues in random order, checks everything again and rates the puzzle.
func (m *making) finish(ctx context.Context, stream *rng.Stream, clues, left []int, try int) (Made, bool, error) {
	order := stream.Derive("order")
	clues = slices.Clone(clues)
	slices.Sort(clues)
	order.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
	p := m.d.puzzle()
	for _, i := range clues {
		p.Clues = append(p.Clues, Clue{Expr: m.u.Clues[i]})
	}
	in, err := m.f.NewInstance(p)
	if err != nil {
		return Made{}, false, err
	}
	if err := m.d.verify(ctx, p, left); err != nil {
		return Made{}, false, fmt.Errorf("the clues chosen do not meet the demand: %w", err)
	}
	out := Made{Instance: in}
	for _, i := range left {
		out.Solutions = append(out.Solutions, p.Thing(i))
	}
	out.Work.Set("tries", try+1)
	out.Work.Set("clues", len(clues))
	out.Work.Set("universe", len(m.u.Clues))
	out.Work.Set("nodes", m.nodes)
	if m.d.Class == "" {
		return out, true, nil
	}
	rating, err := in.Rate(ctx)
	if err != nil {
		return out, false, err
	}
	out.Class = rating.Class
	want, got := slices.Index(classNames[:], m.d.Class), slices.Index(classNames[:], rating.Class)
	if want == got {
		return out, true, nil
	}
	if far := max(want-got, got-want); m.bestText == "" || far < m.bestFar {
		m.best, m.bestFar, m.bestText = out, far, "class "+rating.Class
	}
	return out, false, nil
}

// puzzle gives the puzzle to be made, still without clues.
func (d *Demand) puzzle() *Puzzle {
	p := d.Puzzle.without()
	if p.Solutions = 0; d.Solutions > 1 {
		p.Solutions = d.Solutions
	}
	return p
}

// without gives the puzzle without its clues.
func (p *Puzzle) without() *Puzzle {
	q := *p
	q.Clues = nil
	return &q
}

// verify judges a finished puzzle by the demand, by the meaning of the clues alone.
func (d *Demand) verify(ctx context.Context, p *Puzzle, left []int) error {
	n := p.NumThings()
	var solutions []int
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
		solutions = append(solutions, i)
		if d.Where != nil && !p.Holds(d.Where, t) {
			return fmt.Errorf("%s is a solution", p.ThingText(t))
		}
	}
	if len(solutions) != d.Solutions || !slices.Equal(solutions, left) {
		return fmt.Errorf("%d solutions", len(solutions))
	}
	useless, redundant := 0, 0
	forms := map[Form]int{}
	for c, list := range bans {
		forms[p.Clues[c].Expr.Form()]++
		if len(list) == 0 {
			useless++
		} else if !slices.ContainsFunc(list, func(i int) bool { return by[i] == 1 }) {
			redundant++
		}
	}
	for _, b := range d.Forms {
		if forms[b.Form] < b.Min || b.Max >= 0 && forms[b.Form] > b.Max {
			return fmt.Errorf("%d clues of form %s", forms[b.Form], b.Form)
		}
	}
	if err := d.checkPolicies(useless, redundant); err != nil {
		return err
	}
	if len(p.Clues) < d.MinClues || d.MaxClues > 0 && len(p.Clues) > d.MaxClues {
		return fmt.Errorf("%d clues", len(p.Clues))
	}
	for _, inv := range d.Invariants {
		if err := inv.Check(ctx, p, solutions); err != nil {
			return err
		}
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
