package lint

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// mostTurned is how many solved boards are turned by each symmetry; boards of fewer cells than leastTurned show nothing.
const (
	mostTurned  = 6
	leastTurned = 6
)

// mostWishes is how many values are wished for on a board that is turned: what a solver leaves alone is empty, and empty boards look the
// same from every side.
const mostWishes = 10

// wish says that some unknown value is one that was drawn.
func (c *checker) wish(enc *encode.Encoding) (model.Term, bool) {
	if c.wishes == nil {
		c.wishes = rng.New(4)
	}
	var layers []*rules.Layer
	for _, l := range c.f.Layers {
		if len(enc.Unknowns(l)) > 0 {
			layers = append(layers, l)
		}
	}
	if len(layers) == 0 {
		return model.False, false
	}
	l := layers[c.wishes.IntN(len(layers))]
	places := enc.Unknowns(l)
	p := places[c.wishes.IntN(len(places))]
	if l.Parts {
		return enc.Is(l, p, rules.BoolOf(c.wishes.Bool())), true
	}
	values, ok := enc.Domain(l, p, mostValues)
	values = slices.DeleteFunc(values, func(v rules.Value) bool { return v.Kind == rules.Nothing })
	if !ok || len(values) == 0 {
		return model.False, false
	}
	v := values[c.wishes.IntN(len(values))]
	if l.Domain.Kind == rules.Bools {
		v = rules.BoolOf(true)
	}
	return enc.Is(l, p, v), true
}

// mostValues is how many values a place may have of which one is wished for.
const mostValues = 40

// turnedEnough reports whether each symmetry has been tried.
func (c *checker) turnedEnough() bool {
	for _, s := range c.f.Turns() {
		if c.turned[s] < mostTurned {
			return false
		}
	}
	return true
}

// symmetries turns a solved board by each symmetry that the file names: the turned answer must keep the rules of the turned board. A family
// whose layers are directions, say, does not turn, and two of its puzzles that differ would count as one.
func (c *checker) symmetries(ctx context.Context, solved *rules.Board) {
	if solved.Geo.Rows*solved.Geo.Cols < leastTurned {
		return
	}
	if c.turned == nil {
		c.turned = map[board.Symmetry]int{}
	}
	for _, s := range c.f.Turns() {
		if c.turned[s] >= mostTurned || ctx.Err() != nil {
			continue
		}
		image, err := solved.Turn(s)
		if err != nil { // this board has no image
			continue
		}
		c.turned[s]++
		rule, ok := c.keeps(ctx, image)
		if ok {
			continue
		}
		c.turned[s] = mostTurned
		c.unkept = append(c.unkept, s.String())
		if rule != "" && c.unkeptRule == "" {
			c.unkeptRule = rule
		}
	}
}

// tellSymmetries warns of those that do not keep the rules.
func (c *checker) tellSymmetries() {
	if len(c.unkept) == 0 {
		return
	}
	slices.Sort(c.unkept)
	rule := ""
	if c.unkeptRule != "" {
		rule = " (the rule " + c.unkeptRule + ", for one)"
	}
	c.add(doctree.Warning, c.symmetriesAt(), "symmetry", "of the symmetries that are named, and those made of them, these turn solved boards into boards that are not%s: %s",
		rule, strings.Join(c.unkept, ", ")).Expected = "symmetries: [...] with those alone that make of each puzzle one of the same family"
}

// symmetriesAt gives where the writer of the file can mend its symmetries: where it names them, or else where it uses the file with the rule that they do
// not keep.
func (c *checker) symmetriesAt() doctree.Pos {
	at, use := c.f.Symmetries.Pos, c.f.Use
	if use == nil || use.Pos.File == at.File {
		return at
	}
	for _, r := range c.f.Rules {
		for _, n := range append(slices.Clone(use.Items), use) {
			if r.Name == c.unkeptRule && n.Text.Value != "" && strings.TrimSuffix(path.Base(r.Pos.File), path.Ext(r.Pos.File)) == n.Text.Value {
				return n.Pos
			}
		}
	}
	return use.Pos
}

// keeps reports whether a board with an answer keeps the rules, and names one that it breaks; without a name it is another thing than a rule.
// What cannot be decided is taken to be kept.
func (c *checker) keeps(ctx context.Context, answered *rules.Board) (rule string, ok bool) {
	enc, err := encode.New(ctx, answered, encode.Options{Loose: true, Steps: maxSteps, Terms: maxTerms})
	if err != nil {
		return "", true
	}
	defer enc.Close()
	fixed, err := enc.Fix(answered)
	if err != nil {
		return "", true
	}
	s, err := c.engine.Open(ctx, enc.Problem, solve.Budget{Steps: solverSteps})
	if err != nil {
		return "", true
	}
	defer s.Close()
	broken := func(terms ...model.Term) bool {
		r, err := s.Solve(ctx, append(terms, fixed)...)
		return err == nil && r.Status == solve.Unsat
	}
	var all []model.Term
	for _, in := range enc.Instances {
		all = append(all, in.Term)
	}
	if !broken(all...) {
		return "", true
	}
	for _, in := range enc.Instances {
		if broken(in.Term) {
			return in.Rule, false
		}
	}
	return "", false
}
