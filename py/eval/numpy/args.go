package numpy

import (
	"github.com/quandary-puzzles/quandary/py/eval"
)

// maxArrays is how many arrays a function takes at the most.
const maxArrays = 3

// unpack is eval.UnpackArgs, with variables for arrays (**Array) besides, up to maxArrays: what is given for one is made an array of.
func unpack(th *eval.Thread, name string, args values, kw kwargs, pairs ...any) error {
	var given [maxArrays]eval.Value
	var arrays [maxArrays]**Array
	n := 0
	for i := 1; i < len(pairs); i += 2 {
		if a, ok := pairs[i].(**Array); ok {
			arrays[n], pairs[i] = a, &given[n]
			n++
		}
	}
	if err := eval.UnpackArgs(name, args, kw, pairs...); err != nil {
		return err
	}
	for i, v := range given[:n] {
		if v == nil {
			continue
		}
		a, err := from(th, v)
		if err != nil {
			return err
		}
		*arrays[i] = a
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
