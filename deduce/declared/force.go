package declared

import (
	"context"
	"math/bits"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/model"
)

// force is how one instance draws conclusions by itself.
//
// Of a sum, of values that differ, and of an instance of few places, for which all rows that it allows are listed, it is all that
// follows. Any other instance asks its probe, which propagates.
type force struct {
	vars []int
	only []int // by place in vars: the one atom that matters, of which option 0 is that it is so; -1: each atom is an option
	kind forceKind
	size int // what it takes to ask it
	// of a sum
	weights [][]int64 // by place in vars, and by option
	lo, hi  int64
	ones    bool // no weight is above 1
	*list        // of a list
	// of different values
	values [][]int // by place in vars, and by option: the number of its value
	memory memory  // of a probe
}

type forceKind uint8

const (
	asked  forceKind = iota // its probe
	summed                  // a sum between bounds
	listed                  // one of some rows
	differ                  // values that differ
)

// The bounds of what is worked out here, and not by a probe.
const (
	maxRows   = 1 << 14 // rows that are tried for a list
	allRows   = 1 << 21 // for all lists of a board
	maxSum    = 1024    // different sums
	maxDiffer = 11      // places that differ
)

// force gives how an instance draws conclusions.
func (b *Board) force(ctx context.Context, i int) (*force, error) {
	in := b.insts[i]
	if in.force != nil {
		return in.force, nil
	}
	f := &force{vars: in.vars, only: in.only}
	in.force = f
	defer func() {
		switch f.kind {
		case asked:
			f.size = 64 * (20 + 2*len(f.vars))
		case listed:
			f.size = f.rows / 8 * len(f.vars)
		case differ:
			f.size = 64 + 4<<len(f.vars)
		case summed:
			f.size = 64 * len(f.vars) / 8
		}
	}()
	if !in.global {
		if rows, ok := b.linear(in.term); ok && len(rows) == 1 && b.sum(f, rows[0]) || b.differs(f, in.term) || b.list(f, in.term) {
			return f, nil
		}
	}
	if err := b.opened(ctx, in, i); err != nil {
		in.force = nil
		return nil, err
	}
	return f, nil
}

// opened opens an instance's probe.
func (b *Board) opened(ctx context.Context, in *instance, i int) (err error) {
	if in.own == nil {
		in.own, err = b.opening(ctx, i)
	}
	return err
}

// sum makes a force of a sum; false where that is too much.
func (b *Board) sum(f *force, r row) bool {
	weights := make([][]int64, len(f.vars))
	met := 0
	for n, v := range f.vars {
		x := &b.vars[v]
		weights[n] = make([]int64, b.options(f, n))
		for a := x.first; a < x.first+x.n; a++ {
			w, ok := r.weights[a]
			if ok {
				met++
			}
			switch only := f.only[n]; {
			case only < 0:
				weights[n][a-x.first] = w
			case a == only:
				weights[n][0] = w
			default: // all others weigh the same
				weights[n][1] = w
			}
		}
	}
	if met < len(r.weights) {
		return false
	}
	f.lo, f.hi = r.lo, r.hi
	var most int64
	for n, list := range weights { // none is negative
		least := slices.Min(list)
		for k := range list {
			weights[n][k] -= least
		}
		f.lo, f.hi = f.lo-least, f.hi-least
		most += slices.Max(list)
	}
	if most > maxSum {
		return false
	}
	f.lo, f.hi = max(f.lo, 0), min(f.hi, most)
	f.ones = !slices.ContainsFunc(weights, func(list []int64) bool { return slices.Max(list) > 1 })
	f.weights, f.kind = weights, summed
	return true
}

// differs makes a force of variables that have different values; false where a term says something else.
func (b *Board) differs(f *force, t model.Term) bool {
	if b.p.Op(t) != model.OpDistinct || len(f.vars) > maxDiffer || len(f.vars) != len(b.p.Args(t)) {
		return false
	}
	numbers := map[int64]int{}
	values := make([][]int, len(f.vars))
	for _, a := range b.p.Args(t) {
		x, ok := b.p.VarOf(a)
		if !ok || b.vars[x].truth || b.vars[x].bare != model.NoTerm {
			return false
		}
		n, _ := slices.BinarySearch(f.vars, int(x))
		v := &b.vars[x]
		for k := range v.n {
			value := b.atoms[v.first+k].value
			if _, met := numbers[value]; !met {
				numbers[value] = len(numbers)
			}
			values[n] = append(values[n], numbers[value])
		}
	}
	if len(numbers) > 64 {
		return false
	}
	f.kind, f.values = differ, values
	return true
}

// combinations counts the options that variables may have together, up to a bound.
func (b *Board) combinations(f *force) int {
	n := 1
	for k := range f.vars {
		n *= max(1, b.options(f, k))
		if n > maxRows {
			break
		}
	}
	return n
}

// list makes a force of all rows that a term allows; false where there may be too many. Terms of one form share their rows.
func (b *Board) list(f *force, t model.Term) bool {
	if b.combinations(f) > maxRows {
		return false
	}
	form, order := b.form(t)
	if len(order) != len(f.vars) {
		return false
	}
	ascending, only := f.vars, f.only
	f.vars, f.kind, f.only = order, listed, make([]int, len(order))
	for k, v := range order {
		n, _ := slices.BinarySearch(ascending, v)
		f.only[k] = only[n]
	}
	key, sizes := b.rowsKey(f, form)
	if !b.listed[string(key)] { // also where another search has it: which instances have lists is the same for all
		if b.tried += b.combinations(f); b.tried > allRows {
			f.vars, f.only, f.kind = ascending, only, asked
			return false
		}
		b.listed[string(key)] = true
	}
	if f.list = b.lists.get(key); f.list == nil {
		f.list = b.fill(f, t, sizes)
		b.lists.put(key, f.list)
	}
	return true
}

// rowsKey tells forces with the same rows from others: the form of the term, and for each variable what values it has; sizes is how many.
func (b *Board) rowsKey(f *force, form string) (key []byte, sizes []int) {
	key, sizes = []byte(form), make([]int, len(f.vars))
	for n, v := range f.vars {
		x := &b.vars[v]
		sizes[n] = b.options(f, n)
		key = append(key, '|')
		if a := f.only[n]; a >= 0 && !x.truth { // whatever its other values are
			key = append(strconv.AppendInt(append(key, '='), b.atoms[a].value, 10), strconv.FormatBool(b.atoms[a].absent)...)
			continue
		}
		for a := x.first; a < x.first+x.n && !x.truth; a++ {
			if key = strconv.AppendInt(append(key, ' '), b.atoms[a].value, 10); b.atoms[a].absent {
				key = append(key, '-')
			}
		}
	}
	return key, sizes
}

// fill lists the rows of a force: the combinations of options with which its term holds. What some options exclude by themselves is not looked at with
// others.
func (b *Board) fill(f *force, t model.Term, sizes []int) *list {
	l := &listing{b: b, f: f, e: model.NewEvaluator(b.p, t), a: make(model.Assignment, len(b.vars)), at: make([]int, len(f.vars)), out: &list{support: make([][][]uint64, len(f.vars))}}
	turns := make([]int, len(b.vars))
	for n, v := range f.vars {
		l.out.support[n] = make([][]uint64, sizes[n])
		turns[v] = len(f.vars) - 1 - n
		if h, ok := b.p.VarOf(b.vars[v].bare); ok {
			turns[h] = turns[v]
		}
	}
	l.e.Along(turns)
	l.e.Run(l.a)
	l.rows(len(f.vars) - 1)
	return l.out
}

// listing is rows being listed.
type listing struct {
	b   *Board
	f   *force
	e   *model.Evaluator
	a   model.Assignment
	at  []int // by place in vars: the option
	out *list
}

// rows lists the rows that have the options of the places after n.
func (l *listing) rows(n int) {
	if val := l.e.Value(0); val.Valid() && !val.Bool() || n < 0 && !val.Valid() {
		return
	}
	if n < 0 {
		l.row()
		return
	}
	v := l.f.vars[n]
	h, mayLack := l.b.p.VarOf(l.b.vars[v].bare)
	for k := range l.out.support[n] {
		l.at[n] = k
		if l.b.vars[v].truth {
			l.a[v] = model.BoolValue(k == 0)
		} else {
			at := l.b.atoms[l.b.standing(l.f, n, k)]
			l.b.assign(l.a, v, option{model.IntValue(at.value), at.absent})
		}
		l.e.RunFrom(len(l.at)-1-n, l.a)
		l.rows(n - 1)
	}
	l.a[v] = model.Value{}
	if mayLack {
		l.a[h] = model.Value{}
	}
}

// row adds a row.
func (l *listing) row() {
	word, bit := l.out.rows/64, uint64(1)<<(l.out.rows%64)
	for n, options := range l.out.support {
		for k := range options {
			if len(options[k]) <= word {
				options[k] = append(options[k], 0)
			}
		}
		options[l.at[n]][word] |= bit
	}
	l.out.rows++
}

// standing gives an atom of an option: where only one atom matters, of that it is not so any other.
func (b *Board) standing(f *force, n, k int) int {
	x := &b.vars[f.vars[n]]
	a := f.only[n]
	switch {
	case a < 0:
		return x.first + k
	case k == 0:
		return a
	case a == x.first:
		return x.first + 1
	}
	return x.first
}

// option reports whether a variable may have an option, by what is known of atoms.
func (b *Board) option(f *force, val []int8, n, k int) bool {
	if a := f.only[n]; a >= 0 {
		return val[a] != int8(2*k-1)
	}
	return val[b.vars[f.vars[n]].first+k] != -1
}

// fixed gives the option that a variable has; -1: none yet.
func (b *Board) fixed(f *force, val []int8, n int) int {
	if a := f.only[n]; a >= 0 {
		switch val[a] {
		case 1:
			return 0
		case -1:
			return 1
		}
		return -1
	}
	x := &b.vars[f.vars[n]]
	for k, known := range val[x.first : x.first+x.n] {
		if known == 1 {
			return k
		}
	}
	return -1
}

// excluded gives the literal that a variable does not have an option.
func (b *Board) excluded(f *force, n, k int) Lit {
	if a := f.only[n]; a >= 0 {
		return lit(a, k == 1)
	}
	return lit(b.vars[f.vars[n]].first+k, false)
}

// draw gives what follows by the instance alone from what is known of atoms; no is true where that contradicts it. With a place in vars
// (only; -1: all), only what follows for it. A probe is not asked here.
func (b *Board) draw(f *force, val []int8, only int, out []Lit) (_ []Lit, no bool) {
	switch f.kind {
	case summed:
		return b.drawSum(f, val, only, out)
	case differ:
		return b.drawDiffer(f, val, only, out)
	}
	if f.rows == 0 {
		return out, true
	}
	alive := b.alive(f, val)
	if alive == nil {
		return out, true
	}
	for n := range f.vars {
		if only >= 0 && n != only || b.fixed(f, val, n) >= 0 {
			continue
		}
		for k, rows := range f.support[n] {
			if b.option(f, val, n, k) && !meets(alive, rows) {
				out = append(out, b.excluded(f, n, k))
			}
		}
	}
	return out, false
}

// alive gives the rows that agree with what is known; nil where there are none.
func (b *Board) alive(f *force, val []int8) []uint64 {
	words := (f.rows + 63) / 64
	alive := make([]uint64, words)
	for w := range alive {
		alive[w] = ^uint64(0)
	}
	if f.rows%64 != 0 {
		alive[words-1] = uint64(1)<<(f.rows%64) - 1
	}
	for n := range f.vars {
		if k := b.fixed(f, val, n); k >= 0 {
			for w, x := range f.support[n][k] {
				alive[w] &= x
			}
			continue
		}
		for k, rows := range f.support[n] {
			if !b.option(f, val, n, k) {
				for w, x := range rows {
					alive[w] &^= x
				}
			}
		}
	}
	for _, w := range alive {
		if w != 0 {
			return alive
		}
	}
	return nil
}

func meets(a, b []uint64) bool {
	for w := range a {
		if a[w]&b[w] != 0 {
			return true
		}
	}
	return false
}

// drawCount needs no more than the least and the greatest sum: all between are reached.
func (b *Board) drawCount(f *force, val []int8, only int, out []Lit) (_ []Lit, no bool) {
	var lo, hi int64
	type span struct{ lo, hi int64 }
	var few [24]span
	spans := few[:0]
	for n := range f.vars {
		s := span{1, 0}
		if o := b.fixed(f, val, n); o >= 0 {
			s = span{f.weights[n][o], f.weights[n][o]}
		} else {
			for o, w := range f.weights[n] {
				if b.option(f, val, n, o) {
					s.lo, s.hi = min(s.lo, w), max(s.hi, w)
				}
			}
		}
		spans = append(spans, s)
		lo, hi = lo+s.lo, hi+s.hi
	}
	if lo > f.hi || hi < f.lo {
		return out, true
	}
	for n := range f.vars {
		if only >= 0 && n != only || b.fixed(f, val, n) >= 0 {
			continue
		}
		for o, w := range f.weights[n] {
			if b.option(f, val, n, o) && (lo-spans[n].lo+w > f.hi || hi-spans[n].hi+w < f.lo) {
				out = append(out, b.excluded(f, n, o))
			}
		}
	}
	return out, false
}

// drawSum goes through the places from both ends: which sums are reached from the left, and from which the bounds are reached.
func (b *Board) drawSum(f *force, val []int8, only int, out []Lit) (_ []Lit, no bool) {
	if f.lo > f.hi {
		return out, true
	}
	if f.ones {
		return b.drawCount(f, val, only, out)
	}
	words := int(f.hi)/64 + 1
	n := len(f.vars)
	sets := b.sets(2*(n+1)*words + words)
	left, right, moved := sets[:(n+1)*words], sets[(n+1)*words:2*(n+1)*words], sets[2*(n+1)*words:]
	left[0] = 1
	at := func(list []uint64, n int) []uint64 { return list[n*words : (n+1)*words] }
	for k := range f.vars {
		to := at(left, k+1)
		for o, w := range f.weights[k] {
			if b.may(f, val, k, o) {
				shift(to, at(left, k), int(w))
			}
		}
	}
	// On the right by how much is missing from the upper bound.
	for w := f.lo; w <= f.hi; w++ {
		right[n*words+int(f.hi-w)/64] |= 1 << (int(f.hi-w) % 64)
	}
	for k := n - 1; k >= 0; k-- {
		for o, w := range f.weights[k] {
			if b.may(f, val, k, o) {
				shift(at(right, k), at(right, k+1), int(w))
			}
		}
	}
	sums := func(k, o int) bool { // whether some sum on the left, the option, and some sum on the right make one within the bounds
		clear(moved)
		shift(moved, at(left, k), int(f.weights[k][o]))
		rest := at(right, k+1)
		for s := range int(f.hi) + 1 {
			m := int(f.hi) - s
			if moved[s/64]>>(s%64)&1 == 1 && rest[m/64]>>(m%64)&1 == 1 {
				return true
			}
		}
		return false
	}
	if m := int(f.hi); at(right, 0)[m/64]>>(m%64)&1 == 0 {
		return out, true
	}
	for k := range f.vars {
		if only >= 0 && k != only || b.fixed(f, val, k) >= 0 {
			continue
		}
		for o := range f.weights[k] {
			if b.option(f, val, k, o) && !sums(k, o) {
				out = append(out, b.excluded(f, k, o))
			}
		}
	}
	return out, false
}

// sets gives empty sets, in words that are used again.
func (b *Board) sets(words int) []uint64 {
	if len(b.scratch) < words {
		b.scratch = make([]uint64, words)
	}
	clear(b.scratch[:words])
	return b.scratch[:words]
}

// shift adds to a set of sums those of another, each greater by w.
func shift(to, from []uint64, w int) {
	words, bits := w/64, w%64
	for n := len(to) - 1; n >= words; n-- {
		x := from[n-words] << bits
		if bits > 0 && n > words {
			x |= from[n-words-1] >> (64 - bits)
		}
		to[n] |= x
	}
}

// drawDiffer looks for sets of places that have no more values than places: no other place has one of these values. A place with a fixed value is such a
// set. Joining fixed places to a set changes nothing about it, so only sets of the other places are tried, with the values that the fixed ones leave.
func (b *Board) drawDiffer(f *force, val []int8, only int, out []Lit) (_ []Lit, no bool) {
	var fixed uint64 // values
	var free [maxDiffer]int
	n := 0
	for k := range f.vars {
		o := b.fixed(f, val, k)
		if o < 0 {
			free[n] = k
			n++
			continue
		}
		bit := uint64(1) << f.values[k][o]
		if fixed&bit != 0 {
			return out, true
		}
		fixed |= bit
	}
	var may [maxDiffer]uint64 // by place in free
	for i, k := range free[:n] {
		for o, value := range f.values[k] {
			if b.option(f, val, k, o) {
				may[i] |= 1 << value
			}
		}
		may[i] &^= fixed
	}
	var taken [maxDiffer]uint64 // by place in free: values that others fill
	union := b.sets(1 << n)
	for set := 1; set < 1<<n; set++ {
		low := bits.TrailingZeros(uint(set))
		union[set] = union[set&(set-1)] | may[low]
		switch d := bits.OnesCount64(union[set]) - bits.OnesCount(uint(set)); {
		case d < 0:
			return out, true
		case d == 0:
			for i := range n {
				if set>>i&1 == 0 {
					taken[i] |= union[set]
				}
			}
		}
	}
	for i, k := range free[:n] {
		if only >= 0 && k != only {
			continue
		}
		for o, value := range f.values[k] {
			if (taken[i]|fixed)>>value&1 == 1 && b.option(f, val, k, o) {
				out = append(out, b.excluded(f, k, o))
			}
		}
	}
	return out, false
}

// may reports whether a variable has an option, or may have it.
func (b *Board) may(f *force, val []int8, n, k int) bool {
	if o := b.fixed(f, val, n); o >= 0 {
		return o == k
	}
	return b.option(f, val, n, k)
}

// options counts the options of a variable.
func (b *Board) options(f *force, n int) int {
	if f.only[n] >= 0 {
		return 2
	}
	return b.vars[f.vars[n]].n
}

// row is a sum of weights of atoms that lies between bounds.
type row struct {
	weights map[int]int64
	lo, hi  int64
}

// far beyond any sum of a board.
const unbounded = int64(1) << 40

// linear gives what a term says as sums; ok is false where it says something else.
func (b *Board) linear(t model.Term) (rows []row, ok bool) {
	p := b.p
	negated := false
	if lits, ok := b.clause(t, true, nil); ok && len(lits) > 1 {
		r := row{weights: map[int]int64{}, lo: 1, hi: unbounded}
		for _, a := range lits {
			shift, _ := b.addTruth(r.weights, a, 1)
			r.lo -= shift
		}
		return []row{r}, len(r.weights) > 0
	}
	for p.Op(t) == model.OpNot {
		t, negated = p.Arg(t, 0), !negated
	}
	r := row{weights: map[int]int64{}, lo: -unbounded, hi: unbounded}
	switch p.Op(t) {
	case model.OpAtMost, model.OpAtLeast, model.OpOr, model.OpAnd:
		ok = b.cardinality(&r, t, negated)
	case model.OpEq, model.OpLe, model.OpLt, model.OpGe, model.OpGt:
		ok = b.comparison(&r, t, negated)
	case model.OpDistinct:
		if negated {
			return nil, false
		}
		return b.exclusive(p.Args(t))
	}
	if !ok {
		return nil, false
	}
	return []row{r}, len(r.weights) > 0
}

// cardinality makes a sum of how many of some terms hold; false where they are no truth values of the board.
func (b *Board) cardinality(r *row, t model.Term, negated bool) bool {
	p, shift := b.p, int64(0)
	for _, a := range p.Args(t) {
		c, ok := b.addTruth(r.weights, a, 1)
		if !ok {
			return false
		}
		shift += c
	}
	op, k := p.Op(t), int64(p.Param(t))
	switch op {
	case model.OpOr:
		k = 1
	case model.OpAnd:
		k = int64(len(p.Args(t)))
	}
	switch least := op != model.OpAtMost; {
	case least && !negated:
		r.lo = k - shift
	case least:
		r.hi = k - 1 - shift
	case !negated:
		r.hi = k - shift
	default:
		r.lo = k + 1 - shift
	}
	return true
}

// comparison makes a sum of two sides that are compared; false where they are no numbers, or their sum is not bounded by what is said.
func (b *Board) comparison(r *row, t model.Term, negated bool) bool {
	p, op := b.p, b.p.Op(t)
	if p.Sort(p.Arg(t, 0)) != model.Int || negated && op == model.OpEq {
		return false
	}
	c, ok := b.addNumber(r.weights, p.Arg(t, 0), 1)
	d, also := b.addNumber(r.weights, p.Arg(t, 1), -1)
	if !ok || !also {
		return false
	}
	k := -c - d // the weights are compared with this
	if negated {
		op = map[model.Op]model.Op{model.OpLe: model.OpGt, model.OpLt: model.OpGe, model.OpGe: model.OpLt, model.OpGt: model.OpLe}[op]
	}
	switch op {
	case model.OpEq:
		r.lo, r.hi = k, k
	case model.OpLe:
		r.hi = k
	case model.OpLt:
		r.hi = k - 1
	case model.OpGe:
		r.lo = k
	case model.OpGt:
		r.lo = k + 1
	}
	return true
}

// exclusive gives that variables have different values: each value once at most, and once at least where there are no more of them.
func (b *Board) exclusive(args []model.Term) ([]row, bool) {
	by := map[int64]*row{}
	var order []int64
	for _, t := range args {
		x, ok := b.p.VarOf(t)
		if !ok || b.p.Sort(t) != model.Int || b.vars[x].bare != model.NoTerm {
			return nil, false
		}
		v := &b.vars[x]
		for a := v.first; a < v.first+v.n; a++ {
			r := by[b.atoms[a].value]
			if r == nil {
				r = &row{weights: map[int]int64{}, lo: 0, hi: 1}
				by[b.atoms[a].value] = r
				order = append(order, b.atoms[a].value)
			}
			r.weights[a] = 1
		}
	}
	var out []row
	for _, value := range order {
		r := by[value]
		if len(order) == len(args) {
			r.lo = 1
		}
		out = append(out, *r)
	}
	return out, true
}

// addTruth adds a truth value, times a weight, to a sum; it gives what is constant in it.
func (b *Board) addTruth(sum map[int]int64, t model.Term, w int64) (int64, bool) {
	p := b.p
	switch p.Op(t) {
	case model.OpConst:
		if p.ConstValue(t).Bool() {
			return w, true
		}
		return 0, true
	case model.OpNot:
		c, ok := b.addTruth(sum, p.Arg(t, 0), -w)
		return c + w, ok
	case model.OpVar:
		x, _ := p.VarOf(t)
		if v := &b.vars[b.whose[x]]; !v.truth { // that a value is there
			if !b.atoms[v.first].absent {
				return w, true
			}
			sum[v.first] -= w
			return w, true
		}
		sum[b.vars[x].first] += w
		return 0, true
	case model.OpAnd:
		a, ok := b.held(t)
		if ok && a >= 0 {
			sum[a] += w
		}
		return 0, ok
	case model.OpEq:
		x, ok := p.VarOf(p.Arg(t, 0))
		c := p.Arg(t, 1)
		if !ok {
			x, ok = p.VarOf(p.Arg(t, 1))
			c = p.Arg(t, 0)
		}
		if !ok || !p.IsConst(c) || p.Sort(c) != model.Int {
			return 0, false
		}
		k, _ := p.ConstValue(c).Int64()
		v := &b.vars[x]
		for a := v.first; a < v.first+v.n; a++ {
			if b.atoms[a].value == k {
				sum[a] += w
			}
		}
		return 0, true
	}
	return 0, false
}

// addNumber adds a number, times a weight, to a sum; it gives what is constant in it.
func (b *Board) addNumber(sum map[int]int64, t model.Term, w int64) (int64, bool) {
	p := b.p
	switch p.Op(t) {
	case model.OpConst:
		k, ok := p.ConstValue(t).Int64()
		return w * k, ok && k > -unbounded/1024 && k < unbounded/1024
	case model.OpVar:
		x, _ := p.VarOf(t)
		v := &b.vars[x]
		for a := v.first; a < v.first+v.n; a++ {
			sum[a] += w * b.atoms[a].value
		}
		return 0, v.n > 0
	case model.OpAdd:
		var out int64
		for _, a := range p.Args(t) {
			c, ok := b.addNumber(sum, a, w)
			if !ok {
				return 0, false
			}
			out += c
		}
		return out, true
	case model.OpMul:
		args := p.Args(t)
		if len(args) != 2 || !p.IsConst(args[0]) {
			return 0, false
		}
		k, ok := p.ConstValue(args[0]).Int64()
		if !ok || k > 1024 || k < -1024 {
			return 0, false
		}
		return b.addNumber(sum, args[1], w*k)
	case model.OpIf:
		if x, ok := p.VarOf(p.Arg(t, 0)); ok && b.whose[x] != int(x) && p.Arg(t, 1) == b.vars[b.whose[x]].Term && p.IsConst(p.Arg(t, 2)) { // a value where it is there
			no, ok := p.ConstValue(p.Arg(t, 2)).Int64()
			v := &b.vars[b.whose[x]]
			for a := v.first; a < v.first+v.n; a++ {
				if b.atoms[a].absent {
					sum[a] += w * no
				} else {
					sum[a] += w * b.atoms[a].value
				}
			}
			return 0, ok && v.n > 0
		}
		if !p.IsConst(p.Arg(t, 1)) || !p.IsConst(p.Arg(t, 2)) {
			return 0, false
		}
		yes, ok := p.ConstValue(p.Arg(t, 1)).Int64()
		no, also := p.ConstValue(p.Arg(t, 2)).Int64()
		if !ok || !also {
			return 0, false
		}
		c, ok := b.addTruth(sum, p.Arg(t, 0), w*(yes-no))
		return c + w*no, ok
	}
	return 0, false
}
