//go:build unix

package sudoku

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// userTime is the processor time that the process has used so far; on a busy machine it says more than the clock.
func userTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}

// BenchmarkFigure4 repeats figure 4(a) of the paper: the time to make a full board and empty it to a target, for boards of
// 9x9, 16x16 and 25x25 and targets from few empty cells to as many as can go ("max"), with the default strategy of each
// size. The largest targets of 25x25 are run with QUANDARY_LONG=1 only.
func BenchmarkFigure4(b *testing.B) {
	ctx := context.Background()
	for _, f := range []struct {
		size    int
		targets []int
	}{
		{9, []int{10, 20, 30, 40, 50, 0}}, {16, []int{40, 80, 100, 120, 140, 0}}, {25, []int{100, 200, 250, 300, 350, 0}},
	} {
		rows, cols := grid.BoxShape(f.size)
		l, err := grid.NewLayout(rows, cols, false)
		if err != nil {
			b.Fatal(err)
		}
		for _, target := range f.targets {
			name := fmt.Sprintf("%dx%d/empty=%d", f.size, f.size, target)
			if target == 0 {
				name = fmt.Sprintf("%dx%d/empty=max", f.size, f.size)
			}
			if f.size == 25 && (target == 0 || target > 300) && puztest.Doing() < puztest.Long {
				continue
			}
			b.Run(name, func(b *testing.B) {
				d := newDefinition(newTools(l))
				empty, start := 0, userTime()
				for i := range b.N {
					opt := carve.Options{Final: true, Empties: target}
					if f.size >= bandFrom {
						g := generation{params: paramsOf(l), r: rng.New(uint64(i))}
						opt.Strategy = g.bands()
					}
					res, err := carve.GenPuzzles(ctx, d, nil, nil, opt, rng.New(uint64(i)))
					if err != nil {
						b.Fatal(err)
					}
					empty += res.Empty
				}
				b.ReportMetric(float64((userTime()-start).Microseconds())/1e3/float64(b.N), "cpu-ms/op")
				b.ReportMetric(float64(empty)/float64(b.N), "empty")
			})
		}
	}
}
