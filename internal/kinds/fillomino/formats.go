package fillomino

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// formats are the text formats, the family's own first.
var formats = []puzzle.Format{
	{Name: "grid", Doc: "a line with rows and columns (and the rules max9, shown), then a line a row; - is blank", Extensions: []string{".txt"}},
	{Name: "puzzlink", Doc: "puzz.link address: https://puzz.link/p?fillomino/9/9/…", Lines: true},
	{Name: "pzprv3", Doc: "pzprv3 file", Extensions: []string{".pzprv3"}},
	{Name: "tatham", Doc: "id of Simon Tatham's Filling: 9x9:… (columns first, numbers of one digit)", Lines: true},
	{Name: "json", Doc: `JSON: {"rows": 2, "cols": 2, "cells": [[0, 1], [0, 3]]}; 0 is blank; "max" and "shown" are rules`, Lines: true},
	{Name: "id", Doc: "an id of ours: fillomino:9x9:…", Lines: true},
}

// Formats lists the formats.
func (Family) Formats() []puzzle.Format { return append([]puzzle.Format(nil), formats...) }

func formatNames() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return names
}

// Encode gives the puzzle in a format of the family. Formats of others have no place for the rules beside the usual ones.
func (p *board) Encode(format string) (string, error) {
	text, err := encode(p.params, p.board, format)
	if err != nil {
		return "", err
	}
	return text.(string), nil
}

func encode(p Params, b solver.Board, format string) (any, error) {
	if usual := (Params{Rows: p.Rows, Cols: p.Cols}); p != usual && (format == "puzzlink" || format == "pzprv3" || format == "tatham") {
		return "", fmt.Errorf("%w: %s has no place for the rules of %s", puzzle.ErrLossy, format, p)
	}
	switch format {
	case "", "grid":
		return gridText(p, b), nil
	case "puzzlink":
		return puzzlink(b), nil
	case "pzprv3":
		return pzprv3(b), nil
	case "tatham":
		return tatham(b)
	case "json":
		return jsonText(p, b), nil
	case "id":
		return "fillomino:" + p.String() + ":" + describe(b.Cells), nil
	default:
		return "", puzzle.Unknownf("format", format, formatNames())
	}
}

func gridText(p Params, b solver.Board) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%d %d", b.Rows, b.Cols)
	if p.Max > 0 {
		fmt.Fprintf(&t, " max%d", p.Max)
	}
	if p.Shown {
		t.WriteString(" shown")
	}
	for c, v := range b.Cells {
		if c%b.Cols == 0 {
			t.WriteByte('\n')
		} else {
			t.WriteByte(' ')
		}
		if v == 0 {
			t.WriteByte('-')
		} else {
			t.WriteString(strconv.Itoa(int(v)))
		}
	}
	return t.String()
}

// puzzlink writes the address that the puzz.link player opens.
func puzzlink(b solver.Board) string {
	return fmt.Sprintf("https://puzz.link/p?fillomino/%d/%d/", b.Cols, b.Rows) + packed.Hex(b.Cells)
}

func pzprv3(b solver.Board) string {
	var t strings.Builder
	fmt.Fprintf(&t, "pzprv3\nfillomino\n%d\n%d\n", b.Rows, b.Cols)
	for c, v := range b.Cells {
		if v == 0 {
			t.WriteString(". ")
		} else {
			fmt.Fprintf(&t, "%d ", v)
		}
		if c%b.Cols == b.Cols-1 {
			t.WriteByte('\n')
		}
	}
	// Answers: none yet.
	for range b.Rows {
		t.WriteString(strings.Repeat(". ", b.Cols) + "\n")
	}
	return strings.TrimSuffix(t.String(), "\n")
}

// tatham writes the cells as ids of ours do, without what divides numbers: they have one digit.
func tatham(b solver.Board) (string, error) {
	if c := slices.IndexFunc(b.Cells, func(v int16) bool { return v > 9 }); c >= 0 {
		return "", fmt.Errorf("%w: tatham has numbers up to 9, and %s holds %d", puzzle.ErrLossy, b.Name(c), b.Cells[c])
	}
	return fmt.Sprintf("%dx%d:", b.Cols, b.Rows) + strings.ReplaceAll(describe(b.Cells), "_", ""), nil
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func jsonText(p Params, b solver.Board) string {
	rows := make([]any, b.Rows)
	for r := range rows {
		row := make([]any, b.Cols)
		for c := range row {
			row[c] = int(b.Cells[r*b.Cols+c])
		}
		rows[r] = row
	}
	obj := record.Object{{Key: "rows", Value: b.Rows}, {Key: "cols", Value: b.Cols}}
	if p.Max > 0 {
		obj.Set("max", p.Max)
	}
	if p.Shown {
		obj.Set("shown", true)
	}
	obj.Set("cells", rows)
	text, err := record.AppendJSON(nil, obj)
	if err != nil {
		panic(err) // numbers always have a JSON form
	}
	return string(text)
}
