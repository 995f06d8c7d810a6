package declared

import (
	"context"
	"maps"
	"slices"
	"sync"

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

// follower holds one puzzle of a family, stated with what is asked for unknown: an answer is a question to it. It is made when a second answer
// to the same puzzle comes; until then each answer is stated for itself, which is less work. It is safe for concurrent use.
type follower struct {
	mu      sync.Mutex
	puzzle  *rules.Board // whose answer came last
	enc     *encode.Encoding
	session solve.Session // nil where nothing is open
	asked   int
}

// values finds values for the layers that follow from an answer; nil where there are none, where this is the first answer to its puzzle, or where
// another goroutine asks.
func (w *follower) values(ctx context.Context, engine solve.Engine, puzzle, answer *rules.Board) *rules.Board {
	if !w.mu.TryLock() {
		return nil
	}
	defer w.mu.Unlock()
	if w.puzzle != puzzle || w.asked >= maxFollowed {
		w.close()
		w.puzzle = puzzle
		return nil
	}
	if w.session == nil {
		enc, err := encode.New(ctx, puzzle, encode.Options{})
		if err != nil {
			return nil
		}
		if w.session, err = engine.Open(ctx, enc.Problem, solve.Budget{}); err != nil {
			enc.Close()
			w.session = nil
			return nil
		}
		w.enc = enc
	}
	w.asked++
	fixed, err := w.enc.Fix(answer)
	if err != nil {
		w.close()
		return nil
	}
	r, err := w.session.Solve(ctx, fixed)
	switch {
	case err != nil:
		w.close()
	case r.Status == solve.Sat:
		return w.enc.Decode(r.Solution)
	}
	return nil
}

func (w *follower) close() {
	if w.session != nil {
		w.session.Close()
		w.enc.Close()
	}
	w.session, w.enc, w.asked, w.puzzle = nil, nil, 0, nil
}
