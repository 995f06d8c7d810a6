package synth

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// integer gives the int that a value is: an int, a bool, or a float without a fraction.
func integer(v eval.Value) (int64, error) {
	switch v := v.(type) {
	case eval.Int:
		return int64(v), nil
	case eval.Bool:
		if v {
			return 1, nil
		}
		return 0, nil
	case eval.Float:
		if n := int64(v); eval.Float(n) == v {
			return n, nil
		}
	}
	return 0, fmt.Errorf("a value of type '%s' is not an int", v.TypeName())
}

// float gives the number that a value is.
func float(v eval.Value) (float64, bool) {
	switch v := v.(type) {
	case eval.Float:
		return float64(v), true
	case eval.Int:
		return float64(v), true
	case eval.Bool:
		if v {
			return 1, true
		}
		return 0, true
	case *eval.BigInt:
		f, _ := new(big.Float).SetInt(v.Big()).Float64()
		return f, true
	}
	return 0, false
}

func bigOf(v *eval.BigInt) (*big.Int, bool) { return v.Big(), true }

func bigValue(n *big.Int) eval.Value { return eval.MakeBig(n) }

// containsText answers 'part in text'.
func containsText(text string, part eval.Value) (bool, error) {
	s, ok := part.(eval.Str)
	if !ok {
		return false, eval.Raise("TypeError", "'in <string>' requires string as left operand, not %s", part.TypeName())
	}
	return strings.Contains(text, string(s)), nil
}

// isIdentifier reports whether a source is a name by itself.
func isIdentifier(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

// mentions reports whether an expression has a name in it.
func mentions(x syntax.Expr, name string) bool {
	if x == nil {
		return false
	}
	if n, ok := x.(*syntax.Name); ok {
		return n.ID == name
	}
	for _, c := range syntax.Children(x) {
		if mentions(c, name) {
			return true
		}
	}
	return false
}

// indexList answers list[key] as Python does, slices included.
func indexList(th *eval.Thread, l *eval.List, key eval.Value) (eval.Value, error) {
	return eval.GetIndex(th, l, key)
}

// number reads a number of JSON: an int where it is written as one.
func number(s string) (eval.Value, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return eval.MakeInt(n), nil
	}
	if !strings.ContainsAny(s, ".eE") {
		if len(s) > 10_000 {
			return nil, fmt.Errorf("a number of %d digits", len(s))
		}
		if n, ok := new(big.Int).SetString(s, 10); ok {
			return eval.MakeBig(n), nil
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, fmt.Errorf("the number %s: %w", s, err)
	}
	return eval.Float(f), nil
}

func makeSet(th *eval.Thread, elems []eval.Value) (eval.Value, error) {
	s := eval.NewSet()
	for _, e := range elems {
		if err := s.Add(th, e); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// sequence gives the elements of a list, tuple or set.
func sequence(th *eval.Thread, v eval.Value) ([]eval.Value, bool) {
	switch v := v.(type) {
	case *eval.List:
		return v.Elems(), true
	case *eval.Tuple:
		return v.Elems(), true
	case *eval.Set:
		elems, err := eval.ToSlice(th, v)
		return elems, err == nil
	}
	return nil, false
}
