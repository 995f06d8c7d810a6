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

// walls reads the borders of parts: cells are of one part if a way leads from one to the other without crossing one.
func (r *reader) walls(t *taken) error {
	walled := map[board.Place]bool{}
	for i, row := range t.tokens {
		for j, tok := range row {
			switch {
			case tok.text == "1":
				walled[t.shape[i][j]] = true
			case !slices.Contains(t.block.none, tok.text) && tok.text != "0" && tok.text != "-1":
				return tok.fail("1 for a border, 0 for none", "%s", quote(tok.text))
			}
		}
	}
	geo := r.board.Geo
	m := r.of(t.block.layer)
	m.Parts = nil
	part := map[board.Place]int{}
	for _, c := range geo.All(board.Cell) {
		if _, ok := part[c]; ok {
			continue
		}
		n := len(m.Parts)
		part[c] = n
		cells := []board.Place{c}
		for i := 0; i < len(cells); i++ {
			for _, l := range geo.Links(cells[i]) {
				a, b := geo.Ends(l)
				if a == cells[i] {
					a = b
				}
				if _, ok := part[a]; !ok && !walled[l] {
					part[a] = n
					cells = append(cells, a)
				}
			}
		}
		slices.SortFunc(cells, func(a, b board.Place) int { return int(a.N - b.N) })
		m.Parts = append(m.Parts, cells)
	}
	m.Walls = nil
	for _, l := range geo.All(board.Link) {
		if a, b := geo.Ends(l); walled[l] && part[a] == part[b] {
			m.Walls = append(m.Walls, l)
		}
	}
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

// frameSize gives how many lines a frame has above, right of, below and left of the cells.
func frameSize(on *rules.Board, l *rules.Layer) (size [4]int, err error) {
	places, err := on.Places(l)
	for _, p := range places {
		side, across := board.N, on.Geo.Rows
		switch p.Kind {
		case board.Row:
			side, across = board.W, on.Geo.Cols
		case board.End:
			d, _ := on.Geo.Dir(p)
			if side = d.Back(); side == board.E || side == board.W {
				across = on.Geo.Cols
			}
		}
		size[side] = 1
		if l.Domain.Kind == rules.Lists {
			size[side] = (across + 1) / 2
		}
	}
	return size, err
}

// frame gives the places of the cells with a border around them, in which the layer's places stand beside their lines.
func frame(on *rules.Board, l *rules.Layer) ([][]board.Place, error) {
	size, err := frameSize(on, l)
	if err != nil {
		return nil, err
	}
	rows := make([][]board.Place, size[board.N]+on.Geo.Rows+size[board.S])
	for i := range rows {
		rows[i] = make([]board.Place, size[board.W]+on.Geo.Cols+size[board.E])
	}
	for _, c := range on.Geo.All(board.Cell) {
		rows[size[board.N]+on.Geo.Row(c)-1][size[board.W]+on.Geo.Col(c)-1] = c
	}
	places, err := on.Places(l)
	for _, p := range places {
		cells := on.Geo.Cells(p)
		row, col := size[board.N]+on.Geo.Row(cells[0])-1, size[board.W]+on.Geo.Col(cells[0])-1
		side := board.N
		if p.Kind == board.Row {
			side = board.W
		}
		if d, ok := on.Geo.Dir(p); ok {
			side = d.Back()
		}
		for k := range size[side] {
			switch side {
			case board.N:
				rows[k][col] = p
			case board.S:
				rows[len(rows)-1-k][col] = p
			case board.W:
				rows[row][k] = p
			case board.E:
				rows[row][len(rows[row])-1-k] = p
			}
		}
	}
	return rows, err
}

// framed reads cells with their clues around them. A list stands in several places, next to the cells where it is short.
func (r *reader) framed(t *taken) error {
	b := t.block
	lists := map[board.Place][]rules.Value{}
	first := map[board.Place]token{}
	for i, row := range t.tokens {
		for j, tok := range row {
			p := t.shape[i][j]
			if b.layer.Domain.Kind != rules.Lists || p.Kind == board.Cell || p == (board.Place{}) {
				if err := r.token(b, tok, p); err != nil {
					return err
				}
				continue
			}
			if slices.Contains(b.none, tok.text) {
				continue
			}
			v, ok := (&piece{layer: b.layer}).single(b.layer.Domain.Elem, tok.text)
			if !ok {
				return tok.fail("a value of "+b.layer.Name, "%s", quote(tok.text))
			}
			if len(lists[p]) == 0 {
				first[p] = tok
			}
			lists[p] = append(lists[p], v)
		}
	}
	if b.layer.Domain.Kind != rules.Lists {
		return nil
	}
	places, err := r.board.Places(b.layer)
	if err != nil {
		return err
	}
	for _, p := range places {
		if len(lists[p]) == 0 && b.layer.Some {
			continue
		}
		if err := r.set(first[p], b.layer, p, rules.ListOf(lists[p]...)); err != nil {
			return err
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
		if len(row) == 0 && l.Some {
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
