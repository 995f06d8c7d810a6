package ocl

import (
	"testing"

	"pgregory.net/rapid"
)

// truths is a formula as it is meant: its value under each of the assignments.
type truths []bool

// TestCircuit builds random formulas and compares them, and what they are translated to, with what they mean.
func TestCircuit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := &openState{c: NewCircuit()}
		c := o.c
		for range rapid.IntRange(1, 3).Draw(t, "decisions") {
			c.Decide(rapid.SampledFrom([]int{1, 2, 3, 70}).Draw(t, "size"))
		}
		var all [][]int
		o.assignments(func(value func(Decision) int) {
			vs := make([]int, c.Decisions())
			for i := range vs {
				vs[i] = value(Decision(i))
			}
			all = append(all, vs)
		})
		if len(all) > 5000 {
			all = all[:5000]
		}
		mean := func(f func(vs []int) bool) truths {
			out := make(truths, len(all))
			for i, vs := range all {
				out[i] = f(vs)
			}
			return out
		}
		fs := []Formula{False, True}
		ms := []truths{mean(func([]int) bool { return false }), mean(func([]int) bool { return true })}
		pick := func() int { return rapid.IntRange(0, len(fs)-1).Draw(t, "formula") }
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "op") {
			case 0, 1:
				d := rapid.IntRange(0, c.Decisions()-1).Draw(t, "decision")
				set := map[int]bool{}
				var vs []int
				for range rapid.IntRange(0, 3).Draw(t, "values") {
					v := rapid.IntRange(0, c.Size(Decision(d))-1).Draw(t, "value")
					vs, set[v] = append(vs, v), true
				}
				fs, ms = append(fs, c.In(Decision(d), vs...)), append(ms, mean(func(vs []int) bool { return set[vs[d]] }))
			case 2:
				i := pick()
				fs = append(fs, Not(fs[i]))
				m := make(truths, len(all))
				for k, b := range ms[i] {
					m[k] = !b
				}
				ms = append(ms, m)
			case 3, 4:
				or := rapid.Bool().Draw(t, "or")
				var args []Formula
				m := make(truths, len(all))
				for k := range m {
					m[k] = !or
				}
				for range rapid.IntRange(0, 4).Draw(t, "n") {
					i := pick()
					args = append(args, fs[i])
					for k, b := range ms[i] {
						if or {
							m[k] = m[k] || b
						} else {
							m[k] = m[k] && b
						}
					}
				}
				f := c.And(args...)
				if or {
					f = c.Or(args...)
				}
				fs, ms = append(fs, f), append(ms, m)
			case 5:
				var ts []Weighted
				sums := make([]int64, len(all))
				for range rapid.IntRange(0, 5).Draw(t, "n") {
					i, w := pick(), int64(rapid.IntRange(-3, 3).Draw(t, "weight"))
					ts = append(ts, Weighted{w, fs[i]})
					for k, b := range ms[i] {
						if b {
							sums[k] += w
						}
					}
				}
				bound := int64(rapid.IntRange(-4, 6).Draw(t, "bound"))
				m := make(truths, len(all))
				for k, s := range sums {
					m[k] = s >= bound
				}
				fs, ms = append(fs, c.AtLeast(bound, ts...)), append(ms, m)
			}
		}
		i := len(fs) - 1
		assumed := all[rapid.IntRange(0, len(all)-1).Draw(t, "assumed")]
		under := c.Assume(fs[i], func(d Decision) int {
			if d == 0 {
				return assumed[0]
			}
			return -1
		})
		for k, vs := range all {
			if vs[0] == assumed[0] && c.Eval(under, func(d Decision) int { return vs[d] }) != ms[i][k] {
				t.Fatalf("under %v the formula is %v, but not where its decision is assumed", vs, ms[i][k])
			}
		}
		out := Translate(c, Builder[truths](meanings{all}), fs[i])[0]
		for k, vs := range all {
			if got := c.Eval(fs[i], func(d Decision) int { return vs[d] }); got != ms[i][k] {
				t.Fatalf("under %v the formula is %v", vs, got)
			}
			if out[k] != ms[i][k] {
				t.Fatalf("under %v the translated formula is %v", vs, out[k])
			}
		}
	})
}

// meanings builds what formulas mean.
type meanings struct{ all [][]int }

func (b meanings) each(f func(i int) bool) truths {
	out := make(truths, len(b.all))
	for i := range out {
		out[i] = f(i)
	}
	return out
}

func (b meanings) Truth(x bool) truths { return b.each(func(int) bool { return x }) }

func (b meanings) Not(x truths) truths { return b.each(func(i int) bool { return !x[i] }) }

func (b meanings) And(xs []truths) truths {
	return b.each(func(i int) bool {
		for _, x := range xs {
			if !x[i] {
				return false
			}
		}
		return true
	})
}

func (b meanings) Or(xs []truths) truths {
	return b.each(func(i int) bool {
		for _, x := range xs {
			if x[i] {
				return true
			}
		}
		return false
	})
}

func (b meanings) In(d Decision, values []int) truths {
	return b.each(func(i int) bool {
		for _, v := range values {
			if b.all[i][d] == v {
				return true
			}
		}
		return false
	})
}

func (b meanings) AtLeast(bound int64, weights []int64, xs []truths) truths {
	return b.each(func(i int) bool {
		var sum int64
		for k, x := range xs {
			if x[i] {
				sum += weights[k]
			}
		}
		return sum >= bound
	})
}
