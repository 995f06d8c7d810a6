package sudoku

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Names of the formats.
const (
	formatLine      = "line"
	formatSDK       = "sdk"
	formatSS        = "ss"
	formatSSPlain   = "ss-plain"
	formatHoDoKu    = "hodoku"
	formatFPuzzles  = "fpuzzles"
	formatPad       = "sudokupad"
	formatWiki      = "sudokuwiki"
	formatPuzzLink  = "puzzlink"
	formatJSON      = "json"
	formatID        = "id"
	formatVariant   = "iss"
	wikiAddress     = "https://www.sudokuwiki.org/sudoku.htm?bd="
	puzzLinkAddress = "https://puzz.link/p?sudoku/"
)

// Formats lists the formats, the family's own first.
func (f Family) Formats() []puzzle.Format {
	list := []puzzle.Format{
		{Name: formatLine, Doc: "the cells row by row in one line (81 characters for 9x9), . or 0 for an empty cell; boards that are not plain begin with their parameters and a colon", Lines: true},
		{Name: formatSDK, Doc: "SadMan Sudoku: a row a line, with an optional [Puzzle] heading and # comments", Extensions: []string{".sdk"}},
		{Name: formatSS, Doc: "Simple Sudoku with boxes drawn by | and -", Extensions: []string{".ss"}},
		{Name: formatSSPlain, Doc: "Simple Sudoku without boxes: a row a line"},
		{Name: formatHoDoKu, Doc: "HoDoKu library lines (:0000:x:…); read with placed cells (+) and deleted candidates as the state to go on from; written without", Lines: true},
		{Name: formatFPuzzles, Doc: "f-puzzles links; read also as the JSON within, and SudokuPad's own JSON (SCL) of givens, regions and cages", Lines: true},
		{Name: formatPad, Doc: "SudokuPad links that hold the JSON of f-puzzles; read also with its own JSON (scl, in short too), and in its compact form of plain Sudoku (scf)", Lines: true},
		{Name: formatWiki, Doc: "sudokuwiki.org links with bd= and the cells", Lines: true},
		{Name: formatPuzzLink, Doc: "puzz.link and pzprxs links (sudoku)", Lines: true},
		{Name: formatJSON, Doc: `JSON lines {"params", "givens", "regions"}`, Lines: true},
		{Name: formatID, Doc: "ids such as sudoku:9x9:53..7…", Lines: true},
	}
	if f.Variants != nil {
		list = append(list, puzzle.Format{Name: formatVariant, Doc: "variants as lists of constraints, as Interactive Sudoku Solver writes them: .Cage~15~R1C1~R1C2.~R3C4_7", Lines: true})
	}
	return list
}

func formatNames() []string {
	var names []string
	for _, f := range (Family{}).Formats() {
		names = append(names, f.Name)
	}
	return names
}

// Encode writes the puzzle in a format; the empty name means the first.
func (p *Puzzle) Encode(format string) (string, error) { return p.encode(format, p.values, p.values) }

// Encode gives the full board in the form of the puzzle it solves.
func (s *filledBoard) Encode(format string) (any, error) {
	return s.of.encode(format, s.values, s.of.values)
}

// encode writes values in the form of the puzzle; given tells which of them are givens. An id names its alphabet. The other
// formats cannot: a reader guesses it from the cells, so cells that would be guessed wrongly (an empty board in letters, a
// small board whose lowest value is 0) are written in the usual symbols.
func (p *Puzzle) encode(format string, values, given []uint8) (string, error) {
	if format != formatID && !p.alphabetShows(values) {
		p = p.usual(p.values)
	}
	switch format {
	case "", formatLine:
		text := p.describe(values, p.symbols)
		if p.ordinary() {
			return text, nil
		}
		return p.params.String() + ":" + text, nil
	case formatSDK:
		return p.headed("[Puzzle]\n") + p.rows(values, false), nil
	case formatSS:
		return p.headed("") + p.rows(values, true), nil
	case formatSSPlain:
		return p.headed("") + p.rows(values, false), nil
	case formatHoDoKu:
		return ":0000:x:" + p.signed(values, given) + ":::" + p.trailer(":"), nil
	case formatFPuzzles, formatPad:
		return p.fpuzzles(format, values, given)
	case formatWiki:
		return wikiAddress + strings.ReplaceAll(p.describe(values, grid.SymbolsFor(p.params.size)), ".", blankIn(p.params.size)) + p.query(), nil
	case formatPuzzLink:
		return puzzLinkAddress + fmt.Sprintf("%d/%d/", p.params.size, p.params.size) + packed.Hex(values) + p.trailer("/"), nil
	case formatJSON:
		obj := record.Object{{Key: "params", Value: p.params.String()}, {Key: "givens", Value: string(cellText(values, p.symbols))}}
		if p.params.jigsaw {
			obj.Set("regions", regionText(p.layout))
		}
		line, err := record.AppendJSON(nil, obj)
		return string(line), err
	case formatVariant:
		return p.constraints(values)
	case formatID:
		return "sudoku:" + p.params.String() + ":" + p.described(values), nil
	}
	return "", puzzle.Unknownf("format", format, formatNames())
}

// alphabetShows reports whether a reader of the cells alone finds the puzzle's own alphabet in them.
func (p *Puzzle) alphabetShows(values []uint8) bool {
	if p.symbols == grid.SymbolsFor(p.params.size) {
		return true
	}
	q, err := fromCells(p.layout, string(cellText(values, p.symbols)))
	return err == nil && q.symbols == p.symbols && slices.Equal(q.values, values)
}

// ordinary reports whether the number of cells alone tells the board.
func (p *Puzzle) ordinary() bool {
	r, c := grid.BoxShape(p.params.size)
	return !p.params.jigsaw && !p.params.diagonal && p.params.boxRows == r && p.params.boxCols == c
}

func cellText(values []uint8, s grid.Symbols) []byte {
	b := make([]byte, len(values))
	for i, v := range values {
		b[i] = s.Symbol(int(v))
	}
	return b
}

// headed gives the heading of a drawn format, with the board where its size does not tell it.
func (p *Puzzle) headed(heading string) string {
	if p.ordinary() {
		return heading
	}
	text := "#Board " + p.params.String() + "\n"
	if p.params.jigsaw {
		text += "#Regions " + regionText(p.layout) + "\n"
	}
	return text + heading
}

// rows draws the board, a row a line, with lines between boxes or without.
func (p *Puzzle) rows(values []uint8, boxes bool) string {
	n := p.params.size
	br, bc := p.params.boxRows, p.params.boxCols
	boxes = boxes && br > 0
	var b strings.Builder
	rule := ""
	if boxes {
		var parts []string
		for range n / bc {
			parts = append(parts, strings.Repeat("-", bc))
		}
		rule = strings.Join(parts, "+")
	}
	for r := range n {
		if r > 0 {
			b.WriteByte('\n')
		}
		if boxes && r > 0 && r%br == 0 {
			b.WriteString(rule + "\n")
		}
		for c := range n {
			if boxes && c > 0 && c%bc == 0 {
				b.WriteByte('|')
			}
			b.WriteByte(p.symbols.Symbol(int(values[r*n+c])))
		}
	}
	return b.String()
}

// signed gives the cells with + before each value that is not a given, and . for an empty cell.
func (p *Puzzle) signed(values, given []uint8) string {
	var b strings.Builder
	for i, v := range values {
		if v != 0 && given[i] == 0 {
			b.WriteByte('+')
		}
		b.WriteByte(p.symbols.Symbol(int(v)))
	}
	return b.String()
}

// trailer and query carry the board in formats that were made for plain ones.
func (p *Puzzle) trailer(mark string) string {
	if p.ordinary() {
		return ""
	}
	text := mark + p.params.String()
	if p.params.jigsaw {
		text += "," + regionText(p.layout)
	}
	return text
}

func (p *Puzzle) query() string {
	if p.ordinary() {
		return ""
	}
	return "&board=" + p.params.String()
}

func blankIn(size int) string {
	if size <= 9 {
		return "0"
	}
	return "."
}

// constraints writes the board as a list of constraints: its size and boxes, where they are not the usual ones, and a given for each value.
func (p *Puzzle) constraints(values []uint8) (string, error) {
	const most, base = 16, 17
	n := p.params.size
	if n > most {
		return "", fmt.Errorf("%w: lists of constraints have boards up to %dx%d", puzzle.ErrLossy, most, most)
	}
	var b strings.Builder
	if n != 9 {
		fmt.Fprintf(&b, ".Shape~%dx%d", n, n)
	}
	if rows, cols := grid.BoxShape(n); p.params.jigsaw || p.params.boxRows != rows || p.params.boxCols != cols {
		b.WriteString(".NoBoxes.Jigsaw~")
		for _, r := range p.layout.Region {
			b.WriteString(strconv.FormatInt(int64(r), base))
		}
	}
	if p.params.diagonal {
		b.WriteString(".Diagonal~1.Diagonal~-1")
	}
	b.WriteString(".")
	for cell, v := range values {
		if v != 0 {
			fmt.Fprintf(&b, "~R%sC%s_%d", strconv.FormatInt(int64(cell/n+1), base), strconv.FormatInt(int64(cell%n+1), base), v)
		}
	}
	return b.String(), nil
}

// fpuzzle is the part of f-puzzles' JSON that a Sudoku needs; other constraints are refused when they are met.
type fpuzzle struct {
	Size      int       `json:"size"`
	Grid      [][]fcell `json:"grid"`
	Diagonal1 bool      `json:"diagonal+,omitempty"`
	Diagonal2 bool      `json:"diagonal-,omitempty"`
}

type fcell struct {
	Value  int  `json:"value,omitempty"`
	Given  bool `json:"given,omitempty"`
	Region *int `json:"region,omitempty"`
}

func (p *Puzzle) fpuzzles(format string, values, given []uint8) (string, error) {
	n := p.params.size
	usualRows, usualCols := grid.BoxShape(n)
	out := fpuzzle{Size: n, Diagonal1: p.params.diagonal, Diagonal2: p.params.diagonal}
	for r := range n {
		row := make([]fcell, n)
		for c := range n {
			cell := r*n + c
			row[c] = fcell{Value: int(values[cell]), Given: given[cell] != 0}
			usual := r/max(usualRows, 1)*(n/max(usualCols, 1)) + c/max(usualCols, 1)
			if region := p.layout.Region[cell]; p.params.jigsaw || region != usual {
				row[c].Region = &region
			}
		}
		out.Grid = append(out.Grid, row)
	}
	text, err := json.Marshal(out)
	if err != nil {
		return "", err
	}
	if format == formatPad {
		return packed.SudokuPad(string(text)), nil
	}
	return packed.FPuzzles(string(text)), nil
}

// unpackFPuzzles gives the JSON of f-puzzles: as it is, or as addresses of f-puzzles and SudokuPad hold it.
func unpackFPuzzles(text string) (string, error) {
	if looksSCL(text) {
		return fromSCL(text)
	}
	if strings.HasPrefix(text, "{") {
		return text, nil
	}
	if id, ok := padID(text, "scf"); ok {
		return fromSCF(id)
	}
	way := "load"
	_, data, ok := strings.Cut(text, "load=")
	for n := 0; !ok && n < len(padWays); n++ {
		way = padWays[n]
		data, ok = padID(text, way)
	}
	if !ok {
		return "", &textError{Reason: "expected load= in an f-puzzles link, or a puzzle in one of SudokuPad (its short names hold none: open the page there, and export the puzzle to f-puzzles)"}
	}
	data, _, _ = strings.Cut(data, "&")
	if un, err := url.PathUnescape(data); err == nil {
		data = un
	}
	out, err := packed.UnpackLZ(strings.ReplaceAll(data, " ", "+"))
	if err != nil {
		return "", fmt.Errorf("the packed puzzle of the address (%s): %w", way, err)
	}
	if !json.Valid([]byte(out)) {
		if out, err = fromShort(out); err != nil {
			return "", err
		}
	}
	if looksSCL(out) {
		return fromSCL(out)
	}
	return out, nil
}

// padWays are the ways in which addresses of SudokuPad say that a puzzle is packed, the longer names first. What is within tells what it is.
var padWays = []string{"fpuzzles", "fpuz", "scl", "ctc"}

// padID gives what stands behind the name of a way of packing in an address of SudokuPad, in its path or in its query.
func padID(text, way string) (string, bool) {
	for _, before := range []string{"/", "="} {
		if _, id, ok := strings.Cut(text, before+way); ok {
			return id, true
		}
	}
	return "", false
}

// fromSCF says a plain Sudoku of SudokuPad's compact form as f-puzzles does: each character is a digit, 0 for an empty cell, with up to five empty
// cells behind it. Behind the cells x says that the diagonals have all digits too.
func fromSCF(id string) (string, error) {
	const size, cells = 9, 81
	id, _, _ = strings.Cut(id, "&")
	id, _, _ = strings.Cut(id, "?")
	var values []int
	at := 0
	for ; at < len(id) && len(values) < cells; at++ {
		c, n := id[at], 0
		switch {
		case '0' <= c && c <= '9':
			n = int(c - '0')
		case 'A' <= c && c <= 'Z':
			n = int(c-'A') + 10
		case 'a' <= c && c <= 'x':
			n = int(c-'a') + 36
		default:
			return "", &textError{Reason: fmt.Sprintf("SudokuPad's compact form has digits and letters up to x, found %q", c)}
		}
		values = append(values, n%10)
		values = append(values, make([]int, n/10)...)
	}
	if len(values) != cells {
		return "", &textError{Reason: fmt.Sprintf("SudokuPad's compact form: expected %d cells, found %d", cells, len(values))}
	}
	out := fpuzzle{Size: size}
	for _, c := range id[at:] {
		if c != 'x' {
			return "", &textError{Reason: fmt.Sprintf("SudokuPad's compact form: expected x (diagonals) behind the cells, or nothing, found %q", c)}
		}
		out.Diagonal1, out.Diagonal2 = true, true
	}
	for row := range slices.Chunk(values, size) {
		line := make([]fcell, size)
		for c, v := range row {
			line[c] = fcell{Value: v, Given: v != 0}
		}
		out.Grid = append(out.Grid, line)
	}
	text, err := json.Marshal(out)
	return string(text), err
}

// fpuzzleOther names constraints of f-puzzles that change the rules.
var fpuzzleOther = []string{"antiknight", "antiking", "disjointgroups", "nonconsecutive", "littlekillersum", "arrow",
	"killercage", "extraregion", "odd", "even", "thermometer", "palindrome", "difference", "ratio", "clone", "quadruple",
	"betweenline", "sandwichsum", "xsum", "skyscraper", "numberedroom", "slowthermometer", "modularline", "xv", "minimum", "maximum", "renban", "whispers", "regionsumline", "entropicline",
	"nabner", "doublearrow", "zipperline", "rowindexer", "columnindexer", "boxindexer", "lockout", "negative"}

// otherRules is a puzzle of f-puzzles with a constraint that is none of a plain Sudoku.
type otherRules struct {
	name string
	text string // the whole JSON
}

func (e *otherRules) Error() string {
	return fmt.Sprintf("f-puzzles link: the rule %q is not one of Sudoku's", e.name)
}

// readFPuzzles reads the JSON of f-puzzles.
func readFPuzzles(text string) (*Puzzle, error) {
	var all map[string]json.RawMessage
	var in fpuzzle
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return nil, fmt.Errorf("f-puzzles link: %w", err)
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("f-puzzles link: %w", err)
	}
	for _, name := range fpuzzleOther {
		if v := string(all[name]); v != "" && v != "false" && v != "[]" && v != "null" {
			return nil, &otherRules{name, text}
		}
	}
	if in.Diagonal1 != in.Diagonal2 {
		return nil, &otherRules{"diagonal", text}
	}
	n := in.Size
	if n < minSize || n > maxSize || len(in.Grid) != n {
		return nil, fmt.Errorf("f-puzzles link: size %d with %d rows; the size is %d..%d", n, len(in.Grid), minSize, maxSize)
	}
	br, bc := grid.BoxShape(n)
	values, region := make([]int, n*n), make([]int, n*n)
	jigsaw := br == 1
	for r, row := range in.Grid {
		if len(row) != n {
			return nil, fmt.Errorf("f-puzzles link: row %d has %d cells, not %d", r+1, len(row), n)
		}
		for c, cell := range row {
			region[r*n+c] = r/br*(n/bc) + c/bc
			if cell.Region != nil {
				jigsaw = jigsaw || *cell.Region != region[r*n+c]
				region[r*n+c] = *cell.Region
			}
			if cell.Given {
				values[r*n+c] = cell.Value
			}
		}
	}
	l, err := boardOf(layoutParams{size: n, boxRows: br, boxCols: bc, diagonal: in.Diagonal1, jigsaw: jigsaw}, region)
	if err != nil && jigsaw && equalParts(n, region) {
		return nil, &otherRules{"regions in several pieces", text} // a board of ours has regions that hold together
	}
	if err != nil {
		return nil, fmt.Errorf("f-puzzles link: %w", err)
	}
	p, err := newSudoku(l, values)
	if err != nil {
		return nil, fmt.Errorf("f-puzzles link: %w", err)
	}
	return p, nil
}

// equalParts reports whether each of the regions 0 to n-1 has n cells.
func equalParts(n int, region []int) bool {
	count := make([]int, n)
	for _, b := range region {
		if b < 0 || b >= n {
			return false
		}
		count[b]++
	}
	return !slices.ContainsFunc(count, func(k int) bool { return k != n })
}

func boardOf(p layoutParams, region []int) (*grid.Layout, error) {
	if p.jigsaw {
		return jigsaw(p.size, region, p.diagonal)
	}
	return p.layout()
}
