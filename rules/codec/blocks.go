package codec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// ids reads the labels of parts. Where all labels are numbers the parts are in their order, else in that of their first cells.
func (r *reader) ids(t *taken) error {
	places := map[string][]board.Place{}
	var labels []string
	numbers := true
	for i, row := range t.tokens {
		for j, tok := range row {
			p := t.shape[i][j]
			if slices.Contains(t.block.none, tok.text) {
				continue
			}
			if p == (board.Place{}) {
				return tok.fail("nothing", "%s where the board has no cell", quote(tok.text))
			}
			if len(tok.text) > 20 {
				return tok.fail("at most 20 characters", "%s as the label of a part", quote(tok.text))
			}
			if _, err := strconv.Atoi(tok.text); err != nil {
				numbers = false
			}
			if places[tok.text] == nil {
				labels = append(labels, tok.text)
			}
			places[tok.text] = append(places[tok.text], p)
		}
	}
	if numbers {
		slices.SortStableFunc(labels, func(x, y string) int {
			a, _ := strconv.Atoi(x)
			b, _ := strconv.Atoi(y)
			return a - b
		})
	}
	m := r.of(t.block.layer)
	m.Parts = nil
	for _, label := range labels {
		m.Parts = append(m.Parts, places[label])
	}
	return nil
}

// says reports whether a block has a token of its own for a text.
func (b *block) says(text string) bool {
	return slices.ContainsFunc(b.alts, func(a alternative) bool { _, ok := a.read(text); return ok })
}

// walls reads the borders of parts: cells are of one part if a way leads from one to the other without crossing one.
func (r *reader) walls(t *taken) error {
	walled := map[board.Place]bool{}
	for i, row := range t.tokens {
		for j, tok := range row {
			p := t.shape[i][j]
			switch {
			case t.block.says(tok.text): // a border that the board prints, in a layer of its own
				if err := r.token(t.block, tok, p, nil); err != nil {
					return err
				}
				walled[p] = true
			case tok.text == "1" || tok.text == "X": // drawn, or printed
				walled[p] = true
			case !slices.Contains(t.block.none, tok.text) && tok.text != "0" && tok.text != "-1":
				return tok.fail("1 for a border, 0 for none", "%s", quote(tok.text))
			}
		}
	}
	outside := map[board.Place]bool{}
	for _, l := range t.block.outside {
		for c, v := range r.of(l).Values {
			if v.Kind != rules.Bool || v.True() {
				outside[c] = true
			}
		}
	}
	geo := r.board.Geo
	cells := slices.DeleteFunc(slices.Clone(geo.All(board.Cell)), func(c board.Place) bool { return outside[c] })
	made := rules.Divide(geo, cells, func(link board.Place) bool { return walled[link] })
	m := r.of(t.block.layer)
	m.Parts, m.Walls = made.Parts, made.Walls
	return nil
}

// inside reads which cells are inside of lines, and draws the edges between inside and outside.
func (r *reader) inside(t *taken) error {
	in := map[board.Place]bool{}
	truth := r.form.style.truth
	for i, row := range t.tokens {
		for j, tok := range row {
			switch {
			case tok.text == truth:
				in[t.shape[i][j]] = true
			case !slices.Contains(t.block.none, tok.text):
				return tok.fail(truth+" inside, "+t.block.none[0]+" outside", "%s", quote(tok.text))
			}
		}
	}
	m := r.of(t.block.layer)
	for _, e := range r.board.Geo.All(board.Edge) {
		n := 0
		for _, c := range r.board.Geo.Cells(e) {
			if in[c] {
				n++
			}
		}
		if n == 1 {
			m.Values[e] = rules.BoolOf(true)
		}
	}
	return nil
}

// ports reads objects that are cells in order.
func (r *reader) ports(t *taken) error {
	type port struct {
		place board.Place
		token token
	}
	cells := map[int]map[int]port{}
	var most token // the token of the last object
	last := 0
	for i, row := range t.tokens {
		for j, tok := range row {
			if slices.Contains(t.block.none, tok.text) {
				continue
			}
			a, b, _ := strings.Cut(tok.text, ".")
			id, err := strconv.Atoi(a)
			k, err2 := strconv.Atoi(b)
			if err != nil || err2 != nil || id < 1 || k < 1 || id > rules.MaxObjects {
				return tok.fail("the number of "+t.block.layer.Name+", a point, and the place in it, as in 2.1", "%s", quote(tok.text))
			}
			if cells[id] == nil {
				cells[id] = map[int]port{}
			}
			if _, ok := cells[id][k]; ok {
				return tok.fail("each place once", "a second %s", tok.text)
			}
			cells[id][k] = port{t.shape[i][j], tok}
			if id > last {
				last, most = id, tok
			}
		}
	}
	m := r.of(t.block.layer)
	m.Objects = nil
	field := placesField(t.block.layer).Name
	for id := 1; id <= last; id++ {
		if cells[id] == nil {
			return most.fail(fmt.Sprintf("%d.1 before it", id), "%s: there is no %s %d", quote(most.text), t.block.layer.Name, id)
		}
		list := rules.Value{Kind: rules.List}
		for k := 1; k <= len(cells[id]); k++ {
			p, ok := cells[id][k]
			if !ok {
				beyond := k
				for q := range cells[id] {
					beyond = max(beyond, q)
				}
				at := cells[id][beyond].token
				return at.fail(fmt.Sprintf("%d.%d before it", id, k), "%s: the places of %s %d have a gap", quote(at.text), t.block.layer.Name, id)
			}
			list.List = append(list.List, rules.PlaceOf(p.place))
		}
		m.Objects = append(m.Objects, map[string]rules.Value{field: list})
	}
	return nil
}

// A slot is a position in a frame: a cell, or a place at the border with the layer that stands there. Corners hold nothing.
type slot struct {
	place board.Place
	layer *rules.Layer // of the border: what stands there
}

// sideOf gives the side of the cells on which a layer's place stands.
func sideOf(on *rules.Board, p board.Place) board.Dir {
	if d, ok := on.Geo.Dir(p); ok && p.Kind == board.End {
		return d.Back()
	}
	if p.Kind == board.Row {
		return board.W
	}
	return board.N
}

// frameDepth gives how many lines a layer takes of a frame above, right of, below and left of the cells: as many as its longest list may have.
func frameDepth(on *rules.Board, l *rules.Layer) (size [4]int, err error) {
	places, err := on.Places(l)
	for _, p := range places {
		side := sideOf(on, p)
		size[side] = 1
		if l.Domain.Kind == rules.Lists {
			across := on.Geo.Rows
			if side == board.E || side == board.W {
				across = on.Geo.Cols
			}
			size[side] = (across + 1) / 2
		}
	}
	return size, err
}

// frame gives the cells with the places of layers around them, which stand beside their lines: the first layer outermost.
func frame(on *rules.Board, rim []*rules.Layer) ([][]slot, error) {
	var size [4]int
	depths := make([][4]int, len(rim))
	for i, l := range rim {
		d, err := frameDepth(on, l)
		if err != nil {
			return nil, err
		}
		for side, n := range d {
			size[side] += n
		}
		depths[i] = d
	}
	rows := make([][]slot, size[board.N]+on.Geo.Rows+size[board.S])
	for i := range rows {
		rows[i] = make([]slot, size[board.W]+on.Geo.Cols+size[board.E])
	}
	for _, c := range on.Geo.All(board.Cell) {
		rows[size[board.N]+on.Geo.Row(c)-1][size[board.W]+on.Geo.Col(c)-1].place = c
	}
	var outer [4]int // lines that are taken already
	for i, l := range rim {
		places, err := on.Places(l)
		if err != nil {
			return nil, err
		}
		for _, p := range places {
			cells := on.Geo.Cells(p)
			row, col := size[board.N]+on.Geo.Row(cells[0])-1, size[board.W]+on.Geo.Col(cells[0])-1
			side := sideOf(on, p)
			for k := outer[side]; k < outer[side]+depths[i][side]; k++ {
				s := slot{p, l}
				switch side {
				case board.N:
					rows[k][col] = s
				case board.S:
					rows[len(rows)-1-k][col] = s
				case board.W:
					rows[row][k] = s
				case board.E:
					rows[row][len(rows[row])-1-k] = s
				}
			}
		}
		for side, n := range depths[i] {
			outer[side] += n
		}
	}
	return rows, nil
}

// rimSlots gives the places around the cells in the order of addresses: place by place, and of the layers that have it the inner ones first.
func (b *block) rimSlots(on *rules.Board) ([]slot, error) {
	var order []board.Place
	at := map[board.Place][]slot{}
	for _, l := range slices.Backward(b.rim) {
		places, err := on.Places(l)
		if err != nil {
			return nil, err
		}
		depth, err := frameDepth(on, l)
		if err != nil {
			return nil, err
		}
		for _, p := range places {
			if at[p] == nil {
				order = append(order, p)
			}
			at[p] = append(at[p], slices.Repeat([]slot{{p, l}}, depth[sideOf(on, p)])...)
		}
	}
	if len(b.rim) > 1 {
		slices.SortStableFunc(order, func(x, y board.Place) int { return boolOrder(x.Kind == board.Row) - boolOrder(y.Kind == board.Row) })
	}
	var out []slot
	for _, p := range order {
		out = append(out, at[p]...)
	}
	return out, nil
}

// framed reads cells with their clues around them. A list stands in several places, next to the cells where it is short.
func (r *reader) framed(t *taken) error {
	b := t.block
	slots, err := frame(r.board, b.rim)
	if err != nil {
		return err
	}
	lists := map[slot][]rules.Value{}
	first := map[slot]token{}
	for i, row := range t.tokens {
		for j, tok := range row {
			s := slots[i][j]
			if s.layer == nil || s.layer.Domain.Kind != rules.Lists {
				if err := r.token(b, tok, s.place, s.layer); err != nil {
					return err
				}
				continue
			}
			if slices.Contains(b.none, tok.text) {
				continue
			}
			v, ok := (&piece{layer: s.layer}).single(s.layer.Domain.Elem, tok.text)
			if !ok {
				return tok.fail("a value of "+s.layer.Name, "%s", quote(tok.text))
			}
			if len(lists[s]) == 0 {
				first[s] = tok
			}
			lists[s] = append(lists[s], v)
		}
	}
	for _, l := range b.rim {
		if l.Domain.Kind != rules.Lists {
			continue
		}
		places, err := r.board.Places(l)
		if err != nil {
			return err
		}
		for _, p := range places {
			s := slot{p, l}
			if len(lists[s]) == 0 && l.Some {
				continue
			}
			if err := r.set(first[s], l, p, rules.ListOf(lists[s]...)); err != nil {
				return err
			}
		}
	}
	return nil
}

// lists reads a line of values for each place.
func (r *reader) lists(t *taken) error {
	l := t.block.layer
	d := &l.Domain
	if d.Kind == rules.Lists {
		d = d.Elem
	}
	one := piece{layer: l}
	for i := range t.shape {
		var row []token
		if i < len(t.tokens) {
			row = t.tokens[i]
		}
		list := rules.Value{Kind: rules.List}
		for _, tok := range row {
			if slices.Contains(t.block.none, tok.text) {
				continue
			}
			v, ok := one.single(d, tok.text)
			if !ok {
				return tok.fail("a value of "+l.Name, "%s", quote(tok.text))
			}
			list.List = append(list.List, v)
		}
		at := r.src.last()
		if len(row) > 0 {
			at = row[0]
		}
		if len(list.List) == 0 && l.Some {
			continue
		}
		v := list
		if l.Domain.Kind != rules.Lists {
			if len(list.List) > 1 {
				return row[1].fail("one value", "a second value")
			}
			if len(list.List) == 0 {
				continue
			}
			v = list.List[0]
		}
		if err := r.set(at, l, t.shape[i][0], v); err != nil {
			return err
		}
	}
	return nil
}
