package ocl

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestDeclarations: what was declared, in the plain form.
func TestDeclarations(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no variable", "context Thing inv: true", "context Thing inv:\n  true\n"},
		{"one variable", "context p:Property inv has16Thing:\n  p.thing->size()=16 -- 16*12",
			"context p : Property inv has16Thing:\n  p.thing->size() = 16\n"},
		{"two variables", "context p1, p2 : Property inv u: p1<>p2", "context p1, p2 : Property inv u:\n  p1 <> p2\n"},
		{"no colon, as printed", "context Thing inv fixSolution\ncluesValid()→exists(t | t.value(‘who’)='Frodo')",
			"context Thing inv fixSolution:\n  cluesValid()->exists(t | t.value('who') = 'Frodo')\n"},
		{"several clauses", "context Thing inv a: true inv b: false def: f(n:Integer):Integer = n",
			"context Thing inv a:\n  true\n\ncontext Thing inv b:\n  false\n\ncontext Thing::f(n : Integer) : Integer =\n  n\n"},
		{"operations", "Thing::f():Set(Thing) = Thing.allInstances context Thing::g(a:String, b:Bag(Set(Real))):Real body: 1.5",
			"context Thing::f() : Set(Thing) =\n  Thing.allInstances\n\ncontext Thing::g(a : String, b : Bag(Set(Real))) : Real =\n  1.5\n"},
		{"derived", "context Clue::toStr : String derive: 'a' context Clue derive toStr: 'b' derive other : String = 'c'",
			"context Clue::toStr : String derive:\n  'a'\n\ncontext Clue::toStr derive:\n  'b'\n\ncontext Clue::other : String derive:\n  'c'\n"},
		{"comments", "/* a\n b */ context Thing -- c\ninv: /**/ true --", "context Thing inv:\n  true\n"},
		{"minus", "context Thing inv: 1 - -2 - (-(-3)) - (2 - 1) > 0", "context Thing inv:\n  1 - -2 - -(-3) - (2 - 1) > 0\n"},
		{"let and if", "context Thing inv: (let x : Integer = 1, y = 2 in x = y) and (if true then let z = true in z else false endif)",
			"context Thing inv:\n  (let x : Integer = 1, y = 2 in x = y) and if true then let z = true in z else false endif\n"},
		{"div", "context Thing inv: 4 div 2 = 4.div(2)", "context Thing inv:\n  4 div 2 = 4.div(2)\n"},
		{"empty", " -- nothing", ""},
		{"byte order mark", "\ufeffcontext Thing inv: true", "context Thing inv:\n  true\n"},
	} {
		f, err := Parse("f", []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := f.Format(); got != c.want {
			t.Errorf("%s:\n%s\nexpected:\n%s", c.name, got, c.want)
		}
		again, err := Parse("f", []byte(f.Format()))
		if err != nil || again.Format() != f.Format() {
			t.Errorf("%s: reading the plain form again: %v", c.name, err)
		}
	}
}

// TestWrongDeclarations: the messages, with their places.
func TestWrongDeclarations(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"contxt Thing inv: true", "f:1:1: expected context or an operation such as Thing::valid(c:Clue):Boolean = ..., found the name contxt (did you mean context?)"},
		{"context Thing", "f:1:14: expected inv, def or derive, found the end of the text"},
		{"context Thing\nivn a: true", "f:2:1: expected inv, def or derive, found the name ivn (did you mean inv?)"},
		{"context Thing inv a true", ""},
		{"context Thing inv a = b", "f:1:21: expected ':' after the name of the invariant, found '='"},
		{"context Thing pre: true", "f:1:15: pre is not supported: expected inv, def or derive"},
		{"context Thing::f() : Integer post: true", "f:1:30: post is not supported: expected '=' or body"},
		{"context Thing::x init: true", "f:1:18: init is not supported: expected derive"},
		{"Thing::f(a) : Integer = 1", "f:1:11: expected ':', found ')'"},
		{"context Thing inv: if 1=1 then 2=2 else 3=3\ncontext Thing inv: true",
			"f:2:1: expected an operator or endif for the if at 1:20, found the keyword context"},
		{"context Thng inv: true", "f:1:9: unknown class Thng (did you mean Thing?)"},
		{"context Thing inv: banned\ncontext Thing inv: banedd = true\ncontext Thing inv: 1\ncontext Clue::toStr derive: 1",
			"f:2:20: unknown name banedd (did you mean banned?)\nf:3:20: an invariant must be of type Boolean, but this is of type Integer\nf:4:29: Clue::toStr has type String, but this is of type Integer"},
		{"context Thing::banned derive: true", "f:1:16: the attribute banned of Thing is not derived: it has a value in each state"},
		{"context Clue::toSt derive: 'a'", "f:1:15: unknown attribute of Clue toSt (did you mean toStr?)"},
		{"context Clue::toStr : Integer derive: 'a'", "f:1:23: the attribute toStr of Clue is of type String, not Integer"},
		{"context Clue::toStr derive: 'a' context Clue::toStr derive: 'a'", "f:1:47: the attribute toStr of Clue is derived twice"},
		{"Thing::banned() : Integer = 1", "f:1:8: class Thing has a feature banned already"},
		{"Thing::f(a:Integer, a:Integer) : Integer = 1", "f:1:21: parameter 2: the name a is taken"},
		{"Thing::f(a:Integr) : Integer = 1", "f:1:12: unknown type Integr (did you mean Integer?)"},
		{"context Thing inv a: true context Thing inv a: true", "f:1:41: there is an invariant Thing::a already (f:1:15)"},
		{"context a, a : Thing inv: true", "f:1:12: there is a variable a already"},
		{"context a, b : Thing inv: banned", "f:1:27: unknown name banned"},
		{"context Thing inv: \xff", "f:1:20: this is no UTF-8 text"},
	} {
		f, err := Parse("f", []byte(c.text))
		if err == nil {
			if !strings.Contains(c.text, "toStr d") && !strings.Contains(c.text, "toStr :") {
				f.Decls = append(f.Decls, parse(t, "context Clue::toStr derive: 'a'").Decls...)
			}
			_, err = Compile(cars(), f)
		}
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s:\n%s\nexpected:\n%s", c.text, got, c.want)
		}
	}
}

func parse(t testing.TB, text string) *File {
	t.Helper()
	f, err := Parse("f", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFigure6 reads Fig. 6 as it is printed, with six ifs and five endifs: the message says which if is left open.
func TestFigure6(t *testing.T) {
	text, err := os.ReadFile("testdata/cars.ocl")
	if err != nil {
		t.Fatal(err)
	}
	printed := strings.Replace(string(text), "endif endif endif endif endif endif", "endif endif endif endif endif", 1)
	_, err = Parse("fig6.ocl", []byte(printed))
	var e *Error
	if !errors.As(err, &e) || !strings.HasPrefix(e.Msg, "expected an operator or endif for the if at 7:3, found the name Thing") {
		t.Errorf("%v", err)
	}
}

// TestRoundTrip: what is printed is read as the same.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawExpr(t, 4)
		text := FormatExpr(e)
		again, err := parseExpr("", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !sameExpr(e, again) {
			t.Fatalf("%s is read as %s", text, FormatExpr(again))
		}
	})
}

var posType = reflect.TypeOf(Pos{})

// sameExpr compares expressions but for their positions.
func sameExpr(a, b any) bool { return same(reflect.ValueOf(a), reflect.ValueOf(b)) }

func same(a, b reflect.Value) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		return same(a.Elem(), b.Elem())
	case reflect.Struct:
		if a.Type() == posType {
			return true
		}
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}

// drawExpr draws an expression, well-typed or not.
func drawExpr(t *rapid.T, depth int) Expr {
	name := func() string {
		return rapid.SampledFrom([]string{"x", "y2", "größe", "_z", "self", "div"}).Draw(t, "name")
	}
	if depth == 0 {
		switch rapid.IntRange(0, 4).Draw(t, "leaf") {
		case 0:
			return &Literal{Kind: LitInteger, Text: rapid.SampledFrom([]string{"0", "12"}).Draw(t, "integer")}
		case 1:
			return &Literal{Kind: LitReal, Text: "2.50"}
		case 2:
			return &Literal{Kind: LitString, Text: rapid.StringOf(rapid.SampledFrom([]rune("a'\\\n\"ö’-"))).Draw(t, "string")}
		case 3:
			k := rapid.SampledFrom([]LiteralKind{LitTrue, LitFalse, LitUndefined}).Draw(t, "kind")
			return &Literal{Kind: k, Text: map[LiteralKind]string{LitTrue: "true", LitFalse: "false", LitUndefined: "null"}[k]}
		}
		return &Name{ID: name()}
	}
	sub := func() Expr { return drawExpr(t, depth-1) }
	subs := func(least int) []Expr {
		var out []Expr
		for range rapid.IntRange(least, 2).Draw(t, "n") {
			out = append(out, sub())
		}
		return out
	}
	typ := func() *TypeExpr {
		switch rapid.IntRange(0, 2).Draw(t, "type") {
		case 0:
			return &TypeExpr{Name: "Integer"}
		case 1:
			return &TypeExpr{Name: "Set", Elem: &TypeExpr{Name: "Thing"}}
		}
		return nil
	}
	binding := func() Binding { return Binding{Name: name(), Type: typ(), Init: sub()} }
	switch rapid.IntRange(0, 9).Draw(t, "form") {
	case 0:
		return sub()
	case 1:
		c := &CollectionLit{Kind: rapid.SampledFrom(collectionKinds).Draw(t, "kind")}
		for _, e := range subs(0) {
			p := Part{First: e}
			if rapid.Bool().Draw(t, "range") {
				p.Last = sub()
			}
			c.Parts = append(c.Parts, p)
		}
		return c
	case 2:
		return &Unary{Op: rapid.SampledFrom([]string{"not", "-"}).Draw(t, "op"), X: sub()}
	case 3, 4:
		op := rapid.SampledFrom(strings.Fields("implies xor or and = <> < <= > >= + - * / div mod")).Draw(t, "op")
		return &Binary{Op: op, X: sub(), Y: sub()}
	case 5:
		return &If{Cond: sub(), Then: sub(), Else: sub()}
	case 6:
		l := &Let{Vars: []Binding{binding()}, Body: sub()}
		if rapid.Bool().Draw(t, "two") {
			l.Vars = append(l.Vars, binding())
		}
		return l
	case 7:
		c := &Call{ID: name(), Parens: true, Args: subs(0)}
		if rapid.Bool().Draw(t, "source") {
			c.Src = sub()
			if rapid.Bool().Draw(t, "attribute") {
				c.Parens, c.Args = false, nil
			}
		}
		if c.Src == nil && c.ID == "div" {
			c.ID = "f"
		}
		return c
	case 8:
		a := &Arrow{Src: sub(), ID: "size", Args: subs(0)}
		a.Parens = len(a.Args) > 0 || rapid.Bool().Draw(t, "parens")
		return a
	}
	it := &iterate{Src: sub(), ID: rapid.SampledFrom(append([]string{"iterate"}, iterators...)).Draw(t, "iterator"), Body: sub()}
	for range rapid.IntRange(0, 2).Draw(t, "vars") {
		it.Vars = append(it.Vars, Param{Name: name(), Type: typ()})
	}
	if it.ID == "iterate" {
		b := binding()
		it.Vars, it.Acc = []Param{{Name: name(), Type: typ()}}, &b
	}
	return it
}
