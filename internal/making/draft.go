package making

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
)

// Bounds on the work for one full board, in steps of the solver.
const (
	firstSteps      = 4_000_000 // for a first solution; after a start for which that was too little, twice as many for the next,
	mostFirst       = 8         // up to so many times as many
	firstTry        = 62_500    // the same, for the first of the tries that it is looked for in
	windowSteps     = 60_000    // for a window sampled again
	mostShort       = 3         // windows in a row for which these were too few; the next have four times as many,
	mostWindowSteps = 960_000   // up to this
	idleSteps       = 1_000_000 // for windows that bring nothing, while a board is spread
	countSteps      = 600_000   // for another solution
	firstProof      = 2_400_000 // the same, of a board that is to be carved: another solver has found none, after all the work of growing it
	carveSteps      = 60_000    // the same, without a clue: one that can only go with more work stays, and a person would need it too
	// Where every clue must be shown to be needed, this is no bound but an end: there is no puzzle then.
	minimalSteps = 1_000_000_000
)

// draft is a board with a solution, and all that is printed: the full board that carving starts from.
type draft struct {
	wanted
	start
	later  []*rules.Layer // what comes after a first solution
	drawn  *rules.Board   // the problem with rooms that were drawn and are to be settled; nil: the solver knows them
	solver *solver
	proof  *solver // of the puzzle as it is printed now; nil: it has not been asked for, or is not stated by itself
	// shared says that the solver which samples boards proves them too.
	shared bool
	// values are those of ranges.
	values  map[*rules.Layer][]rules.Value
	left    int       // what growing or settling left undecided
	steps   int64     // of the solver, for a window sampled again: more where these were too few for several in a row
	short   int       // for how many windows in a row they were
	idle    int64     // of the solver, for windows that brought nothing
	endless int       // questions about what is undecided on the whole board that came to no end
	narrow  bool      // windows are asked about first from the beginning, as questions about another board came to no end
	dear    bool      // a first solution took several tries
	aims    []float64 // for each statistic that the rules file wants
}

func (d *draft) close() {
	d.solver.close()
	d.unprove()
}

// errBarren says that a random start led to no board: others may.
var errBarren = errors.New("no board came of a random start")

// errNever says that no board has a solution.
var errNever = errors.New("no board of this size keeps all rules, and what is said under make")

// wanted is what full boards are to be.
type wanted struct {
	m      *Maker
	size   rules.BoardSize // with all parameters
	sort   *sorted
	preset *rules.Board   // what a setter has given, which stays; nil: nothing
	sym    board.Symmetry // carries the places of shapes into each other
}

// start says how a draft is begun.
type start struct {
	after   bool    // rooms are drawn when there is a solution, also where the rules file does not say around what
	coarse  float64 // the mean size of rooms is so many times that of the file; 0: once
	patient int64   // a first solution is looked for so many times as long as usual; 0: once
}

// barren makes an error of a search that ended without a result errBarren, and leaves others as they are.
func barren(err error) error {
	if errors.Is(err, solve.ErrBudget) {
		return fmt.Errorf("%w: %w", errBarren, err)
	}
	return err
}

// draft samples a solution together with what is printed, walks windows of it, and prints every clue that the solution allows.
func (w wanted) draft(ctx context.Context, how start, r *rng.Stream) (*draft, error) {
	m := w.m
	how.coarse, how.patient = cmp.Or(how.coarse, 1), cmp.Or(how.patient, 1)
	later := m.later(w.preset, how.after)
	b, err := m.base(ctx, w.size, w.preset, later, how.coarse, r.Derive("base"))
	if err != nil {
		return nil, err
	}
	values, err := m.ranges(b)
	if err != nil {
		return nil, err
	}
	opt := w.sampling()
	opt.Ignored = m.File.Without(later)
	pr, err := newSolver(ctx, m.Engine, b, opt)
	if _, ok := errors.AsType[*rules.BoardError](err); ok {
		return nil, fmt.Errorf("%s puzzles are read and solved, and not made: a rule needs to know what is printed, which making leaves open: %w", m.File.ID, err)
	}
	if err != nil {
		return nil, err
	}
	d := &draft{wanted: w, start: how, later: later, solver: pr, values: values, shared: w.sort.proof == byBoth}
	if err := d.fill(ctx, r); err != nil {
		d.close()
		if errors.Is(err, errNever) {
			return nil, &puzzle.NoBoardError{Err: fmt.Errorf("%s%s: %w", m.Prefix, m.File.SizeText(w.size), err)}
		}
		return nil, barren(err)
	}
	return d, nil
}

// sampling gives the options of the encoding that full boards are sampled with.
func (w wanted) sampling() encode.Options {
	m := w.m
	return encode.Options{
		Must:    m.File.Making.Must,
		Values:  m.File.Making.Values,
		Open:    func(l *rules.Layer) bool { return w.sort.parts[l] != fixed && m.reading(l) == nil },
		Framed:  func(l *rules.Layer) bool { return m.framing(l) != nil },
		Ignored: m.File.Without(m.read()),
	}
}

// read lists the layers that are read off a solution.
func (m *Maker) read() []*rules.Layer {
	var out []*rules.Layer
	for _, r := range m.File.Making.Read {
		out = append(out, r.Layer)
	}
	return out
}

// later lists the layers that come after a first solution: what is read off it, objects that are drawn on it, and rooms that are
// drawn around it, but for those of a setter. With after, these are all rooms.
func (m *Maker) later(preset *rules.Board, after bool) []*rules.Layer {
	out := m.read()
	for _, l := range m.File.Layers {
		if m.drawable(l) && (preset == nil || preset.Marks(l) == nil) {
			out = append(out, l)
		}
		if l.Role == rules.Given && l.Parts && (after || m.drawing(l).Around != nil) && !divides(preset, l) {
			out = append(out, l)
		}
	}
	return out
}

func (d *draft) fill(ctx context.Context, r *rng.Stream) error {
	if err := d.assert(); err != nil {
		return err
	}
	return d.sample(ctx, r)
}

// assert asserts what printed values are to keep beside the rules.
func (d *draft) assert() error { return errors.Join(d.sayable(), d.bounds(), d.turned(), d.keep()) }

// sample finds a solution with what is printed. It may be asked for another one after that, where nothing was drawn around the first.
func (d *draft) sample(ctx context.Context, r *rng.Stream) error {
	d.aims, d.steps, d.short, d.idle, d.dear = nil, windowSteps, 0, 0, false
	if err := d.first(ctx, r.Derive("first")); err != nil {
		return err
	}
	if err := d.walk(ctx, r.Derive("walk")); err != nil {
		return err
	}
	if err := d.enclose(ctx, r.Derive("enclose")); err != nil {
		return err
	}
	return d.print(ctx, r.Derive("print"))
}

// sayable keeps values that the family's text cannot say from standing at one place, or at all.
func (d *draft) sayable() error {
	p := d.solver
	for i, c := range p.cells {
		if c.l.Role != rules.Given || !d.sort.mute[c.l] && (c.p.Kind >= board.Others || !d.sort.silent[silence{c.l, len(p.enc.Board.Geo.Cells(c.p))}]) {
			continue
		}
		lit, err := p.empty(i)
		if err != nil {
			return err
		}
		if err := p.probe.Clause(lit); err != nil {
			return err
		}
	}
	for _, class := range d.classes() {
		c := d.sort.beside[class]
		places, err := p.enc.Board.Places(c.layers[0])
		if err != nil {
			return err
		}
		for _, place := range places {
			held := make([]solve.Literal, len(c.layers))
			for k, l := range c.layers {
				i, ok := p.index[cell{l, place}]
				if !ok {
					return fmt.Errorf("%s: %s is not open everywhere", d.m.File.ID, l.Name)
				}
				lit, err := p.empty(i)
				if err != nil {
					return err
				}
				held[k] = lit.Not()
			}
			// A set that the text cannot say is a clause.
			for set := range uint(1) << len(c.layers) {
				if !slices.Contains(c.sets, set) {
					if err := p.probe.Clause(besides(held, set)...); err != nil {
						return err
					}
					continue
				}
				for _, w := range c.words {
					if set>>w.layer&1 == 0 || slices.Contains(w.sets, set) {
						continue
					}
					lit, err := p.is(p.index[cell{c.layers[w.layer], place}], rules.WordOf(w.word))
					if err != nil {
						return err
					}
					if err := p.probe.Clause(append(besides(held, set), lit.Not())...); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// besides is the clause that not just these of some literals hold.
func besides(held []solve.Literal, set uint) []solve.Literal {
	out := make([]solve.Literal, len(held))
	for k, l := range held {
		if out[k] = l; set>>k&1 == 1 {
			out[k] = l.Not()
		}
	}
	return out
}

// growing gives the bounds on how much of a layer is printed.
func (d *draft) growing(l *rules.Layer) (rules.Growing, bool) {
	for _, g := range d.m.File.Making.Grow {
		if g.Layer == l {
			return g, true
		}
	}
	return rules.Growing{}, false
}

// kept reports whether the rules file has a layer printed in full.
func (d *draft) kept(l *rules.Layer) bool { return slices.Contains(d.m.File.Making.Keep, l) }

// ranges gives the values that layers of numbers are made with, where the rules file names them.
func (m *Maker) ranges(b *rules.Board) (map[*rules.Layer][]rules.Value, error) {
	out := map[*rules.Layer][]rules.Value{}
	for _, v := range m.File.Making.Values {
		lo, hi, err := b.Ends(v)
		if err != nil {
			return nil, err
		}
		for n := lo; n <= hi; n++ {
			out[v.Layer] = append(out[v.Layer], rules.IntOf(n))
		}
	}
	return out, nil
}

// bounds asserts how much of layers is printed.
func (d *draft) bounds() error {
	p := d.solver
	for i, c := range p.cells {
		if len(d.values[c.l]) == 0 || !c.l.Some || !d.kept(c.l) {
			continue
		}
		none, err := p.empty(i)
		if err != nil {
			return err
		}
		if err := p.probe.Clause(none.Not()); err != nil {
			return err
		}
	}
	for _, g := range d.m.File.Making.Grow {
		if d.sort.parts[g.Layer] != shape {
			continue
		}
		var held []model.Term
		for _, at := range p.enc.Unknowns(g.Layer) {
			held = append(held, p.enc.Problem.Not(p.enc.Is(g.Layer, at, nothing(g.Layer))))
		}
		n := float64(len(held))
		lits, err := p.probe.Literals(p.enc.Problem.AtLeast(int(math.Floor(g.Lo*n)), held...), p.enc.Problem.AtMost(int(math.Ceil(g.Hi*n)), held...))
		if err != nil {
			return err
		}
		if err := errors.Join(p.probe.Clause(lits[0]), p.probe.Clause(lits[1])); err != nil {
			return err
		}
	}
	return nil
}

// turned asserts that shapes and clues have values at places that the symmetry carries into each other, or at none of them.
func (d *draft) turned() error {
	p := d.solver
	turn := p.enc.Board.Geo.Turn(d.sym)
	for i, c := range p.cells {
		if c.l.Role != rules.Given || d.sort.parts[c.l] == fixed || d.m.framing(c.l) != nil || !c.l.Some && c.l.Domain.Kind != rules.Bools {
			continue
		}
		j, ok := p.index[cell{c.l, turn.Place(c.p)}]
		if !ok || i == j {
			continue
		}
		a, err := p.empty(i)
		if err != nil {
			return err
		}
		b, err := p.empty(j)
		if err != nil {
			return err
		}
		if err := p.probe.Clause(a, b.Not()); err != nil {
			return err
		}
	}
	return nil
}

// classes lists the classes of places of which not all sets of values can be said, in the order of the file.
func (d *draft) classes() []string {
	var out []string
	for _, l := range d.m.File.Layers {
		class := l.Class()
		if slices.ContainsFunc(d.sort.beside[class].layers, func(l *rules.Layer) bool { return d.m.reading(l) != nil }) {
			continue
		}
		if _, ok := d.sort.beside[class]; ok && !slices.Contains(out, class) {
			out = append(out, class)
		}
	}
	return out
}

// solid reports whether a cell belongs to the solution or to a shape: to what clues are read from.
func (d *draft) solid(i int) bool {
	l := d.solver.cells[i].l
	return l.Role == rules.Find || d.sort.parts[l] == shape
}

// chanceOf is how often a random value of a cell is tried as true, or as there at all.
func (d *draft) chanceOf(i int, own float64) float64 {
	l := d.solver.cells[i].l
	if l.Role == rules.Given {
		if g, ok := d.growing(l); ok {
			return (g.Lo + g.Hi) / 2
		}
		return 0.22
	}
	if l.Parts {
		return 0.8
	}
	return own
}

// wishes lists random values of some cells in a random order: those of given layers first.
func (d *draft) wishes(cells []int, r *rng.Stream) ([]solve.Literal, error) {
	order := slices.Clone(cells)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	own := 0.3 + 0.4*r.Float64()
	var out []solve.Literal
	// What stands on the board comes first, then the solution, then numbers that are read from it.
	for turn := range 3 {
		for _, i := range order {
			l := d.solver.cells[i].l
			chance := d.chanceOf(i, own)
			switch {
			case l.Role == rules.Find:
				if turn != 1 {
					continue
				}
			case !l.Some && l.Domain.Kind == rules.Bools:
				if turn != 0 {
					continue
				}
			case turn != 2 || l.Some && !d.kept(l):
				continue
			default:
				chance = 1
			}
			lit, ok, err := d.solver.some(i, chance, d.values[l], r)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, lit)
			}
		}
	}
	return out, nil
}

// first samples a solution.
func (d *draft) first(ctx context.Context, r *rng.Stream) error {
	if len(d.m.drawn()) > 0 {
		for range mostDrawings {
			if ok, err := d.redivide(ctx, 0, 0, -1, r); ok || err != nil {
				return err
			}
		}
		return errBarren
	}
	var all []int
	for i := range d.solver.cells {
		if d.solid(i) {
			all = append(all, i)
		}
	}
	// Random wishes now and then lead to where a search does not come back from. So it gives up soon at first, and begins again with others: each time it
	// has longer, and fewer are wished. The third time areas are wished small: with these rules hold sooner, and windows join them later.
	for try, steps := 0, int64(firstTry); ; try, steps = try+1, 2*steps {
		wishes, err := d.wishes(all, r)
		if err != nil {
			return err
		}
		wishes = slices.DeleteFunc(wishes, func(solve.Literal) bool { return try > 0 && r.IntN(1<<(2*try)) > 0 })
		if try == 2 {
			apart, err := d.apart()
			if err != nil {
				return err
			}
			wishes = append(apart, wishes...)
		}
		st, err := d.solver.probe.Probe(ctx, solve.Question{Prefer: wishes, Steps: steps})
		switch {
		case errors.Is(err, solve.ErrBudget) && steps < d.patient*firstSteps/2:
			d.dear = true
			continue
		case err != nil:
			return err
		case st != solve.Sat && d.preset == nil && d.sym == 0 && !d.m.drawsFirst(): // nothing that was drawn is to blame
			return errNever
		case st != solve.Sat:
			return errBarren
		}
		d.solver.found = d.solver.met()
		return nil
	}
}

// apart lists the literals that divisions to be found have no two cells in one area.
func (d *draft) apart() ([]solve.Literal, error) {
	var out []solve.Literal
	for i, c := range d.solver.cells {
		if c.l.Role != rules.Find || !c.l.Parts {
			continue
		}
		lit, err := d.solver.is(i, rules.BoolOf(false))
		if err != nil {
			return nil, err
		}
		out = append(out, lit)
	}
	return out, nil
}

// walk samples windows of the board again, so that it forgets how it was found.
func (d *draft) walk(ctx context.Context, r *rng.Stream) error {
	geo := d.solver.enc.Board.Geo
	side := 4
	windows := 3 * ((geo.Rows + side - 1) / side) * ((geo.Cols + side - 1) / side)
	d.aim(r)
	far, err := d.far(ctx)
	if err != nil {
		return err
	}
	for range windows {
		if d.idle >= idleSteps { // where windows are that dear, growing is what they are for
			break
		}
		before := d.save()
		x, y := float64(r.IntN(max(1, geo.Cols-1)))+1, float64(r.IntN(max(1, geo.Rows-1)))+1
		moved, err := d.window(ctx, x, y, 1.6+r.Float64(), r)
		if err != nil {
			return err
		}
		if !moved || len(d.aims) == 0 {
			continue
		}
		now, err := d.far(ctx)
		if err != nil {
			return err
		}
		if now > far {
			d.restore(before)
		} else {
			far = now
		}
	}
	return nil
}

// aim draws, for each statistic that the rules file wants, a number to go for: within the spread, so that boards differ.
func (d *draft) aim(r *rng.Stream) {
	for _, w := range d.m.File.Making.Want {
		d.aims = append(d.aims, w.Target+w.Spread*(2*r.Float64()-1))
	}
}

// far is how far the board is from what was aimed at, in spreads.
func (d *draft) far(ctx context.Context) (float64, error) {
	sum := 0.0
	for k, w := range d.m.File.Making.Want {
		v, err := judge.Value(ctx, d.solver.board, w.Expr, w.Expr.Tree, nil)
		if err != nil {
			return 0, err
		}
		n, ok := v.(int64)
		if !ok {
			return 0, fmt.Errorf("%s: what making wants is no number", w.Expr.Pos)
		}
		x := float64(n)
		if w.Share {
			x /= float64(len(d.solver.board.Geo.All(board.Cell)))
		}
		sum += math.Abs(x-d.aims[k]) / w.Spread
	}
	return sum, nil
}

// near lists the solid cells around a point.
func (d *draft) near(x, y, reach float64) []int {
	var out []int
	for i := range d.solver.cells {
		if d.solid(i) && math.Abs(d.solver.x[i]-x) <= reach && math.Abs(d.solver.y[i]-y) <= reach {
			out = append(out, i)
		}
	}
	return out
}

// window samples what lies around a point again, and takes it over where there is something else.
func (d *draft) window(ctx context.Context, x, y, reach float64, r *rng.Stream) (bool, error) {
	if len(d.m.drawn()) > 0 {
		return d.redivide(ctx, x, y, reach-1, r)
	}
	p := d.solver
	inside := d.near(x, y, reach)
	if len(inside) == 0 {
		return false, nil
	}
	open := map[int]bool{}
	for _, i := range inside {
		open[i] = true
	}
	stay, err := p.stay(func(i int) bool { return d.solid(i) && !open[i] })
	if err != nil {
		return false, err
	}
	wishes, err := d.wishes(inside, r)
	if err != nil {
		return false, err
	}
	moved, err := p.redrawn(ctx, solve.Question{AtOnce: true, Assume: stay, Prefer: wishes, Steps: d.steps})
	if d.short++; moved || err != nil {
		d.short = 0
	} else {
		d.idle += d.steps
	}
	// What stands is a solution too: a window that brings none had too few steps. Where numbers say in which order a path comes to its cells, the
	// conclusions alone take as many.
	if d.short == mostShort && d.steps < mostWindowSteps {
		d.steps, d.short = 4*d.steps, 0
	}
	return moved, err
}

// printed prints; ok is false where no clues come of the solution.
func (d *draft) printed(ctx context.Context, r *rng.Stream) (ok bool, err error) {
	err = d.print(ctx, r)
	if err == errBarren || errors.Is(err, solve.ErrBudget) {
		return false, nil
	}
	return err == nil, err
}

// print gives every clue a value that the solution allows, as far as they go together.
func (d *draft) print(ctx context.Context, r *rng.Stream) error {
	d.unprove()
	p := d.solver
	stay, err := p.stay(d.solid)
	if err != nil {
		return err
	}
	var order []int
	for i := range p.cells {
		if !d.solid(i) {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return d.read(ctx)
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	var wishes []solve.Literal
	for _, i := range order {
		c := p.cells[i]
		if domain, few := p.enc.Domain(c.l, c.p, 8); few && len(domain) > 0 && c.l.Some {
			lit, err := p.is(i, domain[r.IntN(len(domain))])
			if err != nil {
				return err
			}
			wishes = append(wishes, lit)
		}
	}
	for _, i := range order {
		lit, err := p.empty(i)
		if err != nil {
			return err
		}
		wishes = append(wishes, lit.Not())
	}
	st, err := p.probe.Probe(ctx, solve.Question{AtOnce: true, Assume: stay, Prefer: wishes, Steps: firstSteps})
	if err != nil {
		return err
	}
	if st != solve.Sat {
		return errBarren
	}
	p.found = p.met()
	return d.read(ctx)
}

// problem gives the board that prints some of the clues: those cells of which keep holds, and all shapes.
func (d *draft) problem(keep func(cell) bool) *rules.Board {
	p := d.solver
	b := p.enc.Board.Clone()
	marks := map[*rules.Layer]*rules.Marks{}
	for i, c := range p.cells {
		if c.l.Role == rules.Find && (!c.l.Printed || d.unsaid(p, i)) {
			continue
		}
		m := marks[c.l]
		if m == nil {
			m = &rules.Marks{Values: map[board.Place]rules.Value{}}
			marks[c.l] = m
		}
		v := p.now[i]
		if v.Kind == rules.Nothing || v.Kind == rules.Bool && v.N == 0 && c.l.Role == rules.Given && !c.l.Some {
			continue
		}
		if d.sort.parts[c.l] == shape || keep(c) {
			m.Values[c.p] = v
		}
	}
	for _, w := range d.m.File.Making.Read {
		m := &rules.Marks{Values: map[board.Place]rules.Value{}, Objects: p.board.Marks(w.Layer).Objects}
		for p, v := range p.board.Marks(w.Layer).Values {
			if d.sort.parts[w.Layer] == shape || keep(cell{w.Layer, p}) {
				m.Values[p] = v
			}
		}
		marks[w.Layer] = m
	}
	for _, l := range d.m.File.Layers {
		if m := marks[l]; m != nil {
			b.Set(l, m)
		}
	}
	return b
}
