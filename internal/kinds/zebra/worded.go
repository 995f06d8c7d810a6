package zebra

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/answertext"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// clueText states the puzzle: the story, the rule, the categories, the clues.
func clueText(p *matching.Puzzle, lang string) string {
	var b strings.Builder
	if p.Title != "" {
		b.WriteString(p.Title + "\n\n")
	}
	if p.Story != "" {
		b.WriteString(strings.TrimSpace(p.Story) + "\n\n")
	}
	b.WriteString(rule(p, lang) + "\n\n")
	sep, colon := language.Say(lang, "sep"), language.Say(lang, "colon")
	for c := range p.Cats {
		if !p.Implicit || c != p.Line {
			b.WriteString(p.Cats[c].Name + colon + strings.Join(p.Cats[c].Items, sep) + "\n")
		}
	}
	b.WriteString("\n")
	for i, c := range p.Clues {
		fmt.Fprintf(&b, "%d. %s\n", i+1, language.Sentence(p, c, lang))
	}
	return strings.TrimRight(b.String(), "\n")
}

// Question states the puzzle and what is asked. Labels stay as they are where the puzzle is of no word lists.
func (in *Instance) Question(lang string) string {
	lang = phrases.Spoken(lang)
	p := language.In(in.P, lang)
	ask := language.Say(lang, "ask-grid", "c", p.Cats[p.Anchor()].Name)
	if len(p.Ask) > 0 {
		var qs []string
		for _, q := range p.Ask {
			qs = append(qs, asked(p, q, lang))
		}
		ask = strings.Join(qs, " ")
	}
	return clueText(p, lang) + "\n\n" + ask
}

// rule says how items and places are matched.
func rule(p *matching.Puzzle, lang string) string {
	n := strconv.Itoa(p.N)
	rule := language.Say(lang, "rule", "n", n)
	if p.Line < 0 {
		return rule
	}
	key, first := "rule-row", ""
	switch {
	case p.Round && !p.Numbered:
		key, first = "rule-turn", language.Phrase(p, p.Turn(), lang)
	case p.Round:
		key = "rule-round"
	case p.InTime:
		key = "rule-time"
	}
	if !p.Implicit {
		key += "-of"
	}
	return rule + language.Say(lang, key, "n", n, "c", p.Cats[p.Line].Name, "a", first)
}

// asked puts a question in words.
func asked(p *matching.Puzzle, q matching.Question, lang string) string {
	if q.Text != "" {
		return q.Text
	}
	return language.Say(lang, "ask-item", "c", p.Cats[q.Cat].Name, "a", language.Name(p, q.Item, lang))
}

// AnswerText gives the answer in the form and in the words that the question asks for.
func (in *Instance) AnswerText(s puzzle.Solution, lang string) string {
	if sol, ok := s.(solved); ok {
		return answer(language.In(in.P, phrases.Spoken(lang)), sol)
	}
	return ""
}

// ReadAnswer reads a solution from an answer's text, which must have the form that the question asks for, in a language that it is asked in.
func (in *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	if len(in.P.Ask) == 0 {
		var first error
		for p := range language.InAll(in.P) {
			g, err := readGrid(p, text)
			if err == nil {
				return solved{in.P, g}, nil
			}
			first = cmp.Or(first, err)
		}
		return nil, first
	}
	sol, err := in.only(context.Background())
	if err != nil {
		return nil, err
	}
	norm := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	for p := range language.InAll(in.P) {
		if norm(strings.Trim(text, " \n.")) == norm(answer(p, sol)) {
			return sol, nil
		}
	}
	return nil, fmt.Errorf("%q is not the answer", nearest.Clip(text))
}

// FindAnswers finds grids among other text, in a language that the puzzle has words of. A puzzle that asks for single items has none.
func (in *Instance) FindAnswers(text string) []puzzle.Stated {
	if len(in.P.Ask) > 0 {
		return nil
	}
	var found []puzzle.Stated
	for p := range language.InAll(in.P) {
		if found = findAnswers(p, text); len(found) > 0 {
			break
		}
	}
	return found
}

func findAnswers(p *matching.Puzzle, text string) []puzzle.Stated {
	rows := rows(p)
	lists := answertext.Lists{
		Names:    p.M(),
		Optional: func(c int) bool { return c == p.Anchor() },
		Name:     rows.Name,
		Read: func(line string) ([]answertext.Said, bool) {
			said, err := rows.Read(line)
			return said, err == nil && !twice(said)
		},
	}
	listings := lists.Find(text)
	if !slices.ContainsFunc(listings, func(l answertext.Listing) bool { return l.Values != nil }) {
		own := -1
		if p.Implicit {
			own = p.Line
		}
		places := answertext.Places{Names: p.M(), Places: p.N, Own: own, Items: func(line string) []answertext.Item { return itemsIn(p, line) }}
		if byPlace := places.Find(text); len(byPlace) > 0 {
			listings = byPlace
		}
	}
	var found []puzzle.Stated
	for _, l := range listings {
		s := puzzle.Stated{Start: l.Start, End: l.End}
		if l.Values != nil {
			g := matching.Grid(l.Values)
			if g[p.Anchor()] == nil {
				g[p.Anchor()] = matching.Numbers(p.N)
			}
			s.Solution = solved{p, aligned(g, p)}
		}
		found = append(found, s)
	}
	return found
}

// itemsIn finds the items that stand in a line as whole words, the longer of two that overlap. What could be of two categories is left out.
func itemsIn(p *matching.Puzzle, line string) []answertext.Item {
	word := func(i int) bool {
		if i < 0 || i >= len(line) {
			return false
		}
		r, _ := utf8.DecodeRuneInString(line[i:])
		return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
	}
	var all []answertext.Item
	for c := range p.Cats {
		if p.Implicit && c == p.Line {
			continue
		}
		for i, item := range p.Cats[c].Items {
			for at := 0; item != "" && at+len(item) <= len(line); at++ {
				if end := at + len(item); strings.EqualFold(line[at:end], item) && !(word(at-1) && word(at)) && !(word(end-1) && word(end)) {
					all = append(all, answertext.Item{Name: c, Value: i, Start: at, End: end})
					at = end
				}
			}
		}
	}
	var out []answertext.Item
	for _, a := range all {
		within := slices.ContainsFunc(all, func(b answertext.Item) bool {
			return b != a && b.Start <= a.Start && a.End <= b.End
		})
		if !within {
			out = append(out, a)
		}
	}
	return out
}

// answer gives the answer of a grid.
func answer(p *matching.Puzzle, sol solved) string {
	if len(p.Ask) > 0 {
		var as []string
		for _, q := range p.Ask {
			as = append(as, p.Cats[q.Cat].Items[sol.G[q.Cat][sol.G.Where(p.N, q.Item)]])
		}
		return strings.Join(as, ", ")
	}
	var lines []string
	for c := range p.Cats {
		if !p.Implicit || c != p.Line {
			lines = append(lines, p.Cats[c].Name+": "+strings.Join(labels(p, sol.G, c), ", "))
		}
	}
	return strings.Join(lines, "\n")
}

// EvalType says that the whole grid is compared item by item, and a single fact as a name.
func (in *Instance) EvalType() string {
	if len(in.P.Ask) > 0 {
		return "nominal"
	}
	return "ordered array"
}

// errNoRow is the error of a line that is no row of a category.
var errNoRow = errors.New("no row of a category")

// rows reads the rows of an answer, such as "category: item, item, …".
func rows(p *matching.Puzzle) *answertext.Rows {
	none := func(string) error { return errNoRow }
	r := &answertext.Rows{Width: p.N, NoRow: none, NoName: none, Label: func(c int) string { return p.Cats[c].Name }}
	r.NoValue = func(_ int, text string) error { return matching.UnknownItem(p, text) }
	r.Name = func(text string) (int, bool) {
		c := slices.IndexFunc(p.Cats, func(cat matching.Category) bool { return strings.EqualFold(cat.Name, text) })
		return c, c >= 0
	}
	r.Value = func(c int, text string) (int, bool) {
		for _, t := range answertext.Bare(text) {
			if i := slices.IndexFunc(p.Cats[c].Items, func(item string) bool { return strings.EqualFold(item, t) }); i >= 0 {
				return i, true
			}
		}
		return -1, false
	}
	for c := range p.Cats {
		r.Know([]string{p.Cats[c].Name}, p.Cats[c].Items)
	}
	return r
}

// twice tells whether an item stands twice in its row.
func twice(said []answertext.Said) bool {
	return slices.ContainsFunc(said, func(s answertext.Said) bool {
		var seen uint64
		for _, i := range s.Values {
			seen |= 1 << i
		}
		return bits.OnesCount64(seen) < len(s.Values)
	})
}

// readGrid reads an answer text of rows in any order; other lines say nothing.
func readGrid(p *matching.Puzzle, text string) (matching.Grid, error) {
	if len(text) > 1<<20 {
		return nil, fmt.Errorf("the answer is longer than %d bytes", 1<<20)
	}
	g := make(matching.Grid, p.M())
	rows := rows(p)
	for _, line := range strings.Split(text, "\n") {
		parts := []string{line}
		if said, err := rows.Read(line); err != nil || twice(said) { // else a semicolon is a part of a name
			parts = strings.Split(line, ";")
		}
		for _, part := range parts {
			said, err := rows.Read(part)
			if twice(said) {
				err = fmt.Errorf("%s: an item stands twice", p.Cats[said[0].Name].Name)
			}
			if err != nil && err != errNoRow {
				return nil, err
			}
			for _, s := range said {
				g[s.Name] = s.Values
			}
		}
	}
	for c := range g {
		if g[c] == nil && c == p.Anchor() {
			g[c] = matching.Numbers(p.N)
		}
		if g[c] == nil {
			return nil, fmt.Errorf("the answer has no line for %s", p.Cats[c].Name)
		}
	}
	return aligned(g, p), nil
}

// aligned puts the columns of a grid in the order of the anchor.
func aligned(g matching.Grid, p *matching.Puzzle) matching.Grid {
	out := make(matching.Grid, len(g))
	all := make([]int, len(g)*p.N)
	for c := range g {
		out[c] = all[c*p.N : (c+1)*p.N : (c+1)*p.N]
		for e := range g[c] {
			out[c][g[p.Anchor()][e]] = g[c][e]
		}
	}
	return out
}

// only solves the puzzle for the judge of single facts.
func (in *Instance) only(ctx context.Context) (solved, error) {
	out, err := solver.Solve(ctx, in.P, 2)
	if err != nil {
		return solved{}, err
	}
	if len(out.Grids) != 1 {
		return solved{}, fmt.Errorf("the puzzle has %d solutions, so its question has no one answer", len(out.Grids))
	}
	return solved{in.P, out.Grids[0]}, nil
}
