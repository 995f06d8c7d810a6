// Package matching says what a zebra puzzle is, and what its clues mean.
//
// A [Puzzle] has categories of N items each and clues. One category may be the line: places in a row, or seats round a
// table. The line, or without one the first category, is the anchor, to which the items of the other categories are
// matched; a [Grid] says how. Items are numbered category by category.
//
// A [Clue] is a tree. Its leaves are statements of the forms listed at [Kind] about those who have certain items, or stand
// some places from them; and, or, exactly one, not, if and iff join them. What statements about places mean stands in package lineup.
// [Puzzle.Holds] judges complete grids, and [Puzzle.Implies] fills in half-empty ones with three truth values: it checks the steps of
// explanations. Both share no code with the solver.
//
// [Facts] are the marks of a player, or what an explanation has found.
package matching

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/lineup"
)

// Limits of a puzzle. What is larger is refused with a clear error, so that no input can take unbounded time or memory
// before the search, which has a budget of its own.
const (
	MaxCategories = 32   // categories, the line included
	MaxItems      = 32   // items in a category
	MaxClues      = 1000 // clues of a puzzle
	MaxNodes      = 200  // parts of one clue
	MaxDepth      = 12   // nesting of one clue
	maxLabel      = 80   // characters of a label
)

// Value is a number of millionths: labels and bounds may have six decimals.
type Value = lineup.Value

// Order says how the items of a category compare.
type Order int

const (
	Unordered Order = iota // they do not
	Ranked                 // by their place in the list
	Numeric                // by their values
)

// Category is a set of items, one for each person, house, day or whatever the puzzle is about.
type Category struct {
	Name   string
	Items  []string
	Order  Order
	Values []Value           // by item, when Order is Numeric
	Phrase map[string]string // by language: how to speak of the one with an item; {} stands for the item
}

// Puzzle is a puzzle of matching the items of all categories one to one.
//
// Items are named by number, category*N + index. The line, if there is one, is the category of places in a row or seats
// round a table; without one the first category is what the others are matched to. Either way it is the anchor.
type Puzzle struct {
	Title    string
	Story    string
	N        int // items in each category
	Cats     []Category
	Line     int  // category of the places, -1 for none
	Implicit bool // the line was not stated: solutions do not list it
	Round    bool // the line is a round table
	Numbered bool // seats have numbers; otherwise solutions that differ by a turn of the table are one
	InTime   bool // places are before and after one another, rather than left and right
	Clues    []*Clue
	Ask      []Question
	Lang     string // language of the labels, one of those that the family speaks
	Level    string // what the source says about the puzzle's level; for information

	ToldIn string  // the language in which it is told instead of Lang; empty: in Lang
	Source *Puzzle // the puzzle as it was made, of one that is told in another language; nil: this one
}

// Question asks for one fact: which item of a category goes with an item.
type Question struct {
	Item int
	Cat  int
	Text string // the question as its author asks it; empty for the standard form
}

// Anchor gives the category that solutions are listed by.
func (p *Puzzle) Anchor() int { return max(p.Line, 0) }

// M gives the number of categories.
func (p *Puzzle) M() int { return len(p.Cats) }

// Label gives the label of an item.
func (p *Puzzle) Label(x int) string { return p.Cats[x/p.N].Items[x%p.N] }

// Value gives the number by which an item of a category compares.
func (p *Puzzle) Value(cat, i int) Value {
	if c := &p.Cats[cat]; c.Order == Numeric {
		return c.Values[i]
	}
	return Value(i+1) * lineup.Unit
}

// Grid is an assignment: Grid[c][e] is the index of the item of category c that goes with item e of the anchor.
type Grid [][]int

// Where gives the anchor index that item x goes with.
func (g Grid) Where(n, x int) int {
	for e, i := range g[x/n] {
		if i == x%n {
			return e
		}
	}
	return -1
}

// Who denotes one of those whom the puzzle is about: the one with an item, or the one some places further along the line.
type Who struct {
	Item  int
	Shift int // places after (in the order of the line, negative: before); at a round table, seats clockwise
}

// Kind is the form of a clue. Those about places are files of the room lineup, which says what they mean; a file without a name here has
// a number from NumKinds on.
type Kind int

// The forms of clues. A and B are the first and second of Who.
const (
	Is             Kind = iota // A and B are the same
	IsNot                      // A and B are different
	OneOf                      // A has one of Items
	Before                     // B's value less A's is within Lo..Hi; at a round table, A sits Lo/unit seats to the left of B
	After                      // A's value less B's is within Lo..Hi; at a round table, A sits Lo/unit seats to the right of B
	NotBefore                  // A's value is at least B's
	NotAfter                   // A's value is at most B's
	Near                       // the values of A and B differ by Lo..Hi, either way
	NotNear                    // they do not
	Between                    // A is somewhere between B and the third, in either order
	BetweenInOrder             // A is after B and before the third
	Amid                       // A is directly between B and the third, in either order
	At                         // A has place number Index in the category
	First                      // A has the first place
	Last                       // A has the last place
	Ends                       // A has the first or the last place
	Middle                     // A has the middle place; of an even number of places, one of the two
	Even                       // A's place is even
	Odd                        // A's place is odd
	SameParity                 // the places of A and B are both even or both odd
	DiffParity                 // they are not
	Pair                       // of A and B, one is the third and the other the fourth
	Sum                        // the sum of Terms stands in relation Rel to Const
	And                        // all of Sub
	Or                         // at least one of Sub
	Xor                        // exactly one of Sub
	Not                        // not Sub[0]
	If                         // if Sub[0] then Sub[1]
	Iff                        // Sub[0] exactly if Sub[1]
	NumKinds                   // how many have a name here
)

// kindNames are the names of the forms, in options, explanations and statistics.
var kindNames = [NumKinds]string{
	"is", "is-not", "one-of", "before", "after", "not-before", "not-after", "near", "not-near", "between",
	"between-in-order", "amid", "at", "first", "last", "ends", "middle", "even", "odd", "same-parity", "different-parity",
	"pair", "sum", "and", "or", "either", "not", "if", "iff",
}

// Rel is a relation of numbers.
type Rel string

// The relations.
const (
	EQ Rel = "="
	NE Rel = "!="
	LT Rel = "<"
	LE Rel = "<="
	GT Rel = ">"
	GE Rel = ">="
)

// Holds compares a with b.
func (r Rel) Holds(a, b Value) bool {
	switch r {
	case EQ:
		return a == b
	case NE:
		return a != b
	case LT:
		return a < b
	case LE:
		return a <= b
	case GT:
		return a > b
	default:
		return a >= b
	}
}

// Negated gives the relation that holds when r does not.
func (r Rel) Negated() Rel {
	return map[Rel]Rel{EQ: NE, NE: EQ, LT: GE, LE: GT, GT: LE, GE: LT}[r]
}

// Term is a multiple of the value that someone has in a category.
type Term struct {
	Coef int
	Who  Who
	Cat  int
}

// Clue is a statement about the solution. Which fields count depends on the Kind. A statement about someone who does not
// exist, such as the one in front of the first, is false.
type Clue struct {
	Kind   Kind
	Who    []Who
	Cat    int // category in which it compares
	Items  []int
	Lo, Hi Value
	Index  int
	Terms  []Term
	Rel    Rel
	Const  Value
	Sub    []*Clue
	Text   string // the sentence of the source; empty: rendered
	Line   int    // line in the source, 0 when there is none
}

// Walk visits a clue and all its parts.
func (c *Clue) Walk(visit func(*Clue)) {
	visit(c)
	for _, s := range c.Sub {
		s.Walk(visit)
	}
}

// Everybody visits those of whom a clue itself speaks, without its parts.
func (c *Clue) Everybody(visit func(*Who)) {
	for i := range c.Who {
		visit(&c.Who[i])
	}
	for i := range c.Terms {
		visit(&c.Terms[i].Who)
	}
}

// compared visits the categories whose values a clue looks at.
func (c *Clue) compared(visit func(cat int)) {
	c.Walk(func(c *Clue) {
		if c.Kind.Compares() {
			visit(c.Cat)
		}
		for _, t := range c.Terms {
			visit(t.Cat)
		}
	})
}

// items lists the items that a clue names, each once, in order of mention.
func (c *Clue) items(p *Puzzle) []int {
	var out []int
	seen := map[int]bool{}
	add := func(x int) {
		if !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	c.Walk(func(c *Clue) {
		c.Everybody(func(w *Who) { add(w.Item) })
		for _, x := range c.Items {
			add(x)
		}
		if c.Kind == At {
			add(c.Cat*p.N + c.Index)
		}
	})
	return out
}

// Find gives the item that a reference names: "label" when the label stands in one category only, or "category:label".
// Case and the kind of white space do not matter where that leaves no doubt.
func (p *Puzzle) Find(ref string) (int, error) {
	norm := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	for _, fold := range []func(string) string{func(s string) string { return s }, norm} {
		var hits []int
		for x, ref := 0, fold(ref); x < p.M()*p.N; x++ {
			label := fold(p.Label(x))
			if rest, ok := strings.CutPrefix(ref, fold(p.Cats[x/p.N].Name)); ok && (rest == ":"+label || rest == ": "+label) {
				return x, nil
			}
			if ref == label {
				hits = append(hits, x)
			}
		}
		if len(hits) == 1 {
			return hits[0], nil
		}
		if len(hits) > 1 {
			var names []string
			for _, x := range hits {
				names = append(names, fmt.Sprintf("%s:%s", p.Cats[x/p.N].Name, p.Label(x)))
			}
			return 0, fmt.Errorf("%q is ambiguous: write %s", nearest.Clip(ref), strings.Join(names, " or "))
		}
	}
	return 0, UnknownItem(p, ref)
}

// FindCat gives the category of a name.
func (p *Puzzle) FindCat(name string) (int, error) {
	for c := range p.Cats {
		if p.Cats[c].Name == name {
			return c, nil
		}
	}
	for c := range p.Cats {
		if strings.EqualFold(strings.TrimSpace(name), p.Cats[c].Name) {
			return c, nil
		}
	}
	return 0, unknownCat(p, name)
}

// Single tells whether a set has one member.
func Single(set uint64) bool { return bits.OnesCount64(set) == 1 }

// Size are the parameters: how many categories of how many items. Categories do not count the line of places.
type Size struct{ Categories, Items int }

// String gives them as 5x6: categories, then items.
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Categories, s.Items) }

// Size gives the parameters of a puzzle.
func (p *Puzzle) Size() Size {
	if p.Implicit {
		return Size{p.M() - 1, p.N}
	}
	return Size{p.M(), p.N}
}

// LineWord is the name of the line that a lineup does not state.
const LineWord = "position"

// AddLine adds a line of numbered places that the source does not list.
func (p *Puzzle) AddLine(name string) {
	for _, c := range p.Cats {
		if strings.EqualFold(c.Name, name) {
			name = "line " + name // a category of the puzzle has the name
		}
	}
	p.Line = len(p.Cats)
	p.Implicit = true
	p.Cats = append(p.Cats, Places(name, p.N))
}

// Places are n places in a row, numbered.
func Places(name string, n int) Category {
	c := Category{Name: name, Order: Numeric, Phrase: map[string]string{"en": name + " {}", "zh": "第{}位"}}
	for i := 1; i <= n; i++ {
		c.Items = append(c.Items, strconv.Itoa(i))
		c.Values = append(c.Values, Value(i)*lineup.Unit)
	}
	return c
}

// Plain has labels such as A1.
func Plain(size Size, lang string) *Puzzle {
	p := &Puzzle{N: size.Items, Line: -1, Lang: lang, Numbered: true}
	for c := 0; c < size.Categories; c++ {
		name := string(rune('A' + c%26))
		if c >= 26 {
			name += name
		}
		cat := Category{Name: name, Phrase: map[string]string{lang: "{}"}}
		for i := 1; i <= size.Items; i++ {
			cat.Items = append(cat.Items, fmt.Sprintf("%s%d", name, i))
		}
		p.Cats = append(p.Cats, cat)
	}
	return p
}

// Numbers lists the numbers from 0 to n-1.
func Numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
