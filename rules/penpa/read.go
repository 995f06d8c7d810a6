package penpa

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/packed"
)

// Read reads an address.
func Read(address string) (*Drawing, error) {
	if len(address) > maxText {
		return nil, fmt.Errorf("penpa: an address of %d bytes, expected at most %d", len(address), maxText)
	}
	texts := map[string]string{}
	_, parameters, _ := strings.Cut(strings.TrimSpace(address), "m=")
	for _, part := range strings.Split("m="+parameters, "&") {
		name, value, _ := strings.Cut(part, "=")
		if name != "p" && name != "a" {
			continue
		}
		value = strings.TrimRight(strings.NewReplacer("+", "-", "/", "_", "%2B", "-", "%2F", "_", "%3D", "").Replace(value), "=")
		data, err := packed.Unpack(value, maxText)
		if err != nil {
			return nil, fmt.Errorf("penpa: the part %s=: %w", name, err)
		}
		texts[name] = string(data)
	}
	if texts["p"] == "" {
		return nil, errors.New("penpa: the address holds no puzzle, expected p= and its letters")
	}
	return read(texts["p"], texts["a"])
}

// read reads the texts of an address: of the puzzle and, where it has one, of the answer.
func read(puzzle, answer string) (*Drawing, error) {
	lines := strings.Split(lengthen(puzzle), "\n")
	if len(lines) < 6 {
		return nil, fmt.Errorf("penpa: %d lines, expected at least six", len(lines))
	}
	head := strings.Split(lines[0], ",")
	if !slices.Contains([]string{"square", "sudoku", "kakuro"}, head[0]) {
		return nil, fmt.Errorf("penpa: a grid of the sort %.20q, expected square, sudoku or kakuro", head[0])
	}
	if len(head) < 4 {
		return nil, errors.New("penpa: the first line breaks off")
	}
	d := &Drawing{Marks: NewMarks(), Small: map[At]string{}, Gone: map[At]bool{}}
	f := frame{}
	var err, err2 error
	f.nx, err = strconv.Atoi(head[1])
	f.ny, err2 = strconv.Atoi(head[2])
	if err != nil || err2 != nil || f.nx < 1 || f.ny < 1 || f.nx > maxSide || f.ny > maxSide {
		return nil, fmt.Errorf("penpa: a board of %.10q by %.10q cells", head[1], head[2])
	}
	for _, x := range head {
		if title, ok := strings.CutPrefix(x, "Title: "); ok {
			d.Title = strings.ReplaceAll(title, "%2C", ",")
		}
	}
	cells, err := f.cells(lines[5])
	if err != nil {
		return nil, err
	}
	d.bounds(&f, cells)
	var q layer
	if err := json.Unmarshal([]byte(lines[3]), &q); err != nil {
		return nil, fmt.Errorf("penpa: what is printed: %w", err)
	}
	d.printed(f, &q)
	if len(lines) > 17 && lines[17] != "" {
		if err := json.Unmarshal([]byte(lines[17]), &d.Tags); err != nil {
			d.Tags = nil // tags are for people; another form of them says nothing of the board
		}
	}
	if answer != "" {
		if d.Answer, err = readAnswer(f, answer); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// cells gives the cells that there are: the list holds the first, and how far each is from the one before.
func (f frame) cells(text string) ([]At, error) {
	var steps []int
	if err := json.Unmarshal([]byte(text), &steps); err != nil || len(steps) == 0 {
		return nil, errors.New("penpa: the sixth line is no list of cells")
	}
	var out []At
	n := 0
	for _, s := range steps {
		if n += s; n < 0 || n >= f.size() {
			return nil, errors.New("penpa: a cell that is off the board")
		}
		p, _ := f.at(n)
		out = append(out, p)
	}
	return out, nil
}

// bounds takes as the board what the cells span, and the rest of the frame as its margins.
func (d *Drawing) bounds(f *frame, cells []At) {
	low, high := cells[0], cells[0]
	for _, p := range cells {
		low, high = At{min(low.Y, p.Y), min(low.X, p.X)}, At{max(high.Y, p.Y), max(high.X, p.X)}
	}
	d.Rows, d.Cols = (high.Y-low.Y)/2+1, (high.X-low.X)/2+1
	f.above, f.left = (low.Y-1)/2, (low.X-1)/2
	d.Margin = [4]int{f.above, f.ny - d.Rows - f.above, f.left, f.nx - d.Cols - f.left}
	there := map[At]bool{}
	for _, p := range cells {
		there[At{p.Y - 2*f.above, p.X - 2*f.left}] = true
	}
	for r := range d.Rows {
		for c := range d.Cols {
			if p := (At{2*r + 1, 2*c + 1}); !there[p] {
				d.Gone[p] = true
			}
		}
	}
}

// point reads the number of a point. Some have an E behind them: they are drawn over lines.
func (f frame) point(text string) (At, bool) {
	n, err := strconv.Atoi(strings.TrimSuffix(text, "E"))
	if err != nil {
		return At{}, false
	}
	return f.at(n)
}

func (f frame) points(text string) (k [2]At, ok bool) {
	a, b, found := strings.Cut(text, ",")
	if !found {
		return k, false
	}
	var ok2 bool
	k[0], ok = f.point(a)
	k[1], ok2 = f.point(b)
	return sorted(k), ok && ok2
}

// sorted puts the upper or left end first.
func sorted(k [2]At) [2]At {
	if k[1].Y < k[0].Y || k[1].Y == k[0].Y && k[1].X < k[0].X {
		k[0], k[1] = k[1], k[0]
	}
	return k
}

// Pair gives the key of a line.
func Pair(a, b At) [2]At { return sorted([2]At{a, b}) }

// printed takes what has a meaning to puzzles: what has none, or is drawn where there is no point, is left out.
func (d *Drawing) printed(f frame, q *layer) {
	for k, v := range q.Surface {
		var n int
		if p, ok := f.point(k); ok && json.Unmarshal(v, &n) == nil {
			d.Fills[p] = n
		}
	}
	for k, v := range q.Number {
		if p, ok := f.point(k); ok && len(v) > 0 {
			text, _ := v[0].(string)
			if n := len(text) - 2; n >= 0 && len(v) > 2 && v[2] == "2" && slices.Contains(arrowEnds, text[n:]) {
				d.Ways[p] = slices.Index(arrowEnds, text[n:]) + 1
				text = text[:n]
			}
			if text = strings.TrimSpace(text); text != "" {
				d.Texts[p] = text
			}
		}
	}
	for k, v := range q.NumberS {
		n, err := strconv.Atoi(k)
		if err != nil || len(v) == 0 {
			continue
		}
		if p, ok := f.at((n - 4*f.size()) / 4); ok && n >= 4*f.size() && n < 8*f.size() {
			if text, ok := v[0].(string); ok && strings.TrimSpace(text) != "" {
				d.Small[p] = strings.TrimSpace(text)
			}
		}
	}
	for k, v := range q.Symbol {
		p, ok := f.point(k)
		if !ok || len(v) < 2 {
			continue
		}
		n, isNumber := v[0].(float64)
		if name, ok := v[1].(string); ok && isNumber && strings.HasPrefix(name, "arrow_") && n >= 1 && n <= 8 {
			d.Ways[p] = int(n)
		} else if ok && isNumber {
			d.Signs[p] = Sign{name, int(n)}
		}
	}
	for k := range q.Line {
		if pair, ok := f.points(k); ok {
			d.Lines[pair] = 1
		}
	}
	for _, from := range []map[string]any{q.LineE, q.Wall} {
		for k := range from {
			if pair, ok := f.points(k); ok {
				d.Edges[pair] = 1
			}
		}
	}
	lists := func(from [][]int) (out [][]At) {
		for _, list := range from {
			var cells []At
			for _, n := range list {
				if p, ok := f.at(n); ok && n < f.size() {
					cells = append(cells, p)
				}
			}
			if len(cells) > 0 {
				out = append(out, cells)
			}
		}
		return out
	}
	d.Cages, d.Tubes = lists(q.Cages), lists(q.Thermo)
}

// readAnswer reads what answers are compared with. Where the page takes any of several answers, or the very colours, the lists have another
// form, and are left alone.
func readAnswer(f frame, text string) (*Marks, error) {
	var lists []json.RawMessage
	if err := json.Unmarshal([]byte(text), &lists); err != nil {
		return nil, fmt.Errorf("penpa: the answer: %w", err)
	}
	if len(lists) != 6 {
		return nil, nil
	}
	m := NewMarks()
	for i, raw := range lists {
		var list []string
		if json.Unmarshal(raw, &list) != nil {
			return nil, nil
		}
		for _, entry := range list {
			if !m.entry(f, i, entry) {
				return nil, fmt.Errorf("penpa: the answer has %.30q", entry)
			}
		}
	}
	return &m, nil
}

// entry reads an entry of one of the lists of an answer.
func (m *Marks) entry(f frame, list int, entry string) bool {
	place, rest, _ := strings.Cut(entry, ",")
	p, ok := f.point(place)
	if !ok {
		return false
	}
	switch list {
	case 0:
		m.Fills[p] = DarkGrey
	case 1, 2, 3:
		end, many, _ := strings.Cut(rest, ",")
		q, ok := f.point(end)
		n, err := strconv.Atoi(many)
		if list == 3 {
			n, err = 1, nil
		}
		if !ok || err != nil {
			return false
		}
		if list == 1 {
			m.Lines[Pair(p, q)] = n
		} else {
			m.Edges[Pair(p, q)] = n
		}
	case 4:
		m.Texts[p] = rest
	default:
		for _, a := range answerSigns {
			n, err := strconv.Atoi(strings.TrimSuffix(rest, a.letter))
			if err != nil || !strings.HasSuffix(rest, a.letter) || n < a.low || n > a.high {
				continue
			}
			if a.name == arrowSign {
				m.Ways[p] = n
			} else {
				m.Signs[p] = Sign{a.name, n}
			}
		}
	}
	return true
}
