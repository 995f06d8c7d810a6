package zebra

import (
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/lineup"
)

// TestReadBack writes clues of every form, with every sort of bounds, in a row, in time, round a table and in a line with
// numbers of its own, joined with each other two deep, and reads the sentences back: they must hold for the same grids.
func TestReadBack(t *testing.T) {
	r := rng.New(5)
	written := map[string]bool{}
	for _, setting := range []string{"row", "time", "round", "unnumbered", "hours", "orbits"} {
		p := &matching.Puzzle{N: 5, Lang: "en", Numbered: true, Line: -1}
		for c, name := range []string{"name", "age", "size"} {
			cat := matching.Category{Name: name, Phrase: map[string]string{"en": name + ":{}"}}
			for i := range p.N {
				cat.Items = append(cat.Items, fmt.Sprint(10*c+i*i+1))
				cat.Values = append(cat.Values, matching.Value(10*c+i*i+1)*lineup.Unit)
			}
			cat.Order = []matching.Order{matching.Unordered, matching.Numeric, matching.Ranked}[c]
			p.Cats = append(p.Cats, cat)
		}
		p.AddLine("position")
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
				line.Items[i], line.Values[i] = fmt.Sprint(v), matching.Value(v)*lineup.Unit
			}
		}
		grid := func() matching.Grid {
			g := matching.Grid{r.Perm(p.N), r.Perm(p.N), r.Perm(p.N), nil}
			for i := range p.N {
				g[3] = append(g[3], i)
			}
			return g
		}
		var clue func(depth int) *matching.Clue
		clue = func(depth int) *matching.Clue {
			c := &matching.Clue{Kind: matching.Kind(r.IntN(len(matching.KindNames())))}
			if depth == 0 {
				c.Kind = matching.Kind(r.IntN(int(matching.And)))
			}
			switch {
			case c.Kind == matching.Sum:
				c.Rel = []matching.Rel{matching.EQ, matching.NE, matching.LT, matching.LE, matching.GT, matching.GE}[r.IntN(6)]
				c.Terms = []matching.Term{{Coef: 1, Who: matching.Who{Item: r.IntN(5)}, Cat: 1}, {Coef: -2, Who: matching.Who{Item: 10 + r.IntN(5)}, Cat: 1}}
				c.Const = matching.Value(r.IntN(9)-4) * lineup.Unit
			case c.Kind >= matching.And && c.Kind < matching.NumKinds:
				n := map[matching.Kind]int{matching.Not: 1, matching.If: 2, matching.Iff: 2}[c.Kind]
				if n == 0 {
					n = 2 + r.IntN(2)
				}
				for range n {
					c.Sub = append(c.Sub, clue(depth-1))
				}
			default:
				for range c.Kind.Arity() {
					later, sooner := max(0, r.IntN(8)-6), max(0, r.IntN(8)-6)
					c.Who = append(c.Who, matching.Who{Item: r.IntN(15), Shift: later - sooner})
				}
				if c.Kind == matching.OneOf {
					c.Items = []int{5, 7, 8}[:1+r.IntN(3)]
				}
				if c.Kind.Compares() {
					c.Cat = []int{1, 2, 3, 3}[r.IntN(4)]
				}
				if c.Kind == matching.At {
					c.Index, c.Cat = r.IntN(5), 3
				}
				switch c.Kind {
				case matching.Before, matching.After, matching.Near, matching.NotNear:
					b := [][2]matching.Value{{1, lineup.Open}, {lineup.Unit, lineup.Unit}, {2 * lineup.Unit, 2 * lineup.Unit}, {2 * lineup.Unit, lineup.Open}, {2 * lineup.Unit, 3 * lineup.Unit}, {1, 3 * lineup.Unit}, {lineup.Unit, 3 * lineup.Unit}}[r.IntN(7)]
					c.Lo, c.Hi = b[0], b[1]
				}
			}
			return c
		}
		for range puztest.Of(1000, 4000, 4000) {
			c := clue(r.IntN(3))
			if p.ValidateClue(c) != nil {
				continue
			}
			c.Walk(func(s *matching.Clue) { written[fmt.Sprint(setting, s.Kind)] = true })
			text := language.Words(p, c, "en")
			again, err := language.ParseClue(p, text)
			if err != nil {
				t.Fatalf("%s: %s: %v", setting, text, err)
			}
			if again.Text == "" {
				t.Errorf("%s: our own words rest on a convention: %s", setting, text)
			}
			for range 40 {
				if g := grid(); p.Holds(c, g) != p.Holds(again, g) {
					t.Fatalf("%s: %s (%v) is read as %v (%s): they differ for %v", setting, text, c.Kind, again.Kind, language.Words(p, again, "en"), g)
				}
			}
		}
	}
	for k := matching.Kind(0); k.Known(); k++ {
		if !written[fmt.Sprint("row", k)] || !written[fmt.Sprint("orbits", k)] {
			t.Errorf("no clue of the form %v was written", k)
		}
	}
}
