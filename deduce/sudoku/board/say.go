package board

import (
	"slices"
	"strings"
	"unicode"
)

// This file puts into words what steps conclude: "r8c8 is 2", "r6c1 and r8c1 are not 7, and r5c7 is not 2 or 3". Every step that
// eliminates candidates names them so, so that a reader can check it.

// Gone says that marks are eliminated, cells with the same values together.
func (g *Geometry) Gone(marks []Mark) string {
	values := map[int]Digits{}
	var cells []int
	for _, m := range marks {
		if values[m.Cell] == 0 {
			cells = append(cells, m.Cell)
		}
		values[m.Cell] |= Digit(m.Value)
	}
	var parts []string
	for i, c := range cells {
		d := values[c]
		if slices.ContainsFunc(cells[:i], func(o int) bool { return values[o] == d }) {
			continue
		}
		var same []int
		for _, o := range cells[i:] {
			if values[o] == d {
				same = append(same, o)
			}
		}
		parts = append(parts, g.Lack(same, d))
	}
	if len(parts) > 1 {
		parts[len(parts)-1] = "and " + parts[len(parts)-1]
	}
	return strings.Join(parts, ", ")
}

// Lack says that cells have none of some values: "r1c1 is not 7", "r1c1 and r1c2 are not 2 or 3".
func (g *Geometry) Lack(cells []int, values Digits) string {
	return g.CellNames(cells) + " " + Be(cells) + " not " + g.SymbolsOr(values)
}

// Is says that a cell has a value.
func (g *Geometry) Is(c, v int) string { return g.CellName(c) + " is " + g.Symbol(v) }

// Have is "has" or "have", for cells that something is said of.
func Have(cells []int) string { return verb(cells, "has", "have") }

func verb(cells []int, one, several string) string {
	if len(cells) == 1 {
		return one
	}
	return several
}

// Be is "is" or "are".
func Be(cells []int) string { return verb(cells, "is", "are") }

// Sentence begins a text with a capital, unless a cell's name begins it.
func Sentence(text string) string {
	r := []rune(text)
	if len(r) < 2 || unicode.IsDigit(r[1]) {
		return text
	}
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

// Kept is what a sentence needs of a position after the position has changed: the values that stand.
type Kept struct {
	*Geometry
	value []uint8
}

// Keep copies what is needed.
func (p *Position) Keep() Kept { return Kept{p.Geometry, slices.Clone(p.Value)} }

// WhyAlone says why a cell has no other value than v: what stands in its houses, each value in the first house that has it.
func (k Kept) WhyAlone(c, v int) string {
	return k.Is(c, v) + ": " + k.Against(c, k.All&^Digit(v)) + "."
}

// Against says why a cell has none of some values: "its row has 3 and 5, its box 8, and 2 was ruled out already".
func (k Kept) Against(c int, values Digits) string {
	left := values
	var parts []string
	for _, h := range k.In[c].Slice() {
		var here Digits
		for _, o := range k.Houses[h].Cells {
			if w := int(k.value[o]); w != 0 {
				here |= Digit(w)
			}
		}
		if here &= left; here != 0 {
			left &^= here
			verb := " "
			if len(parts) == 0 {
				verb = " has "
			}
			parts = append(parts, "its "+k.Kind(h).String()+verb+k.Symbols(here))
		}
	}
	if left != 0 {
		parts = append(parts, k.Symbols(left)+were(left)+"ruled out already")
	}
	if n := len(parts); n > 1 && left != 0 {
		parts[n-1] = "and " + parts[n-1]
	}
	return strings.Join(parts, ", ")
}

func were(d Digits) string {
	if d.Rest() != 0 {
		return " were "
	}
	return " was "
}

// seers finds few cells with v that see all open cells of a house but c, and the lines in which they see them. What is left is cells from
// which v was removed otherwise.
func (k Kept) seers(h, c, v int) (by, lines, left []int) {
	var open Cells
	for _, o := range k.Houses[h].Cells {
		if o != c && k.value[o] == 0 {
			open.Add(o)
		}
	}
	for !open.Empty() {
		best, line := -1, -1
		var most Cells
		for o := range k.value {
			if int(k.value[o]) != v {
				continue
			}
			for _, q := range k.In[o].Slice() {
				covers := open.And(&k.House[q])
				if covers.Count() > most.Count() {
					best, line, most = o, q, covers
				}
			}
		}
		if best < 0 {
			break
		}
		by, lines = append(by, best), append(lines, line)
		open = open.Minus(&most)
	}
	slices.Sort(by)
	slices.Sort(lines)
	return slices.Compact(by), slices.Compact(lines), open.Slice()
}

// WhyOnly says why a house has one place for v left: which cells with v see the others.
func (k Kept) WhyOnly(h, c, v int) string {
	by, lines, left := k.seers(h, c, v)
	switch {
	case len(by) == 0 && len(left) == 0:
		return k.CellName(c) + " is the last open cell of " + k.HouseName(h) + ", which lacks only " + k.Symbol(v) + ": " + k.Is(c, v) + "."
	case len(by) == 0:
		return "In " + k.HouseName(h) + " the " + k.Symbol(v) + " was ruled out of every other cell already: " + k.Is(c, v) + "."
	}
	text := Sentence(k.LineNames(lines)) + verb(lines, " has its ", " have their ") + k.Symbol(v) + " (" + strings.Join(k.names(by), ", ") + ")"
	if len(left) > 0 {
		text += " and it was ruled out of " + k.CellNames(left) + " already"
	}
	return text + ", so in " + k.HouseName(h) + " only " + k.CellName(c) + " is left: " + k.Is(c, v) + "."
}

// Seers says the same in short: "r2c9, r6c4", "r2c9; ruled out of r5c1 already", "its last open cell".
func (k Kept) Seers(h, c, v int) string {
	by, _, left := k.seers(h, c, v)
	text := strings.Join(k.names(by), ", ")
	switch {
	case len(left) == 0 && len(by) == 0:
		return "its last open cell"
	case len(left) == 0:
		return text
	case len(by) > 0:
		text += "; "
	}
	return text + "ruled out of " + k.CellNames(left) + " already"
}

// LineNames names houses of several kinds: "rows 1 and 3 and column 8".
func (g *Geometry) LineNames(houses []int) string {
	var parts []string
	for i := 0; i < len(houses); {
		j := i
		for j < len(houses) && g.Kind(houses[j]) == g.Kind(houses[i]) {
			j++
		}
		parts = append(parts, g.HouseNames(houses[i:j]))
		i = j
	}
	return And(parts)
}

func (g *Geometry) names(cells []int) []string {
	list := make([]string, len(cells))
	for i, c := range cells {
		list[i] = g.CellName(c)
	}
	return list
}
