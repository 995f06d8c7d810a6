package codec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/rules"
)

// A block of points names layers that hold at one place each, such as the start and the goal of a path. Cells are written on one
// line by column and row, in half steps of the board: the first is 1, the second 3. A side at the border has a line of its own
// with its number: behind those within the board the upper ones are numbered, then the lower ones, those on the left, and those
// on the right. In an address a cell is two digits, column and row, and a side is a number behind a slash, from 0.

const pointsPack = "points"

// points reads the layers of a block of points.
func (c *compiler) points(b *block, n *doctree.Node) bool {
	nodes := []*doctree.Node{n}
	if n.Kind == doctree.List {
		nodes = n.Items
	}
	for _, x := range nodes {
		l, err := c.find(x.Text.Value)
		if err != nil {
			c.fail(x.Pos, "unknown-name", "%v", err)
			return false
		}
		class := classOf(c.file, l)
		if l.Role != rules.Given || l.Domain.Kind != rules.Bools || class != board.Cell && class != board.Edge || slices.Contains(b.rim, l) {
			c.fail(x.Pos, "format", "%s cannot be written as points", l.Name).Expected = "given layers of truth values at cells or edges, each once"
			return false
		}
		b.rim = append(b.rim, l)
	}
	return len(b.rim) > 0
}

// pointLines gives the layers of a block of points line by line.
func (b *block) pointLines(f *rules.File) [][]*rules.Layer {
	var lines [][]*rules.Layer
	open := false // whether the last line takes another cell
	for _, l := range b.rim {
		cell := classOf(f, l) == board.Cell
		if cell && open {
			lines[len(lines)-1] = append(lines[len(lines)-1], l)
		} else {
			lines = append(lines, []*rules.Layer{l})
		}
		open = cell
	}
	return lines
}

// rimEdges gives the sides at the border in the order of their numbers, and the number of the first.
func rimEdges(on *rules.Board) (list []board.Place, first int) {
	geo := on.Geo
	side := func(row, col int, d board.Dir) {
		for _, c := range geo.All(board.Cell) {
			if geo.Row(c) == row && geo.Col(c) == col {
				list = append(list, geo.Side(c, d))
			}
		}
	}
	for _, d := range []board.Dir{board.N, board.S} {
		for col := 1; col <= geo.Cols; col++ {
			side(map[board.Dir]int{board.N: 1, board.S: geo.Rows}[d], col, d)
		}
	}
	for _, d := range []board.Dir{board.W, board.E} {
		for row := 1; row <= geo.Rows; row++ {
			side(row, map[board.Dir]int{board.W: 1, board.E: geo.Cols}[d], d)
		}
	}
	return list, len(geo.All(board.Link))
}

// takePoints takes the lines of a block of points from the text, and sets what they say.
func (r *reader) takePoints(b *block) ([][]token, error) {
	var out [][]token
	for _, layers := range b.pointLines(r.form.file) {
		l, ok := r.src.line(false)
		if !ok {
			return out, r.src.last().fail("where "+layers[0].Name+" is", "the board ends too early")
		}
		want := len(layers)
		if classOf(r.form.file, layers[0]) == board.Cell {
			want *= 2
		}
		if len(l.tokens) != want {
			return out, l.at().fail(fmt.Sprintf("%d numbers that say where %s is", want, layers[0].Name), "%s", quote(l.raw))
		}
		out = append(out, l.tokens)
	}
	return out, nil
}

func (r *reader) setPoints(t *taken) error {
	for i, layers := range t.block.pointLines(r.form.file) {
		for k, l := range layers {
			if classOf(r.form.file, l) == board.Edge {
				tok := t.tokens[i][0]
				sides, first := rimEdges(r.board)
				n, err := strconv.Atoi(tok.text)
				if err != nil || n < first || n >= first+len(sides) {
					return tok.fail(fmt.Sprintf("the number of a side at the border, from %d to %d", first, first+len(sides)-1), "%s", quote(tok.text))
				}
				if err := r.set(tok, l, sides[n-first], rules.BoolOf(true)); err != nil {
					return err
				}
				continue
			}
			x, y := t.tokens[i][2*k], t.tokens[i][2*k+1]
			col, err := strconv.Atoi(x.text)
			row, err2 := strconv.Atoi(y.text)
			if err != nil || err2 != nil || col%2 != 1 || row%2 != 1 {
				return x.fail("the column and the row of a cell, in half steps: 1 3 for the first column and the second row", "%s", quote(x.text+" "+y.text))
			}
			if err := r.point(x, l, (row+1)/2, (col+1)/2); err != nil {
				return err
			}
		}
	}
	return nil
}

// point sets a layer at the cell of a row and column.
func (r *reader) point(t token, l *rules.Layer, row, col int) error {
	for _, c := range r.board.Geo.All(board.Cell) {
		if r.board.Geo.Row(c) == row && r.board.Geo.Col(c) == col {
			return r.set(t, l, c, rules.BoolOf(true))
		}
	}
	return t.fail("a cell of the board", "row %d, column %d", row, col)
}

// pointOf gives the one place at which a layer holds.
func (w *writer) pointOf(l *rules.Layer) (board.Place, error) {
	var found []board.Place
	if m := w.board.Marks(l); m != nil {
		for p, v := range m.Values {
			if v.True() {
				found = append(found, p)
			}
		}
	}
	if len(found) != 1 {
		return board.Place{}, fmt.Errorf("%s holds at %d places; expected one", l.Name, len(found))
	}
	return found[0], nil
}

// sideNumber gives the number of a side at the border, from 0.
func sideNumber(on *rules.Board, p board.Place) (int, error) {
	sides, _ := rimEdges(on)
	if n := slices.Index(sides, p); n >= 0 {
		return n, nil
	}
	return 0, fmt.Errorf("%s is no side at the border", on.Geo.Name(p))
}

func (w *writer) points(b *block) error {
	for _, layers := range b.pointLines(w.form.file) {
		var tokens []string
		for _, l := range layers {
			p, err := w.pointOf(l)
			if err != nil {
				return err
			}
			if p.Kind == board.Cell {
				tokens = append(tokens, strconv.Itoa(2*w.board.Geo.Col(p)-1), strconv.Itoa(2*w.board.Geo.Row(p)-1))
				continue
			}
			n, err := sideNumber(w.board, p)
			if err != nil {
				return err
			}
			_, first := rimEdges(w.board)
			tokens = append(tokens, strconv.Itoa(first+n))
		}
		w.lines = append(w.lines, strings.Join(tokens, " "))
	}
	return nil
}

func (r *reader) unpackPoints(b *block, body *packed) error {
	for _, l := range b.rim {
		at := body.token()
		if classOf(r.form.file, l) == board.Cell {
			col, row := value36(body.next()), value36(body.next())
			if col < 1 || row < 1 {
				return at.fail("two digits for the column and the row of "+l.Name, "%s in the address", quote(at.text))
			}
			if err := r.point(at, l, row, col); err != nil {
				return err
			}
			continue
		}
		if body.next() != '/' {
			return at.fail("a slash, and the number of the side of "+l.Name, "%s in the address", quote(at.text))
		}
		text := body.text[body.i:]
		if i := strings.IndexByte(text, '/'); i >= 0 {
			text = text[:i]
		}
		body.i += len(text)
		sides, _ := rimEdges(r.board)
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= len(sides) {
			return at.fail(fmt.Sprintf("the number of a side at the border, from 0 to %d", len(sides)-1), "%s in the address", quote(text))
		}
		if err := r.set(at, l, sides[n], rules.BoolOf(true)); err != nil {
			return err
		}
	}
	for l, m := range r.marks {
		if l.Role == rules.Given {
			r.board.Set(l, m)
		}
	}
	return nil
}

func (w *writer) packPoints(b *block, body *strings.Builder) error {
	for _, l := range b.rim {
		p, err := w.pointOf(l)
		if err != nil {
			return err
		}
		if p.Kind != board.Cell {
			n, err := sideNumber(w.board, p)
			if err != nil {
				return err
			}
			fmt.Fprintf(body, "/%d", n)
			continue
		}
		row, col := w.board.Geo.Row(p), w.board.Geo.Col(p)
		if row > 35 || col > 35 {
			return fmt.Errorf("the address has no way to say where %s is: row %d, column %d", l.Name, row, col)
		}
		body.WriteByte(digits36[col])
		body.WriteByte(digits36[row])
	}
	return nil
}
