package declared

import (
	"context"
	"iter"
	"slices"
	"strings"

	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// A person follows a line, or goes round a finished clue, in one look. The search finds these steps one by one, and others between them.
// The telling puts direct steps in an order in which each goes on from the last, and says in one sentence what has one cause.

const (
	runLength    = 60 // steps that are ordered at once: the first sentence does not wait for more
	sentenceLong = 30 // words of a sentence of several steps, names of cells not counted, in English; other languages tell the same
	mostMarked   = 6  // conclusions of such a sentence
	mostNamed    = 20 // names of cells in it
)

// marking is a step with the marks that it makes.
type marking struct {
	step  *deduce.Step
	moves []puzzle.Move
}

// Tell gives the steps from a state in few sentences.
func (i *Instance) Tell(ctx context.Context, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		x, unique, err := i.explaining(ctx, from, false)
		if err != nil {
			yield(puzzle.Step{}, err)
			return
		}
		defer x.close()
		say := func(list []marking) (more bool) {
			for _, t := range list {
				out, err := x.say(ctx, t)
				if !yield(out, err) || err != nil {
					return false
				}
			}
			return true
		}
		var run []marking
		for {
			step, err := x.t.Next(ctx, unique)
			if err == nil && step != nil {
				if t := (marking{step, x.moves(step)}); x.b.Direct(step) && len(run) < runLength {
					run = append(run, t)
					continue
				} else if !say(x.fold(run)) {
					return
				} else if run = nil; x.b.Direct(step) {
					run = append(run, t)
				} else if !say([]marking{t}) {
					return
				}
				continue
			}
			if say(x.fold(run)) && err != nil { // what was found is told also where the search ends early
				yield(puzzle.Step{}, err)
			}
			return
		}
	}
}

// fold orders direct steps, and puts those of one cause together. A step is told behind those that it rests on; of these that can come next, the
// first that goes on from the last sentence, or else the first.
func (x *explaining) fold(run []marking) []marking {
	var out []marking
	english := x.w
	english.lang, english.whole = "en", true
	take := func(k int) marking {
		t := run[k]
		run = slices.Delete(run, k, k+1)
		return t
	}
	ready := func(k int) bool {
		return !slices.ContainsFunc(run[:k], func(t marking) bool { return deduce.Uses(run[k].step, t.step) || x.b.Touches(run[k].step, t.step) })
	}
	for len(run) > 0 {
		next := 0
		if len(out) > 0 {
			last := out[len(out)-1].step
			for k := range run {
				if deduce.Uses(run[k].step, last) && ready(k) {
					next = k
					break
				}
			}
		}
		group := take(next)
		for k := 0; k < len(run); k++ {
			both := x.b.Fold(group.step, run[k].step)
			left := run[k].step.Form == deduce.Left // it says no more than the first: that a place has this value, and not that it has no other
			if both == nil || !ready(k) || !left && (len(both.Concludes) > mostMarked || !x.short(english, both)) {
				continue
			}
			group = marking{both, slices.Concat(group.moves, take(k).moves)}
			k = -1 // an earlier step may go on from this one
		}
		out = append(out, group)
	}
	return out
}

// short reports whether the sentence of a direct step can be taken in at once. Names of cells count by themselves: the eye takes them for one word.
func (x *explaining) short(w wording, s *deduce.Step) bool {
	text := w.text(x.gathered(s))
	n := 0
	for _, word := range strings.Fields(text) {
		if !cellName.MatchString(word) {
			n++
		}
	}
	return n <= sentenceLong && len(cellName.FindAllString(text, -1)) <= mostNamed
}
