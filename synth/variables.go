package synth

import (
	"fmt"
	"math"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/spec"
)

// variable gives a variable its value: read from the configuration, computed, or drawn.
func (r *run) variable(i int, v *variable) *Failure {
	r.at.move("variable", i, 0)
	if r.replay != nil {
		val, ok, f := r.readVariable(v.name, &v.formula, v.kind == spec.VarFormula)
		if f != nil {
			return f
		}
		if ok {
			r.g.Set(v.slot, val)
			r.keep(v.name, val)
			return nil
		}
		r.at.move("variable", i, 0)
	}
	val, f := r.eval(v.code, v.field)
	if f != nil {
		return f
	}
	if v.kind != spec.VarFormula {
		if val, f = r.drawValue(v, val); f != nil {
			return f
		}
	}
	if r.replay != nil && r.at.drew {
		r.noteDrawn(v.name)
		if r.replay.marks != nil {
			val = r.replay.marks.replace(v.name, val)
		}
	}
	r.g.Set(v.slot, val)
	r.keep(v.name, val)
	return nil
}

// drawValue draws from a domain.
func (r *run) drawValue(v *variable, domain eval.Value) (eval.Value, *Failure) {
	vals, err := r.elements(domain)
	if err != nil {
		return nil, fail(CauseError, v.field+".domain", fmt.Errorf("a domain is a list, not %s", r.repr(domain)))
	}
	if len(vals) == 0 {
		return nil, fail(CauseDraw, v.field+".domain", fmt.Errorf("it is empty"))
	}
	_, isRange := domain.(*eval.Range)
	switch {
	case v.kind == spec.VarInt && len(vals) == 2 && !isRange:
		lo, errL := integer(vals[0])
		hi, errH := integer(vals[1])
		if errL != nil || errH != nil {
			return nil, fail(CauseError, v.field+".domain", fmt.Errorf("the bounds %s are not two ints", r.repr(domain)))
		}
		if hi < lo {
			return nil, fail(CauseDraw, v.field+".domain", fmt.Errorf("no int from %d to %d", lo, hi))
		}
		return eval.MakeInt(r.at.stream().Int64Between(lo, hi)), nil
	case v.kind == spec.VarFloat && len(vals) == 2:
		lo, okL := float(vals[0])
		hi, okH := float(vals[1])
		if !okL || !okH {
			return nil, fail(CauseError, v.field+".domain", fmt.Errorf("the bounds %s are not two numbers", r.repr(domain)))
		}
		if hi < lo {
			return nil, fail(CauseDraw, v.field+".domain", fmt.Errorf("no number from %v to %v", lo, hi))
		}
		return drawFloat(r.at.stream().Float64(), lo, hi), nil
	}
	return vals[r.at.stream().IntN(len(vals))], nil
}

// drawFloat is the number at u in [0, 1) between two bounds, with two decimals.
func drawFloat(u, lo, hi float64) eval.Float {
	x := math.Round((lo+u*(hi-lo))*100) / 100
	return eval.Float(min(max(x, lo), hi))
}
