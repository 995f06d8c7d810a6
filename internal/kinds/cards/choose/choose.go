package choose

import (
	"context"
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// chooser chooses clue sets at random. Everything it needs in the search is allocated once.
type chooser struct {
	d      *Demand
	u      *Universe
	r      *rng.Stream
	quotas []Quota
	things bitset.Set // that may be solutions
	usable bitset.Set // clues that may be chosen, whatever the solution

	// of one attempt
	left     bitset.Set // the solutions
	goal     bitset.Set // all other things
	cand     []int      // clues that ban no solution
	useful   []int      // those of them that ban something
	banners  [][]int
	size     int // how many clues; -1: as many as it takes
	chosen   []int
	in       []bool       // by clue: it is chosen
	count    []int        // by quota: how many of its clues are chosen
	once     []bitset.Set // by depth: things banned by at least one chosen clue
	more     []bitset.Set // by depth: things banned by at least two
	order    [][]int
	ctx      context.Context // of this attempt
	nodes    int
	maxNodes int
	most     int // nodes of an attempt

	Nodes int // nodes of all attempts
}

// newChooser prepares the search for a demand whose forms the universe has.
func newChooser(d *Demand, u *Universe, r *rng.Stream) *chooser {
	n, k := u.Table.N, len(u.Clues)
	c := &chooser{d: d, u: u, r: r, things: u.Table.All.Clone(), usable: bitset.Full(k), left: bitset.New(n), goal: bitset.New(n), in: make([]bool, k)}
	if d.Where != nil {
		c.things.And(u.Table.Valid(d.Where))
	}
	c.quotas = d.quotas(u.Forms)
	c.count = make([]int, len(c.quotas))
	return c
}

// restrict adds what an invariant demands as sets.
func (c *chooser) restrict(r Restriction) {
	if r.Solutions != nil {
		c.things.And(r.Solutions)
	}
	if r.Clues != nil {
		c.usable.And(r.Clues)
	}
	c.quotas = append(c.quotas, r.Quotas...)
	c.count = make([]int, len(c.quotas))
}

// maxAttemptNodes bounds one attempt; after so many nodes another solution and another order are tried.
const maxAttemptNodes = 4000

// attempt draws the solutions, the number of clues and the clues. It reports whether it found a choice: c.chosen and c.left.
// Every choice that meets the demands can come up: the solutions are drawn from all things, and at each node the clues that
// ban one thing are tried in random order, one of which every admissible set holds.
func (c *chooser) attempt(ctx context.Context, number int) (bool, error) {
	if !c.drawSolutions(number) {
		return false, nil
	}
	c.candidates()
	union := bitset.New(c.u.Table.N)
	for _, i := range c.useful {
		union.Or(c.u.Bans[i])
	}
	if !c.goal.Subset(union) {
		return false, nil
	}
	c.size = -1
	if c.d.MaxClues > 0 {
		c.size = c.d.MinClues + c.r.IntN(c.d.MaxClues-c.d.MinClues+1)
	}
	if c.size < 0 && c.plain() {
		c.carve()
		return true, ctx.Err()
	}
	c.prepare()
	c.ctx = ctx
	c.nodes, c.maxNodes = 0, c.most
	ok := c.search(0)
	c.Nodes += c.nodes
	return ok, ctx.Err()
}

// plain reports whether carving alone meets the demands: nothing bounds how many clues of any sort there are.
func (c *chooser) plain() bool {
	return len(c.quotas) == 0 && c.d.MinClues == 0 && c.d.Useless != Require && c.d.Redundant == Exclude
}

// drawSolutions draws the things that are to be left. Several solutions are drawn by turns as any things and as what is left
// by some clues, because most sets of many things are what no clues leave.
func (c *chooser) drawSolutions(number int) bool {
	k := c.d.Solutions
	list := c.things.List()
	if len(list) < k {
		return false
	}
	clear(c.left)
	if k > 1 && number%2 == 1 {
		return c.walk(list)
	}
	for i := range k {
		j := i + c.r.IntN(len(list)-i)
		list[i], list[j] = list[j], list[i]
		c.left.Set(list[i])
	}
	return true
}

// walk adds clues at random until as many things are left as there are to be solutions, all of them allowed.
func (c *chooser) walk(list []int) bool {
	seed := list[c.r.IntN(len(list))]
	c.left.Or(c.u.Table.All)
	next := bitset.New(c.u.Table.N)
	for range 40 * len(c.u.Clues) {
		n := c.left.Count()
		if n == c.d.Solutions {
			return c.left.Subset(c.things)
		}
		i := c.r.IntN(len(c.u.Clues))
		b := c.u.Bans[i]
		if b.Has(seed) || !c.usable.Has(i) {
			continue
		}
		copy(next, c.left)
		next.AndNot(b)
		if next.Count() >= c.d.Solutions {
			copy(c.left, next)
		}
	}
	return false
}

// candidates lists the clues that ban no solution.
func (c *chooser) candidates() {
	copy(c.goal, c.u.Table.All)
	c.goal.AndNot(c.left)
	c.cand, c.useful = c.cand[:0], c.useful[:0]
	for i, b := range c.u.Bans {
		if !c.usable.Has(i) || b.Meets(c.left) {
			continue
		}
		c.cand = append(c.cand, i)
		if !b.Empty() {
			c.useful = append(c.useful, i)
		}
	}
	c.chosen = c.chosen[:0]
	clear(c.in)
	clear(c.count)
}

// prepare lists for each thing the clues that ban it.
func (c *chooser) prepare() {
	n := c.u.Table.N
	if c.banners == nil {
		c.banners = make([][]int, n)
	}
	for i := range c.banners {
		c.banners[i] = c.banners[i][:0]
	}
	for _, i := range c.useful {
		for t := range c.u.Bans[i].All() {
			c.banners[t] = append(c.banners[t], i)
		}
	}
	c.depth(0)
	clear(c.once[0])
	clear(c.more[0])
}

// depth makes room for a level of the search.
func (c *chooser) depth(k int) {
	for len(c.once) <= k {
		c.once = append(c.once, bitset.New(c.u.Table.N))
		c.more = append(c.more, bitset.New(c.u.Table.N))
		c.order = append(c.order, nil)
	}
}

// search extends the choice until every thing of the goal is banned, then finishes it.
func (c *chooser) search(k int) bool {
	if c.nodes++; c.nodes&63 == 0 && c.ctx.Err() != nil {
		c.nodes = c.maxNodes + 1
	}
	if c.nodes > c.maxNodes {
		return false
	}
	once, more := c.once[k], c.more[k]
	thing := c.rarest(once)
	if thing < 0 {
		return c.finish(k)
	}
	if !c.room(once) {
		return false
	}
	c.depth(k + 1)
	order := append(c.order[k][:0], c.banners[thing]...)
	c.r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	c.order[k] = order
	for _, i := range order {
		if c.in[i] || !c.fits(i) {
			continue
		}
		b, o, m := c.u.Bans[i], c.once[k+1], c.more[k+1]
		for w := range b {
			m[w] = more[w] | once[w]&b[w]
			o[w] = once[w] | b[w]
		}
		c.push(i)
		if (c.d.Redundant != Exclude || c.needed(m)) && c.search(k+1) {
			return true
		}
		c.pop()
		if c.nodes > c.maxNodes {
			return false
		}
	}
	return false
}

// rarest gives the thing still to be banned that the fewest clues ban, or -1.
func (c *chooser) rarest(once bitset.Set) int {
	best := -1
	for w, g := range c.goal {
		for rest := g &^ once[w]; rest != 0; rest &= rest - 1 {
			t := w<<6 + bits.TrailingZeros64(rest)
			if best < 0 || len(c.banners[t]) < len(c.banners[best]) {
				best = t
			}
		}
	}
	return best
}

// room reports whether what is left to ban can be banned by as many clues as there is room for, and the least numbers of all
// quotas still reached.
func (c *chooser) room(once bitset.Set) bool {
	limit := c.size
	if limit < 0 {
		limit = deck.MaxClues
	}
	slots := limit - len(c.chosen)
	if c.d.Useless == Require {
		slots-- // one is for the useless clue
	}
	if slots <= 0 {
		return false
	}
	if c.size < 0 {
		return true
	}
	rest, most := c.goal.CountAndNot(once), 0
	if rest > slots*len(c.goal)*64 {
		return false
	}
	for _, i := range c.useful {
		if n := c.u.Bans[i].CountAndNot(once); n > most {
			if most = n; most*slots >= rest {
				break
			}
		}
	}
	if most*slots < rest {
		return false
	}
	return c.deficit() <= limit-len(c.chosen)
}

// deficit is how many clues are missing for the least number of some quota.
func (c *chooser) deficit() int {
	most := 0
	for q := range c.quotas {
		most = max(most, c.quotas[q].Min-c.count[q])
	}
	return most
}

// fits reports whether the quotas allow one more clue.
func (c *chooser) fits(i int) bool {
	for q := range c.quotas {
		if c.quotas[q].Max >= 0 && c.count[q] >= c.quotas[q].Max && c.quotas[q].Clues.Has(i) {
			return false
		}
	}
	return true
}

func (c *chooser) push(i int) {
	c.in[i] = true
	c.chosen = append(c.chosen, i)
	for q := range c.quotas {
		if c.quotas[q].Clues.Has(i) {
			c.count[q]++
		}
	}
}

func (c *chooser) pop() {
	i := c.chosen[len(c.chosen)-1]
	c.chosen = c.chosen[:len(c.chosen)-1]
	c.in[i] = false
	for q := range c.quotas {
		if c.quotas[q].Clues.Has(i) {
			c.count[q]--
		}
	}
}

// needed reports whether every chosen clue bans something that no other does.
func (c *chooser) needed(more bitset.Set) bool {
	for _, i := range c.chosen {
		if c.u.Bans[i].Subset(more) {
			return false
		}
	}
	return true
}

// finish adds the clues that are not needed to ban anything, and judges the whole. When it fails the choice is as before.
func (c *chooser) finish(k int) bool {
	base := len(c.chosen)
	size := c.size
	if size < 0 { // as many as it takes, and a few more where that is allowed
		size = max(base, c.d.MinClues, base+c.deficit())
		if c.d.Useless == Require || c.d.Redundant == Require {
			size = max(size, base+1)
		}
		if c.d.Useless != Exclude || c.d.Redundant != Exclude {
			for c.r.Bool() {
				size++
			}
		}
	}
	if size > deck.MaxClues {
		return false
	}
	c.depth(k + 1)
	more := c.more[k+1]
	copy(more, c.more[k])
	for len(c.chosen) < size {
		i := c.extra(size - len(c.chosen))
		if i < 0 {
			break
		}
		for w, b := range c.u.Bans[i] {
			more[w] |= b // everything is banned once already
		}
		c.push(i)
	}
	if len(c.chosen) == size && c.met(more) {
		return true
	}
	for len(c.chosen) > base {
		c.pop()
	}
	return false
}

// extra draws a clue that is to be added when everything is banned: useless, or redundant, or either, as the demands want it
// and with so many still to come; -1 when there is none.
func (c *chooser) extra(slots int) int {
	wantUseless := c.d.Useless == Require && slots == 1 && !c.haveUseless()
	pool := c.cand
	if c.d.Redundant != Exclude && c.d.Useless == Exclude {
		pool = c.useful
	}
	short := -1
	for q := range c.quotas {
		if c.quotas[q].Min-c.count[q] >= slots {
			short = q
		}
	}
	pick, seen := -1, 0
	for _, i := range pool { // reservoir sampling, so that every clue that will do has the same chance
		useless := c.u.Bans[i].Empty()
		switch {
		case c.in[i], !c.fits(i), wantUseless && !useless, !useless && c.d.Redundant == Exclude, useless && c.d.Useless == Exclude,
			short >= 0 && !c.quotas[short].Clues.Has(i):
			continue
		}
		if seen++; c.r.IntN(seen) == 0 {
			pick = i
		}
	}
	return pick
}

func (c *chooser) haveUseless() bool {
	return slices.ContainsFunc(c.chosen, func(i int) bool { return c.u.Bans[i].Empty() })
}

// met reports whether the choice meets the demands on its clues; more are the things that at least two of them ban.
func (c *chooser) met(more bitset.Set) bool {
	if len(c.chosen) < c.d.MinClues || c.d.MaxClues > 0 && len(c.chosen) > c.d.MaxClues || c.deficit() > 0 {
		return false
	}
	if c.d.Useless == Require && !c.haveUseless() {
		return false
	}
	if c.d.Redundant == Allow {
		return true
	}
	redundant := false
	for _, i := range c.chosen {
		redundant = redundant || !c.u.Bans[i].Empty() && c.u.Bans[i].Subset(more)
	}
	return redundant == (c.d.Redundant == Require)
}

// carve leaves out clues in a random order for as long as all that is to be banned stays banned: what is left is a minimal set, and every
// minimal set is left by some order. Clues that are hidden behind useless ones are added where those are allowed.
func (c *chooser) carve() {
	by := make([]int32, c.u.Table.N) // by thing: how many of the clues that are left ban it
	for _, i := range c.useful {
		for t := range c.u.Bans[i].All() {
			by[t]++
		}
	}
	needed := make([]bool, len(c.useful))
	for _, k := range c.r.Perm(len(c.useful)) {
		bans := c.u.Bans[c.useful[k]]
		for t := range bans.All() {
			if needed[k] = by[t] == 1; needed[k] {
				break
			}
		}
		if needed[k] {
			continue
		}
		for t := range bans.All() {
			by[t]--
		}
	}
	for k, i := range c.useful {
		if needed[k] {
			c.push(i)
		}
	}
	c.Nodes += len(c.useful)
	if c.d.Useless != Allow {
		return
	}
	for slots := deck.MaxClues - len(c.chosen); slots > 1 && c.r.Bool(); slots-- {
		if i := c.extra(slots); i >= 0 {
			c.push(i)
		}
	}
}
