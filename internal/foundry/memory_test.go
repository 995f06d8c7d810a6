package foundry_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestFamiliesCount: what solving and making hold counts on the account of the context, in every kind of family; they end with its error
// when it is used up, and give everything back.
func TestFamiliesCount(t *testing.T) {
	families := foundry.Families()
	solve := func(id string, limit int) func(context.Context) error {
		return func(ctx context.Context) error {
			_, inst, err := families.Open(context.Background(), id)
			if err != nil {
				t.Fatal(err)
			}
			_, err = inst.(puzzle.Solver).Solve(ctx, limit)
			return err
		}
	}
	makes := func(name string) func(context.Context) error {
		return func(ctx context.Context) error {
			src, err := foundry.Open(name, foundry.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer src.Close()
			_, err = src.NewMaker(1)(ctx, 0)
			return err
		}
	}
	const little, enough = 200 << 10, 512 << 20 // little is less than is taken at once
	for name, work := range map[string]func(context.Context) error{
		"sudoku, solutions":    solve("sudoku:9x9:"+strings.Repeat(".", 81), 20_000),
		"sudoku, the engine":   solve("sudoku:25x25:"+strings.Repeat(".", 625), 2),
		"fillomino":            solve("fillomino:8x8:zzl", 2),
		"zebra, making":        makes("zebra:5x6"),
		"cards, making":        makes("cards:4x4"),
		"a rules file, making": makes("skyscraper:5x5"),
		"sudoku, making":       makes("sudoku:16x16"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, limit := range []int64{little, enough} {
				account := budget.New("the call", limit)
				err := work(budget.With(context.Background(), account))
				switch {
				case limit == little && !errors.Is(err, budget.ErrMemory):
					t.Errorf("with %d bytes: %v, and it held %d", limit, err, account.Peak())
				case limit == enough && err != nil:
					t.Errorf("with %d bytes: %v", limit, err)
				case account.Used() != 0:
					t.Errorf("%d bytes are not given back", account.Used())
				}
			}
		})
	}
}
