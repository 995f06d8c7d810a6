package answertext

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Said is what a line says: the values of a name.
type Said struct {
	Name   int
	Values []int
}

// Lists is what solutions that are lines of names with their values look like.
type Lists struct {
	Names    int            // how many names there are
	Optional func(int) bool // reports whether a solution may leave a name out; nil: none
	// Name gives the number of the name that a text is.
	Name func(text string) (int, bool)
	// Read reads a line such as "name: value, value"; ok is false for one that says something else. What it gives is used before it reads the
	// next line.
	Read func(line string) (said []Said, ok bool)
}

// Listing is a solution in a text: whole, or unfinished.
type Listing struct {
	Start, End int     // where it stands, in bytes
	Values     [][]int // for each name, nil where it is left out; nil for an unfinished one
}

// maxLine bounds a line that is read, in bytes.
const maxLine = 16 << 10

// Find lists the solutions of a text in the order in which they stand. A solution is lines that say the values of all names,
// with nothing between them but blank lines, lines drawn and code fences; tables are read as such lines, whichever way they
// lie. A name that is said again, with other values, begins another solution. Half of the names or more are an unfinished one.
func (l Lists) Find(text string) []Listing {
	c := collector{lists: l, values: make([][]int, l.Names)}
	all := split(text)
	for i := 0; i < len(all); {
		if rows, n := table(all[i:]); n > 1 {
			lines := l.turn(rows)
			for _, line := range lines {
				if said, ok := l.Read(line); ok {
					c.take(said, all[i].start, all[i+n-1].end)
				} else {
					c.end()
				}
			}
			if lines == nil { // a table of something else, or no table
				for _, line := range all[i : i+n] {
					c.line(line)
				}
			}
			i += n
			continue
		}
		c.line(all[i])
		i++
	}
	c.end()
	return c.found
}

type textLine struct {
	text       string
	start, end int
}

// split cuts a text into its lines, and those of objects in JSON into their members.
func split(text string) []textLine {
	joined := text
	if strings.Contains(text, "[") {
		joined = jsonList.ReplaceAllStringFunc(text, func(m string) string { return strings.ReplaceAll(m, "\n", " ") })
	}
	var out []textLine
	for start := 0; start < len(joined); {
		end := strings.IndexByte(joined[start:], '\n')
		if end < 0 {
			end = len(joined)
		} else {
			end += start
		}
		for from := start; from < end; {
			to := end
			if at := strings.Index(joined[from:end], "],"); at >= 0 {
				to = from + at + 2
			}
			out = append(out, textLine{joined[from:to], from, to})
			from = to
		}
		start = end + 1
	}
	return out
}

var jsonList = regexp.MustCompile(`[:=]\s*\[[^\[\]]*\]`)

// collector puts together what lines say.
type collector struct {
	lists     Lists
	values    [][]int
	start, to int
	said      int
	found     []Listing
}

func (c *collector) take(said []Said, start, end int) {
	for _, s := range said {
		if s.Name < 0 || s.Name >= len(c.values) {
			continue
		}
		if old := c.values[s.Name]; old != nil {
			if slices.Equal(old, s.Values) {
				continue
			}
			c.end()
		}
		if c.said == 0 {
			c.start = start
		}
		c.values[s.Name] = s.Values
		c.said++
		c.to = end
	}
}

// end ends a solution.
func (c *collector) end() {
	if c.said == 0 {
		return
	}
	needed, there := 0, 0
	for i, v := range c.values {
		if c.lists.Optional != nil && c.lists.Optional(i) {
			continue
		}
		needed++
		if v != nil {
			there++
		}
	}
	switch {
	case there == needed:
		c.found = append(c.found, Listing{c.start, c.to, c.values})
	case 2*there >= needed:
		c.found = append(c.found, Listing{Start: c.start, End: c.to})
	}
	c.values, c.said = make([][]int, len(c.values)), 0
}

// line takes a line that belongs to no table.
func (c *collector) line(line textLine) {
	text := strings.TrimSpace(line.text)
	if strings.IndexFunc(text, isWord) < 0 || strings.HasPrefix(text, "```") {
		return
	}
	if len(text) > maxLine {
		c.end()
		return
	}
	if said, ok := c.lists.Read(text); ok && len(said) > 0 { // as most are
		c.take(said, line.start, line.end)
		return
	}
	clean := cleanLine(text)
	if m := announced.FindString(clean); m != "" && len(m) < len(clean) { // **Answer:** and the first line behind it
		c.end()
		clean = strings.TrimSpace(clean[len(m):])
	}
	tries := []string{clean, remark.ReplaceAllString(clean, ""), strings.TrimRight(quotes.Replace(clean), ", ")}
	for i, t := range tries {
		if slices.Contains(tries[:i], t) || t == text {
			continue
		}
		if said, ok := c.lists.Read(t); ok && len(said) > 0 {
			c.take(said, line.start, line.end)
			return
		}
	}
	for _, parts := range otherwise(clean) {
		var all []Said
		for _, part := range parts {
			said, ok := c.lists.Read(part)
			if !ok || len(said) == 0 {
				all = nil
				break
			}
			all = append(all, said...)
		}
		if all != nil {
			c.take(all, line.start, line.end)
			return
		}
	}
	c.end()
}

// announced finds the words that announce an answer at the beginning of its first line.
var announced = regexp.MustCompile(`^(?i:[\s*_#]*(?:(?:so|therefore|thus|hence),?\s+)?(?:the\s+|my\s+)?(?:final\s+|correct\s+|complete\s+)?(?:answer|solution|assignment|arrangement|result)(?:\s+is)?|[\s*_#]*(?:最终|正确)?(?:答案|结果)[是为]?)[\s*_]*[:：][\s*_]*`)

// otherwise gives the lines that a line may be meant for: with other signs between its values or behind its name; several sentences in one; "the
// name is value and the name is value".
func otherwise(line string) [][]string {
	var out [][]string
	if parts := sentenceEnd.Split(line, -1); len(parts) > 1 {
		out = append(out, trimmed(parts))
	}
	if bare := withoutNumbers(line); bare != line {
		out = append(out, []string{bare})
	}
	plain := line
	if strings.ContainsAny(line, ">→⇒|") {
		plain = arrow.ReplaceAllString(line, ", ")
	}
	if strings.ContainsAny(plain, "-–—") {
		if !strings.ContainsAny(plain, ":：=") {
			plain = strings.Replace(dash.ReplaceAllString(plain, " - "), " - ", ": ", 1)
		}
		plain = dash.ReplaceAllString(plain, ", ")
	}
	if plain != line {
		out = append(out, []string{plain})
	}
	if link.MatchString(line) {
		var parts []string
		for _, part := range trimmed(clauseEnd.Split(line, -1)) {
			part = link.ReplaceAllString(part, ": ")
			parts = append(parts, leading.ReplaceAllString(part, ""))
		}
		out = append(out, parts)
	}
	return out
}

// withoutNumbers leaves out the numbers of values, where they count from 1: Name: 1. Ann, 2. Bob.
func withoutNumbers(line string) string {
	next := 0
	return valueNumber.ReplaceAllStringFunc(line, func(m string) string {
		if next++; !strings.Contains(m, strconv.Itoa(next)) {
			return m
		}
		return m[:1] + " "
	})
}

var (
	valueNumber = regexp.MustCompile(`[:,]\s*\(?\d{1,2}[.)]\s+`)
	sentenceEnd = regexp.MustCompile(`[.。;；]\s*(?:$|\s)`)
	arrow       = regexp.MustCompile(`\s*(?:->|→|⇒|=>|\||>)\s*`)
	dash        = regexp.MustCompile(`\s+[-–—]\s+`)
	link        = regexp.MustCompile(`\s+(?:is|was|are|were)\s+`)
	clauseEnd   = regexp.MustCompile(`[.,;]?\s+and\s+|[.,;]\s*(?:$|\s)`)
	leading     = regexp.MustCompile(`(?i)^(?:(?:so|thus|hence|therefore),?\s+)?(?:the\s+)?`)
)

// trimmed leaves out the parts that are empty, and the space round the others.
func trimmed(parts []string) []string {
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

var (
	bullet = regexp.MustCompile(`^[\s>]*(?:[*•+-]\s+|\(?\d{1,2}[.)]\s+)?`)
	remark = regexp.MustCompile(`\s*\([^()]*\)\s*[.;]?\s*$`)
	bars   = strings.NewReplacer("│", "|", "┃", "|", "║", "|")
	marks  = strings.NewReplacer("**", "", "__", "", "`", "", "$", "", `\\`, "")
	quotes = strings.NewReplacer(`"`, "", "[", "", "]", "", "{", "", "}", "")
	wraps  = regexp.MustCompile(`\\(?:text|textbf|textit|mathrm|mathbf)\s*\{([^{}]*)\}`)
)

// cleanLine takes away what markup puts round a line.
func cleanLine(text string) string {
	if strings.Contains(text, `\`) {
		text = wraps.ReplaceAllString(text, "$1")
	}
	return strings.TrimSpace(marks.Replace(text[len(bullet.FindString(text)):]))
}

// table gives the cells of the table that lines begin with, and how many lines it has; n is 0 where there is none.
func table(lines []textLine) (rows [][]string, n int) {
	for _, l := range lines {
		text := strings.TrimSpace(l.text)
		if strings.HasSuffix(text, `\\`) && strings.Contains(text, "&") {
			text = strings.ReplaceAll(strings.TrimSuffix(text, `\\`), "&", "|")
		}
		if strings.IndexByte(text, 0xe2) >= 0 { // with which they all begin
			text = bars.Replace(text)
		}
		drawn := strings.IndexFunc(text, isWord) < 0 || strings.TrimSpace(text) == `\hline`
		if len(text) > maxLine || text == "" || !drawn && !strings.Contains(text, "|") {
			break
		}
		n++
		if drawn {
			continue
		}
		text = strings.TrimSuffix(strings.TrimPrefix(text, "|"), "|")
		cells := strings.Split(text, "|")
		for i := range cells {
			cells[i] = cleanLine(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows, n
}

// turn makes lines of a table: of its rows where they begin with names, else of its columns where they do. It gives nil for a
// table of something else.
func (l Lists) turn(rows [][]string) []string {
	if len(rows) < 1 {
		return nil
	}
	var lines []string
	named := func(text string) bool { _, ok := l.Name(text); return ok && text != "" }
	heads := 0
	for _, h := range rows[0] {
		if named(h) {
			heads++
		}
	}
	if len(rows) > 1 && heads > 0 && heads >= len(rows[0])-1 && heads >= 2-min(1, len(rows[0])-1) {
		body := inOrder(rows[1:])
		for j, h := range rows[0] {
			if !named(h) {
				continue
			}
			var cells []string
			for _, r := range body {
				if j >= len(r) {
					return nil
				}
				cells = append(cells, r[j])
			}
			lines = append(lines, h+": "+strings.Join(cells, ", "))
		}
		return lines
	}
	for _, r := range rows {
		if len(r) > 1 && named(r[0]) {
			lines = append(lines, r[0]+": "+strings.Join(r[1:], ", "))
		}
	}
	return lines
}

// inOrder sorts rows that their first cells number from 1, and leaves others as they are.
func inOrder(rows [][]string) [][]string {
	out := make([][]string, len(rows))
	for _, r := range rows {
		digits := r[0]
		for digits != "" { // such as House 2
			if c, w := utf8.DecodeRuneInString(digits); c < '0' || c > '9' {
				digits = digits[w:]
				continue
			}
			break
		}
		k, err := strconv.Atoi(digits)
		if err != nil || k < 1 || k > len(rows) || out[k-1] != nil {
			return rows
		}
		out[k-1] = r
	}
	return out
}
