package native

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// fillomino states a Fillomino board as a generic model: 0 is an empty cell. The numbers are the first rows*cols variables.
//
// A region is what equal numbers join; connectivity is reachability. For each given there is a level for each cell that its
// region could have: the cell is in the region when the level is less than the number, and a cell of level t has a neighbour
// of level t-1 or less. The same is stated for each two empty cells that could share a region without givens, so that no cell
// is singled out as its root. From whatever cell it is looked at, a region has as many cells as its number says.
func fillomino(rows, cols int, board []int) (p *model.Problem, cells []model.Term) {
	f := newFillominoModel(rows, cols, board)
	f.candidates()
	f.numbers()
	f.levels()
	for _, k := range f.kinds {
		for _, g := range f.givens[k] {
			f.shown(g, k)
		}
		f.few(k)
	}
	f.whose()
	f.pairs()
	for c := range f.board {
		if f.hidden[c] != model.False {
			f.unshown(c)
		}
	}
	return f.p, f.x
}

// fillominoModel is what is known while a board is stated. A key {c, d} is a pair of cells.
type fillominoModel struct {
	p      *model.Problem
	board  []int
	side   [][]int       // neighbours
	kinds  []int         // the numbers given
	givens map[int][]int // by number: the cells that show it
	reach  [][]int       // by given: the least steps to each cell of its region, or -1
	fewest map[int]int   // by number: the least regions that show it
	spare  int           // the most cells in regions without givens

	may    [][]bool // by cell and number: the cell may hold it
	secret [][]bool // by cell and number: it may do so in a region without givens

	x      []model.Term
	hidden []model.Term           // by cell: it belongs to a region without givens
	same   map[[2]int]model.Term  // of neighbours: they hold the same number
	level  map[[2]int]model.Term  // of a given and a cell: the steps between them
	in     map[[2]int]model.Term  // of a given and a cell: one region has both
	from   []map[int][]model.Term // by cell and number: the cell is in the region of one of these givens
	steps  map[[2]int]model.Term  // of two cells without a given: the steps between them
	with   map[[2]int]model.Term  // of two cells: one region without givens has both
	least  map[[2]int]int         // of two such cells: the least steps
	most   map[[2]int]int         // of two such cells: the largest number that both may hold
}

func newFillominoModel(rows, cols int, board []int) *fillominoModel {
	n := rows * cols
	f := &fillominoModel{
		p: model.NewProblem(), board: board, side: make([][]int, n), givens: map[int][]int{}, reach: make([][]int, n),
		fewest: map[int]int{}, may: make([][]bool, n), secret: make([][]bool, n), x: make([]model.Term, n),
		hidden: make([]model.Term, n), same: map[[2]int]model.Term{}, level: map[[2]int]model.Term{},
		in: map[[2]int]model.Term{}, from: make([]map[int][]model.Term, n), steps: map[[2]int]model.Term{},
		with: map[[2]int]model.Term{}, least: map[[2]int]int{}, most: map[[2]int]int{},
	}
	for c, k := range board {
		if c%cols > 0 {
			f.side[c] = append(f.side[c], c-1)
			f.side[c-1] = append(f.side[c-1], c)
		}
		if c >= cols {
			f.side[c] = append(f.side[c], c-cols)
			f.side[c-cols] = append(f.side[c-cols], c)
		}
		if k > 0 {
			f.givens[k] = append(f.givens[k], c)
		}
	}
	for k := range f.givens {
		f.kinds = append(f.kinds, k)
	}
	slices.Sort(f.kinds)
	return f
}

func (f *fillominoModel) num(k int) model.Term { return f.p.Num(int64(k)) }

// assert states that one of some terms holds.
func (f *fillominoModel) assert(name string, ts ...model.Term) { f.p.Assert(name, f.p.Or(ts...)) }

// is states that a cell holds a number.
func (f *fillominoModel) is(c, v int) model.Term {
	if v >= len(f.may[c]) || !f.may[c][v] {
		return model.False
	}
	return f.p.Eq(f.x[c], f.num(v))
}

// walk gives the steps from a cell to each other, over cells that pass; -1 where there is no way of less than k steps.
func (f *fillominoModel) walk(c, k int, pass func(int) bool) []int {
	steps := make([]int, len(f.board))
	for d := range steps {
		steps[d] = -1
	}
	steps[c] = 0
	queue := []int{c}
	for i := 0; i < len(queue); i++ {
		if steps[queue[i]] == k-1 {
			break
		}
		for _, d := range f.side[queue[i]] {
			if steps[d] < 0 && pass(d) {
				steps[d] = steps[queue[i]] + 1
				queue = append(queue, d)
			}
		}
	}
	return steps
}

// candidates finds which numbers cells may hold. Givens that no region has room to join are in regions of their own; what these
// need at least leaves the spare cells.
func (f *fillominoModel) candidates() {
	n := len(f.board)
	f.spare = n
	for _, k := range f.kinds {
		var apart []int
		for _, g := range f.givens[k] {
			f.reach[g] = f.walk(g, k, func(d int) bool { return f.board[d] == 0 || f.board[d] == k })
			if !slices.ContainsFunc(apart, func(h int) bool { return f.reach[h][g] >= 0 }) {
				apart = append(apart, g)
			}
		}
		f.fewest[k] = max(len(apart), (len(f.givens[k])+k-1)/k)
		f.spare -= k * f.fewest[k]
	}
	if f.spare < 0 {
		f.p.Assert("room", model.False)
		f.spare = 0
	}
	for c, k := range f.board {
		f.may[c], f.secret[c] = make([]bool, max(n, k)+1), make([]bool, f.spare+1)
		f.may[c][k] = k > 0
	}
	for _, k := range f.kinds {
		for _, g := range f.givens[k] {
			for d, s := range f.reach[g] {
				if s >= 0 && k <= n {
					f.may[d][k] = true
				}
			}
		}
	}
	for v := 1; v <= f.spare; v++ {
		free := func(d int) bool { // no given is in the region, so none with its number is beside it
			return f.board[d] == 0 && !slices.ContainsFunc(f.side[d], func(e int) bool { return f.board[e] == v })
		}
		for c := range f.board {
			if !free(c) {
				continue
			}
			room := 0
			for _, s := range f.walk(c, v, free) {
				if s >= 0 {
					room++
				}
			}
			if room >= v {
				f.secret[c][v], f.may[c][v] = true, true
			}
		}
	}
}

// numbers declares the numbers of the cells.
func (f *fillominoModel) numbers() {
	for c, may := range f.may {
		lo := slices.Index(may, true)
		if lo < 0 {
			f.p.Assert("no number", model.False)
			lo = 1
		}
		hi := lo
		for v := range may {
			if may[v] {
				hi = v
			}
		}
		f.x[c] = f.p.IntIn(fmt.Sprintf("x%d", c), int64(lo), int64(hi))
		for v := lo + 1; v < hi; v++ {
			if !may[v] {
				f.p.Assert("not", f.p.Ne(f.x[c], f.num(v)))
			}
		}
		if f.board[c] > 0 {
			f.p.Assert("given", f.is(c, f.board[c]))
		}
	}
	for c := range f.board {
		f.from[c] = map[int][]model.Term{}
		for _, d := range f.side[c] {
			f.same[[2]int{c, d}] = f.p.Eq(f.x[min(c, d)], f.x[max(c, d)])
		}
	}
}

// levels declares the levels of cells seen from the givens.
func (f *fillominoModel) levels() {
	for _, k := range f.kinds {
		for _, g := range f.givens[k] {
			for d, s := range f.reach[g] {
				key, yek := [2]int{g, d}, [2]int{d, g}
				switch l, known := f.level[yek]; {
				case s < 0:
				case d == g:
					f.in[key] = model.True
				case known: // both are givens of this number
					f.level[key], f.in[key] = l, f.in[yek]
				default:
					l = f.p.IntIn(fmt.Sprintf("level%d.%d", g, d), int64(s), int64(k))
					f.level[key], f.in[key] = l, f.p.Lt(l, f.num(k))
				}
			}
		}
	}
}

// shown states what the region of a given is.
func (f *fillominoModel) shown(g, k int) {
	p := f.p
	var size []model.Term
	for d, s := range f.reach[g] {
		if s < 0 {
			continue
		}
		in := f.in[[2]int{g, d}]
		size = append(size, p.If(in, f.num(1), f.num(0)))
		if f.board[d] == 0 {
			f.assert("number", p.Not(in), f.is(d, k))
			f.from[d][k] = append(f.from[d][k], in)
		}
		for t := s; t < k && d != g; t++ {
			step := []model.Term{p.Gt(f.level[[2]int{g, d}], f.num(t))}
			for _, e := range f.side[d] {
				if l, ok := f.level[[2]int{g, e}]; ok {
					step = append(step, p.Lt(l, f.num(t)))
				} else if e == g {
					step = append(step, model.True)
				}
			}
			f.assert("step", step...)
		}
		for _, e := range f.side[d] {
			f.assert("spread", p.Not(in), p.Not(f.is(e, k)), f.known(f.in, g, e))
		}
	}
	p.Assert("size", p.Eq(p.Sum(size...), f.num(k)))
}

// known gives the term of a pair, False where there is none.
func (f *fillominoModel) known(terms map[[2]int]model.Term, c, d int) model.Term {
	if t, ok := terms[[2]int{c, d}]; ok {
		return t
	}
	return model.False
}

// few states how many regions that show a number there is room for. The first given of a region stands for it.
func (f *fillominoModel) few(k int) {
	var regions []model.Term
	for i, g := range f.givens[k] {
		var joins []model.Term
		for _, h := range f.givens[k][:i] {
			joins = append(joins, f.known(f.in, g, h))
		}
		regions = append(regions, f.p.If(f.p.Or(joins...), f.num(0), f.num(1)))
	}
	f.p.Assert("regions", f.p.Le(f.p.Sum(regions...), f.num(f.fewest[k]+f.spare/k)))
}

// whose states that an empty cell is in the region of a given or in one without.
func (f *fillominoModel) whose() {
	p := f.p
	for c, k := range f.board {
		f.hidden[c] = model.False
		if slices.Contains(f.secret[c], true) {
			f.hidden[c] = p.Bool(fmt.Sprintf("hidden%d", c))
		}
		for v, ok := range f.may[c] {
			if k > 0 || !ok {
				continue
			}
			why := append([]model.Term{p.Not(f.is(c, v))}, f.from[c][v]...)
			if v <= f.spare && f.secret[c][v] {
				why = append(why, f.hidden[c])
			} else {
				f.assert("not hidden", p.Not(f.is(c, v)), p.Not(f.hidden[c]))
			}
			f.assert("why", why...)
			for _, in := range f.from[c][v] {
				f.assert("shown", p.Not(in), p.Not(f.hidden[c]))
			}
		}
	}
}

// pairs declares the steps between two cells that one region without givens may have.
func (f *fillominoModel) pairs() {
	for c := range f.board {
		least, most := map[int]int{}, map[int]int{}
		for v := 1; v <= f.spare; v++ {
			if !f.secret[c][v] {
				continue
			}
			for d, s := range f.walk(c, v, func(d int) bool { return f.secret[d][v] }) {
				if d > c && s >= 0 {
					if old, ok := least[d]; !ok || s < old {
						least[d] = s
					}
					most[d] = v
				}
			}
		}
		for d := range f.board {
			if v, ok := most[d]; ok {
				l := f.p.IntIn(fmt.Sprintf("steps%d.%d", c, d), int64(least[d]), int64(v))
				for _, key := range [][2]int{{c, d}, {d, c}} {
					f.steps[key], f.with[key] = l, f.p.Lt(l, f.num(v))
					f.least[key], f.most[key] = least[d], v
				}
			}
		}
	}
}

// unshown states what the region of a cell is, if it has no given.
func (f *fillominoModel) unshown(c int) {
	p := f.p
	hidden := f.hidden[c]
	size := []model.Term{f.num(1)}
	for d := range f.board {
		key := [2]int{c, d}
		in, ok := f.with[key]
		if !ok {
			continue
		}
		size = append(size, p.If(in, f.num(1), f.num(0)))
		f.assert("hidden", p.Not(in), hidden)
		for t := f.least[key]; t < f.most[key]; t++ {
			step := []model.Term{p.Gt(f.steps[key], f.num(t))}
			for _, e := range f.side[d] {
				if l, ok := f.steps[[2]int{c, e}]; ok {
					step = append(step, p.Lt(l, f.num(min(t, f.most[[2]int{c, e}]))))
				} else if e == c {
					step = append(step, model.True)
				}
			}
			f.assert("step", step...)
		}
		for _, e := range f.side[d] {
			if e == c || f.board[e] > 0 {
				continue
			}
			same, other := f.same[[2]int{d, e}], f.known(f.with, c, e)
			f.assert("spread", p.Not(in), p.Not(same), other)
			if d < e {
				f.assert("one number", p.Not(in), p.Not(other), same)
			}
		}
	}
	for _, d := range f.side[c] {
		same, in := f.same[[2]int{c, d}], f.known(f.with, c, d)
		f.assert("beside", p.Not(hidden), p.Not(same), in)
		f.assert("beside", p.Not(in), same)
	}
	p.Assert("size", p.Implies(hidden, p.Eq(p.Sum(size...), f.x[c])))
}
