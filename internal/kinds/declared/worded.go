package declared

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// A puzzle in words, for someone who has only the text, and what such a reader answers. The question states the rules as the file does,
// the board as a drawing in letters and by coordinates, and the form of the answer: for each layer to be found a grid, or a list of places
// for what does not stand in cells.

// asked is a layer that is asked for, in the form in which it is answered.
type asked struct {
	l       *rules.Layer
	grid    bool // a grid of cells; else a list of places
	places  []board.Place
	lo, hi  *int64
	cells   []board.Place          // of the whole rectangle, row by row; nothing where a board that is no rectangle has no cell
	holes   bool                   // there are such
	mayLack bool                   // a cell may be without a value
	single  bool                   // every value is one character
	letters bool                   // its numbers are written as letters, as the board shows them
	drawn   map[string]rules.Value // its values by the signs that boards of text have for them
	said    map[string]rules.Value // its words by what the question calls them, where that is one word
	signs   [2]uint64              // the signs of ASCII that are cells
	by      placed
	heading *regexp.Regexp // a line that begins with the layer's name
	member  *regexp.Regexp // the layer's name as a key of an object, with the comma before it
}

// asks lists what the puzzle asks for, in the order of the file.
func (i *Instance) asks() ([]*asked, error) {
	var out []*asked
	geo := i.b.Geo
	cells := geo.All(board.Cell)
	for _, l := range i.f.file.Layers {
		if l.Role != rules.Find {
			continue
		}
		a := &asked{l: l, cells: make([]board.Place, geo.Rows*geo.Cols), holes: len(cells) < geo.Rows*geo.Cols}
		for _, c := range cells {
			a.cells[(geo.Row(c)-1)*geo.Cols+geo.Col(c)-1] = c
		}
		var err error
		if a.places, err = i.b.Places(l); err != nil {
			return nil, err
		}
		a.grid = len(a.places) >= len(cells) && slices.Equal(a.places[:len(cells)], cells) && l.Domain.Kind != rules.Places
		if l.Domain.Kind == rules.Ints && !l.Parts {
			if a.lo, a.hi, err = i.b.Bounds(&l.Domain); err != nil {
				return nil, err
			}
		}
		a.letters = i.f.lettered(l)
		a.mayLack = a.blank() || a.holes
		a.drawn = i.f.drawnAs(a)
		a.said = saidAs(l)
		a.single = !l.Parts && (l.Domain.Kind == rules.Bools || a.hi != nil && *a.hi <= 9 ||
			l.Domain.Kind == rules.Words && !slices.ContainsFunc(l.Domain.Words, func(w string) bool { return len(w) != 1 }))
		for c := range 0x80 {
			if a.isCell(string(rune(c))) {
				a.signs[c/64] |= 1 << (c % 64)
			}
		}
		a.by = i.index(a)
		name := regexp.QuoteMeta(l.Name)
		a.heading = regexp.MustCompile(`(?i)^\W*` + name + `\W*(:|$)`)
		a.member = regexp.MustCompile(`,\s*"` + name + `"\s*:`)
		out = append(out, a)
	}
	return out, nil
}

// mostSigns is how many numbers are asked for signs that they are drawn as.
const mostSigns = 64

// drawnAs gives the values of what is asked by the signs that boards of text have for them, where each has one of its own that can be told from what parts
// cells. Who answers may draw them. Digits and letters are no signs: they are read as they stand.
func (f *Family) drawnAs(a *asked) map[string]rules.Value {
	look := f.looks.Of(a.l)
	var values []rules.Value
	switch {
	case a.l.Parts:
	case a.l.Domain.Kind == rules.Words:
		for _, w := range a.l.Domain.Words {
			values = append(values, rules.WordOf(w))
		}
	case a.lo != nil && a.hi != nil && *a.hi-*a.lo < mostSigns:
		for n := *a.lo; n <= *a.hi; n++ {
			values = append(values, rules.IntOf(n))
		}
	}
	out := map[string]rules.Value{}
	for _, v := range values {
		k := look.Of(v)
		if k.Style == "digit" || k.Style == "letter" {
			continue
		}
		sign := k.Sign(v)
		if r, ok := slashes[sign]; ok {
			sign = string(r)
		}
		if _, twice := out[sign]; twice || sign == "+" || sign == "−" {
			return nil
		}
		if sign != "" {
			out[sign] = v
		}
	}
	return out
}

// saidAs gives the words of a layer by what they are called, in any language, where that is one word of one of them.
func saidAs(l *rules.Layer) map[string]rules.Value {
	if l.Domain.Kind != rules.Words {
		return nil
	}
	out := map[string]rules.Value{}
	for _, w := range l.Domain.Words {
		for _, said := range l.Said[w] {
			said = strings.ToLower(said)
			if v, ok := out[said]; ok && v.Word != w {
				v.Word = "" // two words have it
				out[said] = v
			} else if !ok && !strings.ContainsAny(said, " |,") {
				out[said] = rules.WordOf(w)
			}
		}
	}
	maps.DeleteFunc(out, func(_ string, v rules.Value) bool { return v.Word == "" })
	return out
}

// blank reports whether a cell of the grid may be without a value.
func (a *asked) blank() bool { return a.l.Some }

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

// Question states the rules and the puzzle.
func (i *Instance) Question(lang string) string {
	s := i.f.speaker(i.b, lang)
	lang = s.Lang
	f := i.f.file
	var b strings.Builder
	if t := f.Title.In(lang); t != "" {
		fmt.Fprintf(&b, "%s\n\n", t)
	}
	if t := f.About.In(lang); t != "" {
		fmt.Fprintf(&b, "%s\n\n", t)
	}
	b.WriteString(s.Words("ask-wrong") + wrongs(s))
	b.WriteString(s.Words("ask-board", "rows", strconv.Itoa(i.b.Geo.Rows), "cols", strconv.Itoa(i.b.Geo.Cols)))
	asks, asking := i.asking()
	for _, kind := range i.named(asks) {
		b.WriteString(s.Words("ask-place-" + kind.String()))
	}
	drawn := ""
	if scene, err := i.f.looks.Draw(i.b, nil); err == nil && scene.Text != "" {
		drawn = strings.TrimRight(scene.Text, "\n")
		fmt.Fprintf(&b, "\n%s\n", drawn)
	}
	var given strings.Builder
	for _, l := range f.Layers {
		if l.Role == rules.Given || l.Printed {
			for _, line := range i.facts(s, l) {
				fmt.Fprintf(&given, "%s: %s\n", l.Name, line)
			}
		}
	}
	if given.Len() > 0 {
		b.WriteString(s.Words("ask-given") + given.String())
	}
	for _, name := range i.toldParams(lang) {
		fmt.Fprintf(&b, "%s = %d\n", name, i.b.Params[name])
	}
	var signs strings.Builder
	for _, l := range f.Layers {
		if l.Domain.Kind == rules.Bools && !strings.Contains(drawn, i.f.looks.Of(l).Of(rules.BoolOf(true)).Sign(rules.BoolOf(true))) {
			continue // a wall between cells is a line there; and of some signs a board has none
		}
		if means := i.signs(s, l); means != "" && (l.Role == rules.Find || i.b.Marks(l) != nil) {
			fmt.Fprintf(&signs, "%s: %s\n", l.Name, means)
		}
	}
	if signs.Len() > 0 {
		b.WriteString(s.Words("ask-meaning") + signs.String())
	}
	if asking != nil {
		return b.String()
	}
	b.WriteString(s.Words("ask-form"))
	if len(asks) > 1 {
		b.WriteString(s.Words("ask-parts"))
	}
	b.WriteString(s.Words("ask-colon") + "\n")
	for _, a := range asks {
		fmt.Fprintf(&b, "%s: %s\n", a.l.Name, a.form(i, s))
	}
	return b.String()
}

// named lists the kinds of places, beside cells and lines, whose names a question has: those of what is printed, and of what is to be listed.
func (i *Instance) named(asks []*asked) []board.Kind {
	told := map[board.Kind]bool{}
	for _, l := range i.f.file.Layers {
		if l.Role != rules.Given && !l.Printed || l.Parts || l.Objects() || i.b.Marks(l) == nil {
			continue
		}
		places, err := i.b.Places(l)
		if err != nil {
			continue
		}
		for _, p := range places {
			told[p.Kind] = told[p.Kind] || i.b.Held(l, p)
		}
	}
	for _, a := range asks {
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
func (i *Instance) signs(s telling.Speaker, l *rules.Layer) string {
	look := i.f.looks.Of(l)
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
func (i *Instance) toldParams(lang string) []string {
	f := i.f.file
	text := f.About.In(lang)
	for _, r := range f.Rules {
		text += " " + r.Text.In(lang)
	}
	var names []string
	for name, v := range i.b.Params {
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
func (i *Instance) facts(s telling.Speaker, l *rules.Layer) []string {
	m := i.b.Marks(l)
	if m == nil {
		return nil
	}
	names := func(places []board.Place) string {
		var out []string
		for _, p := range places {
			out = append(out, i.name(s, p))
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
		places, err := i.b.Places(l)
		if err != nil {
			return nil
		}
		var list []string
		for _, p := range places {
			v := i.b.Value(l, p)
			switch {
			case v.Kind == rules.Nothing || v.Kind == rules.Bool && v.N == 0:
			case v.Kind == rules.Bool:
				list = append(list, i.name(s, p))
			default:
				list = append(list, i.name(s, p)+"="+i.written(l, v))
			}
		}
		if len(list) > 0 {
			lines = append(lines, strings.Join(list, ", "))
		}
	}
	return lines
}

// name names a place; a span by its two ends, a part by its first cell.
func (i *Instance) name(s telling.Speaker, p board.Place) string {
	if sp := i.b.Span(p); sp.A != (board.Place{}) {
		return i.b.Geo.Name(sp.A) + "-" + i.b.Geo.Name(sp.B)
	}
	if l := i.b.LayerOf(p); l != nil { // a part, by its first cell
		if cells := i.b.Cells(p); len(cells) > 0 {
			return i.b.Geo.Name(cells[0])
		}
	}
	return s.Name(p)
}

// written gives a value as questions and answers have it: as a letter where the board shows letters.
func (i *Instance) written(l *rules.Layer, v rules.Value) string {
	return cmp.Or(i.f.shown(l, v), v.String())
}

// form says how a layer is answered, with an example: a row of a grid, or some places of a list.
func (a *asked) form(i *Instance, s telling.Speaker) string {
	size := s.Words("ask-grid", "rows", strconv.Itoa(i.b.Geo.Rows), "cols", strconv.Itoa(i.b.Geo.Cols))
	behind := ""
	if a.holes {
		size += s.Words("ask-hole")
	}
	if a.blank() {
		behind = s.Words("ask-none")
	}
	if i.b.Geo.Rows > 1 { // of one row the example could be the answer
		behind += s.Words("ask-row", "example", a.row(i))
	}
	values := a.values(i)
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
		example = i.name(s, a.places[0])
	}
	if a.l.Domain.Kind != rules.Bools {
		return s.Words("ask-values", "example", example+"="+values[0])
	}
	if len(a.places) > 1 {
		example += ", " + i.name(s, a.places[len(a.places)/2])
	}
	return s.Words("ask-places", "layer", s.Called(a.l), "example", example)
}

// values lists what a cell or place can hold, as an answer has it: of numbers without bounds the first.
func (a *asked) values(i *Instance) []string {
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
			out = append(out, i.written(a.l, v))
		}
	}
	return out
}

// mostTold is how many numbers an example has.
const mostTold = 4

// row is an example of a row: the values in turn, and a point where a cell may have none.
func (a *asked) row(i *Instance) string {
	values := a.values(i)
	if values = values[:min(len(values), i.b.Geo.Cols)]; a.blank() {
		values = append(slices.Clone(values[:max(1, len(values)-1)]), ".")
	}
	var out []string
	for n := range i.b.Geo.Cols {
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

// AnswerText gives a solution in the form that the question asks for.
func (i *Instance) AnswerText(s puzzle.Solution, _ string) string {
	answer, ok := answerBoard(s)
	asks, err := i.asking()
	if !ok || err != nil {
		return ""
	}
	var b strings.Builder
	say := i.speaker(answer)
	for _, a := range asks {
		if len(asks) > 1 {
			fmt.Fprintf(&b, "%s:\n", a.l.Name)
		}
		if !a.grid {
			var list []string
			for _, p := range a.places {
				switch v := answer.Value(a.l, p); {
				case v.Kind == rules.Nothing || v.Kind == rules.Bool && v.N == 0:
				case v.Kind == rules.Bool:
					list = append(list, i.name(say, p))
				case a.l.Default == nil || !v.Equal(*a.l.Default):
					list = append(list, i.name(say, p)+"="+i.written(a.l, v))
				}
			}
			b.WriteString(strings.Join(list, ", ") + "\n")
			continue
		}
		part := map[board.Place]int{}
		if m := answer.Marks(a.l); m != nil {
			for n, places := range m.Parts {
				for _, p := range places {
					part[p] = n + 1
				}
			}
		}
		for n, p := range a.cells {
			switch {
			case n > 0 && n%i.b.Geo.Cols == 0:
				b.WriteByte('\n')
			case n > 0:
				b.WriteByte(' ')
			}
			if p == (board.Place{}) {
				b.WriteByte('.')
				continue
			}
			v := answer.Value(a.l, p)
			switch {
			case a.l.Parts && part[p] > 0:
				b.WriteString(strconv.Itoa(part[p]))
			case v.Kind == rules.Bool && v.N != 0:
				b.WriteByte('x')
			case a.l.Parts || v.Kind == rules.Bool || v.Kind == rules.Nothing:
				b.WriteByte('.')
			default:
				b.WriteString(i.written(a.l, v))
			}
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

func answerBoard(s puzzle.Solution) (*rules.Board, bool) {
	switch s := s.(type) {
	case *Solution:
		return s.b, true
	case *variantSolution:
		return s.b, true
	}
	return nil, false
}

// EvalType is nominal: answers are compared as texts where they are not judged by the rules.
func (i *Instance) EvalType() string { return "nominal" }

// Credit gives half for the share of places that an answer has right and half for the share of the rules' turns that hold, both measured
// above what an empty board earns: an answer that is no nearer to the solution than that earns nothing.
func (i *Instance) Credit(answer, solution puzzle.Solution) float64 {
	got, ok := answerBoard(answer)
	want, ok2 := answerBoard(solution)
	asks, err := i.asking()
	if !ok || !ok2 || err != nil {
		return 0
	}
	right, empty, all := 0, 0, 0
	for _, a := range asks {
		if a.l.Parts {
			for _, link := range i.b.Geo.All(board.Link) {
				x, y := i.b.Geo.Ends(link)
				wall := want.PartOf(a.l, x) != want.PartOf(a.l, y)
				all++
				if wall == (got.PartOf(a.l, x) != got.PartOf(a.l, y)) {
					right++
				}
				if !wall {
					empty++
				}
			}
			continue
		}
		printed := i.b.Marks(a.l)
		for _, p := range a.places {
			if printed != nil && a.l.Printed {
				if _, ok := printed.Values[p]; ok {
					continue
				}
			}
			all++
			w := want.Value(a.l, p)
			if got.Value(a.l, p).Equal(w) {
				right++
			}
			if w.Kind == rules.Nothing || w.Kind == rules.Bool && w.N == 0 {
				empty++
			}
		}
	}
	if right <= empty || all == empty {
		return 0
	}
	cells := float64(right-empty) / float64(all-empty)
	held := 0.0
	if most := i.emptyFaults(asks); most > 0 {
		faults := 0
		if j, err := i.judged(got); err == nil {
			faults = j.faults
		}
		held = max(0, 1-float64(faults)/float64(most))
	}
	return (cells + held) / 2
}

// emptyFaults is how much the empty board breaks.
func (i *Instance) emptyFaults(asks []*asked) int {
	i.verdicts.mu.Lock()
	faults := i.verdicts.faults
	i.verdicts.mu.Unlock()
	if faults >= 0 {
		return faults
	}
	bare := i.b.Clone()
	for _, a := range asks {
		if !a.l.Printed {
			bare.Set(a.l, nil)
		}
	}
	faults = 0
	if v, err := i.judging().Judge(context.Background(), bare); err == nil {
		faults = len(v.Broken)
	}
	i.verdicts.mu.Lock()
	i.verdicts.faults = faults
	i.verdicts.mu.Unlock()
	return faults
}
