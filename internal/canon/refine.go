package canon

import "slices"

// partition is an ordered partition of the nodes: cells, one after the other, each named by the place where it starts.
type partition struct {
	elem []int32 // the nodes, cell by cell
	pos  []int32 // by node: its place in elem
	cell []int32 // by node: where its cell starts
	size []int32 // by start of a cell: how many nodes it has
	n    int     // number of cells
}

func newPartition(n int) *partition {
	all := make([]int32, 4*n)
	return &partition{elem: all[:n], pos: all[n : 2*n], cell: all[2*n : 3*n], size: all[3*n:]}
}

func (p *partition) copyFrom(q *partition) {
	copy(p.elem, q.elem)
	copy(p.pos, q.pos)
	copy(p.cell, q.cell)
	copy(p.size, q.size)
	p.n = q.n
}

func (p *partition) discrete() bool { return p.n == len(p.elem) }

// individualise makes a node the first, and a cell of its own, of the cell that it is in. It gives the new cell. The
// rest of the old one need not be a splitter: it sees what the whole saw less what the node sees.
func (p *partition) individualise(v int32) (alone int32) {
	start := p.cell[v]
	p.swap(p.pos[v], start)
	rest := start + 1
	p.size[rest] = p.size[start] - 1
	p.size[start] = 1
	for _, u := range p.elem[rest : rest+p.size[rest]] {
		p.cell[u] = rest
	}
	p.n++
	return start
}

func (p *partition) swap(i, j int32) {
	a, b := p.elem[i], p.elem[j]
	p.elem[i], p.elem[j] = b, a
	p.pos[a], p.pos[b] = j, i
}

// target chooses the cell to branch on: the smallest with several nodes, of equal ones the first. It depends on the
// partition alone, so that graphs that are equal up to numbering branch alike.
func (p *partition) target() []int32 {
	best := int32(-1)
	for at := int32(0); int(at) < len(p.elem); at += p.size[at] {
		if k := p.size[at]; k > 1 && (best < 0 || k < p.size[best]) {
			if best = at; k == 2 {
				break
			}
		}
	}
	return p.elem[best : best+p.size[best]]
}

// arc is an edge seen from one of its ends.
type arc struct {
	to     int32
	weight uint64 // of its role and direction
}

// refiner refines partitions of one graph.
type refiner struct {
	arcsFrom []int32 // by node: where its arcs start; one more at the end
	arcs     []arc
	work     int    // arcs looked at
	trace    uint64 // what the refinement did, as a hash that does not depend on the numbering

	sum     []uint64 // by node: the weights of its arcs to the splitter
	mark    []bool   // by node: whether it has such arcs
	touched []int32  // the nodes that have
	hit     []int32  // by start of a cell: how many of its nodes are touched
	cells   []int32  // touched cells
	queue   []int32  // splitters to come, by start
	queued  []bool   // by start
}

func newRefiner(g *Graph) refiner {
	n := len(g.labels)
	numbers, flags := make([]int32, 6*n+2), make([]bool, 2*n)
	room := func(k int) []int32 { // of its own: what is appended beyond it goes elsewhere
		var out []int32
		out, numbers = numbers[:k:k], numbers[k:]
		return out
	}
	r := refiner{arcsFrom: room(n + 1), arcs: make([]arc, 2*len(g.edges)), sum: make([]uint64, n), hit: room(n), touched: room(n)[:0],
		cells: room(n)[:0], queue: room(n)[:0], mark: flags[:n:n], queued: flags[n:]}
	for _, e := range g.edges {
		r.arcsFrom[e.from]++
		r.arcsFrom[e.to]++
	}
	total := int32(0)
	for v := range r.arcsFrom {
		total, r.arcsFrom[v] = total+r.arcsFrom[v], total
	}
	next := room(n + 1)
	copy(next, r.arcsFrom)
	for _, e := range g.edges {
		r.arcs[next[e.from]] = arc{e.to, mix(e.role, 1)}
		next[e.from]++
		r.arcs[next[e.to]] = arc{e.from, mix(e.role, 2)}
		next[e.to]++
	}
	return r
}

func (r *refiner) enqueue(start int32) {
	if !r.queued[start] {
		r.queued[start] = true
		r.queue = append(r.queue, start)
	}
}

// refine makes the partition equitable, beginning with the splitters in the queue: afterwards any two nodes of a cell have as
// many edges of each role to every cell, as far as sums of weights tell. It leaves the queue empty.
func (r *refiner) refine(p *partition) {
	for at := 0; at < len(r.queue); at++ {
		w := r.queue[at]
		r.queued[w] = false
		if p.discrete() {
			continue
		}
		r.split(p, w)
	}
	r.queue = r.queue[:0]
	r.trace = mix(r.trace, uint64(p.n))
}

// split splits the cells by their nodes' edges to the cell w.
func (r *refiner) split(p *partition, w int32) {
	r.trace = mix(r.trace, uint64(w))
	for _, u := range p.elem[w : w+p.size[w]] {
		arcs := r.arcs[r.arcsFrom[u]:r.arcsFrom[u+1]]
		r.work += len(arcs)
		for _, a := range arcs {
			if !r.mark[a.to] {
				r.mark[a.to] = true
				r.touched = append(r.touched, a.to)
			}
			r.sum[a.to] += a.weight
		}
	}
	for _, v := range r.touched {
		c := p.cell[v]
		if r.hit[c] == 0 {
			r.cells = append(r.cells, c)
		}
		// The touched nodes gather at the end of their cell.
		r.hit[c]++
		p.swap(p.pos[v], c+p.size[c]-r.hit[c])
	}
	slices.Sort(r.cells)
	for _, c := range r.cells {
		r.splitCell(p, c, r.hit[c])
		r.hit[c] = 0
	}
	for _, v := range r.touched {
		r.sum[v], r.mark[v] = 0, false
	}
	r.touched, r.cells = r.touched[:0], r.cells[:0]
}

// splitCell splits a cell whose last hit nodes are touched: by sums, in ascending order.
func (r *refiner) splitCell(p *partition, c, hit int32) {
	size := p.size[c]
	tail := p.elem[c+size-hit : c+size]
	if size == 1 {
		r.trace = mix(r.trace, r.sum[tail[0]]^uint64(c))
		return
	}
	slices.SortFunc(tail, func(a, b int32) int {
		switch {
		case r.sum[a] < r.sum[b]:
			return -1
		case r.sum[a] > r.sum[b]:
			return 1
		}
		return 0
	})
	for i, v := range tail {
		p.pos[v] = c + size - hit + int32(i)
	}
	was := r.queued[c]
	start, largest := c, c
	end := c + size
	starts := make([]int32, 0, 8)
	if hit < size {
		starts = append(starts, c)
		start = c + size - hit
	}
	for start < end {
		next := start + 1
		for next < end && r.sum[p.elem[next]] == r.sum[p.elem[start]] {
			next++
		}
		r.trace = mix(mix(r.trace, uint64(start)), r.sum[p.elem[start]])
		starts = append(starts, start)
		start = next
	}
	if len(starts) == 1 {
		return
	}
	for i, s := range starts {
		stop := end
		if i+1 < len(starts) {
			stop = starts[i+1]
		}
		p.size[s] = stop - s
		if s != c {
			for _, v := range p.elem[s:stop] {
				p.cell[v] = s
			}
			p.n++
		}
		if p.size[s] > p.size[largest] {
			largest = s
		}
	}
	for _, s := range starts {
		if was || s != largest {
			r.enqueue(s)
		}
	}
}
