package model

import "slices"

// walk is a graph on its way to being judged: which nodes are there and which edges count under an assignment, and the
// groups that a walk from node to node finds.
type walk struct {
	shape *shape
	there []bool  // by node
	on    []bool  // by edge: its term is true
	group []int32 // by node: the first node of its group, or -1 when the node is not there
	queue []int32
	exits [][]int32 // by node: its edges
}

func newWalk(s *shape) *walk {
	w := &walk{shape: s, there: make([]bool, s.nodes), on: make([]bool, len(s.ends)), group: make([]int32, s.nodes), exits: make([][]int32, s.nodes)}
	for i, e := range s.ends {
		w.exits[e[0]] = append(w.exits[e[0]], int32(i))
		w.exits[e[1]] = append(w.exits[e[1]], int32(i))
	}
	return w
}

// counts reports whether an edge counts.
func (w *walk) counts(edge int32) bool {
	ends := w.shape.ends[edge]
	return w.on[edge] && w.there[ends[0]] && w.there[ends[1]]
}

// run walks from each node that no walk before has met.
func (w *walk) run() {
	for i := range w.group {
		w.group[i] = -1
	}
	for start := range w.group {
		if !w.there[start] || w.group[start] >= 0 {
			continue
		}
		w.group[start] = int32(start)
		w.queue = append(w.queue[:0], int32(start))
		for len(w.queue) > 0 {
			n := w.queue[len(w.queue)-1]
			w.queue = w.queue[:len(w.queue)-1]
			for _, edge := range w.exits[n] {
				ends := w.shape.ends[edge]
				other := ends[0] + ends[1] - n
				if w.counts(edge) && w.group[other] < 0 {
					w.group[other] = int32(start)
					w.queue = append(w.queue, other)
				}
			}
		}
	}
}

// groups counts the groups.
func (w *walk) groups() int64 {
	n := int64(0)
	for i, g := range w.group {
		if int(g) == i {
			n++
		}
	}
	return n
}

// acyclic reports whether as many edges count as trees of these groups have.
func (w *walk) acyclic() bool {
	nodes, edges := int64(0), int64(0)
	for _, t := range w.there {
		if t {
			nodes++
		}
	}
	for i := range w.on {
		if w.counts(int32(i)) {
			edges++
		}
	}
	return edges == nodes-w.groups()
}

// loop reports whether the edges that count are one closed line.
func (w *walk) loop() bool {
	line := int32(-1) // the group of the line
	for n, exits := range w.exits {
		degree := 0
		for _, edge := range exits {
			if w.counts(edge) {
				degree++
			}
		}
		switch {
		case degree == 0:
			continue
		case degree != 2, line >= 0 && w.group[n] != line:
			return false
		}
		line = w.group[n]
	}
	return line >= 0
}

// parted reports whether each edge whose term is false lies between different groups.
func (w *walk) parted() bool {
	for i, ends := range w.shape.ends {
		if a, b := w.group[ends[0]], w.group[ends[1]]; !w.on[i] && a >= 0 && a == b {
			return false
		}
	}
	return true
}

// fill takes the values of the terms of nodes and edges and finds the groups.
func (e *Evaluator) fill(w *walk, args []int32) {
	for i, a := range args[:w.shape.nodes] {
		w.there[i] = e.slot[a].Bool()
	}
	for i, a := range args[w.shape.nodes:] {
		w.on[i] = e.slot[a].Bool()
	}
	w.run()
}

// ask answers a query on a graph that was walked.
func (e *Evaluator) ask(op Op, w *walk, args []int32) Value {
	node := func(i int) int32 { return w.group[e.slot[args[i]].n] }
	switch op {
	case OpConnected:
		return BoolValue(w.groups() <= 1)
	case OpGroups:
		return IntValue(w.groups())
	case OpSame:
		return BoolValue(node(1) >= 0 && node(1) == node(2))
	case OpGroupFirst:
		return BoolValue(int64(node(1)) == e.slot[args[1]].n)
	case OpGroupSum:
		sum := IntValue(0)
		for i, a := range args[2:] {
			if node(1) >= 0 && w.group[i] == node(1) {
				sum = sum.Plus(e.slot[a])
			}
		}
		return sum
	case OpAcyclic:
		return BoolValue(w.acyclic())
	case OpLoop:
		return BoolValue(w.loop())
	}
	return BoolValue(w.parted())
}

// accepts runs an automaton over values.
func (e *Evaluator) accepts(d *DFA, args []int32) bool {
	state := d.First
	for _, a := range args {
		n, small := e.slot[a].Int64()
		if !small {
			return false
		}
		if state = d.step(state, n); state < 0 {
			return false
		}
	}
	return slices.Contains(d.Accept, state)
}
