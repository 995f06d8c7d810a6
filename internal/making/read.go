package making

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// reading says what a given layer prints for a solution; nil where the solver finds it together with the solution.
func (m *Maker) reading(l *rules.Layer) *rules.Reading {
	for i := range m.File.Making.Read {
		if w := &m.File.Making.Read[i]; w.Layer == l {
			return w
		}
	}
	return nil
}

// framing says how the places of a given layer are drawn; nil where they are not.
func (m *Maker) framing(l *rules.Layer) *rules.Framing {
	for i := range m.File.Making.Frame {
		if w := &m.File.Making.Frame[i]; w.Layer == l {
			return w
		}
	}
	return nil
}

// frame draws where a layer has values: one place after another, each that keeps what the frame is to keep.
func (m *Maker) frame(ctx context.Context, b *rules.Board, how rules.Framing, r *rng.Stream) error {
	places, err := b.Places(how.Layer)
	if err != nil {
		return err
	}
	stand, err := standIn(b, how.Layer)
	if err != nil {
		return err
	}
	share := how.Lo + (how.Hi-how.Lo)*r.Float64()
	want := max(1, int(math.Round(share*float64(len(places)))))
	held := map[board.Place]rules.Value{}
	for _, i := range r.Perm(len(places)) {
		if len(held) == want {
			break
		}
		held[places[i]] = stand
		b.Set(how.Layer, &rules.Marks{Values: held})
		if how.While == nil {
			continue
		}
		v, err := judge.Value(ctx, b, how.While, how.While.Tree, nil)
		if err != nil {
			return err
		}
		if ok, is := v.(bool); !is {
			return fmt.Errorf("%s: what the frame keeps is no condition", how.While.Pos)
		} else if !ok {
			delete(held, places[i])
		}
	}
	b.Set(how.Layer, &rules.Marks{Values: held})
	return nil
}

// standIn gives some value of a layer.
func standIn(b *rules.Board, l *rules.Layer) (rules.Value, error) {
	switch l.Domain.Kind {
	case rules.Ints:
		lo, _, err := b.Bounds(&l.Domain)
		if err != nil || lo == nil {
			return rules.IntOf(1), err
		}
		return rules.IntOf(max(1, *lo)), nil
	case rules.Words:
		return rules.WordOf(l.Domain.Words[0]), nil
	}
	return rules.BoolOf(true), nil
}

// read prints what the rules file reads off a solution.
func (d *draft) read(ctx context.Context) error {
	if len(d.m.File.Making.Read) == 0 {
		return nil
	}
	b := d.solver.board.Clone()
	for _, w := range d.m.File.Making.Read {
		got, err := judge.Value(ctx, b, w.Expr, w.Pairs, nil)
		if err != nil {
			return err
		}
		pairs, _ := got.([]any)
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		for _, x := range pairs {
			pair, _ := x.([]any)
			if w.Layer.Objects() {
				o, err := object(w, pair)
				if err != nil {
					return err
				}
				m.Objects = append(m.Objects, o)
				continue
			}
			if len(pair) != 2 {
				continue
			}
			at, ok := pair[0].(board.Place)
			if !ok {
				return fmt.Errorf("%s: what %s prints is read at places", w.Expr.Pos, w.Layer.Name)
			}
			v, ok := valueOf(pair[1])
			if !ok || v.Kind == rules.List && slices.ContainsFunc(v.List, func(x rules.Value) bool { return x.Kind != rules.Int && x.Kind != rules.Word }) {
				return fmt.Errorf("%s: %s is no value of %s, as VALUE for PLACE in PLACES gives it", w.Expr.Pos, v, w.Layer.Name)
			}
			if v.Kind != rules.Nothing && (v.Kind != rules.Bool || v.True()) {
				m.Values[at] = v
			}
		}
		slices.SortStableFunc(m.Objects, func(x, y map[string]rules.Value) int { // the order of reading would tell where they are
			for _, f := range w.Layer.Fields {
				if by := x[f.Name].Compare(y[f.Name]); by != 0 {
					return by
				}
			}
			return 0
		})
		b.Set(w.Layer, m)
	}
	d.solver.board = b
	return nil
}

// object makes an object of the values of its fields.
func object(w rules.Reading, values []any) (map[string]rules.Value, error) {
	if len(values) != len(w.Layer.Fields) {
		return nil, fmt.Errorf("%s: %s has %d fields, and here are %d values", w.Expr.Pos, w.Layer.Name, len(w.Layer.Fields), len(values))
	}
	o := map[string]rules.Value{}
	for i, f := range w.Layer.Fields {
		v, ok := valueOf(values[i])
		if !ok {
			return nil, fmt.Errorf("%s: %s is no value of %s", w.Expr.Pos, fmt.Sprint(values[i]), f.Name)
		}
		o[f.Name] = v
	}
	return o, nil
}

// unprove forgets the solver that knows what is printed.
func (d *draft) unprove() {
	if d.proof != nil {
		d.proof.close()
		d.proof = nil
	}
}

// valueOf makes a value of a board of what the judge computes.
func valueOf(x any) (rules.Value, bool) {
	switch x := x.(type) {
	case nil:
		return rules.Value{}, true
	case bool:
		return rules.BoolOf(x), true
	case int64:
		return rules.IntOf(x), true
	case string:
		return rules.WordOf(x), true
	case board.Place:
		return rules.PlaceOf(x), true
	case []any:
		var list []rules.Value
		for _, y := range x {
			v, ok := valueOf(y)
			if !ok {
				return rules.Value{}, false
			}
			list = append(list, v)
		}
		return rules.ListOf(list...), true
	}
	return rules.Value{}, false
}

// proving gives the solver that knows the puzzle with all its clues: that which sampled it, where that has all the rules and is not much
// larger for leaving so much open.
func (d *draft) proving(ctx context.Context) (*solver, error) {
	if d.proof != nil {
		return d.proof, nil
	}
	all := len(d.m.File.Making.Read) == 0 && !d.m.ranged()
	if all && d.shared {
		return d.solver, nil
	}
	p, err := newSolver(ctx, d.m.Engine, d.full(), encode.Options{})
	if err != nil {
		return nil, err
	}
	if all && d.sort.proof == unsettled && d.proved(p.enc) == byBoth {
		d.shared = true
		p.close()
		return d.solver, nil
	}
	p.found = p.solution(d.solver.board)
	d.proof = p
	return p, nil
}

// ranged reports whether what is to be found is sampled with fewer values than it may have.
func (m *Maker) ranged() bool {
	return slices.ContainsFunc(m.File.Making.Values, func(r rules.Ranged) bool { return r.Layer.Role != rules.Given })
}

// proved says which solver is to prove puzzles, by what it takes to state one by itself.
func (d *draft) proved(alone *encode.Encoding) proof {
	if d.solver.enc.Problem.NumTerms() < worthApart*alone.Problem.NumTerms() {
		return byBoth
	}
	return byOwn
}

// worthApart is from how many times as many terms on it pays to state what is printed anew for each proof. Sums and numbers that are open
// have a literal for each value.
const worthApart = 6
