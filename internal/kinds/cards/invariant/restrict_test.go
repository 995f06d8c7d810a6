package invariant

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
)

// generationInvariants are invariants of all sorts: about solutions, about single clues, about how many there are, and about
// what clues ban together.
var generationInvariants = []struct {
	text string
	sets bool // said by sets and quotas alone
}{
	{"context Thing inv: Thing.allInstances->exists(t | t.banned=false and t.value('top')='red' and t.value('body')<>'red')", true},
	{"context Thing inv: cluesValid()->exists(t | t.value('top')='red')", true},
	{"context Thing inv: value('top')='green' implies banned", true},
	{"context Clue inv: prem<>conc", true},
	{"context Clue inv: prem.name<>conc.name or prem=conc", true},
	{"context c:Clue inv: c.negatedP=false", true},
	{"context Clue inv: toStr <> 'top=red'", true},
	{"context Clue inv: form = 'is' or form = 'if-is'", true},
	{"context Clue inv: bansThing()->size() <= 3", true},
	{"context Clue inv: bannedThings->notEmpty()", true},
	{"context Clue inv: Clue.allInstances->select(prem<>conc)->size() >= 2", true},
	{"context Clue inv: Clue.allInstances->select(prem<>conc)->size() <= 1", true},
	{"context Clue inv: Clue.allInstances->one(c | c.prem=c.conc)", true},
	{"context Thing inv: Clue.allInstances->exists(c1,c2,c3 | c1<>c2 and c1<>c3 and c2<>c3 and c1.prem<>c1.conc and c2.prem<>c2.conc and c3.prem<>c3.conc)", true},
	{"context Thing inv: Clue.allInstances->exists(c | c.prem=c.conc and c.negatedP=true)", true},
	{"context Clue inv: Clue.allInstances->exists(c | c.prem=c.conc) implies Clue.allInstances->exists(c | c.negatedP)", true},
	{"context Clue inv: Clue.allInstances->isUnique(prem)", true},
	{"context a, b : Clue inv: a<>b implies a.conc<>b.conc", true},
	{"context Thing inv: banned implies banningClues->size() <= 2", true},
	{"context Clue inv: Thing.allInstances->exists(t | t.banningClues->size() = 2)", true},
	{"context Clue inv: Clue.allInstances->collect(bannedThings->size())->sum() < 12", false},
	{"context Thing inv: Thing.allInstances->any(t | not t.banned).value('top') = 'red' implies Clue.allInstances->forAll(c | c.prem.name = 'body')", true},
	{"context Thing inv: banned = banningClues->notEmpty()", true},
	{"context Thing inv: 1 = 2", true},
	{"context Thing inv: property->size() = 2", true},
	{"context Thing inv: Clue.allInstances->exists(c | c.text.size() > 0)", true},
}

// TestRestrictions compares what invariants are compiled to with the evaluator, for random sets of clues.
func TestRestrictions(t *testing.T) {
	p := puzzleOf(t, false, []string{"top: red blue green", "body: red blue green"})
	forms := append(deck.PaperForms(), deck.FormOr)
	u := universeOf(t, p, forms)
	for _, c := range generationInvariants {
		set := compileText(t, c.text)
		for _, solutions := range []int{1, 2} {
			inv := set.Generation(solutions)[0]
			r, err := inv.Restrict(context.Background(), u)
			if err != nil {
				t.Errorf("%s: %v", c.text, err)
				continue
			}
			if solutions == 1 && (r.Terms == nil) != c.sets {
				t.Errorf("%s: sets and quotas are enough: %v", c.text, r.Terms == nil)
			}
			j := newJudge(t, u, r)
			stream := rng.New(7).Derive("sets")
			tried := 0
			for tried < 40 {
				chosen, left := drawClues(stream, u, solutions)
				if len(left) != solutions {
					continue
				}
				tried++
				q := *p
				for _, i := range chosen {
					q.Clues = append(q.Clues, deck.Clue{Expr: u.Clues[i]})
				}
				if err := q.Validate(); err != nil {
					t.Fatal(err)
				}
				var solutions []deck.Thing
				for _, t := range left {
					solutions = append(solutions, p.Thing(t))
				}
				want, err := inv.Keeps(context.Background(), &q, solutions...)
				if err != nil {
					t.Fatal(err)
				}
				if got := j.judge(t, chosen, left); got != want {
					t.Fatalf("%s: with %d solutions the compiled form says %v of %v, which leave %v", c.text, solutions, got, chosen, left)
				}
			}
		}
	}
}

func universeOf(t testing.TB, p *deck.Puzzle, forms []deck.Form) *choose.Universe {
	t.Helper()
	table, err := solving.NewTable(p)
	if err != nil {
		t.Fatal(err)
	}
	u := &choose.Universe{Table: table}
	add := func(n *deck.Node) {
		u.Clues = append(u.Clues, n)
		u.Forms = append(u.Forms, n.Form())
		u.Bans = append(u.Bans, table.Bans(n))
	}
	var atoms []*deck.Node
	for k := range p.Properties {
		for v := range p.Properties[k].Values {
			atoms = append(atoms, deck.IsNode(k, v), deck.IsNotNode(k, v))
		}
	}
	for _, a := range atoms {
		add(a)
	}
	for _, a := range atoms {
		for _, b := range atoms {
			if a.Prop != b.Prop || a.Val != b.Val {
				add(deck.ImpliesNode(a, b))
			}
		}
	}
	for _, f := range forms {
		if f == deck.FormOr {
			add(&deck.Node{Op: deck.Or, Args: []*deck.Node{atoms[0], atoms[len(atoms)-2]}})
		}
	}
	return u
}

// drawClues draws clues until as many things are left as wanted, and sometimes one more.
func drawClues(stream *rng.Stream, u *choose.Universe, solutions int) (chosen, left []int) {
	all := bitset.Full(u.Table.N)
	in := map[int]bool{}
	for all.Count() > solutions || stream.IntN(3) == 0 {
		i := stream.IntN(len(u.Clues))
		if !in[i] {
			in[i] = true
			all.AndNot(u.Bans[i])
		}
	}
	for i := range u.Clues {
		if in[i] {
			chosen = append(chosen, i)
		}
	}
	return chosen, all.List()
}

// judge evaluates a restriction.
type judge struct {
	r     choose.Restriction
	s     *choose.Selection
	terms []model.Term
}

func newJudge(t *testing.T, u *choose.Universe, r choose.Restriction) *judge {
	p := model.NewProblem()
	s := &choose.Selection{Problem: p}
	for i := range u.Clues {
		s.Chosen = append(s.Chosen, p.Bool(fmt.Sprintf("clue %d", i)))
	}
	for i := range u.Table.N {
		s.Left = append(s.Left, p.Bool(fmt.Sprintf("left %d", i)))
	}
	j := &judge{r: r, s: s}
	if r.Terms != nil {
		var err error
		if j.terms, err = r.Terms(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Err(); err != nil {
		t.Fatal(err)
	}
	return j
}

func (j *judge) judge(t *testing.T, chosen, left []int) bool {
	if !meets(j.r, chosen, left) {
		return false
	}
	for _, group := range j.r.Cases {
		if !slices.ContainsFunc(group, func(r choose.Restriction) bool { return meets(r, chosen, left) }) {
			return false
		}
	}
	n := len(j.s.Chosen)
	a := make(model.Assignment, n+len(j.s.Left))
	for i := range a {
		a[i] = model.BoolValue(false)
	}
	for _, i := range chosen {
		a[i] = model.BoolValue(true)
	}
	for _, i := range left {
		a[n+i] = model.BoolValue(true)
	}
	for _, term := range j.terms {
		v, err := j.s.Problem.Eval(term, a)
		if err != nil {
			t.Fatal(err)
		}
		if !v.Bool() {
			return false
		}
	}
	return true
}

// meets judges the sets and quotas of a restriction.
func meets(r choose.Restriction, chosen, left []int) bool {
	for _, i := range left {
		if r.Solutions != nil && !r.Solutions.Has(i) {
			return false
		}
	}
	for _, i := range chosen {
		if r.Clues != nil && !r.Clues.Has(i) {
			return false
		}
	}
	for _, q := range r.Quotas {
		n := 0
		for _, i := range chosen {
			if q.Clues.Has(i) {
				n++
			}
		}
		if n < q.Min || q.Max >= 0 && n > q.Max {
			return false
		}
	}
	return true
}

// BenchmarkRestrict compiles invariants over 5×5×5 things and the clues of the paper's forms.
func BenchmarkRestrict(b *testing.B) {
	var props []string
	for k := range 3 {
		props = append(props, fmt.Sprintf("p%d: a%d b%d c%d d%d e%d", k, k, k, k, k, k))
	}
	p := puzzleOf(b, false, props)
	u := universeOf(b, p, deck.PaperForms())
	for _, c := range []struct{ name, text string }{
		{"solution", "context Thing inv: Thing.allInstances->exists(t | t.banned=false and t.value('p0')='a0' and t.value('p1')='b1')"},
		{"form", "context Clue inv: prem<>conc"},
		{"three", "context Thing inv: Clue.allInstances->exists(c1,c2,c3 | c1<>c2 and c1<>c3 and c2<>c3 and c1.prem<>c1.conc and c2.prem<>c2.conc and c3.prem<>c3.conc)"},
		{"useful", "context Clue inv: bansThing()->size() >= 2"},
		{"overlap", "context Thing inv: banned implies banningClues->size() <= 2"},
	} {
		set := compileText(b, c.text)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				r, err := set.Generation(1)[0].Restrict(context.Background(), u)
				if err != nil {
					b.Fatal(err)
				}
				_ = r
			}
		})
	}
}
