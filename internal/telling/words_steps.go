package telling

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// A step's sentence: its facts, what follows, and why; or a supposition with what follows under it.

// argument is a step with all that its sentence needs.
type argument struct {
	step      *deduce.Step
	facts     []deduce.Said
	stated    [][]deduce.Said // of each list one holds: steps have stated it
	concludes []deduce.Said
	states    []deduce.Said // one of these holds, if there are any
	opposite  []deduce.Said
	rules     []deduce.Rule
	way       []further
	broken    []deduce.Rule // of a supposition without cases; else nil
	cases     []tried       // of one that has them
}

// tried is a case of a supposition: what is supposed beside, and how a rule is broken then.
type tried struct {
	when   []deduce.Said
	way    []further
	broken []deduce.Rule
}

// further is what one rule says next within a supposition.
type further struct {
	what []deduce.Said
	by   []deduce.Rule
}

// untold gives the rules of a supposition that the way of its first conclusion does not need.
func (a argument) untold() []deduce.Rule {
	told := slices.Clone(a.broken)
	for _, t := range a.way {
		told = append(told, t.by...)
	}
	for _, c := range a.cases {
		told = append(told, c.broken...)
		for _, t := range c.way {
			told = append(told, t.by...)
		}
	}
	return slices.DeleteFunc(slices.Clone(a.rules), func(r deduce.Rule) bool {
		return slices.ContainsFunc(told, func(o deduce.Rule) bool { return o.Term == r.Term && o.On == r.On && o.At == r.At })
	})
}

// either says that one of some things holds: if the opposites of all but one, then that.
func (w wording) either(all []deduce.Said) string {
	first, last := w.condition(all, nil)
	if first == "" {
		return w.Words("either", "first", w.claims(all[:1]), "last", w.claims(all[1:]))
	}
	return w.conditional(first, last)
}

func (w wording) conditional(first string, last []deduce.Said) string {
	return w.Words("if", "first", first, "last", w.claims(last), "turned", w.ordered(last, begun))
}

// condition takes apart that one of some things holds: the opposites of all but one as a condition, and that one. What the step is about makes the
// condition, or what does not hold. There is none where one of two holds.
func (w wording) condition(all, about []deduce.Said) (condition string, last []deduce.Said) {
	rank := func(s deduce.Said) int {
		switch {
		case slices.ContainsFunc(about, s.Same):
			return 0
		case !s.Holds:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, b deduce.Said) int { return cmp.Compare(rank(a), rank(b)) })
	n := len(all) - 1
	if n == 1 && rank(all[0]) == 2 {
		return "", nil
	}
	first := slices.Clone(all[:n])
	for k := range first {
		first[k].Holds = !first[k].Holds
	}
	return w.ordered(first, turned), all[n:]
}

// stated says what steps have stated, for a step about something: what has one condition is said together.
func (w wording) stated(all [][]deduce.Said, about []deduce.Said) []string {
	var out, order []string
	then := map[string][]deduce.Said{}
	for _, one := range all {
		condition, last := w.condition(one, about)
		if condition == "" {
			out = append(out, w.either(one))
			continue
		}
		if then[condition] == nil {
			order = append(order, condition)
		}
		then[condition] = append(then[condition], last...)
	}
	for _, condition := range order {
		out = append(out, w.conditional(condition, then[condition]))
	}
	return out
}

// english says the same in English, which tells how much is said at once: all languages tell the same.
func (w wording) english() wording {
	w.Lang = "en"
	return w
}

// long reports whether an English text is longer than what is taken in at once.
func long(text string) bool { return len(strings.Fields(text)) > sentenceLong }

// sayings are the parts of a sentence that says a step.
type sayings struct {
	name               string   // of the pattern
	facts              []string // what is known: claims, and what steps have stated
	concludes, turned  string
	why                string
	opposite, supposed string
	argued             bool // a supposition, which is told in several sentences
	stated             bool // what is known has a condition of its own, or is not listed
}

// text says a step. What is longer in English than is taken in at once is told in several sentences, and so it is in every language; and so is what is
// known under a condition, which is no part of another condition or conclusion.
func (w wording) text(a argument) string {
	english := w.english()
	t := english.parts(a)
	facts, why := false, false
	if t.argued {
		facts = t.stated || long(strings.Join(t.facts, english.Words("beside")))
	} else if facts = t.stated; facts || long(english.assembled(t, false, false)) {
		facts = len(t.facts) > 0
		rest := t
		if facts {
			rest.facts = nil
		}
		why = t.why != "" && long(english.assembled(rest, false, false))
	}
	if w.Lang != english.Lang {
		t = w.parts(a)
	}
	return w.assembled(t, facts, why)
}

// assembled puts the parts of a step together; with facts what is known stands in sentences of its own, and with why what would be broken.
func (w wording) assembled(t sayings, facts, why bool) string {
	form, without, _ := strings.Cut(lexicon().Text(w.Lang, "step-"+t.name), "|")
	known := strings.Join(t.facts, w.Words("beside"))
	if known == "" {
		form = without
	}
	if facts {
		var said []string
		for _, f := range t.facts {
			said = append(said, w.Finished(f))
		}
		known, form = strings.Join(said, w.Words("stop")), w.contracted("apart-facts", form)
	}
	if why {
		form = w.contracted("apart-why", form)
	}
	return w.Finished(phrases.Fill(form, "facts", known, "concludes", t.concludes, "turned", t.turned, "why", t.why, "opposite", t.opposite, "supposed", t.supposed))
}

// about is the wording of what a step says.
func (w wording) about(a argument) wording {
	w.sizes = slices.ContainsFunc(a.rules, func(r deduce.Rule) bool { return r.Sizes })
	if a.step.Class < supposes && a.broken == nil {
		w.concluded = cellsOf(a.concludes)
		for _, c := range a.concludes {
			if c.Place.Kind == board.Edge {
				w.ends = append(w.ends, w.Board.Geo.Corners(c.Place)...)
			}
		}
	}
	w.owned, w.parted = owned(a), parted(a)
	return w
}

// parts gives the parts of what a step says.
func (w wording) parts(a argument) sayings {
	w = w.about(a)
	var given []string
	folded := w.folds(a)
	if folded {
		given = append(given, w.Words("all-known"))
	} else if len(a.facts) > 0 {
		given = append(given, w.claims(a.facts))
	}
	given = append(given, w.stated(a.stated, slices.Concat(a.concludes, a.states))...)
	// What techniques observe stands before the conclusion, and how the other rules would be broken behind it.
	others := slices.DeleteFunc(slices.Clone(a.rules), func(r deduce.Rule) bool { return r.Technique })
	if len(others) > 0 && len(others) < len(a.rules) && a.broken == nil {
		for _, r := range a.rules {
			if text := w.broken(r); r.Technique && !slices.Contains(given, text) {
				given = append(given, text)
			}
		}
		a.rules = others
	}
	first, rest := a.concludes, []deduce.Said(nil)
	if (a.broken != nil || a.cases != nil) && len(a.states) == 0 && len(first) > 1 { // what is supposed is the opposite of the first alone
		first, rest = first[:1], slices.Clone(first[1:])
		for n, s := range rest { // what is left of a number is less what is concluded first
			if s.Layer == first[0].Layer && s.Place == first[0].Place && !s.Holds && !first[0].Holds {
				rest[n].Left = slices.DeleteFunc(slices.Clone(s.Left), func(v int64) bool { return v == first[0].Value.N })
			}
		}
	}
	concludes, after := w.claims(first), w.ordered(first, begun)
	if len(rest) > 0 {
		same := w.ordered(rest, begun)
		if more := a.untold(); len(more) > 0 {
			same = w.because(same, more)
		}
		same = w.Words("likewise") + same
		concludes, after = concludes+same, after+same
	}
	if len(a.states) > 0 {
		concludes = w.either(a.states)
		after = w.Words("holds") + concludes
	}
	shown := slices.DeleteFunc(a.untold(), func(r deduce.Rule) bool { return !r.Shown })
	if (a.broken != nil || a.cases != nil) && len(rest) == 0 && len(shown) > 0 { // of two values that clues leave, the other is concluded
		concludes, after = w.because(concludes, shown), w.because(after, shown)
	}
	name, why := "otherwise", ""
	switch {
	case a.step.Form == deduce.LookedUp:
		name = "looked-up"
	case a.step.Form == deduce.Left && len(a.rules) == 0:
		name = "left"
	case len(a.rules) == 0 || a.broken == nil && len(given) > 0 && !w.parted && !slices.ContainsFunc(a.rules, func(r deduce.Rule) bool { return !w.plain(r) }):
		name = "seen"
	case len(others) == 0:
		name, why = "technique", w.allBroken(a.rules)
	case a.broken != nil:
		name, why = "suppose", w.leads(a.way, a.broken)
	case a.cases != nil:
		name, why = "in-cases", strconv.Itoa(len(a.cases))
	case a.step.Class > supposes:
		name, why = "cases", w.rather(a)
	default:
		name, why = w.reasoned(a)
	}
	return sayings{name, given, concludes, after, why, w.claims(a.opposite), w.ordered(a.opposite, turned), name == "suppose" || name == "cases" || name == "in-cases", folded || len(a.stated) > 0}
}

// mostFacts is how many facts of one step are listed.
const mostFacts = 15

// folds reports whether a step rests on more facts than anybody looks up, by a rule about the whole board: then it is told to rest on all that is known by now. Where
// it is told at which place such a rule would break, the facts that lead there are.
func (w wording) folds(a argument) bool {
	whole := func(r deduce.Rule) bool { return r.Whole && len(r.Gaps) == 0 }
	return len(a.facts) > mostFacts && a.step.Class <= supposes && a.broken == nil && a.cases == nil && slices.ContainsFunc(a.rules, whole)
}

// plain reports whether a rule says no more than the eye sees once it knows the parts: where their borders lie, and that a cell of one is in no other.
func (w wording) plain(r deduce.Rule) bool {
	_, what, _ := strings.Cut(r.Rule, ".")
	own := w.Board.File.Rule(r.Rule) == nil && !r.On && !r.Technique
	return own && (what == "wall" || what == "join" || what == "owner" && w.owned == "two")
}

// reasoned says why a step follows, and which form its sentence has: by what its rules say, or else by what would be broken; of too much for a sentence how much
// stands in a list.
func (w wording) reasoned(a argument) (name, why string) {
	if clauses, ok := w.direct(a); ok {
		return "technique", w.strung(clauses, "comma-rule", "and-rule")
	}
	list, held := w.listed(a)
	switch {
	case list == nil || w.whole:
		return "otherwise", w.allBroken(a.rules)
	case held:
		return "technique", w.Words("reasons", "n", strconv.Itoa(len(list)))
	}
	return "otherwise", w.Words("errors", "n", strconv.Itoa(len(list)))
}

// rather says what would be broken by the opposite of what a step concludes; where that stands in a list, how much there is.
func (w wording) rather(a argument) string {
	if list, held := w.listed(a); list != nil && !held && !w.whole {
		return w.Words("errors", "n", strconv.Itoa(len(list)))
	}
	return w.allBroken(a.rules)
}

// fewBroken is of how many broken rules a sentence tells, however long it is.
const fewBroken = 2

// listed gives the reasons of a step one by one, where a sentence of all of them would be too long in English: what its rules say (held), or what would be broken
// otherwise; nil where they are told in sentences.
func (w wording) listed(a argument) (out []string, held bool) {
	if a.step.Form == deduce.LookedUp || a.broken != nil || a.cases != nil {
		return nil, false
	}
	rules := slices.DeleteFunc(slices.Clone(a.rules), func(r deduce.Rule) bool { return r.Technique }) // these are observed before
	english := w.english()
	a.rules = rules
	if _, ok := w.direct(a); ok {
		return nil, false
	}
	if list := english.eachBroken(rules); len(list) <= fewBroken || !long(strings.Join(list, " ")) {
		return nil, false
	}
	w.held = a.step.Class <= supposes && !slices.ContainsFunc(rules, func(r deduce.Rule) bool { return !w.saysItself(r) || !english.saysItself(r) })
	for _, text := range w.eachBroken(rules) {
		if rest, ok := strings.CutPrefix(text, "a "); ok { // a word, and no name: the sentence began with it
			text = "A " + rest
		}
		out = append(out, w.Finished(text)+strings.TrimRight(w.Words("stop"), " "))
	}
	return out, w.held
}

// leads says what follows on the way of a supposition, and what is broken at last.
func (w wording) leads(way []further, broken []deduce.Rule) string {
	var said []string
	for _, t := range way {
		text := w.ordered(t.what, begun)
		w.concluded = cellsOf(t.what)
		if len(t.by) > 0 {
			text = w.because(text, t.by)
		}
		said = append(said, text)
	}
	w.concluded = nil
	why := strings.Join(said, w.Words("then"))
	if why == "" {
		why = w.Words("holds")
	} else {
		why += w.Words("but")
	}
	return why + w.allBroken(broken)
}

// caseText says a case of a supposition.
func (w wording) caseText(c tried) string {
	return w.Finished(w.Words("case", "opposite", w.claims(c.when), "supposed", w.ordered(c.when, turned), "why", w.leads(c.way, c.broken)))
}

// owned tells how a place would be in no part or in two by the opposite of what a step concludes; "" where that is not plain.
func owned(a argument) string {
	if a.broken != nil || len(a.states) > 0 || len(a.concludes) == 0 {
		return ""
	}
	for _, c := range a.concludes {
		if c.Kind != encode.Belongs || c.Holds != a.concludes[0].Holds {
			return ""
		}
	}
	if a.concludes[0].Holds {
		return "none"
	}
	return "two"
}

// parted reports whether a step concludes borders alone, for no part could hold the cells on both sides.
func parted(a argument) bool {
	borders := !slices.ContainsFunc(a.concludes, func(s deduce.Said) bool { return s.Kind != encode.Joined || s.Holds })
	fits := !slices.ContainsFunc(a.rules, func(r deduce.Rule) bool {
		_, what, _ := strings.Cut(r.Rule, ".")
		return what != "join" && what != "side"
	})
	return borders && fits && len(a.concludes) > 0 && len(a.facts)+len(a.stated)+len(a.states) == 0 && a.broken == nil
}

// shortened leaves out of the way of a supposition what its reader does not miss: what one rule says one after the other is said at once, and what
// the rule says that is broken at last is part of its being broken; but where it is told how it is broken, that rests on what is said before.
func (w wording) shortened(way []further, broken []deduce.Rule) []further {
	var out []further
	var last string
	plain := func(by []deduce.Rule) string {
		by = slices.Clone(by)
		for n := range by {
			by[n].Gaps = nil
		}
		return w.allBroken(by)
	}
	for _, t := range way {
		by := plain(t.by)
		if len(out) > 0 && by == last {
			n := len(out) - 1
			out[n].what, out[n].by = slices.Concat(out[n].what, t.what), joinGaps(slices.Concat(out[n].by, t.by))
			continue
		}
		out, last = append(out, t), by
	}
	seen := slices.ContainsFunc(broken, func(r deduce.Rule) bool { return r.Whole && len(r.Gaps) > 0 })
	for !seen && len(out) > 0 && len(out[len(out)-1].by) > 0 && plain(out[len(out)-1].by) == plain(broken) {
		out = out[:len(out)-1]
		for n := range broken { // why places are not all different rests on what is left out
			broken[n].Gaps = nil
		}
	}
	return out
}

// atOnce says at once what follows on a way, one after the other, by turns of one rule that one sentence tells, as far as that is taken in at once.
func (w wording) atOnce(way []further) []further {
	english := w.english()
	plain := func(by []deduce.Rule) bool {
		return len(by) > 0 && !slices.ContainsFunc(by, func(r deduce.Rule) bool { return r.On || len(r.Gaps) > 0 || r.Rule != by[0].Rule })
	}
	var out []further
	for _, t := range way {
		if n := len(out) - 1; n >= 0 && plain(out[n].by) && plain(t.by) {
			both := further{slices.Concat(out[n].what, t.what), slices.Concat(out[n].by, t.by)}
			why := english.eachBroken(both.by)
			if len(why) == 1 && len(both.what) <= mostMarked && plain(both.by) && !long(english.claims(both.what)+" "+why[0]) {
				out[n] = both
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// joinGaps makes one of rules of the same terms: it has the gaps of all of them.
func joinGaps(list []deduce.Rule) []deduce.Rule {
	var out []deduce.Rule
	for _, r := range list {
		n := slices.IndexFunc(out, func(o deduce.Rule) bool { return r.Whole && o.Term == r.Term })
		if n < 0 {
			n = len(out)
			out = append(out, r)
			out[n].Gaps = nil
		}
		for _, g := range r.Gaps {
			out[n].Gaps = deduce.WithGap(out[n].Gaps, g)
		}
	}
	return out
}

// inTurn counts what follows by rules on the way of a supposition.
func inTurn(way []further) (n int) {
	for _, t := range way {
		n += min(len(t.by), 1)
	}
	return n
}
