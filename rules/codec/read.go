package codec

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// ReadProblem reads a problem. Every given layer has its values then, and layers to be found that are printed have what is
// printed of them. Errors are *Error.
func (f *Form) ReadProblem(text string) (*rules.Board, error) {
	switch {
	case f.items != nil:
		return f.readURL(text)
	case f.style.slash:
		problem, _, err := f.ReadBoard(text)
		return problem, err
	}
	b, err := f.readProblem(text)
	if err != nil && f.was != nil {
		if old, e := f.was.ReadProblem(text); e == nil {
			return old, nil
		}
	}
	return b, err
}

func (f *Form) readProblem(text string) (*rules.Board, error) {
	src, err := newSource(text, f.style.slash)
	if err != nil {
		return nil, err
	}
	b, r, err := f.open(src)
	if err != nil {
		return nil, err
	}
	if err := r.blocks(f.problem); err != nil {
		return nil, err
	}
	if err := src.done(); err != nil {
		return nil, err
	}
	r.problem(b)
	return b, nil
}

// ReadSolution reads a solution of a problem: the problem with the values of the layers to be found. Where the text repeats what is
// given, it must agree.
func (f *Form) ReadSolution(problem *rules.Board, text string) (*rules.Board, error) {
	b, err := f.readSolution(problem, text)
	if err != nil && f.was != nil {
		if old, e := f.was.ReadSolution(problem, text); e == nil {
			return old, nil
		}
	}
	return b, err
}

func (f *Form) readSolution(problem *rules.Board, text string) (*rules.Board, error) {
	src, err := newSource(text, f.style.slash)
	if err != nil {
		return nil, err
	}
	rows, cols, _, _, err := f.readHead(src, f.heads[1])
	if err != nil {
		return nil, err
	}
	if rows != problem.Geo.Rows || cols != problem.Geo.Cols {
		return nil, &Error{Line: 1, Col: 1, Msg: fmt.Sprintf("a solution of %dx%d", rows, cols), Expected: fmt.Sprintf("%dx%d, as the problem", problem.Geo.Rows, problem.Geo.Cols)}
	}
	b := problem.Clone()
	r := &reader{form: f, board: b, src: src, marks: map[*rules.Layer]*rules.Marks{}, given: problem}
	if err := r.blocks(f.solution); err != nil {
		return nil, err
	}
	if err := src.done(); err != nil {
		return nil, err
	}
	r.answer(b)
	return b, nil
}

// ReadBoard reads a text in which the answer follows the problem, as in pzprv3: the problem, and the problem with the answer so
// far. Lines that are missing at the end say nothing.
func (f *Form) ReadBoard(text string) (problem, answer *rules.Board, err error) {
	src, err := newSource(text, f.style.slash)
	if err != nil {
		return nil, nil, err
	}
	if f.style.slash {
		if err := f.genre(src); err != nil {
			return nil, nil, err
		}
	}
	problem, r, err := f.open(src)
	if err != nil {
		return nil, nil, err
	}
	r.lenient = true
	if err := r.blocks(f.problem); err != nil {
		return nil, nil, err
	}
	r.problem(problem)
	answer = problem.Clone()
	r.board = answer
	if err := r.blocks(f.solution); err != nil {
		return nil, nil, err
	}
	r.answer(answer)
	return problem, answer, nil
}

// genre reads the first two parts of a pzprv3 board.
func (f *Form) genre(src *source) error {
	l, ok := src.line(true)
	if !ok || strings.TrimSpace(l.raw) != "pzprv3" && !strings.HasPrefix(l.raw, "pzprv3.") {
		return (token{"", 1, 1}).fail("pzprv3/ and the genre", "the board does not begin with pzprv3/")
	}
	l, ok = src.line(true)
	if !ok || !slices.Contains(f.names, strings.TrimSpace(l.raw)) {
		at, name := src.last(), ""
		if ok {
			at, name = l.at(), l.raw
		}
		return at.fail(strings.Join(f.names, " or "), "a board of the genre %s", quote(name))
	}
	return nil
}

// open reads the head and makes the board.
func (f *Form) open(src *source) (*rules.Board, *reader, error) {
	rows, cols, params, rest, err := f.readHead(src, f.heads[0])
	if err != nil {
		return nil, nil, err
	}
	b, err := rules.NewBoard(f.file, rows, cols, params)
	if err != nil {
		return nil, nil, &Error{Line: 1, Col: 1, Msg: err.Error()}
	}
	r := &reader{form: f, board: b, src: src, marks: map[*rules.Layer]*rules.Marks{}}
	if l := f.heads[0][len(f.heads[0])-1:]; len(l) == 1 && l[0].layer != nil {
		for i, n := range rest {
			o := map[string]rules.Value{}
			for j, fd := range l[0].layer.Fields {
				o[fd.Name] = rules.IntOf(n)
				if len(l[0].layer.Fields) == 2 && j == 0 {
					o[fd.Name] = rules.IntOf(int64(i + 1))
				}
			}
			m := r.of(l[0].layer)
			m.Objects = append(m.Objects, o)
		}
	}
	return b, r, nil
}

// readHead reads the head: of slash texts a line for each number.
func (f *Form) readHead(src *source, head []piece) (rows, cols int, params map[string]int64, rest []int64, err error) {
	var tokens []token
	if f.style.slash {
		for _, p := range head {
			l, ok := src.line(true)
			if p.word != "" && (!ok || strings.TrimSpace(l.raw) != p.word) { // it may be missing, and then the line is another's
				if ok {
					src.next--
				}
				tokens = append(tokens, token{})
				continue
			}
			if !ok {
				return 0, 0, nil, nil, src.last().fail("the number of rows and of columns", "the board ends in its head")
			}
			tokens = append(tokens, token{strings.TrimSpace(l.raw), l.line, l.col})
		}
	} else if l, ok := src.line(false); ok {
		tokens = l.tokens
	}
	params = map[string]int64{}
	for i, p := range head {
		if p.layer != nil {
			break
		}
		if p.word != "" {
			params[p.text] = 0
			if i < len(tokens) && tokens[i].text == p.word {
				params[p.text] = 1
			} else if i < len(tokens) && !f.style.slash {
				return 0, 0, nil, nil, tokens[i].fail(p.word+" or nothing", "%s in the head", quote(tokens[i].text))
			}
			continue
		}
		if i >= len(tokens) {
			at := src.last()
			if len(tokens) > 0 {
				at = tokens[len(tokens)-1]
			}
			return 0, 0, nil, nil, at.fail(f.headText(head), "the head has %d numbers", len(tokens))
		}
		t := tokens[i]
		if p.text == "*" {
			continue
		}
		n, err := strconv.Atoi(t.text)
		if p.letters != 0 && len(t.text) == 1 && t.text[0] >= p.letters && t.text[0] < p.letters+26 {
			n, err = int(t.text[0]-p.letters)+1, nil
		}
		if err != nil || n < 0 || n > 1<<30 {
			return 0, 0, nil, nil, t.fail("a number", "%s as %s", quote(t.text), p.text)
		}
		switch p.text {
		case "rows":
			rows = n - f.less
		case "cols":
			cols = n
		case "size":
			rows, cols = n, n
		default:
			params[p.text] = int64(n)
		}
	}
	if n := len(head); n > 0 && head[n-1].layer != nil {
		for _, t := range tokens[min(n-1, len(tokens)):] {
			v, err := strconv.ParseInt(t.text, 10, 32)
			if err != nil || len(rest) == rules.MaxObjects {
				return 0, 0, nil, nil, t.fail("a number", "%s in the head", quote(t.text))
			}
			rest = append(rest, v)
		}
	} else if len(tokens) > n {
		return 0, 0, nil, nil, tokens[n].fail(f.headText(head), "the head has %d numbers", len(tokens))
	}
	return rows, cols, params, rest, nil
}

func (f *Form) headText(head []piece) string {
	var names []string
	for _, p := range head {
		names = append(names, p.text)
	}
	return strings.Join(names, " ")
}

// done fails if the text goes on.
func (s *source) done() error {
	if l, ok := s.line(false); ok {
		return l.tokens[0].fail("the end", "%s behind the last line of the board", quote(l.tokens[0].text))
	}
	return nil
}

// reader fills layers from a text.
type reader struct {
	form    *Form
	board   *rules.Board
	src     *source
	marks   map[*rules.Layer]*rules.Marks
	given   *rules.Board // the problem, while its solution is read
	lenient bool         // lines at the end may be missing
}

func (r *reader) of(l *rules.Layer) *rules.Marks {
	m := r.marks[l]
	if m == nil {
		m = &rules.Marks{Values: map[board.Place]rules.Value{}}
		r.marks[l] = m
	}
	return m
}

// problem gives a board its given layers, and what is printed of those to be found.
func (r *reader) problem(b *rules.Board) {
	for _, l := range r.form.file.Layers {
		if l.Role != rules.Given && !l.Printed {
			continue
		}
		m := *r.of(l)
		m.Values = maps.Clone(m.Values)
		if l.Role == rules.Given {
			r.defaults(b, l, &m)
		}
		b.Set(l, &m)
	}
}

// answer gives a board the layers to be found.
func (r *reader) answer(b *rules.Board) {
	for _, l := range r.form.file.Layers {
		if l.Role == rules.Find {
			m := r.of(l)
			r.defaults(b, l, m)
			b.Set(l, m)
		}
	}
}

func (r *reader) defaults(b *rules.Board, l *rules.Layer, m *rules.Marks) {
	if l.Default == nil {
		return
	}
	places, err := b.Places(l)
	if err != nil {
		return // a class that has no meaning is an error of the file, which the rules report
	}
	for _, p := range places {
		if _, ok := m.Values[p]; !ok {
			m.Values[p] = *l.Default
		}
	}
}

// set gives a layer a value at a place.
func (r *reader) set(t token, l *rules.Layer, p board.Place, v rules.Value) error {
	if p == (board.Place{}) {
		return t.fail("", "%s: the layer %s has no place there", quote(t.text), l.Name)
	}
	if r.given != nil && l.Role == rules.Given {
		if old := r.given.Value(l, p); !old.Equal(v) {
			return t.fail(old.String()+", as the problem has", "%s: another %s than in the problem", quote(t.text), l.Name)
		}
		return nil
	}
	if l.Domain.Kind == rules.Ints {
		lo, hi, err := r.board.Bounds(&l.Domain)
		if err == nil && (lo != nil && v.N < *lo || hi != nil && v.N > *hi) {
			return t.fail(boundsText(lo, hi), "%s is no value of %s", quote(t.text), l.Name)
		}
	}
	m := r.of(l)
	if old, ok := m.Values[p]; ok && !old.Equal(v) {
		return t.fail(old.String(), "%s: a second value of %s for the same place", quote(t.text), l.Name)
	}
	m.Values[p] = v
	return nil
}

func boundsText(lo, hi *int64) string {
	switch {
	case lo == nil:
		return fmt.Sprintf("at most %d", *hi)
	case hi == nil:
		return fmt.Sprintf("at least %d", *lo)
	}
	return fmt.Sprintf("%d to %d", *lo, *hi)
}

// taken is the tokens of a block: a list for each of its lines.
type taken struct {
	block  *block
	shape  [][]board.Place
	tokens [][]token
}

// blocks reads the lines of all blocks, and then the parts, what stands at places, and what needs these.
func (r *reader) blocks(list []*block) error {
	var all []taken
	for i, b := range list {
		if b.optional {
			missing, err := r.missing(list[i:])
			if err != nil {
				return err
			}
			if missing {
				continue
			}
		}
		t, err := r.take(b)
		if err != nil {
			return err
		}
		all = append(all, t)
	}
	for phase := range 3 {
		for _, t := range all {
			if t.block.phase() == phase {
				if err := r.apply(&t); err != nil {
					return err
				}
			}
		}
		for l, m := range r.marks {
			if l.Parts && (l.Role == rules.Given || r.given != nil) || l.Role == rules.Given && r.given == nil {
				r.board.Set(l, m)
			}
		}
	}
	return nil
}

// missing reports whether fewer lines are left than the blocks have.
func (r *reader) missing(list []*block) (bool, error) {
	lines := 0
	for _, b := range list {
		shape, err := b.shape(r.board)
		if err != nil {
			return false, err
		}
		lines += len(shape)
		if b.kind == pointsBlock {
			lines += len(b.pointLines(r.form.file))
		}
	}
	for _, l := range r.src.lines[r.src.next:] {
		if len(l.tokens) > 0 {
			lines--
		}
	}
	return lines > 0, nil
}

// phase says when a block is understood: parts first, then what stands at them, then spans between these, and parts around others.
func (b *block) phase() int {
	switch b.kind {
	case idsBlock, wallsBlock:
		if len(b.outside) > 0 {
			return 2 // which cells are in no part is read before
		}
		return 0
	case alongBlock:
		return 2
	}
	if b.spans {
		return 2
	}
	return 1
}

// shape gives the places of a block line by line. Blocks of free lines have no place in theirs.
func (b *block) shape(on *rules.Board) ([][]board.Place, error) {
	switch b.kind {
	case gridBlock, blankBlock:
		return on.Geo.Lattice(b.class), nil
	case wallsBlock, pathsBlock:
		return on.Geo.Lattice(board.Link), nil
	case lineBlock:
		if b.layer == nil {
			return [][]board.Place{on.Geo.All(b.class)}, nil
		}
		return sides(on, b.layer)
	case linesBlock:
		rows, err := sides(on, b.layer)
		var list [][]board.Place
		for _, p := range slices.Concat(rows...) {
			list = append(list, []board.Place{p})
		}
		return list, err
	case flagBlock, pointsBlock, bankBlock, objectsBlock:
		return nil, nil
	case frameBlock:
		slots, err := frame(on, b.rim)
		out := make([][]board.Place, len(slots))
		for i, row := range slots {
			for _, s := range row {
				out[i] = append(out[i], s.place)
			}
		}
		return out, err
	}
	return on.Geo.Lattice(board.Cell), nil
}

// sides gives the places of a layer at lines or ends, a list for each side: columns before rows, sides in their order.
func sides(on *rules.Board, l *rules.Layer) ([][]board.Place, error) {
	places, err := on.Places(l)
	if err != nil {
		return nil, err
	}
	type side struct {
		kind board.Kind
		dir  board.Dir
	}
	lists := map[side][]board.Place{}
	var order []side
	for _, p := range places {
		s := side{kind: p.Kind}
		if p.Kind == board.End {
			s.dir, _ = on.Geo.Dir(p)
		}
		if lists[s] == nil {
			order = append(order, s)
		}
		lists[s] = append(lists[s], p)
	}
	slices.SortStableFunc(order, func(x, y side) int { return boolOrder(y.kind == board.Col) - boolOrder(x.kind == board.Col) })
	var out [][]board.Place
	for _, s := range order {
		out = append(out, lists[s])
	}
	return out, nil
}

// take takes the lines of a block from the text.
func (r *reader) take(b *block) (taken, error) {
	shape, err := b.shape(r.board)
	if err != nil {
		return taken{}, err
	}
	t := taken{block: b, shape: shape}
	if b.kind == flagBlock {
		if r.src.next < len(r.src.lines) && slices.Contains(b.words, strings.TrimSpace(r.src.lines[r.src.next].raw)) {
			r.src.next++
		}
		return t, nil
	}
	if b.kind == pointsBlock {
		t.tokens, err = r.takePoints(b)
		return t, err
	}
	if b.kind == bankBlock {
		t.tokens, err = r.takeBank(b)
		return t, err
	}
	if b.kind == objectsBlock {
		t.tokens, err = r.takeObjects(b)
		return t, err
	}
	if b.count && b.kind == idsBlock {
		l, ok := r.src.line(false)
		if !ok && r.lenient {
			return t, nil
		}
		if !ok {
			return t, r.src.last().fail("the number of parts of "+b.layer.Name, "the board ends too early")
		}
		if n, err := strconv.Atoi(l.tokens[0].text); err != nil || n < 0 || len(l.tokens) > 1 {
			return t, l.at().fail("the number of parts of "+b.layer.Name, "%s", quote(l.raw))
		}
	}
	for i, places := range shape {
		if len(places) == 0 {
			if b.kind == gridBlock && r.form.style.slash && r.src.next < len(r.src.lines) {
				r.src.next++
			}
			t.tokens = append(t.tokens, nil)
			continue
		}
		l, ok := r.src.line(b.kind == linesBlock)
		if !ok {
			if r.lenient || b.kind == linesBlock {
				return t, nil
			}
			return t, r.src.last().fail(fmt.Sprintf("line %d of %d with %s", i+1, len(shape), b.about()), "the board ends too early")
		}
		tokens := l.tokens
		if b.compact {
			tokens = l.characters()
		}
		if b.kind != linesBlock && len(tokens) != len(places) {
			at := l.end()
			if len(tokens) > len(places) {
				at = tokens[len(places)]
			}
			return t, at.fail(fmt.Sprintf("%d: %s", len(places), b.about()), "a line of %d", len(tokens))
		}
		if b.kind == linesBlock && len(tokens) > board.MaxSide {
			return t, l.at().fail(fmt.Sprintf("at most %d", board.MaxSide), "a line of %d", len(tokens))
		}
		t.tokens = append(t.tokens, tokens)
	}
	return t, nil
}

// about says in a few words what a block holds.
func (b *block) about() string {
	if b.layer != nil {
		return b.layer.Name
	}
	var names []string
	for _, l := range b.layers() {
		names = append(names, l.Name)
	}
	if len(names) == 0 {
		return b.kind
	}
	return strings.Join(names, ", ")
}

// layers lists the layers that a block writes.
func (b *block) layers() []*rules.Layer {
	var list []*rules.Layer
	add := func(l *rules.Layer) {
		if l != nil && !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	add(b.layer)
	for _, l := range b.rim {
		add(l)
	}
	for _, l := range b.links {
		add(l)
	}
	for i := range b.alts {
		for _, l := range b.alts[i].layers() {
			add(l)
		}
	}
	return list
}

func (r *reader) apply(t *taken) error {
	b := t.block
	switch b.kind {
	case idsBlock:
		return r.ids(t)
	case wallsBlock:
		return r.walls(t)
	case insideBlock:
		return r.inside(t)
	case portsBlock:
		return r.ports(t)
	case pathsBlock:
		return r.paths(t)
	case linesBlock:
		return r.lists(t)
	case frameBlock:
		return r.framed(t)
	case pointsBlock:
		return r.setPoints(t)
	case bankBlock:
		return r.bank(t)
	case objectsBlock:
		return r.objects(t)
	}
	for i, row := range t.tokens {
		for j, tok := range row {
			if err := r.token(b, tok, t.shape[i][j], nil); err != nil {
				return err
			}
		}
	}
	if len(b.links) > 0 {
		return r.joined(t)
	}
	return nil
}

// token reads a token that stands for values at a place; around the cells of a frame, for one of a layer.
func (r *reader) token(b *block, t token, p board.Place, rim *rules.Layer) error {
	// In pzprv3, small numbers in a corner and what stands in blocks that nobody reads are notes of who solved the board.
	if slices.Contains(b.none, t.text) || r.form.style.slash && (b.kind == blankBlock || strings.HasPrefix(t.text, "[")) {
		return nil
	}
	for i := range b.alts {
		settings, ok := b.alts[i].read(t.text)
		if !ok || b.kind == frameBlock && p != (board.Place{}) && !b.alts[i].fits(rim) {
			continue
		}
		if p == (board.Place{}) {
			if b.kind == frameBlock {
				return nil // corners of the frame mean nothing
			}
			return t.fail(b.none[0], "%s where the board has no cell", quote(t.text))
		}
		for _, s := range settings {
			to := p
			if b.kind == alongBlock {
				l := b.layer
				to = spanThrough(r.board, l, p, s.at)
				s.layer = l
			} else {
				to = site(r.board, s.layer, p, s.at)
			}
			if err := r.set(t, s.layer, to, s.value); err != nil {
				return err
			}
		}
		return nil
	}
	if len(b.links) > 0 {
		values, ahead, ok := b.ahead(t.text)
		if ok && values != "" {
			plain, of := *b, t
			plain.links, of.text = nil, values
			if err := r.token(&plain, of, p, rim); err != nil {
				return err
			}
		}
		if ok {
			for _, l := range b.links {
				return r.directed(b, t, l, p, ahead)
			}
		}
	}
	if r.form.style.slash && t.text == "-" {
		return nil // a clue whose number is not told: without a token of its own it says nothing
	}
	return t.fail(b.expected(), "%s", quote(t.text))
}

// fits reports whether an alternative of a frame is one of the layer there, or, where that is nil, of the cells.
func (a *alternative) fits(rim *rules.Layer) bool {
	for _, l := range a.layers() {
		if l.Outside() != (rim != nil) || rim != nil && l != rim {
			return false
		}
	}
	return true
}

// directions reads a token such as "se", or a sum of powers of two.
func (b *block) directions(text string) ([]board.Dir, bool) {
	var list []board.Dir
	if b.bits {
		n, err := strconv.Atoi(text)
		for i, d := range b.order {
			if n>>i&1 == 1 {
				list = append(list, d)
			}
		}
		return list, err == nil && n >= 0 && n < 1<<len(b.order)
	}
	for _, c := range text {
		d, ok := board.ParseDir(string(c))
		if !ok || slices.Contains(list, d) && !b.spans {
			return nil, false
		}
		list = append(list, d)
	}
	return list, len(list) > 0
}

// ahead reads the directions of a token, which may follow what else the cell holds: 4,es.
func (b *block) ahead(text string) (values string, list []board.Dir, ok bool) {
	if i := strings.LastIndexByte(text, ','); i > 0 && len(b.alts) > 0 && !b.bits {
		values, text = text[:i], text[i+1:]
	}
	list, ok = b.directions(text)
	return values, list, ok
}

// directed sets the links of a cell in the given directions. Where a solution's links are printed in a problem, the other links of
// the cell are known too.
func (r *reader) directed(b *block, t token, l *rules.Layer, p board.Place, ahead []board.Dir) error {
	for _, d := range b.order {
		at := toward(r.board, l, p, d)
		is := slices.Contains(ahead, d)
		if !is && (at == (board.Place{}) || !(r.given == nil && l.Printed) || b.partly) {
			continue
		}
		v := rules.BoolOf(is)
		if l.Domain.Kind == rules.Ints {
			v = rules.IntOf(int64(times(ahead, d)))
		}
		if err := r.set(t, l, at, v); err != nil {
			return err
		}
	}
	return nil
}

// leads tells how often a link, or what else lies toward a side, is there.
func leads(v rules.Value) int {
	switch {
	case v.Kind == rules.Int:
		return int(v.N)
	case v.True():
		return 1
	}
	return 0
}

// times counts a direction.
func times(list []board.Dir, d board.Dir) int {
	n := 0
	for _, x := range list {
		if x == d {
			n++
		}
	}
	return n
}

// toward gives the link, the edge, the corner or the span of a cell in a direction, as a layer has them.
func toward(b *rules.Board, l *rules.Layer, p board.Place, d board.Dir) board.Place {
	if of := spansOf(b.File, l); of != nil {
		for _, at := range b.Spans(of) {
			if s := b.Span(at); s.A == p && s.Dir == d || s.B == p && s.Dir.Back() == d {
				return at
			}
		}
		return board.Place{}
	}
	switch classOf(b.File, l) {
	case board.Edge:
		return b.Geo.Side(p, d)
	case board.Corner:
		return b.Geo.Corners(p)[d-board.NE]
	}
	return b.Geo.To(p, d)
}

// joined checks that both cells of a link say that it is there. In a problem, cells that say nothing are not known; in a solution a span to which
// no direction leads is not there, also where that is a number.
func (r *reader) joined(t *taken) error {
	b := t.block
	for i, row := range t.tokens {
		for j, tok := range row {
			p := t.shape[i][j]
			var says []board.Dir
			if !slices.Contains(b.none, tok.text) || b.bits {
				_, says, _ = b.ahead(tok.text)
			}
			for _, l := range b.links {
				if p == (board.Place{}) || l.Printed && r.given == nil {
					continue
				}
				for _, d := range b.order {
					at := toward(r.board, l, p, d)
					if slices.Contains(says, d) || leads(r.of(l).Values[at]) == 0 {
						continue
					}
					other := r.board.Geo.Step(p, d)
					return tok.fail("the direction "+d.String(), "%s, though %s leads here", quote(tok.text), r.board.Geo.Name(other))
				}
			}
		}
	}
	for _, l := range b.links {
		if of := spansOf(r.board.File, l); of != nil && l.Domain.Kind == rules.Ints && !(l.Printed && r.given == nil) {
			for _, at := range r.board.Spans(of) {
				if _, said := r.of(l).Values[at]; !said {
					r.of(l).Values[at] = rules.IntOf(0)
				}
			}
		}
	}
	return nil
}

// expected says what tokens a block has.
func (b *block) expected() string {
	list := slices.Clone(b.none[:min(1, len(b.none))])
	for i := range b.alts {
		if named := b.alts[i].named; named != nil {
			list = append(list, "or several with their names such as "+namedText(named))
			continue
		}
		list = append(list, patternText(b.alts[i].pieces))
	}
	switch {
	case b.bits:
		list = append(list, fmt.Sprintf("a number from 0 to %d", 1<<len(b.order)-1))
	case len(b.links) > 0:
		list = append(list, "directions such as se")
	}
	if len(list) > 8 {
		list = append(list[:8], "...")
	}
	return strings.Join(list, ", ")
}

// namedText shows how the first two of some layers are written with their names.
func namedText(layers []*rules.Layer) string {
	var parts []string
	for _, l := range layers[:2] {
		if l.Domain.Kind == rules.Bools {
			parts = append(parts, l.Name)
		} else {
			parts = append(parts, l.Name+"={"+l.Name+"}")
		}
	}
	return strings.Join(parts, ",")
}

func patternText(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		switch {
		case p.some != nil:
			b.WriteString("[" + patternText(p.some) + "]")
		case p.layer != nil:
			b.WriteString("{" + p.layer.Name + "}")
		default:
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// site gives the place at which a layer holds what a token at a place says: the place itself, the part that it belongs to, the
// link across an edge, or what lies in a direction from it.
func site(b *rules.Board, l *rules.Layer, p board.Place, at string) board.Place {
	if room := b.File.AtParts(l); room != nil {
		return b.PartOf(room, p)
	}
	if of := spansOf(b.File, l); of != nil {
		return spanOver(b, of, p)
	}
	class, ok := rules.Kind(l.Class())
	if at == "" {
		switch {
		case !ok || class == p.Kind: // a layer at the border stands at the places of its lines
			return p
		case class == board.Link && p.Kind == board.Edge:
			return b.Geo.LinkOf(p)
		case class == board.Edge && p.Kind == board.Link:
			return b.Geo.EdgeOf(p)
		case class == board.Spot:
			return b.Geo.SpotOf(p)
		}
		return board.Place{}
	}
	switch at {
	case "centre":
		return b.Geo.SpotOf(p)
	case "fall":
		return b.Geo.Fall(p)
	case "rise":
		return b.Geo.Rise(p)
	}
	d, _ := board.ParseDir(at)
	switch class {
	case board.Cell:
		return b.Geo.Step(p, d)
	case board.Link:
		return b.Geo.To(p, d)
	case board.Diagonal:
		return b.Geo.To(p, d)
	case board.Edge:
		return b.Geo.Side(p, d)
	case board.Corner, board.Square, board.Spot:
		return b.Geo.Beside(class, p, d)
	}
	return board.Place{}
}

// spanOver gives the span between the places of a layer that a link is part of.
func spanOver(b *rules.Board, of *rules.Layer, link board.Place) board.Place {
	x, y := b.Geo.Ends(link)
	for _, p := range b.Spans(of) {
		if cells := b.Cells(p); slices.Contains(cells, x) && slices.Contains(cells, y) {
			return p
		}
	}
	return board.Place{}
}

// spanThrough gives the span of a layer that passes a cell in a direction and its opposite.
func spanThrough(b *rules.Board, l *rules.Layer, cell board.Place, dir string) board.Place {
	d, ok := board.ParseDir(dir)
	if !ok {
		return board.Place{}
	}
	for _, p := range b.Spans(spansOf(b.File, l)) {
		s := b.Span(p)
		if (s.Dir == d || s.Dir == d.Back()) && slices.Contains(s.Between, cell) {
			return p
		}
	}
	return board.Place{}
}
