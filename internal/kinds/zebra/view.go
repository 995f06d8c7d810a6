package zebra

import (
	"context"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// View gives what a page must know to draw the grid and the clues. Labels stay as they are where the puzzle is of no word lists.
func (in *Instance) View(lang string) (puzzle.View, error) {
	lang = phrases.Spoken(lang)
	p := language.In(in.P, lang)
	l := &puzzle.LineupView{N: p.N, Anchor: p.Anchor()}
	for c := range p.Cats {
		cat := &p.Cats[c]
		l.Categories = append(l.Categories, puzzle.CategoryView{Name: language.CatName(p, c, lang), Items: append([]string(nil), cat.Items...), Ordered: cat.Order != matching.Unordered})
	}
	for i, c := range p.Clues {
		l.Clues = append(l.Clues, puzzle.ClueView{ID: strconv.Itoa(i + 1), Text: language.Sentence(p, c, lang)})
	}
	for _, q := range p.Ask {
		l.Asked = append(l.Asked, asked(p, q, lang))
	}
	v := puzzle.View{Family: "zebra", ID: puzzle.ID(Family{}, in), Kind: puzzle.LineupKind, Lang: lang, Title: p.Title, Lineup: l}
	if v.Title == "" {
		v.Title = language.Say(lang, "title", "c", strconv.Itoa(p.Size().Categories), "n", strconv.Itoa(p.N))
	}
	v.Rules = rule(p, lang)
	if p.Story != "" {
		v.Rules = strings.TrimSpace(p.Story) + "\n\n" + v.Rules
	}
	return v, nil
}

// clueBudget bounds the judgement of one clue by the marks, in places tried.
const clueBudget = 20_000

// BrokenClues lists the clues that cannot hold any more: no grid has the marks and meets the clue. Marks that contradict
// each other break every clue, and are reported by Judge instead.
func (in *Instance) BrokenClues(ctx context.Context, s puzzle.State) ([]puzzle.Ref, error) {
	f, err := in.P.ReadState(s)
	if err != nil {
		return nil, err
	}
	p := in.P
	fs := f.List()
	budget := clueBudget
	if none, done := p.Contradict(nil, fs, &budget); none && done {
		return nil, nil
	}
	var out []puzzle.Ref
	for i, c := range p.Clues {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		budget := clueBudget
		if none, done := p.Contradict([]*matching.Clue{c}, fs, &budget); none && done {
			out = append(out, language.ClueRef(p, i))
		}
	}
	return out, nil
}

// Suggested lists the sizes that most people would choose among.
func (Family) Suggested() []string { return []string{"4x4", "3x3", "3x4", "4x5", "5x5", "5x6", "6x6"} }
