package answers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
)

// maxFollowed is after how many answers the solver of the layers that follow is opened anew: what it learns from each takes memory.
const maxFollowed = 200

// Judge judges answers to the puzzles of one family, those too of which some layers follow from the others and are not said: a solver finds the values
// of these, and rules/judge looks at them as at all others. It keeps the solver of the puzzle whose answer came last. It is safe for concurrent use.
type Judge struct {
	engine solve.Engine
	mu     sync.Mutex
	last   *following // nil: there was none
}

// NewJudge makes a judge. The engine finds the values of layers that follow.
func NewJudge(engine solve.Engine) *Judge { return &Judge{engine: engine} }

// Broken lists what an answer to a puzzle breaks, of the rules that are prepared.
func (w *Judge) Broken(ctx context.Context, prepared *judge.Prepared, puzzle, answer *rules.Board) ([]judge.Broken, error) {
	v, err := prepared.Judge(ctx, answer)
	if err != nil || len(v.Open) == 0 || len(v.Broken) > 0 {
		return v.Broken, err
	}
	return w.Follow(ctx, prepared, puzzle, answer, v.Open)
}

// Follow lists what an answer breaks that breaks nothing by itself and leaves rules open, with the values of the layers that follow. Where there are no
// such values, it names rules that stand against them, without places.
func (w *Judge) Follow(ctx context.Context, prepared *judge.Prepared, puzzle, answer *rules.Board, open []string) ([]judge.Broken, error) {
	full, missing, err := w.follow(ctx, puzzle, answer, open)
	if err != nil {
		return nil, err
	}
	if full == nil {
		var out []judge.Broken
		for _, name := range missing {
			out = append(out, judge.Broken{Rule: name})
		}
		return out, nil
	}
	v, err := prepared.Judge(ctx, full)
	return v.Broken, err
}

// following is one puzzle, stated with what is asked for unknown and no rule asserted: an answer, and the rules that its judge left open, are
// assumptions of a question.
type following struct {
	puzzle *rules.Board
	enc    *encode.Encoding
	s      solve.Session
	q      solve.Prober
	rules  []ruleLiteral // in the order of the file
	lits   map[model.Term]solve.Literal
	asked  int
}

// ruleLiteral implies all turns of a rule.
type ruleLiteral struct {
	name string
	lit  solve.Literal
}

// follow finds values for the layers that follow from an answer to a puzzle. Where there are none, it names rules that stand against it: of
// those that the judge left open as few as can be, each needed. What it finds does not depend on what was asked before.
func (w *Judge) follow(ctx context.Context, puzzle, answer *rules.Board, open []string) (full *rules.Board, missing []string, err error) {
	if !w.mu.TryLock() { // another goroutine asks
		f, err := newFollowing(ctx, w.engine, puzzle)
		if err != nil {
			return nil, nil, err
		}
		defer f.close()
		return f.follow(ctx, answer, open)
	}
	defer w.mu.Unlock()
	if w.last == nil || w.last.puzzle != puzzle || w.last.asked >= maxFollowed {
		w.last.close()
		if w.last, err = newFollowing(ctx, w.engine, puzzle); err != nil {
			return nil, nil, err
		}
	}
	if full, missing, err = w.last.follow(ctx, answer, open); err != nil {
		w.last.close()
		w.last = nil
	}
	return full, missing, err
}

func newFollowing(ctx context.Context, engine solve.Engine, puzzle *rules.Board) (*following, error) {
	enc, err := encode.New(ctx, puzzle, encode.Options{Loose: true})
	if err != nil {
		return nil, err
	}
	f := &following{puzzle: puzzle, enc: enc, lits: map[model.Term]solve.Literal{}}
	turns := map[string][]model.Term{}
	for _, in := range enc.Instances {
		turns[in.Rule] = append(turns[in.Rule], in.Term)
	}
	var guards []model.Term
	for _, r := range puzzle.File.Rules {
		if len(turns[r.Name]) > 0 {
			g := enc.Problem.Bool("rule " + r.Name)
			enc.Problem.Assert("", enc.Problem.Implies(g, enc.Problem.And(turns[r.Name]...)))
			guards = append(guards, g)
			f.rules = append(f.rules, ruleLiteral{name: r.Name})
		}
	}
	if err := enc.Problem.Err(); err != nil {
		enc.Close()
		return nil, err
	}
	if f.s, err = engine.Open(ctx, enc.Problem, solve.Budget{}); err != nil {
		enc.Close()
		return nil, err
	}
	var ok bool
	if f.q, ok = f.s.(solve.Prober); !ok {
		f.close()
		return nil, fmt.Errorf("the engine %s cannot be probed", engine.Name())
	}
	lits, err := f.q.Literals(guards...)
	if err != nil {
		f.close()
		return nil, err
	}
	for n := range f.rules {
		f.rules[n].lit = lits[n]
	}
	return f, nil
}

// follow is as that of a Judge.
func (f *following) follow(ctx context.Context, answer *rules.Board, open []string) (full *rules.Board, missing []string, err error) {
	f.asked++
	var fixed []solve.Literal
	for _, t := range f.enc.Fixed(answer) {
		l, known := f.lits[t]
		if !known {
			lits, err := f.q.Reasons(t)
			if err != nil {
				return nil, nil, err
			}
			l = lits[0]
			f.lits[t] = l
		}
		fixed = append(fixed, l)
	}
	var against []ruleLiteral
	for _, r := range f.rules {
		if slices.Contains(open, r.name) {
			against = append(against, r)
		}
	}
	holds := func(some []ruleLiteral) (bool, error) {
		assume := slices.Clone(fixed)
		for _, r := range some {
			assume = append(assume, r.lit)
		}
		st, err := f.q.Probe(ctx, solve.Question{Assume: assume, AtOnce: true})
		return st == solve.Sat, err
	}
	ok, err := holds(against)
	if err != nil {
		return nil, nil, err
	}
	if ok {
		return f.enc.Decode(f.q.Solution()), nil, nil
	}
	for i := len(against) - 1; i >= 0; i-- {
		rest := slices.Delete(slices.Clone(against), i, i+1)
		if ok, err = holds(rest); err != nil {
			return nil, nil, err
		}
		if !ok {
			against = rest
		}
	}
	if len(against) == 0 {
		return nil, nil, errors.New("the layers that follow have no values, for no rule")
	}
	for _, r := range against {
		missing = append(missing, r.name)
	}
	return nil, missing, nil
}

func (f *following) close() {
	if f != nil {
		f.s.Close()
		f.enc.Close()
	}
}
