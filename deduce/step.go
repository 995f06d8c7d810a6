package deduce

import (
	"cmp"
	"encoding/json"
	"slices"
)

// Mark is a value in a cell. What numbers the cells and the values have is the family's business; both start at the
// family's smallest (Sudoku: cells from 0 row by row, values from 1).
type Mark struct {
	Cell  int `json:"cell"`
	Value int `json:"value"`
}

// Link is one inference of a chain, between two sets of marks of which each is read as "one of these is true". A strong
// link says that if From is false then To is true; a weak one that if From is true then To is false.
type Link struct {
	From   []Mark `json:"from"`
	To     []Mark `json:"to"`
	Strong bool   `json:"strong"`
}

// Step is one application of a technique. A step that a technique yields is complete and may be kept: it shares no memory
// with the position.
type Step struct {
	Technique string  // the technique's ID, such as "naked-pair"
	Name      string  // its name in text, such as "Naked pair"
	Cost      int     // what the step adds to a puzzle's score
	Rating    float64 // difficulty in the scale of Sudoku Explainer; 0 where the family has none

	Place  []Mark // values to write, ascending by cell
	Remove []Mark // candidates to eliminate, ascending by cell, then value

	Cells   []int  // the cells of the pattern, in the order in which the reason names them
	Values  []int  // the values of the pattern
	Houses  []int  // the houses of the pattern, as the family numbers them
	Pattern []Mark // the candidates that make the pattern
	Fins    []Mark // candidates that the pattern would rather not have, and takes into account
	Links   []Link // the inferences of a chain, in order

	Nested []Step // the steps inside the step: the branches of a forcing chain

	// Why gives the reason as an English sentence. It is a function because most steps are never read: writing the
	// sentence costs more than finding a single. It holds copies, never the position.
	Why func() string
}

// Reason gives the reason for the step in English, or "" where the technique gives none.
func (s Step) Reason() string {
	if s.Why == nil {
		return ""
	}
	return s.Why()
}

// Progress reports whether the step changes anything.
func (s Step) Progress() bool { return len(s.Place) > 0 || len(s.Remove) > 0 }

// SameEffect reports whether two steps place and remove the same marks.
func (s Step) SameEffect(t Step) bool {
	return slices.Equal(s.Place, t.Place) && slices.Equal(s.Remove, t.Remove)
}

// MarshalJSON writes the step with its reason as text.
func (s Step) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Technique string  `json:"technique"`
		Name      string  `json:"name"`
		Cost      int     `json:"cost"`
		Rating    float64 `json:"rating,omitempty"`
		Place     []Mark  `json:"place,omitempty"`
		Remove    []Mark  `json:"remove,omitempty"`
		Cells     []int   `json:"cells,omitempty"`
		Values    []int   `json:"values,omitempty"`
		Houses    []int   `json:"houses,omitempty"`
		Pattern   []Mark  `json:"pattern,omitempty"`
		Fins      []Mark  `json:"fins,omitempty"`
		Links     []Link  `json:"links,omitempty"`
		Nested    []Step  `json:"nested,omitempty"`
		Reason    string  `json:"reason,omitempty"`
	}{s.Technique, s.Name, s.Cost, s.Rating, s.Place, s.Remove, s.Cells, s.Values, s.Houses, s.Pattern, s.Fins, s.Links,
		s.Nested, s.Reason()})
}

// SortMarks orders marks by cell, then value, and drops repetitions. It returns the shortened slice.
func SortMarks(marks []Mark) []Mark {
	slices.SortFunc(marks, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Value, b.Value))
	})
	return slices.Compact(marks)
}
