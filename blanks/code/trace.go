package code

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Traced is one thing that happens in a run.
type Traced struct {
	Line int    // in the program, from 1
	Kind string // set, test, return
	Name string // the variable that is set, or the condition that is tested; empty for a return
	Text string // its value, as Python writes it
}

// Refutation shows that a piece is wrong: an input on which the program with it does something else.
type Refutation struct {
	Broken    string // why there is no run to compare; empty where there is one
	Input     string
	Got, Want Result
	// Trace is what the program with the piece does on the input, and Apart the first of it that the right one does not do; -1
	// where the two do the same things until one of them ends. Right is what the right one does in its place. Cut tells that the
	// program goes on.
	Trace []Traced
	Apart int
	Right *Traced
	Cut   bool
}

// maxTraced bounds a trace, and maxEndless that of a program that does not end, which shows nothing new soon.
const (
	maxTraced  = 60
	maxEndless = 9
)

// Against says why a piece is wrong where the other blanks are right, by the easiest allowed input on which the results differ: of those
// that the puzzle shows, and of others that are drawn.
func (j *Judge) Against(ctx context.Context, blank, piece int) (*Refutation, error) {
	f := j.p.Solution()
	f[blank] = piece
	wrong := j.p.Assemble(j.p.Texts(f))
	v, err := j.m.compile(wrong)
	if err != nil {
		return &Refutation{Broken: fmt.Sprintf("it is no program: %v", err), Apart: -1}, nil
	}
	if err := j.refresh(ctx, FreshInputs); err != nil {
		return nil, err
	}
	inputs := slices.Concat(j.inputs, j.fresh)
	slices.SortStableFunc(inputs, func(a, b checked) int { return a.size() - b.size() })
	for i := range inputs {
		in := &inputs[i]
		r, err := j.m.run(ctx, v, &in.Input, in.limit)
		if err != nil {
			return nil, err
		}
		if r.Same(in.Result) {
			continue
		}
		out := &Refutation{Input: in.Text(), Got: r, Want: in.Result, Apart: -1}
		if out.Trace, err = j.trace(ctx, wrong, in); err != nil {
			return nil, err
		}
		right, err := j.trace(ctx, j.p.Text, in)
		if err != nil {
			return nil, err
		}
		for k, t := range out.Trace {
			if k >= len(right) {
				break
			}
			if s := right[k]; t.Kind != s.Kind || t.Text != s.Text || t.Kind == "set" && t.Name != s.Name {
				out.Apart, out.Right = k, &s
				break
			}
		}
		out.Cut = len(out.Trace) == maxTraced
		if last := max(maxEndless, out.Apart+1); r.Kind == "endless" && len(out.Trace) > last {
			out.Trace, out.Cut = out.Trace[:last], true
		}
		return out, nil
	}
	return nil, fmt.Errorf("nothing tells piece %d of blank %d from the right one", piece+1, blank+1)
}

// trace runs a program on an input and notes what it does, in at most maxTraced notes.
func (j *Judge) trace(ctx context.Context, text string, in *checked) ([]Traced, error) {
	tree, err := syntax.ParseModule("program", text)
	if err != nil {
		return nil, err
	}
	w := &noting{src: text}
	for _, s := range tree.Body {
		w.definitions(s)
	}
	var out []Traced
	note := eval.NewBuiltin(noteName, func(th *eval.Thread, args []eval.Value, _ []eval.Kwarg) (eval.Value, error) {
		x := args[1]
		if len(out) >= maxTraced {
			return x, nil
		}
		number, _ := eval.AsInt64(args[0])
		t := w.notes[number]
		shown := writer{th: th}
		if _, ok := x.(eval.Iterator); ok { // looking at it would use it up
			t.Text = "<" + x.TypeName() + ">"
		} else if err := shown.value(x, 0); err != nil {
			return nil, err
		} else {
			t.Text = shown.shown.String()
		}
		if r := []rune(t.Text); len(r) > 120 {
			t.Text = string(r[:119]) + "…"
		}
		out = append(out, t)
		return x, nil
	})
	prog := *j.m.p
	m := newMachine(&prog)
	defer m.Close()
	m.layout = eval.NewLayout(universe().Extend(map[string]eval.Value{noteName: note}))
	v, err := m.compileTree(tree, text)
	if err != nil {
		return nil, err
	}
	_, err = m.run(ctx, v, &in.Input, 4*in.limit)
	return out, err
}

// noteName is no name that a program could have.
const noteName = "note of a trace"

// noting puts notes into a tree: of what variables become, how conditions come out, and what is returned.
type noting struct {
	src   string
	notes []Traced
}

func (w *noting) definitions(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.FuncDef:
		if slices.ContainsFunc(s.Body, yields) {
			return // a generator's notes would come in the order in which it is asked
		}
		s.Body = w.block(s.Body)
	case *syntax.ClassDef:
		for _, in := range s.Body {
			w.definitions(in)
		}
	}
}

func yields(s syntax.Stmt) bool {
	var deep func(x syntax.Expr) bool
	deep = func(x syntax.Expr) bool {
		if _, ok := x.(*syntax.YieldExpr); ok {
			return true
		}
		return slices.ContainsFunc(syntax.Children(x), deep)
	}
	return slices.ContainsFunc(syntax.StmtExprs(s), deep) ||
		slices.ContainsFunc(syntax.StmtBlocks(s), func(b []syntax.Stmt) bool { return slices.ContainsFunc(b, yields) })
}

// of wraps an expression into a note.
func (w *noting) of(x syntax.Expr, line int32, kind, name string) syntax.Expr {
	span := syntax.Span{From: x.Start(), To: x.End()}
	number := &syntax.NumLit{IsInt: true, Int: int64(len(w.notes))}
	number.Span = span
	w.notes = append(w.notes, Traced{Line: int(line), Kind: kind, Name: name})
	f := &syntax.Name{ID: noteName}
	f.Span = span
	call := &syntax.CallExpr{Fun: f, Args: []syntax.Arg{{Kind: syntax.PosArg, Value: number}, {Kind: syntax.PosArg, Value: x}}}
	call.Span = span
	return call
}

func (w *noting) set(s syntax.Stmt, name string) syntax.Stmt {
	x := &syntax.Name{ID: name}
	x.Span = syntax.Span{From: s.Start(), To: s.End()}
	out := &syntax.ExprStmt{X: w.of(x, s.Start().Line, "set", name)}
	out.Span = x.Span
	return out
}

func (w *noting) block(list []syntax.Stmt) []syntax.Stmt {
	var out []syntax.Stmt
	for _, s := range list {
		out = append(out, s)
		switch s := s.(type) {
		case *syntax.AssignStmt:
			for _, t := range s.Targets {
				for _, n := range changed(t) {
					out = append(out, w.set(s, n))
				}
			}
		case *syntax.AugStmt:
			for _, n := range changed(s.Target) {
				out = append(out, w.set(s, n))
			}
		case *syntax.AnnStmt:
			if s.X != nil {
				for _, n := range changed(s.Target) {
					out = append(out, w.set(s, n))
				}
			}
		case *syntax.ExprStmt:
			if c, ok := s.X.(*syntax.CallExpr); ok {
				if a, ok := c.Fun.(*syntax.AttrExpr); ok { // a method may change what it is called on
					for _, n := range changed(a.X) {
						out = append(out, w.set(s, n))
					}
				}
			}
		case *syntax.ReturnStmt:
			if s.X != nil {
				s.X = w.of(s.X, s.Start().Line, "return", "")
			}
		case *syntax.IfStmt:
			s.Cond = w.test(s.Cond)
			s.Body, s.Else = w.block(s.Body), w.block(s.Else)
		case *syntax.WhileStmt:
			s.Cond = w.test(s.Cond)
			s.Body, s.Else = w.block(s.Body), w.block(s.Else)
		case *syntax.ForStmt:
			var first []syntax.Stmt
			for _, n := range changed(s.Target) {
				first = append(first, w.set(s, n))
			}
			s.Body, s.Else = append(first, w.block(s.Body)...), w.block(s.Else)
		case *syntax.MatchStmt:
			for i := range s.Cases {
				c := &s.Cases[i]
				var first []syntax.Stmt
				for _, n := range c.Pattern.Captures() {
					first = append(first, w.set(c.Body[0], n.ID))
				}
				c.Body = append(first, w.block(c.Body)...)
			}
		case *syntax.TryStmt:
			s.Body, s.Else, s.Finally = w.block(s.Body), w.block(s.Else), w.block(s.Finally)
			for i := range s.Handlers {
				s.Handlers[i].Body = w.block(s.Handlers[i].Body)
			}
		case *syntax.FuncDef:
			w.definitions(s)
		}
	}
	return out
}

func (w *noting) test(x syntax.Expr) syntax.Expr {
	return w.of(x, x.Start().Line, "test", strings.Join(strings.Fields(textOf(w.src, x)), " "))
}

// changed lists the variables that an assignment to a target changes.
func changed(target syntax.Expr) []string {
	switch t := target.(type) {
	case *syntax.Name:
		return []string{t.ID}
	case *syntax.IndexExpr:
		return changed(t.X)
	case *syntax.StarExpr:
		return changed(t.X)
	case *syntax.TupleExpr:
		var out []string
		for _, e := range t.Elts {
			out = append(out, changed(e)...)
		}
		return out
	}
	return nil
}
