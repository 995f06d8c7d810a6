package native_test

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/model"
)

func slitherlink(b *board) func(model.Assignment) []string {
	p := b.p
	w, h := b.w+1, b.h+1
	var edges []model.GraphEdge
	right, down := make([]model.Term, w*h), make([]model.Term, w*h) // from each corner
	for c := range w * h {
		if c%w < b.w {
			right[c] = p.Bool(fmt.Sprintf("r%d.%d", c/w, c%w))
			edges = append(edges, model.GraphEdge{A: c, B: c + 1, On: right[c]})
		}
		if c/w < b.h {
			down[c] = p.Bool(fmt.Sprintf("d%d.%d", c/w, c%w))
			edges = append(edges, model.GraphEdge{A: c, B: c + w, On: down[c]})
		}
	}
	for c := range b.cells() {
		if n, ok := b.number(c); ok {
			k := c/b.w*w + c%b.w
			p.Assert("count", p.Eq(p.Add(right[k], down[k], right[k+w], down[k+1]), p.Num(int64(n))))
		}
	}
	p.Assert("loop", p.Loop(p.Graph(slices.Repeat([]model.Term{model.True}, w*h), edges)))
	return func(a model.Assignment) []string {
		out := make([]string, b.cells())
		in := 0
		for c := range out {
			if c%b.w == 0 {
				in = 0
			}
			in ^= b.value(a, down[c/b.w*w+c%b.w])
			out[c] = []string{"-", "x"}[in]
		}
		return out
	}
}

func masyu(b *board) func(model.Assignment) []string {
	p := b.p
	edges, at := b.links("l")
	p.Assert("loop", p.Loop(p.Graph(b.all(), edges)))
	far := func(c, d int) model.Term { // straight on from the neighbour
		if n := b.step(c, d); n >= 0 {
			return at[n][d]
		}
		return model.False
	}
	for c := range b.cells() {
		x := at[c]
		straight := p.Or(p.And(x[0], x[2]), p.And(x[1], x[3]))
		switch b.clue(c) {
		case "b":
			p.Assert("black", p.And(p.Xor(x[0], x[2]), p.Xor(x[1], x[3])))
			for d := range 4 {
				p.Assert("straight", p.Implies(x[d], far(c, d)))
			}
		case "w":
			p.Assert("white", straight)
			p.Assert("turn", p.Implies(x[0], p.Not(p.And(far(c, 0), far(c, 2)))))
			p.Assert("turn", p.Implies(x[1], p.Not(p.And(far(c, 1), far(c, 3)))))
		}
	}
	return b.lines(at, nil)
}

func heyawake(b *board) func(model.Assignment) []string {
	p := b.p
	shade := b.bools("s")
	rooms := map[string][]model.Term{}
	count := map[string]int{}
	var names []string
	for c := range b.cells() {
		r := b.room(c)
		if len(rooms[r]) == 0 {
			names = append(names, r)
		}
		rooms[r] = append(rooms[r], shade[c])
		if n, ok := b.number(c); ok {
			count[r] = n + 1
		}
		for d := range 2 {
			if x := b.step(c, d); x >= 0 {
				p.Assert("touch", p.Or(p.Not(shade[c]), p.Not(shade[x])))
			}
			// From a border on over a second one, some cell is shaded.
			x := b.step(c, d)
			if x < 0 || b.room(x) == b.room(c) {
				continue
			}
			run := []model.Term{shade[c], shade[x]}
			for y := b.step(x, d); y >= 0; y = b.step(y, d) {
				run = append(run, shade[y])
				if b.room(y) != b.room(x) {
					p.Assert("borders", p.Or(run...))
					break
				}
			}
		}
	}
	for _, r := range names {
		if n := count[r]; n > 0 {
			p.Assert("count", p.Eq(p.Add(rooms[r]...), p.Num(int64(n-1))))
		}
	}
	p.Assert("white", p.Connected(b.grid(b.not(shade))))
	return b.marked(shade)
}

func hitori(b *board) func(model.Assignment) []string {
	p := b.p
	shade := b.bools("s")
	for c := range b.cells() {
		for d := range 2 {
			if x := b.step(c, d); x >= 0 {
				p.Assert("touch", p.Or(p.Not(shade[c]), p.Not(shade[x])))
			}
			for x := b.step(c, d); x >= 0; x = b.step(x, d) {
				if b.clue(c) == b.clue(x) {
					p.Assert("differ", p.Or(shade[c], shade[x]))
				}
			}
		}
	}
	p.Assert("white", p.Connected(b.grid(b.not(shade))))
	return b.marked(shade)
}

func nurikabe(b *board) func(model.Assignment) []string {
	p := b.p
	sea := b.bools("s")
	island := b.grid(b.not(sea))
	clues := make([]model.Term, b.cells())
	for c := range clues {
		clues[c] = p.Num(0)
		if n, ok := b.number(c); ok {
			clues[c] = p.Num(1)
			p.Assert("land", p.Not(sea[c]))
			p.Assert("size", p.Eq(p.GroupSum(island, c, b.ones()), p.Num(int64(n))))
		}
	}
	for c := range clues {
		p.Assert("one", p.Or(sea[c], p.Eq(p.GroupSum(island, c, clues), p.Num(1))))
	}
	p.Assert("joined", p.Connected(b.grid(sea)))
	b.squares(func(c [4]int) { p.Assert("pool", p.Not(p.And(b.pick(sea, c[:]...)...))) })
	return b.marked(sea)
}

func yinYang(b *board) func(model.Assignment) []string {
	p := b.p
	black := b.bools("b")
	white := b.not(black)
	for c := range b.cells() {
		switch b.clue(c) {
		case "b":
			p.Assert("given", black[c])
		case "w":
			p.Assert("given", white[c])
		}
	}
	for _, ts := range [][]model.Term{black, white} {
		p.Assert("joined", p.Connected(b.grid(ts)))
		b.squares(func(c [4]int) { p.Assert("pool", p.Not(p.And(b.pick(ts, c[:]...)...))) })
	}
	return func(a model.Assignment) []string {
		out := make([]string, b.cells())
		for c := range out {
			out[c] = []string{"w", "b"}[b.value(a, black[c])]
		}
		return out
	}
}

func numberLink(b *board) func(model.Assignment) []string {
	p := b.p
	edges, at := b.links("l")
	g := p.Graph(b.all(), edges)
	ends := map[string]int{}
	var firsts []int
	for c := range b.cells() {
		degree := int64(2)
		if _, ok := b.number(c); ok {
			degree = 1
			if a, second := ends[b.clue(c)]; second {
				p.Assert("pair", p.Same(g, a, c))
			} else {
				for _, other := range firsts {
					p.Assert("other", p.Not(p.Same(g, other, c)))
				}
				firsts = append(firsts, c)
			}
			ends[b.clue(c)] = c
		}
		p.Assert("line", p.Eq(p.Add(at[c][:]...), p.Num(degree)))
	}
	p.Assert("open", p.Acyclic(g))
	return b.lines(at, nil)
}

// runs is the automaton of the stretches of a nonogram's line.
func runs(lengths []int) *model.DFA {
	d := &model.DFA{States: 1}
	step := func(value int64) {
		d.Steps = append(d.Steps, model.DFAStep{From: d.States - 1, Value: value, To: d.States})
		d.States++
	}
	stay := func() { d.Steps = append(d.Steps, model.DFAStep{From: d.States - 1, Value: 0, To: d.States - 1}) }
	stay()
	for i, n := range lengths {
		for range n {
			step(1)
		}
		if i < len(lengths)-1 {
			step(0)
		}
		stay()
	}
	d.Accept = []int{d.States - 1}
	return d
}

func nonogram(b *board) func(model.Assignment) []string {
	p := b.p
	shade := b.bools("s")
	for i, line := range b.rows[1 : 1+b.h+b.w] {
		var lengths []int
		for _, s := range line {
			if n := atoi(s); n > 0 {
				lengths = append(lengths, n)
			}
		}
		var in []model.Term
		if i < b.w { // columns come first
			for y := range b.h {
				in = append(in, shade[y*b.w+i])
			}
		} else {
			in = shade[(i-b.w)*b.w:][:b.w]
		}
		p.Assert("runs", p.Regular(runs(lengths), in))
	}
	return b.marked(shade)
}

func starBattle(b *board) func(model.Assignment) []string {
	p := b.p
	star := b.bools("s")
	k := p.Num(int64(atoi(b.rows[0][2])))
	groups := map[string][]model.Term{}
	var names []string
	put := func(name string, t model.Term) {
		if len(groups[name]) == 0 {
			names = append(names, name)
		}
		groups[name] = append(groups[name], t)
	}
	for c := range b.cells() {
		if b.clue(c) == "@" { // a hole in the board
			p.Assert("hole", p.Not(star[c]))
			continue
		}
		put(fmt.Sprint("row", c/b.w), star[c])
		put(fmt.Sprint("col", c%b.w), star[c])
		put("room"+b.clue(c), star[c])
	}
	for _, n := range names {
		p.Assert("count", p.Eq(p.Add(groups[n]...), k))
	}
	b.squares(func(c [4]int) { p.Assert("touch", p.AtMost(1, b.pick(star, c[:]...)...)) })
	return b.marked(star)
}

func shikaku(b *board) func(model.Assignment) []string {
	p := b.p
	edges, at := b.links("j")
	g := p.Graph(b.all(), edges)
	p.Assert("wall", p.Parted(g))
	clues := make([]model.Term, b.cells())
	for c := range clues {
		clues[c] = p.Num(0)
		if n, ok := b.number(c); ok {
			clues[c] = p.Num(1)
			p.Assert("size", p.Eq(p.GroupSum(g, c, b.ones()), p.Num(int64(n))))
		}
	}
	for c := range clues {
		p.Assert("one", p.Eq(p.GroupSum(g, c, clues), p.Num(1)))
	}
	b.squares(func(c [4]int) { // never exactly three of one part
		round := []model.Term{at[c[0]][0], at[c[1]][1], at[c[2]][0], at[c[0]][1]}
		for i := range round {
			p.Assert("rect", p.Implies(p.And(round[i], round[(i+1)%4]), round[(i+2)%4]))
		}
	})
	return b.parts(at)
}

func galaxies(b *board) func(model.Assignment) []string {
	p := b.p
	edges, at := b.links("j")
	g := p.Graph(b.all(), edges)
	p.Assert("wall", p.Parted(g))
	var centres []int
	for c := range b.cells() {
		k, ok := b.number(c)
		if !ok {
			continue
		}
		centres = append(centres, c)
		// In halves of cells: 1 is at the right side, 2 at the lower, 3 at the corner.
		y, x := 2*(c/b.w)+k/2, 2*(c%b.w)+k%2
		for _, d := range [][]int{{}, {1}, {b.w}, {1, b.w, b.w + 1}}[k] {
			p.Assert("whole", p.Same(g, c, c+d))
		}
		for d := range b.cells() {
			my, mx := y-d/b.w, x-d%b.w
			in := p.Same(g, c, d)
			if my < 0 || my >= b.h || mx < 0 || mx >= b.w {
				p.Assert("turn", p.Not(in))
				continue
			}
			p.Assert("turn", p.Implies(in, p.Same(g, c, my*b.w+mx)))
		}
	}
	for c := range b.cells() {
		var with []model.Term
		for _, x := range centres {
			with = append(with, p.Same(g, x, c))
		}
		p.Assert("one", p.Eq(p.Add(with...), p.Num(1)))
	}
	return b.parts(at)
}

func fillomino(b *board) func(model.Assignment) []string {
	p := b.p
	digit := make([]model.Term, b.cells())
	high := int64(9)
	for c := range digit {
		if n, ok := b.number(c); ok {
			high = max(high, int64(n))
		}
	}
	for c := range digit {
		digit[c] = p.IntIn(fmt.Sprintf("n%d.%d", c/b.w, c%b.w), 1, high)
		if n, ok := b.number(c); ok {
			p.Assert("given", p.Eq(digit[c], p.Num(int64(n))))
		}
	}
	var edges []model.GraphEdge
	for c := range b.cells() {
		for d := range 2 {
			if x := b.step(c, d); x >= 0 {
				edges = append(edges, model.GraphEdge{A: c, B: x, On: p.Eq(digit[c], digit[x])})
			}
		}
	}
	g := p.Graph(b.all(), edges)
	for c := range digit {
		p.Assert("size", p.Eq(p.GroupSum(g, c, b.ones()), digit[c]))
	}
	return func(a model.Assignment) []string {
		out := make([]string, b.cells())
		for c := range out {
			out[c] = strconv.Itoa(b.value(a, digit[c]))
		}
		return out
	}
}
