package sudoku

import (
	"math"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// features gives the paper's vector of a puzzle (section 3.1.5) with names.
func (p *Puzzle) features(res puzzle.Result) record.Object {
	v := p.Vector(res.Count)
	var obj record.Object
	for i, name := range vectorNames(p.params.size) {
		obj.Set(name, v[i])
	}
	return obj
}

// vectorNames names the components of Vector.
func vectorNames(size int) []string {
	names := []string{"solutions", "empty", "rows-mostly-empty", "columns-mostly-empty", "boxes-mostly-empty"}
	for v := 1; v <= size; v++ {
		names = append(names, "occurrences-"+string(symbolOf(size, v)))
	}
	return append(names, "occurrences-deviation")
}

// Vector is the paper's characterising vector, of 15 components for 9x9: the number of solutions (as counted: several counts
// as 2), of empty cells, of rows, columns and boxes with at least seven empty cells (on other sizes: two fewer than the
// size), how often each value occurs, and the standard deviation of these from their mean.
func (p *Puzzle) Vector(solutions int) []float64 {
	n := p.params.size
	v := make([]float64, 5, n+6)
	v[0] = float64(solutions)
	v[1] = float64(len(p.values) - p.Givens())
	for h, house := range p.layout.Houses[:3*n] {
		empty := 0
		for _, cell := range house.Cells {
			if p.values[cell] == 0 {
				empty++
			}
		}
		if empty >= n-2 {
			v[2+h/n]++
		}
	}
	count := make([]float64, n+1)
	for _, x := range p.values {
		count[x]++
	}
	v = append(v, count[1:]...)
	mean := float64(p.Givens()) / float64(n)
	sum := 0.0
	for _, c := range count[1:] {
		sum += (c - mean) * (c - mean)
	}
	return append(v, math.Sqrt(sum/float64(n)))
}
func symbolOf(size, v int) byte { return grid.SymbolsFor(size).Symbol(v) }
