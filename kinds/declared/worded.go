package declared

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/answertext"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// A puzzle in words, for someone who has only the text, and what such a reader answers. The question states the rules as the file does,
// the board as a drawing in letters and by coordinates, and the form of the answer: for each layer to be found a grid, or a list of places
// for what does not stand in cells.

// asked is a layer that is asked for, in the form in which it is answered.
type asked struct {
	l      *rules.Layer
	grid   bool // a grid of cells; else a list of places
	places []board.Place
	lo, hi *int64
}

// asks lists what the puzzle asks for, in the order of the file.
func (i *Instance) asks() ([]asked, error) {
	var out []asked
	cells := i.b.Geo.All(board.Cell)
	for _, l := range i.f.file.Layers {
		if l.Role != rules.Find {
			continue
		}
		a := asked{l: l}
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
		out = append(out, a)
	}
	return out, nil
}

// blank reports whether a cell of the grid may be without a value.
func (a *asked) blank() bool { return a.l.Some }

var (
	yesTokens = []string{"x", "X", "#", "1", "■", "█", "●", "T", "✓", "true"}
	noTokens  = []string{"-", ".", "0", "□", "○", "_", "F", "·", "false"}
)

// value reads a token of a grid. Of a division the token is a label, and its value a word.
func (a *asked) value(token string) (rules.Value, bool) {
	token = strings.Trim(token, "*`")
	switch {
	case a.l.Parts:
		if slices.Contains([]string{noValue, "-", ".", "_", "?"}, token) || token == "" {
			return rules.Value{}, a.l.Some && token != "?"
		}
		return rules.WordOf(token), len(token) <= 4
	case a.l.Domain.Kind == rules.Bools:
		if slices.Contains(yesTokens, token) {
			return rules.BoolOf(true), true
		}
		return rules.BoolOf(false), slices.Contains(noTokens, token)
	case a.blank() && slices.Contains([]string{noValue, "-", ".", "_"}, token):
		return rules.Value{}, true
	case a.l.Domain.Kind == rules.Words:
		for _, w := range a.l.Domain.Words {
			if strings.EqualFold(w, token) {
				return rules.WordOf(w), true
			}
		}
		return rules.Value{}, false
	}
	n, err := strconv.ParseInt(token, 10, 32)
	if err != nil || a.lo != nil && n < *a.lo || a.hi != nil && n > *a.hi {
		return rules.Value{}, false
	}
	return rules.IntOf(n), true
}

// marks makes the values of the layer of a grid's tokens.
func (a *asked) marks(tokens []string) (*rules.Marks, bool) {
	m := &rules.Marks{}
	if !a.l.Parts {
		m.Values = make(map[board.Place]rules.Value, len(tokens))
	}
	at := map[string]int{}
	for n, t := range tokens {
		v, ok := a.value(t)
		if !ok {
			return nil, false
		}
		switch {
		case v.Kind == rules.Nothing:
		case a.l.Parts:
			k, known := at[v.Word]
			if !known {
				k = len(m.Parts)
				at[v.Word] = k
				m.Parts = append(m.Parts, nil)
			}
			m.Parts[k] = append(m.Parts[k], a.places[n])
		case v.Kind != rules.Bool || v.N != 0:
			m.Values[a.places[n]] = v
		}
	}
	return m, true
}

// Question states the rules and the puzzle.
func (i *Instance) Question(lang string) string {
	if lang != "zh" {
		lang = "en"
	}
	zh := lang == "zh"
	say := func(en, cn string) string {
		if zh {
			return cn
		}
		return en
	}
	f := i.f.file
	var b strings.Builder
	if t := f.Title.In(lang); t != "" {
		fmt.Fprintf(&b, "%s\n\n", t)
	}
	if t := f.About.In(lang); t != "" {
		fmt.Fprintf(&b, "%s\n\n", t)
	}
	b.WriteString(say("An answer is wrong if any of these is true of it:\n", "若下列任何一条成立，答案就是错的：\n"))
	for _, r := range f.Rules {
		if t := r.Text.In(lang); t != "" {
			fmt.Fprintf(&b, "- %s\n", general(t, lang))
		}
	}
	fmt.Fprintf(&b, say("\nThe board has %d rows and %d columns. r1c1 is the cell in the first row and the first column, at the top left.\n", "\n盘面共%d行%d列。r1c1表示第一行第一列（左上角）的格。\n"), i.b.Geo.Rows, i.b.Geo.Cols)
	if scene, err := i.picture(nil); err == nil && scene.Text != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimRight(scene.Text, "\n"))
	}
	s := i.speaker(i.b)
	var given strings.Builder
	for _, l := range f.Layers {
		if l.Role == rules.Given || l.Printed {
			for _, line := range i.facts(s, l) {
				fmt.Fprintf(&given, "%s: %s\n", l.Name, line)
			}
		}
	}
	if given.Len() > 0 {
		b.WriteString(say("\nWhat is given:\n", "\n已知：\n") + given.String())
	}
	for _, name := range sortedParams(i.b) {
		fmt.Fprintf(&b, "%s = %d\n", name, i.b.Params[name])
	}
	asks, err := i.asks()
	if err != nil {
		return b.String()
	}
	b.WriteString(say("\nAnswer in this form", "\n请按以下格式作答"))
	if len(asks) > 1 {
		b.WriteString(say(", each part below its name", "，各部分写在其名称之下"))
	}
	b.WriteString(say(":\n", "：\n"))
	for _, a := range asks {
		fmt.Fprintf(&b, "%s: %s\n", a.l.Name, a.form(i, zh))
	}
	return b.String()
}

func sortedParams(b *rules.Board) []string {
	var names []string
	for name := range b.Params {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

var braces = regexp.MustCompile(`\{([^{}]*)\}`)

// general puts names in the place of what a sentence fills in: "{c} has not {number[c]}" is of any c, "from {t[0]} on" from some place.
func general(sentence, lang string) string {
	some := "some place"
	if lang == "zh" {
		some = "某处"
	}
	return braces.ReplaceAllStringFunc(sentence, func(s string) string {
		s = strings.Trim(s, "{}")
		name, rest, ok := strings.Cut(s, "[")
		switch {
		case !ok || !strings.HasSuffix(rest, "]"):
			return s
		case strings.Trim(rest, "-0123456789]") == "":
			return some // of a list
		}
		return name + "(" + strings.TrimSuffix(rest, "]") + ")"
	})
}

// facts lists what a layer that is given holds, in lines.
func (i *Instance) facts(s speaker, l *rules.Layer) []string {
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
				list = append(list, i.name(s, p)+"="+v.String())
			}
		}
		if len(list) > 0 {
			lines = append(lines, strings.Join(list, ", "))
		}
	}
	return lines
}

// name names a place; a span by its two ends, a part by its first cell.
func (i *Instance) name(s speaker, p board.Place) string {
	if sp := i.b.Span(p); sp.A != (board.Place{}) {
		return i.b.Geo.Name(sp.A) + "-" + i.b.Geo.Name(sp.B)
	}
	if l := i.b.LayerOf(p); l != nil { // a part, by its first cell
		if cells := i.b.Cells(p); len(cells) > 0 {
			return i.b.Geo.Name(cells[0])
		}
	}
	return s.placeName(p)
}

// form says how a layer is answered.
func (a *asked) form(i *Instance, zh bool) string {
	say := func(en, cn string) string {
		if zh {
			return cn
		}
		return en
	}
	size := fmt.Sprintf(say("a grid of %d rows and %d columns with blanks between, ", "%d行%d列的表，各格以空格分开，"), i.b.Geo.Rows, i.b.Geo.Cols)
	none := ""
	if a.blank() {
		none = say(", and a point for none", "，没有则写一个点")
	}
	switch {
	case a.grid && a.l.Parts:
		return size + say("in which cells have the same number if they are in the same part", "同一区域的格写同一个数") + none
	case a.grid && a.l.Domain.Kind == rules.Bools:
		return size + fmt.Sprintf(say("x where there is %s and a point elsewhere", "%s处写x，其余写一个点"), a.l.Name)
	case a.grid && a.l.Domain.Kind == rules.Words:
		return size + fmt.Sprintf(say("each one of %s", "每格为%s之一"), strings.Join(a.l.Domain.Words, ", ")) + none
	case a.grid:
		return size + fmt.Sprintf(say("each a number%s", "每格一个数%s"), a.bounds()) + none
	}
	s := i.speaker(i.b)
	example := ""
	if len(a.places) > 0 {
		example = i.name(s, a.places[0])
	}
	if len(a.places) > 1 && a.l.Domain.Kind == rules.Bools {
		example += ", " + i.name(s, a.places[len(a.places)/2])
	}
	if a.l.Domain.Kind == rules.Bools {
		return fmt.Sprintf(say("a list of the places where there is one, such as %s", "列出有线的位置，例如%s"), example)
	}
	return fmt.Sprintf(say("a list of places with their values, such as %s=1", "列出各位置及其值，例如%s=1"), example)
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
	asks, err := i.asks()
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
					list = append(list, i.name(say, p)+"="+v.String())
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
		for n, p := range i.b.Geo.All(board.Cell) {
			if n > 0 {
				if i.b.Geo.Col(p) == 1 || n%i.b.Geo.Cols == 0 {
					b.WriteByte('\n')
				} else {
					b.WriteByte(' ')
				}
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
				b.WriteString(v.String())
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
	case *VariantSolution:
		return s.b, true
	}
	return nil, false
}

// EvalType is nominal: answers are compared as texts where they are not judged by the rules.
func (i *Instance) EvalType() string { return "nominal" }

// ReadAnswer reads a solution from an answer's text: as the question asks for it, or in the family's text format.
func (i *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	found := i.FindAnswers(text)
	for n := len(found) - 1; n >= 0; n-- {
		if found[n].Solution != nil {
			return found[n].Solution, nil
		}
	}
	if s, err := i.ReadSolution("", text); err == nil {
		return s, nil
	}
	if len(found) > 0 {
		return nil, errors.New("the answer is not complete")
	}
	return nil, errors.New("there is no answer in the form that was asked for")
}

// FindAnswers finds answers among other text: each is what is asked for, layer by layer, in the order of the file.
func (i *Instance) FindAnswers(text string) []puzzle.Stated {
	asks, err := i.asks()
	if err != nil || len(asks) == 0 {
		return nil
	}
	all := make([][]stated, len(asks))
	for n := range asks {
		if asks[n].grid && len(i.b.Geo.All(board.Cell)) == i.b.Geo.Rows*i.b.Geo.Cols {
			all[n] = i.grids(&asks[n], text)
		}
		if len(all[n]) == 0 && !asks[n].l.Parts && !(asks[n].grid && asks[n].l.Domain.Kind != rules.Bools && !asks[n].l.Some) {
			all[n] = i.lists(&asks[n], text, len(asks) > 1)
		}
	}
	// Layer by layer, each behind the one before it.
	var out []puzzle.Stated
	for behind := 0; ; {
		s := puzzle.Stated{Start: -1}
		answer := i.b.Clone()
		full := true
		at := behind
		for n := range asks {
			k := slices.IndexFunc(all[n], func(x stated) bool { return x.start >= at })
			if k < 0 {
				return out
			}
			x := all[n][k]
			if s.Start < 0 {
				s.Start = x.start
			}
			s.End, at = x.end, x.end
			if x.marks == nil {
				full = false
			} else {
				answer.Set(asks[n].l, i.printed(asks[n].l, x.marks))
			}
		}
		if full {
			s.Solution = &Solution{i.f, answer}
		}
		out = append(out, s)
		if s.End <= behind {
			return out
		}
		behind = s.End
	}
}

// printed adds the values that are printed to those of an answer that lists only what it fills in.
func (i *Instance) printed(l *rules.Layer, m *rules.Marks) *rules.Marks {
	if given := i.b.Marks(l); l.Printed && given != nil && m.Values != nil {
		for p, v := range given.Values {
			if _, ok := m.Values[p]; !ok && l.Domain.Kind != rules.Bools {
				m.Values[p] = v
			}
		}
	}
	return m
}

// stated is the values of one layer as a text states them.
type stated struct {
	start, end int
	marks      *rules.Marks // nil where the text breaks off
}

// bare matches a cell without a value, which elsewhere is taken for a blank that is still to be filled in.
var bare = regexp.MustCompile(`(^|[\s|,\[;])[-._]([\s|,\];]|$)`)

// hash matches a marked cell that would be taken for markup.
var hash = regexp.MustCompile(`(^|[\s|,\[;])#([\s|,\];]|$)`)

// noValue stands for such a cell while boards are looked for. It is one character, so that places in the text stay the same.
const noValue = "@"

func (i *Instance) grids(a *asked, text string) []stated {
	if a.blank() && a.l.Domain.Kind != rules.Bools {
		for range 2 { // neighbours share the blank between them
			text = bare.ReplaceAllString(text, "${1}"+noValue+"${2}")
		}
	}
	if a.l.Domain.Kind == rules.Bools && !a.l.Parts {
		for range 2 {
			text = hash.ReplaceAllString(text, "${1}x${2}")
		}
	}
	single := !a.l.Parts && (a.l.Domain.Kind == rules.Bools || a.hi != nil && *a.hi <= 9)
	cell := func(s string) bool { _, ok := a.value(s); return ok }
	var out []stated
	for _, b := range answertext.Boards(text, answertext.Shape{Rows: i.b.Geo.Rows, Cols: i.b.Geo.Cols, Cell: cell, Single: single}) {
		s := stated{start: b.Start, end: b.End}
		if b.Cells != nil {
			s.marks, _ = a.marks(b.Cells)
		}
		out = append(out, s)
	}
	return out
}

var (
	coordinate = regexp.MustCompile(`(?i)\br(\d{1,3})\s*c(\d{1,3})((?:\.[a-z]+)*)|\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)`)
	valued     = regexp.MustCompile(`^\s*[:=]\s*(-?\w+)`)
	joined     = regexp.MustCompile(`^\s*(?:-|–|—|->|→|to|~)\s*$`)
)

// lists finds lists of places: lines that hold coordinates, with nothing between them but blank lines and markup. Where several layers
// are asked for, a list stands behind the layer's name.
func (i *Instance) lists(a *asked, text string, named bool) []stated {
	byName := map[string]board.Place{}
	s := i.speaker(i.b)
	for _, p := range a.places {
		byName[i.name(s, p)] = p
		if i.b.LayerOf(p) != nil && i.b.Span(p).A == (board.Place{}) {
			for _, c := range i.b.Cells(p) {
				byName[i.b.Geo.Name(c)] = p
			}
		}
		if cells := i.b.Geo.Cells(p); p.Kind == board.Edge && len(cells) == 2 {
			byName[i.b.Geo.Name(cells[0])+"-"+i.b.Geo.Name(cells[1])] = p
		}
	}
	heading := regexp.MustCompile(`(?i)^\W*` + regexp.QuoteMeta(a.l.Name) + `\W*(:|$)`)
	var out []stated
	var now *stated
	in, right := !named, true
	flush := func() {
		if now != nil && right && (len(now.marks.Values) > 0 || named) {
			out = append(out, *now)
		}
		now, right = nil, true
	}
	at := 0
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		if named && heading.MatchString(line) {
			flush()
			in = true
			now = &stated{start: start, end: at, marks: &rules.Marks{Values: map[board.Place]rules.Value{}}}
		}
		found := coordinate.FindAllStringSubmatchIndex(line, -1)
		if len(found) > 0 && chatty(line, found) { // it speaks of places and lists none
			found = nil
		}
		if len(found) == 0 || !in {
			if strings.Trim(line, " \t\r\n`*-|") != "" && !(named && heading.MatchString(line)) {
				flush()
				in = !named
			}
			continue
		}
		if now == nil {
			now = &stated{start: start, marks: &rules.Marks{Values: map[board.Place]rules.Value{}}}
		}
		now.end = at
		right = i.listLine(a, line, found, byName, now.marks) && right
	}
	flush()
	return out
}

// chatty reports whether a line has words among its coordinates: all that may stand there is what introduces the list, up to a colon.
func chatty(line string, found [][]int) bool {
	at := 0
	if i := strings.LastIndexByte(line[:found[0][0]], ':'); i >= 0 {
		at = i
	}
	for _, x := range append(found, []int{len(line)}) {
		gap := line[min(at, x[0]):x[0]]
		if v := valued.FindStringIndex(gap); v != nil {
			gap = gap[v[1]:]
		}
		gap = strings.NewReplacer("and", "", "to", "").Replace(gap)
		if strings.ContainsFunc(gap, unicode.IsLetter) {
			return true
		}
		if len(x) > 1 {
			at = x[1]
		}
	}
	return false
}

// listLine reads the places of a line: cells, pairs and chains of cells, with values where the layer has them. It is false where one
// is no place of the layer.
func (i *Instance) listLine(a *asked, line string, found [][]int, byName map[string]board.Place, m *rules.Marks) bool {
	name := func(x []int) string {
		if x[2] >= 0 {
			return strings.ToLower("r" + strings.TrimLeft(line[x[2]:x[3]], "0") + "c" + strings.TrimLeft(line[x[4]:x[5]], "0") + line[x[6]:x[7]])
		}
		return "r" + strings.TrimLeft(line[x[8]:x[9]], "0") + "c" + strings.TrimLeft(line[x[10]:x[11]], "0")
	}
	set := func(p board.Place, end int) bool {
		v := rules.BoolOf(true)
		if a.l.Domain.Kind != rules.Bools {
			val := valued.FindStringSubmatch(line[end:])
			if val == nil {
				return false
			}
			var ok bool
			if v, ok = a.value(val[1]); !ok {
				return false
			}
		}
		m.Values[p] = v
		return true
	}
	for n := 0; n < len(found); n++ {
		one := name(found[n])
		if p, ok := byName[one]; ok {
			if !set(p, found[n][1]) {
				return false
			}
			continue
		}
		chain := false
		for n+1 < len(found) && joined.MatchString(line[found[n][1]:found[n+1][0]]) {
			two := name(found[n+1])
			p, ok := byName[one+"-"+two]
			if !ok {
				p, ok = byName[two+"-"+one]
			}
			if !ok || !set(p, found[n+1][1]) {
				return false
			}
			one, chain = two, true
			n++
		}
		if !chain {
			return false
		}
	}
	return true
}

// Credit gives half for the share of places that an answer has right and half for the share of the rules' turns that hold, both measured
// above what an empty board earns: an answer that is no nearer to the solution than that earns nothing.
func (i *Instance) Credit(answer, solution puzzle.Solution) float64 {
	got, ok := answerBoard(answer)
	want, ok2 := answerBoard(solution)
	asks, err := i.asks()
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
	bare := i.b.Clone()
	for _, a := range asks {
		if !a.l.Printed {
			bare.Set(a.l, nil)
		}
	}
	faults := func(b *rules.Board) float64 {
		v, err := judge.Judge(context.Background(), i.b, b)
		if err != nil {
			return 0
		}
		return float64(len(v.Broken))
	}
	held := 0.0
	if most := faults(bare); most > 0 {
		held = max(0, 1-faults(got)/most)
	}
	return (cells + held) / 2
}
