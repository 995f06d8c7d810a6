package zebra

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/phrases"
)

// stepText tells a step in a sentence or two.
func (in *Instance) stepText(a *argument, lang string) string {
	p := in.P
	because := in.factList(a.because, lang, false)
	fill := []string{"f", because, "k", in.factList(a.gives, lang, false), "t", in.factList(a.gives, lang, true)}
	put := func(name, text string) { fill = append(fill, name, text) }
	var cited []string
	for _, c := range a.clues {
		cited = append(cited, say(lang, "cited", "n", strconv.Itoa(c+1)))
	}
	sources := lexicon().Join(lang, cited, "sep", "and")
	if a.assume != nil {
		put("a", p.factText(*a.assume, lang, false, false))
	}
	key, form := "step-"+ladder()[a.technique].code, 0
	switch {
	case a.turn:
		key = "turn"
	case a.assume != nil && len(a.gives) == 0: // a case
		key = "step-suppose"
	case len(a.gives) == 0 && (a.technique == tLastLeft || a.technique == tSplit):
		key = map[int]string{tLastLeft: "falls-left", tSplit: "falls-split"}[a.technique]
		put("a", p.name(a.what[0], lang))
		put("c", p.catName(a.what[1], lang))
	case len(a.gives) == 0:
		key = map[bool]string{true: "falls-exclusive", false: "falls"}[a.technique == tExclusive]
		if key == "falls" && because != "" {
			key = "falls-from"
		}
	case a.technique == tExclusive:
	case a.technique == tLastLeft:
		put("a", p.name(a.what[0], lang))
		put("c", p.catName(a.what[1], lang))
	case a.technique == tTransfer:
		fill[1] = p.factText(a.because[0], lang, false, false)
	case a.technique == tNoCommon:
		put("a", p.name(a.gives[0].x, lang))
		put("b", p.name(a.gives[0].y, lang))
		put("c", p.catName(a.what[0], lang))
	case a.technique == tSubset:
		put("c", p.catName(a.what[0], lang))
		put("d", p.catName(a.what[1], lang))
	case a.technique == tClue:
		c := a.clues[0]
		put("n", strconv.Itoa(c+1))
		put("clue", strings.TrimRight(p.Sentence(p.Clues[c], lang), ".。"))
		if because != "" {
			key += "-from"
		}
	default:
		key, form = "step-contradiction", boolInt(len(a.clues) == 1)
		if because != "" {
			sources = say(lang, "cited-from", "cited", sources, "f", because)
		}
		if sources == "" {
			sources, form = say(lang, "the-grid"), 1
		}
	}
	put("cited", sources)
	forms := strings.Split(lexicon().Text(lang, key), "|")
	return in.P.capital(phrases.Fill(forms[min(form, len(forms)-1)], fill...), lang) + say(lang, "stop")
}

// factList joins facts, turned where they stand behind a word that puts the verb first; facts that deny several partners of the same item in the same category are put together.
func (in *Instance) factList(fs []fact, lang string, turned bool) string {
	p := in.P
	type key struct {
		item, cat int
		same      bool
	}
	// Group on the item that most facts share with the same category.
	count := map[key]int{}
	for _, f := range fs {
		if !f.same {
			count[key{f.x, f.y / p.N, false}]++
			count[key{f.y, f.x / p.N, false}]++
		}
	}
	// What is said together is collected first, for how a claim is said depends on whether another follows.
	type claim struct {
		f      fact
		pick   key
		others []int
	}
	var claims []claim
	done := map[fact]bool{}
	for _, f := range fs {
		if done[f] {
			continue
		}
		done[f] = true
		a, b := key{f.x, f.y / p.N, false}, key{f.y, f.x / p.N, false}
		c := claim{f: f, pick: a}
		if count[b] > count[a] {
			c.pick = b
		}
		if !f.same && count[c.pick] > 1 {
			for _, g := range fs {
				if g.same || done[g] && g != f {
					continue
				}
				if g.x == c.pick.item && g.y/p.N == c.pick.cat {
					c.others, done[g] = append(c.others, g.y), true
				} else if g.y == c.pick.item && g.x/p.N == c.pick.cat {
					c.others, done[g] = append(c.others, g.x), true
				}
			}
		}
		claims = append(claims, c)
	}
	var parts []string
	for i, c := range claims {
		first, more := turned && i == 0, i < len(claims)-1
		if k := c.f; len(c.others) < 2 {
			if len(c.others) == 1 { // begins with what others of its like begin with
				k.x, k.y = c.pick.item, c.others[0]
			}
			parts = append(parts, p.factText(k, lang, first, more))
			continue
		}
		var names []string
		for _, x := range c.others {
			names = append(names, p.name(x, lang))
		}
		key, list := "neither", lexicon().Join(lang, names, "sep", "nor")
		switch {
		case c.pick.cat == p.Line:
			key, list = "not-any", lexicon().Join(lang, names, "sep-or", "or")
		case c.pick.item/p.N == p.Line:
			key, list = "not-there", lexicon().Join(lang, names, "sep", "and")
		}
		parts = append(parts, phrases.Fill(phrases.Bend(lexicon().Text(lang, key), first, more), "a", p.name(c.pick.item, lang), "list", list))
	}
	return lexicon().Join(lang, parts, "sep-claims", "and-claims")
}
