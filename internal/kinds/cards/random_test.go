package cards

import "github.com/quandary-puzzles/quandary/internal/rng"

// randomNode draws a clue of any form about a puzzle.
func randomNode(r *rng.Stream, p *Puzzle, depth int) *Node {
	kinds := 4
	if depth > 0 {
		kinds = 8
	}
	sub := func(n int) []*Node {
		out := make([]*Node, n)
		for i := range out {
			out[i] = randomNode(r, p, depth-1)
		}
		return out
	}
	switch r.IntN(kinds) {
	case 0:
		k := r.IntN(len(p.Properties))
		return &Node{Op: Op(r.IntN(2)), Prop: k, Val: r.IntN(len(p.Properties[k].Values))}
	case 1:
		if p.Lineup != nil {
			return randomPlaced(r, p)
		}
		return &Node{Op: Eq + Op(r.IntN(2)), Args: []*Node{{Op: Value, Prop: r.IntN(len(p.Properties))}, {Op: Value, Prop: r.IntN(len(p.Properties))}}}
	case 2:
		return &Node{Op: Eq + Op(r.IntN(6)), Args: []*Node{randomTerm(r, p, 2), randomTerm(r, p, 2)}}
	case 3:
		n := &Node{Op: Distinct}
		for range 2 + r.IntN(2) {
			n.Args = append(n.Args, &Node{Op: Value, Prop: r.IntN(len(p.Properties))})
		}
		return n
	case 4:
		return &Node{Op: Not, Args: sub(1)}
	case 5:
		return &Node{Op: And + Op(r.IntN(3)), Args: sub(2 + r.IntN(2))}
	case 6:
		return &Node{Op: Implies + Op(r.IntN(2)), Args: sub(2)}
	}
	args := sub(1 + r.IntN(3))
	return &Node{Op: Exactly + Op(r.IntN(3)), Num: int64(r.IntN(len(args) + 1)), Args: args}
}

// randomTerm draws a number.
func randomTerm(r *rng.Stream, p *Puzzle, depth int) *Node {
	var ints []int
	for k := range p.Properties {
		if p.Properties[k].Type == Integer {
			ints = append(ints, k)
		}
	}
	switch pick := r.IntN(4 + depth); {
	case pick == 0:
		return &Node{Op: Num, Num: int64(r.IntN(9) - 3)}
	case pick <= 2 && len(ints) > 0:
		return &Node{Op: Value, Prop: ints[r.IntN(len(ints))]}
	case pick <= 3 && p.Lineup != nil:
		if n := randomOf(r, p); n != nil && r.Bool() {
			return n
		}
		return &Node{Op: Pos, Args: []*Node{randomItem(r, p)}}
	case depth > 0 && r.IntN(4) == 0:
		return &Node{Op: Neg, Args: []*Node{{Op: Value, Prop: ints[0]}}}
	case depth > 0:
		return &Node{Op: Add + Op(r.IntN(3)), Args: []*Node{randomTerm(r, p, depth-1), randomTerm(r, p, depth-1)}}
	}
	return &Node{Op: Num, Num: 2}
}

func randomOf(r *rng.Stream, p *Puzzle) *Node {
	for c := range p.Lineup.Categories {
		if p.Lineup.Categories[c].Type == Integer {
			return &Node{Op: Of, Prop: c, Args: []*Node{randomItem(r, p)}}
		}
	}
	return nil
}

func randomItem(r *rng.Stream, p *Puzzle) *Node {
	return &Node{Op: Item, Prop: r.IntN(len(p.Lineup.Categories)), Val: r.IntN(p.Lineup.Places)}
}

func randomPlaced(r *rng.Stream, p *Puzzle) *Node {
	op := At + Op(r.IntN(int(Between-At)+1))
	if p.Lineup.Round {
		op = []Op{At, Same, Other, After, Before, Next, NotNext}[r.IntN(7)]
	}
	if r.IntN(3) == 0 {
		op = firstForm + Op(r.IntN(len(moreForms())))
		for p.Lineup.Round && rowOnly(Form(op.String())) {
			op = firstForm + Op(r.IntN(len(moreForms())))
		}
	}
	n := &Node{Op: op, Num: 0}
	if op == At {
		n.Num = int64(1 + r.IntN(p.Lineup.Places))
	}
	for range op.places() {
		n.Args = append(n.Args, randomItem(r, p))
	}
	return n
}
