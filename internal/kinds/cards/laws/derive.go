package laws

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/solve"
)

// Reasoner derives facts. It is not safe for concurrent use.
type Reasoner struct {
	p      *deck.Puzzle
	k      *Knowledge
	known  []signed // formulas that are true and may still give something
	said   []signed // compound formulas that are or were known: nothing is derived twice
	stated map[[2]int]bool
	Alive  bitset.Set // of listed things, those that are left
	table  *solving.Table
	bans   []bitset.Set
	dead   bool // a contradiction was met
}

// Subject is a puzzle to reason about.
type Subject struct {
	P      *deck.Puzzle
	Table  *solving.Table // of the things that are listed; nil for factored puzzles
	Bans   []bitset.Set   // by clue
	Engine solve.Engine   // says of factored puzzles what follows from what
}

// NewSubject gives a valid puzzle to reason about; of one that lists its things, what each clue bans is worked out.
func NewSubject(p *deck.Puzzle, engine solve.Engine) Subject {
	s := Subject{P: p, Engine: engine}
	if !p.Factored {
		s.Table, _ = solving.NewTable(p) // only factored puzzles have none
		for i := range p.Clues {
			s.Bans = append(s.Bans, s.Table.Bans(p.Clues[i].Expr))
		}
	}
	return s
}

// Reasoner makes a reasoner who knows the clues.
func (s Subject) Reasoner() *Reasoner {
	r := &Reasoner{p: s.P, k: NewKnowledge(s.P), stated: map[[2]int]bool{}, table: s.Table, bans: s.Bans}
	for i := range s.P.Properties {
		if v := r.k.Single(i); v >= 0 {
			r.stated[[2]int{i, v}] = true // a domain of one value
		}
	}
	for i := range s.P.Clues {
		r.known = append(r.known, signed{s.P.Clues[i].Expr, false, i}.normal())
	}
	r.said = slices.Clone(r.known)
	if s.Table != nil {
		r.Alive = s.Table.All.Clone()
	}
	return r
}

func (r *Reasoner) clone() *Reasoner {
	c := *r
	c.k = r.k.clone()
	c.known = slices.Clone(r.known)
	c.said = slices.Clip(r.said)
	c.stated = make(map[[2]int]bool, len(r.stated))
	for a := range r.stated {
		c.stated[a] = true
	}
	if r.Alive != nil {
		c.Alive = r.Alive.Clone()
	}
	return &c
}

// Learn adds facts. An atom that leaves a property without value is a contradiction.
func (r *Reasoner) Learn(facts []*deck.Node, clue int) {
	for _, n := range facts {
		if n.Op > deck.IsNot {
			f := signed{n, false, clue}.normal()
			r.known = append(r.known, f)
			r.said = append(r.said, f)
			continue
		}
		if !r.k.Assert(n) {
			r.dead = true
		}
		if n.Op == deck.Is {
			r.stated[[2]int{n.Prop, n.Val}] = true
		}
		if r.Alive != nil {
			if n.Op == deck.Is {
				r.Alive.And(r.table.Has[n.Prop][n.Val])
			} else {
				r.Alive.AndNot(r.table.Has[n.Prop][n.Val])
			}
		}
	}
}

// next gives the cheapest inference that needs no assumption, and learns from it; nil when there is none. A formula that is
// broken gives an inference without new facts and sets dead.
func (r *Reasoner) next(limit float64) *Inference {
	if law, gives, from := r.k.structural(r.stated); law != "" {
		inf := &Inference{Law: law, Gives: gives, From: from, Cost: law.cost()}
		r.Learn(gives, -1)
		return inf
	}
	var best *Inference
	bestClue, bestAt := -1, -1
	keep := r.known[:0]
	for _, f := range r.known {
		t := r.k.evalSigned(f)
		if t == True && !(f.n.Op <= deck.IsNot) {
			continue // nothing more follows from it
		}
		if t == False {
			r.dead = true
			inf := &Inference{Law: Contradiction, Clues: clueList(f.clue), From: append([]*deck.Node{f.node()}, r.k.atoms(f.n)...), Cost: 1}
			return inf
		}
		keep = append(keep, f)
		law, gives, whys := r.k.apply(f)
		gives = slices.DeleteFunc(gives, func(g signed) bool {
			return g.n.Op > deck.IsNot && slices.ContainsFunc(r.said, func(s signed) bool { return sameFormula(s, g) })
		})
		if len(gives) == 0 || law.cost() > limit || best != nil && best.Cost <= law.cost() {
			continue
		}
		inf := &Inference{Law: law, Clues: clueList(f.clue), Cost: law.cost()}
		if law != Given {
			inf.From = append(inf.From, f.node())
		}
		for _, w := range whys {
			inf.From = append(inf.From, r.k.atoms(w)...)
		}
		if law == Calculation || law == Places {
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
	if best.Law == Given || best.Law == Conjunction || best.Law == Implication {
		r.known = slices.Delete(r.known, bestAt, bestAt+1) // it has said all
	}
	r.Learn(best.Gives, bestClue)
	return best
}

func clueList(c int) []int {
	if c < 0 {
		return nil
	}
	return []int{c}
}

// things excludes the values that no thing has that is left.
func (r *Reasoner) things(limit float64) *Inference {
	if r.Alive == nil || Things.cost() > limit {
		return nil
	}
	if r.Alive.Empty() {
		r.dead = true
		return &Inference{Law: Contradiction, Cost: 1}
	}
	inf := &Inference{Law: Things, Cost: Things.cost()}
	for i, d := range r.k.Dom {
		for _, v := range d.List() {
			if !r.table.Has[i][v].Meets(r.Alive) {
				inf.Gives = append(inf.Gives, deck.IsNotNode(i, v))
			}
		}
	}
	if len(inf.Gives) == 0 {
		return nil
	}
	r.Learn(inf.Gives, -1)
	return inf
}

// run takes steps without assumptions until nothing more follows.
func (r *Reasoner) run() []Inference {
	var out []Inference
	for !r.dead && !r.k.spent() {
		inf := r.next(Things.cost())
		if inf == nil {
			break
		}
		out = append(out, *inf)
	}
	return out
}

// trim leaves out the steps that the facts wanted do not rest on. The last step is always wanted when it is a contradiction.
func trim(steps []Inference, wanted []*deck.Node, fails bool) []Inference {
	need := make([]bool, len(steps))
	var mark func(at int, facts []*deck.Node)
	mark = func(at int, facts []*deck.Node) {
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
		if steps[last].Law == Contradiction && len(from) == 0 { // no thing is left: everything may matter
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
func emptied(before []Inference, last Inference) []*deck.Node {
	var out []*deck.Node
	for _, g := range last.Gives {
		if g.Op > deck.IsNot {
			continue
		}
		for _, s := range before {
			for _, f := range s.Gives {
				if f.Op <= deck.IsNot && f.Prop == g.Prop {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// givesFact reports whether a step gives a fact, or one that it follows from at once: p = v excludes every other value of p.
func givesFact(s Inference, f *deck.Node) bool {
	for _, g := range s.Gives {
		if f.Op > deck.IsNot {
			if deck.EqualNode(f, g) {
				return true
			}
			continue
		}
		if g.Op <= deck.IsNot && g.Prop == f.Prop && (sameAtom(g, f) || g.Op == deck.Is && f.Op == deck.IsNot && g.Val != f.Val) {
			return true
		}
	}
	return false
}

// assume gives what follows from an atom: the steps, and where they lead.
func (r *Reasoner) assume(ctx context.Context, atom *deck.Node, depth int) (*Reasoner, []Inference) {
	c := r.clone()
	c.Learn([]*deck.Node{atom}, -1)
	c.stated[[2]int{atom.Prop, atom.Val}] = atom.Op == deck.Is
	steps := c.run()
	for depth > 0 && !c.dead && !c.k.Solved() && ctx.Err() == nil && !c.k.spent() {
		inf := c.contradiction(ctx, depth-1)
		if inf == nil {
			break
		}
		c.Learn(inf.Gives, -1)
		steps = append(append(steps, *inf), c.run()...)
	}
	return c, steps
}

// Refute gives the steps by which an atom leads to a contradiction; none where that is not found.
func (r *Reasoner) Refute(ctx context.Context, atom *deck.Node) []Inference {
	c, steps := r.assume(ctx, atom, 1)
	if !c.dead {
		return nil
	}
	return trim(steps, nil, true)
}

// Exclude takes listed things for banned, and learns that the solution has none of the values that only they have.
func (r *Reasoner) Exclude(things bitset.Set) {
	r.Alive.AndNot(things)
	for i, d := range r.k.Dom {
		for _, v := range d.List() {
			if r.table.Has[i][v].Subset(things) {
				r.Learn([]*deck.Node{deck.IsNotNode(i, v)}, -1)
			}
		}
	}
}

// contradiction finds the value whose assumption fails most cheaply.
func (r *Reasoner) contradiction(ctx context.Context, depth int) *Inference {
	var best *Inference
	for i, d := range r.k.Dom {
		if d.Count() < 2 || ctx.Err() != nil || r.k.spent() {
			continue
		}
		for _, v := range d.List() {
			if ctx.Err() != nil || r.k.spent() {
				break
			}
			c, steps := r.assume(ctx, deck.IsNode(i, v), depth)
			if !c.dead {
				continue
			}
			steps = trim(steps, nil, true)
			inf := &Inference{Law: Contradiction, Gives: []*deck.Node{deck.IsNotNode(i, v)}, Cost: Contradiction.cost(),
				Cases: []Case{{deck.IsNode(i, v), steps, true}}}
			inf.Cost += subCost(inf.Cases)
			inf.Clues = CaseClues(inf.Cases)
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

// CaseClues lists the clues of cases.
func CaseClues(cases []Case) []int {
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
func (r *Reasoner) cases(ctx context.Context) *Inference {
	var best *Inference
	for i, d := range r.k.Dom {
		if d.Count() < 2 || ctx.Err() != nil || r.k.spent() {
			continue
		}
		inf := &Inference{Law: Cases, Cost: Cases.cost()}
		var ends []*Reasoner
		var all []Case
		for _, v := range d.List() {
			c, steps := r.assume(ctx, deck.IsNode(i, v), 0)
			if !c.dead {
				ends = append(ends, c)
			}
			all = append(all, Case{deck.IsNode(i, v), steps, c.dead})
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
		inf.Clues = CaseClues(inf.Cases)
		if best == nil || inf.Cost < best.Cost {
			best = inf
		}
	}
	return best
}

// excluded counts the values that atoms exclude.
func (r *Reasoner) excluded(atoms []*deck.Node) int {
	n := 0
	for _, a := range atoms {
		if a.Op == deck.Is {
			n += r.k.Dom[a.Prop].Count() - 1
		} else {
			n++
		}
	}
	return n
}

// common lists the atoms that are new in all cases.
func (r *Reasoner) common(ends []*Reasoner, except int) []*deck.Node {
	var out []*deck.Node
	for i, d := range r.k.Dom {
		if i == except {
			continue
		}
		rest := bitset.New(len(r.p.Properties[i].Values))
		for _, e := range ends {
			rest.Or(e.k.Dom[i])
		}
		if rest.Count() == 1 && d.Count() > 1 {
			out = append(out, deck.IsNode(i, rest.First()))
			continue
		}
		for _, v := range d.List() {
			if !rest.Has(v) {
				out = append(out, deck.IsNotNode(i, v))
			}
		}
	}
	return out
}

// exclude takes the clue that bans most of the things that are left.
func (r *Reasoner) exclude() *Inference {
	if r.Alive == nil {
		return nil
	}
	clue, banned := MostBanning(r.bans, r.Alive)
	if clue < 0 {
		return nil
	}
	r.Alive.AndNot(banned)
	return &Inference{Law: Exclusion, Clues: []int{clue}, Banned: banned, Cost: Exclusion.cost() + log2(r.Alive.Count()+1)}
}

// Derive solves a puzzle by forward reasoning: again and again the cheapest law that applies gives new facts, until every
// property has one value or nothing more follows. Laws that cost more than limit are not used; limit 0 means all. Facts given
// in from (atoms) are known at the start. visit is called for each step until it returns false. Solved tells whether every
// property had one value in the end. Clues, and facts, that contradict each other are an error.
func (s Subject) Derive(ctx context.Context, from []*deck.Node, limit float64, visit func(Inference) bool) (solved bool, err error) {
	r := s.Reasoner()
	r.Learn(from, -1)
	return r.Derive(ctx, limit, visit)
}

// Derive is Derive from what the reasoner knows.
func (r *Reasoner) Derive(ctx context.Context, limit float64, visit func(Inference) bool) (solved bool, err error) {
	if limit <= 0 {
		limit = Exclusion.cost()
	}
	for {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if r.dead {
			return false, ErrContradiction
		}
		if r.k.Solved() {
			return true, nil
		}
		if r.k.spent() {
			return false, nil
		}
		inf := r.next(limit)
		if r.dead {
			return false, ErrContradiction
		}
		if inf == nil && limit >= Contradiction.cost() {
			inf = r.contradiction(ctx, 0)
			if other := r.cases(ctx); other != nil && (inf == nil || other.Cost < inf.Cost) {
				inf = other
			}
			if inf != nil {
				r.Learn(inf.Gives, -1)
			}
		}
		if inf == nil && limit >= Exclusion.cost() {
			if inf = r.exclude(); inf == nil && r.Alive == nil {
				for depth := 1; depth <= 3 && inf == nil && !r.k.spent(); depth++ {
					if inf = r.contradiction(ctx, depth); inf != nil {
						r.Learn(inf.Gives, -1)
					}
				}
			}
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if inf == nil || !visit(*inf) {
			return r.k.Solved(), nil
		}
	}
}

// ErrContradiction is the error of clues, or of clues and marks, that leave no solution.
var ErrContradiction = fmt.Errorf("nothing is left: the clues, or they and what was marked, contradict each other")

// MostBanning gives the clue that bans most of some things, and those that it bans; -1 where no clue bans any.
func MostBanning(bans []bitset.Set, things bitset.Set) (clue int, banned bitset.Set) {
	clue, most := -1, 0
	for c, b := range bans {
		if n := things.Count() - things.CountAndNot(b); n > most {
			clue, most = c, n
		}
	}
	if clue >= 0 {
		banned = bans[clue].Clone()
		banned.And(things)
	}
	return clue, banned
}
