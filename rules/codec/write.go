package codec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// WriteProblem writes what a board gives and prints. It fails if the layout has no token for it.
func (f *Form) WriteProblem(b *rules.Board) (string, error) {
	switch {
	case f.items != nil:
		return f.writeURL(b)
	case f.style.slash:
		return f.WriteBoard(b, f.empty(b))
	}
	w := &writer{form: f, board: b, problem: true}
	w.head(f.heads[0])
	err := w.blocks(f.problem)
	return w.text(), err
}

// WriteSolution writes the values of the layers to be found.
func (f *Form) WriteSolution(b *rules.Board) (string, error) {
	w := &writer{form: f, board: b}
	w.head(f.heads[1])
	err := w.blocks(f.solution)
	return w.text(), err
}

// empty gives a problem without any answer.
func (f *Form) empty(problem *rules.Board) *rules.Board {
	b := problem.Clone()
	for _, l := range f.file.Layers {
		if l.Role == rules.Find && !l.Printed {
			b.Set(l, nil)
		}
	}
	return b
}

// WriteBoard writes a problem with the answer behind it, as in pzprv3. What the problem prints is not written again.
func (f *Form) WriteBoard(problem, answer *rules.Board) (string, error) {
	w := &writer{form: f, board: problem, problem: true, answer: answer}
	if f.style.slash {
		w.lines = append(w.lines, "pzprv3"+f.version, f.names[0])
	}
	w.head(f.heads[0])
	if err := w.blocks(f.problem); err != nil {
		return "", err
	}
	w.board, w.problem, w.answer, w.printed = answer, false, nil, problem
	err := w.blocks(f.solution)
	return w.text(), err
}

type writer struct {
	form    *Form
	board   *rules.Board
	problem bool
	answer  *rules.Board // where the answer follows the problem: it has what layers hold of which a problem prints nothing
	printed *rules.Board // while the answer is written behind it: the problem
	lines   []string
}

func (w *writer) text() string {
	if w.form.style.slash {
		return strings.Join(w.lines, "/") + "/"
	}
	return strings.Join(w.lines, "\n")
}

func (w *writer) line(tokens []string, compact bool) {
	switch {
	case compact:
		w.lines = append(w.lines, strings.Join(tokens, ""))
	case w.form.style.slash && len(tokens) > 0:
		w.lines = append(w.lines, strings.Join(tokens, " ")+" ")
	default:
		w.lines = append(w.lines, strings.Join(tokens, " "))
	}
}

func (w *writer) head(head []piece) {
	var tokens []string
	for _, p := range head {
		switch {
		case p.layer != nil:
			for _, o := range w.board.Marks(p.layer).Objects {
				fields := p.layer.Fields
				tokens = append(tokens, o[fields[len(fields)-1].Name].String())
			}
		case p.word != "":
			if w.board.Params[p.text] != 0 {
				tokens = append(tokens, p.word)
			}
		case p.text == "rows" || p.text == "size":
			tokens = append(tokens, strconv.Itoa(w.board.Geo.Rows+w.form.less))
		case p.text == "cols":
			tokens = append(tokens, strconv.Itoa(w.board.Geo.Cols))
		case p.text == "*":
			tokens = append(tokens, "0")
		case p.letters != 0:
			tokens = append(tokens, string(rune(int64(p.letters)+w.board.Params[p.text]-1)))
		default:
			tokens = append(tokens, strconv.FormatInt(w.board.Params[p.text], 10))
		}
	}
	if w.form.style.slash {
		w.lines = append(w.lines, tokens...)
		return
	}
	w.line(tokens, false)
}

func (w *writer) blocks(list []*block) error {
	for _, b := range list {
		if err := w.block(b); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) block(b *block) error {
	shape, err := b.shape(w.board)
	if err != nil {
		return err
	}
	if b.optional {
		empty := true
		for _, p := range slices.Concat(shape...) {
			s, err := w.token(b, p, nil)
			if err != nil {
				return err
			}
			empty = empty && s == b.none[0]
		}
		if empty {
			return nil
		}
	}
	switch b.kind {
	case flagBlock:
		w.lines = append(w.lines, b.words[0])
		return nil
	case linesBlock:
		return w.lists(b, shape)
	case frameBlock:
		return w.frame(b)
	case pointsBlock:
		return w.points(b)
	case bankBlock:
		w.bank(b)
		return nil
	case objectsBlock:
		return w.writeObjects(b)
	}
	token := w.tokens(b)
	for _, row := range shape {
		tokens := make([]string, len(row))
		for i, p := range row {
			if p == (board.Place{}) {
				tokens[i] = b.none[0]
				continue
			}
			if tokens[i], err = token(p); err != nil {
				return err
			}
		}
		w.line(tokens, b.compact)
	}
	return nil
}

// tokens gives how a block writes a place.
func (w *writer) tokens(b *block) func(p board.Place) (string, error) {
	from := func(held map[board.Place]string) func(p board.Place) (string, error) {
		return func(p board.Place) (string, error) {
			if s, ok := held[p]; ok {
				return s, nil
			}
			return b.none[0], nil
		}
	}
	switch b.kind {
	case idsBlock:
		labels, n := w.labels(b)
		if b.count {
			w.lines = append(w.lines, strconv.Itoa(n))
		}
		return from(labels)
	case wallsBlock:
		return func(p board.Place) (string, error) {
			if len(b.alts) > 0 {
				if s, err := w.token(b, p, nil); err != nil || !slices.Contains(b.none, s) {
					return s, err
				}
			}
			x, y := w.board.Geo.Ends(p)
			a, c := w.board.PartOf(b.layer, x), w.board.PartOf(b.layer, y)
			if m := w.board.Marks(b.layer); a != c || m != nil && slices.Contains(m.Walls, p) {
				return "1", nil
			}
			return b.none[0], nil
		}
	case insideBlock:
		in := w.within(b.layer)
		return func(p board.Place) (string, error) {
			if in[p] {
				return w.form.style.truth, nil
			}
			return b.none[0], nil
		}
	case portsBlock:
		return from(w.ports(b.layer))
	case pathsBlock:
		return from(w.paths(b.layer))
	case blankBlock:
		return from(nil)
	}
	return func(p board.Place) (string, error) { return w.token(b, p, nil) }
}

// known reports whether a layer's value at a place is to be written: of layers that are printed in a problem, what is printed.
func (w *writer) known(l *rules.Layer, p board.Place) bool {
	if w.printed != nil && l.Printed {
		if m := w.printed.Marks(l); m != nil {
			_, known := m.Values[p]
			return !known
		}
	}
	if !w.problem || l.Role == rules.Given {
		return true
	}
	if w.answer != nil && !l.Printed {
		return true
	}
	m := w.board.Marks(l)
	if m == nil {
		return false
	}
	_, ok := m.Values[p]
	return ok
}

// value gives what a layer holds where a token at a place speaks of it; nothing if that is the usual value. What stands at a part is
// written in its first cell.
func (w *writer) value(l *rules.Layer, p board.Place, at string, byCols bool) rules.Value {
	to := site(w.board, l, p, at)
	if to == (board.Place{}) || !w.known(l, to) {
		return rules.Value{}
	}
	if w.form.file.AtParts(l) != nil && first(w.board, w.board.Cells(to), byCols) != p {
		return rules.Value{}
	}
	from := w.board
	if w.answer != nil && !l.Printed {
		from = w.answer
	}
	v := from.Value(l, to)
	if l.Default != nil && v.Equal(*l.Default) {
		return rules.Value{}
	}
	return v
}

// target is a layer, and where from a place it is looked at.
type target struct {
	layer *rules.Layer
	at    string
}

// held is what a place holds that a token is to say.
type held struct {
	values map[target]rules.Value
	filled []target    // those that hold something
	ahead  []board.Dir // ways to which links lead
}

// token writes what a place holds, around the cells of a frame what one layer holds there: as the first alternative whose meaning is
// that and nothing else.
func (w *writer) token(b *block, p board.Place, rim *rules.Layer) (string, error) {
	if b.kind == alongBlock {
		return w.along(b, p)
	}
	h := w.held(b, p, rim)
	h.ahead = w.linked(b, p)
	if len(h.ahead) == 0 || len(h.filled) > 0 {
		for i := range b.alts {
			a := &b.alts[i]
			if a.unwritten || b.kind == frameBlock && !a.fits(rim) {
				continue
			}
			text, ok := w.meant(a, h, p)
			if !ok || len(h.ahead) > 0 && b.bits || b.taken(a, text, rim) {
				continue
			}
			if len(h.ahead) > 0 {
				text += "," + b.said(h.ahead)
			}
			return text, nil
		}
	}
	switch {
	case len(h.filled) > 0:
		var what []string
		for _, t := range h.filled {
			what = append(what, fmt.Sprintf("%s %v", t.layer.Name, h.values[t]))
		}
		return "", fmt.Errorf("%s has %s: the layout has no token for that", w.board.Geo.Name(p), strings.Join(what, ", "))
	case b.bits:
		n := 0
		for _, d := range h.ahead {
			n |= 1 << slices.Index(b.order, d)
		}
		if n == 0 && b.partly {
			break // it says nothing
		}
		return strconv.Itoa(n), nil
	case len(h.ahead) > 0:
		return b.said(h.ahead), nil
	}
	return b.none[0], nil
}

// taken reports whether a text would be read as another alternative: the word x as the token of a cell that is marked.
func (b *block) taken(a *alternative, text string, rim *rules.Layer) bool {
	if _, own := a.literal(); own {
		return false
	}
	return slices.ContainsFunc(b.alts, func(other alternative) bool {
		token, ok := other.literal()
		return ok && token == text && (b.kind != frameBlock || other.fits(rim))
	})
}

// held gives what the layers hold of which the tokens of a block speak.
func (w *writer) held(b *block, p board.Place, rim *rules.Layer) held {
	h := held{values: map[target]rules.Value{}}
	for i := range b.alts {
		a := &b.alts[i]
		if a.unwritten || b.kind == frameBlock && !a.fits(rim) {
			continue
		}
		for _, l := range a.layers() {
			ats := []string{}
			for _, s := range a.fixed {
				if s.layer == l {
					ats = append(ats, s.at)
				}
			}
			if len(ats) == 0 {
				ats = append(ats, "")
			}
			for _, at := range ats {
				t := target{l, at}
				if _, ok := h.values[t]; ok {
					continue
				}
				v := w.value(l, p, at, b.byCols)
				h.values[t] = v
				if v.Kind != rules.Nothing && !(v.Kind == rules.Bool && v.N == 0) {
					h.filled = append(h.filled, t)
				}
			}
		}
	}
	return h
}

// linked gives the ways to which links lead from a place, of those that are to be written.
func (w *writer) linked(b *block, p board.Place) []board.Dir {
	var ahead []board.Dir
	printed := false // whether the links of the cell are printed, of those that a problem prints
	for _, l := range b.links {
		printed = w.problem && l.Printed
		for _, d := range b.order {
			at := toward(w.board, l, p, d)
			if at == (board.Place{}) {
				continue
			}
			if !w.known(l, at) {
				printed = printed && b.partly
				continue
			}
			for range leads(w.board.Value(l, at)) {
				ahead = append(ahead, d)
			}
		}
	}
	if w.problem && !printed && slices.ContainsFunc(b.links, func(l *rules.Layer) bool { return l.Printed }) {
		return nil
	}
	return ahead
}

// meant gives the text of an alternative where its meaning is what a place holds, and nothing else.
func (w *writer) meant(a *alternative, h held, p board.Place) (text string, ok bool) {
	written := map[target]bool{}
	for _, s := range a.fixed {
		t := target{s.layer, s.at}
		v := h.values[t]
		if s.value.Kind == rules.Bool && s.value.N == 0 && v.Kind == rules.Nothing && w.known(s.layer, site(w.board, s.layer, p, s.at)) {
			v = s.value
		}
		if !v.Equal(s.value) {
			return "", false
		}
		written[t] = true
	}
	text, ok = a.compose(func(l *rules.Layer) rules.Value {
		v := h.values[target{l, ""}]
		if v.Kind != rules.Nothing {
			written[target{l, ""}] = true
		}
		return v
	})
	if !ok || text == "" || len(h.filled) == 0 && !a.says() {
		return "", false
	}
	return text, !slices.ContainsFunc(h.filled, func(t target) bool { return !written[t] })
}

// said writes directions.
func (b *block) said(ahead []board.Dir) string {
	var s strings.Builder
	for _, d := range b.order {
		s.WriteString(strings.Repeat(d.String(), times(ahead, d)))
	}
	return s.String()
}

// says reports whether an alternative stands for something even where no layer has a value: that one is false.
func (a *alternative) says() bool {
	return slices.ContainsFunc(a.fixed, func(s setting) bool { return s.value.Kind == rules.Bool && s.value.N == 0 })
}

// along writes the value of the span that passes a cell.
func (w *writer) along(b *block, p board.Place) (string, error) {
	for i := range b.alts {
		a := &b.alts[i]
		if len(a.fixed) != 1 {
			continue
		}
		s := spanThrough(w.board, b.layer, p, a.fixed[0].at)
		if s != (board.Place{}) && w.known(b.layer, s) && w.board.Value(b.layer, s).Equal(a.fixed[0].value) {
			if text, ok := a.literal(); ok {
				return text, nil
			}
		}
	}
	return b.none[0], nil
}

// reading gives a number by which cells are in reading order, line by line or column by column.
func reading(on *rules.Board, p board.Place, byCols bool) int {
	if byCols {
		return on.Geo.Col(p)*(board.MaxSide+1) + on.Geo.Row(p)
	}
	return int(p.N)
}

// first gives the first of some cells in reading order.
func first(on *rules.Board, cells []board.Place, byCols bool) board.Place {
	return slices.MinFunc(cells, func(a, b board.Place) int { return reading(on, a, byCols) - reading(on, b, byCols) })
}

// labels numbers parts: those that are given in their order, those that were found by their first cells.
func (w *writer) labels(b *block) (map[board.Place]string, int) {
	m := w.board.Marks(b.layer)
	labels := map[board.Place]string{}
	if m == nil {
		return labels, 0
	}
	order := make([]int, len(m.Parts))
	for i := range order {
		order[i] = i
	}
	if b.layer.Role == rules.Find {
		slices.SortStableFunc(order, func(x, y int) int {
			return reading(w.board, first(w.board, m.Parts[x], b.byCols), b.byCols) - reading(w.board, first(w.board, m.Parts[y], b.byCols), b.byCols)
		})
	}
	for n, i := range order {
		for _, p := range m.Parts[i] {
			labels[p] = strconv.Itoa(n + b.base)
		}
	}
	return labels, len(order)
}

// within gives the cells that lie inside of lines: those from which a way to the left border crosses an odd number.
func (w *writer) within(l *rules.Layer) map[board.Place]bool {
	in := map[board.Place]bool{}
	for _, row := range w.board.Geo.Lattice(board.Cell) {
		inside := false
		for _, p := range row {
			if e := w.board.Geo.Side(p, board.W); e != (board.Place{}) && w.board.Value(l, e).True() {
				inside = !inside
			}
			in[p] = inside
		}
	}
	return in
}

// ports numbers the cells of objects.
func (w *writer) ports(l *rules.Layer) map[board.Place]string {
	out := map[board.Place]string{}
	if m := w.board.Marks(l); m != nil {
		for i, o := range m.Objects {
			for k, v := range o[placesField(l).Name].List {
				out[v.Place] = fmt.Sprintf("%d.%d", i+1, k+1)
			}
		}
	}
	return out
}

func (w *writer) lists(b *block, shape [][]board.Place) error {
	one := piece{layer: b.layer}
	for _, row := range shape {
		v := w.value(b.layer, row[0], "", false)
		list := []rules.Value{v}
		if v.Kind == rules.List || v.Kind == rules.Nothing {
			list = v.List
		}
		var tokens []string
		for _, x := range list {
			s, ok := one.write(x)
			if !ok {
				return fmt.Errorf("%s has %v in %s: the layout has no token for that", w.board.Geo.Name(row[0]), x, b.layer.Name)
			}
			tokens = append(tokens, s)
		}
		if len(tokens) == 0 && !w.form.style.slash { // an empty line would end the board
			tokens = b.none[:1]
		}
		w.line(tokens, false)
	}
	return nil
}

// frame writes the cells with the layers around them. Lists have nothing between them and the outside.
func (w *writer) frame(b *block) error {
	slots, err := frame(w.board, b.rim)
	if err != nil {
		return err
	}
	lists := map[slot][]string{}
	for _, l := range b.rim {
		if l.Domain.Kind == rules.Lists {
			if err := w.framed(b, l, lists); err != nil {
				return err
			}
		}
	}
	for _, row := range slots {
		tokens := make([]string, len(row))
		for i, s := range row {
			list := lists[s]
			switch {
			case s.place == (board.Place{}):
				tokens[i] = b.none[0]
			case list != nil:
				tokens[i], lists[s] = list[0], list[1:]
			default:
				if tokens[i], err = w.token(b, s.place, s.layer); err != nil {
					return err
				}
			}
		}
		w.line(tokens, b.compact)
	}
	return nil
}

// framed gives the tokens of a layer's lists with nothing before them, from the outside to the cells; where a list is seen from the
// right or from below, from the cells to the outside.
func (w *writer) framed(b *block, l *rules.Layer, out map[slot][]string) error {
	size, err := frameDepth(w.board, l)
	if err != nil {
		return err
	}
	places, err := w.board.Places(l)
	for _, p := range places {
		side := sideOf(w.board, p)
		var tokens []string
		for _, x := range w.value(l, p, "", false).List {
			s, ok := (&piece{layer: l}).write(x)
			if !ok {
				return fmt.Errorf("%s has %v in %s: the layout has no token for that", w.board.Geo.Name(p), x, l.Name)
			}
			tokens = append(tokens, s)
		}
		if len(tokens) > size[side] {
			return fmt.Errorf("%s has %d numbers: the layout has room for %d", w.board.Geo.Name(p), len(tokens), size[side])
		}
		nothing := slices.Repeat(b.none[:1], size[side]-len(tokens))
		if side == board.N || side == board.W {
			out[slot{p, l}] = append(nothing, tokens...)
		} else {
			out[slot{p, l}] = append(tokens, nothing...)
		}
	}
	return err
}
