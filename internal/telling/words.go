package telling

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// What steps say in a language: facts and conclusions are here, how rules would be broken is in words_broken.go, what rules say in reasons.go, what is said of
// several places at once in words_several.go, and how a step's sentence is put together of these in words_steps.go.

// wording says steps in one language.
type wording struct {
	Speaker
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
	with, without, ok := strings.Cut(lexicon().Text(w.Lang, key), "|")
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
	return lexicon().Join(w.Lang, items, comma, last)
}

// claims says literals, those that say the same of several places at once.
func (w wording) claims(all []deduce.Said) string { return w.ordered(all, straight) }

// ordered says claims that stand in an order.
func (w wording) ordered(all []deduce.Said, o order) string {
	groups := w.grouped(withoutSaid(all))
	var out []string
	for n, g := range groups {
		out = append(out, w.group(g, Form{Turned: o == turned || o == begun && n == 0, More: n < len(groups)-1}))
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
			apart[at] = append(apart[at], w.Place(s.Seed))
		}
	}
	var out []*claimGroup
	for _, s := range all {
		at := spot{s.Layer, s.Place}
		k := sameClaim{s.Layer, s.Kind, w.Word(s.Layer, s.Value), s.Holds, s.Seed, ""}
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
func (w wording) group(g *claimGroup, f Form) string {
	if g.kind != encode.Part { // as the eye goes, and not as they were found
		slices.SortStableFunc(g.places, w.asCellsLie)
	}
	var names []string
	for n, p := range g.places {
		name := w.Place(p)
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
		name := w.Words("subject", "layer", w.Called(g.layer), "place", w.list(names))
		if plurals := strings.Split(w.Words("plurals"), "|"); len(g.places) > 1 && len(plurals) > 1 {
			name = strings.NewReplacer(plurals...).Replace(name)
		}
		names = []string{name}
	}
	value, words := g.value, g.words
	if g.about != (board.Place{}) {
		value = w.Place(g.about)
	}
	f.Many, f.Holds = len(g.places) > 1, g.holds
	if g.kind == encode.Count { // it is said of so many cells
		f.Many, words = f.Many || g.value != "1", ""
	}
	return w.claim(g.layer, g.kind, words, names, f, value)
}

// asCellsLie orders cells row by row; other places stay where they are.
func (w wording) asCellsLie(a, b board.Place) int {
	if a.Kind != board.Cell || b.Kind != board.Cell {
		return 0
	}
	return cmp.Or(cmp.Compare(w.Board.Geo.Row(a), w.Board.Geo.Row(b)), cmp.Compare(w.Board.Geo.Col(a), w.Board.Geo.Col(b)))
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
			b.WriteString(w.Words(key))
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
	one, many, _ := strings.Cut(lexicon().Text(w.Lang, words), "|")
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
			few = append(few, w.Word(not[0].Layer, rules.IntOf(v)))
		}
		return "", w.joined(few, "or"), true
	}
	list := w.spans(not)
	if len(list) > 1 && (w.Words("nouns") == "*" || w.noun(list[0])) {
		return "neither", strings.Join(list, nextValue), false
	}
	return "", w.joined(list, "nor"), false
}

// nextValue stands between values that are joined later.
const nextValue = "\x00"

// fewInRow is how many numbers in a row a sentence lists; of more it says the first and the last.
const fewInRow = 3

// spans says values, and of many numbers in a row the first and the last.
func (w wording) spans(list []deduce.Said) []string {
	var out []string
	var numbers []int64
	for _, s := range list {
		if s.Value.Kind != rules.Int {
			out = append(out, w.Word(s.Layer, s.Value))
			continue
		}
		numbers = append(numbers, s.Value.N)
	}
	slices.Sort(numbers)
	return append(out, w.inRow(numbers, func(n int64) string { return w.Word(list[0].Layer, rules.IntOf(n)) })...)
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
			text = w.Words("span", "from", text, "to", say(list[n-1]))
		}
		out, list = append(out, text), list[n:]
	}
	return out
}

func (w wording) block(first, last board.Place) string {
	if first == last {
		return w.Words("lone", "cell", w.Place(first))
	}
	return w.Words("rectangle", "first", w.Place(first), "last", w.Place(last))
}

// Form is the form that a claim has in its sentence: whether it is told of several places, whether it holds, whether it stands behind a word that changes the
// order, and whether another claim follows.
type Form struct{ Many, Holds, Turned, More bool }

// claim says a claim of a layer. What is said of a place is in words: nothing, what goes with the kind; "neither", that it has none of several values.
func (w wording) claim(l *rules.Layer, kind encode.UnknownKind, words string, names []string, f Form, value string) string {
	key, own := w.claimKey(l, kind, value)
	values := strings.Split(value, nextValue)
	switch {
	case words == "neither" && !own && !(key == "noun" && f.Many): // of several places none is one or the other
		key, value = words, w.strung(values, "neither-comma", "neither-nor")
	case words != "" && words != "neither":
		key = words
	default:
		value = w.joined(values, "nor")
	}
	said := w.list(names)
	if key == "noun" && f.Many && !f.Holds {
		said = w.none(names)
	}
	return w.told(key, l, f, said, value)
}

// claimKey gives the key of the words that say a claim of a layer; own tells that layers of its name have words of their own for it.
func (s Speaker) claimKey(l *rules.Layer, kind encode.UnknownKind, value string) (key string, own bool) {
	base, known := kinds[kind]
	switch {
	case known:
	case l != nil && l.Domain.Kind == rules.Bools:
		base = "truth"
	case l != nil && l.Domain.Kind == rules.Words:
		base = "word"
	default:
		base = "value"
	}
	if l != nil {
		for _, key := range []string{base + "-" + l.Name + "-" + value, base + "-" + l.Name} {
			if lexicon().Has(key) {
				return key, true
			}
		}
	}
	if !known && s.noun(value) {
		return "noun", false
	}
	return base, false
}

// noun reports whether what is said of a place is a thing, as its article tells.
func (s Speaker) noun(value string) bool {
	first, _, ok := strings.Cut(value, " ")
	return ok && slices.Contains(strings.Fields(s.Words("nouns")), first)
}

// told says a claim by the words of a key.
func (s Speaker) told(key string, l *rules.Layer, f Form, names, value string) string {
	forms := strings.Split(lexicon().Text(s.Lang, key), "|")
	if len(forms) == 2 { // one and several places are said alike
		forms = []string{forms[0], forms[0], forms[1], forms[1]}
	}
	at := 0
	if f.Many {
		at++
	}
	if !f.Holds {
		at += 2
	}
	layer := ""
	if l != nil {
		layer = s.Called(l)
		if f.Many && l.Domain.Kind == rules.Words {
			value = s.contracted("values-many", value)
		}
	}
	return s.contracted("article", phrases.Fill(phrases.Bend(forms[at], f.Turned, f.More), "names", names, "layer", layer, "value", value))
}

// Told gives how claims of a kind are told, that the places {names} of a layer have a value or have it not: in every form, those of several places first.
func (s Speaker) Told(l *rules.Layer, kind encode.UnknownKind, value string) iter.Seq2[Form, string] {
	key, _ := s.claimKey(l, kind, value)
	return func(yield func(Form, string) bool) {
		for n := range 16 {
			f := Form{n&8 == 0, n&4 == 0, n&2 != 0, n&1 != 0}
			if !yield(f, s.told(key, l, f, "{names}", value)) {
				return
			}
		}
	}
}

// none names places none of which is something.
func (w wording) none(names []string) string {
	if len(names) == 2 {
		return w.Words("none-two", "first", names[0], "last", names[1])
	}
	return w.Words("none-of", "all", w.strung(names, "none-comma", "none-and"))
}
