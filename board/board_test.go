package board_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
)

var kinds = []board.Kind{board.Cell, board.Link, board.Diagonal, board.Slash, board.Edge, board.Joint, board.Corner, board.Square,
	board.Spot, board.Row, board.Col, board.End}

// boards are those that the properties are tested on: rectangles, thin and wide; grids that overlap in a corner block; grids
// that lie apart; grids with a grid of every other cell laid over them.
func boards(t *testing.T) map[string]*board.Board {
	t.Helper()
	made := map[string]*board.Board{}
	for name, grids := range map[string][]board.Grid{
		"1x1":     {{Rows: 1, Cols: 1}},
		"1x4":     {{Rows: 1, Cols: 4}},
		"5x1":     {{Rows: 5, Cols: 1}},
		"2x3":     {{Rows: 2, Cols: 3}},
		"4x4":     {{Rows: 4, Cols: 4}},
		"corner":  {{Rows: 4, Cols: 4}, {Row: 2, Col: 2, Rows: 4, Cols: 4}},
		"apart":   {{Rows: 4, Cols: 4}, {Row: 0, Col: 5, Rows: 2, Cols: 2}, {Row: 4, Col: 4, Rows: 2, Cols: 4}},
		"stepped": {{Rows: 4, Cols: 8}, {Row: 4, Rows: 4, Cols: 4}, {Row: 1, Col: 1, Rows: 4, Cols: 2, Step: 2}},
	} {
		b, err := board.Overlapping(grids)
		if err != nil {
			t.Fatal(err)
		}
		made[name] = b
	}
	return made
}

// all gives every place of a board.
func all(b *board.Board) []board.Place {
	var list []board.Place
	for _, k := range kinds {
		list = append(list, b.All(k)...)
	}
	for _, size := range [][2]int{{1, 1}, {2, 2}, {2, 1}, {4, 4}} {
		if blocks, err := b.Blocks(size[0], size[1]); err == nil {
			list = append(list, blocks...)
		}
	}
	return list
}

func names(b *board.Board, list []board.Place) string {
	var words []string
	for _, p := range list {
		if p == (board.Place{}) {
			words = append(words, "-")
			continue
		}
		words = append(words, b.Name(p))
	}
	return strings.Join(words, " ")
}

func TestRelations(t *testing.T) {
	b, err := board.New(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) board.Place {
		p, ok := b.Parse(name)
		if !ok {
			t.Fatalf("no place %s", name)
		}
		return p
	}
	one := func(p board.Place) []board.Place { return []board.Place{p} }
	two := func(p, q board.Place) []board.Place { return []board.Place{p, q} }
	blocks, err := b.Blocks(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		got  []board.Place
		want string
	}{
		{"next", b.Next(at("r2c2")), "r1c2 r2c3 r3c2 r2c1"},
		{"next at the border", b.Next(at("r1c1")), "r1c2 r2c1"},
		{"next of a corner", b.Next(at("r1c1.nw")), "r1c1.ne r1c1.sw"},
		{"next of a square", b.Next(at("r1c1.square")), "r1c2.square r2c1.square"},
		{"ring", b.Ring(at("r1c2")), "- - r1c3 r2c3 r2c2 r2c1 r1c1 -"},
		{"around", b.Around(at("r1c2")), "r1c3 r2c3 r2c2 r2c1 r1c1"},
		{"edges of a cell", b.Edges(at("r2c2")), "r1c2.s r2c2.e r2c2.s r2c1.e"},
		{"edges of a corner", b.Edges(at("r1c1.ne")), "r1c2.n r1c1.e r1c1.n"},
		{"edges of a square", b.Edges(at("r1c1.square")), "r1c1.e r1c2.s r2c1.e r1c1.s"},
		{"edges of a link", b.Edges(at("r1c1-r2c1")), "r1c1.s"},
		{"links of a cell", b.Links(at("r1c2")), "r1c2-r1c3 r1c2-r2c2 r1c1-r1c2"},
		{"links of a joint", b.Links(at("r2c2.n.e")), "r1c2-r2c2 r2c2-r2c3"},
		{"corners of a cell", b.Corners(at("r2c2")), "r1c2.se r2c2.se r2c1.se r1c1.se"},
		{"corners of an edge", b.Corners(at("r1c1.n")), "r1c1.nw r1c1.ne"},
		{"corners of a slash", b.Corners(at("r1c1.rise")), "r1c1.ne r1c1.sw"},
		{"look", b.Look(at("r3c2"), board.N), "r2c2 r1c2"},
		{"look between", b.Look(at("r3c1"), board.NE), "r2c2 r1c3"},
		{"look from a corner", b.Look(at("r1c1.nw"), board.E), "r1c1.ne r1c2.ne r1c3.ne r1c4.ne"},
		{"step", one(b.Step(at("r3c1"), board.N, board.N, board.E)), "r1c2"},
		{"step off the board", one(b.Step(at("r3c1"), board.W)), "-"},
		{"to", one(b.To(at("r2c2"), board.W)), "r2c1-r2c2"},
		{"to between", one(b.To(at("r2c2"), board.NE)), "r1c3-r2c2"},
		{"to of a corner", one(b.To(at("r1c1.se"), board.SW)), "r2c1.rise"},
		{"along", b.Along(at("r2c2"), board.E), "r2c2-r2c3 r2c3-r2c4"},
		{"along of a corner", b.Along(at("r1c1.nw"), board.SE), "r1c1.fall r2c2.fall r3c3.fall"},
		{"fall and rise", two(b.Fall(at("r1c1")), b.Rise(at("r1c1"))), "r1c1.fall r1c1.rise"},
		{"ends of a link", two(b.Ends(at("r1c1-r2c1"))), "r1c1 r2c1"},
		{"ends of a diagonal", two(b.Ends(at("r2c1-r1c2"))), "r1c2 r2c1"},
		{"ends of an edge", two(b.Ends(at("r1c1.e"))), "r1c1.ne r1c1.se"},
		{"joints", b.Joints(at("r1c2")), "r1c2.e.s r1c2.e.w r1c2.s.w"},
		{"cell of a joint", one(b.JointAt(at("r1c2.e.s"))), "r1c2"},
		{"cell of a corner", one(b.Cell(at("r2c2.nw"), board.NW)), "r1c1"},
		{"cell of an edge", one(b.Cell(at("r1c1.s"), board.S)), "r2c1"},
		{"cells of an edge", b.Cells(at("r1c1.s")), "r1c1 r2c1"},
		{"cells of an edge at the border", b.Cells(at("r1c1.n")), "r1c1"},
		{"cells of a corner", b.Cells(at("r1c1.se")), "r1c1 r1c2 r2c1 r2c2"},
		{"cells of a spot", b.Cells(at("r1c1.spot.e")), "r1c1 r1c2"},
		{"cells of a row", b.Cells(at("row2")), "r2c1 r2c2 r2c3 r2c4"},
		{"cells of an end", b.Cells(at("col4.s")), "r3c4 r2c4 r1c4"},
		{"mirror", one(b.Mirror(at("r1c1.spot.se"), at("r3c1"))), "-"},
		{"mirror in a corner", one(b.Mirror(at("r1c1.spot.se"), at("r2c1"))), "r1c2"},
		{"shift", one(b.Shift(at("r1c1"), at("r1c2"), at("r2c1"))), "-"},
		{"shift of a cell", one(b.Shift(at("r1c2"), at("r1c1"), at("r2c2"))), "r2c3"},
		{"shift by places of two kinds", one(b.Shift(at("r1c2"), at("r1c1"), at("r1c1.n"))), "-"},
		{"mirror of an edge", one(b.Mirror(at("r2c2.spot"), at("r1c2.n"))), "r3c2.s"},
		{"mirror of a joint", one(b.Mirror(at("r2c2.spot"), at("r1c1.e.s"))), "r3c3.n.w"},
		{"lines", b.Lines(), "row1 row2 row3 col1 col2 col3 col4"},
		{"lines from outside", b.LinesFrom(board.W, board.S), "row1.w row2.w row3.w col1.s col2.s col3.s col4.s"},
		{"blocks", blocks, "r1c1:r3c2 r1c3:r3c4"},
		{"squares", b.All(board.Square)[:4], "r1c1.square r1c2.square r1c3.square r2c1.square"},
	} {
		if got := names(b, c.got); got != c.want {
			t.Errorf("%s: %s, not %s", c.what, got, c.want)
		}
	}
	if !b.Straight(at("r2c2.e.w")) || b.Straight(at("r2c2.e.s")) {
		t.Error("a joint is straight that bends, or the other way round")
	}
	for name, border := range map[string]bool{"r1c2": true, "r2c2": false, "r1c2.n": true, "r1c2.s": false, "r1c2.ne": true, "r1c2.se": false} {
		if b.Border(at(name)) != border {
			t.Errorf("%s at the border: %v", name, !border)
		}
	}
}

func TestOverlappingBoard(t *testing.T) {
	b := boards(t)["corner"]
	if b.Rows != 6 || b.Cols != 6 {
		t.Fatalf("%d rows and %d columns", b.Rows, b.Cols)
	}
	if got := len(b.All(board.Cell)); got != 28 {
		t.Errorf("%d cells", got)
	}
	if b.At(1, 5) != (board.Place{}) {
		t.Error("a cell where there is none")
	}
	if got := len(b.All(board.Row)); got != 8 {
		t.Errorf("%d rows", got)
	}
	row, _ := b.Parse("grid2.row1")
	if got := names(b, b.Cells(row)); got != "r3c3 r3c4 r3c5 r3c6" {
		t.Errorf("the first row of the second grid: %s", got)
	}
	blocks, err := b.Blocks(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(b, blocks); got != "r1c1:r2c2 r1c3:r2c4 r3c1:r4c2 r3c3:r4c4 r3c5:r4c6 r5c3:r6c4 r5c5:r6c6" {
		t.Errorf("blocks: %s", got)
	}
	if _, err := b.Blocks(3, 2); err == nil {
		t.Error("blocks that do not divide the grids")
	}
	stepped := boards(t)["stepped"]
	p, ok := stepped.Parse("grid3.col2")
	if got := names(stepped, stepped.Cells(p)); !ok || got != "r2c4 r4c4 r6c4 r8c4" {
		t.Errorf("a column of the stepped grid: %s", got)
	}
	p, ok = stepped.Parse("r6c2:r8c4/2")
	if got := names(stepped, stepped.Cells(p)); !ok || got != "r6c2 r6c4 r8c2 r8c4" {
		t.Errorf("a block of the stepped grid: %s", got)
	}
}

// TestNumbers counts the places of a full board.
func TestNumbers(t *testing.T) {
	b, err := board.New(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range map[board.Kind]int{board.Cell: 12, board.Link: 9 + 8, board.Diagonal: 12, board.Slash: 24, board.Edge: 16 + 15,
		board.Corner: 20, board.Square: 6, board.Spot: 35, board.Row: 3, board.Col: 4, board.End: 14,
		board.Joint: 4*1 + 6*3 + 2*6, board.None: 0, board.Block: 0, board.Others: 0} {
		list := b.All(k)
		if len(list) != want {
			t.Errorf("%d places of kind %v, not %d", len(list), k, want)
		}
		if !slices.IsSortedFunc(list, func(a, b board.Place) int { return int(a.N - b.N) }) {
			t.Errorf("places of kind %v out of order", k)
		}
	}
	for i, p := range b.All(board.Cell) {
		if int(p.N) != i || b.At(i/4+1, i%4+1) != p || b.Row(p) != i/4+1 || b.Col(p) != i%4+1 {
			t.Errorf("cell %d is %v", i, p)
		}
	}
}

func TestNamesAreReadBack(t *testing.T) {
	for what, b := range boards(t) {
		seen := map[string]board.Place{}
		for _, p := range all(b) {
			name := b.Name(p)
			if other, double := seen[name]; double && other != p {
				t.Errorf("%s: %v and %v are both %s", what, p, other, name)
			}
			seen[name] = p
			if q, ok := b.Parse(name); !ok || q != p {
				t.Errorf("%s: %v is %q, which is read as %v", what, p, name, q)
			}
			for _, lang := range []string{"en", "zh"} {
				if b.Say(p, lang) == "" {
					t.Errorf("%s: nothing to say for %s in %s", what, name, lang)
				}
			}
		}
	}
}

func TestOtherNames(t *testing.T) {
	b, err := board.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"r1c2.w": "r1c1.e", "r2c2.nw": "r1c1.se", "r1c2-r1c1": "r1c1-r1c2", "r1c1.e.n": "",
		"r2c2.e.n": "r2c2.n.e", "r2c2.spot.w": "r2c1.spot.e", "r2c2-r1c1": "r1c1-r2c2", "r3c3.square": "", "r4c1": "", "r01c1": "",
		"r1c1-r1c3": "", "row4": "", "row1.n": "", "grid1.row1": "", "r1c1.": "", "r1c1.x": "", "": "", "r1c1:r3c3/1": "", "r1c1:r2c2": "",
		"r1c1.spot.": "", "r1c1.n.": "", "r1c1.n.n": "", "r1": "", "r1c99999999999": ""} {
		p, _ := b.Parse(name)
		if got := b.Name(p); got != want {
			t.Errorf("%q is %q, not %q", name, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	b, err := board.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][2]string{
		"r2c3":        {"r2c3", "r2c3"},
		"row3":        {"row 3", "第3行"},
		"col2.n":      {"column 2 from the top", "第2列（从上）"},
		"r1c1.n":      {"the top of r1c1", "r1c1的上边"},
		"r1c1.e":      {"the right of r1c1", "r1c1的右边"},
		"r1c1.se":     {"the lower right corner of r1c1", "r1c1的右下角"},
		"r1c1-r2c1":   {"r1c1–r2c1", "r1c1–r2c1"},
		"r1c1:r3c3":   {"the block from r1c1 to r3c3", "r1c1到r3c3的宫"},
		"r1c1.rise":   {"the diagonal of r1c1 that rises", "r1c1从左下到右上的斜线"},
		"r1c1.square": {"the 2×2 square at r1c1", "以r1c1为左上格的2×2方块"},
		"r1c1.spot":   {"the centre of r1c1", "r1c1的中心"},
		"r2c2.n.e":    {"the links of r2c2 to the top and the right", "r2c2向上和向右的连线"},
	} {
		p, ok := b.Parse(name)
		if got := [2]string{b.Say(p, "en"), b.Say(p, "zh")}; !ok || got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestInverses holds relations to each other, on every board.
func TestInverses(t *testing.T) {
	for what, b := range boards(t) {
		has := func(list []board.Place, p board.Place) bool { return slices.Contains(list, p) }
		for _, c := range b.All(board.Cell) {
			for _, n := range b.Next(c) {
				if !has(b.Next(n), c) {
					t.Errorf("%s: %s is next to %s, not the other way round", what, b.Name(n), b.Name(c))
				}
			}
			for _, d := range []board.Dir{board.N, board.E, board.S, board.W, board.NE, board.SE, board.SW, board.NW} {
				n := b.Step(c, d)
				if n != (board.Place{}) && b.Step(n, d.Back()) != c {
					t.Errorf("%s: %v and back from %s", what, d, b.Name(c))
				}
				link := b.To(c, d)
				if (link == board.Place{}) != (n == board.Place{}) || link != (board.Place{}) && !has(b.Cells(link), n) {
					t.Errorf("%s: %v of %s leads to %s by %s", what, d, b.Name(c), b.Name(n), b.Name(link))
				}
				if len(b.Look(c, d)) != len(b.Along(c, d)) {
					t.Errorf("%s: as many cells as links ahead of %s", what, b.Name(c))
				}
			}
			for _, e := range b.Edges(c) {
				if !has(b.Cells(e), c) {
					t.Errorf("%s: side %s of %s", what, b.Name(e), b.Name(c))
				}
			}
			for _, k := range b.Corners(c) {
				if !has(b.Cells(k), c) {
					t.Errorf("%s: corner %s of %s", what, b.Name(k), b.Name(c))
				}
			}
			for _, j := range b.Joints(c) {
				if b.JointAt(j) != c {
					t.Errorf("%s: joint %s of %s", what, b.Name(j), b.Name(c))
				}
				for _, l := range b.Links(j) {
					if !has(b.Links(c), l) {
						t.Errorf("%s: link %s of joint %s", what, b.Name(l), b.Name(j))
					}
				}
			}
			if len(b.Edges(c)) != 4 || len(b.Corners(c)) != 4 {
				t.Errorf("%s: %s has %d sides and %d corners", what, b.Name(c), len(b.Edges(c)), len(b.Corners(c)))
			}
			if b.At(b.Row(c), b.Col(c)) != c {
				t.Errorf("%s: %s by row and column", what, b.Name(c))
			}
		}
		for _, l := range b.All(board.Link) {
			x, y := b.Ends(l)
			d, ok := b.Dir(l)
			if !ok || b.To(x, d) != l || b.To(y, d.Back()) != l || !has(b.Links(x), l) || !has(b.Links(y), l) {
				t.Errorf("%s: ends of %s", what, b.Name(l))
			}
			if e := b.EdgeOf(l); b.LinkOf(e) != l || b.Side(x, d) != e || b.Border(e) {
				t.Errorf("%s: edge of %s", what, b.Name(l))
			}
		}
		for _, k := range []board.Kind{board.Edge, board.Slash} {
			for _, e := range b.All(k) {
				x, y := b.Ends(e)
				if d, ok := b.Dir(e); !ok || b.To(x, d) != e || b.To(y, d.Back()) != e {
					t.Errorf("%s: ends of %s", what, b.Name(e))
				}
			}
		}
		for _, k := range b.All(board.Corner) {
			for _, n := range b.Next(k) {
				if !has(b.Next(n), k) {
					t.Errorf("%s: corner %s is next to %s, not the other way round", what, b.Name(n), b.Name(k))
				}
			}
			for _, d := range []board.Dir{board.NE, board.SE, board.SW, board.NW} {
				if c := b.Cell(k, d); c != (board.Place{}) && !has(b.Corners(c), k) {
					t.Errorf("%s: the cell %v of %s", what, d, b.Name(k))
				}
			}
		}
		for _, e := range b.All(board.Edge) {
			if b.Border(e) != (b.LinkOf(e) == board.Place{}) {
				t.Errorf("%s: %s at the border", what, b.Name(e))
			}
		}
		for _, s := range b.All(board.Spot) {
			for _, p := range all(b) {
				if m := b.Mirror(s, p); m != (board.Place{}) && b.Mirror(s, m) != p {
					t.Errorf("%s: %s mirrored twice in %s is %s", what, b.Name(p), b.Name(s), b.Name(b.Mirror(s, m)))
				}
			}
			for _, c := range b.Cells(s) {
				if !has(b.Cells(s), b.Mirror(s, c)) {
					t.Errorf("%s: %s mirrored in %s", what, b.Name(c), b.Name(s))
				}
			}
		}
		for _, e := range b.All(board.End) {
			d, ok := b.Dir(e)
			ahead, line := b.Cells(e), slices.Clone(b.Cells(b.Line(e)))
			if d == board.N || d == board.W {
				slices.Reverse(line)
			}
			if !ok || !slices.Equal(ahead, line) {
				t.Errorf("%s: cells of %s", what, b.Name(e))
			}
		}
	}
}

// TestSymmetries checks that a symmetry maps places one to one, keeps names' meaning through cells, and is undone.
func TestSymmetries(t *testing.T) {
	for what, b := range boards(t) {
		for s := range board.Symmetry(board.Symmetries) {
			turned := b.Turn(s)
			back := turned.Board.Turn(s.Inverse())
			seen := map[board.Place]board.Place{}
			for _, p := range all(b) {
				q := turned.Place(p)
				where := fmt.Sprintf("%s, %v: %s became %s", what, s, b.Name(p), turned.Board.Name(q))
				if !turned.Board.Has(q) {
					t.Errorf("%s: not there", where)
					continue
				}
				if other, ok := seen[q]; ok && other != p {
					t.Errorf("%s, as did %s", where, b.Name(other))
				}
				seen[q] = p
				if back.Place(q) != p {
					t.Errorf("%s, and back %s", where, b.Name(back.Place(q)))
				}
				var want []board.Place
				for _, c := range b.Cells(p) {
					want = append(want, turned.Place(c))
				}
				got := turned.Board.Cells(q)
				if p.Kind != board.End { // whose order is kept
					slices.SortFunc(want, func(a, b board.Place) int { return int(a.N - b.N) })
					slices.SortFunc(got, func(a, b board.Place) int { return int(a.N - b.N) })
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s: cells %s, not %s", where, names(turned.Board, got), names(turned.Board, want))
				}
				if p.Kind == board.Cell {
					for d := board.N; d <= board.NW; d++ {
						if turned.Place(b.Step(p, d)) != turned.Board.Step(q, s.Dir(d)) {
							t.Errorf("%s: a step %v", where, d)
						}
						if turned.Place(b.To(p, d)) != turned.Board.To(q, s.Dir(d)) {
							t.Errorf("%s: the link %v", where, d)
						}
					}
				}
				if p.Kind == board.Corner {
					for d := board.N; d <= board.NW; d++ {
						if turned.Place(b.To(p, d)) != turned.Board.To(q, s.Dir(d)) {
							t.Errorf("%s: the edge or slash %v", where, d)
						}
					}
				}
			}
		}
	}
}

// TestSymmetriesInTurn: one symmetry and then another is the one that Then says, place by place.
func TestSymmetriesInTurn(t *testing.T) {
	b := boards(t)["2x3"]
	for s := range board.Symmetry(board.Symmetries) {
		for next := range board.Symmetry(board.Symmetries) {
			once := b.Turn(s)
			twice, both := once.Board.Turn(next), b.Turn(s.Then(next))
			for _, c := range b.All(board.Cell) {
				if twice.Place(once.Place(c)) != both.Place(c) {
					t.Fatalf("%v then %v is not %v", s, next, s.Then(next))
				}
			}
		}
	}
}

func TestLattice(t *testing.T) {
	b, err := board.New(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range map[board.Kind]string{
		board.Cell:   "r1c1 r1c2 r1c3/r2c1 r2c2 r2c3",
		board.Square: "r1c1.square r1c2.square",
		board.Link:   "r1c1-r1c2 r1c2-r1c3/r2c1-r2c2 r2c2-r2c3/r1c1-r2c1 r1c2-r2c2 r1c3-r2c3",
		board.Edge:   "r1c1.w r1c1.e r1c2.e r1c3.e/r2c1.w r2c1.e r2c2.e r2c3.e/r1c1.n r1c2.n r1c3.n/r1c1.s r1c2.s r1c3.s/r2c1.s r2c2.s r2c3.s",
		board.Spot:   "r1c1.spot r1c1.spot.e r1c2.spot r1c2.spot.e r1c3.spot/r1c1.spot.s r1c1.spot.se r1c2.spot.s r1c2.spot.se r1c3.spot.s/r2c1.spot r2c1.spot.e r2c2.spot r2c2.spot.e r2c3.spot",
		board.Row:    "",
	} {
		var rows []string
		for _, row := range b.Lattice(k) {
			rows = append(rows, names(b, row))
		}
		if got := strings.Join(rows, "/"); got != want {
			t.Errorf("%v: %s", k, got)
		}
	}
	for what, b := range boards(t) {
		for _, k := range []board.Kind{board.Cell, board.Corner, board.Square, board.Link, board.Edge, board.Spot} {
			n := 0
			for _, p := range slices.Concat(b.Lattice(k)...) {
				if p != (board.Place{}) {
					n++
				}
			}
			if n != len(b.All(k)) {
				t.Errorf("%s: %d places of kind %v in the lattice, %d in all", what, n, k, len(b.All(k)))
			}
		}
	}
	if p := b.Beside(board.Corner, b.At(1, 1), board.SE); b.Name(p) != "r1c1.se" {
		t.Errorf("beside: %s", b.Name(p))
	}
}

func TestNothing(t *testing.T) {
	b, err := board.New(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []board.Place{{}, {Kind: board.Others, N: 1}, {Kind: board.Cell, N: 4}, {Kind: board.Cell, N: -1}, {Kind: board.Row, N: 2}, {Kind: board.Block, N: -1}, {Kind: board.Block}} {
		if b.Has(p) || b.Name(p) != "" || b.Say(p, "en") != "" || len(b.Cells(p)) != 0 || len(b.Next(p)) != 0 || len(b.Edges(p)) != 0 ||
			len(b.Look(p, board.N)) != 0 || b.Step(p, board.N) != (board.Place{}) || b.Row(p) != 0 || b.Turn(board.HalfTurn).Place(p) != (board.Place{}) {
			t.Errorf("%v is a place", p)
		}
	}
	for _, grids := range [][]board.Grid{nil, {{Rows: 0, Cols: 3}}, {{Rows: 101, Cols: 1}}, {{Rows: 9, Cols: 9, Row: 95}}, {{Rows: 9, Cols: 9, Row: 1}},
		{{Rows: 2, Cols: 2, Step: -1}}, {{Rows: 50, Cols: 50, Step: 1 << 60}}, {{Rows: 2, Cols: 2, Row: -1}}} {
		if _, err := board.Overlapping(grids); err == nil {
			t.Errorf("%v makes a board", grids)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"r1c1", "r1c1-r1c2", "r1c1.n", "r1c1.nw", "grid2.row3.w", "r1c1:r2c2/2", "r1c1.spot.se", "r2c2.n.e", "col3"} {
		f.Add(name)
	}
	b, err := board.Overlapping([]board.Grid{{Rows: 4, Cols: 4}, {Row: 2, Col: 2, Rows: 4, Cols: 4}, {Rows: 2, Cols: 2, Step: 2}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name string) {
		p, ok := b.Parse(name)
		if ok != b.Has(p) {
			t.Fatalf("%q is read as %v", name, p)
		}
		if ok {
			if q, _ := b.Parse(b.Name(p)); q != p {
				t.Fatalf("%q is %v, whose name is %q, which is %v", name, p, b.Name(p), q)
			}
		}
	})
}
