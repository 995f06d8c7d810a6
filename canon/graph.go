package canon

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Graph is a directed graph with a label on each node and a role on each edge. Several edges may join the same two nodes.
// The zero Graph is empty and ready for use.
type Graph struct {
	labels []string
	edges  []edge
	texts  map[string]uint64 // the hashes of roles
	roles  map[uint64]string
}

type edge struct {
	from, to int32
	role     uint64 // hash of its text
}

// Node adds a node and gives its number, counted from 0.
func (g *Graph) Node(label string) int {
	g.labels = append(g.labels, label)
	return len(g.labels) - 1
}

// Edge adds an edge.
func (g *Graph) Edge(from, to int, role string) {
	if g.texts == nil {
		g.texts, g.roles = map[string]uint64{}, map[uint64]string{}
	}
	h, ok := g.texts[role]
	if !ok {
		for h = hashText(role); ; h++ {
			if _, taken := g.roles[h]; !taken {
				break
			}
		}
		g.texts[role], g.roles[h] = h, role
	}
	g.edges = append(g.edges, edge{int32(from), int32(to), h})
}

// Nodes is the number of nodes.
func (g *Graph) Nodes() int { return len(g.labels) }

// Edges is the number of edges.
func (g *Graph) Edges() int { return len(g.edges) }

// Form is a canonical form.
type Form struct {
	// Bytes are equal for two graphs that are equal up to their numbering. Where both forms are exact, they are equal for no
	// others.
	Bytes []byte
	// Exact tells whether the search for the form ended within its budget.
	Exact bool
	// Work is how many steps it took: edges and nodes that were looked at.
	Work int
}

// DefaultBudget is how many steps the search for a form takes, unless told otherwise: about a second.
const DefaultBudget = 100_000_000

// Canonical finds the graph's form. A budget of 0 means DefaultBudget. Refinement itself is always done; it takes
// O(m log n) for n nodes and m edges.
func (g *Graph) Canonical(budget int) Form {
	if budget <= 0 {
		budget = DefaultBudget
	}
	s := newSearch(g, budget)
	root := s.colour()
	s.trace = 0
	s.refine(root)
	coarse := s.trace
	if s.run(root) {
		return Form{g.encode(s.best.pos, s.best.elem), true, s.work}
	}
	return Form{g.encodeColours(root, coarse), false, s.work}
}

// encode writes the graph as it is numbered by pos; elem is the inverse.
func (g *Graph) encode(pos, elem []int32) []byte {
	out := fmt.Appendf(nil, "exact %d %d\n", len(g.labels), len(g.edges))
	for _, v := range elem {
		out = appendText(out, g.labels[v])
	}
	renumbered := make([]edge, len(g.edges))
	for i, e := range g.edges {
		renumbered[i] = edge{pos[e.from], pos[e.to], e.role}
	}
	slices.SortFunc(renumbered, func(a, b edge) int {
		switch {
		case a.from != b.from:
			return int(a.from) - int(b.from)
		case a.to != b.to:
			return int(a.to) - int(b.to)
		case a.role < b.role:
			return -1
		case a.role > b.role:
			return 1
		}
		return 0
	})
	for _, e := range renumbered {
		out = binary.AppendUvarint(out, uint64(e.from))
		out = binary.AppendUvarint(out, uint64(e.to))
		out = appendText(out, g.roles[e.role])
	}
	return out
}

// encodeColours writes what refinement has found out: the cells with their labels, and how they came about.
func (g *Graph) encodeColours(p *partition, trace uint64) []byte {
	out := fmt.Appendf(nil, "coarse %d %d %x\n", len(g.labels), len(g.edges), trace)
	for at := 0; at < len(p.elem); at += int(p.size[at]) {
		out = binary.AppendUvarint(out, uint64(p.size[at]))
		out = appendText(out, g.labels[p.elem[at]])
	}
	return out
}

func appendText(out []byte, s string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(s))), s...)
}

// hashText is FNV-1a, mixed.
func hashText(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return mix(h, uint64(len(s)))
}

// mix makes of two words one that looks random (the finaliser of SplitMix64).
func mix(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 + b + 0x632be59bd9b4e019
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
