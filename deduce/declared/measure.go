package declared

import (
	"context"
	"math"
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
	m := Measured{Class: 1, Solved: true}
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
			return m, err
		}
		if step == nil {
			break
		}
		m.add(step)
	}
	m.Score = float64(m.Class) + 1 - math.Exp(-m.Cost/float64(10*max(1, m.Places)))
	return m, ctx.Err()
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
