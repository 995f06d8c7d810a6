package code

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/py/eval/lib"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// maxSource bounds a program, in bytes.
const maxSource = 32 << 10

// Program is a Python file: what it defines, and the tests of that.
type Program struct {
	Name  string // for messages
	Title string // its first function, or what the file says
	Text  string // the program without its tests: what is printed
	Tests []Test
	Where []Condition // what inputs are allowed, as the author says

	defined map[string]*syntax.FuncDef // functions by name
	classes map[string]bool
}

// Test is an input that comes with the program.
type Test struct {
	Input
	Line int    // in the file, from 1
	Want string // the result that a doctest states, as Python prints it; empty: an assert stands for it
	cond string // the condition of the assert
}

// Condition says which inputs are allowed: an expression over the parameters of a function.
type Condition struct {
	Function string
	Text     string
	Assumed  bool // learnt from the tests; nobody has confirmed it
}

// RefusedError says why no puzzle can be made of a program.
type RefusedError struct {
	Name  string
	Line  int // 0: the whole
	Cause string
	Why   string // a sentence
}

func (e *RefusedError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Why)
	}
	return e.Name + ": " + e.Why
}

// The causes of a refusal, for tables.
const (
	causeSyntax   = "syntax"
	causeTests    = "tests"
	causeFails    = "reference fails"
	causeConstant = "constant"
	causeBlanks   = "too few blanks"
)

var whereComment = regexp.MustCompile(`^\s*#\s*where:\s*(.*?)\s*$`)

// Read reads a program. The error of what is not Python as we know it has file, line and column.
func Read(name string, data []byte) (*Program, error) {
	if len(data) > maxSource {
		return nil, &RefusedError{name, 0, causeSyntax, fmt.Sprintf("the program has %d bytes; at most %d are read", len(data), maxSource)}
	}
	src := strings.ReplaceAll(string(data), "\r\n", "\n")
	m, err := syntax.ParseModule(name, src)
	if err != nil {
		return nil, err
	}
	p := &Program{Name: name, defined: map[string]*syntax.FuncDef{}, classes: map[string]bool{}}
	var kept, tests []syntax.Stmt
	begun := false
	for _, s := range m.Body {
		if isTest(s, begun) {
			begun = begun || !isFunc(s)
			tests = append(tests, s)
			continue
		}
		kept = append(kept, s)
		switch s := s.(type) {
		case *syntax.FuncDef:
			p.defined[s.Name] = s
			if p.Title == "" || strings.HasPrefix(p.Title, "_") {
				p.Title = s.Name
			}
		case *syntax.ClassDef:
			p.classes[s.Name] = true
			if p.Title == "" {
				p.Title = s.Name
			}
		}
	}
	if p.Title == "" {
		return nil, &RefusedError{name, 0, causeTests, "it defines no function and no class"}
	}
	p.cut(src, kept)
	if err := p.readWhere(src); err != nil {
		return nil, err
	}
	p.readTests(src, tests, m)
	if len(p.Tests) == 0 {
		return nil, &RefusedError{name, 0, causeTests,
			fmt.Sprintf("it has no tests: expected asserts such as assert %s(...) == ..., or doctests", p.Title)}
	}
	return p, nil
}

func isFunc(s syntax.Stmt) bool { _, ok := s.(*syntax.FuncDef); return ok }

// isTest reports whether a statement of the file is there for the tests only.
func isTest(s syntax.Stmt, begun bool) bool {
	switch s := s.(type) {
	case *syntax.AssertStmt:
		return true
	case *syntax.FuncDef:
		return strings.HasPrefix(s.Name, "test")
	case *syntax.ClassDef, *syntax.ImportStmt, *syntax.FromStmt:
		return false
	case *syntax.IfStmt:
		for _, r := range syntax.FreeNames(s.Cond) {
			if r.Name == "__name__" {
				return true
			}
		}
		return begun
	case *syntax.ExprStmt:
		_, doc := s.X.(*syntax.StrLit)
		return !doc
	case *syntax.TryStmt:
		return true
	}
	return begun
}

// cut keeps the text of the statements that are no tests, with the comments above and in them, but for conditions and doctests.
func (p *Program) cut(src string, kept []syntax.Stmt) {
	lines := strings.Split(src, "\n")
	keep := make([]bool, len(lines)+1)
	for _, s := range kept {
		// A block ends where the next statement begins: what counts is its last letter.
		from, to := int(s.Start().Line)-1, 1+strings.Count(strings.TrimRight(src[:s.End().Offset], " \t\n"), "\n")
		if f, ok := s.(*syntax.FuncDef); ok && len(f.Decorators) > 0 {
			from = int(f.Decorators[0].Start().Line) - 1
		}
		if c, ok := s.(*syntax.ClassDef); ok && len(c.Decorators) > 0 {
			from = int(c.Decorators[0].Start().Line) - 1
		}
		for from > 0 && strings.HasPrefix(lines[from-1], "#") {
			from--
		}
		for i := from; i < min(to, len(lines)); i++ {
			keep[i] = true
		}
	}
	var out []string
	for i, l := range lines {
		if keep[i] && !whereComment.MatchString(l) {
			out = append(out, l)
		} else if strings.TrimSpace(l) == "" && len(out) > 0 && out[len(out)-1] != "" {
			out = append(out, "")
		}
	}
	p.Text = strings.TrimRight(strings.Join(dropDoctests(out), "\n"), "\n") + "\n"
}

// dropDoctests takes examples out of docstrings: the puzzle lists its tests itself.
func dropDoctests(lines []string) []string {
	var out []string
	in := false
	for _, l := range lines {
		t := strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(t, ">>>"):
			in = true
			continue
		case in && (t == "" || strings.HasPrefix(t, `"""`) || strings.HasPrefix(t, "'''")):
			in = false
			if t == "" {
				continue
			}
		case in && !strings.HasSuffix(t, `"""`) && !strings.HasSuffix(t, "'''"):
			continue
		case in:
			in = false
			l = l[:len(l)-len(strings.TrimLeft(l, " \t"))] + t[len(t)-3:]
		}
		out = append(out, l)
	}
	return out
}

// readWhere reads the comments "# where: CONDITION". A condition belongs to the function whose parameters it names.
func (p *Program) readWhere(src string) error {
	for i, l := range strings.Split(src, "\n") {
		m := whereComment.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		x, err := syntax.ParseExpr(p.Name, m[1])
		if err != nil {
			return &RefusedError{p.Name, i + 1, causeSyntax, fmt.Sprintf("the condition %q is no expression: %v", m[1], err)}
		}
		found := ""
		for _, name := range p.functions() {
			params := paramNames(p.defined[name])
			all := true
			some := false
			for _, r := range syntax.FreeNames(x) {
				if slices.Contains(params, r.Name) {
					some = true
				} else if _, ok := universe().Lookup(r.Name); !ok && p.defined[r.Name] == nil {
					all = false
				}
			}
			if all && some {
				found = name
				break
			}
		}
		if found == "" {
			return &RefusedError{p.Name, i + 1, causeSyntax, fmt.Sprintf("the condition %q: expected the parameters of one function", m[1])}
		}
		p.Where = append(p.Where, Condition{Function: found, Text: m[1]})
	}
	return nil
}

// functions lists the functions in the order in which they are defined.
func (p *Program) functions() []string {
	var out []string
	for name := range p.defined {
		out = append(out, name)
	}
	slices.SortFunc(out, func(a, b string) int {
		return int(p.defined[a].Start().Offset) - int(p.defined[b].Start().Offset)
	})
	return out
}

func paramNames(f *syntax.FuncDef) []string {
	var out []string
	for _, q := range f.Params.All() {
		out = append(out, q.Name)
	}
	return out
}

// readTests takes the inputs out of asserts, test functions and doctests.
func (p *Program) readTests(src string, tests []syntax.Stmt, m *syntax.Module) {
	p.script(src, tests, nil)
	for _, s := range tests {
		switch s := s.(type) {
		case *syntax.FuncDef:
			p.script(src, s.Body, nil)
		case *syntax.IfStmt:
			p.script(src, s.Body, nil)
		}
	}
	p.doctests(m.Doc, 1)
	for _, name := range p.functions() {
		p.doctests(p.defined[name].Doc, int(p.defined[name].Start().Line))
	}
	for _, s := range m.Body {
		if c, ok := s.(*syntax.ClassDef); ok {
			for _, in := range c.Body {
				if e, ok := in.(*syntax.ExprStmt); ok {
					if d, ok := e.X.(*syntax.StrLit); ok {
						p.doctests(d.Value, int(c.Start().Line))
					}
				}
				if f, ok := in.(*syntax.FuncDef); ok {
					p.doctests(f.Doc, int(f.Start().Line))
				}
			}
		}
	}
}

// script goes through statements in order: each assert is a test, whose set-up is what stands before it.
func (p *Program) script(src string, body []syntax.Stmt, setup []string) {
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.AssertStmt:
			x := observed(s.Cond, p)
			if len(p.Tests) >= maxTests {
				continue
			}
			p.addTest(Test{Line: int(s.Start().Line), cond: textOf(src, s.Cond)}, textOf(src, x), setup)
			if stateful(x) { // the next tests find what this one left behind
				setup = append(setup, textOf(src, x))
			}
		case *syntax.AssignStmt, *syntax.AugStmt, *syntax.ExprStmt, *syntax.ForStmt, *syntax.ImportStmt, *syntax.FromStmt:
			if e, ok := s.(*syntax.ExprStmt); ok {
				if _, doc := e.X.(*syntax.StrLit); doc {
					continue
				}
			}
			setup = append(setup, dedent(lineText(src, s)))
		}
	}
}

const maxTests = 40

// stateful reports whether an expression calls a method of something that has a name: it may change that.
func stateful(x syntax.Expr) bool {
	if c, ok := x.(*syntax.CallExpr); ok {
		if a, ok := c.Fun.(*syntax.AttrExpr); ok {
			if _, ok := a.X.(*syntax.Name); ok {
				return true
			}
		}
	}
	return slices.ContainsFunc(syntax.Children(x), stateful)
}

// observed gives the part of an assert's condition that the program computes, nil where there is none.
func observed(x syntax.Expr, p *Program) syntax.Expr {
	switch c := x.(type) {
	case *syntax.CompareExpr:
		if len(c.Rest) == 1 {
			for _, side := range []syntax.Expr{c.First, c.Rest[0]} {
				if p.calls(side) {
					return observed(side, p)
				}
			}
			if names(c.First) > 0 {
				return c.First
			}
		}
	case *syntax.UnaryExpr:
		if c.Op == syntax.Not {
			return observed(c.X, p)
		}
	case *syntax.CallExpr:
		// isclose(f(x), 2.5), abs(f(x) - 2.5), all(...): what is computed stands inside.
		if n, ok := c.Fun.(*syntax.Name); ok && (n.ID == "abs" || n.ID == "isclose") && len(c.Args) > 0 {
			return observed(c.Args[0].Value, p)
		}
		if a, ok := c.Fun.(*syntax.AttrExpr); ok && a.Name == "isclose" && len(c.Args) > 0 {
			return observed(c.Args[0].Value, p)
		}
	case *syntax.BinaryExpr:
		if c.Op == syntax.Sub && p.calls(c.X) && !p.calls(c.Y) {
			return observed(c.X, p)
		}
	}
	return x
}

func names(x syntax.Expr) int { return len(syntax.FreeNames(x)) }

// calls reports whether an expression uses something that the program defines.
func (p *Program) calls(x syntax.Expr) bool {
	for _, r := range syntax.FreeNames(x) {
		if p.defined[r.Name] != nil || p.classes[r.Name] {
			return true
		}
	}
	return false
}

func (p *Program) addTest(test Test, expr string, setup []string) {
	x, err := syntax.ParseExpr(p.Name, expr)
	if err != nil {
		return
	}
	own := false // whether names of the set-up are used
	for _, r := range syntax.FreeNames(x) {
		if p.defined[r.Name] == nil && !p.classes[r.Name] {
			if _, ok := universe().Lookup(r.Name); !ok {
				own = true
			}
		}
	}
	in := Input{Expr: expr}
	if own {
		in.Setup = strings.Join(setup, "\n")
	} else if !p.calls(x) {
		return
	} else if c, ok := x.(*syntax.CallExpr); ok {
		if n, ok := c.Fun.(*syntax.Name); ok && p.defined[n.ID] != nil {
			in.call(n.ID, c)
		}
	}
	for _, t := range p.Tests {
		if t.Setup == in.Setup && t.Expr == in.Expr {
			return
		}
	}
	test.Input = in
	p.Tests = append(p.Tests, test)
}

// doctests reads the examples of a docstring.
func (p *Program) doctests(doc string, line int) {
	var setup []string
	lines := strings.Split(doc, "\n")
	for i := 0; i < len(lines); i++ {
		code, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), ">>> ")
		if !ok {
			continue
		}
		at := line + i
		for i+1 < len(lines) {
			more, ok := strings.CutPrefix(strings.TrimSpace(lines[i+1]), "... ")
			if !ok {
				break
			}
			code += "\n" + more
			i++
		}
		want := ""
		if i+1 < len(lines) {
			if t := strings.TrimSpace(lines[i+1]); t != "" && !strings.HasPrefix(t, ">>>") {
				want = t
			}
		}
		x, err := syntax.ParseExpr(p.Name, code)
		if err != nil || want == "" {
			if _, err := syntax.ParseModule(p.Name, code+"\n"); err == nil {
				setup = append(setup, code)
			}
			continue
		}
		if len(p.Tests) < maxTests && !strings.HasPrefix(want, "Traceback") {
			if c, ok := x.(*syntax.CallExpr); ok {
				if n, ok := c.Fun.(*syntax.Name); ok && n.ID == "print" {
					continue
				}
			}
			p.addTest(Test{Line: at, Want: want}, code, setup)
			if stateful(x) {
				setup = append(setup, code)
			}
		}
	}
}

// textOf is the source text of a node.
func textOf(src string, n syntax.Node) string {
	return src[n.Start().Offset:n.End().Offset]
}

// lineText is the text of a statement from the beginning of its line.
func lineText(src string, s syntax.Stmt) string {
	from := int(s.Start().Offset)
	if i := strings.LastIndexByte(src[:from], '\n') + 1; strings.TrimSpace(src[i:from]) == "" {
		from = i
	}
	return strings.TrimRight(src[from:s.End().Offset], " \n")
}

func dedent(text string) string {
	lines := strings.Split(text, "\n")
	n := len(lines[0]) - len(strings.TrimLeft(lines[0], " \t"))
	for i, l := range lines {
		lines[i] = l[min(n, len(l)-len(strings.TrimLeft(l, " \t"))):]
	}
	return strings.Join(lines, "\n")
}

// universe is what programs may use.
var universe = sync.OnceValue(lib.NewUniverse)
