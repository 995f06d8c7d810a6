// Package telling tells the solution of a zebra puzzle in few sentences: [Tell] all of it, [Hint] the next one.
//
// A ladder of cheapest steps (package ladder) tells everything that can be seen; a person tells only what leads on. So a
// proof is searched for whose lines are few, each the work of one clue, and where a line has no clue left to use, a
// supposition that fails soon.
//
// The idea: what the eye sees costs no words. Between lines the graph of links is closed under exclusivity and support
// through triangles ("a placed item is nowhere else", "what shares a place shares all"), and a line is one clue that adds
// to it. Lines are first collected greedily, then taken away one by one as long as the rest, replayed, still solves the
// puzzle; then the single conclusions of the lines likewise. Replaying computes each line's conclusions anew from what
// stands before it, so that every line that is left follows from its clue and the lines before it.
package telling

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// domain says which items of a category an item may go with: the form of every conclusion.
type domain struct {
	x, cat int
	set    uint64
}

// line is one step of a proof that is to be told.
type line struct {
	clue    int            // the clue used, or -1
	suppose *matching.Fact // what is supposed, and refuted by sub; gives has its contrary
	sub     []line         // under the supposition; the last one contradicts itself
	at      []domain       // the rows it speaks of; their sets are what replaying found last
	fails   bool           // the line ends a supposition: the clue cannot hold
}

// teller searches for proofs of one puzzle.
type teller struct {
	p     *matching.Puzzle
	e     *solver.Engine
	g     *elimination.Graph
	rows  [][]solver.Slot // by clue: the rows that it speaks of
	clues []int           // those that propagation takes
	trial int             // varies what is tried first among equals
	luck  *rng.Stream
}

func newTeller(p *matching.Puzzle) *teller {
	e := solver.New(p)
	t := &teller{p: p, e: e, g: e.Graph, clues: matching.Numbers(len(p.Clues))}
	for i := range p.Clues {
		rows := e.Rules[i].Slots(p.N)
		// What is told is where an item is, rather than who is at a place.
		slices.SortStableFunc(rows, func(a, b solver.Slot) int {
			return boolInt(b.Cat == p.Anchor()) - boolInt(a.Cat == p.Anchor())
		})
		t.rows = append(t.rows, rows)
	}
	return t
}

// effect gives what a clue adds to the graph, which is at its fixpoint and is left so. It reports whether the clue can hold.
func (t *teller) effect(clue int) ([]domain, bool) {
	g := t.g
	mark := g.Mark()
	before := make([]uint64, len(t.rows[clue]))
	for i, s := range t.rows[clue] {
		before[i] = g.Row(s.X, s.Cat)
	}
	ok := true
	for edges := -1; ok && edges != g.Edges(); {
		edges = g.Edges()
		t.e.Rules[clue].Enforce(g, true)
		ok = !g.Failed() && g.Propagate()
	}
	var out []domain
	if ok {
		for i, s := range t.rows[clue] {
			if now := g.Row(s.X, s.Cat); now != before[i] {
				out = append(out, domain{s.X, s.Cat, now})
			}
		}
	}
	g.Undo(mark)
	return out, ok
}

// distinct drops conclusions that others say: of "a goes with b" and "b goes with a" one, and what the others take away.
func (t *teller) distinct(ds []domain) []domain {
	if len(ds) < 2 {
		return ds
	}
	slices.SortStableFunc(ds, func(a, b domain) int {
		return boolInt(matching.Single(b.set)) - boolInt(matching.Single(a.set))
	})
	g := t.g
	mark := g.Mark()
	defer g.Undo(mark)
	out := ds[:0]
	for _, d := range ds {
		if t.shows(d) {
			continue
		}
		g.Restrict(d.x, d.cat, d.set)
		g.Propagate()
		out = append(out, d)
	}
	return out
}

// shows tells whether the graph has a conclusion already.
func (t *teller) shows(d domain) bool { return t.g.Row(d.x, d.cat)&^d.set == 0 }

// left gives what conclusions leave of a row of the graph.
func (t *teller) left(d domain, ds []domain) uint64 {
	row := t.g.Row(d.x, d.cat)
	for _, e := range ds {
		if e.x == d.x && e.cat == d.cat {
			row &= e.set
		}
	}
	return row
}

// take adds conclusions to the graph and reports whether it still holds together.
func (t *teller) take(ds []domain) bool {
	for _, d := range ds {
		if t.g.Restrict(d.x, d.cat, d.set); t.g.Failed() {
			return false
		}
	}
	return t.g.Propagate()
}

// deny adds the contrary of a fact.
func (t *teller) deny(f matching.Fact) bool { return t.suppose(f.Contrary()) }

// suppose adds a fact and reports whether the graph still holds together.
func (t *teller) suppose(f matching.Fact) bool {
	t.e.Assert(f)
	return t.g.Propagate()
}

// replay puts the conclusions of lines on the graph, computed anew. It reports whether every line follows, and whether the
// graph still holds together. Lines that give nothing any more are left empty.
func (t *teller) replay(ls []line) (follows, holds bool) {
	for i := range ls {
		l := &ls[i]
		switch {
		case l.suppose != nil:
			mark := t.g.Mark()
			refuted := !t.suppose(*l.suppose)
			if !refuted {
				ok, holds := t.replay(l.sub)
				refuted = ok && !holds
			}
			t.g.Undo(mark)
			if !refuted {
				return false, true
			}
			if !t.deny(*l.suppose) {
				return true, false
			}
		default:
			ds, ok := t.effect(l.clue)
			if l.fails = !ok; !ok {
				return true, false
			}
			for j := range l.at {
				d := &l.at[j]
				d.set = t.left(*d, ds)
			}
			if !t.take(l.at) {
				return true, false
			}
		}
	}
	return true, true
}

// shorten takes away lines, then single conclusions, as long as enough says that what is left still does. enough replays it on the graph.
func (t *teller) shorten(ctx context.Context, ls []line, enough func(ls []line) bool) []line {
	try := func(shorter []line) bool {
		mark := t.g.Mark()
		ok := enough(shorter)
		t.g.Undo(mark)
		return ok
	}
	if t.large() {
		return t.trim(ctx, ls, try)
	}
	for again := true; again && ctx.Err() == nil; {
		again = false
		order := make([]*line, len(ls)) // suppositions first: they cost most
		for i := range ls {
			order[i] = &line{clue: i}
			order[i].sub = ls[i].sub
		}
		drop := make([]bool, len(ls))
		if t.trial > 0 {
			t.luck.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		slices.SortStableFunc(order, func(a, b *line) int { return weight(b.sub) - weight(a.sub) })
		rest := func() (out []line) {
			for i, l := range ls {
				if !drop[i] {
					out = append(out, l)
				}
			}
			return out
		}
		for _, o := range order {
			if drop[o.clue] = true; try(copyLines(rest())) {
				again = true
			} else {
				drop[o.clue] = false
			}
		}
		ls = rest()
		for i := range ls {
			for j := 0; j < len(ls[i].at); j++ {
				shorter := copyLines(ls)
				shorter[i].at = slices.Delete(shorter[i].at, j, j+1)
				if try(shorter) {
					ls = shorter
					j--
					again = true
				}
			}
		}
	}
	ls = copyLines(ls)
	try(ls)
	return ls
}

// trim is shorten for large puzzles. It goes through the lines once, from the last to the first, so that it need not replay the lines
// before the present one.
func (t *teller) trim(ctx context.Context, ls []line, try func(ls []line) bool) []line {
	start := t.g.Mark()
	var marks []elimination.Mark
	for i := range ls {
		marks = append(marks, t.g.Mark())
		t.replay(ls[i : i+1])
	}
	var kept []line // from the one looked at on
	for i := len(ls) - 1; i >= 0; i-- {
		t.g.Undo(marks[i])
		if ctx.Err() == nil && try(copyLines(kept)) {
			continue
		}
		with := append([]line{ls[i]}, kept...)
		for j := 0; j < len(with[0].at) && len(with[0].at) > 1; j++ { // without its last conclusion a line says nothing
			shorter := copyLines(with)
			shorter[0].at = slices.Delete(shorter[0].at, j, j+1)
			if ctx.Err() == nil && try(shorter) {
				with = shorter
				j--
			}
		}
		kept = with
	}
	t.g.Undo(start)
	kept = copyLines(kept)
	try(kept)
	return kept
}

func copyLines(ls []line) []line {
	out := slices.Clone(ls)
	for i := range out {
		out[i].at = slices.Clone(out[i].at)
		out[i].sub = copyLines(out[i].sub)
	}
	return out
}

// follow applies clues until none adds anything; each use is a line. It reports whether the graph still holds together.
func (t *teller) follow(ctx context.Context) (ls []line, holds bool) {
	for ctx.Err() == nil { // also when all is placed: a clue may still say that it is wrong
		best, gain := t.strongest()
		if best < 0 {
			break
		}
		if gain == nil {
			return append(ls, line{clue: best, fails: true}), false
		}
		ls = append(ls, line{clue: best, at: gain})
		if !t.take(gain) {
			return ls, false
		}
	}
	return ls, true
}

// strongest gives the clue worth most, with what it gives, which is nothing where the clue cannot hold; none, -1, when no clue gives
// anything.
func (t *teller) strongest() (best int, gain []domain) {
	n := len(t.clues)
	best, most := -1, -1.0
	for i := range n {
		c := t.clues[(i+t.trial*7)%n]
		ds, ok := t.effect(c)
		if !ok {
			return c, nil
		}
		factor := t.vary(1)
		if factor*worth(ds) <= most { // said once it is worth no more
			continue
		}
		ds = t.distinct(ds)
		if v := factor * worth(ds); len(ds) > 0 && v > most {
			best, most, gain = c, v, ds
		}
	}
	return best, gain
}

// worth prefers clues that place items, then those that leave little open.
func worth(ds []domain) float64 {
	v := 0.0
	for _, d := range ds {
		if n := bits.OnesCount64(d.set); n == 1 {
			v += 100
		} else {
			v += float64(20 / n)
		}
	}
	return v
}

// vary changes what a choice is worth by up to a half, in all trials but the first, so that they differ.
func (t *teller) vary(v float64) float64 {
	if t.trial == 0 {
		return v
	}
	return v * (0.75 + t.luck.Float64()/2)
}

// value is what a refuted supposition is worth: how much its contrary takes away for the sentences that it costs. Trials differ in
// whether a short one or a strong one counts for more.
func (t *teller) value(s guess, l line) float64 {
	cost := [...]float64{4, 1, 8, 2, 16}[t.trial%5]
	return t.vary(float64(s.gain) / (cost + float64(weight(l.sub))))
}

// refutation supposes a fact, propagates the clues, and gives the line that refutes the fact, not yet shortened. ok is false where there is
// no contradiction. The graph is left as it was.
func (t *teller) refutation(ctx context.Context, s guess, depth int) (l line, ok bool) {
	g := t.g
	mark := g.Mark()
	defer g.Undo(mark)
	l = line{clue: -1, suppose: &s.f}
	if !t.suppose(s.f) {
		return l, true
	}
	if t.large() && s.clues != nil {
		all := t.clues
		t.clues = s.clues
		defer func() { t.clues = all }()
	}
	sub, holds := t.follow(ctx)
	if holds && depth > 0 && ctx.Err() == nil && !g.Solved() {
		more, h := t.prove(ctx, depth-1)
		sub, holds = append(sub, more...), h
	}
	l.sub = sub
	return l, !holds
}

// refined gives the shortest line found that refutes what a line refutes.
func (t *teller) refined(ctx context.Context, l line) line {
	g := t.g
	mark := g.Mark()
	defer g.Undo(mark)
	if t.suppose(*l.suppose) {
		l.sub = t.shorten(ctx, l.sub, func(ls []line) bool {
			ok, holds := t.replay(ls)
			return ok && !holds
		})
	}
	return l
}

// refute gives the refutation worth most of some guesses. Those that look best as they are found are shortened, and compared then.
func (t *teller) refute(ctx context.Context, guesses []guess, depth int) (best line, found bool) {
	type candidate struct {
		g     guess
		l     line
		value float64
	}
	var few []candidate
	for _, s := range guesses {
		if l, ok := t.refutation(ctx, s, depth); ok {
			few = append(few, candidate{s, l, t.value(s, l)})
		}
	}
	slices.SortStableFunc(few, func(a, b candidate) int { return cmp.Compare(b.value, a.value) })
	most := 0.0
	for _, c := range few[:min(len(few), t.effort(shortened))] {
		l := t.refined(ctx, c.l)
		if v := t.value(c.g, l); !found || v > most {
			best, found, most = l, true, v
		}
	}
	return best, found
}

// How many suppositions are propagated at a time, and of how many the way to the contradiction is shortened.
const (
	followed  = 16
	shortened = 4
)

// effort is how many of some are tried: fewer in a large puzzle, where each takes long.
func (t *teller) effort(some int) int {
	if t.large() {
		return some / 4
	}
	return some
}

// weight counts the sentences that lines take, about.
func weight(ls []line) int {
	w := 0
	for _, l := range ls {
		if w++; l.suppose != nil {
			w += 1 + weight(l.sub)
		}
	}
	return w
}

// guess is a fact that the clues refute, and how many links its contrary takes away, propagated.
type guess struct {
	f     matching.Fact
	gain  int
	clues []int // those with which propagation refutes it
	cost  int   // what refuting it takes: as many clues, or the choices of a search
}

// gain tells how many links the contrary of a fact takes away, propagated, and whether it holds together. The graph is left as it was.
func (t *teller) gain(f matching.Fact) (gain int, holds bool) {
	mark, edges := t.g.Mark(), t.g.Edges()
	defer t.g.Undo(mark)
	holds = t.deny(f)
	return edges - t.g.Edges(), holds
}

// failing lists the facts that fail when they are propagated, those first whose contrary takes most away; in a large puzzle, where few of
// them are looked at, those for which also few clues are needed.
func (t *teller) failing() []guess {
	g := t.g
	base := g.Mark()
	defer g.Undo(base)
	t.e.PostAll()
	if !g.Propagate() {
		return nil
	}
	var out []guess
	for f := range t.e.Open() {
		clues, failed := t.e.Fails(f)
		if !failed {
			continue
		}
		s := guess{f: f, clues: clues}
		s.gain, _ = t.gain(f)
		s.cost = len(s.clues)
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b guess) int {
		if t.large() {
			return b.gain*(4+a.cost) - a.gain*(4+b.cost)
		}
		return b.gain - a.gain
	})
	return out
}

// prove solves the graph as it is, or contradicts it; depth bounds the suppositions inside suppositions.
func (t *teller) prove(ctx context.Context, depth int) (ls []line, holds bool) {
	var guesses []guess
	for ctx.Err() == nil {
		more, holds := t.follow(ctx)
		if ls = append(ls, more...); !holds || t.g.Solved() {
			return ls, holds
		}
		best, found := t.refuting(ctx, &guesses, depth)
		if !found {
			return ls, true
		}
		ls = append(ls, best)
		if !t.deny(*best.suppose) {
			return ls, false
		}
	}
	return ls, true
}

// refuting gives the refutation worth most; guesses holds those that are known to fail.
func (t *teller) refuting(ctx context.Context, guesses *[]guess, depth int) (best line, found bool) {
	// What failed once fails when more is known. In a large puzzle it is used up before more is looked for, which takes long.
	*guesses = slices.DeleteFunc(*guesses, func(s guess) bool { return !t.g.Linked(s.f.X, s.f.Y) })
	if len(*guesses) == 0 || !t.large() {
		*guesses = t.failing()
	}
	best, found = t.refute(ctx, (*guesses)[:min(len(*guesses), t.effort(followed))], 0)
	if !found && depth > 0 && t.large() {
		if best, found = t.byCases(ctx); found {
			return best, true
		}
	}
	// The promising ones first; all of them only when none of those is refuted.
	for d := 1; !found && d <= 2*depth; d++ {
		few := 12
		if d > depth {
			few = t.g.Edges()
		}
		best, found = t.refute(ctx, t.open(few), (d-1)%depth+1)
	}
	return best, found
}

// open lists a few open links that do not contradict the clues at once, those first whose contrary would give most.
func (t *teller) open(few int) []guess {
	g := t.g
	base := g.Mark()
	defer g.Undo(base)
	t.e.PostAll()
	g.Propagate()
	var out []guess
	for f := range t.e.Open() {
		if gain, holds := t.gain(f); holds {
			out = append(out, guess{f: f, gain: gain})
		}
	}
	slices.SortStableFunc(out, func(a, b guess) int { return b.gain - a.gain })
	return out[:min(len(out), few)]
}

// byCases gives the refutation worth most of those that need suppositions inside: the smallest searches say which.
func (t *teller) byCases(ctx context.Context) (best line, found bool) {
	var guesses []guess
	for most := fewChoices; len(guesses) == 0 && most <= mostChoices && ctx.Err() == nil; most *= 4 {
		for _, row := range t.searched(ctx, most) {
			guesses = append(guesses, row.fail...)
		}
	}
	if len(guesses) == 0 {
		return best, false
	}
	s := slices.MinFunc(guesses, func(a, b guess) int { return b.gain*(4+a.cost) - a.gain*(4+b.cost) })
	return t.split(ctx, s.f, maxCasesInside)
}

// Fewest and most choices of the searches that look for cases, and most cases inside cases.
const (
	fewChoices, mostChoices = 1, 1 << 20
	maxCasesInside          = 12
)

// split refutes a fact by propagation and by the cases of rows, one inside another up to depth; ok is false where that contradicts nothing.
// The graph is left as it was.
func (t *teller) split(ctx context.Context, f matching.Fact, depth int) (l line, ok bool) {
	g := t.g
	mark := g.Mark()
	defer g.Undo(mark)
	l = line{clue: -1, suppose: &f}
	holds := t.suppose(f)
	for holds && ctx.Err() == nil {
		var more []line
		more, holds = t.follow(ctx)
		if l.sub = append(l.sub, more...); !holds {
			break
		}
		next, found := t.nextCase(ctx)
		if depth == 0 || !found {
			return l, false
		}
		inner, refuted := t.split(ctx, next, depth-1)
		if !refuted {
			return l, false
		}
		l.sub = append(l.sub, inner)
		holds = t.deny(next)
	}
	g.Undo(mark)
	return t.refined(ctx, l), !holds
}

// nextCase gives a fact to be refuted where all that is known contradicts itself: of the row whose cases take the smallest searches the
// one that takes least.
func (t *teller) nextCase(ctx context.Context) (f matching.Fact, found bool) {
	least := 0
	for most := fewChoices; !found && most <= mostChoices && ctx.Err() == nil; most *= 4 {
		for _, row := range t.searched(ctx, most) {
			sum := 0
			for _, s := range row.fail {
				sum += s.cost
			}
			if !row.all || found && sum >= least {
				continue
			}
			easiest := slices.MinFunc(row.fail, func(a, b guess) int { return a.cost - b.cost })
			f, found, least = easiest.f, true, sum
		}
	}
	return f, found
}

// cases are the places of an item that a search refutes; all tells that these are all that are open.
type cases struct {
	fail []guess
	all  bool
}

// searched gives for each item whose place is open the places that are refuted by a search of at most some choices. The graph is at its
// fixpoint and is left so.
func (t *teller) searched(ctx context.Context, most int) (out []cases) {
	g, p, n := t.g, t.p, t.p.N
	base := g.Mark()
	defer g.Undo(base)
	t.e.PostAll()
	if !g.Propagate() {
		return nil
	}
	t.e.Most = most
	defer func() { t.e.Most = 0 }()
	mark := g.Mark()
	anchor := p.Anchor()
	for x := range p.M() * n {
		row := g.Row(x, anchor)
		if x/n == anchor || matching.Single(row) {
			continue
		}
		item := cases{all: true}
		for ; row != 0; row &= row - 1 {
			s := guess{f: matching.NewFact(x, anchor*n+bits.TrailingZeros64(row), true)}
			t.suppose(s.f)
			found, err := t.e.Solve(ctx, 1)
			g.Undo(mark)
			if err != nil || len(found.Grids) > 0 {
				item.all = false
				continue
			}
			s.gain, _ = t.gain(s.f)
			s.cost = found.Nodes
			item.fail = append(item.fail, s)
		}
		if len(item.fail) > 0 {
			out = append(out, item)
		}
	}
	return out
}

// restart empties the graph but for what is known before the first line.
func (t *teller) restart(known []matching.Fact) {
	t.e.Reset()
	for _, f := range known {
		t.suppose(f)
	}
	if turn := t.p.Turn(); turn >= 0 {
		t.take([]domain{{turn, t.p.Line, 1}})
	}
	t.g.Propagate()
}

// tell searches for proofs from what is known and hands each to visit, shortened, until that has enough or the trials end. The first are
// searched for apart from each other; later ones begin as the one that visit finds least bad, up to a place drawn, and go on from there.
func (t *teller) tell(ctx context.Context, known []matching.Fact, apart, trials int, visit func(ls []line) (badness int, enough bool)) {
	g := t.g
	t.restart(known)
	start := g.Mark()
	var best []line
	least := 0
	for t.trial = 0; t.trial < trials && ctx.Err() == nil; t.trial++ {
		t.luck = rng.New(uint64(t.trial))
		var ls []line
		if t.trial >= apart && len(best) > 0 {
			ls = copyLines(best[:t.luck.IntN(len(best))])
			t.replay(ls)
		}
		more, _ := t.prove(ctx, maxInside)
		ls = append(ls, more...)
		solved := g.Solved()
		g.Undo(start)
		if !solved {
			continue
		}
		ls = t.shorten(ctx, ls, func(ls []line) bool {
			ok, holds := t.replay(ls)
			return ok && holds && g.Solved()
		})
		bad, enough := visit(ls)
		if best == nil || bad < least {
			best, least = ls, bad
		}
		if enough || t.large() {
			break
		}
	}
}

// maxInside bounds suppositions inside suppositions.
const maxInside = 3

// large reports whether a puzzle is so large that one proof, shortened once, must do.
func (t *teller) large() bool { return t.p.N*t.p.M() > 42 }

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
