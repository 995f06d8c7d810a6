package ocl

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
)

// cars is the class model of the paper, reduced to what the tests use.
func cars() *Model {
	return &Model{
		Classes: []Class{
			{Name: "Thing", Attributes: []Attribute{{Name: "banned", Type: "Boolean"}}},
			{Name: "Property", Attributes: []Attribute{{Name: "name", Type: "String"}, {Name: "value", Type: "String"}}},
			{Name: "Clue", Attributes: []Attribute{
				{Name: "prem", Type: "Property"}, {Name: "conc", Type: "Property"},
				{Name: "negatedP", Type: "Boolean"}, {Name: "negatedC", Type: "Boolean"},
				{Name: "toStr", Type: "String", Derived: true},
			}},
		},
		Associations: []Association{
			{Name: "ThingProperty", Ends: [2]End{{Role: "thing", Class: "Thing"}, {Role: "property", Class: "Property"}}},
		},
	}
}

func carsFile(t testing.TB) *File {
	t.Helper()
	text, err := os.ReadFile("testdata/cars.ocl")
	if err != nil {
		t.Fatal(err)
	}
	f, err := Parse("cars.ocl", text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func carsSpec(t testing.TB) *Spec {
	t.Helper()
	s, err := Compile(cars(), carsFile(t))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// carsState has the nine cars and four clues of Fig. 1. A thing is named by its top and body, a property by its name and value.
func carsState(t testing.TB, s *Spec) *State {
	t.Helper()
	st := NewState(s)
	must := func(v Value, err error) Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	set := func(o Value, attr string, v Value) {
		t.Helper()
		must(Value{}, st.Set(o, attr, v))
	}
	props := map[string]Value{}
	colours := []string{"red", "blue", "green"}
	for _, name := range []string{"top", "body"} {
		for _, value := range colours {
			p := must(st.New("Property", name+"_"+value))
			set(p, "name", StringValue(name))
			set(p, "value", StringValue(value))
			props[name+value] = p
		}
	}
	for _, top := range colours {
		for _, body := range colours {
			o := must(st.New("Thing", top+"_"+body))
			set(o, "banned", BooleanValue(top != "red" || body != "red"))
			must(Value{}, st.Link("ThingProperty", o, props["top"+top]))
			must(Value{}, st.Link("ThingProperty", o, props["body"+body]))
		}
	}
	for _, c := range []struct {
		name, prem, conc string
		negP, negC       bool
	}{
		{"clue1", "bodyblue", "topblue", false, false},
		{"clue2", "bodygreen", "bodyred", false, true},
		{"clue3", "bodyred", "topgreen", true, false},
		{"clue4", "bodyblue", "topred", true, false},
	} {
		o := must(st.New("Clue", c.name))
		set(o, "prem", props[c.prem])
		set(o, "conc", props[c.conc])
		set(o, "negatedP", BooleanValue(c.negP))
		set(o, "negatedC", BooleanValue(c.negC))
	}
	return st
}

// TestExpressions holds the lines of testdata/eval.txt.
func TestExpressions(t *testing.T) {
	st := carsState(t, carsSpec(t))
	ev := NewEvaluator(st, Limits{})
	for _, c := range expressions(t) {
		q, err := st.Query("", []byte(c.text))
		if c.fail != "" {
			var e *Error
			if err == nil {
				t.Errorf("%s: no error, expected one with %q", c.text, c.fail)
			} else if !errors.As(err, &e) {
				t.Errorf("%s: the error %v has no place", c.text, err)
			} else if !strings.Contains(err.Error(), c.fail) {
				t.Errorf("%s: the error is\n\t%v\nand lacks\n\t%s", c.text, err, c.fail)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		v, err := ev.Query(context.Background(), q)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if v.String() != c.want {
			t.Errorf("%s = %s, expected %s", c.text, v, c.want)
		}
		if !v.fits(q.body.typ) {
			t.Errorf("%s = %s, which is no %s", c.text, v, q.Type())
		}
	}
}

type expression struct{ text, want, fail string }

func expressions(t testing.TB) []expression {
	t.Helper()
	text, err := os.ReadFile("testdata/eval.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []expression
	var open string
	for _, line := range strings.Split(string(text), "\n") {
		if open == "" && (line == "" || strings.HasPrefix(line, "#")) {
			continue
		}
		open += line
		if x, want, ok := strings.Cut(open, " ==> "); ok {
			out = append(out, expression{text: x, want: want})
			open = ""
		} else if x, fail, ok := strings.Cut(open, " !! "); ok {
			out = append(out, expression{text: x, fail: fail})
			open = ""
		} else {
			open += "\n"
		}
	}
	return out
}

// TestInvariants evaluates the invariants of Figs. 4 and 6 over the cars, and says where one does not hold.
func TestInvariants(t *testing.T) {
	s := carsSpec(t)
	st := carsState(t, s)
	for _, inv := range s.Invariants() {
		v, err := NewEvaluator(st, Limits{}).Invariant(context.Background(), inv)
		if err != nil || !v.Holds() {
			t.Errorf("%s: %v %v (%v)", inv, v.Value, v.Witness, err)
		}
	}
	a, _ := st.Object("top_blue")
	if err := st.Set(a, "value", StringValue("red")); err != nil {
		t.Fatal(err)
	}
	v, err := NewEvaluator(st, Limits{}).Invariant(context.Background(), s.Invariants()[2])
	if err != nil {
		t.Fatal(err)
	}
	if got := v.Value.String() + " " + build(Sequence, v.Witness).String(); got != "false Sequence{top_red, top_blue}" {
		t.Errorf("uniqueNameValue: %s", got)
	}
}

// TestUndefinedInvariant: an invariant without value does not hold.
func TestUndefinedInvariant(t *testing.T) {
	f, err := Parse("", []byte("context Thing inv a: value('roof').toInt() > 0 context Thing inv b: value('top') = 'red' and value('roof') > 'a'"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Compile(cars(), carsFile(t), f)
	if err != nil {
		t.Fatal(err)
	}
	st := carsState(t, s)
	want := map[string]string{"Thing::a": "Undefined red_red", "Thing::b": "false blue_red"}
	for _, inv := range s.Invariants()[3:] {
		v, err := NewEvaluator(st, Limits{}).Invariant(context.Background(), inv)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Value.String() + " " + v.Witness[0].String(); v.Holds() || got != want[inv.String()] {
			t.Errorf("%s: %s, expected %s", inv, got, want[inv.String()])
		}
	}
}

// TestBudgets: what would not end, or not fit, is stopped.
func TestBudgets(t *testing.T) {
	f, err := Parse("endless.ocl", []byte(`context Thing::forever(n : Integer) : Integer = 1 + self.forever(n + 1)`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Compile(cars(), carsFile(t), f)
	if err != nil {
		t.Fatal(err)
	}
	st := carsState(t, s)
	limits := Limits{Steps: 200_000, Elements: 20_000}
	for _, c := range []struct{ text, want string }{
		{"Sequence{1..1000000000000}->size()", "1:1: more than 20000 elements"},
		{"Sequence{-9223372036854775807..9223372036854775807}->size()", "more than 20000 elements"},
		{"Sequence{1..1000}->iterate(x; s : String = 'ab' | s + s)", "more than 20000 elements"},
		{"Sequence{1..1000}->iterate(x; s : OclAny = 1 | Sequence{s, s})", "more than 20000 elements"},
		{"Set{1..1000}->forAll(a, b, c | a + b + c > 0)", "more than 200000 steps"},
		{"Set{1..1000}->exists(a, b, c | false)", "more than 200000 steps"},
		{"Sequence{1..9000}->collect(x | Sequence{1..9000}->indexOf(x))", "more than 20000 elements"},
		{"let s = Sequence{1..9000} in s->collect(x | s->indexOf(x))", "more than 200000 steps"},
		{"red_red.forever(1)", "endless.ocl:1:58: more than 20000 evaluations inside evaluations"},
		{"Set{1}->closure(x | x + 1)", "more than 20000 elements"},
	} {
		q, err := st.Query("", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		_, err = NewEvaluator(st, limits).Query(context.Background(), q)
		if !errors.Is(err, ErrBudget) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.text, err, c.want)
		}
	}
	for _, text := range []string{strings.Repeat("(", 100_000), strings.Repeat("not ", 50_000) + "true", "1" + strings.Repeat("+1", 50_000),
		strings.Repeat(" ", maxSource+1), strings.Repeat("let x=1 in ", 10_000) + "1", strings.Repeat("if true then ", 10_000)} {
		if _, err := parseExpr("", []byte(text)); !errors.Is(err, ErrBudget) {
			t.Errorf("%s...: %v", text[:10], err)
		}
	}
	if _, err := st.Query("", []byte("1"+strings.Repeat("+1", maxChain))); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q, err := st.Query("", []byte("Set{1..1000}->forAll(a, b, c | a + b + c > 0)"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewEvaluator(st, Limits{}).Query(ctx, q); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestFork: a copy of a state is changed and added to without changing the state, and knows its names.
func TestFork(t *testing.T) {
	file, err := Parse("f", []byte("context Clue::toStr : String derive: 'x'"))
	if err != nil {
		t.Fatal(err)
	}
	m := cars()
	spec, err := Compile(m, file)
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(spec)
	obj := func(st *State, class, name string) Value {
		t.Helper()
		v, err := st.New(class, name)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	a, p, q := obj(st, "Thing", "a"), obj(st, "Property", "p"), obj(st, "Property", "q")
	assoc := m.Associations[0].Name
	if err := errors.Join(st.Set(a, "banned", BooleanValue(false)), st.Link(assoc, a, p)); err != nil {
		t.Fatal(err)
	}
	f, g := st.Fork(), st.Fork()
	b := obj(f, "Thing", "b")
	obj(g, "Thing", "other")
	if _, err := f.New("Thing", "a"); err == nil {
		t.Error("a name twice")
	}
	if err := errors.Join(f.Set(a, "banned", BooleanValue(true)), f.Link(assoc, a, q), f.Link(assoc, b, p)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		st   *State
		want string
	}{{st, "Set{a} false Set{p}"}, {f, "Set{a, b} true Set{p, q}"}, {g, "Set{a, other} false Set{p}"}} {
		var got []string
		for _, text := range []string{"Thing.allInstances", "a.banned", "a.property"} {
			query, err := c.st.Query("q", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			v, err := NewEvaluator(c.st, Limits{}).Query(context.Background(), query)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, v.String())
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s, want %s", s, c.want)
		}
	}
}
