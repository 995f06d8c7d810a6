package zebra

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/lineup"
)

// Limits of a puzzle. What is larger is refused with a clear error, so that no input can take unbounded time or memory
// before the search, which has a budget of its own.
const (
	maxCategories = 32      // categories, the line included
	maxItems      = 32      // items in a category
	maxClues      = 1000    // clues of a puzzle
	maxNodes      = 200     // parts of one clue
	maxDepth      = 12      // nesting of one clue
	maxLabel      = 80      // characters of a label
	unit          = 1000000 // Value of the number 1
)

// Value is a number of millionths: labels and bounds may have six decimals.
type Value = lineup.Value

// open is the bound that no difference reaches.
const open = lineup.Open

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

	toldIn string  // the language in which it is told instead of Lang; empty: in Lang
	source *Puzzle // the puzzle as it was made, of one that is told in another language; nil: this one
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

// value gives the number by which an item of a category compares.
func (p *Puzzle) value(cat, i int) Value {
	if c := &p.Cats[cat]; c.Order == Numeric {
		return c.Values[i]
	}
	return Value(i+1) * unit
}

// Grid is an assignment: Grid[c][e] is the index of the item of category c that goes with item e of the anchor.
type Grid [][]int

// where gives the anchor index that item x goes with.
func (g Grid) where(n, x int) int {
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
// a number from numKinds on.
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
	numKinds
)

// kindNames are the names of the forms, in options, explanations and statistics.
var kindNames = [numKinds]string{
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

// holds compares a with b.
func (r Rel) holds(a, b Value) bool {
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

// negated gives the relation that holds when r does not.
func (r Rel) negated() Rel {
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

// compared visits the categories whose values a clue looks at.
func (c *Clue) compared(visit func(cat int)) {
	c.Walk(func(c *Clue) {
		if c.Kind.compares() {
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
		for _, w := range c.Who {
			add(w.Item)
		}
		for _, x := range c.Items {
			add(x)
		}
		for _, t := range c.Terms {
			add(t.Who.Item)
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
	return 0, unknownItem(p, ref)
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

func single(set uint64) bool { return bits.OnesCount64(set) == 1 }
