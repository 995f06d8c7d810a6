package cards

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// build makes the domains of a puzzle from the word lists; which properties and values are used is drawn. Of line-ups the
// sizes are categories and places.
func build(size cardSize, name, lang string, r *rng.Stream) (*deck.Puzzle, error) {
	props, values := len(size.Domains), 0
	for _, n := range size.Domains {
		values = max(values, n)
	}
	if size.Lineup {
		props, values = size.Domains[0], size.Domains[1]
	}
	var fit []*lexicon.Theme
	for i := range lexicon.Themes() {
		t := &lexicon.Themes()[i]
		if (name == t.Name || name == "any" && strings.Contains(t.Langs, lang)) && props <= len(t.Props) && values <= 8 {
			fit = append(fit, t)
		}
	}
	p := &deck.Puzzle{}
	switch {
	case len(fit) > 0:
		t := fit[r.IntN(len(fit))]
		p.Theme, p.Lang = t.Name, lang
		// The first property makes the story, and always takes part.
		picks := []int{0}
		for _, k := range r.Perm(len(t.Props) - 1)[:props-1] {
			picks = append(picks, k+1)
		}
		slices.Sort(picks)
		for i, k := range picks {
			n := values
			if !size.Lineup {
				n = size.Domains[i]
			}
			p.Properties = append(p.Properties, drawProperty(&t.Props[k], n, lang, r))
		}
	case name == "any" || name == "plain":
		for i := range props {
			n := values
			if !size.Lineup {
				n = size.Domains[i]
			}
			p.Properties = append(p.Properties, plainProperty(i, n))
		}
	default:
		return nil, &puzzle.UnreachableError{Target: "size " + size.String(),
			Best: "6 properties of 8 values, which theme " + name + " has (theme plain has any size)"}
	}
	p.Factored = size.Factored
	if size.Lineup {
		p.Lineup = &deck.Lineup{Places: size.Domains[1], Round: size.Round, Categories: p.Properties}
		p.Properties = nil
	}
	if t := lexicon.Find(p.Theme); t != nil {
		p.Title = p.TitleOf(t).In(lang)
		p.Story = map[string]string{lang: p.StoryOf(t).In(lang)}
	}
	return p, p.Validate()
}

// drawProperty takes n of the values, in the order of the list.
func drawProperty(t *lexicon.Property, n int, lang string, r *rng.Stream) deck.Property {
	words := t.List(lang)
	typ, err := deck.ParseType(t.Type)
	if err != nil {
		panic(err) // the file is part of the program
	}
	q := deck.Property{Name: t.Name.In(lang), Type: typ}
	keep := make([]bool, len(words))
	for _, i := range r.Perm(len(words))[:n] {
		keep[i] = true
	}
	for i, w := range words {
		if keep[i] {
			q.Values = append(q.Values, w)
		}
	}
	return q
}

// plainProperty has a letter for a name, and values such as a1.
func plainProperty(i, n int) deck.Property {
	name := string(rune('A' + i%26))
	if i >= 26 {
		name += strconv.Itoa(i / 26)
	}
	q := deck.Property{Name: name}
	for v := 1; v <= n; v++ {
		q.Values = append(q.Values, fmt.Sprintf("%s_%d", strings.ToLower(name), v))
	}
	return q
}
