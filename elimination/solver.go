package elimination

import (
	"fmt"
	"io"
	"math/bits"
	"strings"
)

// Solver solves one problem by elimination. It is not safe for concurrent use.
type Solver struct {
	ix      *index
	g       *Graph
	ranked  map[int]bool
	keysets map[int]keyset // by category, filled when first compared in
	calls   []record
	log     io.Writer
	trace   func(Removal)
}

// Call is one rule given to a solver.
type Call struct {
	Number int    // 1 for the first
	Text   string // the call in words
}

func (c Call) String() string { return fmt.Sprintf("call #%d (%s)", c.Number, c.Text) }

// record keeps what it takes to make a call again on another graph, or to take it back.
type record struct {
	Call
	apply  func(g *Graph)
	before Mark
	deeper bool // a Deepen, which adds nothing that the calls before it do not imply
}

// Removal tells of one link that was removed, and why.
type Removal struct {
	Call   Call
	A, B   Item
	Reason Reason
	// Because is the reason in words.
	Because string
}

// Option changes how a solver is built.
type Option func(*Solver) error

// WithLog writes a line for every call and every removal, with its reason.
func WithLog(w io.Writer) Option { return func(s *Solver) error { s.log = w; return nil } }

// WithTrace calls visit for every removal.
func WithTrace(visit func(Removal)) Option {
	return func(s *Solver) error { s.trace = visit; return nil }
}

// WithRanks makes comparisons in the named categories compare ranks (1 for the first item listed) instead of labels, so
// that labels which are not numbers can be ordered.
func WithRanks(categories ...any) Option {
	return func(s *Solver) error {
		for _, label := range categories {
			c, err := s.ix.category(label)
			if err != nil {
				return err
			}
			s.ranked[c] = true
		}
		return nil
	}
}

// New builds a solver in which everything is still possible. It refuses categories of different sizes, labels that are
// nil, not comparable or repeated within their category, and problems beyond the limits.
func New(p Problem, options ...Option) (*Solver, error) {
	ix, err := newIndex(p)
	if err != nil {
		return nil, err
	}
	g, err := NewGraph(ix.m, ix.n)
	if err != nil {
		return nil, err
	}
	s := &Solver{ix: ix, g: g, ranked: map[int]bool{}, keysets: map[int]keyset{}}
	for _, o := range options {
		if err := o(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// do makes a call: it applies it, follows it up, and takes it back if that ends in a contradiction.
func (s *Solver) do(text string, apply func(g *Graph)) (int, error) {
	r := record{Call: Call{len(s.calls) + 1, text}, apply: apply, before: s.g.Mark()}
	s.attach(r.Call)
	defer func() { s.g.trace = nil }()
	edges := s.g.Edges()
	s.g.why = Reason{Rule: RuleCall}
	apply(s.g)
	if !s.g.Propagate() {
		s.g.Undo(r.before)
		s.logf("   contradiction: taken back\n")
		return 0, s.contradiction(r)
	}
	s.calls = append(s.calls, r)
	s.logf("   %d removed, %d edges left\n", edges-s.g.Edges(), s.g.Edges())
	return edges - s.g.Edges(), nil
}

// attach reports removals under the name of a call.
func (s *Solver) attach(c Call) {
	s.logf("#%d %s\n", c.Number, c.Text)
	if s.log == nil && s.trace == nil {
		return
	}
	s.g.trace = func(x, y int) {
		rm := Removal{Call: c, A: s.ix.item(x), B: s.ix.item(y), Reason: s.g.why}
		rm.Because = s.because(s.g.why, y)
		if s.trace != nil {
			s.trace(rm)
		}
		s.logf("   %v is not %v: %s\n", rm.A, rm.B, rm.Because)
	}
}

func (s *Solver) logf(format string, args ...any) {
	if s.log != nil {
		fmt.Fprintf(s.log, format, args...)
	}
}

// because puts a reason in words.
func (s *Solver) because(r Reason, y int) string {
	switch r.Rule {
	case RuleCall:
		return "the call says so"
	case RuleExclusivity:
		return fmt.Sprintf("%v is already %v", s.ix.item(y), s.ix.item(r.Via))
	case RuleSupport:
		return fmt.Sprintf("no %v is open to both", s.ix.cats[r.Via/s.ix.n])
	case RuleAssertion:
		return r.Assertion.String()
	}
	return r.Rule.String()
}

// Match says that item is one of choices, which all belong to one category other than its own. With one choice it is a
// one to one match, which holds both ways. It returns the number of links removed.
func (s *Solver) Match(item any, choice any, more ...any) (int, error) {
	text := "match " + s.name(item) + " with " + s.name(choice)
	for _, c := range more {
		text += " or " + s.name(c)
	}
	x, err := s.ix.position(item)
	if err != nil {
		return 0, err
	}
	y, err := s.ix.position(choice)
	if err != nil {
		return 0, err
	}
	cat := y / s.ix.n
	keep := uint64(1) << (y % s.ix.n)
	for _, c := range more {
		z, err := s.ix.position(c)
		if err != nil {
			return 0, err
		}
		if z/s.ix.n != cat {
			return 0, &CallError{text, fmt.Sprintf("%v and %v are of different categories", s.ix.item(y), s.ix.item(z))}
		}
		keep |= 1 << (z % s.ix.n)
	}
	if x/s.ix.n == cat && keep != 1<<(x%s.ix.n) {
		return 0, &CallError{text, "both are of the category " + fmt.Sprint(s.ix.cats[cat])}
	}
	return s.do(text, func(g *Graph) {
		g.Restrict(x, cat, keep)
		if keep&(keep-1) == 0 && !g.Failed() {
			g.Match(x, y)
		}
	})
}

// Unmatch says that two items do not go together. It returns the number of links removed.
func (s *Solver) Unmatch(item1, item2 any) (int, error) {
	text := "unmatch " + s.name(item1) + " from " + s.name(item2)
	x, err := s.ix.position(item1)
	if err != nil {
		return 0, err
	}
	y, err := s.ix.position(item2)
	if err != nil {
		return 0, err
	}
	if x == y {
		return 0, &CallError{text, "an item cannot be unmatched from itself"}
	}
	return s.do(text, func(g *Graph) { g.Unlink(x, y) })
}

// Unlink is Unmatch for positions: 0 up to M()*N()-1.
func (s *Solver) Unlink(pos1, pos2 int) (int, error) {
	for _, p := range []int{pos1, pos2} {
		if p < 0 || p >= len(s.ix.labels) {
			return 0, &CallError{fmt.Sprintf("unlink %d from %d", pos1, pos2),
				fmt.Sprintf("position %d is not in 0..%d", p, len(s.ix.labels)-1)}
		}
	}
	return s.Unmatch(s.ix.item(pos1), s.ix.item(pos2))
}

// LessThan says that item1 comes before item2 in a category of numbers (or ranks, see WithRanks). Without bounds any
// positive difference will do; one bound is the exact difference, two are its inclusive limits, the upper may be Open.
// The items may belong to any categories; they cannot be the same. It returns the number of links removed.
func (s *Solver) LessThan(item1, item2, category any, bounds ...float64) (int, error) {
	return s.compare("less than", item1, item2, category, false, bounds)
}

// GreaterThan is LessThan with the items exchanged.
func (s *Solver) GreaterThan(item1, item2, category any, bounds ...float64) (int, error) {
	return s.LessThan(item2, item1, category, bounds...)
}

// AdjacentTo says how far apart two items are in a category of numbers (or ranks), in either direction: 1 without bounds,
// exactly the one bound, or between two bounds, the upper of which may be Open. It returns the number of links removed.
func (s *Solver) AdjacentTo(item1, item2, category any, bounds ...float64) (int, error) {
	if len(bounds) == 0 {
		bounds = []float64{1}
	}
	return s.compare("adjacent to", item1, item2, category, true, bounds)
}

// compare registers a comparison by the limits of a difference, which may lie in either direction.
func (s *Solver) compare(verb string, item1, item2, category any, either bool, limits []float64) (int, error) {
	text := fmt.Sprintf("%s %s %s in %v", s.name(item1), verb, s.name(item2), category)
	b := bounds{upper: Open, either: either}
	switch len(limits) {
	case 0:
		b.beyond = true
	case 1:
		b.lower, b.upper = limits[0], limits[0]
		text += fmt.Sprintf(" by %v", limits[0])
	case 2:
		b.lower, b.upper = limits[0], limits[1]
		if b.upper == Open {
			text += fmt.Sprintf(" by at least %v", b.lower)
		} else {
			text += fmt.Sprintf(" by %v to %v", b.lower, b.upper)
		}
	default:
		return 0, &CallError{text, fmt.Sprintf("%d bounds: give none, one (exact) or two (limits)", len(limits))}
	}
	if _, finite := number(b.lower); !finite {
		return 0, &CallError{text, fmt.Sprintf("the lower bound %v is not a finite number", b.lower)}
	}
	if _, finite := number(b.upper); !finite && b.upper != Open {
		return 0, &CallError{text, fmt.Sprintf("the upper bound %v is neither a finite number nor Open", b.upper)}
	}
	if b.lower > b.upper {
		return 0, &CallError{text, fmt.Sprintf("the bounds %v to %v cannot be met", b.lower, b.upper)}
	}
	c, err := s.comparison(text, item1, item2, category)
	if err != nil {
		return 0, err
	}
	keys, err := s.keys(c.cat, text)
	if err != nil {
		return 0, err
	}
	met := c.tabulate(s.ix.n, b.within(keys))
	if !met && s.ix.n > 1 {
		return 0, &CallError{text, "the bounds cannot be met by any two items of " + fmt.Sprint(category)}
	}
	return s.do(text, c.impose)
}

// Relate says that the labels which item1 and item2 have in a category satisfy a relation of one's own. As with the other
// comparisons, the items cannot be the same. It returns the number of links removed.
func (s *Solver) Relate(item1, item2, category any, name string, related func(label1, label2 any) bool) (int, error) {
	c, err := s.comparison(fmt.Sprintf("%s %s %s in %v", s.name(item1), name, s.name(item2), category), item1, item2, category)
	if err != nil {
		return 0, err
	}
	at := c.cat * s.ix.n
	c.tabulate(s.ix.n, func(i, j int) bool { return related(s.ix.labels[at+i], s.ix.labels[at+j]) })
	return s.do(c.text, c.impose)
}

// comparison finds what a comparison is about. Its tables are still to be filled.
func (s *Solver) comparison(text string, item1, item2, category any) (*comparison, error) {
	x1, err := s.ix.position(item1)
	if err != nil {
		return nil, err
	}
	x2, err := s.ix.position(item2)
	if err != nil {
		return nil, err
	}
	cat, err := s.ix.category(category)
	if err == nil && x1 == x2 {
		err = &CallError{text, "an item cannot be compared with itself"}
	}
	return &comparison{text: text, x1: x1, x2: x2, cat: cat}, err
}

// impose separates the items and registers the comparison.
func (c *comparison) impose(g *Graph) {
	g.Unlink(c.x1, c.x2)
	g.Post(c)
}

// Assert registers an assertion of one's own. It returns the number of links removed.
func (s *Solver) Assert(a Assertion) (int, error) {
	var bad error
	a.Watches(func(x, cat int) {
		if x < 0 || x >= len(s.ix.labels) || cat < 0 || cat >= s.ix.m {
			bad = &CallError{a.String(), fmt.Sprintf("it watches item %d in category %d, which do not exist", x, cat)}
		}
	})
	if bad != nil {
		return 0, bad
	}
	return s.do(a.String(), func(g *Graph) { g.Post(a) })
}

// Undo takes the last call back, with everything that followed from it. It reports whether there was one.
func (s *Solver) Undo() bool {
	if len(s.calls) == 0 {
		return false
	}
	last := s.calls[len(s.calls)-1]
	s.calls = s.calls[:len(s.calls)-1]
	s.g.Undo(last.before)
	return true
}

// Reset takes all calls back.
func (s *Solver) Reset() {
	s.calls = nil
	s.g.Undo(Mark{})
}

// Snapshot is a copy of the state of a solver, good for any number of uses.
type Snapshot struct {
	of    *index
	g     *Graph
	calls []record
}

// Snapshot copies the state.
func (s *Solver) Snapshot() *Snapshot {
	c := s.g.Clone()
	c.trail = append([]edge(nil), s.g.trail...)
	return &Snapshot{of: s.ix, g: c, calls: append([]record(nil), s.calls...)}
}

// Restore goes to the state of a snapshot of this solver, whether that was before or after the present one.
func (s *Solver) Restore(snap *Snapshot) error {
	if snap.of != s.ix {
		return &CallError{"restore", "the snapshot is of another solver"}
	}
	c := snap.g.Clone()
	c.trail = append([]edge(nil), snap.g.trail...)
	s.g, s.calls = c, append([]record(nil), snap.calls...)
	return nil
}

// Calls lists the calls made and not taken back.
func (s *Solver) Calls() []Call {
	var cs []Call
	for _, r := range s.calls {
		cs = append(cs, r.Call)
	}
	return cs
}

// name gives an item as a caller wrote it.
func (s *Solver) name(item any) string {
	if it, ok := item.(Item); ok {
		return it.String()
	}
	return strings.TrimSpace(fmt.Sprint(item))
}

// indices lists the bits of a set.
func indices(set uint64) []int {
	var is []int
	for ; set != 0; set &= set - 1 {
		is = append(is, bits.TrailingZeros64(set))
	}
	return is
}
