package declared

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// Verify proves a step again from what it names, by any engine: the turns of rules, as they were encoded and not as the search took
// them apart, and what earlier steps stated, with the facts and the opposite of each conclusion have no solution. Of a step
// that is told, what clues show of single places counts only where its sentence names the rule. An error says which conclusion does not follow.
func (b *Board) Verify(ctx context.Context, engine solve.Engine, step *Step) error {
	return b.verify(ctx, engine, step, func(c *copier) {
		told := map[int]bool{}
		for _, i := range b.proving(step) {
			turn := b.insts[i].turn
			switch {
			case turn < 0:
				c.to.Assert("", c.copy(b.insts[i].term))
			case !told[turn]:
				told[turn] = true
				c.to.Assert("", c.copy(b.enc.Instances[turn].Term))
			}
		}
	})
}

// verify proves a step from constraints and its facts.
func (b *Board) verify(ctx context.Context, engine solve.Engine, step *Step, constrain func(*copier)) error {
	if step.Form == LookedUp {
		return nil // it claims nothing
	}
	said := func(l Lit) Lit { // as its sentence says it: of two values that the one is out, or that it is the other
		if other, two := b.other(l); step.clued && two {
			return other
		}
		return l
	}
	var claims [][]Lit // of each one literal holds
	for _, l := range step.Concludes {
		claims = append(claims, []Lit{said(l)})
	}
	if len(step.States) > 0 {
		claims = append(claims, step.States)
	}
	for _, claim := range claims {
		c := &copier{from: b.p, to: model.NewProblem(), terms: map[model.Term]model.Term{}}
		constrain(c)
		for _, l := range claim {
			c.copy(b.vars[b.atoms[l.atom()].v].Term)
		}
		for _, m := range opposites(claim) {
			c.to.Assert("", b.term(c, m))
		}
		for _, m := range step.Facts {
			c.to.Assert("", b.term(c, said(m)))
		}
		b.defined(c)
		var part func(unit) model.Term
		if step.clued {
			part = func(u unit) model.Term {
				if !slices.Contains(step.Clues, u.turn) {
					return model.NoTerm
				}
				return c.copy(u.term)
			}
		}
		b.see(c, b.copied(c), part)
		if err := c.to.Err(); err != nil {
			return err
		}
		s, err := engine.Open(ctx, c.to, solve.Budget{})
		if err != nil {
			return err
		}
		r, err := s.Solve(ctx)
		s.Close()
		if err != nil {
			return err
		}
		if r.Status != solve.Unsat {
			return fmt.Errorf("%s does not follow from what its step names", b.names(claim))
		}
	}
	return nil
}

// names names literals one of which holds.
func (b *Board) names(claim []Lit) string {
	var out []string
	for _, l := range claim {
		out = append(out, b.Name(l))
	}
	return strings.Join(out, " or ")
}

// copied lists the variables that a copier has met.
func (b *Board) copied(c *copier) []int {
	var out []int
	for v := range b.vars {
		_, ok := c.terms[b.vars[v].Term]
		_, bare := c.terms[b.vars[v].bare]
		if ok || bare {
			out = append(out, v)
		}
	}
	return out
}

// term gives a literal as a term of the copier's problem.
func (b *Board) term(c *copier, l Lit) model.Term {
	t := b.termOf(c, l.atom())
	if !l.holds() {
		t = c.to.Not(t)
	}
	return t
}

// Name names a literal for messages and tests: its variable, and its value where that has several.
func (b *Board) Name(l Lit) string {
	a := b.atoms[l.atom()]
	v, _ := b.p.VarOf(b.vars[a.v].Term)
	name := b.p.Variable(v).Name
	switch {
	case a.absent:
		name += " absent"
	case !b.vars[a.v].truth:
		name += fmt.Sprintf(" = %d", a.value)
	}
	if !l.holds() {
		return "not " + name
	}
	return name
}
