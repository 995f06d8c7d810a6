package proof

import (
	"errors"
	"fmt"
	"math/big"
)

// network is a graph of a proof.
type network struct {
	nodes   []lit
	edges   []link
	at      [][]int // by node: its edges
	weights map[int]*family
	sames   []*query // those of the kind same, whose answers tell more of which nodes are in one group
	walls   []*query // those of the kind parted
}

// family is weights of the nodes, with the sums by them.
type family struct {
	of   []weight
	sums []*query
}

type link struct {
	a, b int
	on   lit
}

// far gives the other end of an edge.
func (g *network) far(edge, v int) int { return g.edges[edge].a + g.edges[edge].b - v }

// weight is a number between two, decided by a literal (when lit is not yes, and x is nil), or an integer.
type weight struct {
	lo, hi int64
	l      lit
	x      *integer
}

// sight is a graph under what is assigned now: by node and by edge, 1 when it is there, -1 when not, 0 when that is open. An edge
// is there when it counts.
type sight struct {
	*network
	node, edge []int8
	comp       []int // by node: which nodes may be in one group with it; -1 when it is not there
	group      []int // by node: which nodes are in one group with it
	comps      int
	groups     int
}

func (c *checker) look(g *network) *sight {
	s := &sight{network: g, node: make([]int8, len(g.nodes)), edge: make([]int8, len(g.edges))}
	for v, l := range g.nodes {
		s.node[v] = c.Value(l)
	}
	for i, e := range g.edges {
		s.edge[i] = min(c.Value(e.on), s.node[e.a], s.node[e.b])
	}
	s.comp, s.comps = s.parts(0)
	s.group, s.groups = s.parts(1)
	return s
}

// parts numbers the parts that the nodes and edges of a value of at least least fall into.
func (s *sight) parts(least int8) (of []int, n int) {
	of = make([]int, len(s.nodes))
	for v := range of {
		of[v] = -1
	}
	var stack []int
	for start := range of {
		if of[start] >= 0 || s.node[start] < least {
			continue
		}
		of[start] = n
		stack = append(stack, start)
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, i := range s.at[v] {
				if u := s.far(i, v); s.edge[i] >= least && of[u] < 0 {
					of[u] = n
					stack = append(stack, u)
				}
			}
		}
		n++
	}
	return of, n
}

func (c *checker) newGraph(p *Words) error {
	s := p.Graph()
	if p.err != nil {
		return nil
	}
	if c.graphs[s.ID] != nil {
		return fmt.Errorf("graph %d is there already", s.ID)
	}
	g := &network{nodes: c.lits(s.Nodes), at: make([][]int, len(s.Nodes)), weights: map[int]*family{}}
	for i, e := range s.Edges {
		g.edges = append(g.edges, link{e.A, e.B, c.lit(e.On)})
		g.at[e.A] = append(g.at[e.A], i)
		g.at[e.B] = append(g.at[e.B], i)
	}
	c.graphs[s.ID] = g
	return nil
}

func (c *checker) newWeights(p *Words) error {
	s := p.Weights()
	if p.err != nil {
		return nil
	}
	g := c.graphs[s.Graph]
	if g == nil || g.weights[s.ID] != nil || len(s.Weights) != len(g.nodes) {
		return errors.New("these are no new weights of a graph")
	}
	ws := make([]weight, len(s.Weights))
	for i, w := range s.Weights {
		switch w.Kind {
		case "i":
			if ws[i].x = c.ints[w.Int]; ws[i].x == nil {
				return fmt.Errorf("there is no integer %d", w.Int)
			}
		case "b":
			ws[i] = weight{w.Lo, w.Hi, c.lit(w.Lit), nil}
		default:
			ws[i] = weight{w.Lo, w.Lo, yes, nil}
		}
	}
	g.weights[s.ID] = &family{of: ws}
	return nil
}

// query is a question about a graph.
type query struct {
	kind   string
	g      *network
	l      lit
	x      *integer
	a, b   int
	by     *family
	counts []lit
}

func (c *checker) newQuery(p *Words) error {
	s := p.Query()
	if p.err != nil {
		return nil
	}
	if c.cons[s.ID] != nil {
		return fmt.Errorf("constraint %d is there already", s.ID)
	}
	q := &query{kind: s.Kind, g: c.graphs[s.Graph]}
	if q.g == nil {
		return fmt.Errorf("there is no graph %d", s.Graph)
	}
	switch s.Kind {
	case "groups", "sum":
		if q.x = c.ints[int(s.Answer)]; q.x == nil {
			return fmt.Errorf("there is no integer %d", s.Answer)
		}
	default:
		q.l = c.lit(s.Answer)
	}
	switch s.Kind {
	case "same":
		q.a, q.b = int(s.More[0]), int(s.More[1])
	case "first":
		q.a = int(s.More[0])
	case "sum":
		q.a = int(s.More[0])
		if q.by = q.g.weights[int(s.More[1])]; q.by == nil {
			return errors.New("there are no such weights")
		}
	case "loop":
		if q.counts = c.lits(s.More); len(q.counts) != len(q.g.edges) {
			return errors.New("each edge needs a literal of its counting")
		}
	}
	if max(q.a, q.b) >= len(q.g.nodes) {
		return errors.New("there is no such node")
	}
	switch q.kind {
	case "same":
		q.g.sames = append(q.g.sames, q)
	case "parted":
		q.g.walls = append(q.g.walls, q)
	}
	if q.by != nil {
		q.by.sums = append(q.by.sums, q)
	}
	c.cons[s.ID] = q
	c.sum.Constraints++
	return nil
}

// contradicted reports whether the query cannot have the answer that is assigned.
func (q *query) contradicted(c *checker) bool {
	s := c.look(q.g)
	if q.kind == "groups" {
		lo, hi := c.bounds(q.x)
		return int64(s.inhabited()) > hi || int64(s.able(c)) < lo
	}
	if q.kind == "sum" {
		return q.sumContradicted(c, s)
	}
	answer := c.Value(q.l)
	if answer == 0 {
		return false
	}
	switch q.kind {
	case "connected":
		if answer > 0 {
			return s.inhabited() > 1
		}
		return s.able(c) <= 1
	case "same":
		class := s.classes(c)
		if answer < 0 {
			return class[q.a] >= 0 && class[q.a] == class[q.b]
		}
		if s.comp[q.a] < 0 || s.comp[q.a] != s.comp[q.b] {
			return true
		}
		return s.node[q.a] > 0 && s.node[q.b] > 0 && s.kept(c, class, q.a, q.b)
	case "first":
		s.group = s.classes(c)
		if answer > 0 {
			for v := range q.a {
				if s.group[v] >= 0 && s.group[v] == s.group[q.a] {
					return true
				}
			}
			return s.node[q.a] < 0
		}
		if s.node[q.a] <= 0 {
			return false
		}
		for v := range q.a {
			if s.comp[v] == s.comp[q.a] {
				return false
			}
		}
		return true
	case "acyclic":
		least, part, n := int8(1), s.group, s.groups
		if answer < 0 {
			least, part, n = 0, s.comp, s.comps
		}
		cycles := n
		for v := range part {
			if part[v] >= 0 {
				cycles--
			}
		}
		for _, e := range s.edge {
			if e >= least {
				cycles++
			}
		}
		return (cycles > 0) == (answer > 0)
	case "loop":
		return q.loopContradicted(c, s, answer)
	}
	// Parted.
	s.group = s.classes(c)
	sure, sound := false, true // an edge that is off stands within a group; none can
	for _, e := range s.edges {
		on := c.Value(e.on)
		if on < 0 && s.group[e.a] >= 0 && s.group[e.a] == s.group[e.b] {
			sure = true
		}
		if on <= 0 && s.comp[e.a] >= 0 && s.comp[e.a] == s.comp[e.b] {
			sound = false
		}
	}
	if answer > 0 {
		return sure
	}
	return sound
}

// classes joins the groups whose nodes are in one group by what the queries of the kind same say.
func (s *sight) classes(c *checker) []int {
	up := make([]int, s.groups)
	for i := range up {
		up[i] = i
	}
	root := func(i int) int {
		for up[i] != i {
			i = up[i]
		}
		return i
	}
	for _, q := range s.sames {
		if a, b := s.group[q.a], s.group[q.b]; a >= 0 && b >= 0 && c.Value(q.l) > 0 {
			up[root(a)] = root(b)
		}
	}
	of := make([]int, len(s.group))
	for v, g := range s.group {
		if of[v] = g; g >= 0 {
			of[v] = root(g)
		}
	}
	return of
}

// kept reports whether two nodes, which are in one group by what is said, are kept from being so: their class has a node that is
// said not to be in the group of another of it, or each way between them leads through a class that has.
func (s *sight) kept(c *checker, class []int, a, b int) bool {
	other := make([]bool, s.groups)
	twice := false
	apart := func(v, u int) {
		x, y := class[v], class[u]
		if x < 0 || y < 0 {
			return
		}
		twice = twice || x == y
		other[y] = other[y] || x == class[a]
		other[x] = other[x] || y == class[a]
	}
	for _, q := range s.sames {
		if c.Value(q.l) < 0 {
			apart(q.a, q.b)
		}
	}
	for _, q := range s.walls {
		for _, e := range s.edges {
			if c.Value(q.l) > 0 && c.Value(e.on) < 0 {
				apart(e.a, e.b)
			}
		}
	}
	if twice {
		return true
	}
	met := make([]bool, len(s.nodes))
	met[a] = true
	for todo := []int{a}; len(todo) > 0; {
		v := todo[0]
		todo = todo[1:]
		for _, i := range s.at[v] {
			if u := s.far(i, v); s.edge[i] >= 0 && !met[u] && (class[u] < 0 || !other[class[u]]) {
				met[u] = true
				todo = append(todo, u)
			}
		}
	}
	return !met[b]
}

// inhabited counts the comps with a node that is there: there are at least so many groups.
func (s *sight) inhabited() int {
	has := make([]bool, s.comps)
	n := 0
	for v, x := range s.node {
		if x > 0 && !has[s.comp[v]] {
			has[s.comp[v]] = true
			n++
		}
	}
	return n
}

// able counts the groups, and the open nodes that would not be part of one: there are at most so many groups.
func (s *sight) able(c *checker) int {
	n := s.groups
	for v, x := range s.node {
		if x != 0 {
			continue
		}
		tied := false
		for _, i := range s.at[v] {
			tied = tied || s.node[s.far(i, v)] > 0 && c.Value(s.edges[i].on) > 0
		}
		if !tied {
			n++
		}
	}
	return n
}

func (c *checker) weigh(w weight) (lo, hi int64) {
	switch {
	case w.x != nil:
		return c.bounds(w.x)
	case c.Value(w.l) > 0:
		return w.hi, w.hi
	case c.Value(w.l) < 0:
		return w.lo, w.lo
	}
	return min(w.lo, w.hi), max(w.lo, w.hi)
}

// sumContradicted bounds a sum over a group by the weights in it and those that may come to it.
func (q *query) sumContradicted(c *checker, s *sight) bool {
	lo, hi := c.bounds(q.x)
	if s.node[q.a] < 0 {
		return lo > 0 || hi < 0
	}
	if s.node[q.a] == 0 {
		return false
	}
	for _, other := range q.by.sums { // of one group there is one sum
		if s.group[other.a] == s.group[q.a] {
			a, b := c.bounds(other.x)
			lo, hi = max(lo, a), min(hi, b)
		}
	}
	if lo > hi {
		return true
	}
	least, most, have := new(big.Int), new(big.Int), new(big.Int)
	add := func(sum *big.Int, n int64) { sum.Add(sum, big.NewInt(n)) }
	unit := true
	var start []int
	for v := range s.nodes {
		if s.comp[v] < 0 || s.comp[v] != s.comp[q.a] {
			continue
		}
		a, b := c.weigh(q.by.of[v])
		unit = unit && a >= 1
		if s.group[v] == s.group[q.a] {
			start = append(start, v)
			add(have, a)
			add(least, a)
			add(most, b)
		} else {
			add(least, min(a, 0))
			add(most, max(b, 0))
		}
	}
	if least.Cmp(big.NewInt(hi)) > 0 || most.Cmp(big.NewInt(lo)) < 0 {
		return true
	}
	steps := new(big.Int).Sub(big.NewInt(hi), have)
	if !unit || steps.Cmp(big.NewInt(int64(len(s.nodes)))) > 0 {
		return false
	}
	// Each node on a way that leaves the group weighs 1 at least, so none is farther from it than what is left to the bound.
	most.SetInt64(0)
	met := make([]bool, len(s.nodes))
	for _, v := range start {
		met[v] = true
	}
	left := steps.Int64()
	for ring := start; len(ring) > 0; left-- {
		var next []int
		for _, v := range ring {
			_, b := c.weigh(q.by.of[v])
			add(most, b)
			for _, i := range s.at[v] {
				if u := s.far(i, v); left > 0 && s.edge[i] >= 0 && !met[u] {
					met[u] = true
					next = append(next, u)
				}
			}
		}
		ring = next
	}
	return most.Cmp(big.NewInt(lo)) < 0
}

// loopContradicted looks at the edges by the literals of their counting.
func (q *query) loopContradicted(c *checker, s *sight, answer int8) bool {
	open := false
	for i, l := range q.counts {
		switch v := c.Value(l); {
		case v < 0:
			s.edge[i] = -1
		case v > 0:
			s.edge[i] = 1
		}
		open = open || s.edge[i] == 0
	}
	sure := 0 // edges that count
	degrees := true
	var first int
	for i, e := range s.edge {
		if e > 0 {
			sure++
			first = i
		}
	}
	able := 0
	for v := range s.nodes {
		may, must := 0, 0
		for _, i := range s.at[v] {
			if s.edge[i] >= 0 {
				may++
			}
			if s.edge[i] > 0 {
				must++
			}
		}
		able += may
		if must > 2 || must == 1 && may == 1 {
			degrees = false
		}
	}
	if answer > 0 && (!degrees || able == 0) {
		return true
	}
	if answer < 0 {
		return !open && sure > 0 && s.lineOf(first) == sure
	}
	if sure == 0 {
		return false
	}
	for i, e := range s.edge { // a closed line, and an edge elsewhere
		if n := s.lineOf(i); e > 0 && n > 0 && n < sure {
			return true
		}
	}
	// On one closed line, all edges are in one block.
	block, size := s.blocks()
	for i, e := range s.edge {
		if e > 0 && (block[i] != block[first] || size[block[i]] == 1) {
			return true
		}
	}
	return false
}

// lineOf gives the number of edges of the closed line that an edge is part of, and 0 when there is none.
func (s *sight) lineOf(edge int) int {
	if s.edge[edge] <= 0 {
		return 0
	}
	v, by, n := s.edges[edge].b, edge, 1
	for v != s.edges[edge].a {
		next := -1
		for _, i := range s.at[v] {
			if i != by && s.edge[i] > 0 {
				if next >= 0 {
					return 0 // it branches
				}
				next = i
			}
		}
		if next < 0 || n > len(s.edges) {
			return 0
		}
		v, by, n = s.far(next, v), next, n+1
	}
	return n
}

// blocks gives the block of each edge that may count, and their sizes: two edges are in one block when a cycle leads through both.
func (s *sight) blocks() (block, size []int) {
	block = make([]int, len(s.edges))
	for i := range block {
		block[i] = -1
	}
	number := make([]int, len(s.nodes)) // from 1, in the order of the walk
	low := make([]int, len(s.nodes))
	next := make([]int, len(s.nodes))
	met := 0
	type frame struct{ v, by int }
	var path []frame
	var pending []int
	for start := range s.nodes {
		if number[start] != 0 {
			continue
		}
		path = append(path, frame{start, -1})
		met++
		number[start], low[start] = met, met
		for len(path) > 0 {
			f := path[len(path)-1]
			if next[f.v] < len(s.at[f.v]) {
				i := s.at[f.v][next[f.v]]
				next[f.v]++
				u := s.far(i, f.v)
				switch {
				case s.edge[i] < 0 || i == f.by:
				case number[u] == 0:
					met++
					number[u], low[u] = met, met
					pending = append(pending, i)
					path = append(path, frame{u, i})
				case number[u] < number[f.v]:
					pending = append(pending, i)
					low[f.v] = min(low[f.v], number[u])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) == 0 {
				break
			}
			up := path[len(path)-1].v
			low[up] = min(low[up], low[f.v])
			if low[f.v] < number[up] {
				continue
			}
			n := 0
			for {
				i := pending[len(pending)-1]
				pending = pending[:len(pending)-1]
				block[i] = len(size)
				n++
				if i == f.by {
					break
				}
			}
			size = append(size, n)
		}
	}
	return block, size
}

// reader is an automaton with what it reads.
type reader struct {
	l      lit
	dfa    AutomatonStep
	next   map[int]map[int64]int // by state and value
	accept map[int]bool
	inputs [][]choice
}

type choice struct {
	value int64
	l     lit
}

func (c *checker) newRegular(p *Words) error {
	s := p.Regular()
	if p.err != nil {
		return nil
	}
	if c.cons[s.ID] != nil {
		return fmt.Errorf("constraint %d is there already", s.ID)
	}
	r := &reader{l: c.lit(s.Lit), dfa: s.DFA, next: map[int]map[int64]int{}, accept: map[int]bool{}}
	for _, a := range s.DFA.Accept {
		r.accept[a] = true
	}
	for _, t := range s.DFA.Steps {
		if r.next[t.From] == nil {
			r.next[t.From] = map[int64]int{}
		}
		if _, twice := r.next[t.From][t.Value]; twice {
			return errors.New("two steps for one value")
		}
		r.next[t.From][t.Value] = t.To
	}
	for _, in := range s.Inputs {
		var choices []choice
		for _, x := range in {
			choices = append(choices, choice{x.Value, c.lit(x.Lit)})
		}
		r.inputs = append(r.inputs, choices)
	}
	c.cons[s.ID] = r
	c.sum.Constraints++
	return nil
}

// contradicted follows all that may be read.
func (r *reader) contradicted(c *checker) bool {
	answer := c.Value(r.l)
	if answer == 0 {
		return false
	}
	states := map[int]bool{r.dfa.First: true}
	lost := false // something may be read for which there is no step
	for _, in := range r.inputs {
		next := map[int]bool{}
		any := false
		for _, x := range in {
			if c.Value(x.l) < 0 {
				continue
			}
			any = true
			for s := range states {
				if to, ok := r.next[s][x.value]; ok {
					next[to] = true
				} else {
					lost = true
				}
			}
		}
		if !any {
			return true // an input without a value
		}
		states = next
	}
	accepts, rejects := false, lost
	for s := range states {
		accepts = accepts || r.accept[s]
		rejects = rejects || !r.accept[s]
	}
	if answer > 0 {
		return !accepts
	}
	return !rejects
}
