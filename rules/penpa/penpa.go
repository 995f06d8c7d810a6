// Package penpa reads and writes addresses of penpa-edit, a page on which people draw puzzles. An address holds a drawing on squares, and
// may hold what the page compares with what a player draws. It knows of no family: who reads a drawing says what its signs mean.
package penpa

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/packed"
)

// At is a point of the drawing in half cells from the upper left corner of the board: the centre of the first cell is {1, 1}, its upper left
// corner {0, 0}, the middle of the side below it {2, 1}. Points outside the board lie before 0 or behind its size.
type At struct{ Y, X int }

// Sign is a symbol by its name and variant, such as circle_L 1.
type Sign struct {
	Name string
	N    int
}

// Drawing is a puzzle, and what the page compares answers with.
type Drawing struct {
	Rows, Cols int
	Margin     [4]int      // lines of cells over, under, left and right of the board
	Gone       map[At]bool // cells that are not there
	Title      string
	Tags       []string
	Marks
	Small map[At]string // texts in the upper left corner of a cell
	Cages [][]At
	Tubes [][]At // thermometers, from the bulb

	Answer *Marks // nil: nothing is compared
}

// Marks are signs on the board.
type Marks struct {
	Texts map[At]string
	Fills map[At]int // colours of whole cells
	Signs map[At]Sign
	Ways  map[At]int    // arrows, by their number: to the left 1, and so on with the clock
	Lines map[[2]At]int // between centres of cells: how many
	Edges map[[2]At]int // between corners of cells
}

// NewMarks gives marks without any.
func NewMarks() Marks {
	return Marks{Texts: map[At]string{}, Fills: map[At]int{}, Signs: map[At]Sign{}, Ways: map[At]int{}, Lines: map[[2]At]int{}, Edges: map[[2]At]int{}}
}

// The colours of cells.
const (
	DarkGrey  = 1
	LightGrey = 3
	Black     = 4
)

// maxText bounds an address, and what it holds inflated.
const maxText = 1 << 19

// maxSide bounds a board with its margins.
const maxSide = 130

// The page stores lines of text, in which frequent words are written as two letters.
var short = [][2]string{
	{"z", "zZ"}, {`"qa"`, "z9"}, {`"pu_q"`, "zQ"}, {`"pu_a"`, "zA"}, {`"grid"`, "zG"}, {`"edit_mode"`, "zM"}, {`"surface"`, "zS"}, {`"line"`, "zL"},
	{`"lineE"`, "zE"}, {`"wall"`, "zW"}, {`"cage"`, "zC"}, {`"number"`, "zN"}, {`"symbol"`, "zY"}, {`"special"`, "zP"}, {`"board"`, "zB"},
	{`"command_redo"`, "zR"}, {`"command_undo"`, "zU"}, {`"command_replay"`, "z8"}, {`"numberS"`, "z1"}, {`"freeline"`, "zF"}, {`"freelineE"`, "z2"},
	{`"thermo"`, "zT"}, {`"arrows"`, "z3"}, {`"direction"`, "zD"}, {`"squareframe"`, "z0"}, {`"polygon"`, "z5"}, {`"deletelineE"`, "z4"},
	{`"killercages"`, "z6"}, {`"nobulbthermo"`, "z7"}, {`"__a"`, "z_"}, {"null", "zO"},
}

// shorten and lengthen give the text in short words and back.
func shorten(text string) string {
	for _, s := range short {
		text = strings.ReplaceAll(text, s[0], s[1])
	}
	return text
}

func lengthen(text string) string {
	for _, s := range slices.Backward(short) {
		text = strings.ReplaceAll(text, s[1], s[0])
	}
	return text
}

// frame numbers the points of a drawing: there are two lines of cells round it and its margins.
type frame struct {
	nx, ny      int // cells, with the margins
	left, above int // margins
}

func (d *Drawing) frame() frame {
	m := d.Margin
	return frame{nx: d.Cols + m[2] + m[3], ny: d.Rows + m[0] + m[1], left: m[2], above: m[0]}
}

// index gives the number of a point: centres, then corners, then the middles of sides that run across, then of those that run down.
func (f frame) index(p At) int {
	x, y := p.X+2*(2+f.left), p.Y+2*(2+f.above)
	kind := 0
	switch {
	case x%2 == 0 && y%2 == 0:
		kind = 1
	case y%2 == 0:
		kind = 2
	case x%2 == 0:
		kind = 3
	}
	col, row := (x-1)/2, (y-1)/2
	if x%2 == 0 {
		col = x/2 - 1
	}
	if y%2 == 0 {
		row = y/2 - 1
	}
	return kind*f.size() + col + row*(f.nx+4)
}

func (f frame) size() int { return (f.nx + 4) * (f.ny + 4) }

// at is the opposite of index. ok tells that it is one of these points.
func (f frame) at(n int) (p At, ok bool) {
	if n < 0 || n >= 4*f.size() {
		return At{}, false
	}
	kind, n := n/f.size(), n%f.size()
	x, y := 2*(n%(f.nx+4))+1, 2*(n/(f.nx+4))+1
	if kind == 1 || kind == 3 {
		x++
	}
	if kind == 1 || kind == 2 {
		y++
	}
	return At{y - 2*(2+f.above), x - 2*(2+f.left)}, true
}

// corner gives the number of the place for a small text in the upper left corner of a cell.
func (f frame) corner(p At) int { return 4*f.size() + 4*f.index(p) }

// pair gives two points of numbers as the page writes it: the smaller first.
func (f frame) pair(k [2]At) string {
	a, b := f.index(k[0]), f.index(k[1])
	return fmt.Sprintf("%d,%d", min(a, b), max(a, b))
}

// The styles of lines: those of a puzzle, of an answer, and of double lines of an answer.
const (
	printedStyle = 2
	playedStyle  = 3
	doubleStyle  = 30
)

// layer is how the page holds what is drawn.
type layer struct {
	Redo    json.RawMessage            `json:"command_redo"`
	Undo    json.RawMessage            `json:"command_undo"`
	Replay  json.RawMessage            `json:"command_replay"`
	Surface map[string]json.RawMessage `json:"surface"`
	Number  map[string][]any           `json:"number"`
	NumberS map[string][]any           `json:"numberS"`
	Symbol  map[string][]any           `json:"symbol"`
	Free    json.RawMessage            `json:"freeline"`
	FreeE   json.RawMessage            `json:"freelineE"`
	Thermo  [][]int                    `json:"thermo"`
	Arrows  json.RawMessage            `json:"arrows"`
	Ways    json.RawMessage            `json:"direction"`
	Frames  json.RawMessage            `json:"squareframe"`
	Polygon json.RawMessage            `json:"polygon"`
	Line    map[string]any             `json:"line"`
	LineE   map[string]any             `json:"lineE"`
	Wall    map[string]any             `json:"wall"`
	Cage    json.RawMessage            `json:"cage"`
	Deleted json.RawMessage            `json:"deletelineE"`
	Cages   [][]int                    `json:"killercages"`
	NoBulb  json.RawMessage            `json:"nobulbthermo"`
}

func blank() layer {
	steps, none, list := json.RawMessage(`{"__a":[]}`), json.RawMessage(`{}`), json.RawMessage(`[]`)
	return layer{Redo: steps, Undo: steps, Replay: steps, Surface: map[string]json.RawMessage{}, Number: map[string][]any{}, NumberS: map[string][]any{},
		Symbol: map[string][]any{}, Free: none, FreeE: none, Thermo: [][]int{}, Arrows: list, Ways: list, Frames: list, Polygon: list, Line: map[string]any{},
		LineE: map[string]any{}, Wall: map[string]any{}, Cage: none, Deleted: none, Cages: [][]int{}, NoBulb: list}
}

// arrowSign is the symbol of an arrow. A number with an arrow is a number of a sort of its own, with one of these ends.
const arrowSign = "arrow_S"

var arrowEnds = []string{"_1", "_4", "_0", "_5", "_2", "_7", "_3", "_6"}

// tool says with which tool the page opens, by what is compared.
func (d *Drawing) tool() (name, style string) {
	switch a := d.Answer; {
	case a == nil || len(a.Fills) > 0:
	case len(a.Lines) > 0:
		return "line", `["1",3]`
	case len(a.Edges) > 0:
		return "lineE", `["1",3]`
	case len(a.Texts) > 0:
		return "number", `["1",2]`
	case len(a.Signs) > 0:
		all := slices.SortedFunc(maps.Values(a.Signs), func(a, b Sign) int { return strings.Compare(a.Name, b.Name)*100 + a.N - b.N })
		return "symbol", fmt.Sprintf("[%q,%d]", all[0].Name, all[0].N)
	}
	return "surface", `["",1]`
}

// checks are what the page may compare.
var checks = []string{"surface_exact", "surface", "number", "loopline_exact", "loopline", "ignoreloopline", "loopedge_exact", "loopedge", "ignoreborder",
	"wall", "square", "circle", "tri", "arrow", "math", "battleship", "tent", "star", "akari", "mine"}

// answerSign is a symbol that answers may have.
type answerSign struct {
	letter, name, check string
	low, high           int
}

// A symbol in an answer has a letter, and is compared where its own check is on.
var answerSigns = []answerSign{
	{"A", "circle_M", "circle", 1, 2}, {"B", "tri", "tri", 1, 4}, {"C", "arrow_S", "arrow", 1, 8}, {"D", "battleship_B", "battleship", 1, 6},
	{"E", "star", "star", 1, 1}, {"F", "tents", "tent", 2, 2}, {"G", "math", "math", 2, 3}, {"H", "sun_moon", "akari", 3, 3}, {"I", "sun_moon", "mine", 4, 5},
}

// home is where the page is.
const home = "https://swaroopg92.github.io/penpa-edit/"

// Recognised reports whether a line is an address of the page.
func Recognised(line string) bool {
	return strings.Contains(line, "penpa") && (strings.Contains(line, "p=") && strings.Contains(line, "m="))
}

// Address writes the drawing as an address.
func (d *Drawing) Address() (string, error) {
	puzzle, answer, err := d.write()
	if err != nil {
		return "", err
	}
	std := strings.NewReplacer("-", "+", "_", "/")
	out := home + "#m=solve&p=" + std.Replace(packed.Pack([]byte(puzzle)))
	if answer != "" {
		out += "&a=" + std.Replace(packed.Pack([]byte(answer)))
	}
	return out, nil
}

// write gives the two texts of an address: of the puzzle and, "" where there is none, of the answer.
func (d *Drawing) write() (puzzle, answer string, err error) {
	f := d.frame()
	if d.Rows < 1 || d.Cols < 1 || f.nx > maxSide || f.ny > maxSide {
		return "", "", fmt.Errorf("penpa: a board of %d by %d cells", f.ny, f.nx)
	}
	q := d.page(f)
	var cells []int
	for r := range d.Rows {
		for c := range d.Cols {
			if p := (At{2*r + 1, 2*c + 1}); !d.Gone[p] {
				cells = append(cells, f.index(p))
			}
		}
	}
	for i := len(cells) - 1; i > 0; i-- {
		cells[i] -= cells[i-1]
	}
	head := d.head(f)
	flags := map[string]bool{}
	for _, c := range checks {
		flags["sol_"+c] = false
	}
	if d.Answer != nil {
		var on []string
		if answer, on, err = d.Answer.compared(f); err != nil {
			return "", "", err
		}
		for _, c := range on {
			flags["sol_"+c] = true
		}
	}
	or := map[string]bool{}
	for _, c := range checks {
		if c != "ignoreloopline" && c != "ignoreborder" {
			or["sol_or_"+c] = false
		}
	}
	name, style := d.tool()
	mode := fmt.Sprintf(`{"qa":"pu_a","grid":["1","2","1"],"pu_q":%s,"pu_a":%s}`, tools(printedStyle, 1, "surface"), tools(playedStyle, 2, name))
	lines := []string{head, jsonOf(d.Margin), fmt.Sprintf(`["1","2","1"]~%q~%s`, name, style), jsonOf(q), "", jsonOf(cells), "[]", jsonOf(flags), `"x"`, `"x"`,
		"[3,1,3]", mode, `"x"`, "0", jsonOf(blank()), "x", jsonOf(or), jsonOf(append([]string{}, d.Tags...)), "false"}
	return shorten(strings.Join(lines, "\n")), answer, nil
}

// page gives what is drawn in the puzzle.
func (d *Drawing) page(f frame) layer {
	q := blank()
	for p, n := range d.Fills {
		q.Surface[strconv.Itoa(f.index(p))] = json.RawMessage(strconv.Itoa(n))
	}
	for p, text := range d.Texts {
		colour := 1
		if d.Fills[p] == Black || d.Signs[p] == (Sign{"circle_L", 2}) {
			colour = 4 // white
		}
		q.Number[strconv.Itoa(f.index(p))] = []any{text, colour, "1"}
		if n := d.Ways[p]; n > 0 {
			q.Number[strconv.Itoa(f.index(p))] = []any{text + arrowEnds[n-1], colour, "2"}
		}
	}
	for p, n := range d.Ways {
		if d.Texts[p] == "" && d.Signs[p].Name != "" {
			q.Number[strconv.Itoa(f.index(p))] = []any{arrowEnds[n-1], 1, "2"}
		} else if d.Texts[p] == "" {
			q.Symbol[strconv.Itoa(f.index(p))] = []any{n, arrowSign, 1}
		}
	}
	for p, text := range d.Small {
		q.NumberS[strconv.Itoa(f.corner(p))] = []any{text, 1}
	}
	for p, s := range d.Signs {
		q.Symbol[strconv.Itoa(f.index(p))] = []any{s.N, s.Name, 1}
	}
	for k := range d.Lines {
		q.Line[f.pair(k)] = printedStyle
	}
	for k := range d.Edges {
		q.LineE[f.pair(k)] = printedStyle
	}
	lists := func(from [][]At) [][]int {
		out := [][]int{}
		for _, list := range from {
			var cells []int
			for _, p := range list {
				cells = append(cells, f.index(p))
			}
			out = append(out, cells)
		}
		return out
	}
	q.Cages, q.Thermo = lists(d.Cages), lists(d.Tubes)
	return q
}

// head is the first line of the text: the size, and the title.
func (d *Drawing) head(f frame) string {
	comma := strings.NewReplacer(",", "%2C", "\n", " ")
	const size = 38
	centre := f.index(At{f.ny - 2*f.above, f.nx - 2*f.left})
	return fmt.Sprintf("square,%d,%d,%d,0,1,1,%d,%d,%d,%d,0,0,0,0,Title: %s,Author: ,,,OFF,false,", f.nx, f.ny, size, (f.nx+1)*size, (f.ny+1)*size, centre, centre,
		comma.Replace(d.Title))
}

// tools says which pens are chosen.
func tools(pen, digit int, mode string) string {
	return fmt.Sprintf(`{"edit_mode":%q,"surface":["",1],"line":["1",%d],"lineE":["1",%d],"wall":["",%d],"cage":["1",10],"number":["1",%d],"symbol":["circle_L",1],`+
		`"special":["thermo",""],"board":["",""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",%d]}`, mode, pen, pen, pen, digit, digit)
}

func jsonOf(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // maps, lists, texts and numbers
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// compared gives an answer as the page compares it, and the checks that it needs.
func (m *Marks) compared(f frame) (text string, on []string, err error) {
	lists := make([][]string, 6)
	put := func(i int, check, entry string) {
		lists[i] = append(lists[i], entry)
		if !slices.Contains(on, check) {
			on = append(on, check)
		}
	}
	for p := range m.Fills {
		put(0, "surface", strconv.Itoa(f.index(p)))
	}
	for k, n := range m.Lines {
		put(1, "loopline", fmt.Sprintf("%s,%d", f.pair(k), n))
	}
	for k, n := range m.Edges {
		put(2, "loopedge", fmt.Sprintf("%s,%d", f.pair(k), n))
	}
	for p, text := range m.Texts {
		put(4, "number", fmt.Sprintf("%d,%s", f.index(p), text))
	}
	for p, n := range m.Ways {
		put(5, "arrow", fmt.Sprintf("%d,%dC", f.index(p), n))
	}
	for p, s := range m.Signs {
		i := slices.IndexFunc(answerSigns, func(a answerSign) bool { return a.name == s.Name && s.N >= a.low && s.N <= a.high })
		if i < 0 {
			return "", nil, fmt.Errorf("penpa: no answer is compared with the symbol %s %d", s.Name, s.N)
		}
		put(5, answerSigns[i].check, fmt.Sprintf("%d,%d%s", f.index(p), s.N, answerSigns[i].letter))
	}
	for i := range lists {
		slices.Sort(lists[i])
		if lists[i] == nil {
			lists[i] = []string{}
		}
	}
	return jsonOf(lists), on, nil
}
