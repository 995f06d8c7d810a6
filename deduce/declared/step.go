package declared

import (
	"math"
	"slices"
)

// Step is one deduction: from the facts and by the instances of rules follows what is concluded.
type Step struct {
	Concludes []Lit
	States    []Lit // one of these holds, if there are any: what later steps rest on as they do on rules
	Facts     []Lit
	Insts     []int
	Clues     []int // turns of rules by which clues alone show what is concluded, or of places alone what it rests on
	clued     bool  // Clues is all of that
	Form      Form
	Links     int // how often an instance is used between the opposite of what is concluded and the contradiction
	Cost      float64
	Class     int      // 1 to 7
	from      *probe   // that proved it; nil: it need not be proved again
	full      bool     // by search, not by propagation alone
	when      int      // the length of the trail then
	path      *stretch // along which numbers follow each other
	tried     int      // of such a step: how much has to be tried, in conflicts
}

// Form is how a step argues.
type Form uint8

// The forms of steps.
const (
	Look     Form = iota // one instance
	Left                 // only one value is left
	Together             // a heavy instance and light ones
	Count                // sums of counts
	Pair                 // two heavy instances and light ones
	Chain                // a chain without branching
	Cases                // cases within a supposition
	LookedUp             // taken from the solution
	Along                // numbers that follow each other
)

// String gives the form's code, the technique of a step.
func (f Form) String() string {
	return [...]string{"look", "left", "together", "count", "pair", "chain", "cases", "looked-up", "along"}[f]
}

// heavyCount counts the heavy instances of a step, and adds up the weights of all. What a rule says of a line and of a part of it, or
// of one value there and of another, is one thing to the eye.
func (b *Board) heavyCount(insts []int) (heavies int, weight float64) {
	for n, i := range insts {
		in := b.insts[i]
		weight += in.weight
		if in.sort != heavy {
			continue
		}
		if !slices.ContainsFunc(insts[:n], func(j int) bool { return b.within(i, j) }) &&
			!slices.ContainsFunc(insts[n+1:], func(j int) bool { return b.within(i, j) && !b.within(j, i) }) {
			heavies++
		}
	}
	return heavies, weight
}

// shownOf counts the instances of a step that are told.
func (b *Board) shownOf(s *Step) int {
	shown := 0
	for _, i := range s.Insts {
		if b.insts[i].sort != silent {
			shown++
		}
	}
	return shown
}

// within reports whether an instance speaks of places of another one of its rule only.
func (b *Board) within(i, j int) bool {
	x, y := b.insts[i], b.insts[j]
	if y.sort != heavy || x.turn < 0 || b.turnOf(i).Rule != b.turnOf(j).Rule || len(x.vars) > len(y.vars) {
		return false
	}
	for _, v := range x.vars {
		if _, ok := slices.BinarySearch(y.vars, v); !ok {
			return false
		}
	}
	return true
}

// price sets the cost and the class of a step.
func (b *Board) price(s *Step) {
	if s.Form == Along {
		b.priceAlong(s)
		return
	}
	heavies, weight := b.heavyCount(s.Insts)
	shown := b.shownOf(s)
	s.Cost = 2*weight + 0.1*float64(len(s.Facts)) + 0.7*b.spread(s) + 0.7*float64(s.Links)*float64(max(0, shown-1))
	switch s.Form {
	case LookedUp:
		s.Class, s.Cost = 7, 200
		return
	case Cases:
		s.Class = 7
		s.Cost += 50
		return
	case Left:
		s.Class = 1
		return
	case Count:
		n := shown
		if s.Links > 0 { // at most one of some things is one row, whatever pairs say so
			n = min(n, s.Links+1)
		}
		switch {
		case n <= 2:
			s.Class = 3
		case n <= 4:
			s.Class = 4
		case n <= 6:
			s.Class = 5
		default:
			s.Class = 6
		}
		return
	}
	if shown <= 1 && s.Form == Look {
		s.Class = 1
		if len(s.Facts) > 4 {
			s.Class = 2
		}
		return
	}
	switch all := s.Form == Together || s.Form == Pair; {
	case heavies <= 1 && s.Links <= 3 && !all:
		s.Class = 2
	case heavies <= 1 && (s.Links <= 6 && !all || all && shown <= 5):
		s.Class = 3
	case heavies <= 1 && (all || s.Links <= 9), heavies == 2 && (all || s.Links <= 6):
		s.Class = 4
	case heavies == 2 && s.Links <= 9, heavies == 3 && s.Links <= 6:
		s.Class = 5
	default:
		s.Class = 6
	}
}

// spread is half the perimeter of the box round all places of a step.
func (b *Board) spread(s *Step) float64 {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, list := range [][]Lit{s.Concludes, s.States, s.Facts} {
		for _, l := range list {
			if v := &b.vars[b.atoms[l.atom()].v]; v.at {
				x0, y0, x1, y1 = min(x0, v.x), min(y0, v.y), max(x1, v.x), max(y1, v.y)
			}
		}
	}
	if x1 < x0 {
		return 0
	}
	return x1 - x0 + y1 - y0
}

// far gives how far an atom lies from another.
func (b *Board) far(a, c int) float64 {
	v, w := &b.vars[b.atoms[a].v], &b.vars[b.atoms[c].v]
	if !v.at || !w.at {
		return 0
	}
	return math.Abs(v.x-w.x) + math.Abs(v.y-w.y)
}

// rank orders classes as a search does: the classes of one instance, with few facts or with many and with the light ones around it, come together.
func rank(class int) int { return max(class, 2) }

// cheaper reports whether a step is to be taken before another: the cost orders what is of one class.
func cheaper(s, t *Step) bool {
	switch {
	case t == nil:
		return true
	case rank(s.Class) != rank(t.Class):
		return rank(s.Class) < rank(t.Class)
	case s.Cost != t.Cost:
		return s.Cost < t.Cost
	}
	return slices.Compare(s.Concludes, t.Concludes) < 0
}
