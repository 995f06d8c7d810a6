package cards

import (
	"fmt"
	"sort"
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// The state of a factored puzzle is a list of marks on pairs. In a line-up, the places are items 0..n-1 and value v of category
// c is item (c+1)*n + v; 3=12 says that two items go together, 3!12 that they do not. In other puzzles the pair is a property
// and the index of a value: 3=2, 3!2. "-" is no mark at all, and the move 3?12 takes a mark away.

// pair is a mark on two items, or on a property and a value.
type pair struct{ x, y int }

// facts are marks: true when the two go together.
type facts map[pair]bool

// pairOf gives the pair that a mark is on.
func (in *Instance) pairOf(m lineup.Mark) (pair, error) {
	if l := in.P.Lineup; l != nil {
		items := (len(l.Categories) + 1) * l.Places
		if m.X >= items || m.Y >= items {
			return pair{}, fmt.Errorf("a mark of %d and %d: expected items 0 to %d", m.X, m.Y, items-1)
		}
		if m.X/l.Places == m.Y/l.Places {
			return pair{}, fmt.Errorf("a mark of %d and %d: %s and %s are of one category", m.X, m.Y, in.itemText(m.X), in.itemText(m.Y))
		}
		return pair{min(m.X, m.Y), max(m.X, m.Y)}, nil
	}
	if m.X >= len(in.P.Properties) || m.Y >= len(in.P.Properties[m.X].Values) {
		return pair{}, fmt.Errorf("a mark of %d and %d: expected properties 0 to %d and the index of a value", m.X, m.Y, len(in.P.Properties)-1)
	}
	return pair{m.X, m.Y}, nil
}

// itemText names an item of a line-up.
func (in *Instance) itemText(x int) string {
	l := in.P.Lineup
	if x < l.Places {
		return "place " + strconv.Itoa(x+1)
	}
	c := &l.Categories[x/l.Places-1]
	return c.Name + " " + c.Values[x%l.Places]
}

func (in *Instance) readFacts(s puzzle.State) (facts, error) {
	f := facts{}
	return f, lineup.ReadMarks(string(s), func(m lineup.Mark) error {
		k, err := in.pairOf(m)
		if err == nil {
			f[k] = m.Same
		}
		return err
	})
}

func (f facts) list() []pair {
	keys := make([]pair, 0, len(f))
	for k := range f {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		return keys[i].x < keys[j].x || keys[i].x == keys[j].x && keys[i].y < keys[j].y
	})
	return keys
}

func (k pair) mark(same bool) lineup.Mark { return lineup.Mark{X: k.x, Y: k.y, Same: same} }

func (k pair) move(same bool) puzzle.Move { return puzzle.Move(k.mark(same).String()) }

func (f facts) state() puzzle.State {
	var marks []lineup.Mark
	for _, k := range f.list() {
		marks = append(marks, k.mark(f[k]))
	}
	return puzzle.State(lineup.MarksText(marks))
}

// factMoves makes moves of a factored puzzle.
func (in *Instance) factMoves() puzzle.Positions[facts] {
	return puzzle.Positions[facts]{Read: in.readFacts, Write: facts.state, Make: func(f facts, move puzzle.Move) error {
		m, erase, err := lineup.ReadMove(string(move))
		if err != nil {
			return err
		}
		k, err := in.pairOf(m)
		switch {
		case err != nil:
			return err
		case erase:
			delete(f, k)
		default:
			f[k] = m.Same
		}
		return nil
	}}
}

// atomPair gives the mark that an atom is.
func (in *Instance) atomPair(a *deck.Node) (pair, bool) {
	if l := in.P.Lineup; l != nil {
		c, i := a.Prop/l.Places, a.Prop%l.Places
		return pair{i, (c+1)*l.Places + a.Val}, a.Op == deck.Is
	}
	return pair{a.Prop, a.Val}, a.Op == deck.Is
}

// atomOf gives the atom that a mark is; nil for a mark on two values of a line-up.
func (in *Instance) atomOf(k pair, same bool) *deck.Node {
	n := &deck.Node{Op: deck.IsNot, Prop: k.x, Val: k.y}
	if l := in.P.Lineup; l != nil {
		if k.x >= l.Places {
			return nil
		}
		n.Prop, n.Val = (k.y/l.Places-1)*l.Places+k.x, k.y%l.Places
	}
	if same {
		n.Op = deck.Is
	}
	return n
}

// statement gives a mark as a statement.
func (in *Instance) statement(k pair, same bool) *deck.Node {
	if a := in.atomOf(k, same); a != nil {
		return a
	}
	l := in.P.Lineup
	item := func(x int) *deck.Node { return &deck.Node{Op: deck.Item, Prop: x/l.Places - 1, Val: x % l.Places} }
	op := deck.Other
	if same {
		op = deck.Same
	}
	return deck.Join(op, item(k.x), item(k.y))
}

// judgeFacts judges the marks of a factored puzzle: conflicts are marks that contradict those before them, and clues that
// are false with all marks. It looks at no solution.
func (in *Instance) judgeFacts(s puzzle.State) (puzzle.Verdict, error) {
	f, err := in.readFacts(s)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	var v puzzle.Verdict
	k := laws.NewKnowledge(in.P)
	wrong := func(p pair) {
		r := in.markRef(p, f[p])
		r.Rule = "marks"
		v.Conflicts = append(v.Conflicts, r)
	}
	for _, p := range f.list() {
		a := in.atomOf(p, f[p])
		switch {
		case a == nil:
		case k.Eval(a) == laws.False:
			wrong(p)
		case a.Op == deck.Is:
			k.Narrow(a.Prop, a.Val)
		case !k.Assert(a):
			wrong(p)
		}
	}
	for _, p := range f.list() {
		if in.atomOf(p, f[p]) == nil && k.Eval(in.statement(p, f[p])) == laws.False {
			wrong(p)
		}
	}
	if len(v.Conflicts) == 0 {
		for _, r := range in.falseClues(k) {
			r.Rule = "clue " + r.ID
			v.Conflicts = append(v.Conflicts, r)
		}
	}
	v.Complete = k.Solved()
	if v.Complete && len(v.Conflicts) == 0 {
		t := make(deck.Thing, len(in.P.Properties))
		for i := range t {
			t[i] = k.Single(i)
		}
		v.Solved = in.P.CheckThing(t) == nil
	}
	return v, nil
}

// Mistakes lists the marks of a factored puzzle that a solution does not have.
func (in *Instance) Mistakes(s puzzle.State, solution puzzle.Solution) ([]puzzle.Ref, error) {
	f, err := in.readFacts(s)
	if err != nil {
		return nil, err
	}
	sol, ok := solution.(Solution)
	if !ok || len(sol.T) != len(in.P.Properties) {
		return nil, fmt.Errorf("the solution belongs to another puzzle")
	}
	var wrong []puzzle.Ref
	for _, k := range f.list() {
		if !in.P.Holds(in.statement(k, f[k]), sol.T) {
			wrong = append(wrong, in.markRef(k, f[k]))
		}
	}
	return wrong, nil
}

// markRef refers to a mark.
func (in *Instance) markRef(k pair, same bool) puzzle.Ref {
	return puzzle.Ref{Kind: "mark", ID: string(k.move(same)), Text: saying.Phrase(in.P, in.statement(k, same), in.lang())}
}

// falseClues lists the clues that are false whatever is still open.
func (in *Instance) falseClues(k *laws.Knowledge) []puzzle.Ref {
	var out []puzzle.Ref
	for i := range in.P.Clues {
		if k.Eval(in.P.Clues[i].Expr) == laws.False {
			out = append(out, in.clueRef(i))
		}
	}
	return out
}
