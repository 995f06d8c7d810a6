package eval

import "iter"

// generator is the iterator that a function with yield gives. Its body runs as a coroutine, only while Next runs.
type generator struct {
	th       *Thread
	fr       *frame
	next     func() (Value, bool)
	stop     func()
	yield    func(Value) bool
	sent     Value
	thrown   *Error
	err      error // how the body ended
	ret      Value
	running  bool
	started  bool
	done     bool
	stopped  bool    // yield must not be called again
	cur      *frame  // the innermost frame when it yielded
	free     []Value // stack space of its own: what the body has on it stays while others run
	handlers int
	text     []byte
}

// generatorCost is what an open generator is charged: most of it is its stack.
const generatorCost = 16 << 10

// TypeName gives "generator".
func (*generator) TypeName() string { return "generator" }

// Iter gives the generator itself.
func (g *generator) Iter(*Thread) (Iterator, error) { return g, nil }

// Repr gives <generator object>.
func (g *generator) Repr(*Thread) (string, error) {
	return "<generator object " + g.fr.fc.name + ">", nil
}

func (th *Thread) newGenerator(fc *funcCode, g *Globals, free []*cell, loc []Value) Value {
	own := append(make([]Value, 0, len(loc)), loc...)
	for _, s := range fc.cells {
		own[s] = &cell{own[s]}
	}
	gen := &generator{th: th}
	gen.fr = &frame{th: th, fc: fc, g: g, free: free, loc: own, gen: gen}
	if err := th.Alloc(256 + 16*len(loc)); err != nil {
		return th.setErr(err)
	}
	return gen
}

// Next runs the body to its next yield.
func (g *generator) Next(th *Thread) (Value, error) {
	if g.done {
		return nil, nil
	}
	if g.running {
		return nil, valueErr("generator already executing")
	}
	if th.depth >= th.limits.Depth {
		return nil, th.tooDeep()
	}
	if !th.burn(12) { // two switches of coroutines
		return nil, th.takeErr()
	}
	if !g.started {
		if err := th.Alloc(generatorCost); err != nil {
			return nil, err
		}
		g.started = true
		g.cur = g.fr
		g.free = make([]Value, 64)
		g.next, g.stop = iter.Pull(g.body)
		th.gens = append(th.gens, g)
	}
	// Switch the thread over to the generator's frames and stack, and back when it yields.
	cur, free, depth, handlers, text := th.cur, th.free, th.depth, th.handlers, th.text
	th.text = g.text
	th.cur, th.free, th.depth, th.handlers = g.cur, g.free, th.depth+1, handlers+g.handlers
	g.running = true
	v, ok := g.next()
	g.running = false
	g.cur, g.free, g.handlers, g.text = th.cur, th.free, th.handlers-handlers, th.text
	th.text = text
	th.cur, th.free, th.depth, th.handlers = cur, free, depth, handlers
	if !ok {
		g.finish()
		err := g.err
		g.err = nil
		return nil, err
	}
	return v, nil
}

func (g *generator) finish() {
	g.done = true
	for i, o := range g.th.gens {
		if o == g {
			g.th.gens = append(g.th.gens[:i], g.th.gens[i+1:]...)
			break
		}
	}
}

// body runs in the coroutine.
func (g *generator) body(yield func(Value) bool) {
	g.yield = yield
	switch g.fr.fc.body.exec(g.fr) {
	case ctlError:
		if e := g.th.takeErr(); e.Exc.typ != generatorExit {
			if e.Exc.typ == stopIteration {
				e = raise(runtimeError, "generator raised StopIteration")
			}
			g.err = e
		}
	case ctlReturn:
		g.ret = g.fr.ret
	}
}

// give hands a value to the caller and waits to be resumed; it gives what send sent, or nil with an error pending.
func (g *generator) give(th *Thread, v Value) Value {
	if g.stopped {
		return th.setErr(raise(runtimeError, "generator ignored GeneratorExit"))
	}
	if !g.yield(v) {
		g.stopped = true
		return th.setErr(raiseExc(&Exception{typ: generatorExit, args: NewTuple()}))
	}
	if g.thrown != nil {
		th.err, g.thrown = g.thrown, nil
		return nil
	}
	s := g.sent
	g.sent = nil
	if s == nil {
		return None
	}
	return s
}

// close ends the generator: its body sees GeneratorExit at the yield where it stands.
func (g *generator) close() {
	if g.done {
		return
	}
	if !g.started {
		g.done = true
		return
	}
	th := g.th
	cur, free, depth, handlers, pending := th.cur, th.free, th.depth, th.handlers, th.err
	th.cur, th.free, th.depth, th.handlers, th.err = g.cur, g.free, depth+1, g.handlers, nil
	g.running = true
	g.stop()
	g.running = false
	th.cur, th.free, th.depth, th.handlers, th.err = cur, free, depth, handlers, pending
	g.finish()
}

// Attr gives the generator's methods.
func (g *generator) Attr(_ *Thread, name string) (Value, error) {
	switch name {
	case "send", "throw", "close", "__next__":
		return &BoundMethod{recv: g, name: name, fn: generatorMethod(name)}, nil
	}
	return nil, nil
}

func generatorMethod(name string) methodFunc {
	return func(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
		g := recv.(*generator)
		switch name {
		case "close":
			g.close()
			return None, nil
		case "send":
			if len(args) != 1 {
				return nil, typeErr("send() takes exactly one argument (%d given)", len(args))
			}
			if !g.started && args[0] != Value(None) {
				return nil, typeErr("can't send non-None value to a just-started generator")
			}
			g.sent = args[0]
		case "throw":
			if len(args) < 1 {
				return nil, typeErr("throw expected at least 1 argument, got 0")
			}
			e, err := th.toException(args[0])
			if err != nil {
				return nil, err
			}
			if !g.started {
				g.done = true
				return nil, raiseExc(e)
			}
			g.thrown = raiseExc(e)
		}
		v, err := g.Next(th)
		if v == nil && err == nil {
			err = stopIterationError(g.ret)
		}
		return v, err
	}
}

func stopIterationError(ret Value) error {
	e := &Exception{typ: stopIteration, args: NewTuple()}
	if ret != nil && ret != Value(None) {
		e.args = NewTuple(ret)
	}
	return raiseExc(e)
}
