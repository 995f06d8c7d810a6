package synth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/record"
)

// ReplayOptions say how a configuration is replayed.
type ReplayOptions struct {
	// Fresh names what is drawn anew though the configuration has it: variables, symbols, conditions, questions.
	Fresh []string
	// Seed is where drawing starts from for a configuration that does not come from a record of our own.
	Seed uint64
	// Index tells configurations with the same Seed apart.
	Index uint64
	// Origin, when not nil, is that of the record that the configuration is from: then whatever is not in the configuration
	// is drawn as it was for that record.
	Origin *record.Origin
	// Text is the text that was made from the configuration, "" where it is not known. Lists of names that the configuration
	// lacks are read off it.
	Text string
}

// replay is the configuration that a run reads from.
type replay struct {
	config  record.Object
	queries record.Object
	fresh   []string
	foreign bool // the configuration is of another specification
	notes   []string
	marks   *marks // when lists of names are to be replaced by marks

	seed, index uint64 // of what is drawn
	try         int
	overspent   int // draws before the record's own that used up a budget, as it says
	// unsolved is why there are no solutions, where no solver could find them: the reason of the errors that come of it.
	unsolved *Failure
}

func (p *replay) note(s string) {
	if !slices.Contains(p.notes, s) {
		p.notes = append(p.notes, s)
	}
}

// has reports whether the configuration gives a name a value that is to be used.
func (p *replay) has(name string) bool {
	_, ok := p.config.Get(name)
	return ok && !slices.Contains(p.fresh, name)
}

// Replay makes a record from a configuration alone. Variables and pools that the configuration lacks are drawn and listed in
// the record's Origin.Drawn. The notes say what is odd about the outcome, such as an assertion that does not hold.
func (w *Worker) Replay(ctx context.Context, config []byte, opt ReplayOptions) (rec *record.Record, notes []string, err error) {
	r, err := w.startReplay(ctx, config, opt)
	if err != nil {
		return nil, nil, err
	}
	rec, notes, err = r.finish(ctx)
	if err == nil && opt.Text != "" && opt.Origin == nil && len(rec.Origin.Drawn) > 0 {
		if better, notes, ok := w.readNames(ctx, config, opt); ok {
			return better, notes, nil
		}
	}
	return rec, notes, err
}

// finish makes the record of a replay that was started.
func (r *run) finish(ctx context.Context) (rec *record.Record, notes []string, err error) {
	rp := r.replay
	f := r.make()
	if f == nil {
		if rec, err = r.record(); err != nil {
			return nil, nil, err
		}
		rec.Origin = &record.Origin{Seed: rp.seed, Index: rp.index, Tries: rp.try + 1, Overspent: rp.overspent, Drawn: r.drawn}
		r.origin(rec.Origin)
		f = r.certify(rec.Origin)
		if made, err := record.ParseJSON(rec.Config); err == nil {
			if obj, ok := made.(record.Object); ok {
				r.noteLanguages(obj)
			}
		}
	}
	if f != nil {
		if e := ctx.Err(); e != nil {
			return nil, nil, e
		}
		if rp.unsolved != nil {
			f = rp.unsolved
		}
		if ce, ok := errors.AsType[*ConfigError](f.Err); ok {
			return nil, nil, ce
		}
		return nil, nil, f
	}
	return rec, rp.notes, nil
}

// startReplay makes the worker ready to replay a configuration.
func (w *Worker) startReplay(ctx context.Context, config []byte, opt ReplayOptions) (*run, error) {
	parsed, err := record.ParseJSON(config)
	if err != nil {
		return nil, &ConfigError{What: err.Error()}
	}
	obj, ok := parsed.(record.Object)
	if !ok {
		return nil, &ConfigError{What: "it is not an object"}
	}
	if err := w.p.CheckFresh(opt.Fresh); err != nil {
		return nil, err
	}
	rp := &replay{config: obj, fresh: opt.Fresh, seed: opt.Seed, index: opt.Index}
	rp.foreign = opt.Origin != nil && opt.Origin.Spec != "" && opt.Origin.Spec != w.p.doc.Hash
	for _, key := range []string{"_queries", "_query"} {
		if q, ok := obj.Get(key); ok {
			if rp.queries, ok = q.(record.Object); !ok {
				return nil, &ConfigError{key, "it is not an object"}
			}
			break
		}
	}
	if o := opt.Origin; o != nil {
		rp.seed, rp.index, rp.try, rp.overspent = o.Seed, o.Index, max(o.Tries-1, 0), o.Overspent
	}
	r := w.start(ctx, place{base: recordStream(rp.seed, rp.index, rp.try)})
	r.replay = rp
	return r, nil
}

// CheckFresh refuses names that the specification does not have.
func (p *Program) CheckFresh(names []string) error {
	var known []string
	for i := range p.variables {
		known = append(known, p.variables[i].name)
	}
	for i := range p.symbols {
		if len(p.symbols[i].templates) > 0 {
			known = append(known, p.symbols[i].name)
		}
	}
	for i := range p.conditions {
		if len(p.conditions[i].templates) > 0 {
			known = append(known, p.conditions[i].name)
		}
	}
	for i := range p.postVars {
		known = append(known, p.postVars[i].name)
	}
	for i := range p.queries {
		if p.queries[i].choice {
			known = append(known, p.queries[i].name)
		}
	}
	for _, n := range names {
		if !slices.Contains(known, n) {
			return fmt.Errorf("nothing named %q is drawn: there is %s", n, strings.Join(known, ", "))
		}
	}
	return nil
}

// noteDrawn notes something that the configuration did not give.
func (r *run) noteDrawn(name string) {
	if !slices.Contains(r.drawn, name) {
		r.drawn = append(r.drawn, name)
	}
}

func configFailure(path, format string, args ...any) *Failure {
	return fail(CauseError, path, &ConfigError{path, fmt.Sprintf(format, args...)})
}

// readVariable reads a variable's value. JSON does not tell a tuple from a list, nor the key 2 from "2": where the variable's
// formula draws nothing and gives the same value up to that, the formula's value is taken.
func (r *run) readVariable(name string, v *formula, hasFormula bool) (eval.Value, bool, *Failure) {
	if !r.replay.has(name) {
		return nil, false, nil
	}
	raw, _ := r.replay.config.Get(name)
	val, err := decode(r.th, raw, 0)
	if errors.Is(err, errPythonObject) && hasFormula {
		return nil, false, nil // it is computed, or drawn and reported, like one that the configuration lacks
	}
	if err != nil {
		return nil, false, configFailure(name, "%v", err)
	}
	if !hasFormula || !isContainer(raw) {
		return val, true, nil
	}
	computed, err := v.code.Eval(r.th, r.g)
	if err == nil && !r.at.drew && sameUpToJSON(r.th, computed, val, 0) {
		return computed, true, nil
	}
	return val, true, nil
}

func isContainer(raw any) bool {
	switch raw.(type) {
	case []any, record.Object:
		return true
	}
	return false
}

// sameUpToJSON compares a value with one read from JSON, in which a tuple or set may have become a list.
func sameUpToJSON(th *eval.Thread, a, b eval.Value, depth int) bool {
	if depth > 100 {
		return false
	}
	if x, ok := sequence(th, a); ok {
		y, ok := sequence(th, b)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !sameUpToJSON(th, x[i], y[i], depth+1) {
				return false
			}
		}
		return true
	}
	if x, ok := a.(*eval.Dict); ok {
		y, ok := b.(*eval.Dict)
		if !ok || x.Len() != y.Len() {
			return false
		}
		xs, ys := x.Items(), y.Items()
		for i := range xs {
			kx, okx := encodeKey(th, xs[i][0], 0)
			ky, oky := encodeKey(th, ys[i][0], 0)
			if !okx || !oky || kx != ky || !sameUpToJSON(th, xs[i][1], ys[i][1], depth+1) {
				return false
			}
		}
		return true
	}
	x, okx := encode(th, nil, a, 0)
	y, oky := encode(th, nil, b, 0)
	return okx && oky && string(x) == string(y)
}

// readParts reads the pools of a symbol or condition. It reports false where the configuration has none.
func (r *run) readParts(kind, name string, parts []*drawn, multi bool) (bool, *Failure) {
	if !r.replay.has(name) {
		return false, nil
	}
	raw, _ := r.replay.config.Get(name)
	obj, ok := raw.(record.Object)
	if !ok {
		return false, configFailure(name, "it is not an object with a pool")
	}
	pool, ok := obj.Get("pool")
	if !ok {
		return false, configFailure(name, "it has no pool")
	}
	if !multi {
		if f := r.readPool(parts[0], pool, name+".pool", false); f != nil {
			return false, f
		}
		r.writePart(kind, name, parts[0])
		return true, nil
	}
	pools := make([]any, len(parts))
	switch p := pool.(type) {
	case []any:
		if len(p) > len(parts) {
			return false, configFailure(name+".pool", "there are %d pools for %d templates", len(p), len(parts))
		}
		copy(pools, p)
	case record.Object:
		for _, m := range p {
			k, err := strconv.Atoi(m.Key)
			if err != nil || k < 0 || k >= len(parts) {
				return false, configFailure(name+".pool", "there is no template %q", m.Key)
			}
			pools[k] = m.Value
		}
	default:
		return false, configFailure(name+".pool", "it is neither a list nor an object")
	}
	for i, p := range pools {
		if p == nil {
			continue
		}
		if f := r.readPool(parts[i], p, fmt.Sprintf("%s.pool[%d]", name, i), false); f != nil {
			return false, f
		}
	}
	r.writeParts(kind, name, parts)
	return true, nil
}

// readPool reads a pool of items. In the pools of questions a plain int is an index too, as older files have it.
func (r *run) readPool(d *drawn, pool any, path string, ints bool) *Failure {
	items, ok := pool.([]any)
	if !ok {
		return configFailure(path, "it is not a list of items")
	}
	if len(items) > maxDomain {
		return configFailure(path, "more than %d items", maxDomain)
	}
	for i, raw := range items {
		it, f := r.readItem(d, raw, fmt.Sprintf("%s[%d]", path, i), ints)
		if f != nil {
			return f
		}
		d.items = append(d.items, it)
	}
	return nil
}

// readItem reads one item. The amounts are those of the configuration where they differ from the specification's.
func (r *run) readItem(d *drawn, raw any, path string, ints bool) (drawnItem, *Failure) {
	var it drawnItem
	dims := []any{raw}
	if d.shape.Dim > 1 {
		var ok bool
		if dims, ok = raw.([]any); !ok || len(dims) != d.shape.Dim {
			return it, configFailure(path, "it is not a list of %d dimensions", d.shape.Dim)
		}
	}
	for k, dim := range dims {
		p := path
		if len(dims) > 1 {
			p = fmt.Sprintf("%s[%d]", path, k)
		}
		srcs, ok := dim.([]any)
		if !ok || len(srcs) != len(d.source) {
			return it, configFailure(p, "it is not a list with the values of %d sources", len(d.source))
		}
		for i, src := range srcs {
			p := fmt.Sprintf("%s[%d]", p, i)
			picks, ok := src.([]any)
			if !ok || len(picks) != d.shape.Sources[i].Amount {
				return it, configFailure(p, "it is not a list of %d values", d.shape.Sources[i].Amount)
			}
			for j, x := range picks {
				ind, val, f := r.readPick(d.source[i], x, fmt.Sprintf("%s[%d]", p, j), ints)
				if f != nil {
					return it, f
				}
				it.ind, it.val = append(it.ind, ind), append(it.val, val)
			}
		}
	}
	return it, nil
}

func (r *run) readPick(source []eval.Value, raw any, path string, ints bool) (int, eval.Value, *Failure) {
	index := func(n int) (int, eval.Value, *Failure) {
		if n < 0 || n >= len(source) {
			return 0, nil, configFailure(path, "the index %d is outside of the source, which has %d values", n, len(source))
		}
		return n, source[n], nil
	}
	switch x := raw.(type) {
	case string:
		if mid, ok := strings.CutPrefix(x, "__"); ok {
			if mid, ok = strings.CutSuffix(mid, "__"); ok {
				if n, err := strconv.Atoi(mid); err == nil {
					return index(n)
				}
			}
		}
	case json.Number:
		if n, err := strconv.Atoi(string(x)); err == nil && ints {
			return index(n)
		}
	}
	val, err := decode(r.th, raw, 0)
	if err != nil {
		return 0, nil, configFailure(path, "%v", err)
	}
	for i, s := range source {
		if same, err := sameValue(r.th, s, val); err == nil && same {
			return i, s, nil
		}
	}
	return -1, val, nil
}

// sameValue compares plain values; a term is equal to nothing.
func sameValue(th *eval.Thread, a, b eval.Value) (bool, error) {
	if _, ok := a.(*term); ok {
		return false, nil
	}
	return eval.Equal(th, a, b)
}

// readOptions reads the options of a question. It reports false where the configuration has none.
func (r *run) readOptions(q *query, parts []*drawn) ([]option, bool, *Failure) {
	if slices.Contains(r.replay.fresh, q.name) {
		return nil, false, nil
	}
	raw, ok := r.replay.queries.Get(q.name)
	if !ok {
		return nil, false, nil
	}
	path := "_queries." + q.name
	pool := raw
	if obj, ok := raw.(record.Object); ok {
		if pool, ok = obj.Get("pool"); !ok {
			return nil, false, configFailure(path, "it has no pool")
		}
		path += ".pool"
	}
	items, ok := pool.([]any)
	if !ok {
		return nil, false, configFailure(path, "it is not a list of options")
	}
	if len(items) > 26 {
		return nil, false, configFailure(path, "%d options, there are only 26 letters", len(items))
	}
	opts := make([]option, len(items))
	for i, item := range items {
		p := fmt.Sprintf("%s[%d]", path, i)
		k := 0
		if obj, ok := item.(record.Object); ok {
			id, _ := obj.Get("template_id")
			n, _ := id.(json.Number)
			var err error
			if k, err = strconv.Atoi(string(n)); err != nil || k < 0 || k >= len(parts) {
				return nil, false, configFailure(p, "template_id is not a number from 0 to %d", len(parts)-1)
			}
			item, _ = obj.Get("config")
		}
		it, f := r.readItem(parts[k], item, p, true)
		if f != nil {
			return nil, false, f
		}
		opts[i] = option{template: k, item: it}
	}
	return opts, true, nil
}
