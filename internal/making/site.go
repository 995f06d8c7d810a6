package making

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// site is rooms being drawn around a solution.
type site struct {
	d        *draft
	how      rules.Rooms
	cells    []board.Place
	cores    [][]board.Place   // what rooms are drawn around
	unmet    *rules.Dependents // the rules that the solution was found without
	solution *rules.Board
	of       map[board.Place]int // by cell: its room
	rooms    int
}

// enclose draws the rooms that are drawn around a solution, and opens the solver on the board that has them.
func (d *draft) enclose(ctx context.Context, r *rng.Stream) error {
	drew := false
	problem, solution := d.solver.enc.Board, d.solver.board
	for _, l := range d.later {
		if !l.Parts {
			continue
		}
		drew = true
		how := d.m.drawing(l)
		s := &site{d: d, how: how, solution: solution, unmet: d.m.File.Without(d.later)}
		var err error
		if s.cells, err = problem.Places(how.Layer); err != nil {
			return err
		}
		if how.Around == nil {
			parts, err := s.merge(ctx, r)
			if err != nil {
				return err
			}
			problem, solution = divided(problem, l, parts), divided(solution, l, parts)
			continue
		}
		if s.cores, err = d.cores(ctx, how); err != nil {
			return err
		}
		drawn, err := s.draw(ctx, func([]board.Place) (taking, error) {
			return func([]board.Place) (bool, error) { return true, nil }, nil
		}, r)
		if err == nil && !drawn {
			drawn, err = s.draw(ctx, func(room []board.Place) (taking, error) { return s.better(ctx, room) }, r)
		}
		if err != nil {
			return err
		}
		if !drawn {
			return errBarren
		}
		problem, solution = divided(problem, how.Layer, s.parts()), divided(solution, how.Layer, s.parts())
	}
	if !drew {
		return nil
	}
	if d.m.division() != nil { // settling opens solvers of its own
		d.drawn = problem
		return nil
	}
	return d.reset(ctx, problem, solution)
}

// taking says which cores a room may take in.
type taking func(core []board.Place) (bool, error)

// draw draws all rooms; may says of a room which cores it may take in.
func (s *site) draw(ctx context.Context, may func(room []board.Place) (taking, error), r *rng.Stream) (bool, error) {
	for range mostDrawings {
		s.of = map[board.Place]int{}
		if ok, err := s.join(may, r); err != nil {
			return false, err
		} else if ok {
			return s.rest(ctx, r)
		}
	}
	return false, nil
}

// better says of a core whether a room that takes it in breaks no more of the rules than it does without, as the solution has it.
func (s *site) better(ctx context.Context, room []board.Place) (taking, error) {
	others := s.parts()
	bare, err := s.broken(ctx, append(slices.Clip(others), room))
	return func(core []board.Place) (bool, error) {
		with, err := s.broken(ctx, append(slices.Clip(others), slices.Concat(room, core)))
		return with <= bare, err
	}, err
}

// join makes bare rooms of the cores, as many to a room as there are to be, with a way between them. ok is false where
// the cores do not go together.
func (s *site) join(may func(room []board.Place) (taking, error), r *rng.Stream) (ok bool, err error) {
	geo := s.d.solver.enc.Board.Geo
	in := map[board.Place]bool{}
	for _, c := range s.cells {
		in[c] = true
	}
	core := map[board.Place]int{}
	for k, list := range s.cores {
		for _, c := range list {
			core[c] = k
		}
	}
	s.rooms = 0
	used := make([]bool, len(s.cores))
	for _, k := range r.Perm(len(s.cores)) {
		if used[k] {
			continue
		}
		used[k] = true
		room := slices.Clone(s.cores[k])
		for n := 1; n < s.how.Each; n++ {
			takes, failed := may(room)
			if failed != nil {
				return false, failed
			}
			way := wayTo(geo, room, func(c board.Place) bool {
				j, is := core[c]
				_, taken := s.of[c]
				return in[c] && !taken && !slices.Contains(room, c) && (!is || !used[j])
			}, func(c board.Place) bool {
				k, is := core[c]
				if is && err == nil {
					is, err = takes(s.cores[k])
				}
				return is
			}, r)
			if way == nil || err != nil {
				return false, err
			}
			other := core[way[len(way)-1]]
			used[other] = true
			for _, c := range append(way, s.cores[other]...) {
				if !slices.Contains(room, c) {
					room = append(room, c)
				}
			}
		}
		for _, c := range room {
			s.of[c] = s.rooms
		}
		s.rooms++
	}
	return true, nil
}

// rest has rooms take in what is left over, small rooms first, so that the solution keeps the rules.
func (s *site) rest(ctx context.Context, r *rng.Stream) (ok bool, err error) {
	bare := maps.Clone(s.of)
	s.fill(r, func(board.Place) (bool, error) { return true, nil })
	if len(s.of) == len(s.cells) {
		if ok, err := s.holds(ctx); ok || err != nil {
			return ok, err
		}
	}
	s.of = bare
	err = s.fill(r, func(board.Place) (bool, error) { return s.holds(ctx) })
	return len(s.of) == len(s.cells), err
}

// merge draws rooms by the solution alone: every cell is one at first, and neighbours become one as long as the solution breaks no more of
// the rules, and until there are as few as wanted. At last it breaks none.
func (s *site) merge(ctx context.Context, r *rng.Stream) ([][]board.Place, error) {
	geo := s.d.solver.enc.Board.Geo
	least, err := howMany(s.d.solver.enc.Board, s.how, len(s.cells))
	if err != nil {
		return nil, err
	}
	parts := make([][]board.Place, len(s.cells))
	for i, c := range s.cells {
		parts[i] = []board.Place{c}
	}
	broken, err := s.broken(ctx, parts)
	if err != nil {
		return nil, err
	}
	for merged := true; merged && (len(parts) > least || broken > 0); {
		merged = false
		for _, i := range r.Perm(len(s.cells)) {
			next := geo.Next(s.cells[i])
			if len(parts) <= least && broken == 0 || len(next) == 0 {
				break
			}
			tried := s.joined(parts, s.cells[i], next[r.IntN(len(next))])
			if tried == nil {
				continue
			}
			left, err := s.broken(ctx, tried)
			if err != nil {
				return nil, err
			}
			if left > broken || left == broken && len(parts) <= least {
				continue
			}
			parts, broken, merged = tried, left, true
		}
	}
	if broken > 0 || !within(parts, s.how.Size) {
		return nil, errBarren
	}
	return parts, nil
}

// joined gives the rooms with those of two cells as one; nil where they are one, or it would be too large.
func (s *site) joined(parts [][]board.Place, a, b board.Place) [][]board.Place {
	i := slices.IndexFunc(parts, func(p []board.Place) bool { return slices.Contains(p, a) })
	j := slices.IndexFunc(parts, func(p []board.Place) bool { return slices.Contains(p, b) })
	if i < 0 || j < 0 || i == j || len(parts[i])+len(parts[j]) > s.how.Size.Hi {
		return nil
	}
	of := map[board.Place]int{}
	for k, part := range parts {
		for _, c := range part {
			if of[c] = k; k == j {
				of[c] = i
			}
		}
	}
	return inOrder(s.cells, of, len(parts))
}

// broken counts what a solution breaks with other rooms.
func (s *site) broken(ctx context.Context, parts [][]board.Place) (int, error) {
	broken, err := s.d.m.judging(divided(s.d.solver.enc.Board, s.how.Layer, parts), s.unmet)(ctx, divided(s.solution, s.how.Layer, parts))
	return len(broken), err
}

// holds reports whether the solution breaks nothing with the rooms as they are.
func (s *site) holds(ctx context.Context) (bool, error) {
	broken, err := s.broken(ctx, s.parts())
	return broken == 0, err
}

// fill has rooms take in cells, each where it may.
func (s *site) fill(r *rng.Stream, may func(board.Place) (bool, error)) error {
	count := make([]int, s.rooms)
	for _, k := range s.of {
		count[k]++
	}
	// Some rooms stay small and others grow large, as people draw them: rooms that leave no choice are where a solution begins.
	greed := make([]int, s.rooms)
	for k := range greed {
		greed[k] = r.IntN(mostGreed) * r.IntN(mostGreed)
	}
	bare := slices.Clone(count)
	for grew := true; grew && len(s.of) < len(s.cells); {
		grew = false
		for _, i := range r.Perm(len(s.cells)) {
			c := s.cells[i]
			if _, in := s.of[c]; in {
				continue
			}
			var ways []int
			for _, n := range s.d.solver.enc.Board.Geo.Next(c) {
				if k, in := s.of[n]; in && count[k] < s.how.Size.Hi && !slices.Contains(ways, k) {
					ways = append(ways, k)
				}
			}
			r.Shuffle(len(ways), func(i, j int) { ways[i], ways[j] = ways[j], ways[i] })
			slices.SortStableFunc(ways, func(a, b int) int {
				return (count[a]-bare[a]+1)*greed[b] - (count[b]-bare[b]+1)*greed[a]
			})
			for _, k := range ways {
				s.of[c] = k
				if ok, err := may(c); err != nil {
					return err
				} else if ok {
					count[k]++
					grew = true
					break
				}
				delete(s.of, c)
			}
		}
	}
	return nil
}

// parts lists the rooms.
func (s *site) parts() [][]board.Place {
	var in []board.Place
	for _, c := range s.cells {
		if _, ok := s.of[c]; ok {
			in = append(in, c)
		}
	}
	return inOrder(in, s.of, s.rooms)
}

// cores computes what rooms are drawn around.
func (d *draft) cores(ctx context.Context, how rules.Rooms) ([][]board.Place, error) {
	got, err := judge.Value(ctx, d.solver.board, how.Around, how.Around.Tree, nil)
	if err != nil {
		return nil, err
	}
	list, _ := got.([]any)
	var out [][]board.Place
	for _, x := range list {
		switch x := x.(type) {
		case board.Place:
			out = append(out, []board.Place{x})
		case []any:
			var core []board.Place
			for _, y := range x {
				if p, ok := y.(board.Place); ok {
					core = append(core, p)
				}
			}
			out = append(out, core)
		default:
			return nil, fmt.Errorf("%s: rooms are drawn around places, or lists of them", how.Around.Pos)
		}
	}
	if len(out) == 0 {
		return nil, errBarren
	}
	return out, nil
}

// mostGreed bounds how unlike in size rooms become that take in what is left over.
const mostGreed = 6

// farthest is how many steps two cores of one room are apart at most.
const farthest = 4

// wayTo walks from a room through free cells to one that is wanted: any of those within reach, each with the same chance.
func wayTo(geo *board.Board, room []board.Place, free, wanted func(board.Place) bool, r *rng.Stream) []board.Place {
	from := map[board.Place]board.Place{}
	steps := map[board.Place]int{}
	queue := slices.Clone(room)
	for _, c := range room {
		steps[c] = 0
	}
	var ends []board.Place
	for ; len(queue) > 0; queue = queue[1:] {
		c := queue[0]
		if steps[c] == farthest {
			continue
		}
		next := geo.Next(c)
		for _, i := range r.Perm(len(next)) {
			n := next[i]
			if _, seen := steps[n]; seen || !free(n) {
				continue
			}
			steps[n], from[n] = steps[c]+1, c
			if wanted(n) {
				ends = append(ends, n)
				continue
			}
			queue = append(queue, n)
		}
	}
	if len(ends) == 0 {
		return nil
	}
	var way []board.Place
	for c := ends[r.IntN(len(ends))]; !slices.Contains(room, c); c = from[c] {
		way = append(way, c)
	}
	slices.Reverse(way)
	return way
}
