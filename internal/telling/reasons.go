package telling

import (
	"regexp"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// A reason is told by what its rule says: "r1c1 has 2 of its sides drawn". Where a rule has no sentence for that, or it is told at which place it would
// break, all reasons of a step are told by what would be broken otherwise.

const (
	fewReasons  = 3 // clauses in which a step gives its reasons
	fewLikewise = 7 // places of which a reason is said "likewise"
)

// reasons says what the rules of a list say, as clauses, where that is told at once in every language; ok is false where it is not.
func (w wording) reasons(list []deduce.Rule) (clauses []string, ok bool) {
	if w.whole {
		return nil, false
	}
	w.held = true
	english := w.english()
	for _, r := range list {
		if !w.saysItself(r) || !english.saysItself(r) {
			return nil, false
		}
	}
	said := english.eachBroken(list)
	manyPlaces := func(clause string) bool { return len(cellName.FindAllString(clause, -1)) > mostMarked } // more than a reader looks up
	if len(said) == 0 || len(said) > fewReasons || (len(said) > 1 && long(strings.Join(said, " ")) || slices.ContainsFunc(said, manyPlaces)) && !english.asShort(said, list) {
		return nil, false
	}
	return w.eachBroken(list), true
}

// asShort reports whether what rules say is as short as how they would be broken: then it says the reasons however long it is.
func (w wording) asShort(said []string, list []deduce.Rule) bool {
	w.held = false
	words := func(all []string) int { return len(strings.Fields(strings.Join(all, " "))) }
	return words(said) <= words(w.eachBroken(list))+fewReasons
}

// direct says the reasons of a step by what its rules say.
func (w wording) direct(a argument) (clauses []string, ok bool) {
	if a.step.Class > supposes {
		return nil, false
	}
	return w.reasons(a.rules)
}

// saysItself reports whether there are words for what an instance of a rule says, all of which are known; where it has gaps, for what they say directly.
func (w wording) saysItself(r deduce.Rule) bool {
	if slices.ContainsFunc(r.Gaps, func(g deduce.Gap) bool { return !g.Direct }) {
		return false
	}
	if len(r.Gaps) > 0 && (r.Gaps[0].Kind < deduce.Missing || r.Gaps[0].Kind == deduce.Unjoined || w.partly(r) != "" && !slices.ContainsFunc(r.Gaps, twice)) {
		return true
	}
	rule := w.Board.File.Rule(r.Rule)
	switch {
	case r.On:
		return true
	case r.Technique:
		return false
	case rule == nil:
		w.held = true
		return lexicon().Has(w.layersOwn(r))
	case rule.Text[w.Lang] != "" && rule.Holds[w.Lang] == "":
		return false
	case r.Loop && rule.Text["en"] == "":
		return true
	}
	return w.filledFor(rule, r) != ""
}

// twice reports whether a gap is that two places have the same value: of these the rule itself says enough.
func twice(g deduce.Gap) bool { return g.Kind == deduce.Twice }

// partly names the part of which the gaps of a rule can be said; "" where there is none.
func (w wording) partly(r deduce.Rule) string {
	w.held = false
	return w.partOf(r, w.breach(r))
}

// plainly says the gaps of a rule by what is known, without a supposition: from where no way leads, or through which cell alone one does; which line would close; and which places alone
// can have a value. Where that is not said of a part, it stands behind what the rule says.
func (w wording) plainly(r deduce.Rule) string {
	if r.Gaps[0].Kind == deduce.Unjoined {
		return w.gapsAs(r.Gaps[:1], "direct-", "")
	}
	if r.Gaps[0].Kind < deduce.Missing {
		return strings.Join(w.gaps(r.Gaps, "direct-"), w.Words("and-rule"))
	}
	part, key, own := w.partly(r), "part-", ""
	if part == "" || slices.ContainsFunc(r.Gaps, twice) {
		own = w.breach(r)
	}
	if part == "" {
		key = ""
	}
	var out []string
	for _, g := range r.Gaps {
		switch g.Kind {
		case deduce.Twice:
			continue
		case deduce.Missing:
			out = append(out, w.Words(key+"gap-only", "these", w.list(w.cellNames(g.Only)), "value", w.valueOf(g.Layer, g.Value), "part", part))
		default:
			g.These = g.Only
			out = append(out, w.gapsAs([]deduce.Gap{g}, key, part))
		}
	}
	switch said := strings.Join(out, w.Words("and-rule")); {
	case own == "":
		return said
	case said == "":
		return own
	case part == "":
		return own + w.Words("direct-gaps", "gaps", said)
	default:
		return own + w.Words("and-rule") + said
	}
}

// OwnReasons gives how reasons are said that no rule of a file has words for, as forms: {these} are places.
func (s Speaker) OwnReasons() (out []string) {
	for _, key := range []string{"part-gap-only", "part-gap-tight", "part-gap-few", "direct-gap-apart", "direct-gap-through", "direct-gap-closed", "direct-gap-cycle",
		"direct-gap-unjoined", "direct-gap-unjoined-at", "one-loop", "reasons", "held-wall", "held-join", "held-side", "held-join-parted",
		"held-whole", "held-owner", "held-clue", "held-outside"} {
		out = append(out, lexicon().Text(s.Lang, key))
	}
	return out
}

// sentenceOf gives the sentence of a rule: how it is broken, or what it says.
func (w wording) sentenceOf(rule *rules.Rule) string {
	if w.held {
		return rule.Holds.In(w.Lang)
	}
	return rule.Text.In(w.Lang)
}

// because says why something follows by rules, behind it: what they say, or what would be broken otherwise.
func (w wording) because(claims string, list []deduce.Rule) string {
	if clauses, ok := w.reasons(list); ok {
		return w.Words("by-rule", "claims", claims, "why", w.strung(clauses, "comma-rule-within", "and-rule-within"))
	}
	return w.Words("by", "claims", claims, "why", w.allBroken(list))
}

var denying = regexp.MustCompile(`(?i)\b(?:no|not|never|none|nor|neither|without)\b`)

// deniesOf reports whether what a rule says is said of several things, one of which stands for a name, with "or": it says that something is not so of
// any of them. Otherwise it is said of one, and likewise of the others.
func (w wording) deniesOf(rule *rules.Rule, name string) bool {
	english := rule.Holds["en"]
	before, _, _ := strings.Cut(english, "{"+name)
	return denying.MatchString(before) || strings.Contains(english, " not both ") || strings.Contains(english, " not all ")
}

// likewise says what a rule says of several places, in which its turns differ; "" where they differ in something else, or are too many.
func (w wording) likewise(sentence string, turned []deduce.Rule, at int) string {
	var places []board.Place
	for _, t := range turned {
		p, ok := t.Bound[at].Value.(board.Place)
		if !ok {
			return ""
		}
		places = append(places, p)
	}
	if each := w.theseCells("each-of-these", sentence, turned[0].Bound[at].Name, places); each != "" {
		return w.sentenceWith(sentence, turned[0], at, others{each, places})
	}
	if first, last, ok := w.pair(turned[0]); ok && (at == first || at == last) {
		return "" // two places are told of together
	}
	all := w.sentenceWith(sentence, turned[0], at, others{w.anyOf(places), places})
	if len(places) > fewLikewise+1 || all == "" || strings.Contains(all, "?") { // it says another number of each
		return ""
	}
	var names []string
	for _, p := range places[1:] {
		names = append(names, w.Place(p))
	}
	first := w.sentenceWith(sentence, turned[0], at, places[0])
	return w.Words(likewiseKey(sentence, "{"+turned[0].Bound[at].Name), "first", first, "others", w.list(w.alike(names)))
}

// likewiseKey is the key of the words for what a sentence says of others than what it names.
func likewiseKey(sentence, named string) string {
	if strings.HasPrefix(sentence, named) {
		return "likewise-of"
	}
	return "likewise-for"
}

// sentenceWith fills in a sentence for an instance of a rule, with something in the place of one of the things that it is about; -1: of none.
func (w wording) sentenceWith(sentence string, r deduce.Rule, at int, value any) string {
	var bound []judge.Binding
	for n, x := range r.Bound {
		v := x.Value
		if n == at {
			v = value
		}
		bound = append(bound, judge.Binding{Name: x.Name, Value: v})
	}
	return w.fill(sentence, judge.Broken{Rule: r.Rule, Bound: bound})
}
