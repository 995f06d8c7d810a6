package declared_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// four is a full board of 4×4: the digits row by row.
type four [16]int

// at gives the digit in a row and a column counted from 1.
func (g *four) at(r, c int) int { return g[4*(r-1)+c-1] }

// of gives the digits of cells, written as "11 12 23".
func (g *four) of(cells string) []int {
	var out []int
	for _, c := range strings.Fields(cells) {
		out = append(out, g.at(int(c[0]-'0'), int(c[1]-'0')))
	}
	return out
}

func (g *four) row(r int) []int { return g.of(fmt.Sprintf("%d1 %d2 %d3 %d4", r, r, r, r)) }
func (g *four) col(c int) []int { return g.of(fmt.Sprintf("1%d 2%d 3%d 4%d", c, c, c, c)) }

// fours are the 288 Sudokus of 4×4, and the 576 boards without boxes, found by trying all rows.
func fours() (boxed, latin []four) {
	var rows [][4]int
	for n := range 256 {
		r := [4]int{n/64 + 1, n/16%4 + 1, n/4%4 + 1, n%4 + 1}
		if s := slices.Sorted(slices.Values(r[:])); slices.Equal(s, []int{1, 2, 3, 4}) {
			rows = append(rows, r)
		}
	}
	apart := func(a, b [4]int) bool { return a[0] != b[0] && a[1] != b[1] && a[2] != b[2] && a[3] != b[3] }
	for _, a := range rows {
		for _, b := range rows {
			for _, c := range rows {
				for _, d := range rows {
					if !apart(a, b) || !apart(a, c) || !apart(a, d) || !apart(b, c) || !apart(b, d) || !apart(c, d) {
						continue
					}
					g := four(slices.Concat(a[:], b[:], c[:], d[:]))
					latin = append(latin, g)
					if distinctInts(a[0], a[1], b[0], b[1]) && distinctInts(c[0], c[1], d[0], d[1]) {
						boxed = append(boxed, g)
					}
				}
			}
		}
	}
	return boxed, latin
}

func distinctInts(list ...int) bool {
	s := slices.Sorted(slices.Values(list))
	return len(slices.Compact(s)) == len(list)
}

func total(list []int) int {
	sum := 0
	for _, n := range list {
		sum += n
	}
	return sum
}

func gap(a, b int) int { return max(a-b, b-a) }

// each asks something of all neighbours on a line.
func each(list []int, ok func(a, b int) bool) bool {
	for i := 1; i < len(list); i++ {
		if !ok(list[i-1], list[i]) {
			return false
		}
	}
	return true
}

// pairsOf asks something of all cells that lie so far apart.
func pairsOf(g *four, dr, dc int, ok func(a, b int) bool) bool {
	for r := 1; r <= 4; r++ {
		for c := 1; c <= 4; c++ {
			for _, d := range [][2]int{{dr, dc}, {dr, -dc}, {dc, dr}, {dc, -dr}} {
				if r2, c2 := r+d[0], c+d[1]; r2 >= 1 && r2 <= 4 && c2 >= 1 && c2 <= 4 && !ok(g.at(r, c), g.at(r2, c2)) {
					return false
				}
			}
		}
	}
	return true
}

func seen(list []int) int {
	n, top := 0, 0
	for _, d := range list {
		if d > top {
			n, top = n+1, d
		}
	}
	return n
}

func around(g *four, r, c int, ok func(own, other int) bool) bool {
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if r2, c2 := r+d[0], c+d[1]; r2 >= 1 && r2 <= 4 && c2 >= 1 && c2 <= 4 && !ok(g.at(r, c), g.at(r2, c2)) {
			return false
		}
	}
	return true
}

func differ(a, b int) bool { return a != b }

// TestVariantClasses: of each class of constraints the solutions of a board of 4×4 are those of the 288 (without boxes the 576) that a few
// lines here, which share nothing with the parts of rules files, let through. Each class lets some through and not all.
func TestVariantClasses(t *testing.T) {
	boxed, latin := fours()
	if len(boxed) != 288 || len(latin) != 576 {
		t.Fatalf("%d and %d boards", len(boxed), len(latin))
	}
	first := boxed[100]
	type class struct {
		text string
		ok   func(g *four) bool
	}
	classes := map[string]class{
		"killer":         {".Cage~7~R1C2~R1C3~R2C3", func(g *four) bool { d := g.of("12 13 23"); return total(d) == 7 && distinctInts(d...) }},
		"killer, no sum": {".Cage~0~R1C2~R2C3~R1C3", func(g *four) bool { return distinctInts(g.of("12 13 23")...) }},
		"sum":            {".Sum~6~R1C1~R2C3~R4C4", func(g *four) bool { return total(g.of("11 23 44")) == 6 }},
		"little killer":  {".LittleKiller~6~R1C3", func(g *four) bool { return total(g.of("13 22 31")) == 6 }},
		"sandwich":       {".Sandwich~5~R2", func(g *four) bool { return sandwich(g.row(2)) == 5 }},
		"x-sum":          {".XSum~R2~6~", func(g *four) bool { d := g.row(2); return total(d[:d[0]]) == 6 }},
		"skyscraper": {".Skyscraper~C3~2~3", func(g *four) bool {
			d := g.col(3)
			e := slices.Clone(d)
			slices.Reverse(e)
			return seen(d) == 2 && seen(e) == 3
		}},
		"numbered room": {".NumberedRoom~R1~2~", func(g *four) bool { d := g.row(1); return d[d[0]-1] == 2 }},
		"arrow":         {".Arrow~R1C1~R1C2~R2C3", func(g *four) bool { d := g.of("11 12 23"); return d[0] == d[1]+d[2] }},
		"pill arrow":    {".PillArrow~2~R1C1~R1C2~R2C3~R3C4~R3C2~R4C1~R4C2", func(g *four) bool { return 10*g.at(1, 1)+g.at(1, 2) == total(g.of("23 34 32 41 42")) }},
		"double arrow":  {".DoubleArrow~R1C1~R2C2~R2C3~R3C3", func(g *four) bool { return total(g.of("11 33")) == total(g.of("22 23")) }},
		"thermo":        {".Thermo~R1C1~R2C2~R3C2", func(g *four) bool { return each(g.of("11 22 32"), func(a, b int) bool { return a < b }) }},
		"slow thermo":   {".SlowThermo~R1C1~R2C3~R3C2", func(g *four) bool { return each(g.of("11 23 32"), func(a, b int) bool { return a <= b }) }},
		"whisper":       {".Whisper~2~R1C1~R2C1~R3C2", func(g *four) bool { return each(g.of("11 21 32"), func(a, b int) bool { return gap(a, b) >= 2 }) }},
		"renban": {".Renban~R1C1~R2C3~R3C2", func(g *four) bool {
			d := g.of("11 23 32")
			return distinctInts(d...) && slices.Max(d)-slices.Min(d) == 2
		}},
		"nabner":          {".Nabner~R1C1~R2C3", func(g *four) bool { d := g.of("11 23"); return gap(d[0], d[1]) > 1 }},
		"palindrome":      {".Palindrome~R1C1~R2C3~R3C2~R4C4", func(g *four) bool { d := g.of("11 23 32 44"); return d[0] == d[3] && d[1] == d[2] }},
		"zipper":          {".Zipper~R1C1~R2C2~R3C3", func(g *four) bool { d := g.of("11 22 33"); return d[0]+d[2] == d[1] }},
		"between":         {".Between~R1C1~R2C2~R3C3", func(g *four) bool { d := g.of("11 22 33"); return d[1] > min(d[0], d[2]) && d[1] < max(d[0], d[2]) }},
		"region sum":      {".RegionSumLine~R1C2~R1C3~R2C3", func(g *four) bool { return g.at(1, 2) == total(g.of("13 23")) }},
		"modular":         {".Modular~3~R1C1~R2C3~R3C2", func(g *four) bool { d := g.of("11 23 32"); return distinctInts(d[0]%3, d[1]%3, d[2]%3) }},
		"parity":          {".Parity~R1C1~R2C3~R3C2", func(g *four) bool { return each(g.of("11 23 32"), func(a, b int) bool { return (a+b)%2 == 1 }) }},
		"white dot":       {".WhiteDot~R1C1~R1C2", func(g *four) bool { return gap(g.at(1, 1), g.at(1, 2)) == 1 }},
		"black dot":       {".BlackDot~R1C1~R1C2", func(g *four) bool { a, b := g.at(1, 1), g.at(1, 2); return a == 2*b || b == 2*a }},
		"negative kropki": {".StrictKropki" + dots(first), func(g *four) bool { return dots(*g) == dots(first) || sameDots(g, &first) }},
		"v":               {".V~R1C1~R1C2", func(g *four) bool { return total(g.of("11 12")) == 5 }},
		"negative xv":     {".StrictXV" + fives(first), func(g *four) bool { return fives(*g) == fives(first) }},
		"quadruple":       {".Quad~R2C2~1~2", func(g *four) bool { d := g.of("22 23 32 33"); return slices.Contains(d, 1) && slices.Contains(d, 2) }},
		"difference":      {".Difference~2~R1C1~R1C2", func(g *four) bool { return gap(g.at(1, 1), g.at(1, 2)) == 2 }},
		"ratio":           {".Ratio~3~R1C1~R1C2", func(g *four) bool { a, b := g.at(1, 1), g.at(1, 2); return a == 3*b || b == 3*a }},
		"greater":         {".GreaterThan~R1C1~R1C2", func(g *four) bool { return g.at(1, 1) > g.at(1, 2) }},
		"clone":           {".Clone~R1C1~R1C2~-~R3C3~R3C4", func(g *four) bool { return slices.Equal(g.of("11 12"), g.of("33 34")) }},
		"even":            {".Even~R1C1", func(g *four) bool { return g.at(1, 1)%2 == 0 }},
		"odd":             {".Odd~R2C1", func(g *four) bool { return g.at(2, 1)%2 == 1 }},
		"minimum":         {".Minimum~R2C2", func(g *four) bool { return around(g, 2, 2, func(a, b int) bool { return a < b }) }},
		"maximum":         {".Maximum~R2C2", func(g *four) bool { return around(g, 2, 2, func(a, b int) bool { return a > b }) }},
		"anti-knight":     {".NoBoxes.AntiKnight", func(g *four) bool { return pairsOf(g, 1, 2, differ) }},
		"disjoint groups": {".DisjointSets", func(g *four) bool { return disjoint(g) }},
		"diagonal":        {".Diagonal~-1", func(g *four) bool { return distinctInts(g.of("11 22 33 44")...) }},
		"other diagonal":  {".Diagonal~1", func(g *four) bool { return distinctInts(g.of("14 23 32 41")...) }},
		"jigsaw": {".NoBoxes.Jigsaw~1112122233343444", func(g *four) bool {
			return distinctInts(g.of("11 12 13 21")...) && distinctInts(g.of("14 22 23 24")...) && distinctInts(g.of("31 32 33 41")...) && distinctInts(g.of("34 42 43 44")...)
		}},
		"extra region":   {".AllDifferent~R1C3~R2C2~R3C1~R4C4", func(g *four) bool { return distinctInts(g.of("13 22 31 44")...) }},
		"row indexer":    {".NoBoxes.Indexing~R~R1C1", func(g *four) bool { return g.at(g.at(1, 1), 1) == 1 }},
		"column indexer": {".Indexing~C~R1C2", func(g *four) bool { return g.at(1, g.at(1, 2)) == 2 }},
		"contains":       {".ContainAtLeast~1_2~R1C1~R2C2~R3C3", func(g *four) bool { d := g.of("11 22 33"); return slices.Contains(d, 1) && slices.Contains(d, 2) }},
		"contains exactly": {".ContainExact~1_2~R1C1~R2C2", func(g *four) bool {
			d := slices.Sorted(slices.Values(g.of("11 22")))
			return slices.Equal(d, []int{1, 2})
		}},
		"same values": {".SameValues~2~R1C1~R1C2~R3C3~R3C4", func(g *four) bool {
			return slices.Equal(slices.Sorted(slices.Values(g.of("11 12"))), slices.Sorted(slices.Values(g.of("33 34"))))
		}},
		"equal sums":       {".EqualSum~R1C1~R1C2~-~R3C3~R4C4", func(g *four) bool { return total(g.of("11 12")) == total(g.of("33 44")) }},
		"sum line":         {".SumLine~5~R1C1~R1C2~R3C3~R3C4", func(g *four) bool { return sumLine(g.of("11 12 33 34"), 5) }},
		"rellik cage":      {".RellikCage~5~R1C1~R1C2", func(g *four) bool { return rellik(g.of("11 12"), 5) }},
		"counting circles": {".CountingCircles~R1C1~R2C3~R3C2", func(g *four) bool { return circles(g.of("11 23 32")) }},
		"or":               {".Or.Cage~3~R1C1~R1C2.~R2C2_1.End", func(g *four) bool { return total(g.of("11 12")) == 3 || g.at(2, 2) == 1 }},
		"candidates":       {".~R1C1_2_4", func(g *four) bool { return g.at(1, 1)%2 == 0 }},
		"lockout": {".Lockout~2~R1C1~R2C3~R4C4", func(g *four) bool {
			d := g.of("11 23 44")
			return gap(d[0], d[2]) >= 2 && (d[1] < min(d[0], d[2]) || d[1] > max(d[0], d[2]))
		}},
	}
	v := declared.NewVariants(native.New())
	tried := 0
	for _, name := range puztest.Some(slices.Sorted(maps.Keys(classes)), 2) {
		c := classes[name]
		if c.ok == nil {
			continue
		}
		tried++
		t.Run(name, func(t *testing.T) {
			all := boxed
			if strings.Contains(c.text, "NoBoxes") {
				all = latin
			}
			want := map[string]bool{}
			for _, g := range all {
				if c.ok(&g) {
					want[strings.Trim(strings.ReplaceAll(fmt.Sprint(g[:]), " ", ""), "[]")] = true
				}
			}
			if len(want) == 0 || len(want) == len(all) {
				t.Fatalf("the class lets %d of %d boards through: that tests nothing", len(want), len(all))
			}
			inst, err := v.Open(".Shape~4x4" + c.text)
			if err != nil {
				t.Fatal(err)
			}
			r, err := inst.(puzzle.Solver).Solve(t.Context(), 1000)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range r.Solutions {
				if !want[s.Desc()] {
					t.Fatalf("%s is no solution", s.Desc())
				}
			}
			if len(r.Solutions) != len(want) {
				t.Errorf("%d solutions, not %d", len(r.Solutions), len(want))
			}
			// The judge agrees on boards that the class does not let through.
			for i, g := range all {
				text := strings.Trim(strings.ReplaceAll(fmt.Sprint(g[:]), " ", ""), "[]")
				if i%17 != 0 {
					continue
				}
				s, err := inst.Extras().ReadSolution("", text)
				if err != nil {
					t.Fatal(err)
				}
				if err := inst.(puzzle.Solver).CheckSolution(s); (err == nil) != want[text] {
					t.Errorf("%s is judged as %v", text, err)
				}
			}
		})
	}
	if least := map[puztest.Effort]int{puztest.Short: 5, puztest.Usual: 20}; tried < cmp.Or(least[puztest.Doing()], 45) {
		t.Errorf("only %d classes", tried)
	}
}

// sandwich adds up what lies between the least digit and the greatest.
func sandwich(d []int) int {
	a, b := slices.Index(d, 1), slices.Index(d, 4)
	return total(d[min(a, b)+1 : max(a, b)])
}

// neighbours calls f for each two cells side by side, with their names in the notation.
func neighbours(g *four, f func(names string, a, b int)) {
	for r := 1; r <= 4; r++ {
		for c := 1; c <= 4; c++ {
			if c < 4 {
				f(fmt.Sprintf("R%dC%d~R%dC%d", r, c, r, c+1), g.at(r, c), g.at(r, c+1))
			}
			if r < 4 {
				f(fmt.Sprintf("R%dC%d~R%dC%d", r, c, r+1, c), g.at(r, c), g.at(r+1, c))
			}
		}
	}
}

// dots gives all the dots of a board: black where one digit is twice the other, else white where they are consecutive.
func dots(g four) string {
	out := ""
	neighbours(&g, func(names string, a, b int) {
		switch {
		case a == 2*b || b == 2*a:
			out += ".BlackDot~" + names
		case gap(a, b) == 1:
			out += ".WhiteDot~" + names
		}
	})
	return out
}

// sameDots reports whether a board agrees with the dots of another, where a white dot may stand between 1 and 2 too.
func sameDots(g, other *four) bool {
	all, ok := dots(*other), true
	neighbours(g, func(names string, a, b int) {
		black, white := a == 2*b || b == 2*a, gap(a, b) == 1
		switch {
		case strings.Contains(all, "BlackDot~"+names):
			ok = ok && black
		case strings.Contains(all, "WhiteDot~"+names):
			ok = ok && white
		default:
			ok = ok && !black && !white
		}
	})
	return ok
}

// fives gives a V wherever neighbours make five.
func fives(g four) string {
	out := ""
	neighbours(&g, func(names string, a, b int) {
		if a+b == 5 {
			out += ".V~" + names
		}
	})
	return out
}

// disjoint asks that cells in the same place of their boxes differ.
func disjoint(g *four) bool {
	for _, cells := range []string{"11 13 31 33", "12 14 32 34", "21 23 41 43", "22 24 42 44"} {
		if !distinctInts(g.of(cells)...) {
			return false
		}
	}
	return true
}

// sumLine asks that a line falls into pieces of a sum.
func sumLine(d []int, sum int) bool {
	at := 0
	for _, n := range d {
		if at += n; at == sum {
			at = 0
		} else if at > sum {
			return false
		}
	}
	return at == 0
}

// rellik asks that no digits of a cage add up to a number.
func rellik(d []int, no int) bool {
	for set := 1; set < 1<<len(d); set++ {
		sum := 0
		for i, n := range d {
			if set>>i&1 == 1 {
				sum += n
			}
		}
		if sum == no {
			return false
		}
	}
	return true
}

// circles asks that a digit in a circle stands in as many circles as it says.
func circles(d []int) bool {
	for _, n := range d {
		many := 0
		for _, m := range d {
			if m == n {
				many++
			}
		}
		if many != n {
			return false
		}
	}
	return true
}
