package lib

import (
	"math"
	"math/big"
	"sort"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// stream gives the thread's random stream.
func stream(th *eval.Thread) (eval.Random, error) {
	if r := th.Random(); r != nil {
		return r, nil
	}
	return nil, eval.Raise("RuntimeError", "nothing random may be drawn here: this part comes out the same each time")
}

func unit(r eval.Random) float64 { return float64(r.Uint64()>>11) / (1 << 53) }

func randomFunctions() map[string]eval.BuiltinFunc {
	return map[string]eval.BuiltinFunc{
		"random":     random,
		"randint":    randint,
		"randrange":  randRange,
		"uniform":    uniform,
		"triangular": triangular,
		"choice":     choice,
		"choices":    choices,
		"sample":     sample,
		"shuffle":    shuffle,
		"gauss":      normal("gauss"), "normalvariate": normal("normalvariate"),
		"lognormvariate": lognormvariate,
		"expovariate":    expovariate,
		"getrandbits":    getrandbits,
		"seed":           func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) { return eval.None, nil },
	}
}

func random(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	if err := eval.UnpackArgs("random", args, kw); err != nil {
		return nil, err
	}
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	return eval.Float(unit(r)), nil
}

func randint(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var a, b eval.Value
	if err := eval.UnpackArgs("randint", args, kw, "a", &a, "b", &b); err != nil {
		return nil, err
	}
	return randBetween(th, "randint", a, b)
}

func uniform(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var a, b float64
	if err := eval.UnpackArgs("uniform", args, kw, "a", &a, "b", &b); err != nil {
		return nil, err
	}
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	return eval.Float(a + float64((b-a)*unit(r))), nil
}

func triangular(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	low, high := 0.0, 1.0
	var mode eval.Value = eval.None
	if err := eval.UnpackArgs("triangular", args, kw, "low?", &low, "high?", &high, "mode?", &mode); err != nil {
		return nil, err
	}
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	u, c := unit(r), 0.5
	if mode != none {
		m, err := wantFloat(th, mode)
		if err != nil {
			return nil, err
		}
		if high == low {
			return eval.Float(low), nil
		}
		c = (m - low) / (high - low)
	}
	if u > c {
		u, c = 1-u, 1-c
		low, high = high, low
	}
	return eval.Float(low + float64((high-low)*math.Sqrt(u*c))), nil
}

func lognormvariate(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	v, err := normal("lognormvariate")(th, args, kw)
	if err != nil {
		return nil, err
	}
	return eval.Float(eval.Exp(float64(v.(eval.Float)))), nil
}

func expovariate(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	lambda := 1.0
	if err := eval.UnpackArgs("expovariate", args, kw, "lambd?", &lambda); err != nil {
		return nil, err
	}
	if lambda == 0 {
		return nil, eval.Raise("ZeroDivisionError", "float division by zero")
	}
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	return eval.Float(-eval.Log(1-unit(r)) / lambda), nil
}

func getrandbits(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var k int
	if err := eval.UnpackArgs("getrandbits", args, kw, "k", &k); err != nil {
		return nil, err
	}
	if k < 0 {
		return nil, eval.Raise("ValueError", "number of bits must be non-negative")
	}
	if k > th.Limits().IntBits {
		return nil, eval.Raise("OverflowError", "too many bits")
	}
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	return eval.MakeBig(bigBits(r, k)), nil
}

// randomModule is random. All its functions draw from the thread's stream; seed does nothing, since a puzzle has its own seed, and
// Random() objects draw from the same stream.
func randomModule() *eval.Module {
	attrs := functions(randomFunctions())
	attrs["Random"] = eval.NewType("Random", func(th *eval.Thread, _ []eval.Value, _ []eval.Kwarg) (eval.Value, error) {
		return &generator{attrs}, nil
	}, func(v eval.Value) bool { _, ok := v.(*generator); return ok })
	attrs["SystemRandom"] = attrs["Random"]
	return eval.NewModule("random", attrs)
}

// generator is a random.Random object.
type generator struct{ attrs map[string]eval.Value }

func (*generator) TypeName() string { return "Random" }
func (g *generator) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	if name == "Random" {
		return nil, nil
	}
	return g.attrs[name], nil
}

// bigBits draws k random bits.
func bigBits(r eval.Random, k int) *big.Int {
	b := new(big.Int)
	for k > 0 {
		n := min(k, 64)
		b.Lsh(b, uint(n))
		b.Or(b, new(big.Int).SetUint64(r.Uint64()>>(64-n)))
		k -= n
	}
	return b
}

// randBetween draws from a..b, both included.
func randBetween(th *eval.Thread, name string, a, b eval.Value) (eval.Value, error) {
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	a, err = whole(a)
	if err != nil {
		return nil, err
	}
	b, err = whole(b)
	if err != nil {
		return nil, err
	}
	lo, ok1 := eval.AsInt64(a)
	hi, ok2 := eval.AsInt64(b)
	if ok1 && ok2 {
		if lo > hi {
			return nil, eval.Raise("ValueError", "empty range for %s() (%d, %d, %d)", name, lo, hi+1, hi-lo+1)
		}
		span := uint64(hi) - uint64(lo) + 1
		if span == 0 {
			return eval.MakeInt(int64(r.Uint64())), nil
		}
		return eval.MakeInt(lo + int64(r.Uint64N(span))), nil
	}
	x, ok1 := eval.AsBig(a)
	y, ok2 := eval.AsBig(b)
	if !ok1 || !ok2 {
		bad := a
		if ok1 {
			bad = b
		}
		return nil, eval.Raise("TypeError", "'%s' object cannot be interpreted as an integer", bad.TypeName())
	}
	span := new(big.Int).Sub(y, x)
	if span.Sign() < 0 {
		return nil, eval.Raise("ValueError", "empty range for %s()", name)
	}
	span.Add(span, big.NewInt(1))
	for {
		k := bigBits(r, span.BitLen())
		if k.Cmp(span) < 0 {
			return eval.MakeBig(k.Add(k, x)), nil
		}
	}
}

// whole turns a float that is a whole number into an int, as Python 3.11 still allows with a warning.
func whole(v eval.Value) (eval.Value, error) {
	f, ok := v.(eval.Float)
	if !ok {
		return v, nil
	}
	if g := float64(f); g == math.Trunc(g) && math.Abs(g) < 1<<62 {
		return eval.MakeInt(int64(g)), nil
	}
	return nil, eval.Raise("ValueError", "non-integer arg 1 for randrange()")
}

func randRange(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var a, b eval.Value
	step := int64(1)
	if err := eval.UnpackArgs("randrange", args, kw, "start", &a, "stop?", &b, "step?", &step); err != nil {
		return nil, err
	}
	if b == nil || b == none {
		a, b = eval.MakeInt(0), a
	}
	lo, err := wantInt(a)
	if err != nil {
		return nil, err
	}
	hi, err := wantInt(b)
	if err != nil {
		return nil, err
	}
	if step == 0 {
		return nil, eval.Raise("ValueError", "zero step for randrange()")
	}
	rg := eval.NewRange(lo, hi, step)
	if rg.Len() == 0 {
		return nil, eval.Raise("ValueError", "empty range for randrange() (%d, %d, %d)", lo, hi, hi-lo)
	}
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	return eval.MakeInt(rg.At(int(r.Uint64N(uint64(rg.Len()))))), nil
}

// population gives a sequence's length and elements; sets have no order to draw from.
func population(th *eval.Thread, v eval.Value, what string) (int, func(int) eval.Value, error) {
	switch x := v.(type) {
	case *eval.Range:
		return x.Len(), func(i int) eval.Value { return eval.MakeInt(x.At(i)) }, nil
	case *eval.List:
		e := x.Elems()
		return len(e), func(i int) eval.Value { return e[i] }, nil
	case *eval.Tuple:
		e := x.Elems()
		return len(e), func(i int) eval.Value { return e[i] }, nil
	case *eval.Set, *eval.Dict:
		if what == "choice" {
			return 0, nil, eval.Raise("TypeError", "'%s' object is not subscriptable", v.TypeName())
		}
		return 0, nil, eval.Raise("TypeError", "Population must be a sequence.  For dicts or sets, use sorted(d).")
	case eval.Str:
	case eval.Indexer:
	default:
		if what == "choice" {
			return 0, nil, eval.Raise("TypeError", "object of type '%s' has no len()", v.TypeName())
		}
		return 0, nil, eval.Raise("TypeError", "Population must be a sequence.  For dicts or sets, use sorted(d).")
	}
	e, err := eval.ToSlice(th, v)
	return len(e), func(i int) eval.Value { return e[i] }, err
}

func choice(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var seq eval.Value
	if err := eval.UnpackArgs("choice", args, kw, "seq", &seq); err != nil {
		return nil, err
	}
	n, at, err := population(th, seq, "choice")
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, eval.Raise("IndexError", "Cannot choose from an empty sequence")
	}
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	return at(int(r.Uint64N(uint64(n)))), nil
}

func choices(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var seq eval.Value
	var weights, cum eval.Value = eval.None, eval.None
	k := 1
	if err := eval.UnpackArgs("choices", args, kw, "population", &seq, "weights?", &weights, "*cum_weights?", &cum, "*k?", &k); err != nil {
		return nil, err
	}
	n, at, err := population(th, seq, "choices")
	if err != nil {
		return nil, err
	}
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	var sums []float64
	if weights != none || cum != none {
		w := weights
		if w == none {
			w = cum
		}
		ws, err := eval.ToSlice(th, w)
		if err != nil {
			return nil, err
		}
		if len(ws) != n {
			return nil, eval.Raise("ValueError", "The number of weights does not match the population")
		}
		total := 0.0
		for _, x := range ws {
			f, err := wantFloat(th, x)
			if err != nil {
				return nil, err
			}
			if cum != none {
				total = f
			} else {
				total += f
			}
			sums = append(sums, total)
		}
		if n > 0 && !(total > 0) {
			return nil, eval.Raise("ValueError", "Total of weights must be greater than zero")
		}
	}
	if n == 0 && k > 0 {
		return nil, eval.Raise("IndexError", "list index out of range")
	}
	if err := room(th, k); err != nil {
		return nil, err
	}
	out := make([]eval.Value, 0, max(k, 0))
	for range k {
		i := 0
		if sums == nil {
			i = int(r.Uint64N(uint64(n)))
		} else {
			u := unit(r) * sums[n-1]
			i = min(sort.Search(n, func(i int) bool { return sums[i] > u }), n-1)
		}
		out = append(out, at(i))
	}
	return eval.NewList(out...), nil
}

// room charges for n values and the work of making them.
func room(th *eval.Thread, n int) error {
	if n > th.Limits().Items {
		return th.Alloc(math.MaxInt / 2)
	}
	if err := th.Step(max(n, 0)); err != nil {
		return err
	}
	return th.Alloc(16 * max(n, 0))
}

func sample(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var seq eval.Value
	var k int
	var counts eval.Value = eval.None
	if err := eval.UnpackArgs("sample", args, kw, "population", &seq, "k", &k, "*counts?", &counts); err != nil {
		return nil, err
	}
	n, at, err := population(th, seq, "sample")
	if err != nil {
		return nil, err
	}
	if counts != none {
		cs, err := eval.ToSlice(th, counts)
		if err != nil {
			return nil, err
		}
		if len(cs) != n {
			return nil, eval.Raise("ValueError", "The number of counts does not match the population")
		}
		var all []eval.Value
		for i, c := range cs {
			m, err := wantInt(c)
			if err != nil {
				return nil, err
			}
			if err := room(th, int(m)); err != nil {
				return nil, err
			}
			for range m {
				all = append(all, at(i))
			}
		}
		n, at = len(all), func(i int) eval.Value { return all[i] }
	}
	if k < 0 || k > n {
		return nil, eval.Raise("ValueError", "Sample larger than population or is negative")
	}
	if err := room(th, k); err != nil {
		return nil, err
	}
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	out := make([]eval.Value, k)
	// Fisher and Yates's shuffle of 0..n-1, of which only what was moved is kept.
	moved := make(map[int]int, k)
	where := func(i int) int {
		if j, ok := moved[i]; ok {
			return j
		}
		return i
	}
	for i := range k {
		j := i + int(r.Uint64N(uint64(n-i)))
		out[i] = at(where(j))
		moved[j] = where(i)
	}
	return eval.NewList(out...), nil
}

func shuffle(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x eval.Value
	if err := eval.UnpackArgs("shuffle", args, kw, "x", &x); err != nil {
		return nil, err
	}
	r, err := stream(th)
	if err != nil {
		return nil, err
	}
	l, ok := x.(*eval.List)
	if !ok {
		return nil, eval.Raise("TypeError", "'%s' object does not support item assignment", x.TypeName())
	}
	e := l.Elems()
	if err := th.Step(len(e)); err != nil {
		return nil, err
	}
	for i := len(e) - 1; i > 0; i-- {
		j := int(r.Uint64N(uint64(i + 1)))
		e[i], e[j] = e[j], e[i]
	}
	return eval.None, nil
}

// normal draws from a normal distribution by Box and Muller's method.
func normal(name string) eval.BuiltinFunc {
	return func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		mu, sigma := 0.0, 1.0
		if err := eval.UnpackArgs(name, args, kw, "mu?", &mu, "sigma?", &sigma); err != nil {
			return nil, err
		}
		r, err := stream(th)
		if err != nil {
			return nil, err
		}
		u := 1 - unit(r)
		z := math.Sqrt(-2*eval.Log(u)) * eval.Cos(2*math.Pi*unit(r))
		return eval.Float(mu + float64(sigma*z)), nil
	}
}
