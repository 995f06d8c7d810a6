package model_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
)

// picture reads a graph of cells: # is a node that is there, . one that is not; side neighbours are joined, by edges that all
// count, in the order of the cells, right before down.
func picture(p *model.Problem, rows ...string) model.Graph {
	var nodes []model.Term
	var edges []model.GraphEdge
	w := len(rows[0])
	for y, row := range rows {
		for x, c := range row {
			n := y*w + x
			nodes = append(nodes, p.Truth(c == '#'))
			if x+1 < w {
				edges = append(edges, model.GraphEdge{A: n, B: n + 1, On: model.True})
			}
			if y+1 < len(rows) {
				edges = append(edges, model.GraphEdge{A: n, B: n + w, On: model.True})
			}
		}
	}
	return p.Graph(nodes, edges)
}

// joined is a graph of nodes that are all there and the edges told as "01 12".
func joined(p *model.Problem, nodes int, edges string) model.Graph {
	var ts []model.Term
	for range nodes {
		ts = append(ts, model.True)
	}
	var es []model.GraphEdge
	for _, e := range strings.Fields(edges) {
		es = append(es, model.GraphEdge{A: int(e[0] - '0'), B: int(e[1] - '0'), On: p.Truth(len(e) == 2)}) // "01x" is an edge that is not there
	}
	return p.Graph(ts, es)
}

// TestGraphQueries tells what each query means, by pictures.
func TestGraphQueries(t *testing.T) {
	p := model.NewProblem()
	two, one, none := picture(p, "##.#", "#..#"), picture(p, "##.", ".##", "..#"), picture(p, "..", "..")
	ones := func(n int) []model.Term {
		var ts []model.Term
		for i := range n {
			ts = append(ts, p.Num(int64(i)))
		}
		return ts
	}
	big := p.Pow(p.Num(2), p.Num(80))
	odd := &model.DFA{States: 2, First: 0, Accept: []int{1}, Steps: []model.DFAStep{{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}}}
	for _, c := range []struct {
		name string
		term model.Term
		want string
	}{
		{"two groups are not connected", p.Connected(two), "false"},
		{"one group is", p.Connected(one), "true"},
		{"no node is", p.Connected(none), "true"},
		{"two groups", p.Groups(two), "2"},
		{"no group", p.Groups(none), "0"},
		{"same group", p.Same(two, 0, 4), "true"},
		{"other group", p.Same(two, 0, 3), "false"},
		{"a node with itself", p.Same(two, 3, 3), "true"},
		{"an absent node with itself", p.Same(two, 2, 2), "false"},
		{"sum of a group", p.GroupSum(two, 1, ones(8)), "5"},
		{"sum of the other", p.GroupSum(two, 7, ones(8)), "10"},
		{"sum of no group", p.GroupSum(two, 2, ones(8)), "0"},
		{"truths as weights", p.GroupSum(two, 7, []model.Term{model.True, model.True, model.True, model.True, model.True, model.True, model.True, model.True}), "2"},
		{"a weight beyond 64 bits", p.GroupSum(joined(p, 2, "01"), 0, []model.Term{big, p.Num(1)}), "1208925819614629174706177"},
		{"first of a group", p.GroupFirst(two, 3), "true"},
		{"second of a group", p.GroupFirst(two, 7), "false"},
		{"absent, so not first", p.GroupFirst(two, 2), "false"},
		{"a tree", p.Acyclic(joined(p, 5, "01 12 34")), "true"},
		{"a triangle", p.Acyclic(joined(p, 4, "01 12 20")), "false"},
		{"a triangle with a side that is not there", p.Acyclic(joined(p, 4, "01 12 20x")), "true"},
		{"parallel edges", p.Acyclic(joined(p, 2, "01 10")), "false"},
		{"a loop", p.Loop(joined(p, 4, "01 12 20")), "true"},
		{"a loop of two", p.Loop(joined(p, 2, "01 10")), "true"},
		{"no line is no loop", p.Loop(joined(p, 2, "")), "false"},
		{"an open line is no loop", p.Loop(joined(p, 3, "01 12")), "false"},
		{"two loops are no loop", p.Loop(joined(p, 6, "01 12 20 34 45 53")), "false"},
		{"a crossing is no loop", p.Loop(joined(p, 5, "01 12 20 23 34 42")), "false"},
		{"a wall between groups", p.Parted(joined(p, 4, "01 12x 23")), "true"},
		{"a wall within a group", p.Parted(joined(p, 4, "01 12x 23 30")), "false"},
		{"odd", p.Regular(odd, []model.Term{model.True, model.False, p.Num(1), p.Num(1)}), "true"},
		{"even", p.Regular(odd, []model.Term{p.Num(1), p.Num(1)}), "false"},
		{"nothing read", p.Regular(odd, nil), "false"},
		{"no step for a value", p.Regular(odd, []model.Term{p.Num(2), p.Num(1)}), "false"},
		{"a value beyond 64 bits", p.Regular(odd, []model.Term{big}), "false"},
	} {
		v, err := p.Eval(c.term, nil)
		if err != nil || v.String() != c.want {
			t.Errorf("%s: %v, error %v; want %s", c.name, v, err, c.want)
		}
	}
	if err := p.Err(); err != nil {
		t.Fatal(err)
	}
}

// TestGraphsAreShared: equal graphs and automata have equal names, whichever way their steps are listed.
func TestGraphsAreShared(t *testing.T) {
	p := model.NewProblem()
	a, b, x := p.Bool("a"), p.Bool("b"), p.Bool("x")
	edges := []model.GraphEdge{{A: 0, B: 1, On: x}}
	g := p.Graph([]model.Term{a, b}, edges)
	if p.Graph([]model.Term{a, b}, edges) != g {
		t.Error("the same graph has another name")
	}
	if p.Graph([]model.Term{b, a}, edges) == g || p.Graph([]model.Term{a, b}, []model.GraphEdge{{A: 1, B: 0, On: x}}) == g {
		t.Error("another graph has the same name")
	}
	one := p.Regular(&model.DFA{States: 2, Accept: []int{1, 0}, Steps: []model.DFAStep{{1, 5, 0}, {0, 5, 1}, {0, 5, 1}}}, []model.Term{a})
	two := p.Regular(&model.DFA{States: 2, Accept: []int{0, 1, 1}, Steps: []model.DFAStep{{0, 5, 1}, {1, 5, 0}}}, []model.Term{a})
	if one != two {
		t.Error("the same automaton has another name")
	}
	if got := fmt.Sprint(p.GraphNodes(g), p.GraphEdges(g), p.GraphOf(p.Same(g, 1, 0)) == g, p.GraphOf(x), p.QueryNodes(p.Same(g, 1, 0))); got !=
		fmt.Sprint([]model.Term{a, b}, edges, true, 0, []int{1, 0}) {
		t.Errorf("taken apart: %s", got)
	}
	if w := p.QueryWeights(p.GroupSum(g, 1, []model.Term{p.Num(3), p.Num(4)})); len(w) != 2 || w[1] != p.Num(4) {
		t.Errorf("weights taken apart: %v", w)
	}
	if p.Normal(p.Same(g, 1, 0)) != p.Same(g, 0, 1) || p.Normal(p.Same(g, 1, 1)) != b {
		t.Error("normal forms of Same")
	}
}

// TestGraphsWithoutValue: where a part of a graph has no value, no query has one, and the total form says so.
func TestGraphsWithoutValue(t *testing.T) {
	p := model.NewProblem()
	a, n := p.Bool("a"), p.IntIn("n", 0, 2)
	half := p.Eq(p.IntDiv(p.Num(2), n), p.Num(1)) // no value at n = 0
	g := p.Graph([]model.Term{a, half, model.True}, []model.GraphEdge{{A: 0, B: 1, On: model.True}, {A: 1, B: 2, On: half}})
	free := p.Graph([]model.Term{a}, nil)
	partial := p.IntDiv(p.Num(4), n)
	terms := []model.Term{
		p.Connected(g), p.Not(p.Connected(g)), p.Eq(p.Groups(g), p.Num(2)), p.Same(g, 0, 2), p.Or(a, p.Not(p.Acyclic(g))),
		p.Le(p.GroupSum(g, 2, []model.Term{p.Num(1), a, n}), p.Num(3)), p.Le(p.GroupSum(free, 0, []model.Term{partial}), p.Num(3)),
		p.Regular(&model.DFA{States: 2, Accept: []int{1}, Steps: []model.DFAStep{{0, 2, 1}}}, []model.Term{partial}),
	}
	for i, term := range terms {
		normal := p.Normal(term)
		for _, truth := range []bool{false, true} {
			for k := range int64(3) {
				as := model.Assignment{model.BoolValue(truth), model.IntValue(k)}
				v, err := p.Eval(term, as)
				if err != nil && (k != 0 || !strings.Contains(err.Error(), "divides by zero")) {
					t.Errorf("term %d with a %v, n %d: %v", i, truth, k, err)
				}
				total, err := p.Eval(normal, as)
				if k != 0 && err != nil { // at 0 the quotient in the total form has no value for Eval; And decides where it counts
					t.Errorf("normal form %d with a %v, n %d: %v", i, truth, k, err)
				}
				if k != 0 && total.Bool() != v.Bool() || total.Valid() && v.Valid() && total.Bool() != v.Bool() {
					t.Errorf("term %d with a %v, n %d is %v, its normal form %v", i, truth, k, v, total)
				}
			}
		}
	}
}
