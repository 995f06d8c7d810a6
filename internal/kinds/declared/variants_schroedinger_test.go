package declared

import (
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestSchroedinger: with digits from 0, each row, column and box has one cell that holds two of them, and each digit once.
func TestSchroedinger(t *testing.T) {
	inst, err := NewVariants(native.New()).Open(".Shape~4x4~0-4.Schroedinger.~R1C1_2")
	if err != nil {
		t.Fatal(err)
	}
	res, err := inst.(*variant).Solve(t.Context(), 20)
	if err != nil || len(res.Solutions) != 20 {
		t.Fatalf("%d solutions, %v", len(res.Solutions), err)
	}
	for _, s := range res.Solutions {
		if err := inst.(*variant).CheckSolution(s); err != nil {
			t.Error(err)
		}
		b := s.(*variantSolution).b
		digit, second := b.File.Layer("digit"), b.File.Layer("second")
		houses := append(b.Geo.All(board.Row), b.Geo.All(board.Col)...)
		boxes, err := b.Geo.Blocks(2, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range append(houses, boxes...) {
			var held []int64
			for _, c := range b.Geo.Cells(h) {
				held = append(held, b.Value(digit, c).N)
				if b.Held(second, c) {
					held = append(held, b.Value(second, c).N)
				}
			}
			if slices.Sort(held); !slices.Equal(held, []int64{0, 1, 2, 3, 4}) {
				t.Errorf("%s holds %v", b.Geo.Name(h), held)
			}
		}
	}
}
