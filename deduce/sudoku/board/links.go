package board

// Pair is a conjugate pair: the only two places of a value in a house.
type Pair struct {
	A, B  int // cells, A < B
	House int
}

// Pairs lists the conjugate pairs of a value, in the order of the houses. A pair that two houses share is listed for each.
func (p *Position) Pairs(v int) []Pair {
	var list []Pair
	if p.At[v].Empty() {
		return nil
	}
	for h := range p.House {
		at := p.At[v].And(&p.House[h])
		a := at.First()
		if a < 0 {
			continue
		}
		b := at.Next(a)
		if b < 0 || at.Next(b) >= 0 {
			continue
		}
		list = append(list, Pair{a, b, h})
	}
	return list
}

// Bivalue lists the open cells that have two candidates.
func (p *Position) Bivalue() []int {
	var list []int
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		if p.Cand[c].Count() == 2 {
			list = append(list, c)
		}
	}
	return list
}

// SeesBoth gives the open cells with candidate v that see both a and b, which themselves are left out.
func (p *Position) SeesBoth(v, a, b int) Cells {
	s := p.Peer[a].And(&p.Peer[b])
	return s.And(&p.At[v])
}
