package native

import (
	"math/big"

	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// echelon is a system of linear equations in echelon form, which grows and shrinks at its end: each row is free of the pivots of
// the rows before it. A row has the coefficients of the unknowns and, last, the number that the sum is; an unknown of a pivot is
// therefore given by what comes after it.
type echelon struct {
	n     int             // unknowns
	whole []bool          // by unknown: only whole numbers will do
	rows  [][]simplex.Rat // those in use, and the memory of some that are not
	at    []int           // by row in use: the unknown of its pivot, whose coefficient is 1
	work  int             // coefficients computed
}

func newEchelon(whole []bool) *echelon { return &echelon{n: len(whole), whole: whole} }

func (e *echelon) len() int { return len(e.at) }

func (e *echelon) cut(n int) { e.at = e.at[:n] }

// reduce takes the pivots out of a row.
func (e *echelon) reduce(row []simplex.Rat) {
	for i, p := range e.at {
		c := row[p]
		if c.Sign() == 0 {
			continue
		}
		c = c.Neg()
		for j, d := range e.rows[i] {
			if d.Sign() != 0 {
				row[j] = row[j].Add(c.Mul(d))
				e.work++
			}
		}
	}
	e.work += len(e.at)
}

// add adds an equation. It reports whether the system may still have a solution; where it has none, nothing is added.
func (e *echelon) add(equation []simplex.Rat) bool {
	k := len(e.at)
	if k == len(e.rows) {
		e.rows = append(e.rows, make([]simplex.Rat, e.n+1))
	}
	row := e.rows[k]
	copy(row, equation)
	e.reduce(row)
	pivot := -1
	for j := range e.n {
		if row[j].Sign() != 0 {
			pivot = j
			break
		}
	}
	if pivot < 0 {
		return row[e.n].Sign() == 0
	}
	if !e.divisible(row) {
		return false
	}
	if inv := row[pivot].Inv(); inv.Cmp(simplex.Int(1)) != 0 {
		for j := range row {
			row[j] = row[j].Mul(inv)
		}
	}
	e.work += len(row)
	e.at = append(e.at, pivot)
	return true
}

// divisible reports whether the equation can hold for whole numbers: a common divisor of its coefficients divides the number.
// Where an unknown may be a fraction, or numbers are large, it may.
func (e *echelon) divisible(row []simplex.Rat) bool {
	scale := simplex.Int(1)
	for j := range e.n {
		if row[j].Sign() == 0 {
			continue
		}
		if !e.whole[j] {
			return true
		}
		if c := row[j].Mul(scale); !c.IsInt() {
			scale = scale.Mul(simplex.FromBig(new(big.Rat).SetInt(c.Big().Denom())))
		}
	}
	divisor := int64(0)
	for j := range e.n {
		a, ok := row[j].Mul(scale).Floor()
		if !ok {
			return true
		}
		for a != 0 {
			divisor, a = a, divisor%a
		}
	}
	k := row[e.n].Mul(scale)
	if !k.IsInt() {
		return false
	}
	n, ok := k.Floor()
	return !ok || n%divisor == 0
}
