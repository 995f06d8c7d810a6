package solve_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/proof/reading"
)

// The examples are those of docs/solving.md: a test holds the two together.

func Example() {
	p := model.NewProblem()
	knight := map[string]model.Term{}
	for _, name := range []string{"Ann", "Bob", "Cid"} {
		knight[name] = p.Bool(name)
	}
	says := func(who string, what model.Term) {
		p.Assert(who+" speaks", p.Iff(knight[who], what))
	}
	says("Ann", p.AtMost(1, knight["Ann"], knight["Bob"], knight["Cid"]))
	says("Bob", p.Not(knight["Ann"]))
	says("Cid", p.Iff(knight["Ann"], knight["Bob"]))
	if err := p.Err(); err != nil {
		fmt.Println(err)
		return
	}

	ctx := context.Background()
	s, err := native.New().Open(ctx, p, solve.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	found, err := s.Enumerate(ctx, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range found.List {
		fmt.Println(p.FormatAssignment(a))
	}
	fmt.Println("all:", found.All)
	// Output:
	// Ann = true, Bob = false, Cid = false
	// all: true
}

func ExampleOptimiser() {
	p := model.NewProblem()
	weight, worth := []int64{12, 2, 1, 4, 1}, []int64{4, 2, 1, 10, 2}
	var load, gain []model.Term
	for i := range weight {
		n := p.IntIn(fmt.Sprintf("n%d", i), 0, 3)
		load = append(load, p.Mul(p.Num(weight[i]), n))
		gain = append(gain, p.Mul(p.Num(worth[i]), n))
	}
	p.Assert("fits", p.Le(p.Sum(load...), p.Num(15)))
	p.SetObjective(model.Maximise, p.Sum(gain...))

	ctx := context.Background()
	s, err := native.New().Open(ctx, p, solve.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	best, err := s.Optimise(ctx, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("worth:", best.Value, "only one way:", best.All && len(best.Solutions) == 1)
	fmt.Println(p.FormatAssignment(best.Solutions[0]))
	// Output:
	// worth: 36 only one way: true
	// n0 = 0, n1 = 0, n2 = 0, n3 = 3, n4 = 3
}

func ExampleIncremental() {
	p := model.NewProblem()
	x, y := p.IntIn("x", 1, 9), p.IntIn("y", 1, 9)
	p.Assert("sum", p.Eq(p.Add(x, y), p.Num(10)))

	ctx := context.Background()
	s, err := native.New().Open(ctx, p, solve.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	for _, clue := range []model.Term{p.Gt(x, y), p.Eq(p.Mul(x, y), p.Num(21))} {
		if err := errors.Join(s.Push(), s.Add("clue", clue)); err != nil {
			fmt.Println(err)
			return
		}
		n, exact, err := s.Count(ctx, 100)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(p.Format(clue), "leaves", n, exact)
	}
	facts, err := s.Facts(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.FormatAssignment(facts.Fixed))
	// Output:
	// x > y leaves 4 true
	// x*y == 21 leaves 1 true
	// x = 7, y = 3
}

func ExampleCoreFinder() {
	p := model.NewProblem()
	x, y, z := p.IntIn("x", 0, 9), p.IntIn("y", 0, 9), p.IntIn("z", 0, 9)
	p.Assert("x before y", p.Lt(x, y))
	p.Assert("z is even", p.Eq(p.Mod(z, p.Num(2)), p.Num(0)))
	p.Assert("y before z", p.Lt(y, z))
	p.Assert("z before x", p.Lt(z, x))

	ctx := context.Background()
	s, err := native.New().Open(ctx, p, solve.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	core, err := s.Core(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range core.Constraints {
		fmt.Println(p.Constraint(i).Name)
	}
	// Output:
	// x before y
	// y before z
	// z before x
}

func ExampleSampler() {
	p := model.NewProblem()
	x, y := p.IntIn("x", 1, 6), p.IntIn("y", 1, 6)
	p.Assert("seven", p.Eq(p.Add(x, y), p.Num(7)))

	ctx := context.Background()
	s, err := native.New().Open(ctx, p, solve.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	stream := rng.New(7)
	for range 2 {
		res, err := s.Sample(ctx, stream)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(p.FormatAssignment(res.Solution))
	}
	// Output:
	// x = 4, y = 3
	// x = 5, y = 2
}

func Example_divisionByZero() {
	p := model.NewProblem()
	x, y := p.IntIn("x", 4, 4), p.IntIn("y", 0, 4)
	half := p.Eq(p.IntDiv(x, y), p.Num(2))
	for _, t := range []model.Term{half, p.Not(half), p.Or(p.Eq(y, p.Num(0)), half)} {
		ok := model.NewChecker(p, t).Check(model.Assignment{model.IntValue(4), model.IntValue(0)})
		fmt.Println(p.Format(t), "with y = 0:", ok == nil)
	}
	// Output:
	// x div y == 2 with y = 0: false
	// not x div y == 2 with y = 0: false
	// y == 0 or x div y == 2 with y = 0: true
}

func Example_proof() {
	p := model.NewProblem()
	x, y := p.IntIn("x", 1, 6), p.IntIn("y", 1, 6)
	p.Assert("sum", p.Eq(p.Add(x, y), p.Num(7)))
	p.Assert("product", p.Eq(p.Mul(x, y), p.Num(12)))

	ctx := context.Background()
	s, err := native.New().Open(ctx, p, solve.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	all, err := s.Enumerate(ctx, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	checker, err := reading.New(ctx, p, all.List) // before Prove, which adds terms of its own
	if err != nil {
		fmt.Println(err)
		return
	}
	var text bytes.Buffer
	if _, err := native.New().Prove(ctx, p, solve.Budget{}, all.List, &text); err != nil {
		fmt.Println(err)
		return
	}
	if _, err := checker.Check(ctx, &text); err != nil {
		fmt.Println("refused:", err)
		return
	}
	fmt.Println("there are no others")
	// Output:
	// there are no others
}

func Example_products() {
	p := model.NewProblem()
	x, y := p.Real("x"), p.Real("y")
	p.Assert("sum", p.Eq(p.Add(x, y), p.Num(4)))
	p.Assert("product", p.Eq(p.Mul(x, y), p.Num(1)))
	p.Assert("order", p.Lt(x, y))
	ctx := context.Background()
	s, err := native.New().Open(ctx, p, solve.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	found, err := s.Enumerate(ctx, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range found.List {
		fmt.Println(p.FormatAssignment(a))
	}
	fmt.Println("all:", found.All)
	// Output:
	// x = 0.26794919243…, y = 3.73205080756…
	// all: true
}

func Example_graphs() {
	p := model.NewProblem()
	land := make([]model.Term, 9) // a board of 3x3 cells
	for c := range land {
		land[c] = p.Bool(fmt.Sprintf("land%d%d", c/3, c%3))
	}
	var sides []model.GraphEdge
	for c := range land {
		if c%3 < 2 {
			sides = append(sides, model.GraphEdge{A: c, B: c + 1, On: model.True})
		}
		if c < 6 {
			sides = append(sides, model.GraphEdge{A: c, B: c + 3, On: model.True})
		}
	}
	islands := p.Graph(land, sides)
	ones := slices.Repeat([]model.Term{p.Num(1)}, 9)
	p.Assert("two islands", p.Eq(p.Groups(islands), p.Num(2)))
	p.Assert("of four cells in the corner", p.Eq(p.GroupSum(islands, 0, ones), p.Num(4)))
	p.Assert("opposite corners are apart", p.And(land[8], p.Not(p.Same(islands, 0, 8))))
	p.Assert("at the top", p.And(land[1], land[2]))

	ctx := context.Background()
	s, err := native.New().Open(ctx, p, solve.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	found, err := s.Enumerate(ctx, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range found.List {
		for c, t := range land {
			v, _ := p.Eval(t, a)
			fmt.Print(map[bool]string{true: "#", false: "."}[v.Bool()])
			if c%3 == 2 {
				fmt.Println()
			}
		}
		fmt.Println()
	}
	fmt.Println("all:", found.All)
	// Output:
	// ###
	// .#.
	// ..#
	//
	// ###
	// #..
	// ..#
	//
	// ###
	// #..
	// .##
	//
	// all: true
}
