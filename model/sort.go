package model

import "fmt"

// Sort is the type of a term.
type Sort uint8

const (
	NoSort Sort = iota // the sort of NoTerm
	Bool
	Int
	Real
	GraphSort // of a Graph, which has no value; no variable has this sort
)

func (s Sort) String() string {
	switch s {
	case Bool:
		return "Bool"
	case Int:
		return "Int"
	case Real:
		return "Real"
	case GraphSort:
		return "Graph"
	}
	return "no sort"
}

// Var names a variable of a problem: its place in the order of declaration, from 0.
type Var int32

// Variable describes a variable.
type Variable struct {
	Name   string // not empty, different from every other variable's
	Sort   Sort
	Domain Domain   // bounds known beforehand (Int and Real); part of the problem, as a constraint is
	Values []string // enumeration: the names of the values 0, 1, ...; nil for other variables
	Bits   int      // bit vector: its width; 0 for other variables
}

// Domain bounds a variable from below and above, both bounds included. The zero Value is no bound. An empty domain (Lo
// above Hi) is allowed: where such a variable is mentioned the problem has no solution.
type Domain struct{ Lo, Hi Value }

// Range is the domain lo..hi.
func Range(lo, hi int64) Domain { return Domain{IntValue(lo), IntValue(hi)} }

// Contains reports whether a number lies within the bounds.
func (d Domain) Contains(v Value) bool {
	return (!d.Lo.Valid() || d.Lo.Compare(v) <= 0) && (!d.Hi.Valid() || v.Compare(d.Hi) <= 0)
}

// Bounded reports whether both bounds are known.
func (d Domain) Bounded() bool { return d.Lo.Valid() && d.Hi.Valid() }

func (d Domain) String() string {
	lo, hi := "", ""
	if d.Lo.Valid() {
		lo = d.Lo.String()
	}
	if d.Hi.Valid() {
		hi = d.Hi.String()
	}
	return lo + ".." + hi
}

// SortError is a term built from operands of sorts that its operator does not take, or a declaration that cannot be.
type SortError struct {
	Op   string // the operator or declaration, as And or IntIn
	What string // what is wrong
}

func (e *SortError) Error() string { return fmt.Sprintf("%s: %s", e.Op, e.What) }
