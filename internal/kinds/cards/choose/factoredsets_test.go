package choose

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
)

// arrangementsOf lists the arrangements of a small factored puzzle by trying all assignments.
func arrangementsOf(p *deck.Puzzle) []deck.Thing {
	var out []deck.Thing
	t := make(deck.Thing, len(p.Properties))
	var fill func(k int)
	fill = func(k int) {
		if k == len(t) {
			if p.Without().CheckThing(t) == nil {
				out = append(out, slices.Clone(t))
			}
			return
		}
		for v := range p.Properties[k].Values {
			t[k] = v
			fill(k + 1)
		}
	}
	fill(0)
	return out
}

// admissibleSets lists, by brute force over all sets of up to most clues, those that meet a demand.
func admissibleSets(t *testing.T, p *deck.Puzzle, d Demand, most int) map[string]bool {
	t.Helper()
	if err := d.check(); err != nil {
		t.Fatal(err)
	}
	quotas := quotasOf(d)
	var forms []deck.Form
	for _, b := range d.Forms {
		forms = append(forms, b.Form)
	}
	clues, err := ListClues(p, forms)
	if err != nil {
		t.Fatal(err)
	}
	all := arrangementsOf(p)
	bans := make([]bitset.Set, len(clues))
	for c, n := range clues {
		bans[c] = bitset.New(len(all))
		for i, a := range all {
			if !p.Holds(n, a) {
				bans[c].Set(i)
			}
		}
	}
	out := map[string]bool{}
	judge := func(set []int) {
		by := make([]int, len(all))
		for _, c := range set {
			for _, i := range bans[c].List() {
				by[i]++
			}
		}
		left := 0
		for i, n := range by {
			if n == 0 {
				left++
				if d.Where != nil && !p.Holds(d.Where, all[i]) {
					return
				}
			}
		}
		useless, redundant := 0, 0
		q := p.Without()
		var nodes []*deck.Node
		for _, c := range set {
			switch list := bans[c].List(); {
			case len(list) == 0:
				useless++
			case !slices.ContainsFunc(list, func(i int) bool { return by[i] == 1 }):
				redundant++
			}
			q.Clues = append(q.Clues, deck.Clue{Expr: clues[c]})
			nodes = append(nodes, clues[c])
		}
		for _, b := range d.Forms {
			if n := formCount(nodes, b.Form); n < b.Min || b.Max >= 0 && n > b.Max {
				return
			}
		}
		for _, q := range quotas {
			if !q.meets(nodes) {
				return
			}
		}
		if left == d.Solutions && d.checkPolicies(useless, redundant) == nil && len(set) >= d.MinClues && (d.MaxClues == 0 || len(set) <= d.MaxClues) {
			out[cardtest.SetKey(q)] = true
		}
	}
	var pick func(from int, set []int)
	pick = func(from int, set []int) {
		judge(set)
		for i := from; i < len(clues) && len(set) < most; i++ {
			pick(i+1, append(slices.Clone(set), i))
		}
	}
	pick(0, nil)
	return out
}

// TestEveryAdmissibleSetOfAFactoredPuzzleComesUp compares what is generated with all sets of up to three clues that meet a
// demand: nothing else comes up, and each of them does.
func TestEveryAdmissibleSetOfAFactoredPuzzleComesUp(t *testing.T) {
	pair := func() *deck.Puzzle {
		return cardtest.Made(t, &deck.Puzzle{Lineup: &deck.Lineup{Places: 2, Categories: []deck.Property{{Name: "A", Values: []string{"a", "b"}}, {Name: "B", Values: []string{"c", "d"}}}}})
	}
	row := func() *deck.Puzzle {
		return cardtest.Made(t, &deck.Puzzle{Lineup: &deck.Lineup{Places: 3, Categories: []deck.Property{{Name: "A", Values: []string{"a", "b", "c"}}}}})
	}
	product := func() *deck.Puzzle {
		return cardtest.Made(t, &deck.Puzzle{Factored: true, Properties: []deck.Property{{Name: "A", Values: []string{"a", "b"}}, {Name: "B", Values: []string{"c", "d"}}}})
	}
	form := func(o deck.Op, lo, hi int) FormBound { return FormBound{deck.Form(o.String()), lo, hi} }
	at, same, left, next := form(deck.At, 0, -1), form(deck.Same, 0, -1), form(deck.LeftOf, 0, -1), form(deck.Next, 0, -1)
	for _, c := range puztest.Some([]struct {
		name  string
		p     *deck.Puzzle
		d     Demand
		where string
	}{
		{name: "two solutions", p: pair(), d: Demand{Solutions: 2, Forms: []FormBound{at, same, left}}},
		{name: "three solutions", p: row(), d: Demand{Solutions: 3, MaxClues: 3, Forms: []FormBound{at, left, next}}},
		{name: "two solutions, chosen", p: row(), d: Demand{Solutions: 2, MaxClues: 3, Forms: []FormBound{at, left, next}}, where: "left(A = a, A = b)"},
		{name: "two solutions of a product", p: product(), d: Demand{Solutions: 2, MaxClues: 3, Forms: []FormBound{{deck.FormIs, 0, -1}, {deck.FormIfIs, 0, -1}}}},
		{name: "useless allowed", p: pair(), d: Demand{MaxClues: 3, Useless: Allow, Forms: []FormBound{at, next}}},
		{name: "useless required", p: pair(), d: Demand{MaxClues: 3, Useless: Require, Forms: []FormBound{at, next}}},
		{name: "useless of a form", p: pair(), d: Demand{MaxClues: 3, Useless: Allow, Forms: []FormBound{at, form(deck.Next, 1, -1)}}},
		{name: "useless required of a product", p: product(), d: Demand{MaxClues: 3, Useless: Require, Forms: []FormBound{{deck.FormIs, 0, -1}, {deck.FormIfIsNot, 0, -1}}}},
		{name: "redundant required", p: pair(), d: Demand{MaxClues: 3, Redundant: Require, Forms: []FormBound{at, same, next}}},
		{name: "redundant of a form", p: pair(), d: Demand{MaxClues: 3, Redundant: Require, Forms: []FormBound{at, form(deck.Same, 1, 1)}}},
		{name: "both allowed", p: pair(), d: Demand{MaxClues: 3, Useless: Allow, Redundant: Allow, Forms: []FormBound{at, next}}},
		{name: "both required, two solutions", p: pair(), d: Demand{Solutions: 2, MaxClues: 3, Useless: Require, Redundant: Require, Forms: []FormBound{at, next}}},
	}, 8) {
		t.Run(c.name, func(t *testing.T) {
			c.d.Puzzle = c.p
			if c.where != "" {
				c.d.Where = cardtest.MustParse(t, c.p, c.where)
			}
			want := admissibleSets(t, c.p, c.d, 3)
			if len(want) == 0 {
				t.Fatal("no set is admissible")
			}
			seen, draws := map[string]bool{}, 0
			for seed := uint64(0); len(seen) < len(want) && seed < uint64(100*len(want)); seed++ {
				m, err := maker().Make(context.Background(), c.d, rng.New(seed), nil)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				key := cardtest.SetKey(m.Puzzle)
				if !want[key] {
					t.Fatalf("seed %d: %s is not admissible", seed, key)
				}
				if len(m.Solutions) != max(c.d.Solutions, 1) {
					t.Fatalf("seed %d: %d solutions", seed, len(m.Solutions))
				}
				seen[key] = true
				draws++
			}
			if len(seen) != len(want) {
				t.Errorf("%d of %d admissible sets in %d draws", len(seen), len(want), draws)
			}
			t.Logf("%d admissible sets in %d draws", len(want), draws)
		})
	}
}

// TestSeveralSolutionsOfALineup: a line-up too large to be listed has as many solutions as are asked for, and the same seed
// gives it again.
func TestSeveralSolutionsOfALineup(t *testing.T) {
	p := cardtest.LineUp(t, false)
	for k := 2; k <= 4; k++ {
		d := Demand{Puzzle: p, Solutions: k, Where: cardtest.MustParse(t, p, "left(Name = Ann, Meat = pork)")}
		m, err := maker().Make(context.Background(), d, rng.New(3), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := cardtest.Solved(t, m.Puzzle, k+5)
		if len(got) != k {
			t.Errorf("%d solutions, not %d", len(got), k)
		}
		for _, s := range got {
			if !p.Holds(d.Where, s) {
				t.Error(p.ThingText(s))
			}
		}
		again, err := maker().Make(context.Background(), d, rng.New(3), nil)
		if err != nil || again.Puzzle.Desc() != m.Puzzle.Desc() {
			t.Errorf("the same seed gives another puzzle: %v", err)
		}
	}
}

func TestConflictsOfFactoredPuzzlesAreNamed(t *testing.T) {
	p := cardtest.LineUp(t, false)
	small := cardtest.Made(t, &deck.Puzzle{Lineup: &deck.Lineup{Places: 2, Categories: []deck.Property{{Name: "A", Values: []string{"a", "b"}}}}})
	form := func(o deck.Op, lo, hi int) FormBound { return FormBound{deck.Form(o.String()), lo, hi} }
	for _, c := range []struct {
		d    Demand
		want string
	}{
		{Demand{Puzzle: small, Forms: []FormBound{form(deck.At, 5, -1)}}, "[at least 5 of form at]"},
		{Demand{Puzzle: p, Forms: []FormBound{form(deck.At, 3, 2)}}, "[at least 3 and at most 2 of form at]"},
		{Demand{Puzzle: p, MinClues: 5, MaxClues: 4}, "[at least 5 clues at most 4 clues]"},
		{Demand{Puzzle: p, MaxClues: 5, Forms: []FormBound{form(deck.At, 1, -1), form(deck.Next, 3, -1), form(deck.Same, 3, -1)}}, "[at most 5 clues at least 3 of form next at least 3 of form same]"},
		{Demand{Puzzle: p, MinClues: 5, Forms: []FormBound{form(deck.At, 0, 2), form(deck.Next, 0, 1)}}, "[at least 5 clues at most 2 of form at at most 1 of form next]"},
		{Demand{Puzzle: p, Useless: Require, Forms: []FormBound{form(deck.At, 0, -1)}}, "[a useless clue]"},
		{Demand{Puzzle: small, Solutions: 3}, "[3 solutions of 2 arrangements]"},
		{Demand{Puzzle: small, Solutions: 2, Where: cardtest.MustParse(t, small, "at(A = a, 1)")}, "[exactly 2 solutions the solution has at(A = a, 1)]"},
	} {
		_, err := maker().Make(context.Background(), c.d, rng.New(1), nil)
		var conflict *ConflictError
		if !errors.As(err, &conflict) {
			t.Errorf("want %s: %v", c.want, err)
			continue
		}
		if got := fmt.Sprint(conflict.Demands); got != c.want || !conflict.Smallest {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// quota is an invariant that bounds how many clues of a form there are, and does not let them be of another.
type quota struct {
	form, not deck.Form
	lo, hi    int
	either    bool // or there is no clue but of that form
}

func (q quota) Name() string { return "quota" }

func (q quota) Restrict(context.Context, *Universe) (Restriction, error) {
	return Restriction{}, errors.ErrUnsupported
}

func (q quota) Keeps(_ context.Context, p *deck.Puzzle, _ ...deck.Thing) (bool, error) {
	var nodes []*deck.Node
	for _, c := range p.Clues {
		nodes = append(nodes, c.Expr)
	}
	return q.meets(nodes), nil
}

func (q quota) meets(clues []*deck.Node) bool {
	n := formCount(clues, q.form)
	return (n >= q.lo && (q.hi < 0 || n <= q.hi) || q.either && n == len(clues)) && formCount(clues, q.not) == 0
}

func (q quota) Prepare(_ context.Context, _ *deck.Puzzle, clues []*deck.Node) (Prepared, error) {
	pr := &preparedQuota{q: q, of: bitset.New(len(clues)), may: bitset.Full(len(clues))}
	for i, n := range clues {
		if n.Form() == q.form {
			pr.of.Set(i)
		}
		if n.Form() == q.not {
			pr.may.Clear(i)
		}
	}
	return pr, nil
}

type preparedQuota struct {
	q       quota
	of, may bitset.Set
}

func (pr *preparedQuota) Solution(*solving.Encoding) []model.Term { return nil }

func (pr *preparedQuota) At([]deck.Thing, bitset.Set) Restriction {
	r := Restriction{Clues: pr.may}
	bound := Restriction{Quotas: []Quota{{Name: "quota", Clues: pr.of, Min: pr.q.lo, Max: pr.q.hi}}}
	if !pr.q.either {
		r.Quotas = bound.Quotas
		return r
	}
	r.Cases = [][]Restriction{{bound, {Clues: pr.of}}}
	return r
}

func (pr *preparedQuota) Whole(c *Choice) model.Term {
	p := c.Problem
	var of, others, never []model.Term
	for i, t := range c.Chosen {
		if pr.of.Has(i) {
			of = append(of, t)
		} else {
			others = append(others, p.Not(t))
		}
		if !pr.may.Has(i) {
			never = append(never, p.Not(t))
		}
	}
	all := c.AtLeast(pr.q.lo, of...)
	if pr.q.hi >= 0 {
		all = p.And(all, p.Not(c.AtLeast(pr.q.hi+1, of...)))
	}
	if pr.q.either {
		all = p.Or(all, p.And(others...))
	}
	return p.And(append(never, all)...)
}

func quotasOf(d Demand) []quota {
	var out []quota
	for _, inv := range d.Invariants {
		out = append(out, inv.(quota))
	}
	return out
}

// TestEverySetUnderQuotas: bounds that invariants put on clues are met, and every set that meets them comes up, whether all arrangements
// are listed, some, or clues are added one by one.
func TestEverySetUnderQuotas(t *testing.T) {
	puztest.From(t, puztest.Usual)
	pair := cardtest.Made(t, &deck.Puzzle{Lineup: &deck.Lineup{Places: 2, Categories: []deck.Property{{Name: "A", Values: []string{"a", "b"}}, {Name: "B", Values: []string{"c", "d"}}}}})
	at, same, left := deck.Form(deck.At.String()), deck.Form(deck.Same.String()), deck.Form(deck.LeftOf.String())
	for name, invs := range map[string][]Invariant{
		"at least one":  {quota{form: same, lo: 1, hi: -1}},
		"at most one":   {quota{form: at, hi: 1}},
		"none":          {quota{form: same, not: at, lo: 1, hi: -1}},
		"one of each":   {quota{form: at, lo: 1, hi: 1}, quota{form: left, lo: 1, hi: 1}},
		"one or all at": {quota{form: at, lo: 1, hi: 1, either: true}},
	} {
		if puztest.Doing() < puztest.Whole && name != "one of each" {
			continue
		}
		for _, few := range puztest.Some([]float64{0.5, 0}, 2) {
			for _, more := range []Policy{Exclude, Allow} {
				d := Demand{Puzzle: pair, Forms: []FormBound{{at, 0, -1}, {same, 0, -1}, {left, 0, -1}}, Invariants: invs, few: few, Redundant: more}
				if more == Allow {
					d.MaxClues = 2
				}
				want := admissibleSets(t, pair, d, 3)
				seen := map[string]bool{}
				draws := uint64(0)
				for ; len(seen) < len(want) && draws < uint64(60*len(want)+100); draws++ {
					m, err := maker().Make(context.Background(), d, rng.New(draws), nil)
					if err != nil {
						t.Fatalf("%s, %v, %v: seed %d: %v", name, few, more, draws, err)
					}
					key := cardtest.SetKey(m.Puzzle)
					if !want[key] {
						t.Fatalf("%s, %v, %v: seed %d: %s is not admissible", name, few, more, draws, key)
					}
					seen[key] = true
				}
				if len(seen) != len(want) || len(want) == 0 {
					t.Errorf("%s, %v, %v: %d of %d sets in %d draws", name, few, more, len(seen), len(want), draws)
				}
				t.Logf("%s, %v, %v: %d sets in %d draws", name, few, more, len(want), draws)
			}
		}
	}
}

func formCount(clues []*deck.Node, f deck.Form) int {
	n := 0
	for _, c := range clues {
		if c.Form() == f {
			n++
		}
	}
	return n
}
