package zebra

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/lineup"
	"pgregory.net/rapid"
)

// drawPuzzle draws a small puzzle with random clues of every form; it may have any number of solutions.
func drawPuzzle(t *rapid.T) *matching.Puzzle {
	n := rapid.IntRange(2, 4).Draw(t, "n")
	m := rapid.IntRange(2, 3).Draw(t, "m")
	if n == 4 {
		m = 2
	}
	p := &matching.Puzzle{N: n, Line: -1, Lang: "en", Numbered: true}
	for c := 0; c < m; c++ {
		cat := matching.Category{Name: fmt.Sprintf("cat%d", c), Order: rapid.SampledFrom([]matching.Order{matching.Unordered, matching.Ranked, matching.Numeric}).Draw(t, "order")}
		v := matching.Value(0)
		for i := 0; i < n; i++ {
			v += matching.Value(rapid.IntRange(1, 6).Draw(t, "gap")) * lineup.Unit / 2
			cat.Values = append(cat.Values, v)
			cat.Items = append(cat.Items, fmt.Sprintf("item %d%d", c, i))
		}
		if cat.Order != matching.Numeric {
			cat.Values = nil
		}
		p.Cats = append(p.Cats, cat)
	}
	if rapid.Bool().Draw(t, "line") {
		p.AddLine("position")
		p.Round = rapid.IntRange(0, 2).Draw(t, "round") == 0
	}
	for k := rapid.IntRange(1, 5).Draw(t, "clues"); k > 0; k-- {
		c := drawClue(t, p, 2)
		if p.ValidateClue(c) == nil {
			p.Clues = append(p.Clues, c)
		}
	}
	return p
}

func drawClue(t *rapid.T, p *matching.Puzzle, depth int) *matching.Clue {
	c := &matching.Clue{Kind: matching.Kind(rapid.IntRange(0, len(matching.KindNames())-1).Draw(t, "kind")), Cat: rapid.IntRange(0, p.M()-1).Draw(t, "cat")}
	if c.Kind >= matching.And && c.Kind < matching.NumKinds && depth == 0 {
		c.Kind = matching.Is
	}
	if p.Line >= 0 && rapid.Bool().Draw(t, "in line") {
		c.Cat = p.Line
	}
	who := func() matching.Who {
		w := matching.Who{Item: rapid.IntRange(0, p.M()*p.N-1).Draw(t, "item")}
		if p.Line >= 0 && rapid.IntRange(0, 3).Draw(t, "shifted") == 0 {
			w.Shift = rapid.IntRange(1-p.N, p.N-1).Draw(t, "shift")
		}
		return w
	}
	for i := 0; i < c.Kind.Arity(); i++ {
		c.Who = append(c.Who, who())
	}
	switch c.Kind {
	case matching.OneOf:
		for i := 0; i < p.N; i++ {
			if rapid.Bool().Draw(t, "choice") {
				c.Items = append(c.Items, c.Cat*p.N+i)
			}
		}
		c.Cat = 0
	case matching.Before, matching.After, matching.Near, matching.NotNear:
		c.Lo = rapid.SampledFrom([]matching.Value{1, lineup.Unit / 2, lineup.Unit, 2 * lineup.Unit}).Draw(t, "lo")
		c.Hi = rapid.SampledFrom([]matching.Value{c.Lo, c.Lo + lineup.Unit, lineup.Open}).Draw(t, "hi")
	case matching.At:
		c.Index = rapid.IntRange(0, p.N-1).Draw(t, "index")
	case matching.Sum:
		for k := rapid.IntRange(1, 4).Draw(t, "terms"); k > 0; k-- {
			c.Terms = append(c.Terms, matching.Term{Coef: rapid.SampledFrom([]int{-2, -1, 1, 1, 3}).Draw(t, "coef"), Who: who(), Cat: rapid.IntRange(0, p.M()-1).Draw(t, "of")})
		}
		c.Rel = rapid.SampledFrom([]matching.Rel{matching.EQ, matching.NE, matching.LT, matching.LE, matching.GT, matching.GE}).Draw(t, "rel")
		c.Const = matching.Value(rapid.IntRange(-4, 12).Draw(t, "const")) * lineup.Unit / 2
	case matching.And, matching.Or, matching.Xor:
		for k := rapid.IntRange(2, 3).Draw(t, "parts"); k > 0; k-- {
			c.Sub = append(c.Sub, drawClue(t, p, depth-1))
		}
	case matching.Not:
		c.Sub = []*matching.Clue{drawClue(t, p, depth-1)}
	case matching.If, matching.Iff:
		c.Sub = []*matching.Clue{drawClue(t, p, depth-1), drawClue(t, p, depth-1)}
	}
	return c
}

// eachGrid visits every grid of a puzzle's size.
func eachGrid(p *matching.Puzzle, visit func(matching.Grid)) {
	g := make(matching.Grid, p.M())
	var rec func(c int)
	rec = func(c int) {
		if c == p.M() {
			visit(g)
			return
		}
		if c == p.Anchor() {
			g[c] = nil
			for i := 0; i < p.N; i++ {
				g[c] = append(g[c], i)
			}
			rec(c + 1)
			return
		}
		perm(p.N, func(row []int) {
			g[c] = append([]int(nil), row...)
			rec(c + 1)
		})
	}
	rec(0)
}

func perm(n int, visit func([]int)) {
	var rec func(row []int, used uint64)
	rec = func(row []int, used uint64) {
		if len(row) == n {
			visit(row)
			return
		}
		for i := 0; i < n; i++ {
			if used>>i&1 == 0 {
				rec(append(row, i), used|1<<i)
			}
		}
	}
	rec(nil, 0)
}

// TestSolverAgainstBruteForce counts the solutions of random puzzles by trying every grid.
func TestSolverAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		want := 0
		eachGrid(p, func(g matching.Grid) {
			for _, c := range p.Clues {
				if !p.Holds(c, g) {
					return
				}
			}
			want++
		})
		out, err := solver.Solve(context.Background(), p, 10000)
		if err != nil || !out.Complete || len(out.Grids) != want {
			t.Fatalf("%d solutions (complete %v, %v), brute force finds %d", len(out.Grids), out.Complete, err, want)
		}
		for _, g := range out.Grids {
			if err := p.CheckGrid(g); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestMeaning spells out the meaning of the forms once more, by hand, on one grid.
func TestMeaning(t *testing.T) {
	p := &matching.Puzzle{N: 4, Lang: "en", Numbered: true, Cats: []matching.Category{
		{Name: "name", Items: []string{"Ann", "Bob", "Cleo", "Dan"}},
		{Name: "age", Items: []string{"10", "20", "35", "40"}, Order: matching.Numeric, Values: []matching.Value{10 * lineup.Unit, 20 * lineup.Unit, 35 * lineup.Unit, 40 * lineup.Unit}},
		{Name: "size", Items: []string{"S", "M", "L", "XL"}, Order: matching.Ranked},
	}}
	p.AddLine("position")
	p.Implicit = false
	// Ann 20 XL, Bob 10 S, Cleo 40 M, Dan 35 L stand in this order.
	g := matching.Grid{{0, 1, 2, 3}, {1, 0, 3, 2}, {3, 0, 1, 2}, {0, 1, 2, 3}}
	for text, want := range map[string]bool{
		"Ann is XL": true, "Ann == M": false, "Bob != 20": true, "Bob is not 10": false,
		"Cleo is one of S, M or L": true, "Cleo is one of S or L": false,
		"Ann is on the left of Bob": true, "Ann is on the left of Cleo": false, "Ann is before Dan": true, "Dan is before Ann": false,
		"Dan is on the right of Cleo": true, "M is somewhere to the right of 20": true,
		"Ann is exactly 2 places before Cleo": true, "Ann is at least 2 places before Bob": false, "Ann is at most 2 places before Dan": false,
		"Ann is not to the left of Bob": false, "Ann is not to the left of XL": true, "Dan is not to the right of Cleo": false,
		"Ann is next to Bob": true, "Ann is not next to Bob": false, "Ann is not next to Dan": true, "Ann is 3 places from Dan": true,
		"Bob is between Ann and Cleo": true, "Bob is between Ann and Dan": false, "Bob is somewhere between Dan and Ann": true,
		"Bob is somewhere between Dan and Ann, in that order": false, "Bob is somewhere between Ann and Dan, in that order": true,
		"Ann is on the far left": true, "Bob is on the far left or far right": false, "Dan is last": true, "Cleo is in the middle": true,
		"Ann is in an odd position": true, "Bob is in an odd position": false, "Ann and Cleo have the same parity positions": true,
		"Ann and Bob have different parity positions": true, "Bob is in the second position": true, "Bob is at position 3": false,
		"of Ann and Bob, one is 10 and the other is XL": true, "of Ann and Bob, one is 10 and the other is S": false,
		"age of Ann = 2 * age of Bob": true, "age of Ann + age of Bob < 30": false, "age of Cleo - age of Dan = 5": true,
		"Ann has a lower age than Dan": true, "the age of Ann is exactly 10 higher than that of Bob": true,
		"the age of Ann is at least 20 lower than that of Dan": false, "the age of Cleo and Dan differ by at most 5": true,
		"Ann has a lower size than Bob": false, "the size of Dan is between those of Ann and Cleo": true, "Cleo has the highest age": true,
		"Ann is M or Bob is S": true, "either Ann is XL or Bob is S, but not both": false, "Ann is M or Ann is L": false,
		"if Ann is M then Bob is L": true, "if Ann is XL then Bob is L": false, "Ann is M if and only if Bob is L": true,
		"not (Ann is M and Bob is S)": true, "it is not true that Ann is XL": false,
		"the one directly before Cleo is S": true, "the one 2 places after Ann is L": false,
		"the one directly before Ann is S": false, "not the one directly before Ann is S": true,
		"age of the one directly before Bob > age of the one directly after Ann": true,
	} {
		c, err := language.ParseClue(p, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if err := p.ValidateClue(c); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := p.Holds(c, g); got != want {
			t.Errorf("%s: judged %v", text, got)
		}
	}
}
