package asking

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// wrongs lists what makes an answer wrong, and what the letters in it are; what several rules say stands there once.
func wrongs(s telling.Speaker) string {
	var list []string
	letters := false
	for _, r := range s.Board.File.Rules {
		text := r.Text.In(s.Lang)
		line := "- " + s.General(text) + "\n"
		if text == "" || slices.Contains(list, line) {
			continue
		}
		list = append(list, line)
		letters = letters || strings.Contains(text, "{")
	}
	if letters {
		list = append(list, s.Words("ask-letters"))
	}
	return strings.Join(list, "")
}

// Text states the rules, the board and the form of the answer in a language; without the form where the board does not tell what it asks for.
func (q *Question) Text(lang string) string {
	s := telling.Speaker{Board: q.b, Lang: phrases.Spoken(lang), Drawn: q.looks.Shown}
	lang = s.Lang
	f := q.b.File
	var b strings.Builder
	if t := f.Title.In(lang); t != "" {
		fmt.Fprintf(&b, "%s\n\n", t)
	}
	if t := f.About.In(lang); t != "" {
		fmt.Fprintf(&b, "%s\n\n", t)
	}
	b.WriteString(s.Words("ask-wrong") + wrongs(s))
	b.WriteString(s.Words("ask-board", "rows", strconv.Itoa(q.b.Geo.Rows), "cols", strconv.Itoa(q.b.Geo.Cols)))
	for _, kind := range q.named() {
		b.WriteString(s.Words("ask-place-" + kind.String()))
	}
	drawn := ""
	if scene, err := q.looks.Draw(q.b, nil, "en"); err == nil && scene.Text != "" {
		drawn = strings.TrimRight(scene.Text, "\n")
		fmt.Fprintf(&b, "\n%s\n", drawn)
	}
	var given strings.Builder
	for _, l := range f.Layers {
		if l.Role == rules.Given || l.Printed {
			for _, line := range q.facts(l) {
				fmt.Fprintf(&given, "%s: %s\n", l.Name, line)
			}
		}
	}
	if given.Len() > 0 {
		b.WriteString(s.Words("ask-given") + given.String())
	}
	for _, name := range q.toldParams(lang) {
		fmt.Fprintf(&b, "%s = %d\n", name, q.b.Params[name])
	}
	var signs strings.Builder
	for _, l := range f.Layers {
		if l.Domain.Kind == rules.Bools && !strings.Contains(drawn, q.looks.Of(l).Of(rules.BoolOf(true)).Sign(rules.BoolOf(true))) {
			continue // a wall between cells is a line there; and of some signs a board has none
		}
		if means := q.signs(s, l); means != "" && (l.Role == rules.Find || q.b.Marks(l) != nil) {
			fmt.Fprintf(&signs, "%s: %s\n", l.Name, means)
		}
	}
	if signs.Len() > 0 {
		b.WriteString(s.Words("ask-meaning") + signs.String())
	}
	if q.err != nil {
		return b.String()
	}
	b.WriteString(s.Words("ask-form"))
	if len(q.asks) > 1 {
		b.WriteString(s.Words("ask-parts"))
	}
	b.WriteString(s.Words("ask-colon") + "\n")
	for _, a := range q.asks {
		fmt.Fprintf(&b, "%s: %s\n", a.l.Name, a.form(q, s))
	}
	return b.String()
}

// named lists the kinds of places, beside cells and lines, whose names a question has: those of what is printed, and of what is to be listed.
func (q *Question) named() []board.Kind {
	told := map[board.Kind]bool{}
	for _, l := range q.b.File.Layers {
		if l.Role != rules.Given && !l.Printed || l.Parts || l.Objects() || q.b.Marks(l) == nil {
			continue
		}
		places, err := q.b.Places(l)
		if err != nil {
			continue
		}
		for _, p := range places {
			told[p.Kind] = told[p.Kind] || q.b.Held(l, p)
		}
	}
	for _, a := range q.asks {
		if !a.grid && len(a.places) > 0 {
			told[a.places[0].Kind] = true
		}
	}
	var out []board.Kind
	for _, k := range []board.Kind{board.Link, board.Diagonal, board.Slash, board.Edge, board.Joint, board.Corner, board.Square, board.Spot, board.End} {
		if told[k] {
			out = append(out, k)
		}
	}
	return out
}

// signs says what the values of a layer mean, where they do not say it themselves: what sentences call them, the sides of the board, white and black;
// else which signs they are on the board that the question shows. So it says of a layer of what is there or is not.
func (q *Question) signs(s telling.Speaker, l *rules.Layer) string {
	look := q.looks.Of(l)
	drawn := func(v rules.Value) string {
		if l.Role != rules.Given && !l.Printed {
			return ""
		}
		return look.Of(v).Sign(v)
	}
	var means []string
	add := func(value, said string) {
		if said != "" && said != value {
			means = append(means, value+" = "+said)
		}
	}
	switch {
	case l.Parts || l.Objects():
		return ""
	case l.Domain.Kind == rules.Bools:
		if sign := drawn(rules.BoolOf(true)); sign != "" {
			return s.Words("ask-sign", "sign", sign)
		}
		return ""
	case l.Domain.Kind == rules.Ints: // numbers that stand for signs
		for _, value := range slices.Sorted(maps.Keys(look.By)) {
			if n, err := strconv.ParseInt(value, 10, 64); err == nil {
				sign := drawn(rules.IntOf(n))
				if said := l.Said[value].In(s.Lang); said != "" && sign != "" {
					sign += " (" + said + ")"
				}
				add(value, sign)
			}
		}
		return strings.Join(means, ", ")
	case l.Domain.Kind != rules.Words:
		return ""
	}
	among := func(known string) bool {
		return !slices.ContainsFunc(l.Domain.Words, func(w string) bool { return len(w) != 1 || !strings.Contains(known, w) })
	}
	usual := map[string]string{}
	for _, words := range [][2]string{{"nesw", "ways"}, {"wb", "white-black"}} {
		if known := words[0]; among(known) {
			for n, said := range strings.Fields(s.Words(words[1])) {
				usual[known[n:n+1]] = said
			}
		}
	}
	for _, w := range l.Domain.Words {
		said := cmp.Or(l.Said[w].In(s.Lang), usual[w])
		if k := look.Of(rules.WordOf(w)); k.Style == "slash" { // the sign tells more than a word does
			said = strings.TrimSuffix(k.Sign(rules.WordOf(w))+" ("+said+")", " ()")
		}
		if _, named := l.Domain.Sides(w); said == "" && named {
			said = sidesOf(s, w)
		}
		add(w, cmp.Or(said, drawn(rules.WordOf(w))))
	}
	return strings.Join(means, ", ")
}

// sidesOf says which sides a word of the letters n, e, s and w names, such as nsew.
func sidesOf(s telling.Speaker, word string) string {
	var out []string
	for n := range len(word) {
		out = append(out, strings.Fields(s.Words("ways"))[strings.IndexByte("nesw", word[n])])
	}
	return strings.Join(out, s.Words("and-way"))
}

// toldParams lists the parameters that a question tells: those of which its sentences speak, or that are not as usual.
func (q *Question) toldParams(lang string) []string {
	f := q.b.File
	text := f.About.In(lang)
	for _, r := range f.Rules {
		text += " " + r.Text.In(lang)
	}
	var names []string
	for name, v := range q.b.Params {
		usual := slices.ContainsFunc(f.Params, func(p rules.Param) bool {
			if p.Name != name || p.Default == nil {
				return false
			}
			n, ok := p.Default.Tree.(*syntax.NumLit)
			return ok && n.Int == any(v)
		})
		if !usual || regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).MatchString(text) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// facts lists what a layer that is given holds, in lines.
func (q *Question) facts(l *rules.Layer) []string {
	m := q.b.Marks(l)
	if m == nil {
		return nil
	}
	names := func(places []board.Place) string {
		var out []string
		for _, p := range places {
			out = append(out, q.name(p))
		}
		return strings.Join(out, " ")
	}
	var lines []string
	switch {
	case l.Parts:
		for n, part := range m.Parts {
			lines = append(lines, fmt.Sprintf("%d = %s", n+1, names(part)))
		}
	case l.Objects():
		for _, o := range m.Objects {
			var parts []string
			for _, f := range l.Fields {
				v := o[f.Name]
				if f.Places {
					var at []board.Place
					for _, x := range v.List {
						at = append(at, x.Place)
					}
					parts = append(parts, f.Name+" "+names(at))
				} else if v.Kind != rules.Nothing {
					parts = append(parts, f.Name+" "+v.String())
				}
			}
			lines = append(lines, strings.Join(parts, ", "))
		}
	default:
		places, err := q.b.Places(l)
		if err != nil {
			return nil
		}
		if held := q.held(q.b, l, places, nil); held != "" {
			lines = append(lines, held)
		}
	}
	return lines
}

// held lists what a board holds at places of a layer: of truths the places alone, of others the value too, unless it is one that goes without saying.
func (q *Question) held(b *rules.Board, l *rules.Layer, places []board.Place, unsaid *rules.Value) string {
	var list []string
	for _, p := range places {
		switch v := b.Value(l, p); {
		case v.Kind == rules.Nothing || v.Kind == rules.Bool && v.N == 0:
		case v.Kind == rules.Bool:
			list = append(list, q.name(p))
		case unsaid == nil || !v.Equal(*unsaid):
			list = append(list, q.name(p)+"="+q.written(l, v))
		}
	}
	return strings.Join(list, ", ")
}

// name names a place; a span by its two ends, a part by its first cell.
func (q *Question) name(p board.Place) string {
	if sp := q.b.Span(p); sp.A != (board.Place{}) {
		return q.b.Geo.Name(sp.A) + "-" + q.b.Geo.Name(sp.B)
	}
	if l := q.b.LayerOf(p); l != nil { // a part, by its first cell
		if cells := q.b.Cells(p); len(cells) > 0 {
			return q.b.Geo.Name(cells[0])
		}
	}
	return telling.Speaker{Board: q.b}.Name(p)
}

// written gives a value as questions and answers have it: as a letter where the board shows letters.
func (q *Question) written(l *rules.Layer, v rules.Value) string {
	return cmp.Or(q.looks.Shown(l, v), v.String())
}

// form says how a layer is answered, with an example: a row of a grid, or some places of a list.
func (a *asked) form(q *Question, s telling.Speaker) string {
	size := s.Words("ask-grid", "rows", strconv.Itoa(q.b.Geo.Rows), "cols", strconv.Itoa(q.b.Geo.Cols))
	behind := ""
	if a.holes {
		size += s.Words("ask-hole")
	}
	if a.blank() {
		behind = s.Words("ask-none")
	}
	if q.b.Geo.Rows > 1 { // of one row the example could be the answer
		behind += s.Words("ask-row", "example", a.row(q))
	}
	values := a.values(q)
	switch {
	case a.grid && a.l.Parts:
		return size + s.Words("ask-same") + behind
	case a.grid && a.l.Domain.Kind == rules.Bools:
		return size + s.Words("ask-there", "layer", s.Called(a.l)) + behind
	case a.grid && (a.l.Domain.Kind == rules.Words || a.letters):
		return size + s.Words("ask-among", "values", strings.Join(values, ", ")) + behind
	case a.grid:
		return size + s.Words("ask-number", "bounds", a.bounds()) + behind
	}
	example := ""
	if len(a.places) > 0 {
		example = q.name(a.places[0])
	}
	if a.l.Domain.Kind != rules.Bools {
		return s.Words("ask-values", "example", example+"="+values[0])
	}
	if len(a.places) > 1 {
		example += ", " + q.name(a.places[len(a.places)/2])
	}
	return s.Words("ask-places", "layer", s.Called(a.l), "example", example)
}

// values lists what a cell or place can hold, as an answer has it: of numbers without bounds the first; where there is nothing that is to be said, what
// goes without saying, or a point.
func (a *asked) values(q *Question) []string {
	switch {
	case a.l.Parts:
		return []string{"1", "1", "2", "2", "2", "3"}
	case a.l.Domain.Kind == rules.Bools:
		return []string{"x", ".", "."}
	case a.l.Domain.Kind == rules.Words:
		return a.l.Domain.Words
	}
	lo, hi := int64(1), int64(mostTold)
	if a.lo != nil {
		lo, hi = *a.lo, *a.lo+mostTold-1
	}
	if a.hi != nil && (*a.hi < hi || a.letters) {
		hi = *a.hi
	}
	var out []string
	for n := lo; n <= hi; n++ {
		if v := rules.IntOf(n); a.l.Default == nil || !v.Equal(*a.l.Default) {
			out = append(out, q.written(a.l, v))
		}
	}
	switch {
	case len(out) > 0:
		return out
	case a.l.Default != nil:
		return []string{q.written(a.l, *a.l.Default)}
	}
	return []string{"."}
}

// mostTold is how many numbers an example has.
const mostTold = 4

// row is an example of a row: the values in turn, and a point where a cell may have none.
func (a *asked) row(q *Question) string {
	values := a.values(q)
	if values = values[:min(len(values), q.b.Geo.Cols)]; a.blank() {
		values = append(slices.Clone(values[:max(1, len(values)-1)]), ".")
	}
	var out []string
	for n := range q.b.Geo.Cols {
		if a.cells[n] == (board.Place{}) {
			out = append(out, ".")
			continue
		}
		out = append(out, values[n%len(values)])
	}
	return strings.Join(out, " ")
}

func (a *asked) bounds() string {
	if a.lo != nil && a.hi != nil {
		return fmt.Sprintf(" %d..%d", *a.lo, *a.hi)
	}
	return ""
}
