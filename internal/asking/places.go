package asking

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// Lists of places in texts: r1c2, R1C2, row 1 column 2, (1,2), [1,2] and B1 (the letter is the column, and row 1 is at the top) are a
// cell, and so is {"row": 1, "col": 2}; two cells with a dash, an arrow or "to" between them, or in brackets of their own, are what joins them; r1c2.s is a side.

// spot is a cell that a line names, with the name of one of its sides or corners behind it.
type spot struct {
	start, end int
	row, col   int
	side       string // ".s"; "" for the cell itself
	open       bool   // a bracket stands right before it, such as around a pair of cells
	member     bool   // it is named by members of an object, and its value is one
	said       string // its value where that stands within the name: [1,2,5]
}

// spots appends the cells that a line names to a list.
func spots(line string, out []spot) []spot {
	if cap(out) == 0 {
		out = make([]spot, 0, min(strings.Count(line, "c")+1, fewSpots))
	}
	for n := 0; n < len(line); n++ {
		if !beginsSpot[line[n]] {
			continue
		}
		var s spot
		switch c := line[n]; {
		case (c == 'r' || c == 'R') && !wordBefore(line, n):
			if s = rowColumn(line, n); s.end == 0 && c == 'R' {
				s = letterNumber(line, n)
			}
		case c == '(' || c == '[':
			s = pairAt(line, n)
		case c >= 'A' && c <= 'Z' && !wordBefore(line, n):
			s = letterNumber(line, n)
		}
		if s.end == 0 {
			continue
		}
		before := n - 1
		for before >= 0 && (line[before] == ' ' || line[before] == '"' || line[before] == '\'') {
			before--
		}
		s.open = before >= 0 && (line[before] == '[' || line[before] == '(')
		out = append(out, s)
		n = s.end - 1
	}
	return out
}

// fewSpots is for how many cells room is made at once.
const fewSpots = 256

// beginsSpot are the signs with which cells begin.
var beginsSpot = func() (is [256]bool) {
	for _, c := range "r([ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		is[c] = true
	}
	return is
}()

func wordBefore(line string, n int) bool {
	return n > 0 && (isLetter(line[n-1]) || isDigit(line[n-1]) || line[n-1] == '_')
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// numberAt reads a number of at most three digits; next is 0 where there is none.
func numberAt(line string, n int) (v, next int) {
	for next = n; next < len(line) && isDigit(line[next]) && next < n+4; next++ {
		v = 10*v + int(line[next]-'0')
	}
	if next == n || next == n+4 {
		return 0, 0
	}
	return v, next
}

func blanks(line string, n int) int {
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return n
}

// word skips a word at a place, whatever its case.
func word(line string, n int, w string) int {
	if len(line)-n >= len(w) && strings.EqualFold(line[n:n+len(w)], w) {
		return n + len(w)
	}
	return n
}

// rowColumn reads r1c2 and row 1, column 2, with a side behind it.
func rowColumn(line string, n int) spot {
	s := spot{start: n}
	at := n + 1
	long := word(line, at, "ow")
	s.member = long < len(line) && (line[long] == '"' || line[long] == '\'')
	number := func(at int) (v, next int) {
		if at = blanks(line, at); s.member {
			at = blanks(line, word(line, blanks(line, word(line, at, line[long:long+1])), ":"))
		}
		return numberAt(line, at)
	}
	var ok int
	if s.row, ok = number(long); ok == 0 {
		return spot{}
	}
	at = blanks(line, word(line, blanks(line, ok), ","))
	if s.member {
		at = word(line, at, line[long:long+1])
	}
	c := word(line, at, "c")
	if c == at {
		return spot{}
	}
	if long > n+1 {
		c = word(line, word(line, c, "ol"), "umn")
	}
	if s.col, ok = number(c); ok == 0 {
		return spot{}
	}
	s.end = ok
	for s.end+1 < len(line) && line[s.end] == '.' && isLetter(line[s.end+1]) && long == n+1 {
		for s.end++; s.end < len(line) && isLetter(line[s.end]); s.end++ {
		}
	}
	s.side = strings.ToLower(line[ok:s.end])
	return s
}

// pairAt reads (1,2) and [1,2], and [1,2,5] with a value.
func pairAt(line string, n int) spot {
	s := spot{start: n}
	var at int
	if s.row, at = numberAt(line, blanks(line, n+1)); at == 0 {
		return spot{}
	}
	if at = blanks(line, at); at == len(line) || line[at] != ',' {
		return spot{}
	}
	if s.col, at = numberAt(line, blanks(line, at+1)); at == 0 {
		return spot{}
	}
	if at = blanks(line, at); at < len(line) && line[at] == ',' {
		s.said, at = valueAt(line, at+1)
		for at < len(line) && strings.IndexByte(" \"'`", line[at]) >= 0 {
			at++
		}
		if s.said == "" {
			return spot{}
		}
	}
	if at = blanks(line, at); at == len(line) || line[at] != line[n]+1 && line[at] != line[n]+2 { // the bracket that closes
		return spot{}
	}
	s.end = at + 1
	return s
}

// letterNumber reads B1.
func letterNumber(line string, n int) spot {
	s := spot{start: n, col: int(line[n]-'A') + 1}
	if s.row, s.end = numberAt(line, n+1); s.end == 0 || s.end < len(line) && isLetter(line[s.end]) {
		return spot{}
	}
	return s
}

// value gives the value that a cell is said to have, as in r1c2: 5, r1c2 -> 5, [1,2,5] and {"row": 1, "col": 2, "value": 5}, and where that ends.
func (s spot) value(line string) (value string, end int) {
	if s.said != "" {
		return s.said, s.end
	}
	at := blanks(line, behindQuotes(line, s.end))
	if s.member {
		key := blanks(line, word(line, at, ","))
		if key < len(line) && (line[key] == '"' || line[key] == '\'') {
			for key++; key < len(line) && inWord(line[key]); key++ {
			}
			at = blanks(line, behindQuotes(line, key))
		}
	}
	to := at
	for _, is := range [...]string{":", "=", "->", "→"} {
		if to = word(line, at, is); to > at {
			break
		}
	}
	if to == at {
		return "", s.end
	}
	value, end = valueAt(line, to)
	if value == "" {
		return "", s.end
	}
	if line[at] == '-' || line[at] >= 0x80 { // an arrow may lead to a cell
		if next := spots(line[end-len(value):], nil); len(next) > 0 && next[0].start == 0 {
			return "", s.end
		}
	}
	return value, end
}

// behindQuotes skips the quotes and brackets that end a name.
func behindQuotes(line string, at int) int {
	for at < len(line) && strings.IndexByte("\"'])}`", line[at]) >= 0 {
		at++
	}
	return at
}

// valueAt reads a value: a word, a number, or a sign.
func valueAt(line string, at int) (value string, end int) {
	rest := line[at:]
	for rest != "" && (rest[0] == ' ' || rest[0] >= '\t' && rest[0] <= '\r' && rest[0] != '\v') {
		rest = rest[1:]
	}
	if rest != "" && strings.IndexByte("\"'`", rest[0]) >= 0 {
		rest = rest[1:]
	}
	word := strings.TrimPrefix(rest, "-")
	long := 0
	for long < len(word) && inWord(word[long]) {
		long++
	}
	switch sign, size := utf8.DecodeRuneInString(rest); {
	case long > 0:
		long += len(rest) - len(word)
	case size > 0 && strings.ContainsRune("-.#■□●○✓", sign), sign == falling, sign == rising, size > 1 && sign != utf8.RuneError && unicode.IsSymbol(sign):
		long = size
	default:
		return "", at
	}
	return rest[:long], len(line) - len(rest) + long
}

func inWord(c byte) bool { return c == '_' || isDigit(c) || isLetter(c) }

// joins reports whether what stands between two places joins them.
func joins(gap string) bool {
	switch strings.TrimSpace(gap) {
	case "-", "–", "—", "->", "→", "to", "~":
		return true
	}
	return false
}

// verbs may stand before the places of a list.
var verbs = map[string]bool{
	"and": true, "to": true, "shade": true, "shaded": true, "fill": true, "mark": true, "place": true, "put": true, "draw": true, "set": true,
	"connect": true, "join": true, "line": true, "edge": true, "cell": true, "from": true, "in": true, "at": true, "move": true, "step": true,
}

// chatty reports whether a line has words among its places: all that may stand there is what introduces the list, up to a colon, verbs, and
// the layer's name.
func chatty(line string, found []spot, layer string) bool {
	at := 0
	if i := strings.LastIndexByte(line[:found[0].start], ':'); i >= 0 {
		at = i
	}
	for n := 0; n <= len(found); n++ {
		to := len(line)
		if n < len(found) {
			to = found[n].start
		}
		if n > 0 {
			if _, end := found[n-1].value(line); end <= to {
				at = end
			}
		}
		if gap := line[min(at, to):to]; strings.ContainsFunc(gap, unicode.IsLetter) {
			for _, w := range strings.FieldsFunc(gap, func(r rune) bool { return !unicode.IsLetter(r) }) {
				if w = strings.ToLower(w); !verbs[w] && w != strings.ToLower(layer) {
					return true
				}
			}
		}
		if n < len(found) {
			at = found[n].end
		}
	}
	return false
}

// placed is how the places of a layer are found by the cells that a text names.
type placed struct {
	at    map[board.Place]board.Place    // by the place itself, or by a cell of it
	pairs map[[2]board.Place]board.Place // by the cells beside or at the ends
}

// index makes the index of a layer.
func (q *Question) index(a *asked) placed {
	x := placed{map[board.Place]board.Place{}, map[[2]board.Place]board.Place{}}
	pair := func(p, q, of board.Place) { x.pairs[[2]board.Place{p, q}], x.pairs[[2]board.Place{q, p}] = of, of }
	for _, p := range a.places {
		x.at[p] = p
		switch s := q.b.Span(p); {
		case s.A != (board.Place{}):
			pair(s.A, s.B, p)
		case q.b.LayerOf(p) != nil:
			for _, c := range q.b.Cells(p) {
				x.at[c] = p
			}
		case p.Kind == board.Link || p.Kind == board.Diagonal:
			c, d := q.b.Geo.Ends(p)
			pair(c, d, p)
		case p.Kind == board.Edge:
			if cells := q.b.Geo.Cells(p); len(cells) == 2 {
				pair(cells[0], cells[1], p)
			}
		}
	}
	return x
}

// place gives the place that a spot names.
func (a *asked) place(q *Question, s spot) (board.Place, bool) {
	if s.row < 1 || s.col < 1 || s.row > q.b.Geo.Rows || s.col > q.b.Geo.Cols {
		return board.Place{}, false
	}
	c := a.cells[(s.row-1)*q.b.Geo.Cols+s.col-1]
	if s.side != "" {
		return q.b.Geo.ParseAt(c, s.side)
	}
	return c, c != (board.Place{})
}

// lists finds lists of places: lines that name places, with nothing between them but blank lines and markup. Where several layers are
// asked for, a list stands behind the layer's name.
func (q *Question) lists(a *asked, text string, named bool) []stated {
	var out []stated
	var now *stated
	in, right := !named, true
	begin := func(start, end, places int) {
		now = &stated{start: start, end: end, marks: &rules.Marks{}}
		if !a.l.Parts {
			now.marks.Values = make(map[board.Place]rules.Value, places)
		}
	}
	flush := func() {
		if now != nil && right && (len(now.marks.Values)+len(now.marks.Parts) > 0 || named && !a.l.Parts) {
			if q.printed(a.l, now.marks); q.whole(a, now.marks) {
				out = append(out, *now)
			}
		}
		now, right = nil, true
	}
	at := 0
	var found []spot
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		headed := named && a.heading.MatchString(line)
		if headed {
			flush()
			in = true
			begin(start, at, 0)
		}
		found = spots(line, found[:0])
		if len(found) > 0 && chatty(line, found, a.l.Name) { // it speaks of places and lists none
			found = found[:0]
		}
		if len(found) == 0 || !in {
			if strings.Trim(line, " \t\r\n`*-|{}[](),") != "" && !headed {
				flush()
				in = !named
			}
			continue
		}
		if now == nil {
			begin(start, at, min(len(found), len(a.places)))
		}
		now.end = at
		right = right && q.listLine(a, line, found, now.marks)
	}
	flush()
	return out
}

// whole reports whether a list says all that it must, and adds what need not be said.
func (q *Question) whole(a *asked, m *rules.Marks) bool {
	if a.l.Parts {
		if a.l.Some {
			return true
		}
		n := 0
		for _, part := range m.Parts {
			n += len(part)
		}
		return n >= len(a.places)
	}
	if a.l.Domain.Kind == rules.Bools || a.l.Some {
		return true
	}
	for _, p := range a.places {
		if _, ok := m.Values[p]; !ok {
			if a.l.Default == nil {
				return false
			}
			m.Values[p] = *a.l.Default
		}
	}
	return true
}

// listLine reads the places of a line: places, pairs and chains of cells, with values where the layer has them; of a division each line,
// or each pair of brackets, lists a part. It is false where one is no place of the layer.
func (q *Question) listLine(a *asked, line string, found []spot, m *rules.Marks) bool {
	if a.l.Parts {
		at := 0
		for n, s := range found {
			p, ok := a.place(q, s)
			if p, ok = a.by.at[p], ok && a.by.at[p] != (board.Place{}); !ok {
				return false
			}
			if n == 0 || strings.ContainsAny(line[at:s.start], "]);") {
				m.Parts = append(m.Parts, nil)
			}
			last := len(m.Parts) - 1
			m.Parts[last] = append(m.Parts[last], p)
			at = s.end
		}
		return true
	}
	set := func(p board.Place, s spot) bool {
		said, _ := s.value(line)
		v := rules.BoolOf(true)
		switch {
		case a.l.Domain.Kind != rules.Bools:
			var ok bool
			if v, ok = a.value(said); !ok || said == "" {
				return false
			}
		case said != "":
			var ok bool
			if v, ok = a.value(said); !ok {
				return false
			}
			if v.N == 0 {
				delete(m.Values, p)
				return true
			}
		}
		m.Values[p] = v
		return true
	}
	for n := 0; n < len(found); n++ {
		one, ok := a.place(q, found[n])
		if !ok {
			return false
		}
		if p, ok := a.by.at[one]; ok {
			if !set(p, found[n]) {
				return false
			}
			continue
		}
		chain := false
		for n+1 < len(found) {
			gap := line[found[n].end:found[n+1].start]
			bracketed := !chain && found[n].open && strings.Trim(gap, " \"'") == "," // of a pair in brackets
			if !joins(gap) && !bracketed {
				break
			}
			two, _ := a.place(q, found[n+1])
			p, ok := a.by.pairs[[2]board.Place{one, two}]
			if !ok || !set(p, found[n+1]) {
				return false
			}
			one, chain = two, true
			if n++; bracketed {
				break
			}
		}
		if !chain {
			return false
		}
	}
	return true
}
