package declared

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// The techniques of a rules file are lemmas: what follows from a few instances of rules, with a name and a sentence of its own. They are
// looked at alone, as one rule is, and no step rests on one before a solver has refuted its opposite from the instances around it. Steps
// are proved again from these instances, and not from the lemma.

// lemma is a place at which a technique applies.
type lemma struct {
	encode.Instance
	by     []int // instances of rules that prove it, few of them; nil: it has not been proved yet
	failed bool
}

// lemmas adds the techniques of the board as instances.
func (b *Board) lemmas() {
	b.about = make([][]int, len(b.vars))
	for _, t := range b.enc.Techniques {
		in := &instance{turn: -1, term: t.Term, vars: b.variablesOf(t.Term), sort: heavy, lemma: &lemma{Instance: t}}
		if t := b.enc.Board.File.Technique(t.Rule); t != nil {
			in.weight = t.Weight
		}
		if len(in.vars) == 0 || len(in.vars) > mostLocal {
			continue
		}
		for _, v := range in.vars {
			b.about[v] = append(b.about[v], len(b.insts))
		}
		b.matters(in)
		b.insts = append(b.insts, in)
	}
}

// mostNear bounds the instances from which a lemma is proved.
const mostNear = 60

// sound reports whether an instance may be used: it is no lemma, or it has been proved.
func (b *Board) sound(ctx context.Context, i int) (bool, error) {
	l := b.insts[i].lemma
	if l == nil || l.by != nil || l.failed {
		return l == nil || !l.failed, ctx.Err()
	}
	by, err := b.proof(ctx, i)
	if err != nil {
		return false, err
	}
	l.by, l.failed = by, by == nil
	return by != nil, nil
}

// proof gives few instances of rules around a lemma that prove it; nil where those of the rules that it names do not. First those are asked
// that share a place with it, then also those that share one with these, and so on where the rules are named; of what speaks of the whole board, what is about a place of the lemma.
func (b *Board) proof(ctx context.Context, i int) ([]int, error) {
	in := b.insts[i]
	named := map[string]bool{}
	if t := b.enc.Board.File.Technique(in.lemma.Rule); t != nil {
		for _, r := range t.By {
			named[r.Name] = true
		}
	}
	places := map[board.Place]bool{}
	for _, x := range in.lemma.Bound {
		if at, ok := x.Value.(board.Place); ok {
			places[at] = true
		}
	}
	own := *b // with the opposite of the lemma as one instance more
	own.insts = append(slices.Clip(b.insts), &instance{turn: -1, term: b.p.Not(in.term), vars: in.vars})
	not := len(b.insts)
	vars := in.vars
	// Where the rules are named, a chain of them may be longer: there are few.
	rounds := 2
	if len(named) > 0 {
		rounds = 8
	}
	last := -1
	for range rounds {
		var near []int
		for _, v := range vars {
			for _, j := range b.by[v] {
				o := b.insts[j]
				if o.derived() || len(named) > 0 && !named[b.turnOf(j).Rule] && o.sort != silent {
					continue
				}
				if turn := b.turnOf(j); !o.global || len(named) > 0 && (len(turn.Bound) == 0 && o.sort != silent || b.binds(turn, places)) {
					near = append(near, j)
				}
			}
		}
		slices.Sort(near)
		near = slices.Compact(near)
		if len(near) > mostNear || len(near) == last {
			return nil, nil
		}
		last = len(near)
		p, err := own.open(ctx, append(slices.Clone(near), not), true)
		if err != nil {
			return nil, err
		}
		core, err := b.minimal(ctx, p, near, not)
		p.close()
		if core != nil || err != nil {
			return core, err
		}
		vars = nil
		for _, j := range near {
			vars = append(vars, b.insts[j].vars...)
		}
		slices.Sort(vars)
		vars = slices.Compact(vars)
	}
	return nil, nil
}

// binds reports whether an instance of a rule is about one of some places.
func (b *Board) binds(in encode.Instance, places map[board.Place]bool) bool {
	return slices.ContainsFunc(in.Bound, func(x encode.Binding) bool {
		at, ok := x.Value.(board.Place)
		return ok && places[at]
	})
}

// minimal gives those of some instances without one of which another would not be refuted; nil where all do not refute it.
func (b *Board) minimal(ctx context.Context, p *probe, insts []int, not int) ([]int, error) {
	ask := func(insts []int) (bool, error) {
		r, err := p.refute(ctx, question{insts: append(slices.Clone(insts), not)}, 10*effort)
		return r == 1, err
	}
	if no, err := ask(insts); !no || err != nil {
		return nil, err
	}
	core := p.core(question{insts: append(slices.Clone(insts), not)}).insts
	core = slices.DeleteFunc(core, func(j int) bool { return j == not })
	for n := 0; n < len(core); {
		rest := slices.Delete(slices.Clone(core), n, n+1)
		no, err := ask(rest)
		if err != nil {
			return nil, err
		}
		if no {
			core = rest
			continue
		}
		n++
	}
	return core, nil
}

// doubtful reports whether a step rests on a lemma that does not hold, and forgets what that lemma gives.
func (s *Search) doubtful(ctx context.Context, step *Step) (bool, error) {
	for _, i := range step.Insts {
		ok, err := s.b.sound(ctx, i)
		if err != nil {
			return false, err
		}
		if !ok {
			s.dirty[i], s.deep[i], s.looks[i] = false, false, nil
			return true, nil
		}
	}
	return false, nil
}
