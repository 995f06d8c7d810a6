package ocl

import (
	"context"
	"errors"
	"os"
	"testing"
)

// FuzzParse: any text is read or refused with a place, and what is read is read again from its plain form.
func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/cars.ocl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	for _, c := range []string{"", "context Thing inv a: true", "context p, q : Thing inv: p <> q", "Thing::f(x:Set(Real)):Real = 1.5",
		"context Clue::toStr derive: 'a\\'b'", "context Thing inv x\nf()→exists(t|t.v(‘w’)=“F”)", "context T inv: - - 1 >= -(-1) /*", "\ufeff--",
		"context T inv: let a:T=b, c=d in Set{1..2,3}->iterate(x:T;y:U=z|x)"} {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("f", []byte(text))
		if err != nil {
			placed(t, text, err)
			return
		}
		plain := file.Format()
		again, err := Parse("f", []byte(plain))
		if err != nil {
			// The plain form has spaces that the text need not have, so it may be too long.
			if !errors.Is(err, ErrBudget) {
				t.Fatalf("%q\nhas the plain form\n%s\nwhich is refused: %v", text, plain, err)
			}
			return
		}
		if got := again.Format(); got != plain {
			t.Fatalf("%q\nhas the plain form\n%s\nwhich has the plain form\n%s", text, plain, got)
		}
		if _, err := Compile(cars(), again); err != nil {
			var list ErrorList
			if errors.As(err, &list) {
				placed(t, text, err)
			}
		}
	})
}

// FuzzEvaluate: any expression is refused with a place, has a value of its type, or takes more than its budget.
func FuzzEvaluate(f *testing.F) {
	for _, c := range expressions(f) {
		f.Add(c.text)
	}
	st := carsState(f, carsSpec(f))
	f.Fuzz(func(t *testing.T, text string) {
		q, err := st.Query("q", []byte(text))
		if err != nil {
			placed(t, text, err)
			return
		}
		v, err := NewEvaluator(st, Limits{Steps: 20_000, Elements: 20_000, Depth: 2_000}).Query(context.Background(), q)
		if err != nil {
			if !errors.Is(err, ErrBudget) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if !v.fits(q.body.typ) {
			t.Fatalf("%q = %s, which is no %s", text, v, q.Type())
		}
	})
}

// placed fails when an error has no place in the text.
func placed(t *testing.T, text string, err error) {
	t.Helper()
	var e *Error
	var b *BudgetError
	if !(errors.As(err, &e) && e.Pos.Line > 0) && !(errors.As(err, &b) && b.Pos.Line > 0) {
		t.Fatalf("%q: %v has no place", text, err)
	}
}
