package zebra_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// A puzzle in the clue language, solved.
func Example() {
	p, err := language.ReadYAML("door.yaml", []byte(`
line: {category: position, order: before}
categories:
  name: [Ann, Bo, Cy]
  colour: {items: [red, green, blue], phrase: "the one in {}"}
clues:
  - left of: [Ann, green]
  - Cy is last
  - is not: [Bo, green]
  - {before: [red, blue]}
`))
	if err != nil {
		panic(err)
	}
	for _, c := range p.Clues {
		fmt.Println(language.Sentence(p, c, "en"))
	}
	out, err := solver.Solve(context.Background(), p, 2)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(out.Grids), "solution, complete:", out.Complete)
	for c, cat := range p.Cats {
		var labels []string
		for _, i := range out.Grids[0][c] {
			labels = append(labels, cat.Items[i])
		}
		fmt.Println(strings.Join(labels, " "))
	}
	// Output:
	// Ann is directly before the one in green.
	// Cy is last
	// Bo is not the one in green.
	// The one in red is somewhere before the one in blue.
	// 1 solution, complete: true
	// Bo Ann Cy
	// red blue green
	// 1 2 3
}

// The zebra of 1962 needs no contradiction; these are its first steps.
func ExampleInstance_Explain() {
	p, err := zebra.FromGallery("zebra-1962")
	if err != nil {
		panic(err)
	}
	in, err := zebra.NewInstance(p)
	if err != nil {
		panic(err)
	}
	n := 0
	for step, err := range in.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %s\n", step.Technique, step.Text)
		if n++; n == 3 {
			break
		}
	}
	// Output:
	// clue: Clue 1 says: The Englishman is the owner of the red house. So Englishman goes with red.
	// exclusive: Englishman goes with red, so Englishman goes with neither green, ivory, yellow nor blue and red goes with neither Spaniard, Ukrainian, Norwegian nor Japanese.
	// clue: Clue 2 says: The Spaniard is the owner of the dog. So Spaniard goes with dog.
}

// Which clues rule out that the Norwegian lives in the green house?
func ExampleInstance_Refute() {
	p, err := zebra.FromGallery("zebra-1962")
	if err != nil {
		panic(err)
	}
	in, err := zebra.NewInstance(p)
	if err != nil {
		panic(err)
	}
	step, wrong, err := in.Refute(context.Background(), "", puzzle.Ref{Kind: "mark", ID: "Norwegian = green"})
	if err != nil {
		panic(err)
	}
	fmt.Println(wrong)
	for _, ref := range step.Because {
		fmt.Println(ref.ID, ref.Text)
	}
	// Output:
	// true
	// 5 The owner of the green house is directly to the right of the owner of the ivory house.
	// 9 The Norwegian is on the far left.
}

// A puzzle of three categories of four, with easy steps only.
func ExampleFamily_Generate() {
	var f zebra.Family
	params, err := f.ParseParams("3x4")
	if err != nil {
		panic(err)
	}
	made, err := f.Generate(context.Background(), params, puzzle.Settings{"class": "easy", "theme": "street"}, rng.New(1), nil)
	if err != nil {
		panic(err)
	}
	in := made.Instance.(*zebra.Instance)
	for i, c := range in.P.Clues {
		fmt.Printf("%d. %s\n", i+1, language.Sentence(in.P, c, "en"))
	}
	fmt.Println(in.AnswerText(made.Solution, "en"))
	// Output:
	// 1. The one who plays the fiddle is next to the one who plays the bassoon.
	// 2. The one who plays the bassoon is not anywhere to the right of the one who drinks lemonade.
	// 3. The one who drinks milk is Elena.
	// 4. The one who plays the guitar is the one who drinks buttermilk.
	// 5. Elena is directly between the one who drinks buttermilk and Farid.
	// 6. The one who plays the guitar and the one who drinks ale are in positions of different parity.
	// 7. The one who drinks buttermilk is at least 3 places to the right of Clara.
	// 8. The one who plays the bassoon is in an odd position.
	// Name: Clara, Farid, Elena, Hugo
	// Drink: ale, lemonade, milk, buttermilk
	// Instrument: bassoon, fiddle, oboe, guitar
}
