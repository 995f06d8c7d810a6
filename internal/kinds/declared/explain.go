package declared

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// errNoSolution is the error of explaining a puzzle that has no solution.
var errNoSolution = errors.New("the puzzle has no solution: there is nothing to explain")

// errContradiction is the error of explaining from a state that no solution has.
var errContradiction = errors.New("the state contradicts the puzzle: no solution has all its marks")

// reasoner makes the puzzle ready for explaining: its rules as instances, and an answer to look towards, which has the marks of a
// position (nil: none), or the right ones among them. unique tells that there is no other.
func (i *Instance) reasoner(ctx context.Context, p *position, right bool) (b *deduce.Board, facts []deduce.Lit, unique bool, err error) {
	enc, err := encode.New(ctx, i.b, encode.Options{Techniques: true})
	if err != nil {
		return nil, nil, false, err
	}
	defer enc.Close()
	s, err := i.f.engine.Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		return nil, nil, false, err
	}
	defer s.Close()
	var marks []model.Term
	if p != nil && !right {
		if marks, err = p.terms(enc); err != nil {
			return nil, nil, false, err
		}
	}
	r, err := s.Solve(ctx, marks...)
	if err != nil {
		return nil, nil, false, err
	}
	if r.Status != solve.Sat {
		if len(marks) > 0 {
			return nil, nil, false, errContradiction
		}
		return nil, nil, false, errNoSolution
	}
	answer := r.Solution
	if err := s.Add("another", enc.Differs(answer)); err != nil {
		return nil, nil, false, err
	}
	other, err := s.Solve(ctx)
	if err != nil {
		return nil, nil, false, err
	}
	if b, err = deduce.Compile(ctx, enc, i.f.engine, answer); err != nil {
		return nil, nil, false, err
	}
	b.Share(i.f.lists)
	if p != nil {
		facts = p.facts(b)
		if right {
			facts = slices.DeleteFunc(facts, b.Wrong)
		}
	}
	return b, facts, other.Status == solve.Unsat, nil
}

// each calls visit for every mark of the position: what it says, as encode tells of unknowns. A mark that a place has no value says
// that it is not present.
func (p *position) each(visit func(l *rules.Layer, at board.Place, v rules.Value)) {
	for n, l := range p.layers {
		for at, mark := range p.marks[n] {
			if mark == "" || l.fixed != nil && l.fixed[at] {
				continue
			}
			v, _ := l.value(mark)
			if l.Parts { // a border is played, a join is meant
				v = rules.BoolOf(!v.True())
			}
			visit(l.Layer, l.places[at], v)
		}
	}
}

// facts gives the marks as literals.
func (p *position) facts(b *deduce.Board) []deduce.Lit {
	var out []deduce.Lit
	p.each(func(l *rules.Layer, at board.Place, v rules.Value) {
		kind := encode.Holds
		if l.Parts {
			kind = encode.Joined
		}
		if present, ok := b.Fact(encode.Present, l, at, rules.BoolOf(true)); ok {
			if v.Kind == rules.Nothing {
				out = append(out, present.Not())
				return
			}
			out = append(out, present)
		}
		if x, ok := b.Fact(kind, l, at, v); ok {
			out = append(out, x)
		} else if x, ok := b.Only(l, at); ok { // the clues leave another value
			out = append(out, x.Not())
		}
	})
	return out
}

// explaining is an explanation under way.
type explaining struct {
	*deduce.Teller
	speaker telling.Speaker
	index   map[*rules.Layer]*playLayer
}

func (i *Instance) explaining(ctx context.Context, from puzzle.State, right bool) (*explaining, bool, error) {
	var p *position
	if from != "" {
		var err error
		if p, err = i.position(from); err != nil {
			return nil, false, err
		}
	}
	b, facts, unique, err := i.reasoner(ctx, p, right)
	if err != nil {
		return nil, false, err
	}
	layers, err := i.played()
	if err != nil {
		return nil, false, err
	}
	x := &explaining{deduce.NewTeller(b.NewSearch(facts)), i.speaker(i.b), map[*rules.Layer]*playLayer{}}
	x.Marks = true
	for _, l := range layers {
		x.index[l.Layer] = l
	}
	return x, unique, nil
}

// telling gives who tells the steps.
func (x *explaining) telling() *telling.Explanation { return telling.New(x.speaker, x.Teller, x.move) }

// Explain gives the steps from a state.
func (i *Instance) Explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	most, err := hardest(opt.Max)
	if err != nil {
		return func(yield func(puzzle.Step, error) bool) { yield(puzzle.Step{}, err) }
	}
	return i.steps(ctx, from, func(x *telling.Explanation, unique bool) iter.Seq2[puzzle.Step, error] {
		return x.Steps(ctx, unique, most)
	})
}

// Tell gives the steps from a state in few sentences.
func (i *Instance) Tell(ctx context.Context, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	return i.steps(ctx, from, func(x *telling.Explanation, unique bool) iter.Seq2[puzzle.Step, error] { return x.Folded(ctx, unique) })
}

// steps tells the steps from a state in some way.
func (i *Instance) steps(ctx context.Context, from puzzle.State, tell func(x *telling.Explanation, unique bool) iter.Seq2[puzzle.Step, error]) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		x, unique, err := i.explaining(ctx, from, false)
		if err != nil {
			yield(puzzle.Step{}, err)
			return
		}
		defer x.Close()
		for step, err := range tell(x.telling(), unique) {
			if !yield(step, err) {
				return
			}
		}
	}
}

// techniques are the codes of the classes of steps, from 1.
var techniques = deduce.ClassCodes

// hardest gives the class that the option Max names: its number, or its code. Empty means all.
func hardest(name string) (int, error) {
	if name == "" {
		return len(techniques), nil
	}
	for n, code := range techniques {
		if name == code || name == strconv.Itoa(n+1) {
			return n + 1, nil
		}
	}
	return 0, puzzle.Unknownf("technique", name, techniques)
}

// move gives the mark that a conclusion makes; ok is false where no mark says it, or not yet.
func (x *explaining) move(s deduce.Said) (puzzle.Move, bool) {
	l := x.index[s.Layer]
	if l == nil || !s.Asked {
		return "", false
	}
	at, ok := l.index[x.speaker.Name(s.Place)]
	if !ok {
		return "", false
	}
	b := x.Board()
	var v rules.Value
	switch s.Kind {
	case encode.Joined:
		v = rules.BoolOf(!s.Holds)
	case encode.Present, encode.Holds:
		if s.Kind == encode.Holds && s.Bare == nil {
			if v = s.Value; v.Kind == rules.Bool {
				v = rules.BoolOf(s.Holds)
			} else if !s.Holds {
				return "", false
			}
			break
		}
		// Of a value that may be absent both must be known. Where the board alone says that there is one, no fact does.
		present, ok := b.Fact(encode.Present, s.Layer, s.Place, rules.BoolOf(true))
		known := 1
		if ok {
			known = x.Holds(present)
		}
		switch known {
		case -1:
			return l.move(at, none), true
		case 0:
			return "", false
		}
		found := false
		for f := range b.Values(s.Layer, s.Place) {
			if x.Holds(f) == 1 {
				v, found = b.Says(f).Value, true
			}
		}
		if !found {
			return "", false
		}
	default:
		return "", false
	}
	return l.move(at, l.mark(v)), true
}

// Rate rates the puzzle by the steps that solve it. Puzzles that the family's symmetries carry into each other are rated alike: where
// several steps are equally cheap, which of them is told first depends on how the board lies, and with it what is left to find; so it is
// always the canonical image that is measured.
func (i *Instance) Rate(ctx context.Context) (puzzle.Rating, error) {
	r, _, err := i.rate(ctx, len(techniques))
	return r, err
}

// Cost is the cost of the rating, by bounded work: of a puzzle whose explanation takes more it is an estimate, which is seldom lower.
func (i *Instance) Cost(ctx context.Context) (float64, error) {
	m, err := i.estimate(ctx)
	return math.Round(m.Cost*100) / 100, err
}

// estimate measures the puzzle by bounded work.
func (i *Instance) estimate(ctx context.Context) (deduce.Measured, error) {
	b, unique, err := i.rated(ctx)
	if err != nil {
		return deduce.Measured{}, err
	}
	return b.Estimate(ctx, unique, costWork)
}

// costWork is how much work telling a cost takes before it is estimated: about a second's, or less.
const costWork = 2_000_000

// rated makes the image of the puzzle that is measured ready for explaining.
func (i *Instance) rated(ctx context.Context) (b *deduce.Board, unique bool, err error) {
	form, err := i.Canonical(ctx, 0)
	if err != nil {
		return nil, false, err
	}
	least, err := form.Instance()
	if err != nil {
		return nil, false, err
	}
	b, _, unique, err = least.(*Instance).reasoner(ctx, nil, false)
	return b, unique, err
}

// rate rates the puzzle if no step is of a class beyond most; the rating of one that is harder has no class, and open is how much such steps
// leave undecided.
func (i *Instance) rate(ctx context.Context, most int) (out puzzle.Rating, open float64, err error) {
	b, unique, err := i.rated(ctx)
	if err != nil {
		return puzzle.Rating{}, 0, err
	}
	m, ok, err := b.MeasureWithin(ctx, unique, most)
	if err != nil || !ok {
		return puzzle.Rating{}, m.Left, err
	}
	hardest := telling.NameOf("en", m.Class, m.Hardest)
	out = puzzle.Rating{Scale: "the class of the hardest step, 1 to 7, and behind the point how much there is to do", Steps: m.Steps, Cost: math.Round(m.Cost*100) / 100,
		Solved: m.Solved, Named: m.Named, Class: strconv.Itoa(m.Class), Hardest: hardest, Score: m.Score}
	for c, n := range m.Classes {
		out.Features.Set(fmt.Sprintf("class%d", c+1), n)
	}
	out.Features.Set("worst", m.Worst)
	out.Features.Set("places", m.Places)
	if i.f.model != nil {
		at, err := i.f.model.ByRating(out)
		if err != nil {
			return puzzle.Rating{}, 0, err
		}
		out.Class = i.f.model.Names()[at]
	}
	return out, 0, nil
}

// Prove explains the puzzle from the beginning and has another engine prove each step again, from nothing but the rules and facts that it
// names. It gives how many steps there are; the error is about the first that does not follow.
func (i *Instance) Prove(ctx context.Context, engine solve.Engine) (steps int, err error) {
	x, unique, err := i.explaining(ctx, "", false)
	if err != nil {
		return 0, err
	}
	defer x.Close()
	for {
		step, err := x.Next(ctx, unique)
		if err != nil || step == nil {
			return steps, err
		}
		steps++
		if err := x.Board().Verify(ctx, engine, step); err != nil {
			return steps, fmt.Errorf("step %d: %w", steps, err)
		}
	}
}

// Refute says why a mark is wrong: a move (LAYER@PLACE=MARK; the layer may be left out where it is the first), or a mark of the state
// (LAYER@PLACE). It goes on from those marks of the state that are right.
func (i *Instance) Refute(ctx context.Context, from puzzle.State, ref puzzle.Ref) (puzzle.Step, bool, error) {
	mark, err := i.markOf(from, ref.ID)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	probe, err := i.position("")
	if err != nil {
		return puzzle.Step{}, false, err
	}
	if err := probe.apply(mark); err != nil {
		return puzzle.Step{}, false, err
	}
	x, _, err := i.explaining(ctx, from, true)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	defer x.Close()
	wrong := probe.facts(x.Board())
	at := slices.IndexFunc(wrong, func(l deduce.Lit) bool { return x.Board().Excluded(ctx, l) })
	if at < 0 {
		return puzzle.Step{}, false, nil
	}
	return x.telling().Until(ctx, wrong[at].Not())
}

// markOf reads a mark, as a move.
func (i *Instance) markOf(s puzzle.State, text string) (puzzle.Move, error) {
	p, err := i.position(s)
	if err != nil {
		return "", err
	}
	text = strings.ReplaceAll(text, " ", "")
	if !strings.Contains(text, "@") && len(p.layers) > 0 {
		text = p.layers[0].Name + "@" + text
	}
	if strings.Contains(text, "=") {
		return puzzle.Move(text), nil
	}
	for n, l := range p.layers {
		for at, mark := range p.marks[n] {
			if mark != "" && l.Name+"@"+l.names[at] == text {
				return l.move(at, mark), nil
			}
		}
	}
	return "", fmt.Errorf("expected a mark of the state, or one such as r1c1=1, found %q", clip(text))
}
