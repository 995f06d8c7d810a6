package quandary_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Make a puzzle from a seed, and solve it.
func ExampleMake() {
	ctx := context.Background()
	p, err := quandary.Make(ctx, "sudoku:4x4", puzzle.Settings{"class": "easy"}, 7, 0)
	if err != nil {
		panic(err)
	}
	solution, err := p.Solve(ctx)
	if err != nil {
		panic(err)
	}
	fmt.Println(p.ID())
	fmt.Println(solution.Desc())
	// Output:
	// sudoku:4x4:.41....3.2.4....
	// 3412214312344321
}

// Open a puzzle by its id, and explain how a person begins.
func ExamplePuzzle_Explain() {
	ctx := context.Background()
	p, err := quandary.Open(ctx, "sudoku:9x9:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		panic(err)
	}
	n := 0
	for step, err := range p.Explain(ctx) {
		if err != nil {
			panic(err)
		}
		fmt.Println(step.Text)
		if n++; n == 2 {
			break
		}
	}
	// Output:
	// r5c5 is 5: its row has 1, 3, 4 and 8, its column 2, 6, 7 and 9.
	// r5c2 is 2: its row has 1, 3, 4, 5 and 8, its column 6 and 9, its box 7.
}

// Mark an answer that somebody wrote.
func ExamplePuzzle_Mark() {
	ctx := context.Background()
	p, err := quandary.Open(ctx, "sudoku:4x4:.41....3.2.4....")
	if err != nil {
		panic(err)
	}
	for _, answer := range []string{"The solution is:\n3412\n2143\n1234\n4321", "3412\n2143\n1243\n4321"} {
		mark := p.Mark(ctx, answer)
		fmt.Println(strings.TrimSpace(fmt.Sprint(mark.Correct, " ", mark.Reason, " ", mark.Detail)))
	}
	// Output:
	// true right
	// false breaks-rule r3c4 is not the given 4
}

// State a family of your own in a rules file, and make a puzzle of it.
func ExampleState() {
	fam, err := quandary.State("lamps.yaml", []byte(`
version: 1
family: lamps
title: {en: Lamps}
about: {en: A number tells how many of its cell and the cells beside are lit.}
size: {rows: 2..12, cols: 2..12, usual: [4x4]}
given: {number: {values: 0..5, some: true}}
find: {lit: {}}
rules:
  count: count([lit[c]]) + count(lit[x] for x in c.next) == number[c] for c in number
text:
  en: {count: "{c} does not have {number[c]} lit cells at it."}
symmetries: [square]
`))
	if err != nil {
		panic(err)
	}
	params, err := fam.ParseParams("4x4")
	if err != nil {
		panic(err)
	}
	made, err := fam.(puzzle.Generator).Generate(context.Background(), params, nil, puzzle.Stream(fam, 1, 0), nil)
	if err != nil {
		panic(err)
	}
	p := &quandary.Puzzle{Family: fam, Instance: made.Instance}
	text, err := p.Text()
	if err != nil {
		panic(err)
	}
	fmt.Println(text)
	// Output:
	// 1 1 · 2
	//  2 2 · 3
	//  · 2 2 3
	//  · 1 · 1
}

// A misspelt family is not found; the error names the nearest one.
func ExampleOpen() {
	_, err := quandary.Open(context.Background(), "sudoko:9x9#17")
	fmt.Println(err)
	// Output:
	// unknown kind of puzzle "sudoko": did you mean sudoku or sujiko or suko?
}
