package lib

import (
	"github.com/quandary-puzzles/quandary/py/eval"
)

func heapqModule() *eval.Module {
	heap := func(name string, args []eval.Value, kw []eval.Kwarg, more ...any) (*eval.List, error) {
		var h *eval.List
		err := eval.UnpackArgs(name, args, kw, append([]any{"heap", &h}, more...)...)
		return h, err
	}
	return eval.NewModule("heapq", functions(map[string]eval.BuiltinFunc{
		"heappush": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var x eval.Value
			h, err := heap("heappush", args, kw, "item", &x)
			if err != nil {
				return nil, err
			}
			if err := th.Alloc(32); err != nil {
				return nil, err
			}
			h.Append(x)
			return eval.None, siftDown(th, h.Elems(), 0, h.Len()-1)
		},
		"heappop": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			h, err := heap("heappop", args, kw)
			if err != nil {
				return nil, err
			}
			return heapPop(th, h)
		},
		"heapify": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			h, err := heap("heapify", args, kw)
			if err != nil {
				return nil, err
			}
			for i := h.Len()/2 - 1; i >= 0; i-- {
				if err := siftUp(th, h.Elems(), i); err != nil {
					return nil, err
				}
			}
			return eval.None, nil
		},
		"heapreplace": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var x eval.Value
			h, err := heap("heapreplace", args, kw, "item", &x)
			if err != nil {
				return nil, err
			}
			if h.Len() == 0 {
				return nil, eval.Raise("IndexError", "index out of range")
			}
			top := h.Elems()[0]
			h.Elems()[0] = x
			return top, siftUp(th, h.Elems(), 0)
		},
		"heappushpop": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var x eval.Value
			h, err := heap("heappushpop", args, kw, "item", &x)
			if err != nil {
				return nil, err
			}
			if h.Len() > 0 {
				lt, err := lessThan(th, h.Elems()[0], x)
				if err != nil {
					return nil, err
				}
				if lt {
					x, h.Elems()[0] = h.Elems()[0], x
					return x, siftUp(th, h.Elems(), 0)
				}
			}
			return x, nil
		},
		"nlargest": nBest("nlargest", true), "nsmallest": nBest("nsmallest", false),
		"merge": merge,
	}))
}

func merge(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var key eval.Value = eval.None
	reverse := false
	if err := eval.UnpackArgs("merge", nil, kw, "*key?", &key, "*reverse?", &reverse); err != nil {
		return nil, err
	}
	all := eval.NewList()
	for _, a := range args {
		e, err := eval.ToSlice(th, a)
		if err != nil {
			return nil, err
		}
		for _, v := range e {
			all.Append(v)
		}
	}
	l, err := eval.Sorted(th, all, key, reverse)
	if err != nil {
		return nil, err
	}
	return eval.Iterate(th, l)
}

func lessThan(th *eval.Thread, a, b eval.Value) (bool, error) {
	v, err := eval.Compare(th, eval.OpLt, a, b)
	if err != nil {
		return false, err
	}
	return eval.Truth(th, v)
}

// siftDown and siftUp are CPython's, so that the layout of a heap is the same.
func siftDown(th *eval.Thread, h []eval.Value, start, pos int) error {
	x := h[pos]
	for pos > start {
		parent := (pos - 1) >> 1
		lt, err := lessThan(th, x, h[parent])
		if err != nil {
			return err
		}
		if !lt {
			break
		}
		h[pos] = h[parent]
		pos = parent
	}
	h[pos] = x
	return th.Step(1)
}

func siftUp(th *eval.Thread, h []eval.Value, pos int) error {
	start, x := pos, h[pos]
	for child := 2*pos + 1; child < len(h); child = 2*pos + 1 {
		if right := child + 1; right < len(h) {
			lt, err := lessThan(th, h[child], h[right])
			if err != nil {
				return err
			}
			if !lt {
				child = right
			}
		}
		h[pos] = h[child]
		pos = child
	}
	h[pos] = x
	return siftDown(th, h, start, pos)
}

func heapPop(th *eval.Thread, h *eval.List) (eval.Value, error) {
	n := h.Len()
	if n == 0 {
		return nil, eval.Raise("IndexError", "index out of range")
	}
	last := h.Elems()[n-1]
	if err := eval.DelIndex(th, h, eval.MakeInt(int64(n-1))); err != nil {
		return nil, err
	}
	if n == 1 {
		return last, nil
	}
	top := h.Elems()[0]
	h.Elems()[0] = last
	return top, siftUp(th, h.Elems(), 0)
}

func nBest(name string, largest bool) eval.BuiltinFunc {
	return func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var n int
		var x eval.Value
		var key eval.Value = eval.None
		if err := eval.UnpackArgs(name, args, kw, "n", &n, "iterable", &x, "key?", &key); err != nil {
			return nil, err
		}
		l, err := eval.Sorted(th, x, key, largest)
		if err != nil {
			return nil, err
		}
		return eval.NewList(l.Elems()[:max(min(n, l.Len()), 0)]...), nil
	}
}

func bisectModule() *eval.Module {
	find := func(name string, right, insert bool) eval.BuiltinFunc {
		return func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var a, x eval.Value
			lo := 0
			var hiv, key eval.Value = eval.None, eval.None
			if err := eval.UnpackArgs(name, args, kw, "a", &a, "x", &x, "lo?", &lo, "hi?", &hiv, "*key?", &key); err != nil {
				return nil, err
			}
			if lo < 0 {
				return nil, eval.Raise("ValueError", "lo must be non-negative")
			}
			hi, err := eval.Length(th, a)
			if err != nil {
				return nil, err
			}
			if hiv != none {
				n, err := wantInt(hiv)
				if err != nil {
					return nil, err
				}
				hi = int(n)
			}
			want := x
			if insert && key != none {
				if want, err = eval.Call(th, key, []eval.Value{x}, nil); err != nil {
					return nil, err
				}
			}
			for lo < hi {
				mid := int(uint(lo+hi) / 2)
				v, err := eval.GetIndex(th, a, eval.MakeInt(int64(mid)))
				if err != nil {
					return nil, err
				}
				if key != none {
					if v, err = eval.Call(th, key, []eval.Value{v}, nil); err != nil {
						return nil, err
					}
				}
				var lt bool
				if right {
					lt, err = lessThan(th, want, v)
					lt = !lt
				} else {
					lt, err = lessThan(th, v, want)
				}
				if err != nil {
					return nil, err
				}
				if lt {
					lo = mid + 1
				} else {
					hi = mid
				}
			}
			if !insert {
				return eval.MakeInt(int64(lo)), nil
			}
			f, err := eval.GetAttr(th, a, "insert")
			if err != nil {
				return nil, err
			}
			return eval.Call(th, f, []eval.Value{eval.MakeInt(int64(lo)), x}, nil)
		}
	}
	return eval.NewModule("bisect", functions(map[string]eval.BuiltinFunc{
		"bisect": find("bisect", true, false), "bisect_left": find("bisect_left", false, false),
		"bisect_right": find("bisect_right", true, false), "insort": find("insort", true, true),
		"insort_left": find("insort_left", false, true), "insort_right": find("insort_right", true, true),
	}))
}
