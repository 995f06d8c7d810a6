package ocl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// randomModel is a small model for random expressions: attributes of each type, and associations with ends of both kinds.
func randomModel() *Model {
	return &Model{
		Classes: []Class{
			{Name: "A", Attributes: []Attribute{{Name: "n", Type: "Integer"}, {Name: "s", Type: "String"}, {Name: "b", Type: "Boolean"},
				{Name: "next", Type: "A"}, {Name: "twice", Type: "Integer", Derived: true}}},
			{Name: "B", Attributes: []Attribute{{Name: "w", Type: "Integer"}}},
		},
		Associations: []Association{
			{Name: "Many", Ends: [2]End{{Role: "as", Class: "A"}, {Role: "bs", Class: "B"}}},
			{Name: "One", Ends: [2]End{{Role: "owned", Class: "A"}, {Role: "owner", Class: "B", Single: true}}},
		},
	}
}

const randomOps = `
context A::twice derive: n + n
A::add(x : Integer) : Integer = if b then n + x else x endif
A::far(x : Integer) : A = if x <= 0 then self else next.far(x - 1) endif
A::all() : Set(A) = A.allInstances->select(b)
B::heavier(x : B) : Boolean = w > x.w
`

// openState is a state of the random model in which some slots are open.
type openState struct {
	st    *State
	c     *Circuit
	l     *Lifter
	slots []openSlot
	links []openLink
}

type openSlot struct {
	obj  Value
	attr string
	alts []Alternative
}

type openLink struct {
	assoc string
	a, b  Value
	when  Formula
}

func drawState(t *rapid.T, s *Spec) *openState {
	o := &openState{st: NewState(s), c: NewCircuit()}
	o.l = NewLifter(o.st, o.c, Limits{})
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	var as, bs []Value
	for i := range 3 {
		v, err := o.st.New("A", fmt.Sprintf("a%d", i))
		check(err)
		as = append(as, v)
	}
	for i := range 2 {
		v, err := o.st.New("B", fmt.Sprintf("b%d", i))
		check(err)
		bs = append(bs, v)
	}
	values := map[string][]Value{
		"n":    {integerValue(0), integerValue(1), integerValue(2), integerValue(-1), {}},
		"w":    {integerValue(1), integerValue(2), {}},
		"s":    {StringValue("a"), StringValue("b"), StringValue("1"), {}},
		"b":    {BooleanValue(true), BooleanValue(false), {}},
		"next": append(as[:3:3], Value{}),
	}
	var ds []Decision
	for range rapid.IntRange(1, 4).Draw(t, "decisions") {
		ds = append(ds, o.c.Decide(rapid.IntRange(2, 3).Draw(t, "size")))
	}
	decision := func() Decision { return rapid.SampledFrom(ds).Draw(t, "decision") }
	attr := func(obj Value, name string) {
		v := func() Value { return rapid.SampledFrom(values[name]).Draw(t, name) }
		if rapid.IntRange(0, 2).Draw(t, "open") > 0 {
			check(o.st.Set(obj, name, v()))
			return
		}
		d := decision()
		slot := openSlot{obj: obj, attr: name}
		for i := range o.c.Size(d) {
			slot.alts = append(slot.alts, Alternative{v(), o.c.Is(d, i)})
		}
		if rapid.Bool().Draw(t, "partial") {
			slot.alts = slot.alts[1:]
		}
		check(o.l.OpenAttribute(obj, name, slot.alts...))
		o.slots = append(o.slots, slot)
	}
	for _, a := range as {
		for _, name := range []string{"n", "s", "b", "next"} {
			attr(a, name)
		}
	}
	for _, b := range bs {
		attr(b, "w")
	}
	link := func(assoc string, a, b Value, f Formula) {
		check(o.l.OpenLink(assoc, a, b, f))
		o.links = append(o.links, openLink{assoc, a, b, f})
	}
	for _, a := range as {
		for _, b := range bs {
			switch rapid.IntRange(0, 3).Draw(t, "link") {
			case 0:
				check(o.st.Link("Many", a, b))
			case 1:
				link("Many", a, b, o.c.Is(decision(), 0))
			}
		}
		switch rapid.IntRange(0, 2).Draw(t, "owner") {
		case 0:
			check(o.st.Link("One", a, bs[0]))
		case 1:
			d := decision()
			link("One", a, bs[0], o.c.Is(d, 0))
			link("One", a, bs[1], o.c.Is(d, 1))
		}
	}
	return o
}

// fix makes the state that decisions lead to.
func (o *openState) fix(t *rapid.T, s *Spec, value func(Decision) int) *State {
	st := NewState(s)
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, obj := range o.st.objects {
		_, err := st.New(obj.class.name, obj.value.s)
		check(err)
	}
	for i, obj := range o.st.objects {
		copy(st.objects[i].attrs, obj.attrs)
	}
	for i, sides := range o.st.links {
		for _, a := range o.st.objects {
			for _, b := range sides[1][a.value.n] {
				check(st.Link(s.assocs[i].name, a.value, b))
			}
		}
	}
	for _, slot := range o.slots {
		v := Value{}
		for _, a := range slot.alts {
			if o.c.Eval(a.When, value) {
				v = a.Value
			}
		}
		check(st.Set(slot.obj, slot.attr, v))
	}
	for _, k := range o.links {
		if o.c.Eval(k.when, value) {
			check(st.Link(k.assoc, k.a, k.b))
		}
	}
	return st
}

// assignments calls visit with every assignment of the circuit's decisions.
func (o *openState) assignments(visit func(value func(Decision) int)) {
	values := make([]int, o.c.Decisions())
	for {
		visit(func(d Decision) int { return values[d] })
		i := 0
		for ; i < len(values); i++ {
			if values[i]++; values[i] < o.c.Size(Decision(i)) {
				break
			}
			values[i] = 0
		}
		if i == len(values) {
			return
		}
	}
}

// gen writes random expressions of a type.
type gen struct {
	t    *rapid.T
	vars []typedName
	next int
}

type typedName struct{ name, typ string }

func (g *gen) pick(options ...string) string { return rapid.SampledFrom(options).Draw(g.t, "form") }

// bound gives an expression with a variable of a type in scope, and the variable.
func (g *gen) bound(typ, result string, depth int) (name, body string) {
	name = fmt.Sprintf("v%d", g.next)
	g.next++
	g.vars = append(g.vars, typedName{name, typ})
	body = g.expr(result, depth)
	g.vars = g.vars[:len(g.vars)-1]
	return name, body
}

func (g *gen) fill(depth int, form string) string {
	// I, S, B, A, O (of class B) are expressions of the basic types; {I}, {A}, {S}, [I], <I> are sets, a sequence and a bag.
	var b strings.Builder
	for i := 0; i < len(form); i++ {
		if form[i] == '%' {
			j := i + strings.IndexByte(form[i:], ';')
			b.WriteString(g.expr(form[i+1:j], depth-1))
			i = j
			continue
		}
		b.WriteByte(form[i])
	}
	return b.String()
}

var forms = map[string][]string{
	"Integer": {"(%Integer; + %Integer;)", "(%Integer; - %Integer;)", "(%Integer; * %Integer;)", "(%Integer; div %Integer;)",
		"(%Integer; mod %Integer;)", "%A;.n", "%A;.twice", "%A;.add(%Integer;)", "%B;.w", "%Set(Integer);->size()", "%Set(A);->size()",
		"%Bag(Integer);->sum()", "%Set(Integer);->sum()", "%Set(Integer);->max()", "%Bag(Integer);->min()", "%Bag(Integer);->count(%Integer;)",
		"%Sequence(Integer);->first()", "%Sequence(Integer);->last()", "%Sequence(Integer);->at(%Integer;)", "%Sequence(Integer);->indexOf(%Integer;)",
		"%String;.toInt()", "%String;.size()", "(-%Integer;)", "%Integer;.max(%Integer;)", "if %Boolean; then %Integer; else %Integer; endif"},
	"String": {"(%String; + %String;)", "%A;.s", "%Integer;.toString()", "if %Boolean; then %String; else %String; endif",
		"%Set(A);->collect(s)->asSequence()->first()", "%String;.substring(1, %Integer;)"},
	"Boolean": {"%A;.b", "(%Boolean; and %Boolean;)", "(%Boolean; or %Boolean;)", "(%Boolean; xor %Boolean;)", "(%Boolean; implies %Boolean;)",
		"(not %Boolean;)", "(%Integer; = %Integer;)", "(%Integer; < %Integer;)", "(%Integer; >= %Integer;)", "(%String; = %String;)", "(%String; <= %String;)",
		"(%A; = %A;)", "(%A; <> null)", "(%Boolean; = %Boolean;)", "(%Set(Integer); = %Set(Integer);)", "(%Bag(Integer); = %Bag(Integer);)",
		"(%Sequence(Integer); = %Sequence(Integer);)", "%Set(A);->includes(%A;)", "%Set(A);->excludes(%A;)", "%Bag(Integer);->includesAll(%Set(Integer);)",
		"%Set(A);->excludesAll(%Set(A);)", "%Set(A);->isEmpty()", "%Bag(Integer);->notEmpty()", "%Integer;.isDefined()", "%A;.oclIsUndefined()",
		"%B;.heavier(%B;)", "if %Boolean; then %Boolean; else %Boolean; endif"},
	"A": {"%A;.next", "%A;.far(%Integer;)", "%Set(A);->any(b)", "if %Boolean; then %A; else %A; endif", "%Set(A);->asSequence()->last()"},
	"B": {"%A;.owner", "%A;.bs->any(w > 1)", "%A;.owner"},
	"Set(A)": {"%A;.all()", "%B;.as", "%B;.owned", "%Set(A);->including(%A;)", "%Set(A);->excluding(%A;)", "%Set(A);->union(%Set(A);)",
		"%Set(A);->intersection(%Set(A);)", "(%Set(A); - %Set(A);)", "%Set(A);->symmetricDifference(%Set(A);)", "%Set(A);->closure(next)",
		"if %Boolean; then %Set(A); else %Set(A); endif", "%A;->select(b)", "%Set(A);->collect(next)->asSet()", "%B;.owned->closure(next)"},
	"Set(Integer)": {"Set{%Integer;, %Integer;}", "Set{%Integer;..%Integer;}", "%Bag(Integer);->asSet()", "%Set(Integer);->including(%Integer;)",
		"%Set(Integer);->excluding(%Integer;)", "%Set(Integer);->union(%Set(Integer);)", "%Integer;->asSet()", "Set{Set{%Integer;}, %Set(Integer);}->flatten()"},
	"Bag(Integer)": {"%Set(A);.n", "%Set(A);.twice", "Bag{%Integer;, %Integer;, %Integer;}", "%Set(Integer);->asBag()", "%Bag(Integer);->union(%Bag(Integer);)",
		"%Bag(Integer);->intersection(%Bag(Integer);)", "%Sequence(Integer);->asBag()", "%Set(A);.bs.w", "%Set(A);->collect(a | Set{a.n, %Integer;})",
		"%Bag(Integer);->excluding(%Integer;)"},
	"Sequence(Integer)": {"Sequence{%Integer;, %Integer;}", "Sequence{%Integer;..%Integer;}", "%Set(A);->sortedBy(n)->collect(n)", "%Set(A);->sortedBy(s)->collect(n)",
		"%Bag(Integer);->asSequence()", "%Sequence(Integer);->append(%Integer;)", "%Sequence(Integer);->prepend(%Integer;)", "%Sequence(Integer);->reverse()",
		"%Sequence(Integer);->subSequence(%Integer;, %Integer;)", "%Sequence(Integer);->union(%Sequence(Integer);)", "%Set(A);->asSequence()->collect(n)"},
}

var leaves = map[string][]string{
	"Integer": {"0", "1", "2", "a0.n", "a1.n", "a2.n", "b0.w", "(1 div 0)"}, "String": {"'a'", "'1'", "a0.s", "a1.s", "a2.s"},
	"Boolean": {"true", "false", "a0.b", "a1.b", "a2.b"}, "A": {"a0", "a1", "a2", "a0.next", "a1.next"}, "B": {"b0", "b1", "a0.owner", "a1.owner"},
	"Set(A)": {"A.allInstances", "a0.owner.owned", "b0.as", "b1.as", "b0.owned"}, "Set(Integer)": {"Set{1, 2}", "Set{a0.n}"},
	"Bag(Integer)": {"b0.as.n", "A.allInstances.n"}, "Sequence(Integer)": {"Sequence{0, 1}", "Sequence{a0.n, a1.n}"},
}

func (g *gen) expr(typ string, depth int) string {
	if depth <= 0 || rapid.IntRange(0, 5).Draw(g.t, "leaf") == 0 {
		opts := append([]string(nil), leaves[typ]...)
		for _, v := range g.vars {
			if v.typ == typ {
				opts = append(opts, v.name, v.name, v.name)
			}
		}
		return g.pick(opts...)
	}
	if rapid.IntRange(0, 2).Draw(g.t, "binder") == 0 {
		if e := g.binder(typ, depth); e != "" {
			return e
		}
	}
	return g.fill(depth, g.pick(forms[typ]...))
}

// binder writes an expression that binds variables.
func (g *gen) binder(typ string, depth int) string {
	elem := g.pick("A", "Integer")
	coll := map[string][]string{"A": {"Set(A)"}, "Integer": {"Set(Integer)", "Bag(Integer)", "Sequence(Integer)"}}[elem]
	src := g.expr(g.pick(coll...), depth-1)
	switch typ {
	case "Boolean":
		op := g.pick("forAll", "exists", "one", "isUnique", "forAll2")
		if op == "forAll2" {
			x := fmt.Sprintf("v%d", g.next)
			g.next++
			g.vars = append(g.vars, typedName{x, elem})
			y, body := g.bound(elem, "Boolean", depth-1)
			g.vars = g.vars[:len(g.vars)-1]
			return fmt.Sprintf("%s->%s(%s, %s | %s)", src, g.pick("forAll", "exists"), x, y, body)
		}
		result := "Boolean"
		if op == "isUnique" {
			result = g.pick("Integer", "String", "A")
		}
		v, body := g.bound(elem, result, depth-1)
		return fmt.Sprintf("%s->%s(%s | %s)", src, op, v, body)
	case "Integer":
		if g.pick("let", "iterate") == "let" {
			init := g.expr(elem, depth-1)
			v, body := g.bound(elem, "Integer", depth-1)
			return fmt.Sprintf("(let %s = %s in %s)", v, init, body)
		}
		init := g.expr("Integer", depth-1)
		v := fmt.Sprintf("v%d", g.next)
		g.next++
		g.vars = append(g.vars, typedName{v, elem})
		acc, body := g.bound("Integer", "Integer", depth-1)
		g.vars = g.vars[:len(g.vars)-1]
		return fmt.Sprintf("%s->iterate(%s; %s : Integer = %s | %s)", src, v, acc, init, body)
	case "A", "Set(A)", "Set(Integer)", "Sequence(Integer)", "Bag(Integer)":
		e, kind := "Integer", typ
		if typ == "A" || typ == "Set(A)" {
			e = "A"
		}
		if typ == "A" {
			kind = "Set(A)"
		}
		src := g.expr(kind, depth-1)
		v, body := g.bound(e, "Boolean", depth-1)
		if typ == "A" {
			return fmt.Sprintf("%s->any(%s | %s)", src, v, body)
		}
		return fmt.Sprintf("%s->%s(%s | %s)", src, g.pick("select", "reject"), v, body)
	}
	return ""
}

func randomSpec(t testing.TB) *Spec {
	t.Helper()
	s, err := Compile(randomModel(), parse(t, randomOps))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLiftRandom compares the compiled form of random expressions with the evaluator, under every assignment of the decisions.
func TestLiftRandom(t *testing.T) {
	s := randomSpec(t)
	lifted, open, refused := 0, 0, 0
	check := func(t *rapid.T) {
		o := drawState(t, s)
		g := &gen{t: t}
		typ := g.pick("Boolean", "Boolean", "Integer", "String", "A", "Set(A)", "Set(Integer)", "Bag(Integer)", "Sequence(Integer)")
		text := g.expr(typ, 4)
		q, err := o.st.Query("", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		alts, err := o.l.Query(context.Background(), q)
		if err != nil {
			var le *LiftError
			if !errors.As(err, &le) && !errors.Is(err, ErrBudget) {
				t.Fatalf("%s: %v", text, err)
			}
			refused++
			return
		}
		lifted++
		if len(alts) > 1 {
			open++
		}
		o.assignments(func(value func(Decision) int) {
			st := o.fix(t, s, value)
			again, err := st.Query("", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			want, err := NewEvaluator(st, Limits{}).Query(context.Background(), again)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, a := range alts {
				if o.c.Eval(a.When, value) {
					n++
					if !a.Value.Equal(want) {
						t.Fatalf("%s is %s, but compiled %s", text, want, a.Value)
					}
				}
			}
			if n != 1 {
				t.Fatalf("%s is %s, but compiled it has %d values of %v", text, want, n, alts)
			}
		})
	}
	for range 4 {
		rapid.Check(t, check)
	}
	t.Logf("%d expressions compiled, %d of them open, %d refused", lifted, open, refused)
	if refused > lifted/10 || open < lifted/10 {
		t.Errorf("too few")
	}
}
