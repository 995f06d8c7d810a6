package lint

import (
	"cmp"
	"context"
	"errors"
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

func sortPlaces(list []board.Place) {
	slices.SortFunc(list, func(a, b board.Place) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.N, b.N))
	})
}

// solverSteps bounds the work for one question.
const solverSteps = 20_000

// usualSteps bounds the encoding of a board of the usual size.
const usualSteps = 10_000_000

// shares are how many of ten places get a clue, on the boards of one size.
var shares = [...]int{5, 3, 7, 2, 4, 6}

// verdict is what boards have shown about a rule.
type verdict struct {
	kept, broken, alone bool // some board keeps it; breaks it; breaks it and keeps all others
	small               bool // some board of the smallest size keeps it
	unsure              bool // some question was not answered
}

// boards tries the rules on small boards.
func (c *checker) boards(ctx context.Context) {
	if !c.meaning(ctx) {
		return
	}
	open := c.openable(ctx)
	found := make([]verdict, len(c.f.Rules))
	tried, whole := 0, false
	stream := rng.New(1)
	sizes := shapes(c.f)
	few := len(sizes)
	if size, ok := named(c.f); ok && !slices.Contains(sizes, size) {
		sizes = append(sizes, size)
	}
	for i, size := range sizes {
		if i == few && !slices.ContainsFunc(found, func(v verdict) bool { return !v.unsure && (!v.broken || !v.kept) }) {
			break // a larger board is for what the small ones have left open
		}
		for j, share := range shares {
			if ctx.Err() != nil || whole && c.turnedEnough() && !slices.ContainsFunc(found, func(v verdict) bool { return !v.alone }) {
				break
			}
			b, err := rules.NewBoard(c.f, size[0], size[1], params(c.f, size[0], j%3))
			if err != nil || draw(b, stream.Derive("board", uint64(i), uint64(j)), share, open) != nil {
				continue
			}
			keepable, ok := c.try(ctx, b, open, found, i == 0)
			if ok {
				tried++
				whole = whole || keepable
			}
		}
	}
	c.tellSymmetries()
	if tried == 0 {
		c.add(doctree.Hint, start(c.f), "not-tried", "no small board could be tried: sizes, terms or time are beyond what lint takes")
		return
	}
	for i, r := range c.f.Rules {
		v := found[i]
		switch {
		case !v.broken && !v.unsure:
			c.add(doctree.Warning, r.Pos, "never-broken", "no small board breaks the rule %s: it says nothing, or its loop has no turns", r.Name)
		case !v.kept && !v.unsure:
			p := c.add(doctree.Warning, r.Pos, "never-kept", "no small board keeps the rule %s", r.Name)
			p.Expected = "a rule that some answer keeps"
			if slices.Contains(c.f.Printed(), r) { // the boards that are tried are drawn blindly
				p.Severity, p.Expected = doctree.Hint, "a rule that some board keeps; how boards are drawn is said under make: it is all that this rule speaks of"
			}
		case !v.small && !v.unsure && c.f.Size.Rows.Lo > 1 && !c.readsDrawn(r, open):
			c.add(doctree.Hint, r.Pos, "never-kept-small", "no board of the smallest size, %dx%d, keeps the rule %s", c.f.Size.Rows.Lo, c.f.Size.Cols.Lo, r.Name).Expected =
				"a greater size, such as size: {rows: 3..20, cols: 3..20}"
		case !v.alone && !v.unsure && whole && len(c.f.Rules) > 1:
			c.add(doctree.Hint, r.Pos, "implied", "on small boards the rule %s follows from the others", r.Name)
		}
	}
	drawn := slices.ContainsFunc(c.f.Rules, func(r *rules.Rule) bool { return c.readsDrawn(r, open) })
	if !whole && !drawn && ctx.Err() == nil && !slices.ContainsFunc(found, func(v verdict) bool { return v.unsure || !v.kept }) {
		c.add(doctree.Hint, start(c.f), "contradiction", "no small board that was tried keeps all the rules at once")
	}
	if ctx.Err() != nil {
		c.add(doctree.Hint, start(c.f), "not-tried", "the time for trying small boards is over: not all were tried")
	}
}

// meaning encodes boards without clues and with many, the smallest and a usual one, and reports expressions that mean nothing. It is
// false if there are any.
func (c *checker) meaning(ctx context.Context) bool {
	sizes := shapes(c.f)
	if rows, cols, ok := usual(c.f); ok {
		sizes = append(sizes, [2]int{rows, cols})
	}
	none := func(*rules.Layer) bool { return false }
	stream := rng.New(2)
	var bad []*doctree.Problem
	seen := map[string]bool{}
	meant, much := false, false
	bare := map[string]bool{} // of these mistakes, those that were seen on boards without clues alone
	for i, size := range sizes {
		for j, share := range []int{0, 10, 5} {
			b, err := rules.NewBoard(c.f, size[0], size[1], params(c.f, size[0], 0))
			if err == nil && share > 0 {
				err = draw(b, stream.Derive("full", uint64(i), uint64(j)), share, none)
			} else if err == nil {
				err = draw(b, stream.Derive("empty", uint64(i)), 0, none)
			}
			if err == nil {
				var enc *encode.Encoding
				if enc, err = encode.New(ctx, b, encode.Options{Loose: true, Techniques: true, Steps: usualSteps}); err == nil {
					enc.Close()
				}
			}
			var nonsense *rules.BoardError
			var work *encode.LimitError
			switch {
			case err == nil:
				meant = meant || j > 0
			case errors.As(err, &nonsense):
				pos := nonsense.Expr.Place(nonsense.Node)
				if share > 0 {
					bare[pos.String()+nonsense.Msg] = false
				} else if !seen[pos.String()+nonsense.Msg] {
					bare[pos.String()+nonsense.Msg] = true
				}
				if key := pos.String() + nonsense.Msg; !seen[key] {
					seen[key] = true
					bad = append(bad, c.add(doctree.Error, pos, "meaning", "%s (on a board of %dx%d)", nonsense.Msg, size[0], size[1]))
				}
			case errors.As(err, &work) && !much:
				much = true
				c.add(doctree.Warning, work.Expr.At(0), "work", "on a board of %dx%d %s", size[0], size[1], work.Message()).Expected =
					"rules about neighbours, lines or groups rather than all pairs"
			}
		}
	}
	if meant { // some boards can be read: those that cannot are perhaps none of the family's
		for _, p := range bad {
			p.Severity, p.Expected = doctree.Warning, "a size that leaves such boards out"
			if at := strings.LastIndex(p.Message, " (on a board"); bare[p.Pos.String()+p.Message[:at]] {
				p.Severity, p.Expected = doctree.Hint, "a rule that boards without clues can keep"
			}
		}
	}
	return meant || len(bad) == 0
}

// start is the place of what concerns a whole file.
func start(f *rules.File) doctree.Pos { return doctree.Pos{File: f.Path, Line: 1, Col: 1} }

// openable tells which given layers can be unknown too: those that the expressions do not need to know.
func (c *checker) openable(ctx context.Context) func(*rules.Layer) bool {
	structure := newUsage()
	for _, l := range c.f.Layers {
		for _, e := range exprs(l) {
			structure.read(c.f, e)
		}
	}
	for _, r := range c.f.Rules {
		u := newUsage()
		u.read(c.f, r.Expr)
		for name := range u.spans {
			structure.names[name] = true
		}
	}
	open := map[*rules.Layer]bool{}
	is := func(l *rules.Layer) bool { return open[l] }
	for i, l := range c.f.Layers {
		if l.Role != rules.Given || l.Parts || l.Objects() || l.Domain.Kind == rules.Lists || structure.names[l.Name] {
			continue
		}
		open[l] = true
		for _, size := range shapes(c.f) {
			b, err := rules.NewBoard(c.f, size[0], size[1], params(c.f, size[0], 0))
			if err == nil && draw(b, rng.New(3).Derive("open", uint64(i)), 5, is) == nil {
				var enc *encode.Encoding
				if enc, err = encode.New(ctx, b, encode.Options{Loose: true, Open: is, Steps: maxSteps, Terms: maxTerms}); err == nil {
					enc.Close()
				}
			}
			if err != nil {
				delete(open, l)
				break
			}
		}
	}
	return is
}

// maxTurns is how many turns of a rule are tried one by one.
const maxTurns = 12

// readsKnown reports whether a rule reads values of given layers that were drawn.
func (c *checker) readsKnown(r *rules.Rule, open func(*rules.Layer) bool) bool {
	return c.reads(r, func(l *rules.Layer) bool { return !l.Parts && !open(l) })
}

// readsDrawn reports whether a rule reads anything that was drawn, parts too.
func (c *checker) readsDrawn(r *rules.Rule, open func(*rules.Layer) bool) bool {
	return c.reads(r, func(l *rules.Layer) bool { return !open(l) })
}

func (c *checker) reads(r *rules.Rule, given func(*rules.Layer) bool) bool {
	u := newUsage()
	u.read(c.f, r.Expr)
	return slices.ContainsFunc(c.f.Layers, func(l *rules.Layer) bool { return l.Role == rules.Given && u.names[l.Name] && given(l) })
}

// try asks about each rule on a board. ok is false if the board could not be tried; keepable says that all rules can be kept at once.
func (c *checker) try(ctx context.Context, b *rules.Board, open func(*rules.Layer) bool, found []verdict, small bool) (keepable, ok bool) {
	enc, err := encode.New(ctx, b, encode.Options{Loose: true, Open: open, Steps: maxSteps, Terms: maxTerms})
	if err != nil {
		return false, false
	}
	defer enc.Close()
	p := enc.Problem
	keep, breaks := make([]model.Term, len(c.f.Rules)), make([]model.Term, len(c.f.Rules))
	parts := make([][]model.Term, len(c.f.Rules))
	for i, r := range c.f.Rules {
		var all []model.Term
		for _, in := range enc.Instances {
			if in.Rule == r.Name {
				all = append(all, in.Term)
			}
		}
		keep[i] = p.And(all...)
		breaks[i] = p.Not(keep[i])
		if c.readsKnown(r, open) {
			parts[i] = all[:min(len(all), maxTurns)]
		}
	}
	s, err := c.engine.Open(ctx, p, solve.Budget{Steps: solverSteps})
	if err != nil {
		return false, false
	}
	defer func() { s.Close() }()
	var solution model.Assignment // of the last question that had one
	can := func(unsure *bool, terms ...model.Term) bool {
		r, err := s.Solve(ctx, terms...)
		if err == nil {
			if r.Status == solve.Sat {
				solution = r.Solution
			}
			return r.Status == solve.Sat
		}
		*unsure = true
		s.Close()
		if t, err := c.engine.Open(ctx, p, solve.Budget{Steps: solverSteps}); err == nil { // the budget is a session's
			s = t
		}
		return false
	}
	var spent bool
	keepable = can(&spent, keep...)
	if keepable && !c.turnedEnough() {
		lively := slices.Clone(keep)
		for range mostWishes {
			if t, ok := c.wish(enc); ok && can(&spent, append(lively, t)...) {
				lively = append(lively, t)
			}
		}
		c.symmetries(ctx, enc.Decode(solution))
	}
	for i := range c.f.Rules {
		v := &found[i]
		here := keepable || (!v.kept || small && !v.small) && keep[i] != model.False && can(&v.unsure, keep[i])
		for _, t := range parts[i] { // clues that were drawn blindly contradict each other: a turn that can be kept is enough
			here = here || (!v.kept || small && !v.small) && t != model.False && can(&v.unsure, t)
		}
		// Where nothing can break the rule, keeping it says nothing; but clues that were drawn may miss what can be kept.
		v.kept, v.small = v.kept || here && (keep[i] != model.True || c.readsKnown(c.f.Rules[i], open)), v.small || small && here
		v.broken = v.broken || v.alone || breaks[i] != model.False && can(&v.unsure, breaks[i])
		if !v.alone && v.broken && breaks[i] != model.False {
			terms := slices.Clone(keep)
			terms[i] = breaks[i]
			v.alone = can(&v.unsure, terms...)
		}
		if ctx.Err() != nil {
			v.unsure = true
			return keepable, true
		}
	}
	return keepable, true
}
