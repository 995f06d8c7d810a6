package telling

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/rules"
)

// The sentences of a rules file say how a rule is broken, and so do steps whose reason is not what the rule says: what is concluded holds, for otherwise one
// of the rules that the step names would be broken, in the words of the file.

// broken says how an instance of a rule would be broken, and of one about the whole board where.
func (w wording) broken(r deduce.Rule) string {
	if w.held && len(r.Gaps) > 0 {
		return w.plainly(r)
	}
	if len(r.Gaps) > 0 && r.Gaps[0].Kind == deduce.Unjoined { // all that is said of the rule is that some numbers do not follow each other
		return w.gap(r.Gaps[0])
	}
	text := w.breach(r)
	if said := w.ofPart(r, text); said != "" {
		return said
	}
	var ends []board.Place // said at once
	var rest []deduce.Gap
	for _, g := range r.Gaps {
		if g.Kind == deduce.Ends {
			ends = append(ends, g.That)
		} else {
			rest = append(rest, g)
		}
	}
	gaps := w.gaps(rest, "")
	// Where lines close, or come out of a part in odd numbers, that says enough.
	closes := len(rest) > 0 && !slices.ContainsFunc(rest, func(g deduce.Gap) bool { return g.Kind != deduce.Closed && g.Kind != deduce.Odd })
	if len(ends) > 0 {
		gaps = append(gaps, w.Words("gap-ends", "that", w.anyOf(ends)))
	}
	switch {
	case len(gaps) == 0 || len(gaps) > mostGaps:
		return text
	case closes:
		alone := w.gaps(rest, "alone-")
		if len(ends) > 0 {
			alone = append(alone, w.pattern("go-on", "at", w.anyOf(ends)))
		}
		return strings.Join(alone, w.Words("or-broken"))
	}
	return text + w.Words("gaps", "gaps", strings.Join(gaps, w.Words("or-gap")))
}

// gaps says gaps, what is alike at once. The words have keys that begin in a way.
func (w wording) gaps(list []deduce.Gap, as string) (out []string) {
	for len(list) > 0 {
		var said string
		said, list = w.severalGaps(list, as)
		out = append(out, said)
	}
	return out
}

// ofPart says why the places of a row, a room or another part that the sentence of a rule names are not all different: of the part itself, which says more than
// that sentence. It is empty where there is no such part.
func (w wording) ofPart(r deduce.Rule, sentence string) string {
	part := w.partOf(r, sentence)
	if part == "" {
		return ""
	}
	var missing, out []string
	for _, g := range r.Gaps {
		if g.Kind == deduce.Missing {
			missing = append(missing, w.valueOf(g.Layer, g.Value))
		} else {
			out = append(out, w.gapsAs([]deduce.Gap{g}, "part-", part))
		}
	}
	if len(missing) > 0 {
		out = append(out, w.Words("part-gap-missing", "part", part, "value", w.joined(missing, "or")))
	}
	return strings.Join(out, w.Words("or-broken"))
}

// partOf names the row, the room or the other part of which the gaps of a rule can be said, where the sentence of the rule names it; "" where there is none.
func (w wording) partOf(r deduce.Rule, sentence string) (part string) {
	if len(r.Gaps) == 0 || r.Whole {
		return ""
	}
	for _, b := range r.Bound {
		p, ok := b.Value.(board.Place)
		if !ok || part != "" || len(w.Board.Cells(p)) < 2 || !strings.Contains(sentence, w.Place(p)) {
			continue
		}
		if cells := w.Board.Cells(p); !slices.ContainsFunc(r.Gaps, func(g deduce.Gap) bool { return !g.In(cells) }) {
			part = w.Place(p)
		}
	}
	return part
}

// severalGaps says the first of some gaps together with those that differ from it only in what is cut off, in what it is cut off from or in what a line leaves out,
// and gives the rest. The words have keys that begin in a way.
func (w wording) severalGaps(list []deduce.Gap, as string) (string, []deduce.Gap) {
	first := list[0]
	if first.Kind == deduce.Closed && first.That != (board.Place{}) {
		var out, rest []deduce.Gap
		for _, g := range list {
			if g.Kind == first.Kind && g.That != (board.Place{}) && slices.Equal(g.These, first.These) {
				out = append(out, g)
			} else {
				rest = append(rest, g)
			}
		}
		return w.gapsAs(out, as, ""), rest
	}
	one := func(g deduce.Gap) bool {
		return g.Kind == deduce.Apart && len(g.These) == 1 && g.More == 0 && (as != "direct-" || len(g.Only) == 0)
	}
	if !one(first) {
		return w.gapsAs(list[:1], as, ""), list[1:]
	}
	take := func(same func(g deduce.Gap) bool) (own, rest []deduce.Gap) {
		for n, g := range list {
			if n == 0 || one(g) && same(g) {
				own = append(own, g)
			} else {
				rest = append(rest, g)
			}
		}
		return own, rest
	}
	from, rest := take(func(g deduce.Gap) bool { return g.That == first.That })
	to, others := take(func(g deduce.Gap) bool { return g.These[0] == first.These[0] })
	var these, that []board.Place
	for _, g := range from {
		these = append(these, g.These[0])
	}
	for _, g := range to {
		that = append(that, g.That)
	}
	if len(to) > len(from) {
		these, rest = these[:1], others
	} else {
		that = that[:1]
	}
	return w.Words(as+"gap-apart", "these", w.anyOf(w.cells(these)), "that", w.cutOff(w.cells(that))), rest
}

// cutOff names places that are cut off. A sentence that has just named all of them, a few at least, does not name them again.
func (w wording) cutOff(places []board.Place) string {
	if w.justNamed(places) {
		return w.Words("these-cells")
	}
	return w.anyOf(places)
}

// justNamed reports whether places are those that the sentence has just named, and a few at least.
func (w wording) justNamed(places []board.Place) bool {
	among := func(list []board.Place) func(board.Place) bool {
		return func(p board.Place) bool { return !slices.Contains(list, p) }
	}
	return len(w.concluded) >= fewNamed && !slices.ContainsFunc(places, among(w.concluded)) && !slices.ContainsFunc(w.concluded, among(places))
}

// theseCells gives the words of a key for one of the cells that a sentence has just named, or for each, for the places of a name in the sentence of a rule; "" where
// that sentence has other words before them. What stands before the name tells the case that the language wants; "the circle {c}" is the one at such a cell.
func (w wording) theseCells(key, sentence, name string, places []board.Place) string {
	hole := "{" + name + "}"
	before, after, ok := strings.Cut(sentence, hole)
	if !ok || strings.Count(sentence, hole) != 1 || !w.justNamed(places) {
		return ""
	}
	paired := slices.ContainsFunc(strings.Fields(w.Words("pairing")), func(word string) bool { return strings.HasPrefix(strings.TrimSpace(after), word) })
	if at := strings.LastIndex(before, "{"); at >= 0 { // of two names the word before the first tells the case
		between := before[at+strings.Index(before[at:], "}")+1:]
		if slices.Contains(strings.Fields(w.Words("pairing")), strings.TrimSpace(between)) {
			before, paired = before[:at], true
		}
	}
	if before == "" {
		return w.Words(key)
	}
	before = " " + strings.ToLower(before)
	for _, dative := range []string{"", "-dative"} {
		for _, word := range strings.Fields(w.Words("before-one-of-these" + dative)) {
			if strings.HasSuffix(before, " "+word+" ") || strings.HasSuffix(before, word) {
				return w.Words(key + dative)
			}
		}
	}
	if !paired && w.thing(before) {
		return w.Words("at-" + key)
	}
	return ""
}

// thing reports whether a text ends with a thing and its article, and maybe a colour.
func (w wording) thing(text string) bool {
	words := strings.Fields(text)
	n := len(words) - 2
	if n >= 1 && (slices.Contains(strings.Fields(w.Words("colours")), words[n]) || slices.Contains(strings.Fields(w.Words("colours")), words[n+1])) {
		n--
	}
	return n >= 0 && slices.Contains(strings.Fields(w.Words("articles")), words[n])
}

// fewNamed is from how many cells on a sentence does not name them a second time.
const fewNamed = 3

// cellsOf gives the places of claims where all are cells; nil where they are not.
func cellsOf(all []deduce.Said) []board.Place {
	var out []board.Place
	for _, c := range all {
		if c.Place.Kind != board.Cell {
			return nil
		}
		if !slices.Contains(out, c.Place) {
			out = append(out, c.Place)
		}
	}
	return out
}

// cells gives places as gaps name them: of a diagonal the cell says enough.
func (w wording) cells(places []board.Place) []board.Place {
	out := slices.Clone(places)
	for n, p := range out {
		if own := w.Board.Cells(p); len(own) == 1 && p.Kind != board.Edge {
			out[n] = own[0]
		}
	}
	return out
}

// cellNames names places as gaps do.
func (w wording) cellNames(places []board.Place) (names []string) {
	for _, p := range w.cells(places) {
		names = append(names, w.Place(p))
	}
	return names
}

// mostGaps is of how many gaps one sentence tells. What is broken in more ways has to be looked at on the board.
const mostGaps = 4

// valueOf says a value, and where several layers are asked for of which.
func (w wording) valueOf(l *rules.Layer, v rules.Value) string {
	if !w.many() || l == nil {
		return w.Word(l, v)
	}
	return w.Words("of-layer", "layer", w.Called(l), "value", w.Word(l, v))
}

// gap says where a rule about the whole board would be broken.
func (w wording) gap(g deduce.Gap) string { return w.gapsAs([]deduce.Gap{g}, "", "") }

// notFollowing says that the numbers between two that are known do not follow each other, or those at a place; or directly, that only so they do.
func (w wording) notFollowing(g deduce.Gap, as string) string {
	if g.Values == nil {
		return w.Words(as+"gap-unjoined-at", "at", w.Place(g.These[0]))
	}
	var ends []string
	for n, v := range g.Values {
		end := w.Word(g.Layer, v)
		if g.These[n] != (board.Place{}) {
			end = w.Words("number-at", "value", end, "at", w.Place(g.These[n]))
		}
		ends = append(ends, end)
	}
	return w.Words(as+"gap-unjoined", "first", ends[0], "last", ends[1])
}

// gapKeys are the keys of what is said of gaps.
var gapKeys = map[deduce.GapKind]string{
	deduce.Apart: "gap-apart", deduce.Closed: "gap-closed", deduce.Odd: "gap-odd", deduce.Ends: "gap-ends",
	deduce.Missing: "gap-missing", deduce.Twice: "gap-twice", deduce.Few: "gap-few", deduce.Tight: "gap-tight",
}

// gapsAs says gaps that differ only in what is left out, by words whose keys begin in a way: as part of a sentence, alone, or with the part whose places
// are not all different.
func (w wording) gapsAs(list []deduce.Gap, as, part string) string {
	g := list[0]
	if g.Kind == deduce.Unjoined {
		return w.notFollowing(g, as)
	}
	these, that := w.list(w.together(g.These, w.cellNames(g.These))), ""
	if g.Kind == deduce.Apart && g.More > 0 {
		these = w.Words("gap-more", "these", these, "n", strconv.Itoa(g.More))
	}
	key, only := gapKeys[g.Kind], ""
	if as == "direct-" && len(g.Only) > 0 {
		key, only = "gap-through", w.list(w.cellNames(g.Only))
		if w.justNamed(w.cells(g.Only)) {
			only = w.Words("these-cells")
		}
	}
	if g.That != (board.Place{}) {
		var left []board.Place
		for _, o := range list {
			left = append(left, o.That)
		}
		that = w.anyOf(w.cells(left))
	} else if g.Kind == deduce.Closed {
		key = "gap-cycle"
	}
	var values []string
	for _, v := range g.Values {
		values = append(values, w.valueOf(g.Layer, v))
	}
	value := w.valueOf(g.Layer, g.Value)
	switch g.Kind {
	case deduce.Few:
		value = w.joined(values, "or")
	case deduce.Tight:
		value = w.joined(values, "and")
	}
	return w.Words(as+key, "these", these, "that", that, "value", value, "part", part, "only", only)
}

// breach says that an instance of a rule would be broken.
func (w wording) breach(r deduce.Rule) string {
	if r.On {
		at := ""
		if r.At != (board.Place{}) {
			at = w.Place(r.At)
		}
		return w.pattern(w.goingOn(), "at", at)
	}
	rule := w.Board.File.Rule(r.Rule)
	if r.Technique {
		rule = w.Board.File.Technique(r.Rule).Rule
	}
	if rule != nil {
		switch text := w.filledFor(rule, r); {
		case text != "":
			return w.clause(text)
		case w.sentenceOf(rule) == "" && r.Loop && w.held:
			return w.Words("one-loop")
		case w.sentenceOf(rule) == "" && r.Loop:
			return w.Words("no-loop")
		}
		return w.Words("rule", "rule", r.Rule, "where", w.where(r))
	}
	key := w.layersOwn(r)
	if !lexicon().Has(key) {
		return r.Rule
	}
	layer, _, _ := strings.Cut(r.Rule, ".")
	if l := w.Board.File.Layer(layer); l != nil {
		layer = w.Called(l)
	}
	text := w.pattern(key, "at", w.list(w.bound(r)), "layer", layer)
	if w.divisions() == 1 { // a language that says in brackets of which division it speaks need not
		text = strings.TrimSuffix(text, " ("+layer+")")
	}
	return text
}

// layersOwn is the key of the words for what every layer keeps, and no rule of the file says.
func (w wording) layersOwn(r deduce.Rule) string {
	layer, what, _ := strings.Cut(r.Rule, ".")
	if l := w.Board.File.Layer(layer); what == "none" && l != nil && l.Parts { // of a division it is said of borders, not of values
		what = "outside"
	}
	as := "broken-"
	if w.held {
		as = "held-"
	}
	if what == "owner" && w.owned != "" && !w.held {
		what += "-" + w.owned
	}
	if w.parted && lexicon().Has(as+what+"-parted") {
		what += "-parted"
	}
	return as + what
}

// filledFor fills in the sentence of a rule for one of its instances; "" where there is none, or it names something that is not known.
func (w wording) filledFor(rule *rules.Rule, r deduce.Rule) string {
	text := w.sentenceWith(w.sentenceOf(rule), r, -1, nil)
	if strings.Contains(text, "?") {
		return ""
	}
	return text
}

// divisions counts the layers that are parts of the board.
func (w wording) divisions() (n int) {
	for _, l := range w.Board.File.Layers {
		if l.Parts {
			n++
		}
	}
	return n
}

// bound names the places that an instance of a rule is about.
func (w wording) bound(r deduce.Rule) []string {
	var names []string
	for _, b := range r.Bound {
		if p, ok := b.Value.(board.Place); ok {
			names = append(names, w.Place(p))
		}
	}
	return names
}

// where says at which places an instance of a rule is.
func (w wording) where(r deduce.Rule) string {
	names := w.bound(r)
	if len(names) == 0 {
		return ""
	}
	return w.Words("where", "at", w.list(names))
}

// clause makes a part of a sentence of a sentence: what its language writes small within one begins small.
func (w wording) clause(text string) string {
	text = strings.TrimRight(text, ".。 ")
	first, size := utf8.DecodeRuneInString(text)
	second, _ := utf8.DecodeRuneInString(text[size:])
	if !unicode.IsUpper(first) || unicode.IsUpper(second) {
		return text
	}
	began := string(unicode.ToLower(first)) + text[size:]
	word, _, _ := strings.Cut(began, " ")
	if small := strings.Fields(w.Words("small")); len(small) > 0 && !slices.Contains(small, word) {
		return text
	}
	return began
}
