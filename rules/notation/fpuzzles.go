package notation

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ReadFPuzzles reads the JSON of f-puzzles as a list of constraints. What is drawn and means nothing (colours, texts, lines) is left out; a
// constraint that has no name here is an error.
func ReadFPuzzles(data []byte) ([]Item, error) {
	var all map[string]json.RawMessage
	var f fpuzzle
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, &Error{Msg: "f-puzzles: " + err.Error()}
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, &Error{Msg: "f-puzzles: " + err.Error()}
	}
	if f.Size < 1 || f.Size > 16 || len(f.Grid) != f.Size {
		return nil, &Error{Msg: fmt.Sprintf("f-puzzles: size %d with %d rows", f.Size, len(f.Grid)), Expected: "a size from 1 to 16"}
	}
	r := &fReader{size: f.Size}
	if f.Size != 9 {
		r.put("Shape", fmt.Sprintf("%dx%d", f.Size, f.Size))
	}
	if err := r.grid(f.Grid); err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		value := string(all[key])
		if value == "null" || value == "false" || value == "[]" || value == `""` {
			continue
		}
		if flag, ok := fFlags[key]; ok {
			r.put(flag[0], flag[1:]...)
			continue
		}
		if key == "negative" {
			if err := r.negative(all[key]); err != nil {
				return nil, err
			}
			continue
		}
		if _, ok := fLists[key]; !ok {
			if slices.Contains(fIgnored, key) {
				continue
			}
			return nil, &Error{Msg: fmt.Sprintf("f-puzzles: the constraint %q is not known", clip(key)), Expected: "known are " + strings.Join(slices.Sorted(maps.Keys(fLists)), ", ")}
		}
		var list []fConstraint
		if err := json.Unmarshal(all[key], &list); err != nil {
			return nil, &Error{Msg: fmt.Sprintf("f-puzzles: %s: %v", key, err)}
		}
		for i := range list {
			if err := r.constraint(key, &list[i]); err != nil {
				return nil, err
			}
		}
	}
	return r.items, nil
}

type fpuzzle struct {
	Size int      `json:"size"`
	Grid [][]fBox `json:"grid"`
}

// fBox is a cell.
type fBox struct {
	Value  int   `json:"value"`
	Given  bool  `json:"given"`
	Region *int  `json:"region"`
	Marks  []int `json:"givenPencilMarks"`
}

// fConstraint is one of a list; which members it has depends on the list.
type fConstraint struct {
	Cell      string     `json:"cell"`
	Cells     []string   `json:"cells"`
	Clones    []string   `json:"cloneCells"`
	Lines     [][]string `json:"lines"`
	Value     any        `json:"value"`
	Values    []int      `json:"values"`
	Direction string     `json:"direction"`
}

// fFlags are the constraints of the whole board.
var fFlags = map[string][]string{
	"diagonal+": {"Diagonal", "1"}, "diagonal-": {"Diagonal", "-1"}, "antiknight": {"AntiKnight"}, "antiking": {"AntiKing"},
	"disjointgroups": {"DisjointSets"}, "nonconsecutive": {"AntiConsecutive"},
}

// fLists are the lists of constraints: what they are called here, and how their members become arguments.
var fLists = map[string][2]string{
	"killercage": {"Cage", "sum cells"}, "extraregion": {"AllDifferent", "cells"}, "thermometer": {"Thermo", "lines"}, "slowthermometer": {"SlowThermo", "lines"},
	"palindrome": {"Palindrome", "lines"}, "renban": {"Renban", "lines"}, "whispers": {"Whisper", "lines"}, "regionsumline": {"RegionSumLine", "lines"},
	"entropicline": {"Entropic", "lines"}, "nabner": {"Nabner", "lines"}, "doublearrow": {"DoubleArrow", "lines"}, "zipperline": {"Zipper", "lines"},
	"lockout": {"Lockout", "lines"}, "betweenline": {"Between", "lines"}, "modularline": {"Modular", "lines"}, "odd": {"Odd", "cell"}, "even": {"Even", "cell"},
	"minimum": {"Minimum", "cell"}, "maximum": {"Maximum", "cell"}, "rowindexer": {"Indexing", "R cells"}, "columnindexer": {"Indexing", "C cells"},
	"arrow": {"Arrow", "arrow"}, "clone": {"Clone", "clone"}, "littlekillersum": {"LittleKiller", "little"}, "sandwichsum": {"Sandwich", "outside"},
	"xsum": {"XSum", "outside"}, "skyscraper": {"Skyscraper", "outside"}, "numberedroom": {"NumberedRoom", "outside"}, "difference": {"Difference", "by"},
	"ratio": {"Ratio", "by"}, "xv": {"XV", "xv"}, "quadruple": {"Quad", "quad"},
}

// fIgnored are what says nothing about the rules.
var fIgnored = []string{"size", "grid", "title", "author", "ruleset", "solution", "successMessage", "highlightConflicts", "disableddigits", "truecandidatesoptions",
	"text", "line", "rectangle", "circle", "cage", "disabledlogic", "metadata", "fogofwar", "foglight"}

type fReader struct {
	size  int
	items []Item
}

func (r *fReader) put(name string, args ...string) {
	r.items = append(r.items, Item{Name: name, Args: args})
}

// grid reads regions and givens.
func (r *fReader) grid(rows [][]fBox) error {
	h, w := boxDims(r.size, r.size, r.size)
	layout, usual := "", true
	var givens []string
	for row := range rows {
		if len(rows[row]) != r.size {
			return &Error{Msg: fmt.Sprintf("f-puzzles: row %d has %d cells", row+1, len(rows[row]))}
		}
		for col, cell := range rows[row] {
			region := -1
			if h > 0 {
				region = row/h*(r.size/w) + col/w
			}
			if cell.Region != nil && *cell.Region != region {
				usual, region = false, *cell.Region
			}
			if region < -1 || region >= 35 {
				return &Error{Msg: fmt.Sprintf("f-puzzles: there is no region %d", region)}
			}
			layout += strconv.FormatInt(int64(region+1), 36)
			switch {
			case cell.Given:
				givens = append(givens, fmt.Sprintf("%s_%d", cellName(row, col), cell.Value))
			case len(cell.Marks) > 0:
				arg := cellName(row, col)
				for _, m := range cell.Marks {
					arg += "_" + strconv.Itoa(m)
				}
				givens = append(givens, arg)
			}
		}
	}
	if !usual {
		r.put("NoBoxes")
		r.put("Jigsaw", layout)
	}
	if len(givens) > 0 {
		r.put("", givens...)
	}
	return nil
}

// negative reads which signs are all given.
func (r *fReader) negative(data json.RawMessage) error {
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return &Error{Msg: "f-puzzles: negative: " + err.Error()}
	}
	for _, what := range list {
		switch what {
		case "xv":
			r.put("StrictXV")
		case "ratio", "difference":
			if !slices.ContainsFunc(r.items, func(it Item) bool { return it.Name == "StrictKropki" }) {
				if len(list) == 1 || !slices.Contains(list, "ratio") || !slices.Contains(list, "difference") {
					return &Error{Msg: fmt.Sprintf("f-puzzles: negative: only %s", what), Expected: "both ratio and difference"}
				}
				r.put("StrictKropki")
			}
		default:
			return &Error{Msg: fmt.Sprintf("f-puzzles: negative: %q is not known", clip(what)), Expected: "xv, ratio, difference"}
		}
	}
	return nil
}

var fCell = regexp.MustCompile(`^R(\d{1,2})C(\d{1,2})$`)

// cells writes the names of cells as they are written here: f-puzzles has rows and columns in decimal.
func (r *fReader) cells(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		m := fCell.FindStringSubmatch(name)
		if m == nil {
			return nil, &Error{Msg: fmt.Sprintf("f-puzzles: %q is no cell", clip(name))}
		}
		row, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		if row < 1 || col < 1 || row > r.size || col > r.size {
			return nil, &Error{Msg: fmt.Sprintf("f-puzzles: the cell %s is off the board", name)}
		}
		out = append(out, cellName(row-1, col-1))
	}
	return out, nil
}

// text gives the value of a constraint as a text: f-puzzles writes numbers as texts, or leaves them out.
func (c *fConstraint) text(other string) string {
	switch v := c.Value.(type) {
	case string:
		if v != "" {
			return v
		}
	case float64:
		return strconv.Itoa(int(v))
	}
	return other
}

func (r *fReader) constraint(key string, c *fConstraint) error {
	name, form := fLists[key][0], fLists[key][1]
	cells, err := r.cells(c.Cells)
	if err != nil {
		return err
	}
	switch form {
	case "cells":
		r.put(name, cells...)
	case "sum cells":
		r.put(name, append([]string{c.text("0")}, cells...)...)
	case "R cells", "C cells":
		r.put(name, append([]string{form[:1]}, cells...)...)
	case "cell":
		if cells, err = r.cells(append([]string{c.Cell}, c.Cells...)[:1]); err != nil {
			return err
		}
		r.put(name, cells...)
	case "by":
		other := map[string]string{"difference": "1", "ratio": "2"}[key]
		value := c.text(other)
		if value != other {
			r.put(name, append([]string{value}, cells...)...)
		} else {
			r.put(map[string]string{"difference": "WhiteDot", "ratio": "BlackDot"}[key], cells...)
		}
	case "xv":
		switch v := strings.ToUpper(c.text("")); v {
		case "X", "V":
			r.put(v, cells...)
		case "":
		default:
			return &Error{Msg: fmt.Sprintf("f-puzzles: xv: %q is neither X nor V", clip(v))}
		}
	case "quad":
		if len(cells) == 0 {
			return &Error{Msg: "f-puzzles: a quadruple without cells"}
		}
		args := []string{cells[0]}
		for _, v := range c.Values {
			args = append(args, strconv.Itoa(v))
		}
		r.put(name, args...)
	case "clone":
		clones, err := r.cells(c.Clones)
		if err != nil {
			return err
		}
		r.put(name, append(append(cells, "-"), clones...)...)
	case "lines":
		for _, line := range c.Lines {
			path, err := r.cells(line)
			if err != nil {
				return err
			}
			if v := c.text(""); v != "" && (name == "Whisper" || name == "Lockout" || name == "Modular") {
				path = append([]string{v}, path...)
			}
			r.put(name, path...)
		}
	case "arrow":
		for _, line := range c.Lines {
			if err := r.arrow(name, cells, line); err != nil {
				return err
			}
		}
	case "little":
		if len(cells) == 0 {
			return &Error{Msg: "f-puzzles: a little killer without cells"}
		}
		r.put("Sum", append([]string{c.text("0")}, cells...)...)
	case "outside":
		return r.outside(name, c)
	}
	return nil
}

// arrow reads one shaft of an arrow with a circle or a pill of cells.
func (r *fReader) arrow(name string, circle, line []string) error {
	path, err := r.cells(line)
	if err != nil {
		return err
	}
	if len(path) > 0 && slices.Contains(circle, path[0]) {
		path = path[1:]
	}
	args := append(slices.Clone(circle), path...)
	if len(circle) > 1 {
		name, args = "PillArrow", append([]string{strconv.Itoa(len(circle))}, args...)
	}
	r.put(name, args...)
	return nil
}

// outside reads a clue in a cell beside the board: R0C3 is above the third column.
func (r *fReader) outside(name string, c *fConstraint) error {
	m := fCell.FindStringSubmatch(c.Cell)
	if m == nil {
		return &Error{Msg: fmt.Sprintf("f-puzzles: %q is no cell beside the board", clip(c.Cell))}
	}
	value := c.text("")
	if value == "" {
		return nil
	}
	row, _ := strconv.Atoi(m[1])
	col, _ := strconv.Atoi(m[2])
	line, far := "", false
	switch {
	case (row == 0 || row == r.size+1) && col >= 1 && col <= r.size:
		line, far = "C"+strconv.FormatInt(int64(col), 17), row > 0
	case (col == 0 || col == r.size+1) && row >= 1 && row <= r.size:
		line, far = "R"+strconv.FormatInt(int64(row), 17), col > 0
	default:
		return &Error{Msg: fmt.Sprintf("f-puzzles: %s is not beside the board", c.Cell)}
	}
	switch {
	case name == "Sandwich":
		r.put(name, value, line)
	case far:
		r.put(name, line, "", value)
	default:
		r.put(name, line, value, "")
	}
	return nil
}
