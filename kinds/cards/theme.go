package cards

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// findTheme gives a theme by name; nil where there is none.
func findTheme(name string) *theme {
	if name == "" {
		return nil
	}
	for i := range themeList {
		if themeList[i].name == name {
			return &themeList[i]
		}
	}
	return nil
}

// CheckTheme refuses a name that no theme has; the error tells the nearest.
func CheckTheme(name string) error {
	if findTheme(name) == nil {
		return puzzle.Unknownf("theme", name, themeNames())
	}
	return nil
}

// themeNames lists the themes.
func themeNames() []string {
	var names []string
	for i := range themeList {
		names = append(names, themeList[i].name)
	}
	return names
}

// list gives the values of a property in a language.
func (t *themeProperty) list(lang string) []string { return strings.Split(t.values.in(lang), "|") }

// titleFor and storyFor are those of line-ups where a puzzle is one.
func (t *theme) titleFor(p *Puzzle) both {
	switch {
	case p.Lineup != nil && p.Lineup.Round:
		return t.ring
	case p.Lineup != nil:
		return t.row
	}
	return t.title
}

func (t *theme) storyFor(p *Puzzle) both {
	switch {
	case p.Lineup != nil && p.Lineup.Round:
		return t.round
	case p.Lineup != nil:
		return t.rowing
	}
	return t.story
}

// build makes the domains of a puzzle from the word lists; which properties and values are used is drawn. Of line-ups the
// sizes are categories and places.
func build(size cardSize, name, lang string, r *rng.Stream) (*Puzzle, error) {
	props, values := len(size.Domains), 0
	for _, n := range size.Domains {
		values = max(values, n)
	}
	if size.Lineup {
		props, values = size.Domains[0], size.Domains[1]
	}
	var fit []*theme
	for i := range themeList {
		t := &themeList[i]
		if (name == t.name || name == "any" && strings.Contains(t.langs, lang)) && props <= len(t.props) && values <= 8 {
			fit = append(fit, t)
		}
	}
	p := &Puzzle{}
	switch {
	case len(fit) > 0:
		t := fit[r.IntN(len(fit))]
		p.Theme, p.Lang = t.name, lang
		// The first property makes the story, and always takes part.
		picks := []int{0}
		for _, k := range r.Perm(len(t.props) - 1)[:props-1] {
			picks = append(picks, k+1)
		}
		slices.Sort(picks)
		for i, k := range picks {
			n := values
			if !size.Lineup {
				n = size.Domains[i]
			}
			p.Properties = append(p.Properties, t.props[k].draw(n, lang, r))
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
		p.Lineup = &Lineup{Places: size.Domains[1], Round: size.Round, Categories: p.Properties}
		p.Properties = nil
	}
	if t := findTheme(p.Theme); t != nil {
		p.Title = t.titleFor(p).in(lang)
		p.Story = map[string]string{lang: t.storyFor(p).in(lang)}
	}
	return p, p.Validate()
}

// draw takes n of the values, in the order of the list.
func (t *themeProperty) draw(n int, lang string, r *rng.Stream) Property {
	words := t.list(lang)
	q := Property{Name: t.name.in(lang), Type: t.typ}
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
func plainProperty(i, n int) Property {
	name := string(rune('A' + i%26))
	if i >= 26 {
		name += strconv.Itoa(i / 26)
	}
	q := Property{Name: name}
	for v := 1; v <= n; v++ {
		q.Values = append(q.Values, fmt.Sprintf("%s_%d", strings.ToLower(name), v))
	}
	return q
}
