package proof

import "fmt"

// GraphStep is a graph as a proof states it: the literals of its nodes, and edges between nodes numbered from 0.
type GraphStep struct {
	ID    int
	Nodes []int64
	Edges []EdgeStep
}

// EdgeStep is an edge with its literal.
type EdgeStep struct {
	A, B int
	On   int64
}

// Graph reads what follows G.
func (p *Words) Graph() GraphStep {
	s := GraphStep{ID: p.ID(), Nodes: p.Lits()}
	for p.More() {
		e := EdgeStep{p.ID(), p.ID(), p.Lit()}
		if p.err == nil && (e.A >= len(s.Nodes) || e.B >= len(s.Nodes) || e.A == e.B) {
			p.err = fmt.Errorf("no edge joins %d and %d", e.A, e.B)
		}
		s.Edges = append(s.Edges, e)
	}
	return s
}

// WeightsStep is the weights of a graph's nodes, by which groups are summed up.
type WeightsStep struct {
	Graph, ID int
	Weights   []WeightStep
}

// WeightStep is the number Lo (kind "n"), the number Lo or Hi as the literal is false or true ("b"), or an integer ("i").
type WeightStep struct {
	Kind   string
	Lo, Hi int64
	Lit    int64
	Int    int
}

// maxWeight bounds weights, so that sums of them stay small enough to compute with.
const maxWeight = 1 << 60

// Weights reads what follows W.
func (p *Words) Weights() WeightsStep {
	s := WeightsStep{Graph: p.ID(), ID: p.ID()}
	for p.More() {
		w := WeightStep{Kind: p.Word()}
		switch w.Kind {
		case "n":
			w.Lo = p.Num()
			w.Hi = w.Lo
		case "b":
			w.Lo, w.Hi, w.Lit = p.Num(), p.Num(), p.Lit()
		case "i":
			w.Int = p.ID()
		default:
			p.err = fmt.Errorf("%q is no kind of weight", w.Kind)
		}
		if p.err == nil && (min(w.Lo, w.Hi) < -maxWeight || max(w.Lo, w.Hi) > maxWeight) {
			p.err = fmt.Errorf("a weight out of range")
		}
		s.Weights = append(s.Weights, w)
	}
	return s
}

// QueryStep is a query on a graph: what answers it (a literal, or an integer for groups and sum), and what else it names: two
// nodes for same, one for first, one and the weights for sum, and for loop, by edge, the literal of its counting.
type QueryStep struct {
	ID, Graph int
	Kind      string
	Answer    int64
	More      []int64
}

// Query reads what follows Q.
func (p *Words) Query() QueryStep {
	s := QueryStep{ID: p.ID(), Graph: p.ID(), Kind: p.Word()}
	want := 0
	switch s.Kind {
	case "groups", "sum":
		s.Answer = int64(p.ID())
	default:
		s.Answer = p.Lit()
	}
	switch s.Kind {
	case "connected", "groups", "acyclic", "parted":
	case "first":
		want = 1
	case "same", "sum":
		want = 2
	case "loop":
		for p.More() {
			s.More = append(s.More, p.Lit())
		}
	default:
		if p.err == nil {
			p.err = fmt.Errorf("%q is no query", s.Kind)
		}
	}
	for range want {
		s.More = append(s.More, int64(p.ID()))
	}
	if p.More() {
		p.err = fmt.Errorf("the line goes on")
	}
	return s
}

// AutomatonStep is an automaton: where it has no step for a value it rejects.
type AutomatonStep struct {
	States, First int
	Accept        []int
	Steps         []StepStep
}

// StepStep is a step of an automaton.
type StepStep struct {
	From  int
	Value int64
	To    int
}

// Automaton reads the words of an automaton.
func (p *Words) Automaton() AutomatonStep {
	a := AutomatonStep{States: p.ID(), First: p.ID()}
	state := func(s int) int {
		if p.err == nil && s >= a.States {
			p.err = fmt.Errorf("there is no state %d", s)
		}
		return s
	}
	state(a.First)
	for n := p.ID(); n > 0 && p.err == nil; n-- {
		a.Accept = append(a.Accept, state(p.ID()))
	}
	for n := p.ID(); n > 0 && p.err == nil; n-- {
		a.Steps = append(a.Steps, StepStep{state(p.ID()), p.Num(), state(p.ID())})
	}
	return a
}

// RegularStep says that a literal is the acceptance of what is read: by input, values with the literals that it has them.
type RegularStep struct {
	ID     int
	Lit    int64
	DFA    AutomatonStep
	Inputs [][]ChoiceStep
}

// ChoiceStep is a value that an input may have, with the literal that says so.
type ChoiceStep struct {
	Value int64
	Lit   int64
}

// Regular reads what follows R.
func (p *Words) Regular() RegularStep {
	s := RegularStep{ID: p.ID(), Lit: p.Lit(), DFA: p.Automaton()}
	for p.More() {
		var in []ChoiceStep
		for n := p.ID(); n > 0 && p.err == nil; n-- {
			in = append(in, ChoiceStep{p.Num(), p.Lit()})
		}
		s.Inputs = append(s.Inputs, in)
	}
	return s
}
