package cards

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Tell gives the whole way in few sentences, of puzzles that list their things: facts about properties, each from one clue and the
// facts that it needs with it, and nothing that the solution does not need. Where no clue gives a fact by itself, something is
// supposed and contradicted. What no fact bans is banned by its clue, card by card. Factored puzzles are told step by step.
func (in *Instance) Tell(ctx context.Context, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	if in.table == nil {
		return in.Explain(ctx, from, puzzle.ExplainOptions{})
	}
	return func(yield func(puzzle.Step, error) bool) {
		if err := in.tell(ctx, from, yield); err != nil {
			yield(puzzle.Step{}, err)
		}
	}
}

func (in *Instance) tell(ctx context.Context, from puzzle.State, yield func(puzzle.Step, error) bool) error {
	m, err := in.start(from)
	if err != nil {
		return err
	}
	open, marked := m.split()
	var known []*deck.Node
	for i, has := range in.table.Has {
		for v, things := range has {
			if !things.Empty() && things.Subset(marked) {
				known = append(known, deck.IsNotNode(i, v))
			}
		}
	}
	about := in.Reasoning()
	ls, err := about.Retell(ctx, known)
	if err != nil {
		return err
	}
	say := in.speaker()
	for _, l := range ls {
		s := puzzle.Step{Technique: "clue", Name: say.Say("given"), Cost: 1, Text: tellLink(say, l)}
		if l.Suppose != nil {
			s.Technique, s.Name, s.Cost = string(laws.Contradiction), say.Say(string(laws.Contradiction)), float64(2+len(l.Sub))
		}
		var clues []int
		for _, part := range append([]laws.Link{l}, l.Sub...) {
			for _, c := range part.Clues {
				if !slices.Contains(clues, c) {
					clues = append(clues, c)
					s.Because = append(s.Because, in.clueRef(c))
				}
			}
		}
		known = append(known, l.Gives...)
		gone := open.Clone()
		open.And(about.Alive(known))
		gone.AndNot(open)
		in.cross(&s, gone, clues)
		if !yield(s, nil) {
			return nil
		}
	}
	return in.exclude(ctx, say, open, yield) // what no fact about one property bans
}

// tellLink puts what is told in words. The reader of the tests has the same patterns.
func tellLink(s saying.Speaker, l laws.Link) string {
	if l.Suppose == nil {
		return s.Capital(tellPattern(s, "told", l))
	}
	text := []string{s.Capital(s.Of("told-suppose", saying.Supposed(l.Suppose...)))}
	for _, part := range l.Sub {
		key := "told-then"
		if len(part.Gives) == 0 {
			key = "told-against"
		}
		text = append(text, s.Capital(tellPattern(s, key, part)))
	}
	text = append(text, s.Of("hence", saying.Given(l.Gives)))
	return strings.Join(text, s.Say("told-space"))
}

// tellPattern fills the pattern of a name for what a link rests on.
func tellPattern(s saying.Speaker, key string, l laws.Link) string {
	var numbers []string
	for _, c := range l.Clues {
		numbers = append(numbers, strconv.Itoa(c+1))
	}
	called := "told-one"
	if len(numbers) > 1 {
		called = "told-some"
	}
	if len(numbers) > 0 {
		key += "-clue"
	}
	if len(l.Facts) > 0 {
		key += "-from"
	}
	n := lexicon.Words().Join(s.Lang, numbers, "sep", "told-last")
	facts := map[string]saying.Saying{
		"k": func(s saying.Speaker) string { return s.Facts(l.Gives) }, "f": func(s saying.Speaker) string { return s.Facts(l.Facts) },
	}
	return s.Of(key, facts, "n", n, "clues", s.Say(called, "n", n))
}
