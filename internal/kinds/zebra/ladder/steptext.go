package ladder

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/phrases"
)

// stepText tells a step in a sentence or two.
func stepText(p *matching.Puzzle, a *argument, lang string) string {
	because := factList(p, a.because, lang, false)
	fill := []string{"f", because, "k", factList(p, a.gives, lang, false), "t", factList(p, a.gives, lang, true)}
	put := func(name, text string) { fill = append(fill, name, text) }
	var cited []string
	for _, c := range a.clues {
		cited = append(cited, language.Say(lang, "cited", "n", strconv.Itoa(c+1)))
	}
	sources := language.Lexicon().Join(lang, cited, "sep", "and")
	if a.assume != nil {
		put("a", language.FactText(p, *a.assume, lang, false, false))
	}
	key, form := "step-"+Techniques()[a.technique].Code, 0
	switch {
	case a.turn:
		key = "turn"
	case a.assume != nil && len(a.gives) == 0: // a case
		key = "step-suppose"
	case len(a.gives) == 0 && (a.technique == LastLeft || a.technique == Split):
		key = map[int]string{LastLeft: "falls-left", Split: "falls-split"}[a.technique]
		put("a", language.Name(p, a.what[0], lang))
		put("c", language.CatName(p, a.what[1], lang))
	case len(a.gives) == 0:
		key = map[bool]string{true: "falls-exclusive", false: "falls"}[a.technique == Exclusive]
		if key == "falls" && because != "" {
			key = "falls-from"
		}
	case a.technique == Exclusive:
	case a.technique == LastLeft:
		put("a", language.Name(p, a.what[0], lang))
		put("c", language.CatName(p, a.what[1], lang))
	case a.technique == transfer:
		fill[1] = language.FactText(p, a.because[0], lang, false, false)
	case a.technique == noCommon:
		put("a", language.Name(p, a.gives[0].X, lang))
		put("b", language.Name(p, a.gives[0].Y, lang))
		put("c", language.CatName(p, a.what[0], lang))
	case a.technique == subset:
		put("c", language.CatName(p, a.what[0], lang))
		put("d", language.CatName(p, a.what[1], lang))
	case a.technique == ByClue:
		c := a.clues[0]
		put("n", strconv.Itoa(c+1))
		put("clue", strings.TrimRight(language.Sentence(p, p.Clues[c], lang), ".。"))
		if because != "" {
			key += "-from"
		}
	default:
		if key = "step-contradiction"; len(a.clues) == 1 {
			form = 1
		}
		if because != "" {
			sources = language.Say(lang, "cited-from", "cited", sources, "f", because)
		}
		if sources == "" {
			sources, form = language.Say(lang, "the-grid"), 1
		}
	}
	put("cited", sources)
	forms := strings.Split(language.Lexicon().Text(lang, key), "|")
	return language.Capital(p, phrases.Fill(forms[min(form, len(forms)-1)], fill...), lang) + language.Say(lang, "stop")
}

// factList joins facts, turned where they stand behind a word that puts the verb first; facts that deny several partners of the same item in the same category are put together.
func factList(p *matching.Puzzle, fs []matching.Fact, lang string, turned bool) string {
	type row struct{ item, cat int }
	count := map[row]int{} // facts that deny partners of the item in the category
	for _, f := range fs {
		if !f.Same {
			count[row{f.X, f.Y / p.N}]++
			count[row{f.Y, f.X / p.N}]++
		}
	}
	// What is said together is collected first, for how a claim is said depends on whether another follows.
	type claim struct {
		f      matching.Fact
		pick   row
		others []int
	}
	var claims []claim
	done := map[matching.Fact]bool{}
	for _, f := range fs {
		if done[f] {
			continue
		}
		c := claim{f: f, pick: row{f.X, f.Y / p.N}}
		if b := (row{f.Y, f.X / p.N}); count[b] > count[c.pick] {
			c.pick = b
		}
		for _, g := range fs {
			if f.Same || g.Same || done[g] || count[c.pick] < 2 {
				continue
			}
			switch c.pick {
			case row{g.X, g.Y / p.N}:
				c.others, done[g] = append(c.others, g.Y), true
			case row{g.Y, g.X / p.N}:
				c.others, done[g] = append(c.others, g.X), true
			}
		}
		done[f] = true
		claims = append(claims, c)
	}
	var parts []string
	for i, c := range claims {
		first, more := turned && i == 0, i < len(claims)-1
		if k := c.f; len(c.others) < 2 {
			if len(c.others) == 1 { // begins with what others of its like begin with
				k.X, k.Y = c.pick.item, c.others[0]
			}
			parts = append(parts, language.FactText(p, k, lang, first, more))
			continue
		}
		var names []string
		for _, x := range c.others {
			names = append(names, language.Name(p, x, lang))
		}
		key, list := "neither", language.Lexicon().Join(lang, names, "sep", "nor")
		switch {
		case c.pick.cat == p.Line:
			key, list = "not-any", language.Lexicon().Join(lang, names, "sep-or", "or")
		case c.pick.item/p.N == p.Line:
			key, list = "not-there", language.Lexicon().Join(lang, names, "sep", "and")
		}
		parts = append(parts, phrases.Fill(phrases.Bend(language.Lexicon().Text(lang, key), first, more), "a", language.Name(p, c.pick.item, lang), "list", list))
	}
	return language.Lexicon().Join(lang, parts, "sep-claims", "and-claims")
}
