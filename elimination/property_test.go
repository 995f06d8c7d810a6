package elimination_test

import (
	"context"
	"fmt"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"github.com/quandary-puzzles/quandary/elimination"
)

// hidden is a problem with a solution: person p has item at[c][p] of category c. Category 0 holds numbers.
type hidden struct {
	m, n int
	at   [][]int
	call []func(s *elimination.Solver) (int, error)
}

func (h *hidden) problem() elimination.Problem {
	var p elimination.Problem
	for c := 0; c < h.m; c++ {
		cat := elimination.Category{Label: c}
		for i := 0; i < h.n; i++ {
			if c == 0 {
				cat.Items = append(cat.Items, i*(i+1)) // uneven gaps
			} else {
				cat.Items = append(cat.Items, fmt.Sprintf("%c%d", 'a'+c, i))
			}
		}
		p = append(p, cat)
	}
	return p
}

func (h *hidden) item(p elimination.Problem, c, person int) elimination.Item {
	return elimination.Item{Category: c, Label: p[c].Items[h.at[c][person]]}
}

// drawHidden draws a solution and true calls about it.
func drawHidden(t *rapid.T, maxM, maxN, calls int) *hidden {
	h := &hidden{m: rapid.IntRange(2, maxM).Draw(t, "m"), n: rapid.IntRange(2, maxN).Draw(t, "n")}
	base := make([]int, h.n)
	for i := range base {
		base[i] = i
	}
	for c := 0; c < h.m; c++ {
		h.at = append(h.at, rapid.Permutation(base).Draw(t, "at"))
	}
	p := h.problem()
	person := rapid.IntRange(0, h.n-1)
	cat := rapid.IntRange(0, h.m-1)
	for k := rapid.IntRange(0, calls).Draw(t, "calls"); k > 0; k-- {
		i, j, c, d := person.Draw(t, "i"), person.Draw(t, "j"), cat.Draw(t, "c"), cat.Draw(t, "d")
		x, y := h.item(p, c, i), h.item(p, d, j)
		diff := float64(p[0].Items[h.at[0][j]].(int) - p[0].Items[h.at[0][i]].(int))
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			if c != d && i == j {
				h.call = append(h.call, func(s *elimination.Solver) (int, error) { return s.Match(x, y) })
			}
		case 1:
			if c != d && i != j {
				mine := h.item(p, d, i)
				h.call = append(h.call, func(s *elimination.Solver) (int, error) { return s.Match(x, y, mine) })
			}
		case 2:
			if i != j {
				h.call = append(h.call, func(s *elimination.Solver) (int, error) { return s.Unmatch(x, y) })
			}
		case 3:
			if diff > 0 {
				h.call = append(h.call, func(s *elimination.Solver) (int, error) { return s.LessThan(x, y, 0) })
			}
		case 4:
			if diff > 0 {
				h.call = append(h.call, func(s *elimination.Solver) (int, error) { return s.GreaterThan(y, x, 0, 1, diff) })
			}
		case 5:
			if i != j {
				h.call = append(h.call, func(s *elimination.Solver) (int, error) { return s.AdjacentTo(x, y, 0, max(diff, -diff)) })
			}
		}
	}
	return h
}

func build(t *rapid.T, p elimination.Problem) *elimination.Solver {
	s, err := elimination.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// links gives every row, which is the whole state.
func links(s *elimination.Solver) []uint64 {
	var rows []uint64
	for x := 0; x < s.M()*s.N(); x++ {
		for c := 0; c < s.M(); c++ {
			rows = append(rows, s.Graph().Row(x, c))
		}
	}
	return rows
}

func TestAnyOrderOfTrueCallsGivesTheSameFixpoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawHidden(t, 4, 6, 12)
		p := h.problem()
		one, two := build(t, p), build(t, p)
		total := 0
		for _, c := range h.call {
			n, err := c(one)
			if err != nil {
				t.Fatal(err)
			}
			total += n
		}
		order := rapid.Permutation(h.call).Draw(t, "order")
		for _, c := range order {
			if _, err := c(two); err != nil {
				t.Fatal(err)
			}
		}
		if a, b := links(one), links(two); fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("the order of calls shows:\n%v\n%v", a, b)
		}
		if total != build(t, p).Edges()-one.Edges() {
			t.Fatalf("calls say they removed %d links", total)
		}
		// No true link is removed, and the count of edges is what the rows say.
		sum := 0
		for x := 0; x < h.m*h.n; x++ {
			for c := 0; c < h.m; c++ {
				if c != x/h.n {
					sum += bits.OnesCount64(one.Graph().Row(x, c))
				}
			}
		}
		if sum != 2*one.Edges() {
			t.Fatalf("%d edges counted, %d in the rows", one.Edges(), sum)
		}
		for person := 0; person < h.n; person++ {
			for c := 0; c < h.m; c++ {
				for d := 0; d < h.m; d++ {
					if !one.Graph().Linked(c*h.n+h.at[c][person], d*h.n+h.at[d][person]) {
						t.Fatalf("a true link is gone: person %d, categories %d and %d", person, c, d)
					}
				}
			}
		}
		// Stronger rules keep it too, and give up nothing.
		if _, err := one.Deepen(context.Background()); err != nil {
			t.Fatal(err)
		}
		for person := 0; person < h.n; person++ {
			for c := 1; c < h.m; c++ {
				if !one.Graph().Linked(h.at[0][person], c*h.n+h.at[c][person]) {
					t.Fatal("a stronger rule removed a true link")
				}
			}
		}
		for range order {
			two.Undo()
		}
		if fmt.Sprint(links(two)) != fmt.Sprint(links(build(t, p))) {
			t.Fatal("undoing everything does not give the first state")
		}
	})
}

// TestDecideAgainstBruteForce counts solutions by trying all permutations.
func TestDecideAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawHidden(t, 3, 4, 5)
		p := h.problem()
		s := build(t, p)
		var calls []func(*elimination.Solver) (int, error)
		for i, c := range h.call {
			if _, err := c(s); err != nil {
				t.Fatal(err)
			}
			calls = append(calls, h.call[i])
		}
		o, err := s.Decide(context.Background(), 1000)
		if err != nil || !o.All {
			t.Fatal(o, err)
		}
		// A call holds in a solution when it does not contradict the matches that spell it out.
		want := 0
		permute(h.m-1, h.n, nil, func(perms [][]int) {
			full := build(t, p)
			for c, perm := range perms {
				for i, j := range perm {
					if _, err := full.Match(elimination.Item{Category: 0, Label: p[0].Items[i]},
						elimination.Item{Category: c + 1, Label: p[c+1].Items[j]}); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, c := range calls {
				if _, err := c(full); err != nil {
					return
				}
			}
			want++
		})
		if len(o.Solutions) != want {
			t.Fatalf("%d solutions, brute force finds %d", len(o.Solutions), want)
		}
	})
}

func permute(k, n int, done [][]int, visit func([][]int)) {
	if k == 0 {
		visit(done)
		return
	}
	var rec func(perm []int, used int)
	rec = func(perm []int, used int) {
		if len(perm) == n {
			permute(k-1, n, append(append([][]int(nil), done...), append([]int(nil), perm...)), visit)
			return
		}
		for i := 0; i < n; i++ {
			if used>>i&1 == 0 {
				rec(append(perm, i), used|1<<i)
			}
		}
	}
	rec(nil, 0)
}
