package sudoku

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// maxLine bounds a line of input in bytes; links are the longest.
const maxLine = 1 << 18

// Read reads the puzzles of a stream.
func (f Family) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	if f.Variants != nil && (format == "" || format == formatVariant) {
		head := ""
		if format == "" {
			r, head = record.HeadOf(r, 1<<14)
		}
		if format == formatVariant || f.Variants.Looks(head) {
			return f.Variants.Read(ctx, name, r)
		}
	}
	return func(yield func(puzzle.Entry) bool) {
		if err := puzzle.CheckFormat(f, format); err != nil {
			yield(puzzle.Entry{Err: err})
			return
		}
		rd := &reader{name: name, variants: f.Variants, lines: record.NewLineReader(r, maxLine), format: format, layouts: map[string]*grid.Layout{}}
		for ctx.Err() == nil {
			e, ok := rd.next()
			if !ok {
				return
			}
			if e.Err != nil {
				e.Instance = nil
				if e.Line > 0 {
					e.Err = fmt.Errorf("%s:%d: %w", name, e.Line, e.Err)
				} else {
					e.Err = fmt.Errorf("%s: %w", name, e.Err)
				}
			}
			if !yield(e) {
				return
			}
		}
	}
}

type textLine struct {
	text   string
	number int
	err    error
}

type reader struct {
	name     string
	variants VariantReader // may be nil
	lines    *record.LineReader
	format   string
	ahead    []textLine // lines read and not used yet
	ended    bool
	board    *layoutParams // of the next drawn puzzle, when a #Board line names it
	regions  string
	state    puzzle.State            // of the puzzle just read
	headed   bool                    // a heading of a drawn puzzle has been met
	layouts  map[string]*grid.Layout // by parameters
}

// peek gives the i-th line that has not been used, from 0.
func (rd *reader) peek(i int) (textLine, bool) {
	for len(rd.ahead) <= i {
		if rd.ended {
			return textLine{}, false
		}
		b, number, err := rd.lines.Next()
		if err != nil {
			rd.ended = !errors.Is(err, record.ErrLineTooLong)
			if errors.Is(err, io.EOF) {
				return textLine{}, false
			}
			rd.ahead = append(rd.ahead, textLine{number: number, err: err})
			continue
		}
		rd.ahead = append(rd.ahead, textLine{text: strings.TrimSpace(string(b)), number: number})
	}
	return rd.ahead[i], true
}

func (rd *reader) drop(n int) { rd.ahead = rd.ahead[n:] }

// next reads one puzzle.
func (rd *reader) next() (puzzle.Entry, bool) {
	for {
		ln, ok := rd.peek(0)
		if !ok {
			return puzzle.Entry{}, false
		}
		if ln.err != nil {
			rd.drop(1)
			return puzzle.Entry{Line: ln.number, Err: ln.err}, true
		}
		if rd.heading(ln.text) || isRule(ln.text) {
			rd.drop(1)
			continue
		}
		format := rd.format
		if format == "" {
			format = rd.recognise(ln.text)
		}
		e := puzzle.Entry{Line: ln.number, Format: format}
		var p *Puzzle
		switch format {
		case formatSDK, formatSS, formatSSPlain:
			p, e.Format, e.Err = rd.drawn(format)
			rd.board, rd.regions, rd.headed = nil, "", false
		default:
			rd.drop(1)
			p, e.Err = rd.single(format, ln.text)
		}
		var other *otherRules
		switch {
		case e.Err == nil:
			e.Instance, e.State = p, rd.state
		case rd.variants != nil && errors.As(e.Err, &other):
			e.Format = formatVariant
			e.Instance, e.Err = rd.variants.FPuzzles([]byte(other.text))
		}
		rd.state = ""
		return e, true
	}
}

// heading takes comments and headings of drawn puzzles.
func (rd *reader) heading(text string) bool {
	switch {
	case strings.HasPrefix(text, "#Board "):
		if p, err := parseParams(strings.TrimSpace(text[7:])); err == nil {
			rd.board, rd.headed = &p, true
		}
		return true
	case strings.HasPrefix(text, "#Regions "):
		rd.regions = strings.TrimSpace(text[9:])
		return true
	case strings.HasPrefix(text, "#"):
		return true
	case strings.HasPrefix(text, "["):
		rd.headed = true
		return true
	}
	return false
}

// isRule reports whether a line is drawn between boxes.
func isRule(text string) bool {
	return strings.Trim(text, "-+|*=: ") == "" && strings.Contains(text, "--") && !strings.HasPrefix(text, ":")
}

// recognise tells the format of a puzzle by its first line.
func (rd *reader) recognise(text string) string {
	switch {
	case strings.HasPrefix(text, "sudoku:"):
		return formatID
	case strings.HasPrefix(text, "{") && strings.Contains(text, `"grid"`) && strings.Contains(text, `"size"`), looksSCL(text):
		return formatFPuzzles
	case strings.HasPrefix(text, "{"):
		return formatJSON
	case strings.HasPrefix(text, ":"):
		return formatHoDoKu
	case strings.Contains(text, "f-puzzles.com"):
		return formatFPuzzles
	case strings.Contains(text, "sudokupad.app") || strings.Contains(text, "crackingthecryptic.com"):
		return formatPad
	case strings.Contains(text, "sudokuwiki.org"):
		return formatWiki
	case strings.Contains(text, "?sudoku/") || strings.Contains(text, "puzz.link"):
		return formatPuzzLink
	}
	cells := rowCells(text)
	n := len(cells)
	switch {
	case strings.Contains(text, "|") && n >= minSize && n <= maxSize:
		return formatSS
	case rd.headed && n >= minSize && n <= maxSize:
		return formatSDK
	case n < minSize || n > maxSize || strings.ContainsAny(text, ":,"):
		return formatLine
	case n == 16 || n == 36:
		// A puzzle of 4x4 or 6x6 in a line, or a row of one as wide as the line is long.
		if rd.allSmall(n) {
			return formatLine
		}
	}
	if rd.sameLength(n) < n && n != 9 {
		return formatLine
	}
	return formatSSPlain
}

// allSmall reports whether the next lines are puzzles of the square root of their length.
func (rd *reader) allSmall(n int) bool {
	small := map[int]int{16: 4, 36: 6}[n]
	s := grid.SymbolsFor(small)
	for i := range rd.sameLength(n) {
		ln, _ := rd.peek(i)
		for _, ch := range []byte(rowCells(ln.text)) {
			if !isBlank(ch) && ch != '0' && !s.Contains(ch) {
				return false
			}
		}
	}
	return true
}

// sameLength counts the lines from here on that have n cells, up to n of them.
func (rd *reader) sameLength(n int) int {
	for i := range n {
		if ln, ok := rd.peek(i); !ok || ln.err != nil || len(rowCells(ln.text)) != n {
			return i
		}
	}
	return n
}

// rowCells gives a drawn row without what is drawn between boxes.
func rowCells(text string) string {
	if !strings.ContainsAny(text, "| \t") {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r == '|' || r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, text)
}

// drawn reads a puzzle of a row a line.
func (rd *reader) drawn(format string) (*Puzzle, string, error) {
	var cells strings.Builder
	n, used, boxes := 0, 0, false
	for rows := 0; n == 0 || rows < n; {
		ln, ok := rd.peek(used)
		if !ok {
			rd.drop(used)
			return nil, format, &textError{Reason: fmt.Sprintf("the board ends after %d of %d rows", rows, n)}
		}
		if ln.err != nil {
			rd.drop(used)
			return nil, format, &textError{Reason: fmt.Sprintf("row %d: %v", rows+1, ln.err)}
		}
		if isRule(ln.text) {
			used++
			boxes = true
			continue
		}
		if strings.HasPrefix(ln.text, "#") && rows > 0 {
			used++
			continue
		}
		row := rowCells(ln.text)
		boxes = boxes || strings.Contains(ln.text, "|")
		if n == 0 {
			n = len(row)
			if n < minSize || n > maxSize {
				rd.drop(used + 1)
				return nil, format, &textError{Reason: fmt.Sprintf("a row of %d cells; a board has %d..%d", n, minSize, maxSize)}
			}
		}
		if len(row) != n {
			rd.drop(max(used, 1))
			return nil, format, &textError{Reason: fmt.Sprintf("line %d: row %d has %d cells, the first one has %d", ln.number, rows+1, len(row), n)}
		}
		cells.WriteString(row)
		used++
		rows++
	}
	rd.drop(used)
	switch {
	case rd.format != "":
	case boxes:
		format = formatSS
	case format == formatSS:
		format = formatSSPlain
	}
	p := layoutParams{size: n}
	p.boxRows, p.boxCols = grid.BoxShape(n)
	if rd.board != nil {
		p = *rd.board
	}
	q, err := rd.assemble(p, cells.String(), rd.regions)
	return q, format, err
}

// assemble makes a puzzle of its parts; regions is for jigsaws.
func (rd *reader) assemble(p layoutParams, cells, regions string) (*Puzzle, error) {
	var l *grid.Layout
	var err error
	switch {
	case p.jigsaw:
		l, err = decodeRegions(p, regions)
	case p.plain():
		l = plainLayout()
	default:
		key := p.String()
		if l = rd.layouts[key]; l == nil {
			if p.boxRows < 2 || p.boxCols < 2 {
				return nil, noBox(p.size)
			}
			l, err = p.layout()
			rd.layouts[key] = l
		}
	}
	if err != nil {
		return nil, err
	}
	return fromCells(l, cells)
}

// single reads a puzzle that is one line.
func (rd *reader) single(format, text string) (*Puzzle, error) {
	switch format {
	case formatID:
		rest, ok := strings.CutPrefix(text, "sudoku:")
		params, desc, hasDesc := strings.Cut(rest, ":")
		if !ok || !hasDesc {
			return nil, &textError{Reason: "expected an id sudoku:PARAMS:CELLS"}
		}
		return rd.described(params, desc)
	case formatJSON:
		return rd.json(text)
	case formatHoDoKu:
		return rd.hodoku(text)
	case formatFPuzzles, formatPad:
		data, err := unpackFPuzzles(text)
		if err != nil {
			return nil, err
		}
		return readFPuzzles(data)
	case formatWiki:
		return rd.wiki(text)
	case formatPuzzLink:
		return rd.puzzLink(text)
	default:
		return rd.line(text)
	}
}

func (rd *reader) described(params, desc string) (*Puzzle, error) {
	p, err := parseParams(params)
	if err != nil {
		return nil, err
	}
	cells, regions, has := strings.Cut(desc, ",")
	if has != p.jigsaw || strings.Contains(desc, ";") { // decode says what is wrong, and reads an alphabet
		return decode(p, desc)
	}
	return rd.assemble(p, cells, regions)
}

// line reads the cells of a board in one line; what follows behind white space, a comma or a semicolon is a remark.
func (rd *reader) line(text string) (*Puzzle, error) {
	if params, desc, ok := strings.Cut(text, ":"); ok {
		desc, _, _ = strings.Cut(desc, " ")
		return rd.described(params, desc)
	}
	cells := text
	if i := strings.IndexAny(cells, " \t,;#"); i >= 0 {
		cells = cells[:i]
	}
	n := 0
	for n*n < len(cells) {
		n++
	}
	if n*n != len(cells) || n < minSize || n > maxSize {
		near := min(max(n, minSize), maxSize)
		if n > minSize && len(cells)-(n-1)*(n-1) < n*n-len(cells) {
			near = n - 1
		}
		return nil, &textError{Reason: fmt.Sprintf("the line has %d characters; a %dx%d board has %d", len(cells), near, near, near*near)}
	}
	p := layoutParams{size: n}
	if p.boxRows, p.boxCols = grid.BoxShape(n); p.boxRows == 1 {
		return nil, noBox(n)
	}
	return rd.assemble(p, cells, "")
}

func (rd *reader) json(text string) (*Puzzle, error) {
	var in struct {
		Params  string `json:"params"`
		Givens  string `json:"givens"`
		Problem string `json:"problem"`
		Regions string `json:"regions"`
	}
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return nil, err
	}
	if in.Givens == "" && in.Problem != "" {
		if in.Params == "" {
			return rd.line(in.Problem)
		}
		in.Givens = in.Problem
	}
	p, err := parseParams(in.Params)
	if err != nil {
		return nil, err
	}
	if in.Regions != "" && !p.jigsaw {
		return nil, &textError{Reason: `"regions" belong to a jigsaw: "params" must say so`}
	}
	return rd.assemble(p, in.Givens, in.Regions)
}

// hodoku reads a line of HoDoKu's library: the fourth field holds the cells, + before each that has been placed, and the fifth
// the candidates that have been deleted, such as 829 for an 8 in r2c9. What has been placed and deleted is the entry's state.
func (rd *reader) hodoku(text string) (*Puzzle, error) {
	fields := strings.SplitN(text, ":", 9)
	if len(fields) < 4 {
		return nil, &textError{Reason: "expected :technique:candidates:cells:… with at least three colons"}
	}
	var cells strings.Builder
	var placed []placement
	for i := 0; i < len(fields[3]); i++ {
		ch := fields[3][i]
		if ch == '+' {
			if i++; i == len(fields[3]) {
				return nil, &textError{Reason: "the cells end in +"}
			}
			placed = append(placed, placement{cells.Len(), fields[3][i]})
			ch = '.' // placed on the way, not given
		}
		cells.WriteByte(ch)
	}
	p, err := rd.hodokuBoard(fields, cells.String())
	if err != nil {
		return nil, err
	}
	deleted := ""
	if len(fields) > 4 {
		deleted = fields[4]
	}
	rd.state, err = p.stateOf(placed, strings.Fields(deleted))
	return p, err
}

// placement is a symbol that a player has put into a cell.
type placement struct {
	cell   int
	symbol byte
}

// stateOf gives the state of a puzzle with symbols placed and candidates deleted, each named by symbol, row and column.
func (p *Puzzle) stateOf(placed []placement, deleted []string) (puzzle.State, error) {
	var state puzzle.State
	var err error
	apply := func(move string) {
		if err == nil {
			if state, err = p.Apply(state, puzzle.Move(move)); err != nil {
				err = &textError{Reason: err.Error()}
			}
		}
	}
	for _, x := range placed {
		if x.cell < len(p.values) {
			apply(fmt.Sprintf("%s=%c", p.layout.CellName(x.cell), x.symbol))
		}
	}
	for _, text := range deleted {
		if len(text) != 3 {
			return "", &textError{Reason: fmt.Sprintf("%.20q is no deleted candidate: expected digit, row and column, such as 829", text)}
		}
		apply(fmt.Sprintf("r%cc%c-%c", text[1], text[2], text[0]))
	}
	return state, err
}

func (rd *reader) hodokuBoard(fields []string, cells string) (*Puzzle, error) {
	if len(fields) >= 8 && strings.Contains(fields[7], "x") { // our addition for boards that are not plain
		params, regions, _ := strings.Cut(fields[7], ",")
		p, err := parseParams(params)
		if err != nil {
			return nil, err
		}
		return rd.assemble(p, cells, regions)
	}
	return rd.line(cells)
}

func (rd *reader) wiki(text string) (*Puzzle, error) {
	_, cells, ok := strings.Cut(text, "bd=")
	if !ok {
		return nil, &textError{Reason: "expected bd= in a sudokuwiki link"}
	}
	cells, query, _ := strings.Cut(cells, "&")
	if board, ok := strings.CutPrefix(query, "board="); ok {
		return rd.described(board, cells)
	}
	if len(cells) == 2*81 || len(cells) != 81 && strings.HasPrefix(cells, "S") {
		return nil, &textError{Reason: "the link holds a packed position; expected the 81 cells behind bd="}
	}
	return rd.line(cells)
}

func (rd *reader) puzzLink(text string) (*Puzzle, error) {
	_, rest, ok := strings.Cut(text, "sudoku/")
	if !ok {
		return nil, &textError{Reason: "expected ?sudoku/COLUMNS/ROWS/BOARD in a puzz.link link"}
	}
	parts := strings.SplitN(rest, "/", 4)
	if len(parts) < 3 {
		return nil, &textError{Reason: "expected ?sudoku/COLUMNS/ROWS/BOARD in a puzz.link link"}
	}
	cols, err1 := strconv.Atoi(parts[0])
	rows, err2 := strconv.Atoi(parts[1])
	if err1 != nil || err2 != nil || rows != cols || rows < minSize || rows > maxSize {
		return nil, &textError{Reason: fmt.Sprintf("a puzz.link board of %s by %s; expected a square of %d..%d", parts[0], parts[1], minSize, maxSize)}
	}
	values, err := packed.ReadHex(parts[2], rows*rows)
	if bad, ok := errors.AsType[*packed.HexError](err); ok {
		return nil, &textError{Column: bad.Column, Reason: bad.Reason}
	}
	if len(values) != rows*rows {
		return nil, &textError{Reason: fmt.Sprintf("%d cells in a puzz.link board of %d", len(values), rows*rows)}
	}
	p := layoutParams{size: rows}
	p.boxRows, p.boxCols = grid.BoxShape(rows)
	regions := ""
	if len(parts) == 4 && parts[3] != "" {
		params, reg, _ := strings.Cut(parts[3], ",")
		if p, err = parseParams(params); err != nil {
			return nil, err
		}
		regions = reg
	}
	q, err := rd.assemble(p, strings.Repeat(".", rows*rows), regions)
	if err != nil {
		return nil, err
	}
	if q.params.size != rows {
		return nil, &textError{Reason: "the board's size and its parameters differ"}
	}
	for cell, v := range values {
		if v > rows {
			return nil, &textError{Reason: fmt.Sprintf("%s holds %d, values are 1..%d", q.layout.CellName(cell), v, rows)}
		}
		q.values[cell] = uint8(max(v, 0)) // -1 is a blank
	}
	return q, nil
}
