package declared

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
)

// verdicts remembers what judging answers to one puzzle found: the last answer that is right and the last one that is wrong, for a mark asks twice
// about a wrong one, and many who answer give the same answer; and what an empty board breaks. It is safe for concurrent
// use.
type verdicts struct {
	mu     sync.Mutex
	right  *judged
	wrong  *judged
	faults int // of the empty board; -1 where nobody asked yet
}

// judged is an answer with what it breaks.
type judged struct {
	answer *rules.Board
	faults int // what the judge finds at first, without the layers that follow
	broken []judge.Broken
}

func newVerdicts() *verdicts { return &verdicts{faults: -1} }

// of gives what is remembered of an answer; nil where it is another one.
func (v *verdicts) of(answer *rules.Board) *judged {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, j := range [...]*judged{v.right, v.wrong} {
		if j != nil && sameMarks(j.answer, answer) {
			return j
		}
	}
	return nil
}

func (v *verdicts) remember(j *judged) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(j.broken) == 0 {
		v.right = j
	} else {
		v.wrong = j
	}
}

// sameMarks reports whether two boards of one puzzle hold the same marks in all layers, in every detail that the judge may look at.
func sameMarks(a, b *rules.Board) bool {
	if a == b {
		return true
	}
	for _, l := range a.File.Layers {
		x, y := a.Marks(l), b.Marks(l)
		switch {
		case x == y:
		case x == nil || y == nil || len(x.Objects) > 0 || len(y.Objects) > 0:
			return false
		case !maps.EqualFunc(x.Values, y.Values, rules.Value.Equal) || !slices.Equal(x.Walls, y.Walls):
			return false
		case !slices.EqualFunc(x.Parts, y.Parts, slices.Equal):
			return false
		}
	}
	return true
}

// maxFollowed is after how many answers the solver of the layers that follow is opened anew: what it learns from each takes memory.
const maxFollowed = 200

// follower holds the puzzle of a family whose answer came last, with its solver. It is safe for concurrent use.
type follower struct {
	mu   sync.Mutex
	last *following // nil: there was none
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
func (w *follower) follow(ctx context.Context, engine solve.Engine, puzzle, answer *rules.Board, open []string) (full *rules.Board, missing []string, err error) {
	if !w.mu.TryLock() { // another goroutine asks
		f, err := newFollowing(ctx, engine, puzzle)
		if err != nil {
			return nil, nil, err
		}
		defer f.close()
		return f.follow(ctx, answer, open)
	}
	defer w.mu.Unlock()
	if w.last == nil || w.last.puzzle != puzzle || w.last.asked >= maxFollowed {
		w.last.close()
		if w.last, err = newFollowing(ctx, engine, puzzle); err != nil {
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

// follow is as that of a follower.
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
