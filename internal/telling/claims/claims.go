// Package claims finds what a sentence claims of the board of a rules file: that a place has a value, that a line is drawn, that a border lies there. It reads the
// sentences of package telling in every language that it has words in, and what people and models write as package claimtext knows it (lines: how they name
// what lies between cells; told: the words of explanations).
//
// What it is unsure of, it does not read.
package claims

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// shadeWords are what people call cells that are shaded, and that are not.
var shadeWords = map[string]bool{
	"shaded": true, "black": true, "filled": true, "blackened": true, "涂黑": true, "黑": true, "填满": true,
	"unshaded": false, "white": false, "empty": false, "clear": false, "unfilled": false, "blank": false, "白": false, "空": false,
}

// saidOf finds what a place is said to be.
var saidOf = map[string]*regexp.Regexp{"en": regexp.MustCompile(`^\{names\} is (\w+)$`), "zh": regexp.MustCompile(`^\{names\}是(\p{Han}+)$`)}

// lineWords say that something lies between cells.
var lineWords = []string{"drawn", "画线", "关上"}

// moveForm is a move that stands for itself.
var moveForm = regexp.MustCompile(`^\s*(?:[-*]\s+|\d+[.)]\s+)?([a-z][\w-]*)@([\w.]+?)\s*=\s*(-?\w+)\s*\.?\s*$`)

// Claims reads what a sentence says of the places of a puzzle, in the words of its own explanations and in those that people use: the number or the
// word of one, that it is shaded or holds the object that a layer is called by, that a line is drawn or a border lies there, and that it has nothing.
func (r *Reader) Claims(sentence string) []puzzle.Claim {
	if m := moveForm.FindStringSubmatch(sentence); m != nil {
		for _, l := range r.layers {
			if l.Name == m[1] {
				if claim, ok := r.claim(l, m[2], m[3]); ok {
					return []puzzle.Claim{claim}
				}
			}
		}
		return nil
	}
	sentence, places, words := r.standIn(r.plain(r.withoutReasons(sentence)))
	out, sentence := r.toldClaims(sentence, places)
	for n, c := range out {
		if c.Contrary != "" {
			out[n].Said, out[n].Contrary = inWords(c.Said, places, words), inWords(c.Contrary, places, words)
		}
	}
	for _, c := range claimtext.Cells(sentence, r.knows) {
		name := fmt.Sprintf("r%dc%d", c.Row, c.Col)
		spots := r.spotsOf(name, places)
		between := standsIn(name, places) >= 0
		at, value, ok := r.one(spots, c)
		if _, err := strconv.Atoi(c.Value); !ok && (err != nil || c.Out || between) {
			continue // no mark says that a cell has not some number, and no number is printed between cells
		}
		if at.layer == nil {
			at = placeIn{nil, name} // the board may not even have that cell
		}
		if claim, ok := r.claim(at.layer, at.name, value); ok {
			out = append(out, claim)
		}
	}
	return out
}

// Layer is a layer that sentences speak of, with how moves name its places and write its values.
type Layer struct {
	*rules.Layer
	Places []board.Place
	Names  []string      // of the places
	Marks  []string      // what a place can be marked with, beside none; nil: any number
	Values []rules.Value // what these stand for
	None   string        // the mark of a place that has no value; "" where each has one
	Given  []string      // the marks that the puzzle prints, by place; "" where it prints none
}

// Reader reads what the sentences about a puzzle claim.
type Reader struct {
	say     telling.Speaker // names the places and values; in no language
	layers  []*Layer
	index   map[placeIn]int // where a place stands in its layer
	values  map[string][]claimed
	pairs   map[[2]string][]placeIn // by the cells on both sides; at the rim the second is that beyond it, which the board has not
	spots   map[string][]placeIn    // by name, in small letters
	named   *regexp.Regexp          // finds those names; nil: there are none
	alike   *regexp.Regexp          // finds several of those names that are said as one, by a group for each of frames; nil: there are none
	frames  []string                // names with \x00 for their one cell
	several *regexp.Regexp          // finds values of several words behind what joins them to a place; nil: there are none
	nothing *regexp.Regexp          // finds that a place has none of what a layer is called by; nil: there are none
	tokens  map[string]string       // a word for each value of several words, and for each layer that can have nothing
	forms   []toldForm              // how claims are told, where they are read by the words of explanations
	reasons *regexp.Regexp          // finds what rules say, at the beginning of a text
}

// placeIn is a place of a layer.
type placeIn struct {
	layer *Layer
	name  string
}

// claimed is what a word says of a layer: that a place has a mark; or, where the sentence negates it.
type claimed struct {
	layer   *Layer
	mark    string
	negated bool
}

// NewReader finds how sentences name the places and values of some layers. The last is what [Reasons] gives for their file.
func NewReader(s telling.Speaker, layers []*Layer, reasons *regexp.Regexp) *Reader {
	r := &Reader{say: s, layers: layers, reasons: reasons, index: map[placeIn]int{}, values: map[string][]claimed{}, pairs: map[[2]string][]placeIn{},
		spots: map[string][]placeIn{}, tokens: map[string]string{}}
	nothing := map[string]bool{}
	shades := 0
	for _, l := range layers {
		for n, name := range l.Names {
			r.index[placeIn{l, name}] = n
		}
		if !l.Parts && l.Domain.Kind == rules.Bools && len(l.Places) > 0 && l.Places[0].Kind == board.Cell {
			shades++
		}
	}
	for _, l := range layers {
		if len(l.Places) == 0 {
			continue
		}
		r.means(l, shades == 1, nothing)
		for n, p := range l.Places {
			at := placeIn{l, l.Names[n]}
			if p.Kind == board.Link || p.Kind == board.Edge {
				r.between(p, func(from, to string) { r.pairs[[2]string{from, to}] = append(r.pairs[[2]string{from, to}], at) })
			}
		}
		for _, lang := range phrases.Languages() {
			s := r.spoken(lang)
			if slices.Contains(toldIn, lang) || telling.OwnWords(l.Layer) {
				r.told(l, s)
			}
			r.toldNames(l, s)
		}
	}
	names := slices.Sorted(maps.Keys(r.spots))
	r.named = oneOf(cellNames(names), "%s")
	r.alike, r.frames = alikeNames(names)
	var several, empty []string
	for word := range r.tokens {
		if nothing[word] {
			empty = append(empty, word)
		} else {
			several = append(several, word)
		}
	}
	r.several = oneOf(quoted(several), `\b((?:is|are|be|has|have|an?)\s+(?:(?:not|no|both|all|each|an?|the)\s+)*)(%s)`)
	r.nothing = oneOf(quoted(empty), `(\b(?:has|have)\s+no\s+|没有)(%s)`)
	return r
}

// spoken gives who speaks of the puzzle in a language.
func (r *Reader) spoken(lang string) telling.Speaker {
	s := r.say
	s.Lang = lang
	return s
}

// means notes what words say of a layer; nothing has the words of which a place can have none.
func (r *Reader) means(l *Layer, shade bool, nothing map[string]bool) {
	note := func(word string, v claimed) {
		if !slices.Contains(r.values[word], v) {
			r.values[word] = append(r.values[word], v)
		}
	}
	token := func(word string) string {
		if r.tokens[word] == "" {
			n := len(r.tokens)
			r.tokens[word] = "qq" + string(rune('a'+n/26)) + string(rune('a'+n%26))
		}
		return r.tokens[word]
	}
	add := func(word, mark string, negated bool) {
		word = strings.ToLower(word)
		for _, article := range []string{"a ", "an ", "the "} {
			word = strings.TrimPrefix(word, article)
		}
		note(word, claimed{l, mark, negated})
		if strings.ContainsFunc(word, func(c rune) bool { return !unicode.IsLetter(c) }) {
			note(token(word), claimed{l, mark, negated})
		}
	}
	truth := func(word string, yes bool) {
		mark, other := "1", "0"
		if !yes {
			mark, other = other, mark
		}
		add(word, mark, false)
		add(word, other, true)
	}
	called := []string{l.Name}
	for _, name := range l.Called {
		called = append(called, name)
	}
	switch {
	case l.Parts:
		for _, word := range []string{"border", "borders", "边界"} {
			truth(word, true)
		}
	case l.Domain.Kind == rules.Bools:
		for _, name := range called {
			truth(name, true)
		}
		for lang, said := range saidOf { // what it is called where it is, and where it is not: sea, land
			for f, text := range r.spoken(lang).Told(l.Layer, encode.Holds, "") {
				if m := said.FindStringSubmatch(text); m != nil && !f.Many {
					truth(m[1], f.Holds)
				}
			}
		}
		for word, yes := range shadeWords {
			if shade && l.Places[0].Kind == board.Cell {
				truth(word, yes)
			}
		}
		for _, word := range lineWords {
			if kind := l.Places[0].Kind; kind == board.Link || kind == board.Edge || kind >= board.Others { // these are spans
				truth(word, true)
			}
		}
	case l.Domain.Kind == rules.Words || l.Said != nil:
		for _, mark := range l.Marks {
			add(mark, mark, false)
			for _, lang := range phrases.Languages() {
				if said := l.Said[mark].In(lang); said != "" {
					add(said, mark, false)
				}
			}
		}
	default:
		for n, mark := range l.Marks {
			if text := r.say.Word(l.Layer, l.Values[n]); text != mark { // the letter of a number
				add(text, mark, false)
			}
		}
	}
	if l.None != "" && l.Domain.Kind != rules.Bools && !l.Parts {
		for _, name := range called {
			word := strings.ToLower(name)
			nothing[word] = true
			note(token(word), claimed{l, l.None, true})
		}
	}
}

// knows reports whether a word or a number says something.
func (r *Reader) knows(word string) bool {
	if _, err := strconv.Atoi(word); err == nil {
		return true
	}
	return len(r.values[strings.ToLower(word)]) > 0
}

// cells gives the places of layers at a cell.
func (r *Reader) cells(name string) []placeIn {
	var out []placeIn
	for _, l := range r.layers {
		if len(l.Places) > 0 && l.Places[0].Kind == board.Cell {
			out = append(out, placeIn{l, name})
		}
	}
	return out
}

// spotsOf gives the places of layers that a cell of a sentence names, or those that it stands for.
func (r *Reader) spotsOf(name string, places [][]placeIn) []placeIn {
	if n := standsIn(name, places); n >= 0 {
		return places[n]
	}
	return r.cells(name)
}

// one finds the only layer of which a sentence can say so.
func (r *Reader) one(spots []placeIn, c claimtext.Cell) (at placeIn, value string, ok bool) {
	found := 0
	note := func(s placeIn, v string) {
		if at.layer != s.layer || value != v {
			at, value, found = s, v, found+1
		}
	}
	for _, s := range spots {
		if _, err := strconv.Atoi(c.Value); err == nil {
			if s.layer.Domain.Kind == rules.Ints && !s.layer.Parts && !c.Out {
				note(s, c.Value)
			}
			if s.layer.Domain.Kind != rules.Words {
				continue
			}
		}
		for _, v := range r.values[strings.ToLower(c.Value)] {
			if v.layer == s.layer && v.negated == c.Out {
				note(s, v.mark)
			}
		}
	}
	if found != 1 { // two layers of one sort: the value does not tell which
		return placeIn{}, c.Value, false
	}
	return at, value, true
}

// claim makes a claim of a value that a layer has at a cell. ok is false when the sentence may speak of a printed number instead, of which
// there is nothing to say.
func (r *Reader) claim(l *Layer, name, value string) (puzzle.Claim, bool) {
	cell := true
	printed := ""
	if l == nil || l.Places[0].Kind == board.Cell {
		printed, cell = r.printedAt(name)
	}
	switch {
	case !cell:
		return puzzle.Claim{Move: puzzle.Move(name + "=" + value), False: "there is no cell " + name}, true
	case l == nil, printed == value && l.Given == nil && l.Domain.Kind == rules.Ints:
		return puzzle.Claim{}, false
	}
	n, has := r.index[placeIn{l, name}]
	if !has {
		return puzzle.Claim{}, false // the layer has no place there, such as the cells of clues
	}
	claim := puzzle.Claim{Move: puzzle.Move(l.Name + "@" + name + "=" + value)}
	if l.Given != nil && l.Given[n] != "" {
		claim.Known = true
		if have := l.Given[n]; have != value {
			claim.False = fmt.Sprintf("%s is given as %s", name, have)
		}
	}
	return claim, true
}

// printedAt gives the number that the puzzle prints in a cell, "" for none, and whether the board has the cell.
func (r *Reader) printedAt(name string) (number string, cell bool) {
	for _, p := range r.say.Board.Geo.All(board.Cell) {
		if r.say.Name(p) != name {
			continue
		}
		for _, l := range r.say.Board.File.Layers {
			if m := r.say.Board.Marks(l); m != nil {
				if v, ok := m.Values[p]; ok {
					return v.String(), true
				}
			}
		}
		return "", true
	}
	return "", false
}
