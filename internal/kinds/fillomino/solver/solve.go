// Package solver finds the solutions of Fillomino boards, answers the questions of carving, and draws full boards. It judges nothing: full
// boards are judged by package fillomino, with code of its own.
//
// [Solve] is conflict-driven search over the facts "this cell holds this number", with the rule of Fillomino as a
// constraint on areas and their sizes (graphs.Areas) that states its conclusions as clauses.
//
// A region without a given can have any size, so a cell may hold many numbers. Numbers above a bound that no given names are
// one number to the search, "big", of which only this is asked: a cell that is big lies among more cells that can be big than
// the bound. That is less than the rules ask, so when the search finds no solution there is none; when it finds one with big
// cells in it the bound is raised and the search repeated.
package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/graphs"
)

// Counters counts the solver's work.
type Counters struct {
	Decisions, Conflicts, Propagations, Rounds int64
	Passes                                     int64 // numbers that the search before the search looked at; see nearby
	Searches                                   int64 // questions that went to the learning search
}

// errUnsolved says that the search ended before it could answer.
var errUnsolved = errors.New("fillomino: the search ended early")

// firstBound is the largest number that is searched one by one at first, unless a given is larger.
const firstBound = 9

// Rules are the rules beside the usual ones.
type Rules struct {
	MaxRegion int  // no region has more cells; 0: no bound
	Shown     bool // every region has a given in it
}

// Solve visits the solutions of a board in a deterministic order until visit returns false. It reports whether all were
// visited. The board given to visit is reused.
func Solve(ctx context.Context, givens Board, ru Rules, visit func(Board) bool) (complete bool, work Counters, err error) {
	if bad := GivenConflict(givens, ru); bad != nil {
		return true, work, nil
	}
	bound := firstBound
	for {
		again, done, err := solveBounded(ctx, givens, ru, bound, &work, visit)
		work.Rounds++
		if err != nil || !again {
			return done, work, err
		}
		bound *= 2
	}
}

// solveBounded searches with numbers above the bound as one. It reports whether a solution with big cells came up, so that
// the bound must be raised; visit is called only once it is certain that none does before the search is over.
func solveBounded(ctx context.Context, givens Board, ru Rules, bound int, work *Counters, visit func(Board) bool) (again, complete bool, err error) {
	e := engine.New()
	defer counted(ctx, e)(&err)
	s := newSearch(e, givens, ru, bound, nil)
	defer func() {
		st := s.e.Stats()
		work.Decisions += st.Decisions
		work.Conflicts += st.Conflicts
		work.Propagations += st.Propagations
	}()
	if !s.e.OK() {
		return false, true, nil
	}
	if s.anyBig {
		// Is there a solution with big cells? The question is asked first, so that no solution is visited twice.
		s.e.Backtrack()
		switch s.e.Solve(ctx, []engine.Lit{s.someBig()}, engine.Budget{}) {
		case engine.Sat:
			return true, false, nil
		case engine.Unknown:
			return false, false, unsolved(ctx)
		}
		s.e.Backtrack()
		if !s.e.AddClause(s.someBig().Not()) {
			return false, true, nil
		}
	}
	out := givens.Clone()
	st := s.e.Enumerate(ctx, nil, engine.Budget{}, func() bool {
		s.read(&out)
		return visit(out)
	})
	switch st {
	case engine.Unknown:
		return false, false, unsolved(ctx)
	default:
		return false, st == engine.Unsat, nil
	}
}

func unsolved(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", errUnsolved, err)
	}
	return errUnsolved
}

// search is one search: the engine, and which literal is which fact.
type search struct {
	board  Board
	rules  Rules
	side   [][]int32
	e      *engine.Engine
	values []int16 // the numbers that are searched; for big, the least of those it stands for
	big    int32   // index of big in values, the last; -1 when no cell can be big
	lit    []engine.Lit
	// lit[cell*len(values)+i] is the fact that the cell holds values[i], engine.False where that cannot be.
	anyBig bool
	bigLit engine.Lit
}

// newSearch states the problem to an empty engine. What may excludes is known not to be; nil excludes nothing. The numbers
// named are searched as themselves, however large.
func newSearch(e *engine.Engine, givens Board, ru Rules, bound int, may func(cell int, v int16, big bool) bool, named ...int16) *search {
	s := &search{board: givens, rules: ru, side: Sides(givens.Rows, givens.Cols), e: e, bigLit: engine.False}
	room := s.room()
	s.chooseValues(bound, room, named)
	n := len(s.values)
	s.lit = make([]engine.Lit, len(givens.Cells)*n)
	reach := s.reachOfGivens()
	var clause []engine.Lit
	for c, given := range givens.Cells {
		clause = clause[:0]
		for i, v := range s.values {
			l := engine.False
			switch {
			case given == v && int32(i) != s.big:
				l = engine.True
			case given == 0 && (int(v) <= room[c] && !s.rules.Shown || reach[i] != nil && reach[i][c]) &&
				(may == nil || may(c, v, int32(i) == s.big)):
				l = s.e.NewBool()
			}
			s.lit[c*n+i] = l
			if l != engine.False {
				clause = append(clause, l)
			}
		}
		if given != 0 {
			continue
		}
		for i, a := range clause {
			for _, b := range clause[:i] {
				s.e.AddClause(a.Not(), b.Not())
			}
		}
		s.e.AddClause(clause...)
	}
	s.bigClauses()
	s.areas()
	return s
}

// areas states the rule itself.
func (s *search) areas() {
	a := graphs.Areas{Side: s.side, Holds: s.lit, Open: s.big}
	for _, v := range s.values {
		a.Sizes = append(a.Sizes, int32(v))
	}
	if s.rules.Shown {
		a.Shown = func(cell, number int32) bool { return s.board.Cells[cell] == s.values[number] }
	}
	graphs.Sizes(s.e, a)
}

// room gives for each blank cell the number of cells in its connected group of blank cells, the most that a region without
// a given can have there.
func (s *search) room() []int {
	room := make([]int, len(s.board.Cells))
	var group []int32
	for start := range s.board.Cells {
		if s.board.Cells[start] != 0 || room[start] != 0 {
			continue
		}
		group = append(group[:0], int32(start))
		room[start] = 1
		for i := 0; i < len(group); i++ {
			for _, d := range s.side[group[i]] {
				if s.board.Cells[d] == 0 && room[d] == 0 {
					room[d] = 1
					group = append(group, d)
				}
			}
		}
		for _, c := range group {
			room[c] = len(group)
		}
	}
	return room
}

// chooseValues lists the numbers to search: all up to the bound that fit somewhere, the givens, and big for all others.
func (s *search) chooseValues(bound int, room []int, named []int16) {
	most := 0
	if !s.rules.Shown {
		for _, r := range room {
			most = max(most, r)
		}
	}
	if s.rules.MaxRegion > 0 {
		most = min(most, s.rules.MaxRegion)
	}
	isGiven := make([]bool, MaxValue+2)
	largest := 0
	for _, v := range s.board.Cells {
		isGiven[v] = true
		largest = max(largest, int(v))
	}
	for _, v := range named {
		isGiven[v] = true
		largest = max(largest, int(v))
	}
	for v := 1; v <= max(min(bound, most), largest); v++ {
		if isGiven[v] || v <= min(bound, most) {
			s.values = append(s.values, int16(v))
		}
	}
	s.big = -1
	for v := bound + 1; v <= most; v++ {
		if !isGiven[v] {
			s.big = int32(len(s.values))
			s.values = append(s.values, int16(v)) // the least size that is big
			return
		}
	}
}

// reachOfGivens gives for each number the cells that a region with such a given can reach: within number-1 steps over blank
// cells and cells with the number. It is nil for a number that no given has.
func (s *search) reachOfGivens() [][]bool {
	out := make([][]bool, len(s.values))
	for i, v := range s.values {
		if int32(i) == s.big {
			continue
		}
		dist := make([]int, len(s.board.Cells))
		var queue []int32
		for c, given := range s.board.Cells {
			if given == v {
				dist[c] = 1
				queue = append(queue, int32(c))
			}
		}
		if len(queue) == 0 {
			continue
		}
		for k := 0; k < len(queue); k++ {
			c := queue[k]
			if dist[c] >= int(v) {
				continue
			}
			for _, d := range s.side[c] {
				if dist[d] == 0 && s.board.Cells[d] == 0 {
					dist[d] = dist[c] + 1
					queue = append(queue, d)
				}
			}
		}
		out[i] = make([]bool, len(s.board.Cells))
		for c, d := range dist {
			out[i][c] = d > 0
		}
	}
	return out
}

// bigClauses makes the literal that is true when some cell is big.
func (s *search) bigClauses() {
	if s.big < 0 {
		return
	}
	n := len(s.values)
	s.bigLit = s.e.NewBool()
	any := []engine.Lit{s.bigLit.Not()}
	for c := range s.board.Cells {
		if l := s.lit[c*n+n-1]; l != engine.False {
			s.anyBig = true
			any = append(any, l)
			s.e.AddClause(l.Not(), s.bigLit)
		}
	}
	s.e.AddClause(any...)
}

func (s *search) someBig() engine.Lit { return s.bigLit }

// read gives the board that the engine has found.
func (s *search) read(out *Board) {
	n := len(s.values)
	for c := range out.Cells {
		if s.board.Cells[c] != 0 {
			continue
		}
		for i, l := range s.lit[c*n : (c+1)*n] {
			if s.e.Bool(l) {
				out.Cells[c] = s.values[i]
			}
		}
	}
}

// GivenConflict gives a group of equal givens that has more cells than its number, or a given that is out of bounds; nil
// when there is none.
func GivenConflict(b Board, ru Rules) *RuleError {
	for group := range b.Groups() {
		start, v := group[0], b.Cells[group[0]]
		if int(v) > len(b.Cells) {
			return &RuleError{[]int{start}, fmt.Sprintf("%s: a region of %d cells does not fit a board of %d", b.Name(start), v, len(b.Cells))}
		}
		if ru.MaxRegion > 0 && int(v) > ru.MaxRegion {
			return &RuleError{[]int{start}, fmt.Sprintf("%s: %d is more than the largest region allowed, %d", b.Name(start), v, ru.MaxRegion)}
		}
		if len(group) > int(v) {
			return &RuleError{slices.Clone(group), fmt.Sprintf("%d cells with the number %d touch each other at %s", len(group), v, b.Name(start))}
		}
	}
	return nil
}
