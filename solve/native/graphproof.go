package native

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/graphs"
)

// What a proof tells of graphs and automata: what they are as terms (step T), and as constraints over literals and integers
// (steps G, W, Q and R). Without a proof the receiver is nil and nothing is told. A query is told just before it is posted, which
// gives it the next number.

// shaped tells a term that is a graph or an automaton, with what is fixed about it.
func (p *proofWriter) shaped(m *model.Problem, t model.Term) int {
	var ids []int
	for _, a := range m.Args(t) {
		ids = append(ids, p.term(m, a))
	}
	var fixed []string
	num := func(ns ...int) {
		for _, n := range ns {
			fixed = append(fixed, strconv.Itoa(n))
		}
	}
	if d := m.DFAOf(t); d != nil {
		automaton(d, func(n int64) { fixed = append(fixed, strconv.FormatInt(n, 10)) })
	} else {
		g := model.Graph(t)
		edges := m.GraphEdges(g)
		num(len(m.GraphNodes(g)), len(edges))
		for _, e := range edges {
			num(e.A, e.B)
		}
	}
	return p.told(m.Op(t).String(), strings.Join(fixed, " "), ids...)
}

// automaton tells an automaton: its states, the first, how many accept and which, how many steps and which.
func automaton(d *model.DFA, num func(int64)) {
	num(int64(d.States))
	num(int64(d.First))
	num(int64(len(d.Accept)))
	for _, s := range d.Accept {
		num(int64(s))
	}
	num(int64(len(d.Steps)))
	for _, s := range d.Steps {
		num(int64(s.From))
		num(s.Value)
		num(int64(s.To))
	}
}

func (p *proofWriter) graph(g *graph) {
	if p == nil {
		return
	}
	p.begin('G')
	p.num(int64(g.told))
	p.lits(g.nodes)
	for _, e := range g.edges {
		p.num(int64(e.A))
		p.num(int64(e.B))
		p.num(lit(e.On))
	}
	p.end()
}

func (p *proofWriter) weights(g *graph, family int32, ws []graphs.Weight) {
	if p == nil {
		return
	}
	p.begin('W')
	p.num(int64(g.told))
	p.num(int64(family))
	for _, w := range ws {
		switch w.Kind {
		case graphs.Number:
			p.text("n")
			p.num(w.Lo)
		case graphs.ByLit:
			p.text("b")
			p.num(w.Lo)
			p.num(w.Hi)
			p.num(lit(w.Lit))
		default:
			p.text("i")
			p.num(int64(w.Int))
		}
	}
	p.end()
}

// query tells a query with the literal or integer that answers it.
func (p *proofWriter) query(id int32, g *graph, kind string, answer int64, more ...int64) {
	if p == nil {
		return
	}
	p.begin('Q')
	p.num(int64(id))
	p.num(int64(g.told))
	p.text(kind)
	p.num(answer)
	for _, n := range more {
		p.num(n)
	}
	p.end()
}

func (p *proofWriter) regular(id int32, l engine.Lit, d *model.DFA, inputs [][]int64) {
	if p == nil {
		return
	}
	p.begin('R')
	p.num(int64(id))
	p.num(lit(l))
	automaton(d, p.num)
	for _, in := range inputs {
		p.num(int64(len(in) / 2))
		for _, n := range in {
			p.num(n)
		}
	}
	p.end()
}
