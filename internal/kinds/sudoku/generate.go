package sudoku

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Names of strategies beside the symmetries of package grid.
const (
	strategyUniform   = "uniform"
	strategyRowColumn = "row-column"
	strategyBox       = "box"
	strategyBand      = "band"
)

// bandFrom is the size of board from which strategyBand is the default: carving evenly to the end takes too long there.
const bandFrom = 20

func strategyNames() []string {
	return append([]string{strategyUniform, strategyRowColumn, strategyBox, strategyBand}, grid.SymmetryNames()...)
}

// Options lists the settings of Generate.
func (Family) Options() []puzzle.Option { return slices.Clone(sharedOptions()) }

// sharedOptions are made once and not written to.
var sharedOptions = sync.OnceValue(func() []puzzle.Option {
	return []puzzle.Option{
		{Name: "class", Doc: "difficulty class", Values: classNames()},
		{Name: "rating", Doc: "range of the rating on Sudoku Explainer's scale, such as 7.1..7.3"},
		{Name: "empties", Doc: "number of empty cells, exactly"},
		{Name: "strategy", Doc: "how the cells to empty are chosen (default: uniform; from 20x20 on, band); a symmetry empties symmetric cells together", Values: strategyNames()},
		{Name: "solutions", Doc: "how many solutions the board may have", Default: "1"},
		{Name: "pattern", Doc: "the cells that are to be given, row by row: . for an empty cell, anything else for a given"},
		{Name: "keep", Doc: "cells that stay given, row by row, as in pattern; the others may go"},
		{Name: "technique", Doc: "a technique that the solution must need, and none that is harder on the ladder of named techniques, unless class, rating or up-to allow it"},
		{Name: "without", Doc: "techniques that must not be needed, with commas"},
		{Name: "up-to", Doc: "the hardest technique allowed: a cell stays given when the puzzle would not be solved with the ladder up to it"},
		{Name: "steps", Doc: "at most so many cells are tested on each full board; 0: all", Default: "0"},
		{Name: "attempts", Doc: "full boards to try for a target", Default: "1000"},
		{Name: "with", Doc: "constraints of a variant, with commas: killer, arrow, knight, ...; class is then one of 1 to 7"},
		{Name: "full", Doc: "the full board to empty, row by row, rather than a random one"},
	}
})

type request struct {
	class     string
	rating    *ratings
	empties   int
	solutions int
	pattern   string
	keep      string
	technique string
	without   []string
	upTo      string
	steps     int
	attempts  int
	full      string
	strategy  string
}

func parseRequest(p layoutParams, s puzzle.Settings) (request, error) {
	opts := sharedOptions()
	if err := s.Validate(opts); err != nil {
		return request{}, err
	}
	q := request{class: s["class"], pattern: s["pattern"], keep: s["keep"], technique: s["technique"], upTo: s["up-to"],
		full: s["full"], strategy: s["strategy"]}
	if q.strategy == "" {
		q.strategy = strategyUniform
		if p.size >= bandFrom {
			q.strategy = strategyBand
		}
	}
	least, most, ok, err := s.Range("rating")
	if err != nil {
		return q, err
	}
	if ok {
		if q.class != "" {
			return q, errors.New("the classes are ranges of ratings: leave out class or rating")
		}
		q.rating = newRatings(least, most)
	}
	if q.technique != "" && q.upTo == "" && q.class == "" && q.rating == nil {
		q.upTo = q.technique
	}
	if s["without"] != "" {
		q.without = strings.Split(s["without"], ",")
	}
	cells := p.size * p.size
	for _, n := range []struct {
		name      string
		to        *int
		least, at int
	}{
		{"empties", &q.empties, 0, cells}, {"solutions", &q.solutions, 1, maxSolutions}, {"steps", &q.steps, 0, cells},
		{"attempts", &q.attempts, 1, 1_000_000},
	} {
		if *n.to, _, err = s.Number(opts, n.name, n.least, n.at, ""); err != nil {
			return q, err
		}
	}
	for _, t := range []struct{ name, text string }{{"pattern", q.pattern}, {"keep", q.keep}, {"full", q.full}} {
		if t.text != "" && len(t.text) != cells {
			return q, fmt.Errorf("option %s: %w", t.name, lengthError("the text", len(t.text), p.size))
		}
	}
	for _, id := range append([]string{q.technique, q.upTo}, q.without...) {
		if id == "" {
			continue
		}
		ladder := sharedRater().Ladder()
		if _, err := ladder.Lookup(id); err != nil {
			return q, puzzle.Unknownf("technique", id, techniqueNames(ladder))
		}
	}
	if p.jigsaw && q.full != "" {
		return q, fmt.Errorf("option full: a jigsaw draws its own boxes, so its board cannot be given")
	}
	if q.solutions > 1 && (q.class != "" || q.rating != nil || q.technique != "" || q.upTo != "" || len(q.without) > 0) {
		return q, fmt.Errorf("classes and techniques are for puzzles with one solution; solutions is %d", q.solutions)
	}
	return q, nil
}

// CheckSettings judges settings as Generate does.
func (f Family) CheckSettings(params puzzle.Params, s puzzle.Settings) error {
	p, ok := params.(layoutParams)
	if !ok {
		return fmt.Errorf("parameters of another family: %v", params)
	}
	if with := s["with"]; with != "" {
		_, rest, err := f.variantSettings(p, with, s)
		if err == nil {
			err = f.Variants.CheckSettings(rest)
		}
		return err
	}
	q, err := parseRequest(p, s)
	if err != nil || q.full == "" {
		return err
	}
	l, err := p.layout()
	if err == nil {
		_, err = givenBoard(l, q.full)
	}
	return err
}

// simple reports whether nothing is asked for but a minimal puzzle.
func (q request) simple() bool {
	return q.class == "" && q.rating == nil && q.empties == 0 && q.solutions == 1 && q.pattern == "" && q.keep == "" && q.technique == "" &&
		len(q.without) == 0 && q.upTo == "" && q.steps == 0 && q.full == "" && q.strategy == strategyUniform
}

// text puts the request into words, for messages.
func (q request) text(p layoutParams) string {
	parts := []string{"sudoku:" + p.String()}
	for _, t := range []struct{ name, value string }{{"class", q.class}, {"technique", q.technique}, {"up to", q.upTo},
		{"without", strings.Join(q.without, ",")}} {
		if t.value != "" {
			parts = append(parts, t.name+" "+t.value)
		}
	}
	if q.rating != nil {
		parts = append(parts, fmt.Sprintf("a rating of %g to %g", q.rating.least, q.rating.most))
	}
	if q.empties > 0 {
		parts = append(parts, fmt.Sprintf("%d empty cells", q.empties))
	}
	if q.pattern != "" {
		parts = append(parts, "the given pattern")
	}
	return strings.Join(parts, ", ")
}

// Generate makes a puzzle; see Options.
func (f Family) Generate(ctx context.Context, params puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	p, ok := params.(layoutParams)
	if !ok {
		return puzzle.Generated{}, fmt.Errorf("sudoku: parameters of another family: %v", params)
	}
	if with := s["with"]; with != "" {
		return f.variant(ctx, p, with, s, r, report)
	}
	q, err := parseRequest(p, s)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return puzzle.Generated{}, err
	}
	g := &generation{params: p, request: q, r: r, report: report}
	if !p.jigsaw {
		t, give, err := f.Kept.take(p)
		if err != nil {
			return puzzle.Generated{}, err
		}
		defer give()
		g.tools = t
	}
	if p.plain() && q.simple() {
		values, full := newMinimal9(g.tools.bits, r).Next()
		inst, err := newSudoku(plainLayout(), ints(values[:]))
		return puzzle.Generated{Instance: inst, Solution: &filledBoard{inst, append([]uint8(nil), full[:]...)}}, err
	}
	return g.run(ctx)
}

// variant makes a puzzle with the constraints of a variant.
func (f Family) variant(ctx context.Context, p layoutParams, with string, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	names, rest, err := f.variantSettings(p, with, s)
	if err != nil {
		return puzzle.Generated{}, err
	}
	return f.Variants.Make(ctx, names, p.size, p.size, rest, r, report)
}

// variantSettings reads the names of a variant's constraints, and gives the settings beside them.
func (f Family) variantSettings(p layoutParams, with string, s puzzle.Settings) (names []string, rest puzzle.Settings, err error) {
	if f.Variants == nil || p.jigsaw || p.String() != fmt.Sprintf("%dx%d", p.size, p.size) {
		return nil, nil, fmt.Errorf("option with: variants are made on boards with the usual boxes, such as 9x9")
	}
	for _, name := range strings.Split(with, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(f.Variants.Names(), name) {
			return nil, nil, fmt.Errorf("option with: %w", puzzle.Unknownf("constraint", name, f.Variants.Names()))
		}
		names = append(names, name)
	}
	rest = puzzle.Settings{}
	for name, value := range s {
		switch name {
		case "with":
		case "class", "attempts":
			rest[name] = value
		default:
			return nil, nil, fmt.Errorf("option %s does not go with option with; class and attempts do", name)
		}
	}
	return names, rest, nil
}

// generation is one run of Generate.
type generation struct {
	params  layoutParams
	tools   *tools // nil where each board has boxes of its own
	request request
	r       *rng.Stream
	report  func(puzzle.Progress)
	steps   int
	best    float64
	nearest string
}

func (g *generation) run(ctx context.Context) (puzzle.Generated, error) {
	q := g.request
	g.best = math.Inf(-1)
	for attempt := range uint64(q.attempts) {
		r := g.r.Derive("attempt", attempt)
		d, err := g.definition(r)
		if err != nil {
			return puzzle.Generated{}, err
		}
		res, err := carve.GenPuzzles[*Puzzle](ctx, d, nil, nil, g.options(d.layout), r)
		if err == errNoBoard && g.params.jigsaw {
			continue // these boxes have no full board: draw others
		}
		g.steps += res.Steps
		if err != nil {
			return puzzle.Generated{}, err
		}
		if out, ok, err := g.judge(ctx, d.last); err != nil || ok {
			if err == nil {
				out.Work = record.Object{{Key: "attempts", Value: int(attempt) + 1}, {Key: "tests", Value: g.steps}}
			}
			return out, err
		}
		if g.report != nil {
			g.report(puzzle.Progress{Done: int(attempt) + 1, Total: q.attempts, Text: "best: " + g.nearest})
		}
		if q.full != "" && q.strategy == strategyUniform && q.class == "" && q.rating == nil && q.empties == 0 && q.technique == "" {
			return puzzle.Generated{}, g.unreachable(int(attempt) + 1)
		}
	}
	return puzzle.Generated{}, g.unreachable(q.attempts)
}

func (g *generation) unreachable(tries int) error {
	return &puzzle.UnreachableError{Target: g.request.text(g.params), Best: g.nearest, Tries: tries}
}

func (g *generation) near(score float64, format string, args ...any) {
	if score > g.best {
		g.best, g.nearest = score, fmt.Sprintf(format, args...)
	}
}

// givenBoard reads the option full.
func givenBoard(l *grid.Layout, text string) ([]uint8, error) {
	board, err := fromCells(l, text)
	if err == nil && !l.Solves(ints(board.values)) {
		err = errors.New("the board is not full, or breaks a rule")
	}
	if err != nil {
		return nil, fmt.Errorf("option full: %w", err)
	}
	return board.values, nil
}

func (g *generation) definition(r *rng.Stream) (*definition, error) {
	q, t := g.request, g.tools
	if t == nil {
		l, err := randomRegions(g.params, r.Derive("regions"))
		if err != nil {
			return nil, err
		}
		t = newTools(l)
	}
	d, l := newDefinition(t), t.layout
	d.solutions = q.solutions
	var err error
	if q.full != "" {
		if d.full, err = givenBoard(l, q.full); err != nil {
			return nil, err
		}
	}
	if q.upTo == "" && len(q.without) == 0 {
		return d, nil
	}
	ladder := sharedRater().Ladder()
	if q.upTo != "" {
		if ladder, err = upTo(ladder, q.upTo); err != nil {
			return nil, err
		}
	}
	for _, id := range q.without {
		if rest, err := ladder.Without(id); err == nil { // else it is harder than up-to allows, and gone already
			ladder = rest
		}
	}
	ladder = ladder.Select(func(t *board.Technique) bool { return !t.Guess })
	d.solvable = func(ctx context.Context, values []uint8) (bool, error) {
		p, err := newSudoku(l, ints(values))
		if err != nil {
			return false, err
		}
		pos, err := p.atStart()
		if err != nil {
			return false, err
		}
		return ladder.Solves(ctx, pos)
	}
	return d, nil
}

func (g *generation) options(l *grid.Layout) carve.Options {
	q := g.request
	n := g.params.size
	opt := carve.Options{Final: true, Empties: q.empties, Steps: q.steps, Keep: append(carve.Marked(q.pattern), carve.Marked(q.keep)...)}
	switch q.strategy {
	case strategyUniform:
		opt.Strategy = carve.Uniform()
	case strategyRowColumn:
		opt.Strategy = carve.RowColumn(n, n)
	case strategyBand:
		opt.Strategy = g.bands()
	case strategyBox:
		opt.Strategy = carve.ByRegion(l.Region, 0)
	default:
		s, _ := grid.SymmetryNamed(q.strategy)
		opt.Strategy = carve.Orbits(grid.Orbits(n, n, s))
	}
	return opt
}

// bands empties two fifths of the board evenly, and then one band after another (on a jigsaw, one row after another). The
// board is less even than a uniform choice leaves it, and easier to carve to the end by far.
func (g *generation) bands() carve.Strategy {
	n := g.params.size
	height := max(1, g.params.boxRows)
	group := make([]int, n*n)
	for cell := range group {
		group[cell] = cell / n / height
	}
	order := g.r.Derive("bands").Perm(n / height)
	return carve.Then(n*n*2/5, carve.Uniform(), carve.ByGroup(group, order))
}

// judge takes from a carved board the puzzle that meets the request, if there is one.
func (g *generation) judge(ctx context.Context, b *sudokuBoard) (puzzle.Generated, bool, error) {
	q := g.request
	none := puzzle.Generated{}
	empty := len(b.removed)
	if q.empties > 0 && empty != q.empties {
		g.near(float64(empty), "%d empty cells", empty)
		return none, false, nil
	}
	if q.pattern != "" {
		want := len(b.values) - len(carve.Marked(q.pattern))
		if empty != want {
			g.near(float64(empty), "all but %d of the cells outside the pattern empty", want-empty)
			return none, false, nil
		}
	}
	kept := empty
	class := ""
	if q.class != "" {
		var err error
		if kept, class, err = g.classPrefix(ctx, b); err != nil || class != q.class {
			return none, false, err
		}
	}
	if q.rating != nil {
		var ok bool
		var err error
		if kept, ok, err = g.ratingPrefix(ctx, b); err != nil || !ok {
			return none, false, err
		}
	}
	p, err := newSudoku(b.layout, ints(b.prefix(kept)))
	if err != nil {
		return none, false, err
	}
	if q.technique != "" {
		used, err := p.needs(ctx, q.technique)
		if err != nil || !used {
			g.near(0, "puzzles that do not need %s", q.technique)
			return none, false, err
		}
	}
	return puzzle.Generated{Instance: p, Solution: &filledBoard{p, slices.Clone(b.full)}, Class: class}, true, nil
}

// prefix finds how many of the removals can be made before the puzzle gets harder than what is wanted. At tells how a puzzle
// compares with that: below 0, 0, above 0. Puzzles get harder as they get emptier, but for exceptions that a search by halves
// may step over: it then stops at an easier puzzle.
func (g *generation) prefix(b *sudokuBoard, at func(*Puzzle) (int, error)) (kept, compared int, err error) {
	compare := func(k int) (int, error) {
		p, err := newSudoku(b.layout, ints(b.prefix(k)))
		if err != nil {
			return 0, err
		}
		return at(p)
	}
	whole := len(b.removed)
	last, err := compare(whole)
	exact := g.request.empties > 0 || g.request.pattern != ""
	if err != nil || last <= 0 || exact {
		return whole, last, err
	}
	lo, hi, found := 0, whole, -1 // what stands at lo is not above what is wanted, at hi it is
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		c, err := compare(mid)
		if err != nil {
			return 0, 0, err
		}
		if c <= 0 {
			lo, found = mid, c
		} else {
			hi = mid
		}
	}
	return lo, found, nil
}

// classPrefix is the prefix of the wanted class, or of an easier one; the class is that of the puzzle that it leaves.
func (g *generation) classPrefix(ctx context.Context, b *sudokuBoard) (kept int, class string, err error) {
	want := classIndex(g.request.class)
	kept, compared, err := g.prefix(b, func(p *Puzzle) (int, error) {
		class, err := sharedClasses().class(ctx, p)
		i := classIndex(class)
		g.near(float64(-max(i-want, want-i)), "class %s", class)
		return i - want, err
	})
	if err != nil || compared != 0 {
		return 0, "", err
	}
	return kept, g.request.class, nil
}

// ratingPrefix is the prefix of a wanted rating, if there is one.
func (g *generation) ratingPrefix(ctx context.Context, b *sudokuBoard) (kept int, ok bool, err error) {
	q := g.request.rating
	kept, compared, err := g.prefix(b, func(p *Puzzle) (int, error) {
		rating, above, err := q.of(ctx, p)
		switch {
		case err != nil:
			return 0, err
		case above:
			return 1, nil
		case rating < q.least-1e-9:
			g.near(rating-q.least, "a rating of %g", rating)
			return -1, nil
		}
		return 0, nil
	})
	return kept, err == nil && compared == 0, err
}

// needs reports whether the path on the ladder of named techniques has a step of a technique.
func (p *Puzzle) needs(ctx context.Context, id string) (bool, error) {
	ladder := sharedRater().Ladder()
	t, err := ladder.Lookup(id)
	if err != nil {
		return false, err
	}
	pos, err := p.atStart()
	if err != nil {
		return false, err
	}
	for s, err := range ladder.Walk(ctx, pos) {
		if err != nil || s.Technique == t.ID {
			return err == nil, err
		}
	}
	return false, nil
}

// randomRegions draws boxes for a jigsaw: it starts from rectangles, or rows, and lets two boxes that touch exchange cells,
// many times, as long as both stay in one piece.
func randomRegions(p layoutParams, r *rng.Stream) (*grid.Layout, error) {
	n := p.size
	br, bc := grid.BoxShape(n)
	region := make([]int, n*n)
	for cell := range region {
		region[cell] = cell/n/br*(n/bc) + cell%n/bc
	}
	for done, tries := 0, 0; done < 6*n*n && tries < 2000*n*n; tries++ {
		a := r.IntN(n * n)
		next := grid.Sides(n, n, a)[r.IntN(4)]
		if next < 0 || region[next] == region[a] {
			continue
		}
		from, to := region[a], region[next]
		var back []int
		for cell, g := range region {
			if g != to {
				continue
			}
			for _, s := range grid.Sides(n, n, cell) {
				if s >= 0 && s != a && region[s] == from {
					back = append(back, cell)
					break
				}
			}
		}
		if len(back) == 0 {
			continue
		}
		b := back[r.IntN(len(back))]
		region[a], region[b] = to, from
		if grid.InPieces(n, region, from, to) < 0 {
			done++
		} else {
			region[a], region[b] = from, to
		}
	}
	return jigsaw(n, region, p.diagonal)
}
