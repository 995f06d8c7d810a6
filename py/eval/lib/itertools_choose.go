package lib

import "github.com/quandary-puzzles/quandary/py/eval"

// choose reads a pool and a number for permutations and combinations.
func choose(th *eval.Thread, name string, args []eval.Value, kw []eval.Kwarg) (pool []eval.Value, r int, err error) {
	var x eval.Value
	var rv eval.Value = eval.None
	if err = eval.UnpackArgs(name, args, kw, "iterable", &x, "r?", &rv); err != nil {
		return
	}
	if pool, err = eval.ToSlice(th, x); err != nil {
		return
	}
	r = len(pool)
	if rv != none || name != "permutations" {
		if rv == none {
			return nil, 0, eval.Raise("TypeError", "%s() missing required argument 'r' (pos 2)", name)
		}
		n, err := wantInt(rv)
		if err != nil {
			return nil, 0, err
		}
		if n < 0 {
			return nil, 0, eval.Raise("ValueError", "r must be non-negative")
		}
		r = int(min(n, int64(th.Limits().Items)))
	}
	if r > 64 {
		err = th.Alloc(16 * r)
	}
	return pool, r, err
}

// passing is what a tuple of n elements is charged that most programs look at and let go: half its size.
func passing(n int) int {
	if n > 16 {
		return 16*n + 64
	}
	return 8*n + 16
}

// pick makes the tuple of the pool's elements at some indices.
func pick(th *eval.Thread, pool []eval.Value, idx []int) (eval.Value, error) {
	t := eval.MakeTuple(len(idx))
	out := t.Elems()
	for i, j := range idx {
		out[i] = pool[j]
	}
	if err := th.Alloc(passing(len(idx))); err != nil {
		return nil, err
	}
	if err := th.Step(len(idx)/2 + 4); err != nil {
		return nil, err
	}
	return t, nil
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func itCombinations(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	pool, r, err := choose(th, "combinations", args, kw)
	if err != nil {
		return nil, err
	}
	n := len(pool)
	var idx []int
	done := r > n
	return lazy("combinations", func(th *eval.Thread) (eval.Value, error) {
		if done {
			return nil, nil
		}
		if idx == nil {
			idx = upTo(r)
			done = r == 0
			return pick(th, pool, idx)
		}
		i := r - 1
		for i >= 0 && idx[i] == i+n-r {
			i--
		}
		if i < 0 {
			done = true
			return nil, nil
		}
		idx[i]++
		for j := i + 1; j < r; j++ {
			idx[j] = idx[j-1] + 1
		}
		return pick(th, pool, idx)
	}), nil
}

func itCombReplace(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	pool, r, err := choose(th, "combinations_with_replacement", args, kw)
	if err != nil {
		return nil, err
	}
	n := len(pool)
	var idx []int
	done := n == 0 && r > 0
	return lazy("combinations_with_replacement", func(th *eval.Thread) (eval.Value, error) {
		if done {
			return nil, nil
		}
		if idx == nil {
			idx = make([]int, r)
			done = r == 0
			return pick(th, pool, idx)
		}
		i := r - 1
		for i >= 0 && idx[i] == n-1 {
			i--
		}
		if i < 0 {
			done = true
			return nil, nil
		}
		k := idx[i] + 1
		for ; i < r; i++ {
			idx[i] = k
		}
		return pick(th, pool, idx)
	}), nil
}

func itPermutations(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	pool, r, err := choose(th, "permutations", args, kw)
	if err != nil {
		return nil, err
	}
	n := len(pool)
	var idx, cycles []int
	done := r > n
	return lazy("permutations", func(th *eval.Thread) (eval.Value, error) {
		if done {
			return nil, nil
		}
		if idx == nil {
			idx = upTo(n)
			for i := range r {
				cycles = append(cycles, n-i)
			}
			return pick(th, pool, idx[:r])
		}
		for i := r - 1; i >= 0; i-- {
			cycles[i]--
			if cycles[i] == 0 {
				first := idx[i]
				copy(idx[i:], idx[i+1:])
				idx[n-1] = first
				cycles[i] = n - i
				continue
			}
			j := n - cycles[i]
			idx[i], idx[j] = idx[j], idx[i]
			return pick(th, pool, idx[:r])
		}
		done = true
		return nil, nil
	}), nil
}

func itProduct(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	repeat := 1
	if err := eval.UnpackArgs("product", nil, kw, "*repeat?", &repeat); err != nil {
		return nil, err
	}
	if repeat < 0 {
		return nil, eval.Raise("ValueError", "repeat argument cannot be negative")
	}
	var pools [][]eval.Value
	for _, a := range args {
		p, err := eval.ToSlice(th, a)
		if err != nil {
			return nil, err
		}
		pools = append(pools, p)
	}
	if err := room(th, repeat*max(len(args), 1)); err != nil {
		return nil, err
	}
	base := pools
	pools = nil
	for range repeat {
		pools = append(pools, base...)
	}
	var idx []int
	done := false
	for _, p := range pools {
		done = done || len(p) == 0
	}
	return lazy("product", func(th *eval.Thread) (eval.Value, error) {
		if done {
			return nil, nil
		}
		if idx == nil {
			idx = make([]int, len(pools))
		} else {
			i := len(pools) - 1
			for ; i >= 0; i-- {
				if idx[i]++; idx[i] < len(pools[i]) {
					break
				}
				idx[i] = 0
			}
			if i < 0 {
				done = true
				return nil, nil
			}
		}
		t := eval.MakeTuple(len(pools))
		out := t.Elems()
		for i, p := range pools {
			out[i] = p[idx[i]]
		}
		done = len(pools) == 0
		if err := th.Alloc(passing(len(pools))); err != nil {
			return nil, err
		}
		return t, th.Step(len(pools)/2 + 4)
	}), nil
}
