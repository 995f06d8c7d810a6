package fillomino

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// The techniques, the easiest first. Each step writes one number.
const (
	onlyWay       = "only-way"
	cutCell       = "cut-cell"
	onlyNumber    = "only-number"
	contradiction = "contradiction"
	bySearch      = "search"
)

// newLadder makes the ladder. The solution, for the last resort, is found when it is first needed.
func newLadder(ctx context.Context, p *board) *deduce.Ladder[*position] {
	return deduce.NewLadder(
		deduce.Technique[*position]{ID: onlyWay, Name: "Only way out", Cost: 2,
			About: "A group that lacks cells has one neighbour that it can grow into.",
			Find:  func(q *position, yield func(deduce.Step) bool) { findWays(q, true, yield) }},
		deduce.Technique[*position]{ID: onlyNumber, Name: "Only number", Cost: 4,
			About: "A blank cell can hold one number only: every other would join too large a group, or has no room.",
			Find:  findOnlyNumber},
		deduce.Technique[*position]{ID: cutCell, Name: "Cut cell", Cost: 8,
			About: "Without a certain cell a group could not reach its size.",
			Find:  func(q *position, yield func(deduce.Step) bool) { findWays(q, false, yield) }},
		deduce.Technique[*position]{ID: contradiction, Name: "Contradiction", Cost: 30,
			About: "Every other number that a cell could hold leads to a contradiction by the techniques before.",
			Find:  func(q *position, yield func(deduce.Step) bool) { findContradiction(ctx, q, yield) }},
		deduce.Technique[*position]{ID: bySearch, Name: "Search", Cost: 200, Guess: true,
			About: "The number that the cell has in the only solution, found by trying every possibility.",
			Find:  func(q *position, yield func(deduce.Step) bool) { findBySearch(ctx, p, q, yield) }},
	)
}

func place(cell, v int, cells []int, why func() string) deduce.Step {
	return deduce.Step{Place: []deduce.Mark{{Cell: cell, Value: v}}, Cells: cells, Values: []int{v}, Why: why}
}

// findWays finds cells that a group cannot do without: the only neighbour that it can grow into, or any other.
func findWays(p *position, next bool, yield func(deduce.Step) bool) {
	var needed []int32
	p.firsts(func(first, v int) bool {
		have := int(p.size[p.of[first]])
		if have >= v {
			return true
		}
		if next {
			way := p.onlyWay(first, v)
			if way < 0 {
				return true
			}
			b, group := p.board, p.group(first)
			return yield(place(int(way), v, group, func() string {
				return fmt.Sprintf("%s can grow only to %s: %s is %d.", capital(groupName(b, group, v)), b.Name(int(way)), b.Name(int(way)), v)
			}))
		}
		needed = p.needed(needed[:0], first, v)
		for _, d := range needed {
			b, group := p.board, p.group(first)
			left := slices.Clone(p.reach(p.cells(first), v, d, v))
			if !yield(place(int(d), v, group, func() string { return withoutText(b, int(d), v, group, left) })) {
				return false
			}
		}
		return true
	})
}

// onlyWay gives the only blank cell that the group of a cell can grow into, -1 when there is none or more than one.
func (p *position) onlyWay(first, v int) int32 {
	way := int32(-1)
	for _, c := range p.cells(first) {
		for _, d := range p.side[c] {
			if p.board.Cells[d] == 0 && d != way && p.fits(d, v) {
				if way >= 0 {
					return -1
				}
				way = d
			}
		}
	}
	return way
}

// needed appends the blank cells without which the group of a cell could not reach its size. A group with far too much room
// for a single cell to matter to the eye has none.
func (p *position) needed(out []int32, first, v int) []int32 {
	group := p.cells(first)
	most := 6*v + 20
	reached := p.reach(group, v, -1, most+1)
	if len(reached) > most {
		return out
	}
	// The way to a cell leads over nearer cells only. So without a cell all others at its distance and nearer are still
	// reached, and the group can do without it unless those are too few.
	from := len(out)
	for i := len(group); i < len(reached); {
		end := i
		for end < len(reached) && p.depth[reached[end]] == p.depth[reached[i]] {
			end++
		}
		if end > v {
			break
		}
		out = append(out, reached[i:end]...)
		i = end
	}
	n := from
	for _, d := range out[from:] {
		if p.board.Cells[d] == 0 && len(p.reach(group, v, d, v)) < v {
			out[n] = d
			n++
		}
	}
	return out[:n]
}

// findOnlyNumber finds blank cells that can hold one number only.
func findOnlyNumber(p *position, yield func(deduce.Step) bool) {
	for c, v := range p.board.Cells {
		if v != 0 {
			continue
		}
		var can [2]int
		if p.candidates(c, can[:]) != 1 {
			continue
		}
		only := can[0]
		kept, name := p.clone(), p.board.Name(c)
		if !yield(place(c, only, []int{c}, func() string {
			return fmt.Sprintf("%s is %d: %s.", name, only, kept.exclusions(c, only))
		})) {
			return
		}
	}
}

// exclusions says why a cell cannot hold the numbers other than one; other than 0, any number.
func (p *position) exclusions(cell, only int) string {
	var complete, large, given []int
	rooms := map[int]int{} // what numbers that have too little room have
	// The last number stands for all that are larger than any on the board and than the blank cells around.
	for v := 1; v <= min(max(p.largest, p.blankRoom(cell))+2, p.most); v++ {
		if v == only {
			continue
		}
		switch j, room := p.judge(cell, v); j {
		case tooLarge:
			if p.completeBeside(cell, v) {
				complete = append(complete, v)
			} else {
				large = append(large, v)
			}
		case noGiven:
			given = append(given, v)
		case noRoom:
			rooms[v] = room
		}
	}
	var parts []string
	if len(complete) > 0 {
		verb := "s beside it are complete"
		if len(complete) == 1 && complete[0] == 1 {
			verb = " beside it is complete"
		}
		texts := plain(complete)
		for i, t := range texts {
			texts[i] = "the " + t
			if i < len(texts)-1 {
				texts[i] += "s"
			}
		}
		parts = append(parts, and(texts)+verb)
	}
	if len(large) > 0 {
		parts = append(parts, "it would join too many "+strings.Join(plain(large), "s or ")+"s")
	}
	if len(given) > 0 {
		parts = append(parts, "no given "+or(words(given))+" is in reach")
	}
	parts = append(parts, roomText(rooms)...)
	if len(parts) == 0 {
		return "no other number has room"
	}
	return strings.Join(parts, "; ")
}

// roomText says how little room numbers have. What can be said of all that are left is said of them together: the most room that one has, where
// that is below each of them. Numbers that are not above it come first, each with its own.
func roomText(rooms map[int]int) []string {
	left := slices.Sorted(maps.Keys(rooms))
	few, most := 0, 0
	own := map[int][]int{}
	for moved := true; moved && len(left) > 0; {
		moved, few, most = false, rooms[left[0]], 0
		for _, v := range left {
			few, most = min(few, rooms[v]), max(most, rooms[v])
		}
		for len(left) > 0 && left[0] <= most {
			own[rooms[left[0]]] = append(own[rooms[left[0]]], left[0])
			left, moved = left[1:], true
		}
	}
	var parts []string
	for _, room := range slices.Sorted(maps.Keys(own)) {
		parts = append(parts, fmt.Sprintf("as %s it has room for %s only", or(words(own[room])), cells(room)))
	}
	switch {
	case len(left) == 0:
		return parts
	case few == most:
		return append(parts, "any other number has room for "+cells(most)+" only")
	default:
		return append(parts, "any other number has room for at most "+cells(most))
	}
}

// completeBeside reports whether a group of v beside a cell has all its cells.
func (p *position) completeBeside(cell, v int) bool {
	for _, d := range p.side[cell] {
		if int(p.board.Cells[d]) == v && int(p.size[p.of[d]]) >= v {
			return true
		}
	}
	return false
}

// groupName names a group as a sentence does: "the 5 at r7c7", "the 5s at r6c7 and r7c7", "the 16s at r1c1 (15 cells)".
func groupName(b solver.Board, group []int, v int) string {
	const most = 3
	switch {
	case len(group) == 1:
		return fmt.Sprintf("the %d at %s", v, b.Name(group[0]))
	case len(group) <= most:
		return fmt.Sprintf("the %ds at %s", v, and(names(b, group)))
	}
	return fmt.Sprintf("the %ds at %s (%s)", v, b.Name(slices.Min(group)), cells(len(group)))
}

// withoutText says that a group needs a cell: what it reaches without it is too little.
func withoutText(b solver.Board, needed, v int, group []int, reached []int32) string {
	const most = 6
	var more []int
	for _, c := range reached {
		if !slices.Contains(group, int(c)) {
			more = append(more, int(c))
		}
	}
	slices.Sort(more)
	reaches := "reach"
	if len(group) == 1 {
		reaches = "reaches"
	}
	name, has := b.Name(needed), "only "+cells(len(reached))
	switch {
	case len(more) == 0:
		reaches, has = "could not grow", ""
	case len(more) <= most:
		has = fmt.Sprintf("only %s, %s in all", and(names(b, more)), cells(len(reached)))
	}
	return fmt.Sprintf("Without %s %s, so %s is %d.", name, strings.TrimSpace(groupName(b, group, v)+" "+reaches+" "+has), name, v)
}

func names(b solver.Board, cells []int) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = b.Name(c)
	}
	return out
}

func plain(numbers []int) []string {
	out := make([]string, len(numbers))
	for i, n := range numbers {
		out[i] = strconv.Itoa(n)
	}
	return out
}

// words writes numbers; three and more in a row as a range.
func words(numbers []int) []string {
	var out []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if j-i >= 2 {
			out = append(out, fmt.Sprintf("%d to %d", numbers[i], numbers[j]))
		} else {
			out = append(out, plain(numbers[i:j+1])...)
		}
		i = j + 1
	}
	return out
}

func or(list []string) string  { return joined(list, " or ") }
func and(list []string) string { return joined(list, " and ") }

// joined joins words as a sentence does.
func joined(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + last + list[len(list)-1]
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func cells(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return fmt.Sprintf("%d cells", n)
}

const (
	maxTried = 4  // candidates of a cell that a contradiction is looked for
	maxChain = 12 // steps of an argument
)

// findContradiction finds a cell of which every candidate but one leads to a contradiction, the one with the shortest
// argument among the first that there are.
func findContradiction(ctx context.Context, p *position, yield func(deduce.Step) bool) {
	for _, chain := range []int{2, 5, maxChain} {
		for c, v := range p.board.Cells {
			if v != 0 || ctx.Err() != nil {
				continue
			}
			var room [maxTried + 1]int
			can := room[:p.candidates(c, room[:])]
			if len(can) < 2 || len(can) > maxTried {
				continue
			}
			var nested []deduce.Step
			left, n := 0, 0
			for _, w := range can {
				tried, broken := p.assume(c, w, chain)
				if broken {
					nested, n = append(nested, tried), n+1+len(tried.Nested)
				} else {
					left++
					v = int16(w)
				}
				if left > 1 {
					break
				}
			}
			if left != 1 {
				continue
			}
			only, name := int(v), p.board.Name(c)
			tried := words(can)
			s := place(c, only, []int{c}, func() string {
				return fmt.Sprintf("%s is %s, and only %d leads to no contradiction, so %s is %d.", name, or(tried), only, name, only)
			})
			s.Nested = nested
			s.Cost = 30 + 2*n
			if !yield(s) {
				return
			}
		}
	}
}

// assume writes a number and follows the simple techniques for at most so many steps. It gives the assumption with the argument inside it,
// and whether that ends in a contradiction.
func (p *position) assume(cell, v, steps int) (assumption deduce.Step, broken bool) {
	q := p.clone()
	q.write(cell, v)
	name := p.board.Name(cell)
	assumption = deduce.Step{Technique: contradiction, Name: "Assumption", Cells: []int{cell}, Values: []int{v},
		Place: []deduce.Mark{{Cell: cell, Value: v}}, Why: func() string { return fmt.Sprintf("Suppose %s is %d:", name, v) }}
	fail := func(at int, why func() string) (deduce.Step, bool) {
		assumption.Nested = append(assumption.Nested, deduce.Step{Technique: contradiction, Name: "Contradiction", Cells: []int{at},
			Why: func() string { return "Then " + why() + "." }})
		return assumption, true
	}
	for range steps + 1 {
		if c, why := q.anyTrouble(); why != "" {
			return fail(c, func() string { return why })
		}
		var next deduce.Step
		found := false
		take := func(s deduce.Step) bool {
			next, found = s, true
			return false
		}
		if findWays(q, true, take); !found {
			for c, w := range q.board.Cells {
				if w != 0 {
					continue
				}
				var can [1]int
				if q.candidates(c, can[:]) == 0 {
					return fail(c, func() string { return "no number fits " + q.board.Name(c) + ": " + q.exclusions(c, 0) })
				}
			}
			findOnlyNumber(q, take)
		}
		if !found {
			return assumption, false
		}
		next.Technique, next.Name = contradiction, "Consequence"
		assumption.Nested = append(assumption.Nested, next)
		if q.Apply(next) != nil {
			return assumption, false
		}
	}
	return assumption, false
}

// findBySearch writes the number of the first blank cell in the only solution.
func findBySearch(ctx context.Context, p *board, q *position, yield func(deduce.Step) bool) {
	var sol *solver.Board
	n := 0
	complete, _, err := solver.Solve(ctx, q.board, q.rules, func(b solver.Board) bool {
		c := b.Clone()
		sol = &c
		n++
		return n < 2
	})
	if err != nil || !complete || n != 1 {
		return
	}
	for c, v := range q.board.Cells {
		if v == 0 {
			name, w := p.board.Name(c), int(sol.Cells[c])
			yield(place(c, w, []int{c}, func() string {
				return fmt.Sprintf("Looked up, not deduced: %s is %d.", name, w)
			}))
			return
		}
	}
}

func (p *board) naming() deduce.Naming {
	return deduce.Naming{
		Cell: func(c int) puzzle.Ref { return cellRef(p.board, c) },
		Candidate: func(m deduce.Mark) puzzle.Ref {
			r := cellRef(p.board, m.Cell)
			r.Text = fmt.Sprintf("%s = %d", r.Text, m.Value)
			return r
		},
		House: func(int) puzzle.Ref { return puzzle.Ref{} },
		Move: func(m deduce.Mark, write bool) puzzle.Move {
			if !write {
				return ""
			}
			return puzzle.Move(fmt.Sprintf("%s=%d", p.board.Name(m.Cell), m.Value))
		},
	}
}

// ladderUpTo gives the ladder up to a technique; empty: all of them.
func (p *board) ladderUpTo(ctx context.Context, id string) (*deduce.Ladder[*position], error) {
	l := newLadder(ctx, p)
	if id == "" {
		return l, nil
	}
	return l.UpTo(id)
}

// Explain gives the steps from a state, each the easiest that there is.
func (p *board) Explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return p.steps(ctx, from, opt, func(_ *position, steps walk) walk { return steps })
}

// Tell gives the same in few sentences: of what the simple techniques find one after another, the cells that a group grows into are told together.
func (p *board) Tell(ctx context.Context, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	return p.steps(ctx, from, puzzle.ExplainOptions{}, func(pos *position, steps walk) walk {
		simple := newLadder(ctx, p).Select(func(t *deduce.Technique[*position]) bool { return costOf(t.ID) <= costOf(cutCell) })
		return deduce.Together(steps, pos.clone, func(s deduce.Step) bool {
			_, err := simple.Lookup(s.Technique)
			return err == nil
		}, func(q *position) (deduce.Step, bool) {
			if s := growth(q); len(s.Place) > 1 {
				return s, true
			}
			return simple.Next(q)
		})
	})
}

type walk = iter.Seq2[deduce.Step, error]

// steps exports the steps of the ladder from a state, as they are told.
func (p *board) steps(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions, told func(*position, walk) walk) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		l, err := p.ladderUpTo(ctx, opt.Max)
		b, err2 := p.state(from)
		if err = cmp.Or(err, err2); err != nil {
			yield(puzzle.Step{}, err)
			return
		}
		pos := newPosition(p, b)
		for s, err := range told(pos, l.Walk(ctx, pos)) {
			if err != nil {
				yield(puzzle.Step{}, err)
				return
			}
			if !yield(p.say(deduce.Export(s, p.naming())), nil) {
				return
			}
		}
		if pos.Status() == deduce.Broken {
			_, why := pos.anyTrouble()
			yield(puzzle.Step{}, fmt.Errorf("fillomino: the state contradicts the puzzle: %s", why))
		}
	}
}

// mostGrown is how many cells a sentence names at most that a group grows into.
const mostGrown = 16

// growth finds the group of which the most cells can be told at once: those that it grows into by the only way that it has each time, or all
// that it reaches where these are just enough.
func growth(p *position) (most deduce.Step) {
	p.firsts(func(first, v int) bool {
		if int(p.size[p.of[first]]) == v {
			return true
		}
		b, group := p.board, p.group(first)
		take := func(id, name string, cost int, grown []int, text string) {
			if len(grown) < 2 || len(grown) <= len(most.Place) || len(grown) > mostGrown {
				return
			}
			most = deduce.Step{Technique: id, Name: name, Cost: cost * len(grown), Cells: group, Values: []int{v}}
			for _, c := range grown {
				most.Place = append(most.Place, deduce.Mark{Cell: c, Value: v})
			}
			most.Why = func() string { return fmt.Sprintf(text, capital(groupName(b, group, v)), and(names(b, grown)), v) }
		}
		var grown []int
		q := p.clone()
		for int(q.size[q.of[first]]) < v && len(grown) < mostGrown {
			way := q.onlyWay(first, v)
			if way < 0 {
				break
			}
			q.write(int(way), v)
			grown = append(grown, int(way))
		}
		take(onlyWay, "Only way out", 2, grown, "%s can grow only one way, cell by cell: %s are %d.")
		if reached := p.reach(p.cells(first), v, -1, v+1); len(reached) == v {
			grown = nil
			for _, c := range reached {
				if p.board.Cells[c] == 0 {
					grown = append(grown, int(c))
				}
			}
			slices.Sort(grown)
			needs := "needs"
			if len(group) > 1 {
				needs = "need"
			}
			take(cutCell, "Cut cell", 8, grown, "%s "+needs+" every cell in reach: %s are %d.")
		}
		return true
	})
	return most
}

// The four classes, by the hardest technique that the puzzle needs and the length of its hardest argument.
var classes = []string{"easy", "medium", "hard", "evil"}

// path solves the puzzle on the ladder.
func (p *board) path(ctx context.Context) (deduce.Path, deduce.Grade, error) {
	l := newLadder(ctx, p)
	path, err := l.Solve(ctx, newPosition(p, p.board.Clone()), 0)
	if err != nil {
		return path, deduce.Grade{}, err
	}
	return path, l.Grade(path), nil
}

// hardest gives the cost of the hardest step.
func hardest(path deduce.Path) float64 {
	most := 0.0
	for _, s := range path.Steps {
		most = math.Max(most, float64(s.Cost))
	}
	return most
}

// Rate solves the puzzle by the ladder. The score is the cost of the hardest step; the features are the four components of
// the paper's vector (section 3.2.5): cells, empty squares, regions, and whether no given can be left out.
func (p *board) Rate(ctx context.Context) (puzzle.Rating, error) {
	path, g, err := p.path(ctx)
	if err != nil {
		return puzzle.Rating{}, err
	}
	r := puzzle.Rating{
		Scale: "cost of the hardest step", Hardest: g.Name, Steps: g.Steps, Cost: float64(g.Cost), Score: hardest(path),
		Solved: path.Status == deduce.Solved && g.Guesses == 0,
	}
	if path.Status == deduce.Solved {
		r.Class = classOf(r.Score)
	}
	full := p.board.Clone()
	for _, s := range path.Steps {
		for _, m := range s.Place {
			full.Cells[m.Cell] = int16(m.Value)
		}
	}
	optimal, err := p.minimal(ctx, full)
	if err != nil {
		return r, err
	}
	r.Features = record.Object{
		{Key: "cells", Value: len(p.board.Cells)}, {Key: "empties", Value: len(p.board.Cells) - p.Givens()},
		{Key: "regions", Value: slices.Max(regionsOf(full)) + 1}, {Key: "optimal", Value: optimal},
	}
	return r, nil
}

// classOf gives the class of a score: single ways out and only numbers are easy, cut cells medium, contradictions hard, and
// long ones and search evil.
func classOf(score float64) string {
	switch {
	case score < 8:
		return classes[0]
	case score < 30:
		return classes[1]
	case score < 60:
		return classes[2]
	default:
		return classes[3]
	}
}

// minimal reports whether no given can be left out; false for a puzzle that was not solved.
func (p *board) minimal(ctx context.Context, full solver.Board) (bool, error) {
	if checkFull(full) != nil {
		return false, nil
	}
	c, err := newCarving(p.params, full)
	if err != nil {
		return false, err
	}
	c.left = p.board.Clone()
	for cell, v := range p.board.Cells {
		if v == 0 {
			continue
		}
		spare, err := c.Valid(ctx, []int{cell})
		if err != nil || spare {
			return false, err
		}
	}
	return true, nil
}
