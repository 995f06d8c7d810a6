package zebra

import (
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestReadBack writes clues of every form, with every sort of bounds, in a row, in time, round a table and in a line with
// numbers of its own, joined with each other two deep, and reads the sentences back: they must hold for the same grids.
func TestReadBack(t *testing.T) {
	r := rng.New(5)
	written := map[string]bool{}
	for _, setting := range []string{"row", "time", "round", "unnumbered", "hours", "orbits"} {
		p := &Puzzle{N: 5, Lang: "en", Numbered: true, Line: -1}
		for c, name := range []string{"name", "age", "size"} {
			cat := Category{Name: name, Phrase: map[string]string{"en": name + ":{}"}}
			for i := range p.N {
				cat.Items = append(cat.Items, fmt.Sprint(10*c+i*i+1))
				cat.Values = append(cat.Values, Value(10*c+i*i+1)*unit)
			}
			cat.Order = []Order{Unordered, Numeric, Ranked}[c]
			p.Cats = append(p.Cats, cat)
		}
		p.addLine("position")
		switch setting {
		case "time":
			p.InTime = true
		case "round", "unnumbered":
			p.Round, p.Numbered = true, setting == "round"
		case "hours", "orbits": // 8, 9, 10 … and 2, 4, 6 …
			p.Implicit = false
			line := &p.Cats[p.Line]
			line.Name, line.Phrase = setting, map[string]string{"en": setting + ":{}"}
			for i := range p.N {
				v := 8 + i
				if setting == "orbits" {
					v = 2 + 2*i
				}
				line.Items[i], line.Values[i] = fmt.Sprint(v), Value(v)*unit
			}
		}
		grid := func() Grid {
			g := Grid{r.Perm(p.N), r.Perm(p.N), r.Perm(p.N), nil}
			for i := range p.N {
				g[3] = append(g[3], i)
			}
			return g
		}
		var clue func(depth int) *Clue
		clue = func(depth int) *Clue {
			c := &Clue{Kind: Kind(r.IntN(len(table().names)))}
			if depth == 0 {
				c.Kind = Kind(r.IntN(int(And)))
			}
			switch {
			case c.Kind == Sum:
				c.Rel = []Rel{EQ, NE, LT, LE, GT, GE}[r.IntN(6)]
				c.Terms = []Term{{1, Who{Item: r.IntN(5)}, 1}, {-2, Who{Item: 10 + r.IntN(5)}, 1}}
				c.Const = Value(r.IntN(9)-4) * unit
			case c.Kind >= And && c.Kind < numKinds:
				n := map[Kind]int{Not: 1, If: 2, Iff: 2}[c.Kind]
				if n == 0 {
					n = 2 + r.IntN(2)
				}
				for range n {
					c.Sub = append(c.Sub, clue(depth-1))
				}
			default:
				for range c.Kind.arity() {
					later, sooner := max(0, r.IntN(8)-6), max(0, r.IntN(8)-6)
					c.Who = append(c.Who, Who{Item: r.IntN(15), Shift: later - sooner})
				}
				if c.Kind == OneOf {
					c.Items = []int{5, 7, 8}[:1+r.IntN(3)]
				}
				if c.Kind.compares() {
					c.Cat = []int{1, 2, 3, 3}[r.IntN(4)]
				}
				if c.Kind == At {
					c.Index, c.Cat = r.IntN(5), 3
				}
				switch c.Kind {
				case Before, After, Near, NotNear:
					b := [][2]Value{{1, open}, {unit, unit}, {2 * unit, 2 * unit}, {2 * unit, open}, {2 * unit, 3 * unit}, {1, 3 * unit}, {unit, 3 * unit}}[r.IntN(7)]
					c.Lo, c.Hi = b[0], b[1]
				}
			}
			return c
		}
		for range puztest.Of(1000, 4000, 4000) {
			c := clue(r.IntN(3))
			if p.validateClue(c) != nil {
				continue
			}
			c.Walk(func(s *Clue) { written[fmt.Sprint(setting, s.Kind)] = true })
			text := p.Words(c, "en")
			again, err := p.ParseClue(text)
			if err != nil {
				t.Fatalf("%s: %s: %v", setting, text, err)
			}
			if again.Text == "" {
				t.Errorf("%s: our own words rest on a convention: %s", setting, text)
			}
			for range 40 {
				if g := grid(); p.Holds(c, g) != p.Holds(again, g) {
					t.Fatalf("%s: %s (%v) is read as %v (%s): they differ for %v", setting, text, c.Kind, again.Kind, p.Words(again, "en"), g)
				}
			}
		}
	}
	for k := Kind(0); k.known(); k++ {
		if !written[fmt.Sprint("row", k)] || !written[fmt.Sprint("orbits", k)] {
			t.Errorf("no clue of the form %v was written", k)
		}
	}
}
