package cards

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// reasoner derives facts. It is not safe for concurrent use.
type reasoner struct {
	p      *Puzzle
	k      *know
	known  []signed // formulas that are true and may still give something
	said   []signed // compound formulas that are or were known: nothing is derived twice
	stated map[[2]int]bool
	alive  Bits // of listed things, those that are left
	table  *Table
	bans   []Bits
	dead   bool // a contradiction was met
}

func newReasoner(in *Instance) *reasoner {
	r := &reasoner{p: in.P, k: newKnow(in.P), stated: map[[2]int]bool{}, table: in.table, bans: in.bans}
	for i := range in.P.Properties {
		if v := r.k.single(i); v >= 0 {
			r.stated[[2]int{i, v}] = true // a domain of one value
		}
	}
	for i := range in.P.Clues {
		r.known = append(r.known, signed{in.P.Clues[i].Expr, false, i}.normal())
	}
	r.said = slices.Clone(r.known)
	if in.table != nil {
		r.alive = in.table.all.Clone()
	}
	return r
}

func (r *reasoner) clone() *reasoner {
	c := *r
	c.k = r.k.clone()
	c.known = slices.Clone(r.known)
	c.said = slices.Clip(r.said)
	c.stated = make(map[[2]int]bool, len(r.stated))
	for a := range r.stated {
		c.stated[a] = true
	}
	if r.alive != nil {
		c.alive = r.alive.Clone()
	}
	return &c
}

// learn adds facts. An atom that leaves a property without value is a contradiction.
func (r *reasoner) learn(facts []*Node, clue int) {
	for _, n := range facts {
		if n.Op > IsNot {
			f := signed{n, false, clue}.normal()
			r.known = append(r.known, f)
			r.said = append(r.said, f)
			continue
		}
		if !r.k.assert(n) {
			r.dead = true
		}
		if n.Op == Is {
			r.stated[[2]int{n.Prop, n.Val}] = true
		}
		if r.alive != nil {
			if n.Op == Is {
				r.alive.And(r.table.has[n.Prop][n.Val])
			} else {
				r.alive.AndNot(r.table.has[n.Prop][n.Val])
			}
		}
	}
}

// next gives the cheapest inference that needs no assumption, and learns from it; nil when there is none. A formula that is
// broken gives an inference without new facts and sets dead.
func (r *reasoner) next(limit float64) *Inference {
	if law, gives, from := r.k.structural(r.stated); law != "" {
		inf := &Inference{Law: law, Gives: gives, From: from, Cost: law.cost()}
		r.learn(gives, -1)
		return inf
	}
	var best *Inference
	bestClue, bestAt := -1, -1
	keep := r.known[:0]
	for _, f := range r.known {
		t := r.k.evalSigned(f)
		if t == isTrue && !(f.n.Op <= IsNot) {
			continue // nothing more follows from it
		}
		if t == isFalse {
			r.dead = true
			inf := &Inference{Law: LawContradiction, Clues: clueList(f.clue), From: append([]*Node{f.node()}, r.k.atoms(f.n)...), Cost: 1}
			return inf
		}
		keep = append(keep, f)
		law, gives, whys := r.k.apply(f)
		gives = slices.DeleteFunc(gives, func(g signed) bool {
			return g.n.Op > IsNot && slices.ContainsFunc(r.said, func(s signed) bool { return sameFormula(s, g) })
		})
		if len(gives) == 0 || law.cost() > limit || best != nil && best.Cost <= law.cost() {
			continue
		}
		inf := &Inference{Law: law, Clues: clueList(f.clue), Cost: law.cost()}
		if law != LawGiven {
			inf.From = append(inf.From, f.node())
		}
		for _, w := range whys {
			inf.From = append(inf.From, r.k.atoms(w)...)
		}
		if law == LawCalculation || law == LawPlaces {
			inf.From = append(inf.From, r.k.atoms(f.n)...)
		}
		for _, g := range gives {
			inf.Gives = append(inf.Gives, g.node())
		}
		best, bestClue, bestAt = inf, f.clue, len(keep)-1
	}
	r.known = keep
	if best == nil {
		return r.things(limit)
	}
	if best.Law == LawGiven || best.Law == LawConjunction || best.Law == LawImplication {
		r.known = slices.Delete(r.known, bestAt, bestAt+1) // it has said all
	}
	r.learn(best.Gives, bestClue)
	return best
}

func clueList(c int) []int {
	if c < 0 {
		return nil
	}
	return []int{c}
}

// things excludes the values that no thing has that is left.
func (r *reasoner) things(limit float64) *Inference {
	if r.alive == nil || LawThings.cost() > limit {
		return nil
	}
	if r.alive.Empty() {
		r.dead = true
		return &Inference{Law: LawContradiction, Cost: 1}
	}
	inf := &Inference{Law: LawThings, Cost: LawThings.cost()}
	for i, d := range r.k.dom {
		for _, v := range d.List() {
			if !r.table.has[i][v].Meets(r.alive) {
				inf.Gives = append(inf.Gives, IsNotNode(i, v))
			}
		}
	}
	if len(inf.Gives) == 0 {
		return nil
	}
	r.learn(inf.Gives, -1)
	return inf
}

// run takes steps without assumptions until nothing more follows.
func (r *reasoner) run() []Inference {
	var out []Inference
	for !r.dead && !r.k.spent() {
		inf := r.next(LawThings.cost())
		if inf == nil {
			break
		}
		out = append(out, *inf)
	}
	return out
}

// trim leaves out the steps that the facts wanted do not rest on. The last step is always wanted when it is a contradiction.
func trim(steps []Inference, wanted []*Node, fails bool) []Inference {
	need := make([]bool, len(steps))
	var mark func(at int, facts []*Node)
	mark = func(at int, facts []*Node) {
		for _, f := range facts {
			for i := at - 1; i >= 0; i-- {
				if need[i] && givesFact(steps[i], f) {
					break
				}
				if givesFact(steps[i], f) {
					need[i] = true
					mark(i, steps[i].From)
					break
				}
			}
		}
	}
	if fails && len(steps) > 0 {
		last := len(steps) - 1
		need[last] = true
		from := steps[last].From
		if len(steps[last].Gives) > 0 { // a property without value
			from = append(slices.Clone(from), emptied(steps[:last], steps[last])...)
		}
		if steps[last].Law == LawContradiction && len(from) == 0 { // no thing is left: everything may matter
			for i := range need {
				need[i] = true
			}
		}
		mark(last, from)
	}
	mark(len(steps), wanted)
	var out []Inference
	for i, s := range steps {
		if need[i] {
			out = append(out, s)
		}
	}
	return out
}

// emptied gives the facts that, with those of the last step, leave a property without value.
func emptied(before []Inference, last Inference) []*Node {
	var out []*Node
	for _, g := range last.Gives {
		if g.Op > IsNot {
			continue
		}
		for _, s := range before {
			for _, f := range s.Gives {
				if f.Op <= IsNot && f.Prop == g.Prop {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// givesFact reports whether a step gives a fact, or one that it follows from at once: p = v excludes every other value of p.
func givesFact(s Inference, f *Node) bool {
	for _, g := range s.Gives {
		if f.Op > IsNot {
			if EqualNode(f, g) {
				return true
			}
			continue
		}
		if g.Op <= IsNot && g.Prop == f.Prop && (sameAtom(g, f) || g.Op == Is && f.Op == IsNot && g.Val != f.Val) {
			return true
		}
	}
	return false
}

// assume gives what follows from an atom: the steps, and where they lead.
func (r *reasoner) assume(ctx context.Context, atom *Node, depth int) (*reasoner, []Inference) {
	c := r.clone()
	c.learn([]*Node{atom}, -1)
	c.stated[[2]int{atom.Prop, atom.Val}] = atom.Op == Is
	steps := c.run()
	for depth > 0 && !c.dead && !c.k.solved() && ctx.Err() == nil && !c.k.spent() {
		inf := c.contradiction(ctx, depth-1)
		if inf == nil {
			break
		}
		c.learn(inf.Gives, -1)
		steps = append(append(steps, *inf), c.run()...)
	}
	return c, steps
}

// contradiction finds the value whose assumption fails most cheaply.
func (r *reasoner) contradiction(ctx context.Context, depth int) *Inference {
	var best *Inference
	for i, d := range r.k.dom {
		if d.Count() < 2 || ctx.Err() != nil || r.k.spent() {
			continue
		}
		for _, v := range d.List() {
			if ctx.Err() != nil || r.k.spent() {
				break
			}
			c, steps := r.assume(ctx, IsNode(i, v), depth)
			if !c.dead {
				continue
			}
			steps = trim(steps, nil, true)
			inf := &Inference{Law: LawContradiction, Gives: []*Node{IsNotNode(i, v)}, Cost: LawContradiction.cost(),
				Cases: []Case{{IsNode(i, v), steps, true}}}
			inf.Cost += subCost(inf.Cases)
			inf.Clues = caseClues(inf.Cases)
			if best == nil || inf.Cost < best.Cost {
				best = inf
			}
		}
	}
	return best
}

// subCost is what the steps of cases add to the cost of an inference.
func subCost(cases []Case) float64 {
	sum := 0.0
	for _, c := range cases {
		for _, s := range c.Steps {
			sum += s.Cost / 4
		}
	}
	return sum
}

// caseClues lists the clues of cases.
func caseClues(cases []Case) []int {
	var out []int
	for _, c := range cases {
		for _, s := range c.Steps {
			out = append(out, s.Clues...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// cases finds the property whose values all lead to the same facts most cheaply.
func (r *reasoner) cases(ctx context.Context) *Inference {
	var best *Inference
	for i, d := range r.k.dom {
		if d.Count() < 2 || ctx.Err() != nil || r.k.spent() {
			continue
		}
		inf := &Inference{Law: LawCases, Cost: LawCases.cost()}
		var ends []*reasoner
		var all []Case
		for _, v := range d.List() {
			c, steps := r.assume(ctx, IsNode(i, v), 0)
			if !c.dead {
				ends = append(ends, c)
			}
			all = append(all, Case{IsNode(i, v), steps, c.dead})
		}
		if len(ends) == 0 {
			continue
		}
		inf.Gives = r.common(ends, i)
		if len(inf.Gives) == 0 {
			continue
		}
		for _, c := range all {
			c.Steps = trim(c.Steps, inf.Gives, c.Fails)
			inf.Cases = append(inf.Cases, c)
		}
		// One distinction that excludes several values saves as many contradictions.
		inf.Cost += subCost(inf.Cases) - float64(r.excluded(inf.Gives)-1)
		inf.Clues = caseClues(inf.Cases)
		if best == nil || inf.Cost < best.Cost {
			best = inf
		}
	}
	return best
}

// excluded counts the values that atoms exclude.
func (r *reasoner) excluded(atoms []*Node) int {
	n := 0
	for _, a := range atoms {
		if a.Op == Is {
			n += r.k.dom[a.Prop].Count() - 1
		} else {
			n++
		}
	}
	return n
}

// common lists the atoms that are new in all cases.
func (r *reasoner) common(ends []*reasoner, except int) []*Node {
	var out []*Node
	for i, d := range r.k.dom {
		if i == except {
			continue
		}
		rest := NewBits(len(r.p.Properties[i].Values))
		for _, e := range ends {
			rest.Or(e.k.dom[i])
		}
		if rest.Count() == 1 && d.Count() > 1 {
			out = append(out, IsNode(i, rest.First()))
			continue
		}
		for _, v := range d.List() {
			if !rest.Has(v) {
				out = append(out, IsNotNode(i, v))
			}
		}
	}
	return out
}

// exclude takes the clue that bans most of the things that are left.
func (r *reasoner) exclude() *Inference {
	if r.alive == nil {
		return nil
	}
	clue, banned := mostBanning(r.bans, r.alive)
	if clue < 0 {
		return nil
	}
	r.alive.AndNot(banned)
	return &Inference{Law: LawExclusion, Clues: []int{clue}, Banned: banned, Cost: LawExclusion.cost() + log2(r.alive.Count()+1)}
}

// Derive solves a puzzle by forward reasoning: again and again the cheapest law that applies gives new facts, until every
// property has one value or nothing more follows. Laws that cost more than limit are not used; limit 0 means all. Facts given
// in from (atoms) are known at the start. visit is called for each step until it returns false. Solved tells whether every
// property had one value in the end. Clues, and facts, that contradict each other are an error.
func (in *Instance) Derive(ctx context.Context, from []*Node, limit float64, visit func(Inference) bool) (solved bool, err error) {
	r := newReasoner(in)
	r.learn(from, -1)
	return r.derive(ctx, limit, visit)
}

// derive is Derive from what the reasoner knows.
func (r *reasoner) derive(ctx context.Context, limit float64, visit func(Inference) bool) (solved bool, err error) {
	if limit <= 0 {
		limit = LawExclusion.cost()
	}
	for {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if r.dead {
			return false, errContradiction
		}
		if r.k.solved() {
			return true, nil
		}
		if r.k.spent() {
			return false, nil
		}
		inf := r.next(limit)
		if r.dead {
			return false, errContradiction
		}
		if inf == nil && limit >= LawContradiction.cost() {
			inf = r.contradiction(ctx, 0)
			if other := r.cases(ctx); other != nil && (inf == nil || other.Cost < inf.Cost) {
				inf = other
			}
			if inf != nil {
				r.learn(inf.Gives, -1)
			}
		}
		if inf == nil && limit >= LawExclusion.cost() {
			if inf = r.exclude(); inf == nil && r.alive == nil {
				for depth := 1; depth <= 3 && inf == nil && !r.k.spent(); depth++ {
					if inf = r.contradiction(ctx, depth); inf != nil {
						r.learn(inf.Gives, -1)
					}
				}
			}
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if inf == nil || !visit(*inf) {
			return r.k.solved(), nil
		}
	}
}

// errContradiction is the error of clues, or of clues and marks, that leave no solution.
var errContradiction = fmt.Errorf("nothing is left: the clues, or they and what was marked, contradict each other")

// lawNamed finds the cost up to which laws may be used.
func lawNamed(name string) (float64, error) {
	var known []string
	for _, l := range laws() {
		if string(l.law) == name {
			return l.cost, nil
		}
		known = append(known, string(l.law))
	}
	return 0, puzzle.Unknownf("law", name, known)
}
