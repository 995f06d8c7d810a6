package zebra

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/answertext"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// clueText states the puzzle: the story, the rule, the categories, the clues.
func (p *Puzzle) clueText(lang string) string {
	var b strings.Builder
	if p.Title != "" {
		b.WriteString(p.Title + "\n\n")
	}
	if p.Story != "" {
		b.WriteString(strings.TrimSpace(p.Story) + "\n\n")
	}
	b.WriteString(p.rule(lang) + "\n\n")
	sep, colon := say(lang, "sep"), say(lang, "colon")
	for c := range p.Cats {
		if !p.Implicit || c != p.Line {
			b.WriteString(p.Cats[c].Name + colon + strings.Join(p.Cats[c].Items, sep) + "\n")
		}
	}
	b.WriteString("\n")
	for i, c := range p.Clues {
		fmt.Fprintf(&b, "%d. %s\n", i+1, p.Sentence(c, lang))
	}
	return strings.TrimRight(b.String(), "\n")
}

// Question states the puzzle and what is asked. Labels stay as they are where the puzzle is of no word lists.
func (in *Instance) Question(lang string) string {
	lang = phrases.Spoken(lang)
	p := in.P.in(lang)
	ask := say(lang, "ask-grid", "c", p.Cats[p.Anchor()].Name)
	if len(p.Ask) > 0 {
		var qs []string
		for _, q := range p.Ask {
			qs = append(qs, p.asked(q, lang))
		}
		ask = strings.Join(qs, " ")
	}
	return p.clueText(lang) + "\n\n" + ask
}

// rule says how items and places are matched.
func (p *Puzzle) rule(lang string) string {
	n := strconv.Itoa(p.N)
	rule := say(lang, "rule", "n", n)
	if p.Line < 0 {
		return rule
	}
	key, first := "rule-row", ""
	switch {
	case p.Round && !p.Numbered:
		key, first = "rule-turn", p.Phrase(p.turn(), lang)
	case p.Round:
		key = "rule-round"
	case p.InTime:
		key = "rule-time"
	}
	if !p.Implicit {
		key += "-of"
	}
	return rule + say(lang, key, "n", n, "c", p.Cats[p.Line].Name, "a", first)
}

// asked puts a question in words.
func (p *Puzzle) asked(q Question, lang string) string {
	if q.Text != "" {
		return q.Text
	}
	return say(lang, "ask-item", "c", p.Cats[q.Cat].Name, "a", p.name(q.Item, lang))
}

// AnswerText gives the answer in the form and in the words that the question asks for.
func (in *Instance) AnswerText(s puzzle.Solution, lang string) string {
	if sol, ok := s.(solved); ok {
		return in.P.in(phrases.Spoken(lang)).answer(sol)
	}
	return ""
}

// ReadAnswer reads a solution from an answer's text, which must have the form that the question asks for, in a language that it is asked in.
func (in *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	if len(in.P.Ask) == 0 {
		var first error
		for _, p := range in.P.inAll() {
			g, err := p.readGrid(text)
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
	for _, p := range in.P.inAll() {
		if norm(strings.Trim(text, " \n.")) == norm(p.answer(sol)) {
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
	for _, p := range in.P.inAll() {
		if found = p.findAnswers(text); len(found) > 0 {
			break
		}
	}
	return found
}

func (p *Puzzle) findAnswers(text string) []puzzle.Stated {
	var said [1]answertext.Said
	lists := answertext.Lists{
		Names:    p.M(),
		Optional: func(c int) bool { return c == p.Anchor() },
		Name: func(text string) (int, bool) {
			for c := range p.Cats {
				if strings.EqualFold(p.Cats[c].Name, text) {
					return c, true
				}
			}
			return 0, false
		},
		Read: func(line string) ([]answertext.Said, bool) {
			for c := range p.Cats {
				rest, ok := cutCategory(line, p.Cats[c].Name)
				if !ok {
					continue
				}
				if row, err := p.readRow(c, rest); err == nil {
					said[0] = answertext.Said{Name: c, Values: row}
					return said[:], true
				}
			}
			return nil, false
		},
	}
	listings := lists.Find(text)
	if !slices.ContainsFunc(listings, func(l answertext.Listing) bool { return l.Values != nil }) {
		own := -1
		if p.Implicit {
			own = p.Line
		}
		places := answertext.Places{Names: p.M(), Places: p.N, Own: own, Items: p.itemsIn}
		if byPlace := places.Find(text); len(byPlace) > 0 {
			listings = byPlace
		}
	}
	var found []puzzle.Stated
	for _, l := range listings {
		s := puzzle.Stated{Start: l.Start, End: l.End}
		if l.Values != nil {
			g := Grid(l.Values)
			if g[p.Anchor()] == nil {
				for i := 0; i < p.N; i++ {
					g[p.Anchor()] = append(g[p.Anchor()], i)
				}
			}
			s.Solution = solved{p, g.aligned(p)}
		}
		found = append(found, s)
	}
	return found
}

// itemsIn finds the items that stand in a line as whole words, the longer of two that overlap. What could be of two categories is left out.
func (p *Puzzle) itemsIn(line string) []answertext.Item {
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
func (p *Puzzle) answer(sol solved) string {
	if len(p.Ask) > 0 {
		var as []string
		for _, q := range p.Ask {
			as = append(as, p.Cats[q.Cat].Items[sol.G[q.Cat][sol.G.where(p.N, q.Item)]])
		}
		return strings.Join(as, ", ")
	}
	var lines []string
	for c := range p.Cats {
		if !p.Implicit || c != p.Line {
			lines = append(lines, p.Cats[c].Name+": "+strings.Join(p.labels(sol.G, c), ", "))
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

// readGrid reads an answer text of lines "category: item, item, …" in any order.
func (p *Puzzle) readGrid(text string) (Grid, error) {
	if len(text) > 1<<20 {
		return nil, fmt.Errorf("the answer is longer than %d bytes", 1<<20)
	}
	g := make(Grid, p.M())
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		for c := range p.Cats {
			// Category names may hold colons: the name must be followed by one.
			rest, ok := cutCategory(line, p.Cats[c].Name)
			if !ok {
				continue
			}
			row, err := p.readRow(c, rest)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.Cats[c].Name, err)
			}
			g[c] = row
		}
	}
	for c := range g {
		if g[c] == nil && c == p.Anchor() {
			for i := 0; i < p.N; i++ {
				g[c] = append(g[c], i)
			}
		}
		if g[c] == nil {
			return nil, fmt.Errorf("the answer has no line for %s", p.Cats[c].Name)
		}
	}
	return g.aligned(p), nil
}

// aligned puts the columns of a grid in the order of the anchor.
func (g Grid) aligned(p *Puzzle) Grid {
	out := make(Grid, len(g))
	all := make([]int, len(g)*p.N)
	for c := range g {
		out[c] = all[c*p.N : (c+1)*p.N : (c+1)*p.N]
		for e := range g[c] {
			out[c][g[p.Anchor()][e]] = g[c][e]
		}
	}
	return out
}

func cutCategory(line, name string) (rest string, ok bool) {
	line = strings.TrimSpace(line)
	if len(line) <= len(name) || !strings.EqualFold(line[:len(name)], name) {
		return "", false
	}
	rest = strings.TrimSpace(line[len(name):])
	for _, colon := range []string{":", "："} {
		if r, ok := strings.CutPrefix(rest, colon); ok {
			return r, true
		}
	}
	return "", false
}

// readRow reads the items of one category, separated by commas; labels may hold commas themselves.
func (p *Puzzle) readRow(c int, text string) ([]int, error) {
	row := make([]int, 0, p.N)
	var seen uint64
	rest := strings.TrimLeft(text, " \t")
	for rest != "" {
		best, length := -1, 0
		for i, l := range p.Cats[c].Items {
			if len(l) > length && len(rest) >= len(l) && strings.EqualFold(rest[:len(l)], l) {
				tail := strings.TrimLeft(rest[len(l):], " \t\r.")
				if tail == "" || tail[0] == ',' || strings.HasPrefix(tail, "、") || strings.HasPrefix(tail, "，") {
					best, length = i, len(l)
				}
			}
		}
		if best < 0 {
			word, _, _ := strings.Cut(rest, ",")
			return nil, unknownItem(p, strings.TrimSpace(word))
		}
		if seen>>best&1 == 1 {
			return nil, fmt.Errorf("%s stands twice", p.Cats[c].Items[best])
		}
		seen |= 1 << best
		row = append(row, best)
		rest = strings.TrimLeft(rest[length:], " \t\r.")
		for _, sep := range []string{",", "、", "，"} {
			rest = strings.TrimPrefix(rest, sep)
		}
		rest = strings.TrimLeft(rest, " \t")
	}
	if len(row) != p.N {
		return nil, fmt.Errorf("expected %d items, found %d", p.N, len(row))
	}
	return row, nil
}

// only solves the puzzle for the judge of single facts.
func (in *Instance) only(ctx context.Context) (solved, error) {
	out, err := in.P.SolveUpTo(ctx, 2)
	if err != nil {
		return solved{}, err
	}
	if len(out.Grids) != 1 {
		return solved{}, fmt.Errorf("the puzzle has %d solutions, so its question has no one answer", len(out.Grids))
	}
	return solved{in.P, out.Grids[0]}, nil
}
