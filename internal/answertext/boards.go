// Package answertext finds what solutions consist of in the texts that people and language models write: boards of cells, and
// lines of names with their values, among prose, markup and step-by-step working. It knows no puzzle: a family says what a
// cell or a name is, and what the cells mean.
package answertext

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// Shape is what a board must look like.
type Shape struct {
	Rows, Cols int
	// Cell reports whether a text is a filled cell.
	Cell func(text string) bool
	// Single says that every cell is one character, so that cells may stand close together. Elsewhere a row may stand close
	// together only if each of its cells is one digit.
	Single bool
	// Name is what the board is called, or "": it announces the board, whatever else the word means.
	Name string
}

// Board is a board in a text: full, or unfinished.
type Board struct {
	Start, End int      // where it stands, in bytes
	Cells      []string // row by row; nil for an unfinished board
}

// Boards lists the boards of a text in the order in which they stand. A full board is Rows rows of Cols filled cells, one
// under the other with nothing between them but lines drawn, blank lines and labels of rows; or all its cells in one line, or
// in one list of lists. Two rows or more that make no full board, because cells are blank or rows are missing, are an
// unfinished board. Columns and boxes that are written out as lists, and named as such, are no rows.
func Boards(text string, s Shape) []Board {
	if s.Rows < 1 || s.Cols < 1 {
		return nil
	}
	f := finder{shape: s, cells: make([]string, 0, (s.Rows+1)*s.Cols), rows: make([]row, 0, s.Rows+1)}
	masked := f.joinLists(text)
	for start := 0; start < len(masked); {
		end := strings.IndexByte(masked[start:], '\n')
		if end < 0 {
			end = len(masked)
		} else {
			end += start
		}
		f.line(masked[start:end], start, end)
		start = end + 1
	}
	f.flush()
	return f.found
}

// row is a row of a board.
type row struct {
	cells      []string // nil: cells are blank
	index      string   // what stands before the cells and may be the row's number; "" where nothing does
	after      bool     // a blank line stands before it
	start, end int
}

// finder collects rows until something else than a row ends them.
type finder struct {
	shape   Shape
	rows    []row
	blank   bool // a blank line was the last
	heading string
	found   []Board

	// What is used again from line to line: the words of a piece, the cells of all rows, and the rows of a piece.
	split []string
	cells []string
	made  []row
}

// signs are the kinds of signs that a line holds: what is looked for in lines needs one of them, and most lines hold none.
type signs uint8

const (
	markup   signs = 1 << iota // of LaTeX and HTML
	naming                     // what stands behind a name
	parting                    // what ends a row within a line, a 0 among them
	drawing                    // what tables are drawn with
	opening                    // of a list
	notASCII                   // and the sign 0
)

// signsOf are the signs of ASCII that are of a kind.
var signsOf = func() (kinds [0x80]signs) {
	for kind, all := range map[signs]string{markup: `\<`, naming: ":=", parting: "];\x00", drawing: "|+", opening: "[", notASCII: "\x00"} {
		for _, c := range all {
			kinds[c] |= kind
		}
	}
	return kinds
}()

func signsIn(text string) (s signs) {
	for i := range len(text) {
		if c := text[i]; c < 0x80 {
			s |= signsOf[c]
		} else {
			s |= notASCII
		}
	}
	return s
}

// line takes a line of the text.
func (f *finder) line(text string, start, end int) {
	if strings.TrimSpace(text) == "" {
		f.blank = true
		return
	}
	f.made = f.made[:0]
	var rows []row
	neutral, first := true, true
	var one [1]string
	all, has := pieces(text, one[:0])
	for _, piece := range all {
		got, kind := f.piece(piece, has)
		switch kind {
		case other:
			neutral = false
			if first {
				if flat, ok := f.flat(text, all); ok {
					f.take(flat, start, end)
					return
				}
				first = false
			}
			f.take(rows, start, end)
			rows = nil
			f.flush()
			f.heading = strings.TrimSpace(text)
		case isRow:
			neutral = false
			if rows == nil {
				rows = got
			} else {
				rows = append(rows, got...)
			}
		}
	}
	if neutral {
		return // lines drawn between rows
	}
	f.take(rows, start, end)
}

func (f *finder) take(rows []row, start, end int) {
	for i, r := range rows {
		r.start, r.end, r.after = start, end, f.blank && i == 0
		f.rows = append(f.rows, r)
	}
	if len(rows) > 0 {
		f.blank = false
	}
}

var (
	flatSigns = strings.NewReplacer(";", " ", "[", " ", "]", " ")
	cuts      = strings.NewReplacer("]", "]\x00", ";", ";\x00")
)

// flat reads a line whose cells are pieces, such as 5;3;4 or [5] [3] [4], as one piece.
func (f *finder) flat(text string, all []string) ([]row, bool) {
	if len(all) == 1 && all[0] == text && !strings.ContainsAny(text, ";[]") {
		return nil, false // it was read so
	}
	for _, p := range all {
		if at := strings.LastIndexByte(p, '['); len(f.words(p)) >= f.shape.Cols || at >= 0 && len(f.words(p[at:])) > 1 {
			return nil, false
		}
	}
	text = flatSigns.Replace(text)
	rows, kind := f.piece(text, signsIn(text))
	return rows, kind == isRow
}

// flush makes boards of the rows that were collected.
func (f *finder) flush() {
	if len(f.rows) > 0 && !f.notRows(f.heading) {
		f.collect(f.rows)
	}
	f.rows, f.cells, f.blank = f.rows[:0], f.cells[:0], false // boards have cells of their own
}

// collect makes boards of rows.
func (f *finder) collect(rows []row) {
	full := 0
	for from := 0; from < len(rows); {
		to := from
		for to < len(rows) && rows[to].cells != nil {
			to++
		}
		full += f.boards(rows[from:to])
		for from = to; from < len(rows) && rows[from].cells == nil; from++ {
		}
	}
	if full == 0 && len(rows) > 1 {
		f.found = append(f.found, Board{Start: rows[0].start, End: rows[len(rows)-1].end})
	}
}

// boards adds the boards that full rows under each other make, and gives how many. More rows than a board has are parted at
// blank lines.
func (f *finder) boards(rows []row) int {
	n := f.shape.Rows
	if len(rows) == n+1 && f.isHeader(rows[0]) {
		rows = rows[1:]
	}
	var made []Board
	for end := len(rows); end > 0; {
		begin := end
		for begin > 0 {
			for begin--; begin > 0 && !rows[begin].after; begin-- {
			}
			if (end-begin)%n == 0 {
				break
			}
		}
		if (end-begin)%n == 0 {
			for at := end - n; at >= begin; at -= n {
				if b, ok := f.board(rows[at : at+n]); ok {
					made = append(made, b)
				}
			}
			end = begin
			continue
		}
		// The last paragraph belongs to no board.
		for end--; end > 0 && !rows[end].after; end-- {
		}
	}
	for i := len(made) - 1; i >= 0; i-- {
		f.found = append(f.found, made[i])
	}
	return len(made)
}

// isHeader reports whether a row holds the numbers of columns.
func (f *finder) isHeader(r row) bool {
	for i, c := range r.cells {
		if c != ordinal(i+1) && c != letter(i) {
			return false
		}
	}
	return true
}

func ordinal(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return ordinal(n/10) + ordinal(n%10)
}

func letter(i int) string {
	if i >= 26 {
		return "?"
	}
	return string(rune('A' + i))
}

// board makes a board of its rows. Cells before the rows must number them.
func (f *finder) board(rows []row) (Board, bool) {
	b := Board{Start: rows[0].start, End: rows[len(rows)-1].end, Cells: make([]string, 0, len(rows)*f.shape.Cols)}
	for i, r := range rows {
		if x := strings.ToUpper(r.index); x != "" && x != ordinal(i+1) && x != letter(i) && x != ordinal(i) {
			return b, false
		}
		b.Cells = append(b.Cells, r.cells...)
	}
	return b, true
}

type kind int

const (
	drawn kind = iota // nothing but lines and signs
	isRow
	other
)

var (
	rowLabel  = regexp.MustCompile(`(?i)^[\s|>*\-"'\[({]*(?:row|line|r|第)[ _]*(?:\d{1,2}|[A-Z])\s*行?["'\])}*]*\s*(?:[:：=|.\-]+|\s)`)
	itemLabel = regexp.MustCompile(`^\s*(?:[>*•]\s+)?\(?\d{1,2}[.):]\s+`)
	regions   = sieve.MustCompile(`(?i)\bregions?\b`) // which is what rows of numbers may be about
	noRow     = sieve.MustCompile(`(?i)\b(?:col(?:umn)?s?|box(?:es)?|blocks?|sub-?(?:grid|square)s?|regions?|diagonals?|nonets?|c\d+|b\d+)\b|列|宫`)
)

// notRows reports whether a heading announces something else than rows.
func (f *finder) notRows(heading string) bool {
	h := strings.TrimRight(heading, " *_")
	return (strings.HasSuffix(h, ":") || strings.HasSuffix(h, "：") || strings.HasPrefix(h, "#")) && !strings.Contains(h, "|") &&
		f.namesColumns(regions.ReplaceAllString(h, ""))
}

func (f *finder) namesColumns(text string) bool {
	if name := f.shape.Name; name != "" && strings.EqualFold(strings.Trim(text, " \t\r*_`#{[:：\"'"), name) {
		return false
	}
	return noRow.MatchString(text) && !strings.Contains(strings.ToLower(text), "row") && !strings.Contains(text, "行")
}

// ruled reports whether a line is the one below the head of a table, such as |---|:-:|, or between its rows, such as +---+---+.
func ruled(text string) bool {
	return strings.Contains(text, "--") && strings.ContainsAny(text, "|+") && strings.Trim(text, "|-:+ \t\r") == ""
}

// numbersColumns reports whether words are the numbers of more columns than have one digit.
func (f *finder) numbersColumns(words []string) bool {
	if f.shape.Cols < 10 || len(words) != f.shape.Cols {
		return false
	}
	for i, w := range words {
		if w != ordinal(i+1) {
			return false
		}
	}
	return true
}

// piece reads a piece of a line: a row, or several rows behind each other. A label may stand before the cells.
func (f *finder) piece(text string, has signs) ([]row, kind) {
	if has&drawing != 0 && ruled(text) {
		return nil, drawn
	}
	label := ""
	if has&naming != 0 {
		if at := strings.LastIndexAny(text, ":="); at >= 0 {
			label, text = text[:at], text[at+1:]
		}
	}
	if has&opening != 0 {
		if at := strings.LastIndexByte(text, '['); at >= 0 {
			label, text = label+text[:at], text[at+1:]
		}
	}
	rows, k := f.read(f.words(text))
	if k != isRow && label == "" {
		if at := strings.LastIndex(text, " is "); at >= 0 {
			if rows, k := f.read(f.words(strings.TrimRight(text[at+4:], ". "))); k == isRow && !f.namesColumns(text[:at]) {
				return rows, k
			}
		}
		if end, item := labelOf(text); end > 0 && (!item || f.width(text[end:]) == f.shape.Cols) {
			rows, k = f.read(f.words(text[end:]))
		}
	}
	switch {
	case label == "":
	case k == isRow && f.namesColumns(label), k == drawn && strings.IndexFunc(label, isWord) >= 0:
		return nil, other
	}
	return rows, k
}

// labelOf gives where the label of a row ends with which a piece begins, 0 where there is none, and whether it is the number of an item.
func labelOf(text string) (end int, item bool) {
	var loc []int
	switch bare := strings.TrimLeft(text, " \t\n\f\r|>*-\"'[({"); {
	case bare == "":
	case bare[0]|0x20 == 'r', bare[0]|0x20 == 'l', strings.HasPrefix(bare, "第"):
		loc = rowLabel.FindStringIndex(text)
	case bare[0] >= '0' && bare[0] <= '9', strings.HasPrefix(bare, "•"):
		loc, item = itemLabel.FindStringIndex(text), true
	}
	if loc == nil {
		return 0, false
	}
	return loc[1], item
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func (f *finder) width(text string) int {
	n := 0
	for _, w := range f.words(text) {
		if !f.shape.Single {
			n++
		} else {
			n += len([]rune(w))
		}
	}
	return n
}

// betweenCells are the signs of ASCII that separate cells.
var betweenCells = func() (is [0x80]bool) {
	for _, c := range " \t\n\v\f\r|,;&+()[]{}\"'`*$\\/~<>#" {
		is[c] = true
	}
	return is
}()

// words cuts a piece at what separates cells. They last until it is called again.
func (f *finder) words(text string) []string {
	f.split = f.split[:0]
	from := -1 // where the word begins
	for i, size := 0, 0; i < len(text); i += size {
		c := text[i]
		var between bool
		if size = 1; c < 0x80 {
			between = betweenCells[c]
		} else {
			var r rune
			r, size = utf8.DecodeRuneInString(text[i:])
			between = unicode.IsSpace(r) || r == '、' || r == '，' || r >= 0x2500 && r <= 0x257f
		}
		switch {
		case between && from >= 0:
			f.split = append(f.split, text[from:i])
			from = -1
		case !between && from < 0:
			from = i
		}
	}
	if from >= 0 {
		f.split = append(f.split, text[from:])
	}
	return f.split
}

// first gives the first character of a text; for bytes that are none the sign that stands for them.
func first(text string) string {
	if text[0] < 0x80 {
		return text[:1]
	}
	r, size := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError {
		return "\uFFFD"
	}
	return text[:size]
}

// What a blank cell may be: softBlanks may be a mere line or a full stop.
const (
	softBlanks = ".-–—·"
	hardBlanks = "_?0xX□⬜"
)

// read makes rows of words.
func (f *finder) read(words []string) ([]row, kind) {
	if f.shape.Single && f.numbersColumns(words) {
		return nil, drawn
	}
	from := len(f.cells)
	soft, hard := 0, 0 // blank cells: those of soft signs, and the others
	ahead := 0         // cells of the first word
	for i, w := range words {
		switch {
		case f.shape.Single:
			for at, r := range w {
				switch c := first(w[at:]); {
				case f.shape.Cell(c):
					f.cells = append(f.cells, c)
				case strings.ContainsRune(softBlanks, r):
					soft++
				case strings.ContainsRune(hardBlanks, r):
					hard++
				default:
					return f.otherwise(words, from)
				}
			}
		default:
			switch w = strings.TrimRight(w, "."); {
			case w == "" && len(words) == 1 && f.shape.Cols > 1 && f.close(words): // a row of points close together
				return f.closeRows(words), isRow
			case w == "" || (w[0] == '-' || w[0] == '.' || w[0] >= 0x80) && strings.Trim(w, softBlanks) == "":
				soft++
			case f.shape.Cell(w):
				f.cells = append(f.cells, w)
			case strings.Trim(w, hardBlanks) == "":
				hard++
			case f.shape.Cols > 1 && f.close(words):
				f.cells = f.cells[:from]
				return f.closeRows(words), isRow
			default:
				return f.otherwise(words, from)
			}
		}
		if i == 0 {
			ahead = len(f.cells) - from
		}
	}
	cells := f.cells[from:]
	n, total := f.shape.Cols, len(cells)+soft+hard
	switch {
	case len(cells) == 0 && (total != n || soft == total && strings.Trim(strings.Join(words, ""), ".·") != ""):
		if hard > 0 && total != n {
			return nil, other
		}
		return nil, drawn
	case soft+hard > 0 && total%n == 0:
		f.cells = f.cells[:from]
		at := len(f.made)
		for range total / n {
			f.made = append(f.made, row{})
		}
		return f.since(at), isRow
	case hard == 0 && len(cells)%n == 0:
		return f.cut(cells), isRow
	case !f.shape.Single && f.shape.Cols > 1 && f.close(words):
		f.cells = f.cells[:from]
		return f.closeRows(words), isRow
	case hard == 0 && len(cells) == n+1 && ahead == 1:
		return f.numbered(cells[0], cells[1:]), isRow
	}
	return f.otherwise(words, from)
}

// otherwise reads words that are not all cells; those that were read are given back.
func (f *finder) otherwise(words []string, from int) ([]row, kind) {
	f.cells = f.cells[:from]
	if rows, ok := f.indexed(words); ok {
		return rows, isRow
	}
	return nil, other
}

// since gives the rows that were made from a number on.
func (f *finder) since(from int) []row { return f.made[from:len(f.made):len(f.made)] }

// numbered makes a row of cells behind what may be its number.
func (f *finder) numbered(index string, cells []string) []row {
	at := len(f.made)
	f.made = append(f.made, row{cells: cells[:len(cells):len(cells)], index: index})
	return f.since(at)
}

// indexed reads a row whose first word is its number or letter, and no cell.
func (f *finder) indexed(words []string) ([]row, bool) {
	if len(words) < 2 || len(words[0]) > 2 {
		return nil, false
	}
	from := len(f.cells)
	for _, w := range words[1:] {
		if !f.shape.Single {
			f.cells = append(f.cells, w)
			continue
		}
		for at := range w {
			f.cells = append(f.cells, first(w[at:]))
		}
	}
	cells := f.cells[from:]
	if len(cells) != f.shape.Cols || slices.ContainsFunc(cells, func(c string) bool { return !f.shape.Cell(c) }) {
		f.cells = f.cells[:from]
		return nil, false
	}
	return f.numbered(words[0], cells), true
}

// cut cuts cells into rows.
func (f *finder) cut(cells []string) []row {
	at := len(f.made)
	for n := f.shape.Cols; len(cells) > 0; cells = cells[n:] {
		f.made = append(f.made, row{cells: cells[:n:n]})
	}
	return f.since(at)
}

// close reports whether each word is a row of cells of one digit, or of a sign that is a cell.
func (f *finder) close(words []string) bool {
	for _, w := range words {
		if len(w) != f.shape.Cols {
			return false
		}
		for _, c := range strings.Trim(w, "123456789") {
			if (c < '1' || c > '9') && (unicode.IsDigit(c) || unicode.IsLetter(c) || !f.shape.Cell(string(c))) {
				return false
			}
		}
	}
	return len(words) > 0
}

func (f *finder) closeRows(words []string) []row {
	at := len(f.made)
	for _, w := range words {
		from := len(f.cells)
		for size := 0; w != ""; w = w[size:] {
			_, size = utf8.DecodeRuneInString(w)
			f.cells = append(f.cells, w[:size])
		}
		f.made = append(f.made, row{cells: f.cells[from:len(f.cells):len(f.cells)]})
	}
	return f.since(at)
}

var (
	latexEnv  = regexp.MustCompile(`\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^\[\]]*\])?(?:\{[^{}]*\})?|\\(?:cline|multicolumn)\s*\{[^{}]*\}`)
	latexName = regexp.MustCompile(`\\[a-zA-Z]+`)
	rowEnds   = sieve.MustCompile(`(?i)\\\\(?:\[[^\[\]]*\])?|\\n|</tr>|<br\s*/?>`)
	rowStarts = sieve.MustCompile(`(?i)["'{,\s|](?:row|r)[ _]?\d{1,2}["']?\s*[:=]`)
)

// pieces cuts a line where rows end inside it, and makes ordinary characters of markup. It appends to a list, and tells which signs there are.
func pieces(text string, out []string) (list []string, has signs) {
	if has = signsIn(text); has&notASCII != 0 {
		text = strings.Map(func(r rune) rune {
			switch r {
			case 0xfe0f, 0x20e3, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff: // of digits on keys, and without width
				return -1
			case 0:
				return ' '
			}
			return r
		}, norm.NFKC.String(text))
		has = signsIn(text)
	}
	if has&markup != 0 {
		text = rowEnds.ReplaceAllString(text, "\x00")
		if strings.IndexByte(text, '\\') >= 0 {
			text = latexEnv.ReplaceAllString(text, " ")
			text = latexName.ReplaceAllString(text, " ")
		}
		text = withoutTags(text)
	}
	if has&naming != 0 {
		text = rowStarts.ReplaceAllString(text, "\x00$0")
	}
	if has&(markup|naming) != 0 {
		has = signsIn(text)
	}
	if has&parting == 0 {
		return append(out, text), has
	}
	text = cuts.Replace(text)
	for p := range strings.SplitSeq(text, "\x00") {
		if strings.TrimSpace(p) != "" {
			out = append(out, p)
		}
	}
	return out, has
}

// longestTag bounds what stands in a tag, in characters.
const longestTag = 200

// withoutTags puts blanks in the place of the tags of HTML.
func withoutTags(text string) string {
	from, out := 0, []byte(nil)
	for at := 0; at < len(text); at++ {
		if text[at] != '<' || at+1 == len(text) || text[at+1] != '/' && !isLetter(text[at+1]) {
			continue
		}
		end := strings.IndexAny(text[at+2:], "<>\n")
		if end < 0 {
			break
		}
		if end += at + 2; text[end] == '>' && utf8.RuneCountInString(text[at+2:end]) <= longestTag {
			out = append(append(out, text[from:at]...), ' ')
			from = end + 1
		}
		at = end
		if text[end] == '<' {
			at--
		}
	}
	if out == nil {
		return text
	}
	return string(append(out, text[from:]...))
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

var tableRow = regexp.MustCompile(`(?is)<tr\b.*?</tr>`)

// joinLists makes one line of each list and each row of an HTML table that is written over several lines, in as many bytes.
func (f *finder) joinLists(text string) string {
	var joined []byte
	for at := strings.IndexByte(text, '['); at >= 0; {
		end := strings.IndexAny(text[at+1:], "[]")
		if end < 0 {
			break
		}
		if end += at + 1; text[end] == ']' { // no list lies within this one
			if m := text[at : end+1]; strings.Contains(m, "\n") && f.holdsCells(m) {
				if joined == nil {
					joined = []byte(text)
				}
				for i := at; i < end; i++ {
					if joined[i] == '\n' {
						joined[i] = ' '
					}
				}
			}
			next := strings.IndexByte(text[end:], '[')
			if next < 0 {
				break
			}
			end += next
		}
		at = end
	}
	if joined != nil {
		text = string(joined)
	}
	if strings.Contains(text, "<t") || strings.Contains(text, "<T") {
		text = tableRow.ReplaceAllStringFunc(text, func(m string) string { return strings.ReplaceAll(m, "\n", " ") })
	}
	return text
}

// holdsCells reports whether a list holds nothing but cells, or rows of them.
func (f *finder) holdsCells(list string) bool {
	for _, w := range f.words(list) {
		if !f.shape.Cell(w) && (len(w)%f.shape.Cols != 0 || strings.ContainsFunc(w, func(r rune) bool { return !f.shape.Cell(string(r)) })) {
			return false
		}
	}
	return true
}
