package telling

import (
	"cmp"
	"iter"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// The sentences of a rules file say how a rule is broken, and so do steps whose reason is not what the rule says: what is concluded holds, for otherwise one
// of the rules that the step names would be broken, in the words of the file. What would be broken alike at several places is said once.

// broken says how an instance of a rule would be broken, and of one about the whole board where.
func (w wording) broken(r deduce.Rule) string {
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
	if len(r.Gaps) == 0 || r.Whole {
		return ""
	}
	part := ""
	for _, b := range r.Bound {
		p, ok := b.Value.(board.Place)
		if !ok || part != "" || len(w.Board.Cells(p)) < 2 || !strings.Contains(sentence, w.Place(p)) {
			continue
		}
		if cells := w.Board.Cells(p); !slices.ContainsFunc(r.Gaps, func(g deduce.Gap) bool { return !g.In(cells) }) {
			part = w.Place(p)
		}
	}
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
	one := func(g deduce.Gap) bool { return g.Kind == deduce.Apart && len(g.These) == 1 && g.More == 0 }
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
	return w.Words("gap-apart", "these", w.anyOf(w.cells(these)), "that", w.cutOff(w.cells(that))), rest
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

// notFollowing says that the numbers between two that are known do not follow each other, or those at a place.
func (w wording) notFollowing(g deduce.Gap) string {
	if g.Values == nil {
		return w.Words("gap-unjoined-at", "at", w.Place(g.These[0]))
	}
	var ends []string
	for n, v := range g.Values {
		end := w.Word(g.Layer, v)
		if g.These[n] != (board.Place{}) {
			end = w.Words("number-at", "value", end, "at", w.Place(g.These[n]))
		}
		ends = append(ends, end)
	}
	return w.Words("gap-unjoined", "first", ends[0], "last", ends[1])
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
		return w.notFollowing(g)
	}
	var names []string
	for _, p := range w.cells(g.These) {
		names = append(names, w.Place(p))
	}
	these, that := w.list(w.together(g.These, names)), ""
	if g.Kind == deduce.Apart && g.More > 0 {
		these = w.Words("gap-more", "these", these, "n", strconv.Itoa(g.More))
	}
	key := gapKeys[g.Kind]
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
	return w.Words(as+key, "these", these, "that", that, "value", value, "part", part)
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
		case w.sentenceOf(rule) == "" && r.Loop:
			return w.Words("no-loop")
		}
		return w.Words("rule", "rule", r.Rule, "where", w.where(r))
	}
	layer, what, _ := strings.Cut(r.Rule, ".")
	if l := w.Board.File.Layer(layer); what == "none" && l != nil && l.Parts { // of a division it is said of borders, not of values
		what = "outside"
	}
	if what == "owner" && w.owned != "" {
		what += "-" + w.owned
	}
	if w.parted && lexicon().Has("broken-"+what+"-parted") {
		what += "-parted"
	}
	if key := "broken-" + what; lexicon().Has(key) {
		if l := w.Board.File.Layer(layer); l != nil {
			layer = w.Called(l)
		}
		text := w.pattern(key, "at", w.list(w.bound(r)), "layer", layer)
		if w.divisions() == 1 { // a language that says in brackets of which division it speaks need not
			text = strings.TrimSuffix(text, " ("+layer+")")
		}
		return text
	}
	return r.Rule
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

// allBroken says how one of some rules would be broken. What one rule says of a place and one of several others is said once.
func (w wording) allBroken(list []deduce.Rule) string {
	return strings.Join(w.eachBroken(list), w.Words("or-broken"))
}

// eachBroken is allBroken as a list.
func (w wording) eachBroken(list []deduce.Rule) []string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b deduce.Rule) int { return cmp.Compare(min(len(a.Gaps), 1), min(len(b.Gaps), 1)) }) // what is longest stands last
	seen := map[string]bool{}
	list = slices.DeleteFunc(list, func(r deduce.Rule) bool { // instances may differ in what no sentence says
		text := w.broken(r)
		old := seen[text] && !r.On
		seen[text] = true
		return old
	})
	var out, of []string // what is said, and of which rule
	for len(list) > 0 {
		text, rest := w.several(list)
		if list[0].On {
			text, rest = w.goOn(list)
		}
		if text == "" {
			text, rest = w.broken(list[0]), list[1:]
			for n := 0; n < len(rest); n++ { // that the same is said from another cell on
				if !w.sameText(rest[n].Rule, list[0].Rule) || rest[n].On || list[0].On {
					continue
				}
				if w.held {
					continue
				}
				if both := w.oneCell(text, w.broken(rest[n])); both != "" {
					text, rest = both, slices.Delete(slices.Clone(rest), n, n+1)
					n--
				}
			}
		}
		if !slices.Contains(out, text) {
			out, of = append(out, text), append(of, list[0].Rule)
		}
		list = rest
	}
	if w.held {
		return out
	}
	return w.pairs(out, of)
}

// sameText reports whether two rules, by name, are one, or have one sentence.
func (w wording) sameText(a, b string) bool {
	if a == b {
		return true
	}
	x, y := w.Board.File.Rule(a), w.Board.File.Rule(b)
	return x != nil && y != nil && x.Text.In(w.Lang) != "" && x.Text.In(w.Lang) == y.Text.In(w.Lang)
}

// pairs makes one of sentences of one rule that differ in a pair of cells: "r1c1 and r1c2, or r3c3 and r4c3 or r3c4, are equal". Of tells whose the
// sentences are.
func (w wording) pairs(all, of []string) []string {
	var out []string
	for n, text := range all {
		if text == "" { // said before
			continue
		}
		for frame, pair := range w.paired(text) {
			list := []string{pair}
			for k := n + 1; k < len(all); k++ {
				if of[k] != of[n] {
					continue
				}
				for other, pair := range w.paired(all[k]) {
					if other == frame {
						list, all[k] = append(list, pair), ""
						break
					}
				}
			}
			if len(list) > 1 {
				before, after, _ := strings.Cut(frame, "\x00")
				if end := w.Words("pairs-end"); after != "" && !strings.HasPrefix(after, end) { // "r1c1 and r2c2, which touch" has its own comma
					after = end + after
				}
				text = before + w.strung(list, "comma", "or-pair") + after
				break
			}
		}
		out = append(out, text)
	}
	return out
}

// paired gives the pairs of cells in a sentence, each behind the sentence with a mark in its place; the second cell may be one of several.
func (w wording) paired(text string) iter.Seq2[string, string] {
	cells := cellName.FindAllStringIndex(text, -1)
	pairs := func(n int) bool { // a cell goes with the next one
		sep := text[cells[n][1]:cells[n+1][0]]
		return sep == "–" || slices.Contains(strings.Fields(w.Words("pairing")), strings.TrimSpace(sep))
	}
	lists := func(n int) bool { // it is one of a list with the next one
		sep := text[cells[n][1]:cells[n+1][0]]
		return sep == w.Words("comma") || sep == w.Words("or")
	}
	return func(yield func(string, string) bool) {
		for n := 0; n+1 < len(cells); n++ {
			if !pairs(n) || n > 0 && (pairs(n-1) || lists(n-1)) {
				continue
			}
			last := n + 1
			for last+1 < len(cells) && lists(last) {
				last++
			}
			if last+1 < len(cells) && pairs(last) || last > n+2 { // more than two would stand with commas between pairs
				continue
			}
			if from, to := cells[n][0], cells[last][1]; !yield(text[:from]+"\x00"+text[to:], text[from:to]) {
				return
			}
		}
	}
}

// oneCell makes one of two sentences that differ in a single cell: it says both cells, or in the first sentence all that it says there and one more. It
// is empty where they differ in more.
func (w wording) oneCell(text, other string) string {
	cells := cellName.FindAllStringIndex(other, -1)
	for _, at := range cells {
		before, cell, after := other[:at[0]], other[at[0]:at[1]], other[at[1]:]
		if strings.HasSuffix(before, "–") || strings.HasPrefix(after, "–") { // of a path
			continue
		}
		if !strings.HasPrefix(text, before) || !strings.HasSuffix(text, after) || len(text) < len(before)+len(after) {
			continue
		}
		said := text[len(before) : len(text)-len(after)]
		list := cellName.FindAllString(said, -1)
		if said == w.joined(list, "or") && len(list) > 0 && !slices.Contains(list, cell) {
			return before + w.joined(append(list, cell), "or") + after
		}
	}
	return ""
}

// goOn says at once at which places a line would end or branch, and gives the other rules.
func (w wording) goOn(list []deduce.Rule) (string, []deduce.Rule) {
	var places []board.Place
	var rest []deduce.Rule
	for _, r := range list {
		switch {
		case !r.On:
			rest = append(rest, r)
		case r.At != (board.Place{}):
			places = append(places, r.At)
		}
	}
	if len(places) > 0 && !slices.ContainsFunc(places, func(p board.Place) bool { return !slices.Contains(w.ends, p) }) {
		return w.Words(w.goingOn() + "-there"), rest
	}
	return w.pattern(w.goingOn(), "at", w.anyOf(places)), rest
}

// goingOn is the key of the words for lines that end or branch, or that do not.
func (w wording) goingOn() string {
	if w.held {
		return "goes-on"
	}
	return "go-on"
}

// cellName finds a cell in the name of a place.
var cellName = regexp.MustCompile(`r\d+c\d+`)

// anyOf lists places of which one is meant. What is alike in their names but for the cell is said once: the top side of r1c1, r1c2 or r1c3.
// All corners of a cell are these four.
func (w wording) anyOf(places []board.Place) string {
	var frames []string
	cells := map[string][]string{}
	places, corners := w.allCorners(places)
	for _, cell := range corners {
		frames = append(frames, w.Words("any-corner", "cell", w.Place(cell)))
	}
	for _, p := range places {
		name := w.Place(p)
		frame, cell := name, ""
		if at := cellName.FindAllStringIndex(name, -1); len(at) == 1 {
			frame, cell = name[:at[0][0]]+"\x00"+name[at[0][1]:], name[at[0][0]:at[0][1]]
		}
		if _, ok := cells[frame]; !ok {
			frames = append(frames, frame)
		}
		if !slices.Contains(cells[frame], cell) {
			cells[frame] = append(cells[frame], cell)
		}
	}
	var out []string
	for _, frame := range frames {
		out = append(out, strings.Replace(frame, "\x00", w.joined(cells[frame], "or"), 1))
	}
	return w.joined(out, "or")
}

// allCorners takes out of a list of places those that are all four corners of a cell, and gives these cells.
func (w wording) allCorners(places []board.Place) (left, cells []board.Place) {
	left = slices.Clone(places)
	for _, p := range places {
		if p.Kind != board.Corner {
			continue
		}
		for _, c := range w.Board.Cells(p) {
			own := w.Board.Geo.Corners(c)
			if len(own) == 4 && !slices.ContainsFunc(own, func(q board.Place) bool { return !slices.Contains(left, q) }) {
				cells = append(cells, c)
				left = slices.DeleteFunc(left, func(q board.Place) bool { return slices.Contains(own, q) })
			}
		}
	}
	return left, cells
}

// others are several places or numbers of which a sentence speaks at once.
type others struct {
	text   string
	places []board.Place // nil of numbers
}

func (o others) String() string { return o.text }

// several says the first of some rules together with those that differ from it in one place, and gives the rest; nothing where there
// are none.
func (w wording) several(list []deduce.Rule) (string, []deduce.Rule) {
	first := list[0]
	rule := w.Board.File.Rule(first.Rule)
	if rule == nil || first.On || first.Technique || crowded(first) {
		return "", nil
	}
	sentence := w.sentenceOf(rule)
	best, turned, at := w.mostAlike(list, holesOf(sentence))
	if len(best) < 2 {
		return "", nil
	}
	slices.SortStableFunc(turned, func(a, b deduce.Rule) int {
		if k, ok := a.Bound[at].Value.(int64); ok {
			n, _ := b.Bound[at].Value.(int64)
			return cmp.Compare(k, n)
		}
		p, _ := a.Bound[at].Value.(board.Place)
		q, _ := b.Bound[at].Value.(board.Place)
		x, y, _ := w.Board.Geo.Centre(p)
		u, v, _ := w.Board.Geo.Centre(q)
		return cmp.Or(cmp.Compare(y, v), cmp.Compare(x, u))
	})
	text := ""
	if name := first.Bound[at].Name; w.held && !w.deniesOf(rule, name) {
		text = w.likewise(sentence, turned, at)
	} else if said, ok := w.anyOfTurns(sentence, turned, at); ok {
		text = w.sentenceWith(sentence, turned[0], at, said)
	}
	if text == "" || strings.Contains(text, "?") {
		return "", nil
	}
	var rest []deduce.Rule
	for n, r := range list {
		if !slices.Contains(best, n) {
			rest = append(rest, r)
		}
	}
	return w.clause(text), rest
}

// mostAlike finds the most turns of the first rule of a list that differ in one thing alone of those that its sentence names: their numbers in the list, how
// each is turned so that they do, and which thing that is.
func (w wording) mostAlike(list []deduce.Rule, said map[string]bool) (best []int, turned []deduce.Rule, bestAt int) {
	first := list[0]
	for _, start := range w.turns(first) {
		for at := range start.Bound {
			if !said[start.Bound[at].Name] {
				continue
			}
			var group []int
			var as []deduce.Rule
			for n, r := range list {
				if crowded(r) {
					continue
				}
				for _, t := range w.turns(r) {
					if r.Rule == first.Rule && !r.On && differ(said, start, t) == at || n == 0 && r.Rule == first.Rule {
						if n == 0 {
							t = start
						}
						group, as = append(group, n), append(as, t)
						break
					}
				}
			}
			if len(group) > len(best) || len(group) == len(best) && at > bestAt {
				bestAt, best, turned = at, group, as
			}
		}
	}
	return best, turned, bestAt
}

// anyOfTurns says that a rule is broken at one of the places, or with one of the numbers, in which its turns differ. ok is false for other things.
func (w wording) anyOfTurns(sentence string, turned []deduce.Rule, at int) (said others, ok bool) {
	var places []board.Place
	var numbers []int64
	for _, t := range turned {
		switch v := t.Bound[at].Value.(type) {
		case board.Place:
			places = append(places, v)
		case int64:
			numbers = append(numbers, v)
		default:
			return others{}, false
		}
	}
	if len(places) > 0 {
		return others{cmp.Or(w.theseCells("one-of-these", sentence, turned[0].Bound[at].Name, places), w.anyOf(places)), places}, true
	}
	return others{w.joined(w.inRow(numbers, func(n int64) string { return strconv.FormatInt(n, 10) }), "or"), nil}, true
}

// crowded reports whether it is told of a rule why places are not all different, which is said of each alone.
func crowded(r deduce.Rule) bool { return len(r.Gaps) > 0 && r.Gaps[0].Kind >= deduce.Missing }

// turns gives an instance, and where the order of its two places is nothing the same with these exchanged.
func (w wording) turns(r deduce.Rule) []deduce.Rule {
	out := []deduce.Rule{r}
	var places []int
	for n, b := range r.Bound {
		if _, ok := b.Value.(board.Place); ok {
			places = append(places, n)
		}
	}
	if len(places) > 2 { // of two cells, beside the room that they are in
		places = slices.DeleteFunc(places, func(n int) bool { return r.Bound[n].Value.(board.Place).Kind != board.Cell })
	}
	either := r.Either && len(places) == 2
	if a, b, ok := w.pair(r); ok {
		either, places = true, []int{a, b}
	}
	if either {
		other := r
		other.Bound = slices.Clone(r.Bound)
		first, last := places[0], places[1]
		other.Bound[first].Value, other.Bound[last].Value = r.Bound[last].Value, r.Bound[first].Value
		out = append(out, other)
	}
	return out
}

// pair finds two places that the sentence of a rule names as "this and that", and nowhere else: they may stand in either order.
func (w wording) pair(r deduce.Rule) (first, last int, ok bool) {
	rule := w.Board.File.Rule(r.Rule)
	if rule == nil {
		return 0, 0, false
	}
	text := w.sentenceOf(rule)
	all := braces.FindAllStringSubmatchIndex(text, -1)
	place := func(name string) int { // of what binds it, where it stands for a place and stands once
		n := 0
		for _, hole := range all {
			if holesOf(text[hole[0]:hole[1]])[name] {
				n++
			}
		}
		return slices.IndexFunc(r.Bound, func(b encode.Binding) bool {
			_, ok := b.Value.(board.Place)
			return ok && n == 1 && b.Name == name
		})
	}
	for n := 0; n+1 < len(all); n++ {
		if !slices.Contains(strings.Fields(w.Words("pairing")), strings.TrimSpace(text[all[n][1]:all[n+1][0]])) {
			continue
		}
		if first, last = place(text[all[n][2]:all[n][3]]), place(text[all[n+1][2]:all[n+1][3]]); first >= 0 && last >= 0 {
			return first, last, true
		}
	}
	return 0, 0, false
}

// holesOf tells which names a sentence speaks of.
func holesOf(sentence string) map[string]bool {
	out := map[string]bool{}
	for _, hole := range braces.FindAllStringSubmatch(sentence, -1) {
		for _, name := range strings.FieldsFunc(hole[1], func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' }) {
			out[name] = true
		}
	}
	return out
}

// differ gives the only place in what two instances bind, of the names that are said, in which they differ; -1: there is none, or more than one.
func differ(said map[string]bool, a, b deduce.Rule) int {
	at := -1
	for n := range min(len(a.Bound), len(b.Bound)) {
		if said[a.Bound[n].Name] && !reflect.DeepEqual(a.Bound[n].Value, b.Bound[n].Value) {
			if at >= 0 {
				return -1
			}
			at = n
		}
	}
	return at
}
