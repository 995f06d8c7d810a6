//go:build unix

package fillomino

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
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

// benchmarkCarve draws and carves one board a round, from the seeds 1, 2, ..., and reports processor time and work a board.
// With a technique the boards are carved as far as the techniques up to it solve them.
func benchmarkCarve(b *testing.B, p Params, empties int, upTo string) {
	ctx := context.Background()
	empty, start := 0, userTime()
	var work solver.Counters
	for i := range b.N {
		r := rng.New(uint64(i + 1))
		board, err := (&definition{params: p}).Random(ctx, r.Derive("full"))
		if err != nil {
			b.Fatal(err)
		}
		carving := board.(*carving)
		if upTo != "" {
			if board, err = newGradedCarving(ctx, carving, upTo); err != nil {
				b.Fatal(err)
			}
		}
		res, err := carve.Carve(ctx, board, nil, nil, carve.Options{Final: true, Empties: empties}, r)
		if err != nil {
			b.Fatal(err)
		}
		empty += res.Empty
		w := carving.Work
		work.Passes += w.Passes
		work.Searches += w.Searches
		work.Conflicts += w.Conflicts
	}
	n := float64(b.N)
	b.ReportMetric(float64((userTime()-start).Microseconds())/1e3/n, "cpu-ms/op")
	b.ReportMetric(float64(empty)/n, "empty")
	b.ReportMetric(float64(work.Passes)/n, "passes")
	b.ReportMetric(float64(work.Searches)/n, "searches")
	b.ReportMetric(float64(work.Conflicts)/n, "conflicts")
}

// BenchmarkCarve carves boards to the end: no given can go.
func BenchmarkCarve(b *testing.B) {
	for _, most := range []int{9, 0} {
		for _, n := range []int{9, 13, 16, 20, 25} {
			p := Params{Rows: n, Cols: n, Max: most}
			b.Run(p.String(), func(b *testing.B) { benchmarkCarve(b, p, 0, "") })
		}
	}
}

// BenchmarkGraded carves boards as far as the techniques up to the cut cell solve them, with no guess and no contradiction.
func BenchmarkGraded(b *testing.B) {
	for _, n := range []int{9, 13, 16, 20, 25} {
		p := Params{Rows: n, Cols: n, Max: 9}
		b.Run(p.String(), func(b *testing.B) { benchmarkCarve(b, p, 0, cutCell) })
	}
}

// BenchmarkFigure4 repeats figure 4(b) of the paper: the time to make a full board and empty it to a target, for boards of
// 2x2 to 16x16 and targets up to as many as can go ("max").
func BenchmarkFigure4(b *testing.B) {
	for _, n := range []int{2, 4, 6, 8, 10, 12, 14, 16} {
		for _, quarter := range []int{1, 2, 0} {
			target := n * n * quarter / 4
			name := fmt.Sprintf("%dx%d/empty=%d", n, n, target)
			if target == 0 {
				name = fmt.Sprintf("%dx%d/empty=max", n, n)
			}
			b.Run(name, func(b *testing.B) { benchmarkCarve(b, Params{Rows: n, Cols: n}, target, "") })
		}
	}
}

// BenchmarkSolve solves a board to the proof that it has one solution: boards of our own that are carved to the end, and, with
// QUANDARY_CORPUS, published boards by their number of cells.
func BenchmarkSolve(b *testing.B) {
	ctx := context.Background()
	solve := func(b *testing.B, boards []solver.Board, ru solver.Rules) {
		start := userTime()
		var work solver.Counters
		for i := range b.N {
			n := 0
			complete, w, err := solver.Solve(ctx, boards[i%len(boards)], ru, func(solver.Board) bool { n++; return n < 2 })
			if err != nil || !complete || n != 1 {
				b.Fatal(n, complete, err)
			}
			work.Conflicts += w.Conflicts
		}
		b.ReportMetric(float64((userTime()-start).Microseconds())/1e3/float64(b.N), "cpu-ms/op")
		b.ReportMetric(float64(work.Conflicts)/float64(b.N), "conflicts")
	}
	for _, p := range []Params{{Rows: 9, Cols: 9, Max: 9}, {Rows: 9, Cols: 9}, {Rows: 16, Cols: 16, Max: 9}, {Rows: 16, Cols: 16}} {
		b.Run(p.String(), func(b *testing.B) {
			var boards []solver.Board
			for seed := range uint64(10) {
				res, err := carve.GenPuzzles(ctx, &definition{params: p}, nil, nil, carve.Options{Final: true}, rng.New(seed+1))
				if err != nil {
					b.Fatal(err)
				}
				boards = append(boards, res.Final.board)
			}
			solve(b, boards, p.rules())
		})
	}
	for _, f := range []struct {
		name        string
		least, most int
	}{{"to100", 0, 100}, {"to180", 101, 180}, {"to360", 181, 360}, {"more", 361, 1 << 20}} {
		b.Run("published/"+f.name, func(b *testing.B) {
			var boards []solver.Board
			published := publishedBoards(b)
			for _, p := range published {
				if n := len(p.problem.Cells); n >= f.least && n <= f.most {
					boards = append(boards, p.problem)
				}
			}
			if len(boards) == 0 {
				b.Skip("no board of this size")
			}
			solve(b, boards, solver.Rules{})
		})
	}
}
