package canon

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// search is the search for the form of one graph.
type search struct {
	g *Graph
	refiner
	budget int
	spent  bool // the budget is used up

	levels []*partition // by level: the partition there
	path   []int32      // by level: the node that was made special
	traces []uint64     // by level: what refinement did then
	first  *leaf        // the first leaf of the tree
	best   *leaf        // the best so far
	autos  [][]int32    // automorphisms that were found: by node, its image
	twins  []int32      // by node: the first that has the same label and the same edges, which can change places with it
}

// leaf is a numbering of the nodes with the path that led to it.
type leaf struct {
	path   []int32
	traces []uint64
	pos    []int32
	elem   []int32
	hash   uint64 // of the graph as it is numbered
}

const (
	mostAutos = 256     // bounds how many automorphisms are kept
	mostKept  = 2 << 20 // bounds the nodes of all partitions, and of all automorphisms, that are kept: some 40 MB
)

func newSearch(g *Graph, budget int) *search {
	return &search{g: g, refiner: newRefiner(g), budget: budget}
}

// colour makes the first partition, by labels, and puts every cell in the queue.
func (s *search) colour() *partition {
	n := len(s.g.labels)
	p := newPartition(n)
	for v := range n {
		p.elem[v] = int32(v)
	}
	slices.SortFunc(p.elem, func(a, b int32) int { return strings.Compare(s.g.labels[a], s.g.labels[b]) })
	start := int32(0)
	for i, v := range p.elem {
		if i == 0 || s.g.labels[v] != s.g.labels[p.elem[i-1]] {
			start = int32(i)
			p.n++
			s.enqueue(start)
		}
		p.pos[v], p.cell[v] = int32(i), start
		p.size[start]++
	}
	return p
}

// run searches the tree below the root; it reports false when the budget did not suffice.
func (s *search) run(root *partition) bool {
	if !root.discrete() {
		s.findTwins()
	}
	s.visit(0, root)
	return !s.spent
}

// visit searches below a node of the tree. It gives the level to go on at: that above the node, or, when an automorphism maps
// all that is left here to what was searched before, an earlier one.
func (s *search) visit(level int, p *partition) int {
	if p.discrete() {
		return s.leaf(level, p)
	}
	if len(s.levels) <= level {
		if (level+1)*len(p.elem) > mostKept {
			s.spent = true
			return -1
		}
		s.levels = append(s.levels, newPartition(len(p.elem)))
	}
	members := slices.Clone(p.target())
	slices.Sort(members)
	orbits := newOrbits(len(p.elem))
	s.work += len(p.elem) + len(members)
	known := 0
	var searched []int32
	for _, v := range members {
		for ; known < len(s.autos); known++ {
			if auto := s.autos[known]; fixes(auto, s.path[:level]) {
				orbits.join(auto)
				s.work += len(auto)
			}
		}
		if slices.ContainsFunc(searched, func(u int32) bool { return s.twins[u] == s.twins[v] || orbits.find(u) == orbits.find(v) }) {
			continue // an automorphism maps it to one that was searched
		}
		searched = append(searched, v)
		q := s.levels[level]
		q.copyFrom(p)
		s.work += len(p.elem)
		s.trace = 0
		s.enqueue(q.individualise(v))
		s.refine(q)
		if s.work > s.budget {
			s.spent = true
		}
		if s.spent {
			return -1
		}
		s.path = append(s.path[:level], v)
		s.traces = append(s.traces[:level], s.trace)
		if s.best != nil && compare(s.traces, s.best.traces) > 0 && compare(s.traces, s.first.traces) != 0 {
			continue
		}
		if back := s.visit(level+1, q); back < level {
			return back
		}
	}
	return level - 1
}

// compare orders the traces of a path by those of a leaf: by the first that differ.
func compare(path, leaf []uint64) int {
	return slices.Compare(path, leaf[:min(len(path), len(leaf))])
}

// leaf looks at a numbering of the nodes: it is the first, or better than the best, or shows an automorphism, or nothing.
func (s *search) leaf(level int, p *partition) int {
	s.work += 2*len(s.g.edges) + 2*len(p.elem)
	l := &leaf{path: slices.Clone(s.path[:level]), traces: slices.Clone(s.traces[:level]), pos: slices.Clone(p.pos),
		elem: slices.Clone(p.elem), hash: s.look(p)}
	if s.first == nil {
		s.first, s.best = l, l
		return level - 1
	}
	for _, old := range []*leaf{s.first, s.best} {
		if l.hash != old.hash || !slices.Equal(l.traces, old.traces) {
			continue
		}
		auto := make([]int32, len(p.elem))
		for i, v := range old.elem {
			auto[v] = p.elem[i]
		}
		if !s.automorphism(auto) {
			continue
		}
		if len(s.autos) < mostAutos && (len(s.autos)+1)*len(auto) <= mostKept {
			s.autos = append(s.autos, auto)
		}
		at := 0
		for l.path[at] == old.path[at] {
			at++
		}
		return at
	}
	c := slices.Compare(l.traces, s.best.traces)
	if c == 0 {
		if c = cmp.Compare(l.hash, s.best.hash); c == 0 { // by chance: the graphs themselves decide
			c = bytes.Compare(s.g.encode(l.pos, l.elem), s.g.encode(s.best.pos, s.best.elem))
		}
	}
	if c < 0 {
		s.best = l
	}
	return level - 1
}

// look hashes the graph as a discrete partition numbers it.
func (s *search) look(p *partition) uint64 {
	h := uint64(0)
	for _, e := range s.g.edges {
		h += mix(mix(uint64(p.pos[e.from]), uint64(p.pos[e.to])), e.role)
	}
	return h
}

// automorphism checks that a permutation of the nodes leaves the graph as it is.
func (s *search) automorphism(image []int32) bool {
	var here, there []arc
	for v := range image {
		if s.g.labels[v] != s.g.labels[image[v]] {
			return false
		}
		here = append(here[:0], s.arcsOf(v)...)
		there = append(there[:0], s.arcsOf(int(image[v]))...)
		s.work += 8 * len(here) // they are sorted
		for i := range here {
			here[i].to = image[here[i].to]
		}
		slices.SortFunc(here, byArc)
		slices.SortFunc(there, byArc)
		if !slices.Equal(here, there) {
			return false
		}
	}
	return true
}

func byArc(a, b arc) int {
	return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.weight, b.weight))
}

// findTwins finds the nodes that have the same label and the same edges.
func (s *search) findTwins() {
	first := map[uint64]int32{}
	s.twins = make([]int32, len(s.g.labels))
	s.work += len(s.arcs)
	for v := range s.twins {
		s.twins[v] = int32(v)
		h := uint64(0)
		for _, a := range s.arcsOf(v) {
			h += mix(uint64(a.to), a.weight)
		}
		u, ok := first[h]
		if !ok {
			first[h] = int32(v)
			continue
		}
		here, there := slices.Clone(s.arcsOf(v)), slices.Clone(s.arcsOf(int(u)))
		slices.SortFunc(here, byArc)
		slices.SortFunc(there, byArc)
		if s.g.labels[u] == s.g.labels[v] && slices.Equal(here, there) {
			s.twins[v] = u
		}
	}
}

// arcsOf gives the arcs of a node.
func (s *search) arcsOf(v int) []arc { return s.arcs[s.arcsFrom[v]:s.arcsFrom[v+1]] }

// fixes reports whether an automorphism leaves each of some nodes in its place.
func fixes(auto, nodes []int32) bool {
	for _, v := range nodes {
		if auto[v] != v {
			return false
		}
	}
	return true
}

// orbits are sets of nodes that automorphisms map to each other (union-find).
type orbits []int32

func newOrbits(n int) orbits {
	o := make(orbits, n)
	for v := range o {
		o[v] = int32(v)
	}
	return o
}

func (o orbits) find(v int32) int32 {
	for o[v] != v {
		o[v] = o[o[v]]
		v = o[v]
	}
	return v
}

func (o orbits) join(auto []int32) {
	for v, image := range auto {
		if a, b := o.find(int32(v)), o.find(image); a != b {
			o[max(a, b)] = min(a, b)
		}
	}
}
