package choose

import (
	"context"
	"fmt"
	"math/bits"
)

// maxCountedThings bounds the things of a puzzle whose clue sets are counted: time and memory are proportional to two to this
// power.
const maxCountedThings = 22

// countSets counts the sets of so many different clues that leave exactly so many things: the exact number, not an estimate.
//
// The universe is what newUniverse lists: every clue of the forms, each wording once. For the six forms of the paper over 3x3 it
// has 132 clues: 6 of p = v, 6 of p <> v, and 30 of each conditional form, whose premise and conclusion are any two different
// atoms, in this order, of one property or two. Clues that mean the same, such as a => b and its contraposition, or the clues
// that ban nothing, are different clues.
//
// Sets are not listed. Let c(T) be the number of clues that ban nothing outside of a set T of things: then C(c(T), size) sets
// ban nothing outside of T, and those that ban exactly T follow by inclusion and exclusion over all T at once (the fast
// Möbius transform of the subset lattice).
func countSets(ctx context.Context, u *Universe, size, solutions int) (uint64, error) {
	n := u.Table.N
	if n > maxCountedThings {
		return 0, fmt.Errorf("counting clue sets over %d things: at most %d are supported", n, maxCountedThings)
	}
	if size < 0 || solutions < 0 {
		return 0, fmt.Errorf("%d clues, %d solutions", size, solutions)
	}
	if _, ok := choose(len(u.Clues), size); !ok {
		return 0, fmt.Errorf("there are more than 2^63 sets of %d of %d clues", size, len(u.Clues))
	}
	sets := make([]uint64, 1<<n) // by set of things: first the clues that ban just these, at last the sets that do
	for _, b := range u.Bans {
		sets[b[0]]++
	}
	for i := range n {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for t := range sets {
			if t>>i&1 == 1 {
				sets[t] += sets[t^1<<i]
			}
		}
	}
	for t, c := range sets {
		sets[t], _ = choose(int(c), size)
	}
	for i := range n {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for t := range sets {
			if t>>i&1 == 1 {
				sets[t] -= sets[t^1<<i] // what is between wraps around; the end result is exact
			}
		}
	}
	total := uint64(0)
	for t, c := range sets {
		if n-bits.OnesCount(uint(t)) == solutions {
			total += c
		}
	}
	return total, nil
}

// choose is the number of ways to choose k of n, and whether it is less than 2^63.
func choose(n, k int) (uint64, bool) {
	if k > n {
		return 0, true
	}
	c := uint64(1)
	for i := range min(k, n-k) {
		hi, lo := bits.Mul64(c, uint64(n-i))
		if hi >= uint64(i+1) {
			return 0, false
		}
		c, _ = bits.Div64(hi, lo, uint64(i+1))
		if c >= 1<<63 {
			return 0, false
		}
	}
	return c, true
}
