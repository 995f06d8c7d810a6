package fillomino

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce"
)

// position is a board as a person sees it while solving: the numbers written so far. What a blank cell can hold is read off
// them each time, by two rules: a number must not join groups of it to one that is too large, and must have room for its
// region among cells that can hold it.
type position struct {
	board  Board
	rules  rules
	givens Board
	side   [][]int32
	most   int // the largest number that any region can have
}

func newPosition(p *Puzzle, b Board) *position {
	most := len(b.Cells)
	if p.params.Max > 0 {
		most = min(most, p.params.Max)
	}
	return &position{board: b, rules: p.params.rules(), givens: p.board, side: sides(b.Rows, b.Cols), most: most}
}

func (p *position) clone() *position {
	q := *p
	q.board = p.board.clone()
	return &q
}

// Apply writes the numbers of a step.
func (p *position) Apply(s deduce.Step) error {
	for _, m := range s.Place {
		if p.board.Cells[m.Cell] != 0 {
			return fmt.Errorf("fillomino: %s is taken", p.board.name(m.Cell))
		}
	}
	for _, m := range s.Place {
		p.board.Cells[m.Cell] = int16(m.Value)
	}
	return nil
}

// Status says whether the board is full and right, or whether a group or a cell cannot be.
func (p *position) Status() deduce.Status {
	open := false
	for c, v := range p.board.Cells {
		if v == 0 {
			open = true
		} else if p.trouble(c) != "" {
			return deduce.Broken
		}
	}
	if open {
		return deduce.Open
	}
	return deduce.Solved
}

// group gives the connected cells that hold the number of a cell.
func (p *position) group(cell int) []int {
	v := p.board.Cells[cell]
	in := map[int]bool{cell: true}
	group := []int{cell}
	for i := 0; i < len(group); i++ {
		for _, d := range p.side[group[i]] {
			if p.board.Cells[d] == v && !in[int(d)] {
				in[int(d)] = true
				group = append(group, int(d))
			}
		}
	}
	return group
}

// trouble says why the group of a cell cannot be; "" when nothing is wrong with it yet.
func (p *position) trouble(cell int) string {
	v := int(p.board.Cells[cell])
	group := p.group(cell)
	switch {
	case len(group) > v:
		return fmt.Sprintf("%d cells holding %d are connected at %s", len(group), v, p.board.name(cell))
	case len(group) < v && len(p.reach(group, v, -1)) < v:
		return fmt.Sprintf("the %d of %s has too little room to grow to %d cells", v, p.board.name(cell), v)
	default:
		return ""
	}
}

// joins gives the size of the group that a number written in a blank cell would belong to.
func (p *position) joins(cell, v int) int {
	in := map[int32]bool{int32(cell): true}
	queue := []int32{int32(cell)}
	for i := 0; i < len(queue) && len(queue) <= v; i++ {
		for _, d := range p.side[queue[i]] {
			if int(p.board.Cells[d]) == v && !in[d] {
				in[d] = true
				queue = append(queue, d)
			}
		}
	}
	return len(queue)
}

// fits reports whether a cell holds a number, or is blank and would not join too large a group with it.
func (p *position) fits(cell int32, v int) bool {
	w := int(p.board.Cells[cell])
	return w == v || w == 0 && p.joins(int(cell), v) <= v
}

// reach lists the cells that a group holding a number can come to include: the group, and cells that fit within as many
// steps as it lacks cells; without, when not negative, is left out. It stops when there are plainly enough.
func (p *position) reach(group []int, v, without int) []int32 {
	depth := map[int32]int{}
	var queue []int32
	for _, c := range group {
		depth[int32(c)] = 0
		queue = append(queue, int32(c))
	}
	lack := v - len(group)
	for i := 0; i < len(queue); i++ {
		c := queue[i]
		if depth[c] >= lack {
			continue
		}
		for _, d := range p.side[c] {
			if _, seen := depth[d]; seen || int(d) == without || !p.fits(d, v) {
				continue
			}
			depth[d] = depth[c] + 1
			queue = append(queue, d)
		}
	}
	return queue
}

// verdict says what stands against a number in a blank cell.
type verdict uint8

const (
	possible verdict = iota // nothing, as far as the two rules see
	tooLarge                // it would join groups of it to one that is too large
	noRoom                  // its region would have too little room
	noGiven                 // no given with it is in reach, and every region must show one
)

// judge says whether a blank cell can hold a number, as far as the two rules see, and how many cells of room it has there.
func (p *position) judge(cell, v int) (verdict, int) {
	if p.joins(cell, v) > v {
		return tooLarge, 0
	}
	room := p.reach([]int{cell}, v, -1)
	if len(room) < v {
		return noRoom, len(room)
	}
	if p.rules.shown {
		for _, d := range room {
			if int(p.givens.Cells[d]) == v {
				return possible, len(room)
			}
		}
		return noGiven, len(room)
	}
	return possible, len(room)
}

// candidates lists the numbers that a blank cell can hold, at most limit of them, rising.
func (p *position) candidates(cell, limit int) []int {
	var out []int
	for v := 1; v <= p.most && len(out) < limit; v++ {
		if j, _ := p.judge(cell, v); j == possible {
			out = append(out, v)
		} else if v > p.blankRoom(cell) && !p.holdsFrom(v) {
			break // larger ones have no room either, and no given stands for them
		}
	}
	return out
}

// blankRoom gives the number of connected blank cells round a blank cell.
func (p *position) blankRoom(cell int) int {
	in := map[int32]bool{int32(cell): true}
	queue := []int32{int32(cell)}
	for i := 0; i < len(queue); i++ {
		for _, d := range p.side[queue[i]] {
			if p.board.Cells[d] == 0 && !in[d] {
				in[d] = true
				queue = append(queue, d)
			}
		}
	}
	return len(queue)
}

// holdsFrom reports whether the board holds a number of at least v.
func (p *position) holdsFrom(v int) bool {
	for _, w := range p.board.Cells {
		if int(w) >= v {
			return true
		}
	}
	return false
}
