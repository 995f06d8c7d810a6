// Command outside makes puzzles with Quandary's general generator from another module: of a toy family stated in Go, and of a family
// stated in a rules file.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary"
	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Sums is a toy family: four secret digits, of which sums of neighbours are told.
type Sums struct{}

// Clues are what a puzzle of it tells: sums by their first digit; -1 where a sum is left out.
type Clues [3]int

type board struct {
	digits [4]int
	clues  Clues
	first  int // the first digit, which every puzzle tells
}

// Random is the paper's GetRandomPuzzle.
func (Sums) Random(_ context.Context, r *carve.Stream) (carve.Board[Clues], error) {
	b := &board{}
	for i := range b.digits {
		b.digits[i] = r.IntN(3)
	}
	for i := range b.clues {
		b.clues[i] = b.digits[i] + b.digits[i+1]
	}
	b.first = b.digits[0]
	return b, nil
}

func (b *board) Len() int { return len(b.clues) }

// Valid is the paper's isRemoveValid: at most nine answers are left.
func (b *board) Valid(ctx context.Context, squares []int) (bool, error) {
	clues := b.clues
	for _, k := range squares {
		clues[k] = -1
	}
	return answers(clues, b.first) <= 9, ctx.Err()
}

func (b *board) Remove(squares []int) {
	for _, k := range squares {
		b.clues[k] = -1
	}
}

func (b *board) Puzzle() (Clues, error) { return b.clues, nil }

// answers counts the digits that fit the clues.
func answers(clues Clues, first int) int {
	n := 0
next:
	for x := range 27 {
		d := [4]int{first, x / 9, x / 3 % 3, x % 3}
		for i, sum := range clues {
			if sum >= 0 && d[i]+d[i+1] != sum {
				continue next
			}
		}
		n++
	}
	return n
}

// complexity is the paper's C: how many sums are left out.
func complexity(_ context.Context, clues Clues) (string, error) {
	n := 0
	for _, sum := range clues {
		if sum < 0 {
			n++
		}
	}
	return fmt.Sprintf("%d left out", n), nil
}

// swapped is one of the paper's T: 0 and 2 exchanged in the digits, so that every sum is 4 less itself.
func swapped(clues Clues, _ *carve.Stream) ([]Clues, error) {
	for i, sum := range clues {
		if sum >= 0 {
			clues[i] = 4 - sum
		}
	}
	return []Clues{clues}, nil
}

//go:embed lamps.yaml
var lamps []byte

func run() error {
	ctx := context.Background()
	res, err := carve.GenPuzzles(ctx, Sums{}, complexity, []carve.Transformation[Clues]{{Name: "swapped", Map: swapped}}, carve.Options{}, carve.NewStream(7))
	if err != nil {
		return err
	}
	for _, class := range res.Classes {
		fmt.Println(class.Name, class.Puzzles)
	}

	family, err := quandary.State("lamps.yaml", lamps)
	if err != nil {
		return err
	}
	size, err := family.ParseParams("4x4")
	if err != nil {
		return err
	}
	made, err := family.(puzzle.Generator).Generate(ctx, size, puzzle.Settings{"class": "1"}, carve.NewStream(7), nil)
	if err != nil {
		return err
	}
	if err := sorted(ctx, family, size); err != nil {
		return err
	}
	fmt.Println(made.Instance.Desc())
	fmt.Println(made.Solution.Desc())
	return nil
}

// sorted carves a board of a family to the end, and sorts what is met on the way by a complexity function and a map of our own.
func sorted(ctx context.Context, family puzzle.Family, size puzzle.Params) error {
	clues := func(_ context.Context, p puzzle.Instance) (string, error) {
		return fmt.Sprintf("%d of 16 numbers", 16-strings.Count(p.Desc(), "-")), nil
	}
	upsideDown := carve.Transformation[puzzle.Instance]{Name: "upside down", Map: func(p puzzle.Instance, _ *carve.Stream) ([]puzzle.Instance, error) {
		rows := strings.Split(p.Desc(), "/")
		slices.Reverse(rows[1:]) // the first says how large the board is
		image, err := family.Decode(p.Params(), strings.Join(rows, "/"))
		return []puzzle.Instance{image}, err
	}}

	d, err := quandary.Define(ctx, family, size)
	if err != nil {
		return err
	}
	defer d.Close()
	res, err := carve.GenPuzzles(ctx, d, clues, []carve.Transformation[puzzle.Instance]{upsideDown}, carve.Options{}, carve.NewStream(7))
	if err != nil {
		return err
	}
	for _, class := range res.Classes {
		fmt.Println(class.Name+":", len(class.Puzzles), "puzzles")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "outside:", err)
		os.Exit(1)
	}
}
