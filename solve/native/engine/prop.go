package engine

// propagator is a constraint that acts by itself, rather than through clauses.
type propagator interface {
	// wake tells it what happened, before it runs; data is what it registered.
	wake(data int32)
	// run draws its conclusions from the current bounds and values. It is false on a conflict, which is then in confl.
	run(e *Engine, id int32) bool
	// explain appends to dst false literals which with p make a clause that the constraint implies. All of them were false
	// before the trail position at; data is what the propagator gave when it made p true.
	explain(e *Engine, dst []Lit, p Lit, data int64, at int32) []Lit
	// cancel forgets what wake told it: a conflict or a backtrack came before it ran.
	cancel()
	// priority is 0 for cheap propagators; those of 1 and 2 run when those before have nothing to do.
	priority() int
}

// ring is a first-in first-out queue of propagators.
type ring struct {
	buf  []int32
	head int
}

func (r *ring) push(id int32) { r.buf = append(r.buf, id) }

func (r *ring) empty() bool { return r.head == len(r.buf) }

func (r *ring) pop() int32 {
	id := r.buf[r.head]
	r.head++
	if r.head == len(r.buf) {
		r.clear()
	}
	return id
}

func (r *ring) clear() { r.buf, r.head = r.buf[:0], 0 }

// post adds a propagator and has it run at the next propagation.
func (e *Engine) post(p propagator) int32 {
	e.charge(bytesProp)
	id := int32(len(e.props))
	e.props = append(e.props, p)
	e.propName = append(e.propName, e.deriving)
	e.queued = append(e.queued, true)
	e.queue[p.priority()].push(id)
	return id
}

// dropQueue empties the queues.
func (e *Engine) dropQueue() {
	for i := range e.queue {
		r := &e.queue[i]
		for _, id := range r.buf[r.head:] {
			e.queued[id] = false
			e.props[id].cancel()
		}
		r.clear()
	}
}

// passedStep is how many literals that are passed, in a long clause or sum, among the literals of an integer or in the search for
// one that is open, or how many nodes and edges on the walks of a theory, make a step.
const passedStep = 64

// passedLook is after how many passed the budget and the context are looked at, at the latest: a few milliseconds.
const passedLook = 1 << 20

// Steps is how many steps were made since Reset, as budgets count them.
func (e *Engine) Steps() int64 {
	return e.stats.Propagations + e.stats.Runs + (e.passed+e.order.passed)/passedStep
}

// overdrawn reports whether the budget or the context of the search has ended.
func (e *Engine) overdrawn() bool {
	e.lookAt = e.passed + passedLook
	if n := len(e.bounds); n > e.moves { // those at level 0 stay
		e.charge((n - e.moves) * bytesMove)
		e.moves = n
	}
	return e.ctx != nil && (e.lastStep > 0 && e.Steps() > e.lastStep || e.ctx.Err() != nil)
}

// propagate draws every conclusion that clauses and propagators draw. It is false on a conflict, which is then in confl; when
// interrupted is set it gave up before the end.
//
// Clauses go first, until none draws anything: they are the cheapest. Then one propagator runs, of the lowest of three queues that is not
// empty, and clauses go again. Invariant: every literal of the trail before qhead has been shown to the clauses that watch it, to its integer
// and to the propagators that wait for it. Cost: each literal once, and each run of a propagator as that says.
func (e *Engine) propagate() bool {
	for {
		for e.qhead < len(e.trail) {
			p := e.trail[e.qhead]
			e.qhead++
			e.stats.Propagations++
			if e.owner[p.Var()] >= 0 && !e.channel(p) {
				return false
			}
			if !e.propagateClauses(p) {
				return false
			}
			if hs := e.hooks[p]; len(hs) > 0 {
				e.wakeAll(hs)
			}
		}
		if (e.stats.Runs&1023 == 1023 || e.passed > e.lookAt) && e.overdrawn() {
			e.interrupted = true
			return true
		}
		var id int32
		switch {
		case !e.queue[0].empty():
			id = e.queue[0].pop()
		case !e.queue[1].empty():
			id = e.queue[1].pop()
		case !e.queue[2].empty():
			id = e.queue[2].pop()
		default:
			return true
		}
		e.queued[id] = false
		e.stats.Runs++
		if !e.props[id].run(e, id) {
			return false
		}
	}
}
