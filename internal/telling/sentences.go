package telling

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// A rules file has a sentence for each of its rules. All else that is said of answers and steps stands in words.yaml: what every layer
// keeps, the ways in which lines are no loop, claims, and how sentences are put together.

//go:embed words.yaml
var lexiconFile []byte

// lexicon has the words that are the program's own, in every language.
var lexicon = sync.OnceValue(func() phrases.Words { return phrases.MustRead(lexiconFile) })

// Speaker names the places and values of a board, and says what is wrong with it.
type Speaker struct {
	Board *rules.Board // the puzzle, or an answer to it
	Lang  string       // one of phrases.Languages
	// Drawn gives what the board shows for a value where that is not the value itself, such as the letter of a number; else "". Nil: the board shows values.
	Drawn func(*rules.Layer, rules.Value) string
}

// many reports whether several layers are asked for: values are said with their layer then.
func (s Speaker) many() bool {
	asked := 0
	for _, l := range s.Board.File.Layers {
		if l.Role == rules.Find {
			asked++
		}
	}
	return asked > 1
}

// Words says words of the program.
func (s Speaker) Words(key string, fill ...string) string {
	return lexicon().Say(s.Lang, key, fill...)
}

// Sentence tells what is broken.
func (s Speaker) Sentence(b judge.Broken) string {
	r := s.Board.File.Rule(b.Rule)
	if r == nil {
		layer, what, _ := strings.Cut(b.Rule, ".")
		if key := "wrong-" + what; lexicon().Has(key) {
			if l := s.Board.File.Layer(layer); l != nil {
				layer = s.Called(l)
			}
			return s.Finished(s.Words(key, "at", s.placeList(b.Places), "layer", layer))
		}
		return s.plain(b)
	}
	if len(r.Clauses) > 0 && len(b.Bound) == 0 {
		// The rule speaks of what follows from the answer, and from this answer nothing does that keeps it: it fails as a whole.
		return s.Words("unkept", "rule", r.Name)
	}
	var said []string
	if t := r.Text.In(s.Lang); t != "" {
		said = append(said, s.Finished(s.fill(t, b)))
	}
	if key := "loop-" + b.Part; lexicon().Has(key) {
		said = append(said, s.Finished(s.Words(key, "at", s.placeList(b.Places))))
	}
	if len(said) == 0 {
		return s.plain(b)
	}
	return strings.Join(said, s.Words("between"))
}

// plain tells what is broken where a family has no words for it.
func (s Speaker) plain(b judge.Broken) string {
	if len(b.Places) == 0 {
		return b.Rule
	}
	return b.Rule + " (" + s.placeList(b.Places) + ")"
}

// Finished begins a sentence with a capital, also where a place is its first word; the names of cells and single letters stay as they
// are. What a hole was filled with may be one word with what stands before it: "de el" is "del".
func (s Speaker) Finished(text string) string {
	text = s.contracted("contracted", text)
	word, _, _ := strings.Cut(text, " ")
	first, size := utf8.DecodeRuneInString(word)
	if len(word) == size || strings.ContainsAny(word, "0123456789") {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// contracted puts one word for another by the pairs of a key.
func (s Speaker) contracted(key, text string) string {
	if pairs := s.Words(key); pairs != "" {
		return strings.NewReplacer(strings.Split(pairs, "|")...).Replace(text)
	}
	return text
}

// Contracted gives a part of a sentence as it stands in the finished one: what holes were filled with may be one word with what stands before it.
func (s Speaker) Contracted(text string) string {
	return s.contracted("contracted", s.contracted("article", text))
}

// mostPlaces is how many places a sentence lists.
const mostPlaces = 5

func (s Speaker) placeList(places []board.Place) string {
	return s.some(len(places), func(n int) string { return s.Place(places[n]) })
}

// some lists the first of so many things.
func (s Speaker) some(all int, say func(n int) string) string {
	var list []string
	for n := range min(all, mostPlaces) {
		list = append(list, say(n))
	}
	if all > mostPlaces {
		list = append(list, "…")
	}
	return strings.Join(list, s.Words("comma"))
}

// fill puts what the clauses of a rule bind into its sentence: {c}, {t[0]} for an element of a list, {number[c]} for the value of a
// layer there, and {f.size} for the field of an object. What stands in brackets takes the form that goes with the number before it.
func (s Speaker) fill(text string, b judge.Broken) string {
	tree, err := syntax.ParseTemplate(s.Board.File.Path, text)
	if err != nil {
		return text
	}
	var out strings.Builder
	one := false // the last number is 1
	for _, part := range tree.Parts {
		switch p := part.(type) {
		case *syntax.StrLit:
			out.WriteString(formed(p.Value, one))
		case *syntax.Formatted:
			said := s.say(s.meaning(p.X, b))
			if strings.Trim(said, "0123456789") == "" {
				one = said == "1"
			} else if _, several := s.meaning(p.X, b).(others); several {
				one = false
			}
			out.WriteString(said)
		}
	}
	return out.String()
}

// forms finds a word that goes with the number before it: [cell|cells].
var forms = regexp.MustCompile(`\[([^\[\]|]*)\|([^\[\]|]*)\]`)

// formed gives words the form that goes with one of something, or with another number.
func formed(text string, one bool) string {
	if one {
		return forms.ReplaceAllString(text, "$1")
	}
	return forms.ReplaceAllString(text, "$2")
}

var braces = regexp.MustCompile(`\{([^{}]*)\}`)

// General puts names in the place of what a sentence fills in: "{c} has not {number[c]}" is of any c, "from {t[0]} on" from some place.
func (s Speaker) General(sentence string) string {
	some := s.Words("ask-some")
	return braces.ReplaceAllStringFunc(formed(sentence, false), func(hole string) string {
		hole = strings.Trim(hole, "{}")
		name, rest, ok := strings.Cut(hole, "[")
		switch {
		case !ok || !strings.HasSuffix(rest, "]"):
			return strings.TrimSuffix(hole, ".at") // the cell of a bend
		case strings.Trim(rest, "-0123456789]") == "":
			return some // of a list
		}
		return name + "(" + strings.TrimSuffix(rest, "]") + ")"
	})
}

// meaning gives what an expression of a sentence stands for: a board.Place, an int64, a string, a rules.Value, a list of these, or nil
// where it stands for none.
func (s Speaker) meaning(x syntax.Expr, b judge.Broken) any {
	switch x := x.(type) {
	case *syntax.Name:
		for _, v := range b.Bound {
			if v.Name == x.ID {
				return v.Value
			}
		}
		if n, ok := s.Board.Params[x.ID]; ok {
			return n
		}
	case *syntax.NumLit:
		if x.IsInt && x.Big == nil {
			return x.Int
		}
	case *syntax.AttrExpr:
		if p, ok := s.meaning(x.X, b).(board.Place); ok {
			if cells := s.Board.Cells(p); x.Name == "at" && len(cells) == 1 {
				return cells[0]
			}
			if v, ok := s.Board.Field(p, x.Name); ok {
				return v
			}
		}
	case *syntax.IndexExpr:
		at := s.meaning(x.Index, b)
		if name, ok := x.X.(*syntax.Name); ok {
			if l := s.Board.File.Layer(name.ID); l != nil {
				return s.valueAt(l, at)
			}
		}
		if v, ok := s.meaning(x.X, b).(rules.Value); ok && v.Kind == rules.List { // a field of an object
			if n, isInt := at.(int64); isInt && n >= 0 && n < int64(len(v.List)) {
				return v.List[n]
			}
			return nil
		}
		list, ok := s.meaning(x.X, b).([]any)
		if n, isInt := at.(int64); ok && isInt && n >= 0 && n < int64(len(list)) {
			return list[n]
		}
	}
	return nil
}

// valueAt gives the value of a layer at a place, or the one that it has at all of several.
func (s Speaker) valueAt(l *rules.Layer, at any) any {
	if several, ok := at.(others); ok {
		if several.places == nil {
			return nil
		}
		first := s.valueAt(l, several.places[0])
		for _, p := range several.places[1:] {
			if s.say(s.valueAt(l, p)) != s.say(first) {
				return nil
			}
		}
		return first
	}
	p, ok := at.(board.Place)
	switch {
	case !ok:
		return nil
	case l.Parts:
		return s.Board.PartOf(l, p)
	}
	v := s.Board.Value(l, p)
	if l.Said == nil && v.Kind == rules.List {
		return v
	}
	return s.Word(l, v)
}

// Called gives what sentences call a layer.
func (s Speaker) Called(l *rules.Layer) string { return cmp.Or(l.Called.In(s.Lang), l.Name) }

// Subject names a place of a layer whose value is said.
func (s Speaker) Subject(l *rules.Layer, p board.Place) string {
	if !s.asOwn(l, p) {
		return s.Place(p)
	}
	return s.Words("subject", "layer", s.Called(l), "place", s.Place(p))
}

// asOwn reports whether values of a layer are said with what they are: the number of r1c1 is 2, and not r1c1; the colour of a room, and not the room.
func (s Speaker) asOwn(l *rules.Layer, p board.Place) bool {
	if l == nil || l.Domain.Kind == rules.Bools || lexicon().Has("word-"+l.Name) {
		return false
	}
	parts := s.Board.LayerOf(p)
	return s.many() || l.Role == rules.Follow || parts != nil && parts.Parts
}

// OwnWords reports whether the values of a layer are told by a verb of their own, such as "moves upwards".
func OwnWords(l *rules.Layer) bool {
	return lexicon().Has("word-"+l.Name) || lexicon().Has("value-"+l.Name)
}

// Word says a value of a layer.
func (s Speaker) Word(l *rules.Layer, v rules.Value) string {
	if l != nil && (v.Kind == rules.Word || v.Kind == rules.Int) {
		if said := l.Said[v.String()].In(s.Lang); said != "" {
			return said
		}
	}
	if l != nil && s.Drawn != nil {
		if text := s.Drawn(l, v); text != "" {
			return text
		}
	}
	return s.say(v)
}

func (s Speaker) say(v any) string {
	switch v := v.(type) {
	case board.Place:
		return s.Place(v)
	case rules.Value:
		if v.Kind == rules.PlaceValue {
			return s.Place(v.Place)
		}
		return v.String()
	case []any:
		return s.some(len(v), func(n int) string { return s.say(v[n]) })
	case nil:
		return "?"
	}
	return fmt.Sprint(v)
}

// Place names a place in a sentence; a part is named by its first cell, what lies between two places by both.
func (s Speaker) Place(p board.Place) string {
	if said := s.Board.Geo.Say(p, s.Lang); said != "" {
		return said
	}
	if cells := s.Board.Cells(p); len(cells) > 0 {
		if l := s.Board.LayerOf(p); l != nil && !l.Parts && !l.Objects() { // between two places of a layer
			first, last := s.Board.Geo.Say(cells[0], s.Lang), s.Board.Geo.Say(cells[len(cells)-1], s.Lang)
			return s.Words("stretch", "first", first, "last", last)
		}
		return s.Words("room", "cell", s.Board.Geo.Say(cells[0], s.Lang))
	}
	return s.Name(p)
}

// Name names a place for programs.
func (s Speaker) Name(p board.Place) string {
	if said := s.Board.Geo.Name(p); said != "" {
		return said
	}
	if l := s.Board.LayerOf(p); l != nil {
		return fmt.Sprintf("%s%d", l.Name, p.N+1)
	}
	return ""
}
