package declared

import (
	"maps"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
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
