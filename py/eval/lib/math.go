package lib

import (
	"math"
	"math/big"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// real1 makes a function of one real number.
func real1(name string, f func(float64) (float64, error)) eval.BuiltinFunc {
	return eval.Fn1(name, "x", func(th *eval.Thread, v eval.Value) (eval.Value, error) {
		x, err := wantFloat(th, v)
		if err != nil {
			return nil, err
		}
		r, err := f(x)
		if err != nil {
			return nil, err
		}
		if !inRange(x, r) {
			if math.IsNaN(r) {
				return nil, eval.Raise("ValueError", "math domain error")
			}
			return nil, eval.Raise("OverflowError", "math range error")
		}
		return eval.Float(r), nil
	})
}

// inRange reports whether a function's value is as good a number as its argument.
func inRange(x, y float64) bool {
	return !(math.IsNaN(y) && !math.IsNaN(x)) && !(math.IsInf(y, 0) && !math.IsInf(x, 0))
}

func total(f func(float64) float64) func(float64) (float64, error) {
	return func(x float64) (float64, error) { return f(x), nil }
}

// rounding makes floor, ceil and trunc, which give ints.
func rounding(name string, f func(float64) float64) eval.BuiltinFunc {
	return eval.Fn1(name, "x", func(th *eval.Thread, v eval.Value) (eval.Value, error) {
		if b, ok := eval.AsBig(v); ok {
			return eval.MakeBig(b), nil
		}
		if q, ok := v.(*fraction); ok {
			n, m := new(big.Int), new(big.Int)
			n.DivMod(q.r.Num(), q.r.Denom(), m) // rounds down: the denominator is positive
			if m.Sign() != 0 && (name == "ceil" || name == "trunc" && q.r.Sign() < 0) {
				n.Add(n, big.NewInt(1))
			}
			return eval.MakeBig(n), nil
		}
		x, err := wantFloat(th, v)
		if err != nil {
			return nil, err
		}
		return eval.ToInt(th, eval.Float(f(x)))
	})
}

func bigArgs(name string, args []eval.Value, kw []eval.Kwarg) ([]*big.Int, error) {
	if err := eval.NoKwargs(name, kw); err != nil {
		return nil, err
	}
	out := make([]*big.Int, len(args))
	for i, a := range args {
		b, ok := eval.AsBig(a)
		if !ok {
			return nil, eval.Raise("TypeError", "'%s' object cannot be interpreted as an integer", a.TypeName())
		}
		out[i] = b
	}
	return out, nil
}

func mathModule() *eval.Module {
	attrs := functions(map[string]eval.BuiltinFunc{
		"log":   mathLog,
		"hypot": mathHypot, "dist": mathDist, "fsum": mathFsum, "prod": mathProd, "isclose": mathIsClose,
		"gcd": mathGcd, "lcm": mathLcm, "factorial": mathFactorial, "comb": mathComb, "perm": mathPerm, "isqrt": mathIsqrt,
		"isnan": realTest("isnan", math.IsNaN), "isinf": realTest("isinf", func(x float64) bool { return math.IsInf(x, 0) }),
		"isfinite": realTest("isfinite", func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }),
		"modf": eval.Fn1("modf", "x", func(th *eval.Thread, x float64) (eval.Value, error) {
			i, f := math.Modf(x)
			return eval.NewTuple(eval.Float(math.Copysign(f, x)), eval.Float(i)), nil
		}),
	})
	for name, f := range map[string]func(float64) (float64, error){
		"sqrt": total(math.Sqrt), "exp": total(eval.Exp), "sin": total(eval.Sin), "cos": total(eval.Cos), "tan": total(eval.Tan),
		"asin": total(eval.Asin), "acos": total(eval.Acos), "atan": total(eval.Atan),
		"sinh": total(func(x float64) float64 { return (eval.Exp(x) - eval.Exp(-x)) / 2 }),
		"cosh": total(func(x float64) float64 { return (eval.Exp(x) + eval.Exp(-x)) / 2 }),
		"tanh": total(func(x float64) float64 {
			if x > 20 {
				return 1
			}
			e := eval.Exp(2 * x)
			return (e - 1) / (e + 1)
		}),
		"fabs":    total(math.Abs),
		"degrees": total(func(x float64) float64 { return x * (180 / math.Pi) }),
		"radians": total(func(x float64) float64 { return x * (math.Pi / 180) }),
		"cbrt":    total(math.Cbrt),
		"log2":    logBase(2), "log10": logBase(10),
		"log1p": func(x float64) (float64, error) { return positiveLog(1 + x) },
		"expm1": total(func(x float64) float64 { return eval.Exp(x) - 1 }),
	} {
		b := eval.NewBuiltin(name, real1(name, f))
		b.Real.One = func(x float64) (float64, bool) {
			y, err := f(x)
			return y, err == nil && inRange(x, y)
		}
		attrs[name] = b
	}
	for name, f := range map[string]func(a, b float64) (float64, error){
		"pow": func(a, b float64) (float64, error) {
			v, err := eval.BinaryOp(nil, eval.OpPow, eval.Float(a), eval.Float(b))
			if err != nil {
				if a <= 0 {
					return 0, eval.Raise("ValueError", "math domain error")
				}
				return 0, eval.Raise("OverflowError", "math range error")
			}
			return float64(v.(eval.Float)), nil
		},
		"fmod": func(a, b float64) (float64, error) {
			if b == 0 || math.IsInf(a, 0) {
				return 0, eval.Raise("ValueError", "math domain error")
			}
			return math.Mod(a, b), nil
		},
		"atan2":    func(a, b float64) (float64, error) { return eval.Atan2(a, b), nil },
		"copysign": func(a, b float64) (float64, error) { return math.Copysign(a, b), nil },
	} {
		b := eval.NewBuiltin(name, real2(name, f))
		b.Real.Two = func(x, y float64) (float64, bool) {
			r, err := f(x, y)
			return r, err == nil
		}
		attrs[name] = b
	}
	for name, f := range map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc} {
		b := eval.NewBuiltin(name, rounding(name, f))
		b.Real = eval.RealFunc{One: func(x float64) (float64, bool) { return f(x), true }, Int: true}
		attrs[name] = b
	}
	attrs["pi"], attrs["e"], attrs["tau"] = eval.Float(math.Pi), eval.Float(math.E), eval.Float(2*math.Pi)
	attrs["inf"], attrs["nan"] = eval.Float(math.Inf(1)), eval.Float(math.NaN())
	return eval.NewModule("math", attrs)
}

func real2(name string, f func(a, b float64) (float64, error)) eval.BuiltinFunc {
	return eval.Fn2(name, "x", "y", func(th *eval.Thread, a, b float64) (eval.Value, error) {
		r, err := f(a, b)
		return eval.Float(r), err
	})
}

func realTest(name string, f func(float64) bool) eval.BuiltinFunc {
	return eval.Fn1(name, "x", func(th *eval.Thread, x float64) (eval.Value, error) {
		return eval.Bool(f(x)), nil
	})
}

func positiveLog(x float64) (float64, error) {
	if x <= 0 {
		return 0, eval.Raise("ValueError", "math domain error")
	}
	return eval.Log(x), nil
}

func logBase(base int) func(float64) (float64, error) {
	return func(x float64) (float64, error) {
		if x <= 0 {
			return 0, eval.Raise("ValueError", "math domain error")
		}
		return eval.LogBase2Or10(x, base), nil
	}
}

func mathLog(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x, base eval.Value
	if err := eval.UnpackArgs("log", args, kw, "x", &x, "base?", &base); err != nil {
		return nil, err
	}
	ln := func(v eval.Value) (float64, error) {
		if b, ok := v.(*eval.BigInt); ok && b.Big().Sign() > 0 && b.Big().BitLen() > 1023 {
			n := b.Big().BitLen() - 64
			f, _ := new(big.Float).SetInt(new(big.Int).Rsh(b.Big(), uint(n))).Float64()
			return eval.Log(f) + float64(n)*math.Ln2, nil
		}
		f, err := wantFloat(th, v)
		if err != nil {
			return 0, err
		}
		return positiveLog(f)
	}
	a, err := ln(x)
	if err != nil || base == nil {
		return eval.Float(a), err
	}
	b, err := ln(base)
	if err != nil {
		return nil, err
	}
	return eval.BinaryOp(th, eval.OpDiv, eval.Float(a), eval.Float(b))
}

func mathHypot(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	if err := eval.NoKwargs("hypot", kw); err != nil {
		return nil, err
	}
	sum := new(big.Float).SetPrec(200)
	for _, a := range args {
		f, err := wantFloat(th, a)
		if err != nil {
			return nil, err
		}
		if math.IsInf(f, 0) || math.IsNaN(f) {
			return eval.Float(math.Abs(f)), nil
		}
		x := new(big.Float).SetPrec(200).SetFloat64(f)
		sum.Add(sum, x.Mul(x, x))
	}
	r, _ := sum.Sqrt(sum).Float64()
	return eval.Float(r), nil
}

func mathDist(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var p, q eval.Value
	if err := eval.UnpackArgs("dist", args, kw, "p", &p, "q", &q); err != nil {
		return nil, err
	}
	a, err := eval.ToSlice(th, p)
	if err != nil {
		return nil, err
	}
	b, err := eval.ToSlice(th, q)
	if err != nil {
		return nil, err
	}
	if len(a) != len(b) {
		return nil, eval.Raise("ValueError", "both points must have the same number of dimensions")
	}
	d := make([]eval.Value, len(a))
	for i := range a {
		if d[i], err = eval.BinaryOp(th, eval.OpSub, a[i], b[i]); err != nil {
			return nil, err
		}
	}
	return mathHypot(th, d, nil)
}

// mathFsum sums exactly and rounds once.
func mathFsum(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var seq eval.Value
	if err := eval.UnpackArgs("fsum", args, kw, "seq", &seq); err != nil {
		return nil, err
	}
	xs, err := eval.ToSlice(th, seq)
	if err != nil {
		return nil, err
	}
	sum := new(big.Float).SetPrec(2200) // wide enough for any sum of floats to be exact
	for _, v := range xs {
		f, err := wantFloat(th, v)
		if err != nil {
			return nil, err
		}
		if math.IsInf(f, 0) || math.IsNaN(f) {
			return eval.Float(f), nil
		}
		sum.Add(sum, new(big.Float).SetFloat64(f))
		if err := th.Step(8); err != nil {
			return nil, err
		}
	}
	r, _ := sum.Float64()
	return eval.Float(r), nil
}

func mathProd(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var seq eval.Value
	var p eval.Value = eval.MakeInt(1)
	if err := eval.UnpackArgs("prod", args, kw, "iterable", &seq, "*start?", &p); err != nil {
		return nil, err
	}
	xs, err := eval.ToSlice(th, seq)
	for _, x := range xs {
		if err != nil {
			break
		}
		p, err = eval.BinaryOp(th, eval.OpMul, p, x)
	}
	return p, err
}

func mathIsClose(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var a, b float64
	rel, abs := 1e-9, 0.0
	if err := eval.UnpackArgs("isclose", args, kw, "a", &a, "b", &b, "*rel_tol?", &rel, "*abs_tol?", &abs); err != nil {
		return nil, err
	}
	if a == b {
		return eval.True, nil
	}
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return eval.False, nil
	}
	d := math.Abs(a - b)
	return eval.Bool(d <= math.Abs(rel*b) || d <= math.Abs(rel*a) || d <= abs), nil
}

func mathGcd(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	bs, err := bigArgs("gcd", args, kw)
	if err != nil {
		return nil, err
	}
	g := new(big.Int)
	for _, b := range bs {
		if err := th.Step(b.BitLen()/8 + 1); err != nil {
			return nil, err
		}
		g.GCD(nil, nil, g, new(big.Int).Abs(b))
	}
	return eval.MakeBig(g), nil
}

func mathLcm(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	bs, err := bigArgs("lcm", args, kw)
	if err != nil {
		return nil, err
	}
	l := big.NewInt(1)
	for _, b := range bs {
		if b.Sign() == 0 {
			return eval.MakeInt(0), nil
		}
		g := new(big.Int).GCD(nil, nil, l, new(big.Int).Abs(b))
		l = new(big.Int).Div(l, g)
		v, err := eval.BinaryOp(th, eval.OpMul, eval.MakeBig(l), eval.MakeBig(new(big.Int).Abs(b)))
		if err != nil {
			return nil, err
		}
		l, _ = eval.AsBig(v)
	}
	return eval.MakeBig(l), nil
}

func mathFactorial(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var n int64
	if err := eval.UnpackArgs("factorial", args, kw, "x", &n); err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, eval.Raise("ValueError", "factorial() not defined for negative values")
	}
	return product(th, 1, n)
}

// product multiplies lo..hi.
func product(th *eval.Thread, lo, hi int64) (eval.Value, error) {
	bits := 0.0
	if hi >= lo {
		bits = float64(hi-lo+1) * math.Log2(float64(max(hi, 2)))
	}
	if bits > 2*float64(th.Limits().IntBits) {
		return nil, th.Alloc(math.MaxInt / 2)
	}
	if err := th.Step(int(bits) / 16); err != nil {
		return nil, err
	}
	if err := th.Alloc(int(bits) / 8); err != nil {
		return nil, err
	}
	return eval.MakeBig(new(big.Int).MulRange(lo, hi)), nil
}

func mathComb(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var n, k int64
	if err := eval.UnpackArgs("comb", args, kw, "n", &n, "k", &k); err != nil {
		return nil, err
	}
	if n < 0 || k < 0 {
		return nil, eval.Raise("ValueError", "n and k must be non-negative integers")
	}
	if k > n {
		return eval.MakeInt(0), nil
	}
	k = min(k, n-k)
	top, err := product(th, n-k+1, n)
	if err != nil {
		return nil, err
	}
	bottom, err := product(th, 1, k)
	if err != nil {
		return nil, err
	}
	return eval.BinaryOp(th, eval.OpFloorDiv, top, bottom)
}

func mathPerm(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var n int64
	var kv eval.Value = eval.None
	if err := eval.UnpackArgs("perm", args, kw, "n", &n, "k?", &kv); err != nil {
		return nil, err
	}
	k := n
	if kv != none {
		var err error
		if k, err = wantInt(kv); err != nil {
			return nil, err
		}
	}
	if n < 0 || k < 0 {
		return nil, eval.Raise("ValueError", "n and k must be non-negative integers")
	}
	if k > n {
		return eval.MakeInt(0), nil
	}
	return product(th, n-k+1, n)
}

func mathIsqrt(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	bs, err := bigArgs("isqrt", args, kw)
	if err != nil {
		return nil, err
	}
	if len(bs) != 1 {
		return nil, eval.Raise("TypeError", "isqrt() takes exactly one argument (%d given)", len(bs))
	}
	if bs[0].Sign() < 0 {
		return nil, eval.Raise("ValueError", "isqrt() argument must be nonnegative")
	}
	if err := th.Step(bs[0].BitLen() / 8); err != nil {
		return nil, err
	}
	return eval.MakeBig(new(big.Int).Sqrt(bs[0])), nil
}
