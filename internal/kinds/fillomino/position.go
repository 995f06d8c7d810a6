package fillomino

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
)

// position is a board as a person sees it while solving: the numbers written so far. What a blank cell can hold is read off
// them each time, by two rules: a number must not join groups of it to one that is too large, and must have room for its
// region among cells that can hold it. Copies of a position share its scratch memory; it is not safe for concurrent use.
type position struct {
	board   solver.Board
	rules   solver.Rules
	givens  solver.Board
	side    [][]int32
	most    int     // the largest number that any region can have
	of      []int32 // by cell that holds a number: the group it belongs to, named by one of its cells
	size    []int32 // by name of a group: how many cells it has
	open    int     // blank cells
	largest int     // the largest number written
	*scratch
}

// scratch is memory for walks over the board.
type scratch struct {
	mark  []uint32 // cells met by the walk of that number
	tick  uint32
	seen  []uint32 // groups, by name, met by the visit of that number
	visit uint32
	depth []int32
	queue []int32
	list  []int32
	cut   []int32
}

func newPosition(p *board, b solver.Board) *position {
	n := len(b.Cells)
	most := n
	if p.params.Max > 0 {
		most = min(most, p.params.Max)
	}
	q := &position{
		rules: p.params.rules(), givens: p.board, side: solver.Sides(b.Rows, b.Cols), most: most,
		scratch: &scratch{mark: make([]uint32, n), seen: make([]uint32, n), depth: make([]int32, n)},
	}
	q.set(b)
	return q
}

// set has the position look at a board, which it changes from then on.
func (p *position) set(b solver.Board) {
	n := len(b.Cells)
	p.board, p.open, p.largest = b, 0, 0
	p.of, p.size = append(p.of[:0], make([]int32, n)...), append(p.size[:0], make([]int32, n)...)
	p.tick++
	for c, v := range b.Cells {
		p.largest = max(p.largest, int(v))
		if v == 0 {
			p.open++
		} else if p.mark[c] != p.tick {
			p.gather(int32(c))
		}
	}
}

// gather marks the connected cells that hold the number of a cell, and has the cell name their group.
func (p *position) gather(cell int32) {
	v := p.board.Cells[cell]
	p.queue = append(p.queue[:0], cell)
	p.mark[cell] = p.tick
	for i := 0; i < len(p.queue); i++ {
		c := p.queue[i]
		p.of[c] = cell
		for _, d := range p.side[c] {
			if p.board.Cells[d] == v && p.mark[d] != p.tick {
				p.mark[d] = p.tick
				p.queue = append(p.queue, d)
			}
		}
	}
	p.size[cell] = int32(len(p.queue))
}

// write writes a number into a blank cell.
func (p *position) write(cell, v int) {
	p.board.Cells[cell] = int16(v)
	p.open--
	p.largest = max(p.largest, v)
	p.tick++
	p.gather(int32(cell))
}

func (p *position) clone() *position {
	q := *p
	q.board = p.board.Clone()
	q.of, q.size = append([]int32(nil), p.of...), append([]int32(nil), p.size...)
	return &q
}

// Apply writes the numbers of a step.
func (p *position) Apply(s deduce.Step) error {
	for _, m := range s.Place {
		if p.board.Cells[m.Cell] != 0 {
			return fmt.Errorf("fillomino: %s is taken", p.board.Name(m.Cell))
		}
	}
	for _, m := range s.Place {
		p.write(m.Cell, m.Value)
	}
	return nil
}

// Status says whether the board is full and right, or whether a group or a cell cannot be.
func (p *position) Status() deduce.Status {
	if _, why := p.anyTrouble(); why != "" {
		return deduce.Broken
	}
	if p.open > 0 {
		return deduce.Open
	}
	return deduce.Solved
}

// group gives the connected cells that hold the number of a cell, the cell first. The list is the caller's.
func (p *position) group(cell int) []int {
	id := p.of[cell]
	group := append(make([]int, 0, p.size[id]), cell)
	p.tick++
	p.mark[cell] = p.tick
	for i := 0; i < len(group); i++ {
		for _, d := range p.side[group[i]] {
			if p.board.Cells[d] != 0 && p.of[d] == id && p.mark[d] != p.tick {
				p.mark[d] = p.tick
				group = append(group, int(d))
			}
		}
	}
	return group
}

// firsts visits the first cell of each group, row by row, until visit returns false.
func (p *position) firsts(visit func(cell, v int) bool) {
	p.visit++
	for c, v := range p.board.Cells {
		if v == 0 || p.seen[p.of[c]] == p.visit {
			continue
		}
		p.seen[p.of[c]] = p.visit
		if !visit(c, int(v)) {
			return
		}
	}
}

// anyTrouble gives the first cell whose group cannot be, and why; "" when nothing is wrong yet.
func (p *position) anyTrouble() (cell int, why string) {
	p.firsts(func(c, _ int) bool {
		cell, why = c, p.trouble(c)
		return why == ""
	})
	return cell, why
}

// trouble says why the group of a cell cannot be; "" when nothing is wrong with it yet.
func (p *position) trouble(cell int) string {
	v := int(p.board.Cells[cell])
	switch size := int(p.size[p.of[cell]]); {
	case size > v:
		return fmt.Sprintf("%d cells holding %d are connected at %s", size, v, p.board.Name(cell))
	case size < v && len(p.reach(p.cells(cell), v, -1, v)) < v:
		return fmt.Sprintf("the %d at %s cannot grow to %d cells", v, p.board.Name(cell), v)
	default:
		return ""
	}
}

// cells lists the group of a cell, in memory that the next call reuses.
func (p *position) cells(cell int) []int32 {
	id := p.of[cell]
	p.list = append(p.list[:0], int32(cell))
	p.tick++
	p.mark[cell] = p.tick
	for i := 0; i < len(p.list) && len(p.list) < int(p.size[id]); i++ {
		for _, d := range p.side[p.list[i]] {
			if p.board.Cells[d] != 0 && p.of[d] == id && p.mark[d] != p.tick {
				p.mark[d] = p.tick
				p.list = append(p.list, d)
			}
		}
	}
	return p.list
}

// joins gives the size of the group that a number written in a blank cell would belong to.
func (p *position) joins(cell int32, v int) int {
	var met [4]int32
	k, sum := 0, 1
next:
	for _, d := range p.side[cell] {
		if int(p.board.Cells[d]) != v {
			continue
		}
		id := p.of[d]
		for _, m := range met[:k] {
			if m == id {
				continue next
			}
		}
		met[k] = id
		k++
		sum += int(p.size[id])
	}
	return sum
}

// fits reports whether a cell holds a number, or is blank and would not join too large a group with it.
func (p *position) fits(cell int32, v int) bool {
	w := int(p.board.Cells[cell])
	return w == v || w == 0 && p.joins(cell, v) <= v
}

// reach lists the cells that a group holding a number can come to include, the nearest first: the group, and cells that fit
// within as many steps as it lacks cells; without, when not negative, is left out. It stops when it has met enough; what it
// gives is valid until the next walk, and depth holds the steps of each cell.
func (p *position) reach(group []int32, v int, without int32, enough int) []int32 {
	p.tick++
	p.queue = append(p.queue[:0], group...)
	for _, c := range group {
		p.mark[c], p.depth[c] = p.tick, 0
	}
	lack := int32(v - len(group))
	for i := 0; i < len(p.queue) && len(p.queue) < enough; i++ {
		c := p.queue[i]
		if p.depth[c] >= lack {
			break
		}
		for _, d := range p.side[c] {
			if p.mark[d] == p.tick || d == without || !p.fits(d, v) {
				continue
			}
			p.mark[d], p.depth[d] = p.tick, p.depth[c]+1
			p.queue = append(p.queue, d)
		}
	}
	return p.queue
}

// verdict says what stands against a number in a blank cell.
type verdict uint8

const (
	possible verdict = iota // nothing, as far as the two rules see
	tooLarge                // it would join groups of it to one that is too large
	noRoom                  // its region would have too little room
	noGiven                 // no given with it is in reach, and every region must show one
)

// judge says whether a blank cell can hold a number, as far as the two rules see; where there is no room, how many cells it has.
func (p *position) judge(cell, v int) (verdict, int) {
	if p.joins(int32(cell), v) > v {
		return tooLarge, 0
	}
	start, enough := [1]int32{int32(cell)}, v
	if p.rules.Shown {
		enough = len(p.board.Cells) + 1
	}
	room := p.reach(start[:], v, -1, enough)
	if len(room) < v {
		return noRoom, len(room)
	}
	if p.rules.Shown {
		for _, d := range room {
			if int(p.givens.Cells[d]) == v {
				return possible, len(room)
			}
		}
		return noGiven, len(room)
	}
	return possible, len(room)
}

// candidates counts the numbers that a blank cell can hold, at most len(out) of them, and lists them rising.
func (p *position) candidates(cell int, out []int) int {
	n, room := 0, -1
	for v := 1; v <= p.most && n < len(out); v++ {
		if j, _ := p.judge(cell, v); j == possible {
			out[n] = v
			n++
			continue
		}
		if room < 0 {
			room = p.blankRoom(cell)
		}
		if v > room && p.largest < v {
			break // larger ones have no room either, and no number on the board stands for them
		}
	}
	return n
}

// blankRoom gives the number of connected blank cells round a blank cell.
func (p *position) blankRoom(cell int) int {
	p.tick++
	p.queue = append(p.queue[:0], int32(cell))
	p.mark[cell] = p.tick
	for i := 0; i < len(p.queue); i++ {
		for _, d := range p.side[p.queue[i]] {
			if p.board.Cells[d] == 0 && p.mark[d] != p.tick {
				p.mark[d] = p.tick
				p.queue = append(p.queue, d)
			}
		}
	}
	return len(p.queue)
}
