package ocl

import (
	"strconv"
	"strings"
)

// Format writes declarations in a plain form that Parse reads as the same declarations: plain marks, no comments, no
// parentheses that change nothing.
func (f *File) Format() string {
	var w printer
	for i, d := range f.Decls {
		if i > 0 {
			w.put("\n")
		}
		w.decl(d)
		w.put("\n")
	}
	return w.b.String()
}

// FormatExpr writes an expression in the same plain form.
func FormatExpr(e Expr) string {
	var w printer
	w.expr(e, 0)
	return w.b.String()
}

type printer struct{ b strings.Builder }

func (w *printer) put(ss ...string) {
	for _, s := range ss {
		w.b.WriteString(s)
	}
}

func (w *printer) decl(d Decl) {
	switch d := d.(type) {
	case *InvDecl:
		w.put("context ")
		for i, v := range d.Vars {
			if i > 0 {
				w.put(", ")
			}
			w.put(v.Name)
		}
		if len(d.Vars) > 0 {
			w.put(" : ")
		}
		w.put(d.Class, " inv")
		if d.Name != "" {
			w.put(" ", d.Name)
		}
		w.put(":\n  ")
		w.expr(d.Body, 0)
	case *opDecl:
		w.put("context ", d.Class, "::", d.Name, "(")
		w.params(d.Params)
		w.put(") : ", d.Result.String(), " =\n  ")
		w.expr(d.Body, 0)
	case *deriveDecl:
		w.put("context ", d.Class, "::", d.Name)
		if d.Type != nil {
			w.put(" : ", d.Type.String())
		}
		w.put(" derive:\n  ")
		w.expr(d.Body, 0)
	}
}

func (w *printer) params(ps []Param) {
	for i, v := range ps {
		if i > 0 {
			w.put(", ")
		}
		w.put(v.Name)
		if v.Type != nil {
			w.put(" : ", v.Type.String())
		}
	}
}

func (w *printer) binding(b Binding) {
	w.put(b.Name)
	if b.Type != nil {
		w.put(" : ", b.Type.String())
	}
	w.put(" = ")
	w.expr(b.Init, 0)
}

func (w *printer) args(es []Expr) {
	for i, e := range es {
		if i > 0 {
			w.put(", ")
		}
		w.expr(e, 0)
	}
}

// expr writes an expression, in parentheses where the place asks for a tighter binding than it has.
func (w *printer) expr(e Expr, least int) {
	// A let reaches as far to the right as it can, so it is closed wherever something may follow.
	prec := precPostfix
	switch e := e.(type) {
	case *Let:
		prec = 0
	case *Binary:
		prec = precedence(e.Op)
	case *Unary:
		prec = precUnary
	}
	if prec < least {
		w.put("(")
		defer w.put(")")
	}
	switch e := e.(type) {
	case *Literal:
		w.literal(e)
	case *Name:
		w.put(e.ID)
	case *CollectionLit:
		w.put(e.Kind, "{")
		for i, part := range e.Parts {
			if i > 0 {
				w.put(", ")
			}
			w.expr(part.First, 0)
			if part.Last != nil {
				w.put("..")
				w.expr(part.Last, 0)
			}
		}
		w.put("}")
	case *Unary:
		w.put(e.Op)
		if e.Op == "not" {
			w.put(" ")
			w.expr(e.X, precUnary)
			break
		}
		// Two minus signs would begin a comment.
		if _, again := e.X.(*Unary); again {
			w.expr(e.X, precPostfix)
		} else {
			w.expr(e.X, precUnary)
		}
	case *Binary:
		w.expr(e.X, prec)
		w.put(" ", e.Op, " ")
		w.expr(e.Y, prec+1)
	case *If:
		w.put("if ")
		w.expr(e.Cond, 0)
		w.put(" then ")
		w.expr(e.Then, 0)
		w.put(" else ")
		w.expr(e.Else, 0)
		w.put(" endif")
	case *Let:
		w.put("let ")
		for i, v := range e.Vars {
			if i > 0 {
				w.put(", ")
			}
			w.binding(v)
		}
		w.put(" in ")
		w.expr(e.Body, 0)
	case *Call:
		if e.Src != nil {
			w.expr(e.Src, precPostfix)
			w.put(".")
		}
		w.put(e.ID)
		if e.Parens {
			w.put("(")
			w.args(e.Args)
			w.put(")")
		}
	case *Arrow:
		w.expr(e.Src, precPostfix)
		w.put("->", e.ID)
		if e.Parens {
			w.put("(")
			w.args(e.Args)
			w.put(")")
		}
	case *iterate:
		w.expr(e.Src, precPostfix)
		w.put("->", e.ID, "(")
		w.params(e.Vars)
		if e.Acc != nil {
			w.put("; ")
			w.binding(*e.Acc)
		}
		if len(e.Vars) > 0 {
			w.put(" | ")
		}
		w.expr(e.Body, 0)
		w.put(")")
	}
}

func (w *printer) literal(e *Literal) {
	switch e.Kind {
	case LitString:
		w.put(quote(e.Text))
	default:
		w.put(e.Text)
	}
}

func (t *TypeExpr) String() string {
	if t.Elem == nil {
		return t.Name
	}
	return t.Name + "(" + t.Elem.String() + ")"
}

// itoa is the decimal of a number.
func itoa(n int64) string { return strconv.FormatInt(n, 10) }
