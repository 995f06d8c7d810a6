package sudoku

import (
	"context"
	"math/bits"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// Full boards at random.
//
// What is promised: every full board can come; a board and each of its symmetric equivalents (relabelled values, permuted
// bands, stacks, rows and columns, transposed where the boxes allow) come with the same chance, so no cell, value, place or
// direction is favoured; the randomness is the stream's alone. What is not promised is that two boards which are not
// equivalent have exactly the same chance: that would take a count of all completions. On the plain board the first band
// and the first stack are drawn exactly uniformly among all pairs that agree in their common box, and the four boxes left
// (2,693 completions in the mean) by a search that takes random values.

// full9 draws full plain 9x9 boards.
type full9 struct {
	s *solver.Bits9
	r *rng.Stream
}

// newFull9 draws from a stream, with a solver that nobody else uses meanwhile.
func newFull9(s *solver.Bits9, r *rng.Stream) *full9 { return &full9{s, r} }

// Next draws a board.
func (f *full9) Next() [81]uint8 {
	for {
		var b [81]uint8
		var digits [9]uint8
		for i := range digits {
			digits[i] = uint8(i + 1)
		}
		f.shuffle(digits[:])
		for i, d := range digits {
			b[i/3*9+i%3] = d
		}
		f.band(&b, 9, 1)
		f.band(&b, 1, 9)
		f.s.Stream = f.r
		n, full := f.s.Solve(&b, 1)
		f.s.Stream = nil
		if n == 1 {
			f.scramble(&full)
			return full
		}
	}
}

func (f *full9) shuffle(a []uint8) {
	for i := len(a) - 1; i > 0; i-- {
		j := f.r.IntN(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

// band fills the second and third box of the band that begins with the first box; row and col are the distances between
// rows and columns, so that band(b, 1, 9) fills the first stack. Row 0 of the second box takes k digits of row 1 and 3-k of
// row 2 of the first box; k settles how many the other rows take, and the third box. There are C(3,k)^3 ways for each k.
func (f *full9) band(b *[81]uint8, row, col int) {
	var old [3][3]uint8
	for i := range 3 {
		for j := range 3 {
			old[i][j] = b[i*row+j*col]
		}
		f.shuffle(old[i][:])
	}
	k := 0
	switch w := f.r.IntN(56); {
	case w == 0:
		k = 0
	case w <= 27:
		k = 1
	case w <= 54:
		k = 2
	default:
		k = 3
	}
	// The rows have been shuffled: their first elements are a random subset.
	var second, third [3][]uint8
	split := func(from [3]uint8, n, to, other int) {
		second[to] = append(second[to], from[:n]...)
		second[other] = append(second[other], from[n:]...)
	}
	split(old[1], k, 0, 2)
	split(old[2], 3-k, 0, 1)
	split(old[0], 3-k, 1, 2)
	for i := range 3 {
		var used uint16
		for j := range 3 {
			used |= 1<<old[i][j] | 1<<second[i][j]
		}
		for left := 0x3fe &^ used; left != 0; left &= left - 1 {
			third[i] = append(third[i], uint8(bits.TrailingZeros16(left)))
		}
		f.shuffle(second[i])
		f.shuffle(third[i])
		for j := range 3 {
			b[i*row+(3+j)*col] = second[i][j]
			b[i*row+(6+j)*col] = third[i][j]
		}
	}
}

// scramble applies a random symmetry of the plain board.
func (f *full9) scramble(b *[81]uint8) {
	l := plainLayout()
	s := randomSymmetry(l, f.r)
	old := *b
	for cell, v := range old {
		b[s.cell[cell]] = uint8(s.value[v-1] + 1)
	}
}

// fullBoard draws a full board of any layout. It shares the promise above, with the layout's own symmetries.
func fullBoard(ctx context.Context, l *grid.Layout, e *solver.Engine, r *rng.Stream) ([]uint8, error) {
	for try := uint64(1); ; try++ {
		values, none, err := e.Random(ctx, r.IntN, 20_000*try)
		switch {
		case err != nil:
			return nil, err
		case none:
			return nil, errNoBoard
		case values != nil:
			out := make([]uint8, len(values))
			s := randomSymmetry(l, r)
			for cell, v := range values {
				out[s.cell[cell]] = uint8(s.value[v-1] + 1)
			}
			return out, nil
		}
	}
}
