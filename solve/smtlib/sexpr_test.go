package smtlib

import (
	"bufio"
	"errors"
	"io"
	"math/big"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

func parse(s string) (sexpr, error) {
	r := reader{in: bufio.NewReader(strings.NewReader(s))}
	return r.read()
}

func TestValues(t *testing.T) {
	for _, c := range []struct {
		in   string
		sort model.Sort
		want string // "" where it is an error
	}{
		{"true", model.Bool, "true"},
		{"false", model.Bool, "false"},
		{"1", model.Bool, ""},
		{"5", model.Int, "5"},
		{"(- 5)", model.Int, "-5"},
		{"-5", model.Int, "-5"},
		{"(- (- 5))", model.Int, "5"},
		{"123456789012345678901234567890", model.Int, "123456789012345678901234567890"},
		{"5.0", model.Int, "5"},
		{"5.5", model.Int, ""},
		{"5.5", model.Real, "11/2"},
		{"(/ 1 3)", model.Real, "1/3"},
		{"(/ 1.0 3.0)", model.Real, "1/3"},
		{"(- (/ 1.0 3.0))", model.Real, "-1/3"},
		{"(/ (- 1) 3)", model.Real, "-1/3"},
		{"-1/3", model.Real, "-1/3"},
		{"(to_real 3)", model.Real, "3"},
		{"(/ 1 0)", model.Real, ""},
		{"#x1F", model.Int, "31"},
		{"#b101", model.Int, "5"},
		{"#x", model.Int, ""},
		{"#x-1", model.Int, ""},
		{"(_ bv5 8)", model.Int, "5"},
		{"(_ bv 8)", model.Int, ""},
		{"1e9", model.Real, ""},
		{"0x10", model.Int, ""},
		{"", model.Int, ""},
		{"x", model.Int, ""},
		{`"5"`, model.Int, ""},
		{"()", model.Int, ""},
		{"(+ 1 2)", model.Int, ""},
		{"(- 1 2 3)", model.Int, ""},
	} {
		e, err := parse(c.in)
		var got string
		if err == nil {
			var v model.Value
			if v, err = e.value(c.sort); err == nil {
				got = v.String()
			}
		}
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s as %v: got %q, error %v; want %q", c.in, c.sort, got, err, c.want)
		}
	}
}

func TestIrrationalValues(t *testing.T) {
	for _, s := range []string{"(root-obj (+ (^ x 2) (- 2)) 2)", "1.4142135623?", "(- 1.41?)",
		"(_ real_algebraic_number <1*x^2 + (-2), (1, 2)>)", "(root-of-with-interval (coeffs (- 2) 0 1) 1 2)"} {
		e, err := parse(s)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		if _, err := e.value(model.Real); !errors.Is(err, errIrrational) {
			t.Errorf("%s: got the error %v", s, err)
		}
	}
}

func TestTooLongValue(t *testing.T) {
	e := sexpr{leaf: true, atom: strings.Repeat("9", maxDigits+1)}
	_, err := e.value(model.Int)
	if !errors.Is(err, errManyDigits) {
		t.Fatalf("a number of %d digits: %v", len(e.atom), err)
	}
	s := &session{engine: Z3()}
	var gave *solve.GaveUpError
	if err := s.badValue("x", e, err); !errors.As(err, &gave) {
		t.Errorf("a value too long to read is %v, expected an answer of unknown", err)
	}
}

func TestReader(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"sat", "sat"},
		{"  ; a comment\n sat ", "sat"},
		{"(error \"line 1: \"\"x\"\" is unknown\")", `(error "line 1: ""x"" is unknown")`},
		{"((|a b| 5)(y(- 3)))", "((a b 5) (y (- 3)))"},
		{`"@done-1"`, `"@done-1"`},
		{"(a;c\nb)", "(a b)"},
	} {
		e, err := parse(c.in)
		if err != nil || e.String() != c.want {
			t.Errorf("%q: got %v, error %v; want %s", c.in, e, err, c.want)
		}
	}
	for _, c := range []struct {
		in   string
		want error // nil: any
	}{
		{"", io.EOF}, {"(a", io.ErrUnexpectedEOF}, {`"a`, io.ErrUnexpectedEOF}, {"|a", io.ErrUnexpectedEOF}, {")", nil},
		{strings.Repeat("(", 2000), nil},
	} {
		if _, err := parse(c.in); err == nil || c.want != nil && err != c.want {
			t.Errorf("%.20q: error %v, want %v", c.in, err, c.want)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	for _, s := range []string{"sat", "((v0 (- 5)) (v1 (/ 1.0 3.0)))", "(model (define-fun x () Int 5))", "1.4142?", `"a""b"`,
		"(root-obj (+ (^ x 2) (- 2)) 1)", "(error \"line 1 column 2\")", "#b0101 #xff", "(_ bv5 8)", "|a b|", "; c\n(", "-1/3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := reader{in: bufio.NewReader(strings.NewReader(s))}
		for range 100 {
			e, err := r.read()
			if err != nil {
				return
			}
			if v, err := e.value(model.Real); err == nil && v.Sort() != model.Real {
				t.Errorf("%s: read as %v", e, v.Sort())
			}
			if v, err := e.value(model.Int); err == nil && (v.Sort() != model.Int || !v.IsInt()) {
				t.Errorf("%s: read as %v", e, v)
			}
		}
	})
}

func TestSimplest(t *testing.T) {
	// Against all fractions of small denominators.
	var fractions []*big.Rat
	for d := int64(1); d <= 7; d++ {
		for n := -2 * d; n <= 2*d; n++ {
			fractions = append(fractions, big.NewRat(n, d))
		}
	}
	for _, lo := range fractions {
		for _, hi := range fractions {
			if lo.Cmp(hi) >= 0 {
				continue
			}
			got := simplest(lo, hi)
			if got.Cmp(lo) <= 0 || got.Cmp(hi) >= 0 {
				t.Fatalf("simplest(%v, %v) = %v is not between", lo, hi, got)
			}
			for d := int64(1); d < got.Denom().Int64(); d++ {
				n := new(big.Int).Div(new(big.Int).Mul(lo.Num(), big.NewInt(d)), lo.Denom())
				n.Add(n, big.NewInt(1))
				if r := new(big.Rat).SetFrac(n, big.NewInt(d)); r.Cmp(hi) < 0 {
					t.Fatalf("simplest(%v, %v) = %v, but %v is simpler", lo, hi, got, r)
				}
			}
		}
	}
}
