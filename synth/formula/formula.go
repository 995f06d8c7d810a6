// Package formula holds the random formulas of algebra puzzles: their text form, such as (Add (Var 0) (Mul (Const 3) (Var 1))),
// how they are drawn, and how they look in LaTeX.
package formula

import (
	"fmt"
	"strconv"
	"strings"
)

// Op is what a node of a formula does.
type Op string

// The operators. Cmp compares two formulas.
const (
	Var   Op = "Var"   // a variable by its number
	Const Op = "Const" // an integer
	Add   Op = "Add"
	Sub   Op = "Sub"
	Mul   Op = "Mul"
	Div   Op = "Div"
	Power Op = "Power" // a variable to a constant
	Cmp   Op = "Cmp"
)

// Node is a formula.
type Node struct {
	Op   Op
	N    int    // number of a Var, value of a Const
	Rel  string // of a Cmp: <= >= < > == !=
	L, R *Node
}

// String is the text form.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *Node) write(b *strings.Builder) {
	b.WriteString("(" + string(n.Op))
	switch n.Op {
	case Var, Const:
		b.WriteString(" " + strconv.Itoa(n.N))
	case Cmp:
		b.WriteString(" " + n.Rel + " ")
		n.L.write(b)
		b.WriteByte(' ')
		n.R.write(b)
	default:
		b.WriteByte(' ')
		n.L.write(b)
		b.WriteByte(' ')
		n.R.write(b)
	}
	b.WriteByte(')')
}

// LaTeX shows the formula with names for the variables.
func (n *Node) LaTeX(name func(i int) string) string {
	switch n.Op {
	case Var:
		return name(n.N)
	case Const:
		return strconv.Itoa(n.N)
	case Div:
		return `\frac{` + n.L.LaTeX(name) + `}{` + n.R.LaTeX(name) + `}`
	case Power:
		return n.L.LaTeX(name) + `^{` + n.R.LaTeX(name) + `}`
	}
	l, r := n.L.LaTeX(name), n.R.LaTeX(name)
	switch n.Op {
	case Add:
		return "(" + l + " + " + r + ")"
	case Sub:
		return "(" + l + " - " + r + ")"
	case Mul:
		return l + ` \cdot ` + r
	}
	return l + " " + relation(n.Rel) + " " + r
}

func relation(rel string) string {
	switch rel {
	case "<=":
		return `\leq`
	case ">=":
		return `\geq`
	case "==":
		return "="
	case "!=":
		return `\neq`
	}
	return rel
}

// System shows several formulas as a system, one formula as itself.
func System(ns []*Node, name func(i int) string) string {
	lines := make([]string, len(ns))
	for i, n := range ns {
		lines[i] = n.LaTeX(name)
	}
	if len(lines) == 1 {
		return lines[0]
	}
	return `\begin{cases} ` + strings.Join(lines, ` \\ `) + ` \end{cases}`
}

// Vars is one more than the largest number of a variable.
func (n *Node) Vars() int {
	switch n.Op {
	case Var:
		return n.N + 1
	case Const:
		return 0
	}
	return max(n.L.Vars(), n.R.Vars())
}

// maxDepth bounds the nesting of a text that is read.
const maxDepth = 200

// Parse reads the text form.
func Parse(text string) (*Node, error) {
	p := &parser{rest: text, all: text}
	n, err := p.node(0)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(p.rest) != "" {
		return nil, p.errorf("the end")
	}
	return n, nil
}

type parser struct{ rest, all string }

func (p *parser) errorf(expected string) error {
	return fmt.Errorf("formula %q: at byte %d, expected %s", p.all, len(p.all)-len(p.rest), expected)
}

func (p *parser) token() string {
	p.rest = strings.TrimLeft(p.rest, " \t\n")
	if p.rest == "" {
		return ""
	}
	n := 1
	if p.rest[0] != '(' && p.rest[0] != ')' {
		for n < len(p.rest) && !strings.ContainsRune(" \t\n()", rune(p.rest[n])) {
			n++
		}
	}
	t := p.rest[:n]
	p.rest = p.rest[n:]
	return t
}

func (p *parser) node(depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("formula %.40q…: nested more than %d deep", p.all, maxDepth)
	}
	if p.token() != "(" {
		return nil, p.errorf("(")
	}
	n := &Node{Op: Op(p.token())}
	switch n.Op {
	case Var, Const:
		v, err := strconv.Atoi(p.token())
		if err != nil || n.Op == Var && v < 0 {
			return nil, p.errorf("a number")
		}
		n.N = v
	case Cmp:
		n.Rel = p.token()
		if !strings.Contains(" <= >= < > == != ", " "+n.Rel+" ") {
			return nil, p.errorf("one of <= >= < > == !=")
		}
		fallthrough
	case Add, Sub, Mul, Div, Power:
		var err error
		if n.L, err = p.node(depth + 1); err != nil {
			return nil, err
		}
		if n.R, err = p.node(depth + 1); err != nil {
			return nil, err
		}
	default:
		return nil, p.errorf("Var, Const, Add, Sub, Mul, Div, Power or Cmp")
	}
	if p.token() != ")" {
		return nil, p.errorf(")")
	}
	return n, nil
}
