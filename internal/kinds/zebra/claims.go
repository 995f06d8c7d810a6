package zebra

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// claims gives what reads of a sentence what it says of two items: that they go together, or that they do not.
func (in *Instance) claims() func(sentence string) []puzzle.Claim {
	names := sync.OnceValue(func() *claimtext.Names { return claimtext.NewNames(spoken(in.P)) })
	return func(sentence string) []puzzle.Claim {
		var out []puzzle.Claim
		for _, c := range claimed(in.P, sentence, names()) {
			out = append(out, puzzle.Claim{Move: puzzle.Move(matching.NewFact(c.X, c.Y, !c.Out).Code()), Said: c.said, Contrary: c.contrary})
		}
		return out
	}
}

// claimed reads a sentence by the words of explanations, and else by those that people use.
func claimed(p *matching.Puzzle, sentence string, names *claimtext.Names) []pair {
	pairs := told(sentence, names)
	if pairs == nil {
		for _, c := range claimtext.Pairs(sentence, names) {
			pairs = append(pairs, pair{Pair: c})
		}
	}
	return slices.DeleteFunc(pairs, func(c pair) bool { return c.X/p.N == c.Y/p.N })
}

// spoken lists how people call the items: by their phrases, by label where it is the label of one item alone, and places also by
// their number in the row.
func spoken(p *matching.Puzzle) []claimtext.Name {
	var out []claimtext.Name
	for p := range language.InAll(p) {
		out = append(out, spokenHere(p)...)
	}
	return out
}

// spokenHere lists how people call the items where they have the words that the puzzle has here.
func spokenHere(p *matching.Puzzle) []claimtext.Name {
	var out []claimtext.Name
	add := func(x int, texts ...string) {
		for _, text := range texts {
			out = append(out, claimtext.Name{Text: text, Thing: x})
		}
	}
	for x := range p.M() * p.N {
		cat, label := &p.Cats[x/p.N], p.Label(x)
		for _, lang := range phrases.Languages() {
			name := language.Called(p, x, lang)
			if name.Plain != label {
				add(x, name.Plain)
			}
			if name.Dative != name.Plain {
				add(x, name.Dative)
			}
		}
		add(x, language.Name(p, x, p.Lang), cat.Name+" "+label, cat.Name+": "+label, cat.Name+label)
		if y, err := p.Find(label); err == nil && y == x && cat.Order != matching.Numeric {
			add(x, label)
		}
		if i := x % p.N; x/p.N == p.Line && !p.Round && language.InSteps(p) && i < len(language.Ordinals) {
			place := strings.ToLower(cat.Name)
			for _, noun := range []string{place, "house", "position", "place"} {
				add(x, fmt.Sprintf("%s %s", language.Ordinals[i], noun))
				if p.Implicit || cat.Order != matching.Numeric || p.Value(p.Line, i) == matching.Value(i+1)*lineup.Unit {
					add(x, fmt.Sprintf("%s %d", noun, i+1), fmt.Sprintf("%s #%d", noun, i+1))
				}
			}
		}
	}
	return out
}
