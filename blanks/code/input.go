package code

import (
	"strings"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Input is something that a program is run on: a call of one of its functions, or an expression behind some statements.
type Input struct {
	Setup string `json:"setup,omitempty"` // statements that are run first
	Expr  string `json:"expr"`            // what is computed

	function string // of a call with literal arguments only: the function
	args     []val
	names    []string // the keyword of each argument, "" for those by position
}

// call notes that the input is a call whose arguments can be changed.
func (in *Input) call(function string, c *syntax.CallExpr) {
	var args []val
	var names []string
	for _, a := range c.Args {
		if a.Kind != syntax.PosArg && a.Kind != syntax.NamedArg {
			return
		}
		v := literal(in.Expr, a.Value)
		if v.k == 'x' && !selfContained(a.Value) {
			return
		}
		args, names = append(args, v), append(names, a.Name)
	}
	in.function, in.args, in.names = function, args, names
}

// selfContained reports whether an argument uses nothing but built-in names: a lambda, float('inf'), range(3).
func selfContained(x syntax.Expr) bool {
	for _, r := range syntax.FreeNames(x) {
		if _, ok := universe().Lookup(r.Name); !ok {
			return false
		}
	}
	return true
}

// with gives the input with other arguments.
func (in *Input) with(args []val) Input {
	out := Input{function: in.function, args: args, names: in.names}
	var b strings.Builder
	b.WriteString(in.function + "(")
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		if in.names[i] != "" {
			b.WriteString(in.names[i] + "=")
		}
		a.write(&b)
	}
	b.WriteString(")")
	out.Expr = b.String()
	return out
}

// restore finds out again what kind of input a text is, after it was read from an id.
func (in *Input) restore(p *Program) error {
	x, err := syntax.ParseExpr("input", in.Expr)
	if err != nil {
		return err
	}
	if in.Setup == "" {
		if c, ok := x.(*syntax.CallExpr); ok {
			if n, ok := c.Fun.(*syntax.Name); ok && p.defined[n.ID] != nil {
				in.call(n.ID, c)
			}
		}
	}
	return nil
}

func (in *Input) size() int {
	if in.function == "" {
		return 20 + len(in.Setup) + len(in.Expr)
	}
	n := 0
	for _, a := range in.args {
		n += 1 + a.size()
	}
	return n
}

// Text is how the input is shown: the call, behind its set-up.
func (in *Input) Text() string {
	if in.Setup == "" {
		return in.Expr
	}
	return in.Setup + "\n" + in.Expr
}
