package matching

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/lineup"
)

// Validate checks that the puzzle makes sense: sizes, labels, and every clue. It does not solve it. Readers and the
// generator call it; who builds a Puzzle by hand should.
func (p *Puzzle) Validate() error {
	if err := p.ValidateCategories(); err != nil {
		return err
	}
	for _, t := range [...]string{p.Title, p.Story, p.Level} {
		if doctree.InvalidUTF8(t) >= 0 {
			return fmt.Errorf("the text %q about the puzzle is not UTF-8", nearest.Clip(t))
		}
	}
	if len(p.Clues) > MaxClues {
		return fmt.Errorf("%d clues: at most %d are supported", len(p.Clues), MaxClues)
	}
	for i, c := range p.Clues {
		if err := p.ValidateClue(c); err != nil {
			return &doctree.Mistake{Pos: doctree.Pos{Line: c.Line}, Msg: fmt.Sprintf("clue %d: %v", i+1, err)}
		}
	}
	for i, q := range p.Ask {
		if q.Item < 0 || q.Item >= p.M()*p.N || q.Cat < 0 || q.Cat >= p.M() || q.Item/p.N == q.Cat {
			return fmt.Errorf("question %d does not ask for an item of another category", i+1)
		}
	}
	return nil
}

// ValidateCategories checks sizes and labels.
func (p *Puzzle) ValidateCategories() error {
	switch {
	case p.M() < 2:
		return fmt.Errorf("%d categories: a puzzle has at least 2", p.M())
	case p.M() > MaxCategories:
		return fmt.Errorf("%d categories: at most %d are supported", p.M(), MaxCategories)
	case p.N < 1:
		return fmt.Errorf("categories need at least one item")
	case p.N > MaxItems:
		return fmt.Errorf("%d items in a category: at most %d are supported", p.N, MaxItems)
	case p.Line >= p.M() || p.Line < -1:
		return fmt.Errorf("there is no category %d for the line", p.Line)
	case p.Round && p.Line < 0:
		return fmt.Errorf("a round table needs a category of seats")
	}
	seen := map[string]bool{}
	for _, c := range p.Cats {
		if err := checkLabel("category", c.Name); err != nil {
			return err
		}
		if key := strings.ToLower(c.Name); seen[key] {
			return fmt.Errorf("there are two categories %q", c.Name)
		} else {
			seen[key] = true
		}
		if len(c.Items) != p.N {
			return fmt.Errorf("category %s has %d items, others have %d: all must have the same number", c.Name, len(c.Items), p.N)
		}
		labels := map[string]bool{}
		for _, l := range c.Items {
			if err := checkLabel("item", l); err != nil {
				return fmt.Errorf("category %s: %w", c.Name, err)
			}
			if labels[strings.ToLower(l)] {
				return fmt.Errorf("category %s has the item %q twice", c.Name, l)
			}
			labels[strings.ToLower(l)] = true
		}
		if c.Order != Numeric {
			continue
		}
		if len(c.Values) != p.N {
			return fmt.Errorf("category %s has %d values for %d items", c.Name, len(c.Values), p.N)
		}
		for i := 1; i < p.N; i++ {
			if c.Values[i] <= c.Values[i-1] {
				return fmt.Errorf("category %s: numbers must ascend, and %s follows %s", c.Name, c.Values[i], c.Values[i-1])
			}
		}
	}
	return nil
}

func checkLabel(what, label string) error {
	switch {
	case strings.TrimSpace(label) == "":
		return fmt.Errorf("an empty name is no %s", what)
	case !utf8.ValidString(label):
		return fmt.Errorf("the name of a %s is not valid UTF-8", what)
	case utf8.RuneCountInString(label) > maxLabel:
		return fmt.Errorf("the %s %q is longer than %d characters", what, nearest.Clip(label), maxLabel)
	case strings.TrimSpace(label) != label:
		return fmt.Errorf("the %s %q begins or ends with a blank", what, label)
	case strings.ContainsFunc(label, unicode.IsControl):
		return fmt.Errorf("the %s %q has a control character in it", what, nearest.Clip(label))
	}
	return nil
}

// Arity gives how many a form is about.
func (k Kind) Arity() int {
	if f := k.Form(); f != nil {
		return f.Args
	}
	switch k {
	case OneOf:
		return 1
	case Is, IsNot:
		return 2
	case Pair:
		return 4
	}
	return 0
}

// Bounded tells whether a form states bounds of a distance.
func (k Kind) Bounded() bool {
	f := k.Form()
	return f != nil && f.Bounds
}

// Compares tells whether a form looks at values in the category Cat.
func (k Kind) Compares() bool { return k.Form() != nil }

// ValidateClue checks one clue.
func (p *Puzzle) ValidateClue(c *Clue) error {
	nodes := 0
	var rec func(c *Clue, depth int) error
	rec = func(c *Clue, depth int) error {
		if nodes++; nodes > MaxNodes || depth > MaxDepth+1 {
			return fmt.Errorf("it has more than %d parts or is nested more than %d deep", MaxNodes, MaxDepth)
		}
		if !c.Kind.Known() {
			return fmt.Errorf("there is no form %d", int(c.Kind))
		}
		if err := p.validateParts(c); err != nil {
			return err
		}
		for _, s := range c.Sub {
			if err := rec(s, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	return rec(c, 0)
}

func (p *Puzzle) validateParts(c *Clue) error {
	low, high := 0, 0
	switch c.Kind {
	case And, Or, Xor:
		low, high = 2, MaxNodes
	case Not:
		low, high = 1, 1
	case If, Iff:
		low, high = 2, 2
	}
	if len(c.Sub) < low || len(c.Sub) > high {
		return fmt.Errorf("%s needs at least %d parts, found %d", c.Kind, low, len(c.Sub))
	}
	if high > 0 {
		return nil
	}
	if len(c.Who) != c.Kind.Arity() {
		return fmt.Errorf("%s is about %d, found %d", c.Kind, c.Kind.Arity(), len(c.Who))
	}
	if err := p.validateWho(c); err != nil {
		return err
	}
	switch c.Kind {
	case Is, IsNot:
		a, b := c.Who[0], c.Who[1]
		if a.Shift == 0 && b.Shift == 0 && a.Item/p.N == b.Item/p.N {
			return fmt.Errorf("%s and %s are of the same category %s, so they are different anyway", p.Label(a.Item), p.Label(b.Item), p.Cats[a.Item/p.N].Name)
		}
	case OneOf:
		if len(c.Items) == 0 {
			return fmt.Errorf("the list of choices is empty")
		}
		for _, x := range c.Items {
			if x < 0 || x >= p.M()*p.N {
				return fmt.Errorf("there is no item %d", x)
			}
			if x/p.N != c.Items[0]/p.N {
				return fmt.Errorf("the choices %s and %s are of different categories", p.Label(c.Items[0]), p.Label(x))
			}
		}
	case Sum:
		return p.validateSum(c)
	}
	if c.Kind.Compares() {
		return p.validateComparison(c)
	}
	return nil
}

// validateWho checks those whom a clue is about.
func (p *Puzzle) validateWho(c *Clue) error {
	shifted := map[int]bool{}
	var bad error
	c.Everybody(func(w *Who) {
		switch {
		case bad != nil:
		case w.Item < 0 || w.Item >= p.M()*p.N:
			bad = fmt.Errorf("there is no item %d", w.Item)
		case w.Shift == 0:
		case p.Line < 0:
			bad = fmt.Errorf("someone before or after another needs a line of places")
		case w.Shift >= p.N || w.Shift <= -p.N:
			bad = fmt.Errorf("%d places from %s there is nobody", max(w.Shift, -w.Shift), p.Label(w.Item))
		default:
			shifted[w.Item] = true
		}
	})
	if bad != nil {
		return bad
	}
	for i, w := range c.Who {
		if slices.Contains(c.Who[:i], w) {
			return fmt.Errorf("%s is compared with itself", p.Label(w.Item))
		}
	}
	if len(shifted) > 2 {
		return fmt.Errorf("it counts places from more than two")
	}
	return nil
}

func (p *Puzzle) validateSum(c *Clue) error {
	if len(c.Terms) == 0 || len(c.Terms) > 8 {
		return fmt.Errorf("a sum has 1 to 8 terms, found %d", len(c.Terms))
	}
	for _, t := range c.Terms {
		if t.Cat < 0 || t.Cat >= p.M() {
			return fmt.Errorf("there is no category %d", t.Cat)
		}
		if p.Cats[t.Cat].Order != Numeric {
			return fmt.Errorf("the items of %s are not numbers, so they cannot be added", p.Cats[t.Cat].Name)
		}
		if t.Coef == 0 || t.Coef > 1000 || t.Coef < -1000 {
			return fmt.Errorf("the factor %d is not within -1000..1000, or 0", t.Coef)
		}
	}
	switch c.Rel {
	case EQ, NE, LT, LE, GT, GE:
		return nil
	}
	return fmt.Errorf("there is no relation %q", string(c.Rel))
}

func (p *Puzzle) validateComparison(c *Clue) error {
	if c.Cat < 0 || c.Cat >= p.M() {
		return fmt.Errorf("there is no category %d", c.Cat)
	}
	cat, f, round := &p.Cats[c.Cat], c.Kind.Form(), p.Round && c.Cat == p.Line
	switch {
	case cat.Order == Unordered:
		return fmt.Errorf("the items of %s have no order, so they cannot be compared", cat.Name)
	case c.Kind == At && (c.Index < 0 || c.Index >= p.N):
		return fmt.Errorf("there is no place %d", c.Index+1)
	case round && f.Ring == lineup.Never:
		return fmt.Errorf("a round table has no first seat, so %q says nothing there", c.Kind)
	case round && f.Ring == lineup.Numbered && !p.Numbered:
		return fmt.Errorf("the seats have no numbers, so %q says nothing", c.Kind)
	case !f.Bounds:
		return nil
	case round && c.Lo != c.Hi && f.Parts != nil:
		return fmt.Errorf("at a round table everybody is somewhere to the left of everybody: say how many seats")
	case c.Lo <= 0:
		return fmt.Errorf("the distance %s is not positive", c.Lo)
	case c.Lo > c.Hi:
		return fmt.Errorf("the bounds %s to %s cannot be met", c.Lo, c.Hi)
	}
	for at := range p.N * p.N { // some two are so far apart
		if p.N == 1 || c.Placed(p, at/p.N, at%p.N) != (c.Kind == NotNear) {
			return nil
		}
	}
	return fmt.Errorf("the bounds cannot be met by any two items of %s", cat.Name)
}
