package declared

import (
	"context"
	"math"

	"github.com/quandary-puzzles/quandary/board"
)

// Measured is what explaining a board found.
type Measured struct {
	Class   int     // of the hardest step, 1 to 7
	Score   float64 // the class and, behind the point, how much there is to do: monotone in both
	Hardest Form
	Steps   int // those that are told
	Cost    float64
	Worst   float64 // cost of the dearest step
	Solved  bool    // without cases, and without looking anything up
	Classes [7]int  // steps by class
	Places  int     // variables that were asked for
}

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
		if open, err := b.Beyond(ctx, most); err != nil || len(open) > 0 {
			return m, false, err
		}
	}
	m = Measured{Class: 1, Solved: true}
	s := b.NewSearch(nil)
	defer s.Close()
	for v := range b.vars {
		if b.vars[v].asked {
			m.Places++
		}
	}
	t := NewTeller(s)
	for {
		step, err := t.Next(ctx, unique)
		if err != nil {
			return m, false, err
		}
		if step == nil {
			break
		}
		if step.Class > most {
			return m, false, nil
		}
		m.add(step)
	}
	m.Score = float64(m.Class) + min(mostBehind, 1-math.Exp(-m.Cost/float64(10*max(1, m.Places))))
	return m, true, ctx.Err()
}

// mostBehind is the most that stands behind the point of a score, whose whole part is the class, also where three digits of it are shown.
const mostBehind = 0.999

// Beyond lists the places that are asked for and that no step of a class, or an easier one, decides.
func (b *Board) Beyond(ctx context.Context, most int) ([]board.Place, error) {
	s := b.NewSearch(nil)
	s.most = most
	defer s.Close()
	for {
		step, err := s.Next(ctx)
		if err != nil {
			return nil, err
		}
		if step == nil || step.Class > most {
			break
		}
	}
	var out []board.Place
	for v := range b.vars {
		if x := &b.vars[v]; x.asked && !s.settled(v) {
			out = append(out, x.Place)
		}
	}
	return out, ctx.Err()
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
