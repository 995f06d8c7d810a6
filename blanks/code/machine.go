package code

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Budgets of one run. What the reference needs is far below; what a filling may take is a multiple of that, so that a slow
// filling that is right is not called wrong.
const (
	referenceSteps = 200_000
	leastSteps     = 20_000
	stepFactor     = 100
)

// runLimits bound one run but for its steps.
func runLimits(steps int64) eval.Limits {
	return eval.Limits{Steps: steps, Memory: 8 << 20, Depth: 400, StrLen: 1 << 16, IntBits: 1 << 14, Items: 1 << 16}
}

// Result is how a run ended, in a form that can be compared.
type Result struct {
	Kind string // "value", "raises", "endless" (the step limit), "large" (the memory limit)
	Text string // the value as Python writes it, with what the call did to its arguments; or the exception's kind
	// Line is where an exception arose, from 1, and Explicit whether a raise statement stands there.
	Line     int
	Explicit bool
	Message  string
	Steps    int64

	key string // what is compared
}

// Same reports whether two runs did the same.
func (r Result) Same(s Result) bool { return r.key == s.key }

// Ends reports whether the run ended with a value.
func (r Result) Ends() bool { return r.Kind == "value" }

// machine runs a program and its variants. It belongs to one goroutine.
type machine struct {
	p      *Program
	th     *eval.Thread
	layout *eval.Layout
	extra  map[string]*eval.Code // arguments that are no literals, and set-ups
}

// newMachine makes a machine for the variants of a program. Close it at the end.
func newMachine(p *Program) *machine {
	return &machine{p: p, th: eval.NewThread(context.Background(), nil, runLimits(0)), layout: eval.NewLayout(universe()),
		extra: map[string]*eval.Code{}}
}

// Close ends what programs left open.
func (m *machine) Close() { m.th.Close() }

// variant is a program that can be run.
type variant struct {
	code  *eval.Code
	lines []string
}

// compile makes a variant of a text.
func (m *machine) compile(text string) (*variant, error) {
	tree, err := syntax.ParseModule(m.p.Name, text)
	if err != nil {
		return nil, err
	}
	return m.compileTree(tree, text)
}

func (m *machine) compileTree(tree *syntax.Module, text string) (*variant, error) {
	code, err := eval.CompileModule(m.layout, tree, eval.Source{File: m.p.Name, Text: text})
	if err != nil {
		return nil, err
	}
	return &variant{code, strings.Split(text, "\n")}, nil
}

// compileInput compiles what an input has beside literals.
func (m *machine) compileInput(in *Input) error {
	add := func(key, text string, module bool) error {
		if m.extra[key] != nil {
			return nil
		}
		var code *eval.Code
		if module {
			tree, err := syntax.ParseModule("test", text)
			if err != nil {
				return err
			}
			if code, err = eval.CompileModule(m.layout, tree, eval.Source{File: "test", Text: text}); err != nil {
				return err
			}
		} else {
			tree, err := syntax.ParseExpr("test", text)
			if err != nil {
				return err
			}
			if code, err = eval.CompileExpr(m.layout, tree, eval.Source{File: "test", Text: text}); err != nil {
				return err
			}
		}
		m.extra[key] = code
		return nil
	}
	if in.function == "" {
		if in.Setup != "" {
			if err := add("s"+in.Setup, in.Setup+"\n", true); err != nil {
				return err
			}
		}
		return add("x"+in.Expr, in.Expr, false)
	}
	for _, a := range in.args {
		if a.k == 'x' {
			if err := add("x"+a.s, a.s, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// run runs a variant on an input. The error is the context's, or that of an input that cannot be read.
func (m *machine) run(ctx context.Context, v *variant, in *Input, steps int64) (Result, error) {
	if err := m.compileInput(in); err != nil {
		return Result{}, err
	}
	m.th.Reset(ctx, nil, runLimits(steps))
	value, args, err := m.evaluate(v, in)
	var r Result
	if err == nil {
		r, err = m.describe(value, args, in)
	}
	if err != nil {
		if r, err = m.failed(v, err); err != nil {
			return r, err
		}
	}
	r.Steps = m.th.StepsUsed()
	m.th.Close()
	return r, nil
}

func (m *machine) evaluate(v *variant, in *Input) (eval.Value, []eval.Value, error) {
	g := m.layout.NewGlobals()
	if _, err := v.code.Eval(m.th, g); err != nil {
		return nil, nil, err
	}
	if in.function == "" {
		if in.Setup != "" {
			if _, err := m.extra["s"+in.Setup].Eval(m.th, g); err != nil {
				return nil, nil, err
			}
		}
		x, err := m.extra["x"+in.Expr].Eval(m.th, g)
		return x, nil, err
	}
	f, ok := g.Lookup(in.function)
	if !ok {
		return nil, nil, eval.Raise("NameError", "name '%s' is not defined", in.function)
	}
	var args, watched []eval.Value
	var named []eval.Kwarg
	for i, a := range in.args {
		var x eval.Value
		var err error
		if a.k == 'x' {
			x, err = m.extra["x"+a.s].Eval(m.th, g)
		} else {
			x, err = a.value(m.th)
		}
		if err != nil {
			return nil, nil, err
		}
		if a.mutable() {
			watched = append(watched, x)
		}
		if in.names[i] != "" {
			named = append(named, eval.Kwarg{Name: in.names[i], Value: x})
		} else {
			args = append(args, x)
		}
	}
	x, err := eval.Call(m.th, f, args, named)
	return x, watched, err
}

// failed says how a run failed. Only the context's end is an error.
func (m *machine) failed(v *variant, err error) (Result, error) {
	var e *eval.Error
	if !errors.As(err, &e) {
		return Result{}, err
	}
	switch {
	case errors.Is(err, eval.ErrCancelled):
		return Result{}, err
	case errors.Is(err, eval.ErrSteps):
		return Result{Kind: "endless", key: "endless"}, nil
	case errors.Is(err, eval.ErrMemory):
		return Result{Kind: "large", key: "large"}, nil
	}
	r := Result{Kind: "raises", Text: e.Kind(), Line: int(e.Pos.Line), Message: e.Message()}
	if n := r.Line; n >= 1 && n <= len(v.lines) {
		r.Explicit = strings.HasPrefix(strings.TrimSpace(v.lines[n-1]), "raise ")
	}
	r.key = "raises " + r.Text
	return r, nil
}

// describe writes a value, and what became of the arguments, as they are compared and as they are shown.
func (m *machine) describe(x eval.Value, args []eval.Value, in *Input) (Result, error) {
	r := Result{Kind: "value"}
	w := writer{th: m.th}
	if err := w.value(x, 0); err != nil {
		return r, err
	}
	r.Text = w.shown.String()
	at := 0
	for _, a := range in.args {
		if !a.mutable() {
			continue
		}
		w.key.WriteString(" | ")
		w.shown.Reset()
		if err := w.value(args[at], 0); err != nil {
			return r, err
		}
		before := writer{th: m.th}
		old, err := a.value(m.th)
		if err == nil {
			err = before.value(old, 0)
		}
		if err != nil {
			return r, err
		}
		if before.shown.String() != w.shown.String() {
			r.Text += fmt.Sprintf(", and %s has become %s", before.shown.String(), w.shown.String())
		}
		at++
	}
	r.key = w.key.String()
	return r, nil
}

// maxElements bounds how many elements of an endless iterator are looked at.
const maxElements = 1000

// writer writes values in two forms: shown, as Python's repr, and key, equal for equal values of the same types.
type writer struct {
	th         *eval.Thread
	shown, key strings.Builder
}

func (w *writer) both(s string) {
	w.shown.WriteString(s)
	w.key.WriteString(s)
}

func (w *writer) value(v eval.Value, depth int) error {
	if depth > 60 {
		return eval.Raise("RecursionError", "a result of more than 60 levels")
	}
	if err := w.th.Step(1); err != nil {
		return err
	}
	if w.shown.Len() > 1<<16 {
		return eval.Raise("MemoryError", "a result of more than 64 KB")
	}
	seq := func(kind, open, end string, elems []eval.Value, sorted bool) error {
		w.key.WriteString(kind)
		w.both(open)
		var keys []string
		var shown []string
		for _, e := range elems {
			in := writer{th: w.th}
			if err := in.value(e, depth+1); err != nil {
				return err
			}
			keys, shown = append(keys, in.key.String()), append(shown, in.shown.String())
		}
		if sorted {
			slices.Sort(keys)
			slices.Sort(shown)
		}
		w.shown.WriteString(strings.Join(shown, ", "))
		w.key.WriteString(strings.Join(keys, ", "))
		if kind == "tuple" && len(elems) == 1 {
			w.shown.WriteString(",")
		}
		w.both(end)
		return nil
	}
	switch x := v.(type) {
	case eval.Float:
		if f := float64(x); math.IsInf(f, 0) || math.IsNaN(f) {
			w.key.WriteString("float " + strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+")))
		} else {
			w.key.WriteString(fmt.Sprintf("float %.9g", f))
		}
		s, err := eval.ToRepr(w.th, x)
		w.shown.WriteString(s)
		return err
	case *eval.List:
		return seq("list", "[", "]", x.Elems(), false)
	case *eval.Tuple:
		return seq("tuple", "(", ")", x.Elems(), false)
	case *eval.Set:
		if x.Len() == 0 {
			w.both(x.TypeName() + "()")
			return nil
		}
		if x.TypeName() == "frozenset" {
			return seq("frozenset", "frozenset({", "})", x.Elems(), true)
		}
		return seq("set", "{", "}", x.Elems(), true)
	case *eval.Dict:
		w.key.WriteString(x.TypeName())
		var keys, shown []string
		for _, it := range x.Items() {
			in := writer{th: w.th}
			if err := in.value(it[0], depth+1); err != nil {
				return err
			}
			in.both(": ")
			if err := in.value(it[1], depth+1); err != nil {
				return err
			}
			keys, shown = append(keys, in.key.String()), append(shown, in.shown.String())
		}
		slices.Sort(keys)
		text := "{" + strings.Join(shown, ", ") + "}"
		if x.TypeName() != "dict" {
			text = x.TypeName() + "(" + text + ")"
		}
		w.shown.WriteString(text)
		w.key.WriteString("{" + strings.Join(keys, ", ") + "}")
		return nil
	case *eval.Function, *eval.Builtin, *eval.BoundMethod:
		w.both("<function>")
		return nil
	case *eval.Instance:
		w.key.WriteString("object ")
		s, err := x.Repr(w.th)
		if strings.Contains(s, " object at ") || strings.Contains(s, " object>") {
			s = "<" + x.TypeName() + " object>"
		}
		w.both(s)
		return err
	case eval.Iterator:
		var elems []eval.Value
		for len(elems) < maxElements {
			e, err := x.Next(w.th)
			if err != nil {
				return err
			}
			if e == nil {
				break
			}
			elems = append(elems, e)
		}
		return seq("iterator", "<", ">", elems, false)
	}
	s, err := eval.ToRepr(w.th, v)
	w.shown.WriteString(s)
	w.key.WriteString(v.TypeName() + " " + s)
	return err
}
