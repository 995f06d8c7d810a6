package numpy

import (
	"github.com/quandary-puzzles/quandary/py/eval"
)

// unpack is eval.UnpackArgs, with variables for arrays (**Array) besides: what is given for one is made an array of.
func unpack(th *eval.Thread, name string, args values, kw kwargs, pairs ...any) error {
	given := make(values, len(pairs)/2)
	arrays := make([]**Array, len(pairs)/2)
	for i := range given {
		if a, ok := pairs[2*i+1].(**Array); ok {
			arrays[i], pairs[2*i+1] = a, &given[i]
		}
	}
	if err := eval.UnpackArgs(name, args, kw, pairs...); err != nil {
		return err
	}
	for i, v := range given {
		if v == nil {
			continue
		}
		var err error
		if *arrays[i], err = from(th, v); err != nil {
			return err
		}
	}
	return nil
}

// isNone reports whether an argument was not given, or is None.
func isNone(v eval.Value) bool { return v == nil || v == eval.Value(eval.None) }

// onAxis gives an array and the number of the axis that an argument means: without one, all elements in one line.
func (a *Array) onAxis(th *eval.Thread, axis eval.Value) (*Array, int, error) {
	if isNone(axis) {
		line, err := a.ravel(th)
		return line, 0, err
	}
	d, err := axisOf(axis, len(a.shape))
	return a, d, err
}
