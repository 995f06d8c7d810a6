package sudoku

import (
	"encoding/json"
	"fmt"
)

// SudokuPad's own JSON says how a puzzle looks: givens, regions, and cages with sums have a meaning, and are read as f-puzzles states them.
// Lines, arrows and signs are drawn there, and what they mean stands in sentences: a puzzle that has any is refused, as without them it would
// be another.

type scl struct {
	Cells   [][]sclCell `json:"cells"`
	Regions [][][2]int  `json:"regions"`
	Cages   []struct {
		Cells [][2]int `json:"cells"`
		Value any      `json:"value"`
		Type  string   `json:"type"`
	} `json:"cages"`
	Lines     []json.RawMessage `json:"lines"`
	Arrows    []json.RawMessage `json:"arrows"`
	Underlays []json.RawMessage `json:"underlays"`
	Overlays  []json.RawMessage `json:"overlays"`
}

type sclCell struct {
	Value any `json:"value"`
}

// looksSCL reports whether a JSON text is one of SudokuPad's own.
func looksSCL(text string) bool {
	var keys struct{ Cells, Grid json.RawMessage }
	return json.Unmarshal([]byte(text), &keys) == nil && keys.Cells != nil && keys.Grid == nil
}

// fromSCL says a puzzle of SudokuPad as f-puzzles does.
func fromSCL(text string) (string, error) {
	var in scl
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return "", fmt.Errorf("SudokuPad: %w", err)
	}
	for i, list := range [][]json.RawMessage{in.Lines, in.Arrows, in.Underlays, in.Overlays} {
		if len(list) > 0 {
			name := []string{"lines", "arrows", "underlays", "overlays"}[i]
			return "", &textError{Reason: fmt.Sprintf("SudokuPad: the puzzle has %s, whose meaning its JSON does not say: expected givens, regions and cages alone", name)}
		}
	}
	size := len(in.Cells)
	grid := make([][]fcell, size)
	for r, row := range in.Cells {
		if len(row) != size {
			return "", &textError{Reason: fmt.Sprintf("SudokuPad: row %d has %d cells, expected %d", r+1, len(row), size)}
		}
		grid[r] = make([]fcell, size)
		for c, cell := range row {
			var n int
			switch v := cell.Value.(type) {
			case float64:
				n = int(v)
			case string:
				if _, err := fmt.Sscanf(v, "%d", &n); v != "" && err != nil {
					return "", &textError{Reason: fmt.Sprintf("SudokuPad: r%dc%d is %.10q, expected a number", r+1, c+1, v)}
				}
			}
			grid[r][c].Value, grid[r][c].Given = n, n != 0
		}
	}
	inside := func(cells [][2]int) error {
		for _, at := range cells {
			if at[0] < 0 || at[1] < 0 || at[0] >= size || at[1] >= size {
				return &textError{Reason: fmt.Sprintf("SudokuPad: row %d, column %d is off the board", at[0], at[1])}
			}
		}
		return nil
	}
	for i, region := range in.Regions {
		if err := inside(region); err != nil {
			return "", err
		}
		for _, at := range region {
			grid[at[0]][at[1]].Region = &i
		}
	}
	type killer struct {
		Cells []string `json:"cells"`
		Value string   `json:"value,omitempty"`
	}
	out := struct {
		fpuzzle
		Killers []killer `json:"killercage,omitempty"`
	}{fpuzzle: fpuzzle{Size: size, Grid: grid}}
	for _, cage := range in.Cages {
		if len(cage.Cells) == 0 || cage.Type == "rowcol" { // what is said of the puzzle stands in cages without cells
			continue
		}
		if err := inside(cage.Cells); err != nil {
			return "", err
		}
		k := killer{}
		if cage.Value != nil {
			k.Value = fmt.Sprint(cage.Value)
		}
		for _, at := range cage.Cells {
			k.Cells = append(k.Cells, fmt.Sprintf("R%dC%d", at[0]+1, at[1]+1))
		}
		out.Killers = append(out.Killers, k)
	}
	data, err := json.Marshal(out)
	return string(data), err
}
