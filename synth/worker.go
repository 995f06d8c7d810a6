package synth

import (
	"context"
	"errors"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
)

// Worker makes records, one at a time. Goroutines that work side by side need a Worker each.
type Worker struct {
	p   *Program
	th  *eval.Thread
	g   *eval.Globals
	ops []eval.Value // the built-in operators, in the order of Program.ops
	run *run

	account *budget.Account // of the draw under way
}

// DrawMemory is how many bytes a draw may hold: its expressions, its constraints, and what the engine makes of them. It is the
// same on every machine, for it decides which draws are kept.
const DrawMemory = 512 << 20

// NewWorker makes a worker.
func (p *Program) NewWorker() *Worker {
	w := &Worker{p: p, g: p.layout.NewGlobals()}
	for _, o := range p.ops {
		w.ops = append(w.ops, w.operator(o.name))
	}
	return w
}

// Close frees what the worker holds.
func (w *Worker) Close() {
	if w.th != nil {
		w.th.Close()
	}
	w.account.Close()
}

// run is one draw under way: everything that belongs to one try at one record.
type run struct {
	*Worker
	ctx      context.Context
	b        *build
	at       place
	budget   solve.Budget
	replay   *replay                        // nil when drawing
	letters  uint32                         // the letters that generate_letters has used
	people   map[string]bool                // the names of people that get_faker has given
	asserted int                            // constraints
	texts    map[int]func() (string, error) // by constraint: the text that states it
	items    [][]*term                      // by derived symbol: its items, those that are terms with a text
	symbols  int                            // defined symbols
	types    []string
	conds    []*conditionValue
	posts    []*conditionValue
	config   record.Object
	queryCfg record.Object
	drawn    []string // what a replay had to draw

	made            *record.Record // what became of the draw
	madeConfig      []byte         // its configuration, as it was then
	problem, answer string
	answered        []answered // the questions, in order

	solver    string
	solutions []*solution
	cut       bool // there are more solutions than those
	optimum   model.Value
	optSol    *solution
}

// start makes the worker ready for a try.
func (w *Worker) start(ctx context.Context, base place) *run {
	if w.th != nil {
		w.th.Close()
	}
	w.account.Close()
	w.account = budget.From(ctx).Sub("a draw", DrawMemory)
	ctx = budget.With(ctx, w.account)
	r := &run{Worker: w, ctx: ctx, at: base, budget: w.p.opt.Budget,
		b: &build{Problem: model.NewProblem(), enums: map[model.Var][]eval.Value{}}}
	r.b.SetAccount(ctx, w.account)
	w.run = r
	if w.th == nil {
		w.th = eval.NewThread(ctx, &r.at, w.p.opt.Limits)
	} else {
		w.th.Reset(ctx, &r.at, w.p.opt.Limits)
	}
	w.th.SetHost(w)
	for _, s := range w.p.perRun {
		w.g.Set(s, nil)
	}
	for i, o := range w.p.ops {
		w.g.Set(o.slot, w.ops[i])
	}
	return r
}

// Generate makes the record of an index. It depends on the specification, the seed and the index alone. The error is a
// *TriesError when no draw succeeded, or the context's.
func (w *Worker) Generate(ctx context.Context, seed, index uint64) (*record.Record, Stats, error) {
	var stats Stats
	var last *Failure
	undecided, same := "", 0 // the last problem that was too hard, and how often it came again
	tired, spent := 0, 0     // draws thrown away for the solver's budget, and for that of the expressions
	for try := range w.p.opt.MaxTries {
		if err := ctx.Err(); err != nil {
			return nil, stats, err
		}
		stats.Tries++
		draw, end := w.p.opt.Timer(ctx)
		r := w.start(draw, place{base: recordStream(seed, index, try)})
		if r.budget.Steps == 0 {
			r.budget.Steps = firstSteps << min(tired/tiredAfter, maxDoubled)
		}
		rec, f, err := r.draw(&record.Origin{Seed: seed, Index: index, Tries: stats.Tries, Overspent: stats.Overspent()})
		over := draw.Err()
		if over != nil {
			over = context.Cause(draw)
		}
		end()
		r.b.SetAccount(context.Background(), nil) // who asks for the outcome may build terms
		switch {
		case rec != nil || err != nil:
			return rec, stats, err
		case ctx.Err() != nil:
			return nil, stats, ctx.Err()
		case over != nil:
			return nil, stats, over
		}
		if err := budget.From(ctx).Err(); err != nil { // not the draw's account: another draw would be no luckier
			return nil, stats, err
		}
		if f.fatal {
			return nil, stats, f
		}
		stats.lose(f)
		last = f
		if f.Cause == CauseBudget && !f.spent() {
			tired++
			if errors.Is(f, budget.ErrMemory) && !r.at.ever {
				break // more steps would fill the memory again
			}
			if text := r.b.Text(); text != undecided {
				undecided, same = text, 0
			} else if same++; same == sameProblem {
				break
			} else {
				tired += tiredAfter
			}
		}
		if f.spent() {
			spent++
		}
		if f.Cause == CauseCertify && stats.Lost[f.key()] >= hopelessCertify {
			break
		}
		// Where nothing was drawn, every draw is this one; only the engine is given more steps in the next.
		if (f.spent() || f.Cause != CauseBudget) && !r.at.ever || stats.hopeless(tired, spent) {
			break
		}
	}
	return nil, stats, &TriesError{Tries: stats.Tries, Lost: stats.Lost, Last: last}
}

// draw makes a record, or says why the draw is thrown away. The error is one that no other draw would mend.
func (r *run) draw(o *record.Origin) (*record.Record, *Failure, error) {
	if f := r.make(); f != nil {
		return nil, f, nil
	}
	rec, err := r.record()
	if err != nil {
		return nil, nil, err
	}
	rec.Origin = o
	r.origin(o)
	if f := r.certify(o); f != nil {
		return nil, f, nil
	}
	r.made, r.madeConfig = rec, rec.Config
	return rec, nil, nil
}

// When draws have failed so often in the same way that it is a mistake of the specification rather than bad luck.
const (
	hopelessSpent   = 8    // expressions without end, every time; at once where nothing had been drawn that could change them
	hopelessCertify = 50   // draws that were good, but could not be certified
	hopelessErrors  = 200  // errors, every time
	hopelessDraws   = 400  // nothing to draw for one and the same field
	hopelessAny     = 4000 // any other cause, always the same one
)

// The steps of each call of the engine. Draws that take it long are rarely worth the wait: one that is solved sooner is soon
// found. The bound doubles whenever it was met tiredAfter times, at most maxDoubled times, and at once where the next draw gives
// the same problem; one that comes again sameProblem times does not depend on what is drawn, and no draw will help.
const (
	firstSteps  = 2_000_000
	maxDoubled  = 4 // some seconds
	tiredAfter  = 25
	sameProblem = 4
)

// hopeless reports whether a record is to be given up before all its tries are made.
func (s *Stats) hopeless(tired, spent int) bool {
	if spent == s.Tries && spent >= hopelessSpent {
		return true
	}
	if s.Tries >= hopelessErrors && all(s.Lost, CauseError) {
		return true
	}
	if len(s.Lost) > 1 || tired > 0 {
		return false
	}
	return s.Tries >= hopelessAny || s.Tries >= hopelessDraws && all(s.Lost, CauseDraw)
}

// all reports whether a cause is the only one.
func all(lost map[string]int, c Cause) bool {
	for k := range lost {
		if !strings.HasPrefix(k, string(c)) {
			return false
		}
	}
	return true
}

// make goes through the specification from the operators to the texts.
func (r *run) make() *Failure {
	if f := r.state(); f != nil {
		return f
	}
	if f := r.solve(); f != nil {
		return f
	}
	r.setConditions()
	return r.answerAll()
}

// state goes through the specification from the operators to the conditions: it builds the problem.
func (r *run) state() *Failure {
	if f := r.operators(); f != nil {
		return f
	}
	for i := range r.p.variables {
		if f := r.variable(i, &r.p.variables[i]); f != nil {
			return f
		}
	}
	for i := range r.p.symbols {
		s := &r.p.symbols[i]
		var f *Failure
		if len(s.templates) > 0 {
			f = r.derive(i, s)
		} else {
			f = r.define(s)
		}
		if f != nil {
			return f
		}
	}
	for i := range r.p.conditions {
		if f := r.condition(i, &r.p.conditions[i]); f != nil {
			return f
		}
	}
	return nil
}

// operators defines the operators of the specification.
func (r *run) operators() *Failure {
	globals := make(map[*module]*eval.Globals, len(r.p.modules))
	for i, m := range r.p.modules {
		g := m.layout.NewGlobals()
		for k, o := range m.ops {
			g.Set(o.slot, r.ops[k])
		}
		r.at.move("module", i, 0)
		if _, err := m.code.Eval(r.th, g); err != nil {
			return exprFailure(m.field, err)
		}
		globals[m] = g
	}
	for i, o := range r.p.operators {
		if o.module == nil {
			r.at.move("operator", i, 0)
			v, f := r.eval(o.code, o.field)
			if f != nil {
				return f
			}
			r.g.Set(o.slot, v)
			continue
		}
		v, ok := globals[o.module].Lookup(o.name)
		if !ok {
			f := fail(CauseError, o.field, errors.New("the file does not define "+o.name))
			f.fatal = true
			return f
		}
		r.g.Set(o.slot, v)
	}
	return nil
}

// eval runs an expression.
func (r *run) eval(code *eval.Code, field string) (eval.Value, *Failure) {
	v, err := code.Eval(r.th, r.g)
	if err != nil {
		if e := r.ctx.Err(); e != nil {
			return nil, &Failure{Cause: CauseError, Field: field, Err: e, fatal: true}
		}
		return nil, exprFailure(field, err)
	}
	return v, nil
}

// spot is the place that a text draws from, should it draw anything.
type spot struct {
	label string
	i, j  int
}

// text renders a text with some names set, and puts the names and the place back as they were: texts are rendered when they
// are asked for, perhaps in the middle of another expression.
func (r *run) text(code *eval.Code, field string, at spot, slots []int, vals []eval.Value) (string, error) {
	place := r.at
	defer func() { r.at = place }()
	r.at.move("text:"+at.label, at.i, at.j)
	old := make([]eval.Value, len(slots))
	for i, s := range slots {
		old[i] = r.g.Get(s)
		r.g.Set(s, vals[i])
	}
	v, err := code.Eval(r.th, r.g)
	for i, s := range slots {
		r.g.Set(s, old[i])
	}
	if err != nil {
		return "", &fieldError{field, err}
	}
	return eval.ToStr(r.th, v)
}

func (r *run) setDrawn(sym, ind, index eval.Value) {
	r.g.Set(r.p.names.sym, sym)
	r.g.Set(r.p.names.ind, ind)
	r.g.Set(r.p.names.index, index)
}

func (r *run) clearDrawn() { r.setDrawn(nil, nil, nil) }

// elements gives the elements of an iterable value.
func (r *run) elements(v eval.Value) ([]eval.Value, error) {
	switch v := v.(type) {
	case *eval.List:
		return append([]eval.Value(nil), v.Elems()...), nil
	case *eval.Tuple:
		return v.Elems(), nil
	case *group:
		return v.elems, nil
	}
	it, err := eval.Iterate(r.th, v)
	if err != nil {
		return nil, err
	}
	var out []eval.Value
	for {
		x, err := it.Next(r.th)
		if err != nil {
			return nil, err
		}
		if x == nil {
			return out, nil
		}
		if err := r.th.Step(1); err != nil {
			return nil, err
		}
		out = append(out, x)
	}
}

// repr shows a value in a message.
func (r *run) repr(v eval.Value) string {
	s, err := eval.ToRepr(r.th, v)
	if err != nil {
		return "<" + v.TypeName() + ">"
	}
	if rs := []rune(s); len(rs) > 80 {
		return string(rs[:80]) + "…"
	}
	return s
}

// noteSymbols counts the unknowns for the record's figures.
func (r *run) noteSymbols(s *symbol, n int) {
	r.symbols += n
	for _, t := range s.types {
		name := t.Text.Value
		known := false
		for _, o := range r.types {
			known = known || o == name
		}
		if !known {
			r.types = append(r.types, name)
		}
	}
}
