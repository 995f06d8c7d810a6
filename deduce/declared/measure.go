package declared

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
)

// Measured is what explaining a board found.
type Measured struct {
	Class   int     // of the hardest step, 1 to 7
	Score   float64 // the class and, behind the point, how much there is to do: monotone in both
	Hardest Form
	Steps   int // those that are told
	Cost    float64
	Worst   float64        // cost of the dearest step
	Solved  bool           // without cases, and without looking anything up
	Classes [7]int         // steps by class
	Places  int            // variables that were asked for
	Left    float64        // of those, how many the steps that were asked for leave undecided; one of which some values are out counts as the share of those that are not
	Cut     bool           // the bound on the work was met
	Named   map[string]int // techniques that the rules file names, by how many steps rest on them; nil: none does
}

// ClassCodes are the codes of the classes of steps, the easiest first, by which techniques are named.
var ClassCodes = []string{"look", "near", "every-way", "both", "chain", "suppose", "cases"}

// Measure explains a board from the beginning and measures how. Where its answer is the only one, what no step finds is looked up.
func (b *Board) Measure(ctx context.Context, unique bool) (Measured, error) {
	m, _, err := b.MeasureWithin(ctx, unique, 7)
	return m, err
}

// MeasureWithin is Measure for a board whose steps are to be of a class and no harder. Where one has to be harder, ok is false; so it may be
// where an easy step is hard to find. That is far cheaper than to find the harder one.
func (b *Board) MeasureWithin(ctx context.Context, unique bool, most int) (m Measured, ok bool, err error) {
	if most < 7 {
		// Most boards that are harder are stuck soon when nothing harder is looked for. One that is not may still have a harder step that
		// comes before an easy one: the order of the search decides.
		r, err := b.Within(ctx, most)
		if err != nil {
			return m, false, err
		}
		if len(r.Open) > 0 {
			m.Left = r.Left
			return m, false, nil
		}
	}
	s := b.NewSearch(nil)
	defer s.Close()
	m = b.unmeasured()
	ok, err = b.tell(ctx, s, unique, most, &m)
	m.score()
	return m, ok, err
}

// tell tells a search to its end and measures that; false where a step has to be harder than most.
func (b *Board) tell(ctx context.Context, s *Search, unique bool, most int, m *Measured) (bool, error) {
	t := NewTeller(s)
	for {
		step, err := t.Next(ctx, unique)
		if err = errors.Join(err, b.work.err()); err != nil {
			return false, err
		}
		if step == nil {
			return true, ctx.Err()
		}
		if step.Class > most {
			return false, nil
		}
		m.add(step)
		for _, name := range s.b.techniquesOf(step) {
			if m.Named == nil {
				m.Named = map[string]int{}
			}
			m.Named[name]++
		}
	}
}

// techniquesOf lists the named techniques on which a step rests, each once.
func (b *Board) techniquesOf(step *Step) (out []string) {
	for _, i := range step.Insts {
		if l := b.insts[i].lemma; l != nil && !slices.Contains(out, l.Rule) {
			out = append(out, l.Rule)
		}
	}
	return out
}

// Estimate is Measure by bounded work. Once that much is done, only what one rule gives at once is looked for, and what that leaves open is
// looked up; once twice as much is done, all that is open. What is looked up costs more than nearly every step: what takes too long to
// explain counts for as dear as it is, or dearer.
func (b *Board) Estimate(ctx context.Context, unique bool, work int64) (Measured, error) {
	m := b.unmeasured()
	defer b.work.bound(0)
	var facts []Lit
	for _, coarse := range []bool{false, true} {
		b.work.bound(work)
		s := b.NewSearch(facts)
		s.coarse = coarse
		_, err := b.tell(ctx, s, unique, 7, &m)
		facts = slices.Clone(s.trail)
		open, _ := s.open()
		s.Close()
		if !errors.Is(err, errWork) {
			m.score()
			return m, err
		}
		m.Cut = true
		if !coarse {
			continue
		}
		step := &Step{Form: LookedUp}
		b.price(step)
		for range open {
			m.add(step)
		}
	}
	m.score()
	return m, ctx.Err()
}

// unmeasured is what is measured before the first step.
func (b *Board) unmeasured() Measured {
	m := Measured{Class: 1, Solved: true}
	for v := range b.vars {
		if b.vars[v].asked {
			m.Places++
		}
	}
	return m
}

// score works out the score.
func (m *Measured) score() {
	m.Score = float64(m.Class) + min(mostBehind, 1-math.Exp(-m.Cost/float64(10*max(1, m.Places))))
}

// mostBehind is the most that stands behind the point of a score, whose whole part is the class, also where three digits of it are shown.
const mostBehind = 0.999

// Reach is how far the steps of a class, and easier ones, lead. Steps are counted as a search finds them: also those that the answer does not need, each with more facts
// than it rests on. So what is measured is only near to what Measure finds, and costs far less.
type Reach struct {
	Measured
	Open []board.Place // that are asked for and not decided
}

// Within follows the steps of a class, and easier ones.
func (b *Board) Within(ctx context.Context, most int) (*Reach, error) {
	r := &Reach{Measured: b.unmeasured()}
	s := b.NewSearch(nil)
	s.most, s.hasty = most, true
	defer s.Close()
	for {
		step, err := s.Next(ctx)
		if err != nil {
			return nil, err
		}
		if step == nil || step.Class > most {
			break
		}
		r.add(step)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.Open, r.Left = s.open()
	r.score()
	return r, nil
}

// open lists the places that are asked for and not known. left adds up which share of their values may still be.
func (s *Search) open() (out []board.Place, left float64) {
	for v := range s.b.vars {
		x := &s.b.vars[v]
		if !x.asked || s.settled(v) {
			continue
		}
		out = append(out, x.Place)
		if x.truth {
			left++
			continue
		}
		may := 0
		for a := x.first; a < x.first+x.n; a++ {
			if s.known[a] == 0 {
				may++
			}
		}
		left += float64(may) / float64(x.n)
	}
	return out, left
}

func (m *Measured) add(step *Step) {
	m.Steps++
	m.Cost += step.Cost
	m.Classes[step.Class-1]++
	if step.Class > m.Class || step.Class == m.Class && step.Cost > m.Worst {
		m.Hardest = step.Form
	}
	m.Class, m.Worst = max(m.Class, step.Class), max(m.Worst, step.Cost)
	if step.Form == Cases || step.Form == LookedUp {
		m.Solved = false
	}
}
