package canon

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"strings"
)

// Graph is a directed graph with a label on each node and a role on each edge. Several edges may join the same two nodes.
// The zero Graph is empty and ready for use.
type Graph struct {
	labels []string
	edges  []edge
	texts  map[string]uint64 // the hashes of roles
	roles  map[uint64]string
	shared map[string]int32 // by label and links: the node
	key    []byte
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

// Link is an edge of a shared node to another.
type Link struct {
	Role string
	To   int
}

// Shared gives the node with a label and links, in any order, and makes it where there is none yet. So parts that are the same are
// one node, however often they occur. What is linked to must not be changed afterwards by edges of its own. The links are sorted
// in place.
func (g *Graph) Shared(label string, links ...Link) int {
	if g.shared == nil {
		g.shared = map[string]int32{}
	}
	slices.SortFunc(links, func(a, b Link) int { return cmp.Or(strings.Compare(a.Role, b.Role), cmp.Compare(a.To, b.To)) })
	g.key = appendText(g.key[:0], label)
	for _, l := range links {
		g.key = appendText(g.key, l.Role)
		g.key = binary.AppendUvarint(g.key, uint64(l.To))
	}
	if n, ok := g.shared[string(g.key)]; ok {
		return int(n)
	}
	n := g.Node(label)
	g.shared[string(g.key)] = int32(n)
	for _, l := range links {
		g.Edge(n, l.To, l.Role)
	}
	return n
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
	// Bytes hold the whole graph, so they are equal for two graphs only where these are equal up to their numbering. Where both
	// forms are exact, they are equal for all such graphs.
	Bytes []byte
	// Order lists the nodes as the form numbers them: node Order[i] stands at place i. Of graphs with equal forms, the nodes
	// at equal places correspond.
	Order []int
	// Exact tells whether the search for the form ended within its budget.
	Exact bool
	// Work is how many steps it took: edges and nodes that were looked at.
	Work int
}

// DefaultBudget is how many steps the search for a form takes, unless told otherwise: about a fifth of a second. Refinement,
// which takes O(m log n) for n nodes and m edges, is always done.
const DefaultBudget = 20_000_000

// Canonical finds the graph's form. A budget of 0 means DefaultBudget.
func (g *Graph) Canonical(budget int) Form {
	if budget <= 0 {
		budget = DefaultBudget
	}
	s := newSearch(g, budget)
	root := s.colour()
	s.refine(root)
	exact := s.run(root)
	pos, elem := root.pos, root.elem // where no numbering was found, nodes of one colour stay in the order of the input
	if s.best != nil {
		pos, elem = s.best.pos, s.best.elem
	}
	order := make([]int, len(elem))
	for i, v := range elem {
		order[i] = int(v)
	}
	return Form{g.encode(pos, elem), order, exact, s.work}
}

// encode writes the graph as it is numbered by pos; elem is the inverse.
func (g *Graph) encode(pos, elem []int32) []byte {
	size := 10
	for _, text := range g.labels {
		size += len(text) + 3
	}
	out := binary.AppendUvarint(make([]byte, 0, size+8*len(g.edges)), uint64(len(g.labels)))
	for _, v := range elem {
		out = appendText(out, g.labels[v])
	}
	// Edges are sorted by their ends first: those that leave a node stand together.
	from := make([]int32, len(g.labels)+1)
	for _, e := range g.edges {
		from[pos[e.from]+1]++
	}
	for i := range len(g.labels) {
		from[i+1] += from[i]
	}
	sorted := make([]edge, len(g.edges))
	next := slices.Clone(from)
	for _, e := range g.edges {
		at := pos[e.from]
		sorted[next[at]] = edge{at, pos[e.to], e.role}
		next[at]++
	}
	for i := range len(g.labels) {
		leave := sorted[from[i]:from[i+1]]
		slices.SortFunc(leave, func(a, b edge) int { return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.role, b.role)) })
		out = binary.AppendUvarint(out, uint64(len(leave)))
		for _, e := range leave {
			out = binary.AppendUvarint(out, uint64(e.to))
			out = appendText(out, g.roles[e.role])
		}
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

// Least gives the least of the forms of several graphs that stand for the same thing, as those of a puzzle and of its reflection do, and
// which of them it is. It is exact where all are, and its work is that of all. A budget of 0 means DefaultBudget for each. Without a graph
// it gives the zero Form and -1.
func Least(ctx context.Context, budget int, graphs ...*Graph) (least Form, at int, err error) {
	at = -1
	exact, work := true, 0
	for i, g := range graphs {
		if err := ctx.Err(); err != nil {
			return Form{}, -1, err
		}
		f := g.Canonical(budget)
		exact, work = exact && f.Exact, work+f.Work
		if at < 0 || bytes.Compare(f.Bytes, least.Bytes) < 0 {
			least, at = f, i
		}
	}
	least.Exact, least.Work = exact && at >= 0, work
	return least, at, nil
}
