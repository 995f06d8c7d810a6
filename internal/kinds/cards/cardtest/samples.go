// Package cardtest has what the tests of clue cards share: small puzzles, and random clues.
package cardtest

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// Cars is the paper's running example.
func Cars(t testing.TB, clues ...string) *deck.Puzzle {
	t.Helper()
	colours := []string{"red", "blue", "green"}
	return Made(t, &deck.Puzzle{Properties: []deck.Property{{Name: "top", Values: colours}, {Name: "body", Values: colours}}}, clues...)
}

// Made validates a puzzle and adds clues in the text form.
func Made(t testing.TB, p *deck.Puzzle, clues ...string) *deck.Puzzle {
	t.Helper()
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, c := range clues {
		n, err := p.Parse(c)
		if err != nil {
			t.Fatalf("%s: %v", c, err)
		}
		p.Clues = append(p.Clues, deck.Clue{Expr: n})
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	return p
}

// Typed has properties of all types.
func Typed(t testing.TB, clues ...string) *deck.Puzzle {
	return Made(t, &deck.Puzzle{Properties: []deck.Property{
		{Name: "A", Type: deck.Integer, Values: []string{"-1", "0", "2", "3"}},
		{Name: "B", Type: deck.Integer, Values: []string{"1", "2", "3"}},
		{Name: "size", Type: deck.Ordered, Values: []string{"small", "medium", "very large"}},
		{Name: "or", Values: []string{"and", "A", "it's", "red"}},
		{Name: "Größe 2", Type: deck.Ordered, Values: []string{"small", "medium", "very large"}},
	}}, clues...)
}

// LineUp is a small zebra puzzle.
func LineUp(t testing.TB, round bool, clues ...string) *deck.Puzzle {
	return Made(t, &deck.Puzzle{Lineup: &deck.Lineup{Places: 4, Round: round, Categories: []deck.Property{
		{Name: "Name", Values: []string{"Ann", "Bob", "Cy", "Di"}},
		{Name: "Meat", Values: []string{"beef", "lamb", "pork", "duck"}},
		{Name: "Age", Type: deck.Integer, Values: []string{"20", "30", "35", "50"}},
	}}}, clues...)
}

// MustParse reads a clue.
func MustParse(t testing.TB, p *deck.Puzzle, text string) *deck.Node {
	t.Helper()
	n, err := p.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Domains makes a puzzle of plain domains.
func Domains(t testing.TB, sizes ...int) *deck.Puzzle {
	t.Helper()
	p := &deck.Puzzle{}
	for i, n := range sizes {
		q := deck.Property{Name: string(rune('A' + i))}
		for v := range n {
			q.Values = append(q.Values, fmt.Sprintf("%c_%d", 'a'+i, v+1))
		}
		p.Properties = append(p.Properties, q)
	}
	return Made(t, p)
}

// SetKey writes a clue set so that its order does not matter.
func SetKey(p *deck.Puzzle) string {
	var words []string
	for _, c := range p.Clues {
		words = append(words, p.Format(c.Expr))
	}
	sort.Strings(words)
	return strings.Join(words, "; ")
}

// RandomNode draws a clue of any form about a puzzle.
func RandomNode(r *rng.Stream, p *deck.Puzzle, depth int) *deck.Node {
	kinds := 4
	if depth > 0 {
		kinds = 8
	}
	sub := func(n int) []*deck.Node {
		out := make([]*deck.Node, n)
		for i := range out {
			out[i] = RandomNode(r, p, depth-1)
		}
		return out
	}
	switch r.IntN(kinds) {
	case 0:
		k := r.IntN(len(p.Properties))
		return &deck.Node{Op: deck.Op(r.IntN(2)), Prop: k, Val: r.IntN(len(p.Properties[k].Values))}
	case 1:
		if p.Lineup != nil {
			return randomPlaced(r, p)
		}
		return &deck.Node{Op: deck.Eq + deck.Op(r.IntN(2)), Args: []*deck.Node{{Op: deck.Value, Prop: r.IntN(len(p.Properties))}, {Op: deck.Value, Prop: r.IntN(len(p.Properties))}}}
	case 2:
		return &deck.Node{Op: deck.Eq + deck.Op(r.IntN(6)), Args: []*deck.Node{randomTerm(r, p, 2), randomTerm(r, p, 2)}}
	case 3:
		n := &deck.Node{Op: deck.Distinct}
		for range 2 + r.IntN(2) {
			n.Args = append(n.Args, &deck.Node{Op: deck.Value, Prop: r.IntN(len(p.Properties))})
		}
		return n
	case 4:
		return &deck.Node{Op: deck.Not, Args: sub(1)}
	case 5:
		return &deck.Node{Op: deck.And + deck.Op(r.IntN(3)), Args: sub(2 + r.IntN(2))}
	case 6:
		return &deck.Node{Op: deck.Implies + deck.Op(r.IntN(2)), Args: sub(2)}
	}
	args := sub(1 + r.IntN(3))
	return &deck.Node{Op: deck.Exactly + deck.Op(r.IntN(3)), Num: int64(r.IntN(len(args) + 1)), Args: args}
}

// randomTerm draws a number.
func randomTerm(r *rng.Stream, p *deck.Puzzle, depth int) *deck.Node {
	var ints []int
	for k := range p.Properties {
		if p.Properties[k].Type == deck.Integer {
			ints = append(ints, k)
		}
	}
	switch pick := r.IntN(4 + depth); {
	case pick == 0:
		return &deck.Node{Op: deck.Num, Num: int64(r.IntN(9) - 3)}
	case pick <= 2 && len(ints) > 0:
		return &deck.Node{Op: deck.Value, Prop: ints[r.IntN(len(ints))]}
	case pick <= 3 && p.Lineup != nil:
		if n := randomOf(r, p); n != nil && r.Bool() {
			return n
		}
		return &deck.Node{Op: deck.Pos, Args: []*deck.Node{randomItem(r, p)}}
	case depth > 0 && r.IntN(4) == 0:
		return &deck.Node{Op: deck.Neg, Args: []*deck.Node{{Op: deck.Value, Prop: ints[0]}}}
	case depth > 0:
		return &deck.Node{Op: deck.Add + deck.Op(r.IntN(3)), Args: []*deck.Node{randomTerm(r, p, depth-1), randomTerm(r, p, depth-1)}}
	}
	return &deck.Node{Op: deck.Num, Num: 2}
}

func randomOf(r *rng.Stream, p *deck.Puzzle) *deck.Node {
	for c := range p.Lineup.Categories {
		if p.Lineup.Categories[c].Type == deck.Integer {
			return &deck.Node{Op: deck.Of, Prop: c, Args: []*deck.Node{randomItem(r, p)}}
		}
	}
	return nil
}

func randomItem(r *rng.Stream, p *deck.Puzzle) *deck.Node {
	return &deck.Node{Op: deck.Item, Prop: r.IntN(len(p.Lineup.Categories)), Val: r.IntN(p.Lineup.Places)}
}

func randomPlaced(r *rng.Stream, p *deck.Puzzle) *deck.Node {
	op := deck.At + deck.Op(r.IntN(int(deck.Between-deck.At)+1))
	if p.Lineup.Round {
		op = []deck.Op{deck.At, deck.Same, deck.Other, deck.After, deck.Before, deck.Next, deck.NotNext}[r.IntN(7)]
	}
	if r.IntN(3) == 0 {
		further := func() deck.Op { return deck.OpNamed(string(deck.FurtherForms()[r.IntN(len(deck.FurtherForms()))])) }
		op = further()
		for p.Lineup.Round && deck.RowOnly(deck.Form(op.String())) {
			op = further()
		}
	}
	n := &deck.Node{Op: op, Num: 0}
	if op == deck.At {
		n.Num = int64(1 + r.IntN(p.Lineup.Places))
	}
	for range op.Places() {
		n.Args = append(n.Args, randomItem(r, p))
	}
	return n
}

// Solved lists up to limit solutions of a factored puzzle.
func Solved(t testing.TB, p *deck.Puzzle, limit int) []deck.Thing {
	t.Helper()
	found, err := solving.Solutions(context.Background(), native.New(), p, limit)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Things) < limit && !found.All {
		t.Errorf("%d solutions, and there may be others", len(found.Things))
	}
	return found.Things
}

// Murder is a puzzle in the manner of the paper's survey.
func Murder(t testing.TB) *deck.Puzzle {
	return Made(t, &deck.Puzzle{Properties: []deck.Property{
		{Name: "who", Values: []string{"Butler", "Duke", "Countess"}},
		{Name: "where", Values: []string{"Library", "Parlour", "Garden"}},
		{Name: "how", Values: []string{"Rope", "Gun", "Knife"}},
	}}, "who <> Countess => how = Rope", "how <> Gun => where = Library", "where <> Garden => who = Butler", "how = Gun => where = Parlour")
}
