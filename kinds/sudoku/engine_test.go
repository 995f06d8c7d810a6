package sudoku

import (
	"context"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

const SWEEP, BUDGET = 8, 100

func TestProbe(t *testing.T) {
	for _, n := range []int{25} {
		r, c := grid.BoxShape(n)
		l, _ := grid.NewLayout(r, c, false)
		e := newEngine(l)
		e0 := newEngine(l)
		var total time.Duration
		for seed := range uint64(2) {
			st := rng.New(seed)
			t0 := time.Now()
			e.reset()
			e0.reset()
			e0.shuffle(st.IntN)
			o, _ := e0.ask(context.Background(), nil, nil, 0)
			if o != satisfied {
				t.Fatal(n, o)
			}
			vals := make([]int, n*n)
			for f, v := range e0.val {
				if v > 0 {
					vals[f/n] = f%n + 1
				}
			}
			if !l.Solves(vals) {
				t.Fatal("wrong")
			}
			tf := time.Since(t0)
			cf := e.conflicts
			if n > 25 {
				t.Log(n, seed, "full", tf, "conflicts", cf)
				continue
			}
			t0 = time.Now()
			e.reset()
			for i := range e.phase {
				e.phase[i] = false
			}
			for c, v := range vals {
				e.phase[c*n+v-1] = true
			}
			order := st.Perm(n * n)
			// assumption order: last tested first
			var as []lit
			for i := len(order) - 1; i >= 0; i-- {
				as = append(as, pos(int32(order[i]*n+vals[order[i]]-1)))
			}
			kept := 0
			lastc := e.conflicts
			var num [3]int
			var tot [3]time.Duration
			var confs [3]uint64
			var kl []lit
			c0 := e.conflicts
			var worst time.Duration
			sure := map[lit]bool{}
			sinceSweep := 0
			var sweepT time.Duration
			swept := 0
			for len(as) > 0 {
				if sinceSweep >= SWEEP && len(as)+len(kl) < n*n*6/10 {
					sinceSweep = 0
					ts := time.Now()
					for i := range as {
						if sure[as[i]] {
							continue
						}
						rest := append(append([]lit{}, kl...), as[:i]...)
						rest = append(rest, as[i+1:]...)
						if o, _ := e.ask(context.Background(), rest, []lit{as[i].not()}, BUDGET); o == satisfied {
							sure[as[i]] = true
							swept++
						}
					}
					sweepT += time.Since(ts)
					lastc = e.conflicts
				}
				p := as[len(as)-1]
				as = as[:len(as)-1]
				if sure[p] {
					kept++
					kl = append(kl, p)
					continue
				}
				t1 := time.Now()
				o, _ := e.ask(context.Background(), append(kl, as...), []lit{p.not()}, 0)
				tot[o] += time.Since(t1)
				confs[o] += e.conflicts - lastc
				num[o]++
				lastc = e.conflicts
				if d := time.Since(t1); d > worst {
					worst = d
				}
				if o == satisfied {
					kept++
					kl = append(kl, p)
				} else {
					sinceSweep++
				}
			}
			total += time.Since(t0)
			t.Log("TOTAL", total)
			t.Log("sweeps", sweepT, swept)
			t.Log(n, seed, "full", tf, cf, "carve", time.Since(t0), "kept", kept, "conflicts", e.conflicts-c0, "worst", worst, num, tot, confs, "avg len", float64(e.lits)/float64(e.conflicts))
		}
	}
}
