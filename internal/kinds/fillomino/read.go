package fillomino

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

func readPuzzlink(text string) (solver.Board, error) {
	i := strings.Index(text, "fillomino/")
	if i < 0 {
		return solver.Board{}, errors.New("no fillomino/ in the address")
	}
	parts := strings.SplitN(text[i:], "/", 4)
	if len(parts) < 4 {
		return solver.Board{}, errors.New("expected fillomino/columns/rows/cells")
	}
	cols, err1 := strconv.Atoi(parts[1])
	rows, err2 := strconv.Atoi(parts[2])
	if err1 != nil || err2 != nil {
		return solver.Board{}, fmt.Errorf("expected columns and rows, found %.20q and %.20q", parts[1], parts[2])
	}
	if err := checkSides(rows, cols); err != nil {
		return solver.Board{}, err
	}
	b := solver.NewBoard(rows, cols)
	values, err := packed.ReadHex(strings.TrimRight(parts[3], "/ \t\r"), len(b.Cells))
	for at, v := range values { // cells that the address leaves out are blank
		if v == 0 || v > solver.MaxValue {
			return b, fmt.Errorf("cell %d: expected a number from 1 to %d, found %d", at+1, solver.MaxValue, v)
		}
		b.Cells[at] = int16(max(v, 0))
	}
	return b, err
}

func readTatham(text string) (solver.Board, error) {
	size, body, ok := strings.Cut(text, ":")
	w, h, ok2 := strings.Cut(size, "x")
	cols, err1 := strconv.Atoi(w)
	rows, err2 := strconv.Atoi(h)
	if !ok || !ok2 || err1 != nil || err2 != nil {
		return solver.Board{}, errors.New("expected columns x rows : cells")
	}
	if err := checkSides(rows, cols); err != nil {
		return solver.Board{}, err
	}
	// In this format every digit is a number.
	var t strings.Builder
	for i := range len(body) {
		if i > 0 && isDigit(body[i]) && isDigit(body[i-1]) {
			t.WriteByte('_')
		}
		t.WriteByte(body[i])
	}
	return parseDesc(rows, cols, t.String())
}

func readJSON(text string) (solver.Board, *Params, error) {
	v, err := record.ParseJSON([]byte(text))
	if err != nil {
		return solver.Board{}, nil, err
	}
	obj, _ := v.(record.Object)
	b, err := jsonCells(obj)
	if err != nil {
		return b, nil, err
	}
	p := Params{Rows: b.Rows, Cols: b.Cols}
	if m, ok := obj.Get("max"); ok {
		if p.Max, err = strconv.Atoi(fmt.Sprint(m)); err != nil || p.Max < 1 || p.Max > solver.MaxValue {
			return b, nil, fmt.Errorf("max: expected a number from 1 to %d, found %.20v", solver.MaxValue, m)
		}
	}
	if s, ok := obj.Get("shown"); ok {
		if p.Shown, ok = s.(bool); !ok {
			return b, nil, fmt.Errorf("shown: expected true or false, found %.20v", s)
		}
	}
	return b, &p, nil
}

func jsonCells(obj record.Object) (solver.Board, error) {
	list, _ := obj.Get("cells")
	rows, ok := list.([]any)
	if !ok || len(rows) == 0 {
		return solver.Board{}, errors.New(`expected "cells" with a list for each row`)
	}
	first, _ := rows[0].([]any)
	if err := checkSides(len(rows), len(first)); err != nil {
		return solver.Board{}, err
	}
	b := solver.NewBoard(len(rows), len(first))
	for r, e := range rows {
		row, ok := e.([]any)
		if !ok || len(row) != b.Cols {
			return b, fmt.Errorf("row %d: expected a list of %d numbers", r+1, b.Cols)
		}
		for c, e := range row {
			n, err := strconv.Atoi(fmt.Sprint(e))
			if err != nil || n < 0 || n > solver.MaxValue {
				return b, fmt.Errorf("row %d, column %d: expected a number from 0 to %d, found %.20v", r+1, c+1, solver.MaxValue, e)
			}
			b.Cells[r*b.Cols+c] = int16(n)
		}
	}
	return b, nil
}

// Read reads the puzzles of a stream. Formats of lines may follow each other in any order; grids and pzprv3 files may stand
// behind each other, with blank lines between them or not.
func (f Family) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	return func(yield func(puzzle.Entry) bool) {
		rd := &reader{name: name, lines: record.NewLineReader(r, 1<<20), format: format}
		for ctx.Err() == nil {
			e, more := rd.next()
			if !more || !yield(e) {
				return
			}
		}
	}
}

// reader reads one puzzle after the other.
type reader struct {
	name   string
	lines  *record.LineReader
	format string

	held   string // a line that was read ahead
	number int
	ended  bool
}

// line gives the next line that is not blank.
func (rd *reader) line() (string, error) {
	if rd.held != "" {
		t := rd.held
		rd.held = ""
		return t, nil
	}
	if rd.ended {
		return "", io.EOF
	}
	text, number, err := rd.lines.Next()
	rd.number = number
	if err != nil && !errors.Is(err, record.ErrLineTooLong) {
		rd.ended = true
	}
	return strings.TrimSpace(string(text)), err
}

// next reads the next puzzle; more is false at the end.
func (rd *reader) next() (e puzzle.Entry, more bool) {
	text, err := rd.line()
	if errors.Is(err, io.EOF) {
		return e, false
	}
	e.Line = rd.number
	if err == nil {
		var b solver.Board
		var params *Params
		b, params, e.Format, err = rd.read(text)
		if err == nil {
			p := Params{Rows: b.Rows, Cols: b.Cols}
			if params != nil {
				p = *params
			}
			var inst *board
			if inst, err = newPuzzle(p, b); err == nil {
				e.Instance = inst
			}
		}
	}
	if err != nil {
		e.Err = fmt.Errorf("%s:%d: %w", rd.name, e.Line, err)
	}
	return e, true
}

// read recognises the format by the first line and reads the puzzle that starts with it.
func (rd *reader) read(first string) (b solver.Board, params *Params, format string, err error) {
	switch {
	case rd.format != "":
		format = rd.format
	case strings.HasPrefix(first, "fillomino:"):
		format = "id"
	case strings.Contains(first, "fillomino/"):
		format = "puzzlink"
	case strings.HasPrefix(first, "pzprv3"):
		format = "pzprv3"
	case strings.HasPrefix(first, "{"):
		format = "json"
	case strings.Contains(first, ":"):
		format = "tatham"
	default:
		format = "grid"
	}
	switch format {
	case "id":
		_, rest, _ := strings.Cut(first, ":")
		size, desc, ok := strings.Cut(rest, ":")
		if !ok {
			return b, nil, format, errors.New("expected fillomino:size:cells")
		}
		p, err := Family{}.ParseParams(size)
		if err != nil {
			return b, nil, format, err
		}
		fp := p.(Params)
		b, err = parseDesc(fp.Rows, fp.Cols, desc)
		return b, &fp, format, err
	case "puzzlink":
		b, err = readPuzzlink(first)
	case "tatham":
		b, err = readTatham(first)
	case "json":
		b, params, err = readJSON(first)
		return b, params, format, err
	case "pzprv3":
		b, err = rd.pzprv3()
	case "grid":
		b, params, err = rd.grid(first)
		return b, params, format, err
	default:
		err = puzzle.Unknownf("format", format, formatNames())
	}
	return b, nil, format, err
}

// grid reads the rows behind a line of rows and columns.
func (rd *reader) grid(first string) (solver.Board, *Params, error) {
	f := strings.Fields(first)
	if len(f) < 2 {
		return solver.Board{}, nil, fmt.Errorf("expected a line with the numbers of rows and columns, found %.40q", first)
	}
	if _, err := strconv.Atoi(f[0]); err != nil {
		return solver.Board{}, nil, fmt.Errorf("expected a line with the numbers of rows and columns, found %.40q", first)
	}
	pp, err := Family{}.ParseParams(f[0] + "x" + strings.Join(f[1:], "-"))
	if err != nil {
		return solver.Board{}, nil, err
	}
	p := pp.(Params)
	b, err := rd.rows(p.Rows, p.Cols)
	return b, &p, err
}

// rows reads the rows of a board.
func (rd *reader) rows(rows, cols int) (solver.Board, error) {
	b := solver.NewBoard(rows, cols)
	for r := range rows {
		line, err := rd.line()
		if errors.Is(err, io.EOF) {
			return b, fmt.Errorf("expected %d rows, found %d", rows, r)
		}
		if err != nil {
			return b, err
		}
		if err := row(b, r, strings.Fields(line)); err != nil {
			return b, fmt.Errorf("line %d: %w", rd.number, err)
		}
	}
	return b, nil
}

// row reads the cells of a row.
func row(b solver.Board, r int, words []string) error {
	if len(words) != b.Cols {
		return fmt.Errorf("row %d: expected %d cells, found %d", r+1, b.Cols, len(words))
	}
	for c, w := range words {
		if w == "-" || w == "." {
			continue
		}
		v, err := strconv.Atoi(w)
		if err != nil || v < 1 || v > solver.MaxValue {
			return fmt.Errorf("row %d, column %d: expected a number from 1 to %d, or -, found %.20q", r+1, c+1, solver.MaxValue, w)
		}
		b.Cells[r*b.Cols+c] = int16(v)
	}
	return nil
}

// pzprv3 reads the lines behind the first of a pzprv3 file. What a player has filled in is not read.
func (rd *reader) pzprv3() (solver.Board, error) {
	var head [3]string
	for i := range head {
		line, err := rd.line()
		if err != nil {
			return solver.Board{}, fmt.Errorf("expected the line fillomino, the rows and the columns: %w", err)
		}
		head[i] = line
	}
	if head[0] != "fillomino" {
		return solver.Board{}, fmt.Errorf("expected a fillomino, found a %.40q", head[0])
	}
	rows, err1 := strconv.Atoi(head[1])
	cols, err2 := strconv.Atoi(head[2])
	if err1 != nil || err2 != nil {
		return solver.Board{}, fmt.Errorf("expected the numbers of rows and columns, found %.20q and %.20q", head[1], head[2])
	}
	if err := checkSides(rows, cols); err != nil {
		return solver.Board{}, err
	}
	b, err := rd.rows(rows, cols)
	if err != nil {
		return b, err
	}
	for range b.Rows {
		line, err := rd.line()
		if errors.Is(err, io.EOF) {
			break // a file without answers
		}
		if err != nil {
			return b, err
		}
		if !isAnswerRow(line, b.Cols) {
			rd.held = line
			break
		}
	}
	return b, nil
}

// isAnswerRow reports whether a line is a row of a player's answers.
func isAnswerRow(line string, cols int) bool {
	words := strings.Fields(line)
	if len(words) != cols {
		return false
	}
	for _, w := range words {
		if w != "." && strings.Trim(w, "0123456789-") != "" {
			return false
		}
	}
	return true
}
