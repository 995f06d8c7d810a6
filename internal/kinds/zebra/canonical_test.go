package zebra

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
	"pgregory.net/rapid"
)

// TestThousandSymmetries: a thousand symmetries of puzzles of each kind of line keep the form.
func TestThousandSymmetries(t *testing.T) {
	puztest.From(t, puztest.Usual)
	for _, s := range []puzzle.Settings{{}, {"line": "none"}, {"line": "round"}, {"line": "round", "kinds": "at,is,near,before"}, {"question": "fact"}, {"lang": "zh"}} {
		done := 0
		for seed := uint64(1); done < 1000; seed++ {
			in := &Instance{make1(t, []string{"3x3", "4x4", "5x5", "2x6"}[seed%4], seed, s)}
			puztest.Symmetric(t, Family{}, in, rng.New(seed), 16)
			done += 16 * len(in.Symmetries().Names)
		}
	}
}

// TestSymmetriesOfEveryForm: the same for a puzzle of a single clue, of each form of lineup.
func TestSymmetriesOfEveryForm(t *testing.T) {
	for k := matching.Kind(0); k.Known(); k++ {
		f := k.Form()
		if f == nil {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			p := matching.Plain(matching.Size{Categories: 2, Items: 4}, "en")
			for c := range p.Cats {
				p.Cats[c].Order = matching.Ranked
			}
			p.AddLine("position")
			c := &matching.Clue{Kind: k, Cat: p.Line, Lo: lineup.Unit, Hi: lineup.Open}
			for i := range f.Args {
				c.Who = append(c.Who, matching.Who{Item: (f.Args - 1 - i) * 5 % (2 * p.N)})
			}
			p.Clues = []*matching.Clue{c}
			if err := p.Validate(); err != nil {
				t.Skip(err)
			}
			puztest.Symmetric(t, Family{}, &Instance{p}, rng.New(1), 16)
		})
	}
}

// TestSymmetriesOfAnyClues: the same for puzzles with clues of every form, nested and shifted, over lines and values of every kind.
func TestSymmetriesOfAnyClues(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPuzzle(rt)
		if p.Validate() != nil {
			rt.Skip("no puzzle")
		}
		puztest.Symmetric(t, Family{}, &Instance{p}, rng.New(1), 2)
	})
}

// wording gives the sentence of a clue in which those of whom it says the same stand in the order of their texts.
func wording(p *matching.Puzzle, c *matching.Clue, item func(x int) string, cat func(c int) string) string {
	var who []string
	for _, w := range c.Who {
		shift := w.Shift
		if p.Round {
			shift = (shift%p.N + p.N) % p.N
		}
		who = append(who, fmt.Sprint(item(w.Item), "/", shift))
	}
	kind := c.Kind
	switch c.Kind {
	case matching.After, matching.NotBefore:
		who[0], who[1] = who[1], who[0]
		kind = map[matching.Kind]matching.Kind{matching.After: matching.Before, matching.NotBefore: matching.NotAfter}[c.Kind]
	case matching.Is, matching.IsNot, matching.Near, matching.NotNear, matching.SameParity, matching.DiffParity:
		slices.Sort(who)
	case matching.Between, matching.Amid:
		slices.Sort(who[1:])
	case matching.Pair:
		two := []string{who[0] + "&" + who[1], who[2] + "&" + who[3]}
		for i, s := range two {
			parts := strings.Split(s, "&")
			slices.Sort(parts)
			two[i] = strings.Join(parts, "&")
		}
		slices.Sort(two)
		who = two
	}
	out := fmt.Sprint(kind, who)
	if c.Kind.Compares() {
		out += " in " + cat(c.Cat)
	}
	switch c.Kind {
	case matching.Before, matching.After, matching.Near, matching.NotNear:
		most := matching.Value(p.N-1) * lineup.Unit
		out += fmt.Sprint(max(c.Lo, lineup.Unit), min(c.Hi, most))
	case matching.At:
		out += " at " + item(c.Cat*p.N+c.Index)
	case matching.OneOf:
		var list []string
		for _, x := range c.Items {
			list = append(list, item(x))
		}
		slices.Sort(list)
		out += fmt.Sprint(list)
	}
	var sub []string
	for _, s := range c.Sub {
		sub = append(sub, wording(p, s, item, cat))
	}
	if c.Kind != matching.If {
		slices.Sort(sub)
	}
	return out + fmt.Sprint(sub)
}

// leastWording tries all names of a small puzzle without numeric values, both ends of its row and all turns of its table, and gives
// the least list of clues.
func leastWording(p *matching.Puzzle) string {
	least := ""
	for _, look := range []func() (*matching.Puzzle, bool){func() (*matching.Puzzle, bool) { return p, true }, func() (*matching.Puzzle, bool) { return seenReversed(p) }} {
		q, ok := look()
		if !ok {
			continue
		}
		for _, text := range namings(q) {
			if least == "" || text < least {
				least = text
			}
		}
	}
	return least
}

// seenReversed gives the puzzle seen from the other end of its row; not ok where it has none.
func seenReversed(p *matching.Puzzle) (*matching.Puzzle, bool) {
	s := (&Instance{p}).Symmetries()
	if !slices.Contains(s.Names, "reverse") {
		return nil, false
	}
	in, err := s.Image("reverse", rng.New(1))
	if err != nil {
		return nil, false
	}
	return in.(*Instance).P, true
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for _, p := range permutations(n - 1) {
		for i := range n {
			out = append(out, slices.Insert(slices.Clone(p), i, n-1))
		}
	}
	return out
}

func namings(p *matching.Puzzle) []string {
	// In which categories a clue looks at the order.
	ordered := make([]bool, p.M())
	seats := p.Round
	for _, c := range p.Clues {
		c.Walk(func(c *matching.Clue) {
			if c.Kind.Compares() {
				ordered[c.Cat] = true
			}
			switch c.Kind {
			case matching.Even, matching.Odd, matching.SameParity, matching.DiffParity:
				seats = seats && c.Cat != p.Line
			}
		})
	}
	items := make([][][]int, p.M())
	for c := range p.Cats {
		switch {
		case c == p.Line && seats:
			for first := range p.N {
				turn := make([]int, p.N)
				for i := range turn {
					turn[i] = (i + first) % p.N
				}
				items[c] = append(items[c], turn)
			}
		case c == p.Line || ordered[c]:
			items[c] = [][]int{matching.Numbers(p.N)}
		default:
			items[c] = permutations(p.N)
		}
	}
	var out []string
	for _, cats := range permutations(p.M()) {
		chosen := make([][]int, p.M())
		var choose func(c int)
		choose = func(c int) {
			if c < p.M() {
				for _, list := range items[c] {
					chosen[c] = list
					choose(c + 1)
				}
				return
			}
			name := func(c int) string {
				switch {
				case c == p.Line:
					return "line"
				case ordered[c]:
					return fmt.Sprint("ordered ", cats[c])
				}
				return fmt.Sprint(cats[c])
			}
			var list []string
			for _, clue := range p.Clues {
				list = append(list, wording(p, clue, func(x int) string { return fmt.Sprint(name(x/p.N), ":", chosen[x/p.N][x%p.N]) }, name))
			}
			slices.Sort(list)
			out = append(out, strings.Join(list, "\n"))
		}
		choose(0)
	}
	return out
}

// TestAgainstAllNames: of small puzzles, those have equal forms that some names, some end of the row or some turn of the table make the
// same list of clues.
func TestAgainstAllNames(t *testing.T) {
	type size struct{ n, m, line int }
	least, keys := map[string]string{}, map[string]string{}
	r := rng.New(4)
	kinds := []matching.Kind{matching.Is, matching.IsNot, matching.Before, matching.After, matching.NotAfter, matching.Near, matching.Between, matching.BetweenInOrder, matching.At, matching.First, matching.Last, matching.Odd, matching.Or, matching.If, matching.OneOf, matching.Amid}
	merged := 0
	for trial := range int(puztest.Few(3000)) {
		z := []size{{2, 2, -1}, {3, 2, -1}, {2, 2, 1}, {3, 2, 1}, {2, 3, 2}, {3, 2, 3}, {2, 2, 3}}[trial%7]
		p := &matching.Puzzle{N: z.n, Line: -1, Lang: "en", Numbered: true}
		for c := range z.m {
			cat := matching.Category{Name: fmt.Sprint("cat", c), Order: matching.Ranked}
			for i := range z.n {
				cat.Items = append(cat.Items, fmt.Sprintf("item %d%d", c, i))
			}
			p.Cats = append(p.Cats, cat)
		}
		if z.line > 0 {
			p.AddLine("position")
			p.Round = z.line == 3
		}
		var draw func(depth int) *matching.Clue
		draw = func(depth int) *matching.Clue {
			for {
				c := &matching.Clue{Kind: kinds[r.IntN(len(kinds))], Cat: r.IntN(p.M()), Lo: lineup.Unit, Hi: lineup.Open, Index: r.IntN(p.N)}
				if p.Line >= 0 && r.IntN(3) > 0 {
					c.Cat = p.Line
				}
				if p.Round && c.Cat == p.Line {
					c.Hi = lineup.Unit
				}
				for range c.Kind.Arity() {
					c.Who = append(c.Who, matching.Who{Item: r.IntN(p.M() * p.N)})
				}
				if p.Line >= 0 && len(c.Who) > 0 && r.IntN(4) == 0 {
					c.Who[0].Shift = 1 - 2*r.IntN(2)
				}
				if c.Kind == matching.OneOf {
					cat := r.IntN(p.M())
					c.Items = []int{cat * p.N, cat*p.N + 1}
				}
				if c.Kind == matching.Or || c.Kind == matching.If {
					if depth == 0 {
						continue
					}
					c.Sub = []*matching.Clue{draw(depth - 1), draw(depth - 1)}
				}
				if p.ValidateClue(c) == nil {
					return c
				}
			}
		}
		for range 1 + r.IntN(2) {
			p.Clues = append(p.Clues, draw(1))
		}
		f, err := (&Instance{p}).Canonical(context.Background(), 0)
		if err != nil || !f.Exact {
			t.Fatal(f.Exact, err)
		}
		prefix := fmt.Sprint(z, "\x00")
		key, brute := prefix+string(f.Key), prefix+leastWording(p)
		if old, ok := least[key]; ok && old != brute {
			t.Fatalf("different puzzles have one form:\n%s\n\n%s", old, brute)
		} else if ok {
			merged++
		}
		if old, ok := keys[brute]; ok && old != key {
			t.Fatalf("one puzzle has two forms:\n%s\n%s", brute, language.YAML(p))
		}
		least[key], keys[brute] = brute, key
	}
	if (merged < 500 || len(least) < 700) && puztest.Doing() >= puztest.Whole {
		t.Errorf("%d merged, %d forms: the test tests little", merged, len(least))
	}
}

// TestFormsWithinBudget: puzzles with as many symmetries as there can be take no more steps than they may, say so, and are not merged.
func TestFormsWithinBudget(t *testing.T) {
	const budget = 200_000
	forms := map[string]string{}
	for name, clues := range map[string]func(p *matching.Puzzle, i int) *matching.Clue{
		"no clues": func(*matching.Puzzle, int) *matching.Clue { return nil },
		"a matching": func(p *matching.Puzzle, i int) *matching.Clue {
			return &matching.Clue{Kind: matching.IsNot, Who: []matching.Who{{Item: i % p.N}, {Item: p.N + i%p.N}}}
		},
		"a cycle": func(p *matching.Puzzle, i int) *matching.Clue {
			return &matching.Clue{Kind: matching.IsNot, Who: []matching.Who{{Item: i % p.N}, {Item: p.N + (i+i/p.N)%p.N}}}
		},
		"all": func(p *matching.Puzzle, i int) *matching.Clue {
			return &matching.Clue{Kind: matching.IsNot, Who: []matching.Who{{Item: i % p.N}, {Item: (1+i/p.N%(p.M()-1))*p.N + (i/7)%p.N}}}
		},
	} {
		for _, size := range []matching.Size{{Categories: 5, Items: 5}, {Categories: 31, Items: 32}} {
			p := matching.Plain(size, "en")
			for i := range 10 * size.Items {
				if c := clues(p, i); c != nil {
					p.Clues = append(p.Clues, c)
				}
			}
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			f, err := (&Instance{p}).Canonical(context.Background(), budget)
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("%s, %s: exact %v after %d steps", name, size, f.Exact, f.Work)
			t.Log(name)
			if f.Work > 2*budget+200_000 {
				t.Error("too many steps")
			}
			if old, ok := forms[string(f.Key)]; ok {
				t.Errorf("%s has the form of %s", name, old)
			}
			forms[string(f.Key)] = name
		}
	}
}
