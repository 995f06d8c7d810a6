package model

import (
	"fmt"
	"strings"
)

// graphName names a graph for people: graphs are numbered in the order in which they were built.
func (p *Problem) graphName(g Graph) string {
	n := 1
	for t := range g {
		if p.Op(Term(t)) == OpGraph {
			n++
		}
	}
	return fmt.Sprintf("graph%d", n)
}

func dfaName(param int32) string { return fmt.Sprintf("automaton%d", param+1) }

// definitions says what the graphs and automata are that terms name, one a line.
func (p *Problem) definitions(roots ...Term) string {
	var b strings.Builder
	used := p.Cone(roots...)
	told := make([]bool, len(p.shapes.dfas))
	for t := range used {
		if !used[t] {
			continue
		}
		switch t := Term(t); p.Op(t) {
		case OpGraph:
			fmt.Fprintf(&b, "%s: %s\n", p.graphName(Graph(t)), p.describeGraph(Graph(t)))
		case OpRegular:
			if param := p.nodes[t].param; !told[param] {
				told[param] = true
				fmt.Fprintf(&b, "%s: %s\n", dfaName(param), p.shapes.dfas[param])
			}
		}
	}
	return b.String()
}

// describeGraph prints a graph for people: "nodes a, not b, true; edges 0-1, 1-2 if x".
func (p *Problem) describeGraph(g Graph) string {
	f := formatter{p: p}
	f.put("nodes ")
	for i, n := range p.GraphNodes(g) {
		if i > 0 {
			f.put(", ")
		}
		f.term(n, 0, 0)
	}
	f.put("; edges ")
	for i, e := range p.GraphEdges(g) {
		if i > 0 {
			f.put(", ")
		}
		f.put(fmt.Sprintf("%d-%d", e.A, e.B))
		if e.On != True {
			f.put(" if ")
			f.term(e.On, 0, 0)
		}
	}
	return f.b.String()
}

// String prints an automaton: "3 states from 0, accepts in 2; 0 on 1 to 2, ...".
func (d *DFA) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d states from %d, accepts in %s;", d.States, d.First, strings.Trim(fmt.Sprint(d.Accept), "[]"))
	for i, s := range d.Steps {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " %d on %d to %d", s.From, s.Value, s.To)
		if b.Len() > maxFormat {
			b.WriteString("...")
			break
		}
	}
	return b.String()
}

// textShape prints what is fixed about a graph or an automaton for Text, one word for each operand of a graph.
func (p *Problem) textShape(t Term) (head string, words []string) {
	switch p.Op(t) {
	case OpGraph:
		s := p.shapeOf(Graph(t))
		words = make([]string, s.nodes, s.nodes+len(s.ends))
		for _, e := range s.ends {
			words = append(words, fmt.Sprintf("%d-%d:", e[0], e[1]))
		}
	case OpRegular:
		d := p.DFAOf(t)
		var b strings.Builder
		fmt.Fprintf(&b, ":%d/%d/%s/", d.States, d.First, strings.ReplaceAll(strings.Trim(fmt.Sprint(d.Accept), "[]"), " ", ","))
		for i, s := range d.Steps {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%d:%d:%d", s.From, s.Value, s.To)
		}
		head = b.String()
	}
	return head, words
}
