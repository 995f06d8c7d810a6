package declared

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
)

// Bounds on drawing rooms around a solution.
const (
	mostRuins  = 10 // how often in a row rooms near what is left over are taken down for nothing
	mostSpare  = 8  // one cell in so many may stay without a room
	mostBefore = 4  // solutions that were found before and are tried first
)

// site is rooms being drawn around a solution. A cell that is in no room yet is known to whoever solves the puzzle, and so are at first those
// that are: so a board of bare rooms has one solution. Each cell that is asked for anew leaves it the only one. When all cells are in
// rooms, and asked for, it is a puzzle.
type site struct {
	d        *draft
	how      rules.Rooms
	cells    []board.Place
	cores    [][]board.Place // what rooms are drawn around
	solution *rules.Board
	of       map[board.Place]int  // by cell: its room
	known    map[board.Place]bool // cells in rooms that are not asked for
	rooms    int
	before   []*rules.Board // other solutions that were found
}

// enclose draws the rooms that are drawn around a solution, and opens the solver on the board that has them.
func (d *draft) enclose(ctx context.Context, r *rng.Stream) error {
	drew := false
	problem, solution := d.press.enc.Board, d.press.board
	for _, how := range d.f.file.Making.Rooms {
		if how.Around == nil || divides(d.mine, how.Layer) {
			continue
		}
		drew = true
		s := &site{d: d, how: how, solution: solution, known: map[board.Place]bool{}}
		var err error
		if s.cores, err = d.cores(ctx, how); err != nil {
			return err
		}
		if s.cells, err = problem.Places(how.Layer); err != nil {
			return err
		}
		for try := 0; ; try++ {
			if try == mostDrawings {
				return errBarren
			}
			s.of = map[board.Place]int{}
			if s.rooms = s.join(s.cells, s.cores, r); s.rooms > 0 {
				break
			}
		}
		if d.f.division() == how.Layer {
			for c := range s.of {
				s.known[c] = true
			}
			if err := s.finish(ctx, r); err != nil {
				return err
			}
		}
		// What no room can take in stays without one, where the rules say enough of such cells.
		spare := false
		if d.f.division() == how.Layer && 0 < s.left() && s.left() <= len(s.cells)/mostSpare {
			if spare, err = s.unique(ctx, s.of, func(board.Place) bool { return true }); err != nil {
				return err
			}
		}
		if !spare {
			if ok, err := s.rest(ctx, r); err != nil {
				return err
			} else if !ok {
				return errBarren
			}
		}
		problem, solution = divided(problem, how.Layer, s.parts(s.of)), divided(solution, how.Layer, s.parts(s.of))
	}
	if !drew {
		return nil
	}
	return d.reset(ctx, problem, solution)
}

// join makes bare rooms of cores, as many to a room as there are to be, with a way between them, among cells that are free. It gives the
// number of rooms that there are now; 0 where the cores do not go together.
func (s *site) join(cells []board.Place, cores [][]board.Place, r *rng.Stream) int {
	geo := s.d.press.enc.Board.Geo
	in := map[board.Place]bool{}
	for _, c := range cells {
		in[c] = true
	}
	core := map[board.Place]int{}
	for k, list := range cores {
		for _, c := range list {
			core[c] = k
		}
	}
	rooms := s.rooms
	used := make([]bool, len(cores))
	for _, k := range r.Perm(len(cores)) {
		if used[k] {
			continue
		}
		used[k] = true
		room := slices.Clone(cores[k])
		for n := 1; n < s.how.Each; n++ {
			way := wayTo(geo, room, func(c board.Place) bool {
				j, is := core[c]
				_, taken := s.of[c]
				return in[c] && !taken && !slices.Contains(room, c) && (!is || !used[j])
			}, func(c board.Place) bool { _, is := core[c]; return is }, r)
			if way == nil {
				return 0
			}
			other := core[way[len(way)-1]]
			used[other] = true
			for _, c := range append(way, cores[other]...) {
				if !slices.Contains(room, c) {
					room = append(room, c)
				}
			}
		}
		for _, c := range room {
			s.of[c] = rooms
		}
		rooms++
	}
	return rooms
}

// finish builds the rooms, and again near what is left over, as long as that brings something.
func (s *site) finish(ctx context.Context, r *rng.Stream) error {
	if err := s.build(ctx, r); err != nil {
		return err
	}
	for idle := 0; idle < mostRuins && s.left() > 0; {
		before := *s
		s.of, s.known = maps.Clone(s.of), maps.Clone(s.known)
		if r.IntN(4) > 0 {
			s.strip(r)
			if err := s.build(ctx, r); err != nil {
				return err
			}
		} else if s.ruin(r) {
			if err := s.build(ctx, r); err != nil {
				return err
			}
		}
		if s.left() > before.left() {
			s.of, s.known, s.rooms = before.of, before.known, before.rooms
		}
		if idle++; s.left() < before.left() {
			idle = 0
		}
	}
	return nil
}

// left counts the cells that are known still.
func (s *site) left() int { return len(s.cells) - len(s.of) + len(s.known) }

// rest has rooms take in what is left over, so that the solution keeps the rules.
func (s *site) rest(ctx context.Context, r *rng.Stream) (ok bool, err error) {
	for grew := true; grew && len(s.of) < len(s.cells); {
		grew = false
		for _, i := range r.Perm(len(s.cells)) {
			c := s.cells[i]
			if _, in := s.of[c]; in {
				continue
			}
			for _, n := range s.d.press.enc.Board.Geo.Next(c) {
				k, in := s.of[n]
				if !in {
					continue
				}
				s.of[c] = k
				if ok, err := s.holds(ctx, s.solution, s.of); err != nil {
					return false, err
				} else if ok {
					grew = true
					break
				}
				delete(s.of, c)
			}
		}
	}
	return len(s.of) == len(s.cells), nil
}

// parts lists the rooms.
func (s *site) parts(of map[board.Place]int) [][]board.Place {
	var in []board.Place
	for _, c := range s.cells {
		if _, ok := of[c]; ok {
			in = append(in, c)
		}
	}
	return inOrder(in, of, s.rooms)
}

// holds judges a solution in other rooms.
func (s *site) holds(ctx context.Context, solution *rules.Board, of map[board.Place]int) (bool, error) {
	parts := s.parts(of)
	broken, err := s.d.f.instance(divided(s.d.press.enc.Board, s.how.Layer, parts)).judge(ctx, divided(solution, s.how.Layer, parts))
	return len(broken) == 0, err
}

// addition is a cell that a room takes in.
type addition struct {
	c    board.Place
	room int
}

// build has rooms take in cells, until no room can take in any.
func (s *site) build(ctx context.Context, r *rng.Stream) error {
	geo := s.d.press.enc.Board.Geo
	refused := map[addition]bool{}
	for {
		count := make([]int, s.rooms)
		for _, k := range s.of {
			count[k]++
		}
		var round []addition
		for _, i := range r.Perm(len(s.cells)) {
			c := s.cells[i]
			var ways []addition
			if k, in := s.of[c]; s.known[c] && !refused[addition{c, k}] {
				round = append(round, addition{c, k})
				continue
			} else if in {
				continue
			}
			for _, n := range geo.Next(c) {
				if k, in := s.of[n]; in && count[k] < s.how.Size.Hi && !refused[addition{c, k}] && !slices.Contains(ways, addition{c, k}) {
					ways = append(ways, addition{c, k})
				}
			}
			if len(ways) == 0 {
				continue
			}
			way := ways[r.IntN(len(ways))]
			for _, w := range ways { // small rooms first, mostly
				if count[w.room] < count[way.room] && (count[w.room] < s.how.Size.Lo || r.IntN(4) > 0) {
					way = w
				}
			}
			count[way.room]++
			round = append(round, way)
		}
		if len(round) == 0 {
			return nil
		}
		if err := s.take(ctx, round, refused); err != nil {
			return err
		}
	}
}

// take takes in those of some additions that leave one solution.
func (s *site) take(ctx context.Context, round []addition, refused map[addition]bool) error {
	with, known := maps.Clone(s.of), maps.Clone(s.known)
	for _, a := range round {
		with[a.c] = a.room
		delete(known, a.c)
	}
	ok, err := s.unique(ctx, with, func(c board.Place) bool {
		_, in := with[c]
		return in && !known[c]
	})
	if err != nil {
		return err
	}
	if ok {
		s.of, s.known = with, known
		return nil
	}
	if len(round) == 1 {
		refused[round[0]] = true
		return nil
	}
	half := len(round) / 2
	if err := s.take(ctx, round[:half], refused); err != nil {
		return err
	}
	return s.take(ctx, round[half:], refused)
}

// spot gives a cell that is left over.
func (s *site) spot(r *rng.Stream) (x, y float64) {
	var left []board.Place
	for _, c := range s.cells {
		if _, in := s.of[c]; !in || s.known[c] {
			left = append(left, c)
		}
	}
	x, y, _ = s.d.press.enc.Board.Geo.Centre(left[r.IntN(len(left))])
	return x, y
}

// strip takes cells that nothing was drawn around out of the rooms around a cell that is left over.
func (s *site) strip(r *rng.Stream) {
	x, y := s.spot(r)
	reach := 1.0 + float64(r.IntN(4))
	core := map[board.Place]bool{}
	for _, list := range s.cores {
		for _, c := range list {
			core[c] = true
		}
	}
	for _, i := range r.Perm(len(s.cells)) {
		c := s.cells[i]
		if _, in := s.of[c]; !in || core[c] {
			continue
		}
		if cx, cy, _ := s.d.press.enc.Board.Geo.Centre(c); max(abs(cx-x), abs(cy-y)) <= reach && s.whole(c) {
			delete(s.of, c)
			delete(s.known, c)
		}
	}
}

// whole reports whether a room is in one piece without a cell.
func (s *site) whole(c board.Place) bool {
	k := s.of[c]
	var rest []board.Place
	for _, x := range s.cells {
		if j, in := s.of[x]; in && j == k && x != c {
			rest = append(rest, x)
		}
	}
	geo := s.d.press.enc.Board.Geo
	reached := map[board.Place]bool{rest[0]: true}
	for queue := rest[:1:1]; len(queue) > 0; queue = queue[1:] {
		for _, n := range geo.Next(queue[0]) {
			if j, in := s.of[n]; in && j == k && n != c && !reached[n] {
				reached[n] = true
				queue = append(queue, n)
			}
		}
	}
	return len(reached) == len(rest)
}

// ruin takes down the rooms around a cell that is left over, and joins what they were drawn around in another way. ok is false where that
// does not go.
func (s *site) ruin(r *rng.Stream) (ok bool) {
	geo := s.d.press.enc.Board.Geo
	x, y := s.spot(r)
	reach := 1.0 + float64(r.IntN(3))
	down := map[int]bool{}
	for c, k := range s.of {
		if cx, cy, _ := geo.Centre(c); max(abs(cx-x), abs(cy-y)) <= reach {
			down[k] = true
		}
	}
	var cores [][]board.Place
	for _, core := range s.cores {
		if k, in := s.of[core[0]]; in && down[k] {
			cores = append(cores, core)
		}
	}
	// The rooms that stay are numbered anew.
	number := map[int]int{}
	for _, c := range s.cells {
		k, in := s.of[c]
		switch {
		case !in:
		case down[k]:
			delete(s.of, c)
			delete(s.known, c)
		default:
			if _, met := number[k]; !met {
				number[k] = len(number)
			}
			s.of[c] = number[k]
		}
	}
	s.rooms = len(number)
	var free []board.Place
	for _, c := range s.cells {
		if _, in := s.of[c]; !in {
			free = append(free, c)
		}
	}
	stays := maps.Clone(s.of)
	for range 4 {
		if rooms := s.join(free, cores, r); rooms > 0 {
			s.rooms = rooms
			for c := range s.of {
				if _, stayed := stays[c]; !stayed {
					s.known[c] = true
				}
			}
			return true
		}
		s.of = maps.Clone(stays)
	}
	return false
}

// unique reports whether the solution is the only one that is as the solution is where it is known.
func (s *site) unique(ctx context.Context, of map[board.Place]int, open func(board.Place) bool) (bool, error) {
	if ok, err := s.holds(ctx, s.solution, of); !ok || err != nil {
		return false, err
	}
	for _, w := range slices.Backward(s.before) {
		if !s.outside(w, open) {
			continue
		}
		if ok, err := s.holds(ctx, w, of); ok || err != nil {
			return false, err
		}
	}
	b := divided(s.solution, s.how.Layer, s.parts(of))
	p, err := newPress(ctx, s.d.f.engine, b, encode.Options{Known: func(l *rules.Layer, at board.Place) bool {
		return at.Kind == board.Cell && !open(at)
	}})
	if err != nil {
		return false, err
	}
	defer p.close()
	p.board = b
	p.read(p.now)
	all := make([]int, len(p.cells))
	for i := range all {
		all[i] = i
	}
	other, err := p.other(all)
	if err != nil {
		return false, err
	}
	st, err := p.probe.Probe(ctx, solve.Question{Assume: []solve.Literal{other}, Steps: countSteps})
	if errors.Is(err, solve.ErrBudget) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if st == solve.Sat {
		p.take()
		if s.before = append(s.before, p.board); len(s.before) > mostBefore {
			s.before = s.before[1:]
		}
	}
	return st == solve.Unsat, nil
}

// outside reports whether a solution is as the one that is wanted where that is known.
func (s *site) outside(w *rules.Board, open func(board.Place) bool) bool {
	for _, l := range s.d.f.file.Layers {
		if l.Role != rules.Find || l.Parts {
			continue
		}
		for _, c := range s.cells {
			if !open(c) && !w.Value(l, c).Equal(s.solution.Value(l, c)) {
				return false
			}
		}
	}
	return true
}

// cores computes what rooms are drawn around.
func (d *draft) cores(ctx context.Context, how rules.Rooms) ([][]board.Place, error) {
	got, err := judge.Value(ctx, d.press.board, how.Around, how.Around.Tree, nil)
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
