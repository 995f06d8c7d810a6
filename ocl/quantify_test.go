package ocl

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// TestQuantifiers compares quantifiers over objects that may or may not be there with the evaluator.
func TestQuantifiers(t *testing.T) {
	s := randomSpec(t)
	check := func(t *rapid.T) {
		const n = 5
		c := NewCircuit()
		st := NewState(s)
		l := NewLifter(st, c, Limits{})
		values := make([][2]Value, n)
		for i := range n {
			o, err := st.New("A", fmt.Sprintf("a%d", i))
			if err != nil {
				t.Fatal(err)
			}
			values[i] = [2]Value{integerValue(int64(rapid.IntRange(0, 2).Draw(t, "n"))), BooleanValue(rapid.Bool().Draw(t, "b"))}
			if err := st.Set(o, "n", values[i][0]); err != nil {
				t.Fatal(err)
			}
			if err := st.Set(o, "b", values[i][1]); err != nil {
				t.Fatal(err)
			}
			if err := l.OpenObject(o, c.Is(c.Decide(2), 1)); err != nil {
				t.Fatal(err)
			}
		}
		vars := []string{"x", "y", "z"}[:rapid.IntRange(1, 3).Draw(t, "vars")]
		var body func(depth int) string
		body = func(depth int) string {
			v := func() string { return rapid.SampledFrom(vars).Draw(t, "var") }
			if depth == 0 {
				switch rapid.IntRange(0, 7).Draw(t, "leaf") {
				case 0, 1:
					return fmt.Sprintf("(%s = %s)", v(), v())
				case 2, 3:
					return fmt.Sprintf("(%s <> %s)", v(), v())
				case 4:
					return fmt.Sprintf("%s.b", v())
				case 5:
					return fmt.Sprintf("(%s.n < %s.n)", v(), v())
				case 6:
					return fmt.Sprintf("(%s.n + %s.n = %d)", v(), v(), rapid.IntRange(0, 4).Draw(t, "sum"))
				}
				return fmt.Sprintf("A.allInstances->one(u | u.n = %s.n)", v())
			}
			op := rapid.SampledFrom([]string{"and", "or", "implies", "xor"}).Draw(t, "op")
			return fmt.Sprintf("(%s %s %s)", body(depth-1), op, body(depth-1))
		}
		b := body(rapid.IntRange(0, 3).Draw(t, "depth"))
		quantifier := func() string { return rapid.SampledFrom([]string{"forAll", "exists"}).Draw(t, "quantifier") }
		join := func(names []string) string {
			out := names[0]
			for _, v := range names[1:] {
				out += ", " + v
			}
			return out
		}
		cut := rapid.IntRange(1, len(vars)).Draw(t, "cut")
		text := fmt.Sprintf("A.allInstances->%s(%s | %s)", quantifier(), join(vars[:cut]), b)
		if cut < len(vars) {
			text = fmt.Sprintf("A.allInstances->%s(%s | A.allInstances->%s(%s | %s))", quantifier(), join(vars[:cut]), quantifier(), join(vars[cut:]), b)
		}
		q, err := st.Query("", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		alts, err := l.Query(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		o := &openState{c: c}
		o.assignments(func(value func(Decision) int) {
			fixed := NewState(s)
			for i := range n {
				if value(Decision(i)) == 1 {
					a, err := fixed.New("A", fmt.Sprintf("a%d", i))
					if err != nil {
						t.Fatal(err)
					}
					if err := fixed.Set(a, "n", values[i][0]); err != nil {
						t.Fatal(err)
					}
					if err := fixed.Set(a, "b", values[i][1]); err != nil {
						t.Fatal(err)
					}
				}
			}
			q, err := fixed.Query("", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			want, err := NewEvaluator(fixed, Limits{}).Query(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range alts {
				if c.Eval(a.When, value) != a.Value.Equal(want) {
					t.Fatalf("%s is %s, but compiled it may be %s", text, want, a.Value)
				}
			}
		})
	}
	for range 2 {
		rapid.Check(t, check)
	}
}

// TestClasses: quantifiers of three variables over a thousand objects are compiled by the classes of the objects.
func TestClasses(t *testing.T) {
	s := randomSpec(t)
	c := NewCircuit()
	st := NewState(s)
	l := NewLifter(st, c, Limits{Steps: 100_000})
	for i := range 1000 {
		o, err := st.New("A", fmt.Sprintf("a%d", i))
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Set(o, "n", integerValue(int64(i%3))); err != nil {
			t.Fatal(err)
		}
		if err := l.OpenObject(o, c.Is(c.Decide(2), 1)); err != nil {
			t.Fatal(err)
		}
	}
	q, err := st.Query("", []byte("A.allInstances->exists(x, y, z | x <> y and y <> z and x <> z and x.n = 1 and y.n = 1 and z.n = 2)"))
	if err != nil {
		t.Fatal(err)
	}
	alts, err := l.Query(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, some := range []struct {
		there []int
		want  bool
	}{{[]int{1, 4, 5}, true}, {[]int{1, 5, 8}, false}, {[]int{1, 4, 6}, false}, {nil, false}} {
		value := func(d Decision) int {
			for _, i := range some.there {
				if int(d) == i {
					return 1
				}
			}
			return 0
		}
		for _, a := range alts {
			if c.Eval(a.When, value) != (a.Value.IsTrue() == some.want) {
				t.Errorf("%v: %s", some.there, a.Value)
			}
		}
	}
}
