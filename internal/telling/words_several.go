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

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// What rules say, or would be broken in, alike at several places or with several numbers, is said once.

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

// pairs makes one of sentences of one rule that differ in a pair of cells: "r1c1 and r1c2, or r3c3 and r4c3 or r3c4, are equal"; of what rules say "r1c1 and r1c2 differ,
// likewise r3c3 and r4c3". Of tells whose the sentences are.
func (w wording) pairs(all, of []string) []string {
	var out []string
	for n, text := range all {
		if text == "" { // said before
			continue
		}
		for frame, pair := range w.paired(text) {
			if w.held && len(cellName.FindAllString(pair, -1)) > 2 { // it is said of one cell and several others
				continue
			}
			list := []string{pair}
			for k := n + 1; k < len(all); k++ {
				if of[k] != of[n] {
					continue
				}
				for other, pair := range w.paired(all[k]) {
					if other == frame && !(w.held && len(cellName.FindAllString(pair, -1)) > 2) {
						list, all[k] = append(list, pair), ""
						break
					}
				}
			}
			if len(list) > 1 && w.held {
				text = w.Words(likewiseKey(text, pair), "first", text, "others", w.strung(list[1:], "comma", "and-pair"))
				break
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
