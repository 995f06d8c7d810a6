package canon

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// plain is a graph as a test writes it: labels and edges.
type plain struct {
	labels []string
	edges  [][3]int // from, to, role
}

// graph makes the Graph with the nodes numbered by perm and the edges in an order of the stream's.
func (p plain) graph(perm []int, r *rng.Stream) *Graph {
	g := &Graph{}
	at := make([]int, len(perm))
	for v, i := range perm {
		at[i] = v
	}
	for _, v := range at {
		g.Node(p.labels[v])
	}
	for _, i := range r.Perm(len(p.edges)) {
		e := p.edges[i]
		g.Edge(perm[e[0]], perm[e[1]], fmt.Sprint("role ", e[2]))
	}
	return g
}

func (p plain) identity() *Graph {
	perm := make([]int, len(p.labels))
	for i := range perm {
		perm[i] = i
	}
	return p.graph(perm, rng.New(0))
}

// same reports by trying every numbering whether two graphs are equal up to numbering.
func same(a, b plain) bool {
	if len(a.labels) != len(b.labels) || len(a.edges) != len(b.edges) {
		return false
	}
	want := map[[3]int]int{}
	for _, e := range b.edges {
		want[e]++
	}
	n := len(a.labels)
	perm, used := make([]int, n), make([]bool, n)
	var try func(v int) bool
	try = func(v int) bool {
		if v == n {
			got := map[[3]int]int{}
			for _, e := range a.edges {
				k := [3]int{perm[e[0]], perm[e[1]], e[2]}
				if got[k]++; got[k] > want[k] {
					return false
				}
			}
			return true
		}
		for i := range n {
			if !used[i] && a.labels[v] == b.labels[i] {
				perm[v], used[i] = i, true
				if try(v + 1) {
					return true
				}
				used[i] = false
			}
		}
		return false
	}
	return try(0)
}

func drawGraph(r *rng.Stream, nodes int) plain {
	var p plain
	for range nodes {
		p.labels = append(p.labels, []string{"a", "a", "a", "b"}[r.IntN(4)])
	}
	for range r.IntN(2*nodes + 1) {
		p.edges = append(p.edges, [3]int{r.IntN(nodes), r.IntN(nodes), r.IntN(2)})
	}
	return p
}

// TestAgainstBruteForce: forms are equal exactly where some numbering makes the graphs equal.
func TestAgainstBruteForce(t *testing.T) {
	r := rng.New(1)
	equal := 0
	for i := range 4000 {
		n := 1 + r.IntN(6)
		a, b := drawGraph(r, n), drawGraph(r, n)
		if r.Bool() { // nearly the same, so that equal ones and close ones come up
			b = plain{slices.Clone(a.labels), slices.Clone(a.edges)}
			if len(b.edges) > 0 {
				b.edges[0][1] = r.IntN(n)
			}
		}
		fa, fb := a.identity().Canonical(0), b.graph(r.Perm(n), r).Canonical(0)
		if !fa.Exact || !fb.Exact {
			t.Fatal("the form of a small graph is not exact")
		}
		got, want := bytes.Equal(fa.Bytes, fb.Bytes), same(a, b)
		if got != want {
			t.Fatalf("pair %d: equal forms: %v, equal graphs: %v\n%v\n%v", i, got, want, a, b)
		}
		if want {
			equal++
		}
	}
	if equal < 500 {
		t.Errorf("only %d pairs are equal: the test tests little", equal)
	}
}

// TestRenumbered: the form does not depend on the numbering, for graphs too large to try all.
func TestRenumbered(t *testing.T) {
	r := rng.New(3)
	for size := 1; size <= 60; size++ {
		p := plain{}
		for range size {
			p.labels = append(p.labels, string(rune('a'+r.IntN(2))))
		}
		for range r.IntN(3*size + 1) {
			p.edges = append(p.edges, [3]int{r.IntN(size), r.IntN(size), r.IntN(2)})
		}
		renumbered(t, fmt.Sprint("random of ", size), p, r)
	}
	for name, p := range symmetric() {
		renumbered(t, name, p, r)
	}
}

func renumbered(t *testing.T, name string, p plain, r *rng.Stream) {
	t.Helper()
	want := p.identity().Canonical(0)
	if !want.Exact {
		t.Errorf("%s: not exact after %d steps", name, want.Work)
	}
	for range 5 {
		if got := p.graph(r.Perm(len(p.labels)), r).Canonical(0); !bytes.Equal(got.Bytes, want.Bytes) {
			t.Errorf("%s: the form depends on the numbering", name)
		}
	}
}

// symmetric gives graphs that refinement alone leaves in one colour.
func symmetric() map[string]plain {
	out := map[string]plain{}
	both := func(name string, n int, joined func(a, b int) bool) {
		p := plain{labels: make([]string, n)}
		for a := range n {
			for b := range n {
				if a != b && joined(a, b) {
					p.edges = append(p.edges, [3]int{a, b, 0})
				}
			}
		}
		out[name] = p
	}
	both("none", 40, func(a, b int) bool { return false })
	both("complete", 30, func(a, b int) bool { return true })
	both("cycle of 12", 12, func(a, b int) bool { d := (a - b + 12) % 12; return d == 1 || d == 11 })
	both("two cycles of 6", 12, func(a, b int) bool { d := (a - b + 6) % 6; return a/6 == b/6 && (d == 1 || d == 5) })
	both("20 triangles", 60, func(a, b int) bool { return a/3 == b/3 })
	both("cube of 6 dimensions", 64, func(a, b int) bool { d := a ^ b; return d&(d-1) == 0 })
	// The two strongly regular graphs with parameters (16, 6, 2, 2): the rook's graph and Shrikhande's.
	both("rook", 16, func(a, b int) bool { return a/4 == b/4 || a%4 == b%4 })
	both("Shrikhande", 16, func(a, b int) bool {
		x, y := (a/4-b/4+4)%4, (a%4-b%4+4)%4
		return x == 0 && (y == 1 || y == 3) || y == 0 && (x == 1 || x == 3) || x == y && (x == 1 || x == 3)
	})
	both("Petersen", 10, func(a, b int) bool {
		if a < 5 && b < 5 {
			return (a-b+5)%5 == 1 || (a-b+5)%5 == 4
		}
		if a >= 5 && b >= 5 {
			return (a-b+5)%5 == 2 || (a-b+5)%5 == 3
		}
		return a%5 == b%5
	})
	return out
}

// TestLookalikes: graphs that refinement cannot tell apart have different forms.
func TestLookalikes(t *testing.T) {
	g := symmetric()
	for _, c := range [][2]string{{"cycle of 12", "two cycles of 6"}, {"rook", "Shrikhande"}} {
		if bytes.Equal(g[c[0]].identity().Canonical(0).Bytes, g[c[1]].identity().Canonical(0).Bytes) {
			t.Errorf("%s and %s have the same form", c[0], c[1])
		}
	}
}

// TestBudget: without the means to search, a form is still the whole graph, so only equal graphs have equal forms.
func TestBudget(t *testing.T) {
	puztest.From(t, puztest.Usual)
	r := rng.New(8)
	g := symmetric()
	for name, p := range g {
		for _, budget := range []int{1, 300, 3000} {
			f := p.graph(r.Perm(len(p.labels)), r).Canonical(budget)
			if budget == 1 && f.Exact {
				t.Errorf("%s: exact after one step", name)
			}
			for other, q := range g {
				if other != name && bytes.Equal(f.Bytes, q.identity().Canonical(0).Bytes) {
					t.Errorf("%s with %d steps has the form of %s", name, budget, other)
				}
			}
		}
	}
	// What looks the same from every node is written the same under any numbering that was reached.
	p := g["cube of 6 dimensions"]
	if a, b := p.identity().Canonical(20_000), p.graph(r.Perm(64), r).Canonical(20_000); a.Exact || !bytes.Equal(a.Bytes, b.Bytes) {
		t.Errorf("exact: %v, equal: %v", a.Exact, bytes.Equal(a.Bytes, b.Bytes))
	}
}

// TestOrder: the order of a form carries each of two equal graphs to the other.
func TestOrder(t *testing.T) {
	r := rng.New(9)
	for name, p := range symmetric() {
		n := len(p.labels)
		perm := r.Perm(n)
		a, b := p.identity().Canonical(0), p.graph(perm, r).Canonical(0)
		to := make([]int, n)
		for i := range n {
			to[a.Order[i]] = b.Order[i]
		}
		edges := map[[3]int]int{}
		for _, e := range p.edges {
			edges[[3]int{perm[e[0]], perm[e[1]], e[2]}]++
		}
		for _, e := range p.edges {
			if edges[[3]int{to[e[0]], to[e[1]], e[2]}]--; edges[[3]int{to[e[0]], to[e[1]], e[2]}] < 0 {
				t.Fatalf("%s: the orders do not carry edge %v to an edge", name, e)
			}
		}
	}
}

// TestWork holds the work that symmetric graphs take: a search that grows with the number of automorphisms shows here.
func TestWork(t *testing.T) {
	for name, most := range map[string]int{"none": 700_000, "complete": 900_000, "20 triangles": 2_400_000, "cube of 6 dimensions": 80_000, "Shrikhande": 12_000} {
		if f := symmetric()[name].identity().Canonical(0); f.Work > most {
			t.Errorf("%s: %d steps, expected at most %d", name, f.Work, most)
		}
	}
	if f := (&Graph{}).Canonical(0); !f.Exact {
		t.Error("the empty graph has no exact form")
	}
}
