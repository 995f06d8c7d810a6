package cards

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// generatedPuzzle makes a puzzle of the family.
func generatedPuzzle(t *testing.T, params string, seed uint64, s puzzle.Settings) *Instance {
	t.Helper()
	size, err := Family{}.ParseParams(params)
	if err != nil {
		t.Fatal(err)
	}
	out, err := family().Generate(context.Background(), size, s, rng.New(seed), nil)
	if err != nil {
		t.Fatalf("%s: %v", params, err)
	}
	return out.Instance.(*Instance)
}

// TestThousandSymmetries: a thousand symmetries of puzzles of each kind keep the form.
func TestThousandSymmetries(t *testing.T) {
	puztest.From(t, puztest.Usual)
	for _, params := range []string{"3x3", "4x3x3", "5x5", "factored-3x3x3", "lineup-3x4", "round-2x5"} {
		forms := puzzle.Settings{}
		if !strings.Contains(params, "-") {
			forms["forms"] = "all"
		}
		for seed, done := uint64(1), 0; done < 1000; seed++ {
			in := generatedPuzzle(t, params, seed, forms)
			puztest.Symmetric(t, family(), in, rng.New(seed), 40)
			done += 40 * len(in.Symmetries().Names)
		}
	}
}

func opens(in *Instance) bool {
	back, err := family().Decode(in.Params(), in.Desc())
	return err == nil && back.Desc() == in.Desc()
}

// TestSymmetriesOfAnyClues: the same for random clues of every form over values of every type, listed things and line-ups.
func TestSymmetriesOfAnyClues(t *testing.T) {
	r := rng.New(6)
	tested := 0
	trials := 1200
	if puztest.Doing() < puztest.Whole {
		trials = 100
	}
	for trial := range trials {
		var p *deck.Puzzle
		switch trial % 4 {
		case 0:
			p = cardtest.Typed(t)
		case 1:
			p = cardtest.Typed(t)
			q := p.Without()
			for i := range 9 {
				q.Things = append(q.Things, p.Thing(5*i))
			}
			p = cardtest.Made(t, q)
		default:
			p = cardtest.Made(t, &deck.Puzzle{Lineup: &deck.Lineup{Places: 3, Round: trial%4 == 3, Categories: []deck.Property{
				{Name: "Name", Values: []string{"Ann", "Bob", "Cy"}}, {Name: "Age", Type: deck.Integer, Values: []string{"20", "30", "35"}},
				{Name: "Size", Type: deck.Ordered, Values: []string{"S", "M", "L"}}, {Name: "Friend", Values: []string{"Bob", "Cy", "Dee"}}}}})
		}
		for range 3 {
			if n := cardtest.RandomNode(r, p, 2); p.ValidateExpr(n) == nil {
				p.Clues = append(p.Clues, deck.Clue{Expr: n})
			}
		}
		// Not every formula has a text that is read back as it is.
		if in := instance(t, p); opens(in) {
			puztest.Symmetric(t, family(), in, r, 1)
			tested++
		}
	}
	if tested < trials*2/3 {
		t.Errorf("%d puzzles tested", tested)
	}
}

// leastClues tries all names of values and all orders of properties, and gives the least list of clues.
func leastClues(p *deck.Puzzle) string {
	perms := func(n int) [][]int {
		out := [][]int{nil}
		for k := range n {
			var next [][]int
			for _, p := range out {
				for i := range k + 1 {
					next = append(next, slices.Insert(slices.Clone(p), i, k))
				}
			}
			out = next
		}
		return out
	}
	least := ""
	values := make([][]int, len(p.Properties))
	var text func(n *deck.Node, props []int) string
	text = func(n *deck.Node, props []int) string {
		switch n.Op {
		case deck.Is, deck.IsNot:
			return fmt.Sprint(n.Op, props[n.Prop], values[n.Prop][n.Val])
		}
		var parts []string
		for _, a := range n.Args {
			parts = append(parts, text(a, props))
		}
		if n.Op != deck.Implies {
			slices.Sort(parts)
		}
		return fmt.Sprint(n.Op, n.Num, parts)
	}
	for _, props := range perms(len(p.Properties)) {
		var choose func(k int)
		choose = func(k int) {
			if k < len(values) {
				for _, v := range perms(len(p.Properties[k].Values)) {
					values[k] = v
					choose(k + 1)
				}
				return
			}
			var sizes, list []string
			order := make([]int, len(props))
			for k, to := range props {
				order[to] = len(p.Properties[k].Values)
			}
			for i := range p.Clues {
				list = append(list, text(p.Clues[i].Expr, props))
			}
			slices.Sort(list)
			sizes = append(sizes, fmt.Sprint(order))
			if s := strings.Join(append(sizes, list...), "\n"); least == "" || s < least {
				least = s
			}
		}
		choose(0)
	}
	return least
}

// TestAgainstAllNames: of small puzzles, those have equal forms that some names and some order make the same list of clues. Of many
// puzzles of two properties with three values there are fewer than it seems.
func TestAgainstAllNames(t *testing.T) {
	least, keys := map[string]string{}, map[string]string{}
	merged := 0
	for _, params := range []string{"3x3", "2x3", "2x2x2"} {
		for seed := uint64(1); seed <= puztest.Few(400); seed++ {
			s := puzzle.Settings{}
			if seed%2 == 0 {
				s["forms"] = "is,is-not,if-is,if-is-not,or,and,xor,not,iff,exactly"
			}
			in := generatedPuzzle(t, params, seed, s)
			f, err := in.Canonical(context.Background(), 0)
			if err != nil || !f.Exact {
				t.Fatal(f.Exact, err)
			}
			key, brute := string(f.Key), leastClues(in.P)
			if old, ok := least[key]; ok && old != brute {
				t.Fatalf("different puzzles have one form:\n%s\n\n%s", old, brute)
			} else if ok {
				merged++
			}
			if old, ok := keys[brute]; ok && old != key {
				t.Fatalf("one puzzle has two forms:\n%s", brute)
			}
			least[key], keys[brute] = brute, key
		}
	}
	if (merged < 100 || len(least) < 300) && puztest.Doing() >= puztest.Whole {
		t.Errorf("%d merged, %d forms: the test tests little", merged, len(least))
	}
}

// TestWhatCounts: pairs of puzzles that are one, and pairs that are not.
func TestWhatCounts(t *testing.T) {
	type pair struct {
		name string
		a, b *deck.Puzzle
		same bool
	}
	ints := func(values ...string) []deck.Property {
		return []deck.Property{{Name: "A", Type: deck.Integer, Values: values}, {Name: "B", Type: deck.Integer, Values: values}}
	}
	words := func(b ...string) []deck.Property {
		return []deck.Property{{Name: "A", Values: []string{"x", "y"}}, {Name: "B", Values: b}}
	}
	of := func(props []deck.Property, clues ...string) *deck.Puzzle {
		return cardtest.Made(t, &deck.Puzzle{Properties: props}, clues...)
	}
	for _, c := range []pair{
		{"order of clues", cardtest.Cars(t, "top = red", "body <> blue"), cardtest.Cars(t, "body <> blue", "top = red"), true},
		{"names of values", cardtest.Cars(t, "top = red", "body <> blue"), cardtest.Cars(t, "top = green", "body <> red"), true},
		{"properties exchanged", cardtest.Cars(t, "top = red => body = blue"), cardtest.Cars(t, "body = red => top = blue"), true},
		{"contraposition", cardtest.Cars(t, "top = red => body = blue"), cardtest.Cars(t, "body <> blue => top <> red"), false},
		{"order of operands", cardtest.Cars(t, "top = red or body = blue"), cardtest.Cars(t, "body = blue or top = red"), true},
		{"equal texts", of(words("x", "y"), "A = B"), of(words("x", "z"), "A = B"), false},
		{"equal texts that no clue compares", of(words("x", "y"), "A = x"), of(words("x", "z"), "A = x"), true},
		{"numbers compared", of(ints("1", "2", "4"), "A < B"), of(ints("3", "7", "8"), "B > A"), true},
		{"numbers compared with one", of(ints("1", "2", "4"), "A < 3"), of(ints("3", "7", "9"), "A < 8"), true},
		{"another number", of(ints("1", "2", "4"), "A < 2"), of(ints("1", "2", "4"), "A < 4"), false},
		{"numbers added", of(ints("1", "2", "4"), "A + A = B"), of(ints("1", "2", "5"), "A + A = B"), false},
		{"mirrored", cardtest.LineUp(t, false, "left(Name = Ann, Age = 20)"), cardtest.LineUp(t, false, "right(Name = Ann, Age = 20)"), true},
		{"ends", cardtest.LineUp(t, false, "at(Name = Ann, 1)"), cardtest.LineUp(t, false, "at(Name = Bob, 4)"), true},
		{"not the end", cardtest.LineUp(t, false, "at(Name = Ann, 1)"), cardtest.LineUp(t, false, "at(Name = Bob, 2)"), false},
		{"turned", cardtest.LineUp(t, true, "at(Name = Ann, 1)"), cardtest.LineUp(t, true, "at(Name = Bob, 2)"), true},
		{"turned by calculation", cardtest.LineUp(t, true, "pos(Name = Ann) = 1"), cardtest.LineUp(t, true, "pos(Name = Ann) = 2"), false},
	} {
		a, err1 := instance(t, c.a).Canonical(context.Background(), 0)
		b, err2 := instance(t, c.b).Canonical(context.Background(), 0)
		if err1 != nil || err2 != nil || (string(a.Key) == string(b.Key)) != c.same {
			t.Errorf("%s: the same is %v, want %v; %v, %v", c.name, !c.same, c.same, err1, err2)
		}
	}
}

// TestFormsWithinBudget: puzzles with as many symmetries as there can be take no more steps than they may, say so, and are not merged.
func TestFormsWithinBudget(t *testing.T) {
	const budget = 200_000
	forms := map[string]string{}
	for _, size := range [][]int{{3, 3}, {12, 12, 12}, {40, 40, 40}, slices.Repeat([]int{16}, 200)} {
		for name, clue := range map[string]func(i int) *deck.Node{
			"no clues": func(int) *deck.Node { return nil },
			"a ring": func(i int) *deck.Node {
				return deck.ImpliesNode(deck.IsNode(i%len(size), i%3), deck.IsNode((i+1)%len(size), i%3))
			},
			"a ladder": func(i int) *deck.Node {
				return deck.ImpliesNode(deck.IsNode(i%len(size), i%size[0]), deck.IsNotNode((i+1)%len(size), i%size[0]))
			},
			"all alike": func(i int) *deck.Node { return deck.IsNotNode(i%len(size), i%size[0]) },
		} {
			p := &deck.Puzzle{Factored: true}
			for k, n := range size {
				q := deck.Property{Name: fmt.Sprint("P", k)}
				for v := range n {
					q.Values = append(q.Values, fmt.Sprint("v", v))
				}
				p.Properties = append(p.Properties, q)
			}
			for i := range 400 {
				if n := clue(i); n != nil {
					p.Clues = append(p.Clues, deck.Clue{Expr: n})
				}
			}
			f, err := instance(t, p).Canonical(context.Background(), budget)
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("%s, %d properties of %d: exact %v after %d steps", name, len(size), size[0], f.Exact, f.Work)
			t.Log(name)
			if f.Work > 2*budget+400_000 {
				t.Error("too many steps")
			}
			if old, ok := forms[string(f.Key)]; ok {
				t.Errorf("%s has the form of %s", name, old)
			}
			forms[string(f.Key)] = name
		}
	}
}
