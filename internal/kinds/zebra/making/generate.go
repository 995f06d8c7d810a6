// Package making makes zebra puzzles: [Generate] draws a grid and true clues about it until they single it out, and leaves out what is not
// needed: a clue stays only when the others together with its contrary have a solution.
package making

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/ladder"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Options lists the settings of the generator.
func Options() []puzzle.Option {
	var names []string
	for _, t := range language.Themes() {
		names = append(names, t.Name)
	}
	return []puzzle.Option{
		{Name: "class", Doc: "difficulty class; empty: any", Values: append([]string{""}, ladder.Classes[:]...)},
		{Name: "theme", Doc: "word lists; plain are labels such as A1, of any number", Default: "any", Values: append(append([]string{"any"}, names...), "plain")},
		{Name: "lang", Doc: "language of the word lists, for theme any", Default: "en", Values: phrases.Languages()},
		{Name: "line", Doc: "how the places are laid out: a row, a round table, or none", Default: "row", Values: []string{"row", "round", "none"}},
		{Name: "kinds", Doc: "clue forms allowed, separated by commas; all, or a list such as is,before,near (see docs/zebra.md)", Default: "all"},
		{Name: "solutions", Doc: "how many solutions the puzzle has", Default: "1"},
		{Name: "question", Doc: "what is asked for: the whole grid, or one fact", Default: "grid", Values: []string{"grid", "fact"}},
		{Name: "redundant", Doc: "how many further true clues to add, which may help", Default: "0"},
		{Name: "herrings", Doc: "how many useless clues to add: each says no more than another clue says already", Default: "0"},
		{Name: "tries", Doc: "how many puzzles to try for the class or the number of solutions", Default: "300"},
	}
}

// request is what a generation is to make.
type request struct {
	size                           matching.Size
	class                          int // -1 for any
	theme, lang, line              string
	kinds                          []matching.Kind
	solutions, redundant, herrings int
	fact                           bool
	tries                          int
}

func newRequest(size matching.Size, s puzzle.Settings) (request, error) {
	opts := Options()
	if err := s.Validate(opts); err != nil {
		return request{}, err
	}
	r := request{size: size, class: slices.Index(ladder.Classes[:], s.Get(opts, "class")), theme: s.Get(opts, "theme"),
		lang: s.Get(opts, "lang"), line: s.Get(opts, "line"), fact: s.Get(opts, "question") == "fact"}
	for _, o := range []struct {
		name   string
		lo, hi int
		to     *int
	}{{"solutions", 1, 1000, &r.solutions}, {"redundant", 0, 100, &r.redundant}, {"herrings", 0, 100, &r.herrings}, {"tries", 1, 100000, &r.tries}} {
		var err error
		if *o.to, _, err = s.Number(opts, o.name, o.lo, o.hi, ""); err != nil {
			return r, err
		}
	}
	if r.line == "none" && size.Categories < 2 {
		return r, fmt.Errorf("a puzzle without a line needs at least 2 categories, not %d", size.Categories)
	}
	if r.line != "none" && size.Categories >= matching.MaxCategories || size.Items < 2 {
		return r, fmt.Errorf("size %s: expected up to %d categories of 2 to %d items", size, matching.MaxCategories-1, matching.MaxItems)
	}
	if r.solutions > 1 && r.class >= 0 {
		return r, fmt.Errorf("only puzzles with one solution have a difficulty class")
	}
	return r, r.readKinds(s.Get(opts, "kinds"))
}

// Check judges settings as Generate does.
func Check(size matching.Size, s puzzle.Settings) error {
	_, err := newRequest(size, s)
	return err
}

// readKinds reads the clue forms allowed.
func (r *request) readKinds(text string) error {
	if text == "all" || text == "" {
		for k := matching.Kind(0); k.Known(); k++ {
			if f := k.Form(); f == nil || !f.Asked {
				r.kinds = append(r.kinds, k)
			}
		}
		return nil
	}
	for _, name := range strings.Split(text, ",") {
		k := matching.KindNamed(strings.TrimSpace(name))
		if k < 0 {
			return fmt.Errorf("option kinds: %w", puzzle.Unknownf("form of clue", strings.TrimSpace(name), matching.KindNames()))
		}
		if !slices.Contains(r.kinds, k) {
			r.kinds = append(r.kinds, k)
		}
	}
	return nil
}

// Made is a puzzle with its hidden solution.
type Made struct {
	Puzzle *matching.Puzzle
	Grid   matching.Grid
	Class  string // where one was asked for
	Work   record.Object
}

// Generate makes a puzzle. Unless redundant clues are asked for, no clue can be left out: the solver has proven for each
// that without it there are further solutions.
func Generate(ctx context.Context, size matching.Size, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	req, err := newRequest(size, s)
	if err != nil {
		return Made{}, err
	}
	tries, best, nodes, nearest := 0, "", 0, len(ladder.Classes)+1
	for ; tries < req.tries; tries++ {
		if err := ctx.Err(); err != nil {
			return Made{}, err
		}
		if report != nil {
			report(puzzle.Progress{Done: tries, Total: req.tries, Text: "making puzzles"})
		}
		m := &maker{req: req, r: r.Derive("try", uint64(tries))}
		p, g, err := m.make(ctx)
		if err != nil {
			return Made{}, err
		}
		nodes += m.nodes
		if p == nil {
			best = m.best
			continue
		}
		out := Made{Puzzle: p, Grid: g}
		if req.class >= 0 {
			class, err := ladder.ClassUpTo(ctx, p, req.class)
			if err != nil {
				return Made{}, err
			}
			if class != req.class {
				if far := max(class-req.class, req.class-class); far < nearest {
					nearest, best = far, "class "+ladder.Classes[min(class, len(ladder.Classes)-1)]
					if class > req.class {
						best += " or harder"
					}
				}
				continue
			}
			out.Class = ladder.Classes[class]
		}
		if err := p.CheckGrid(g); err != nil {
			return Made{}, fmt.Errorf("the hidden solution breaks the puzzle: %w", err)
		}
		out.Work = record.Object{{Key: "tries", Value: tries + 1}, {Key: "clues", Value: len(p.Clues)}, {Key: "nodes", Value: nodes}}
		return out, nil
	}
	target := fmt.Sprintf("zebra:%s with %d solutions", req.size, req.solutions)
	if req.class >= 0 {
		target = fmt.Sprintf("zebra:%s of class %s", req.size, ladder.Classes[req.class])
	}
	return Made{}, &puzzle.UnreachableError{Target: target, Best: best, Tries: tries}
}

// maker makes one puzzle.
type maker struct {
	req   request
	r     *rng.Stream
	p     *matching.Puzzle
	g     matching.Grid
	kinds []matching.Kind
	nodes int
	best  string // what was reached when the number of solutions was not

	ordered []int // categories in which before and after mean something
	numeric []int // categories of numbers beside the line
}

// make draws a puzzle and its hidden solution; nil when the number of solutions asked for was not met.
func (m *maker) make(ctx context.Context) (*matching.Puzzle, matching.Grid, error) {
	if err := m.draw(); err != nil {
		return nil, nil, err
	}
	clues, err := m.collect(ctx)
	if err != nil || clues == nil {
		return nil, nil, err
	}
	if clues, err = m.carve(ctx, clues); err != nil || clues == nil {
		return nil, nil, err
	}
	clues = m.extra(clues)
	m.r.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
	m.p.Clues = clues
	if m.req.fact {
		m.ask()
	}
	return m.p, m.g, m.p.Validate()
}

// draw makes the categories and the hidden solution.
func (m *maker) draw() error {
	p, err := m.req.puzzle(m.r)
	if err != nil {
		return err
	}
	m.p = p
	for c := range p.Cats {
		if c == p.Anchor() {
			m.g = append(m.g, matching.Numbers(p.N))
		} else {
			m.g = append(m.g, m.r.Perm(p.N))
		}
		if p.Cats[c].Order != matching.Unordered && !(p.Round && c == p.Line) {
			m.ordered = append(m.ordered, c)
		}
		if p.Cats[c].Order == matching.Numeric && c != p.Line {
			m.numeric = append(m.numeric, c)
		}
	}
	if t := p.Turn(); t >= 0 { // look at the table from where the solver does
		row := m.g[t/p.N]
		at := slices.Index(row, t%p.N)
		row[0], row[at] = row[at], row[0]
	}
	for _, k := range m.req.kinds {
		if m.possible(k) {
			m.kinds = append(m.kinds, k)
		}
	}
	if len(m.kinds) == 0 {
		return fmt.Errorf("option kinds: none of the forms allowed can be used in such a puzzle")
	}
	if m.req.solutions%2 == 1 && m.mirrored() {
		end := map[bool]string{false: "from its other end", true: "in a mirror"}[p.Round]
		return fmt.Errorf("option kinds: what the forms allowed say of the line holds as well when it is seen %s, so that solutions come in pairs: "+
			"expected a form that tells left from right, such as before", end)
	}
	return nil
}

// bytesClue is about what a clue holds, with the rule that is posted of it, in bytes.
const bytesClue = 2048

// maxDraws bounds the clues drawn for one puzzle.
const maxDraws = 6000

// collect draws true clues until they solve the puzzle; clues that say nothing new are left out. When the forms allowed
// do not suffice it returns nil.
func (m *maker) collect(ctx context.Context) ([]*matching.Clue, error) {
	e := solver.New(m.p)
	e.Post(nil)
	var clues []*matching.Clue
	seen := map[string]bool{}
	var mem budget.Meter // of the clues, until some are chosen
	mem.Open(ctx, budget.From(ctx))
	defer mem.Close()
	for draws := 0; draws < maxDraws; draws++ {
		if draws&63 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c := m.clue()
		if c == nil {
			continue
		}
		r := e.Compile(c)
		if r.Status(e.Graph) == matching.Yes {
			continue
		}
		if key := language.Words(m.p, c, "en"); seen[key] {
			continue
		} else {
			seen[key] = true
			if err := mem.Take(bytesClue + len(key)); err != nil {
				return nil, err
			}
		}
		clues = append(clues, c)
		e.Graph.Post(r)
		if !e.Graph.Propagate() {
			return nil, fmt.Errorf("a true clue contradicts the hidden solution: %s", language.Words(m.p, c, "en"))
		}
		if e.Graph.Solved() {
			return clues, nil
		}
		if draws%100 == 99 || len(clues) > 6*m.p.N*m.p.M() {
			out, err := e.Solve(ctx, 2)
			m.nodes += out.Nodes
			if err != nil {
				return nil, err
			}
			if len(out.Grids) == 1 && out.Complete {
				return clues, nil
			}
		}
	}
	m.best = "the forms of clues allowed do not single out one solution"
	return nil, nil
}

// removal gives the order in which clues are tried to be left out: for easy puzzles those that are hard to read first, for
// others those that give the most away.
func (m *maker) removal(clues []*matching.Clue) []int {
	order := m.r.Perm(len(clues))
	given := map[matching.Kind]int{matching.Is: 1, matching.At: 1}
	slices.SortStableFunc(order, func(a, b int) int {
		if m.req.class == 0 || m.req.class == 1 {
			return ladder.Weight(clues[b]) - ladder.Weight(clues[a])
		}
		return given[clues[b].Kind] - given[clues[a].Kind]
	})
	return order
}

// extra adds the redundant clues and the red herrings asked for.
func (m *maker) extra(clues []*matching.Clue) []*matching.Clue {
	have := map[string]bool{}
	key := func(c *matching.Clue) string { return language.Words(m.p, c, "en") }
	for _, c := range clues {
		have[key(c)] = true
	}
	base := len(clues)
	add := func(c *matching.Clue) { have[key(c)], clues = true, append(clues, c) }
	if m.req.solutions == 1 { // with one solution every true clue is redundant
		for draws := 0; len(clues) < base+m.req.redundant && draws < maxDraws; draws++ {
			if c := m.clue(); c != nil && !have[key(c)] {
				add(c)
			}
		}
	}
	e := solver.New(m.p)
	want := len(clues) + m.req.herrings
	for draws := 0; len(clues) < want && draws < maxDraws; draws++ {
		c := m.clue()
		if c == nil || have[key(c)] {
			continue
		}
		r := e.Compile(c)
		for _, d := range clues[:base] {
			e.Reset()
			e.Graph.Post(e.Compile(d))
			if e.Graph.Propagate() && r.Status(e.Graph) == matching.Yes {
				add(c)
				break
			}
		}
	}
	return clues
}

// ask chooses one fact to ask for: one that no clue states.
func (m *maker) ask() {
	p := m.p
	for tries := 0; tries < 200; tries++ {
		x := m.r.IntN(p.M() * p.N)
		c := m.r.IntN(p.M())
		if c == x/p.N || p.Implicit && (c == p.Line || x/p.N == p.Line) {
			continue
		}
		y := c*p.N + m.g[c][m.g.Where(p.N, x)]
		stated := false
		for _, cl := range p.Clues {
			stated = stated || cl.Kind == matching.Is && (cl.Who[0].Item == x && cl.Who[1].Item == y || cl.Who[0].Item == y && cl.Who[1].Item == x)
		}
		if !stated || tries > 100 {
			p.Ask = []matching.Question{{Item: x, Cat: c}}
			return
		}
	}
}
