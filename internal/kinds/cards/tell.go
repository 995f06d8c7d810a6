package cards

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
)

// This file puts steps in words.

func (in *Instance) speaker() saying.Speaker { return saying.Speaker{P: in.P, Lang: in.lang()} }

// tellInference puts an inference in words: the law, what it rests on, what follows.
func tellInference(s saying.Speaker, inf laws.Inference) string {
	switch {
	case inf.Law == laws.Given && len(inf.Clues) == 1:
		return s.Of("says", saying.Given(inf.Gives), "n", strconv.Itoa(inf.Clues[0]+1))
	case len(inf.Cases) > 0:
		var b strings.Builder
		for _, c := range inf.Cases {
			b.WriteString(tellCase(s, c))
		}
		key := "hence"
		if inf.Law == laws.Cases {
			key = "each"
		}
		return b.String() + s.Of(key, saying.Given(inf.Gives))
	}
	text := s.Say("by", "law", s.Say(string(inf.Law)))
	var from []string
	rest := inf.From
	if len(rest) > 0 && len(inf.Clues) == 1 && inf.Law != laws.OneLeft && inf.Law != laws.OneEach && deck.EqualNode(rest[0], s.P.Clues[inf.Clues[0]].Expr) {
		from = append(from, s.Clue(inf.Clues[0]))
		rest = rest[1:]
	}
	from = append(from, s.Phrases(rest)...)
	key := "so"
	if len(from) > 0 {
		key = "from"
	}
	return s.Capital(text) + s.Of(key, saying.Given(inf.Gives), "list", strings.Join(from, s.Say("stop")))
}

// tellCase puts a case in words, step by step.
func tellCase(s saying.Speaker, c laws.Case) string {
	var b strings.Builder
	b.WriteString(s.Of("suppose", saying.Supposed(c.Assume)))
	for _, step := range c.Steps {
		if len(step.Gives) == 0 {
			continue
		}
		clues := ""
		if step.Law != laws.OneLeft && step.Law != laws.OneEach && len(step.Clues) > 0 {
			clues = s.Say("sep") + s.ClueNames(step.Clues)
		}
		b.WriteString(s.Of("then", saying.Given(step.Gives), "law", s.Say(string(step.Law)), "clues", clues))
	}
	if c.Fails {
		last := c.Steps[max(len(c.Steps)-1, 0):]
		if len(last) > 0 && last[0].Law == laws.Contradiction && len(last[0].Clues) > 0 {
			b.WriteString(s.Say("against", "clues", s.ClueNames(last[0].Clues)))
		} else {
			b.WriteString(s.Say("fails"))
		}
	}
	return b.String()
}

func tellExclusion(s saying.Speaker, clue int, banned []int) string {
	return s.Say("bans", "n", strconv.Itoa(clue+1), "text", s.Bare(clue), "count", strconv.Itoa(len(banned)), "list", s.Things(banned))
}

func tellLast(s saying.Speaker, list []int) string {
	if len(list) == 1 {
		return s.Say("only", "facts", s.Thing(s.P.Thing(list[0])))
	}
	return s.Say("many", "list", s.Things(list))
}
