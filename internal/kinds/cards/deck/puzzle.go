package deck

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Limits of a puzzle. What is larger is refused with an error that says so, so that no input takes unbounded time or memory.
const (
	MaxThings     = 1 << 16 // things that are listed; puzzles of more are factored
	MaxProperties = 256
	MaxValues     = 256 // values of one property
	MaxClues      = 500
	maxNodes      = 400 // nodes of one clue
	maxDepth      = 40  // nesting of one clue
	maxLabel      = 80  // characters of a name or value
	maxText       = 8000
	MaxNumber     = 1_000_000_000     // absolute value of an integer value or literal
	MaxSolutions  = 1000              // that a puzzle can be meant to have
	maxTerm       = 1_000_000_000_000 // absolute value of what an arithmetic term can come to
)

// Type says what the values of a property are.
type Type int

// The types of properties.
const (
	String  Type = iota // texts that can only be equal or different
	Integer             // whole numbers, with arithmetic and order
	Ordered             // texts in the order of the list, from the least to the greatest
)

// typeNames are the words for types in files.
var typeNames = [...]string{"string", "integer", "ordered"}

func (t Type) String() string {
	if t < 0 || int(t) >= len(typeNames) {
		return fmt.Sprintf("Type(%d)", int(t))
	}
	return typeNames[t]
}

// MarshalText and UnmarshalText write and read the word for a type in JSON.
func (t Type) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

func (t *Type) UnmarshalText(word []byte) (err error) {
	*t, err = ParseType(string(word))
	return err
}

// ParseType reads the word for a type; the empty one is string.
func ParseType(word string) (Type, error) {
	if word == "" {
		return String, nil
	}
	for i, n := range typeNames {
		if n == word {
			return Type(i), nil
		}
	}
	return 0, puzzle.Unknownf("type", word, typeNames[:])
}

// Property is a name with its domain.
type Property struct {
	Name   string   `json:"name"`
	Type   Type     `json:"type,omitempty"`
	Values []string `json:"values"` // different from each other; of an Integer property, whole numbers in decimal
	// Label is by language how sentences call the property; none: its name.
	Label map[string]string `json:"label,omitempty"`
	// Words are the values in a language, in the order of Values; none: the values themselves.
	Words map[string][]string `json:"words,omitempty"`
}

// Number gives the number by which a value compares: of an Integer property the value itself, otherwise its rank from 1.
func (p *Property) Number(value int) int64 {
	if p.Type == Integer {
		n, _ := strconv.ParseInt(p.Values[value], 10, 64) // Validate has read it
		return n
	}
	return int64(value) + 1
}

// Index gives the index of a value, or -1.
func (p *Property) Index(value string) int {
	for i, v := range p.Values {
		if v == value {
			return i
		}
	}
	return -1
}

// Thing is a possible solution: for each property the index of its value.
type Thing []int

// Equal reports whether two things have the same values.
func (t Thing) Equal(u Thing) bool {
	if len(t) != len(u) {
		return false
	}
	for i, v := range t {
		if u[i] != v {
			return false
		}
	}
	return true
}

// Lineup says that a puzzle is about places at which the values of each category stand, each at one place.
type Lineup struct {
	Places     int        `json:"places"`
	Round      bool       `json:"round,omitempty"` // the places are round a table: the first is after the last
	Categories []Property `json:"categories"`      // each of as many values as there are places
}

// Clue is one clue.
type Clue struct {
	ID   string // empty: clue1, clue2, … by its place
	Expr *Node
	Text map[string]string // by language: the sentence of its author; none: rendered
}

// Puzzle is a clue-card puzzle. Validate must have accepted it before anything else is asked of it, and it must not be
// changed afterwards.
type Puzzle struct {
	Title  string
	Titles map[string]string // the title by language, where there are several
	Story  map[string]string // by language
	Lang   string            // language of the names and values; empty: en
	// Theme names the built-in theme whose words sentences use for the properties and values that it has; empty: none.
	Theme string

	// Properties of a line-up follow from it and may be left out: place i (from 1) of category Shirt is the property Shirt1,
	// Shirt2, …, category after category.
	Properties []Property
	// Things are the possible solutions; nil: all combinations of values, the last property changing fastest.
	Things []Thing
	// ThingIDs names the things; nil: thing1, thing2, ….
	ThingIDs []string
	// Factored puzzles list no things: all combinations are possible, however many.
	Factored bool
	// Lineup is set for line-ups, which are factored.
	Lineup *Lineup

	Clues []Clue
	// Solutions is how many solutions the puzzle is meant to have, where that is more than one; else 0.
	Solutions int
	// Rules are for factored puzzles; nil: none.
	Rules Rules
	// Templates overrides the templates of sentences: by language, then by key (see Templates).
	Templates map[string]map[string]string
}

// Validate checks the puzzle and fills in what follows from other parts: the properties of a line-up and the ids of clues.
func (p *Puzzle) Validate() error {
	if err := p.Expand(); err != nil {
		return err
	}
	if len(p.Properties) == 0 {
		return fmt.Errorf("the puzzle has no properties")
	}
	if len(p.Properties) > MaxProperties {
		return fmt.Errorf("the puzzle has %d properties, at most %d are supported", len(p.Properties), MaxProperties)
	}
	seen := map[string]bool{}
	for i := range p.Properties {
		q := &p.Properties[i]
		if err := q.validate("property"); err != nil {
			return err
		}
		if seen[q.Name] {
			return fmt.Errorf("property %s stands twice", nearest.Quote(q.Name))
		}
		seen[q.Name] = true
	}
	if err := p.validateThings(); err != nil {
		return err
	}
	if p.Solutions < 0 || p.Solutions == 1 || p.Solutions > MaxSolutions {
		return fmt.Errorf("a puzzle of several solutions has 2 to %d, found %d", MaxSolutions, p.Solutions)
	}
	if t := p.Titles[p.Language()]; t != "" {
		p.Title = t
	}
	if p.Theme != "" {
		if err := lexicon.Check(p.Theme); err != nil {
			return err
		}
	}
	if err := p.checkWords(p.Asked()); err != nil {
		return err
	}
	if err := p.checkTemplates(); err != nil {
		return err
	}
	return p.validateClues()
}

// Expand derives the properties of a line-up.
func (p *Puzzle) Expand() error {
	l := p.Lineup
	if l == nil {
		return nil
	}
	p.Factored = true
	if l.Places < 1 || len(l.Categories) == 0 {
		return fmt.Errorf("a line-up needs at least one place and one category")
	}
	if l.Places*len(l.Categories) > MaxProperties {
		return fmt.Errorf("a line-up of %d categories at %d places has %d properties, at most %d are supported",
			len(l.Categories), l.Places, l.Places*len(l.Categories), MaxProperties)
	}
	if p.Things != nil {
		return fmt.Errorf("a line-up lists no things")
	}
	var props []Property
	seen := map[string]bool{}
	for i := range l.Categories {
		c := &l.Categories[i]
		if err := c.validate("category"); err != nil {
			return err
		}
		if seen[c.Name] {
			return fmt.Errorf("category %s stands twice", nearest.Quote(c.Name))
		}
		seen[c.Name] = true
		if len(c.Values) != l.Places {
			return fmt.Errorf("category %s has %d values for %d places", nearest.Quote(c.Name), len(c.Values), l.Places)
		}
		for k := 1; k <= l.Places; k++ {
			props = append(props, Property{Name: c.Name + strconv.Itoa(k), Type: c.Type, Values: c.Values, Words: c.Words})
		}
	}
	p.Properties = props
	return nil
}

func (p *Property) validate(what string) error {
	if err := checkLabel(what, p.Name); err != nil {
		return err
	}
	if p.Type < String || p.Type > Ordered {
		return fmt.Errorf("%s %s has no type", what, nearest.Quote(p.Name))
	}
	if len(p.Values) == 0 {
		return fmt.Errorf("the domain of %s %s is empty", what, nearest.Quote(p.Name))
	}
	if len(p.Values) > MaxValues {
		return fmt.Errorf("%s %s has %d values, at most %d are supported", what, nearest.Quote(p.Name), len(p.Values), MaxValues)
	}
	seen := make(map[string]bool, len(p.Values))
	for _, v := range p.Values {
		if err := checkLabel("value of "+p.Name, v); err != nil {
			return err
		}
		if p.Type == Integer {
			n, err := strconv.ParseInt(v, 10, 64)
			if err != nil || strconv.FormatInt(n, 10) != v || n < -MaxNumber || n > MaxNumber {
				return fmt.Errorf("%s %s is of whole numbers up to %d, found %s", what, nearest.Quote(p.Name), MaxNumber, nearest.Quote(v))
			}
		}
		if seen[v] {
			return fmt.Errorf("value %s stands twice in the domain of %s %s", nearest.Quote(v), what, nearest.Quote(p.Name))
		}
		seen[v] = true
	}
	return nil
}

// checkLabel checks a name or a value.
func checkLabel(what, s string) error {
	switch {
	case s == "":
		return fmt.Errorf("a %s is empty", what)
	case !utf8.ValidString(s):
		return fmt.Errorf("%s %s is not valid UTF-8", what, nearest.Quote(s))
	case utf8.RuneCountInString(s) > maxLabel:
		return fmt.Errorf("%s %s is longer than %d characters", what, nearest.Quote(s), maxLabel)
	case strings.TrimSpace(s) != s:
		return fmt.Errorf("%s %s starts or ends with white space", what, nearest.Quote(s))
	case strings.ContainsFunc(s, unicode.IsControl):
		return fmt.Errorf("%s %s has a control character in it", what, nearest.Quote(s))
	}
	return nil
}

func (p *Puzzle) validateThings() error {
	if p.Factored {
		if p.Things != nil {
			return fmt.Errorf("a factored puzzle lists no things")
		}
		return nil
	}
	n := p.Counts().Things
	if p.Things != nil {
		n = float64(len(p.Things))
	}
	if n > MaxThings {
		return fmt.Errorf("the domains give %.0f things, at most %d are listed: make the puzzle factored", n, MaxThings)
	}
	if n == 0 {
		return fmt.Errorf("the puzzle has no things")
	}
	if p.ThingIDs != nil && len(p.ThingIDs) != int(n) {
		return fmt.Errorf("%d things have %d ids", int(n), len(p.ThingIDs))
	}
	ids := map[string]bool{}
	for _, id := range p.ThingIDs {
		if err := checkLabel("thing id", id); err != nil {
			return err
		}
		if ids[id] {
			return fmt.Errorf("thing %s stands twice", nearest.Quote(id))
		}
		ids[id] = true
	}
	seen := make(map[string]int, len(p.Things))
	for i, t := range p.Things {
		if len(t) != len(p.Properties) {
			return fmt.Errorf("%s has %d values for %d properties", p.ThingID(i), len(t), len(p.Properties))
		}
		for k, v := range t {
			if v < 0 || v >= len(p.Properties[k].Values) {
				return fmt.Errorf("%s has no value of %s", p.ThingID(i), nearest.Quote(p.Properties[k].Name))
			}
		}
		key := fmt.Sprint([]int(t))
		if first, ok := seen[key]; ok {
			return fmt.Errorf("%s and %s are the same thing", p.ThingID(first), p.ThingID(i))
		}
		seen[key] = i
	}
	return nil
}

// ClueID is the id of a clue that has none of its own, by its place from 0.
func ClueID(i int) string { return "clue" + strconv.Itoa(i+1) }

func (p *Puzzle) validateClues() error {
	if len(p.Clues) > MaxClues {
		return fmt.Errorf("the puzzle has %d clues, at most %d are supported", len(p.Clues), MaxClues)
	}
	seen := map[string]bool{}
	for i := range p.Clues {
		c := &p.Clues[i]
		if c.ID == "" {
			c.ID = ClueID(i)
		}
		if err := checkLabel("clue id", c.ID); err != nil {
			return err
		}
		if seen[c.ID] {
			return fmt.Errorf("clue %s stands twice", nearest.Quote(c.ID))
		}
		seen[c.ID] = true
		if err := p.ValidateExpr(c.Expr); err != nil {
			return fmt.Errorf("%s: %w", c.ID, err)
		}
	}
	return nil
}

// Counts are the sizes of a puzzle in the terms of the paper's property files. They are floating-point numbers because
// factored puzzles have products beyond any integer type; up to 2^53 they are exact.
type Counts struct {
	Things     float64 // product of the domains' sizes, or the number of things given
	Properties float64 // property-value pairs: sum of the domains' sizes
	Links      float64 // things times names
}

// Counts derives the sizes. A line-up counts as in the paper's section 5.4: one thing, which is to be found, with a link for
// each property.
func (p *Puzzle) Counts() Counts {
	c := Counts{Things: 1}
	for i := range p.Properties {
		c.Things *= float64(len(p.Properties[i].Values))
		c.Properties += float64(len(p.Properties[i].Values))
	}
	if p.Factored {
		c.Things = 1
	} else if p.Things != nil {
		c.Things = float64(len(p.Things))
	}
	c.Links = c.Things * float64(len(p.Properties))
	return c
}

// Check compares how many objects of a class, or links of an association, are given with how many the domains make.
func (c Counts) Check(class string, least, most float64) error {
	right := map[string]float64{"Thing": c.Things, "Property": c.Properties, "ThingProperty": c.Links}[class]
	if right >= least && right <= most {
		return nil
	}
	given := fmt.Sprintf("%.0f", least)
	switch {
	case math.IsInf(most, 1):
		given = fmt.Sprintf("at least %.0f", least)
	case least != most:
		given = fmt.Sprintf("%.0f to %.0f", least, most)
	}
	return fmt.Errorf("%s is given as %s, but the domains make Thing %.0f, Property %.0f, ThingProperty %.0f", class, given, c.Things, c.Properties, c.Links)
}

// NumThings is the number of things that are listed; 0 for factored puzzles.
func (p *Puzzle) NumThings() int {
	if p.Factored {
		return 0
	}
	return int(p.Counts().Things)
}

// Thing gives thing number i of those listed.
func (p *Puzzle) Thing(i int) Thing {
	if p.Things != nil {
		return p.Things[i]
	}
	t := make(Thing, len(p.Properties))
	for k := len(t) - 1; k >= 0; k-- {
		n := len(p.Properties[k].Values)
		t[k] = i % n
		i /= n
	}
	return t
}

// ThingIndex gives the number of a thing among those listed, or -1.
func (p *Puzzle) ThingIndex(t Thing) int {
	if p.Factored || len(t) != len(p.Properties) {
		return -1
	}
	if p.Things != nil {
		for i, u := range p.Things {
			if u.Equal(t) {
				return i
			}
		}
		return -1
	}
	i := 0
	for k, v := range t {
		n := len(p.Properties[k].Values)
		if v < 0 || v >= n {
			return -1
		}
		i = i*n + v
	}
	return i
}

// ThingID gives the id of thing number i.
func (p *Puzzle) ThingID(i int) string {
	if p.ThingIDs != nil {
		return p.ThingIDs[i]
	}
	return "thing" + strconv.Itoa(i+1)
}

// ThingText writes a thing as "top = red, body = blue".
func (p *Puzzle) ThingText(t Thing) string { return p.ThingTextIn(t, p.Language()) }

// ThingTextIn writes a thing in the words of a language.
func (p *Puzzle) ThingTextIn(t Thing, lang string) string {
	var b strings.Builder
	for k, v := range t {
		if k > 0 {
			b.WriteString(", ")
		}
		q := &p.Properties[k]
		b.WriteString(Word(p.Caption(q, lang)) + " = " + Word(p.Word(q, v, lang)))
	}
	return b.String()
}

// Asked lists what is asked for: the categories of a line-up, or the properties.
func (p *Puzzle) Asked() []Property {
	if p.Lineup != nil {
		return p.Lineup.Categories
	}
	return p.Properties
}

// Arrangements is how many ways there are to give every property a value, of a line-up every value of a category one place; whatever
// things are given and whatever the rules are.
func (p *Puzzle) Arrangements() float64 {
	n := 1.0
	if l := p.Lineup; l != nil {
		for range l.Categories {
			for k := 2; k <= l.Places; k++ {
				n *= float64(k)
			}
		}
		return n
	}
	for k := range p.Properties {
		n *= float64(len(p.Properties[k].Values))
	}
	return n
}

// Without gives the puzzle without its clues.
func (p *Puzzle) Without() *Puzzle {
	q := *p
	q.Clues = nil
	return &q
}

// Exprs lists the formulas of the clues.
func (p *Puzzle) Exprs() []*Node {
	var out []*Node
	for i := range p.Clues {
		out = append(out, p.Clues[i].Expr)
	}
	return out
}

// FindProperty gives the index of a property; the error of an unknown name tells the nearest.
func (p *Puzzle) FindProperty(name string) (int, error) {
	names := make([]string, len(p.Properties))
	for i := range p.Properties {
		if names[i] = p.Properties[i].Name; names[i] == name {
			return i, nil
		}
	}
	return -1, puzzle.Unknownf("property", name, names)
}

// FindValue gives the index of a value of a property; the error of an unknown one tells the nearest.
func (p *Puzzle) FindValue(prop int, value string) (int, error) {
	q := &p.Properties[prop]
	if i := q.Index(value); i >= 0 {
		return i, nil
	}
	return -1, fmt.Errorf("property %s: %w", nearest.Quote(q.Name), puzzle.Unknownf("value", value, q.Values))
}

// category gives the index of a category of the line-up.
func (p *Puzzle) category(name string) (int, error) {
	var names []string
	if p.Lineup != nil {
		for i := range p.Lineup.Categories {
			if p.Lineup.Categories[i].Name == name {
				return i, nil
			}
			names = append(names, p.Lineup.Categories[i].Name)
		}
	}
	return -1, puzzle.Unknownf("category", name, names)
}
