package notation

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// Puzzle is a puzzle with the rules file that was put together for it.
type Puzzle struct {
	Items      []Item
	Board      *rules.Board
	Source     string // the rules file
	Rows, Cols int
	Low, High  int // the digits
}

// composer puts a puzzle together.
type composer struct {
	lib        *Library
	p          *Puzzle
	rows, cols int
	size       int // of a region; 0: the number of digits in the longer side
	raw        bool
	noBoxes    bool
	chaos      bool
	doppel     bool
	layout     string // of regions, a character for each cell
	pieces     []string
	extras     []string // names of the cells outside the board, in order

	b       *rules.Board
	objects map[string][]map[string]rules.Value
	digits  map[board.Place][]int // what givens leave, by cell
	made    int
}

// Compose puts a rules file and a board together. An error is an *Error, or the mistake of a part.
func (l *Library) Compose(items []Item) (*Puzzle, error) {
	c := &composer{lib: l, p: &Puzzle{Items: items}, rows: 9, cols: 9, objects: map[string][]map[string]rules.Value{}, digits: map[board.Place][]int{}}
	if err := c.shape(items); err != nil {
		return nil, err
	}
	flat, err := c.survey(items)
	if err != nil {
		return nil, err
	}
	if err := c.file(); err != nil {
		return nil, err
	}
	c.regions()
	if c.chaos {
		var labels []board.Place
		for i := range c.rows * c.cols {
			p, _ := c.cell(fmt.Sprintf("CC%d", i+1))
			labels = append(labels, p)
		}
		c.add("chaos", map[string]rules.Value{"cells": placeList(c.b.Geo.All(board.Cell)), "labels": placeList(labels)})
	}
	for i := range flat {
		if _, err := c.place(&flat[i], false); err != nil {
			return nil, err
		}
	}
	c.givens()
	for name, list := range c.objects {
		layer := c.b.File.Layer(name)
		if layer == nil {
			return nil, fmt.Errorf("notation: the rules have no layer %s", name)
		}
		if len(list) > rules.MaxObjects {
			return nil, &Error{Msg: fmt.Sprintf("more than %d constraints of one kind", rules.MaxObjects)}
		}
		c.b.Set(layer, &rules.Marks{Objects: list})
	}
	c.p.Board = c.b
	return c.p, nil
}

// shape reads how large the board is and which digits there are: 9x9, 6x6~9 or 9x9~0-8, and ~Raw for a board without rows and columns.
func (c *composer) shape(items []Item) error {
	values := ""
	for i := range items {
		it := &items[i]
		if it.Name != "Shape" || len(it.Args) == 0 {
			continue
		}
		rows, cols, ok := strings.Cut(it.Args[0], "x")
		var err, err2 error
		c.rows, err = strconv.Atoi(rows)
		c.cols, err2 = strconv.Atoi(cols)
		if !ok || err != nil || err2 != nil || c.rows < 1 || c.cols < 1 || c.rows > 16 || c.cols > 16 {
			e := it.fail("%q is no size", clip(it.Args[0]))
			e.Expected = "expected rows and columns from 1 to 16, such as 9x9"
			return e
		}
		for _, a := range it.Args[1:] {
			if a == "Raw" {
				c.raw = true
			} else {
				values = a
			}
		}
		lo, hi, span := strings.Cut(values, "-")
		switch {
		case values == "":
		case span:
			c.p.Low, err = strconv.Atoi(lo)
			c.p.High, err2 = strconv.Atoi(hi)
		default:
			c.p.Low = 1
			c.p.High, err = strconv.Atoi(values)
		}
		if err != nil || err2 != nil || values != "" && (c.p.Low < 0 || c.p.Low > 1 || c.p.High < c.p.Low || c.p.High > 36) {
			e := it.fail("%q are no digits", clip(values))
			e.Expected = "expected how many there are, or from which to which: 9 or 0-8"
			return e
		}
	}
	if values == "" {
		c.p.Low, c.p.High = 1, max(c.rows, c.cols)
	}
	c.p.Rows, c.p.Cols = c.rows, c.cols
	return nil
}

// survey finds the parts that a puzzle needs and what it says of the board, and takes apart what repeats others.
func (c *composer) survey(items []Item) ([]Item, error) {
	var flat []Item
	for i := range items {
		it := items[i]
		if about, err := c.ofBoard(&it); about || err != nil {
			if err != nil {
				return nil, err
			}
			continue
		}
		switch it.Name {
		case "Replicate", "And":
			more := it.Items
			if it.Name == "Replicate" {
				var err error
				if more, err = c.replicate(&it); err != nil {
					return nil, err
				}
			}
			more, err := c.survey(more)
			if err != nil {
				return nil, err
			}
			flat = append(flat, more...)
			continue
		case "Or":
			if err := c.within(it.Items); err != nil {
				return nil, err
			}
			c.need("either")
		case "":
			c.need("candidates")
		default:
			if it.Name == "FullRankTies" && len(it.Args) > 0 && it.Args[0] == "only-unclued" {
				continue
			}
			call, _, err := c.lib.find(&it)
			if err != nil {
				return nil, err
			}
			c.need(call.piece)
			if call.layer == "" {
				continue
			}
		}
		if flat = append(flat, it); len(flat) > maxItems {
			return nil, it.fail("more than %d constraints", maxItems)
		}
	}
	return flat, nil
}

// ofBoard takes what an item says of the whole board; about is false where it says something of some cells.
func (c *composer) ofBoard(it *Item) (about bool, err error) {
	switch it.Name {
	case "Shape", "Priority":
	case "NoBoxes":
		c.noBoxes = true
	case "ChaosConstruction":
		if c.chaos {
			return true, nil
		}
		c.chaos = true
		c.need("chaos")
		for i := range c.rows * c.cols {
			c.extras = append(c.extras, fmt.Sprintf("CC%d", i+1))
		}
	case "Doppelganger":
		c.doppel = true
		c.need("doppelgangers")
	case "Jigsaw":
		if len(it.Args) > 0 {
			c.layout = it.Args[len(it.Args)-1]
		}
		if len(c.layout) != c.rows*c.cols {
			return true, it.fail("a layout of %d cells for a board of %d", len(c.layout), c.rows*c.cols)
		}
	case "RegionSize":
		n, err := it.number(0)
		if err != nil || n < 1 || n > 36 {
			return true, it.fail("expected the size of a region")
		}
		c.size = n
	case "Var":
		return true, c.variables(it)
	default:
		return false, nil
	}
	return true, nil
}

// within finds the parts of what stands in a choice.
func (c *composer) within(items []Item) error {
	for i := range items {
		it := &items[i]
		switch it.Name {
		case "Or", "And":
			c.need("either")
			if err := c.within(it.Items); err != nil {
				return err
			}
		case "":
			c.need("candidates")
		default:
			if slices.Contains(structural, it.Name) {
				return it.fail("this cannot be chosen")
			}
			call, _, err := c.lib.find(it)
			if err != nil {
				return err
			}
			if call.layer == "" {
				return it.fail("a rule of the whole board cannot be chosen")
			}
			c.need(call.piece)
		}
	}
	return nil
}

func (c *composer) need(piece string) {
	if !slices.Contains(c.pieces, piece) {
		c.pieces = append(c.pieces, piece)
	}
}

// variables adds cells outside the board: Var~A~label~3 adds VA1, VA2 and VA3, Var~A adds VA.
func (c *composer) variables(it *Item) error {
	if len(it.Args) == 0 || it.Args[0] == "" {
		return it.fail("expected the letters of its cells")
	}
	n := 1
	if len(it.Args) > 2 && it.Args[2] != "" {
		var err error
		if n, err = strconv.Atoi(it.Args[2]); err != nil || n < 1 || n > rules.MaxCells {
			return it.fail("%q is no number of cells", clip(it.Args[2]))
		}
	}
	for i := range n {
		name := "V" + it.Args[0]
		if n > 1 {
			name += strconv.Itoa(i + 1)
		}
		if slices.Contains(c.extras, name) {
			return it.fail("the cells %s are there already", name)
		}
		if c.extras = append(c.extras, name); len(c.extras) > rules.MaxObjects {
			return it.fail("more than %d cells outside the board", rules.MaxObjects)
		}
	}
	return nil
}

// boxDims gives the height and width of boxes of a size: as square as can be, so that they fill the board.
func boxDims(rows, cols, size int) (h, w int) {
	for small := int(math.Sqrt(float64(size))); small >= 2; small-- {
		if size%small != 0 {
			continue
		}
		large := size / small
		if rows%small == 0 && cols%large == 0 {
			return small, large
		}
		if rows%large == 0 && cols%small == 0 {
			return large, small
		}
	}
	return 0, 0
}

// file writes the rules file and loads it, and makes the board.
func (c *composer) file() error {
	var s strings.Builder
	about := []string{"Write a digit into each cell: none twice in a row, a column or a region."}
	for _, p := range c.pieces {
		about = append(about, c.lib.about[p])
	}
	fmt.Fprintf(&s, "version: 1\nfamily: variant\ntitle: {en: Sudoku variant, zh: 变型数独}\nabout: {en: %q}\nuse: [houses, jigsaw", strings.Join(about, " "))
	for _, p := range c.pieces {
		s.WriteString(", " + p)
	}
	fmt.Fprintf(&s, "]\nsize: %dx%d\n", c.rows, c.cols)
	at := ""
	if len(c.extras) > 0 || c.doppel {
		s.WriteString("given: {extra: {each: {number: int}}}\n")
		at = "at: cells + extra, "
	}
	fmt.Fprintf(&s, "find: {digit: {%svalues: %d..%d, given: true}}\nlet:\n  digits: range(%d, %d)\n  regions: list(region)\n", at, c.p.Low, c.p.High, c.p.Low, c.p.High+1)
	if c.raw {
		s.WriteString("rules: {house: }\n")
	}
	c.p.Source = s.String()
	file, probs := rules.Load("variant.yaml", []byte(c.p.Source), c.lib.use)
	if file == nil {
		return fmt.Errorf("notation: the parts %v do not fit together: %w", c.pieces, probs.Err())
	}
	b, err := rules.NewBoard(file, c.rows, c.cols, nil)
	if err != nil {
		return err
	}
	c.b = b
	if l := file.Layer("extra"); l != nil {
		if c.doppel {
			h, w := boxDims(c.rows, c.cols, max(c.rows, c.cols))
			for kind, n := range map[string]int{"DGR": c.cols, "DGC": c.rows, "DGB": h * w} {
				for i := range n {
					c.extras = append(c.extras, fmt.Sprintf("%s%d", kind, i+1))
				}
			}
			slices.Sort(c.extras)
		}
		m := &rules.Marks{}
		for i := range c.extras {
			m.Objects = append(m.Objects, map[string]rules.Value{"number": rules.IntOf(int64(i + 1))})
		}
		b.Set(l, m)
	}
	return nil
}

// regions makes the regions: boxes, and the pieces of a layout that are as large as a region.
func (c *composer) regions() {
	var list [][]board.Place
	size := c.size
	if size == 0 {
		size = max(c.rows, c.cols)
	}
	h, w := boxDims(c.rows, c.cols, size)
	if h > 0 && !c.noBoxes && !c.raw {
		for r := 0; r < c.rows; r += h {
			for col := 0; col < c.cols; col += w {
				var box []board.Place
				for i := range h * w {
					box = append(box, c.at(r+i/w, col+i%w))
				}
				list = append(list, box)
			}
		}
	}
	if c.doppel {
		c.ghosts(list)
		return
	}
	if c.layout != "" {
		var labels []rune
		parts := map[rune][]board.Place{}
		for i, label := range []rune(c.layout) {
			if parts[label] == nil {
				labels = append(labels, label)
			}
			parts[label] = append(parts[label], c.at(i/c.cols, i%c.cols))
		}
		for _, label := range labels {
			if n := len(parts[label]); len(labels) > 1 && n >= max(c.rows, c.cols) && n <= c.p.High-c.p.Low+1 {
				list = append(list, parts[label])
			}
		}
	}
	for _, cells := range list {
		c.add("region", map[string]rules.Value{"cells": placeList(cells)})
	}
}

// ghosts makes the objects of doppelgangers: each row, column and box with the cell that holds what it misses. DGR are a row of such cells, one
// for each column; DGC a column of them.
func (c *composer) ghosts(boxes [][]board.Place) {
	ghost := func(layer, kind string, i int, cells []board.Place) {
		extra, _ := c.cell(fmt.Sprintf("%s%d", kind, i+1))
		c.add(layer, map[string]rules.Value{"cells": placeList(append(slices.Clone(cells), extra))})
	}
	for i, r := range c.b.Geo.All(board.Row) {
		ghost("ghost_rows", "DGC", i, c.b.Geo.Cells(r))
	}
	for i, r := range c.b.Geo.All(board.Col) {
		ghost("ghost_cols", "DGR", i, c.b.Geo.Cells(r))
	}
	for i, cells := range boxes {
		ghost("ghost_boxes", "DGB", i, cells)
		c.add("region", map[string]rules.Value{"cells": placeList(cells)})
	}
}

// at gives a cell by its row and column, from 0.
func (c *composer) at(row, col int) board.Place { return c.b.Geo.At(row+1, col+1) }

func placeList(cells []board.Place) rules.Value {
	v := rules.ListOf()
	for _, p := range cells {
		v.List = append(v.List, rules.PlaceOf(p))
	}
	return v
}

// add makes an object and gives the place that stands for it.
func (c *composer) add(layer string, fields map[string]rules.Value) board.Place {
	c.objects[layer] = append(c.objects[layer], fields)
	return c.b.Object(c.b.File.Layer(layer), len(c.objects[layer])-1)
}

// place makes the objects of a constraint.
func (c *composer) place(it *Item, chosen bool) ([]board.Place, error) {
	switch it.Name {
	case "":
		return c.given(it, chosen)
	case "Or", "And":
		layer := map[string]string{"Or": "either", "And": "both"}[it.Name]
		var of []board.Place
		for i := range it.Items {
			objects, err := c.place(&it.Items[i], true)
			if err != nil {
				return nil, err
			}
			if len(objects) > 1 && layer == "either" {
				objects = []board.Place{c.add("both", map[string]rules.Value{"of": placeList(objects)})}
			}
			of = append(of, objects...)
		}
		return []board.Place{c.add(layer, map[string]rules.Value{"of": placeList(of)})}, nil
	}
	call, args, err := c.lib.find(it)
	if err != nil {
		return nil, err
	}
	layer := c.b.File.Layer(call.layer)
	if layer == nil || !layer.Objects() {
		return nil, fmt.Errorf("notation: %s has no objects %s", call.piece, call.layer)
	}
	r := &argReader{c: c, it: it, call: call, layer: layer, args: args}
	list, err := r.objects()
	if err != nil {
		return nil, err
	}
	var out []board.Place
	for _, fields := range list {
		out = append(out, c.add(call.layer, fields))
	}
	return out, nil
}

// given reads givens: R1C1_8, or R1C1_1_3_5 where the cell holds one of these. Those of one cell are taken together.
func (c *composer) given(it *Item, chosen bool) ([]board.Place, error) {
	var out []board.Place
	for _, a := range it.Args {
		parts := strings.Split(a, "_")
		cell, ok := c.cell(parts[0])
		if !ok {
			return nil, it.fail("%q is no cell", clip(parts[0]))
		}
		var values []int
		for _, s := range parts[1:] {
			n, err := strconv.Atoi(s)
			if err != nil {
				return nil, it.fail("%q is no digit", clip(s))
			}
			values = append(values, n)
		}
		if chosen {
			out = append(out, c.add("candidate", candidate(cell, values)))
			continue
		}
		if old, ok := c.digits[cell]; ok {
			values = slices.DeleteFunc(values, func(n int) bool { return !slices.Contains(old, n) })
		}
		c.digits[cell] = values
	}
	return out, nil
}

func candidate(cell board.Place, values []int) map[string]rules.Value {
	among := rules.ListOf()
	for _, n := range values {
		among.List = append(among.List, rules.IntOf(int64(n)))
	}
	return map[string]rules.Value{"cells": placeList([]board.Place{cell}), "among": among}
}

// givens prints the cells that hold one digit for sure and makes candidates of the others.
func (c *composer) givens() {
	m := &rules.Marks{Values: map[board.Place]rules.Value{}}
	cells := make([]board.Place, 0, len(c.digits))
	for p := range c.digits {
		cells = append(cells, p)
	}
	slices.SortFunc(cells, func(a, b board.Place) int {
		if a.Kind != b.Kind {
			return int(a.Kind) - int(b.Kind)
		}
		return int(a.N - b.N)
	})
	for _, p := range cells {
		if list := c.digits[p]; len(list) == 1 && list[0] >= c.p.Low && list[0] <= c.p.High {
			m.Values[p] = rules.IntOf(int64(list[0]))
		} else {
			c.add("candidate", candidate(p, list))
		}
	}
	c.b.Set(c.b.File.Layer("digit"), m)
}

// cell reads the name of a cell: R1C1, rows and columns from 10 as a, b, ..., or one outside the board.
func (c *composer) cell(name string) (board.Place, bool) {
	if i := slices.Index(c.extras, name); i >= 0 {
		return c.b.Object(c.b.File.Layer("extra"), i), true
	}
	row, col, ok := readCell(name)
	if !ok || row >= c.rows || col >= c.cols {
		return board.Place{}, false
	}
	return c.at(row, col), true
}

// readCell reads R1C1, with rows and columns from 0.
func readCell(name string) (row, col int, ok bool) {
	s := strings.ToLower(name)
	rest, ok := strings.CutPrefix(s, "r")
	if !ok || len(rest) < 3 {
		return 0, 0, false
	}
	a, b, ok := strings.Cut(rest[1:], "c") // a row c is a letter too
	a = rest[:1] + a
	row, ok1 := readIndex(a)
	col, ok2 := readIndex(b)
	return row, col, ok && ok1 && ok2
}

// readIndex reads a row or a column: one character, 1 to 9 and then a, b, ...; or a number of two figures.
func readIndex(s string) (int, bool) {
	if len(s) == 1 {
		n, err := strconv.ParseInt(s, 17, 64)
		return int(n) - 1, err == nil && n > 0
	}
	n, err := strconv.Atoi(s)
	return n - 1, err == nil && n >= 10 && len(s) == 2
}

// cellName writes the name of a cell.
func cellName(row, col int) string {
	return "R" + strconv.FormatInt(int64(row+1), 17) + "C" + strconv.FormatInt(int64(col+1), 17)
}

// Solution writes an answer as a string with a character for each cell: digits, or letters from A where there are more than nine.
func (p *Puzzle) Solution(answer *rules.Board) string {
	var s strings.Builder
	layer := answer.File.Layer("digit")
	for _, c := range answer.Geo.All(board.Cell) {
		v := answer.Value(layer, c)
		switch {
		case v.Kind != rules.Int:
			s.WriteByte('.')
		case p.High > 9:
			s.WriteByte(byte('A' + v.N - int64(p.Low)))
		default:
			s.WriteByte(byte('0' + v.N))
		}
	}
	return s.String()
}

// ReadSolution reads an answer that Solution wrote, or one with blanks between.
func (p *Puzzle) ReadSolution(text string) (*rules.Board, error) {
	text = strings.Join(strings.Fields(text), "")
	if len(text) != p.Rows*p.Cols {
		return nil, &Error{Msg: fmt.Sprintf("a solution of %d cells for a board of %d", len(text), p.Rows*p.Cols)}
	}
	layer := p.Board.File.Layer("digit")
	m := &rules.Marks{Values: map[board.Place]rules.Value{}}
	for i := range len(text) {
		ch := text[i]
		if ch == '.' {
			continue
		}
		n := int(ch - '0')
		if p.High > 9 {
			n = int(ch-'A') + p.Low
		}
		if n < p.Low || n > p.High {
			return nil, &Error{Col: i + 1, Msg: fmt.Sprintf("%q is no digit of this puzzle", ch)}
		}
		m.Values[p.Board.Geo.At(i/p.Cols+1, i%p.Cols+1)] = rules.IntOf(int64(n))
	}
	out := p.Board.Clone()
	out.Set(layer, m)
	return out, nil
}

// replicate repeats what stands within at other places: a bit for each cell, row by row, six to a character, says whether the first
// corner of the rectangle around its cells is moved there.
func (c *composer) replicate(it *Item) ([]Item, error) {
	if len(it.Args) != 1 {
		return nil, it.fail("expected where to repeat: one argument")
	}
	bits, err := sixes(it.Args[0])
	if err != nil {
		return nil, it.fail("%v", err)
	}
	top, left, bottom, right := c.rows, c.cols, -1, -1
	eachCell(it.Items, func(row, col int) {
		top, left, bottom, right = min(top, row), min(left, col), max(bottom, row), max(right, col)
	})
	if bottom < 0 || bottom >= c.rows || right >= c.cols {
		return nil, it.fail("there are no cells in it, or cells off the board")
	}
	var out []Item
	for i := range c.rows * c.cols {
		if i/6 >= len(bits) || bits[i/6]>>(i%6)&1 == 0 {
			continue
		}
		if i/c.cols+bottom-top >= c.rows || i%c.cols+right-left >= c.cols {
			return nil, it.fail("its cells do not fit on the board at %s", cellName(i/c.cols, i%c.cols))
		}
		if c.made += len(it.Items); c.made > maxItems {
			return nil, it.fail("more than %d constraints", maxItems)
		}
		out = append(out, moved(it.Items, i/c.cols-top, i%c.cols-left)...)
	}
	return out, nil
}

func eachCell(items []Item, visit func(row, col int)) {
	for _, it := range items {
		for _, a := range it.Args {
			name, _, _ := strings.Cut(a, "_")
			if row, col, ok := readCell(name); ok {
				visit(row, col)
			}
		}
		eachCell(it.Items, visit)
	}
}

// moved gives constraints with all their cells moved.
func moved(items []Item, down, across int) []Item {
	var out []Item
	for _, it := range items {
		to := Item{Name: it.Name, Col: it.Col, Items: moved(it.Items, down, across)}
		for _, a := range it.Args {
			name, rest, values := strings.Cut(a, "_")
			if row, col, ok := readCell(name); ok {
				if a = cellName(row+down, col+across); values {
					a += "_" + rest
				}
			}
			to.Args = append(to.Args, a)
		}
		out = append(out, to)
	}
	return out
}
