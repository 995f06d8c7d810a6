package declared

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// A rules file has a sentence for each of its rules. Of what it does not name as a rule, what every layer keeps and the ways in which
// lines are no loop, these speak: %[1]s is where, %[2]s the layer.
var implicit = map[string]map[string]string{
	"en": {
		"filled": "There is no %[2]s at %[1]s.",
		"value":  "There is no such %[2]s as the one at %[1]s.",
		"given":  "The printed %[2]s at %[1]s was changed.",
		"wall":   "A border of %[2]s lies within one part at %[1]s.",
	},
	"zh": {
		"filled": "%[1]s没有填写（%[2]s）。",
		"value":  "%[1]s的值（%[2]s）不在允许的范围内。",
		"given":  "%[1]s处已给出的内容（%[2]s）被改动。",
		"wall":   "%[1]s处的边界（%[2]s）位于同一部分之内。",
	},
	"de": {
		"filled": "Bei %[1]s fehlt etwas: %[2]s.",
		"value":  "Bei %[1]s steht, was es hier nicht gibt: %[2]s.",
		"given":  "Bei %[1]s wurde geändert, was vorgegeben war: %[2]s.",
		"wall":   "Bei %[1]s liegt eine Grenze innerhalb eines Teils: %[2]s.",
	},
	"es": {
		"filled": "Falta algo en %[1]s: %[2]s.",
		"value":  "En %[1]s hay algo que aquí no existe: %[2]s.",
		"given":  "En %[1]s se cambió lo que venía dado: %[2]s.",
		"wall":   "En %[1]s hay un borde dentro de una misma parte: %[2]s.",
	},
	"ja": {
		"filled": "%[1]sに%[2]sが入っていない。",
		"value":  "%[1]sの%[2]sは、ここでは使えない値である。",
		"given":  "%[1]sに初めから示された%[2]sが変えられている。",
		"wall":   "%[1]sの境界が一つの部分の内側にある（%[2]s）。",
	},
}

// parts says what is wrong with lines that are no loop; %s is where.
var parts = map[string]map[string]string{
	"en": {
		"none":   "There is no line.",
		"branch": "A line branches at %s.",
		"cross":  "Lines cross at %s.",
		"end":    "A line ends at %s.",
		"many":   "There are several loops; one is at %s.",
	},
	"zh": {
		"none":   "没有画线。",
		"branch": "线在%s处分叉。",
		"cross":  "线在%s处交叉。",
		"end":    "线在%s处中断。",
		"many":   "回路不止一条，其中一条在%s处。",
	},
	"de": {
		"none":   "Es gibt keine Linie.",
		"branch": "Eine Linie verzweigt sich bei %s.",
		"cross":  "Linien kreuzen sich bei %s.",
		"end":    "Eine Linie endet bei %s.",
		"many":   "Es gibt mehrere Schleifen; eine ist bei %s.",
	},
	"es": {
		"none":   "No hay ninguna línea.",
		"branch": "Una línea se bifurca en %s.",
		"cross":  "Se cruzan líneas en %s.",
		"end":    "Una línea termina en %s.",
		"many":   "Hay varios circuitos; uno está en %s.",
	},
	"ja": {
		"none":   "線がない。",
		"branch": "線が%sで枝分かれする。",
		"cross":  "線が%sで交差する。",
		"end":    "線が%sで途切れる。",
		"many":   "輪が複数あり、その一つは%sにある。",
	},
}

// joints are what else sentences about answers are put together with.
var joints = map[string]struct {
	between, comma         string // of sentences, and of places
	unkept                 string // %s is the rule
	stretch, room, andMore string
}{
	"en": {" ", ", ", "The rule %q cannot be kept.", "the stretch from %s to %s", "the room of %s", "and %d more"},
	"zh": {"", "、", "规则“%s”无法满足。", "%s与%s之间", "%s所在的区域", "另有%d处"},
	"de": {" ", ", ", "Die Regel „%s“ lässt sich nicht einhalten.", "Strecke von %s bis %s", "Raum %s", "und %d weitere"},
	"es": {" ", ", ", "La regla «%s» no se puede cumplir.", "el tramo de %s a %s", "la sala de %s", "y %d más"},
	"ja": {"", "、", "規則「%s」を満たせない。", "%sと%sの間", "%sの部屋", "ほか%d件"},
}

// speaker says what is wrong with an answer.
type speaker struct {
	file *rules.File
	b    *rules.Board // the answer
	lang string       // one of joints
}

// speaker gives who speaks of an answer to the puzzle, in the puzzle's language.
func (i *Instance) speaker(answer *rules.Board) speaker {
	s := speaker{i.f.file, answer, "en"}
	if _, ok := joints[i.lang]; ok {
		s.lang = i.lang
	}
	return s
}

// sentence tells what is broken.
func (s speaker) sentence(b judge.Broken) string {
	r := s.file.Rule(b.Rule)
	if r == nil {
		layer, what, _ := strings.Cut(b.Rule, ".")
		if t := implicit[s.lang][what]; t != "" {
			if l := s.file.Layer(layer); l != nil {
				layer = s.called(l)
			}
			return s.finished(fmt.Sprintf(t, s.placeList(b.Places), layer))
		}
		return s.plain(b)
	}
	if len(r.Clauses) > 0 && len(b.Bound) == 0 {
		// The rule speaks of what follows from the answer, and from this answer nothing does that keeps it: it fails as a whole.
		return fmt.Sprintf(joints[s.lang].unkept, r.Name)
	}
	var said []string
	if t := r.Text.In(s.lang); t != "" {
		said = append(said, s.finished(s.fill(t, b)))
	}
	if t := parts[s.lang][b.Part]; t != "" {
		if strings.Contains(t, "%s") {
			t = fmt.Sprintf(t, s.placeList(b.Places))
		}
		said = append(said, s.finished(t))
	}
	if len(said) == 0 {
		return s.plain(b)
	}
	return strings.Join(said, joints[s.lang].between)
}

// plain tells what is broken where a family has no words for it.
func (s speaker) plain(b judge.Broken) string {
	if len(b.Places) == 0 {
		return b.Rule
	}
	return b.Rule + " (" + s.placeList(b.Places) + ")"
}

// contracted are the Spanish prepositions that an article joins.
var contracted = strings.NewReplacer(" de el ", " del ", " a el ", " al ")

// finished begins a sentence with a capital, also where a place is its first word; the names of cells stay as they are.
func (s speaker) finished(text string) string {
	if s.lang == "es" {
		text = contracted.Replace(text)
	}
	for _, word := range []string{"the ", "row ", "column ", "el ", "la ", "los "} {
		if strings.HasPrefix(text, word) {
			return strings.ToUpper(text[:1]) + text[1:]
		}
	}
	return text
}

// mostPlaces is how many places a sentence lists.
const mostPlaces = 5

func (s speaker) placeList(places []board.Place) string {
	var where []string
	for n, p := range places {
		if n == mostPlaces {
			where = append(where, "…")
			break
		}
		where = append(where, s.place(p))
	}
	return s.join(where)
}

func (s speaker) join(list []string) string {
	return strings.Join(list, joints[s.lang].comma)
}

// fill puts what the clauses of a rule bind into its sentence: {c}, {t[0]} for an element of a list, {number[c]} for the value of a
// layer there, and {f.size} for the field of an object.
func (s speaker) fill(text string, b judge.Broken) string {
	tree, err := syntax.ParseTemplate(s.file.Path, text)
	if err != nil {
		return text
	}
	var out strings.Builder
	one := false // the number before is 1
	for _, part := range tree.Parts {
		switch p := part.(type) {
		case *syntax.StrLit:
			if one && s.lang == "en" {
				out.WriteString(counted.ReplaceAllStringFunc(p.Value, singular))
			} else {
				out.WriteString(p.Value)
			}
		case *syntax.Formatted:
			said := s.say(s.meaning(p.X, b))
			one = said == "1"
			out.WriteString(said)
		}
	}
	return out.String()
}

// counted finds what a number counts right behind it, with one word before it and the verb after it, in English.
var counted = regexp.MustCompile(`^ (?:[a-z]+ )?(?:bar|block|border|building|cell|circle|corner|digit|letter|line|mine|neighbour|number|part|piece|point|pole|region|ship|side|square|star|stitch|tent|time|tree|turn)(?:e?s)(?: are| leave| belong| stand| cross)?\b`)

// singular makes one of what was counted.
func singular(text string) string {
	for many, one := range map[string]string{" are": " is", " leave": " leaves", " belong": " belongs", " stand": " stands", " cross": " crosses"} {
		if noun, ok := strings.CutSuffix(text, many); ok {
			return singular(noun) + one
		}
	}
	if noun, ok := strings.CutSuffix(text, "stitches"); ok {
		return noun + "stitch"
	}
	return strings.TrimSuffix(text, "s")
}

// meaning gives what an expression of a sentence stands for: a board.Place, an int64, a string, a rules.Value, a list of these, or nil
// where it stands for none.
func (s speaker) meaning(x syntax.Expr, b judge.Broken) any {
	switch x := x.(type) {
	case *syntax.Name:
		for _, v := range b.Bound {
			if v.Name == x.ID {
				return v.Value
			}
		}
		if n, ok := s.b.Params[x.ID]; ok {
			return n
		}
	case *syntax.NumLit:
		if x.IsInt && x.Big == nil {
			return x.Int
		}
	case *syntax.AttrExpr:
		if p, ok := s.meaning(x.X, b).(board.Place); ok {
			if v, ok := s.b.Field(p, x.Name); ok {
				return v
			}
		}
	case *syntax.IndexExpr:
		at := s.meaning(x.Index, b)
		if name, ok := x.X.(*syntax.Name); ok {
			if l := s.file.Layer(name.ID); l != nil {
				p, ok := at.(board.Place)
				switch {
				case !ok:
					return nil
				case l.Parts:
					return s.b.PartOf(l, p)
				}
				v := s.b.Value(l, p)
				if l.Said != nil {
					return s.word(l, v)
				}
				return v
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

// called gives what sentences call a layer.
func (s speaker) called(l *rules.Layer) string { return cmp.Or(l.Called.In(s.lang), l.Name) }

// word says a value of a layer.
func (s speaker) word(l *rules.Layer, v rules.Value) string {
	if l != nil && v.Kind == rules.Word {
		if said := l.Said[v.String()].In(s.lang); said != "" {
			return said
		}
	}
	return s.say(v)
}

func (s speaker) say(v any) string {
	switch v := v.(type) {
	case board.Place:
		return s.place(v)
	case rules.Value:
		if v.Kind == rules.PlaceValue {
			return s.place(v.Place)
		}
		return v.String()
	case []any:
		var list []string
		for n, x := range v {
			if n == mostPlaces {
				list = append(list, "…")
				break
			}
			list = append(list, s.say(x))
		}
		return s.join(list)
	case nil:
		return "?"
	}
	return fmt.Sprint(v)
}

// place names a place in a sentence; a part is named by its first cell, what lies between two places by both.
func (s speaker) place(p board.Place) string {
	if said := s.b.Geo.Say(p, s.lang); said != "" {
		return said
	}
	if cells := s.b.Cells(p); len(cells) > 0 {
		if l := s.b.LayerOf(p); l != nil && !l.Parts && !l.Objects() { // between two places of a layer
			first, last := s.b.Geo.Say(cells[0], s.lang), s.b.Geo.Say(cells[len(cells)-1], s.lang)
			return fmt.Sprintf(joints[s.lang].stretch, first, last)
		}
		return fmt.Sprintf(joints[s.lang].room, s.b.Geo.Say(cells[0], s.lang))
	}
	return s.placeName(p)
}

// placeName names a place for programs.
func (s speaker) placeName(p board.Place) string {
	if said := s.b.Geo.Name(p); said != "" {
		return said
	}
	if l := s.b.LayerOf(p); l != nil {
		return fmt.Sprintf("%s%d", l.Name, p.N+1)
	}
	return ""
}
