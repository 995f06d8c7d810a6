// Package answertext finds what solutions consist of in the texts that people and language models write: boards of cells, and
// lines of names with their values, among prose, markup and step-by-step working. It knows no puzzle: a family says what a
// cell or a name is, and what the cells mean.
package answertext

import (
	"regexp"
	"strings"
	"unicode"

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
	f := finder{shape: s}
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
}

// line takes a line of the text.
func (f *finder) line(text string, start, end int) {
	if strings.TrimSpace(text) == "" {
		f.blank = true
		return
	}
	var rows []row
	neutral, first := true, true
	all := pieces(text)
	for _, piece := range all {
		got, kind := f.piece(piece)
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
			rows = append(rows, got...)
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
	for _, p := range all {
		if at := strings.LastIndexByte(p, '['); len(f.words(p)) >= f.shape.Cols || at >= 0 && len(f.words(p[at:])) > 1 {
			return nil, false
		}
	}
	rows, kind := f.piece(flatSigns.Replace(text))
	return rows, kind == isRow
}

// flush makes boards of the rows that were collected.
func (f *finder) flush() {
	rows := f.rows
	f.rows, f.blank = nil, false
	if f.notRows(f.heading) {
		return
	}
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
	b := Board{Start: rows[0].start, End: rows[len(rows)-1].end}
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
	rowLabel  = sieve.MustCompile(`(?i)^[\s|>*\-"'\[({]*(?:row|line|r|第)[ _]*(?:\d{1,2}|[A-Z])\s*行?["'\])}*]*\s*(?:[:：=|.\-]+|\s)`)
	itemLabel = sieve.MustCompile(`^\s*(?:[>*•]\s+)?\(?\d{1,2}[.):]\s+`)
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
	return strings.ContainsAny(text, "|+") && strings.Contains(text, "--") && strings.Trim(text, "|-:+ \t\r") == ""
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
func (f *finder) piece(text string) ([]row, kind) {
	if ruled(text) {
		return nil, drawn
	}
	label := ""
	if at := strings.LastIndexAny(text, ":="); at >= 0 {
		label, text = text[:at], text[at+1:]
	}
	if at := strings.LastIndexByte(text, '['); at >= 0 {
		label, text = label+text[:at], text[at+1:]
	}
	rows, k := f.read(f.words(text))
	if at := strings.LastIndex(text, " is "); k != isRow && label == "" && at >= 0 {
		if rows, k := f.read(f.words(strings.TrimRight(text[at+4:], ". "))); k == isRow && !f.namesColumns(text[:at]) {
			return rows, k
		}
	}
	if k != isRow && label == "" {
		if loc := rowLabel.FindStringIndex(text); loc != nil {
			rows, k = f.read(f.words(text[loc[1]:]))
		} else if loc := itemLabel.FindStringIndex(text); loc != nil && f.width(text[loc[1]:]) == f.shape.Cols {
			rows, k = f.read(f.words(text[loc[1]:]))
		}
	}
	switch {
	case k == isRow && f.namesColumns(label), k == drawn && strings.IndexFunc(label, isWord) >= 0:
		return nil, other
	}
	return rows, k
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

// words cuts a piece at what separates cells.
func (f *finder) words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		if r < 0x80 {
			return betweenCells[r]
		}
		return unicode.IsSpace(r) || r == '、' || r == '，' || r >= 0x2500 && r <= 0x257f
	})
}

// read makes rows of words.
func (f *finder) read(words []string) ([]row, kind) {
	cells := make([]string, 0, max(len(words), f.shape.Cols))
	if f.shape.Single && f.numbersColumns(words) {
		return nil, drawn
	}
	soft, hard := 0, 0 // blank cells: those whose sign may be a mere line or a full stop, and the others
	first := 0         // cells of the first word
	for i, w := range words {
		switch {
		case f.shape.Single:
			for _, r := range w {
				switch c := string(r); {
				case f.shape.Cell(c):
					cells = append(cells, c)
				case strings.ContainsRune(".-–—·", r):
					soft++
				case strings.ContainsRune("_?0xX□⬜", r):
					hard++
				default:
					if rows, ok := f.indexed(words); ok {
						return rows, isRow
					}
					return nil, other
				}
			}
		default:
			switch w = strings.TrimRight(w, "."); {
			case w == "" || (w[0] == '-' || w[0] == '.' || w[0] >= 0x80) && strings.Trim(w, "-–—·.") == "":
				soft++
			case f.shape.Cell(w):
				cells = append(cells, w)
			case strings.Trim(w, "_?0xX□⬜") == "":
				hard++
			case f.shape.Cols > 1 && f.close(words):
				return f.closeRows(words), isRow
			default:
				if rows, ok := f.indexed(words); ok {
					return rows, isRow
				}
				return nil, other
			}
		}
		if i == 0 {
			first = len(cells)
		}
	}
	n, total := f.shape.Cols, len(cells)+soft+hard
	switch {
	case len(cells) == 0 && (total != n || soft == total && strings.Trim(strings.Join(words, ""), ".·") != ""):
		if hard > 0 && total != n {
			return nil, other
		}
		return nil, drawn
	case soft+hard > 0 && total%n == 0:
		return make([]row, total/n), isRow
	case hard == 0 && len(cells)%n == 0:
		return f.cut(cells), isRow
	case !f.shape.Single && f.shape.Cols > 1 && f.close(words):
		return f.closeRows(words), isRow
	case hard == 0 && len(cells) == n+1 && first == 1:
		return []row{{cells: cells[1:], index: cells[0]}}, isRow
	}
	if rows, ok := f.indexed(words); ok {
		return rows, isRow
	}
	return nil, other
}

// indexed reads a row whose first word is its number or letter, and no cell.
func (f *finder) indexed(words []string) ([]row, bool) {
	if len(words) < 2 || len(words[0]) > 2 {
		return nil, false
	}
	var cells []string
	for _, w := range words[1:] {
		if !f.shape.Single {
			cells = append(cells, w)
			continue
		}
		for _, r := range w {
			cells = append(cells, string(r))
		}
	}
	if len(cells) != f.shape.Cols {
		return nil, false
	}
	for _, c := range cells {
		if !f.shape.Cell(c) {
			return nil, false
		}
	}
	return []row{{cells: cells, index: words[0]}}, true
}

// cut cuts cells into rows.
func (f *finder) cut(cells []string) []row {
	var rows []row
	for n := f.shape.Cols; len(cells) > 0; cells = cells[n:] {
		rows = append(rows, row{cells: cells[:n:n]})
	}
	return rows
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
	var rows []row
	for _, w := range words {
		rows = append(rows, row{cells: strings.Split(w, "")})
	}
	return rows
}

var (
	latexEnv  = regexp.MustCompile(`\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^\[\]]*\])?(?:\{[^{}]*\})?|\\(?:cline|multicolumn)\s*\{[^{}]*\}`)
	latexName = regexp.MustCompile(`\\[a-zA-Z]+`)
	tag       = regexp.MustCompile(`<[/a-zA-Z][^<>\n]{0,200}>`)
	rowEnds   = regexp.MustCompile(`(?i)\\\\(?:\[[^\[\]]*\])?|\\n|</tr>|<br\s*/?>`)
	rowStarts = sieve.MustCompile(`(?i)["'{,\s|](?:row|r)[ _]?\d{1,2}["']?\s*[:=]`)
)

// isASCII reports whether all of a text is ASCII, without the sign 0.
func isASCII(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= 0x80 || c == 0 {
			return false
		}
	}
	return true
}

// pieces cuts a line where rows end inside it, and makes ordinary characters of markup.
func pieces(text string) []string {
	if !isASCII(text) {
		text = strings.Map(func(r rune) rune {
			switch r {
			case 0xfe0f, 0x20e3, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff: // of digits on keys, and without width
				return -1
			case 0:
				return ' '
			}
			return r
		}, norm.NFKC.String(text))
	}
	if strings.ContainsAny(text, `\<`) {
		text = rowEnds.ReplaceAllString(text, "\x00")
		text = latexEnv.ReplaceAllString(text, " ")
		text = latexName.ReplaceAllString(text, " ")
		text = tag.ReplaceAllString(text, " ")
	}
	if strings.ContainsAny(text, ":=") {
		text = rowStarts.ReplaceAllString(text, "\x00$0")
	}
	if !strings.ContainsAny(text, "];\x00") {
		return []string{text}
	}
	text = cuts.Replace(text)
	var out []string
	for _, p := range strings.Split(text, "\x00") {
		if strings.TrimSpace(p) != "" {
			out = append(out, p)
		}
	}
	return out
}

var (
	innerList = regexp.MustCompile(`\[[^\[\]]*\]`)
	tableRow  = regexp.MustCompile(`(?is)<tr\b.*?</tr>`)
)

// joinLists makes one line of each list and each row of an HTML table that is written over several lines, in as many bytes.
func (f *finder) joinLists(text string) string {
	join := func(m string) string { return strings.ReplaceAll(m, "\n", " ") }
	if strings.Contains(text, "[") {
		text = innerList.ReplaceAllStringFunc(text, func(m string) string {
			if !strings.Contains(m, "\n") {
				return m
			}
			for _, w := range f.words(m) {
				if !f.shape.Cell(w) && (len(w)%f.shape.Cols != 0 || strings.ContainsFunc(w, func(r rune) bool { return !f.shape.Cell(string(r)) })) {
					return m
				}
			}
			return join(m)
		})
	}
	if strings.Contains(text, "<t") || strings.Contains(text, "<T") {
		text = tableRow.ReplaceAllStringFunc(text, join)
	}
	return text
}
