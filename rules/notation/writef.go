package notation

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// FPuzzles writes a puzzle as the JSON of f-puzzles. A constraint that f-puzzles has no name for is an error that names it: no rule is left out.
func (p *Puzzle) FPuzzles() ([]byte, error) {
	if p.Rows != p.Cols || p.Low != 1 || p.High != p.Rows {
		return nil, &Error{Msg: fmt.Sprintf("f-puzzles has no boards of %dx%d with digits from %d to %d", p.Rows, p.Cols, p.Low, p.High)}
	}
	w := &fWriter{size: p.Rows, out: map[string]any{"size": p.Rows}, lists: map[string][]map[string]any{}}
	for range p.Rows {
		row := make([]map[string]any, p.Cols)
		for c := range row {
			row[c] = map[string]any{}
		}
		w.grid = append(w.grid, row)
	}
	jigsaw := slices.ContainsFunc(p.Items, func(it Item) bool { return it.Name == "Jigsaw" })
	for i := range p.Items {
		it := &p.Items[i]
		if it.Name == "NoBoxes" && jigsaw {
			continue
		}
		if err := w.item(it); err != nil {
			return nil, err
		}
	}
	for key, list := range w.lists {
		w.out[key] = list
	}
	if len(w.negative) > 0 {
		w.out["negative"] = w.negative
	}
	w.out["grid"] = w.grid
	return json.Marshal(w.out)
}

type fWriter struct {
	size     int
	grid     [][]map[string]any
	out      map[string]any
	lists    map[string][]map[string]any
	negative []string
}

func (w *fWriter) put(key string, c map[string]any) { w.lists[key] = append(w.lists[key], c) }

// fName writes the name of a cell, from 0: those beside the board are before the first and behind the last.
func fName(row, col int) string { return fmt.Sprintf("R%dC%d", row+1, col+1) }

func (w *fWriter) cells(it *Item, args []string) ([]string, error) {
	out := []string{}
	for _, a := range args {
		row, col, ok := readCell(a)
		if !ok || row >= w.size || col >= w.size {
			return nil, it.fail("f-puzzles has no cell %q", clip(a))
		}
		out = append(out, fName(row, col))
	}
	return out, nil
}

// fKeys gives the list of f-puzzles for a name of ours, and how its members are written.
func fKeys(name, first string) (key, form string) {
	for k, v := range fLists {
		if v[0] == name && !(name == "Indexing" && v[1][:1] != first) {
			return k, v[1]
		}
	}
	return "", ""
}

func (w *fWriter) item(it *Item) error {
	for key, flag := range fFlags {
		if flag[0] == it.Name && slices.Equal(flag[1:], it.Args) {
			w.out[key] = true
			return nil
		}
	}
	switch args := it.Args; it.Name {
	case "Shape", "Priority":
		return nil
	case "":
		return w.givens(it)
	case "Jigsaw":
		return w.regions(it)
	case "StrictXV":
		w.negative = append(w.negative, "xv")
		return nil
	case "StrictKropki":
		w.negative = append(w.negative, "ratio", "difference")
		return nil
	case "X", "V":
		return w.pairs(it, "xv", it.Name, args)
	case "WhiteDot":
		return w.pairs(it, "difference", "", args)
	case "BlackDot":
		return w.pairs(it, "ratio", "", args)
	case "PillArrow":
		n, err := it.number(0)
		if err != nil || n < 1 || len(args) < n+1 {
			return it.fail("expected how many cells the pill has, and its cells")
		}
		return w.arrow(it, args[1:n+1], args[n+1:])
	}
	return w.listed(it)
}

// listed writes a constraint of one of the lists.
func (w *fWriter) listed(it *Item) error {
	args, first := it.Args, ""
	if len(args) > 0 {
		first = args[0]
	}
	key, form := fKeys(it.Name, first)
	value := ""
	if form == "sum cells" || (form == "lines" || form == "by") && isNumber(first) {
		value, args = first, args[min(1, len(args)):]
	}
	if value == "0" {
		value = ""
	}
	with := func(c map[string]any) map[string]any {
		if value != "" {
			c["value"] = value
		}
		return c
	}
	switch form {
	case "by":
		return w.pairs(it, key, value, args)
	case "outside":
		return w.outside(it, key)
	case "little":
		return w.little(it, key)
	case "arrow":
		if len(args) > 0 {
			return w.arrow(it, args[:1], args[1:])
		}
		return it.fail("there are no cells")
	case "quad":
		return w.quad(it, key)
	case "clone":
		return w.clones(it, key)
	case "R cells", "C cells":
		args = args[min(1, len(args)):]
	case "":
		e := it.fail("f-puzzles has no constraint %s", clip(it.Name))
		e.Expected = "the formats iss and id have all"
		return e
	}
	cells, err := w.cells(it, args)
	if err != nil {
		return err
	}
	switch form {
	case "lines":
		w.put(key, with(map[string]any{"lines": [][]string{cells}}))
	case "cell":
		for _, c := range cells {
			w.put(key, map[string]any{"cell": c})
		}
	default:
		w.put(key, with(map[string]any{"cells": cells}))
	}
	return nil
}

// quad writes the values round a corner.
func (w *fWriter) quad(it *Item, key string) error {
	if len(it.Args) == 0 {
		return it.fail("there are no cells")
	}
	row, col, ok := readCell(it.Args[0])
	if !ok || row+1 >= w.size || col+1 >= w.size {
		return it.fail("there are no four cells at %s", clip(it.Args[0]))
	}
	values := []int{}
	for _, a := range it.Args[1:] {
		if n, err := strconv.Atoi(a); err == nil {
			values = append(values, n)
		}
	}
	w.put(key, map[string]any{"cells": []string{fName(row, col), fName(row, col+1), fName(row+1, col), fName(row+1, col+1)}, "values": values})
	return nil
}

// clones writes groups of cells that have the same digits as the first.
func (w *fWriter) clones(it *Item, key string) error {
	var groups [][]string
	for group := range strings.SplitSeq(strings.Join(it.Args, "~"), "~-~") {
		cells, err := w.cells(it, strings.Split(group, "~"))
		if err != nil {
			return err
		}
		groups = append(groups, cells)
	}
	for _, g := range groups[1:] {
		w.put(key, map[string]any{"cells": groups[0], "cloneCells": g})
	}
	return nil
}

func (w *fWriter) givens(it *Item) error {
	for _, a := range it.Args {
		parts := strings.Split(a, "_")
		row, col, ok := readCell(parts[0])
		if !ok || row >= w.size || col >= w.size {
			return it.fail("f-puzzles has no cell %q", clip(parts[0]))
		}
		values := []int{}
		for _, s := range parts[1:] {
			n, err := strconv.Atoi(s)
			if err != nil {
				return it.fail("%q is no digit", clip(s))
			}
			values = append(values, n)
		}
		cell := w.grid[row][col]
		if len(values) == 1 {
			cell["value"], cell["given"] = values[0], true
		} else {
			cell["givenPencilMarks"] = values
		}
	}
	return nil
}

// regions writes a layout: f-puzzles counts regions from 0, in the order of their first cells.
func (w *fWriter) regions(it *Item) error {
	layout := ""
	if len(it.Args) > 0 {
		layout = it.Args[len(it.Args)-1]
	}
	if len(layout) != w.size*w.size {
		return it.fail("a layout of %d cells for a board of %d", len(layout), w.size*w.size)
	}
	var seen []byte
	for i := range len(layout) {
		if !slices.Contains(seen, layout[i]) {
			seen = append(seen, layout[i])
		}
		w.grid[i/w.size][i%w.size]["region"] = slices.Index(seen, layout[i])
	}
	return nil
}

// pairs writes a sign between neighbours, for each two that touch among the cells.
func (w *fWriter) pairs(it *Item, key, value string, args []string) error {
	for i, a := range args {
		row, col, ok := readCell(a)
		if !ok || row >= w.size || col >= w.size {
			return it.fail("f-puzzles has no cell %q", clip(a))
		}
		for _, b := range args[i+1:] {
			r, c, _ := readCell(b)
			if (r-row)*(r-row)+(c-col)*(c-col) != 1 {
				continue
			}
			sign := map[string]any{"cells": []string{fName(row, col), fName(r, c)}}
			if value != "" {
				sign["value"] = value
			}
			w.put(key, sign)
		}
	}
	return nil
}

func (w *fWriter) arrow(it *Item, circle, shaft []string) error {
	head, err := w.cells(it, circle)
	if err != nil {
		return err
	}
	line, err := w.cells(it, shaft)
	if err != nil {
		return err
	}
	w.put("arrow", map[string]any{"cells": head, "lines": [][]string{append([]string{head[len(head)-1]}, line...)}})
	return nil
}

// outside writes clues beside the board.
func (w *fWriter) outside(it *Item, key string) error {
	clues := map[int]string{} // by side: 0 above or left, 1 below or right
	line := ""
	if it.Name == "Sandwich" {
		if len(it.Args) == 2 {
			clues[0], line = it.Args[0], it.Args[1]
		}
	} else if len(it.Args) > 1 {
		line = it.Args[0]
		for side, text := range it.Args[1:] {
			if text != "" {
				clues[side] = text
			}
		}
	}
	if len(line) < 2 {
		return it.fail("expected a row or a column, and a clue")
	}
	n, ok := readIndex(strings.ToLower(line[1:]))
	if !ok || n >= w.size {
		return it.fail("%q is no row or column", clip(line))
	}
	for side := range 2 {
		if clues[side] == "" {
			continue
		}
		beside := side*(w.size+1) - 1
		cell := fName(n, beside)
		if line[0] == 'C' || line[0] == 'c' {
			cell = fName(beside, n)
		}
		w.put(key, map[string]any{"cell": cell, "value": clues[side]})
	}
	return nil
}

// little writes a clue to a diagonal, in the cell from which it is seen.
func (w *fWriter) little(it *Item, key string) error {
	if len(it.Args) != 2 {
		return it.fail("expected a sum and a cell")
	}
	row, col, ok := readCell(it.Args[1])
	if !ok || row >= w.size || col >= w.size {
		return it.fail("%q is no cell", clip(it.Args[1]))
	}
	r := &argReader{c: &composer{rows: w.size, cols: w.size}}
	down, right := r.direction(row, col)
	way := map[int]string{1: "D", -1: "U"}[down] + map[int]string{1: "R", -1: "L"}[right]
	c := map[string]any{"cell": fName(row-down, col-right), "direction": way, "value": it.Args[0]}
	var cells []string
	for ; row >= 0 && col >= 0 && row < w.size && col < w.size; row, col = row+down, col+right {
		cells = append(cells, fName(row, col))
	}
	c["cells"] = cells
	w.put(key, c)
	return nil
}
