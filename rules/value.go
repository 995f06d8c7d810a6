package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
)

// ValueKind tells values apart.
type ValueKind uint8

// The kinds of value. Nothing is the value of a place that has none.
const (
	Nothing ValueKind = iota
	Bool
	Int
	Word
	List
	PlaceValue
)

// Value is what a layer holds at a place. The zero Value is nothing.
type Value struct {
	Kind  ValueKind
	N     int64 // of Int; 0 or 1 of Bool
	Word  string
	List  []Value
	Place board.Place
}

// IntOf, BoolOf, WordOf, ListOf and PlaceOf make values.
func IntOf(n int64) Value             { return Value{Kind: Int, N: n} }
func WordOf(w string) Value           { return Value{Kind: Word, Word: w} }
func ListOf(list ...Value) Value      { return Value{Kind: List, List: list} }
func PlaceOf(place board.Place) Value { return Value{Kind: PlaceValue, Place: place} }

// BoolOf makes the value of a truth.
func BoolOf(b bool) Value {
	if b {
		return Value{Kind: Bool, N: 1}
	}
	return Value{Kind: Bool}
}

// True reports whether the value is the truth value true.
func (v Value) True() bool { return v.Kind == Bool && v.N != 0 }

// Equal reports whether two values are the same.
func (v Value) Equal(w Value) bool {
	return v.Kind == w.Kind && v.N == w.N && v.Word == w.Word && v.Place == w.Place && slices.EqualFunc(v.List, w.List, Value.Equal)
}

// Compare orders values: numbers by size, words by letters, lists by their length and then their elements.
func (v Value) Compare(w Value) int {
	if by := cmp.Or(cmp.Compare(v.Kind, w.Kind), cmp.Compare(v.N, w.N), strings.Compare(v.Word, w.Word), cmp.Compare(len(v.List), len(w.List)),
		cmp.Compare(v.Place.Kind, w.Place.Kind), cmp.Compare(v.Place.N, w.Place.N)); by != 0 {
		return by
	}
	return slices.CompareFunc(v.List, w.List, Value.Compare)
}

// String writes a value for messages; a place is written by its numbers.
func (v Value) String() string {
	switch v.Kind {
	case Bool:
		return strconv.FormatBool(v.N != 0)
	case Int:
		return strconv.FormatInt(v.N, 10)
	case Word:
		return v.Word
	case List:
		var parts []string
		for _, x := range v.List {
			parts = append(parts, x.String())
		}
		return "[" + strings.Join(parts, " ") + "]"
	case PlaceValue:
		return v.Place.Kind.String() + " " + strconv.Itoa(int(v.Place.N))
	}
	return "nothing"
}
