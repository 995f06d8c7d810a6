package numpy

import (
	"math"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// Random functions draw from the thread's stream, whatever seed a file sets.

func draws(th *eval.Thread) (eval.Random, error) {
	if r := th.Random(); r != nil {
		return r, nil
	}
	return nil, eval.Raise("RuntimeError", "nothing random may be drawn here: this part comes out the same each time")
}

func unit(r eval.Random) float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// sized makes an array of a size argument: a number, a shape, or None for one value.
func sized(th *eval.Thread, size eval.Value, k kind, draw func() (eval.Value, error)) (eval.Value, error) {
	if isNone(size) {
		return draw()
	}
	shape, err := shapeArg(th, size)
	if err != nil {
		return nil, err
	}
	out, err := newArray(th, k, shape)
	if err != nil {
		return nil, err
	}
	for i := range out.size() {
		v, err := draw()
		if err != nil {
			return nil, err
		}
		if err := out.set(th, i, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func uniform(th *eval.Thread, lo, hi float64, size eval.Value) (eval.Value, error) {
	r, err := draws(th)
	if err != nil {
		return nil, err
	}
	return sized(th, size, kindFloat, func() (eval.Value, error) { return eval.Float(lo + float64((hi-lo)*unit(r))), nil })
}

func randomFunctions() map[string]eval.BuiltinFunc {
	shapeOfArgs := func(args values) eval.Value {
		if len(args) == 0 {
			return eval.None
		}
		return eval.NewTuple(args...)
	}
	floats := func(name string) eval.BuiltinFunc {
		return func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
			var size eval.Value
			if err := eval.UnpackArgs(name, args, kw, "size?", &size); err != nil {
				return nil, err
			}
			return uniform(th, 0, 1, size)
		}
	}
	return map[string]eval.BuiltinFunc{
		"seed": func(*eval.Thread, values, kwargs) (eval.Value, error) { return eval.None, nil },
		"rand": func(th *eval.Thread, args values, _ kwargs) (eval.Value, error) {
			return uniform(th, 0, 1, shapeOfArgs(args))
		},
		"randn": func(th *eval.Thread, args values, _ kwargs) (eval.Value, error) {
			return normal(th, 0, 1, shapeOfArgs(args))
		},
		"random": floats("random"), "random_sample": floats("random_sample"), "sample": floats("sample"),
		"randint": ints("randint"), "integers": ints("integers"),
		"uniform": doUniform,
		"normal": func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
			mean, sd := 0.0, 1.0
			var size eval.Value
			if err := eval.UnpackArgs("normal", args, kw, "loc?", &mean, "scale?", &sd, "size?", &size); err != nil {
				return nil, err
			}
			return normal(th, mean, sd, size)
		},
		"choice":      choice,
		"shuffle":     shuffle,
		"permutation": permutation,
	}
}

// ints makes randint and integers.
func ints(name string) eval.BuiltinFunc {
	return func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var low, high, size, dt eval.Value
		endpoint := false
		if err := eval.UnpackArgs(name, args, kw, "low", &low, "high?", &high, "size?", &size, "dtype?", &dt, "endpoint?", &endpoint); err != nil {
			return nil, err
		}
		lo, ok1 := whole(low)
		hi, ok2 := int64(0), true
		if isNone(high) {
			lo, hi = 0, lo
		} else {
			hi, ok2 = whole(high)
		}
		if !ok1 || !ok2 {
			return nil, eval.Raise("TypeError", "%s() takes ints", name)
		}
		if endpoint {
			hi++
		}
		if lo >= hi {
			return nil, eval.Raise("ValueError", "low >= high")
		}
		r, err := draws(th)
		if err != nil {
			return nil, err
		}
		return sized(th, size, kindInt, func() (eval.Value, error) { return eval.MakeInt(lo + int64(r.Uint64N(uint64(hi-lo)))), nil })
	}
}

// normal draws from the normal distribution.
func normal(th *eval.Thread, mean, sd float64, size eval.Value) (eval.Value, error) {
	r, err := draws(th)
	if err != nil {
		return nil, err
	}
	return sized(th, size, kindFloat, func() (eval.Value, error) { // the polar method
		for {
			if err := th.Step(4); err != nil {
				return nil, err
			}
			x, y := 2*unit(r)-1, 2*unit(r)-1
			if s := float64(x*x) + float64(y*y); s > 0 && s < 1 {
				return eval.Float(mean + float64(sd*float64(x*math.Sqrt(-2*eval.Log(s)/s)))), nil
			}
		}
	})
}

func doUniform(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	lo, hi := 0.0, 1.0
	var size eval.Value
	if err := eval.UnpackArgs("uniform", args, kw, "low?", &lo, "high?", &hi, "size?", &size); err != nil {
		return nil, err
	}
	return uniform(th, lo, hi, size)
}

func shuffle(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var x eval.Value
	if err := eval.UnpackArgs("shuffle", args, kw, "x", &x); err != nil {
		return nil, err
	}
	n, err := eval.Length(th, x)
	if err != nil {
		return nil, err
	}
	order, err := shuffled(th, n)
	if err != nil {
		return nil, err
	}
	rows := make(values, n)
	for i, k := range order {
		if rows[i], err = eval.GetIndex(th, x, eval.MakeInt(int64(k))); err != nil {
			return nil, err
		}
		if r, ok := rows[i].(*Array); ok {
			if rows[i], err = r.copy(th, r.kind); err != nil {
				return nil, err
			}
		}
	}
	for i, v := range rows {
		if err := eval.SetIndex(th, x, eval.MakeInt(int64(i)), v); err != nil {
			return nil, err
		}
	}
	return eval.None, nil
}

func permutation(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var x eval.Value
	if err := eval.UnpackArgs("permutation", args, kw, "x", &x); err != nil {
		return nil, err
	}
	a, err := population(th, x)
	if err != nil {
		return nil, err
	}
	order, err := shuffled(th, a.shape[0])
	if err != nil {
		return nil, err
	}
	return a.Index(th, intArray(order))
}

func whole(v eval.Value) (int64, bool) {
	if f, ok := v.(eval.Float); ok && f == eval.Float(int64(f)) {
		return int64(f), true
	}
	return eval.AsInt64(v)
}

// population is what choice and permutation draw from: range(n) for a number.
func population(th *eval.Thread, x eval.Value) (*Array, error) {
	if n, ok := x.(eval.Int); ok {
		if int64(n) > int64(th.Limits().Items) {
			return nil, th.Alloc(math.MaxInt / 2)
		}
		x = eval.NewRange(0, int64(max(n, 0)), 1)
	}
	a, err := from(th, x)
	if err == nil && len(a.shape) == 0 {
		err = eval.Raise("ValueError", "a must be 1-dimensional or an integer")
	}
	return a, err
}

func shuffled(th *eval.Thread, n int) ([]int, error) {
	r, err := draws(th)
	if err != nil {
		return nil, err
	}
	if err := charge(th, 4*n); err != nil {
		return nil, err
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 0; i-- {
		k := int(r.Uint64N(uint64(i + 1)))
		order[i], order[k] = order[k], order[i]
	}
	return order, nil
}

func intArray(xs []int) *Array {
	a := &Array{kind: kindInt, i: make([]int64, len(xs)), shape: []int{len(xs)}, strides: []int{1}}
	for i, x := range xs {
		a.i[i] = int64(x)
	}
	return a
}

func choice(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var x, wanted, p eval.Value
	replace := true
	if err := eval.UnpackArgs("choice", args, kw, "a", &x, "size?", &wanted, "replace?", &replace, "p?", &p); err != nil {
		return nil, err
	}
	a, err := population(th, x)
	if err != nil {
		return nil, err
	}
	n := a.shape[0]
	one := isNone(wanted)
	var shape []int
	if !one {
		if shape, err = shapeArg(th, wanted); err != nil {
			return nil, err
		}
	}
	count := size(shape)
	r, err := draws(th)
	if err != nil {
		return nil, err
	}
	if n == 0 && count > 0 {
		return nil, eval.Raise("ValueError", "a cannot be empty unless no samples are taken")
	}
	if !replace && count > n {
		return nil, eval.Raise("ValueError", "Cannot take a larger sample than population when replace is False")
	}
	if count > th.Limits().Items {
		return nil, th.Alloc(math.MaxInt / 2)
	}
	weights, err := weightsOf(th, p, n)
	if err != nil {
		return nil, err
	}
	if err := charge(th, 4*count); err != nil {
		return nil, err
	}
	places, err := chosenPlaces(th, r, n, count, weights, replace)
	if err != nil {
		return nil, err
	}
	if one {
		return a.Index(th, eval.MakeInt(int64(places[0])))
	}
	at := intArray(places)
	at.shape, at.strides = shape, rowMajor(shape)
	return a.Index(th, at)
}

// weightsOf reads the weights of n that are drawn from; nil where there are none.
func weightsOf(th *eval.Thread, p eval.Value, n int) ([]float64, error) {
	if isNone(p) {
		return nil, nil
	}
	w, err := from(th, p)
	if err != nil {
		return nil, err
	}
	if w, err = w.copy(th, kindFloat); err != nil {
		return nil, err
	}
	if len(w.f) != n {
		return nil, eval.Raise("ValueError", "'a' and 'p' must have same size")
	}
	return w.f, nil
}

// chosenPlaces draws so many of n places.
func chosenPlaces(th *eval.Thread, r eval.Random, n, count int, weights []float64, replace bool) ([]int, error) {
	places := make([]int, count)
	switch {
	case weights != nil:
		for i := range places {
			if err := charge(th, n); err != nil {
				return nil, err
			}
			total := 0.0
			for _, w := range weights {
				total += w
			}
			u := unit(r) * total
			k := 0
			for ; k < n-1 && u >= weights[k]; k++ {
				u -= weights[k]
			}
			places[i] = k
			if !replace {
				weights[k] = 0
			}
		}
	case replace:
		for i := range places {
			places[i] = int(r.Uint64N(uint64(n)))
		}
	default:
		order, err := shuffled(th, n)
		if err != nil {
			return nil, err
		}
		copy(places, order)
	}
	return places, nil
}
