package eval

import (
	"fmt"
	"strings"
)

// frame is one activation of a funcCode. Frames of calls that nest hang in a chain and are used again.
type frame struct {
	th    *Thread
	fc    *funcCode
	g     *Globals
	loc   []Value
	free  []*cell
	gen   *generator
	child *frame
	ret   Value  // what a return statement gave
	site  int32  // source offset of the call of a builtin under way
	exc   *Error // the exception that the innermost except clause is handling
}

// cell holds a variable that functions capture.
type cell struct{ v Value }

// TypeName gives "cell".
func (*cell) TypeName() string { return "cell" }

// Function is a function that a program defined.
type Function struct {
	fc       *funcCode
	g        *Globals
	free     []*cell
	defaults []Value // of the last positional parameters
	kwdef    []Value // of the keyword-only parameters; nil entries have none
	name     string
	attrs    *attrTable
}

// TypeName gives "function".
func (*Function) TypeName() string { return "function" }

// Name is the function's name, "<lambda>" for a lambda.
func (f *Function) Name() string { return f.name }

// Params gives the names of the parameters that may be given by position.
func (f *Function) Params() []string { return f.fc.params[:f.fc.npos] }

// Required is how many of them have no default.
func (f *Function) Required() int { return f.fc.npos - len(f.defaults) }

// Repr gives <function name>.
func (f *Function) Repr(*Thread) (string, error) { return "<function " + f.name + ">", nil }

// Builtin is a function written in Go.
type Builtin struct {
	Name string
	Fn   BuiltinFunc
	Real RealFunc // what Fn does to plain floats, if it can be told
	num  numFunc
	own  bool // a method of a class: reading it of an object binds it
}

// newMethod makes a method of a class: its first argument is the object.
func newMethod(name string, fn BuiltinFunc) *Builtin { return &Builtin{Name: name, Fn: fn, own: true} }

// RealFunc says what a builtin does to floats, without boxing them. ok is false where Fn has to be asked: where it gives an error,
// or not a float.
type RealFunc struct {
	One    func(x float64) (y float64, ok bool)    // with one argument
	Two    func(a, b float64) (y float64, ok bool) // with two
	Int    bool                                    // the whole number that One gives is an int
	Floats bool                                    // ints are another matter
}

// numFunc is a builtin that loops over numbers know by itself.
type numFunc uint8

const (
	numNone numFunc = iota
	numAbs
	numMin
	numMax
	numRound
	numLen
)

// BuiltinFunc is the Go side of a Builtin. args and kwargs belong to the caller: copy what is kept.
type BuiltinFunc func(th *Thread, args []Value, kwargs []Kwarg) (Value, error)

// NewBuiltin makes a builtin.
func NewBuiltin(name string, fn BuiltinFunc) *Builtin { return &Builtin{Name: name, Fn: fn} }

// TypeName gives "builtin_function_or_method".
func (*Builtin) TypeName() string { return "builtin_function_or_method" }

// Repr gives <built-in function name>.
func (b *Builtin) Repr(*Thread) (string, error) { return "<built-in function " + b.Name + ">", nil }

// methodFunc is a method of a built-in type.
type methodFunc func(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error)

// BoundMethod is a method with its object.
type BoundMethod struct {
	recv Value
	name string
	fn   methodFunc // a built-in type's method, or
	f    Value      // a program's function, which takes the object first
}

// TypeName gives "method".
func (m *BoundMethod) TypeName() string {
	if m.fn != nil {
		return "builtin_function_or_method"
	}
	return "method"
}

// Repr gives <bound method …>.
func (m *BoundMethod) Repr(*Thread) (string, error) {
	return fmt.Sprintf("<bound method %s.%s>", m.recv.TypeName(), m.name), nil
}

// Call calls a value. args and kwargs stay the caller's.
func Call(th *Thread, f Value, args []Value, kwargs []Kwarg) (Value, error) {
	switch f := f.(type) {
	case *Function:
		return th.result(th.callFunction(f, args, kwargs))
	case *Builtin:
		if !th.burn(1) {
			return nil, th.takeErr()
		}
		return f.Fn(th, args, kwargs)
	case *BoundMethod:
		if f.fn != nil {
			return f.fn(th, f.recv, args, kwargs)
		}
		if err := th.enter(); err != nil {
			return nil, err
		}
		defer th.leave()
		return Call(th, f.f, append([]Value{f.recv}, args...), kwargs)
	case *Type:
		if err := th.enter(); err != nil {
			return nil, err
		}
		defer th.leave()
		return th.construct(f, args, kwargs)
	case Callable:
		if err := th.enter(); err != nil {
			return nil, err
		}
		defer th.leave()
		return f.Call(th, args, kwargs)
	}
	return nil, typeErr("'%s' object is not callable", f.TypeName())
}

// IsCallable reports whether a value can be called.
func IsCallable(v Value) bool {
	switch v := v.(type) {
	case *Function, *Builtin, *BoundMethod, *Type:
		return true
	case *Instance:
		return v.lookup("__call__") != nil
	case Callable:
		return true
	}
	return false
}

func (th *Thread) callFunction(f *Function, args []Value, kwargs []Kwarg) Value {
	saved := th.free
	loc := th.reserve(f.fc.nlocals)
	if f.fc.simple && len(args) == f.fc.npos && len(kwargs) == 0 {
		copy(loc, args)
	} else if err := f.bind(th, loc, args, kwargs); err != nil {
		clear(loc)
		th.free = saved
		return th.setErr(err)
	}
	v := th.run(f.fc, f.g, f.free, loc)
	wipe(loc)
	th.free = saved
	return v
}

// run runs code with its locals in place. It gives nil when an error is pending.
func (th *Thread) run(fc *funcCode, g *Globals, free []*cell, loc []Value) Value {
	if fc.isGen {
		return th.newGenerator(fc, g, free, loc)
	}
	if th.shows {
		return th.setErr(raise(runtimeError, "no code runs while a message shows values"))
	}
	if th.depth >= th.limits.Depth {
		return th.setErr(th.tooDeep())
	}
	th.depth++
	parent := th.cur
	fr := parent.child
	if fr == nil {
		fr = &frame{th: th}
		parent.child = fr
	}
	fr.fc, fr.g, fr.free, fr.loc = fc, g, free, loc
	th.cur = fr
	for _, s := range fc.cells {
		loc[s] = &cell{loc[s]}
	}
	var v Value
	if fc.expr != nil {
		if th.burn(fc.cost) {
			v = fc.expr.eval(fr)
		}
	} else {
		switch fc.body.exec(fr) {
		case ctlReturn:
			v = fr.ret
			fr.ret = nil
		case ctlError:
		default:
			v = None
		}
	}
	th.cur = parent
	th.depth--
	return v
}

// bind puts arguments into parameters.
func (f *Function) bind(th *Thread, loc, args []Value, kwargs []Kwarg) error {
	fc := f.fc
	n := min(len(args), fc.npos)
	copy(loc, args[:n])
	if len(args) > fc.npos && fc.star < 0 {
		return f.tooMany(len(args))
	}
	if fc.star >= 0 {
		rest := args[n:]
		if err := th.allocItems(len(rest), 16); err != nil {
			return err
		}
		loc[fc.star] = NewTuple(append(make([]Value, 0, len(rest)), rest...)...)
	}
	var extra *Dict
	if fc.dstar >= 0 {
		extra = NewDict(len(kwargs))
		loc[fc.dstar] = extra
	}
keywords:
	for _, k := range kwargs {
		for i := fc.posOnly; i < fc.npos+fc.nkwonly; i++ {
			if fc.params[i] == k.Name {
				if loc[i] != nil {
					return typeErr("%s() got multiple values for argument '%s'", f.name, k.Name)
				}
				loc[i] = k.Value
				continue keywords
			}
		}
		if extra == nil {
			return typeErr("%s() got an unexpected keyword argument '%s'%s", f.name, k.Name,
				didYouMean(k.Name, fc.params[fc.posOnly:fc.npos+fc.nkwonly]))
		}
		if err := extra.Set(th, Str(k.Name), k.Value); err != nil {
			return err
		}
	}
	first := fc.npos - len(f.defaults)
	for i := n; i < fc.npos; i++ {
		if loc[i] == nil && i >= first {
			loc[i] = f.defaults[i-first]
		}
		if loc[i] == nil {
			return f.missing(loc, first)
		}
	}
	for i := range fc.nkwonly {
		p := fc.npos + i
		if loc[p] == nil {
			loc[p] = f.kwdef[i]
		}
		if loc[p] == nil {
			return typeErr("%s() missing 1 required keyword-only argument: '%s'", f.name, fc.params[p])
		}
	}
	return nil
}

func (f *Function) tooMany(given int) error {
	fc := f.fc
	takes := fmt.Sprint(fc.npos)
	if len(f.defaults) > 0 {
		takes = fmt.Sprintf("from %d to %d", fc.npos-len(f.defaults), fc.npos)
	}
	plural := "s"
	if takes == "1" {
		plural = ""
	}
	was := "were"
	if given == 1 {
		was = "was"
	}
	return typeErr("%s() takes %s positional argument%s but %d %s given", f.name, takes, plural, given, was)
}

func (f *Function) missing(loc []Value, first int) error {
	var names []string
	for i := range first {
		if loc[i] == nil {
			names = append(names, "'"+f.fc.params[i]+"'")
		}
	}
	plural := "s"
	if len(names) == 1 {
		plural = ""
	}
	list := strings.Join(names, ", ")
	if len(names) > 1 {
		list = strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	return typeErr("%s() missing %d required positional argument%s: %s", f.name, len(names), plural, list)
}
