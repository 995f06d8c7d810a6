package engine

import (
	"math/bits"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// matchings collects, by row, the columns that it has in some matching of all rows.
func matchings(dom []uint64) []uint64 {
	in := make([]uint64, len(dom))
	of := make([]int, len(dom))
	var place func(i int, used uint64)
	place = func(i int, used uint64) {
		if i == len(dom) {
			for k, c := range of {
				in[k] |= 1 << uint(c)
			}
			return
		}
		for d := dom[i] &^ used; d != 0; d &= d - 1 {
			of[i] = bits.TrailingZeros64(d)
			place(i+1, used|1<<uint(of[i]))
		}
	}
	place(0, 0)
	return in
}

// TestMatching compares what is excluded with the matchings counted through: exactly what is in none. Every set that is
// blamed has the columns that are named, and no more of them than rows. The matching is used on while the graph changes.
func TestMatching(t *testing.T) {
	root := rng.New(11)
	none, cut := 0, 0
	for n := uint64(0); n < 3000; n++ {
		r := root.Derive("graph", n)
		rows := 2 + r.IntN(5)
		columns := rows + r.IntN(3)
		var m matching
		m.init(rows)
		for range 4 {
			density := 25 + r.IntN(60)
			for i := range m.dom {
				m.dom[i] = 0
				for c := range columns {
					if r.IntN(100) < density {
						m.dom[i] |= 1 << uint(c*9) // columns far apart
					}
				}
			}
			want := matchings(m.dom)
			blamed := func(set, cols uint64, short int) {
				t.Helper()
				has := uint64(0)
				for i, d := range m.dom {
					if set>>uint(i)&1 != 0 {
						has |= d
					}
				}
				if has&^cols != 0 || bits.OnesCount64(cols) != bits.OnesCount64(set)-short {
					t.Fatalf("%d: %b: the rows %b do not need the columns %b", n, m.dom, set, cols)
				}
			}
			ok, set, cols := m.complete()
			if ok != (want[0] != 0) {
				t.Fatalf("%d: %b: complete is %v", n, m.dom, ok)
			}
			if !ok {
				none++
				blamed(set, cols, 1)
				continue
			}
			left := append([]uint64(nil), m.dom...)
			m.excluded(func(c int, out, hall, cols uint64) bool {
				if out&hall != 0 || cols>>uint(c)&1 == 0 {
					t.Fatalf("%d: column %d is taken from %b by %b, %b", n, c, out, hall, cols)
				}
				full := hall
				if bits.OnesCount64(cols) == bits.OnesCount64(full) {
					blamed(full, cols, 0)
				} else {
					t.Fatalf("%d: %b: %b need %b", n, m.dom, hall, cols)
				}
				for ; out != 0; out &= out - 1 {
					left[bits.TrailingZeros64(out)] &^= 1 << uint(c)
					cut++
				}
				return true
			})
			for i := range want {
				if left[i] != want[i] {
					t.Fatalf("%d: %b: row %d keeps %b, want %b", n, m.dom, i, left[i], want[i])
				}
			}
		}
	}
	t.Logf("%d graphs without a matching, %d edges excluded", none, cut)
}
