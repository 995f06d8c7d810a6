package fillomino

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// slowCarving asks the whole ladder at each question.
type slowCarving struct {
	*carving
	upTo string
}

func (c *slowCarving) Valid(ctx context.Context, cells []int) (bool, error) {
	trial := c.left.Clone()
	for _, k := range cells {
		trial.Cells[k] = 0
	}
	p := &board{params: c.params, board: trial}
	if c.params.Shown && p.checkShown(c.full) != nil {
		return false, nil
	}
	l, err := p.ladderUpTo(ctx, c.upTo)
	if err != nil {
		return false, err
	}
	return l.Solves(ctx, newPosition(p, trial.Clone()))
}

// TestGradedCarvingIsTheLadders carves the same boards with the shortcut and with the ladder itself.
func TestGradedCarvingIsTheLadders(t *testing.T) {
	ctx := context.Background()
	for _, params := range []Params{{Rows: 5, Cols: 6}, {Rows: 6, Cols: 6, Max: 5}, {Rows: 6, Cols: 5, Shown: true}, {Rows: 7, Cols: 7, Max: 9}} {
		for _, upTo := range []string{onlyWay, onlyNumber, cutCell, contradiction} {
			for seed := range uint64(4) {
				t.Run(fmt.Sprintf("%s/%s/%d", params, upTo, seed), func(t *testing.T) {
					full, err := solver.RandomFull(ctx, params.Rows, params.Cols, params.Max, rng.New(seed))
					if err != nil {
						t.Fatal(err)
					}
					var got [2]string
					for i := range got {
						c, err := newCarving(params, full)
						if err != nil {
							t.Fatal(err)
						}
						var board carve.Board[*board] = &slowCarving{c, upTo}
						if i == 0 {
							if board, err = newGradedCarving(ctx, c, upTo); err != nil {
								t.Fatal(err)
							}
						}
						res, err := carve.Carve(ctx, board, nil, nil, carve.Options{Final: true}, rng.New(seed))
						if err != nil {
							t.Fatal(err)
						}
						got[i] = res.Final.Desc()
					}
					if got[0] != got[1] {
						t.Errorf("carved\n%s\nby the ladder\n%s", got[0], got[1])
					}
				})
			}
		}
	}
}
