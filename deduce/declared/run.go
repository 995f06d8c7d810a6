package declared

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
)

// run supposes a literal and draws conclusions, one instance at a time, the cheapest way first, until one is contradicted.
type run struct {
	b       *Board
	val     []int8    // by atom: what is known, and what is drawn
	at      []int32   // by atom: its place in the trail, from 1; 0: known before
	by      []int32   // by atom: the instance that drew it
	cost    []float64 // by atom: of the way to it
	trail   []Lit
	queue   queue
	waiting []float64                                        // by instance: what it waits with; -1: it does not
	visited []uint64                                         // set of instances that were asked
	allowed []bool                                           // by instance; nil: all
	global  bool                                             // whether rules about the whole board are asked
	deep    bool                                             // whether instances that have only a probe are searched in full when nothing else is left
	base    func(ctx context.Context, i int) (*probe, error) // a probe of an instance in which all holds that is known; nil: there is none
	based   bool                                             // the run began with all that is known
	lone    bool                                             // of heavy instances only those of bundle are asked
	bundle  []int
	passed  []int // the heavy instances that were not asked since there is no bundle
	without int   // an instance that is not asked; none: all are
	scratch []int8
	drawn   []Lit
	key     []byte
	work    int // what was asked, in about the same units everywhere
}

// none is no instance.
const none = -1

// What drew a literal, where no instance did.
const (
	supposed int32 = -1
	itself   int32 = -2 // what a value of a place says of its others, and the last that is left
)

// waiter is an instance that something has changed for.
type waiter struct {
	cost float64
	i    int
}

// queue is a heap of waiters, the cheapest first.
type queue []waiter

func (w waiter) before(o waiter) bool { return w.cost < o.cost || w.cost == o.cost && w.i < o.i }

func (q *queue) push(w waiter) {
	h := append(*q, w)
	n := len(h) - 1
	for n > 0 && w.before(h[(n-1)/2]) {
		h[n] = h[(n-1)/2]
		n = (n - 1) / 2
	}
	h[n] = w
	*q = h
}

func (q *queue) pop() waiter {
	h := *q
	first, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	for n := 0; len(h) > 0; {
		k := 2*n + 1
		if k+1 < len(h) && h[k+1].before(h[k]) {
			k++
		}
		if k >= len(h) || !h[k].before(last) {
			h[n] = last
			break
		}
		h[n] = h[k]
		n = k
	}
	return first
}

func (b *Board) newRun() *run {
	r := &run{b: b, val: make([]int8, len(b.atoms)), at: make([]int32, len(b.atoms)), by: make([]int32, len(b.atoms)), cost: make([]float64, len(b.atoms)),
		waiting: make([]float64, len(b.insts)), without: none, visited: make([]uint64, (len(b.insts)+63)/64), scratch: make([]int8, len(b.atoms))}
	for i := range r.waiting {
		r.waiting[i] = -1
	}
	return r
}

// from begins with what is known.
func (r *run) from(known []int8) {
	r.undo()
	copy(r.val, known)
	r.based = r.base != nil
}

// facts begins with some facts, and what clues show.
func (r *run) facts(lits []Lit) {
	r.undo()
	clear(r.val)
	r.based = false
	for _, list := range [][]Lit{r.b.seen, lits} {
		for _, l := range list {
			r.put(l)
		}
	}
}

// put makes a literal known before the run.
func (r *run) put(l Lit) {
	r.val[l.atom()] = -1
	if !l.holds() {
		return
	}
	if x := &r.b.vars[r.b.atoms[l.atom()].v]; !x.truth {
		for a := x.first; a < x.first+x.n; a++ {
			r.val[a] = -1
		}
	}
	r.val[l.atom()] = 1
}

// undo forgets what was drawn.
func (r *run) undo() {
	for _, l := range r.trail {
		r.val[l.atom()], r.at[l.atom()] = 0, 0
	}
	r.trail = r.trail[:0]
	for _, w := range r.queue {
		r.waiting[w.i] = -1
	}
	r.queue = r.queue[:0]
	for len(r.waiting) < len(r.b.insts) { // what has been stated since
		r.waiting = append(r.waiting, -1)
	}
	for len(r.visited) < (len(r.b.insts)+63)/64 {
		r.visited = append(r.visited, 0)
	}
	clear(r.visited)
}

func (r *run) holds(l Lit) bool {
	if l.holds() {
		return r.val[l.atom()] == 1
	}
	return r.val[l.atom()] == -1
}

// wait puts an instance in line.
func (r *run) wait(i int, cost float64) {
	if r.allowed != nil && !r.allowed[i] || r.b.insts[i].global && !r.global {
		return
	}
	if i == r.without {
		return
	}
	if r.lone && r.b.insts[i].sort == heavy && !slices.Contains(r.bundle, i) {
		if r.bundle == nil {
			r.passed = append(r.passed, i)
		}
		return
	}
	if w := r.waiting[i]; w >= 0 && w <= cost {
		return
	}
	r.waiting[i] = cost
	r.queue.push(waiter{cost, i})
}

// set draws a literal; no is true where the variable then has no value left, or two.
func (r *run) set(l Lit, by int32, cost float64) (no bool) {
	a := l.atom()
	if r.val[a] != 0 {
		return !r.holds(l)
	}
	r.val[a] = -1
	if l.holds() {
		r.val[a] = 1
	}
	r.trail = append(r.trail, l)
	r.at[a], r.by[a], r.cost[a] = int32(len(r.trail)), by, cost
	v := r.b.atoms[a].v
	for _, i := range r.b.watch[a] {
		r.wait(i, cost+r.b.insts[i].weight)
	}
	x := &r.b.vars[v]
	if x.truth {
		return false
	}
	if l.holds() {
		for other := x.first; other < x.first+x.n; other++ {
			if other != a && r.set(lit(other, false), itself, cost) {
				return true
			}
		}
		return false
	}
	last, open := -1, 0
	for other := x.first; other < x.first+x.n; other++ {
		switch r.val[other] {
		case 1:
			return false
		case 0:
			last = other
			open++
		}
	}
	switch open {
	case 0:
		return true
	case 1:
		return r.set(lit(last, true), itself, cost)
	}
	return false
}

// conflict is where a run ended: the instance that is contradicted (supposed: none, a place has no value left), by what, and the cost
// of the way.
type conflict struct {
	i    int32
	from []Lit
	cost float64
}

// suppose supposes a literal and draws conclusions up to a bound of cost; nil where nothing is contradicted.
func (r *run) suppose(ctx context.Context, l Lit, bound float64) (*conflict, error) {
	if r.set(l, supposed, 0) {
		return r.emptied(l, 0), nil
	}
	return r.propagate(ctx, bound)
}

// emptied is the conflict of a place that has no value left.
func (r *run) emptied(l Lit, cost float64) *conflict {
	c := &conflict{i: supposed, cost: cost}
	x := &r.b.vars[r.b.atoms[l.atom()].v]
	for a := x.first; a < x.first+x.n; a++ {
		c.from = append(c.from, lit(a, r.val[a] == 1))
	}
	return c
}

func (r *run) propagate(ctx context.Context, bound float64) (*conflict, error) {
	for {
		for len(r.queue) > 0 && r.queue[0].cost <= bound {
			w := r.queue.pop()
			if r.waiting[w.i] != w.cost {
				continue
			}
			r.waiting[w.i] = -1
			if c, err := r.ask(ctx, w.i, w.cost, false); c != nil || err != nil {
				return c, err
			}
		}
		if !r.deep || len(r.queue) > 0 {
			return nil, ctx.Err()
		}
		// What no instance gives at once one may give when all its ways are looked through.
		before := len(r.trail)
		for i, in := range r.b.insts {
			if !r.allowed[i] || in.global || in.force == nil || in.force.kind != asked || len(in.vars) > small {
				continue
			}
			if c, err := r.ask(ctx, i, 0, true); c != nil || err != nil {
				return c, err
			}
			if len(r.trail) > before {
				break
			}
		}
		if len(r.trail) == before {
			return nil, ctx.Err()
		}
	}
}

// ask draws what one instance gives now.
func (r *run) ask(ctx context.Context, i int, cost float64, full bool) (*conflict, error) {
	r.visited[i/64] |= 1 << (i % 64)
	if r.b.fulfilled(r.b.insts[i], r.val) {
		return nil, nil
	}
	f, err := r.b.force(ctx, i)
	if err != nil {
		return nil, err
	}
	took := 1 + f.size/64
	r.work += took
	if err := r.b.work.spend(took); err != nil {
		return nil, err
	}
	var no bool
	if f.kind == asked {
		r.drawn, no, err = r.remembered(ctx, i, full)
	} else {
		r.drawn, no = r.b.draw(f, r.val, -1, r.drawn[:0])
	}
	if err != nil {
		return nil, err
	}
	if no {
		from, err := r.reason(ctx, i, nil)
		return &conflict{int32(i), from, cost}, err
	}
	for _, l := range r.drawn {
		if r.set(l, int32(i), cost) {
			return r.emptied(l, cost), nil
		}
	}
	return nil, nil
}

// known lists what a run knows that matters to an instance, as few literals as say it, of what was there before a place in the trail.
func (r *run) known(in *instance, before int32, out []Lit) []Lit {
	for k, v := range in.vars {
		x := &r.b.vars[v]
		n := len(out)
		if a := in.only[k]; a >= 0 && !x.truth {
			if r.val[a] == 0 || r.at[a] >= before {
				continue
			}
			l := lit(a, r.val[a] == 1)
			for c := x.first; c < x.first+x.n && !l.holds(); c++ {
				if r.val[c] == 1 && r.at[c] < before {
					l = lit(c, true)
				}
			}
			out = append(out, l)
			continue
		}
		for a := x.first; a < x.first+x.n; a++ {
			if r.val[a] == 0 || r.at[a] >= before {
				continue
			}
			if r.val[a] == 1 {
				out = append(out[:n], lit(a, true))
				break
			}
			out = append(out, lit(a, false))
		}
	}
	return out
}

// reason gives few of the literals known to a run by which an instance gives a literal that it drew, or (nil) is contradicted. What was
// drawn goes first, the latest first, and then what lies far.
func (r *run) reason(ctx context.Context, i int, l *Lit) ([]Lit, error) {
	in := r.b.insts[i]
	before := int32(len(r.trail) + 1)
	if l != nil && r.at[l.atom()] > 0 {
		before = r.at[l.atom()]
	}
	from := r.known(in, before, nil)
	if l != nil && l.holds() { // that a place has a value rests also on what else it is known not to have
		v := r.b.atoms[l.atom()].v
		if n, ok := slices.BinarySearch(in.vars, v); ok && in.only[n] >= 0 && in.only[n] != l.atom() {
			for a := r.b.vars[v].first; a < r.b.vars[v].first+r.b.vars[v].n; a++ {
				if a != in.only[n] && r.val[a] == -1 && r.at[a] < before {
					from = append(from, lit(a, false))
				}
			}
		}
	}
	f, err := r.b.force(ctx, i)
	if err != nil {
		return nil, err
	}
	if f.kind == asked {
		return r.probedReason(ctx, i, from, l)
	}
	goal := -1
	if l != nil {
		goal = l.atom()
	}
	r.order(from, goal)
	key := binary.AppendUvarint(r.key[:0], uint64(goal+1)<<1)
	if l != nil && !l.holds() {
		key[0] |= 1
	}
	for _, k := range from {
		key = binary.AppendUvarint(key, uint64(k))
	}
	r.key = key
	if why, ok := r.b.reasons.of(f)[string(key)]; ok {
		return why, nil
	}
	why, err := r.workedOut(in, f, from, l)
	if err == nil {
		r.b.reasons.keep(f, key, why)
	}
	return why, err
}

// workedOut gives few of some literals, in the order in which they are to be left out, by which an instance that has no probe gives a literal, or (nil) is
// contradicted.
func (r *run) workedOut(in *instance, f *force, from []Lit, l *Lit) ([]Lit, error) {
	var several []int // places of which several things are known: first all of one of them at once
	for _, v := range in.vars {
		n := 0
		for _, m := range from {
			if r.b.atoms[m.atom()].v == v {
				n++
			}
		}
		if n > 1 {
			several = append(several, v)
		}
	}
	var rest []Lit
	without := func(vars []int) []Lit {
		rest = append(rest[:0], from...)
		return slices.DeleteFunc(rest, func(m Lit) bool {
			_, own := slices.BinarySearch(several, r.b.atoms[m.atom()].v)
			return own && !slices.Contains(vars, r.b.atoms[m.atom()].v)
		})
	}
	needed, err := thin(several, func(vars []int) (bool, error) { return r.b.gives(f, r.scratch, without(vars), l), nil })
	if err != nil {
		return nil, err
	}
	from = slices.Clone(without(needed))
	return thin(from, func(rest []Lit) (bool, error) { return r.b.gives(f, r.scratch, rest, l), nil })
}

// order sorts literals by how soon they are to be left out.
func (r *run) order(lits []Lit, goal int) {
	slices.SortStableFunc(lits, func(m, k Lit) int {
		c := cmp.Compare(r.at[k.atom()], r.at[m.atom()])
		if c == 0 && goal >= 0 {
			c = cmp.Compare(r.b.far(k.atom(), goal), r.b.far(m.atom(), goal))
		}
		return c
	})
}

// gives reports whether an instance gives a literal, or (nil) is contradicted, by some literals alone. scratch has a place for each atom.
func (b *Board) gives(f *force, scratch []int8, lits []Lit, l *Lit) bool {
	for _, v := range f.vars { // what clues show is named by nothing
		copy(scratch[b.vars[v].first:b.vars[v].first+b.vars[v].n], b.shown[b.vars[v].first:])
	}
	put := func(m Lit) {
		x := &b.vars[b.atoms[m.atom()].v]
		if m.holds() && !x.truth {
			for a := x.first; a < x.first+x.n; a++ {
				scratch[a] = -1
			}
		}
		scratch[m.atom()] = -1
		if m.holds() {
			scratch[m.atom()] = 1
		}
	}
	for _, m := range lits {
		put(m)
	}
	if l == nil {
		_, no := b.draw(f, scratch, len(f.vars), nil)
		return no
	}
	out, no := b.draw(f, scratch, slices.Index(f.vars, b.atoms[l.atom()].v), nil)
	if no || slices.Contains(out, *l) {
		return true
	}
	x := &b.vars[b.atoms[l.atom()].v]
	if !l.holds() && !x.truth { // it has another value
		return slices.ContainsFunc(out, func(m Lit) bool { return m.holds() && m.atom() >= x.first && m.atom() < x.first+x.n })
	}
	if l.holds() && !x.truth { // all its other values are excluded
		for a := x.first; a < x.first+x.n; a++ {
			if a != l.atom() && scratch[a] != -1 && !slices.Contains(out, lit(a, false)) {
				return false
			}
		}
		return true
	}
	return false
}

// memory keeps what an instance that has a probe drew, and why: a way is followed again and again with a fact less, and most instances on it
// then see what they saw before.
type memory struct {
	drawn map[string]found
	why   map[string][]Lit
	age   int // when it was begun
}

// found is what an instance drew; no: it is contradicted.
type found struct {
	lits []Lit
	no   bool
}

// memories is how much the instances of a board keep. Beyond mostKept bytes all is forgotten.
type memories struct{ size, age int }

const mostKept = 1 << 25

// memory gives what an instance keeps.
func (b *Board) memory(f *force) *memory {
	if f.memory.drawn == nil || f.memory.age != b.kept.age {
		f.memory = memory{map[string]found{}, map[string][]Lit{}, b.kept.age}
	}
	return &f.memory
}

// keep makes room for a key and what it stands for.
func (b *Board) keep(f *force, key []byte, lits []Lit) *memory {
	if b.kept.size += len(key) + 8*len(lits) + 64; b.kept.size > mostKept {
		b.kept.size = 0
		b.kept.age++
	}
	return b.memory(f)
}

// reasons is by what instances that have no probe give what they do: it is the same each time, and a way is followed again and again. Beyond mostKept bytes all
// is forgotten.
type reasons struct {
	by   map[*force]map[string][]Lit
	size int
}

func (m *reasons) of(f *force) map[string][]Lit { return m.by[f] }

func (m *reasons) keep(f *force, key []byte, why []Lit) {
	if m.size += len(key) + 4*len(why) + 64; m.size > mostKept || m.by == nil {
		m.by, m.size = map[*force]map[string][]Lit{}, 0
	}
	if m.by[f] == nil {
		m.by[f] = map[string][]Lit{}
	}
	m.by[f][string(key)] = why
}

// remembered draws what an instance that has a probe gives now, or gave when the same was known of its places.
func (r *run) remembered(ctx context.Context, i int, full bool) ([]Lit, bool, error) {
	in := r.b.insts[i]
	key := append(r.key[:0], 0)
	if full {
		key[0] = 1
	}
	for n, v := range in.vars {
		if a := in.only[n]; a >= 0 {
			key = append(key, byte(r.val[a]))
			continue
		}
		for _, k := range r.val[r.b.vars[v].first : r.b.vars[v].first+r.b.vars[v].n] {
			key = append(key, byte(k))
		}
	}
	r.key = key
	if d, ok := r.b.memory(in.force).drawn[string(key)]; ok {
		return append(r.drawn[:0], d.lits...), d.no, nil
	}
	out, no, err := r.drawn[:0], false, error(nil)
	if r.based && !full && len(in.vars) > fewFacts {
		out, no, err = r.since(ctx, i, out)
	} else {
		out, no, err = r.b.probed(ctx, i, r.val, out, full)
	}
	if err == nil {
		r.b.keep(in.force, key, out).drawn[string(key)] = found{slices.Clone(out), no}
	}
	return out, no, err
}

// probedReason asks a probe by which of some literals an instance gives a literal, or (nil) is contradicted.
func (r *run) probedReason(ctx context.Context, i int, from []Lit, l *Lit) ([]Lit, error) {
	in, goal := r.b.insts[i], 0
	if l != nil {
		goal = int(*l) + 1
	}
	key := binary.AppendUvarint(r.key[:0], uint64(goal))
	for _, k := range from {
		key = binary.AppendUvarint(key, uint64(k))
	}
	r.key = key
	if why, ok := r.b.memory(in.force).why[string(key)]; ok {
		return why, nil
	}
	ask := question{facts: from}
	if l != nil {
		ask.facts = append(slices.Clone(from), l.Not())
	}
	no, err := in.own.propagate(ctx, ask)
	if err == nil && !no {
		_, err = in.own.refute(ctx, ask, effort)
	}
	if err != nil {
		return nil, err
	}
	core := slices.DeleteFunc(in.own.core(ask).facts, func(k Lit) bool { return l != nil && k == l.Not() })
	r.b.keep(in.force, key, core).why[string(key)] = core
	return core, nil
}

// fewFacts is of how many places an instance is asked with all facts of them each time.
const fewFacts = 6

// since draws what an instance that has a probe gives now, from what has been drawn in the run, where all that is known holds for good.
func (r *run) since(ctx context.Context, i int, out []Lit) (_ []Lit, no bool, err error) {
	p, err := r.base(ctx, i)
	if err != nil {
		return out, false, err
	}
	var q question
	for _, l := range r.trail {
		if _, ok := slices.BinarySearch(r.b.insts[i].vars, r.b.atoms[l.atom()].v); ok {
			q.facts = append(q.facts, l)
		}
	}
	if no, err = p.propagate(ctx, q); no || err != nil {
		return out, no, err
	}
	for n, v := range r.b.insts[i].vars {
		first, end := r.b.mattering(r.b.insts[i], n, v)
		for a := first; a < end; a++ {
			if r.val[a] != 0 {
				continue
			}
			y, _ := p.literal(lit(a, true))
			if got := p.q.Value(y); got != 0 {
				out = append(out, lit(a, got == 1))
			}
		}
	}
	return out, false, nil
}

// probed draws what an instance that has a probe gives now.
func (b *Board) probed(ctx context.Context, i int, val []int8, out []Lit, full bool) (_ []Lit, no bool, err error) {
	in := b.insts[i]
	q := question{facts: make([]Lit, 0, len(in.vars))}
	for k, v := range in.vars {
		first, end := b.mattering(in, k, v)
		n := len(q.facts)
		for a := first; a < end; a++ {
			if val[a] == 1 {
				q.facts = append(q.facts[:n], lit(a, true))
				break
			}
			if val[a] == -1 {
				q.facts = append(q.facts, lit(a, false))
			}
		}
	}
	no, err = in.own.propagate(ctx, q)
	if no || err != nil {
		return out, no, err
	}
	var open []int
	for n, v := range in.vars {
		first, end := b.mattering(in, n, v)
		for a := first; a < end; a++ {
			if val[a] != 0 {
				continue
			}
			y, _ := in.own.literal(lit(a, true))
			if got := in.own.q.Value(y); got != 0 {
				out = append(out, lit(a, got == 1))
			} else {
				open = append(open, a)
			}
		}
	}
	if !full {
		return out, false, nil
	}
	n := len(q.facts)
	if r, err := in.own.refute(ctx, q, effort); r == 1 || err != nil {
		return out, r == 1, err
	}
	for _, a := range open {
		for _, l := range []Lit{lit(a, true), lit(a, false)} {
			r, err := in.own.refute(ctx, question{facts: append(q.facts[:n], l.Not())}, effort)
			if err != nil {
				return out, false, err
			}
			if r == 1 {
				out = append(out, l)
				break
			}
		}
	}
	return out, false, nil
}

// way is how what was supposed leads to a conflict: the conclusions on the way, in order, and what it rests on.
type way struct {
	links []link
	last  int32 // the instance that is contradicted; supposed: a place has no value left
	from  []Lit // by what
	insts []int
	facts []Lit
}

// link is a conclusion drawn on the way.
type link struct {
	l    Lit
	inst int32
	from []Lit // what it was drawn from, before and within the run
}

// back walks from a conflict to what it rests on.
func (r *run) back(ctx context.Context, c *conflict) (*way, error) {
	w := &way{last: c.i, from: c.from}
	need := make([]bool, len(r.trail)+1)
	used := map[int]bool{}
	facts := map[Lit]bool{}
	take := func(lits []Lit) {
		for _, m := range lits {
			switch {
			case r.at[m.atom()] > 0:
				need[r.at[m.atom()]] = true
			case r.b.shown[m.atom()] == 0 || r.b.shown[m.atom()] == 1 != m.holds():
				facts[m] = true
			}
		}
	}
	take(c.from)
	if c.i >= 0 {
		used[int(c.i)] = true
	}
	for n := len(r.trail); n > 0; n-- {
		if !need[n] {
			continue
		}
		l := r.trail[n-1]
		var from []Lit
		switch by := r.by[l.atom()]; by {
		case supposed:
			continue
		case itself:
			x := &r.b.vars[r.b.atoms[l.atom()].v]
			if l.holds() {
				for a := x.first; a < x.first+x.n; a++ {
					if a != l.atom() {
						from = append(from, lit(a, false))
					}
				}
			} else {
				for a := x.first; a < x.first+x.n; a++ {
					if r.val[a] == 1 {
						from = append(from, lit(a, true))
					}
				}
			}
		default:
			var err error
			if from, err = r.reason(ctx, int(by), &l); err != nil {
				return nil, err
			}
			used[int(by)] = true
		}
		take(from)
		w.links = append(w.links, link{l, r.by[l.atom()], from})
	}
	slices.Reverse(w.links)
	for i := range used {
		w.insts = append(w.insts, i)
	}
	for l := range facts {
		w.facts = append(w.facts, l)
	}
	slices.Sort(w.insts)
	slices.Sort(w.facts)
	return w, nil
}

// grouped gives the conclusions, those together that an instance gives at once. That a value is left over is part of what left it over, and
// what a light rule says again and again of one place after another – full, so the one below it is full – or alike of several places is one
// thing to the eye, as long as nothing else comes between.
func (b *Board) grouped(w *way) [][]link {
	var out [][]link
	group := map[Lit]int{} // of each conclusion
	for _, k := range w.links {
		since := -1 // the last group that it rests on
		for _, m := range k.from {
			if g, ok := group[m]; ok {
				since = max(since, g)
			}
		}
		n := -1
		if k.inst < 0 {
			n = since
		} else {
			for g := len(out) - 1; g >= max(0, since) && n < 0; g-- {
				if first := out[g][0]; first.inst == k.inst && g == len(out)-1 || b.alike(first, k) && (len(out[g]) < mostAlike || b.spreads(k)) {
					n = g
				}
			}
		}
		if n < 0 {
			n = len(out)
			out = append(out, nil)
		}
		out[n] = append(out[n], k)
		group[k.l] = n
	}
	return out
}

// alike reports whether two links say the same of different places by a light rule.
func (b *Board) alike(k, m link) bool {
	if k.inst < 0 || m.inst < 0 || k.l.holds() != m.l.holds() {
		return false
	}
	a, c := &b.atoms[k.l.atom()], &b.atoms[m.l.atom()]
	x, y := &b.vars[a.v], &b.vars[c.v]
	if x.Layer != y.Layer || x.Kind != y.Kind || a.value != c.value || a.absent != c.absent {
		return false
	}
	i, j := b.insts[k.inst], b.insts[m.inst]
	return i.sort == light && j.sort == light && i.turn >= 0 && j.turn >= 0 && i.part == j.part && b.turnOf(int(k.inst)).Rule == b.turnOf(int(m.inst)).Rule
}

// spreads reports whether a link says of a place what is so of another, for that alone.
func (b *Board) spreads(k link) bool {
	return len(k.from) == 1 && b.alike(k, link{l: k.from[0], inst: k.inst})
}

// follow supposes the opposites of literals with some instances and facts only; nil where that leads to no conflict.
func (r *run) follow(ctx context.Context, insts []int, facts []Lit, lits []Lit, deep bool) (*way, error) {
	r.allowed = make([]bool, len(r.b.insts))
	for _, i := range insts {
		r.allowed[i] = true
	}
	r.global, r.deep = true, deep
	defer func() { r.allowed, r.global, r.deep = nil, false, false }()
	r.facts(facts)
	return r.walk(ctx, insts, lits)
}

// walk supposes the opposites of literals, with what the run has been given.
func (r *run) walk(ctx context.Context, insts []int, lits []Lit) (*way, error) {
	if slices.ContainsFunc(lits, r.holds) {
		return nil, nil
	}
	for _, i := range insts {
		r.wait(i, r.b.insts[i].weight)
	}
	last := len(lits) - 1
	for _, l := range lits[:last] {
		if r.set(l.Not(), supposed, 0) {
			return r.back(ctx, r.emptied(l.Not(), 0))
		}
	}
	c, err := r.suppose(ctx, lits[last].Not(), 1e9)
	if c == nil || err != nil {
		return nil, err
	}
	return r.back(ctx, c)
}
