package stored

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/invariant"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Loaded is a puzzle from a file, with what the file says beside it.
type Loaded struct {
	Puzzle *deck.Puzzle
	// Solution is the solution that the file states; nil: none. The clues do not ban it, but may leave other things too.
	Solution deck.Thing
	// Clues is the number of clues that the file asks a generator for; -1: not said.
	Clues int
	// Set is the invariants compiled; nil: there are none.
	Set *invariant.Set
	// Settings are options of the generator.
	Settings puzzle.Settings
	Notes    []cardfile.Note
}

// Remarks are the notes as texts, each with its place.
func (l *Loaded) Remarks() []string {
	var out []string
	for _, n := range l.Notes {
		out = append(out, n.String())
	}
	return out
}

// loadError lists what is wrong in a file, all of it together, at least one mistake.
type loadError struct{ Problems []*doctree.Mistake }

func (e *loadError) Error() string {
	var lines []string
	for i, p := range e.Problems {
		if i == 20 {
			lines = append(lines, fmt.Sprintf("and %d more", len(e.Problems)-i))
			break
		}
		lines = append(lines, p.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the mistakes.
func (e *loadError) Unwrap() []error {
	var out []error
	for _, p := range e.Problems {
		out = append(out, p)
	}
	return out
}

// Load makes a puzzle of a document, and verifies what the document says about it: sizes, which things are banned, by which
// clues, and the solution. Its errors are *loadError with places.
func Load(d *cardfile.Document) (*Loaded, error) {
	l := &loader{d: d, out: &Loaded{Puzzle: &deck.Puzzle{}, Clues: -1, Settings: puzzle.Settings{}, Notes: slices.Clone(d.Notes)}}
	for _, step := range []func(){l.texts, l.invariants, l.properties, l.space, l.bounds, l.rules, l.things, l.listed, l.clues, l.solution, l.verify, l.keeps} {
		step()
		if len(l.problems) > 0 {
			return nil, &loadError{l.problems}
		}
	}
	for i := range l.out.Notes {
		at := &l.out.Notes[i].Pos
		at.File = cmp.Or(at.File, d.File)
	}
	return l.out, nil
}

type loader struct {
	d        *cardfile.Document
	out      *Loaded
	problems []*doctree.Mistake
	// contradictions are those between the lists of banned things and the things, which do not stop the reading of clues.
	contradictions []*doctree.Mistake
	banned         []bitset.Set // by clue, the things that its list has

	ids  map[string]int // number of a thing by its id
	tied bool           // invariants say which values belong to which name

	phrases map[string]*deck.Node
}

func (l *loader) fail(p cardfile.Pos, format string, args ...any) {
	if !p.IsValid() {
		p = l.d.Pos
	}
	p.File = cmp.Or(p.File, l.d.File)
	l.problems = append(l.problems, &doctree.Mistake{Pos: p, Msg: fmt.Sprintf(format, args...)})
}

// texts takes over title, story, language and templates.
func (l *loader) texts() {
	p, d := l.out.Puzzle, l.d
	p.Title, p.Lang = d.Title.Value, d.Lang.Value
	p.Titles, p.Theme = l.byLang(d.Titles), d.Theme.Value
	if p.Title == "" {
		p.Title = p.TitleIn(l.lang())
	}
	if p.Title == "" {
		p.Title = d.ID.Value
	}
	if p.Theme != "" {
		if err := lexicon.Check(p.Theme); err != nil {
			l.fail(d.Theme.Pos, "%v", err)
		}
	}
	p.Story = l.byLang(d.Stories)
	if d.Solutions.N > 1 {
		p.Solutions = d.Solutions.N
	}
	p.Templates = d.Templates
	maps.Copy(l.out.Settings, d.Settings)
}

// byLang turns texts into a map; the empty language is that of the file.
func (l *loader) byLang(texts []cardfile.Member) map[string]string {
	var out map[string]string
	for _, m := range texts {
		lang := m.Key.Value
		if lang == "" {
			lang = l.lang()
		}
		if out == nil {
			out = map[string]string{}
		}
		if _, twice := out[lang]; twice {
			l.fail(m.Value.Pos, "there are two texts in the language %s", lang)
		}
		out[lang] = m.Value.Value
	}
	return out
}

func (l *loader) lang() string {
	if l.out.Puzzle.Lang == "" {
		return "en"
	}
	return l.out.Puzzle.Lang
}

// properties makes the properties: those that the file lists, or the sets of a property file with the invariants that say
// which value belongs to which name, or what the things have.
func (l *loader) properties() {
	d := l.d
	props := d.Properties
	switch {
	case len(props) > 0:
	case len(d.Names) > 0 && len(d.Values) > 0:
		props = l.ofSets()
	case len(d.Names) > 0 || len(d.Values) > 0:
		l.fail(d.Pos, "expected Property_name and Property_value, found one of them")
		return
	case len(d.Things) > 0:
		props = ofThings(d.Things)
	case len(d.Invariants) > 0:
		props = l.ofInvariants()
	}
	if len(props) == 0 {
		if len(l.problems) == 0 {
			l.fail(d.Pos, "the puzzle has no properties")
		}
		return
	}
	for _, q := range props {
		typ, err := deck.ParseType(q.Type.Value)
		if err != nil {
			l.fail(q.Type.Pos, "%v", err)
		}
		values := make([]string, len(q.Values))
		for i, v := range q.Values {
			values[i] = v.Value
		}
		if q.Type.Value == "" && allNumbers(values) {
			typ = deck.Integer
		}
		prop := deck.Property{Name: q.Name.Value, Type: typ, Values: values, Label: l.byLang(q.Labels), Words: l.words(q)}
		seen := map[string]bool{}
		for _, v := range q.Values {
			if seen[v.Value] {
				l.fail(v.Pos, "value %s stands twice in the domain of %s", nearest.Quote(v.Value), nearest.Quote(prop.Name))
				continue
			}
			seen[v.Value] = true
			one := deck.Puzzle{Properties: []deck.Property{{Name: prop.Name, Type: typ, Values: []string{v.Value}}}}
			if err := one.Validate(); err != nil {
				l.fail(v.Pos, "%v", err)
			}
		}
		if len(q.Values) == 0 {
			l.fail(q.Name.Pos, "the domain of property %s is empty", nearest.Quote(prop.Name))
		}
		l.out.Puzzle.Properties = append(l.out.Puzzle.Properties, prop)
	}
}

// words takes over the words for the values of a property, by language.
func (l *loader) words(q cardfile.Property) map[string][]string {
	var out map[string][]string
	for _, w := range q.Words {
		if out == nil {
			out = map[string][]string{}
		}
		var list []string
		for _, v := range w.Values {
			list = append(list, v.Value)
		}
		if len(list) != len(q.Values) {
			l.fail(w.Lang.Pos, "property %s has %d values, and %d words for them", nearest.Quote(q.Name.Value), len(q.Values), len(list))
		}
		out[w.Lang.Value] = list
	}
	return out
}

// allNumbers reports whether the values of a property without a type are all whole numbers: then it is one of numbers.
func allNumbers(values []string) bool {
	for _, v := range values {
		if n, err := strconv.ParseInt(v, 10, 64); err != nil || strconv.FormatInt(n, 10) != v || n < -deck.MaxNumber || n > deck.MaxNumber {
			return false
		}
	}
	return len(values) > 0
}

// ofThings gathers the properties and values that the things of a file have, in the order in which they come up.
func ofThings(things []cardfile.Thing) []cardfile.Property {
	var out []cardfile.Property
	at := map[string]int{}
	seen := map[[2]string]bool{}
	for _, t := range things {
		for _, m := range t.Values {
			i, ok := at[m.Key.Value]
			if !ok {
				i = len(out)
				at[m.Key.Value] = i
				out = append(out, cardfile.Property{Name: m.Key})
			}
			if k := [2]string{m.Key.Value, m.Value.Value}; !seen[k] {
				seen[k] = true
				out[i].Values = append(out[i].Values, m.Value)
			}
		}
	}
	return out
}

// space decides which things there are: all combinations, listed or not, or those of a line-up.
func (l *loader) space() {
	p := l.out.Puzzle
	if at := l.d.LineUp; at != nil {
		p.Lineup = &deck.Lineup{Round: at.Round, Categories: p.Properties}
		p.Lineup.Places = len(p.Properties[0].Values)
		for i, q := range p.Properties {
			if len(q.Values) != p.Lineup.Places {
				l.fail(l.d.Properties[i].Name.Pos, "category %s has %d values, and %s has %d: a line-up has as many places as values",
					nearest.Quote(q.Name), len(q.Values), nearest.Quote(p.Properties[0].Name), p.Lineup.Places)
			}
		}
		if len(l.d.Things) > 0 {
			l.fail(l.d.Things[0].Pos, "a line-up lists no things")
		}
	} else if len(l.d.Things) == 0 {
		total := 1.0
		for _, q := range p.Properties {
			total *= float64(len(q.Values))
		}
		p.Factored = total > deck.MaxThings || total > 1 && slices.ContainsFunc(l.d.Bounds, func(b cardfile.Bound) bool {
			return b.Name == cardfile.ClassThing && b.Min <= 1 && b.Max == 1
		})
	}
	if len(l.problems) == 0 {
		bare := *p
		bare.Factored = bare.Factored || len(l.d.Things) > 0 // those are looked at one by one
		if err := bare.Validate(); err != nil {
			l.fail(l.d.Pos, "%v", err)
		}
		p.Properties, p.Lineup = bare.Properties, bare.Lineup
		p.Factored = p.Factored || p.Lineup != nil
	}
}

// bounds compares the numbers that the file gives with those that follow from the domains.
func (l *loader) bounds() {
	p := l.out.Puzzle
	right := p.Counts()
	if n := len(l.d.Things); n > 0 {
		right.Things = float64(n)
		right.Links = float64(n) * float64(len(p.Properties))
	}
	for _, b := range l.d.Bounds {
		most := math.Inf(1)
		if b.Max >= 0 {
			most = float64(b.Max)
		}
		if b.Name != cardfile.ClassClue {
			if err := right.Check(b.Name, float64(b.Min), most); err != nil {
				l.fail(b.Pos, "%v", err)
				l.untied(b, len(l.d.Values))
			}
			continue
		}
		if n := len(l.d.Clues); n == 0 {
			l.out.Clues = max(b.Min, b.Max)
		} else if n < b.Min || float64(n) > most {
			l.fail(b.Pos, "the file says %d clues, and has %d", b.Max, n)
		}
	}
}

// values reads the values of a thing or a solution: one for each property.
func (l *loader) values(pairs []cardfile.Member, at cardfile.Pos, what string) deck.Thing {
	p := l.out.Puzzle
	t := make(deck.Thing, len(p.Properties))
	for k := range t {
		t[k] = -1
	}
	before := len(l.problems)
	for _, m := range pairs {
		k, err := p.FindProperty(m.Key.Value)
		if err != nil {
			l.fail(m.Key.Pos, "%v", err)
			continue
		}
		v, err := p.FindValue(k, m.Value.Value)
		switch {
		case err != nil:
			l.fail(m.Value.Pos, "%v", err)
		case t[k] >= 0:
			l.fail(m.Key.Pos, "%s has two values of %s", what, nearest.Quote(p.Properties[k].Name))
		default:
			t[k] = v
		}
	}
	if len(l.problems) == before {
		for k, v := range t {
			if v < 0 {
				l.fail(at, "%s has no value of %s", what, nearest.Quote(p.Properties[k].Name))
				break
			}
		}
	}
	if len(l.problems) > before {
		return nil
	}
	return t
}

// things reads the things that the file lists. All combinations in their usual order need not be kept.
func (l *loader) things() {
	p := l.out.Puzzle
	if len(l.d.Things) == 0 {
		return
	}
	total := 1.0
	for _, q := range p.Properties {
		total *= float64(len(q.Values))
	}
	all := float64(len(l.d.Things)) == total
	var things []deck.Thing
	var ids []string
	usual := true
	seen := map[string]int{}
	for i, t := range l.d.Things {
		v := l.values(t.Values, t.ID.Pos, "thing "+nearest.Quote(t.ID.Value))
		if v == nil {
			continue
		}
		key := fmt.Sprint([]int(v))
		if first, twice := seen[key]; twice {
			l.fail(t.ID.Pos, "%s and %s are the same thing", nearest.Quote(l.d.Things[first].ID.Value), nearest.Quote(t.ID.Value))
		}
		seen[key] = i
		all = all && p.ThingIndex(v) == i
		usual = usual && t.ID.Value == "thing"+strconv.Itoa(i+1)
		things, ids = append(things, v), append(ids, t.ID.Value)
		l.label("thing id", t.ID)
	}
	if len(l.problems) > 0 {
		return
	}
	if !all {
		p.Things = things
	}
	if !usual {
		p.ThingIDs = ids
	}
	if err := p.Validate(); err != nil {
		l.fail(l.d.Things[0].Pos, "%v", err)
	}
}

// clues reads the clues: their formulas, or where there is none, their sentences.
func (l *loader) clues() {
	p := l.out.Puzzle
	if len(l.d.Clues) > deck.MaxClues {
		l.fail(l.d.Clues[deck.MaxClues].Pos, "the puzzle has %d clues, at most %d are supported", len(l.d.Clues), deck.MaxClues)
		return
	}
	seen := map[string]bool{}
	for i, c := range l.d.Clues {
		clue := deck.Clue{ID: clueID(i, c)}
		l.label("clue id", cardfile.Text{Value: clue.ID, Pos: c.ID.Pos})
		if seen[clue.ID] {
			l.fail(c.Pos, "clue %s stands twice", nearest.Quote(clue.ID))
		}
		seen[clue.ID] = true
		clue.Text = l.byLang(c.Descriptions)
		if c.Expr.Value != "" {
			clue.Expr = l.formula(clue.ID, c.Expr)
		} else {
			clue.Expr = l.sentence(i, c)
			if clue.Expr != nil && len(clue.Text) == 1 && paperSentence(p, clue.Expr) == plain(clue.Text["en"]) {
				clue.Text = nil // it follows from the formula
			}
		}
		if clue.Expr != nil && c.HasBans {
			l.list(i, c, clue)
		}
		p.Clues = append(p.Clues, clue)
	}
	l.problems = append(l.contradictions, l.problems...)
	if len(l.problems) > 0 {
		return
	}
	if err := p.Validate(); err != nil {
		l.fail(l.d.Pos, "%v", err)
	}
}

// formula parses the formula of a clue.
func (l *loader) formula(id string, text cardfile.Text) *deck.Node {
	n, err := l.out.Puzzle.Parse(text.Value)
	if syn, ok := errors.AsType[*deck.SyntaxError](err); ok {
		l.fail(text.At(runeOffset(text.Value, syn.Col)), "%s: %s", id, syn.Msg)
	} else if err != nil {
		l.fail(text.Pos, "%s: %v", id, err)
	}
	return n
}

// runeOffset turns a column (in characters, from 1) into an offset in bytes.
func runeOffset(s string, col int) int {
	for i := range s {
		if col--; col == 0 {
			return i
		}
	}
	return len(s)
}

// solution reads the solution that the file states.
func (l *loader) solution() {
	if len(l.d.Solution) == 0 {
		return
	}
	at := l.d.Solution[0].Key.Pos
	t := l.values(l.d.Solution, at, "the solution")
	if t != nil && !l.out.Puzzle.Factored && l.out.Puzzle.ThingIndex(t) < 0 {
		l.fail(at, "the solution is none of the things")
	}
	l.out.Solution = t
}

// label checks an id by the rules for names.
func (l *loader) label(what string, t cardfile.Text) {
	one := deck.Puzzle{Properties: []deck.Property{{Name: t.Value, Values: []string{"x"}}}}
	if err := one.Validate(); err != nil {
		l.fail(t.Pos, "%s: %v", what, err)
	}
}
