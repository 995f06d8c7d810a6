package declared

import (
	"cmp"
	"fmt"
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
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// The sentences of a rules file say how a rule is broken, and so do steps: what is concluded holds, for otherwise one of the rules that
// the step names would be broken, in the words of the file. Facts and conclusions are said by these words.

// wording says steps in one language.
type wording struct {
	speaker
	many bool // several layers are asked for: values are said with their layer
	// ends are the corners at the ends of the sides that a sentence concludes something of: it says "there" of them. Nil where it does not.
	ends []board.Place
	// concluded are the cells that a sentence concludes something of: where all of them are cut off it says "these cells", and "one of these cells"
	// where a rule is broken at one of them. Nil where it does not.
	concluded []board.Place
	// sizes is set where a sentence rests on what numbers add up to, or on which is greater: it says "at most 3" then.
	sizes bool
	// owned is "none" where a sentence concludes of places that they are in parts, and "two" where it does that they are not: then it is plain whether one
	// would be in no part, or in two.
	owned string
	// parted is set where a sentence concludes borders from how a board is divided alone: then no part can hold what they separate.
	parted bool
	whole  bool // all that would be broken is said, and in one sentence, however long
	held   bool // rules are told by what they say, and not by how they are broken
}

func (i *Instance) wording() wording {
	w := wording{speaker: i.speaker(i.b)}
	asked := 0
	for _, l := range i.f.file.Layers {
		if l.Role == rules.Find {
			asked++
		}
	}
	w.many = asked > 1
	return w
}

// kinds are the keys of what is known of a place apart from its value.
var kinds = map[encode.UnknownKind]string{
	encode.Present: "present", encode.Joined: "joined", encode.Inside: "inside", encode.Belongs: "belongs", encode.Part: "part", encode.Size: "size",
}

// order is where a claim stands: as a sentence, as a condition or behind a word that changes the order, or as a sentence behind such a
// word, which changes that of its first claim alone.
type order int

const (
	straight order = iota
	turned
	begun
)

// pattern says the words of a key in the form that goes with what its first hole is filled with: that behind the bar where there is nothing.
func (w wording) pattern(key string, fill ...string) string {
	with, without, ok := strings.Cut(lexicon().Text(w.lang, key), "|")
	if ok && fill[1] == "" {
		with = without
	}
	return phrases.Fill(with, fill...)
}

// list joins places: with "and" before the last.
func (w wording) list(items []string) string { return w.joined(items, "and") }

func (w wording) joined(items []string, last string) string { return w.strung(items, "comma", last) }

// strung joins items with the words of two keys: one before the last, and one before the others.
func (w wording) strung(items []string, comma, last string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], w.words(comma)) + w.words(last) + items[len(items)-1]
}

// claims says literals, those that say the same of several places at once.
func (w wording) claims(all []deduce.Said) string { return w.ordered(all, straight) }

// ordered says claims that stand in an order.
func (w wording) ordered(all []deduce.Said, o order) string {
	groups := w.grouped(withoutSaid(all))
	var out []string
	for n, g := range groups {
		out = append(out, w.group(g, form{turned: o == turned || o == begun && n == 0, more: n < len(groups)-1}))
	}
	return w.claimsInRow(out)
}

// denies reports whether a claim is that a place has not some value.
func denies(s deduce.Said) bool { return valued(s) && !s.Holds }

// withoutSaid leaves out what another claim says too: what a place has, or that it has nothing, says what it is not; a value, that there is one.
func withoutSaid(all []deduce.Said) []deduce.Said {
	return slices.DeleteFunc(slices.Clone(all), func(s deduce.Said) bool {
		return slices.ContainsFunc(all, func(o deduce.Said) bool {
			value := valued(o) && o.Holds
			return o.Layer == s.Layer && o.Place == s.Place && (denies(s) && (value || o.Kind == encode.Present && !o.Holds) || value && s.Kind == encode.Present && s.Holds)
		})
	})
}

// sameClaim is what claims have in common that are said at once.
type sameClaim struct {
	layer *rules.Layer
	kind  encode.UnknownKind
	value string
	holds bool
	about board.Place
	words string // the key of the claim's words; nothing: what goes with the kind
}

// claimGroup is a claim of several places.
type claimGroup struct {
	sameClaim
	places, lasts []board.Place
}

// grouped puts claims together that say the same of several places. What a place is not is said together, and so are places that are not the same.
func (w wording) grouped(all []deduce.Said) []*claimGroup {
	type spot struct {
		layer *rules.Layer
		at    board.Place
	}
	excluded := map[spot][]deduce.Said{}
	apart := map[spot][]string{} // the parts that a place is not in
	for _, s := range all {
		at := spot{s.Layer, s.Place}
		switch {
		case denies(s):
			excluded[at] = append(excluded[at], s)
		case s.Kind == encode.Belongs && !s.Holds:
			apart[at] = append(apart[at], w.place(s.Seed))
		}
	}
	var out []*claimGroup
	for _, s := range all {
		at := spot{s.Layer, s.Place}
		k := sameClaim{s.Layer, s.Kind, w.word(s.Layer, s.Value), s.Holds, s.Seed, ""}
		switch {
		case s.Kind == encode.Count:
			k.words, k.value = w.amount(s, excluded[at])
			k.holds = true
		case denies(s):
			words, value, holds := w.values(excluded[at])
			k = sameClaim{s.Layer, s.Kind, value, holds, board.Place{}, words}
		case s.Kind == encode.Belongs && !s.Holds && len(apart[at]) > 1:
			k.about, k.value = board.Place{}, w.joined(apart[at], "nor")
		}
		n := slices.IndexFunc(out, func(g *claimGroup) bool { return g.sameClaim == k })
		if n < 0 {
			n, out = len(out), append(out, &claimGroup{sameClaim: k})
		}
		if g := out[n]; k.about != (board.Place{}) || !slices.Contains(g.places, s.Place) || k.kind == encode.Part {
			g.places, g.lasts = append(g.places, s.Place), append(g.lasts, s.Last)
		}
	}
	return out
}

// group says a claim of several places.
func (w wording) group(g *claimGroup, f form) string {
	if g.kind != encode.Part { // as the eye goes, and not as they were found
		slices.SortStableFunc(g.places, w.asCellsLie)
	}
	var names []string
	for n, p := range g.places {
		name := w.place(p)
		switch g.kind {
		case encode.Part:
			name = w.block(p, g.lasts[n])
		case encode.Count:
			name = w.counted(g.words, g.value, name)
		}
		names = append(names, name)
	}
	switch {
	case len(names) < 2 || g.kind == encode.Count:
	case g.kind == encode.Holds || g.kind == encode.Joined:
		names = w.together(g.places, names)
	default:
		names = w.alike(names)
	}
	if g.kind == encode.Holds && g.value != "" && w.asOwn(g.layer, g.places[0]) {
		name := w.words("subject", "layer", w.called(g.layer), "place", w.list(names))
		if plurals := strings.Split(w.words("plurals"), "|"); len(g.places) > 1 && len(plurals) > 1 {
			name = strings.NewReplacer(plurals...).Replace(name)
		}
		names = []string{name}
	}
	value, words := g.value, g.words
	if g.about != (board.Place{}) {
		value = w.place(g.about)
	}
	f.many, f.holds = len(g.places) > 1, g.holds
	if g.kind == encode.Count { // it is said of so many cells
		f.many, words = f.many || g.value != "1", ""
	}
	return w.claim(g.layer, g.kind, words, names, f, value)
}

// asCellsLie orders cells row by row; other places stay where they are.
func (w wording) asCellsLie(a, b board.Place) int {
	if a.Kind != board.Cell || b.Kind != board.Cell {
		return 0
	}
	return cmp.Or(cmp.Compare(w.b.Geo.Row(a), w.b.Geo.Row(b)), cmp.Compare(w.b.Geo.Col(a), w.b.Geo.Col(b)))
}

// claimsInRow joins claims. Where one ends with a cell and the next begins with one, no word that also stands between cells parts them.
func (w wording) claimsInRow(all []string) string {
	var b strings.Builder
	for n, text := range all {
		if n > 0 {
			key := "claims"
			if n == len(all)-1 {
				key = "also"
			}
			if before := cellName.FindAllStringIndex(all[n-1], -1); len(before) > 0 && before[len(before)-1][1] == len(all[n-1]) {
				if at := cellName.FindStringIndex(text); at != nil && at[0] == 0 {
					key = "also-a-cell"
				}
			}
			b.WriteString(w.words(key))
		}
		b.WriteString(text)
	}
	return b.String()
}

// valued reports whether a number or a word is said of a place, and not that something is so.
func valued(s deduce.Said) bool {
	return (s.Kind == encode.Holds || s.Kind == encode.Count) && s.Value.Kind != rules.Bool
}

// amount says how many cells of a place are so: exactly so many, or of what else is known of that place (not) what one number is part of – at least or at most so
// many, or not these. It gives the key of the words and the number.
func (w wording) amount(s deduce.Said, not []deduce.Said) (words, value string) {
	if s.Holds {
		return "counted", fmt.Sprint(s.Value.N)
	}
	out := func(n int64) bool {
		return slices.ContainsFunc(not, func(o deduce.Said) bool { return o.Value.N == n })
	}
	first, last := 0, len(s.Left)-1 // what is left lies between
	for first < last && out(s.Left[first]) {
		first++
	}
	for last > first && out(s.Left[last]) {
		last--
	}
	switch {
	case s.Value.N < s.Left[first]:
		return "counted-least", fmt.Sprint(s.Left[first])
	case s.Value.N > s.Left[last]:
		return "counted-most", fmt.Sprint(s.Left[last])
	}
	var between []string
	for _, n := range s.Left[first : last+1] {
		if out(n) {
			between = append(between, fmt.Sprint(n))
		}
	}
	return "counted-not", w.joined(between, "or")
}

// counted names so many cells of a place.
func (w wording) counted(words, value, place string) string {
	one, many, _ := strings.Cut(lexicon().Text(w.lang, words), "|")
	if value != "1" && many != "" {
		one = many
	}
	return w.contracted("article", phrases.Fill(one, "value", value, "place", place))
}

// fewValues is of how many values a sentence says that a number is one of them.
const fewValues = 3

// values says what a place is not: these values, or shorter what is left – at most or at least so much, or one of a few. It gives the key of the words and
// what fills them.
func (w wording) values(not []deduce.Said) (words, value string, holds bool) {
	left := slices.Clone(not[0].Left)
	for _, s := range not {
		left = slices.DeleteFunc(left, func(n int64) bool { return n == s.Value.N })
	}
	from, out := not[0].Left, len(not) // what it may be at all
	switch n := len(left); {
	case n == 0 || out < 2:
	case w.sizes && slices.Equal(left, from[:n]) && out == len(from)-n:
		return "at-most", fmt.Sprint(left[n-1]), true
	case w.sizes && slices.Equal(left, from[len(from)-n:]) && out == len(from)-n:
		return "at-least", fmt.Sprint(left[0]), true
	case n > 1 && n <= fewValues && n < out && out == len(from)-n:
		var few []string
		for _, v := range left {
			few = append(few, w.word(not[0].Layer, rules.IntOf(v)))
		}
		return "", w.joined(few, "or"), true
	}
	list := w.spans(not)
	if len(list) > 1 && (w.words("nouns") == "*" || w.noun(list[0])) {
		return "neither", strings.Join(list, nextValue), false
	}
	return "", w.joined(list, "nor"), false
}

// nextValue stands between values that are joined later.
const nextValue = "\x00"

// noun reports whether what is said of a place is a thing, as its article tells.
func (w wording) noun(value string) bool {
	first, _, ok := strings.Cut(value, " ")
	return ok && slices.Contains(strings.Fields(w.words("nouns")), first)
}

// fewInRow is how many numbers in a row a sentence lists; of more it says the first and the last.
const fewInRow = 3

// spans says values, and of many numbers in a row the first and the last.
func (w wording) spans(list []deduce.Said) []string {
	var out []string
	var numbers []int64
	for _, s := range list {
		if s.Value.Kind != rules.Int {
			out = append(out, w.word(s.Layer, s.Value))
			continue
		}
		numbers = append(numbers, s.Value.N)
	}
	return append(out, w.inRow(numbers, func(n int64) string { return w.word(list[0].Layer, rules.IntOf(n)) })...)
}

// inRow says numbers, and of many in a row the first and the last.
func (w wording) inRow(list []int64, say func(int64) string) []string {
	var out []string
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n] == list[0]+int64(n) {
			n++
		}
		if n <= fewInRow {
			n = 1
		}
		text := say(list[0])
		if n > 1 {
			text = w.words("span", "from", text, "to", say(list[n-1]))
		}
		out, list = append(out, text), list[n:]
	}
	return out
}

// subject names a place of a layer whose value is said.
func (w wording) subject(l *rules.Layer, p board.Place) string {
	if !w.asOwn(l, p) {
		return w.place(p)
	}
	return w.words("subject", "layer", w.called(l), "place", w.place(p))
}

// asOwn reports whether values of a layer are said with what they are: the number of r1c1 is 2, and not r1c1; the colour of a room, and not the room.
func (w wording) asOwn(l *rules.Layer, p board.Place) bool {
	if l == nil || l.Domain.Kind == rules.Bools || lexicon().Has("word-"+l.Name) {
		return false
	}
	parts := w.b.LayerOf(p)
	return w.many || l.Role == rules.Follow || parts != nil && parts.Parts
}

func (w wording) block(first, last board.Place) string {
	if first == last {
		return w.words("lone", "cell", w.place(first))
	}
	return w.words("rectangle", "first", w.place(first), "last", w.place(last))
}

// form is the form that a claim has in its sentence.
type form struct{ many, holds, turned, more bool }

func (w wording) claim(l *rules.Layer, kind encode.UnknownKind, words string, names []string, f form, value string) string {
	key, ok := kinds[kind]
	base := "value"
	switch {
	case ok:
		base = key
	case l != nil && l.Domain.Kind == rules.Bools:
		base = "truth"
	case l != nil && l.Domain.Kind == rules.Words:
		base = "word"
	}
	layer, own := "", false
	if l != nil {
		layer = w.called(l)
		own = lexicon().Has(base + "-" + l.Name)
	}
	values := strings.Split(value, nextValue)
	noun := !ok && !own && w.noun(values[0])
	switch {
	case words == "neither" && noun && f.many: // none of these places is one or the other
		key, value = "noun", w.joined(values, "nor")
	case words == "neither" && !own:
		key, value = words, w.strung(values, "neither-comma", "neither-nor")
	case words != "" && words != "neither":
		key = words
	case own:
		key, value = base+"-"+l.Name, w.joined(values, "nor")
		if zero := key + "-" + value; value == "0" && lexicon().Has(zero) {
			key = zero
		}
	case noun:
		key = "noun"
	default:
		key = base
	}
	forms := strings.Split(lexicon().Text(w.lang, key), "|")
	if len(forms) == 2 { // one and several places are said alike
		forms = []string{forms[0], forms[0], forms[1], forms[1]}
	}
	at := 0
	if f.many {
		at++
	}
	if !f.holds {
		at += 2
	}
	if f.many && l != nil && l.Domain.Kind == rules.Words {
		value = w.contracted("values-many", value)
	}
	said := w.list(names)
	if noun && f.many && !f.holds {
		said = w.none(names)
	}
	text := phrases.Bend(forms[at], f.turned, f.more)
	return w.contracted("article", phrases.Fill(text, "names", said, "layer", layer, "value", value))
}

// none names places none of which is something.
func (w wording) none(names []string) string {
	if len(names) == 2 {
		return w.words("none-two", "first", names[0], "last", names[1])
	}
	return w.words("none-of", "all", w.strung(names, "none-comma", "none-and"))
}

// broken says how an instance of a rule would be broken, and of one about the whole board where.
func (w wording) broken(r deduce.Rule) string {
	if ofNumbers(r) {
		return w.gap(r.Gaps[0])
	}
	text := w.breach(r)
	if said := w.ofPart(r, text); said != "" {
		return said
	}
	var gaps []string
	var ends []board.Place // said at once
	closes := true         // what is told is that lines close, or come out of a part in odd numbers: that says enough
	for list := r.Gaps; len(list) > 0; {
		g := list[0]
		closes = closes && (g.Kind == deduce.Closed || g.Kind == deduce.Odd || g.Kind == deduce.Ends)
		if g.Kind == deduce.Ends {
			ends, list = append(ends, g.That), list[1:]
			continue
		}
		var said string
		said, list = w.severalGaps(list, "")
		gaps = append(gaps, said)
	}
	closes = closes && len(gaps) > 0
	if len(ends) > 0 {
		gaps = append(gaps, w.words("gap-ends", "that", w.anyOf(ends)))
	}
	switch {
	case len(gaps) == 0 || len(gaps) > mostGaps:
		return text
	case closes:
		var alone []string
		list := slices.DeleteFunc(slices.Clone(r.Gaps), func(g deduce.Gap) bool { return g.Kind == deduce.Ends })
		for len(list) > 0 {
			var said string
			said, list = w.severalGaps(list, "alone-")
			alone = append(alone, said)
		}
		if len(ends) > 0 {
			alone = append(alone, w.pattern("go-on", "at", w.anyOf(ends)))
		}
		return strings.Join(alone, w.words("or-broken"))
	}
	return text + w.words("gaps", "gaps", strings.Join(gaps, w.words("or-gap")))
}

// ofNumbers reports whether all that is said of a rule is that some numbers do not follow each other.
func ofNumbers(r deduce.Rule) bool { return len(r.Gaps) > 0 && r.Gaps[0].Kind == deduce.Unjoined }

// ofPart says why the places of a row, a room or another part that the sentence of a rule names are not all different: of the part itself, which says more than
// that sentence. It is empty where there is no such part.
func (w wording) ofPart(r deduce.Rule, sentence string) string {
	if len(r.Gaps) == 0 || r.Whole {
		return ""
	}
	part := ""
	for _, b := range r.Bound {
		p, ok := b.Value.(board.Place)
		if !ok || part != "" || len(w.b.Cells(p)) < 2 || !strings.Contains(sentence, w.place(p)) {
			continue
		}
		if cells := w.b.Cells(p); !slices.ContainsFunc(r.Gaps, func(g deduce.Gap) bool { return !g.In(cells) }) {
			part = w.place(p)
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
			out = append(out, w.gapIn(g, part))
		}
	}
	if len(missing) > 0 {
		out = append(out, w.words("part-gap-missing", "part", part, "value", w.joined(missing, "or")))
	}
	return strings.Join(out, w.words("or-broken"))
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
		return w.gapAs(first, as, ""), list[1:]
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
	return w.words("gap-apart", "these", w.anyOf(w.cells(these)), "that", w.cutOff(w.cells(that))), rest
}

// cutOff names places that are cut off. A sentence that has just named all of them, a few at least, does not name them again.
func (w wording) cutOff(places []board.Place) string {
	if w.justNamed(places) {
		return w.words("these-cells")
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
	paired := slices.ContainsFunc(strings.Fields(w.words("pairing")), func(word string) bool { return strings.HasPrefix(strings.TrimSpace(after), word) })
	if at := strings.LastIndex(before, "{"); at >= 0 { // of two names the word before the first tells the case
		between := before[at+strings.Index(before[at:], "}")+1:]
		if slices.Contains(strings.Fields(w.words("pairing")), strings.TrimSpace(between)) {
			before, paired = before[:at], true
		}
	}
	if before == "" {
		return w.words(key)
	}
	before = " " + strings.ToLower(before)
	for _, dative := range []string{"", "-dative"} {
		for _, word := range strings.Fields(w.words("before-one-of-these" + dative)) {
			if strings.HasSuffix(before, " "+word+" ") || strings.HasSuffix(before, word) {
				return w.words(key + dative)
			}
		}
	}
	if !paired && w.thing(before) {
		return w.words("at-" + key)
	}
	return ""
}

// thing reports whether a text ends with a thing and its article, and maybe a colour.
func (w wording) thing(text string) bool {
	words := strings.Fields(text)
	n := len(words) - 2
	if n >= 1 && (slices.Contains(strings.Fields(w.words("colours")), words[n]) || slices.Contains(strings.Fields(w.words("colours")), words[n+1])) {
		n--
	}
	return n >= 0 && slices.Contains(strings.Fields(w.words("articles")), words[n])
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
		if own := w.b.Cells(p); len(own) == 1 && p.Kind != board.Edge {
			out[n] = own[0]
		}
	}
	return out
}

// mostGaps is of how many gaps one sentence tells. What is broken in more ways has to be looked at on the board.
const mostGaps = 4

// valueOf says a value, and where several layers are asked for of which.
func (w wording) valueOf(l *rules.Layer, v rules.Value) string {
	if !w.many || l == nil {
		return w.word(l, v)
	}
	return w.words("of-layer", "layer", w.called(l), "value", w.word(l, v))
}

// gap says where a rule about the whole board would be broken.
func (w wording) gap(g deduce.Gap) string { return w.gapAs(g, "", "") }

// notFollowing says that the numbers between two that are known do not follow each other, or those at a place.
func (w wording) notFollowing(g deduce.Gap) string {
	if g.Values == nil {
		return w.words("gap-unjoined-at", "at", w.place(g.These[0]))
	}
	var ends []string
	for n, v := range g.Values {
		end := w.word(g.Layer, v)
		if g.These[n] != (board.Place{}) {
			end = w.words("number-at", "value", end, "at", w.place(g.These[n]))
		}
		ends = append(ends, end)
	}
	return w.words("gap-unjoined", "first", ends[0], "last", ends[1])
}

// gapIn says a gap of a part.
func (w wording) gapIn(g deduce.Gap, part string) string { return w.gapAs(g, "part-", part) }

// gapAs says a gap by words whose keys begin in a way: as part of a sentence, alone, or with the part whose places are not all different.
func (w wording) gapAs(g deduce.Gap, as, part string) string {
	if g.Kind == deduce.Unjoined {
		return w.notFollowing(g)
	}
	return w.gapsAs([]deduce.Gap{g}, as, part)
}

// gapsAs is gapAs of several that differ only in what is left out.
func (w wording) gapsAs(list []deduce.Gap, as, part string) string {
	g := list[0]
	say := func(places []board.Place) string {
		var names []string
		for _, p := range w.cells(places) {
			names = append(names, w.place(p))
		}
		return w.list(w.together(places, names))
	}
	these, that := say(g.These), ""
	if g.That != (board.Place{}) {
		var left []board.Place
		for _, o := range list {
			left = append(left, o.That)
		}
		that = w.anyOf(w.cells(left))
	}
	key := "gap-apart"
	switch g.Kind {
	case deduce.Apart:
		if g.More > 0 {
			these = w.words("gap-more", "these", these, "n", strconv.Itoa(g.More))
		}
	case deduce.Closed:
		if key = "gap-closed"; that == "" {
			key = "gap-cycle"
		}
	case deduce.Odd:
		key = "gap-odd"
	case deduce.Ends:
		key = "gap-ends"
	case deduce.Missing:
		key = "gap-missing"
	case deduce.Twice:
		key = "gap-twice"
	case deduce.Few:
		key = "gap-few"
	case deduce.Tight:
		key = "gap-tight"
	}
	value := w.valueOf(g.Layer, g.Value)
	var values []string
	for _, v := range g.Values {
		values = append(values, w.valueOf(g.Layer, v))
	}
	switch g.Kind {
	case deduce.Few:
		value = w.joined(values, "or")
	case deduce.Tight:
		value = w.joined(values, "and")
	}
	return w.words(as+key, "these", these, "that", that, "value", value, "part", part)
}

// breach says that an instance of a rule would be broken.
func (w wording) breach(r deduce.Rule) string {
	if r.On {
		at := ""
		if r.At != (board.Place{}) {
			at = w.place(r.At)
		}
		return w.pattern(w.goingOn(), "at", at)
	}
	rule := w.file.Rule(r.Rule)
	if r.Technique {
		rule = w.file.Technique(r.Rule).Rule
	}
	if rule != nil {
		switch text := w.filledFor(rule, r); {
		case text != "":
			return w.clause(text)
		case w.sentenceOf(rule) == "" && r.Loop:
			return w.words("no-loop")
		}
		return w.words("rule", "rule", r.Rule, "where", w.where(r))
	}
	layer, what, _ := strings.Cut(r.Rule, ".")
	if l := w.file.Layer(layer); what == "none" && l != nil && l.Parts { // of a division it is said of borders, not of values
		what = "outside"
	}
	if what == "owner" && w.owned != "" {
		what += "-" + w.owned
	}
	if w.parted && lexicon().Has("broken-"+what+"-parted") {
		what += "-parted"
	}
	if key := "broken-" + what; lexicon().Has(key) {
		if l := w.file.Layer(layer); l != nil {
			layer = w.called(l)
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
	var bound []judge.Binding
	for _, b := range r.Bound {
		bound = append(bound, judge.Binding{Name: b.Name, Value: b.Value})
	}
	text := w.fill(w.sentenceOf(rule), judge.Broken{Rule: r.Rule, Bound: bound})
	if strings.Contains(text, "?") {
		return ""
	}
	return text
}

// divisions counts the layers that are parts of the board.
func (w wording) divisions() (n int) {
	for _, l := range w.file.Layers {
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
			names = append(names, w.place(p))
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
	return w.words("where", "at", w.list(names))
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
	if small := strings.Fields(w.words("small")); len(small) > 0 && !slices.Contains(small, word) {
		return text
	}
	return began
}

// allBroken says how one of some rules would be broken. What one rule says of a place and one of several others is said once.
func (w wording) allBroken(list []deduce.Rule) string {
	return strings.Join(w.eachBroken(list), w.words("or-broken"))
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
	x, y := w.file.Rule(a), w.file.Rule(b)
	return x != nil && y != nil && x.Text.In(w.lang) != "" && x.Text.In(w.lang) == y.Text.In(w.lang)
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
				if end := w.words("pairs-end"); after != "" && !strings.HasPrefix(after, end) { // "r1c1 and r2c2, which touch" has its own comma
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
		return sep == "–" || slices.Contains(strings.Fields(w.words("pairing")), strings.TrimSpace(sep))
	}
	lists := func(n int) bool { // it is one of a list with the next one
		sep := text[cells[n][1]:cells[n+1][0]]
		return sep == w.words("comma") || sep == w.words("or")
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
		return w.words(w.goingOn() + "-there"), rest
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
		frames = append(frames, w.words("any-corner", "cell", w.place(cell)))
	}
	for _, p := range places {
		name := w.place(p)
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
		for _, c := range w.b.Cells(p) {
			own := w.b.Geo.Corners(c)
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
	rule := w.file.Rule(first.Rule)
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
		x, y, _ := w.b.Geo.Centre(p)
		u, v, _ := w.b.Geo.Centre(q)
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
	rule := w.file.Rule(r.Rule)
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
		if !slices.Contains(strings.Fields(w.words("pairing")), strings.TrimSpace(text[all[n][1]:all[n+1][0]])) {
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
		return w.words("either", "first", w.claims(all[:1]), "last", w.claims(all[1:]))
	}
	return w.conditional(first, last)
}

func (w wording) conditional(first string, last []deduce.Said) string {
	return w.words("if", "first", first, "last", w.claims(last), "turned", w.ordered(last, begun))
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

// sayings are the parts of a sentence that says a step.
type sayings struct {
	name               string   // of the pattern
	facts              []string // what is known: claims, and what steps have stated
	concludes, turned  string
	why                string
	opposite, supposed string
	argued             bool // a supposition, which is told in several sentences
	stated             bool // what is known has a condition of its own
}

// text says a step. What is longer in English than is taken in at once is told in several sentences, and so it is in every language; and so is what is
// known under a condition, which is no part of another condition or conclusion.
func (w wording) text(a argument) string {
	english := w
	english.lang = "en"
	t := english.parts(a)
	facts, why := false, false
	long := func(text string) bool { return len(strings.Fields(text)) > sentenceLong }
	if t.argued {
		facts = t.stated || long(strings.Join(t.facts, english.words("beside")))
	} else if facts = t.stated; facts || long(english.assembled(t, false, false)) {
		facts = len(t.facts) > 0
		rest := t
		if facts {
			rest.facts = nil
		}
		why = t.why != "" && long(english.assembled(rest, false, false))
	}
	if w.lang != english.lang {
		t = w.parts(a)
	}
	return w.assembled(t, facts, why)
}

// assembled puts the parts of a step together; with facts what is known stands in sentences of its own, and with why what would be broken.
func (w wording) assembled(t sayings, facts, why bool) string {
	form, without, _ := strings.Cut(lexicon().Text(w.lang, "step-"+t.name), "|")
	known := strings.Join(t.facts, w.words("beside"))
	if known == "" {
		form = without
	}
	if facts {
		var said []string
		for _, f := range t.facts {
			said = append(said, w.finished(f))
		}
		known, form = strings.Join(said, w.words("stop")), w.contracted("apart-facts", form)
	}
	if why {
		form = w.contracted("apart-why", form)
	}
	return w.finished(phrases.Fill(form, "facts", known, "concludes", t.concludes, "turned", t.turned, "why", t.why, "opposite", t.opposite, "supposed", t.supposed))
}

// about is the wording of what a step says.
func (w wording) about(a argument) wording {
	w.sizes = slices.ContainsFunc(a.rules, func(r deduce.Rule) bool { return r.Sizes })
	if a.step.Class < supposes && a.broken == nil {
		w.concluded = cellsOf(a.concludes)
		for _, c := range a.concludes {
			if c.Place.Kind == board.Edge {
				w.ends = append(w.ends, w.b.Geo.Corners(c.Place)...)
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
	if len(a.facts) > 0 {
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
		same = w.words("likewise") + same
		concludes, after = concludes+same, after+same
	}
	if len(a.states) > 0 {
		concludes = w.either(a.states)
		after = w.words("holds") + concludes
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
	case len(a.rules) == 0:
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
		if clauses, ok := w.direct(a); ok {
			name, why = "technique", w.strung(clauses, "comma-rule", "and-rule")
			break
		}
		why = w.rather(a)
	}
	return sayings{name, given, concludes, after, why, w.claims(a.opposite), w.ordered(a.opposite, turned), name == "suppose" || name == "cases" || name == "in-cases", len(a.stated) > 0}
}

// rather says what would be broken by the opposite of what a step concludes; where that stands in a list, how much there is.
func (w wording) rather(a argument) string {
	if list := w.listed(a); list != nil && !w.whole {
		return w.words("errors", "n", strconv.Itoa(len(list)))
	}
	return w.allBroken(a.rules)
}

// fewBroken is of how many broken rules a sentence tells, however long it is.
const fewBroken = 2

// listed gives what may be broken one by one, where a sentence of all of it would be too long in English; nil where it is told in sentences.
func (w wording) listed(a argument) []string {
	if a.step.Form == deduce.LookedUp || a.broken != nil || a.cases != nil {
		return nil
	}
	rules := slices.DeleteFunc(slices.Clone(a.rules), func(r deduce.Rule) bool { return r.Technique }) // these are observed before
	english := w
	english.lang = "en"
	a.rules = rules
	if _, ok := w.direct(a); ok {
		return nil
	}
	if list := english.eachBroken(rules); len(list) <= fewBroken || len(strings.Fields(strings.Join(list, " "))) <= sentenceLong {
		return nil
	}
	var out []string
	for _, text := range w.eachBroken(rules) {
		if rest, ok := strings.CutPrefix(text, "a "); ok { // a word, and no name: the sentence began with it
			text = "A " + rest
		}
		out = append(out, w.finished(text)+strings.TrimRight(w.words("stop"), " "))
	}
	return out
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
	why := strings.Join(said, w.words("then"))
	if why == "" {
		why = w.words("holds")
	} else {
		why += w.words("but")
	}
	return why + w.allBroken(broken)
}

// caseText says a case of a supposition.
func (w wording) caseText(c tried) string {
	return w.finished(w.words("case", "opposite", w.claims(c.when), "supposed", w.ordered(c.when, turned), "why", w.leads(c.way, c.broken)))
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
	english := w
	english.lang = "en"
	plain := func(by []deduce.Rule) bool {
		return len(by) > 0 && !slices.ContainsFunc(by, func(r deduce.Rule) bool { return r.On || len(r.Gaps) > 0 || r.Rule != by[0].Rule })
	}
	var out []further
	for _, t := range way {
		if n := len(out) - 1; n >= 0 && plain(out[n].by) && plain(t.by) {
			both := further{slices.Concat(out[n].what, t.what), slices.Concat(out[n].by, t.by)}
			why := english.eachBroken(both.by)
			if len(why) == 1 && len(both.what) <= mostMarked && plain(both.by) && len(strings.Fields(english.claims(both.what)+" "+why[0])) <= sentenceLong {
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
			if !slices.ContainsFunc(out[n].Gaps, g.Same) {
				out[n].Gaps = append(out[n].Gaps, g)
			}
		}
	}
	return out
}

// inTurn counts what follows by rules on the way of a supposition.
func (w wording) inTurn(way []further) int {
	n := 0
	for _, t := range way {
		if len(t.by) > 0 {
			n++
		}
	}
	return n
}
