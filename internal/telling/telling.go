package telling

import (
	"context"
	"iter"
	"math"
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
	mostMarked   = 6  // places of which such a sentence concludes something
	mostNamed    = 15 // names of cells in it
	mostAlike    = 8  // conclusions of one pattern at other places than the one that is told
)

// marking is a step with the marks that it makes.
type marking struct {
	step  *deduce.Step
	moves []puzzle.Move
	like  []*deduce.Step // the same pattern at other places, told with it
}

// Explanation says the steps of a search.
type Explanation struct {
	w      wording
	t      *deduce.Teller
	b      *deduce.Board // the search's own
	mark   func(deduce.Said) (puzzle.Move, bool)
	marked map[puzzle.Move]bool
}

// New tells steps as a Speaker says them. Mark gives the move that a conclusion makes; ok is false where no mark says it, or not yet.
func New(s Speaker, t *deduce.Teller, mark func(deduce.Said) (m puzzle.Move, ok bool)) *Explanation {
	return &Explanation{wording{Speaker: s}, t, t.Board(), mark, map[puzzle.Move]bool{}}
}

// Steps tells step after step, up to a class. With look, what no step finds is looked up, as the last of all classes.
func (x *Explanation) Steps(ctx context.Context, look bool, most int) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		for {
			step, err := x.t.Next(ctx, look && most == len(deduce.ClassCodes))
			if err != nil {
				yield(puzzle.Step{}, err)
				return
			}
			if step == nil || step.Class > most {
				return
			}
			if out, err := x.say(ctx, x.marking(step)); !yield(out, err) || err != nil {
				return
			}
		}
	}
}

// Folded tells the steps in few sentences. With look, what no step finds is looked up.
func (x *Explanation) Folded(ctx context.Context, look bool) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		say := func(list []marking) (more bool) {
			for _, t := range list {
				out, err := x.say(ctx, t)
				if !yield(out, err) || err != nil {
					return false
				}
			}
			return true
		}
		var run []marking     // direct steps, or steps of one pattern
		told := func() bool { // tells them
			list := run
			if run = nil; len(list) > 0 && x.b.Direct(list[0].step) {
				list = x.fold(list)
			}
			return say(list)
		}
		for {
			step, err := x.t.Next(ctx, look)
			if err != nil || step == nil {
				if told() && err != nil { // what was found is told also where the search ends early
					yield(puzzle.Step{}, err)
				}
				return
			}
			t := x.marking(step)
			switch direct, last := x.b.Direct(step), len(run)-1; {
			case direct && last >= 0 && last < runLength-1 && x.b.Direct(run[0].step):
				run = append(run, t)
			case last == 0 && x.likewise(&run[0], t):
			case !told():
				return
			default:
				if run = append(run, t); !direct && x.b.Pattern(step) == "" && !told() { // nothing is told with it
					return
				}
			}
		}
	}
}

// marking gives a step with its marks: each once in an explanation.
func (x *Explanation) marking(s *deduce.Step) marking {
	out := marking{step: s}
	for _, l := range s.Concludes {
		if m, ok := x.mark(x.b.Says(l)); ok && !x.marked[m] {
			x.marked[m] = true
			out.moves = append(out.moves, m)
		}
	}
	return out
}

// Until tells the steps that lead to a literal, as one: the last, with the others below it. There is none where they do not find it.
func (x *Explanation) Until(ctx context.Context, l deduce.Lit) (out puzzle.Step, ok bool, err error) {
	step, before, err := x.t.Until(ctx, l)
	if err != nil || step == nil {
		return puzzle.Step{}, false, err
	}
	var sub []puzzle.Step
	for _, s := range before {
		one, err := x.say(ctx, x.marking(s))
		if err != nil {
			return puzzle.Step{}, false, err
		}
		sub = append(sub, one)
	}
	out, err = x.say(ctx, x.marking(step))
	out.Sub = sub
	return out, err == nil, err
}

// likewise puts a step to another that has found the same pattern at another place, and reports whether it has.
func (x *Explanation) likewise(first *marking, t marking) bool {
	pattern := x.b.Pattern(first.step)
	if pattern == "" || x.b.Pattern(t.step) != pattern {
		return false
	}
	n := len(t.step.Concludes)
	for _, s := range first.like {
		n += len(s.Concludes)
	}
	if n > mostAlike {
		return false
	}
	first.like, first.moves = append(first.like, t.step), append(first.moves, t.moves...)
	return true
}

// fold orders direct steps, and puts those of one cause together. A step is told behind those that it rests on; of these that can come next, the
// first that goes on from the last sentence, or else the first.
func (x *Explanation) fold(run []marking) []marking {
	var out []marking
	english := x.w.english()
	english.whole = true
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
			if both == nil || !ready(k) || !left && (x.b.Spots(both.Concludes) > mostMarked || !x.short(english, both)) {
				continue
			}
			group = marking{step: both, moves: slices.Concat(group.moves, take(k).moves)}
			k = -1 // an earlier step may go on from this one
		}
		out = append(out, group)
	}
	return out
}

// short reports whether the sentence of a direct step can be taken in at once. Names of cells count by themselves: the eye takes them for one word.
func (x *Explanation) short(w wording, s *deduce.Step) bool {
	text := w.text(x.gathered(s))
	n := 0
	for _, word := range strings.Fields(text) {
		if !cellName.MatchString(word) {
			n++
		}
	}
	return n <= sentenceLong && len(cellName.FindAllString(text, -1)) <= mostNamed
}

// tellLike adds to what a step says the steps that are told with it.
func (x *Explanation) tellLike(out *puzzle.Step, concludes []deduce.Said, like []*deduce.Step) {
	if len(like) == 0 {
		return
	}
	var all []deduce.Said
	for _, s := range like {
		a := x.gathered(s)
		all = append(all, a.concludes...)
		for _, r := range a.rules {
			out.Because = append(out.Because, puzzle.Ref{Kind: "rule", ID: r.Rule, Text: x.w.broken(r)})
		}
		for _, c := range a.concludes {
			out.Effects = append(out.Effects, x.ref(c))
		}
		out.Cost = max(out.Cost, math.Round(s.Cost*100)/100)
	}
	out.Text += x.w.Words("in-the-same-way", "concludes", x.w.claims(all), "turned", x.w.ordered(all, begun))
	out.Brief = x.w.claims(slices.Concat(concludes, all))
}
