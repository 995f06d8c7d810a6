package reading

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/proof"
	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// A query on a graph, and what an automaton says, is a literal or an atom of its own, by the graph and what is asked: two with equal
// operands are one. Nothing is concluded from them here; a proof states them as constraints over literals and integers, which must
// be those of the problem, and package proof concludes.

// net is a graph: the literals of its nodes and of its edges.
type net struct {
	nodes []clauses.Lit
	edges []proof.EdgeStep // On is the literal
}

func (n *net) key() []byte {
	key := binary.AppendUvarint(nil, uint64(len(n.nodes)))
	for _, l := range n.nodes {
		key = binary.AppendUvarint(key, uint64(l))
	}
	for _, e := range n.edges {
		key = binary.AppendUvarint(key, uint64(e.A))
		key = binary.AppendUvarint(key, uint64(e.B))
		key = binary.AppendUvarint(key, uint64(e.On))
	}
	return key
}

// reads is what an automaton reads.
type reads struct {
	dfa string
	ps  []poly
}

// queryNames are the queries of a proof and the operators that they are.
var queryNames = map[string]model.Op{"connected": model.OpConnected, "groups": model.OpGroups, "same": model.OpSame, "first": model.OpGroupFirst,
	"sum": model.OpGroupSum, "acyclic": model.OpAcyclic, "loop": model.OpLoop, "parted": model.OpParted}

// graph is the meaning of a graph with these ends of edges.
func (r *Reading) graph(nodes int, ends [][2]int, args []value) (value, error) {
	if nodes < 0 || nodes+len(ends) != len(args) {
		return value{}, errors.New("a graph has a Bool for each node and edge")
	}
	v := value{net: &net{}}
	var valid []clauses.Lit
	for i, a := range args {
		if !a.isBool {
			return value{}, errors.New("nodes and edges are Bools")
		}
		valid = append(valid, r.valid(a))
		if i < nodes {
			v.net.nodes = append(v.net.nodes, a.yes)
		} else {
			e := ends[i-nodes]
			if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= nodes || e[0] == e[1] {
				return value{}, errors.New("there is no such edge")
			}
			v.net.edges = append(v.net.edges, proof.EdgeStep{A: e[0], B: e[1], On: int64(a.yes)})
		}
	}
	v.def = r.and(valid...)
	return v, nil
}

// query is the meaning of a query on a graph: its operands are the graph, nodes as constants, and weights.
func (r *Reading) query(op model.Op, args []value) (value, error) {
	if len(args) == 0 || args[0].net == nil {
		return value{}, errors.New("a query is on a graph")
	}
	want := 0
	switch op {
	case model.OpSame:
		want = 2
	case model.OpGroupFirst, model.OpGroupSum:
		want = 1
	}
	g := args[0].net
	def := args[0].def
	var nodes []int
	for i, a := range args[1:] {
		if a.isBool || a.net != nil || i >= want && op != model.OpGroupSum {
			return value{}, errors.New("operands that the query has not")
		}
		def = r.and(def, a.def)
		if i >= want {
			continue
		}
		n, ok := a.p.value()
		if !ok || !n.IsInt() || n.Sign() < 0 || n.Cmp(big.NewRat(int64(len(g.nodes)), 1)) >= 0 {
			return value{}, errors.New("there is no such node")
		}
		nodes = append(nodes, int(n.Num().Int64()))
	}
	if len(nodes) != want || op == model.OpGroupSum && len(args) != 2+len(g.nodes) {
		return value{}, errors.New("operands are missing")
	}
	if op == model.OpGroups || op == model.OpGroupSum {
		var ws []poly
		if op == model.OpGroupSum {
			for _, a := range args[2:] {
				ws = append(ws, a.p)
			}
		}
		p := r.groupNumber(op, g, nodes, ws)
		return value{p: p, def: def}, nil
	}
	l := r.asked(op, g, nodes)
	return logical(r.and(l, def), r.and(l^1, def)), nil
}

func queryKey(op model.Op, g *net, nodes []int) []byte {
	if op == model.OpSame {
		nodes = slices.Sorted(slices.Values(nodes))
	}
	key := []byte{'G', byte(op)}
	for _, n := range nodes {
		key = binary.AppendUvarint(key, uint64(n))
	}
	return append(key, g.key()...)
}

// asked is the literal of a Bool query.
func (r *Reading) asked(op model.Op, g *net, nodes []int) clauses.Lit {
	if op == model.OpSame && nodes[0] == nodes[1] {
		return g.nodes[nodes[0]]
	}
	return r.once(string(queryKey(op, g, nodes)))
}

// once is the literal of a key, made when there is none.
func (r *Reading) once(key string) clauses.Lit {
	l, ok := r.literals[key]
	if !ok {
		l = r.db.NewVar()
		r.literals[key] = l
	}
	return l
}

// groupNumber gives the atom of an Int query.
func (r *Reading) groupNumber(op model.Op, g *net, nodes []int, ws []poly) poly {
	key := string(queryKey(op, g, nodes))
	n, ok := r.asks[key]
	if !ok {
		n = len(r.asks)
		r.asks[key] = n
	}
	s := from0(int64(len(g.nodes)))
	if op == model.OpGroupSum {
		s = from0(0)
		for _, w := range ws { // a node is in the group, or it is not
			s = s.add(r.declared(w).join(from0(0)))
		}
	}
	return r.atom(atom{kind: groupAtom, v: n, args: ws, whole: true, span: s})
}

// regular is the literal of an automaton that reads numbers.
func (r *Reading) regular(dfa proof.AutomatonStep, args []value) (value, error) {
	ps := make([]poly, len(args))
	for i, a := range args {
		if a.isBool || a.net != nil || a.real {
			return value{}, errors.New("an automaton reads Ints")
		}
		ps[i] = a.p
	}
	x := reads{fmt.Sprint(dfa), ps}
	key := "R" + x.dfa
	for _, p := range ps {
		k := p.key()
		key += fmt.Sprintf(" %d:%s", len(k), k)
	}
	l, def := r.once(key), r.allDefined(args)
	r.automata[l] = x
	return logical(r.and(l, def), r.and(l^1, def)), nil
}

// dfaOf is an automaton as a proof would state it.
func dfaOf(d *model.DFA) proof.AutomatonStep {
	a := proof.AutomatonStep{States: d.States, First: d.First, Accept: slices.Clone(d.Accept)}
	for _, s := range d.Steps {
		a.Steps = append(a.Steps, proof.StepStep(s))
	}
	return a
}

// shaped reads a term of a proof that is a graph or an automaton, and gives its operands in args.
func (r *Reading) shaped(op model.Op, w *proof.Words) (value, error) {
	var dfa proof.AutomatonStep
	var ends [][2]int
	nodes := 0
	if op == model.OpRegular {
		dfa = w.Automaton()
	} else {
		nodes = w.ID()
		for n := w.ID(); n > 0 && w.Err() == nil; n-- {
			ends = append(ends, [2]int{w.ID(), w.ID()})
		}
	}
	var args []value
	for w.More() {
		a, ok := r.terms[w.ID()]
		if !ok {
			return value{}, errors.New("an operand is not there yet")
		}
		args = append(args, a)
	}
	switch {
	case w.Err() != nil:
		return value{}, nil
	case op == model.OpRegular:
		return r.regular(dfa, args)
	}
	return r.graph(nodes, ends, args)
}

// statedNet is a graph that a proof states, with the weights that it states for it.
type statedNet struct {
	*net
	weights map[int][]poly
}

// stateGraph judges a step about graphs or automata.
func (r *Reading) stateGraph(kind string, w *proof.Words) error {
	r.sum.Stated++
	switch kind {
	case "G":
		s := w.Graph()
		if w.Err() != nil {
			return nil
		}
		if r.nets[s.ID] != nil {
			return errors.New("the graph is there already")
		}
		g := &net{}
		var err error
		if g.nodes, err = r.meanings(s.Nodes); err != nil {
			return err
		}
		for _, e := range s.Edges {
			l, err := r.literal(e.On)
			if err != nil {
				return err
			}
			g.edges = append(g.edges, proof.EdgeStep{A: e.A, B: e.B, On: int64(l)})
		}
		r.nets[s.ID] = &statedNet{g, map[int][]poly{}}
		return nil
	case "W":
		return r.stateWeights(w)
	case "Q":
		return r.stateQuery(w)
	}
	return r.stateRegular(w)
}

func (r *Reading) stateWeights(w *proof.Words) error {
	s := w.Weights()
	if w.Err() != nil {
		return nil
	}
	g := r.nets[s.Graph]
	if g == nil || g.weights[s.ID] != nil {
		return errors.New("these are no new weights of a graph")
	}
	var ps []poly
	for _, x := range s.Weights {
		switch x.Kind {
		case "i":
			p, err := r.integer(x.Int)
			if err != nil {
				return err
			}
			ps = append(ps, p)
		case "b":
			l, err := r.literal(x.Lit)
			if err != nil {
				return err
			}
			ps = append(ps, r.pick(l, number(x.Hi), number(x.Lo)))
		default:
			ps = append(ps, number(x.Lo))
		}
	}
	g.weights[s.ID] = ps
	return nil
}

func (r *Reading) stateQuery(w *proof.Words) error {
	s := w.Query()
	if w.Err() != nil {
		return nil
	}
	g := r.nets[s.Graph]
	op := queryNames[s.Kind]
	if g == nil {
		return errors.New("there is no such graph")
	}
	var nodes []int
	switch op {
	case model.OpSame:
		nodes = []int{int(s.More[0]), int(s.More[1])}
	case model.OpGroupFirst, model.OpGroupSum:
		nodes = []int{int(s.More[0])}
	case model.OpLoop:
		if err := r.countings(g.net, s.More); err != nil {
			return err
		}
	}
	for _, n := range nodes {
		if n >= len(g.nodes) {
			return errors.New("there is no such node")
		}
	}
	if op == model.OpGroups || op == model.OpGroupSum {
		var ws []poly
		if op == model.OpGroupSum {
			if ws = g.weights[int(s.More[1])]; len(ws) != len(g.nodes) {
				return errors.New("there are no such weights")
			}
		}
		p, err := r.integer(int(s.Answer))
		if err != nil {
			return err
		}
		if !r.implied(r.zero(p.minus(r.groupNumber(op, g.net, nodes, ws)))) {
			return errStated
		}
		return nil
	}
	l, err := r.literal(s.Answer)
	if err != nil {
		return err
	}
	return r.alike(l, r.asked(op, g.net, nodes))
}

// alike reports whether two literals mean the same.
func (r *Reading) alike(l, m clauses.Lit) error {
	if l != m && !(r.implied(l^1, m) && r.implied(l, m^1)) {
		return errStated
	}
	return nil
}

// countings checks the literals by which the edges of a graph count.
func (r *Reading) countings(g *net, told []int64) error {
	if len(told) != len(g.edges) {
		return errors.New("each edge needs a literal of its counting")
	}
	for i, n := range told {
		l, err := r.literal(n)
		if err != nil {
			return err
		}
		e := g.edges[i]
		if err := r.alike(l, r.and(clauses.Lit(e.On), g.nodes[e.A], g.nodes[e.B])); err != nil {
			return err
		}
	}
	return nil
}

// stateRegular checks that the literals of an input are of its values, and that it has no others.
func (r *Reading) stateRegular(w *proof.Words) error {
	s := w.Regular()
	if w.Err() != nil {
		return nil
	}
	l, err := r.literal(s.Lit)
	if err != nil {
		return err
	}
	x, ok := r.automata[l]
	if !ok || x.dfa != fmt.Sprint(s.DFA) || len(x.ps) != len(s.Inputs) {
		return errors.New("it is no such automaton")
	}
	for i, in := range s.Inputs {
		var some []clauses.Lit
		for _, c := range in {
			m, err := r.literal(c.Lit)
			if err != nil {
				return err
			}
			if err := r.alike(m, r.zero(x.ps[i].minus(number(c.Value)))); err != nil {
				return err
			}
			some = append(some, m)
		}
		if !r.implied(some...) {
			return errors.New("an input may have another value")
		}
	}
	return nil
}
