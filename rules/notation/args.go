package notation

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// number reads an argument as a number.
func (it *Item) number(i int) (int, error) {
	if i >= len(it.Args) {
		return 0, it.fail("argument %d is missing", i+1)
	}
	n, err := strconv.Atoi(it.Args[i])
	if err != nil {
		return 0, it.fail("%q is no whole number", clip(it.Args[i]))
	}
	return n, nil
}

// argReader reads the arguments of a constraint into the fields of objects.
type argReader struct {
	c     *composer
	it    *Item
	call  call
	layer *rules.Layer
	args  []string
	next  int

	fields  map[string]rules.Value
	groups  [][]board.Place // of which each makes an object
	into    string          // the field of groups
	head    string          // the field of the first of them
	both    [2][]board.Place
	ends    string // the field of both
	weights rules.Value
	accepts rules.Value
	centre  board.Place
	cuts    []int
}

func (r *argReader) field(name string) *rules.Field {
	for i := range r.layer.Fields {
		if r.layer.Fields[i].Name == name {
			return &r.layer.Fields[i]
		}
	}
	return nil
}

func (r *argReader) take(what string) (string, error) {
	if r.next >= len(r.args) {
		return "", r.it.fail("expected %s", what)
	}
	r.next++
	return r.args[r.next-1], nil
}

func numberList(list []int) rules.Value {
	v := rules.ListOf()
	for _, n := range list {
		v.List = append(v.List, rules.IntOf(int64(n)))
	}
	return v
}

// objects gives the fields of the objects that the constraint makes.
func (r *argReader) objects() ([]map[string]rules.Value, error) {
	r.fields = map[string]rules.Value{}
	for _, a := range r.call.args {
		if err := r.read(a); err != nil {
			return nil, err
		}
	}
	if r.next < len(r.args) && r.ends == "" {
		return nil, r.it.fail("%d arguments too many, from %q", len(r.args)-r.next, clip(r.args[r.next]))
	}
	with := func(extra map[string]rules.Value) map[string]rules.Value {
		out := map[string]rules.Value{}
		maps.Copy(out, r.fields)
		maps.Copy(out, extra)
		return out
	}
	switch {
	case r.ends != "":
		return r.twoEnds(with)
	case r.head != "":
		var out []map[string]rules.Value
		for i := 1; i < len(r.groups); i++ {
			out = append(out, with(map[string]rules.Value{r.head: placeList(r.groups[0]), r.into: placeList(r.groups[i])}))
		}
		return out, nil
	case r.into != "":
		var out []map[string]rules.Value
		for _, g := range r.groups {
			out = append(out, with(map[string]rules.Value{r.into: placeList(g)}))
		}
		return out, nil
	}
	return []map[string]rules.Value{r.fields}, nil
}

// twoEnds makes an object for each end of a line that has a clue. The clue is the argument behind the line.
func (r *argReader) twoEnds(with func(map[string]rules.Value) map[string]rules.Value) ([]map[string]rules.Value, error) {
	clue := r.call.args[len(r.call.args)-1].field
	var out []map[string]rules.Value
	for end := range 2 {
		if r.next >= len(r.args) {
			break
		}
		text, _ := r.take("")
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, r.it.fail("%q is no whole number", clip(text))
		}
		out = append(out, with(map[string]rules.Value{r.ends: placeList(r.both[end]), clue: rules.IntOf(int64(n))}))
	}
	if r.next < len(r.args) {
		return nil, r.it.fail("a line has two ends")
	}
	return out, nil
}

// cells reads the cells that are left, up to an argument that stop says.
func (r *argReader) cells(stop string) ([]board.Place, error) {
	var out []board.Place
	for r.next < len(r.args) && r.args[r.next] != stop {
		name := r.args[r.next]
		if stop == "" && strings.HasPrefix(name, "_") { // the name of the cells behind it
			if len(out) > 0 {
				break
			}
			r.next++
			continue
		}
		p, ok := r.c.cell(name)
		if !ok {
			e := r.it.fail("%q is no cell", clip(name))
			e.Expected = fmt.Sprintf("cells of this board are R1C1 to %s", cellName(r.c.rows-1, r.c.cols-1))
			return nil, e
		}
		out = append(out, p)
		r.next++
	}
	return out, nil
}

// read reads an argument by its kind; without one, cells or a whole number, as the field has it.
func (r *argReader) read(a argument) error {
	f := r.field(a.field)
	if f == nil {
		return fmt.Errorf("notation: %s has no field %s", r.layer.Name, a.field)
	}
	if r.ends != "" { // the clue of both ends is read last
		return nil
	}
	if read, ok := readers[a.kind]; ok {
		return read(r, a)
	}
	if a.kind == "" && f.Places {
		cells, err := r.cells("\x00")
		if err == nil && len(cells) == 0 {
			err = r.it.fail("there are no cells")
		}
		r.fields[a.field] = placeList(cells)
		return err
	}
	if a.other != "" && (r.next >= len(r.args) || !isNumber(r.args[r.next])) {
		n, err := strconv.Atoi(a.other)
		r.fields[a.field] = rules.IntOf(int64(n))
		return err
	}
	text, err := r.take("a number")
	if err != nil {
		return err
	}
	if read, ok := packedReaders[a.kind]; ok {
		return read(r, a, text)
	}
	if text == "" && a.optional {
		return nil
	}
	n, err := r.whole(text)
	r.fields[a.field] = rules.IntOf(int64(n))
	return err
}

// readers read the arguments of each kind, however many words they are.
var readers = map[string]func(r *argReader, a argument) error{
	"line": (*argReader).lineOf, "both": (*argReader).lineOf, "ray": (*argReader).ray, "square": (*argReader).square, "slant": (*argReader).slant,
	"groups": func(r *argReader, a argument) error { return r.groupsOf(a, "") },
	"dashes": func(r *argReader, a argument) error { return r.groupsOf(a, "-") },
	"head":   func(r *argReader, a argument) error { r.head = a.field; return nil },
	"cell":   (*argReader).cellOf,
	"offset": (*argReader).offset,
	"cross":  (*argReader).labels, "near": (*argReader).labels,
	"cuts":      func(r *argReader, a argument) error { r.fields[a.field] = numberList(r.cuts); return nil },
	"loop":      (*argReader).loop,
	"weights":   func(r *argReader, a argument) error { r.fields[a.field] = r.weights; return nil },
	"accepting": func(r *argReader, a argument) error { r.fields[a.field] = r.accepts; return nil },
	"numbers":   (*argReader).numbers,
}

// packedReaders read the arguments of the kinds that are one word, in which several things are packed.
var packedReaders = map[string]func(r *argReader, a argument, text string) error{
	"ints": (*argReader).ints, "weighted": (*argReader).ints, "pairs": (*argReader).pairs, "oldpairs": (*argReader).pairs,
	"machine": (*argReader).automaton, "regex": (*argReader).automaton,
}

// whole reads a whole number that is not large.
func (r *argReader) whole(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n > 1<<30 || n < -(1<<30) {
		return 0, r.it.fail("%q is no whole number", clip(text))
	}
	return n, nil
}

// lineOf reads a row or a column, from one end or from both.
func (r *argReader) lineOf(a argument) error {
	id, err := r.take("a row or a column, such as R3")
	if err != nil {
		return err
	}
	cells, err := r.line(id)
	if err != nil {
		return err
	}
	if a.kind == "line" {
		r.fields[a.field] = placeList(cells)
		return nil
	}
	back := slices.Clone(cells)
	slices.Reverse(back)
	r.ends, r.both = a.field, [2][]board.Place{cells, back}
	return nil
}

// corner reads the cell at which a ray or a square begins.
func (r *argReader) corner() (id string, row, col int, err error) {
	if id, err = r.take("a cell"); err != nil {
		return id, 0, 0, err
	}
	row, col, ok := readCell(id)
	if !ok || row >= r.c.rows || col >= r.c.cols {
		err = r.it.fail("%q is no cell", clip(id))
	}
	return id, row, col, err
}

// ray reads the first cell of a diagonal.
func (r *argReader) ray(a argument) error {
	_, row, col, err := r.corner()
	if err != nil {
		return err
	}
	down, right := r.direction(row, col)
	var cells []board.Place
	for ; row >= 0 && col >= 0 && row < r.c.rows && col < r.c.cols; row, col = row+down, col+right {
		cells = append(cells, r.c.at(row, col))
	}
	r.fields[a.field] = placeList(cells)
	return nil
}

// square reads the first of four cells round a corner.
func (r *argReader) square(a argument) error {
	id, row, col, err := r.corner()
	if err != nil {
		return err
	}
	if row+1 >= r.c.rows || col+1 >= r.c.cols {
		return r.it.fail("there are no four cells at %s", clip(id))
	}
	at := r.c.at
	r.fields[a.field] = placeList([]board.Place{at(row, col), at(row, col+1), at(row+1, col), at(row+1, col+1)})
	return nil
}

// slant reads which of the long diagonals is meant.
func (r *argReader) slant(a argument) error {
	text, err := r.take("1 or -1")
	if err != nil {
		return err
	}
	if text != "1" && text != "-1" {
		return r.it.fail("%q is no diagonal: 1 rises and -1 falls", clip(text))
	}
	var cells []board.Place
	n := min(r.c.rows, r.c.cols)
	for i := range n {
		row := i
		if text == "1" {
			row = n - 1 - i
		}
		cells = append(cells, r.c.at(row, i))
	}
	r.fields[a.field] = placeList(cells)
	return nil
}

// groupsOf reads groups of cells with a word between them.
func (r *argReader) groupsOf(a argument, stop string) error {
	r.into = a.field
	for r.next < len(r.args) {
		cells, err := r.cells(stop)
		if err != nil {
			return err
		}
		if len(cells) > 0 {
			r.groups = append(r.groups, cells)
		}
		if r.next < len(r.args) && r.args[r.next] == stop {
			r.next++
		}
	}
	return nil
}

func (r *argReader) cellOf(a argument) error {
	id, err := r.take("a cell")
	if err != nil {
		return err
	}
	p, ok := r.c.cell(id)
	if !ok {
		return r.it.fail("%q is no cell", clip(id))
	}
	r.centre = p
	r.fields[a.field] = placeList([]board.Place{p})
	return nil
}

// offset reads a number that may be missing.
func (r *argReader) offset(a argument) error {
	n := 0
	if r.next < len(r.args) && (r.args[r.next] == "" || isNumber(r.args[r.next])) {
		n, _ = strconv.Atoi(r.args[r.next])
		r.next++
	}
	r.fields[a.field] = rules.IntOf(int64(n))
	return nil
}

// loop reads whether the line comes back to its first cell, which its last word says.
func (r *argReader) loop(a argument) error {
	loop := len(r.args) > 0 && r.args[len(r.args)-1] == "LOOP"
	if loop {
		r.args = r.args[:len(r.args)-1]
	}
	r.fields[a.field] = rules.BoolOf(loop)
	return nil
}

// numbers reads all words that are left.
func (r *argReader) numbers(a argument) error {
	var list []int
	for r.next < len(r.args) {
		text, _ := r.take("")
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return r.it.fail("%q is no whole number", clip(text))
		}
		list = append(list, n)
	}
	r.fields[a.field] = numberList(list)
	return nil
}

// ints reads numbers with _ between them; of weighted ones the first stands by itself.
func (r *argReader) ints(a argument, text string) error {
	weighted := a.kind == "weighted"
	var list []int
	for i, s := range strings.Split(text, "_") {
		if weighted && i == 1 && s == "=" {
			continue
		}
		n, err := r.whole(s)
		if err != nil {
			return err
		}
		list = append(list, n)
	}
	if weighted {
		r.fields[a.field], r.weights = rules.IntOf(int64(list[0])), numberList(list[1:])
	} else {
		r.fields[a.field] = numberList(list)
	}
	return nil
}

func (r *argReader) pairs(a argument, text string) error {
	list, err := forbidden(text, a.kind == "oldpairs", r.c.p.Low, r.c.p.High)
	if err != nil {
		return r.it.fail("%v", err)
	}
	r.fields[a.field] = numberList(list)
	return nil
}

// automaton reads a packed automaton, or makes that of a pattern.
func (r *argReader) automaton(a argument, text string) error {
	var m *machine
	var err error
	if a.kind == "regex" {
		m, err = readPattern(text, r.c.p.High)
	} else {
		m, err = unpackMachine(text)
	}
	if err != nil {
		return r.it.fail("%v", err)
	}
	for i := 1; i < len(m.moves) && a.kind == "machine"; i += 3 {
		m.moves[i] += r.c.p.Low // symbols are counted from 0
	}
	r.fields[a.field], r.accepts = numberList(m.moves), numberList(m.accepting)
	return nil
}

// labels reads labels of regions, in arms or all together. Where there are none they are those that most puzzles mean.
func (r *argReader) labels(a argument) error {
	var arms [][]board.Place
	for r.next < len(r.args) {
		cells, err := r.cells("-")
		if err != nil {
			return err
		}
		arms = append(arms, cells)
		r.next++ // the stroke between
	}
	label := func(p board.Place) board.Place {
		geo := r.c.b.Geo
		q, _ := r.c.cell(fmt.Sprintf("CC%d", (geo.Row(p)-1)*r.c.cols+geo.Col(p)))
		return q
	}
	if !r.c.chaos {
		return r.it.fail("there are no regions to be found: ChaosConstruction is missing")
	}
	if len(arms) == 0 && a.kind == "near" {
		near := []board.Place{label(r.centre)}
		for _, p := range r.c.b.Geo.Around(r.centre) {
			near = append(near, label(p))
		}
		arms = append(arms, near)
	}
	if len(arms) == 0 {
		for _, d := range []board.Dir{board.N, board.E, board.S, board.W} {
			arm := []board.Place{label(r.centre)}
			for _, p := range r.c.b.Geo.Look(r.centre, d) {
				arm = append(arm, label(p))
			}
			arms = append(arms, arm)
		}
	}
	var all []board.Place
	r.cuts = []int{0}
	for _, arm := range arms {
		all = append(all, arm...)
		r.cuts = append(r.cuts, len(all))
	}
	r.fields[a.field] = placeList(all)
	return nil
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// line gives the cells of a row or a column: R3, C5.
func (r *argReader) line(id string) ([]board.Place, error) {
	n, ok := 0, false
	if len(id) > 1 {
		n, ok = readIndex(strings.ToLower(id[1:]))
	}
	var out []board.Place
	switch {
	case ok && (id[0] == 'R' || id[0] == 'r') && n < r.c.rows:
		for col := range r.c.cols {
			out = append(out, r.c.at(n, col))
		}
	case ok && (id[0] == 'C' || id[0] == 'c') && n < r.c.cols:
		for row := range r.c.rows {
			out = append(out, r.c.at(row, n))
		}
	default:
		return nil, r.it.fail("%q is no row or column", clip(id))
	}
	return out, nil
}

// direction gives the way in which a diagonal leads from a cell at the border: down and to the right from the left side, down and to the left
// from the top, up and to the left from the right side, up and to the right from the bottom. A corner is on the side that comes first.
func (r *argReader) direction(row, col int) (down, right int) {
	rows, cols := r.c.rows, r.c.cols
	switch {
	case col == 0 && row < rows-1:
		return 1, 1
	case row == 0:
		return 1, -1
	case col == cols-1 && row < rows-1:
		return -1, -1
	case row == rows-1 && col < cols-1:
		return -1, 1
	}
	return -1, -1
}
