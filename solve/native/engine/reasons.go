package engine

// reasons keeps why a propagator made literals true, for one that cannot say so later.
type reasons struct {
	list []madeTrue
	lits []Lit // of the reasons, one after the other
}

// madeTrue is a literal that was made true, because the literals from..to of lits were false. The reason holds as long as the
// literal stands at its place of the trail with it.
type madeTrue struct {
	p        Lit
	pos      int32
	from, to int32
}

// forget drops the reasons of literals that were taken back since. It comes first in a run.
func (r *reasons) forget(e *Engine, id int32) {
	for n := len(r.list); n > 0; n-- {
		w := &r.list[n-1]
		if int(w.pos) < len(e.trail) && e.trail[w.pos] == w.p && e.why[w.p.Var()] == becauseProp(id, int64(n-1)) {
			break
		}
		r.list = r.list[:n-1]
	}
	keep := int32(0)
	if n := len(r.list); n > 0 {
		keep = r.list[n-1].to
	}
	r.lits = r.lits[:keep]
}

// conclude makes l true, the literals from n on being the reason.
func (r *reasons) conclude(e *Engine, id int32, l Lit, n int) bool {
	r.list = append(r.list, madeTrue{l, int32(len(e.trail)), int32(n), int32(len(r.lits))})
	return e.enqueue(l, becauseProp(id, int64(len(r.list)-1)))
}

func (r *reasons) explain(dst []Lit, data int64) []Lit {
	w := &r.list[data]
	return append(dst, r.lits[w.from:w.to]...)
}
